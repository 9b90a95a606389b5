//! What no reader takes, in any release: references to types, blocks and tags that are not there,
//! positions past the end. A file with one flipped bit often has nothing else wrong with it.
//!
//! Each is a need of its own ([`Kind::Malformed`]), so that verdicts say where it is.

use super::module::Module;
use super::shape::{Kind, Value, Word};
use super::types::Type;
use super::uses::Spot;

/// Notes a fault.
pub(super) fn fault(module: &mut Module, word: Word, spot: Spot) {
    module.uses.put(Kind::Malformed, Value::Word(word), spot);
}

/// A record of a function body that names basic blocks, types or tags by their numbers.
pub(super) fn body(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    let targets: &[u64] = match (code, ops) {
        (11, [to]) => std::slice::from_ref(to),
        (11, [yes, no, ..]) => &[*yes, *no],
        (13, [_, _, normal, unwind, ..]) => &[*normal, *unwind],
        _ => &[],
    };
    if targets.contains(&0) {
        fault(module, Word::EntryBranch, spot);
    }
    let block = |number: u64| number < module.blocks;
    let mut missing = Word::NoSuchBlock;
    let fine = match (code, ops) {
        (1, []) => return fault(module, Word::Short, spot),
        // The number of basic blocks.
        (1, [count, ..]) => {
            module.blocks = *count;
            if *count == 0 {
                fault(module, Word::NoBlocks, spot);
            }
            return;
        }
        (11, [to]) => block(*to),
        (11, [yes, no, _, ..]) => block(*yes) && block(*no),
        // `[type, (value, block) …, (flags)]`
        (16, [_, pairs @ ..]) => pairs.as_chunks::<2>().0.iter().all(|[_, from]| block(*from)),
        // `[attributes, convention, normal, unwind, …]`
        (13, [_, _, normal, unwind, ..]) => {
            missing = Word::InvokeBlock;
            block(*normal) && block(*unwind)
        }
        _ => true,
    };
    if !fine {
        return fault(module, missing, spot);
    }
    match (code, ops) {
        (55, [tag, ..]) if !usize::try_from(*tag).is_ok_and(|tag| tag < module.values.tags.len()) => {
            fault(module, Word::NoSuchTag, spot);
        }
        (16, [kind, ..]) if module.types.get(*kind).is_none() => no_type(module, *kind, spot),
        // Not behind a forward reference, which has its type after it.
        (3, [_, kind, _]) if module.types.get(*kind).is_none() => no_type(module, *kind, spot),
        // `[flags, type of what is pointed to, base, index …]`
        (43, [_, kind, ..]) if module.types.get(*kind).is_none() => no_type(module, *kind, spot),
        (60, []) => fault(module, Word::Short, spot),
        // Functions that hold addresses of these blocks.
        (60, users) if !users.iter().all(|user| is_function(module, *user)) => {
            fault(module, Word::NoSuchSymbol, spot);
        }
        _ => {}
    }
}

/// A type that is not in the table: readers may have one of their own behind it.
fn no_type(module: &mut Module, kind: u64, spot: Spot) {
    let number = usize::try_from(kind).unwrap_or(usize::MAX);
    fault(module, super::operands::missing(module, number), spot);
}

/// Whether a calling convention allows a type: kernels return nothing, and some conventions do not go with any number of arguments.
pub(super) fn convention(module: &mut Module, convention: u64, kind: u64, spot: Spot) {
    let Some(Type::Function(result, _, variadic)) = module.types.function(kind) else { return };
    let kernel = matches!(convention, 76 | 91 | 104 | 105);
    let fixed = kernel || matches!(convention, 8 | 9 | 71 | 72 | 77 | 87..=90 | 93);
    let nothing = matches!(module.types.at(*result), Some(Type::Void));
    if kernel && !nothing || fixed && *variadic {
        fault(module, Word::ConventionType, spot);
    }
}

/// First values of variables, which verifiers hold to the types of these.
pub(super) fn first_values(module: &mut Module) {
    for (kind, value, spot) in std::mem::take(&mut module.first_values) {
        let Some(value) = module.values.get(usize::try_from(value).ok()) else {
            fault(module, Word::NoSuchValue, spot);
            continue;
        };
        let value = value.kind;
        if module.types.differ(usize::try_from(kind).ok(), value) {
            fault(module, Word::InitializerType, spot);
        }
    }
}

/// Names of globals and comdats, which stand in the string table.
pub(super) fn names(module: &mut Module, strtab: &[u8]) {
    let (end, spot) = module.names_end;
    if u64::try_from(strtab.len()).is_ok_and(|size| end > size) {
        fault(module, Word::NoSuchName, spot);
    }
    for (name, spot) in std::mem::take(&mut module.metadata_parameters) {
        let name = super::intrinsics::text(strtab, name).unwrap_or_default();
        if !name.starts_with("llvm.") {
            fault(module, Word::MetadataParameter, spot);
        }
    }
    // Readers give functions `llvm.…` the attributes that they know for them.
    for (name, spot) in std::mem::take(&mut module.apart_attributes) {
        let name = super::intrinsics::text(strtab, name).unwrap_or_default();
        if !name.starts_with("llvm.") {
            fault(module, Word::AttributePlace, spot);
        }
    }
    for (name, spot) in std::mem::take(&mut module.late_attributes) {
        let name = super::intrinsics::text(strtab, name).unwrap_or_default();
        if !name.starts_with("llvm.") {
            fault(module, Word::LateAttribute, spot);
        }
    }
}

/// Notes where a name stands.
pub(super) fn name(module: &mut Module, offset: u64, size: u64, spot: Spot) {
    let end = offset.saturating_add(size);
    if end > module.names_end.0 {
        module.names_end = (end, spot);
    }
}

/// Whether the value of this number is a function.
fn is_function(module: &Module, value: u64) -> bool {
    let value = usize::try_from(value).unwrap_or(usize::MAX);
    module.functions.binary_search_by_key(&value, |function| function.value).is_ok()
}

/// A record of a symbol table: `[value, character …]`, `[block, character …]`, or for functions of the module
/// `[value, position in words, …]`.
pub(super) fn symbols(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    let fine = match (code, ops, spot.function) {
        // Names of what instructions make are as good as what is known of these.
        (1, [value, name @ ..], Some(_)) if !module.values.lost => {
            usize::try_from(*value).is_ok_and(|value| value < module.values.all.len())
                && !name.iter().any(|character| character & 0xff == 0)
        }
        (2, [block, ..], Some(_)) => *block < module.blocks,
        (3, [value, words, ..], None) => {
            usize::try_from(*value).is_ok_and(|value| value < module.values.all.len())
                && words.checked_mul(32).is_some_and(|bits| bits < module.end)
        }
        _ => true,
    };
    if !fine {
        return fault(module, Word::NoSuchSymbol, spot);
    }
    if let (3, [value, words, ..], None) = (code, ops, spot.function) {
        module.placed.push((*value, *words, spot));
    }
}

/// A record of `USELIST_BLOCK_ID` (18): `[position …, value]` or `[position …, block]`. Readers look neither up with care.
pub(super) fn use_list(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if !matches!(code, 1 | 2) {
        return;
    }
    let there = match ops {
        [_, _, .., block] if code == 2 => spot.function.is_some() && *block < module.blocks,
        [_, _, .., value] => usize::try_from(*value).is_ok_and(|value| value < module.values.all.len()),
        _ => false,
    };
    if !there && !module.values.lost {
        fault(module, Word::UseList, spot);
    }
}
