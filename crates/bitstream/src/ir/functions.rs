//! `FUNCTION_BLOCK` (12): instructions, and what of them depends on types of operands.
//!
//! Readers compare types of operands while they read: what no reader takes is noted once for a body, and the rest of it not held to
//! anything.

use super::module::Module;
use super::operands::{Operand, Ops};
use super::shape::{Kind, Word};
use super::types::Type;
use super::uses::Spot;
use super::values::Source;
use super::{calls, constant_operands, control, former, malformed, memory, nodes};

/// What an instruction makes: nothing, or a value of a type that may not be known.
pub(super) type Made = Option<Option<usize>>;

/// A record of a function body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    module.uses.add(Kind::Instruction, &[u64::from(code)], spot);
    malformed::body(module, code, ops, spot);
    nodes::debug_record(module, code, ops, spot);
    let mut rest = Ops { ops, relative: module.version >= 1, spot };
    if !matches!(code, 1 | 33 | 35 | 55 | 60..=66) {
        if module.values.ended >= module.blocks {
            wrong(module, Word::AfterEnd, spot);
        }
        if module.values.instructions.is_empty() {
            let (largest, spot) = std::mem::take(&mut module.values.made_of);
            if usize::try_from(largest).is_ok_and(|value| value > 0 && value >= module.values.all.len()) {
                malformed::fault(module, Word::NoSuchValue, spot);
            }
            constant_operands::local(module);
        }
        module.values.instructions.push(code);
        module.values.graph.instruction(code, module.values.ended);
        if !module.values.bundles.is_empty() && !matches!(code, 13 | 34 | 57) {
            wrong(module, Word::BundleAlone, spot);
        }
    }
    // Operands of a bundle are those of the call that follows; debug information uses no values.
    module.values.at = match code {
        16 | 64 => 0,
        55 => module.values.instructions.len() + 1,
        _ => module.values.instructions.len(),
    };
    let before = module.values.all.len();
    match shape(module, code, &mut rest) {
        Ok(Some(kind)) => module.define(kind, spot),
        Ok(None) => {}
        Err(word) => wrong(module, word, spot),
    }
    if ends_block(code) {
        let to = module.values.flow.goes_on(module.values.ended, code, ops);
        let made = module.values.all.len() > before;
        module.values.graph.ends(module.values.ended, code, &to, made);
        module.values.ended += 1;
    }
    if matches!(code, 13 | 34 | 57) {
        module.values.bundles.clear();
    }
}

/// Notes the first fault of a body: what comes after it has other numbers.
fn wrong(module: &mut Module, word: Word, spot: Spot) {
    if !module.values.lost {
        module.values.lost = true;
        malformed::fault(module, word, spot);
    }
}

/// Whether a basic block ends with the instruction.
fn ends_block(code: u32) -> bool {
    matches!(code, 10..=13 | 15 | 31 | 39 | 48 | 49 | 52 | 57)
}

fn shape(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let spot = ops.spot;
    match code {
        2 => {
            let operand = ops.value(module)?;
            ops.typed(module, operand.kind)?;
            let op = ops.next()?;
            module.binary(op, operand.kind)?;
            flagged(module, Kind::Binary, op, ops.more(), spot);
            Ok(Some(operand.kind))
        }
        3 => {
            let from = ops.value(module)?;
            let to = ops.kind(module)?;
            let op = ops.next()?;
            module.cast(op, from.kind, to)?;
            flagged(module, Kind::Cast, op, ops.more(), spot);
            Ok(Some(Some(to)))
        }
        56 => {
            let operand = ops.value(module)?;
            let op = ops.next()?;
            module.expect_scalar(operand.kind, |kind| matches!(kind, Type::Float(_)))?;
            flagged(module, Kind::Unary, op, ops.more(), spot);
            Ok(Some(operand.kind))
        }
        9 | 28 => compare(module, ops),
        29 => {
            let operand = ops.value(module)?;
            ops.typed(module, operand.kind)?;
            let condition = ops.value(module)?;
            module.expect_scalar(condition.kind, |kind| matches!(kind, Type::Integer(1)))?;
            flagged(module, Kind::Select, 0, ops.more(), spot);
            Ok(Some(operand.kind))
        }
        43 => {
            let flags = ops.next()?;
            module.uses.add(Kind::Gep, &[flags], spot);
            let of = ops.kind(module)?;
            let base = ops.value(module)?;
            indexed(module, Some(of), base, ops)
        }
        19 => alloca(module, ops),
        code if former::CODES.contains(&code) => former::record(module, code, ops),
        34 | 13 | 57 => calls::record(module, code, ops),
        20 | 41 | 44 | 45 | 59 | 46 => memory::record(module, code, ops),
        55 => bundle(module, ops),
        10 | 11 | 12 | 31 | 39 | 48..=52 => control::record(module, code, ops),
        16 => {
            // Behind the pairs of a value and a block.
            if ops.ops.len().is_multiple_of(2) {
                module.uses.add(Kind::Instruction, &[u64::from(code), 1], spot);
            }
            other(module, code, ops)
        }
        _ => other(module, code, ops),
    }
}

