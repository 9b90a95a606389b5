//! [`Texts`]: the text of every attribute and type that is printed, made once.
//!
//! Texts stand in one arena. One that needs others is made after those: what is missing is put on a stack first, so that no
//! chain of locations is too deep. Numbers of distinct attributes are given in the order in which texts are first asked for.

use std::collections::HashMap;
use std::ops::Range;

use outlast_core::{Result, to_index};

use super::alias::Aliases;
use super::{PrintError, Style, escape};
use crate::codec::EntryKind;
use crate::ids::{DialectId, ResourceId, StringId};
use crate::tables::{Entry, Tables};
use crate::wire::Reader;

/// An attribute or a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Attr(u32),
    Type(u32),
}

/// Where a text is, and what is special about it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memo {
    start: u32,
    len: u32,
    flags: u8,
}

/// The text is there.
const DONE: u8 = 1;
/// The text is being made: it needs itself.
const BUSY: u8 = 2;
/// It ends with a type of six letters that can be left out inside an array.
pub(super) const ELIDABLE: u8 = 4;
/// It is the unit attribute.
pub(super) const UNIT: u8 = 8;
/// It is a location: elsewhere than in a location it stands in `loc(…)`.
pub(super) const LOCATION: u8 = 16;
/// It is a function type.
pub(super) const FUNCTION: u8 = 32;
/// It is the unknown location.
pub(super) const UNKNOWN: u8 = 64;
/// It is the type `none`.
pub(super) const NO_TYPE: u8 = 128;

impl Memo {
    pub(super) fn is(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn range(self) -> Range<usize> {
        let start = to_index(self.start);
        start..start + to_index(self.len)
    }
}

/// Texts of attributes and types.
pub(super) struct Texts<'t> {
    pub(super) tables: &'t Tables<'t>,
    pub(super) style: Style,
    pub(super) arena: Vec<u8>,
    attrs: Vec<Memo>,
    types: Vec<Memo>,
    /// What the text that is being made needs, and is not there.
    missing: Vec<Item>,
    pub(super) builtin: Option<DialectId>,
    pub(super) quant: Option<DialectId>,
    distinct: HashMap<(Item, Option<u64>), u64>,
    pub(super) aliases: Aliases,
    /// Resources of dialects that texts refer to, in order.
    pub(super) referenced: Vec<ResourceId>,
    pub(super) error: Option<PrintError>,
}

