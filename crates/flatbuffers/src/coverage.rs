//! The coverage map: which object owns each byte of a buffer, which bytes nobody owns, and which field of the future
//! explains them.
//!
//! In FlatBuffers a 4-byte field that the schema does not know may be a number or a reference; its bytes do not say.
//! The bytes that no known object owns do: a reference leads to the start of something that lies wholly in such a gap.

use outlast_core::Bytes;

use crate::explain::Explainer;
use crate::gap::{gap, is_free};
use crate::object::Object;
use crate::walk::{UnknownSlot, Walk};

pub use crate::gap::Gap;

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
        sort(&mut objects);
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
        let mut guesses = self.guesses(buf, std::slice::from_ref(slot));
        guesses.pop().unwrap_or(Guess::Scalar)
    }

    /// What unknown fields seem to be. Bytes that several of them lead to are counted for the first.
    pub fn guesses(&self, buf: Bytes<'_>, slots: &[UnknownSlot]) -> Vec<Guess> {
        let mut explainer = Explainer::new(&self.gaps, &self.objects, buf);
        let guess = |(number, slot): (usize, &UnknownSlot)| {
            let target = slot.target(buf).filter(|target| is_free(&self.gaps, *target, *target + 4));
            let Some(target) = target else { return Guess::Scalar };
            let before = explainer.owned.len();
            match explainer.follow(number, target) {
                true => {
                    let owned = explainer.owned.iter().skip(before).map(|owned| owned.range.len());
                    Guess::Reference { target, explains: owned.sum() }
                }
                false => Guess::Ambiguous,
            }
        };
        slots.iter().enumerate().map(guess).collect()
    }
}

impl UnknownSlot {
    /// Where the field would lead if it were a reference; `None` where it cannot be one: tables, vectors and strings
    /// start at multiples of four, after what refers to them.
    pub fn target(&self, buf: Bytes<'_>) -> Option<usize> {
        if self.room < 4 || !self.at.is_multiple_of(4) {
            return None;
        }
        let value = usize::try_from(buf.u32(self.at, "unknown field").ok()?).ok()?;
        let target = self.at.checked_add(value).filter(|t| value != 0 && t.is_multiple_of(4))?;
        (target.checked_add(4)? <= buf.len()).then_some(target)
    }
}

/// Sorts objects by their places. There are many, and their starts have few digits: sorting by those, the last one first, takes a fraction of
/// what comparisons take.
fn sort(objects: &mut Vec<Object>) {
    const BITS: u32 = 11;
    const FEW: usize = 256;
    if objects.len() < FEW {
        return objects.sort_unstable_by_key(|o| (o.start, o.end));
    }
    let most = objects.iter().map(|o| o.start).max().unwrap_or(0);
    let mut sorted = objects.clone();
    for digit in 0..(usize::BITS - most.leading_zeros()).div_ceil(BITS) {
        let bucket = |o: &Object| (o.start >> (digit * BITS)) & ((1 << BITS) - 1);
        let mut places = [0_usize; 1 << BITS];
        for object in objects.iter() {
            if let Some(count) = places.get_mut(bucket(object)) {
                *count += 1;
            }
        }
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for object in objects.iter() {
            if let Some(place) = places.get_mut(bucket(object)) {
                if let Some(to) = sorted.get_mut(*place) {
                    *to = *object;
                }
                *place += 1;
            }
        }
        std::mem::swap(objects, &mut sorted);
    }
    for together in objects.chunk_by_mut(|a, b| a.start == b.start).filter(|run| run.len() > 1) {
        together.sort_unstable_by_key(|o| o.end);
    }
}

#[cfg(test)]
mod tests {
    use crate::object::{Object, ObjectKind};

    #[test]
    fn many_objects_are_sorted_by_place() {
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from((state >> 33) % below).unwrap()
        };
        for (count, below) in [(10, 50), (1000, 300), (5000, 100_000), (5000, 1 << 31)] {
            let mut objects: Vec<Object> = Vec::new();
            for _ in 0..count {
                let start = next(below);
                objects.push(Object { start, end: start + next(40), kind: ObjectKind::String });
            }
            let mut expected = objects.clone();
            expected.sort_by_key(|o| (o.start, o.end));
            super::sort(&mut objects);
            assert!(objects == expected, "{count} below {below}");
        }
    }
}
