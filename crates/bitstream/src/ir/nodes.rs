//! What holds metadata together: the table of its strings, values in it, nodes that others and instructions refer to.

use super::fields::{self, Is, LOCAL};
use super::malformed;
use super::metadata::vbr6;
use super::module::Module;
use super::shape::Word;
use super::types::Type;
use super::uses::Spot;
use super::values::Source;

/// A part of the record of a subprogram: the nodes that it keeps.
const RETAINED: usize = 15;

/// The kind `dbg`, which has this number in all releases.
const DEBUG: u64 = 0;

/// A field of a node that stands before what it refers to: the number of that, and what it has to be.
type Ahead = (u64, Is, Spot);

/// What is kept of nodes until the block ends.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// Operands of plain nodes one after the other, and where those of each begin.
    operands: Vec<u64>,
    plain: Vec<(u64, usize)>,
    /// Plain nodes of the open body, and how many operands each has.
    local: Vec<(u64, usize)>,
    /// How many operands plain nodes have together, when the block has ended.
    total: usize,
    /// Entities that are imported, by their numbers.
    imported: Vec<u64>,
    /// Lists of nodes that subprograms keep.
    retained: Vec<(u64, Spot)>,
    /// Nodes that are attached to globals.
    attached: Vec<Ahead>,
    /// Numbers of nodes and values of the function that is open begin behind those of the module.
    begin: u64,
    /// The largest number of a value of the function that metadata has, and the record.
    value: (u64, Spot),
    /// Codes of the records that have numbers, of the module, then of the function that is open; [`LOCAL`] for its values.
    kinds: [Vec<u16>; 2],
    /// What has to be looked at when the block ends.
    ahead: Vec<Ahead>,
}

impl Nodes {
    /// A body begins, behind so many numbers of the module.
    pub(super) fn enter(&mut self, module: u64) {
        self.begin = module;
        self.value = Default::default();
        self.kinds[1].clear();
        self.local.clear();
        self.ahead.clear();
    }

    /// How many numbers there are.
    fn count(&self, module: u64) -> u64 {
        module.max(self.begin.saturating_add(u64::try_from(self.kinds[1].len()).unwrap_or(u64::MAX)))
    }

    /// The code of the record of a number, counted from 0; none where nothing is known of it.
    pub(super) fn kind(&self, number: u64) -> Option<u32> {
        let at = |number: u64| usize::try_from(number).ok();
        let outside = at(number).and_then(|number| self.kinds[0].get(number));
        let kind = match number.checked_sub(self.begin) {
            _ if outside.is_some() => outside,
            Some(local) => at(local).and_then(|local| self.kinds[1].get(local)),
            None => None,
        };
        kind.copied().map(u32::from)
    }

