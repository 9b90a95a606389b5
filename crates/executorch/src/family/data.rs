//! Tensor data files and arrays: made from them, turned into them, given new values by them.

use std::collections::HashMap;

use crate::{
    DataEditor, Entry, FlatTensorFile, Layout, LayoutVersion, NewEntry, Output, contiguous, reorder,
};
use outlast_core::{Error, ErrorKind, Result, Span, Step};

use super::AsExecutorch;
use crate::arrays::safetensors::Note;
use crate::arrays::{Admit, Array, Arrays, Head};
use outlast_model::program::Companion;
use outlast_model::targets::{Resolved, Target};

/// Tensor data that are loaded together with a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    /// The name of the file, for messages.
    pub(super) name: &'a str,
    /// The file.
    pub(super) file: FlatTensorFile<'a>,
}

/// The tensor data among companions.
pub(super) fn given<'a>(companions: &'a [Companion<'_>]) -> Vec<Given<'a>> {
    let one = |companion: &'a Companion<'_>| {
        Some(Given { name: &companion.name, file: companion.program.as_executorch_data()? })
    };
    companions.iter().filter_map(one).collect()
}

/// Why there is no layout version of tensor data for a target.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DataError {
    /// The target has no profile, and none of its neighbours speaks for it.
    NotKnown(String),
    /// The target reads no tensor data files.
    NoneRead(String),
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DataError::NotKnown(name) => {
                write!(
                    f,
                    "no profile of {name}: which layout version of tensor data it reads is not known; give --layout-version"
                )
            }
            DataError::NoneRead(name) => write!(f, "{name} reads no tensor data files"),
        }
    }
}

impl std::error::Error for DataError {}

/// The newest layout version of tensor data that a target reads.
///
/// # Errors
///
/// Why there is none.
pub fn layout_version_for(target: &Target) -> Result<LayoutVersion, DataError> {
    let name = || target.name().to_string();
    if matches!(target.resolved(), Resolved::Outside(_)) {
        return Err(DataError::NotKnown(name()));
    }
    let profiles = target.profiles();
    let reads = |d: &LayoutVersion| profiles.iter().all(|p| p.has("ptd", d.name()));
    let newest_first = [LayoutVersion::V1, LayoutVersion::V0b, LayoutVersion::V0a];
    newest_first.into_iter().find(reads).ok_or_else(|| DataError::NoneRead(name()))
}

/// Entries with the data of these arrays. What `.safetensors` files say beside is heeded: blobs, and dimension orders.
pub fn entries_from<'a>(arrays: Arrays<'a>) -> Result<Vec<NewEntry<'a>>> {
    let notes = arrays.notes;
    arrays.arrays.into_iter().map(|array| entry_from(notes.get(&array.name), array)).collect()
}

fn entry_from<'a>(note: Option<&Note>, array: Array<'a>) -> Result<NewEntry<'a>> {
    let key = array.name.clone();
    let order = match note {
        Some(Note::Blob) => return Ok(NewEntry { key, layout: None, data: Output::weights(array.data) }),
        Some(Note::Order(order)) => order.clone(),
        None => contiguous(array.sizes.len()),
    };
    let (layout, data) = in_order(array, order)?;
    Ok(NewEntry { key, layout: Some(layout), data })
}

/// An array in this dimension order.
fn in_order(array: Array<'_>, order: Vec<u8>) -> Result<(Layout, Output<'_>)> {
    let sizes = array.sizes_i32()?;
    let logical = contiguous(array.sizes.len());
    let data = match order == logical {
        true => array.data,
        false => {
            let element = array.scalar_type.size().and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
            let moved = reorder(&array.data, element, &array.sizes, &logical, &order);
            let why =
                || format!("`{}`: {order:?} orders no {} dimensions", array.name.escape_debug(), sizes.len());
            moved
                .ok_or_else(|| Error::new(ErrorKind::Invalid { what: "array", why: why() }, Span::default()))?
                .into()
        }
    };
    Ok((Layout { scalar_type: array.scalar_type, sizes, dim_order: order }, Output::weights(data)))
}

/// The entries of a file as arrays; what arrays cannot say goes into the notes.
pub fn arrays_of<'a>(file: &FlatTensorFile<'a>) -> Result<Arrays<'a>> {
    let mut arrays = Arrays::default();
    for entry in file.entries()? {
        let within = |e: Error| e.within(Step::Named("entry", entry.key.to_string()));
        let bytes = file.bytes(&entry).map_err(within)?;
        arrays.arrays.push(array_of(&entry, bytes.data(), &mut arrays.notes).map_err(within)?);
    }
    Ok(arrays)
}

