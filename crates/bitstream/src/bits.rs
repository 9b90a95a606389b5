//! [`Bits`]: fields of a bitstream, through a window of 64 bits.
//!
//! Bit 0 of byte 0 comes first. Fixed fields and the chunks of a VBR are at most 32 bits wide; the window holds at least
//! 57 bits, so that each is one load. Past the end the window is filled with zeros, and the end is checked afterwards.

use crate::fault::{Fault, FaultKind};

/// Is told what a decoded value does not say, but writing it back needs.
pub trait Watch {
    /// A VBR was read: the width of its chunks, how many there were, and the bits of their payloads in order (the
    /// lowest 128).
    #[inline(always)]
    fn vbr(&mut self, _width: u32, _chunks: u32, _payload: u128) {}
    /// Padding up to the next 32-bit boundary: how many bits, and their value.
    #[inline(always)]
    fn padding(&mut self, _bits: u32, _value: u32) {}
    /// A blob was read: its bytes in the stream. Of several, a record keeps the last.
    #[inline(always)]
    fn blob(&mut self, _bytes: std::ops::Range<usize>) {}
}

/// Watches nothing, and costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoWatch;

impl Watch for NoWatch {}

/// Values for which room is made before they are read.
const AT_ONCE: usize = 1 << 10;

/// A position in a stream, in bits from its first byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    pos: u64,
    end: u64,
}

/// The lowest `width` bits; `width` is at most 63.
#[inline(always)]
fn low(value: u64, width: u32) -> u64 {
    value & ((1u64 << (width & 63)) - 1)
}

impl<'a> Bits<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Bits<'a> {
        let end = u64::try_from(bytes.len()).unwrap_or(u64::MAX / 8).saturating_mul(8);
        Bits { bytes, pos: 0, end }
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    #[inline(always)]
    pub(crate) fn pos(&self) -> u64 {
        self.pos
    }

