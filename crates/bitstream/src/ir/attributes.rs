//! `PARAMATTR_GROUP_BLOCK_ID` (10): groups of attributes.
//!
//! `[group, parameter, attribute …]`, where an attribute is `0 kind` (plain), `1 kind value`, `3 text 0` or
//! `4 text 0 text 0` (strings), `5 kind` or `6 kind type`, `7 kind bits range` or `8 kind count bits range …`.

use super::dead::QUIET;
use super::scan::Module;
use super::shape::{Kind, Taken, Value, Word};
use super::sound;
use super::uses::Spot;
use super::words::name;
use crate::quick::QuickMap;

/// The kind of `memory(…)`.
const MEMORY: u64 = 86;
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
    if ops.get(1).is_some_and(|of| (MOST_PARAMETERS..OF_FUNCTION).contains(of)) {
        sound::fault(module, Word::NoSuchParameter, spot);
    }
    if let [group, of, ..] = ops
        && *of < MOST_PARAMETERS
    {
        module.attributes.parameters.insert(*group, *of);
    }
    module.attributes.open = match ops {
        [group, of, ..] if *of == OF_FUNCTION => Some(*group),
        _ => None,
    };
    // Of a function, a result, a parameter.
    let place = match ops.get(1) {
        Some(&OF_FUNCTION) => 'F',
        Some(0) => 'R',
        _ => 'P',
    };
    let mut rest = ops.get(2..).unwrap_or_default();
    while let Some((encoding, after)) = rest.split_first() {
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
            None => return sound::fault(module, Word::ShortAttribute, spot),
        };
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
