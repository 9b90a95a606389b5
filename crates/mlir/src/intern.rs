//! [`Interner`]: short keys, each kept once, in the order in which they first come. Millions of operations look theirs up.
//!
//! The hash is cheap, and its seed another one in each process, so that no file can be made whose keys collide. Nothing that is made of
//! the keys depends on it.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// No key.
const FREE: u32 = u32::MAX;

/// Keys by number.
#[derive(Clone, Debug)]
pub(crate) struct Interner<K> {
    keys: Vec<K>,
    /// Numbers of keys by their hash; a power of two of them, half of them free at least.
    slots: Vec<u32>,
    mix: Mix,
}

impl<K> Default for Interner<K> {
    fn default() -> Interner<K> {
        Interner { keys: Vec::new(), slots: Vec::new(), mix: Mix::default() }
    }
}

impl<K: Copy + Eq + Hash> Interner<K> {
    /// The number of a key, and whether it is new.
    #[inline]
    pub(crate) fn intern(&mut self, key: K) -> (usize, bool) {
        if self.slots.len() / 2 <= self.keys.len() {
            self.grow();
        }
        let mut at = self.start(&key);
        while let Some(slot) = self.slots.get(at).copied().filter(|slot| *slot != FREE) {
            let number = outlast_core::to_index(slot);
            if self.keys.get(number) == Some(&key) {
                return (number, false);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let number = self.keys.len();
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = u32::try_from(number).unwrap_or(FREE);
        }
        self.keys.push(key);
        (number, true)
    }

    /// All keys, by number.
    pub(crate) fn keys(&self) -> &[K] {
        &self.keys
    }

    fn start(&self, key: &K) -> usize {
        // The upper half is mixed best.
        let hash = self.mix.hash_one(key) >> 32;
        usize::try_from(hash).unwrap_or(0) & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![FREE; (self.slots.len() * 2).max(64)];
        for (number, key) in self.keys.iter().enumerate() {
            let mut at = self.start(key);
            while self.slots.get(at).is_some_and(|slot| *slot != FREE) {
                at = (at + 1) & (self.slots.len() - 1);
            }
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = u32::try_from(number).unwrap_or(FREE);
            }
        }
    }
}

/// A cheap hash of numbers, with a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix(u64);

impl Default for Mix {
    fn default() -> Mix {
        Mix(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for Mix {
    type Hasher = Mix;

    fn build_hasher(&self) -> Mix {
        *self
    }
}

impl Mix {
    #[inline]
    fn fold(&mut self, number: u64) {
        // Both halves of a product: each bit has a part in all of them.
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        let low = product & u128::from(u64::MAX);
        self.0 = u64::try_from(low ^ (product >> 64)).unwrap_or(0);
    }
}

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.fold(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        self.fold(u64::from_le_bytes(last) ^ u64::try_from(bytes.len()).unwrap_or(0).rotate_left(56));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.fold(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.fold(number);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.fold(u64::from(number));
    }

    /// Of discriminants.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.fold(u64::try_from(number).unwrap_or(u64::MAX));
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.fold(u64::try_from(number).unwrap_or(u64::MAX));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Interner;

    #[test]
    fn keys_have_the_number_of_their_first_time() {
        let (mut interner, mut expected) = (Interner::default(), HashMap::new());
        // Few bits differ from key to key, and each comes several times.
        for number in 0..40_000_u32 {
            let key = (number % 9973, u64::from(number % 7) << 60);
            let next = expected.len();
            let there = expected.contains_key(&key);
            let at = *expected.entry(key).or_insert(next);
            assert_eq!(interner.intern(key), (at, !there));
        }
        assert_eq!(interner.keys().len(), expected.len());
        assert!(interner.keys().iter().enumerate().all(|(at, key)| expected[key] == at));
    }
}
