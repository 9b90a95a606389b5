//! `METADATA_BLOCK_ID` (15): nodes, and the module flag that says whether readers verify the module.

use super::compiler::Compiler;
use super::fields::Is;
use super::malformed;
use super::module::{Module, Root};
use super::nodes;
use super::shape::{Kind, Value, Word};
use super::uses::Spot;
use outlast_core::QuickMap;

const FLAG: &[u8] = b"Debug Info Version";

/// What is kept of a module's metadata.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    next: u64,
    /// Nodes have numbers from this one on.
    strings: u64,
    /// The largest number of an operand of a plain node, counted from 1, and the node.
    last: (u64, Spot),
    flag_name: Option<u64>,
    /// Numbers of the strings [`TOGETHER`].
    together: [Option<u64>; 2],
    /// Numbers of values: metadata number, value number.
    values: QuickMap<u64, u64>,
    /// Nodes with three operands.
    triples: QuickMap<u64, [u64; 3]>,
    /// Of a module for NVIDIA's GPUs: nodes that a version can be, and the one that is.
    versions: QuickMap<u64, Vec<u64>>,
    nvvm_version: Option<u64>,
    name: Vec<u8>,
    /// The compiler that a string or a name of a node tells.
    pub(super) compiler: Option<Compiler>,
    /// Numbers of the kinds [`OF_CALLS`].
    of_calls: [Option<u64>; 2],
    /// The record before was a name.
    named: bool,
    flags: Vec<u64>,
    flags_at: Spot,
    /// Nodes of which verifiers demand one string, and where they are named; accesses of `errno`.
    strings_named: Vec<(u64, Spot)>,
    accesses: Vec<(u64, Spot)>,
}

/// How a flag behaves that demands another one, and may be there several times.
const REQUIRE: u64 = 3;

/// Names of flags that must stand together.
const TOGETHER: [&[u8]; 2] = [b"aarch64-elf-pauthabi-platform", b"aarch64-elf-pauthabi-version"];

/// Kinds of nodes that verifiers take on calls only. Their numbers are fixed since LLVM 15; earlier modules that have them give them others.
const OF_CALLS: [(&[u8], Word); 2] = [(b"memprof", Word::MemprofPlace), (b"callsite", Word::CallsitePlace)];

/// A record of `METADATA_KIND_BLOCK_ID` (22): `[number, character …]`.
pub(super) fn kind(module: &mut Module, ops: &[u64], spot: Spot) {
    let Some((number, name)) = ops.split_first().filter(|(number, _)| module.kinds.insert(**number)) else {
        return malformed::fault(module, Word::KindTwice, spot);
    };
    for (of_calls, (text, _)) in module.metadata.of_calls.iter_mut().zip(OF_CALLS) {
        if name.iter().map(|character| character.to_le_bytes()[0]).eq(text.iter().copied()) {
            *of_calls = Some(*number);
        }
    }
}

/// Codes that are not a node, string or value with a number of its own; readers pass over what they do not know.
pub(super) fn is_unnumbered(code: u32) -> bool {
    !matches!(code, 1..=3 | 5 | 7..=9 | 12..=34 | 37 | 40 | 41 | 44..=49)
}

/// A record of a block.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], blob: Option<&[u8]>, spot: Spot) {
    // Readers look for the named node right behind its name.
    if std::mem::replace(&mut module.metadata.named, code == 4 && spot.function.is_none()) && code != 10 {
        malformed::fault(module, Word::NameAlone, spot);
    }
    shape(module, code, ops, spot);
    nodes::record(module, code, ops, blob, spot);
    if spot.function.is_some() {
        return;
    }
    let at = module.metadata.next;
    module.nodes.note(code, ops, at, spot);
    let bytes = module.end / 8;
    match code {
        35 => {
            strings(module, ops, blob);
            let count = module.metadata.next.saturating_sub(at);
            return module.nodes.push(false, code, count, bytes);
        }
        1 => {
            let text: Vec<u8> = ops.iter().map(|op| op.to_le_bytes()[0]).collect();
            module.metadata.name_of_flag(&text, at);
        }
        2 => {
            if let Some(value) = ops.get(1) {
                module.metadata.values.insert(at, *value);
                module.metadata_roots.push(Root { value: *value, owner: None, spot });
            }
        }
        3 | 5 => {
            let last = ops.iter().copied().max().unwrap_or(0);
            if last > module.metadata.last.0 {
                module.metadata.last = (last, spot);
            }
            if let [a, b, c] = ops {
                module.metadata.triples.insert(at, [*a, *b, *c]);
            }
            if matches!(ops.len(), 2 | 4) && module.is_for_gpu() {
                module.metadata.versions.insert(at, ops.to_vec());
            }
        }
        4 => {
            let name: Vec<u8> = ops.iter().map(|op| op.to_le_bytes()[0]).collect();
            module.metadata.compiler = module.metadata.compiler.or(Compiler::of_node(&name));
            module.metadata.name = name;
        }
        10 if ops.iter().any(|id| *id < module.metadata.strings) => {
            malformed::fault(module, Word::NotNode, spot);
        }
        10 if matches!(module.metadata.name.as_slice(), b"llvm.ident" | b"llvm.commandline") => {
            module.metadata.strings_named.extend(ops.iter().map(|id| (*id, spot)));
        }
        10 if module.metadata.name == b"llvm.errno.tbaa" => {
            module.metadata.accesses.extend(ops.iter().map(|id| (*id, spot)));
        }
        10 if module.metadata.name == b"nvvmir.version" => {
            module.metadata.nvvm_version = ops.first().copied();
        }
        10 if module.metadata.name == b"llvm.module.flags" => {
            module.metadata.flags.extend(ops);
            module.metadata.flags_at = spot;
        }
        _ => {}
    }
    if !is_unnumbered(code) {
        module.metadata.next += 1;
        module.nodes.push(false, code, 1, bytes);
    }
}

