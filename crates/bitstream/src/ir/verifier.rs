//! What verifiers refuse of globals, of intrinsics and of metadata that is attached: readers take it, and verify modules with debug information.

use super::fields::Is;
use super::linkage::linkage;
use super::malformed;
use super::module::Module;
use super::shape::Word;
use super::types::Type;
use super::uses::Spot;

/// Linkages that what is only declared can have.
fn declares(number: u64) -> bool {
    matches!(linkage(number), "external" | "extern_weak" | "unknown")
}

/// `[type, constant and bits, first value, linkage, …, comdat at 11]`.
pub(super) fn variable(module: &mut Module, ops: &[u64], spot: Spot) {
    let at = |index: usize| ops.get(index).copied().unwrap_or(0);
    let (declared, number) = (at(2) == 0, at(3));
    let array = matches!(module.types.get(at(0)), Some(Type::Array(..)));
    let fits = match linkage(number) {
        "appending" => array || at(1) & 2 == 0,
        "common" => at(1) & 1 == 0 && at(11) == 0,
        _ => true,
    };
    let fits = fits && imported(at(10), declared, number);
    linked(module, fits && (!declared || declares(number)), spot);
    comdat(module, declared || linkage(number) == "available_externally", at(11), spot);
    if let Some(value) = at(2).checked_sub(1) {
        module.address(value, spot);
    } else {
        module.undefined.insert(module.globals.len().saturating_sub(1));
    }
}

/// `[type, convention, declared, linkage, …, comdat at 12]`.
pub(super) fn function(module: &mut Module, ops: &[u64], spot: Spot) {
    let at = |index: usize| ops.get(index).copied().unwrap_or(0);
    let (declared, number) = (at(2) != 0, at(3));
    let fits = !matches!(linkage(number), "appending" | "common") && (!declared || declares(number));
    let fits = fits && imported(at(11), declared, number);
    linked(module, fits, spot);
    comdat(module, declared || linkage(number) == "available_externally", at(12), spot);
    for index in [10, 13, 14] {
        if let Some(value) = at(index).checked_sub(1) {
            module.address(value, spot);
        }
    }
    if declared {
        module.undefined.insert(module.globals.len().saturating_sub(1));
    }
    attributes(module, at(4), at(0), spot);
}

/// What is imported from a library is not defined here.
fn imported(storage: u64, declared: bool, number: u64) -> bool {
    storage != 1 || declared || linkage(number) == "available_externally"
}

/// The linkage of an alias or resolver.
pub(super) fn alias(module: &mut Module, number: u64, spot: Spot) {
    linked(module, !matches!(linkage(number), "appending" | "common" | "extern_weak"), spot);
}

/// What an alias is of.
pub(super) fn aliasee(module: &mut Module, value: u64, spot: Spot) {
    let defined = usize::try_from(value).map_or(true, |value| !module.undefined.contains(&value));
    linked(module, defined, spot);
}

fn linked(module: &mut Module, fits: bool, spot: Spot) {
    if !fits {
        malformed::fault(module, Word::GlobalLinkage, spot);
    }
}

fn comdat(module: &mut Module, declared: bool, comdat: u64, spot: Spot) {
    if declared && comdat != 0 {
        malformed::fault(module, Word::DeclaredComdat, spot);
    }
}

/// Attributes of a function or call exclude each other, or say which parameters are the size of what is allocated: those are integers.
pub(super) fn attributes(module: &mut Module, list: u64, kind: u64, spot: Spot) {
    if module.attributes.is_excluded(list) {
        malformed::fault(module, Word::AttributePair, spot);
    }
    let Some(Type::Function(_, of, _)) = module.types.function(kind) else { return };
    let integer = |at: u64| {
        let parameter = usize::try_from(at).ok().and_then(|at| of.get(at));
        matches!(parameter.and_then(|kind| module.types.at(*kind)), Some(Type::Integer(_)))
    };
    let fits = module.attributes.sizes_of_list(list).iter().all(|at| integer(*at));
    if !fits {
        malformed::fault(module, Word::AllocSize, spot);
    }
}

