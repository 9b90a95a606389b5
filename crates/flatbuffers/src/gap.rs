//! [`Gap`]: bytes of a buffer that no known object owns.

use outlast_core::Bytes;

/// Bytes that no known object owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// First byte, as an offset in the buffer.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// All bytes are zero and there are fewer than the largest alignment in use (16, or what was asked for).
    pub padding: bool,
}

/// The gap between two objects; padding, if it is zero and short.
pub(crate) fn gap(buf: Bytes<'_>, start: usize, end: usize, max_align: usize) -> Gap {
    let zero = buf.data().get(start..end).is_some_and(|raw| raw.iter().all(|b| *b == 0));
    Gap { start, end, padding: zero && end - start < max_align.max(16) }
}

/// Whether a gap holds all these bytes.
pub(crate) fn is_free(gaps: &[Gap], start: usize, end: usize) -> bool {
    let at = gaps.partition_point(|gap| gap.end <= start);
    gaps.get(at).is_some_and(|gap| gap.start <= start && end <= gap.end)
}