/// Kinds that have these numbers in all releases.
const INVARIANT_LOAD: u64 = 6;
const NOUNDEF: u64 = 29;

/// The end of the module's metadata: plain nodes have operands that are there.
pub(super) fn operands(module: &mut Module, end: Spot) {
    if std::mem::take(&mut module.metadata.named) {
        malformed::fault(module, Word::NameAlone, end);
    }
    let (last, spot) = module.metadata.last;
    if last > module.metadata.next {
        malformed::fault(module, Word::NoSuchNode, spot);
    }
    let is_string = |id: &u64| {
        id.checked_sub(1).and_then(|id| module.nodes.kind(id)).is_some_and(|code| Is::String.takes(code))
    };
    let one_string = |id: u64| matches!(module.nodes.list(id), Some([string]) if is_string(string));
    let strings = module.metadata.strings_named.iter().find(|(id, _)| !one_string(*id));
    let access = module.metadata.accesses.iter().find(|(id, _)| !is_access(module, *id));
    if let Some((_, spot)) = strings.or(access).copied() {
        malformed::fault(module, Word::NamedForm, spot);
    }
    nodes::finish(module);
}

/// Whether a node is an access of a scalar type: `[base, access, offset, (constant)]`, and types are `[name, parent, (offset 0)]`.
fn is_access(module: &Module, id: u64) -> bool {
    let node = |id: u64| id.checked_sub(1).and_then(|id| module.nodes.list(id));
    let value = |id: u64| id.checked_sub(1).is_some_and(|id| module.metadata.values.contains_key(&id));
    let zero = |id: u64| id.checked_sub(1).and_then(|id| integer(module, id)) == Some(0);
    let Some([base, access, offset, rest @ ..]) = module.nodes.list(id) else { return false };
    if rest.len() > 1 || !value(*offset) || node(*base).is_none() {
        return false;
    }
    let mut at = *access;
    for _ in 0..64 {
        match node(at) {
            // The root.
            Some([] | [_]) if at != *access => return true,
            Some([_, parent]) => at = *parent,
            Some([_, parent, offset]) if zero(*offset) => at = *parent,
            _ => return false,
        }
    }
    false
}

/// A record of `METADATA_ATTACHMENT_ID` (16): `[instruction, (kind, node) …]`, or of the function itself without its first operand.
pub(super) fn attachment(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code != 11 {
        return;
    }
    nodes::attachment(module, ops, spot);
    let [instruction, pairs @ ..] = ops else { return };
    let has = |kind: u64| pairs.iter().step_by(2).any(|one| *one == kind);
    let on = usize::try_from(*instruction).ok().and_then(|at| module.values.instructions.get(at)).copied();
    if pairs.len().is_multiple_of(2) && !matches!(on, Some(13 | 34 | 57) | None) {
        for (number, (_, word)) in module.metadata.of_calls.into_iter().zip(OF_CALLS) {
            if number.is_some_and(has) {
                malformed::fault(module, word, spot);
            }
        }
    }
    if pairs.len() % 2 != 0 || !(has(INVARIANT_LOAD) || has(NOUNDEF)) {
        return;
    }
    if has(NOUNDEF) && !matches!(on, Some(20 | 41) | None) {
        property(module, Word::NoundefOther, spot);
    }
    match on {
        _ if !has(INVARIANT_LOAD) => {}
        Some(20 | 41) | None => {}
        Some(34) => property(module, Word::InvariantCall, spot),
        Some(_) => property(module, Word::InvariantOther, spot),
    }
}

