//! Attributes and types by hooks: read, upgraded, and written again where the version is another one.

use outlast_core::{Error, ErrorKind, Result, Span, Step};

use super::erased::AnyVersion;
use super::reader::Indices;
use super::writer::encoding_of;
use super::{Asm, DialectReader, ErasedHooks};
use crate::defs::section;
use crate::encoding::{Encoding, Known, Written};
use crate::file::File;
use crate::ids::DialectId;
use crate::ids::EntryKind;
use crate::print::Snippets;
use crate::tables::{Entries, Tables};

/// The dialect that is being read.
pub(super) struct Hooked<'h> {
    pub(super) id: DialectId,
    pub(super) hooks: &'h dyn ErasedHooks,
    /// The version that the file states.
    pub(super) version: Option<&'h AnyVersion>,
    /// Whether that is another one than the hooks write.
    pub(super) other: bool,
}

/// An entry whose dialect's hooks have said something.
struct Found {
    kind: EntryKind,
    index: u32,
    asm: Asm,
    /// As what it stands in the file.
    custom: bool,
    /// Whether an upgrade made something else of it.
    changed: bool,
    encoding: Option<Encoding>,
}

/// Asks the hooks about everything of the dialect in the tables of a file, and puts what they say there.
pub(super) fn decode(
    file: &File<'_>,
    tables: &mut Tables<'_>,
    limits: Indices,
    dialect: &Hooked<'_>,
) -> Result<()> {
    let mut all = Vec::new();
    for kind in [EntryKind::Attr, EntryKind::Type] {
        for index in of_dialect(entries(tables, kind), dialect.id) {
            let found = read_entry(file, tables, limits, dialect, kind, index);
            all.extend(found.map_err(|error| under(error, kind, index))?);
        }
    }
    let texts = settle(tables, dialect, all);
    as_text(file, tables, dialect, texts)
}

/// Asks the hooks what they encode of what is text.
pub(super) fn encode(tables: &mut Tables<'_>, id: DialectId, hooks: &dyn ErasedHooks) {
    for kind in [EntryKind::Attr, EntryKind::Type] {
        for index in of_dialect(entries(tables, kind), id) {
            let entries = entries_mut(tables, kind);
            let text =
                entries.get(index).filter(|entry| entry.known.is_none()).and_then(|entry| entry.text());
            let Some(asm) = text.map(Asm::of) else { continue };
            if let Some(encoding) = encoding_of(hooks, kind, &asm) {
                entries.set_known(index, Known { asm, written: Written::Custom(encoding) });
            }
        }
    }
}

fn entries<'t, 'a>(tables: &'t Tables<'a>, kind: EntryKind) -> &'t Entries<'a> {
    match kind {
        EntryKind::Attr => &tables.attrs,
        EntryKind::Type => &tables.types,
    }
}

fn entries_mut<'t, 'a>(tables: &'t mut Tables<'a>, kind: EntryKind) -> &'t mut Entries<'a> {
    match kind {
        EntryKind::Attr => &mut tables.attrs,
        EntryKind::Type => &mut tables.types,
    }
}

/// Says which entry an error is about.
fn under(error: Error, kind: EntryKind, index: u32) -> Error {
    let what = if kind == EntryKind::Attr { "attribute" } else { "type" };
    error.within(Step::Item(what, u64::from(index))).within(File::step(section::ATTR_TYPE))
}

fn of_dialect(entries: &Entries<'_>, dialect: DialectId) -> Vec<u32> {
    let own = (0_u32..).zip(entries.iter()).filter(|(_, entry)| entry.dialect == dialect);
    own.map(|(index, _)| index).collect()
}

fn read_entry(
    file: &File<'_>,
    tables: &Tables<'_>,
    limits: Indices,
    dialect: &Hooked<'_>,
    kind: EntryKind,
    index: u32,
) -> Result<Option<Found>> {
    let Some(entry) = entries(tables, kind).get(index) else { return Ok(None) };
    let span = span_of(file, tables, kind, index);
    let mut asm = match entry.text() {
        Some(text) => Asm::of(text),
        None => {
            let reader = crate::wire::Reader::new(file.data()).window(span.0, span.1);
            let mut reader = DialectReader::new(reader, tables, limits, file.version());
            match dialect.hooks.read(kind, &mut reader, dialect.version)? {
                Some(asm) => {
                    reader.finish("encoding of a dialect")?;
                    asm
                }
                None if dialect.other => return Err(unknown(dialect, span)),
                None => return Ok(None),
            }
        }
    };
    let mut changed = false;
    if let Some(version) = dialect.version {
        let upgraded = dialect.hooks.upgrade(kind, &asm, version).map_err(|error| placed(error, span))?;
        if let Some(new) = upgraded.filter(|new| *new != asm) {
            asm = new;
            changed = true;
        }
    }
    let encoding = encoding_of(dialect.hooks, kind, &asm);
    let custom = entry.custom;
    if !custom && !changed && encoding.is_none() {
        return Ok(None);
    }
    Ok(Some(Found { kind, index, asm, custom, changed, encoding }))
}

