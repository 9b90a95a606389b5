//! `FUNCTION_BLOCK` (12): instructions, and what of them depends on types of operands.
//!
//! Readers compare types of operands while they read: what no reader takes is noted once for a body, and the rest of it not held to
//! anything.

use super::operands::Ops;
use super::scan::Module;
use super::shape::{BundleUse, Kind, Value, Word};
use super::types::Type;
use super::uses::Spot;
use super::values::Source;
use super::{control, memory, nodes, sound};

/// What an instruction makes: nothing, or a value of a type that may not be known.
type Made = Option<Option<usize>>;

/// A record of a function body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    module.uses.add(Kind::Instruction, &[u64::from(code)], spot);
    sound::body(module, code, ops, spot);
    // Debug records have numbers of metadata, those of the simple form a value as the last one.
    let numbers = match code {
        61..=63 | 65 => ops,
        64 => ops.get(..3).unwrap_or_default(),
        _ => &[],
    };
    if !numbers.iter().all(|number| super::nodes::is_there(module, usize::try_from(*number).ok())) {
        sound::fault(module, Word::NoSuchNode, spot);
    }
    let mut rest = Ops { ops, relative: module.version >= 1, spot };
    if !matches!(code, 1 | 33 | 35 | 55 | 60..=66) {
        if module.values.ended >= module.blocks {
            wrong(module, Word::AfterEnd, spot);
        }
        if module.values.instructions.is_empty() {
            let (largest, spot) = std::mem::take(&mut module.values.made_of);
            if usize::try_from(largest).is_ok_and(|value| value > 0 && value >= module.values.all.len()) {
                sound::fault(module, Word::NoSuchValue, spot);
            }
        }
        module.values.instructions.push(code);
        if !module.values.bundles.is_empty() && !matches!(code, 13 | 34 | 57) {
            wrong(module, Word::BundleAlone, spot);
        }
    }
    match shape(module, code, &mut rest) {
        Ok(Some(kind)) => module.define(kind, spot),
        Ok(None) => {}
        Err(word) => wrong(module, word, spot),
    }
    if ends_block(code) {
        module.values.flow.goes_on(module.values.ended, code, ops);
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
        sound::fault(module, word, spot);
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
            address(module, of, ops)
        }
        19 => alloca(module, ops),
        34 | 13 | 57 => call(module, code, ops),
        20 | 41 | 44 | 45 | 59 | 46 => memory::record(module, code, ops),
        55 => bundle(module, ops),
        10 | 11 | 12 | 31 | 39 | 48..=52 => control::record(module, code, ops),
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
        sound::fault(module, Word::WrongPredicate, spot);
    }
    Ok(Some(module.types.make_like(Type::Integer(1), operand.kind)))
}

/// What is left of a `getelementptr`: the base and the indices.
fn address(module: &mut Module, of: usize, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let base = ops.value(module)?;
    module.expect_scalar(base.kind, |kind| matches!(kind, Type::Pointer(..)))?;
    let mut like = base.kind;
    // The first index is over whole ones; which part of a structure an index means is not followed.
    let mut inside = Some(of);
    let mut count = 0;
    while !ops.ops.is_empty() {
        count += 1;
        if count > 1
            && let Some(kind) = inside
        {
            inside = match module.types.at(kind) {
                Some(Type::Array(of, _) | Type::Vector(of, ..)) => Some(*of),
                Some(Type::Integer(_) | Type::Float(_) | Type::Pointer(..)) => return Err(Word::Depth),
                _ => None,
            };
        }
        let index = ops.value(module)?;
        if module.types.is_vector(index.kind) && !module.types.is_vector(like) {
            like = index.kind;
        }
    }
    if matches!(module.types.at(of), Some(Type::Void | Type::Function(..) | Type::Other(5 | 16 | 22))) {
        // Readers follow indices into the type from the second one on.
        let word = if count > 1 { Word::Unsized } else { Word::UnsizedWhole };
        sound::fault(module, word, ops.spot);
    }
    let Some(Type::Pointer(_, space)) = module.types.scalar(base.kind) else { return Ok(Some(None)) };
    let pointer = Type::Pointer(None, *space);
    Ok(Some(module.types.make_like(pointer, like)))
}

/// `[type, size type, size, alignment and bits, (address space)]`.
fn alloca(module: &mut Module, ops: &mut Ops<'_>) -> Result<Made, Word> {
    module.uses.add(Kind::Alloca, &[u64::try_from(ops.ops.len()).unwrap_or(u64::MAX)], ops.spot);
    ops.kind(module)?;
    let of = ops.kind(module)?;
    let size = usize::try_from(ops.next()?).ok();
    module.expect(Some(of), |kind| matches!(kind, Type::Integer(_)))?;
    let bits = ops.next()?;
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
        47 => {
            let kind = ops.kind(module)?;
            ops.next()?;
            for _ in 0..ops.next()? {
                ops.next()?;
                ops.value(module)?;
            }
            Some(kind)
        }
        6 => {
            let of = ops.value(module)?;
            ops.value(module)?;
            module.expect(of.kind, |kind| matches!(kind, Type::Vector(..)))?;
            element(module, of.kind)
        }
        7 => {
            let of = ops.value(module)?;
            module.expect(of.kind, |kind| matches!(kind, Type::Vector(..)))?;
            let element = element(module, of.kind);
            ops.typed(module, element)?;
            ops.value(module)?;
            of.kind
        }
        8 => {
            let of = ops.value(module)?;
            ops.typed(module, of.kind)?;
            let mask = ops.value(module)?;
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
        33 | 35 => {
            if module.values.instructions.is_empty() || code == 35 && ops.ops.len() < 4 {
                return Err(Word::Short);
            }
            if code == 35 {
                nodes::location(module, ops.ops)?;
            }
            return Ok(None);
        }
        // Old getelementptr, select, cmpxchg and atomicrmw, landingpad.
        4 | 5 | 30 | 37 | 38 | 40 => None,
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
                (Kind::Cast, 0 | 1) | (Kind::Binary, 11) => flags,
                (Kind::Cast, 5) if flags & !1 != 0 => 2,
                _ => 1,
            };
            module.uses.add(kind, &[op, flags], spot);
        }
    }
}

