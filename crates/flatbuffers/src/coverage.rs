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