impl<'t> Texts<'t> {
    pub(super) fn new(tables: &'t Tables<'t>, style: Style) -> Texts<'t> {
        Texts {
            tables,
            style,
            arena: Vec::new(),
            attrs: vec![Memo::default(); tables.attrs.len()],
            types: vec![Memo::default(); tables.types.len()],
            missing: Vec::new(),
            builtin: tables.find_dialect(b"builtin"),
            quant: tables.find_dialect(b"quant"),
            distinct: HashMap::new(),
            aliases: Aliases::default(),
            referenced: Vec::new(),
            error: None,
        }
    }

    fn memo(&self, item: Item) -> Option<&Memo> {
        match item {
            Item::Attr(index) => self.attrs.get(to_index(index)),
            Item::Type(index) => self.types.get(to_index(index)),
        }
    }

    fn set(&mut self, item: Item, memo: Memo) {
        let slot = match item {
            Item::Attr(index) => self.attrs.get_mut(to_index(index)),
            Item::Type(index) => self.types.get_mut(to_index(index)),
        };
        if let Some(slot) = slot {
            *slot = memo;
        }
    }

    /// The text of an attribute or type: its body, without an alias of its own.
    #[inline]
    pub(super) fn get(&mut self, item: Item) -> Memo {
        match self.memo(item) {
            Some(memo) if memo.is(DONE) => *memo,
            _ => self.make(item),
        }
    }

    pub(super) fn bytes(&self, memo: Memo) -> &[u8] {
        self.arena.get(memo.range()).unwrap_or_default()
    }

    /// Makes a text, after all that it needs.
    fn make(&mut self, root: Item) -> Memo {
        // Texts may be asked for while another is being made.
        let missing = std::mem::take(&mut self.missing);
        let mut stack = vec![root];
        while let Some(item) = stack.last().copied() {
            if self.memo(item).is_none_or(|memo| memo.is(DONE)) {
                stack.pop();
                continue;
            }
            let start = self.arena.len();
            self.missing.clear();
            let flags = self.render(item, start);
            if self.missing.is_empty() {
                stack.pop();
                self.keep(item, start, flags | DONE);
            } else {
                self.arena.truncate(start);
                self.set(item, Memo { flags: BUSY, ..Memo::default() });
                stack.extend(self.missing.drain(..).rev());
            }
        }
        self.missing = missing;
        self.memo(root).copied().unwrap_or_default()
    }

    fn keep(&mut self, item: Item, start: usize, flags: u8) {
        let (place, end) = (u32::try_from(start), u32::try_from(self.arena.len()));
        let memo = match (place, end) {
            (Ok(start), Ok(end)) => Memo { start, len: end - start, flags },
            _ => {
                self.error = Some(PrintError::TooLong);
                self.arena.truncate(start);
                Memo { flags: DONE, ..Memo::default() }
            }
        };
        self.set(item, memo);
    }

    /// Appends the text of an item, as far as what it needs is there.
    fn render(&mut self, item: Item, start: usize) -> u8 {
        let (index, kind) = match item {
            Item::Attr(index) => (index, EntryKind::Attr),
            Item::Type(index) => (index, EntryKind::Type),
        };
        let tables = self.tables;
        let entry = match kind {
            EntryKind::Attr => tables.attrs.get(index),
            EntryKind::Type => tables.types.get(index),
        };
        let Some(entry) = entry else { return 0 };
        if let Some(text) = entry.text() {
            return self.verbatim(text, item);
        }
        let dialect = Some(entry.dialect);
        let mut reader = Reader::new(entry.bytes);
        let flags = match kind {
            EntryKind::Attr if dialect == self.builtin => self.builtin_attr(index, &mut reader),
            EntryKind::Type if dialect == self.builtin => self.builtin_type(&mut reader),
            EntryKind::Type if dialect == self.quant => self.quant_type(&mut reader),
            _ => Ok(None),
        };
        match flags {
            Ok(Some(flags)) if reader.is_empty() => flags,
            _ => {
                self.missing.clear();
                self.arena.truncate(start);
                self.opaque(&entry, kind);
                0
            }
        }
    }

    /// An entry that nobody here can read.
    fn opaque(&mut self, entry: &Entry<'_>, kind: EntryKind) {
        self.arena.push(if kind == EntryKind::Attr { b'#' } else { b'!' });
        self.arena.extend_from_slice(b"outlast.opaque<");
        escape::quoted(&mut self.arena, self.tables.dialect_name(entry.dialect));
        self.arena.extend_from_slice(b", ");
        escape::hex_string(&mut self.arena, entry.bytes);
        self.arena.push(b'>');
    }

    /// An entry that is text.
    fn verbatim(&mut self, text: &[u8], item: Item) -> u8 {
        if let Item::Type(_) = item {
            self.with_aliases(text, item);
            return match text {
                b"none" => NO_TYPE,
                [b'(', ..] => FUNCTION,
                _ => 0,
            };
        }
        if let Some(inner) = text.strip_prefix(b"loc(").and_then(|text| text.strip_suffix(b")")) {
            self.with_aliases(inner, item);
            return LOCATION | if inner == b"unknown" { UNKNOWN } else { 0 };
        }
        self.with_aliases(text, item);
        if text == b"unit" { UNIT } else { 0 }
    }

    /// The number of a distinct attribute: an entry, or what has that number in the text of one.
    pub(super) fn distinct_number(&mut self, index: (Item, Option<u64>)) -> u64 {
        let next = u64::try_from(self.distinct.len()).unwrap_or(u64::MAX);
        *self.distinct.entry(index).or_insert(next)
    }

    /// Forgets all texts: aliases were given.
    pub(super) fn forget(&mut self) {
        self.arena.clear();
        self.attrs.fill(Memo::default());
        self.types.fill(Memo::default());
        self.distinct.clear();
        self.referenced.clear();
    }

    /// The text of another item, for the one that is being made; none if it has to be made first.
    pub(super) fn need(&mut self, item: Item) -> Option<Memo> {
        match self.memo(item) {
            Some(memo) if memo.is(DONE) => return Some(*memo),
            Some(memo) if memo.is(BUSY) => self.arena.extend_from_slice(b"<<CYCLE>>"),
            Some(_) => self.missing.push(item),
            None => self.arena.extend_from_slice(match item {
                Item::Attr(_) => b"<<NULL ATTRIBUTE>>",
                Item::Type(_) => b"<<NULL TYPE>>",
            }),
        }
        None
    }

    fn copy(&mut self, memo: Memo) {
        self.arena.extend_from_within(memo.range());
    }

    /// Appends an attribute, by its alias if it has one.
    pub(super) fn attr(&mut self, index: u32) {
        self.attr_eliding(index, false);
    }

    /// Appends an attribute; without its type, if that is what it would be read with anyway.
    pub(super) fn attr_eliding(&mut self, index: u32, elide: bool) {
        if let Some(alias) = self.aliases.of(Item::Attr(index)) {
            return alias.print(&mut self.arena);
        }
        let Some(memo) = self.need(Item::Attr(index)) else { return };
        if memo.is(LOCATION) {
            self.arena.extend_from_slice(b"loc(");
            self.copy(memo);
            self.arena.push(b')');
        } else if elide && memo.is(ELIDABLE) {
            self.copy(Memo { len: memo.len - 6, ..memo });
        } else {
            self.copy(memo);
        }
    }

    /// Appends a location inside of another, by its alias if it has one.
    pub(super) fn location(&mut self, index: u32) {
        match self.aliases.of(Item::Attr(index)) {
            Some(alias) => alias.print(&mut self.arena),
            None => {
                if let Some(memo) = self.need(Item::Attr(index)) {
                    self.copy(memo);
                }
            }
        }
    }

    /// Appends a type, by its alias if it has one.
    pub(super) fn ty(&mut self, index: u32) {
        match self.aliases.of(Item::Type(index)) {
            Some(alias) => alias.print(&mut self.arena),
            None => {
                if let Some(memo) = self.need(Item::Type(index)) {
                    self.copy(memo);
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
        let tables = self.tables;
        let entry = match item {
            Item::Attr(index) => tables.attrs.get(index)?,
            Item::Type(index) => tables.types.get(index)?,
        };
        if !entry.custom || Some(entry.dialect) != self.builtin {
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
        Err(Reader::new(&[]).invalid(0, "attribute", "it is no string"))
    }
}
