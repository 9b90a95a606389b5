//! [`Texts`]: the text of every attribute and type that is printed, made once.
//!
//! Texts stand in one arena. One that needs others is made after those: what is missing is put on a stack first, so that no
//! chain of locations is too deep. Short texts are copied into those that need them, long ones are referred to, so that texts take
//! no more memory than a small multiple of the file, however often they have each other inside. Numbers of distinct attributes are given in the order in which texts are first asked for.

use std::ops::Range;

use outlast_core::{Budget, QuickMap, QuickSet, to_index};

use super::alias::Aliases;
use super::keys::Keys;
use super::{PrintError, Style};
use crate::escape;
use crate::ids::EntryKind;
use crate::ids::{DialectId, ResourceId};
use crate::tables::{Entry, Tables};
use crate::text::{Arena, Text};
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
    flags: u16,
}

/// The text is there.
const DONE: u16 = 1;
/// The text is being made: it needs itself.
const BUSY: u16 = 2;
/// It ends with a type of six letters that can be left out inside an array.
pub(super) const ELIDABLE: u16 = 4;
/// It is the unit attribute.
pub(super) const UNIT: u16 = 8;
/// It is a location: elsewhere than in a location it stands in `loc(…)`.
pub(super) const LOCATION: u16 = 16;
/// It is a function type.
pub(super) const FUNCTION: u16 = 32;
/// It is the unknown location.
pub(super) const UNKNOWN: u16 = 64;
/// It is the type `none`.
pub(super) const NO_TYPE: u16 = 128;
/// It refers to other texts.
const REFERS: u16 = 256;

/// Texts up to this length, in bytes, are copied into others.
const SHORT: u32 = 256;

/// In the arena there is a byte in the place of another text.
#[derive(Clone, Copy, Debug)]
struct Reference {
    /// Where the byte is.
    at: u32,
    item: Item,
    /// How much of the other text is left out.
    skip: u32,
}

impl Memo {
    pub(super) fn is(self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Without the type that can be left out.
    pub(super) fn without_type(self) -> Memo {
        Memo { len: self.len - 6, ..self }
    }

    pub(super) fn range(self) -> Range<usize> {
        let start = to_index(self.start);
        start..start + to_index(self.len)
    }
}

/// Texts of attributes and types.
pub(super) struct Texts<'t> {
    pub(super) tables: &'t Tables<'t>,
    pub(super) style: Style,
    pub(super) arena: Arena,
    /// By place.
    references: Vec<Reference>,
    attrs: Vec<Memo>,
    types: Vec<Memo>,
    /// What the text that is being made needs, and is not there.
    missing: Vec<Item>,
    pub(super) builtin: Option<DialectId>,
    pub(super) quant: Option<DialectId>,
    pub(super) llvm: Option<DialectId>,
    pub(super) vhlo: Option<DialectId>,
    stablehlo: Option<DialectId>,
    chlo: Option<DialectId>,
    distinct: QuickMap<(Item, Option<u64>), u64>,
    pub(super) aliases: Aliases,
    /// Resources of dialects that texts refer to, in order.
    pub(super) referenced: Vec<ResourceId>,
    is_referenced: QuickSet<ResourceId>,
    pub(super) keys: Option<Keys<'t>>,
    pub(super) error: Option<PrintError>,
}

