//! Conversions and edits of ExecuTorch files.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Bytes, Severity};
use outlast_executorch::edit::{self as program_edit, ProgramEditor};
use outlast_executorch::steps::{self, Refusal, named_data, swap};
use outlast_executorch::{
    BundledFile, Dialect, FlatTensorFile, Layout, NewEntry, Output, ProgramFile, build_data, reorder,
    schemas, verify,
};
use outlast_flatbuffers::schema::Schema;

use super::{Blocker, ConvertError, Converted, Repack, Replayed, Request, Taken, open, profiles, whole};
use crate::check::{CheckError, Companion, Subject};
use crate::data::{dialect_for, entries_from};
use crate::families::executorch::{BINDINGS, Binding, Context, ON_REQUEST};
use crate::program::Program;
use crate::targets::Resolved;
use crate::verdict::{Reason, Verdict};

/// Steps that one conversion may take: more than there are kinds of them.
const MAX_STEPS: usize = 64;
/// Unused bytes from which on tables are written anew by themselves, as a share of the file and as a number.
const UNUSED_SHARE: usize = 16;
const UNUSED_MIN: usize = 1024;

/// Converts a file; `weights` says whether its bulk data are needed in the result, or a verdict alone.
pub(super) fn convert(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'static>, ConvertError> {
    match program {
        Program::Executorch(file) => convert_program(file.file.data(), companions, request, weights),
        Program::ExecutorchBundle(bundle) => {
            let mut converted = convert_program(inner(bundle)?.data(), companions, request, weights)?;
            converted.output = rewrap(bundle, &converted.output, weights)?;
            if let Some((name, target)) = request.target {
                let data = if converted.is_self_contained() { &[] } else { companions };
                let verdict = Subject::new(&open(&converted.output.to_vec())?)?.check(data, name, target);
                if !verdict.outcome.is_good() {
                    return Err(ConvertError::Refused(blockers(&verdict, &BTreeMap::new())));
                }
                converted.verdict = Some(verdict);
            }
            Ok(converted)
        }
        Program::ExecutorchData(file) => convert_data(file, request),
    }
}

/// The program of a bundle.
fn inner<'a>(bundle: &BundledFile<'a>) -> Result<Bytes<'a>, CheckError> {
    bundle.program.ok_or_else(|| CheckError::Impossible("no program is bundled".into()))
}

/// A bundle with another program inside; its cases stay.
fn rewrap(
    bundle: &BundledFile<'_>,
    program: &Output<'_>,
    weights: bool,
) -> Result<Output<'static>, ConvertError> {
    let bytes = finish(program, weights);
    Ok(outlast_executorch::with_program(bundle, &bytes)?)
}

/// Tensor data in the dialect that the target reads.
fn convert_data(
    file: &FlatTensorFile<'_>,
    request: &Request<'_>,
) -> Result<Converted<'static>, ConvertError> {
    let impossible = |why: &str| ConvertError::Check(CheckError::Impossible(why.into()));
    let Some((name, target)) = request.target else {
        return Err(impossible("tensor data are converted for a target: give --target"));
    };
    if !request.steps.is_empty() {
        return Err(impossible("these steps are for programs; the file holds tensor data"));
    }
    let refuse = |why: String, help: Option<&str>| {
        let subject = file.dialect.name().to_string();
        let help = help.map(str::to_string);
        ConvertError::Refused(vec![Blocker {
            code: None,
            subject,
            why,
            place: outlast_core::Place::default(),
            help,
        }])
    };
    let reads = profiles(target).iter().all(|p| p.has("ptd", file.dialect.name()));
    let to = match reads && !matches!(target, Resolved::Outside(_)) {
        true => file.dialect,
        false => dialect_for(name, target).map_err(|why| {
            refuse(why, Some("move the data into the program: outlast convert PROGRAM --data FILE"))
        })?,
    };
    let mut steps = Vec::new();
    if to != file.dialect {
        let changes =
            vec![format!("tensor data in dialect {} instead of {}", to.name(), file.dialect.name())];
        steps.push(Taken { id: "data-dialect", changes });
    }
    let output = outlast_executorch::convert_data(file, to)
        .map_err(|error| refuse(error.to_string(), error.help()))?;
    Ok(Converted { output: Output::of(output.to_vec()), steps, verdict: None, unused: 0 })
}

fn finish(output: &Output<'_>, weights: bool) -> Vec<u8> {
    if weights { output.to_vec() } else { output.without_weights() }
}

