//! The stable sort of libstdc++, step by step: what it makes of a comparison that contradicts itself.
//!
//! Any stable sort gives the same order where the comparison is sound. LLVM 16 groups by dialect with one that is not
//! (`groupByDialectPerByte`: of two dialects, each may come before the other), and its order depends on which pairs are compared. Its
//! releases are built with libstdc++: insertion sort by sevens, then merges of neighbours, for each half (`bits/stl_algo.h`).
#![expect(clippy::indexing_slicing, reason = "sorts a permutation of its own")]

/// Length of what is sorted by insertion (`_S_chunk_size`).
const CHUNK: usize = 7;

/// Sorts; `less` says whether the first comes before the second.
pub(super) fn sort(all: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    let half = all.len().div_ceil(2);
    let (front, back) = all.split_at_mut(half);
    merge_sort(front, less);
    merge_sort(back, less);
    if front.len() <= back.len() {
        let first = front.to_vec();
        merge_forward(&first, half, all, less);
    } else {
        let second = back.to_vec();
        merge_backward(&second, half, all, less);
    }
}

/// `__merge_sort_with_buffer`.
fn merge_sort(all: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    all.chunks_mut(CHUNK).for_each(|chunk| insertion_sort(chunk, less));
    let mut buffer = all.to_vec();
    let mut step = CHUNK;
    while step < all.len() {
        merge_neighbours(all, &mut buffer, step, less);
        step *= 2;
        merge_neighbours(&buffer, all, step, less);
        step *= 2;
    }
}

fn insertion_sort(chunk: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    for at in 1..chunk.len() {
        let value = chunk[at];
        let mut place = at;
        if less(value, chunk[0]) {
            place = 0;
        } else {
            while place > 0 && less(value, chunk[place - 1]) {
                place -= 1;
            }
        }
        chunk[place..=at].rotate_right(1);
    }
}

/// `__merge_sort_loop`: runs of `step` are merged two by two.
fn merge_neighbours(from: &[u32], to: &mut [u32], step: usize, less: &impl Fn(u32, u32) -> bool) {
    let mut at = 0;
    for pair in from.chunks(2 * step) {
        let (mut one, mut other) = pair.split_at(step.min(pair.len()));
        while let ([first, ..], [second, ..]) = (one, other) {
            let taken = if less(*second, *first) { &mut other } else { &mut one };
            to[at] = taken[0];
            *taken = &taken[1..];
            at += 1;
        }
        for rest in [one, other] {
            to[at..at + rest.len()].copy_from_slice(rest);
            at += rest.len();
        }
    }
}

/// `__move_merge_adaptive`: `first` stood before `middle`.
fn merge_forward(first: &[u32], middle: usize, all: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    let (mut one, mut other, mut to) = (0, middle, 0);
    while one < first.len() && other < all.len() {
        if less(all[other], first[one]) {
            all[to] = all[other];
            other += 1;
        } else {
            all[to] = first[one];
            one += 1;
        }
        to += 1;
    }
    all[to..to + first.len() - one].copy_from_slice(&first[one..]);
}

/// `__move_merge_adaptive_backward`: `second` stood from `middle` on.
fn merge_backward(second: &[u32], middle: usize, all: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    let (mut one, mut other, mut to) = (middle, second.len(), all.len());
    while one > 0 && other > 0 {
        to -= 1;
        if less(second[other - 1], all[one - 1]) {
            all[to] = all[one - 1];
            one -= 1;
        } else {
            all[to] = second[other - 1];
            other -= 1;
        }
    }
    all[..other].copy_from_slice(&second[..other]);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_sound_comparison_is_sorted_stably() {
        for len in 0..200_u32 {
            let mut values: Vec<u32> = (0..len).map(|at| at.wrapping_mul(2_654_435_761) % 1000).collect();
            let mut expected = values.clone();
            expected.sort_by_key(|value| value / 100);
            super::sort(&mut values, &|one, other| one / 100 < other / 100);
            assert_eq!(values, expected);
        }
    }
}