/// The type of a function of the module, by its number among values.
pub(super) fn function_type(module: &Module, value: usize) -> Option<usize> {
    let found = module.functions.binary_search_by_key(&value, |function| function.value);
    let number = usize::try_from(module.functions.get(found.ok()?)?.kind).ok()?;
    match module.types.at(number) {
        Some(Type::Pointer(Some(to), _)) => Some(*to),
        _ => Some(number),
    }
}

/// A call of a function of the module, with a type: intrinsics are called with their own, and metadata is handed to intrinsics only.
pub(super) fn call(module: &mut Module, callee: usize, kind: usize, spot: Spot) {
    let found = module.functions.binary_search_by_key(&callee, |function| function.value);
    let Some(name) = found.ok().and_then(|at| module.functions.get(at)).map(|function| function.name) else {
        return;
    };
    let own = function_type(module, callee);
    if module.types.differ(own, Some(kind)) {
        module.only_others.push((name, spot));
    }
    if let Some(Type::Function(_, of, _)) = module.types.at(kind)
        && of.iter().any(|kind| matches!(module.types.at(*kind), Some(Type::Other(16))))
    {
        module.metadata_parameters.push((name, spot));
    }
}

/// Names are known: what only intrinsics have, and what only other functions have.
pub(super) fn names(module: &mut Module, strtab: &[u8]) {
    let is_intrinsic = |name| super::intrinsics::text(strtab, name).unwrap_or_default().starts_with("llvm.");
    let addressed = std::mem::take(&mut module.values.addressed);
    let mut others = std::mem::take(&mut module.only_others);
    for function in &module.functions {
        others.extend(addressed.get(&function.value).map(|spot| (function.name, *spot)));
    }
    let intrinsics = std::mem::take(&mut module.only_intrinsics);
    let wrong = others.into_iter().find(|(name, _)| is_intrinsic(*name));
    let wrong = wrong.or_else(|| intrinsics.into_iter().find(|(name, _)| !is_intrinsic(*name)));
    if let Some((_, spot)) = wrong {
        malformed::fault(module, Word::IntrinsicUse, spot);
    }
}

/// Nodes attached to an instruction or, without its place, to a function: kinds that go with some instructions only.
pub(super) fn attached(module: &mut Module, on: Option<usize>, pairs: &[u64], spot: Spot) {
    let code = on.and_then(|at| module.values.instructions.get(at)).copied();
    let made = on.and_then(|at| module.values.graph.value_at(at.checked_add(1)?));
    let made = module.values.get(made).and_then(|value| value.kind);
    let pointer = module.expect(made, |kind| matches!(kind, Type::Pointer(..))).is_ok();
    let float = module.expect_scalar(made, |kind| matches!(kind, Type::Float(_))).is_ok();
    for [name, node] in pairs.as_chunks::<2>().0 {
        let fits = match (*name, code) {
            (_, None) => true,
            // Weights of branches; precision; ranges; pointers that are not null, can be read, or are aligned; groups.
            (2, Some(code)) => matches!(code, 5 | 11 | 12 | 13 | 29 | 31 | 34 | 57),
            (3, _) => float,
            (4, Some(code)) => matches!(code, 13 | 20 | 34 | 41),
            (11 | 17, Some(code)) => matches!(code, 20 | 41) && pointer,
            (12 | 13, Some(code)) => matches!(code, 3 | 20 | 41) && pointer,
            (16, Some(code)) => matches!(code, 20 | 41 | 44 | 45),
            _ => true,
        };
        // Precision, what can be read and alignments are one number; ranges have two ends each.
        let formed = module.nodes.length(*node).is_none_or(|count| match *name {
            3 | 12 | 13 | 17 => count == 1,
            4 => count > 0 && count.is_multiple_of(2),
            _ => true,
        });
        if !fits || !formed {
            malformed::fault(module, Word::AttachmentPlace, spot);
        }
        let kind = module.nodes.kind(*node);
        if matches!(*name, 1..=13 | 15..=18) && kind.is_some_and(|code| !Is::List.takes(code)) {
            malformed::fault(module, Word::NodeKind, spot);
        }
    }
}

impl Module {
    /// Something holds the address of a global.
    pub(super) fn address(&mut self, value: u64, spot: Spot) {
        if let Ok(value) = usize::try_from(value) {
            self.values.addressed.entry(value).or_insert(spot);
        }
    }
}
