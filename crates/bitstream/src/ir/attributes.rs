//! `PARAMATTR_GROUP_BLOCK_ID` (10): groups of attributes.
//!
//! `[group, parameter, attribute …]`, where an attribute is `0 kind` (plain), `1 kind value`, `3 text 0` or
//! `4 text 0 text 0` (strings), `5 kind` or `6 kind type`, `7 kind bits range` or `8 kind count bits range …`.

use super::malformed;
use super::module::Module;
use super::shape::{Kind, Taken, Value, Word};
use super::types::Type;
use super::unreachable_calls::QUIET;
use super::uses::Spot;
use super::value_names::name;
use outlast_core::{QuickMap, QuickSet};

/// The kinds of `immarg` and `allocsize`.
const IMMEDIATE: u64 = 60;
const ALLOC_SIZE: u64 = 51;
/// The kind of `memory(…)`.
const MEMORY: u64 = 86;
/// The kind of `swifterror`.
const ERROR: u64 = 47;
/// Kinds that one parameter has at most: `nest`, `returned`, `sret`, `swiftself`, `swifterror`, `swiftasync`.
const ONCE: [u64; 6] = [8, 22, 29, 46, ERROR, 75];
/// Where a group is of the function itself, and not of a parameter.
const OF_FUNCTION: u64 = 0xffff_ffff;
/// Readers make room for as many parameters as the largest number, and there is none for these.
const MOST_PARAMETERS: u64 = 1 << 31;
/// The bits of `memory(…)` that say that something is written, below the version.
const WRITES: u64 = 0x00aa_aaaa_aaaa_aaaa;

/// What attributes say of functions, as far as [`super::dead`] asks: by group, and by list.
#[derive(Debug, Default)]
pub(super) struct Said {
    groups: QuickMap<u64, u8>,
    /// The parameter that a group is of, counted from 1.
    parameters: QuickMap<u64, u64>,
    lists: Vec<u8>,
    /// Groups with an attribute that only intrinsics have, and lists.
    immediate: QuickSet<u64>,
    immediate_lists: Vec<bool>,
    /// Parameters for sizes that groups name, and lists.
    sizes: QuickMap<u64, u64>,
    size_lists: Vec<Option<u64>>,
    /// Groups with attributes that exclude each other, and lists.
    excluded: QuickSet<u64>,
    excluded_lists: Vec<bool>,
    /// Kinds of [`ONCE`] that a group of a parameter has, as bits; and by list the parameter that is `swifterror`.
    once: QuickMap<u64, u8>,
    error_lists: Vec<Option<u64>>,
    /// Types that attributes say of what is behind a pointer.
    behind: Vec<(u64, Spot)>,
    /// Groups with an attribute that does not apply where they stand; and by list the first of those.
    apart: QuickMap<u64, Spot>,
    apart_lists: Vec<Option<Spot>>,
    /// The last parameter that each list has something of.
    last: Vec<u64>,
    /// The largest number of a type that an attribute has, and where.
    pub(super) types: (u64, Spot),
    /// The group that is read, if it is of functions.
    open: Option<u64>,
}

impl Said {
    /// A record of `PARAMATTR_BLOCK_ID` (9): `[group …]`.
    pub(super) fn list(&mut self, code: u32, ops: &[u64]) {
        // Readers pass over records that they do not know.
        if !matches!(code, 1 | 2) {
            return;
        }
        let named = Some(ops).filter(|_| code == 2).unwrap_or_default();
        self.immediate_lists.push(named.iter().any(|group| self.immediate.contains(group)));
        let twice = self.says_twice(named);
        self.excluded_lists.push(twice || named.iter().any(|group| self.excluded.contains(group)));
        let error =
            named.iter().find(|group| self.once.get(group).is_some_and(|once| once & once_bit(ERROR) != 0));
        self.error_lists.push(error.and_then(|group| self.parameters.get(group)).copied());
        self.size_lists.push(named.iter().find_map(|group| self.sizes.get(group)).copied());
        let of = |group| self.groups.get(group).copied().unwrap_or(0);
        let last = ops.iter().filter_map(|group| self.parameters.get(group)).copied().max().unwrap_or(0);
        self.apart_lists
            .push(ops.iter().find_map(|group| self.apart.get(group)).copied().filter(|_| code == 2));
        self.last.push(if code == 2 { last } else { 0 });
        self.lists.push(if code == 2 { ops.iter().fold(0, |said, group| said | of(group)) } else { 0 });
    }

