//! Whether an entry of a table is a part of itself.

use outlast_core::Marks;

/// The first entry found that refers to one that it is a part of. `part` gives the part of an entry at an index, if it has so many; numbers
/// beyond the table are no entries.
pub(super) fn closing(count: usize, part: impl Fn(usize, usize) -> Option<usize>) -> Option<usize> {
    // Each is looked at once; on the way down it is open.
    let (mut seen, mut open) = (Marks::none(count), Marks::none(count));
    let mut way = Vec::new();
    for first in 0..count {
        way.push((first, 0));
        while let Some((number, at)) = way.pop() {
            if at == 0 {
                if !seen.insert(number) {
                    continue;
                }
                open.insert(number);
            }
            let Some(part) = part(number, at) else {
                open.remove(number);
                continue;
            };
            way.push((number, at + 1));
            if open.contains(part) {
                return Some(number);
            }
            if part < count && !seen.contains(part) {
                way.push((part, 0));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn shared_parts_are_no_cycle() {
        let find = |table: &[&[usize]]| {
            super::closing(table.len(), |number, at| table.get(number)?.get(at).copied())
        };
        assert_eq!(find(&[&[1, 2], &[2, 7], &[]]), None);
        assert_eq!(find(&[&[1], &[2], &[3, 1], &[]]), Some(2));
        assert_eq!(find(&[&[0]]), Some(0));
    }
}
