//! Malformed files by classes that need no knowledge of a format.

/// A seeded source of numbers (SplitMix64): the same in every run.
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 where the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.number() % (limit.max(1) as u64)).unwrap_or(0)
    }
}

/// Lengths at which to cut a file: all short ones, those around powers of two, and some between.
pub fn cuts(len: usize) -> Vec<usize> {
    let mut lengths: Vec<usize> = (0..80).collect();
    let steps = (0..40).map(|i| len * i / 40);
    let ends = (1..20).map(|i| len.saturating_sub(i));
    lengths.extend(steps.chain(ends));
    lengths.retain(|l| *l < len);
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// A copy with one to eight bytes changed: flipped bits, extremes, small numbers, a copied word.
pub fn flip(data: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut copy = data.to_vec();
    for _ in 0..=rng.below(8) {
        let at = rng.below(copy.len());
        let other = rng.below(copy.len());
        let choice = rng.below(5);
        let bit = rng.below(8);
        let small = [0, 1, 0x7f, 0x80, 0xff][rng.below(5)];
        match choice {
            0 | 1 => {
                if let Some(byte) = copy.get_mut(at) {
                    *byte ^= 1 << bit;
                }
            }
            2 => {
                if let Some(byte) = copy.get_mut(at) {
                    *byte = small;
                }
            }
            3 => {
                if let Some(word) = copy.get_mut(at / 4 * 4..(at / 4 * 4).saturating_add(4)) {
                    word.fill(small);
                }
            }
            _ => {
                let (from, to) = (other / 4 * 4, at / 4 * 4);
                if from + 4 <= copy.len() && to + 4 <= copy.len() {
                    copy.copy_within(from..from + 4, to);
                }
            }
        }
    }
    copy
}