    /// What the list with this number says; 0 is none.
    pub(super) fn of_list(&self, number: u64) -> u8 {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.lists.get(index)).copied().unwrap_or(0)
    }

    /// Whether the list with this number has an attribute that only intrinsics have.
    pub(super) fn is_immediate(&self, number: u64) -> bool {
        at(&self.immediate_lists, number).unwrap_or(false)
    }

    /// Whether the list with this number has attributes that exclude each other: variables may have such.
    pub(super) fn is_excluded(&self, number: u64) -> bool {
        at(&self.excluded_lists, number).unwrap_or(false)
    }

    /// Whether groups say of two parameters what is said of one at most, or `sret` of one behind the second.
    fn says_twice(&self, groups: &[u64]) -> bool {
        let mut seen = 0;
        groups.iter().any(|group| {
            let once = self.once.get(group).copied().unwrap_or(0);
            let late = once & once_bit(29) != 0 && self.parameters.get(group).is_some_and(|at| *at > 2);
            let twice = seen & once != 0;
            seen |= once;
            twice || late
        })
    }

    /// The parameter that the list with this number says is `swifterror`, counted from 0.
    pub(super) fn error_of_list(&self, number: u64) -> Option<usize> {
        usize::try_from(at(&self.error_lists, number).flatten()?.checked_sub(1)?).ok()
    }

    /// The parameters for sizes that the list with this number names, counted from 0.
    pub(super) fn sizes_of_list(&self, number: u64) -> Vec<u64> {
        let Some(sizes) = at(&self.size_lists, number).flatten() else { return Vec::new() };
        // The size of an element, and how many; the second may be none.
        let count = sizes & 0xffff_ffff;
        [Some(sizes >> 32), Some(count).filter(|count| *count != 0xffff_ffff)].into_iter().flatten().collect()
    }

    /// The last parameter that the list with this number has something of, counted from 1.
    pub(super) fn last_of_list(&self, number: u64) -> u64 {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.last.get(index)).copied().unwrap_or(0)
    }

    /// Where the list with this number has an attribute that does not apply.
    pub(super) fn apart_in_list(&self, number: u64) -> Option<Spot> {
        let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        *index.and_then(|index| self.apart_lists.get(index))?
    }

    /// An attribute of the group that is read.
    fn says(&mut self, kind: u64, value: Option<u64>) {
        let said = match (kind, value) {
            (20 | 21, None) => QUIET,
            (MEMORY, Some(effects)) if effects & WRITES == 0 => QUIET,
            _ => return,
        };
        if let Some(group) = self.open {
            *self.groups.entry(group).or_insert(0) |= said;
        }
    }
}

/// The bit of a kind of [`ONCE`].
fn once_bit(kind: u64) -> u8 {
    ONCE.iter().position(|one| *one == kind).map_or(0, |at| 1 << at)
}

/// What is kept of the list with a number, counted from 1.
fn at<T: Copy>(lists: &[T], number: u64) -> Option<T> {
    lists.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
}

/// Types that attributes say of what is behind a pointer have a size.
pub(super) fn held_to_types(module: &mut Module) {
    for (kind, spot) in std::mem::take(&mut module.attributes.behind) {
        if matches!(
            module.types.get(kind),
            Some(Type::Void | Type::Function(..) | Type::Other(5 | 6 | 16 | 22))
        ) {
            return malformed::fault(module, Word::AttributePair, spot);
        }
    }
}