    /// The stream's length in bits.
    #[inline(always)]
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    #[inline(always)]
    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.end
    }

    /// Goes to a bit, at most the end.
    #[inline(always)]
    pub(crate) fn set_pos(&mut self, bit: u64) {
        self.pos = bit.min(self.end);
    }

    /// The next 57 bits or more, zeros past the end.
    #[inline(always)]
    fn window(&self) -> u64 {
        let byte = usize::try_from(self.pos >> 3).unwrap_or(usize::MAX);
        let word = match self.bytes.get(byte..).and_then(<[u8]>::first_chunk::<8>) {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => tail(self.bytes, byte),
        };
        word >> (self.pos & 7)
    }

    /// LLVM reads aligned words of 64 bits; its message depends on which word was the last.
    #[cold]
    #[inline(never)]
    fn end_fault(&self, start: u64, width: u32) -> Fault {
        let left = self.end.saturating_sub(start);
        let in_word = (64 - start % 64) % 64;
        let kind = if in_word < left {
            let need = u64::from(width).saturating_sub(in_word);
            FaultKind::End { have: left - in_word, need, bits: true }
        } else {
            FaultKind::End { have: self.end / 8, need: self.end / 8, bits: false }
        };
        Fault::new(kind, start)
    }

    /// A field of `width` bits, at most 32.
    #[inline(always)]
    pub(crate) fn fixed(&mut self, width: u32) -> Result<u64, Fault> {
        let value = low(self.window(), width);
        let next = self.pos + u64::from(width);
        if next > self.end {
            return Err(self.end_fault(self.pos, width));
        }
        self.pos = next;
        Ok(value)
    }

    /// A field of `width` bits, at most 32, as a 32-bit number.
    #[inline(always)]
    pub(crate) fn fixed32(&mut self, width: u32) -> Result<u32, Fault> {
        self.fixed(width).map(|value| u32::try_from(value).unwrap_or(u32::MAX))
    }

    /// A VBR of chunks of `width` bits, of up to 64 bits; what is beyond is dropped, as LLVM does.
    #[inline(always)]
    pub(crate) fn vbr64(&mut self, width: u32, watch: &mut impl Watch) -> Result<u64, Fault> {
        match self.chunk(self.window(), width, watch) {
            Some(value) => Ok(value),
            None => self.vbr64_long(width, watch),
        }
    }

    /// A VBR of one chunk, which is the first in the window; none if it is longer, or not there.
    #[inline(always)]
    fn chunk(&mut self, window: u64, width: u32, watch: &mut impl Watch) -> Option<u64> {
        let more = 1u64 << ((width - 1) & 63);
        let next = self.pos + u64::from(width);
        if window & more != 0 || next > self.end {
            return None;
        }
        self.pos = next;
        let value = low(window, width);
        watch.vbr(width, 1, u128::from(value));
        Some(value)
    }

    /// `count` fields of `width` bits, at least one and at most 32, onto a list, each as `of` says: as many as a window holds come from one load.
    #[inline(always)]
    pub(crate) fn fixeds(
        &mut self,
        width: u32,
        count: usize,
        values: &mut Vec<u64>,
        of: impl Fn(u64) -> u64,
    ) -> Result<(), Fault> {
        let fits = (self.end - self.pos) / u64::from(width.max(1)) >= count as u64;
        let held = if fits { 57 / width.max(1) } else { 0 };
        let mut left = count;
        while left > 0 {
            if held == 0 {
                values.push(of(self.fixed(width)?));
                left -= 1;
                continue;
            }
            let window = self.window();
            let taken = held.min(u32::try_from(left).unwrap_or(held));
            values.extend((0..taken).map(|at| of(low(window >> (at * width), width))));
            self.pos += u64::from(taken * width);
            left -= taken as usize;
        }
        Ok(())
    }

    /// `count` VBRs of chunks of `width` bits onto a list: all that end in a window come from one load.
    #[inline(always)]
    pub(crate) fn vbrs(
        &mut self,
        width: u32,
        count: u32,
        values: &mut Vec<u64>,
        watch: &mut impl Watch,
    ) -> Result<(), Fault> {
        let more = 1u64 << ((width - 1) & 63);
        let mut left = count;
        values.reserve(usize::try_from(count).unwrap_or(0).min(AT_ONCE));
        while left > 0 {
            let (mut window, mut used) = (self.window(), 0);
            while left > 0 && used + width <= 57 {
                // One chunk, or two, as letters have in text that is not abbreviated.
                let (value, chunks) = if window & more == 0 {
                    (low(window, width), 1)
                } else if used + width * 2 <= 57 && (window >> width) & more == 0 {
                    (low(window, width - 1) | low(window >> width, width) << (width - 1), 2)
                } else {
                    break;
                };
                values.push(value);
                watch.vbr(width, chunks, u128::from(value));
                window >>= (width * chunks) & 63;
                used += width * chunks;
                left -= 1;
            }
            let next = self.pos + u64::from(used);
            if next > self.end {
                // Zeros past the end look like values: find the one that is not there.
                loop {
                    self.vbr64(width, watch)?;
                }
            }
            self.pos = next;
            if left > 0 && used == 0 {
                values.push(self.vbr64_long(width, watch)?);
                left -= 1;
            }
        }
        Ok(())
    }

    /// As [`Bits::vbr64`], of more than one chunk: as many as the window holds are taken from one load.
    #[inline]
    fn vbr64_long(&mut self, width: u32, watch: &mut impl Watch) -> Result<u64, Fault> {
        let more = 1u64 << ((width - 1) & 63);
        let mut window = self.window();
        let (mut value, mut shift, mut used) = (0u64, 0u32, 0u32);
        while used + width <= 57 && shift < 64 {
            value |= (window & (more - 1)) << shift;
            used += width;
            if window & more == 0 {
                let next = self.pos + u64::from(used);
                if next > self.end {
                    break;
                }
                self.pos = next;
                watch.vbr(width, used / width, u128::from(value));
                return Ok(value);
            }
            shift += width - 1;
            window >>= width;
        }
        self.vbr_slow(width, 64, watch)
    }

    /// A VBR of chunks of `width` bits, of up to 32 bits: ids and counts.
    #[inline(always)]
    pub(crate) fn vbr32(&mut self, width: u32, watch: &mut impl Watch) -> Result<u32, Fault> {
        let window = self.window();
        if let Some(value) = self.chunk(window, width, watch) {
            return Ok(u32::try_from(value).unwrap_or(u32::MAX));
        }
        // Two chunks, the next common case.
        let more = 1u64 << ((width - 1) & 63);
        let second = window >> width;
        let next = self.pos + u64::from(width) * 2;
        if window & more != 0 && second & more == 0 && next <= self.end && width <= 16 {
            self.pos = next;
            let value = low(window, width - 1) | low(second, width) << (width - 1);
            watch.vbr(width, 2, u128::from(value));
            return Ok(u32::try_from(value).unwrap_or(u32::MAX));
        }
        let value = self.vbr_slow(width, 32, watch)?;
        Ok(u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX))
    }

    /// One chunk at a time, as LLVM does, for exact faults.
    #[inline(never)]
    fn vbr_slow(&mut self, width: u32, limit: u32, watch: &mut impl Watch) -> Result<u64, Fault> {
        let start = self.pos;
        let more = 1u64 << ((width - 1) & 63);
        let (mut value, mut shift, mut payload, mut chunks) = (0u64, 0u32, 0u128, 0u32);
        loop {
            let piece = match self.fixed(width) {
                Ok(piece) => piece,
                Err(fault) => {
                    self.pos = start;
                    return Err(fault);
                }
            };
            let bits = piece & (more - 1);
            if shift < 64 {
                value |= bits << shift;
            }
            payload |= u128::from(bits).checked_shl(shift).unwrap_or(0);
            chunks = chunks.saturating_add(1);
            if piece & more == 0 {
                watch.vbr(width, chunks, payload);
                return Ok(value);
            }
            shift = shift.saturating_add(width - 1);
            if shift >= limit {
                self.pos = start;
                return Err(Fault::new(FaultKind::Vbr, start));
            }
        }
    }

    /// Passes `count` VBRs of chunks of `width` bits, several per load: what counts is where they end.
    pub(crate) fn skip_vbrs(&mut self, width: u32, count: u32) -> Result<(), Fault> {
        // With chunks this wide hardly two are in the window; with one bit there is no payload that could be too long.
        if width > 20 {
            for _ in 0..count {
                self.vbr64(width, &mut NoWatch)?;
            }
            return Ok(());
        }
        let mask = MORE.get(usize::try_from(width).unwrap_or(0)).copied().unwrap_or(0);
        let mut left = count;
        while left > 0 {
            let mut ends = !self.window() & mask;
            let found = ends.count_ones();
            if found == 0 {
                // One long VBR: read it as LLVM would.
                self.vbr64(width, &mut NoWatch)?;
                left -= 1;
                continue;
            }
            let step = if found <= left {
                left -= found;
                64 - ends.leading_zeros()
            } else {
                for _ in 1..left {
                    ends &= ends - 1;
                }
                left = 0;
                ends.trailing_zeros() + 1
            };
            let next = self.pos + u64::from(step);
            if next > self.end {
                // Zeros past the end look like ends of VBRs: find the one that is not there.
                loop {
                    self.vbr64(width, &mut NoWatch)?;
                }
            }
            self.pos = next;
        }
        Ok(())
    }

    /// Passes `count` fields of `width` bits.
    #[inline(always)]
    pub(crate) fn skip_fixed(&mut self, width: u32, count: u32) -> Result<(), Fault> {
        let next = self.pos + u64::from(width) * u64::from(count);
        if next > self.end {
            return Err(self.skip_fault(width));
        }
        self.pos = next;
        Ok(())
    }

    /// The fault of reading one field of `width` bits after the other up to the end.
    #[cold]
    fn skip_fault(&self, width: u32) -> Fault {
        let fits = (self.end - self.pos) / u64::from(width.max(1));
        self.end_fault(self.pos + fits * u64::from(width), width)
    }

    /// Goes to the next multiple of 32 bits.
    #[inline(always)]
    pub(crate) fn align(&mut self, watch: &mut impl Watch) {
        let next = (self.pos.saturating_add(31) & !31).min(self.end);
        let bits = u32::try_from(next - self.pos).unwrap_or(0);
        watch.padding(bits, u32::try_from(low(self.window(), bits)).unwrap_or(0));
        self.pos = next;
    }
}

/// By width of a chunk: the highest bit of each of the chunks that are sure to be in a window.
#[expect(clippy::indexing_slicing, reason = "runs while the program is compiled")]
const MORE: [u64; 21] = {
    let mut masks = [0; 21];
    let mut width = 1;
    while width <= 20 {
        let mut end = width;
        while end <= 57 {
            masks[width] |= 1 << (end - 1);
            end += width;
        }
        width += 1;
    }
    masks
};

/// The last bytes of a stream, filled up with zeros.
#[cold]
#[inline(never)]
fn tail(bytes: &[u8], from: usize) -> u64 {
    let mut word = [0; 8];
    if let Some(rest) = bytes.get(from..) {
        for (to, from) in word.iter_mut().zip(rest) {
            *to = *from;
        }
    }
    u64::from_le_bytes(word)
}
