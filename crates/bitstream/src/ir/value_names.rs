//! Names of the numbers in records of LLVM IR, for people.

use std::collections::HashMap;
use std::sync::OnceLock;

const VALUES: &str = include_str!("../../names/llvm-values.txt");

/// What a number is called: `name("attribute", 102)` is `captures`. Kinds are `attribute`, `atomicrmw`, `binary`, `cast`,
/// `constant`, `instruction`, `metadata`, `type`, `unary`.
pub fn name(kind: &str, number: u64) -> Option<&'static str> {
    static NAMES: OnceLock<HashMap<(&'static str, u64), &'static str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let rows = VALUES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut words = line.split_ascii_whitespace();
            let (kind, number, name) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
            Some(((kind, number), name))
        });
        rows.collect()
    });
    names.get(&(kind, number)).copied()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_numbers() {
        assert_eq!(super::name("attribute", 102), Some("captures"));
        assert_eq!(super::name("cast", 13), Some("ptrtoaddr"));
        assert_eq!(super::name("constant", 33), Some("ptrauth"));
        assert_eq!(super::name("attribute", 9999), None);
    }
}