/// Whether attributes of a function (`F`), a result (`R`) or a parameter (`P`) exclude each other, by their kinds.
fn excluded(place: char, kinds: &[u64]) -> bool {
    let has = |kind: u64| kinds.contains(&kind);
    let several = |sets: &[&[u64]]| sets.iter().filter(|set| set.iter().any(|kind| has(*kind))).count() > 1;
    // Not inlined, and always; not optimised, but inlined or for size.
    if place == 'F' {
        return has(14) && has(2) || has(37) && (!has(14) || has(19) || has(6));
    }
    // By value and in other ways; extended with a sign and without; not read, only read, only written; immediate beside others than a range.
    several(&[&[3], &[38], &[65], &[29, 5], &[8], &[69]])
        || has(34) && has(24)
        || several(&[&[20], &[21], &[52]])
        || has(60) && kinds.iter().any(|kind| !matches!(kind, 60 | 92))
}

/// Verifiers hold lists of attributes to the number of parameters, or of what a call hands over.
pub(super) fn too_many(module: &Module, list: u64, count: usize) -> bool {
    module.attributes.last_of_list(list) > u64::try_from(count).unwrap_or(u64::MAX)
}

/// A record of the block.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code != 3 {
        module.uses.add(Kind::AttributeRecord, &[u64::from(code)], spot);
        return;
    }
    // Readers keep 32 bits.
    let of = ops.get(1).map_or(0, |of| of & OF_FUNCTION);
    if (MOST_PARAMETERS..OF_FUNCTION).contains(&of) {
        malformed::fault(module, Word::NoSuchParameter, spot);
    }
    if let (Some(group), ..MOST_PARAMETERS) = (ops.first(), of) {
        module.attributes.parameters.insert(*group, of);
    }
    module.attributes.open = ops.first().copied().filter(|_| of == OF_FUNCTION);
    // Of a function, a result, a parameter.
    let place = match of {
        OF_FUNCTION => 'F',
        0 => 'R',
        _ => 'P',
    };
    let mut rest = ops.get(2..).unwrap_or_default();
    let mut kinds = Vec::new();
    while let Some((encoding, after)) = rest.split_first() {
        if let (0 | 1 | 5..=8, Some(kind), Some(group)) = (*encoding, after.first(), ops.first()) {
            kinds.push(*kind);
            if (*kind, place) == (IMMEDIATE, 'P') {
                module.attributes.immediate.insert(*group);
            }
            if let (ALLOC_SIZE, 'F', Some(sizes)) = (*kind, place, after.get(1)) {
                module.attributes.sizes.insert(*group, *sizes);
            }
        }
        let apart = matches!(encoding, 0 | 1 | 5..=8)
            && after
                .first()
                .and_then(|kind| name("attribute-places", *kind))
                .is_some_and(|places| !places.contains(place));
        if apart {
            module.attributes.apart.extend(ops.first().map(|group| (*group, spot)));
        }
        rest = match attribute(module, *encoding, after, spot) {
            Some(rest) => rest,
            None => return malformed::fault(module, Word::ShortAttribute, spot),
        };
    }
    let once = kinds.iter().fold(0, |once, kind| once | once_bit(*kind));
    if let ('P', 1.., Some(group)) = (place, once, ops.first()) {
        module.attributes.once.insert(*group, once);
    }
    if excluded(place, &kinds) {
        module.attributes.excluded.extend(ops.first());
    }
}

