//! [`Buffer`]: a FlatBuffer about to be written, whose bulk data stay where they are.

use outlast_core::{Output, Piece, SortShort, write_at};

use crate::object::{Object, ObjectKind};
use crate::schema::{Element, Type};

/// Bytes from which on a vector is bulk data: smaller ones are copied. What is written does not depend on it; in tests and
/// fuzzing, whose inputs are small, nearly every vector is bulk data.
const BULK: usize = if cfg!(debug_assertions) { 32 } else { 4096 };

/// Bytes that are looked at together before they are overwritten.
const PAGE: usize = 4096;

/// A FlatBuffer: its bytes, with zeros in place of bulk data, and those.
#[derive(Clone, Debug, Default)]
pub struct Buffer<'a> {
    /// The bytes. Where bulk data stand, they are zero, and pages that nobody has touched.
    pub bytes: Vec<u8>,
    /// Bulk data with their places, in order.
    bulk: Vec<(usize, Output<'a>)>,
}

impl<'a> Buffer<'a> {
    /// A buffer whose bulk data, which do not overlap, belong at these places.
    pub(crate) fn new(bytes: Vec<u8>, mut bulk: Vec<(usize, Output<'a>)>) -> Buffer<'a> {
        bulk.sort_short_by_key(|(place, _)| *place);
        Buffer { bytes, bulk }
    }

    /// Whether bulk data start at this place.
    pub(crate) fn has_bulk_at(&self, place: usize) -> bool {
        self.bulk.binary_search_by_key(&place, |(place, _)| *place).is_ok()
    }

    /// Overwrites a range with zeros. Memory that is zero already is not touched.
    pub(crate) fn clear(&mut self, range: std::ops::Range<usize>) {
        let bytes = &mut self.bytes;
        self.bulk.retain(|(place, data)| {
            let (start, end) = (*place, place + data.len());
            let apart = end <= range.start || range.end <= start;
            if !apart && (start < range.start || range.end < end) {
                fill(bytes, start, &data.to_vec());
            }
            apart
        });
        for page in bytes.get_mut(range).unwrap_or_default().chunks_mut(PAGE) {
            if page.iter().any(|byte| *byte != 0) {
                page.fill(0);
            }
        }
    }

    /// The buffer as pieces: bulk data are what they came as, and the rest is bytes that readers look into. So are vectors that
    /// are too small to be bulk data in the next edit: it copies what it sees of them.
    pub fn into_output(self) -> Output<'a> {
        let (mut output, mut at) = (Output::default(), 0);
        for (place, data) in self.bulk {
            push(&mut output, self.bytes.get(at..place).unwrap_or_default());
            at = place + data.len();
            let small = data.len() < BULK;
            data.into_pieces().into_iter().for_each(|piece| {
                output.push(match piece {
                    Piece::Weights(raw) if small => Piece::Bytes(raw),
                    other => other,
                });
            });
        }
        push(&mut output, self.bytes.get(at..).unwrap_or_default());
        output
    }

    /// Whether these are its bytes. Bulk data that are a part of them where they are need not be read.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let mut at = 0;
        for (place, data) in &self.bulk {
            let end = place + data.len();
            if bytes.get(at..*place) != self.bytes.get(at..*place)
                || !bytes.get(*place..end).is_some_and(|there| data.is(there))
            {
                return false;
            }
            at = end;
        }
        bytes.get(at..) == self.bytes.get(at..)
    }

    /// The whole buffer in memory.
    pub fn to_vec(&self) -> Vec<u8> {
        self.clone().into_vec()
    }

    /// The same, without another copy of what is in memory.
    pub fn into_vec(mut self) -> Vec<u8> {
        for (place, data) in std::mem::take(&mut self.bulk) {
            let mut at = place;
            for chunk in data.chunks() {
                fill(&mut self.bytes, at, chunk);
                at += chunk.len();
            }
        }
        self.bytes
    }
}

