//! Instructions that read and write memory.

use super::module::Module;
use super::operands::{Operand, Ops};
use super::shape::{Kind, Value, Word};
use super::types::Type;

/// Whether values of a type can stand in memory, as far as all readers agree.
fn stored(kind: &Type) -> bool {
    !matches!(kind, Type::Void | Type::Function(..) | Type::Other(5 | 16 | 22))
}

/// An ordering of an atomic operation, without those that it does not take.
fn ordering(ops: &mut Ops<'_>, wrong: &[u64]) -> Result<u64, Word> {
    let ordering = ops.next()?;
    if wrong.contains(&ordering) { Err(Word::Operation) } else { Ok(ordering) }
}

/// Loads, stores, `cmpxchg` and `atomicrmw`.
pub(super) fn record(
    module: &mut Module,
    code: u32,
    ops: &mut Ops<'_>,
) -> Result<Option<Option<usize>>, Word> {
    let pointer = ops.value(module)?;
    module.expect(pointer.kind, |kind| matches!(kind, Type::Pointer(..)))?;
    match code {
        44 | 45 => store(module, code, ops),
        46 => exchange(module, ops),
        59 => modify(module, ops),
        _ => load(module, code, ops),
    }
}

/// The largest power, counted from 1, of an alignment before LLVM 14.
const FORMER_MOST_ALIGNED: u64 = 30;

/// An alignment: its power of two, counted from 1.
fn aligned(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<u64, Word> {
    let power = ops.alignment()?;
    if power > FORMER_MOST_ALIGNED {
        module.uses.add(Kind::Instruction, &[u64::from(code), 2], ops.spot);
    }
    Ok(power)
}

/// `[pointer, (type), alignment, volatile]`, and of atomic ones `ordering, scope`.
fn load(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Option<Option<usize>>, Word> {
    let spot = ops.spot;
    let rest = if code == 41 { 4 } else { 2 };
    let kind = if ops.ops.len() > rest { Some(ops.kind(module)?) } else { None };
    let what = match kind.and_then(|kind| module.types.at(kind)) {
        Some(Type::Other(code)) => Some(Value::OfType(u64::from(*code))),
        Some(Type::Target(name)) => Some(Value::OfTarget(name.clone())),
        _ => None,
    };
    if let Some(what) = what {
        module.uses.put(Kind::Load, what, spot);
    }
    if code == 41 && module.types.is_vector(kind) {
        module.uses.put(Kind::AtomicVector, Value::Word(Word::Load), spot);
    }
    module.expect(kind, stored)?;
    let alignment = aligned(module, code, ops)?;
    ops.next()?;
    if code == 41 {
        ordering(ops, &[0, 4, 5])?;
        ops.next()?;
        if alignment == 0 {
            return Err(Word::Alignment);
        }
    }
    ops.end()?;
    Ok(Some(kind))
}

/// `[pointer, value, alignment, volatile]`, and of atomic ones `ordering, scope`.
fn store(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Option<Option<usize>>, Word> {
    let value = ops.value(module)?;
    if code == 45 && module.types.is_vector(value.kind) {
        module.uses.put(Kind::AtomicVector, Value::Word(Word::Store), ops.spot);
    }
    module.expect(value.kind, stored)?;
    let alignment = aligned(module, code, ops)?;
    ops.next()?;
    if code == 45 {
        ordering(ops, &[0, 3, 5])?;
        ops.next()?;
        if alignment == 0 {
            return Err(Word::Alignment);
        }
    }
    ops.end()?;
    Ok(None)
}

/// `[pointer, expected, new, volatile, ordering, scope, ordering of failure, weak, (alignment)]`.
fn exchange(module: &mut Module, ops: &mut Ops<'_>) -> Result<Option<Option<usize>>, Word> {
    let expected = ops.value(module)?;
    ops.typed(module, expected.kind)?;
    ops.next()?;
    ordering(ops, &[0, 1])?;
    ops.next()?;
    ordering(ops, &[0, 1])?;
    ops.next()?;
    if !ops.ops.is_empty() {
        module.uses.add(Kind::Instruction, &[46, 1], ops.spot);
        aligned(module, 46, ops)?;
    }
    ops.end()?;
    module.expect(expected.kind, stored)?;
    let Some(kind) = expected.kind else { return Ok(Some(None)) };
    let flag = module.types.make(Type::Integer(1));
    Ok(Some(Some(module.types.make(Type::Struct(vec![kind, flag], false)))))
}

/// `[pointer, value, operation, volatile, ordering, scope, (alignment)]`.
fn modify(module: &mut Module, ops: &mut Ops<'_>) -> Result<Option<Option<usize>>, Word> {
    let operand = ops.value(module)?;
    modified(module, operand, ops)
}

/// What follows the value of an `atomicrmw`.
pub(super) fn modified(
    module: &mut Module,
    operand: Operand,
    ops: &mut Ops<'_>,
) -> Result<Option<Option<usize>>, Word> {
    let spot = ops.spot;
    let op = ops.next()?;
    module.uses.add(Kind::AtomicRmw, &[op], spot);
    if module.types.is_vector(operand.kind) {
        module.uses.add(Kind::AtomicVector, &[op], spot);
    }
    ops.next()?;
    module.uses.add(Kind::Ordering, &[ordering(ops, &[0, 1])?], spot);
    ops.next()?;
    if !ops.ops.is_empty() {
        aligned(module, 59, ops)?;
    }
    ops.end()?;
    Ok(Some(operand.kind))
}
