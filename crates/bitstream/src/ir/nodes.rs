//! What holds metadata together: the table of its strings, values in it, nodes that others and instructions refer to.

use std::ops::Range;

use super::metadata::vbr6;
use super::scan::Module;
use super::shape::Word;
use super::sound;
use super::types::Type;
use super::uses::Spot;

/// A part of the record of a subprogram: the nodes that it keeps.
const RETAINED: usize = 15;

/// What is kept of nodes until the block ends.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// Operands of plain nodes one after the other, and where those of each begin.
    operands: Vec<u64>,
    plain: Vec<(u64, usize)>,
    /// Entities that are imported, by their numbers.
    imported: Vec<u64>,
    /// Lists of nodes that subprograms keep.
    retained: Vec<(u64, Spot)>,
    /// Nodes that are attached to globals.
    attached: Vec<(u64, Spot)>,
    /// Numbers of nodes and values of the function that is open begin behind those of the module.
    local: u64,
    /// The largest number of a value of the function that metadata has, and the record.
    value: (u64, Spot),
    /// Numbers of strings: of the module, then of the function that is open.
    strings: [Vec<Range<u64>>; 2],
    /// The largest number of a node or string, counted from 1, that a record of the function needs, or outside of functions one of the module; and the record.
    needed: (u64, Spot),
}

impl Nodes {
    /// A body begins, behind so many numbers of the module.
    pub(super) fn enter(&mut self, module: u64) {
        self.local = module;
        self.needed = Default::default();
        self.value = Default::default();
        self.strings[1].clear();
    }

    /// Whether a number, counted from 1, is that of a string, of none, or of nothing.
    fn is_string(&self, number: u64, bytes: u64) -> bool {
        let Some(number) = number.checked_sub(1) else { return true };
        number >= bytes || self.strings.iter().flatten().any(|strings| strings.contains(&number))
    }

    /// Notes the nodes that a record needs. Numbers beyond the bytes of the stream are those of nothing.
    fn needs(&mut self, code: u32, ops: &[u64], bytes: u64, spot: Spot) {
        let largest = needed(code, ops).filter(|number| *number <= bytes).max().unwrap_or(0);
        if largest > self.needed.0 {
            self.needed = (largest, spot);
        }
    }

    /// Notes a node of the module.
    pub(super) fn note(&mut self, code: u32, ops: &[u64], number: u64, spot: Spot) {
        match code {
            3 | 5 => {
                self.plain.push((number, self.operands.len()));
                self.operands.extend(ops);
            }
            31 => self.imported.push(number),
            21 => {
                let list = ops.get(RETAINED).and_then(|list| list.checked_sub(1));
                self.retained.extend(list.map(|list| (list, spot)));
            }
            _ => {}
        }
    }

    /// Operands of a plain node, counted from 1.
    fn of(&self, number: u64) -> &[u64] {
        let Ok(at) = self.plain.binary_search_by_key(&number, |(number, _)| *number) else { return &[] };
        let start = self.plain[at].1;
        let end = self.plain.get(at + 1).map_or(self.operands.len(), |(_, end)| *end);
        self.operands.get(start..end).unwrap_or_default()
    }

    /// Where a subprogram keeps an entity that is imported.
    fn keeps_imported(&self) -> Option<Spot> {
        let imported =
            |id: &u64| id.checked_sub(1).is_some_and(|id| self.imported.binary_search(&id).is_ok());
        let keeps = |(list, _): &&(u64, Spot)| self.of(*list).iter().any(imported);
        self.retained.iter().find(keeps).map(|(_, spot)| *spot)
    }
}

/// Fields of records that are the number of a node or a string, counted from 1 (0 is none): by code, those of strings and those of nodes. Fields that only some
/// releases write, or write something else in, are not among them.
const FIELDS: &[(u32, &[usize], &[usize])] = &[
    // Place in the source, which has its scope counted from 0.
    (7, &[], &[4]),
    // Basic type, file.
    (15, &[2], &[]),
    (16, &[1, 2], &[]),
    // Derived type, composite type, type of a subroutine.
    (17, &[2], &[3, 5, 6, 11]),
    (18, &[2, 15], &[3, 5, 6, 11, 13, 14]),
    (19, &[], &[2]),
    // Compile unit; subprogram.
    (20, &[3, 5, 7], &[2, 9, 10, 12, 13]),
    (21, &[2, 3], &[1, 4, 6]),
    // Lexical blocks, with and without a place.
    (22, &[], &[1, 2]),
    (23, &[], &[1, 2]),
    // Parameters of templates.
    (25, &[1], &[2]),
    // Variables: global, local.
    (27, &[2, 3], &[1, 4, 6]),
    (28, &[2], &[1, 3, 5]),
    // Imported entity, macro, file of macros, variable with expression, label.
    (31, &[5], &[2, 3]),
    (33, &[3, 4], &[]),
    (34, &[], &[3, 4]),
    (37, &[], &[1, 2]),
    (40, &[2], &[1, 3]),
    // Common block, generic subrange.
    (44, &[3], &[1, 2, 4]),
    (45, &[], &[1, 2, 3, 4]),
];

