//! [`QuickMap`], [`QuickSet`]: tables of small keys for loops that look up every record of a stream.
//!
//! The hash folds the product with an odd number, which costs a tenth of the standard one. Each process starts it at another
//! number, so that no file is made of keys that all fall into one slot. Nothing may depend on the order of such a table.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

/// A table of keys that are numbers, or made of a few.
pub type QuickMap<K, V> = HashMap<K, V, Quick>;

/// A set of such keys.
pub type QuickSet<K> = HashSet<K, Quick>;

/// Starts a hash at the number of this process.
#[derive(Clone, Copy, Debug)]
pub struct Quick(u64);

impl Default for Quick {
    fn default() -> Quick {
        static START: OnceLock<u64> = OnceLock::new();
        Quick(*START.get_or_init(|| RandomState::new().hash_one(0_u64)))
    }
}

impl BuildHasher for Quick {
    type Hasher = Mix;

    fn build_hasher(&self) -> Mix {
        Mix { state: self.0, key: self.0 | 1 }
    }
}

/// A hash on its way.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    state: u64,
    key: u64,
}

/// The lowest 64 bits.
fn low(number: u128) -> u64 {
    u64::try_from(number & u128::from(u64::MAX)).unwrap_or(u64::MAX)
}

impl Mix {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * u128::from(self.key ^ 0x9e37_79b9_7f4a_7c15);
        self.state = low(product) ^ low(product >> 64);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            self.mix(rest.iter().rev().fold(0, |n, b| (n << 8) | u64::from(*b)));
        }
        self.mix(0xff00 ^ u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    }

    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.mix(u64::try_from(n).unwrap_or(u64::MAX));
    }

    // Which variant an enumeration has.
    fn write_isize(&mut self, n: isize) {
        self.mix(u64::try_from(n).unwrap_or(u64::MAX));
    }

    fn finish(&self) -> u64 {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::{Quick, QuickSet};
    use std::hash::BuildHasher;

    #[test]
    fn keys_spread() {
        // One start of many: with some, keys spread a little less, and what is counted here would differ from run to run.
        let quick = Quick(0x2545_f491_4f6c_dd1d);
        // Numbers that differ in high bits only, as positions do, and pairs that are sums of each other.
        let high: QuickSet<u64> = (0..4096_u64).map(|n| quick.hash_one(n << 40) & 0xffff).collect();
        let pairs: QuickSet<u64> = (0..64_u64)
            .flat_map(|a| (0..64_u64).map(move |b| (a, b)))
            .map(|pair| quick.hash_one(pair) & 0xffff)
            .collect();
        // Of 4096 random numbers in 65536 slots 3970 are different.
        assert!(high.len() > 3800, "{}", high.len());
        assert!(pairs.len() > 3800, "{}", pairs.len());
        assert_ne!(quick.hash_one("ab"), quick.hash_one("ab\0"));
    }
}
