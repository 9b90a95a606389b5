//! DEFLATE (RFC 1951), with bounds.

use std::cell::Cell;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// Bytes that a compressed byte can become at most: a match of 258 bytes takes two bits, one for the length and one for the
/// distance.
pub const MAX_RATIO: u64 = 1032;

/// How decompression ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// With the last block; so many bytes of the input were used.
    Whole(usize),
    /// There is more than the limit.
    More,
    /// The compressed data break off or are damaged.
    Damaged,
}

/// Bytes of what was decompressed that [`stream`] has at a time.
const WINDOW: usize = 1 << 16;

/// What decompression works with: made once for each thread, as most members of archives are smaller.
#[derive(Default)]
struct Machine {
    decompressor: Box<DecompressorOxide>,
    /// Zeros, between uses.
    window: Vec<u8>,
}

thread_local! {
    static KEPT: Cell<Option<Machine>> = const { Cell::new(None) };
}

impl Machine {
    fn take() -> Machine {
        let mut machine = KEPT.take().unwrap_or_default();
        machine.decompressor.init();
        machine
    }

    /// Keeps it, with so many bytes in the window.
    fn keep(mut self, made: u64) {
        let dirty = usize::try_from(made).unwrap_or(WINDOW).min(self.window.len());
        self.window.iter_mut().take(dirty).for_each(|byte| *byte = 0);
        KEPT.set(Some(self));
    }
}

/// Decompresses at most `limit` bytes. The buffer grows with what there is, and never beyond twice of it.
pub(crate) fn inflate(data: &[u8], limit: usize) -> (Vec<u8>, End) {
    let mut machine = Machine::take();
    let mut out = vec![0; limit.min(data.len().saturating_mul(2).max(4096))];
    let (mut used, mut made) = (0, 0);
    loop {
        let rest = data.get(used..).unwrap_or_default();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, consumed, written) = decompress(&mut machine.decompressor, rest, &mut out, made, flags);
        used = used.saturating_add(consumed);
        made = made.saturating_add(written).min(out.len());
        let end = match status {
            TINFLStatus::Done => End::Whole(used),
            TINFLStatus::HasMoreOutput if out.len() < limit => {
                let grown = out.len().saturating_mul(2).min(limit);
                out.resize(grown, 0);
                continue;
            }
            TINFLStatus::HasMoreOutput => End::More,
            _ => End::Damaged,
        };
        out.truncate(made);
        machine.keep(0);
        return (out, end);
    }
}

/// Decompresses at most `limit` bytes, and shows them piece by piece. Returns how many there were.
pub(crate) fn stream(data: &[u8], limit: u64, mut show: impl FnMut(&[u8])) -> (u64, End) {
    let mut machine = Machine::take();
    machine.window.resize(WINDOW, 0);
    let (mut used, mut at, mut made) = (0, 0, 0u64);
    loop {
        let rest = data.get(used..).unwrap_or_default();
        let (status, consumed, written) =
            decompress(&mut machine.decompressor, rest, &mut machine.window, at, 0);
        used = used.saturating_add(consumed);
        show(machine.window.get(at..at + written).unwrap_or_default());
        made = made.saturating_add(written as u64);
        at = (at + written) % WINDOW;
        let end = match status {
            _ if made > limit => End::More,
            TINFLStatus::Done => End::Whole(used),
            TINFLStatus::HasMoreOutput => continue,
            _ => End::Damaged,
        };
        machine.keep(made);
        return (made, end);
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;

    use super::{End, MAX_RATIO, inflate, stream};

    #[test]
    fn ends_are_told_apart() {
        let content: Vec<u8> = (0..200_000u32).flat_map(|n| (n / 3).to_le_bytes()).collect();
        let mut data = compress_to_vec(&content, 6);
        let len = data.len();
        data.extend(b"behind");
        let whole = content.len();
        let (out, end) = inflate(&data, whole);
        assert!(out == content && end == End::Whole(len));
        assert_eq!(inflate(&data, whole + 1).1, End::Whole(len));
        let (out, end) = inflate(&data, whole - 1);
        assert!(out == content[..whole - 1] && end == End::More);
        let (out, end) = inflate(&data[..len - 1000], whole);
        assert!(content.starts_with(&out) && end == End::Damaged);
        assert_eq!(inflate(&[], 0), (vec![], End::Damaged));
        assert_eq!(inflate(&[7; 9], 100).1, End::Damaged);
        // An empty stream is whole, even if nothing may come of it.
        assert_eq!(inflate(&compress_to_vec(b"", 6), 0).1, End::Whole(2));

        let mut all: Vec<u8> = Vec::new();
        assert_eq!(stream(&data, whole as u64, |piece| all.extend(piece)), (whole as u64, End::Whole(len)));
        assert!(all == content);
        assert_eq!(stream(&data, 1000, |_| ()).1, End::More);
        assert_eq!(stream(&data[..len - 1000], whole as u64, |_| ()).1, End::Damaged);
    }

    #[test]
    fn nothing_compresses_better_than_the_ratio() {
        let data = compress_to_vec(&vec![0; 10 << 20], 9);
        let ratio = (10 << 20) / data.len() as u64;
        assert!((1000..=MAX_RATIO).contains(&ratio), "{ratio}");
    }
}
