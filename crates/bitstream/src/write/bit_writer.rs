//! [`BitWriter`]: bits, the lowest first, written into bytes.
//!
//! Positions are bits from the first byte of the stream; words of 32 bits are counted from there, as readers do.

use crate::bits::Bits;

/// Bytes written so far, and up to 63 bits that wait for more.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    used: u32,
}

/// Where a sink stood, to go back there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    len: usize,
    pending: u64,
    used: u32,
}

/// How a VBR and padding are written where there is a choice: readers accept more chunks than needed, payload that
/// is dropped, and padding that is not zero.
pub(crate) trait Shape {
    /// The chunks and payload of the next VBR; none for the shortest form of the value.
    #[inline(always)]
    fn vbr(&mut self) -> Option<(u32, u128)> {
        None
    }
    /// The bits of the next padding and their value; none for zeros up to the next word.
    #[inline(always)]
    fn padding(&mut self) -> Option<(u32, u32)> {
        None
    }
}

/// The shortest VBRs, and zeros as padding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Shape for Plain {}

impl BitWriter {
    pub(crate) fn with_capacity(bytes: usize) -> BitWriter {
        BitWriter { bytes: Vec::with_capacity(bytes), pending: 0, used: 0 }
    }

    /// The bit that comes next.
    #[inline(always)]
    pub(crate) fn pos(&self) -> u64 {
        u64::try_from(self.bytes.len()).unwrap_or(u64::MAX / 16) * 8 + u64::from(self.used)
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { len: self.bytes.len(), pending: self.pending, used: self.used }
    }

    /// Forgets what was written after the mark.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.bytes.truncate(mark.len);
        self.pending = mark.pending;
        self.used = mark.used;
    }

    /// A field of `width` bits, at most 32, which `value` fits: the encoder has looked.
    #[inline(always)]
    pub(crate) fn fixed(&mut self, value: u64, width: u32) {
        debug_assert!(width <= 32 && value >> width == 0, "{value} in {width} bits");
        self.pending |= value << self.used;
        self.used += width;
        if self.used >= 64 {
            self.bytes.extend_from_slice(&self.pending.to_le_bytes());
            self.used -= 64;
            self.pending = value >> (width - self.used);
        }
    }

    /// Writes out a word that is full: afterwards nothing is pending, if the position is a multiple of 32.
    #[inline(always)]
    fn settle(&mut self) {
        if self.used == 32 {
            self.bytes.extend_from_slice(&low32(self.pending).to_le_bytes());
            (self.pending, self.used) = (0, 0);
        }
    }

    /// A VBR of chunks of `width` bits, 2 to 32, or of any width that the shape gives a form for.
    #[inline(always)]
    pub(crate) fn vbr(&mut self, value: u64, width: u32, shape: &mut impl Shape) {
        if let Some((chunks, payload)) = shape.vbr() {
            return self.vbr_as(width, chunks, payload);
        }
        let more = 1u64 << ((width - 1) & 63);
        if value < more {
            return self.fixed(value, width);
        }
        let mut left = value;
        while left >= more && width > 1 {
            self.fixed(left & (more - 1) | more, width);
            left >>= width - 1;
        }
        self.fixed(left & (more - 1), width);
    }

    /// A VBR of a given number of chunks.
    #[cold]
    fn vbr_as(&mut self, width: u32, chunks: u32, payload: u128) {
        let more = 1u64 << (width - 1);
        let mut left = payload;
        for index in 1..=chunks {
            let bits = u64::try_from(left & u128::from(more - 1)).unwrap_or(0);
            self.fixed(if index < chunks { bits | more } else { bits }, width);
            left >>= width - 1;
        }
    }

    /// Goes to the next multiple of 32 bits.
    #[inline(always)]
    pub(crate) fn align(&mut self, shape: &mut impl Shape) {
        match shape.padding() {
            Some((bits, value)) => self.fixed(u64::from(value), bits),
            None => self.fixed(0, (32 - self.used % 32) % 32),
        }
    }

    /// Whole bytes, at a multiple of 8 bits.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.settle();
        if self.used == 0 {
            // Positions count whole words of `bytes`, so that the remainder has to go through the pending word.
            let (words, rest) = bytes.split_at(bytes.len() & !3);
            self.bytes.extend_from_slice(words);
            return rest.iter().for_each(|byte| self.fixed(u64::from(*byte), 8));
        }
        for byte in bytes {
            self.fixed(u64::from(*byte), 8);
        }
    }

    /// The bits of another stream, as they are.
    pub(crate) fn copy(&mut self, from: &[u8], bits: std::ops::Range<u64>) {
        self.settle();
        let byte = |bit: u64| usize::try_from(bit / 8).unwrap_or(usize::MAX);
        if self.used == 0 && bits.start.is_multiple_of(8) {
            let whole = bits.end - (bits.end - bits.start) % 32;
            self.bytes.extend_from_slice(from.get(byte(bits.start)..byte(whole)).unwrap_or_default());
            return self.copy_slowly(from, whole..bits.end);
        }
        self.copy_slowly(from, bits);
    }

    fn copy_slowly(&mut self, from: &[u8], bits: std::ops::Range<u64>) {
        let mut source = Bits::new(from);
        source.set_pos(bits.start);
        let mut left = bits.end.saturating_sub(bits.start);
        while left > 0 {
            let width = u32::try_from(left.min(32)).unwrap_or(32);
            let Ok(value) = source.fixed(width) else { return };
            self.fixed(value, width);
            left -= u64::from(width);
        }
    }

    /// Overwrites a field of `width` bits, at most 32, that was written before.
    pub(crate) fn patch(&mut self, bit: u64, width: u32, value: u64) {
        for offset in 0..u64::from(width) {
            let (at, one) = (bit + offset, value >> offset & 1);
            let index = usize::try_from(at / 8).unwrap_or(usize::MAX);
            match self.bytes.get_mut(index) {
                Some(byte) => {
                    let mask = 1u8 << (at % 8);
                    *byte = if one == 1 { *byte | mask } else { *byte & !mask };
                }
                None => {
                    let in_pending = at - u64::try_from(self.bytes.len()).unwrap_or(0) * 8;
                    self.pending = self.pending & !(1 << in_pending) | one << in_pending;
                }
            }
        }
    }

    /// The bytes; bits that do not fill a byte are filled up with zeros.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let rest = usize::try_from(self.used.div_ceil(8)).unwrap_or(0);
        self.bytes.extend(self.pending.to_le_bytes().iter().take(rest));
        self.bytes
    }
}

#[inline(always)]
fn low32(value: u64) -> u32 {
    u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX)
}
