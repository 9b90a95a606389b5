//! The hash table in the blob of a table: where the rows of a kind and name begin.

/// The hash of a kind and name.
pub(super) fn hash(kind: &[u8], name: &[u8]) -> u64 {
    let mut hash = 0_u64;
    let mut feed = |word: u64| hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    for text in [kind, name] {
        feed(text.len() as u64);
        let (words, rest) = text.as_chunks::<8>();
        words.iter().for_each(|word| feed(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            feed(rest.iter().rev().fold(0, |word, byte| (word << 8) | u64::from(*byte)));
        }
    }
    hash
}

/// The slot of a hash, of so many, which are a power of two.
pub(super) fn home(hash: u64, count: usize) -> usize {
    usize::try_from(hash >> 32).unwrap_or(0) & count.wrapping_sub(1)
}

/// What stands in the upper byte of a slot: most others are known by it without a look at their row.
pub(super) fn tag(hash: u64) -> u32 {
    u32::from(hash.to_le_bytes()[0]) << TAG
}

/// Bits of a slot that are the number of a row.
pub(super) const TAG: u32 = 24;

/// Slots with the numbers, from 1 on, of the first rows of each kind and name; 0 stands in those that are empty, a quarter or more. Rows, which
/// these are the kinds and names of, are sorted. `None` for more rows than there are numbers.
pub(super) fn slots<'r>(rows: impl Iterator<Item = (&'r str, &'r str)>) -> Option<Vec<u32>> {
    let (mut first, mut before) = (Vec::new(), None);
    for (number, row) in (1_usize..).zip(rows) {
        if before != Some(row) {
            first.push((u32::try_from(number).ok().filter(|number| number >> TAG == 0)?, row));
        }
        before = Some(row);
    }
    let count = (first.len() + first.len() / 3 + 1).next_power_of_two();
    let mut slots = vec![0; count];
    for (number, (kind, name)) in first {
        let hash = hash(kind.as_bytes(), name.as_bytes());
        let mut place = home(hash, count);
        while slots.get(place).is_some_and(|taken| *taken != 0) {
            place = (place + 1) % count;
        }
        if let Some(free) = slots.get_mut(place) {
            *free = number | tag(hash);
        }
    }
    Some(slots)
}
