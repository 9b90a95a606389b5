//! Locations of the builtin dialect as text.

use outlast_core::Result;

use super::attr::index;
use super::text::{Item, LOCATION, Texts, UNKNOWN};
use crate::escape;
use crate::wire::Reader;

impl Texts<'_> {
    /// Appends a location without `loc(…)`.
    pub(super) fn location_body(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<u16> {
        match code {
            10 => {
                self.say(b"callsite(");
                let callee = index(reader, "callee")?;
                self.location(callee);
                self.say(b" at ");
                let caller = index(reader, "caller")?;
                self.location(caller);
                self.say(b")");
            }
            11 => {
                let file = index(reader, "name of a file")?;
                let text = self.string(file)?;
                escape::quoted(&mut self.arena, text);
                for what in ["line", "column"] {
                    self.say(b":");
                    escape::number(&mut self.arena, reader.varint(what)?);
                }
            }
            12 | 13 => self.fused(code, reader)?,
            14 => {
                let name = index(reader, "name")?;
                let text = self.string(name)?;
                escape::quoted(&mut self.arena, text);
                let child = index(reader, "location")?;
                if !self.need(Item::Attr(child)).is_some_and(|memo| memo.is(UNKNOWN)) {
                    self.say(b"(");
                    self.location(child);
                    self.say(b")");
                }
            }
            22 => self.range(reader)?,
            _ => {
                self.say(b"unknown");
                return Ok(LOCATION | UNKNOWN);
            }
        }
        Ok(LOCATION)
    }

    fn fused(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let count = reader.count("number of locations")?;
        let mut locations = Vec::new();
        for _ in 0..count {
            locations.push(index(reader, "location")?);
        }
        self.say(b"fused");
        if code == 13 {
            let metadata = index(reader, "metadata")?;
            self.say(b"<");
            self.attr(metadata);
            self.say(b">");
        }
        self.say(b"[");
        for (at, location) in locations.into_iter().enumerate() {
            if at != 0 {
                self.say(b", ");
            }
            self.location(location);
        }
        self.say(b"]");
        Ok(())
    }

    /// A range of lines and columns; as little as says where it ends.
    fn range(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let file = index(reader, "name of a file")?;
        let text = self.string(file)?;
        escape::quoted(&mut self.arena, text);
        let count = reader.count("number of positions")?;
        let at = (0..count).map(|_| reader.varint("position")).collect::<Result<Vec<_>>>()?;
        let (line, column, end_line, end_column) = match at[..] {
            [] => (0, 0, 0, 0),
            [line] => (line, 0, line, 0),
            [line, column] => (line, column, line, column),
            [line, column, end] => (line, column, line, end),
            [line, column, end_line, end_column] => (line, column, end_line, end_column),
            _ => return Err(reader.invalid(0, "location", "more than four numbers")),
        };
        self.say(b":");
        escape::number(&mut self.arena, line);
        self.say(b":");
        escape::number(&mut self.arena, column);
        if (line, column) != (end_line, end_column) {
            self.say(b" to ");
            if line != end_line {
                escape::number(&mut self.arena, end_line);
            }
            self.say(b":");
            escape::number(&mut self.arena, end_column);
        }
        Ok(())
    }
}
