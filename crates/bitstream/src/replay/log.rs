//! [`Log`]: what a token does not say about its encoding.

use std::ops::Range;

use crate::bits::Watch;
use crate::write::bit_writer::Shape;

/// What the reader saw in one token.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// VBRs so far.
    vbrs: u32,
    /// Of VBRs that are not the shortest form of a 32-bit or 64-bit value: which one, chunks, payload.
    odd: Vec<(u32, u32, u128)>,
    /// Bits of padding, and their value.
    paddings: Vec<(u32, u32)>,
    /// Bytes of the blobs.
    blobs: Vec<Range<usize>>,
}

impl Log {
    /// Forgets the last token.
    #[inline(always)]
    pub(super) fn start(&mut self) -> &mut Log {
        self.vbrs = 0;
        self.odd.clear();
        self.paddings.clear();
        self.blobs.clear();
        self
    }

    /// Gives the encoder back what was seen, in order.
    #[inline(always)]
    pub(super) fn play(&self) -> Played<'_> {
        Played { next: 0, odd: &self.odd, paddings: &self.paddings }
    }

    /// Whether a VBR was not the shortest.
    #[inline(always)]
    pub(super) fn is_odd(&self) -> bool {
        !self.odd.is_empty()
    }

    /// As [`Log::play`], for a token all of whose VBRs were the shortest.
    #[inline(always)]
    pub(super) fn play_padding(&self) -> Padding<'_> {
        Padding(&self.paddings)
    }

    pub(super) fn blobs(&self) -> &[Range<usize>] {
        &self.blobs
    }
}

impl Watch for Log {
    #[inline(always)]
    fn vbr(&mut self, width: u32, chunks: u32, payload: u128) {
        let index = self.vbrs;
        self.vbrs += 1;
        if chunks > 1 {
            let shift = (chunks - 1).saturating_mul(width - 1);
            let shortest = payload.checked_shr(shift).is_some_and(|last| last != 0);
            // Counts, ids and codes lose what is beyond 32 bits.
            if !shortest || payload > u128::from(u32::MAX) {
                self.odd.push((index, chunks, payload));
            }
        }
    }

    fn padding(&mut self, bits: u32, value: u32) {
        self.paddings.push((bits, value));
    }

    fn blob(&mut self, bytes: Range<usize>) {
        self.blobs.push(bytes);
    }
}

/// Plays a [`Log`] back.
#[derive(Debug)]
pub(super) struct Played<'l> {
    next: u32,
    odd: &'l [(u32, u32, u128)],
    paddings: &'l [(u32, u32)],
}

impl Shape for Played<'_> {
    #[inline(always)]
    fn vbr(&mut self) -> Option<(u32, u128)> {
        let index = self.next;
        self.next += 1;
        let (&(of, chunks, payload), rest) = self.odd.split_first()?;
        if of != index {
            return None;
        }
        self.odd = rest;
        Some((chunks, payload))
    }

    fn padding(&mut self) -> Option<(u32, u32)> {
        let (first, rest) = self.paddings.split_first()?;
        self.paddings = rest;
        Some(*first)
    }
}

/// Plays back padding only.
#[derive(Debug)]
pub(super) struct Padding<'l>(&'l [(u32, u32)]);

impl Shape for Padding<'_> {
    fn padding(&mut self) -> Option<(u32, u32)> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }
}