fn convert_program(
    original: &[u8],
    companions: &[Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'static>, ConvertError> {
    let mut state = State { bytes: None, steps: Vec::new(), unused: 0, weights };
    for name in request.steps {
        let Some((id, _, step)) = ON_REQUEST.iter().find(|(id, ..)| id == name) else {
            let known: Vec<&str> = ON_REQUEST.iter().map(|(id, ..)| *id).collect();
            let why = format!("no step `{name}`: there are {}", known.join(", "));
            return Err(ConvertError::Check(CheckError::Impossible(why)));
        };
        state.take(original, id, schemas::program(), &[], |editor, _| step(editor)).map_err(refused)?;
    }
    let mut verdict = None;
    if let Some((name, target)) = request.target {
        verdict = Some(fit(&mut state, original, companions, name, target)?);
    }
    let current = state.current(original);
    let much = state.unused >= UNUSED_MIN.max(current.len() / UNUSED_SHARE);
    let wanted = match request.repack {
        Repack::Always => true,
        Repack::Auto => much,
        Repack::Never => false,
    };
    if wanted {
        match state.repack(original) {
            Ok(()) => {
                if let Some((name, target)) = request.target {
                    let data = state.companions(companions);
                    let again = Subject::new(&open(state.current(original))?)?.check(data, name, target);
                    verdict = Some(again);
                }
            }
            Err(error) if request.repack == Repack::Always => return Err(refused(error.into())),
            Err(_) => {}
        }
    }
    if let Some(verdict) = verdict.as_ref().filter(|v| !v.outcome.is_good()) {
        return Err(ConvertError::Refused(blockers(verdict, &BTreeMap::new())));
    }
    let unused = state.unused;
    let output = Output::of(state.bytes.unwrap_or_else(|| original.to_vec()));
    Ok(Converted { output, steps: state.steps, verdict, unused })
}

/// Takes steps until the verdict is good.
fn fit(
    state: &mut State,
    original: &[u8],
    companions: &[Companion<'_>],
    name: &str,
    target: &Resolved,
) -> Result<Verdict, ConvertError> {
    let profiles = profiles(target);
    let mut refusals: BTreeMap<(u16, String), Refusal> = BTreeMap::new();
    let mut tried: BTreeSet<(&str, u16, String)> = BTreeSet::new();
    for _ in 0..MAX_STEPS {
        let data = state.companions(companions);
        let verdict = Subject::new(&open(state.current(original))?)?.check(data, name, target);
        if verdict.outcome.is_good() {
            return Ok(verdict);
        }
        // In the order of the steps, not of the reasons: some prepare others.
        let reasons: Vec<Reason> = verdict.reasons().map(|(_, reason)| reason.clone()).collect();
        let mut went_on = false;
        'steps: for binding in BINDINGS {
            for reason in reasons.iter().filter(|r| binding.answers(r)) {
                let key = (reason.code.0, reason.subject.clone());
                if !tried.insert((binding.id, key.0, key.1.clone())) {
                    continue;
                }
                match answer(state, original, companions, &profiles, binding, reason) {
                    Ok(true) => {
                        went_on = true;
                        break 'steps;
                    }
                    Ok(false) => {}
                    Err(refusal) => {
                        refusals.insert(key, refusal);
                    }
                }
            }
        }
        if !went_on {
            return Err(ConvertError::Refused(blockers(&verdict, &refusals)));
        }
    }
    let why = format!("no end after {MAX_STEPS} steps");
    Err(ConvertError::Refused(vec![Blocker {
        code: None,
        subject: name.into(),
        why,
        place: outlast_core::Place::default(),
        help: None,
    }]))
}

/// Takes the step of a binding; false where it had nothing to do.
fn answer(
    state: &mut State,
    original: &[u8],
    companions: &[Companion<'_>],
    profiles: &[&crate::targets::Profile],
    binding: &Binding,
    reason: &Reason,
) -> Result<bool, Refusal> {
    state.take(original, binding.id, schemas::program(), companions, |editor, companions| {
        let context = Context { profiles, companions };
        binding.apply(editor, &context, reason)
    })
}

/// What is left of a verdict, each with the reason why no step helps.
fn blockers(verdict: &Verdict, refusals: &BTreeMap<(u16, String), Refusal>) -> Vec<Blocker> {
    let mut found: Vec<Blocker> = Vec::new();
    let mut seen = BTreeSet::new();
    for (_, reason) in verdict.reasons() {
        let key = (reason.code.0, reason.subject.clone());
        if !seen.insert(key.clone()) {
            continue;
        }
        let refusal = refusals.get(&key);
        let why = match refusal {
            Some(refusal) => refusal.why.clone(),
            None => format!("{}: needs {}; {}", reason.subject, reason.needs, reason.has),
        };
        found.push(Blocker {
            code: Some(reason.code),
            subject: reason.subject.clone(),
            why,
            place: refusal.map_or_else(|| reason.place.clone(), |r| r.place.clone()),
            help: refusal.and_then(|r| r.help.clone()).or_else(|| reason.help.clone()),
        });
    }
    if found.is_empty() {
        let why = verdict.notes.first().cloned().unwrap_or_else(|| "the verdict is not good".into());
        found.push(Blocker {
            code: None,
            subject: verdict.target.clone(),
            why,
            place: outlast_core::Place::default(),
            help: None,
        });
    }
    found
}

fn refused(refusal: Refusal) -> ConvertError {
    ConvertError::Refused(vec![Blocker {
        code: None,
        subject: String::new(),
        why: refusal.why,
        place: refusal.place,
        help: refusal.help,
    }])
}

/// A program on its way.
struct State {
    /// The program as it is now; `None` while nothing was changed.
    bytes: Option<Vec<u8>>,
    steps: Vec<Taken>,
    unused: usize,
    weights: bool,
}

impl State {
    fn current<'a>(&'a self, original: &'a [u8]) -> &'a [u8] {
        self.bytes.as_deref().unwrap_or(original)
    }

    /// The files that the program as it is now is loaded with: none where their data are in it.
    fn companions<'c, 'd>(&self, given: &'c [Companion<'d>]) -> &'c [Companion<'d>] {
        if self.steps.iter().any(|step| step.id == super::MERGE) { &[] } else { given }
    }

    /// Takes a step; false where it changed nothing.
    fn take<'s>(
        &mut self,
        original: &[u8],
        id: &'static str,
        schema: &'s Schema,
        companions: &[Companion<'_>],
        step: impl for<'e> FnOnce(&mut ProgramEditor<'e, 's>, &[Companion<'e>]) -> steps::Changes,
    ) -> Result<bool, Refusal> {
        let (bytes, changes, unused) = {
            let file = ProgramFile::open(whole(self.current(original)))?;
            let mut editor = ProgramEditor::with_schema(file, schema)?;
            let changes = step(&mut editor, companions)?;
            if changes.is_empty() {
                return Ok(false);
            }
            let edited = editor.finish()?;
            (finish(&edited.output, self.weights), changes, edited.unused)
        };
        sound(&bytes)?;
        self.bytes = Some(bytes);
        self.unused += unused;
        match self.steps.iter_mut().find(|taken| taken.id == id) {
            Some(taken) => taken.changes.extend(changes),
            None => self.steps.push(Taken { id, changes }),
        }
        Ok(true)
    }

    fn repack(&mut self, original: &[u8]) -> outlast_core::Result<()> {
        let before = self.current(original).len();
        let bytes = {
            let file = ProgramFile::open(whole(self.current(original)))?;
            finish(&program_edit::repack(&file)?, self.weights)
        };
        sound(&bytes).map_err(|refusal| {
            let kind = outlast_core::ErrorKind::Invalid { what: "repacked program", why: refusal.why };
            outlast_core::Error::new(kind, outlast_core::Span::default())
        })?;
        let changes = vec![format!("tables written anew: {} bytes instead of {before}", bytes.len())];
        self.steps.push(Taken { id: "repack", changes });
        self.bytes = Some(bytes);
        self.unused = 0;
        Ok(())
    }
}

