//! The coverage map: which object owns each byte of a buffer, which bytes nobody owns, and which field of the future
//! explains them.
//!
//! In FlatBuffers a 4-byte field that the schema does not know may be a number or a reference; its bytes do not say.
//! The bytes that no known object owns do: a reference leads to the start of something that lies wholly in such a gap.

use std::ops::Range;

use outlast_core::Bytes;

use crate::view::{Table, Vector};
use crate::walk::{Object, UnknownSlot, Walk};

/// Bytes that no known object owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// First byte, as an offset in the buffer.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// All bytes are zero and there are fewer than the largest alignment in use (16, or what was asked for).
    pub padding: bool,
}

/// Two objects that claim the same bytes without being the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The object that starts first.
    pub first: Object,
    /// The object that starts inside it.
    pub second: Object,
}

/// What a field that the schema does not know seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// A number: nothing lies where it would lead.
    Scalar,
    /// A reference to something that lies in gaps; so many bytes of them it explains.
    Reference {
        /// Offset in the buffer of what it refers to.
        target: usize,
        /// Bytes of the gaps that it and what hangs on it own.
        explains: usize,
    },
    /// It would lead into a gap, but what is there does not read as table, vector or string.
    Ambiguous,
}

/// Who owns each byte.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Objects in order of their places, each once.
    pub objects: Vec<Object>,
    /// Bytes that no object owns.
    pub gaps: Vec<Gap>,
    /// Objects that run into each other; the first hundred.
    pub overlaps: Vec<Overlap>,
}

impl Coverage {
    /// The coverage of `buf` by the objects of `walk`, and by `extra` objects of the container (headers).
    pub fn new(buf: Bytes<'_>, walk: &Walk, extra: &[Object], max_align: usize) -> Coverage {
        let mut objects: Vec<Object> = walk.objects.iter().chain(extra).copied().collect();
        objects.sort_unstable_by_key(|o| (o.start, o.end));
        objects.dedup_by_key(|o| (o.start, o.end));
        let (mut gaps, mut overlaps) = (Vec::new(), Vec::new());
        let mut covered = 0;
        let mut last: Option<Object> = None;
        for object in &objects {
            if object.start > covered {
                gaps.push(gap(buf, covered, object.start, max_align));
            } else if let Some(first) = last.filter(|first| object.start < first.end)
                && overlaps.len() < 100
            {
                overlaps.push(Overlap { first, second: *object });
            }
            if object.end > covered {
                covered = object.end;
                last = Some(*object);
            }
        }
        if covered < buf.len() {
            gaps.push(gap(buf, covered, buf.len(), max_align));
        }
        Coverage { objects, gaps, overlaps }
    }

    /// The gaps that are not padding.
    pub fn unexplained(&self) -> impl Iterator<Item = &Gap> {
        self.gaps.iter().filter(|gap| !gap.padding)
    }

    /// What an unknown field seems to be.
    pub fn guess(&self, buf: Bytes<'_>, slot: &UnknownSlot) -> Guess {
        if slot.room < 4 || !slot.at.is_multiple_of(4) {
            return Guess::Scalar;
        }
        let Ok(value) = buf.u32(slot.at, "unknown field") else { return Guess::Scalar };
        let Some(target) = usize::try_from(value).ok().and_then(|v| slot.at.checked_add(v)) else {
            return Guess::Scalar;
        };
        if value == 0 || target >= buf.len() || !self.is_free(target, target + 4) {
            return Guess::Scalar;
        }
        match self.explain(buf, target) {
            Some(owned) => {
                Guess::Reference { target, explains: owned.iter().map(ExactSizeIterator::len).sum() }
            }
            None => Guess::Ambiguous,
        }
    }