/// Code, operands and version bits, where they tell something: lists have any number of operands.
fn shape(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    let count = u64::try_from(ops.len()).unwrap_or(u64::MAX);
    let code64 = u64::from(code);
    match code {
        1..=6 | 10 | 11 | 35 | 36 | 38 | 39 | 46 => module.uses.add(Kind::Metadata, &[code64], spot),
        8 | 9 | 12 => module.uses.add(Kind::Metadata, &[code64], spot),
        14 => module.uses.add(Kind::Metadata, &[code64, 0, version(ops)], spot),
        29 => {
            module.uses.add(Kind::Metadata, &[code64, 0, version(ops)], spot);
            expression(module, ops, spot);
        }
        _ => module.uses.add(Kind::Metadata, &[code64, count, version(ops)], spot),
    }
    // Readers that take fewer fields than there are drop the last ones: which of them say something?
    if matches!(code, 13..=34 | 37 | 40..=45 | 48..) && code != 29 {
        let last = ops.iter().rposition(|op| *op != 0).unwrap_or(0);
        module.uses.add(Kind::MetadataLast, &[code64, u64::try_from(last).unwrap_or(u64::MAX)], spot);
    }
    // `[distinct, count, lower bound, upper bound, stride]`
    if code == 45 && ops.get(1) == Some(&0) && ops.get(3) == Some(&0) {
        property(module, Word::UnboundedSubrange, spot);
    }
    // Annotations as the last field: readers that look for one more take them only where it is there.
    if code == 17 && ops.len() == 14 && ops.get(13) != Some(&0) {
        property(module, Word::AnnotationsLast, spot);
    }
    // `[distinct, tag, name, file, line, scope, base type, …]`
    if code == 18 && ops.get(1) == Some(&1) && ops.get(6) == Some(&0) {
        property(module, Word::ArrayWithoutBase, spot);
    }
    // `[distinct, name, file, line, getter, setter, …]`; LLVM 22 has the setter first, and nothing but the producer says so.
    if code == 30 && ops.get(4) != ops.get(5) {
        let setter = module.release().is_some_and(|release| release >= 22);
        property(module, if setter { Word::SetterFirst } else { Word::GetterFirst }, spot);
    }
    // `[value, (kind, node) …]`
    if code == 36 && ops.first().is_some_and(|value| module.ifuncs.contains(value)) {
        property(module, Word::IfuncAttachment, spot);
    }
    if code == 20 && ops.get(1).is_some_and(|language| *language >= 1 << 31) {
        module.uses.put(Kind::MetadataLanguage, Value::Word(Word::Versioned), spot);
    }
}

pub(super) fn property(module: &mut Module, word: Word, spot: Spot) {
    module.uses.put(Kind::MetadataShape, Value::Word(word), spot);
}

/// What stands above the bit for `distinct`.
fn version(ops: &[u64]) -> u64 {
    ops.first().map_or(0, |first| (first >> 1).min(64))
}

/// Operations that only LLVM has.
fn expression(module: &mut Module, ops: &[u64], spot: Spot) {
    let mut rest = ops.get(1..).unwrap_or_default();
    while let Some(op) = rest.first() {
        if (0x1000..0x1100).contains(op) {
            module.uses.add(Kind::Expression, &[*op], spot);
        }
        rest = rest.get(1 + numbers_after(*op)..).unwrap_or_default();
    }
}

/// How many numbers follow an operation of an expression.
fn numbers_after(op: u64) -> usize {
    match op {
        // `bregx`, and of LLVM's own `fragment`, `convert` and those that take bits out.
        0x92 | 0x1000 | 0x1001 | 0x1006 | 0x1007 => 2,
        // `constu`, `consts`, `plus_uconst`, `breg0` to `breg31`, `regx`, `deref_size`; `tag_offset`, `entry_value`, `arg`.
        0x10 | 0x11 | 0x23 | 0x70..=0x90 | 0x94 | 0x1002 | 0x1003 | 0x1005 => 1,
        _ => 0,
    }
}

/// `[count, offset to the characters]` and a blob: lengths as VBR6, then the characters.
fn strings(module: &mut Module, ops: &[u64], blob: Option<&[u8]>) {
    let (Some([count, offset]), Some(blob)) = (ops.get(..2), blob) else { return };
    let first = module.metadata.next;
    module.metadata.strings = count.saturating_add(first);
    module.metadata.next = first.saturating_add(*count);
    let mut start = usize::try_from(*offset).unwrap_or(usize::MAX);
    let mut bit = 0;
    for index in 0..*count {
        let Some(length) = vbr6(blob, &mut bit) else { return };
        let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        let Some(text) = blob.get(start..end) else { return };
        module.metadata.name_of_flag(text, first.saturating_add(index));
        start = end;
    }
}

pub(super) fn vbr6(bytes: &[u8], bit: &mut usize) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..60).step_by(5) {
        let mut chunk = 0u64;
        for place in 0..6 {
            let byte = bytes.get(*bit / 8)?;
            chunk |= u64::from(byte >> (*bit % 8) & 1) << place;
            *bit += 1;
        }
        value |= (chunk & 31) << shift;
        if chunk & 32 == 0 {
            return Some(value);
        }
    }
    None
}

