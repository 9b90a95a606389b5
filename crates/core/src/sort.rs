//! Sorting of what is sorted once and is short.

use std::cmp::Ordering;

/// Sorting as the standard library does it, equal elements in their order, by code that all types share: a few hundred bytes for each use and
/// not five thousand. For slices that are long or sorted often, take the standard library's.
pub trait SortShort<T> {
    /// As `sort`.
    fn sort_short(&mut self)
    where
        T: Ord;

    /// As `sort_by`.
    fn sort_short_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// As `sort_by_key`.
    fn sort_short_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> SortShort<T> for [T] {
    fn sort_short(&mut self)
    where
        T: Ord,
    {
        self.sort_short_by(Ord::cmp);
    }

    fn sort_short_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut compare_at = |one: usize, other: usize| match (self.get(one), self.get(other)) {
            (Some(one), Some(other)) => compare(one, other),
            _ => Ordering::Equal,
        };
        let order = order(self.len(), &mut compare_at);
        arrange(order, &mut |one, other| self.swap(one, other));
    }

    fn sort_short_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.sort_short_by(|one, other| key(one).cmp(&key(other)));
    }
}

/// The indices of so many elements, sorted.
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    if count < 2 {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

/// Moves elements by swaps to where an order has their indices: along each cycle, once.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(from) = order.get_mut(at).map(|from| std::mem::replace(from, at))
            && from != start
        {
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SortShort;

    #[test]
    fn as_the_standard_library() {
        let mut state = 1_u64;
        for count in [0, 1, 2, 3, 7, 20, 21, 100, 1000] {
            let mut pairs: Vec<(u64, usize)> = Vec::new();
            for at in 0..count {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                pairs.push(((state >> 33) % 10, at));
            }
            let mut expected = pairs.clone();
            expected.sort_by_key(|(key, _)| *key);
            let mut found = pairs.clone();
            found.sort_short_by_key(|(key, _)| *key);
            assert_eq!(found, expected, "{count} by key");
            expected.sort_by(|one, other| other.cmp(one));
            found.sort_short_by(|one, other| other.cmp(one));
            assert_eq!(found, expected, "{count} backwards");
            found.sort_short();
            pairs.sort();
            assert_eq!(found, pairs, "{count}");
        }
    }
}
