//! `CONSTANTS_BLOCK_ID` (11).

use super::malformed;
use super::module::Module;
use super::shape::{Kind, Operation, Value, Word};
use super::types::Type;
use super::uses::Spot;
use super::values::Source;

/// A constant of the module, as far as other things depend on it.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    /// The code of its record.
    pub(super) code: u32,
    /// The expression that it is, if it is one: the operation and a number.
    pub(super) expression: Option<(Operation, u64)>,
    /// Values that it is made of.
    pub(super) of: Vec<u64>,
    /// The type in which it computes an address.
    pub(super) inside: Option<usize>,
    /// Its value, if it is a small integer.
    pub(super) integer: Option<u64>,
    /// Where it is.
    pub(super) spot: Spot,
}

/// A record of a block: `local` inside a function body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code == 1 {
        module.constant_type = ops.first().copied().unwrap_or(u64::MAX);
        if matches!(module.types.get(module.constant_type), None | Some(Type::Void)) {
            malformed::fault(module, Word::ConstantType, spot);
        }
        return;
    }
    module.uses.add(Kind::Constant, &[u64::from(code)], spot);
    let kind = module.constant_type;
    let made = made(module, code, kind, ops.len());
    module.values.constant(made, small(module, code, kind, ops), matches!(code, 2 | 4 | 5));
    module.values.keep_expression(code, ops, spot.function.is_some());
    if matches!(code, 35 | 36) && !matches!(module.types.get(kind), Some(Type::Other(27))) {
        malformed::fault(module, Word::ByteType, spot);
    }
    // The first basic block has no address.
    let entry = code == 21 && ops.get(2) == Some(&0);
    if !goes_with(module, code, kind) || !typed(module, code, kind, ops) || ops.len() < least(code) || entry {
        malformed::fault(module, Word::ConstantType, spot);
    }
    if code == 2
        && let Some(Type::Target(name)) = module.types.get(kind)
    {
        module.uses.put(Kind::ConstantNull, Value::Name(name.clone()), spot);
    }
    // The number stands with its sign in the lowest bit. LLVM writes integers of more than 64 bits with another code.
    if code == 4
        && let (Some(Type::Integer(65..)), Some(1)) = (module.types.get(kind), ops.first().map(|op| op & 1))
    {
        module.uses.put(Kind::ConstantInteger, Value::Word(Word::HighestBit), spot);
    }
    let op = |i: usize| ops.get(i).copied().unwrap_or(0);
    let pick = |indices: &[usize]| indices.iter().filter_map(|i| ops.get(*i).copied()).collect::<Vec<u64>>();
    let mut inside = None;
    let (expression, of) = match code {
        // Of a type that is no aggregate, and for operations that there are not, readers make a value of their own.
        7 if !module.types.is_aggregate(kind) => (None, Vec::new()),
        7 => (None, ops.to_vec()),
        10 => {
            module.uses.add(Kind::ConstantBinary, &[op(0)], spot);
            if ops.len() > 3 {
                module.uses.add(Kind::ConstantBinaryFlags, &[op(0)], spot);
            }
            let float = module.types.is_float(module.constant_type);
            (Some((if float { Operation::BinaryFloat } else { Operation::Binary }, op(0))), pick(&[1, 2]))
        }
        11 => {
            module.uses.add(Kind::ConstantCast, &[op(0)], spot);
            (Some((Operation::Cast, op(0))), pick(&[2]))
        }
        12 | 20 | 24 | 31 | 32 => {
            let (of, operands) = gep(module, code, ops, spot);
            inside = of;
            (Some((Operation::Gep, 0)), operands)
        }
        13 => (Some((Operation::Select, 0)), pick(&[0, 1, 2])),
        14 => {
            (Some((Operation::ExtractElement, 0)), if ops.len() > 3 { pick(&[1, 3]) } else { pick(&[1, 2]) })
        }
        15 => (
            Some((Operation::InsertElement, 0)),
            if ops.len() > 3 { pick(&[0, 1, 3]) } else { pick(&[0, 1, 2]) },
        ),
        16 => (Some((Operation::ShuffleVector, 0)), pick(&[0, 1, 2])),
        19 => (Some((Operation::ShuffleVector, 0)), pick(&[1, 2, 3])),
        17 => {
            module.uses.add(Kind::ConstantCompare, &[op(3)], spot);
            (Some((Operation::Compare, u64::from(op(3) >= 32))), pick(&[1, 2]))
        }
        25 => (Some((Operation::Unary, op(0))), pick(&[1])),
        21 => (None, pick(&[1])),
        27 | 29 => (None, pick(&[1])),
        33 | 34 => (None, ops.to_vec()),
        _ => (None, Vec::new()),
    };
    let of = match (code, op(0)) {
        (10, 13..) | (25, 1..) => Vec::new(),
        _ => of,
    };
    for value in &of {
        let number = usize::try_from(*value).ok();
        if module.values.get(number).is_some_and(|value| value.source == Source::Global) {
            module.address(*value, spot);
        }
    }
    if spot.function.is_some() {
        // A constant is made of constants, and those of a body stand before its instructions.
        let largest = of.iter().copied().max().unwrap_or(0);
        if largest > module.values.made_of.0 {
            module.values.made_of = (largest, spot);
        }
        let number = module.values.all.len().saturating_sub(1);
        let integer = None;
        module.local_constants.push((number, Constant { code, expression, of, inside, integer, spot }));
    } else {
        let integer = match (code, ops) {
            (4, [value]) => Some(decode_sign(*value)),
            // Zeros.
            (2, _) if matches!(module.types.get(kind), Some(Type::Integer(_))) => Some(0),
            _ => None,
        };
        module.constants.push(Constant { code, expression, of, inside, integer, spot });
    }
}

