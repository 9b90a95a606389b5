//! Records of `MODULE_BLOCK_ID` (8): globals, functions, aliases and what else stands there.

use super::attributes;
use super::data_layout;
use super::malformed;
use super::module::{Function, Module, Root};
use super::shape::{Kind, Value, Word};
use super::symbol_names::SymbolNames;
use super::types::Type;
use super::uses::Spot;
use super::verifier;

/// A value of a module, by its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Global {
    /// A variable, function, alias or ifunc: offset and size of its name.
    Named(u64, u64),
}

/// A record of the block.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    module.uses.add(Kind::ModuleRecord, &[u64::from(code)], spot);
    match code {
        1 => version(module, ops, spot),
        2 => module.triple = Some(ops.iter().map(|op| char::from(op.to_le_bytes()[0])).collect()),
        3 => layout(module, ops, spot),
        7 => variable(module, ops, spot),
        8 => function(module, ops, spot),
        5 => module.sections += 1,
        11 => module.collectors += 1,
        14 | 9 => alias(module, ops, spot, Kind::Alias, code == 14),
        18 => alias(module, ops, spot, Kind::Ifunc, false),
        12 => comdat(module, ops, spot),
        // The position of the symbol table, in words.
        13 => module.symbols = ops.first().map(|words| (*words, spot)),
        // A hash, which readers of summaries look at.
        17 if ops.len() != 5 => malformed::fault(module, Word::SummaryCounts, spot),
        16 => module.source = ops.iter().map(|op| op.to_le_bytes()[0]).collect(),
        _ => {}
    }
}

fn version(module: &mut Module, ops: &[u64], spot: Spot) {
    module.version = ops.first().copied().unwrap_or(0);
    module.uses.add(Kind::ModuleVersion, &[module.version], spot);
}

/// Parts of the data layout that not every release takes: named or lettered address spaces, no stack alignment, and bytes
/// that are not aligned to bytes.
fn layout(module: &mut Module, ops: &[u64], spot: Spot) {
    let text: String = ops.iter().map(|op| char::from(op.to_le_bytes()[0])).collect();
    for part in text.split('-').filter(|_| !text.is_empty()) {
        if !data_layout::is_sound(part) {
            malformed::fault(module, Word::Layout, spot);
        } else if !data_layout::is_strict(part) {
            malformed::fault(module, Word::LateLayout, spot);
        }
        let digits = |text: &str| text.chars().take_while(|c| *c != ':').all(|c| c.is_ascii_digit());
        let word = match part.split_at_checked(1) {
            Some(("p", rest)) if !digits(rest) => Word::LetteredAddressSpace,
            Some(("A", space)) => {
                module.stack_space = space.parse().ok();
                continue;
            }
            Some(("S", "0")) => Word::NoStackAlignment,
            Some(("i", rest)) if rest.starts_with("8:") && rest != "8:8" && !rest.starts_with("8:8:") => {
                Word::WideByteAlignment
            }
            _ => continue,
        };
        module.uses.put(Kind::DataLayout, Value::Word(word), spot);
    }
    module.layout = Some(text).filter(|text| !text.is_empty());
}

/// Splits off the name: offset and size in the string table, from version 2 on.
fn named<'o>(module: &mut Module, ops: &'o [u64], spot: Spot) -> &'o [u64] {
    match ops {
        [offset, size, rest @ ..] if module.version >= 2 => {
            malformed::name(module, *offset, *size, spot);
            module.values.global(None);
            module.globals.push(Global::Named(*offset, *size));
            rest
        }
        _ => {
            let (value, size) = SymbolNames::awaited(module.globals.len());
            module.values.global(None);
            module.globals.push(Global::Named(value, size));
            ops
        }
    }
}

/// Says in which address space the last global is.
fn address(module: &mut Module, space: Option<u64>) {
    let kind = space.map(|space| module.types.make(Type::Pointer(None, space)));
    if let Some(value) = module.values.all.last_mut() {
        value.kind = kind;
    }
}

/// Operands that came late: those that are not zero.
fn late(module: &mut Module, kind: Kind, ops: &[u64], from: usize, spot: Spot) {
    for (index, op) in (0u64..).zip(ops).skip(from) {
        if *op != 0 {
            module.uses.add(kind, &[index], spot);
        }
    }
}

fn root(module: &mut Module, op: Option<&u64>, spot: Spot) {
    let owner = module.globals.len().saturating_sub(1);
    if let Some(value) = op.and_then(|op| op.checked_sub(1)) {
        module.roots.push(Root { value, owner: Some(owner), spot });
    }
}