/// One attribute; what follows it.
fn attribute<'o>(module: &mut Module, encoding: u64, ops: &'o [u64], spot: Spot) -> Option<&'o [u64]> {
    if matches!(encoding, 3 | 4) {
        let (name, rest) = text(ops)?;
        let (value, rest) = if encoding == 4 { text(rest)? } else { (String::new(), rest) };
        if let Some(value) = checked(&name, value) {
            module.uses.put(Kind::AttributeText, Value::Attribute { name, value }, spot);
        }
        return Some(rest);
    }
    let (kind, rest) = ops.split_first()?;
    let named = if encoding == 6 { 5 } else { encoding };
    module.uses.add(Kind::Attribute, &[named, *kind], spot);
    match encoding {
        0 | 5 => {
            module.attributes.says(*kind, None);
            Some(rest)
        }
        1 => {
            let (value, rest) = rest.split_first()?;
            module.attributes.says(*kind, Some(*value));
            if *kind == MEMORY {
                memory(module, *value, spot);
            }
            Some(rest)
        }
        6 => {
            let (number, rest) = rest.split_first()?;
            if matches!(kind, 3 | 38 | 65 | 69) {
                module.attributes.behind.push((*number, spot));
            }
            if *number >= module.attributes.types.0 {
                module.attributes.types = (*number, spot);
            }
            Some(rest)
        }
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

/// Characters up to a zero, and what follows.
pub(super) fn text(ops: &[u64]) -> Option<(String, &[u64])> {
    let end = ops.iter().position(|op| *op == 0)?;
    let bytes: Vec<u8> = ops.get(..end)?.iter().map(|op| op.to_le_bytes()[0]).collect();
    Some((String::from_utf8_lossy(&bytes).into_owned(), ops.get(end + 1..)?))
}

/// What verifiers look at in a string attribute: its value where they know a few, or what kind of value it is.
fn checked(name: &str, value: String) -> Option<String> {
    const SWITCH: &[&str] = &["", "true", "false"];
    if name == "target-features" {
        let signed = value.is_empty() || value.split(',').all(|feature| feature.starts_with(['+', '-']));
        return (!signed).then(|| "unsigned".into());
    }
    let known: Option<&[&str]> = match name {
        "frame-pointer" => Some(&["", "all", "non-leaf", "non-leaf-no-reserve", "none", "reserved"]),
        "sign-return-address" => Some(&["all", "non-leaf", "none"]),
        "sign-return-address-key" => Some(&["a_key", "b_key"]),
        "branch-target-enforcement" | "branch-protection-pauth-lr" | "guarded-control-stack" => Some(SWITCH),
        _ => None,
    };
    if let Some(known) = known {
        return Some(if known.contains(&value.as_str()) { value } else { "other".into() });
    }
    const NUMBERS: [&str; 3] = ["patchable-function-prefix", "patchable-function-entry", "warn-stack-size"];
    const YES_OR_NO: [&str; 11] = [
        "approx-func-fp-math",
        "less-precise-fpmad",
        "loader-replaceable",
        "no-infs-fp-math",
        "no-inline-line-tables",
        "no-jump-tables",
        "no-nans-fp-math",
        "no-signed-zeros-fp-math",
        "profile-sample-accurate",
        "unsafe-fp-math",
        "use-sample-profile",
    ];
    let plain = if NUMBERS.contains(&name) {
        value.parse::<u32>().is_ok()
    } else if YES_OR_NO.contains(&name) {
        SWITCH.contains(&value.as_str())
    } else {
        return None;
    };
    (!plain).then(|| "other".into())
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
    let part = |index: u64| (value >> (2 * index)) & 3;
    if version == 0 {
        if part(2) != 0 {
            module.uses.put(Kind::Memory, Value::Memory(0, Taken::Other), spot);
        }
        return;
    }
    let taken = part(2);
    let other = part(3);
    if (part(4) | part(5)) & !part(3) != 0 {
        module.uses.put(Kind::Memory, Value::Memory(version, Taken::Target), spot);
    }
    let taken_as = if (other | part(4) | part(5)) & !taken != 0 {
        Taken::Less
    } else if taken & !other != 0 {
        Taken::More
    } else {
        Taken::Same
    };
    module.uses.put(Kind::Memory, Value::Memory(version, taken_as), spot);
}
