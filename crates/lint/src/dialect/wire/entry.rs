//! Attributes and types of a file: whether a release reads them, and how they are shown.

use outlast_mlir::AttrId;
use outlast_mlir::codec::EntryKind;
use outlast_mlir::tables::{Entry, Tables};
use outlast_mlir::wire::Reader;

use super::read::{About, Refusal};
use crate::dialect::layout::{Layout, Piece};
use crate::dialect::model::{CodeKind, Dialects};

/// Fields with their values, as they are shown.
pub type Fields = Vec<(String, String)>;

/// How deep attributes are shown.
const MAX_NESTING: usize = 6;

/// How much of one is shown.
const MAX_SHOWN: usize = 200;

/// Reads every encoded attribute and type by the codes of a release: fields by their names.
pub(super) fn read(dialects: &Dialects, tables: &Tables<'_>) -> Result<Vec<(String, Fields)>, Refusal> {
    let mut out = Vec::new();
    for (kind, entries) in [(CodeKind::Attr, &tables.attrs), (CodeKind::Type, &tables.types)] {
        for entry in entries.iter().filter(|entry| entry.custom) {
            let name = String::from_utf8_lossy(tables.dialect_name(entry.dialect)).into_owned();
            let declared = dialects.dialect(&name);
            // A description need not say what every release has.
            if name == "builtin" && !declared.is_some_and(super::super::model::Dialect::has_interface) {
                continue;
            }
            let refuse = |why: String| Err(Refusal { path: name.clone(), why, about: About::Codes });
            let Some(dialect) = declared else { return refuse(format!("dialect `{name}` is not known")) };
            if !dialect.has_interface() {
                return refuse(format!("dialect `{name}` does not implement the bytecode interface"));
            }
            let mut reader = Reader::new(entry.bytes);
            let code = reader.varint("code").unwrap_or(u64::MAX);
            let Some(known) = dialect.code(kind, code) else {
                return refuse(format!("unknown {} code {code}", kind.name()));
            };
            let path = format!("{name}.{}", known.name);
            let Some(layout) = &known.layout else {
                out.push((path, vec![(String::new(), hex(entry.bytes))]));
                continue;
            };
            let mut fields = Vec::new();
            let read = pieces(tables, &mut reader, layout, &mut fields, 0);
            read.map_err(|why| Refusal { path: path.clone(), why, about: About::Codes })?;
            if !reader.is_empty() {
                let why = format!("unexpected trailing bytes after the {}", kind.name());
                return Err(Refusal { path, why, about: About::Codes });
            }
            out.push((path, fields));
        }
    }
    Ok(out)
}

/// Reads fields, in order.
fn pieces(
    tables: &Tables<'_>,
    reader: &mut Reader<'_>,
    layout: &Layout,
    out: &mut Fields,
    depth: usize,
) -> Result<(), String> {
    for (name, piece) in layout {
        let ends = |_| format!("the encoding ends before `{name}`");
        let index = |index: u64, count: usize, what: &str| {
            let fits = usize::try_from(index).is_ok_and(|index| index < count);
            if fits {
                Ok(u32::try_from(index).unwrap_or(u32::MAX))
            } else {
                Err(format!("invalid {what} index {index} for `{name}`"))
            }
        };
        let value = match piece {
            Piece::Attr => {
                let at = index(reader.varint("field").map_err(ends)?, tables.attrs.len(), "attribute")?;
                entry_text(tables, EntryKind::Attr, at, depth + 1)
            }
            Piece::Type => {
                let at = index(reader.varint("field").map_err(ends)?, tables.types.len(), "type")?;
                entry_text(tables, EntryKind::Type, at, depth + 1)
            }
            Piece::OptAttr | Piece::OptType => {
                let (at, there) = reader.flagged("field").map_err(ends)?;
                let (kind, count, what) = match piece {
                    Piece::OptAttr => (EntryKind::Attr, tables.attrs.len(), "attribute"),
                    _ => (EntryKind::Type, tables.types.len(), "type"),
                };
                if there {
                    entry_text(tables, kind, index(at, count, what)?, depth + 1)
                } else {
                    "nothing".to_string()
                }
            }
            Piece::Str => {
                let at = index(reader.varint("field").map_err(ends)?, tables.strings.len(), "string")?;
                quoted(tables.string(outlast_mlir::StringId(at)))
            }
            Piece::Resource => reader.varint("field").map_err(ends)?.to_string(),
            Piece::VarInt => reader.varint("field").map_err(ends)?.to_string(),
            Piece::SVarInt => reader.svarint("field").map_err(ends)?.to_string(),
            Piece::Bool => (reader.byte("field").map_err(ends)? != 0).to_string(),
            Piece::Blob => {
                let len = reader.varint("field").map_err(ends)?;
                hex(reader.bytes(len, "field").map_err(ends)?)
            }
            Piece::Maybe(inner) => match reader.byte("field").map_err(ends)? {
                0 => "nothing".to_string(),
                _ => nested(tables, reader, inner, depth)?,
            },
            Piece::List(inner) => {
                let count = reader.count("field").map_err(ends)?;
                let mut items = Vec::new();
                for _ in 0..count.min(MAX_SHOWN) {
                    items.push(nested(tables, reader, inner, depth)?);
                }
                format!("[{}]", items.join(", "))
            }
            Piece::Strings | Piece::Tail => hex(reader.rest()),
        };
        out.push((name.clone(), value));
    }
    Ok(())
}

