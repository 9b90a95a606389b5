//! The order of attributes, types and operation names: often used ones first, grouped by dialect where that costs nothing.

use outlast_core::{SortShort, to_index};

use super::stable;

/// Sorts what was met: by how often it is referred to, descending; then, within each range of numbers that take equally many bytes
/// as varints, by dialect, the one that ended the range before first (`groupByDialectPerByte`).
///
/// As LLVM 16 has it, of two dialects that begin a range each may come before the other: `contradicts`.
pub(super) fn order(met: &mut Vec<u32>, refs: &[u32], contradicts: bool, dialect: impl Fn(u32) -> u32) {
    by_references(met, refs);
    let mut rest = met.as_mut_slice();
    let (mut first, mut size) = (0, 0_usize);
    for bytes in 1..9 {
        if rest.is_empty() {
            break;
        }
        size = (1_usize << (7 * bytes)) - size;
        let (range, after) = rest.split_at_mut(size.min(rest.len()));
        if contradicts {
            stable::sort(range, &|one, other| match (dialect(one), dialect(other)) {
                (one, other) if one == first => other != first,
                (one, other) => one < other,
            });
        } else {
            range.sort_by_cached_key(|old| {
                let dialect = dialect(*old);
                (dialect != first, dialect)
            });
        }
        first = range.last().map_or(0, |old| dialect(*old));
        rest = after;
    }
}

/// Stable, descending. Most are referred to once: these are not compared.
fn by_references(met: &mut Vec<u32>, refs: &[u32]) {
    let count = |old: &u32| refs.get(to_index(*old)).copied().unwrap_or(0);
    let (mut often, once): (Vec<u32>, Vec<u32>) = met.iter().partition(|old| count(old) > 1);
    often.sort_short_by_key(|old| std::cmp::Reverse(count(old)));
    met.clear();
    met.extend(often);
    met.extend(once);
}