/// Where the bytes of an entry are in the file.
fn span_of(file: &File<'_>, tables: &Tables<'_>, kind: EntryKind, index: u32) -> (usize, usize) {
    let base = file.section(section::ATTR_TYPE).map_or(0, |section| section.start);
    let range = entries(tables, kind).range(index).unwrap_or_default();
    (base + outlast_core::to_index(range.start), base + outlast_core::to_index(range.end))
}

fn bytes_of(span: (usize, usize)) -> Span {
    let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
    Span::bytes(wide(span.0), wide(span.1))
}

/// An error of a hook that has no place of its own is about the whole entry.
fn placed(error: Error, span: (usize, usize)) -> Error {
    if error.place().span != Span::default() {
        return error;
    }
    let placed = Error::new(error.kind().clone(), bytes_of(span));
    match error.help() {
        Some(help) => placed.with_help(help),
        None => placed,
    }
}

/// What is not known cannot be said in another version.
fn unknown(dialect: &Hooked<'_>, span: (usize, usize)) -> Error {
    let version = dialect.version.map_or("", |version| &*version.text);
    let why = format!("its hooks do not know it, so it cannot be upgraded from version {version}");
    Error::new(ErrorKind::Invalid { what: "encoding of a dialect", why }, bytes_of(span))
        .with_help("without the hooks of this dialect, the file is read as it is")
}

/// Puts what was found into the tables. What has to become text is given back: other entries may stand in it.
fn settle(tables: &mut Tables<'_>, dialect: &Hooked<'_>, all: Vec<Found>) -> Vec<(EntryKind, u32, bool)> {
    let mut texts = Vec::new();
    for Found { kind, index, asm, custom, changed, encoding } in all {
        let again = changed || dialect.other && custom;
        match encoding {
            Some(encoding) => {
                let bytes = again.then(|| encoding.bytes(&mut tables.strings));
                let entries = entries_mut(tables, kind);
                if let Some(bytes) = bytes {
                    entries.replace(index, dialect.id, true, bytes);
                }
                entries.set_known(index, Known { asm, written: Written::Custom(encoding) });
            }
            None => {
                let entries = entries_mut(tables, kind);
                if !custom {
                    // It is printed as what it became, not as what it was.
                    entries.replace(index, dialect.id, true, Vec::new());
                }
                entries.set_known(index, Known { asm, written: Written::Text(Vec::new()) });
                texts.push((kind, index, again));
            }
        }
    }
    texts
}

/// Makes text of what was read from an encoding, or upgraded, and is written as text.
fn as_text(
    file: &File<'_>,
    tables: &mut Tables<'_>,
    dialect: &Hooked<'_>,
    all: Vec<(EntryKind, u32, bool)>,
) -> Result<()> {
    let release = crate::defs::producer_release(file.producer()).unwrap_or(crate::print::NEWEST);
    let mut made = Vec::new();
    let mut snippets = Snippets::of_release(tables, release);
    for (kind, index, again) in all {
        let text = snippets.exact(kind, index).map(|text| [&*text, &[0]].concat());
        if text.is_none() && again {
            let why = "it has no text: something in it is not known, or has itself inside".to_owned();
            let error = ErrorKind::Invalid { what: "attribute or type of a dialect", why };
            let error = Error::new(error, bytes_of(span_of(file, tables, kind, index)));
            return Err(under(error, kind, index));
        }
        made.push((kind, index, again, text));
    }
    drop(snippets);
    for (kind, index, again, text) in made {
        let entries = entries_mut(tables, kind);
        match text {
            Some(text) if again => entries.replace(index, dialect.id, false, text),
            text => {
                let written = text.map_or(Written::Not, Written::Text);
                if let Some(known) = entries.known(index).cloned() {
                    entries.set_known(index, Known { written, ..known });
                }
            }
        }
    }
    Ok(())
}