fn nested(
    tables: &Tables<'_>,
    reader: &mut Reader<'_>,
    layout: &Layout,
    depth: usize,
) -> Result<String, String> {
    if depth >= MAX_NESTING {
        return Err("it is nested too deep".to_string());
    }
    let mut fields = Vec::new();
    pieces(tables, reader, layout, &mut fields, depth + 1)?;
    let values: Vec<String> = fields.into_iter().map(|(_, value)| value).collect();
    Ok(values.join(" "))
}

/// An attribute or type in a few words, the same for the same content.
pub(super) fn entry_text(tables: &Tables<'_>, kind: EntryKind, at: u32, depth: usize) -> String {
    let entries = if kind == EntryKind::Attr { &tables.attrs } else { &tables.types };
    let Some(entry) = entries.get(at) else { return format!("#{at}") };
    if let Some(text) = entry.text() {
        return String::from_utf8_lossy(text).into_owned();
    }
    let builtin = tables.dialect_name(entry.dialect) == b"builtin";
    let known = if builtin && depth < MAX_NESTING { of_builtin(tables, kind, &entry, depth) } else { None };
    known.unwrap_or_else(|| hex(entry.bytes))
}

fn of_builtin(tables: &Tables<'_>, kind: EntryKind, entry: &Entry<'_>, depth: usize) -> Option<String> {
    let mut reader = Reader::new(entry.bytes);
    let code = reader.varint("code").ok()?;
    let inner = |reader: &mut Reader<'_>, kind: EntryKind| {
        Some(entry_text(tables, kind, reader.index(usize::MAX, "index").ok()?, depth + 1))
    };
    Some(match (kind, code) {
        (EntryKind::Attr, 0) => {
            let count = reader.count("values").ok()?;
            let items: Option<Vec<String>> =
                (0..count.min(MAX_SHOWN)).map(|_| inner(&mut reader, EntryKind::Attr)).collect();
            format!("[{}]", items?.join(", "))
        }
        (EntryKind::Attr, 2) => {
            let at = reader.index(usize::MAX, "string").ok()?;
            quoted(tables.string(outlast_mlir::StringId(at)))
        }
        (EntryKind::Attr, 4) => format!("@{}", inner(&mut reader, EntryKind::Attr)?.trim_matches('"')),
        (EntryKind::Attr, 6) => inner(&mut reader, EntryKind::Type)?,
        (EntryKind::Attr, 7) => "unit".to_string(),
        (EntryKind::Attr, 8) => {
            let ty = inner(&mut reader, EntryKind::Type)?;
            match (ty.as_str(), reader.rest()) {
                ("i1", [bit]) => (*bit != 0).to_string(),
                (ty, rest) => format!("{} : {ty}", hex(rest)),
            }
        }
        (EntryKind::Attr, 17) => {
            let ty = inner(&mut reader, EntryKind::Type)?;
            let (_, len) = (reader.varint("size").ok()?, reader.varint("length").ok()?);
            format!("array<{ty}: {}>", hex(reader.bytes(len, "data").ok()?))
        }
        (EntryKind::Type, 0) => {
            let width = reader.varint("width").ok()?;
            let sign = ["i", "si", "ui"].get(usize::try_from(width & 3).ok()?)?;
            format!("{sign}{}", width >> 2)
        }
        _ => return None,
    })
}

/// The numbers of a dense array of 32-bit integers; none if it is none.
pub(super) fn i32s(tables: &Tables<'_>, attr: AttrId) -> Option<Vec<i64>> {
    let entry = tables.attrs.get(attr.0).filter(|entry| entry.custom)?;
    let mut reader = Reader::new(entry.bytes);
    if reader.varint("code").ok()? != 17 {
        return None;
    }
    let (_, _, len) =
        (reader.varint("type").ok()?, reader.varint("size").ok()?, reader.varint("length").ok()?);
    let (values, rest) = reader.bytes(len, "data").ok()?.as_chunks::<4>();
    let values = values.iter().map(|value| i64::from(i32::from_le_bytes(*value))).collect();
    rest.is_empty().then_some(values)
}

fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}

/// Bytes in hexadecimal, as far as they are shown.
pub(super) fn hex(bytes: &[u8]) -> String {
    let shown = bytes.get(..bytes.len().min(MAX_SHOWN)).unwrap_or_default();
    let digits: String = shown.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}
