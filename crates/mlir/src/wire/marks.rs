//! [`Marks`]: where an output has what can be written in several ways. Only files that are not written in the shortest way ask for them.

/// What begins at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A varint.
    Number,
    /// Padding, possibly none.
    Padding,
    /// The header of a section.
    Section,
    /// The end of the section that was opened last.
    End,
}

const BITS: u32 = 2;

/// Places in an output, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Offset and what is there, packed: most bytes of operations are numbers.
    places: Vec<u64>,
    /// Length and alignment of each padding, in bytes.
    paddings: Vec<(usize, u64)>,
}

impl Marks {
    /// Something begins at an offset.
    pub(super) fn add(&mut self, at: usize, what: What) {
        let bits = match what {
            What::Number => 0,
            What::Padding => 1,
            What::Section => 2,
            What::End => 3,
        };
        self.places.push(u64::try_from(at).unwrap_or(u64::MAX) << BITS | bits);
    }

    /// The padding that began last is complete.
    pub(super) fn padding(&mut self, len: usize, alignment: u64) {
        self.paddings.push((len, alignment));
    }

    /// What another output has, which begins at an offset of this one.
    pub(super) fn append(&mut self, other: Marks, base: usize) {
        let base = u64::try_from(base).unwrap_or(u64::MAX) << BITS;
        self.places.extend(other.places.into_iter().map(|place| place.saturating_add(base)));
        self.paddings.extend(other.paddings);
    }

    /// All places.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, What)> {
        self.places.iter().map(|place| {
            let what = match place & 3 {
                0 => What::Number,
                1 => What::Padding,
                2 => What::Section,
                _ => What::End,
            };
            (usize::try_from(place >> BITS).unwrap_or(usize::MAX), what)
        })
    }

    /// Length and alignment of each padding, in order.
    pub(crate) fn paddings(&self) -> impl Iterator<Item = (usize, u64)> + Clone {
        self.paddings.iter().copied()
    }
}