    /// The bytes of what stands at `target` and of all that hangs on it, if it reads as an object that lies in gaps.
    pub(crate) fn explain(&self, buf: Bytes<'_>, target: usize) -> Option<Vec<Range<usize>>> {
        let mut search = Search { gaps: &self.gaps, buf, work: 10_000, owned: Vec::new() };
        search.object(target, 0).then_some(search.owned)
    }

    fn is_free(&self, start: usize, end: usize) -> bool {
        is_free(&self.gaps, start, end)
    }
}

fn is_free(gaps: &[Gap], start: usize, end: usize) -> bool {
    let at = gaps.partition_point(|gap| gap.end <= start);
    gaps.get(at).is_some_and(|gap| gap.start <= start && end <= gap.end)
}

/// Looks for objects of an unknown schema in the gaps.
struct Search<'a, 'g> {
    gaps: &'g [Gap],
    buf: Bytes<'a>,
    /// Objects that may still be tried: the bytes may describe a graph of any size.
    work: u32,
    /// What was found.
    owned: Vec<Range<usize>>,
}

impl Search<'_, '_> {
    /// Whether the thing that starts at `target` lies wholly in gaps, with all that hangs on it: a table, a vector of
    /// references, a string or a vector of scalars, tried in this order. Schemas nest a few levels.
    fn object(&mut self, target: usize, depth: u32) -> bool {
        let Some(work) = self.work.checked_sub(1).filter(|_| depth <= 8) else { return false };
        self.work = work;
        let before = self.owned.len();
        if self.table(target, depth).is_some() {
            return true;
        }
        self.owned.truncate(before);
        if self.references(target, depth).is_some() {
            return true;
        }
        self.owned.truncate(before);
        let Ok(bytes) = Vector::at(self.buf, target, 1) else { return false };
        let end = bytes.pos() + bytes.len();
        // A string has a NUL after it; a vector of bytes may have padding there.
        let nul = usize::from(is_free(self.gaps, target, end + 1) && self.buf.data().get(end) == Some(&0));
        let free = is_free(self.gaps, target, end);
        if free {
            self.owned.push(target..end + nul);
        }
        free
    }

    fn table(&mut self, target: usize, depth: u32) -> Option<()> {
        let table = Table::at(self.buf, target).ok()?;
        if !is_free(self.gaps, target, target + table.size()) {
            return None;
        }
        let (vtable, vtable_size) = table.vtable();
        if is_free(self.gaps, vtable, vtable + vtable_size) {
            self.owned.push(vtable..vtable + vtable_size);
        }
        self.owned.push(target..target + table.size());
        for id in 0..table.slots().min(64) {
            let Ok(Some(at)) = table.slot(id, 4) else { continue };
            if let Some(next) = self.follow(at) {
                self.object(next, depth + 1);
            }
        }
        Some(())
    }

    fn references(&mut self, target: usize, depth: u32) -> Option<()> {
        let vector = Vector::at(self.buf, target, 4).ok().filter(|v| !v.is_empty())?;
        let end = vector.pos() + vector.byte_len();
        if !is_free(self.gaps, target, end) {
            return None;
        }
        self.owned.push(target..end);
        for index in 0..vector.len() {
            let next = self.follow(vector.element_pos(index).ok()?).filter(|next| *next >= end)?;
            if !self.object(next, depth + 1) {
                return None;
            }
        }
        Some(())
    }

    /// Where the reference at `at` leads, if that is in a gap.
    fn follow(&self, at: usize) -> Option<usize> {
        let offset = usize::try_from(self.buf.u32(at, "reference").ok()?).ok()?;
        let next = at.checked_add(offset).filter(|next| *next > at)?;
        is_free(self.gaps, next, next.checked_add(4)?).then_some(next)
    }
}

fn gap(buf: Bytes<'_>, start: usize, end: usize, max_align: usize) -> Gap {
    let zero = buf.data().get(start..end).is_some_and(|raw| raw.iter().all(|b| *b == 0));
    Gap { start, end, padding: zero && end - start < max_align.max(16) }
}
