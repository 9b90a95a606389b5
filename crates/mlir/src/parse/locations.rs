//! Locations.

use outlast_core::Result;

use super::Parser;
use crate::ids::AttrId;
use crate::wire::varint;

impl<'t> Parser<'t> {
    /// `(…)` behind `loc`.
    pub(super) fn location_in_parentheses(&mut self) -> Result<AttrId> {
        self.cursor.expect("(")?;
        let location = self.location()?;
        self.cursor.expect(")")?;
        Ok(location)
    }

    /// `loc(#name)`, if an alias stands here that is not defined yet: its name.
    pub(super) fn later_location(&mut self) -> Option<&'t str> {
        let start = self.cursor;
        let name = match self.cursor.eat("loc") && self.cursor.eat("(") && self.cursor.eat("#") {
            true => self.cursor.suffix(),
            false => None,
        };
        let name = name.filter(|name| !name.contains('.') && self.aliases.attr(name).is_none());
        if name.is_some() && self.cursor.eat(")") {
            return name;
        }
        self.cursor = start;
        None
    }

    fn location(&mut self) -> Result<AttrId> {
        self.inside(Self::any_location)
    }

    fn any_location(&mut self) -> Result<AttrId> {
        match self.cursor.peek() {
            Some(b'#') => return self.dialect_attr(),
            Some(b'"') => return self.file_or_name(),
            _ => {}
        }
        let start = self.cursor;
        match self.cursor.word() {
            Some("unknown") => Ok(self.interner.unknown_location()),
            Some("callsite") => self.callsite(),
            Some("fused") => self.fused(),
            Some("loc") => self.location_in_parentheses(),
            _ => {
                self.cursor = start;
                Err(start.expected(
                    "a location: `unknown`, `callsite`, `fused`, a name or file in quotes, or an alias",
                ))
            }
        }
    }

    fn callsite(&mut self) -> Result<AttrId> {
        self.cursor.expect("(")?;
        let callee = self.location()?;
        if !self.cursor.eat_word("at") {
            return Err(self.cursor.expected("`at`"));
        }
        let caller = self.location()?;
        self.cursor.expect(")")?;
        Ok(self.interner.encoded(10, &[u64::from(callee.0), u64::from(caller.0)]))
    }

    fn fused(&mut self) -> Result<AttrId> {
        let metadata = match self.cursor.eat("<") {
            true => {
                let metadata = self.attr()?;
                self.cursor.expect(">")?;
                Some(metadata)
            }
            false => None,
        };
        self.cursor.expect("[")?;
        let mut locations = Vec::new();
        self.members("]", |parser| {
            locations.push(parser.location()?);
            Ok(())
        })?;
        let Some(metadata) = metadata else { return Ok(self.interner.list(12, &locations)) };
        let mut bytes = Vec::new();
        varint(&mut bytes, 13);
        varint(&mut bytes, u64::try_from(locations.len()).unwrap_or(u64::MAX));
        locations.iter().chain([&metadata]).for_each(|attr| varint(&mut bytes, u64::from(attr.0)));
        Ok(self.interner.attr(&bytes))
    }

    /// `"file":1:2`, `"file":1:2 to 3:4`, `"name"`, `"name"(…)`.
    fn file_or_name(&mut self) -> Result<AttrId> {
        let text = self.quoted("a name or a file")?;
        let name = u64::from(self.interner.string_attr(&text).0);
        if self.cursor.eat(":") {
            return self.position(name);
        }
        let child = match self.cursor.eat("(") {
            true => {
                let child = self.location()?;
                self.cursor.expect(")")?;
                child
            }
            false => self.interner.unknown_location(),
        };
        Ok(self.interner.encoded(14, &[name, u64::from(child.0)]))
    }

    /// What stands behind the first colon.
    fn position(&mut self, file: u64) -> Result<AttrId> {
        let line = self.cursor.unsigned("a line")?;
        self.cursor.expect(":")?;
        let column = self.cursor.unsigned("a column")?;
        if !self.cursor.eat_word("to") {
            return Ok(self.interner.encoded(11, &[file, line, column]));
        }
        let last = if self.cursor.sees(":") { line } else { self.cursor.unsigned("a line or `:`")? };
        self.cursor.expect(":")?;
        let end = self.cursor.unsigned("a column")?;
        Ok(match (last == line, end == column) {
            (true, true) => self.interner.encoded(11, &[file, line, column]),
            (true, false) => self.interner.encoded(22, &[file, 3, line, column, end]),
            (false, _) => self.interner.encoded(22, &[file, 4, line, column, last, end]),
        })
    }
}
