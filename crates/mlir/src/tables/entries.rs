//! [`Entries`]: the attribute table or the type table, each entry as it is encoded.

use std::borrow::Cow;

use outlast_core::{QuickMap, to_index};

use crate::encoding::Known;
use crate::ids::DialectId;
use crate::wire::Emitter;

/// An attribute or type as it is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry<'a> {
    /// The dialect that reads it.
    pub dialect: DialectId,
    /// Whether the dialect has encoded it; otherwise it is assembly text and a NUL byte.
    pub custom: bool,
    /// The bytes.
    pub bytes: &'a [u8],
    /// What the hooks of the dialect say about it.
    pub(crate) known: Option<&'a Known>,
}

impl<'a> Entry<'a> {
    /// The assembly text, without the NUL byte that ends it; none if the dialect has encoded the entry.
    pub fn text(&self) -> Option<&'a [u8]> {
        if self.custom { None } else { Some(self.bytes.strip_suffix(&[0]).unwrap_or(self.bytes)) }
    }
}

/// Where an entry is: in the file or among what was added.
const CUSTOM: u32 = 1 << 31;

/// An entry that does not stand in the file.
#[derive(Clone, Debug)]
struct Own {
    dialect: DialectId,
    custom: bool,
    bytes: Vec<u8>,
}

impl Own {
    fn entry(&self) -> Entry<'_> {
        Entry { dialect: self.dialect, custom: self.custom, bytes: &self.bytes, known: None }
    }
}

/// Attributes or types by index. Those of the file are slices of its bytes; others can be added, or put in their place.
#[derive(Clone, Debug, Default)]
pub struct Entries<'a> {
    /// The bytes that the file's entries are cut from.
    base: Cow<'a, [u8]>,
    /// Where the first entry starts in `base`: types follow attributes in the same section.
    first: u32,
    /// Where each entry of the file ends in `base`; the top bit says that it is custom.
    ends: Vec<u32>,
    /// First entry and dialect of each group.
    groups: Vec<(u32, DialectId)>,
    added: Vec<Own>,
    replaced: QuickMap<u32, Own>,
    /// What the hooks of dialects say.
    known: QuickMap<u32, Known>,
}

