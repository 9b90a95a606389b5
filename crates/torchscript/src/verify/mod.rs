//! Whether a file is sound, and whether loading it needs code that is not in it: strict, complete, collecting.
//!
//! An *error* is what a reader refuses, crashes on, executes or takes for something else; a *warning* is what may be wrong; a *note* is
//! odd and harmless. Checksums are computed, which reads the whole file; nothing is extracted or executed, and no more is decompressed
//! than the length of the file justifies ([`TorchArchive::content_of`]).

mod bytecode;
pub mod codes;
mod container;
mod context;
mod flatbuffer;
mod pickles;
mod records;
mod runs;
mod tensors;

use outlast_core::{Budget, Bytes, Diagnostic, Error, QuickMap, QuickSet, Source};

use crate::archive::{
    Generation, Kind, LEGACY_PROTOCOL, Legacy, TorchArchive, is_legacy, is_storage, is_tar,
    tensors as read_tensors,
};
use crate::bytecode::{DEBUG_HANDLES, Program, attach_debug_handles, read as read_bytecode};
use crate::pickle::{Limits, Pickle, Reader, Value, acts_as_pickle};
pub use codes::CODES;
use context::Context;
pub use runs::{By, How, Runs};

/// A name as findings show it.
fn quoted(name: &str) -> String {
    let mut characters = name.chars();
    let text: String = characters.by_ref().take(100).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("`{}{more}`", text.escape_debug())
}

/// How deep archives may be in archives: programs of `torch.export` have `torch.save` archives in them.
const DEPTH: u32 = 3;

/// Whether the data of tensors, and archives in the archive, which hold such, are read to compare their checksums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Data {
    /// They are: the whole file is read.
    Read,
    /// As far as they have no more bytes together: the cost does not depend on the size of weights.
    UpTo(u64),
    /// They are not. The file may have zeros in their place.
    Passed,
}

impl Data {
    /// Bytes of data that may be read.
    fn budget(self) -> Budget {
        Budget::new(match self {
            Data::Read => u64::MAX,
            Data::UpTo(most) => most,
            Data::Passed => 0,
        })
    }
}

/// Verifies a file of PyTorch: an archive, a legacy file, a program as FlatBuffers, or a pickle.
pub fn file(data: &[u8]) -> Vec<Diagnostic> {
    file_with(data, Data::Read)
}

/// As [`file()`], with the data of tensors or without.
pub fn file_with(data: &[u8], weights: Data) -> Vec<Diagnostic> {
    file_and_runs(data, weights).0
}

/// What is wrong with a file, and what reading it runs, from one walk.
pub fn file_and_runs(data: &[u8], weights: Data) -> (Vec<Diagnostic>, Vec<Runs>) {
    let mut context = Context::with(weights.budget());
    any(data, &Source::file(), DEPTH, &mut context);
    let runs = std::mem::take(&mut context.runs).finish();
    (context.finish(), runs)
}

/// What reading a file runs, without the data of tensors: every name of code that its pickles ask for, its Python sources and native
/// libraries.
pub fn runs(data: &[u8]) -> Vec<Runs> {
    file_and_runs(data, Data::Passed).1
}

/// Verifies a pickle that stands alone.
pub fn pickle(data: &[u8], reader: Reader) -> Vec<Diagnostic> {
    let mut context = Context::default();
    alone(data, reader, &mut context);
    context.finish()
}

/// Verifies a program of the lite interpreter. Places count as those of the program.
pub fn bytecode(program: &Program) -> Vec<Diagnostic> {
    let mut context = Context::default();
    bytecode::check(program, &mut context);
    context.finish()
}

/// `depth`: levels of archives in archives that are still looked into.
fn any(data: &[u8], source: &Source, depth: u32, context: &mut Context) {
    context.source = source.clone();
    let flat = flatbuffer::check(data, context);
    // One reader looks at the start of a file, another at its end: a file may be something to each of them, and is checked as both.
    let before = is_tar(data) || is_legacy(data);
    if before {
        legacy(data, context);
    }
    match TorchArchive::open(data) {
        Ok(archive) => {
            if !before && !data.starts_with(b"PK\x03\x04") {
                front(data, context);
            }
            of_archive(&archive, source, depth, context);
        }
        Err(_) if before || flat => {}
        Err(error) if data.starts_with(b"PK") => context.failure(codes::UNREADABLE_RECORD, &error),
        Err(_) => alone(data, Reader::WeightsOnly, context),
    }
    context.source = source.clone();
}

fn alone(data: &[u8], reader: Reader, context: &mut Context) {
    let (file, limits) = (Bytes::new(data, 0), Limits::default());
    let pickle = Pickle::read(file, limits);
    pickles::check(&pickle, file, (reader, None), limits, context);
    behind(&pickle, file, (reader, None), limits, context);
    tensors::check(&read_tensors(&pickle), |_| tensors::Data::Unknown, context);
}