/// `[attributes, convention and bits, (fast-math flags), (function type), callee, argument …]` for a call; for `invoke` and
/// `callbr` places to go on at stand before the type.
fn call(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let spot = ops.spot;
    let attributes = ops.next()?;
    if let Some(spot) = module.attributes.apart_in_list(attributes) {
        sound::fault(module, Word::AttributePlace, spot);
    }
    let convention = ops.next()?;
    let mut flags = None;
    let typed = if code == 34 {
        module.uses.add(Kind::CallConvention, &[(convention >> 1) & 0x3ff], spot);
        flags = if convention & (1 << 17) == 0 { None } else { Some(ops.next()?) };
        if flags.is_some_and(|flags| flags & 0xff == 0) {
            return Err(Word::Operation);
        }
        convention & (1 << 15) != 0
    } else {
        let bits = if code == 13 { convention } else { convention >> 1 };
        module.uses.add(Kind::CallingConvention, &[bits & 0x3ff], spot);
        ops.next()?;
        let more = if code == 13 { 1 } else { ops.next()? };
        ops.ops = usize::try_from(more).ok().and_then(|more| ops.ops.get(more..)).ok_or(Word::Short)?;
        convention & (1 << if code == 13 { 13 } else { 15 }) != 0
    };
    let kind = if typed { Some(ops.kind(module)?) } else { None };
    let function = match kind.map(|kind| module.types.at(kind)) {
        None => None,
        Some(Some(Type::Function(result, params, variadic))) => Some((*result, params.clone(), *variadic)),
        Some(_) => return Err(Word::NotFunction),
    };
    let result = function.as_ref().map(|(result, ..)| *result);
    if flags.is_some_and(|flags| flags != 0) {
        let number = result.and_then(|result| u64::try_from(result).ok());
        let plain = number.is_some_and(|result| module.types.is_float(result));
        let never = result.and_then(|result| module.types.at(result));
        if matches!(never, Some(Type::Void | Type::Integer(_) | Type::Pointer(..))) {
            return Err(Word::Operation);
        }
        let word = if plain { Word::FastMathFloat } else { Word::FastMathStruct };
        module.uses.put(Kind::Call, Value::Word(word), spot);
    }
    let callee = ops.value(module)?;
    callee_of(module, code, callee.number, attributes, spot);
    module.expect(callee.kind, |kind| matches!(kind, Type::Pointer(..)))?;
    if let Some((_, params, variadic)) = function {
        let mut count = params.len();
        for kind in params {
            match module.types.at(kind) {
                // Numbers of basic blocks and of metadata.
                Some(Type::Other(5)) => ops.next().map(|_| ())?,
                Some(Type::Other(16)) => {
                    let number = ops.next()?;
                    let number = if ops.relative {
                        module.values.number(number)
                    } else {
                        usize::try_from(number).ok()
                    };
                    if !super::nodes::is_there(module, number) {
                        sound::fault(module, Word::NoSuchNode, spot);
                    }
                }
                _ => ops.typed(module, Some(kind)).map(|_| ())?,
            }
        }
        while variadic && !ops.ops.is_empty() {
            ops.value(module)?;
            count += 1;
        }
        ops.end()?;
        if super::attributes::too_many(module, attributes, count) {
            sound::fault(module, Word::LateAttribute, spot);
        }
    }
    let nothing = result.is_some_and(|result| matches!(module.types.at(result), Some(Type::Void)));
    Ok(if nothing { None } else { Some(result) })
}

/// Notes what is called, and bundles of the call.
fn callee_of(module: &mut Module, code: u32, callee: Option<usize>, attributes: u64, spot: Spot) {
    let direct = module.values.get(callee).is_some_and(|value| value.source == Source::Global);
    if let Some(callee) = callee.filter(|_| direct) {
        module.calls(callee, attributes);
        if code == 57 {
            module.values.branched.insert(callee);
        }
    }
    for (tag, constant) in std::mem::take(&mut module.values.bundles) {
        let tag = usize::try_from(tag).ok().and_then(|tag| module.values.tags.get(tag));
        let Some(tag) = tag.map(|tag| String::from_utf8_lossy(tag).into_owned()) else { continue };
        let at = if direct { BundleUse::Direct } else { BundleUse::Indirect };
        module.uses.put(Kind::Bundle, Value::Bundle { tag: tag.clone(), at }, spot);
        if constant {
            module.uses.put(Kind::Bundle, Value::Bundle { tag, at: BundleUse::Constant }, spot);
        }
    }
}
