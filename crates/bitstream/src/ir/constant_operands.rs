//! What constants are made of: values with types that their records and operations take, and no constant of itself.
//!
//! Readers make a constant when something needs it, and compare the types of its parts then, or not at all.

use outlast_core::Marks;

use super::constants::Constant;
use super::cycles;
use super::malformed;
use super::module::Module;
use super::shape::{Kind, Operation, Value, Word};
use super::types::Type;
use super::uses::Spot;
use super::values::Source;

/// What is wrong with the values that a constant is made of.
fn odd(module: &Module, number: usize, constant: &Constant) -> Option<Word> {
    let own = kind(module, Some(number));
    let of: Vec<Option<usize>> =
        constant.of.iter().map(|value| kind(module, usize::try_from(*value).ok())).collect();
    if constant.code == 7 {
        return aggregate(module, own, &of);
    }
    let (types, integer) =
        (&module.types, |kind| module.expect(kind, |kind| matches!(kind, Type::Integer(_))).is_ok());
    let vector = |kind| module.expect(kind, |kind| matches!(kind, Type::Vector(..))).is_ok();
    let alike =
        |of: &[Option<usize>]| of.iter().zip(of.iter().skip(1)).all(|(one, next)| !types.differ(*one, *next));
    let lane = |kind: Option<usize>| match kind.and_then(|kind| types.at(kind)) {
        Some(Type::Vector(of, ..)) => Some(*of),
        _ => None,
    };
    let fits = match (constant.code, of.as_slice()) {
        (10, [a, b]) => alike(&[own, *a, *b]),
        (11, [from]) => match (constant.expression, own) {
            (Some((Operation::Cast, op)), Some(to)) => module.cast(op, *from, to).is_ok(),
            _ => true,
        },
        (12 | 20 | 24 | 31 | 32, _) => address(module, constant),
        (13, [condition, a, b]) => {
            alike(&[own, *a, *b])
                && module.expect_scalar(*condition, |kind| matches!(kind, Type::Integer(1))).is_ok()
        }
        (14, [from, at]) => vector(*from) && integer(*at) && alike(&[own, lane(*from)]),
        (15, [into, put, at]) => alike(&[own, *into]) && integer(*at) && alike(&[lane(*into), *put]),
        (16 | 19, [a, b, _]) => vector(*a) && alike(&[*a, *b]) && alike(&[lane(own), lane(*a)]),
        (17, [a, b]) => alike(&[*a, *b]),
        (25, [a]) => alike(&[own, *a]),
        (27 | 29, _) => constant.of.iter().all(|value| is_global(module, *value)),
        (21, _) => constant.of.iter().all(|value| is_function(module, *value)),
        _ => true,
    };
    (!fits).then_some(Word::ConstantOperand)
}

/// The type of a value.
fn kind(module: &Module, number: Option<usize>) -> Option<usize> {
    module.values.get(number).and_then(|value| value.kind)
}

fn is_global(module: &Module, value: u64) -> bool {
    let value = module.values.get(usize::try_from(value).ok());
    value.is_none_or(|value| value.source == Source::Global)
}

fn is_function(module: &Module, value: u64) -> bool {
    let value = usize::try_from(value).unwrap_or(usize::MAX);
    module.functions.binary_search_by_key(&value, |function| function.value).is_ok()
}

/// Whether an aggregate has as many elements as its type, of their types.
fn aggregate(module: &Module, own: Option<usize>, of: &[Option<usize>]) -> Option<Word> {
    let differ = |a: Option<usize>, b: Option<usize>| module.types.differ(a, b);
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    match module.types.at(own?)? {
        Type::Struct(parts, _) => {
            let odd = of.iter().zip(parts).any(|(value, part)| differ(*value, Some(*part)));
            let count = (of.len() != parts.len()).then_some(Word::AggregateParts);
            odd.then_some(Word::AggregateType).or(count)
        }
        Type::Array(part, count) => {
            let odd = of.iter().any(|value| differ(*value, Some(*part)));
            let count = (of.len() != number(*count)).then_some(Word::AggregateParts);
            odd.then_some(Word::AggregateType).or(count)
        }
        Type::Vector(part, count, _) => {
            let odd = of.iter().any(|value| differ(*value, Some(*part))) || of.len() != number(*count);
            odd.then_some(Word::AggregateParts)
        }
        _ => None,
    }
}