/// Demands that a program has no errors.
fn sound(bytes: &[u8]) -> Result<(), Refusal> {
    let findings = verify::program(whole(bytes));
    match findings.into_iter().find(|d| d.severity == Severity::Error) {
        None => Ok(()),
        Some(error) => Err(Refusal::new(
            format!("the result would not be sound: {}: {}", error.code, error.title),
            error.place,
        )),
    }
}

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
    SplitWeights(Dialect),
    /// Moves what is in data files into the program.
    MergeWeights,
    /// Writes the tables anew, without unused parts.
    Repack,
}

/// A program that was edited.
#[derive(Clone, Debug)]
pub struct EditedProgram {
    /// The new file.
    pub output: Output<'static>,
    /// The data file that goes with it, where weights were split off.
    pub data: Option<Output<'static>>,
    /// What was done.
    pub changes: Vec<String>,
    /// Bytes of the tables that nothing refers to any more.
    pub unused: usize,
}

/// Edits a program, bundled or not. `schema` is that of the file's own release, where it is newer than those known here.
pub fn edit(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    schema: Option<&Schema>,
    edit: &Edit,
) -> Result<EditedProgram, ConvertError> {
    let (original, bundle) = match program {
        Program::Executorch(file) => (file.file, None),
        Program::ExecutorchBundle(bundle) => (inner(bundle)?, Some(bundle)),
        Program::ExecutorchData(_) => {
            let why = "these edits are for programs; `outlast data` edits tensor data";
            return Err(ConvertError::Check(CheckError::Impossible(why.into())));
        }
    };
    let mut edited = edit_program(original.data(), companions, schema, edit)?;
    if let Some(bundle) = bundle {
        edited.output = rewrap(bundle, &edited.output, true)?;
        if let Edit::Rename { from, to } = edit {
            let bytes = edited.output.to_vec();
            edited.output = outlast_executorch::rename_cases(&BundledFile::open(whole(&bytes))?, from, to)?;
        }
    }
    Ok(edited)
}

