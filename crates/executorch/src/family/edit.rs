//! Edits of ExecuTorch programs, bundled or not.

use std::collections::{BTreeMap, BTreeSet};

use crate::edit::{self as program_edit, ProgramEditor};
use crate::steps::{self, Refusal, named_data, swap};
use crate::{
    BundledFile, FlatTensorFile, Layout, LayoutVersion, NewEntry, Output, ProgramFile, build_data, reorder,
    schemas,
};
use outlast_core::{Error, Image, settle};
use outlast_flatbuffers::schema::Schema;

use super::convert::{inner, refused, sound};
use super::data::{entries_from, given};
use super::{AsExecutorch, whole};
use crate::arrays::{self, Admit, Arrays, Head};
use outlast_model::conversion::ConvertError;
use outlast_model::program::{Companion, Program};

/// New values for a constant, in the layout that they have.
#[derive(Clone, Debug)]
pub struct NewData {
    /// Type and shape; `None` for a blob.
    pub layout: Option<Layout>,
    /// The bytes.
    pub data: Vec<u8>,
}

/// An edit of a program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// Gives an entry point another name.
    Rename {
        /// The name that it has.
        from: String,
        /// The new one.
        to: String,
    },
    /// Takes out the stack traces of instructions.
    StripStacktraces,
    /// Adds named data.
    AddData {
        /// Their name, which must be free.
        key: String,
        /// Their bytes.
        data: Vec<u8>,
    },
    /// Replaces named data.
    ReplaceData {
        /// Their name.
        key: String,
        /// The new bytes.
        data: Vec<u8>,
    },
    /// Removes named data.
    RemoveData {
        /// Their names.
        keys: BTreeSet<String>,
    },
    /// Gives constants, or named data, new values.
    SwapConstants(BTreeMap<String, NewData>),
    /// Moves constants out of the program.
    SplitWeights(LayoutVersion),
    /// Moves what is in data files into the program.
    MergeWeights,
    /// Writes the tables anew, without unused parts.
    Repack,
}

impl Edit {
    /// The data that it brings.
    fn data(&self) -> impl Iterator<Item = &[u8]> + Clone {
        let (one, several) = match self {
            Edit::AddData { data, .. } | Edit::ReplaceData { data, .. } => (Some(data.as_slice()), None),
            Edit::SwapConstants(values) => (None, Some(values)),
            _ => (None, None),
        };
        one.into_iter().chain(several.into_iter().flatten().map(|(_, value)| value.data.as_slice()))
    }
}

/// A program that was edited.
#[derive(Clone, Debug)]
pub struct EditedProgram<'a> {
    /// The new file.
    pub output: Output<'a>,
    /// The data file that goes with it, where weights were split off.
    pub data: Option<Output<'a>>,
    /// What was done.
    pub changes: Vec<String>,
    /// Bytes of the tables that nothing refers to any more.
    pub unused: usize,
}

/// Edits a program, bundled or not. `schema` is that of the file's own release, where it is newer than those known here.
pub fn edit<'a: 'o, 'o>(
    program: &Program<'a>,
    companions: &'o [Companion<'_>],
    schema: Option<&Schema>,
    edit: &'o Edit,
) -> Result<EditedProgram<'o>, ConvertError> {
    let (file, bundle) = (program.as_executorch(), program.as_executorch_bundle());
    let original = match (&file, &bundle) {
        (Some(file), _) => file.file,
        (_, Some(bundle)) => inner(bundle)?,
        _ => return Err(not_a_program(program)),
    };
    let mut edited = edit_program(original.data(), companions, schema, edit)?;
    if let Some(bundle) = &bundle {
        edited.output = crate::with_program(bundle, edited.output)?;
        if let Edit::Rename { from, to } = edit {
            let image = Image::new(edited.output)?;
            let renamed = crate::rename_cases(&BundledFile::open(whole(image.bytes()))?, from, to)?;
            edited.output = settle(renamed, Some(&image), std::iter::once(bundle.file.data()));
        }
    }
    Ok(edited)
}