impl<'a> Entries<'a> {
    /// No entries.
    pub fn new() -> Entries<'a> {
        Entries::default()
    }

    /// Entries of a file: cut from `base`, from `first` on.
    pub(super) fn of_file(base: &'a [u8], first: u32) -> Entries<'a> {
        Entries { base: Cow::Borrowed(base), first, ..Entries::default() }
    }

    /// The most bytes that the table of a file can have.
    pub(super) const MAX_BYTES: usize = 0x7fff_ffff;

    /// Begins a group of entries of one dialect.
    pub(super) fn group(&mut self, dialect: DialectId) {
        self.groups.push((u32::try_from(self.ends.len()).unwrap_or(u32::MAX), dialect));
    }

    /// Groups of the file's entries as they stand there.
    pub(super) fn groups(&self) -> Vec<(DialectId, usize)> {
        let ends = self.groups.iter().skip(1).map(|(first, _)| to_index(*first));
        let ends = ends.chain([self.ends.len()]);
        self.groups
            .iter()
            .zip(ends)
            .map(|((first, dialect), end)| (*dialect, end - to_index(*first)))
            .collect()
    }

    /// The next entry ends at this offset of the base.
    #[inline]
    pub(super) fn end(&mut self, end: u32, custom: bool) {
        self.ends.push(end | if custom { CUSTOM } else { 0 });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len() + self.added.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many stand in the file.
    pub fn file_len(&self) -> usize {
        self.ends.len()
    }

    /// Where an entry of the file is in the attribute and type section, in bytes from that section's start.
    pub fn range(&self, index: u32) -> Option<std::ops::Range<u32>> {
        let at = to_index(index);
        let end = *self.ends.get(at)? & !CUSTOM;
        let start = at
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .map_or(self.first, |end| end & !CUSTOM);
        Some(start..end)
    }

    /// An entry.
    #[inline]
    pub fn get(&self, index: u32) -> Option<Entry<'_>> {
        if !self.replaced.is_empty() || !self.known.is_empty() {
            return self.changed(index);
        }
        self.plain(index)
    }

    /// An entry of a table that has others in its place, or hooks.
    fn changed(&self, index: u32) -> Option<Entry<'_>> {
        let entry = match self.replaced.get(&index) {
            Some(own) => own.entry(),
            None => self.plain(index)?,
        };
        Some(Entry { known: self.known.get(&index), ..entry })
    }

    /// An entry as it stands in the file, or as it was added.
    #[inline]
    fn plain(&self, index: u32) -> Option<Entry<'_>> {
        let at = to_index(index);
        let Some(end) = self.ends.get(at) else {
            return self.added.get(at - self.ends.len()).map(Own::entry);
        };
        let range = self.range(index)?;
        let bytes = self.base.get(to_index(range.start)..to_index(range.end))?;
        Some(Entry { dialect: self.dialect(index), custom: end & CUSTOM != 0, bytes, known: None })
    }

    fn dialect(&self, index: u32) -> DialectId {
        let after = self.groups.partition_point(|(first, _)| *first <= index);
        after.checked_sub(1).and_then(|group| self.groups.get(group)).map_or(DialectId(0), |group| group.1)
    }

    /// Adds an entry.
    pub fn push(&mut self, dialect: DialectId, custom: bool, bytes: Vec<u8>) -> u32 {
        let index = u32::try_from(self.len()).unwrap_or(u32::MAX);
        self.added.push(Own { dialect, custom, bytes });
        index
    }

    /// Puts an entry in the place of another: every reference to that means the new one.
    pub fn replace(&mut self, index: u32, dialect: DialectId, custom: bool, bytes: Vec<u8>) {
        let own = Own { dialect, custom, bytes };
        self.known.remove(&index);
        let added = to_index(index).checked_sub(self.ends.len());
        match added.and_then(|added| self.added.get_mut(added)) {
            Some(added) => *added = own,
            None => drop(self.replaced.insert(index, own)),
        }
    }

    /// What the hooks of its dialect say about an entry.
    pub(crate) fn known(&self, index: u32) -> Option<&Known> {
        self.known.get(&index)
    }

    /// Says what an entry is.
    pub(crate) fn set_known(&mut self, index: u32, known: Known) {
        self.known.insert(index, known);
    }

    /// Adds an entry to a table that is built from nothing: `encode` appends its bytes. Quicker than [`Entries::push`] for many.
    ///
    /// # Panics
    ///
    /// If the table was read from a file.
    pub fn append(&mut self, dialect: DialectId, custom: bool, encode: impl FnOnce(&mut Vec<u8>)) -> u32 {
        assert!(
            self.added.is_empty() && matches!(self.base, Cow::Owned(_)) || self.is_empty(),
            "not a table from nothing"
        );
        let index = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        if self.groups.last().is_none_or(|(_, last)| *last != dialect) {
            self.group(dialect);
        }
        let base = self.base.to_mut();
        encode(base);
        let end = u32::try_from(base.len()).unwrap_or(u32::MAX);
        self.end(end, custom);
        index
    }

    /// All bytes, one entry after the other.
    pub(super) fn into_bytes(self, out: &mut Emitter<'a>) {
        if !self.replaced.is_empty() {
            return self.iter().for_each(|entry| out.bytes(entry.bytes));
        }
        let end = self.ends.last().map_or(self.first, |end| end & !CUSTOM);
        let range = to_index(self.first)..to_index(end);
        match self.base {
            Cow::Borrowed(base) => out.borrowed(base.get(range).unwrap_or_default()),
            Cow::Owned(base) if range.start == 0 && range.end == base.len() => out.owned(base),
            Cow::Owned(base) => out.bytes(base.get(range).unwrap_or_default()),
        }
        self.added.iter().for_each(|own| out.bytes(&own.bytes));
    }

    /// All entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        let mut groups = self.groups.iter().copied().peekable();
        let mut dialect = DialectId(0);
        let mut start = to_index(self.first);
        let file = self.ends.iter().enumerate().map(move |(at, end)| {
            while let Some((_, next)) = groups.next_if(|(first, _)| to_index(*first) <= at) {
                dialect = next;
            }
            let stop = to_index(end & !CUSTOM);
            let bytes = self.base.get(start..stop).unwrap_or_default();
            start = stop;
            (at, Entry { dialect, custom: end & CUSTOM != 0, bytes, known: None })
        });
        let file =
            file.map(|(at, entry)| match u32::try_from(at).ok().and_then(|at| self.replaced.get(&at)) {
                Some(own) => own.entry(),
                None => entry,
            });
        let all = file.chain(self.added.iter().map(Own::entry));
        all.enumerate().map(|(at, entry)| match self.known.is_empty() {
            true => entry,
            false => {
                let known = u32::try_from(at).ok().and_then(|at| self.known.get(&at));
                Entry { known, ..entry }
            }
        })
    }
}