impl<'t> Texts<'t> {
    pub(super) fn new(tables: &'t Tables<'t>, style: Style) -> Texts<'t> {
        Texts::within(tables, style, tables.budget())
    }

    /// The same with a budget of its own for the texts of attributes and types, each once.
    pub(super) fn within(tables: &'t Tables<'t>, style: Style, budget: Budget) -> Texts<'t> {
        Texts {
            tables,
            style,
            arena: Arena::new(budget),
            references: Vec::new(),
            attrs: vec![Memo::default(); tables.attrs.len()],
            types: vec![Memo::default(); tables.types.len()],
            missing: Vec::new(),
            builtin: tables.find_dialect(b"builtin"),
            quant: tables.find_dialect(b"quant"),
            llvm: tables.find_dialect(b"llvm"),
            vhlo: tables.find_dialect(b"vhlo"),
            stablehlo: tables.find_dialect(b"stablehlo"),
            chlo: tables.find_dialect(b"chlo"),
            distinct: QuickMap::default(),
            aliases: Aliases::default(),
            referenced: Vec::new(),
            is_referenced: QuickSet::default(),
            keys: None,
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
            let references = self.references.len();
            self.missing.clear();
            let flags = self.render(item, start);
            if self.missing.is_empty() {
                stack.pop();
                let refers = if self.references.len() > references { REFERS } else { 0 };
                self.keep(item, start, flags | DONE | refers);
            } else {
                self.cut(start);
                self.set(item, Memo { flags: BUSY, ..Memo::default() });
                stack.extend(self.missing.drain(..).rev());
            }
        }
        self.missing = missing;
        self.memo(root).copied().unwrap_or_default()
    }

    /// Forgets what was written last.
    pub(super) fn cut(&mut self, len: usize) {
        self.arena.truncate(len);
        while self.references.last().is_some_and(|reference| to_index(reference.at) >= len) {
            self.references.pop();
        }
    }

    fn keep(&mut self, item: Item, start: usize, flags: u16) {
        let (place, end) = (u32::try_from(start), u32::try_from(self.arena.len()));
        let memo = match (place, end) {
            (Ok(start), Ok(end)) if !self.arena.is_full() => Memo { start, len: end - start, flags },
            _ => {
                self.error = Some(PrintError::TooMuch);
                self.cut(start);
                Memo { flags: DONE, ..Memo::default() }
            }
        };
        self.set(item, memo);
    }

    /// Appends the text of an item, as far as what it needs is there.
    fn render(&mut self, item: Item, start: usize) -> u16 {
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
        // Texts are made again where what they need was not there.
        self.arena.spend(1);
        if self.arena.is_full() {
            return 0;
        }
        if let Some(text) = entry.text() {
            self.handles(text, entry.dialect);
            return self.verbatim(text, item);
        }
        if let Some(known) = entry.known {
            self.asm(&known.asm);
            return 0;
        }
        let dialect = Some(entry.dialect);
        let mut reader = Reader::new(entry.bytes);
        let flags = match kind {
            EntryKind::Attr if dialect == self.builtin => self.builtin_attr(index, &mut reader),
            EntryKind::Attr if dialect == self.llvm => self.llvm_attr(&mut reader),
            EntryKind::Attr if dialect == self.vhlo => self.vhlo_attr(&mut reader),
            EntryKind::Attr if dialect == self.stablehlo => self.stablehlo_attr(&mut reader),
            EntryKind::Attr if dialect == self.chlo => self.chlo_attr(&mut reader),
            EntryKind::Type if dialect == self.stablehlo => self.stablehlo_type(&mut reader),
            EntryKind::Type if dialect == self.vhlo => self.vhlo_type(&mut reader),
            EntryKind::Type if dialect == self.builtin => self.builtin_type(&mut reader),
            EntryKind::Type if dialect == self.quant => self.quant_type(&mut reader),
            _ => Ok(None),
        };
        match flags {
            Ok(Some(flags)) if reader.is_empty() => flags,
            _ => {
                self.missing.clear();
                self.cut(start);
                self.opaque(&entry, kind);
                0
            }
        }
    }

    /// An entry that Outlast cannot read.
    fn opaque(&mut self, entry: &Entry<'_>, kind: EntryKind) {
        self.arena.push(if kind == EntryKind::Attr { b'#' } else { b'!' });
        self.arena.extend_from_slice(b"outlast.opaque<");
        escape::quoted(&mut self.arena, self.tables.dialect_name(entry.dialect));
        self.arena.extend_from_slice(b", ");
        escape::hex_string(&mut self.arena, entry.bytes);
        self.arena.push(b'>');
    }

    /// An entry that is text.
    fn verbatim(&mut self, text: &[u8], item: Item) -> u16 {
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

    /// Notes that a text refers to a resource.
    pub(super) fn refer(&mut self, handle: ResourceId) {
        if self.is_referenced.insert(handle) {
            self.referenced.push(handle);
        }
    }

    /// The number of a distinct attribute: an entry, or what has that number in the text of one.
    pub(super) fn distinct_number(&mut self, index: (Item, Option<u64>)) -> u64 {
        let next = u64::try_from(self.distinct.len()).unwrap_or(u64::MAX);
        *self.distinct.entry(index).or_insert(next)
    }

    /// Forgets all texts: aliases were given.
    pub(super) fn forget(&mut self) {
        self.arena.clear();
        self.references.clear();
        self.attrs.fill(Memo::default());
        self.types.fill(Memo::default());
        self.distinct.clear();
        self.referenced.clear();
        self.is_referenced.clear();
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

    /// Appends the text of another item, or refers to it.
    pub(super) fn copy(&mut self, item: Item, memo: Memo, skip: u32) {
        let place = u32::try_from(self.arena.len());
        match place {
            Ok(at) if memo.len > SHORT || memo.is(REFERS) => {
                self.references.push(Reference { at, item, skip });
                self.arena.push(0);
            }
            _ => {
                let range = memo.range();
                self.arena.extend_from_within(range.start + to_index(skip)..range.end);
            }
        }
    }

    /// Calls `write` for all parts of a text, one after the other, until it has enough.
    pub(super) fn parts_of(&self, range: Range<usize>, mut write: impl FnMut(&[u8]) -> bool) {
        let first = |from: usize| self.references.partition_point(|reference| to_index(reference.at) < from);
        let mut stack = vec![(range.clone(), first(range.start))];
        while let Some((range, next)) = stack.pop() {
            let found = self.references.get(next).filter(|found| to_index(found.at) < range.end);
            let Some(found) = found else {
                if !write(self.arena.get(range).unwrap_or_default()) {
                    return;
                }
                continue;
            };
            let at = to_index(found.at);
            if !write(self.arena.get(range.start..at).unwrap_or_default()) {
                return;
            }
            stack.push((at + 1..range.end, next + 1));
            let inner = self.memo(found.item).map_or(0..0, |memo| memo.range());
            let inner = (inner.start + to_index(found.skip)).min(inner.end)..inner.end;
            stack.push((inner.clone(), first(inner.start)));
        }
    }

    /// A text in one piece, up to so many bytes, and whether that is all of it.
    pub(super) fn flat(&mut self, range: Range<usize>, most: usize) -> (Vec<u8>, bool) {
        let mut out = Vec::new();
        let mut visits = 0;
        self.parts_of(range, |part| {
            visits += 1;
            out.extend_from_slice(part.get(..most - out.len()).unwrap_or(part));
            out.len() < most && visits <= most
        });
        // All texts together are bounded, not only each.
        self.arena.spend(out.len().max(visits));
        let whole = out.len() < most && visits <= most && !self.arena.is_full();
        (out, whole)
    }

    /// The text of an item that stands alone, up to so many bytes, and whether that is all of it.
    pub(super) fn alone(&mut self, item: Item, most: usize) -> (Vec<u8>, bool) {
        let memo = self.get(item);
        let (text, whole) = self.flat(memo.range(), most);
        (if memo.is(LOCATION) { [b"loc(", &*text, b")"].concat() } else { text }, whole)
    }

    /// Whether nothing refers to other texts.
    pub(super) fn is_plain(&self) -> bool {
        self.references.is_empty()
    }
}