    /// So many numbers are those of records of this code. A table of strings that says more than there can be says nothing.
    pub(super) fn push(&mut self, local: bool, code: u32, count: u64, bytes: u64) {
        if let (Ok(code), Ok(count)) =
            (u16::try_from(code), usize::try_from(count.min(bytes.saturating_mul(2))))
        {
            let [outside, inside] = &mut self.kinds;
            (if local { inside } else { outside }).extend(std::iter::repeat_n(code, count));
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

    /// Operands of a plain node, by its number counted from 0.
    pub(super) fn list(&self, number: u64) -> Option<&[u64]> {
        self.plain.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.operands(number))
    }

    /// Operands of a plain node, counted from 1.
    fn operands(&self, number: u64) -> &[u64] {
        let Ok(at) = self.plain.binary_search_by_key(&number, |(number, _)| *number) else { return &[] };
        let start = self.plain.get(at).map_or(0, |(_, start)| *start);
        let end = self.plain.get(at + 1).map_or(self.operands.len(), |(_, end)| *end);
        self.operands.get(start..end).unwrap_or_default()
    }

    /// How many operands a plain node has, by its number counted from 0, when the module's block has ended.
    pub(super) fn length(&self, number: u64) -> Option<usize> {
        if let Ok(at) = self.local.binary_search_by_key(&number, |(number, _)| *number) {
            return self.local.get(at).map(|(_, count)| *count);
        }
        let at = self.plain.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        let end = self.plain.get(at + 1).map_or(self.total, |(_, end)| *end);
        end.checked_sub(self.plain.get(at)?.1)
    }

    /// Where a subprogram keeps an entity that is imported.
    fn keeps_imported(&self) -> Option<Spot> {
        let imported =
            |id: &u64| id.checked_sub(1).is_some_and(|id| self.imported.binary_search(&id).is_ok());
        let keeps = |(list, _): &&(u64, Spot)| self.operands(*list).iter().any(imported);
        self.retained.iter().find(keeps).map(|(_, spot)| *spot)
    }
}

/// What a field refers to, counted from 1, is of the kind that it has to be; what is not there yet is looked at when the block ends. Numbers beyond the bytes
/// of the stream are those of nothing.
fn refer(module: &mut Module, number: u64, is: Is, spot: Spot) {
    let Some(id) = number.checked_sub(1).filter(|_| number <= module.end / 8) else { return };
    match module.nodes.kind(id) {
        Some(code) if is.takes(code) => {}
        Some(_) => unlike(module, is, spot),
        None => module.nodes.ahead.push((id, is, spot)),
    }
}

fn unlike(module: &mut Module, is: Is, spot: Spot) {
    malformed::fault(module, if is == Is::String { Word::NotString } else { Word::NodeKind }, spot);
}

/// A record that readers look at while they read it, of the module or of a body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], blob: Option<&[u8]>, spot: Spot) {
    let mut fields = Vec::new();
    fields::each(code, ops, &mut |number, is| fields.push((number, is)));
    for (number, is) in fields {
        refer(module, number, is, spot);
    }
    if fields::is_odd(code, ops) {
        malformed::fault(module, Word::OddNode, spot);
    }
    // Named nodes count from 0.
    if code == 10 {
        for number in ops {
            refer(module, number.saturating_add(1), Is::Node, spot);
        }
    }
    match (code, ops) {
        // `[distinct]`
        (47, [0, ..]) => malformed::fault(module, Word::NotNode, spot),
        (35, _) if !strings(ops, blob.unwrap_or_default()) => malformed::fault(module, Word::Strings, spot),
        // `[type, value]`
        (2, [kind, value]) => return value_of(module, *kind, *value, spot),
        // Kinds stood here before they had a block of their own.
        (6, [kind, ..]) => {
            module.kinds.insert(*kind);
        }
        (2, _) => malformed::fault(module, Word::Short, spot),
        // `[value, (kind, node) …]`
        (36, [value, pairs @ ..]) => {
            let there = usize::try_from(*value).is_ok_and(|value| value < module.values.all.len());
            if !there || !kinds(module, pairs) {
                return malformed::fault(module, Word::Attachment, spot);
            }
            let of = usize::try_from(*value).unwrap_or(usize::MAX);
            let function = module.functions.binary_search_by_key(&of, |function| function.value).is_ok();
            for [name, node] in pairs.as_chunks::<2>().0 {
                let is = match *name {
                    DEBUG if function => Is::Program,
                    DEBUG => Is::VariableExpression,
                    _ => Is::Node,
                };
                module.nodes.attached.push((*node, is, spot));
            }
        }
        _ => {}
    }
    if spot.function.is_some() {
        let more = match (code, ops) {
            (35, [count, ..]) => *count,
            _ => u64::from(!super::metadata::is_unnumbered(code)),
        };
        let bytes = module.end / 8;
        if matches!(code, 3 | 5) {
            let number = module.nodes.count(module.metadata.count());
            module.nodes.local.push((number, ops.len()));
        }
        module.nodes.push(true, code, more, bytes);
    }
}