/// A comparison: `[value, value, predicate, (flags)]`.
fn compare(module: &mut Module, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let spot = ops.spot;
    let operand = ops.value(module)?;
    ops.typed(module, operand.kind)?;
    let predicate = ops.next()?;
    let class = u64::from(predicate >= 32);
    flagged(module, Kind::Compare, class, ops.more(), spot);
    module.uses.add(Kind::Predicate, &[predicate], spot);
    let fits = |kind: &Type| match kind {
        Type::Float(_) => predicate < 16,
        _ => (32..42).contains(&predicate),
    };
    // The first readers leave it to verifiers.
    if module.expect_scalar(operand.kind, fits).is_err() {
        malformed::fault(module, Word::WrongPredicate, spot);
    }
    Ok(Some(module.types.make_like(Type::Integer(1), operand.kind)))
}

/// What is left of a `getelementptr` with a base that points to values of type `of`, where that is known: the indices.
pub(super) fn indexed(
    module: &mut Module,
    of: Option<usize>,
    base: Operand,
    ops: &mut Ops<'_>,
) -> Result<Made, Word> {
    module.expect_scalar(base.kind, |kind| matches!(kind, Type::Pointer(..)))?;
    let mut like = base.kind;
    // The first index is over whole ones.
    let mut inside = of;
    let mut count = 0;
    while !ops.ops.is_empty() {
        count += 1;
        let index = ops.value(module)?;
        let integer = module.expect_scalar(index.kind, |kind| matches!(kind, Type::Integer(_)));
        if integer.is_err() {
            return Err(Word::Depth);
        }
        if count > 1
            && let Some(kind) = inside
        {
            inside = match module.types.at(kind) {
                Some(Type::Array(of, _) | Type::Vector(of, ..)) => Some(*of),
                Some(Type::Struct(of, _)) => {
                    let chosen = module.values.get(index.number);
                    let part = chosen.and_then(|value| usize::try_from(value.small?).ok());
                    match part.map(|part| of.get(part)) {
                        Some(part) => Some(*part.ok_or(Word::Depth)?),
                        // Vectors of the same number choose, too.
                        None if module.types.is_vector(index.kind) => None,
                        None => return Err(Word::Depth),
                    }
                }
                Some(Type::Integer(_) | Type::Float(_) | Type::Pointer(..)) => return Err(Word::Depth),
                _ => None,
            };
        }
        if module.types.is_vector(index.kind) && !module.types.is_vector(like) {
            like = index.kind;
        }
    }
    let of = of.and_then(|of| module.types.at(of));
    if matches!(of, Some(Type::Void | Type::Function(..) | Type::Other(5 | 16 | 22))) {
        // Readers follow indices into the type from the second one on.
        let word = if count > 1 { Word::Unsized } else { Word::UnsizedWhole };
        malformed::fault(module, word, ops.spot);
    }
    let Some(Type::Pointer(_, space)) = module.types.scalar(base.kind) else { return Ok(Some(None)) };
    let pointer = Type::Pointer(None, *space);
    Ok(Some(module.types.make_like(pointer, like)))
}

/// `[type, size type, size, alignment and bits, (address space)]`.
fn alloca(module: &mut Module, ops: &mut Ops<'_>) -> Result<Made, Word> {
    module.uses.add(Kind::Alloca, &[u64::try_from(ops.ops.len()).unwrap_or(u64::MAX)], ops.spot);
    let what = ops.kind(module)?;
    let of = ops.kind(module)?;
    let size = usize::try_from(ops.next()?).ok();
    module.expect(Some(of), |kind| matches!(kind, Type::Integer(_)))?;
    let bits = ops.next()?;
    if bits & 1 << 7 != 0 {
        module.values.errors.insert(module.values.all.len());
    }
    // Without this bit the type is that of a pointer to what is made.
    if bits & 1 << 6 == 0 {
        module.expect(Some(what), |kind| matches!(kind, Type::Pointer(Some(_), _)))?;
    } else if matches!(
        module.types.at(what),
        Some(Type::Void | Type::Function(..) | Type::Other(5 | 6 | 16 | 22))
    ) {
        malformed::fault(module, Word::UnsizedWhole, ops.spot);
    }
    // Five bits, three flags, and three bits more.
    if (bits & 31) | (bits >> 3 & 0xe0) > 33 {
        return Err(Word::Alignment);
    }
    ops.of_kind(module, size, Some(of))?;
    let space = ops.more().or(module.stack_space).unwrap_or(0);
    Ok(Some(Some(module.types.make(Type::Pointer(None, space)))))
}

/// `[tag, value …]`: for the call that follows.
fn bundle(module: &mut Module, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let tag = ops.next()?;
    let mut first = None;
    while let Some(id) = ops.ops.first() {
        // Metadata, with its number.
        if *id & 0xffff_ffff == 0x8000_0000 {
            ops.next()?;
            ops.next()?;
            continue;
        }
        let operand = ops.value(module)?;
        first = first.or(Some(operand));
    }
    let constant = first.and_then(|operand| module.values.get(operand.number));
    let constant = constant.is_some_and(|value| value.source == Source::Constant);
    module.values.bundles.push((tag, constant));
    Ok(None)
}