/// The type that a constant has: texts and lists of numbers are arrays of as many as there are, whatever their type says.
fn made(module: &mut Module, code: u32, kind: u64, count: usize) -> Option<usize> {
    let number = usize::try_from(kind).ok();
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    let new = match (code, module.types.get(kind)) {
        (8 | 9, _) => {
            let byte = module.types.make(Type::Integer(8));
            Type::Array(byte, count.saturating_add(u64::from(code == 9)))
        }
        // Assembly is a pointer to a function.
        (18 | 23 | 28 | 30, _) => Type::Pointer(None, 0),
        (22, Some(Type::Array(of, _))) => Type::Array(*of, count),
        (22, Some(Type::Vector(of, ..))) => Type::Vector(*of, count, false),
        _ => return number,
    };
    Some(module.types.make(new))
}

/// The value of a constant that is an integer of 32 bits, which chooses an element of a structure.
fn small(module: &Module, code: u32, kind: u64, ops: &[u64]) -> Option<u64> {
    match (code, ops, module.types.get(kind)) {
        (2, _, Some(Type::Integer(32))) => Some(0),
        (4, [value], Some(Type::Integer(32))) => Some(decode_sign(*value)),
        _ => None,
    }
}

/// Whether a constant of this code can be of a type, as far as all readers agree.
fn goes_with(module: &Module, code: u32, kind: u64) -> bool {
    let number = usize::try_from(kind).ok();
    match (code, module.types.get(kind)) {
        (2, Some(kind)) => !matches!(kind, Type::Void | Type::Function(..) | Type::Other(5)),
        (4 | 5, Some(_)) => !matches!(
            module.types.scalar(number),
            Some(
                Type::Float(_)
                    | Type::Pointer(..)
                    | Type::Struct(..)
                    | Type::Array(..)
                    | Type::Function(..)
                    | Type::Other(5 | 6 | 16 | 22)
            )
        ),
        (22, Some(Type::Array(of, _) | Type::Vector(of, ..))) => matches!(
            module.types.at(*of),
            Some(Type::Integer(8 | 16 | 32 | 64) | Type::Float(3 | 4 | 10 | 23))
        ),
        (22, Some(_)) => false,
        _ => true,
    }
}

/// Whether texts are as long as they say: `[size, character …, size, character …]`.
fn is_assembly(ops: &[u64]) -> bool {
    let after = |ops: &[u64]| {
        let (size, rest) = ops.split_first()?;
        usize::try_from(*size).ok().and_then(|size| rest.len().checked_sub(size))
    };
    let Some(left) = after(ops) else { return false };
    ops.get(ops.len() - left..).and_then(after).is_some()
}

