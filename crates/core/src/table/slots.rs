//! The hash table in the blob of a table: where the rows of a kind and name begin.

/// The slot of a kind and name, of so many, which are a power of two.
pub(super) fn slot(kind: &[u8], name: &[u8], count: usize) -> usize {
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
    usize::try_from(hash >> 32).unwrap_or(0) & count.wrapping_sub(1)
}

/// The numbers, from 1 on, of the first rows of each kind and name, by slot; 0 stands in those that are empty, a quarter or more. Rows, which
/// these are the kinds and names of, are sorted.
pub(super) fn slots<'r>(rows: impl Iterator<Item = (&'r str, &'r str)>) -> Vec<usize> {
    let (mut first, mut before) = (Vec::new(), None);
    for (number, row) in (1_usize..).zip(rows) {
        if before != Some(row) {
            first.push((number, row));
        }
        before = Some(row);
    }
    let count = (first.len() + first.len() / 3 + 1).next_power_of_two();
    let mut slots = vec![0; count];
    for (number, (kind, name)) in first {
        let mut place = slot(kind.as_bytes(), name.as_bytes(), count);
        while slots.get(place).is_some_and(|taken| *taken != 0) {
            place = (place + 1) % count;
        }
        if let Some(free) = slots.get_mut(place) {
            *free = number;
        }
    }
    slots
}
