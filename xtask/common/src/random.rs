//! Numbers that look random and are the same in every run.

/// A source of numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.draw() % u64::try_from(limit.max(1)).unwrap_or(u64::MAX)).unwrap_or(0)
    }
}
