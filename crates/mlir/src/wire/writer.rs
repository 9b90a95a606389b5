//! [`Emitter`]: bytecode being written, section by section. Large blobs are borrowed, not copied.

use std::borrow::Cow;

use super::PADDING;
use super::marks::{Marks, What};

/// Bytes of a prefix varint.
pub fn varint_len(value: u64) -> usize {
    let bits = 64 - value.leading_zeros();
    match bits {
        0 => 1,
        57.. => 9,
        _ => bits.div_ceil(7) as usize,
    }
}

/// Adds a prefix varint, as short as possible.
#[inline]
pub fn varint(out: &mut Vec<u8>, value: u64) {
    if value < 1 << 7 {
        out.push(u8::try_from(value << 1 | 1).unwrap_or(u8::MAX));
        return;
    }
    let len = varint_len(value);
    if len == 9 {
        out.push(0);
        out.extend_from_slice(&value.to_le_bytes());
        return;
    }
    let word = (value << 1 | 1) << (len - 1);
    // Eight bytes at once, and what is too much off again: a copy of a length that is not known is a call.
    let end = out.len() + len;
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(end);
}

/// Adds a prefix varint of so many bytes, 1 to 9. The number has to fit; readers take it from more bytes than it needs, too.
pub(crate) fn varint_of(out: &mut Vec<u8>, value: u64, len: usize) {
    if len > 8 {
        out.push(0);
        return out.extend_from_slice(&value.to_le_bytes());
    }
    debug_assert!(varint_len(value) <= len, "{value} does not fit");
    let more = len.saturating_sub(1);
    let word = (value << 1 | 1) << more;
    out.extend_from_slice(word.to_le_bytes().get(..=more).unwrap_or_default());
}

/// Adds a signed varint: zigzag.
#[inline]
pub fn svarint(out: &mut Vec<u8>, value: i64) {
    varint(out, (value << 1 ^ value >> 63).cast_unsigned());
}

/// Part of an output.
pub type Piece<'a> = Cow<'a, [u8]>;

/// Borrowed blobs shorter than this are copied: a piece costs more.
const SMALL: usize = 256;

/// Bytecode being written. A section is an emitter of its own, added to the emitter around it when it is complete.
///
/// Alignment counts from the emitter's start. An emitter whose content is aligned asks the same of whatever it is put into.
#[derive(Clone, Debug, Default)]
pub struct Emitter<'a> {
    done: Vec<Piece<'a>>,
    done_len: usize,
    open: Vec<u8>,
    alignment: u64,
    marks: Option<Box<Marks>>,
}

