//! `GLOBALVAL_SUMMARY_BLOCK_ID` (20) and its kin for full LTO (24).

use super::shape::{Kind, Value, Word};
use super::uses::{Spot, Uses};
use outlast_core::QuickSet;

/// The versions that some release reads.
const VERSIONS: std::ops::RangeInclusive<u64> = 1..=12;

/// What is kept of a summary while it is read.
#[derive(Debug, Default)]
pub(super) struct Summary {
    version: u64,
    /// Numbers of values that it gives a hash.
    hashed: QuickSet<u64>,
    /// Whether an entry of an index came, and no original name after it.
    unnamed: bool,
    /// Numbers of values that it has an entry of.
    entered: QuickSet<u64>,
    /// Numbers of modules of an index.
    modules: QuickSet<u64>,
    /// Whether a module's name came last, for a hash.
    named: bool,
    /// Whether it stands outside of modules, where readers pass over it.
    pub(super) unread: bool,
}

impl Summary {
    /// A record of a block, of a module with so many globals.
    pub(super) fn record(&mut self, uses: &mut Uses, globals: usize, code: u32, ops: &[u64], spot: Spot) {
        let first = ops.first().copied();
        if spot.record == 0 && code != 10 && !self.unread {
            uses.put(Kind::Malformed, Value::Word(Word::NoVersion), spot);
        }
        match code {
            10 => {
                let (modules, unread) = (std::mem::take(&mut self.modules), self.unread);
                *self = Summary { version: first.unwrap_or(0), modules, unread, ..Summary::default() };
                uses.add(Kind::SummaryVersion, &[self.version], spot);
            }
            20 => {
                let flags = first.unwrap_or(0);
                for bit in (0..64).filter(|bit| flags >> bit & 1 != 0) {
                    uses.add(Kind::SummaryFlags, &[bit], spot);
                }
            }
            _ => uses.add(Kind::SummaryRecord, &[u64::from(code)], spot),
        }
        if code == 16 {
            self.hashed.extend(first);
        }
        let names_nothing = code == 9 && !std::mem::take(&mut self.unnamed);
        self.unnamed |= matches!(code, 4..=6 | 8);
        let known = |id: &u64| usize::try_from(*id).is_ok_and(|id| id < globals) || self.hashed.contains(id);
        let refers = |ids: Vec<u64>| ids.iter().all(known);
        let known_version = VERSIONS.contains(&self.version);
        let is_sound = !known_version || referred(self.version, code, ops).is_some_and(refers);
        // An alias of a module stands behind what it is of; an index names its modules.
        let behind = code != 7 || ops.get(2).is_some_and(|of| self.entered.contains(of));
        let module = !matches!(code, 4..=6 | 8) || ops.get(1).is_some_and(|id| self.modules.contains(id));
        if matches!(code, 1..=8 | 19 | 23) {
            self.entered.extend(first);
        }
        if self.unread {
            return;
        }
        if names_nothing || !formed(code, ops) || !is_sound || !behind {
            uses.put(Kind::Malformed, Value::Word(Word::NoSuchEntry), spot);
        }
        let counted = !known_version || counted(self.version, code, ops);
        // Names of types stand in the string table, and are no empty ones.
        let typed = code != 22 || ops.len() > 3 && ops.len().is_multiple_of(2) && ops.get(1) != Some(&0);
        if !module || !counted || !typed {
            uses.put(Kind::Malformed, Value::Word(Word::SummaryCounts), spot);
        }
    }

    /// A record of `MODULE_STRTAB_BLOCK_ID` (19): `[number, character …]`, and the hash of the module in five numbers.
    pub(super) fn module(&mut self, uses: &mut Uses, code: u32, ops: &[u64], spot: Spot) {
        match (code, ops) {
            (1, [number, ..]) => {
                self.modules.insert(*number);
                self.named = true;
            }
            (2, _) if ops.len() == 5 && std::mem::take(&mut self.named) => {}
            (1 | 2, _) => uses.put(Kind::Malformed, Value::Word(Word::NoSuchEntry), spot),
            _ => {}
        }
    }
}

/// Where a record of a function has the count of its references, and where these begin. Records became longer: by flags of functions, counts of references
/// that are only read and only written, and in an index of several modules by a count of entries.
fn layout(version: u64, code: u32) -> Option<(usize, usize)> {
    match (code, version) {
        (1 | 2 | 19, ..=3) => Some((3, 4)),
        (1 | 2 | 19, 4) => Some((4, 5)),
        (1 | 2 | 19, 5 | 6) => Some((4, 6)),
        (1 | 2 | 19, _) => Some((4, 7)),
        (4 | 5, ..=3) => Some((4, 5)),
        (4 | 5, 4) => Some((5, 6)),
        (4 | 5, 5) => Some((5, 7)),
        (4 | 5, 6) => Some((6, 8)),
        (4 | 5, _) => Some((6, 9)),
        _ => None,
    }
}

/// Whether references that are only read, and those that are only written, are no more than there are.
fn counted(version: u64, code: u32, ops: &[u64]) -> bool {
    let counts = layout(version, code).and_then(|(count, list)| ops.get(count..list));
    counts
        .and_then(|counts| counts.split_first())
        .is_none_or(|(count, some)| some.iter().fold(0_u64, |sum, some| sum.saturating_add(*some)) <= *count)
}