fn edit_program<'o>(
    original: &'o [u8],
    companions: &'o [Companion<'_>],
    schema: Option<&Schema>,
    edit: &'o Edit,
) -> Result<EditedProgram<'o>, ConvertError> {
    let schema = schema.unwrap_or_else(|| schemas::program());
    let file = ProgramFile::open(whole(original))?;
    let mut editor = ProgramEditor::with_schema(file, schema)?;
    let files = given(companions);
    let mut data = None;
    let swapped;
    let changes = match edit {
        Edit::Rename { from, to } => steps::names::rename(&mut editor, from, to),
        Edit::StripStacktraces => steps::stacktraces::strip(&mut editor),
        Edit::AddData { key, data } => named_data::add(&mut editor, key, Output::weights(data.as_slice())),
        Edit::ReplaceData { key, data } => {
            named_data::replace(&mut editor, key, Output::weights(data.as_slice()))
        }
        Edit::RemoveData { keys } => named_data::remove(&mut editor, keys),
        Edit::SwapConstants(values) => {
            swapped = in_order(values, &swap::names(&editor).map_err(refused)?);
            let values = swapped.iter().map(|(name, value)| {
                (name.clone(), swap::NewValue { layout: value.layout.clone(), data: &value.data })
            });
            swap::swap(&mut editor, &values.collect())
        }
        Edit::SplitWeights(layout_version) => {
            steps::external::split(&mut editor).and_then(|(changes, moved)| {
                let entries: Vec<NewEntry<'_>> = moved
                    .into_iter()
                    .map(|m| NewEntry { key: m.key, layout: Some(m.layout), data: m.data })
                    .collect();
                data = Some(settle(build_data(*layout_version, &entries)?, None, std::iter::once(original)));
                Ok(changes)
            })
        }
        Edit::MergeWeights => {
            steps::external::merge(&mut editor, &files.iter().map(|given| given.file).collect::<Vec<_>>())
        }
        Edit::Repack => {
            let output = program_edit::repack(&file)?;
            let changes =
                vec![format!("tables written anew: {} bytes instead of {}", output.len(), original.len())];
            return Ok(EditedProgram { output: sound_output(output)?, data: None, changes, unused: 0 });
        }
    };
    let changes = changes.map_err(refused)?;
    let edited = editor.finish()?;
    let unused = edited.unused;
    let files = files.iter().map(|given| given.file.file.data());
    let output = settle(edited.output, None, std::iter::once(original).chain(files).chain(edit.data()));
    Ok(EditedProgram { output: sound_output(output)?, data, changes, unused })
}

/// A program that was verified, but for its weights.
fn sound_output(output: Output<'_>) -> Result<Output<'_>, ConvertError> {
    let image = Image::new(output)?;
    sound(image.bytes()).map_err(refused)?;
    Ok(image.into_output())
}

/// The constants of a program that can be given new values: name, type and shape.
pub fn names_of_constants(program: &Program<'_>) -> Result<BTreeMap<String, Layout>, ConvertError> {
    if program.as_executorch_data().is_some() {
        return Ok(BTreeMap::new());
    }
    swap::names(&ProgramEditor::new(program_in(program)?)?).map_err(refused)
}

/// A program, which may be in a bundle.
fn program_in<'a>(program: &Program<'a>) -> Result<ProgramFile<'a>, ConvertError> {
    match (program.as_executorch(), program.as_executorch_bundle()) {
        (Some(file), _) => Ok(file),
        (_, Some(bundle)) => Ok(ProgramFile::open(inner(&bundle)?)?),
        _ => Err(not_a_program(program)),
    }
}

fn not_a_program(program: &Program<'_>) -> ConvertError {
    ConvertError::impossible(match program.as_executorch_data() {
        Some(_) => "these edits are for programs; `outlast data` edits tensor data",
        None => "these edits are for ExecuTorch programs",
    })
}

/// The values of a data file, by name.
pub fn values_of(file: &FlatTensorFile<'_>) -> outlast_core::Result<BTreeMap<String, NewData>> {
    let mut values = BTreeMap::new();
    for entry in file.entries()? {
        let data = file.bytes(&entry)?.data().to_vec();
        values.entry(entry.key.to_string()).or_insert(NewData { layout: entry.layout, data });
    }
    Ok(values)
}