impl<'a> Emitter<'a> {
    /// Nothing yet.
    pub fn new() -> Emitter<'a> {
        Emitter { alignment: 1, ..Emitter::default() }
    }

    /// Nothing yet; where numbers, padding and sections will stand is noted if asked for.
    pub(crate) fn marking(marked: bool) -> Emitter<'a> {
        Emitter { marks: marked.then(Box::default), ..Emitter::new() }
    }

    /// All bytes in one piece, and what was noted of them.
    pub(crate) fn into_marked(mut self) -> (Vec<u8>, Marks) {
        let marks = self.marks.take().map(|marks| *marks).unwrap_or_default();
        (self.into_bytes(), marks)
    }

    #[inline]
    fn mark(&mut self, what: What) {
        if self.marks.is_some() {
            let at = self.len();
            self.marks.iter_mut().for_each(|marks| marks.add(at, what));
        }
    }

    /// Bytes so far.
    pub fn len(&self) -> usize {
        self.done_len + self.open.len()
    }

    /// Whether there is nothing yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One byte.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.open.push(byte);
    }

    /// Bytes, copied.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.open.extend_from_slice(bytes);
    }

    /// Bytes, borrowed if they are many.
    pub fn borrowed(&mut self, bytes: &'a [u8]) {
        if bytes.len() < SMALL {
            return self.bytes(bytes);
        }
        self.seal();
        self.done_len += bytes.len();
        self.done.push(Cow::Borrowed(bytes));
    }

    /// Bytes that are given away.
    pub fn owned(&mut self, bytes: Vec<u8>) {
        if bytes.len() < SMALL {
            return self.bytes(&bytes);
        }
        self.seal();
        self.done_len += bytes.len();
        self.done.push(Cow::Owned(bytes));
    }

    fn seal(&mut self) {
        if !self.open.is_empty() {
            self.done_len += self.open.len();
            self.done.push(Cow::Owned(std::mem::take(&mut self.open)));
        }
    }

    /// A varint.
    #[inline]
    pub fn varint(&mut self, value: u64) {
        self.mark(What::Number);
        varint(&mut self.open, value);
    }

    /// A table index.
    #[inline]
    pub fn index(&mut self, index: u32) {
        self.varint(u64::from(index));
    }

    /// A length or count.
    #[inline]
    pub fn count(&mut self, count: usize) {
        self.varint(u64::try_from(count).unwrap_or(u64::MAX));
    }

    /// A varint with a flag as its lowest bit.
    pub fn flagged(&mut self, value: u64, flag: bool) {
        self.varint(value << 1 | u64::from(flag));
    }

    /// A string and the NUL byte that ends it.
    pub fn c_string(&mut self, text: &[u8]) {
        self.bytes(text);
        self.byte(0);
    }

    /// Padding up to a multiple of `alignment` bytes (a power of two) from the start; what this emitter is put into has to be
    /// aligned as much.
    pub fn align(&mut self, alignment: u64) {
        self.alignment = self.alignment.max(alignment);
        let start = self.len();
        self.mark(What::Padding);
        self.pad(alignment);
        let len = self.len() - start;
        self.marks.iter_mut().for_each(|marks| marks.padding(len, alignment));
    }

    fn pad(&mut self, alignment: u64) {
        let mask = usize::try_from(alignment.saturating_sub(1)).unwrap_or(0);
        while self.len() & mask != 0 {
            self.byte(PADDING);
        }
    }

    /// The alignment that the content needs of its start, in bytes.
    pub fn alignment(&self) -> u64 {
        self.alignment
    }

    /// A section with what another emitter holds. The header says the alignment only where the data would not be aligned
    /// without; otherwise the whole of this emitter has to be aligned, as upstream's writer has it.
    pub fn section(&mut self, id: u8, content: Emitter<'a>) {
        self.mark(What::Section);
        let header = self.open.len();
        self.byte(id);
        varint(&mut self.open, u64::try_from(content.len()).unwrap_or(u64::MAX));
        let alignment = content.alignment;
        let wide = u64::try_from(self.len()).unwrap_or(u64::MAX);
        if alignment > 1 && !wide.is_multiple_of(alignment) {
            if let Some(first) = self.open.get_mut(header) {
                *first |= 0x80;
            }
            varint(&mut self.open, alignment);
            self.pad(alignment);
        }
        self.alignment = self.alignment.max(alignment);
        self.append(content);
        self.mark(What::End);
    }

    /// What another emitter holds, without a header; the caller has seen to its alignment.
    pub fn append(&mut self, content: Emitter<'a>) {
        let base = self.len();
        if let (Some(marks), Some(more)) = (&mut self.marks, content.marks) {
            marks.append(*more, base);
        }
        for piece in content.done {
            match piece {
                Cow::Borrowed(bytes) => self.borrowed(bytes),
                Cow::Owned(bytes) => self.owned(bytes),
            }
        }
        self.owned(content.open);
    }

    /// The pieces, in order.
    pub fn into_pieces(mut self) -> Vec<Piece<'a>> {
        self.seal();
        self.done
    }

    /// All bytes in one piece.
    pub fn into_bytes(mut self) -> Vec<u8> {
        if self.done.is_empty() {
            return self.open;
        }
        self.seal();
        self.done.concat()
    }
}

/// A sparse array as upstream's writer has it: if more than half is zero, only the rest, each with its place.
pub fn sparse_sizes(out: &mut Vec<u8>, sizes: &[i64]) {
    let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let some = sizes.iter().filter(|size| **size != 0).count();
    let last = sizes.iter().rposition(|size| *size != 0).unwrap_or(0);
    if last > 256 || some > sizes.len() / 2 {
        varint(out, wide(sizes.len()) << 1);
        return sizes.iter().for_each(|size| varint(out, size.cast_unsigned()));
    }
    varint(out, wide(some) << 1 | 1);
    if some == 0 {
        return;
    }
    let bits = (last + 1).next_power_of_two().trailing_zeros();
    varint(out, u64::from(bits));
    for (at, size) in sizes.iter().enumerate().filter(|(_, size)| **size != 0) {
        varint(out, size.cast_unsigned() << bits | wide(at));
    }
}