/// The numbers of strings that a record has, counted from 1.
fn strings_of(code: u32, ops: &[u64]) -> impl Iterator<Item = u64> {
    let strings = match FIELDS.iter().find(|(known, ..)| *known == code && !is_tagged(code, ops)) {
        Some((_, strings, _)) => *strings,
        None => &[],
    };
    strings.iter().filter_map(|at| ops.get(*at).copied())
}

/// Whether a record is that of a local variable with a tag, which stands before its scope.
fn is_tagged(code: u32, ops: &[u64]) -> bool {
    code == 28 && ops.len() > 8 && ops.first().is_some_and(|first| first & 2 == 0)
}

/// The numbers of what readers look up and do not do without: strings of all records, and nodes of those that are not distinct. Distinct ones take none in place of
/// what is not there.
fn needed(code: u32, ops: &[u64]) -> impl Iterator<Item = u64> {
    let distinct = ops.first().is_some_and(|first| first & 1 == 1);
    let (strings, nodes) = match FIELDS.iter().find(|(known, ..)| *known == code && !is_tagged(code, ops)) {
        Some((_, strings, nodes)) => (*strings, if distinct { &[][..] } else { nodes }),
        None => (&[][..], &[][..]),
    };
    let fields = strings.iter().chain(nodes).filter_map(|at| ops.get(*at).copied());
    let listed = if code == 3 { ops } else { &[] };
    // Named nodes count from 0.
    let named = if code == 10 { ops } else { &[] };
    fields.chain(listed.iter().copied()).chain(named.iter().map(|number| number.saturating_add(1)))
}

/// A record that readers look at while they read it, of the module or of a body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], blob: Option<&[u8]>, spot: Spot) {
    let bytes = module.end / 8;
    module.nodes.needs(code, ops, bytes, spot);
    let (first, local) = match spot.function {
        Some(_) => (module.nodes.local.max(module.metadata.count()), 1),
        None => (module.metadata.count(), 0),
    };
    match (code, ops) {
        (35, [count, ..]) => module.nodes.strings[local].push(first..first.saturating_add(*count)),
        (1, _) => module.nodes.strings[local].push(first..first.saturating_add(1)),
        // `[distinct]`
        (47, [0, ..]) => sound::fault(module, Word::NotNode, spot),
        _ => {}
    }
    if !strings_of(code, ops).all(|number| module.nodes.is_string(number, bytes)) {
        sound::fault(module, Word::NotString, spot);
    }
    match (code, ops) {
        (35, _) if !strings(ops, blob.unwrap_or_default()) => sound::fault(module, Word::Strings, spot),
        // `[type, value]`
        (2, [kind, value]) => {
            let fits = !matches!(module.types.get(*kind), None | Some(Type::Void | Type::Other(16)));
            let number = usize::try_from(*value).ok();
            let other = module
                .values
                .get(number)
                .is_some_and(|value| module.types.differ(value.kind, usize::try_from(*kind).ok()));
            // What the module has is there by then, and what a body has at its end.
            let missing =
                spot.function.is_none() && number.is_none_or(|number| number >= module.values.all.len());
            if !fits || other || missing {
                sound::fault(module, Word::NoSuchValue, spot);
            } else if spot.function.is_some() && *value > module.nodes.value.0 {
                module.nodes.value = (*value, spot);
            }
        }
        // Kinds stood here before they had a block of their own.
        (6, [kind, ..]) => {
            module.kinds.insert(*kind);
        }
        (2, _) => sound::fault(module, Word::Short, spot),
        // `[value, (kind, node) …]`
        (36, [value, pairs @ ..]) => {
            let there = usize::try_from(*value).is_ok_and(|value| value < module.values.all.len());
            if !there || !kinds(module, pairs) {
                return sound::fault(module, Word::Attachment, spot);
            }
            module.nodes.attached.extend(pairs.iter().skip(1).step_by(2).map(|node| (*node, spot)));
        }
        _ => {}
    }
    if spot.function.is_some() {
        let more = match (code, ops) {
            (35, [count, ..]) => *count,
            _ => u64::from(!super::metadata::is_unnumbered(code)),
        };
        module.nodes.local = module.nodes.local.saturating_add(more);
    }
}

/// Whether the table of strings holds as many as it says: `[count, offset to the characters]`, and lengths before these.
fn strings(ops: &[u64], blob: &[u8]) -> bool {
    let &[count, offset] = ops else { return false };
    let Some((lengths, characters)) = usize::try_from(offset).ok().and_then(|at| blob.split_at_checked(at))
    else {
        return false;
    };
    let (mut bit, mut left) = (0, u64::try_from(characters.len()).unwrap_or(u64::MAX));
    let mut one = || {
        let length = vbr6(lengths, &mut bit)?;
        left = left.checked_sub(length)?;
        Some(())
    };
    count != 0 && (0..count).all(|_| one().is_some())
}

