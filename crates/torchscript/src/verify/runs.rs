//! [`Runs`]: what reading a file runs, named one by one.
//!
//! What is data is what the readers of PyTorch take for it ([`crate::pickle::standing`]); everything else that a pickle imports, calls or
//! changes is code of the reader's machine. Beside pickles, readers run Python sources of a `torch.package`, and native libraries of an
//! AOTInductor package.

use outlast_core::{Code, ErrorKind, Path, Place, QuickSet, SortShort, Source};

use super::codes;
use crate::archive::{Kind, TorchArchive};
use crate::pickle::{Graph, Inside, Mark, Name, Pickle, Reader, Standing, Used, Value, ValueId, standing};

/// Names that are kept; the rest is counted.
const KEPT: usize = 4096;
/// Bytes of a name that are kept.
const LONGEST: usize = 1024;

/// How code comes to run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum How {
    /// It is called.
    Called,
    /// It is a native library that is loaded.
    Native,
    /// It is the source of a Python module, which runs when something imports that.
    Source,
    /// What it returns is called.
    ResultCalled,
    /// It is changed.
    Changed,
    /// It is called by a pickle in the bytes of a pickle, which something that the outer one calls may read.
    Nested,
    /// It is imported: the code of its module runs.
    Imported,
}

/// Who runs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum By {
    /// `pickle.load`, and `torch.load` unless it is told `weights_only`.
    Pickle,
    /// Only who reads a record of a TorchScript archive with `pickle.load`: PyTorch's own reader refuses it.
    Record,
    /// `torch.package.PackageImporter`.
    Package,
    /// `torch.export.load`, which reads pickles in a program of `torch.export` without `weights_only`.
    Exported,
    /// `torch._inductor.aoti_load_package`.
    Inductor,
}

/// Something that reading a file runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runs {
    /// The finding that it is.
    pub code: Code,
    /// How.
    pub how: How,
    /// Its name: `posix.getcwd`; of a module or a library, the record.
    pub callable: String,
    /// Who runs it.
    pub by: By,
    /// Where the file asks for it.
    pub place: Place,
}

/// Collects what is run, each name once for each way, by the first place.
#[derive(Debug, Default)]
pub(super) struct Found {
    all: Vec<Runs>,
    known: QuickSet<(How, By, String)>,
    more: u64,
    /// Where the first is that was not kept.
    beyond: Option<(Code, By, Place)>,
}

impl Found {
    fn add(&mut self, runs: Runs) {
        let key = (runs.how, runs.by, runs.callable.clone());
        if self.known.contains(&key) {
            return;
        }
        if self.all.len() >= KEPT {
            self.more = self.more.saturating_add(1);
            self.beyond.get_or_insert((runs.code, runs.by, runs.place));
            return;
        }
        self.known.insert(key);
        self.all.push(runs);
    }

    /// Adds what an archive in the bytes of a pickle runs.
    pub(super) fn nested(&mut self, runs: Runs) {
        self.add(Runs { code: codes::NESTED_PICKLE, how: How::Nested, ..runs });
    }

    /// What was found; what is called is not named again as imported.
    pub(super) fn finish(self) -> Vec<Runs> {
        let Found { mut all, known, more, beyond } = self;
        let key = |how, runs: &Runs| (how, runs.by, runs.callable.clone());
        all.retain(|runs| {
            let said = |how| runs.how != how && known.contains(&key(how, runs));
            !(runs.how == How::Imported && (said(How::Called) || said(How::Changed)))
        });
        all.sort_short_by_key(|runs| runs.how);
        if let Some((code, by, place)) = beyond {
            let callable = format!("({more} more names)");
            all.push(Runs { code, how: How::Imported, callable, by, place });
        }
        all
    }
}

/// The name of an import; long ones are cut.
fn name_of(name: Option<&Name<'_>>) -> String {
    match name {
        Some(name) => cut(&name.to_string()),
        None => "(registry of extensions)".into(),
    }
}

/// As many of the first characters as are kept.
fn cut(text: &str) -> String {
    match text.char_indices().map(|(at, _)| at).find(|at| *at >= LONGEST) {
        Some(at) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_string(),
    }
}

fn extension(pickle: &Pickle<'_>, used: &Used<'_>) -> String {
    match pickle.graph.value(used.id) {
        Value::Extension(code) => format!("copyreg extension {code}"),
        _ => name_of(used.name.as_ref()),
    }
}

/// Whether an import is code to a reader.
fn is_code(used: &Used<'_>, reader: Reader) -> bool {
    used.name.as_ref().is_none_or(|name| standing(name, reader) == Standing::Code)
}

/// Who executes the pickles of a reader's files.
fn by(reader: Reader, kind: Option<Kind>, within: Option<By>) -> By {
    if let Some(within) = within {
        return within;
    }
    match (reader, kind) {
        (Reader::TorchScript, _) => By::Record,
        (Reader::WeightsOnly, Some(Kind::Package)) => By::Package,
        (Reader::WeightsOnly, _) => By::Pickle,
    }
}

