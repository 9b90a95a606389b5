//! `PARAMATTR_GROUP_BLOCK_ID` (10): groups of attributes.
//!
//! `[group, parameter, attribute …]`, where an attribute is `0 kind` (plain), `1 kind value`, `3 text 0` or
//! `4 text 0 text 0` (strings), `5 kind` or `6 kind type`, `7 kind bits range` or `8 kind count bits range …`.

use super::scan::Module;
use super::uses::Spot;

/// The kind of `memory(…)`.
const MEMORY: u64 = 86;

/// A record of the block.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code != 3 {
        module.uses.add("attribute-record", &[u64::from(code)], spot);
        return;
    }
    let mut rest = ops.get(2..).unwrap_or_default();
    while let Some((encoding, after)) = rest.split_first() {
        rest = match attribute(module, *encoding, after, spot) {
            Some(rest) => rest,
            None => return,
        };
    }
}

/// One attribute; what follows it.
fn attribute<'o>(module: &mut Module, encoding: u64, ops: &'o [u64], spot: Spot) -> Option<&'o [u64]> {
    if matches!(encoding, 3 | 4) {
        let rest = past_text(ops)?;
        return if encoding == 4 { past_text(rest) } else { Some(rest) };
    }
    let (kind, rest) = ops.split_first()?;
    let named = if encoding == 6 { 5 } else { encoding };
    module.uses.add("attribute", &[named, *kind], spot);
    match encoding {
        0 | 5 => Some(rest),
        1 => {
            let (value, rest) = rest.split_first()?;
            if *kind == MEMORY {
                memory(module, *value, spot);
            }
            Some(rest)
        }
        6 => rest.get(1..),
        7 => {
            let (bits, rest) = rest.split_first()?;
            past_range(*bits, rest)
        }
        8 => {
            let [count, bits, rest @ ..] = rest else { return None };
            let mut rest = rest;
            for _ in 0..*count {
                rest = past_range(*bits, rest)?;
            }
            Some(rest)
        }
        _ => None,
    }
}

fn past_text(ops: &[u64]) -> Option<&[u64]> {
    let end = ops.iter().position(|op| *op == 0)?;
    ops.get(end + 1..)
}

/// `[lower, upper]`, or for more than 64 bits `[words of lower and upper, lower …, upper …]`.
fn past_range(bits: u64, ops: &[u64]) -> Option<&[u64]> {
    if bits <= 64 {
        return ops.get(2..);
    }
    let (words, rest) = ops.split_first()?;
    let count = (words & 0xffff_ffff).checked_add(words >> 32)?;
    rest.get(usize::try_from(count).ok()?..)
}

/// What `memory(…)` says, two bits for each kind of memory. Version 0 has arguments, inaccessible memory, and all other;
/// from version 1 on `errno` stands before the other, so that a reader of version 0 takes it for the other; memory of
/// the target follows.
fn memory(module: &mut Module, value: u64, spot: Spot) {
    let version = value >> 56;
    if version == 0 {
        return;
    }
    let part = |index: u64| (value >> (2 * index)) & 3;
    let taken = part(2);
    let other = part(3);
    let word = if (other | part(4) | part(5)) & !taken != 0 {
        "less"
    } else if taken & !other != 0 {
        "more"
    } else {
        "same"
    };
    module.uses.add_text("memory", &format!("{version}/{word}"), spot);
}