impl Metadata {
    /// How many strings, values and nodes there are.
    pub(super) fn count(&self) -> u64 {
        self.next
    }

    fn name_of_flag(&mut self, text: &[u8], number: u64) {
        if text == FLAG {
            self.flag_name = Some(number);
        }
        self.compiler = self.compiler.or_else(|| Compiler::of_text(text));
        for (found, _) in self.together.iter_mut().zip(TOGETHER).filter(|(_, name)| *name == text) {
            *found = Some(number);
        }
    }
}

/// How flags of the module behave where modules are linked, and names that must stand together and do not.
pub(super) fn flags(module: &mut Module) {
    let metadata = &module.metadata;
    let mut behaviors = Vec::new();
    let mut names = Vec::new();
    let (mut formed, mut lists) = (true, true);
    let is = |id: u64, is: Is| {
        let kind = id.checked_sub(1).and_then(|id| module.nodes.kind(id));
        kind.is_none_or(|code| is.takes(code))
    };
    for id in &metadata.flags {
        let Some([behavior, name, value]) = metadata.triples.get(id) else {
            formed = false;
            continue;
        };
        let behavior = behavior.checked_sub(1);
        let number = behavior.and_then(|id| integer(module, id));
        // The behaviour is a constant, the name a string of its own; the largest and smallest of numbers are taken of numbers.
        formed &= behavior.is_some_and(|id| metadata.values.contains_key(&id)) && is(*name, Is::String);
        lists &= !matches!(number, Some(REQUIRE | 5 | 6)) || is(*value, Is::List);
        formed &= number == Some(REQUIRE) || !names.contains(name);
        formed &= !matches!(number, Some(7 | 8))
            || value.checked_sub(1).is_some_and(|id| metadata.values.contains_key(&id));
        names.push(*name);
        behaviors.extend(number);
    }
    let has = |name: Option<u64>| name.is_some_and(|name| names.contains(&name.saturating_add(1)));
    let alone = has(metadata.together[0]) != has(metadata.together[1]);
    let spot = metadata.flags_at;
    for behavior in behaviors {
        module.uses.put(Kind::ModuleFlag, Value::Behavior(behavior), spot);
    }
    // Readers take flags for what has three operands.
    let triples = metadata.flags.iter().all(|id| metadata.triples.contains_key(id));
    if !triples {
        malformed::fault(module, Word::NodeKind, spot);
    }
    if !lists {
        module.uses.put(Kind::ModuleFlag, Value::Word(Word::FlagList), spot);
    }
    if !formed {
        module.uses.put(Kind::ModuleFlag, Value::Word(Word::FlagForm), spot);
    }
    if alone {
        module.uses.put(Kind::ModuleFlag, Value::Word(Word::PauthAbiAlone), spot);
    }
}

/// The number that a metadata node is, if it is a small constant.
fn integer(module: &Module, id: u64) -> Option<u64> {
    let value = module.metadata.values.get(&id)?;
    let index = usize::try_from(*value).ok()?.checked_sub(module.globals.len())?;
    module.constants.get(index)?.integer
}

/// The value of the module flag, if the module has it.
pub(super) fn debug_version(module: &Module) -> Option<u64> {
    let metadata = &module.metadata;
    let name = metadata.flag_name?;
    let node =
        metadata.flags.iter().find_map(|id| metadata.triples.get(id).filter(|node| node[1] == name + 1))?;
    integer(module, node[2].checked_sub(1)?)
}

/// The version of NVVM IR in the first node of `nvvmir.version`.
pub(super) fn nvvm_version(module: &Module) -> Option<Vec<u64>> {
    let node = module.metadata.versions.get(&module.metadata.nvvm_version?)?;
    node.iter().map(|id| integer(module, id.checked_sub(1)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Module, Spot, Value, Word, attachment, kind};

    /// Whether `!memprof` is refused on an instruction of this code.
    fn is_refused(code: u32) -> bool {
        let mut module = Module::default();
        let name = b"memprof".iter().map(|character| u64::from(*character));
        kind(&mut module, &[40].into_iter().chain(name).collect::<Vec<_>>(), Spot::default());
        module.values.instructions = vec![code];
        attachment(&mut module, 11, &[0, 40, 0], Spot::default());
        let needs = module.uses.into_needs();
        needs.iter().any(|need| need.value == Value::Word(Word::MemprofPlace))
    }

    #[test]
    fn kinds_of_calls_are_known_by_their_names() {
        assert!(is_refused(20), "a load");
        assert!(!is_refused(34) && !is_refused(13) && !is_refused(57), "calls");
    }
}