fn edit_program(
    original: &[u8],
    companions: &[Companion<'_>],
    schema: Option<&Schema>,
    edit: &Edit,
) -> Result<EditedProgram, ConvertError> {
    let schema = schema.unwrap_or_else(|| schemas::program());
    let file = ProgramFile::open(whole(original))?;
    let mut editor = ProgramEditor::with_schema(file, schema)?;
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
        Edit::SplitWeights(dialect) => steps::external::split(&mut editor).and_then(|(changes, moved)| {
            let entries: Vec<NewEntry<'_>> = moved
                .into_iter()
                .map(|m| NewEntry { key: m.key, layout: Some(m.layout), data: m.data })
                .collect();
            data = Some(Output::of(build_data(*dialect, &entries)?.to_vec()));
            Ok(changes)
        }),
        Edit::MergeWeights => steps::external::merge(&mut editor, &data_files(companions)),
        Edit::Repack => {
            let output = program_edit::repack(&file)?.to_vec();
            let changes =
                vec![format!("tables written anew: {} bytes instead of {}", output.len(), original.len())];
            sound(&output).map_err(refused)?;
            return Ok(EditedProgram { output: Output::of(output), data: None, changes, unused: 0 });
        }
    };
    let changes = changes.map_err(refused)?;
    let edited = editor.finish()?;
    let output = edited.output.to_vec();
    sound(&output).map_err(refused)?;
    Ok(EditedProgram { output: Output::of(output), data, changes, unused: edited.unused })
}

/// The constants of a program that can be given new values: name, type and shape.
pub fn names_of_constants(program: &Program<'_>) -> Result<BTreeMap<String, Layout>, ConvertError> {
    let file = match program {
        Program::Executorch(file) => *file,
        Program::ExecutorchBundle(bundle) => ProgramFile::open(inner(bundle)?)?,
        Program::ExecutorchData(_) => return Ok(BTreeMap::new()),
    };
    swap::names(&ProgramEditor::new(file)?).map_err(refused)
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
    let entries = entries_from(crate::arrays::read(bytes)?)?;
    Ok(entries.into_iter().map(|e| (e.key, NewData { layout: e.layout, data: e.data.to_vec() })).collect())
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

/// The data files among companions.
fn data_files<'a>(companions: &[Companion<'a>]) -> Vec<FlatTensorFile<'a>> {
    let file = |c: &Companion<'a>| match &c.program {
        Program::ExecutorchData(file) => Some(*file),
        _ => None,
    };
    companions.iter().filter_map(file).collect()
}

/// Decodes and encodes a file.
pub(super) fn replay(program: &Program<'_>) -> Result<Replayed, ConvertError> {
    let (file, tables, schema, header) = match program {
        Program::Executorch(file) => {
            (file.file, file.flatbuffer, schemas::program(), file.header.map_or(0, |h| h.length))
        }
        Program::ExecutorchData(file) => {
            (file.file, file.flatbuffer, schemas::flat_tensor(file.dialect), file.header.length)
        }
        Program::ExecutorchBundle(bundle) => (bundle.file, bundle.file, schemas::bundled_program(), 0),
    };
    let replayed = outlast_flatbuffers::replay::replay(tables, schema, outlast_core::to_index(header))?;
    let mut bytes = replayed.bytes;
    bytes.extend_from_slice(file.data().get(tables.len()..).unwrap_or_default());
    if bytes != file.data() {
        let why = "what was decoded does not encode to the same bytes: a fault of outlast, please report it";
        return Err(ConvertError::Check(CheckError::Impossible(why.into())));
    }
    let kept = bytes.len() - replayed.decoded;
    Ok(Replayed { bytes, decoded: replayed.decoded, kept })
}