/// Whether types that a constant says are there, and vectors where it is of their elements.
fn typed(module: &Module, code: u32, kind: u64, ops: &[u64]) -> bool {
    let said = |at: usize| ops.get(at).is_none_or(|kind| module.types.get(*kind).is_some());
    let vector = |kind: Option<&u64>| {
        kind.is_none_or(|kind| matches!(module.types.get(*kind), Some(Type::Vector(..))))
    };
    match code {
        11 => ops.first().is_none_or(|op| *op > 12) || said(1),
        14 => vector(ops.first()) && (ops.len() != 4 || said(2)),
        15 => vector(Some(&kind)) && (ops.len() != 4 || said(2)),
        16 => vector(Some(&kind)),
        19 => vector(Some(&kind)) && vector(ops.first()),
        17 | 21 | 27 | 29 => said(0),
        30 => {
            let function = |kind: &u64| matches!(module.types.get(*kind), Some(Type::Function(..)));
            ops.first().is_none_or(function) && is_assembly(ops.get(2..).unwrap_or_default())
        }
        18 | 23 | 28 => is_assembly(ops.get(1..).unwrap_or_default()),
        _ => true,
    }
}

/// How many numbers all readers look for in a record.
fn least(code: u32) -> usize {
    match code {
        4..=9 | 22 => 1,
        12 | 20 | 24 | 25 | 27 | 29 | 31 | 32 => 2,
        10 | 11 | 13..=16 | 21 => 3,
        17 | 19 | 33 => 4,
        _ => 0,
    }
}

/// Sign in the lowest bit; negative ones are of no interest.
fn decode_sign(value: u64) -> u64 {
    if value & 1 == 0 { value >> 1 } else { u64::MAX }
}

/// `[pointee type, flags (and range), (type, value) …]`: codes 12 and 20 have no flags and may lack the type. That type, and the values.
fn gep(module: &mut Module, code: u32, ops: &[u64], spot: Spot) -> (Option<usize>, Vec<u64>) {
    let mut at = 0;
    let typed = !matches!(code, 12 | 20) || ops.len() % 2 == 1;
    if typed {
        // LLVM 14 writes numbers of no type where pointers are opaque.
        if ops.first().is_some_and(|number| module.types.get(*number).is_none()) {
            module.uses.put(Kind::ConstantGep, Value::NoType(u64::from(code)), spot);
        }
        at += 1;
    }
    let mut flags = 0;
    if matches!(code, 24 | 31 | 32) {
        flags = ops.get(at).copied().unwrap_or(0);
        at += 1;
        if code == 31 {
            // The range follows: its width, then lower and upper bound, of more than 64 bits in as many words as a number says.
            let (bits, words) = (ops.get(at).copied().unwrap_or(0), ops.get(at + 1).copied().unwrap_or(0));
            let more = (words & 0xffff_ffff).saturating_add(words >> 32);
            let wide = usize::try_from(more).unwrap_or(usize::MAX).saturating_add(2);
            at = at.saturating_add(if bits <= 64 { 3 } else { wide });
        }
    }
    // Code 24 keeps the number of an index above its one flag.
    let flags = if code == 24 { flags & 1 } else { flags };
    module.uses.add(Kind::ConstantGep, &[u64::from(code), flags], spot);
    let pairs = ops.get(at..).unwrap_or_default();
    let base = pairs.first().and_then(|kind| usize::try_from(*kind).ok());
    let there = pairs.iter().step_by(2).all(|kind| module.types.get(*kind).is_some());
    let pointer = matches!(module.types.scalar(base), Some(Type::Pointer(..)));
    if !pairs.len().is_multiple_of(2) || !there || !pointer {
        malformed::fault(module, Word::ConstantType, spot);
    }
    let said = ops.first().filter(|_| typed).and_then(|kind| usize::try_from(*kind).ok());
    let inside = said.or_else(|| match module.types.scalar(base) {
        Some(Type::Pointer(to, _)) => *to,
        _ => None,
    });
    (inside, pairs.as_chunks::<2>().0.iter().map(|[_, value]| *value).collect())
}