/// Whether a record has the form that readers go by without a look at its length or at what it says.
fn formed(code: u32, ops: &[u64]) -> bool {
    // Linkages are numbered from 0 to 10.
    let linked = |at: usize| ops.get(at).is_none_or(|flags| flags & 15 <= 10);
    match code {
        1..=3 | 7 | 19 => linked(1),
        4..=6 | 8 | 23 => linked(if code == 23 { 1 } else { 2 }),
        // Pairs of a type's hash and an offset; one, and arguments.
        12 | 13 => ops.len().is_multiple_of(2),
        14 | 15 => ops.len() >= 2,
        // Of each parameter its number, a range, and calls: the parameter's number, the callee, a range.
        25 => {
            let mut rest = ops;
            while let [_, _, _, calls, more @ ..] = rest {
                let Some(after) =
                    usize::try_from(*calls).ok().and_then(|calls| more.get(calls.checked_mul(4)?..))
                else {
                    return false;
                };
                rest = after;
            }
            rest.is_empty()
        }
        _ => true,
    }
}

/// The values that an entry is of and refers to; none where it is shorter than it says. Readers take each for one that the module or
/// the summary has said something of, and none for the aliased value of an index.
fn referred(version: u64, code: u32, ops: &[u64]) -> Option<Vec<u64>> {
    let list = |count: usize, at: usize, step: usize| {
        let count = usize::try_from(*ops.get(count)?).ok()?;
        let (of, calls) = ops.get(at..)?.split_at_checked(count)?;
        let called = calls.iter().step_by(step);
        Some(ops.iter().take(1).chain(of).chain(called).copied().collect())
    };
    // Calls have a number each beside what is called; in the first version a count of places, and with profiles one more.
    let step = match (code, version) {
        (1 | 4, 1) | (19, _) => 2,
        (2 | 5, 1) => 3,
        (1 | 4, _) => 1,
        _ => 2,
    };
    // Flags of variables stand before their references.
    let flags = usize::from(version >= 5);
    match code {
        1 | 2 | 4 | 5 | 19 => layout(version, code).and_then(|(count, at)| list(count, at, step)),
        23 => list(3, 4, 2),
        3 | 6 => {
            let at = if code == 3 { 2 } else { 3 } + flags;
            Some(ops.iter().take(1).chain(ops.get(at..)?).copied().collect())
        }
        7 => Some(vec![*ops.first()?, *ops.get(2)?]),
        8 => ops.get(..4).and_then(|ops| Some(vec![*ops.first()?])),
        _ => Some(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, formed, referred};

    #[test]
    fn entries_refer_to_what_their_counts_say() {
        // `[value, flags, instructions, flags of functions, references, read-only, write-only, reference …, (call, hotness) …]`
        assert_eq!(referred(9, 2, &[5, 0, 9, 0, 2, 0, 0, 6, 7, 8, 1, 9, 3]), Some(vec![5, 6, 7, 8, 9]));
        assert_eq!(referred(9, 2, &[5, 0, 9, 0, 3, 0, 0, 6, 7]), None);
        // `[value, module, flags, instructions, flags of functions, entries, references, read-only, write-only, reference …, call …]`
        assert_eq!(referred(9, 4, &[5, 0, 0, 9, 0, 0, 1, 0, 0, 6, 7]), Some(vec![5, 6, 7]));
        assert_eq!(referred(9, 7, &[1, 0]), None);
        assert_eq!(referred(9, 25, &[1]), Some(Vec::new()));
        // Of version 3 without flags of functions and counts of what is only read or written; the first has a count beside each call.
        assert_eq!(referred(3, 1, &[5, 0, 9, 1, 6, 7, 8]), Some(vec![5, 6, 7, 8]));
        assert_eq!(referred(1, 1, &[5, 0, 9, 1, 6, 7, 2]), Some(vec![5, 6, 7]));
        assert_eq!(referred(4, 3, &[5, 0, 6]), Some(vec![5, 6]));
    }

    #[test]
    fn references_are_only_read_as_often_as_there_are() {
        assert!(counted(9, 2, &[5, 0, 9, 0, 2, 1, 1, 6, 7]) && !counted(9, 2, &[5, 0, 9, 0, 2, 2, 1, 6, 7]));
        assert!(counted(4, 2, &[5, 0, 9, 0, 1, 7]) && !counted(6, 2, &[5, 0, 9, 0, 1, 7, 6]));
        assert!(!counted(9, 4, &[59, 0, 64, 36, 64, 0, 1, 1, 4, 54]) && counted(9, 3, &[1, 0, 9]));
    }

    #[test]
    fn records_have_the_form_that_readers_go_by() {
        assert!(formed(12, &[7, 8]) && !formed(12, &[7]) && !formed(14, &[7]));
        // `[parameter, range of two, calls, (parameter, callee, range of two) …]`
        assert!(formed(25, &[0, 2, 4, 1, 3, 9, 5, 6, 1, 2, 4, 0]));
        assert!(!formed(25, &[0, 2, 4, 2, 3, 9, 5, 6]) && !formed(25, &[7]));
        assert!(formed(6, &[27, 0, 72, 5]) && !formed(6, &[27, 0, 76, 5]));
    }
}
