//! A dump of schemas: one a line, in the spelling of any release. Blank lines and lines that begin with `#` say nothing.

use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_opset::lint::Declared;
use outlast_opset::schema::Schema;

use super::set::MAX_LINE;

/// The schemas of a dump.
pub(super) fn read(text: &str) -> Result<Vec<Declared>> {
    let mut schemas = Vec::new();
    let mut start = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let said = line.trim_start_matches('\u{feff}').trim();
        if !said.is_empty() && !said.starts_with('#') {
            // `said` is a part of `line`.
            let offset = start + said.as_ptr().addr().saturating_sub(line.as_ptr().addr());
            let column = line.get(..offset - start).map_or(0, |before| before.chars().count());
            schemas.push(declared(said, at + 1, offset, column)?);
        }
        start += line.len();
    }
    Ok(schemas)
}

/// A schema that begins behind so many bytes of the file and characters of its line.
pub(super) fn declared(text: &str, line: usize, offset: usize, column: usize) -> Result<Declared> {
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let bytes = number(offset)..number(offset.saturating_add(text.len()));
    if text.len() > MAX_LINE {
        let kind = ErrorKind::Limit { what: "bytes in one line", limit: number(MAX_LINE) };
        return Err(Error::new(kind, Span::bytes(bytes.start, bytes.end)));
    }
    match Schema::parse_with_places(text) {
        Ok((schema, places)) => Ok(Declared { schema, line: number(line), bytes, places: Some(places) }),
        Err(error) => Err(moved(error, line, offset, column)),
    }
}

/// An error in a schema, with its place in the file.
pub(super) fn moved(error: Error, line: usize, offset: usize, column: usize) -> Error {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let shift = u64::try_from(offset).unwrap_or(u64::MAX);
    let inner = &error.place().span;
    let span = Span::bytes(inner.start_byte().saturating_add(shift), inner.end_byte().saturating_add(shift));
    let kind = match error.kind().clone() {
        ErrorKind::Syntax { message, line: inside, column: at } => ErrorKind::Syntax {
            message,
            line: number(line).saturating_add(inside.saturating_sub(1)),
            column: if inside == 1 { at.saturating_add(number(column)) } else { at },
        },
        other => other,
    };
    let moved = Error::new(kind, span);
    match error.help() {
        Some(help) => moved.with_help(help),
        None => moved,
    }
}