/// The values of a file of arrays (`.safetensors`, `.npz`), by name.
pub fn values_of_arrays(bytes: &[u8]) -> outlast_core::Result<BTreeMap<String, NewData>> {
    by_name(arrays::read(bytes)?)
}

fn by_name(arrays: Arrays<'_>) -> outlast_core::Result<BTreeMap<String, NewData>> {
    let entries = entries_from(arrays)?;
    Ok(entries.into_iter().map(|e| (e.key, NewData { layout: e.layout, data: e.data.to_vec() })).collect())
}

/// As [`values_of_arrays`], for a program: compressed arrays that no constant of it can take are not decompressed.
/// `constants` are those that arrays of other names are for, and `schema` is as for [`edit`].
///
/// # Errors
///
/// Refused, if an array is larger than the constant of its name and than all named data.
pub fn values_for(
    program: &Program<'_>,
    schema: Option<&Schema>,
    bytes: &[u8],
    constants: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, NewData>, ValuesError> {
    let file = program_in(program).map_err(ValuesError::Program)?;
    let editor = ProgramEditor::with_schema(file, schema.unwrap_or_else(|| schemas::program()))
        .map_err(|error| ValuesError::Program(error.into()))?;
    let names = swap::names(&editor).map_err(|refusal| ValuesError::Program(refused(refusal)))?;
    let len = file.file.data().len() as u64;
    let (arrays, problems) = arrays::read_for(bytes, &mut |head| {
        let name = constants.get(head.name).map_or(head.name, String::as_str);
        match names.get(name) {
            Some(layout) if fits(layout, head) => Admit::Read,
            // Its type and sizes are enough for the refusal.
            Some(_) => Admit::HeadOnly,
            // Named data, or nothing of the program: both are in it.
            None if head.bytes <= len => Admit::Read,
            None => Admit::Refuse(format!(
                "no constant `{name}`, and no named data of {} bytes: the program has {len}",
                head.bytes
            )),
        }
    })
    .map_err(ValuesError::Arrays)?;
    if !problems.is_empty() {
        let all = problems.into_iter().map(|why| refused(Refusal::whole(why)));
        let blockers = all.flat_map(|error| match error {
            ConvertError::Refused(blockers) => blockers,
            _ => Vec::new(),
        });
        return Err(ValuesError::Program(ConvertError::Refused(blockers.collect())));
    }
    by_name(arrays).map_err(ValuesError::Arrays)
}

/// Why there are no new values.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ValuesError {
    /// The program does not take them.
    Program(ConvertError),
    /// The file of arrays cannot be read.
    Arrays(Error),
}

/// Whether an array has the bytes of a constant.
fn fits(layout: &Layout, head: &Head<'_>) -> bool {
    let Some(element) = layout.scalar_type.size() else { return false };
    let size = layout.sizes.iter().try_fold(element, |n, size| n.checked_mul(u64::try_from(*size).ok()?));
    size == Some(head.bytes)
}

/// New values in the dimension orders of the constants that they are for: arrays of other programs have none.
fn in_order(
    values: &BTreeMap<String, NewData>,
    names: &BTreeMap<String, Layout>,
) -> BTreeMap<String, NewData> {
    let fit = |(name, value): (&String, &NewData)| {
        let wanted = names.get(name)?;
        let given = value.layout.as_ref()?;
        let element = usize::try_from(given.scalar_type.size()?).ok()?;
        let sizes: Vec<usize> =
            given.sizes.iter().map(|n| usize::try_from(*n).ok()).collect::<Option<_>>()?;
        if given.dim_order == wanted.dim_order || !given.is_contiguous() || given.sizes != wanted.sizes {
            return None;
        }
        let data = reorder(&value.data, element, &sizes, &given.dim_order, &wanted.dim_order)?;
        let layout = Layout { dim_order: wanted.dim_order.clone(), ..given.clone() };
        Some(NewData { layout: Some(layout), data })
    };
    values.iter().map(|pair| (pair.0.clone(), fit(pair).unwrap_or_else(|| pair.1.clone()))).collect()
}