/// Instructions of which only what they make matters.
fn other(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let made = match code {
        16 => Some(control::phi(module, ops)?),
        // `[type, (personality), cleanup, count, (clause, value) …]`
        40 | 47 => {
            let kind = ops.kind(module)?;
            if code == 40 {
                ops.value(module)?;
            }
            ops.next()?;
            for _ in 0..ops.next()? {
                ops.next()?;
                ops.value(module)?;
            }
            Some(kind)
        }
        6 => {
            let of = ops.value(module)?;
            let at = ops.value(module)?;
            module.expect(of.kind, |kind| matches!(kind, Type::Vector(..)))?;
            if module.expect(at.kind, |kind| matches!(kind, Type::Integer(_))).is_err() {
                module.values.graph.refused(Word::LaneIndex);
            }
            element(module, of.kind)
        }
        7 => {
            let of = ops.value(module)?;
            module.expect(of.kind, |kind| matches!(kind, Type::Vector(..)))?;
            let element = element(module, of.kind);
            ops.typed(module, element)?;
            let at = ops.value(module)?;
            if module.expect(at.kind, |kind| matches!(kind, Type::Integer(_))).is_err() {
                module.values.graph.refused(Word::LaneIndex);
            }
            of.kind
        }
        8 => {
            let of = ops.value(module)?;
            ops.typed(module, of.kind)?;
            let mask = ops.value(module)?;
            if module.values.get(mask.number).is_some_and(|mask| mask.source != Source::Constant) {
                return Err(Word::OperandType);
            }
            module.expect(of.kind, |kind| matches!(kind, Type::Vector(..)))?;
            match (element(module, of.kind), mask.kind.and_then(|kind| module.types.at(kind))) {
                (Some(of), Some(Type::Vector(_, count, scalable))) => {
                    let new = Type::Vector(of, *count, *scalable);
                    Some(module.types.make(new))
                }
                _ => None,
            }
        }
        26 => {
            let of = ops.value(module)?;
            part(module, of.kind, ops.ops)?
        }
        27 => {
            let of = ops.value(module)?;
            let put = ops.value(module)?;
            let into = part(module, of.kind, ops.ops)?;
            if module.types.differ(into, put.kind) {
                return Err(Word::OperandType);
            }
            of.kind
        }
        58 => {
            let of = ops.value(module)?;
            ops.end()?;
            of.kind
        }
        // va_arg
        23 => {
            let list = ops.kind(module)?;
            ops.typed(module, Some(list))?;
            Some(ops.kind(module)?)
        }
        36 => {
            let ordering = ops.next()?;
            ops.next()?;
            ops.end()?;
            return if ordering < 3 { Err(Word::Operation) } else { Ok(None) };
        }
        // `[line, column, scope, inlined at, …]`, and the same place again
        // `[place, variable, expression, value]`: the value is there.
        64 => {
            ops.ops = ops.ops.get(3..).unwrap_or_default();
            ops.noted(module)?;
            return Ok(None);
        }
        33 | 35 => {
            if module.values.instructions.is_empty() || code == 35 && ops.ops.len() < 4 {
                return Err(Word::Short);
            }
            if code == 35 {
                nodes::location(module, ops.ops)?;
            }
            return Ok(None);
        }
        _ => return Ok(None),
    };
    Ok(Some(made))
}

fn element(module: &Module, kind: Option<usize>) -> Option<usize> {
    match module.types.at(kind?)? {
        Type::Vector(of, ..) => Some(*of),
        _ => None,
    }
}

/// The type of a part of an aggregate.
fn part(module: &Module, mut kind: Option<usize>, path: &[u64]) -> Result<Option<usize>, Word> {
    if path.is_empty() {
        return Err(Word::Short);
    }
    for index in path {
        let Some(of) = kind else { return Ok(None) };
        let (count, part) = module.types.part(of, *index).ok_or(Word::OperandType)?;
        if *index >= count {
            return Err(Word::OperandType);
        }
        kind = part;
    }
    Ok(kind)
}

/// An operation with an optional operand of flags. Which flags a record has depends on the operation; those of casts,
/// comparisons and `or` differ between releases.
fn flagged(module: &mut Module, kind: Kind, op: u64, flags: Option<u64>, spot: Spot) {
    match flags {
        None => module.uses.add(kind, &[op], spot),
        Some(flags) => {
            // Fast-math flags have the same bits everywhere: only whether there are any matters. Casts of unsigned numbers have one
            // flag of their own, and as many of these behind it.
            let flags = match (kind, op) {
                // Readers look at the bits that they know.
                (Kind::Cast, 0) => flags & 3,
                (Kind::Cast, 1) | (Kind::Binary, 11) => flags & 1,
                (Kind::Cast, 5) if flags & !1 != 0 => 2,
                _ => 1,
            };
            if flags == 0 {
                module.uses.add(kind, &[op], spot);
            } else {
                module.uses.add(kind, &[op, flags], spot);
            }
        }
    }
}
