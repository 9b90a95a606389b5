//! What texts have inside: other attributes and types, by alias or by text; and what entries are, where that matters for others.

use crate::text::Text;
use outlast_core::Result;

use super::text::{ELIDABLE, Item, LOCATION, NO_TYPE, Texts};
use crate::ids::{DialectId, StringId};
use crate::wire::Reader;

impl<'t> Texts<'t> {
    /// Appends an attribute, by its alias if it has one.
    pub(super) fn attr(&mut self, index: u32) {
        self.attr_eliding(index, false);
    }

    /// Appends an attribute; without its type, if that is what it would be read with anyway.
    pub(super) fn attr_eliding(&mut self, index: u32, elide: bool) {
        if let Some(alias) = self.aliases.alias(Item::Attr(index)) {
            return alias.print(&mut self.arena);
        }
        let Some(memo) = self.need(Item::Attr(index)) else { return };
        if memo.is(LOCATION) {
            self.arena.extend_from_slice(b"loc(");
            self.copy(Item::Attr(index), memo, 0);
            self.arena.push(b')');
        } else if elide && memo.is(ELIDABLE) {
            self.copy(Item::Attr(index), memo.without_type(), 0);
        } else {
            self.copy(Item::Attr(index), memo, 0);
        }
    }

    /// Appends a location inside of another, by its alias if it has one.
    pub(super) fn location(&mut self, index: u32) {
        match self.aliases.alias(Item::Attr(index)) {
            Some(alias) => alias.print(&mut self.arena),
            None => {
                if let Some(memo) = self.need(Item::Attr(index)) {
                    self.copy(Item::Attr(index), memo, 0);
                }
            }
        }
    }

    /// Appends a type, by its alias if it has one.
    pub(super) fn ty(&mut self, index: u32) {
        match self.aliases.alias(Item::Type(index)) {
            Some(alias) => alias.print(&mut self.arena),
            None => {
                if let Some(memo) = self.need(Item::Type(index)) {
                    self.copy(Item::Type(index), memo, 0);
                }
            }
        }
    }

    /// Appends ` : type`, if there is a type.
    pub(super) fn suffix(&mut self, index: u32) {
        if self.need(Item::Type(index)).is_some_and(|memo| memo.is(NO_TYPE)) {
            return;
        }
        self.arena.extend_from_slice(b" : ");
        self.ty(index);
    }

    /// The code and the rest of an entry that the builtin dialect has encoded.
    pub(super) fn builtin_entry(&self, item: Item) -> Option<(u64, Reader<'t>)> {
        self.entry_of(item, self.builtin)
    }

    /// The code and the rest of an entry that a dialect has encoded.
    pub(super) fn entry_of(&self, item: Item, dialect: Option<DialectId>) -> Option<(u64, Reader<'t>)> {
        let tables = self.tables;
        let entry = match item {
            Item::Attr(index) => tables.attrs.get(index)?,
            Item::Type(index) => tables.types.get(index)?,
        };
        if !entry.custom || Some(entry.dialect) != dialect {
            return None;
        }
        let mut reader = Reader::new(entry.bytes);
        let code = reader.varint("code").ok()?;
        Some((code, reader))
    }

    /// The text of an attribute that is a string or a flat reference to a symbol.
    pub(super) fn string(&self, index: u32) -> Result<&'t [u8]> {
        let mut at = index;
        // A reference refers to a string.
        for _ in 0..2 {
            match self.builtin_entry(Item::Attr(at)) {
                Some((2 | 3, mut reader)) => {
                    let limit = self.tables.strings.len();
                    return Ok(self.tables.string(StringId(reader.index(limit, "string")?)));
                }
                Some((4, mut reader)) => at = reader.index(usize::MAX, "name of a symbol")?,
                _ => break,
            }
        }
        Err(Reader::new(&[]).invalid(0, "attribute", "it is not a string"))
    }
}
