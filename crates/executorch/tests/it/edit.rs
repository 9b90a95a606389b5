//! Changes to real files at places that the format gives: what the generator of mutants is made of.

use outlast_core::Bytes;
use outlast_flatbuffers::view::{self, Table};

/// One step from a table to another.
#[derive(Clone, Copy)]
pub(crate) enum To {
    /// The table that a slot refers to.
    T(u16),
    /// An element of the vector of tables that a slot refers to.
    V(u16, usize),
}

/// A file that is being changed; `start` is where the FlatBuffer starts in it.
#[derive(Clone)]
pub(crate) struct Edit {
    pub(crate) data: Vec<u8>,
    pub(crate) start: usize,
}

impl Edit {
    pub(crate) fn new(data: &[u8]) -> Edit {
        Edit { data: data.to_vec(), start: 0 }
    }

    /// The same file, seen from the FlatBuffer inside that starts at `start`.
    pub(crate) fn inside(self, start: usize) -> Edit {
        Edit { start, ..self }
    }

    fn buf(&self) -> Bytes<'_> {
        Bytes::new(&self.data[self.start..], self.start as u64)
    }

    pub(crate) fn table(&self, way: &[To]) -> Table<'_> {
        let mut table = view::root(self.buf()).unwrap();
        for step in way {
            table = match *step {
                To::T(slot) => table.table(slot).unwrap().unwrap(),
                To::V(slot, index) => table.vector(slot, 4).unwrap().unwrap().table(index).unwrap(),
            };
        }
        table
    }

    /// Where a table is in the file.
    pub(crate) fn pos(&self, way: &[To]) -> usize {
        self.start + self.table(way).pos()
    }

    /// Where a field is in the file.
    pub(crate) fn field(&self, way: &[To], slot: u16) -> usize {
        let found = self.table(way).slot(slot, 1).unwrap();
        self.start + found.unwrap_or_else(|| panic!("slot {slot} is absent"))
    }

    pub(crate) fn has(&self, way: &[To], slot: u16) -> bool {
        self.table(way).has(slot)
    }

    /// Where the first element of a vector is in the file, and how many there are.
    pub(crate) fn vector(&self, way: &[To], slot: u16) -> (usize, usize) {
        let vector = self.table(way).vector(slot, 1).unwrap().unwrap();
        (self.start + vector.pos(), vector.len())
    }

    pub(crate) fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.data[at..at + 4].try_into().unwrap())
    }

    pub(crate) fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.data[at..at + 8].try_into().unwrap())
    }

    /// Writes bytes and returns where.
    pub(crate) fn set(&mut self, at: usize, bytes: &[u8]) -> usize {
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        at
    }

    pub(crate) fn set8(&mut self, at: usize, value: u8) -> usize {
        self.set(at, &[value])
    }

    pub(crate) fn set32(&mut self, at: usize, value: i64) -> usize {
        let low = u32::try_from(value & 0xffff_ffff).unwrap();
        self.set(at, &low.to_le_bytes())
    }

    pub(crate) fn set64(&mut self, at: usize, value: u64) -> usize {
        self.set(at, &value.to_le_bytes())
    }

    /// Writes a scalar of four bytes into a field; an absent field gets a place at the end of the FlatBuffer first.
    pub(crate) fn put(&mut self, way: &[To], slot: u16, value: i64) -> usize {
        if !self.has(way, slot) {
            let copy = self.append(&[0; 4], 4);
            let pos = self.pos(way);
            let entry = u16::try_from(copy - pos).unwrap();
            self.entry(way, slot, entry);
            // The table grows over all that lies between, as readers see it.
            let vtable = self.start + self.table_vtable(pos);
            let size = entry + 4;
            self.set(vtable + 2, &size.to_le_bytes());
        }
        let at = self.field(way, slot);
        self.set32(at, value)
    }

    fn table_vtable(&self, pos: usize) -> usize {
        let back = i64::from(self.u32(pos).cast_signed());
        usize::try_from(i64::try_from(pos).unwrap() - back).unwrap() - self.start
    }

    /// Sets the count of a vector; returns where the vector's elements start.
    pub(crate) fn count(&mut self, way: &[To], slot: u16, count: usize) -> usize {
        let (at, _) = self.vector(way, slot);
        self.set32(at - 4, count.try_into().unwrap());
        at
    }

    /// Sets element `index` of a vector of four-byte elements.
    pub(crate) fn element(&mut self, way: &[To], slot: u16, index: usize, value: i64) -> usize {
        let (at, _) = self.vector(way, slot);
        self.set32(at + 4 * index, value)
    }

    /// Lets the reference at `at` lead to `target`, which must lie behind it.
    pub(crate) fn refer(&mut self, at: usize, target: usize) -> usize {
        self.set32(at, i64::try_from(target).unwrap() - i64::try_from(at).unwrap())
    }

    /// Adds bytes at the end of the FlatBuffer, moving segment data out of the way; returns where they are.
    pub(crate) fn append(&mut self, bytes: &[u8], align: usize) -> usize {
        let is = |at: usize, magic: &[u8]| self.data.get(at..at + 4) == Some(magic);
        let (sizes, base_at) = if is(8, b"eh00") {
            (Some(16), 24)
        } else if is(8, b"FH01") {
            (Some(24), 32)
        } else {
            (None, 0)
        };
        let Some(size_at) = sizes else {
            self.data.resize(self.data.len().next_multiple_of(align), 0);
            let at = self.data.len();
            self.data.extend_from_slice(bytes);
            return at;
        };
        let skip = if base_at == 32 { self.u64(16) } else { 0 };
        let old_end = usize::try_from(skip + self.u64(size_at)).unwrap();
        let base = usize::try_from(self.u64(base_at)).unwrap();
        let at = old_end.next_multiple_of(align);
        let end = at + bytes.len();
        let new_base = end.next_multiple_of(128);
        let segments = self.data.split_off(base.min(self.data.len()));
        self.data.resize(at, 0);
        self.data.extend_from_slice(bytes);
        self.data.resize(new_base, 0);
        self.data.extend_from_slice(&segments);
        self.set64(size_at, end as u64 - skip);
        self.set64(base_at, new_base as u64);
        at
    }

    /// Gives a table a vtable of its own, in which `slot` has `entry`; returns where the table is.
    pub(crate) fn entry(&mut self, way: &[To], slot: u16, entry: u16) -> usize {
        let table = self.table(way);
        let (pos, (vtable, size)) = (self.start + table.pos(), table.vtable());
        let mut copy = self.data[self.start + vtable..self.start + vtable + size].to_vec();
        let at = 4 + 2 * usize::from(slot);
        copy.resize(copy.len().max(at + 2), 0);
        copy[at..at + 2].copy_from_slice(&entry.to_le_bytes());
        let new_size = u16::try_from(copy.len()).unwrap();
        copy[..2].copy_from_slice(&new_size.to_le_bytes());
        let new = self.append(&copy, 4);
        self.set32(pos, i64::try_from(pos).unwrap() - i64::try_from(new).unwrap());
        pos
    }

    /// Makes a field absent; returns where the table is.
    pub(crate) fn null(&mut self, way: &[To], slot: u16) -> usize {
        assert!(self.has(way, slot), "slot {slot} is absent already");
        self.entry(way, slot, 0)
    }

    /// Lets an absent scalar field stand where field `other` stands, so that it has that field's bytes.
    pub(crate) fn alias(&mut self, way: &[To], slot: u16, other: u16) -> usize {
        let entry = self.table(way).entry(other);
        self.entry(way, slot, entry);
        self.field(way, slot)
    }
}