/// `[type, isconst|explicit<<1|space<<2, initid, linkage, alignment, section, visibility, threadlocal, unnamed_addr,
/// externally_initialized, dllstorageclass, comdat, attributes, preemption, partition ×2, sanitizer, code model]`.
fn variable(module: &mut Module, ops: &[u64], spot: Spot) {
    let ops = named(module, ops, spot);
    whole(module, ops, 6, spot);
    // Not explicit: the type is that of the pointer.
    address(module, ops.get(1).filter(|bits| **bits & 2 != 0).map(|bits| bits >> 2));
    root(module, ops.get(2), spot);
    let ids = [(5, module.sections), (11, module.comdats)];
    there(module, ops, &ids, 4, spot);
    let explicit = ops.get(1).is_some_and(|bits| bits & 2 != 0);
    if let (Some(kind), Some(value), true) =
        (ops.first(), ops.get(2).and_then(|op| op.checked_sub(1)), explicit)
    {
        module.first_values.push((*kind, value, spot));
    }
    let fits = |kind: Option<&Type>| match kind {
        None => false,
        Some(Type::Pointer(Some(_), _)) => true,
        Some(_) => explicit,
    };
    if ops.first().is_some_and(|kind| !fits(module.types.get(*kind))) {
        malformed::fault(module, Word::NoSuchId, spot);
    }
    if let Some(linkage) = ops.get(3) {
        module.uses.add(Kind::Linkage, &[*linkage], spot);
        module.external(*linkage);
    }
    if let Some(name) = ops.first().and_then(|kind| module.types.target(*kind)).map(str::to_string) {
        let initialized = ops.get(2) != Some(&0);
        module.uses.put(Kind::GlobalOfTargetType, Value::Variable { initialized, name }, spot);
    }
    for (word, index) in [(Word::Sanitizer, 16), (Word::CodeModel, 17)] {
        if ops.get(index).is_some_and(|value| *value != 0) {
            module.uses.put(Kind::Global, Value::Word(word), spot);
        }
    }
    verifier::variable(module, ops, spot);
    // The first releases that know code models know five, and refuse others.
    if ops.get(17).is_some_and(|model| *model > 5) {
        malformed::fault(module, Word::NoSuchModel, spot);
    }
    late(module, Kind::Global, ops, 18, spot);
}

/// `[type, callingconv, isproto, linkage, paramattr, alignment, section, visibility, gc, unnamed_addr, prologuedata,
/// dllstorageclass, comdat, prefixdata, personalityfn, preemption, addrspace, partition ×2, …]`.
fn function(module: &mut Module, ops: &[u64], spot: Spot) {
    let ops = named(module, ops, spot);
    let name = match module.globals.last() {
        Some(Global::Named(offset, size)) => (*offset, *size),
        None => (0, 0),
    };
    whole(module, ops, 8, spot);
    if let Some(Type::Function(_, of, _)) = ops.first().and_then(|kind| module.types.function(*kind))
        && of.iter().any(|kind| matches!(module.types.at(*kind), Some(Type::Other(16))))
    {
        module.metadata_parameters.push((name, spot));
    }
    if let Some(Type::Function(_, of, _)) = ops.first().and_then(|kind| module.types.function(*kind))
        && attributes::too_many(module, ops.get(4).copied().unwrap_or(0), of.len())
    {
        module.late_attributes.push((name, spot));
    }
    let apart = module.attributes.apart_in_list(ops.get(4).copied().unwrap_or(0));
    module.apart_attributes.extend(apart.map(|spot| (name, spot)));
    verifier::function(module, ops, spot);
    if module.attributes.is_immediate(ops.get(4).copied().unwrap_or(0)) {
        module.only_intrinsics.push((name, spot));
    }
    let says = |at: usize| ops.get(at).copied().unwrap_or(0);
    if says(2) != 0 && says(14) != 0 {
        malformed::fault(module, Word::DeclaredPersonality, spot);
    }
    if says(11) == 1 && says(15) == 1 {
        malformed::fault(module, Word::ImportedLocal, spot);
    }
    address(module, ops.get(16).copied());
    let ids = [(6, module.sections), (8, module.collectors), (12, module.comdats)];
    there(module, ops, &ids, 5, spot);
    if ops.first().is_some_and(|kind| !matches!(module.types.function(*kind), Some(Type::Function(..)))) {
        malformed::fault(module, Word::NoSuchId, spot);
    }
    if let Some(kind) = ops.first() {
        let value = module.globals.len().saturating_sub(1);
        module.functions.push(Function { name, kind: *kind, value, spot });
        if ops.get(2) == Some(&0) {
            module.values.defined.push(*kind);
            module.bodied.push(value);
        } else {
            let said = module.attributes.of_list(ops.get(4).copied().unwrap_or(0));
            module.values.declared.insert(value, said);
        }
    }
    if let [kind, convention, ..] = ops {
        malformed::convention(module, *convention, *kind, spot);
        module.uses.add(Kind::CallingConvention, &[(*convention).min(1 << 10)], spot);
    }
    if let Some(linkage) = ops.get(3) {
        module.uses.add(Kind::Linkage, &[*linkage], spot);
        module.external(*linkage);
    }
    for index in [10, 13, 14] {
        root(module, ops.get(index), spot);
    }
    // What compilers for NVIDIA's GPUs look at, and no reader: alignment, section, collector, prologue, prefix, personality.
    if module.is_for_gpu() {
        for (index, number) in [(5, 5), (6, 6), (8, 8), (10, 10), (13, 13), (14, 14)] {
            if says(index) != 0 {
                module.uses.add(Kind::Function, &[number], spot);
            }
        }
    }
    late(module, Kind::Function, ops, 19, spot);
}

