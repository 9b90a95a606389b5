//! A PyTorch file as text: records with offset and size, code as it stands, pickles as values.

use std::io;

use crate::archive::{Kind, Legacy, TorchArchive, is_legacy, is_tar};
use crate::bytecode;
use crate::export;
use crate::flatbuffer::{self, FlatFile, Sniffed, sniff};
use crate::pickle::{Limits, Pickle, print as print_value};
use outlast_core::Bytes;

use super::NAME;
use outlast_model::family::DumpError;
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};

/// Text of records is shown up to this size.
const MOST_TEXT: usize = 1 << 26;
/// Lines of each part of a program.
const MOST_LINES: usize = 1 << 20;

/// Only the record of this name, below the root folder, without headings.
#[derive(Clone, Debug)]
pub struct Record(pub String);

impl FamilyOption for Record {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!("--record is for PyTorch archives, but this is of kind {}", kind.title()))
    }
}

/// Prints a file.
pub(super) fn print(
    _: &str,
    bytes: &[u8],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), DumpError> {
    if is_legacy(bytes) || is_tar(bytes) {
        return legacy(bytes, out);
    }
    if let Some(Sniffed::Program | Sniffed::Cut) = sniff(bytes) {
        return flat(bytes, out);
    }
    let archive = match TorchArchive::open(bytes) {
        Ok(archive) => archive,
        Err(error) if bytes.starts_with(b"PK") => return Err(DumpError::Unreadable(error)),
        Err(_) => return pickle(bytes, out),
    };
    match options.get::<Record>() {
        Some(Record(name)) => dump_record(&archive, name, out),
        None => all(&archive, out),
    }
}

fn dump_record(archive: &TorchArchive<'_>, name: &str, out: &mut dyn io::Write) -> Result<(), DumpError> {
    match archive.content(name).map_err(DumpError::Unreadable)? {
        Some(content) => record(name, &content, out),
        None => {
            let why = format!("there is no record `{name}`: `outlast inspect` lists them");
            Err(DumpError::Option("record", why))
        }
    }
}

fn all(archive: &TorchArchive<'_>, out: &mut dyn io::Write) -> Result<(), DumpError> {
    writeln!(out, "offset      bytes       record")?;
    let records = archive.records().map_err(DumpError::Unreadable)?;
    let mut shown = Vec::new();
    for each in records {
        let size = each.entry.size();
        match archive.zip().member(each.entry) {
            Ok(member) => {
                writeln!(out, "{:<#11x} {size:<11} {}", member.raw().base(), each.name.escape_debug())?;
                if has_text(&each.name) {
                    shown.push((each.name.into_owned(), member));
                }
            }
            Err(error) => {
                writeln!(out, "{:<11} {size:<11} {}: {error}", "unreadable", each.name.escape_debug())?;
            }
        }
    }
    if let Ok(Some(loaded)) = bytecode::of_archive(archive) {
        let mut text = String::new();
        let _ = bytecode::write_text(&loaded.program, MOST_LINES, &mut text);
        writeln!(out, "\n== bytecode ==\n{text}")?;
    }
    let programs = graphs(archive, out)?;
    for (name, member) in shown.into_iter().filter(|(name, _)| !programs.contains(name)) {
        writeln!(out, "\n== {} ==", name.escape_debug())?;
        match archive.content_of(&member) {
            Ok(content) => record(&name, &content, out)?,
            Err(error) => writeln!(out, "unreadable: {error}")?,
        }
    }
    Ok(())
}

/// The graphs of programs of `torch.export`, as text; the records that they are in.
fn graphs(archive: &TorchArchive<'_>, out: &mut dyn io::Write) -> Result<Vec<String>, DumpError> {
    let mut shown = Vec::new();
    let Kind::Exported(_) = archive.kind() else { return Ok(shown) };
    let Ok(package) = export::Package::of(archive) else { return Ok(shown) };
    for model in package.models {
        let Ok(json) = export::json_text(archive, &model.program) else { continue };
        let Ok(document) = export::read(archive, &model.program, &json) else { continue };
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = export::render(export::Program::new(document.root()), MOST_TEXT, &mut text);
        writeln!(out, "\n== graph of {} ==\n{}", model.program.escape_debug(), text.trim_end())?;
        shown.push(model.program);
    }
    Ok(shown)
}

/// Whether a record is code, a pickle, or a short text.
fn has_text(name: &str) -> bool {
    let ends = [
        ".py",
        "pkl",
        ".json",
        "version",
        "byteorder",
        "archive_format",
        ".data/serialization_id",
        ".storage_alignment",
    ];
    ends.iter().any(|end| name.ends_with(end)) || name.starts_with("extra/")
}

/// Prints the content of a record: a pickle as values, everything else as it is.
fn record(name: &str, content: &[u8], out: &mut dyn io::Write) -> Result<(), DumpError> {
    if name.ends_with("pkl") {
        return pickle(content, out);
    }
    let head = content.get(..MOST_TEXT).unwrap_or(content);
    for (i, line) in head.split(|byte| *byte == b'\n').enumerate() {
        let line = String::from_utf8_lossy(line);
        let end = if i == 0 { "" } else { "\n" };
        // No control characters to a terminal.
        let safe: String =
            line.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
        write!(out, "{end}{safe}")?;
    }
    if !head.ends_with(b"\n") {
        writeln!(out)?;
    }
    Ok(())
}

fn pickle(content: &[u8], out: &mut dyn io::Write) -> Result<(), DumpError> {
    let pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
    if let Some(root) = pickle.root {
        print_value(&pickle.graph, root, out)?;
        writeln!(out)?;
    }
    match pickle.error {
        Some(error) => Err(DumpError::Cut(Box::new(error.to_diagnostic()))),
        None => Ok(()),
    }
}

/// A program of the lite interpreter in a file of its own.
fn flat(bytes: &[u8], out: &mut dyn io::Write) -> Result<(), DumpError> {
    let file = FlatFile::open(Bytes::new(bytes, 0)).map_err(DumpError::Unreadable)?;
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = flatbuffer::write_text(&file.module(), MOST_LINES, &mut text);
    Ok(out.write_all(text.as_bytes())?)
}

fn legacy(bytes: &[u8], out: &mut dyn io::Write) -> Result<(), DumpError> {
    let legacy = Legacy::read(bytes, Limits::default()).map_err(DumpError::Unreadable)?;
    for part in &legacy.parts {
        writeln!(out, "== {} at {:#x} ==", part.name.escape_debug(), part.at)?;
        if let Some(root) = part.pickle.root {
            print_value(&part.pickle.graph, root, out)?;
            writeln!(out, "\n")?;
        }
    }
    for storage in &legacy.storages {
        writeln!(
            out,
            "storage {} at {:#x}: {} elements",
            storage.key.escape_debug(),
            storage.at,
            storage.numel
        )?;
    }
    match legacy.error {
        Some(error) => Err(DumpError::Cut(Box::new(error.to_diagnostic()))),
        None => Ok(()),
    }
}
