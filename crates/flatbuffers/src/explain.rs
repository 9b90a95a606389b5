//! What stands in the gaps of a coverage map: objects of a schema that is not known, recognised by their shape alone.
//!
//! A claim is something that may lead into a gap: a field of the future, or the value of a union whose type is unknown.
//! Every place is read once, however many claims lead to it, and nothing nests deeper than a fixed bound, so that the
//! work is linear in the bytes of the gaps.

use std::ops::Range;

use outlast_core::{Budget, Bytes, QuickMap};

use crate::gap::{Gap, is_free};
use crate::object::{Object, ObjectKind, from_first};
use crate::view::{Str, Table, Vector};

/// Deepest nesting that is followed.
const MAX_DEPTH: u32 = 32;

/// Bytes in a gap that an object accounts for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Owned {
    /// Which bytes.
    pub(crate) range: Range<usize>,
    /// Whose: the number of the claim that came first.
    pub(crate) claim: usize,
    /// The count of a vector whose elements may be larger than the byte each that `range` allows for.
    pub(crate) open: Option<usize>,
}

/// What is known of a place where an object starts.
#[derive(Clone, Copy, Debug)]
struct Met {
    claim: usize,
    /// Another claim leads here too.
    shared: bool,
    reads: bool,
}

/// Reads the gaps, claim by claim.
pub(crate) struct Explainer<'a, 'g> {
    gaps: &'g [Gap],
    /// What is known, in order of places.
    objects: &'g [Object],
    buf: Bytes<'a>,
    /// Slots and elements that may still be read.
    work: Budget,
    claim: usize,
    met: QuickMap<usize, Met>,
    /// What was found.
    pub(crate) owned: Vec<Owned>,
}

impl<'a, 'g> Explainer<'a, 'g> {
    /// Reads the gaps of a coverage map; `objects` are those that are known, in order of places.
    pub(crate) fn new(gaps: &'g [Gap], objects: &'g [Object], buf: Bytes<'a>) -> Self {
        let bytes: usize = gaps.iter().map(|gap| gap.end - gap.start).sum();
        Explainer {
            gaps,
            objects,
            buf,
            work: Budget::for_bytes(bytes, 1, 64),
            claim: 0,
            met: QuickMap::default(),
            owned: Vec::new(),
        }
    }

    /// Follows a claim, which has a number of its own, to what it leads to. Returns whether that reads as an object.
    pub(crate) fn follow(&mut self, claim: usize, target: usize) -> bool {
        self.claim = claim;
        self.object(target, 0)
    }

    /// Whether what stands at `target` was read for this claim and for no other.
    pub(crate) fn is_only(&self, claim: usize, target: usize) -> bool {
        self.met.get(&target).is_some_and(|met| met.claim == claim && !met.shared)
    }

    /// Whether the thing that starts at `target` lies wholly in gaps, with all that hangs on it: a table, a vector of
    /// references, a string or another vector, tried in this order.
    fn object(&mut self, target: usize, depth: u32) -> bool {
        if let Some(met) = self.met.get_mut(&target) {
            met.shared |= met.claim != self.claim;
            return met.reads;
        }
        if depth > MAX_DEPTH || !self.spend(1) {
            return false;
        }
        let before = self.owned.len();
        let mut reads = self.table(target, depth).is_some();
        if !reads {
            self.owned.truncate(before);
            reads = self.references(target, depth).is_some();
        }
        if !reads {
            self.owned.truncate(before);
            reads = self.plain(target).is_some();
        }
        self.met.insert(target, Met { claim: self.claim, shared: false, reads });
        reads
    }

    fn spend(&mut self, amount: usize) -> bool {
        self.work.spend(amount)
    }

    fn push_owned(&mut self, range: Range<usize>, open: Option<usize>) {
        self.owned.push(Owned { range, claim: self.claim, open });
    }

    fn table(&mut self, target: usize, depth: u32) -> Option<()> {
        let table = Table::at(self.buf, target).ok()?;
        let (vtable, vtable_size) = table.vtable();
        let slots = usize::from(table.slots());
        if !is_free(self.gaps, target, target + table.size()) || !self.spend(slots) {
            return None;
        }
        // A vtable is shared by tables of one shape, whoever claims them; also with tables that are known.
        let here = Met { claim: self.claim, shared: true, reads: false };
        if is_free(self.gaps, vtable, vtable + vtable_size) {
            if self.met.insert(vtable, here).is_none() {
                self.push_owned(vtable..vtable + vtable_size, None);
            }
        } else if !self.is_known_vtable(vtable) {
            return None;
        }
        self.push_owned(target..target + table.size(), None);
        for id in 0..table.slots() {
            let Ok(Some(at)) = table.slot(id, 4) else { continue };
            if let Some(next) = self.leads(at).filter(|next| *next >= target + table.size()) {
                self.object(next, depth + 1);
            }
        }
        Some(())
    }

    fn is_known_vtable(&self, place: usize) -> bool {
        let mut here = from_first(self.objects, |object| object.start < place)
            .iter()
            .take_while(|object| object.start == place);
        here.any(|object| matches!(object.kind, ObjectKind::VTable(_)))
    }

    fn references(&mut self, target: usize, depth: u32) -> Option<()> {
        let vector = Vector::at(self.buf, target, 4).ok().filter(|v| !v.is_empty())?;
        let end = vector.pos() + vector.byte_len();
        if !is_free(self.gaps, target, end) {
            return None;
        }
        self.push_owned(target..end, None);
        for index in 0..vector.len() {
            let next = self.leads(vector.element_pos(index).ok()?).filter(|next| *next >= end)?;
            if !self.spend(1) || !self.object(next, depth + 1) {
                return None;
            }
        }
        Some(())
    }

    /// A string, or a vector of anything but references.
    fn plain(&mut self, target: usize) -> Option<()> {
        let bytes = Vector::at(self.buf, target, 1).ok()?;
        let end = bytes.pos() + bytes.len();
        if !is_free(self.gaps, target, end) {
            return None;
        }
        let text = Str::at(self.buf, target).ok().filter(|_| is_free(self.gaps, target, end + 1));
        match text.and_then(|text| text.text().ok()).filter(|text| !text.contains('\0')) {
            Some(_) => self.push_owned(target..end + 1, None),
            None => self.push_owned(target..end, Some(bytes.len())),
        }
        Some(())
    }

    /// Where the reference at `at` leads, if that is in a gap.
    fn leads(&self, at: usize) -> Option<usize> {
        let offset = usize::try_from(self.buf.u32(at, "reference").ok()?).ok()?;
        let next = at.checked_add(offset).filter(|next| *next > at && next.is_multiple_of(4))?;
        is_free(self.gaps, next, next.checked_add(4)?).then_some(next)
    }
}