/// A pickle in front of an archive: `torch.load` reads it, as the file does not start as an archive.
fn front(data: &[u8], context: &mut Context) {
    let (file, limits) = (Bytes::new(data, 0), Limits::default());
    let pickle = Pickle::read(file, limits);
    if pickle.root.is_some() || !pickle.uses.imports().is_empty() {
        pickles::check(&pickle, file, (Reader::WeightsOnly, None), limits, context);
    }
}

/// What stands behind a pickle: if it is one, too, what it imports.
fn behind(
    pickle: &Pickle<'_>,
    file: Bytes<'_>,
    reader: (Reader, Option<Kind>),
    limits: Limits,
    context: &mut Context,
) {
    let rest = file.len().saturating_sub(pickle.len);
    if rest == 0 || pickle.error.is_some() {
        return;
    }
    context.error(
        codes::BEHIND_STOP,
        format!("{rest} bytes after the end of the pickle"),
        file.span(pickle.len, rest),
    );
    let (mut at, mut most) = (pickle.len, 64);
    // Other readers take one pickle after the other.
    while let Ok(window) = file.window(at, file.len().saturating_sub(at), "pickle")
        && !window.is_empty()
    {
        if most == 0 {
            let title = format!("{} bytes after 64 pickles were not looked into", window.len());
            context.error(codes::NOT_LOOKED_INTO, title, window.span(0, window.len()));
            break;
        }
        let next = Pickle::read(window, limits);
        if next.root.is_none() && next.uses.imports().is_empty() {
            break;
        }
        pickles::check(&next, window, reader, limits, context);
        if next.root.is_none() {
            break;
        }
        at = at.saturating_add(next.len);
        most -= 1;
    }
}

/// Whether what starts with the mark of a pickle is one, or asks for something before it breaks off.
fn reads_as_pickle(pickle: &Pickle<'_>) -> bool {
    pickle.root.is_some() || !pickle.uses.imports().is_empty()
}

/// Whether what starts so may be what `torch.load` executes: an archive, or a pickle that has not come to an error yet.
fn may_be_pickled(start: &[u8]) -> bool {
    if start.starts_with(b"PK\x03\x04") {
        return true;
    }
    let pickle = Pickle::read(Bytes::new(start, 0), Limits { memory: 1 << 14, depth: 0 });
    let cut = pickle.error.as_ref().is_some_and(|error| {
        let at = usize::try_from(error.place().span.end_byte()).unwrap_or(usize::MAX);
        at >= start.len()
    });
    !pickle.uses.imports().is_empty() || pickle.ops > 1 && (pickle.root.is_some() || cut)
}

/// Whether a record is a pickle by its name.
pub(crate) fn is_pickle(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("pkl") || name.ends_with(".pickle")
}

fn of_archive(archive: &TorchArchive<'_>, source: &Source, depth: u32, context: &mut Context) {
    let readable = container::check(archive, context);
    records::check(archive, context);
    runs::of_archive(archive, source, &mut context.runs);
    let (kind, limits) = (archive.kind(), Limits::default());
    let Ok(all) = archive.records() else { return };
    let within = context.within;
    if let Kind::Exported(_) = kind {
        context.within = Some(By::Exported);
    }
    let mut used = QuickSet::default();
    for (record, readable) in all.zip(readable) {
        if !readable {
            continue;
        }
        let Ok(member) = archive.zip().member(record.entry) else { continue };
        let name = &*record.name;
        let mut storage = is_storage(name);
        // The start says what it is, whatever its name.
        let Ok(start) = member.prefix(64) else { continue };
        // Weights and constants of programs may be pickled, whatever their configuration says.
        storage &= !(matches!(kind, Kind::Exported(_)) && may_be_pickled(&start));
        let inner = !storage && (start.starts_with(b"PK\x03\x04") || is_legacy(&start));
        let marked = !storage && matches!(*start, [0x80, 0..=5, ..]);
        // Pickles of the protocols 0 and 1 have no mark; any record of a package may be taken for a pickle.
        if storage && !is_pickle(name) {
            continue;
        }
        context.source = source.member(record.entry.name());
        let content = match archive.content_of(&member) {
            Ok(content) => content,
            Err(error) => {
                context.source = source.clone();
                context.failure(codes::UNREADABLE_RECORD, &error);
                continue;
            }
        };
        if inner && depth == 0 {
            context.source = source.clone();
            let title = format!(
                "{} is a file of its own, more than {DEPTH} archives deep: it was not looked into",
                quoted(name)
            );
            context.error(codes::NOT_LOOKED_INTO, title, member.raw().span(0, member.raw().len()));
            continue;
        }
        if inner {
            let inside = context.source.clone();
            any(&content, &inside, depth - 1, context);
            continue;
        }
        let (file, reader) = (Bytes::new(&content, 0), (archive.reader_of(name), Some(kind)));
        let pickle = Pickle::read(file, limits);
        let shown =
            is_pickle(name) || if marked { reads_as_pickle(&pickle) } else { acts_as_pickle(&pickle, file) };
        if !shown {
            continue;
        }
        pickles::check(&pickle, file, reader, limits, context);
        behind(&pickle, file, reader, limits, context);
        if name.eq_ignore_ascii_case("bytecode.pkl") && pickle.root.is_some() {
            let mut program = read_bytecode(&pickle);
            debug_handles(archive, &mut program, source, context);
            context.source = source.member(record.entry.name());
            bytecode::check(&program, context);
        }
        let found = read_tensors(&pickle);
        for storage in &found.storages {
            used.insert(archive.storage_record(name, &storage.key));
        }
        let data = |key: &str| {
            // What a model was traced with is kept without its data, and is never loaded.
            if name.starts_with("traced_inputs") {
                return tensors::Data::Unknown;
            }
            let record = archive.storage_record(name, key);
            match archive.entry(&record) {
                Ok(Some(entry)) => tensors::Data::Bytes(entry.size()),
                Ok(None) => tensors::Data::Missing(record),
                Err(_) => tensors::Data::Unknown,
            }
        };
        tensors::check(&found, data, context);
    }
    context.source = source.clone();
    context.within = within;
    let named = match kind {
        Kind::TorchScript { generation, .. } => generation > Generation::A,
        Kind::Save | Kind::Package => true,
        _ => false,
    };
    if named {
        unused(archive, &used, context);
    }
}