/// Adds bytes, except for pages that are zero: what was cleared takes no memory.
fn push(output: &mut Output<'_>, bytes: &[u8]) {
    let copy =
        |from: usize, end: usize| Piece::Bytes(bytes.get(from..end).unwrap_or_default().to_vec().into());
    let (mut from, mut at) = (0, 0);
    for page in bytes.chunks(PAGE) {
        let end = at + page.len();
        if page.len() == PAGE && page.iter().all(|byte| *byte == 0) {
            output.push(copy(from, at));
            output.push(Piece::Zeros(PAGE));
            from = end;
        }
        at = end;
    }
    output.push(copy(from, at));
}

/// Copies bulk data to their place, which is in the buffer: who made it laid it out so.
fn fill(bytes: &mut [u8], at: usize, raw: &[u8]) {
    let written = write_at(bytes, at, raw);
    debug_assert!(written.is_some(), "bulk data have a place in the buffer");
}

/// The bytes of an object that are bulk data: those of a large vector of plain bytes, which no reader of the tables looks into.
pub(crate) fn bulk_of(object: &Object) -> Option<std::ops::Range<usize>> {
    let ObjectKind::Vector(Type::Vector(Element::Scalar(scalar))) = object.kind else { return None };
    let first = object.start.checked_add(4)?;
    let len = object.end.checked_sub(first)?;
    (scalar.size() == 1 && len >= BULK).then_some(first..object.end)
}

#[cfg(test)]
mod tests {
    use super::Buffer;
    use outlast_core::{Output, Piece};

    fn buffer() -> Buffer<'static> {
        let mut bytes = vec![0; 20];
        bytes[..4].copy_from_slice(b"head");
        bytes[18..].copy_from_slice(b"ed");
        Buffer::new(bytes, vec![(12, Output::weights(&b"later"[..])), (5, Output::weights(&b"first"[..]))])
    }

    #[test]
    fn bulk_data_stand_at_their_places() {
        let whole = b"head\0first\0\0later\0ed";
        assert_eq!(buffer().into_vec(), whole);
        assert_eq!(buffer().into_output().to_vec(), whole);
        assert!(buffer().is(whole) && !buffer().is(&whole[1..]) && !buffer().is(b"head\0First\0\0later\0ed"));
        assert!(buffer().has_bulk_at(12) && !buffer().has_bulk_at(13));
    }

    #[test]
    fn what_is_small_is_bytes() {
        let large = vec![1; super::BULK];
        let bulk = vec![(0, Output::weights(&large)), (large.len(), Output::weights(&large[1..]))];
        let output = Buffer::new(vec![0; 2 * large.len() - 1], bulk).into_output();
        let weights = |piece: &Piece<'_>| matches!(piece, Piece::Weights(_));
        assert_eq!(output.pieces().iter().map(weights).collect::<Vec<_>>(), [true, false]);
        assert_eq!(output.to_vec(), vec![1; 2 * large.len() - 1]);
    }

    #[test]
    fn pages_of_zeros_take_no_memory() {
        let mut bytes = vec![0; 5 * super::PAGE + 7];
        bytes[super::PAGE + 1] = 1;
        let output = Buffer::new(bytes.clone(), Vec::new()).into_output();
        assert_eq!(output.to_vec(), bytes);
        let zeros = output.pieces().iter().filter(|piece| matches!(piece, Piece::Zeros(_)));
        assert_eq!(zeros.map(Piece::len).sum::<usize>(), 4 * super::PAGE);
    }

    #[test]
    fn what_is_cleared_is_zero_and_nothing_else() {
        for (range, expected) in [
            (5..10, &b"head\0\0\0\0\0\0\0\0later\0ed"[..]),
            (6..14, b"head\0f\0\0\0\0\0\0\0\0ter\0ed"),
            (2..5, b"he\0\0\0first\0\0later\0ed"),
        ] {
            let mut cleared = buffer();
            cleared.clear(range.clone());
            assert_eq!(cleared.clone().into_vec(), expected, "{range:?}");
            assert_eq!(cleared.into_output().to_vec(), expected, "{range:?}");
        }
    }
}