/// Whether pairs of kinds and nodes are whole, and of kinds that the module names.
fn kinds(module: &Module, pairs: &[u64]) -> bool {
    pairs.len().is_multiple_of(2) && pairs.iter().step_by(2).all(|kind| module.kinds.contains(kind))
}

/// The end of the module's metadata.
pub(super) fn finish(module: &mut Module) {
    leave(module);
    for (node, spot) in std::mem::take(&mut module.nodes.attached) {
        if node < module.metadata.count() && !is_node(module, node) {
            return sound::fault(module, Word::Attachment, spot);
        }
    }
    if let Some(spot) = module.nodes.keeps_imported() {
        super::metadata::property(module, Word::RetainedImport, spot);
    }
    let strings = std::mem::take(&mut module.nodes.strings);
    module.nodes = Nodes { strings, ..Nodes::default() };
}

/// The end of a body: what its records need is there by then.
pub(super) fn leave(module: &mut Module) {
    let (number, spot) = std::mem::take(&mut module.nodes.needed);
    if number > module.nodes.local.max(module.metadata.count()) {
        sound::fault(module, Word::NoSuchNode, spot);
    }
    let (value, spot) = std::mem::take(&mut module.nodes.value);
    if spot.function.is_some()
        && !module.values.lost
        && usize::try_from(value).is_ok_and(|value| value >= module.values.all.len())
    {
        sound::fault(module, Word::NoSuchValue, spot);
    }
}

/// Whether a number may be that of a node: no string or value, and not past the end.
fn is_node(module: &Module, number: u64) -> bool {
    number < module.nodes.local.max(module.metadata.count()) && module.metadata.may_be_node(number)
}

/// Whether a node, string or value has a number, of the module or of the body that is open.
pub(super) fn is_there(module: &Module, number: Option<usize>) -> bool {
    let count = module.nodes.local.max(module.metadata.count());
    number.and_then(|number| u64::try_from(number).ok()).is_some_and(|number| number < count)
}

/// `[instruction, (kind, node) …]`, or of the function itself without its first operand.
pub(super) fn attachment(module: &mut Module, ops: &[u64], spot: Spot) {
    let pairs = if ops.len().is_multiple_of(2) { ops } else { ops.get(1..).unwrap_or_default() };
    let nodes = pairs.iter().skip(1).step_by(2).all(|node| is_node(module, *node));
    if ops.is_empty() || !kinds(module, pairs) || !nodes {
        return sound::fault(module, Word::Attachment, spot);
    }
    let on = usize::try_from(ops[0]).unwrap_or(usize::MAX);
    if !ops.len().is_multiple_of(2) && on >= module.values.instructions.len() && !module.values.lost {
        sound::fault(module, Word::NoSuchInstruction, spot);
    }
}

/// `[line, column, scope, inlined at, …]`: both are nodes, counted from 1.
pub(super) fn location(module: &Module, ops: &[u64]) -> Result<(), Word> {
    let fits = |id: &u64| id.checked_sub(1).is_none_or(|id| is_node(module, id));
    if ops.iter().skip(2).take(2).all(fits) { Ok(()) } else { Err(Word::NoSuchScope) }
}

#[cfg(test)]
mod tests {
    use super::{needed, strings};

    #[test]
    fn records_need_strings_and_nodes() {
        let of = |code, ops: &[u64]| needed(code, ops).max();
        // A local variable: distinct or not, and with a tag.
        assert_eq!([of(28, &[2, 29, 11, 3, 0, 17]), of(28, &[3, 29, 11, 3, 0, 17])], [Some(29), Some(11)]);
        assert_eq!(of(28, &[0, 256, 1, 2, 3, 4, 5, 6, 7]), None);
        // Nodes in a list; distinct ones take nothing for what is not there.
        assert_eq!([of(3, &[548, 36]), of(5, &[548, 36]), of(29, &[1, 4096])], [Some(548), None, None]);
        // A subprogram needs its name.
        assert_eq!(of(21, &[7, 26, 301, 0, 26, 5, 7]), Some(301));
    }

    #[test]
    fn strings_fit_their_table() {
        // Lengths 1 and 2 as VBR6, in four bytes; then three characters.
        let blob = [0b1000_0001, 0, 0, 0, b'a', b'b', b'c'];
        assert!(strings(&[2, 4], &blob));
        for ops in [&[0, 4][..], &[2], &[2, 9], &[2, 4, 0]] {
            assert!(!strings(ops, &blob), "{ops:?}");
        }
        assert!(!strings(&[2, 4], &blob[..6]));
        assert!(!strings(&[9, 4], &blob));
        // More lengths are zeros, as far as the table goes.
        assert!(strings(&[5, 4], &blob));
    }
}