/// The debug handles of a program, where they can be read.
fn debug_handles(archive: &TorchArchive<'_>, program: &mut Program, source: &Source, context: &mut Context) {
    // A record that cannot be read is a finding of its own.
    if let Ok(Some(content)) = archive.content(DEBUG_HANDLES) {
        let handles = Pickle::read(Bytes::new(&content, 0), Limits::default());
        context.source = source.member(archive.member_name(DEBUG_HANDLES));
        bytecode::faults(&attach_debug_handles(program, &handles), context);
    }
}

/// Data that no pickle refers to.
fn unused(archive: &TorchArchive<'_>, used: &QuickSet<String>, context: &mut Context) {
    let Ok(records) = archive.records() else { return };
    for record in records.filter(|record| is_storage(&record.name) && !used.contains(&*record.name)) {
        if let Ok(member) = archive.zip().member(record.entry) {
            let title = format!("no tensor refers to {}", quoted(&record.name));
            context.note(codes::UNUSED_DATA, title, member.raw().span(0, member.raw().len()));
        }
    }
}

fn legacy(data: &[u8], context: &mut Context) {
    let (file, limits) = (Bytes::new(data, 0), Limits::default());
    let legacy = match Legacy::read(data, limits) {
        Ok(legacy) => legacy,
        Err(error) => return context.failure(codes::BROKEN_LEGACY, &error),
    };
    for part in &legacy.parts {
        let Ok(window) = file.window(part.at, data.len().saturating_sub(part.at), "pickle") else { continue };
        pickles::check(&part.pickle, window, (Reader::WeightsOnly, None), limits, context);
    }
    // A pickle that cannot be read is a finding already.
    let of_pickle = |error: &Error| legacy.parts.iter().any(|part| part.pickle.error.as_ref() == Some(error));
    if let Some(error) = legacy.error.as_ref().filter(|error| !of_pickle(error)) {
        context.failure(codes::BROKEN_LEGACY, error);
    }
    if legacy.trailing > 0 {
        let at = data.len().saturating_sub(legacy.trailing);
        let title = format!("{} bytes after the last storage", legacy.trailing);
        context.warning(codes::LEGACY_TRAILING, title, file.span(at, legacy.trailing));
    }
    let value = |name: &str| {
        let part = legacy.part(name)?;
        Some((part, part.pickle.root?))
    };
    if let Some((part, root)) = value("protocol")
        && part.pickle.graph.int(root) != Some(LEGACY_PROTOCOL)
    {
        let title = format!("the version of the format is not {LEGACY_PROTOCOL}");
        context.error(codes::LEGACY_PROTOCOL_VERSION, title, file.span(part.at, part.pickle.len));
    }
    if let Some((part, root)) = value("sys_info")
        && let Value::Dict(items) = part.pickle.graph.value(root)
        && let graph = &part.pickle.graph
        && items.iter().any(|(key, value)| {
            graph.text(*key) == Some("little_endian") && graph.value(*value) == &Value::Bool(false)
        })
    {
        let title = "the data are big-endian";
        context.warning(codes::LEGACY_BYTE_ORDER, title, file.span(part.at, part.pickle.len));
    }
    // Where the file breaks off, what is missing is known.
    if legacy.error.is_none() {
        let sizes: QuickMap<&str, Option<u64>> =
            legacy.storages.iter().map(|storage| (&*storage.key, storage.bytes)).collect();
        let data = |key: &str| match sizes.get(key) {
            Some(Some(bytes)) => tensors::Data::Bytes(*bytes),
            Some(None) => tensors::Data::Unknown,
            None => tensors::Data::Missing(key.to_string()),
        };
        tensors::check(&legacy.tensors, data, context);
    }
}
