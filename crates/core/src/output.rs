//! [`Output`]: a file that is about to be written, as pieces. Bulk data that nobody has to read again, such as weights,
//! stay where they are until the file is written.

use std::borrow::Cow;
use std::io;

static ZEROS: [u8; 4096] = [0; 4096];

/// A part of a file.
#[derive(Clone, Debug)]
pub enum Piece<'a> {
    /// Bytes that readers look into.
    Bytes(Cow<'a, [u8]>),
    /// Bytes that verdicts do not depend on: constants.
    Weights(Cow<'a, [u8]>),
    /// So many zeros.
    Zeros(usize),
}

impl Piece<'_> {
    /// Length in bytes.
    pub fn len(&self) -> usize {
        match self {
            Piece::Bytes(raw) | Piece::Weights(raw) => raw.len(),
            Piece::Zeros(n) => *n,
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A file, or a part of one, as pieces.
#[derive(Clone, Debug, Default)]
pub struct Output<'a> {
    pieces: Vec<Piece<'a>>,
    len: usize,
}

impl<'a> Output<'a> {
    /// A file of one piece.
    pub fn of(bytes: impl Into<Cow<'a, [u8]>>) -> Output<'a> {
        Output::single(Piece::Bytes(bytes.into()))
    }

    /// Weights alone.
    pub fn weights(bytes: impl Into<Cow<'a, [u8]>>) -> Output<'a> {
        Output::single(Piece::Weights(bytes.into()))
    }

    fn single(piece: Piece<'a>) -> Output<'a> {
        Output { len: piece.len(), pieces: vec![piece] }
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &[Piece<'a>] {
        &self.pieces
    }

    /// The pieces, in order, as the caller's own.
    pub fn into_pieces(self) -> Vec<Piece<'a>> {
        self.pieces
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a piece.
    pub fn push(&mut self, piece: Piece<'a>) {
        if piece.is_empty() {
            return;
        }
        self.len += piece.len();
        match (self.pieces.last_mut(), &piece) {
            (Some(Piece::Zeros(before)), Piece::Zeros(more)) => *before += more,
            _ => self.pieces.push(piece),
        }
    }

    /// Adds all pieces of another.
    pub fn append(&mut self, other: Output<'a>) {
        self.len += other.len;
        self.pieces.extend(other.pieces);
    }

    /// Adds zeros until the length is this, if it is less.
    pub fn pad_to(&mut self, len: usize) {
        let have = self.len();
        if have < len {
            self.push(Piece::Zeros(len - have));
        }
    }

    /// Adds zeros until the length is a multiple of `align`.
    pub fn align_to(&mut self, align: usize) {
        self.pad_to(self.len().next_multiple_of(align));
    }

    /// Its bytes, some at a time.
    pub fn chunks(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().flat_map(|piece| {
            let (raw, zeros): (&[u8], usize) = match piece {
                Piece::Bytes(raw) | Piece::Weights(raw) => (raw, 0),
                Piece::Zeros(n) => (&[], *n),
            };
            let full = std::iter::repeat_n(&ZEROS[..], zeros / ZEROS.len());
            std::iter::once(raw).chain(full).chain(ZEROS.get(..zeros % ZEROS.len()))
        })
    }

    /// Whether it has these bytes. Those that it refers to where they are need not be read.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        for chunk in self.chunks() {
            let Some((first, after)) = rest.split_at_checked(chunk.len()) else { return false };
            if !std::ptr::eq(chunk, first) && chunk != first {
                return false;
            }
            rest = after;
        }
        rest.is_empty()
    }

    /// Whether another has the same bytes, however both are cut into pieces. What both refer to is not read.
    pub fn is_same(&self, other: &Output<'_>) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let (mut left, mut right) = (self.chunks(), other.chunks());
        let (mut x, mut y): (&[u8], &[u8]) = (&[], &[]);
        loop {
            while x.is_empty() {
                match left.next() {
                    Some(chunk) => x = chunk,
                    None => return true,
                }
            }
            while y.is_empty() {
                match right.next() {
                    Some(chunk) => y = chunk,
                    None => return true,
                }
            }
            let none: &[u8] = &[];
            let ((a, rest), (b, other)) = match x.len() <= y.len() {
                true => ((x, none), y.split_at(x.len())),
                false => (x.split_at(y.len()), (y, none)),
            };
            if !std::ptr::eq(a, b) && a != b {
                return false;
            }
            (x, y) = (rest, other);
        }
    }

    /// Writes all of it.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.chunks().try_for_each(|chunk| out.write_all(chunk))
    }

    /// The whole file in memory.
    pub fn to_vec(&self) -> Vec<u8> {
        self.collect(true)
    }

    /// The whole file in memory with zeros in place of weights, which are not read: what a verdict on it needs. The
    /// zeros are pages that the system makes when they are touched, so that their number costs nothing.
    pub(crate) fn without_weights(&self) -> Vec<u8> {
        self.collect(false)
    }

    fn collect(&self, weights: bool) -> Vec<u8> {
        let mut bytes = vec![0; self.len()];
        let mut at = 0;
        for piece in &self.pieces {
            let end = at + piece.len();
            let copied = match piece {
                Piece::Bytes(raw) => Some(raw),
                Piece::Weights(raw) => Some(raw).filter(|_| weights),
                Piece::Zeros(_) => None,
            };
            // The length is the sum of the pieces' lengths, so that there is always room.
            if let (Some(raw), Some(room)) = (copied, bytes.get_mut(at..end)) {
                room.copy_from_slice(raw);
            }
            at = end;
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{Output, Piece};

    #[test]
    fn pieces_come_in_order() {
        let mut out = Output::of(&b"ab"[..]);
        out.align_to(4);
        out.push(Piece::Weights(b"wx"[..].into()));
        assert_eq!(out.to_vec(), b"ab\0\0wx");
        assert_eq!(out.without_weights(), b"ab\0\0\0\0");
        let mut written = Vec::new();
        out.write_to(&mut written).unwrap();
        assert_eq!(written, out.to_vec());
        assert!(out.is(b"ab\0\0wx") && !out.is(b"ab\0\0wy") && !out.is(b"ab\0\0w"));
        assert!(!out.is(b"ab\0\0wx ") && Output::weights(&written).is(&written));
        out.pad_to(10_000);
        assert_eq!(out.chunks().collect::<Vec<_>>().concat(), out.to_vec());
    }
}
