//! Assembly text of attributes and types: as MLIR's lexer and the parsers of its builtin dialect take it. What stands inside of a dialect's brackets has to
//! be balanced, of words that upstream's dialects have.

use outlast_core::{Place, QuickSet, Span, to_index};

use super::{Fault, words};
use crate::codec::EntryKind;
use crate::defs::section;
use crate::file::File;
use crate::ids::AttrId;
use crate::parse;
use crate::tables::Tables;
use crate::tables::dictionary_items;
use crate::verify::{path_of, span_in};

/// Why a text cannot be parsed.
fn wrong(text: &[u8], kind: EntryKind) -> Option<String> {
    if let Err(why) = parse::alone(text, kind) {
        return Some(why);
    }
    let word = words::unknown(std::str::from_utf8(text).ok()?)?;
    Some(format!("`{word}` is not a word that its dialect is known to have"))
}

/// Entries stand among those of their own dialect.
fn elsewhere(text: &[u8], dialect: &[u8]) -> Option<String> {
    let own = match text.strip_prefix(b"#").or_else(|| text.strip_prefix(b"!")) {
        Some(name) => name.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next()?,
        None => b"builtin",
    };
    (own != dialect).then(|| format!("it is among the entries of dialect `{}`", dialect.escape_ascii()))
}

/// Names in dictionaries that begin with one of upstream's dialects, and that it is not known to have: some dialects refuse such.
pub(super) fn names(tables: &Tables<'_>, most: usize, found: &mut Vec<Fault>) {
    let before = found.len();
    let mut seen: QuickSet<Vec<u8>> = QuickSet::default();
    for index in 0..tables.attrs.len() {
        for (name, _) in dictionary_items(tables, AttrId::new(index)).unwrap_or_default() {
            if !name.contains(&b'.') || seen.contains(&name) {
                continue;
            }
            if !std::str::from_utf8(&name).is_ok_and(words::is_attribute) {
                let what = format!(
                    "`{}` is not an attribute that its dialect is known to have",
                    name.escape_ascii()
                );
                let path = path_of(section::ATTR_TYPE).item("attribute", index);
                found.push(Fault::new(what, Place::new(Span::default(), path)));
            }
            if found.len() - before >= most {
                return;
            }
            seen.insert(name);
        }
    }
}

/// Texts that cannot be parsed.
pub(super) fn check(file: &File<'_>, tables: &Tables<'_>, most: usize, found: &mut Vec<Fault>) {
    let before = found.len();
    for (kind, what, entries) in
        [(EntryKind::Attr, "attribute", &tables.attrs), (EntryKind::Type, "type", &tables.types)]
    {
        for (index, entry) in entries.iter().enumerate() {
            let Some(text) = entry.text() else { continue };
            let Some(why) = wrong(text, kind).or_else(|| elsewhere(text, tables.dialect_name(entry.dialect)))
            else {
                continue;
            };
            if found.len() - before >= most {
                return;
            }
            let range = entries.range(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0..0);
            let span = span_in(file, section::ATTR_TYPE, to_index(range.start)..to_index(range.end));
            let place = Place::new(span, path_of(section::ATTR_TYPE).item(what, index));
            found.push(Fault::new(
                format!("the assembly text of {what} {index} cannot be parsed: {why}"),
                place,
            ));
        }
    }
}