/// `[type, addrspace, aliasee, linkage, visibility, dllstorage, threadlocal, unnamed_addr, preemption, partition ×2]`;
/// in the first form `[type of the pointer, aliasee, linkage, …]`; for an ifunc `[type, addrspace, resolver, linkage, visibility, partition ×2]`.
fn alias(module: &mut Module, ops: &[u64], spot: Spot, kind: Kind, typed: bool) {
    let ops = named(module, ops, spot);
    whole(module, ops, if typed { 4 } else { 3 }, spot);
    let owner = module.globals.len().saturating_sub(1);
    address(module, ops.get(1).copied().filter(|_| typed));
    // The first form of an alias has a pointer's type, which says the address space.
    let aliasee = if typed || kind == Kind::Ifunc { 2 } else { 1 };
    if let Some(value) = ops.get(aliasee) {
        module.roots.push(Root { value: *value, owner: Some(owner), spot });
        module.aliasees.push((*value, spot));
    }
    if kind == Kind::Ifunc {
        module.ifuncs.push(u64::try_from(owner).unwrap_or(u64::MAX));
    }
    verifier::alias(
        module,
        ops.get(if typed || kind == Kind::Ifunc { 3 } else { 2 }).copied().unwrap_or(0),
        spot,
    );
    late(module, kind, ops, if kind == Kind::Alias { 11 } else { 5 }, spot);
}

/// What every reader looks for in a record is there.
fn whole(module: &mut Module, ops: &[u64], least: usize, spot: Spot) {
    if ops.len() < least {
        malformed::fault(module, Word::ShortGlobal, spot);
    }
}

/// Sections, collectors and comdats are numbered from 1; an alignment has a largest.
fn there(module: &mut Module, ops: &[u64], ids: &[(usize, u64)], alignment: usize, spot: Spot) {
    if ids.iter().any(|(at, count)| ops.get(*at).is_some_and(|id| id & 0xffff_ffff > *count)) {
        malformed::fault(module, Word::NoSuchId, spot);
    }
    if ops.get(alignment).is_some_and(|power| *power > 33) {
        malformed::fault(module, Word::Alignment, spot);
    }
}

/// `[strtab ×2, selection]`.
fn comdat(module: &mut Module, ops: &[u64], spot: Spot) {
    module.comdats += 1;
    // What a comdat says follows its name, which stands in the string table or in the record.
    let whole = match ops {
        _ if module.version >= 2 => ops.len() > 2,
        [_, size, name @ ..] => usize::try_from(*size).is_ok_and(|size| size <= name.len()),
        _ => false,
    };
    if !whole {
        malformed::fault(module, Word::ShortGlobal, spot);
    }
    if let ([offset, size, ..], 2..) = (ops, module.version) {
        malformed::name(module, *offset, *size, spot);
    }
    let selection = if module.version >= 2 { ops.get(2) } else { ops.first() };
    if let Some(selection) = selection {
        module.uses.add(Kind::Comdat, &[*selection], spot);
    }
}
