//! [`Raw`]: bits by hand, for streams that no writer makes.

/// Bits, the lowest first.
#[derive(Clone, Default)]
pub(crate) struct Raw(Vec<bool>);

impl Raw {
    /// A stream of an unknown kind.
    pub(crate) fn stream() -> Raw {
        let mut raw = Raw::default();
        b"TEST".iter().for_each(|byte| raw.fixed(u64::from(*byte), 8));
        raw
    }

    pub(crate) fn fixed(&mut self, value: u64, width: u32) {
        (0..width).for_each(|bit| self.0.push(value.checked_shr(bit).unwrap_or(0) & 1 == 1));
    }

    /// A VBR of the given chunks' payloads, as many as there are.
    pub(crate) fn chunks(&mut self, width: u32, payloads: &[u64]) {
        for (at, payload) in payloads.iter().enumerate() {
            self.fixed(*payload, width - 1);
            self.fixed(u64::from(at + 1 < payloads.len()), 1);
        }
    }

    pub(crate) fn vbr(&mut self, value: u64, width: u32) {
        let (mut payloads, mut left) = (Vec::new(), value);
        loop {
            payloads.push(left & ((1 << (width - 1)) - 1));
            left = left.checked_shr(width - 1).unwrap_or(0);
            if left == 0 {
                return self.chunks(width, &payloads);
            }
        }
    }

    /// Fills up to a word with the lowest bits of `padding`.
    pub(crate) fn align(&mut self, padding: u64) {
        let missing = (32 - self.0.len() % 32) % 32;
        self.fixed(padding, u32::try_from(missing).unwrap());
    }

    /// Enters a block of this id, abbreviation width and length word.
    pub(crate) fn enter(&mut self, outer: u32, id: u64, width: u64, words: u64) {
        self.fixed(1, outer);
        self.vbr(id, 8);
        self.vbr(width, 4);
        self.align(0);
        self.fixed(words, 32);
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0u8, |sum, bit| sum << 1 | u8::from(*bit));
        self.0.chunks(8).map(byte).collect()
    }
}