/// Whether an address is computed from a pointer by integers, and each leads into a part that is there.
fn address(module: &Module, constant: &Constant) -> bool {
    let Some((base, indices)) = constant.of.split_first() else { return false };
    let base = kind(module, usize::try_from(*base).ok());
    if module.expect_scalar(base, |kind| matches!(kind, Type::Pointer(..))).is_err() {
        return false;
    }
    let mut inside = constant.inside;
    for (at, index) in indices.iter().enumerate() {
        let value = module.values.get(usize::try_from(*index).ok());
        let kind = value.and_then(|value| value.kind);
        if module.expect_scalar(kind, |kind| matches!(kind, Type::Integer(_))).is_err() {
            return false;
        }
        // The first index is over whole ones.
        let (1.., Some(of), Some(value)) = (at, inside, value) else { continue };
        inside = match (module.types.at(of), value.small) {
            (Some(Type::Array(of, _) | Type::Vector(of, ..)), _) => Some(*of),
            (Some(Type::Struct(of, _)), Some(part)) => {
                match usize::try_from(part).ok().and_then(|part| of.get(part)) {
                    Some(part) => Some(*part),
                    None => return false,
                }
            }
            // Vectors of the same number choose, too.
            (Some(Type::Struct(..)), None) if module.types.is_vector(kind) => None,
            (None | Some(Type::Target(_)), _) => None,
            _ => return false,
        };
    }
    true
}

/// Constants of a body, which are all there before its first instruction.
pub(super) fn local(module: &mut Module) {
    let mut constants = std::mem::take(&mut module.local_constants);
    for (number, constant) in constants.drain(..) {
        if let Some(word) = odd(module, number, &constant) {
            malformed::fault(module, word, constant.spot);
        }
    }
    module.local_constants = constants;
}

/// A constant that is made of itself.
fn cycle(module: &Module, named: usize) -> Option<Spot> {
    let of = |number: usize, at: usize| {
        let value = usize::try_from(*module.constants.get(number)?.of.get(at)?).ok();
        Some(value.and_then(|value| value.checked_sub(named)).unwrap_or(usize::MAX))
    };
    let number = cycles::closing(module.constants.len(), of)?;
    module.constants.get(number).map(|constant| constant.spot)
}

/// Expressions that initializers and metadata depend on, found from their roots.
pub(super) fn reach(module: &mut Module) {
    let named = module.globals.len();
    for (value, spot) in std::mem::take(&mut module.aliasees) {
        if module.values.get(usize::try_from(value).ok()).is_none() {
            super::malformed::fault(module, Word::NoSuchValue, spot);
        }
        super::verifier::aliasee(module, value, spot);
        let index = usize::try_from(value).ok().and_then(|value| value.checked_sub(named));
        if let Some(constant) = index.and_then(|index| module.constants.get(index)) {
            module.uses.add(Kind::Aliasee, &[u64::from(constant.code)], spot);
        }
    }
    if let Some(spot) = cycle(module, named) {
        malformed::fault(module, Word::ConstantCycle, spot);
    }
    let roots = std::mem::take(&mut module.roots);
    let metadata = std::mem::take(&mut module.metadata_roots);
    for (kind, roots) in [(Kind::Initializer, &roots), (Kind::MetadataValue, &metadata)] {
        let mut seen = Marks::none(module.constants.len());
        for root in roots {
            let mut work = vec![root.value];
            while let Some(value) = work.pop() {
                let index = usize::try_from(value).ok().and_then(|value| value.checked_sub(named));
                let Some(index) = index.filter(|index| seen.insert(*index)) else { continue };
                let Some(constant) = module.constants.get(index) else { continue };
                work.extend(&constant.of);
                let (spot, code) = (constant.spot, u64::from(constant.code));
                let owner = root.owner.filter(|_| kind == Kind::Initializer);
                if let Some((operation, number)) = constant.expression {
                    let value = Value::Expression(operation, number);
                    module.uses.put(kind, value.clone(), spot);
                    if let Some(owner) = owner {
                        module.owner_of.entry((kind, value)).or_insert(owner);
                    }
                }
                if let Some(owner) = owner {
                    module.owner_of.entry((Kind::Constant, Value::Number(code))).or_insert(owner);
                }
            }
        }
    }
    needed(module, named, roots.iter().chain(&metadata).map(|root| root.value).collect());
}

/// Constants that globals, metadata or instructions need are made of what they can be made of.
fn needed(module: &mut Module, named: usize, mut work: Vec<u64>) {
    let used = (named..named + module.constants.len())
        .filter(|value| module.values.all.get(*value).is_some_and(|value| value.used));
    work.extend(used.filter_map(|value| u64::try_from(value).ok()));
    let past = named.saturating_add(module.constants.len());
    let mut seen = Marks::none(module.constants.len());
    let mut faults = Vec::new();
    while let Some(value) = work.pop() {
        let index = usize::try_from(value).ok().and_then(|value| value.checked_sub(named));
        let Some(index) = index.filter(|index| seen.insert(*index)) else { continue };
        let Some(constant) = module.constants.get(index) else { continue };
        let there = |value: &u64| usize::try_from(*value).is_ok_and(|value| value < past);
        let missing = (!constant.of.iter().all(there)).then_some(Word::NoSuchValue);
        let word = missing.or_else(|| odd(module, named + index, constant));
        faults.extend(word.map(|word| (word, constant.spot)));
        work.extend(&constant.of);
    }
    for (word, spot) in faults {
        malformed::fault(module, word, spot);
    }
}