/// A value of the module or of the body, with its type.
fn value_of(module: &mut Module, kind: u64, value: u64, spot: Spot) {
    let fits = !matches!(module.types.get(kind), None | Some(Type::Void | Type::Other(16)));
    let (number, type_of) = (usize::try_from(value).ok(), usize::try_from(kind).ok());
    let known = module.values.get(number);
    let other = known.is_some_and(|value| module.types.differ(value.kind, type_of));
    // What the module has is there by then, and what a body has at its end.
    let behind = type_of.filter(|number| *number >= module.types.count());
    if let Some(number) = behind.filter(|_| spot.function.is_some()) {
        malformed::fault(module, super::operands::missing(module, number), spot);
    } else if !fits || other {
        malformed::fault(module, Word::NoSuchValue, spot);
    } else if spot.function.is_none() && known.is_none() {
        malformed::fault(module, Word::NoSuchNode, spot);
    } else if let (None, Some(number)) = (known, number) {
        if value > module.nodes.value.0 {
            module.nodes.value = (value, spot);
        }
        // An instruction that makes it has that type.
        let before = module.values.noted.insert(number, type_of).flatten();
        if module.types.differ(before, type_of) {
            malformed::fault(module, Word::NoSuchValue, spot);
        }
    }
    if spot.function.is_some() {
        let constant = known.is_some_and(|value| matches!(value.source, Source::Constant | Source::Global));
        let bytes = module.end / 8;
        module.nodes.push(true, if constant { 2 } else { LOCAL }, 1, bytes);
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
    for (node, is, spot) in std::mem::take(&mut module.nodes.attached) {
        if node >= module.metadata.count() {
            return malformed::fault(module, Word::NoSuchNode, spot);
        }
        if !is_node(module, node) {
            return malformed::fault(module, Word::Attachment, spot);
        }
        if module.nodes.kind(node).is_some_and(|code| !is.takes(code)) {
            unlike(module, is, spot);
        }
    }
    if let Some(spot) = module.nodes.keeps_imported() {
        super::metadata::property(module, Word::RetainedImport, spot);
    }
    let kinds = std::mem::take(&mut module.nodes.kinds);
    let (plain, total) = (std::mem::take(&mut module.nodes.plain), module.nodes.operands.len());
    module.nodes = Nodes { kinds, plain, total, ..Nodes::default() };
}

/// The end of a body or of the module's metadata: what its records refer to is there by then.
pub(super) fn leave(module: &mut Module) {
    for (number, is, spot) in std::mem::take(&mut module.nodes.ahead) {
        match module.nodes.kind(number) {
            _ if number >= module.nodes.count(module.metadata.count()) => {
                malformed::fault(module, Word::NoSuchNode, spot);
            }
            Some(code) if !is.takes(code) => unlike(module, is, spot),
            _ => {}
        }
    }
    let (value, spot) = std::mem::take(&mut module.nodes.value);
    if spot.function.is_some()
        && !module.values.lost
        && usize::try_from(value).is_ok_and(|value| value >= module.values.all.len())
    {
        malformed::fault(module, Word::NoSuchValue, spot);
    }
}

/// Whether a number may be that of a node: no string or value, and not past the end.
fn is_node(module: &Module, number: u64) -> bool {
    is_there(module, usize::try_from(number).ok())
        && module.nodes.kind(number).is_none_or(|code| Is::Node.takes(code))
}

/// Whether a node, string or value has a number, of the module or of the body that is open.
pub(super) fn is_there(module: &Module, number: Option<usize>) -> bool {
    let count = module.nodes.count(module.metadata.count());
    number.and_then(|number| u64::try_from(number).ok()).is_some_and(|number| number < count)
}

/// A record of debug information between instructions: what it refers to is of the kinds that readers take it for.
pub(super) fn debug_record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    for (at, is) in fields::debug_record(code) {
        let Some(number) = ops.get(*at) else { continue };
        if !is_there(module, usize::try_from(*number).ok()) {
            malformed::fault(module, Word::NoSuchNode, spot);
        } else if module.nodes.kind(*number).is_some_and(|code| !is.takes(code)) {
            unlike(module, *is, spot);
        }
    }
}

/// `[instruction, (kind, node) …]`, or of the function itself without its first operand.
pub(super) fn attachment(module: &mut Module, ops: &[u64], spot: Spot) {
    let pairs = if ops.len().is_multiple_of(2) { ops } else { ops.get(1..).unwrap_or_default() };
    let nodes = pairs.iter().skip(1).step_by(2).all(|node| is_node(module, *node));
    let Some(first) = ops.first().filter(|_| kinds(module, pairs) && nodes) else {
        return malformed::fault(module, Word::Attachment, spot);
    };
    let mut named = pairs.as_chunks::<2>().0.iter();
    let program = named.find(|[name, _]| *name == DEBUG).and_then(|[_, node]| module.nodes.kind(*node));
    if ops.len().is_multiple_of(2) && program.is_some_and(|code| !Is::Program.takes(code)) {
        unlike(module, Is::Program, spot);
    }
    let on = usize::try_from(*first).unwrap_or(usize::MAX);
    let instruction = (!ops.len().is_multiple_of(2) && !module.values.lost).then_some(on);
    super::verifier::attached(module, instruction, pairs, spot);
    if !ops.len().is_multiple_of(2) && on >= module.values.instructions.len() && !module.values.lost {
        malformed::fault(module, Word::NoSuchInstruction, spot);
    }
}

/// `[line, column, scope, inlined at, …]`: both are nodes, counted from 1, and readers do not do without the scope.
pub(super) fn location(module: &Module, ops: &[u64]) -> Result<(), Word> {
    let fits = |id: &u64| id.checked_sub(1).is_none_or(|id| is_node(module, id));
    let scoped = ops.get(2) != Some(&0);
    if scoped && ops.iter().skip(2).take(2).all(fits) { Ok(()) } else { Err(Word::NoSuchScope) }
}

#[cfg(test)]
mod tests {
    use super::strings;

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