/// What a pickle runs; `nested` are pickles in its bytes. Whether it runs anything.
pub(super) fn of_pickle(
    pickle: &Pickle<'_>,
    (reader, kind, within): (Reader, Option<Kind>, Option<By>),
    nested: &Inside,
    source: &Source,
    found: &mut Found,
) -> bool {
    let by = by(reader, kind, within);
    let place = |mark: &Mark| Place::new(mark.span.clone(), Path::root()).in_source(source);
    let mut any = false;
    for used in pickle.uses.imports() {
        if !is_code(used, reader) {
            continue;
        }
        any = true;
        let how = if used.call.is_some() { How::Called } else { How::Imported };
        let callable = extension(pickle, used);
        found.add(Runs { code: codes::NEEDS_CODE, how, callable, by, place: place(&used.import) });
    }
    for (mark, callee) in pickle.uses.computed().iter().zip(pickle.uses.computed_callees()) {
        any = true;
        let callable = result_of(pickle, *callee);
        found.add(Runs {
            code: codes::CALLS_RESULT,
            how: How::ResultCalled,
            callable,
            by,
            place: place(mark),
        });
    }
    let kept = u64::try_from(pickle.uses.computed().len()).unwrap_or(u64::MAX);
    if let (Some(more), Some(last)) = (
        pickle.uses.computed_count().checked_sub(kept).filter(|more| *more > 0),
        pickle.uses.computed().last(),
    ) {
        let callable = format!("({more} more calls of computed callables)");
        let (code, how) = (codes::CALLS_RESULT, How::ResultCalled);
        found.add(Runs { code, how, callable, by, place: place(last) });
    }
    for used in pickle.uses.imports() {
        if let Some(changed) = &used.changed {
            any = true;
            let callable = extension(pickle, used);
            found.add(Runs {
                code: codes::CHANGES_GLOBAL,
                how: How::Changed,
                callable,
                by,
                place: place(changed),
            });
        }
    }
    // What stands behind a limit of this tool is not seen, and may be anything.
    if let Some(error) = pickle.error.as_ref().filter(|error| matches!(error.kind(), ErrorKind::Limit { .. }))
    {
        let callable = "(what lies beyond this tool's limit)".to_string();
        let (code, place) = (codes::NOT_LOOKED_INTO, error.place().clone().in_source(source));
        found.add(Runs { code, how: How::Called, callable, by, place });
    }
    // Bytes are read as a pickle by something that is called; what is data does not.
    if !any {
        return false;
    }
    for inner in &nested.pickles {
        for import in &inner.imports {
            let name = import
                .name
                .as_ref()
                .map(|(module, name)| Name { module: module.as_str().into(), name: name.as_str().into() });
            if name.as_ref().is_some_and(|name| standing(name, Reader::WeightsOnly) != Standing::Code) {
                continue;
            }
            let place = Place::new(import.import.span.clone(), Path::root());
            found.add(Runs {
                code: codes::NESTED_PICKLE,
                how: How::Nested,
                callable: name_of(name.as_ref()),
                by,
                place: place.in_source(&inner.source).in_source(source),
            });
        }
    }
    true
}

/// What a value is the result of, by the name of what was called first.
fn result_of(pickle: &Pickle<'_>, callee: ValueId) -> String {
    let graph: &Graph<'_> = &pickle.graph;
    let (mut at, mut left) = (callee, 64);
    loop {
        match graph.value(at) {
            Value::Object(call) if left > 0 => {
                at = call.callee;
                left -= 1;
            }
            Value::Global(name) => return format!("result of {}", name_of(Some(name))),
            Value::Extension(code) => return format!("result of copyreg extension {code}"),
            _ => return "(a value that is computed)".into(),
        }
    }
}

/// What readers run of an archive that is in no pickle: sources of Python, native libraries.
pub(super) fn of_archive(archive: &TorchArchive<'_>, source: &Source, found: &mut Found) {
    let kind = archive.kind();
    let Ok(records) = archive.records() else { return };
    for record in records {
        let name = &*record.name;
        let (code, how, by) = match kind {
            Kind::Package if name.ends_with(".py") && !archive.is_script(name) => {
                (codes::RUNS_SOURCE, How::Source, By::Package)
            }
            Kind::Exported(_) if is_library(name) => (codes::RUNS_NATIVE, How::Native, By::Inductor),
            _ => continue,
        };
        let Ok(member) = archive.zip().member(record.entry) else { continue };
        let place = Place::new(member.raw().span(0, member.raw().len()), Path::root()).in_source(source);
        found.add(Runs { code, how, callable: cut(name), by, place });
    }
}

/// Whether a record is native code that `aoti_load_package` loads: a library, or what it makes one from where there is none.
fn is_library(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    [".so", ".dylib", ".dll", ".pyd", ".cpp", ".o"].iter().any(|extension| file.ends_with(extension))
        || file.contains(".so.")
}
