//! Attributes and types of dialects: their text is kept. Also what our printer makes of encodings that are not known.

use crate::print::string_end;
use outlast_core::Result;

use super::Parser;
use super::intern::Kind;
use super::resources::hex;
use crate::escape;
use crate::ids::{AttrId, TypeId};
use crate::wire::Reader;

/// What our printer writes for encodings that are not known.
const OPAQUE: &str = "outlast.opaque";

impl<'t> Parser<'t> {
    /// The name behind a sigil, and whether it is an alias; otherwise all of the dialect's text was taken.
    fn symbol_of_dialect(&mut self) -> Result<(&'t str, bool)> {
        self.cursor.skip();
        let start = self.cursor;
        self.cursor.at += 1;
        let Some(name) = self.cursor.suffix() else {
            return Err(start.expected("the name of an alias or of a dialect's attribute or type"));
        };
        let has_body = self.cursor.byte() == Some(b'<');
        if !has_body && !name.contains('.') {
            return Ok((name, true));
        }
        if has_body {
            self.body()?;
        }
        Ok((name, false))
    }

    /// `#alias`, `#dialect.name<…>`, `#dialect<…>`.
    pub(super) fn dialect_attr(&mut self) -> Result<AttrId> {
        self.cursor.skip();
        let start = self.cursor;
        let (name, alias) = self.symbol_of_dialect()?;
        if alias {
            return self.aliases.attr(name).ok_or_else(|| undefined(&start, name));
        }
        if name == OPAQUE {
            return self.opaque_attr(start.at);
        }
        let mut text = self.resolved(start.at, self.cursor.at)?;
        if self.cursor.eat(":") {
            self.cursor.skip();
            let from = self.cursor.at;
            self.ty()?;
            text.extend_from_slice(b" : ");
            let ty = self.resolved(from, self.cursor.at)?;
            text.extend_from_slice(&ty);
        }
        Ok(match numbered(&text) {
            None => self.interner.text_attr(dialect(name), &text),
            Some(own) => self.interner.numbered_attr(dialect(name), &text, &own),
        })
    }

    /// `!alias`, `!dialect.name<…>`, `!dialect<…>`.
    pub(super) fn dialect_type(&mut self) -> Result<TypeId> {
        self.cursor.skip();
        let start = self.cursor;
        let (name, alias) = self.symbol_of_dialect()?;
        if alias {
            return self.aliases.ty(name).ok_or_else(|| undefined(&start, name));
        }
        if name == OPAQUE {
            let (dialect, bytes) = self.opaque(start.at)?;
            return Ok(self.interner.custom_type(&dialect, &bytes));
        }
        let text = self.resolved(start.at, self.cursor.at)?;
        Ok(self.interner.text_type(dialect(name), &text, Kind::Other))
    }

    fn opaque_attr(&mut self, start: usize) -> Result<AttrId> {
        let (dialect, bytes) = self.opaque(start)?;
        Ok(self.interner.custom_attr(&dialect, &bytes))
    }

    /// Reads `#outlast.opaque<"dialect", "0x…">` again, from `start`. Only a code without anything else is sure to refer to nothing.
    fn opaque(&mut self, start: usize) -> Result<(Vec<u8>, Vec<u8>)> {
        let end = self.cursor.at;
        self.cursor.at = start + 1 + OPAQUE.len();
        let here = self.cursor;
        let (dialect, bytes) = self.opaque_parts()?;
        self.cursor.at = end;
        let mut reader = Reader::new(&bytes);
        match reader.varint("code").is_ok() && reader.is_empty() {
            true => Ok((dialect, bytes)),
            false => Err(foreign(&here)),
        }
    }

    /// `<"dialect", "0x…">`.
    pub(super) fn opaque_parts(&mut self) -> Result<(Vec<u8>, Vec<u8>)> {
        self.cursor.expect("<")?;
        let dialect = self.quoted("the name of a dialect in quotes")?;
        self.cursor.expect(",")?;
        self.cursor.skip();
        let here = self.cursor;
        let text = self.quoted("bytes as `\"0x…\"`")?;
        self.cursor.expect(">")?;
        match hex(&text) {
            Some(bytes) => Ok((dialect, bytes)),
            None => Err(here.expected("bytes as `\"0x…\"`")),
        }
    }
}

/// Bytes that may mean something only in the file that they came from.
pub(super) fn foreign(here: &super::Cursor<'_>) -> outlast_core::Error {
    here.error("these bytes may refer to tables of the file that they were printed from, and mean nothing without it")
        .with_help("convert that file itself, or print it with a tool that knows the dialect")
}

fn undefined(start: &super::Cursor<'_>, name: &str) -> outlast_core::Error {
    let sigil = char::from(start.byte().unwrap_or(b'#'));
    start
        .error(format!("the alias `{sigil}{name}` is not defined"))
        .with_help("aliases stand before they are used; only locations of operations may be defined later")
}

/// The dialect of a name: what is before the first point.
fn dialect(name: &str) -> &[u8] {
    name.split('.').next().unwrap_or(name).as_bytes()
}

/// A text with distinct attributes in it numbered from 0, as each entry of a file has them; none if there are none.
fn numbered(text: &[u8]) -> Option<Vec<u8>> {
    const WORD: &[u8] = b"distinct[";
    let mut numbers: Vec<&[u8]> = Vec::new();
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some((rest, byte)) = text.get(at..).and_then(|rest| Some((rest, rest.first()?))) {
        if *byte == b'"' {
            let end = string_end(text, at).min(text.len());
            out.extend_from_slice(text.get(at..end).unwrap_or_default());
            at = end;
            continue;
        }
        let digits = rest.strip_prefix(WORD).and_then(|rest| rest.split(|byte| *byte == b']').next());
        let Some(digits) = digits else {
            out.push(*byte);
            at += 1;
            continue;
        };
        let number = numbers.iter().position(|known| *known == digits).unwrap_or_else(|| {
            numbers.push(digits);
            numbers.len() - 1
        });
        out.extend_from_slice(WORD);
        escape::number(&mut out, u64::try_from(number).unwrap_or(u64::MAX));
        at += WORD.len() + digits.len();
    }
    (!numbers.is_empty()).then_some(out)
}