fn array_of<'a>(
    entry: &Entry<'a>,
    data: &'a [u8],
    notes: &mut crate::arrays::safetensors::Notes,
) -> Result<Array<'a>> {
    let name = entry.key.to_string();
    let invalid =
        |why: &str| Error::new(ErrorKind::Invalid { what: "entry", why: why.into() }, Span::default());
    let Some(layout) = &entry.layout else {
        notes.insert(name.clone(), Note::Blob);
        let scalar_type = crate::defs::ScalarType(0);
        return Ok(Array { name, scalar_type, sizes: vec![data.len()], data: data.into() });
    };
    let sizes: Option<Vec<usize>> = layout.sizes.iter().map(|n| usize::try_from(*n).ok()).collect();
    let sizes = sizes.ok_or_else(|| invalid("impossible sizes"))?;
    let logical = contiguous(sizes.len());
    let mut array = Array { name, scalar_type: layout.scalar_type, sizes, data: data.into() };
    if layout.dim_order != logical {
        let element = layout.scalar_type.size().and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
        let moved = reorder(data, element, &array.sizes, &layout.dim_order, &logical);
        array.data = moved.ok_or_else(|| invalid("its dimension order orders nothing"))?.into();
        notes.insert(array.name.clone(), Note::Order(layout.dim_order.clone()));
    }
    Ok(array)
}

/// The file and what was changed in it; or everything that does not fit.
pub type SetValues<'a> = Result<(Output<'a>, Vec<String>), Vec<String>>;

/// Gives the entries of a file the values of the arrays of the same names, which must have their types and sizes; the
/// dimension order stays. With `add`, other arrays become new entries. The problems, if anything does not fit.
pub fn set_values<'a>(file: &FlatTensorFile<'a>, arrays: Arrays<'a>, add: bool) -> Result<SetValues<'a>> {
    let entries = file.entries()?;
    let mut by_key: HashMap<&str, &Entry<'_>> = HashMap::new();
    for entry in &entries {
        by_key.entry(entry.key).or_insert(entry);
    }
    let mut editor = DataEditor::new(*file)?;
    let (mut changes, mut problems) = (Vec::new(), Vec::new());
    for array in arrays.arrays {
        let shown = array.name.escape_debug().to_string();
        let key = array.name.clone();
        let given = format!("{} {:?}", array.scalar_type, array.sizes);
        let outcome = match by_key.get(key.as_str()) {
            Some(entry) => replace(&mut editor, entry, array).map(|()| format!("`{shown}` has new values")),
            None if add => {
                let entry = entry_from(arrays.notes.get(&key), array);
                let added = entry.and_then(|entry| editor.add(entry));
                added.map(|()| format!("`{shown}` added: {given}")).map_err(|e| e.kind().to_string())
            }
            None => Err(format!("there is no entry `{shown}`; --add makes one")),
        };
        match outcome {
            Ok(change) => changes.push(change),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Ok(Err(problems));
    }
    Ok(Ok((editor.finish()?, changes)))
}

/// Which compressed arrays [`set_values`] looks at the data of: those with as many bytes as the entry, or which are to be a
/// blob or an entry of their own. Of others it needs the type and sizes only, which do not fit.
pub fn admit_values<'f>(
    file: &'f FlatTensorFile<'_>,
    add: bool,
) -> Result<impl FnMut(&Head<'_>) -> Admit + 'f> {
    let mut by_key = HashMap::new();
    for entry in file.entries()? {
        let len = file.bytes(&entry)?.len() as u64;
        by_key.entry(entry.key).or_insert((entry.layout.is_none(), len));
    }
    Ok(move |head: &Head<'_>| match by_key.get(head.name) {
        Some((is_blob, len)) if *is_blob || *len == head.bytes => Admit::Read,
        None if add => Admit::Read,
        _ => Admit::HeadOnly,
    })
}

fn replace<'a>(editor: &mut DataEditor<'a>, entry: &Entry<'_>, mut array: Array<'a>) -> Result<(), String> {
    let shown = entry.key.escape_debug().to_string();
    let Some(layout) = &entry.layout else {
        if array.scalar_type.name() != Some("uint8") || array.sizes.len() != 1 {
            let given = format!("{} {:?}", array.scalar_type, array.sizes);
            return Err(format!("`{shown}` is {given}, the entry is a blob: give its bytes as uint8"));
        }
        return editor
            .replace(entry.key, None, Output::weights(array.data))
            .map_err(|e| e.kind().to_string());
    };
    // NumPy has no bfloat16.
    if layout.scalar_type.name() == Some("bfloat16")
        && matches!(array.scalar_type.name(), Some("int16" | "uint16"))
    {
        array.scalar_type = layout.scalar_type;
    }
    let sizes = array.sizes_i32().map_err(|e| e.kind().to_string())?;
    if (array.scalar_type, &sizes) != (layout.scalar_type, &layout.sizes) {
        return Err(format!("`{shown}` is {} {sizes:?}, the entry {layout}", array.scalar_type));
    }
    let (layout, data) = in_order(array, layout.dim_order.clone()).map_err(|e| e.kind().to_string())?;
    editor.replace(entry.key, Some(layout), data).map_err(|e| e.kind().to_string())
}
