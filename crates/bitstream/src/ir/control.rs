//! Instructions that say where a function goes on. Numbers of basic blocks are compared in `sound`.

use super::module::Module;
use super::numbers;
use super::operands::Ops;
use super::shape::{Kind, Word};
use super::types::Type;
use super::values::Source;

/// The record code of the type of tokens.
const TOKEN: u32 = 22;
/// What the first operand of a `switch` with ranges has above its lower bits.
const RANGES: u64 = 0x4b5;

/// A basic block.
fn block(module: &Module, ops: &mut Ops<'_>) -> Result<(), Word> {
    if ops.next()? < module.blocks { Ok(()) } else { Err(Word::NoSuchBlock) }
}

/// Returns, branches, and what ends and begins the handling of exceptions.
pub(super) fn record(
    module: &mut Module,
    code: u32,
    ops: &mut Ops<'_>,
) -> Result<Option<Option<usize>>, Word> {
    let token = |module: &mut Module| Some(module.types.make(Type::Other(TOKEN)));
    match code {
        10 if ops.ops.is_empty() => {
            let nothing =
                module.values.result.map(|result| matches!(module.types.at(result), Some(Type::Void)));
            if nothing == Some(false) {
                module.values.graph.refused(Word::ReturnType);
            }
            Ok(None)
        }
        10 | 39 => {
            let operand = ops.value(module)?;
            if code == 10 {
                ops.end()?;
                if module.types.differ(operand.kind, module.values.result) {
                    module.values.graph.refused(Word::ReturnType);
                }
            }
            Ok(None)
        }
        // `[to]` or `[if true, if false, condition]`
        11 => {
            block(module, ops)?;
            if !ops.ops.is_empty() {
                block(module, ops)?;
                let bit = module.types.make(Type::Integer(1));
                ops.typed(module, Some(bit))?;
                ops.end()?;
            }
            Ok(None)
        }
        12 => switch(module, ops),
        // `[type, address, block …]`
        31 => {
            let kind = ops.kind(module)?;
            ops.typed(module, Some(kind))?;
            while !ops.ops.is_empty() {
                block(module, ops)?;
            }
            Ok(None)
        }
        // `[pad, (block)]` and `[pad, block]`
        48 | 49 => {
            let kind = token(module);
            ops.typed(module, kind)?;
            if code == 49 || !ops.ops.is_empty() {
                block(module, ops)?;
            }
            ops.end()?;
            Ok(None)
        }
        // `[parent, count, value …]`, and of blocks `[parent, count, block …, (block)]`
        _ => {
            let kind = token(module);
            ops.typed(module, kind)?;
            for _ in 0..ops.next()? {
                if code == 52 { block(module, ops)? } else { ops.value(module).map(|_| ())? }
            }
            if code == 52 && !ops.ops.is_empty() {
                block(module, ops)?;
            }
            ops.end()?;
            Ok(Some(kind))
        }
    }
}

/// `[type, condition, default, (value, block) …]`: values by their numbers from the first.
fn switch(module: &mut Module, ops: &mut Ops<'_>) -> Result<Option<Option<usize>>, Word> {
    if ops.ops.first().is_some_and(|first| first >> 16 == RANGES) {
        return Ok(None);
    }
    let spot = ops.spot;
    let kind = ops.kind(module)?;
    ops.typed(module, Some(kind))?;
    block(module, ops)?;
    let mut cases = Vec::new();
    while !ops.ops.is_empty() {
        let case = ops.next()?;
        cases.push(case);
        let value = module.values.get(usize::try_from(case).ok());
        let fits = value.is_some_and(|value| {
            value.source == Source::Constant && !module.types.differ(value.kind, Some(kind))
        });
        if !fits {
            return Err(Word::OperandType);
        }
        numbers::wanted(module, case, Kind::SwitchCase, spot);
        block(module, ops)?;
    }
    cases.sort_unstable();
    if cases.iter().zip(cases.iter().skip(1)).any(|(one, next)| one == next) {
        module.values.graph.refused(Word::SwitchTwice);
    }
    Ok(None)
}

/// `[type, (value, block) …, (flags)]`: values as distances with a sign in the lowest bit. What it makes.
pub(super) fn phi(module: &mut Module, ops: &mut Ops<'_>) -> Result<usize, Word> {
    let kind = ops.kind(module)?;
    let mut from = Vec::new();
    while let [value, to, rest @ ..] = ops.ops {
        ops.ops = rest;
        let next = u64::try_from(module.values.all.len()).unwrap_or(u64::MAX);
        let distance = if value & 1 == 0 { value >> 1 } else { (value >> 1).wrapping_neg() };
        let number = if ops.relative { next.wrapping_sub(distance) & 0xffff_ffff } else { *value };
        if *to >= module.blocks {
            return Err(Word::NoSuchBlock);
        }
        let number = usize::try_from(number).ok();
        ops.of_kind(module, number, Some(kind))?;
        from.extend(number.zip(usize::try_from(*to).ok()));
    }
    module.values.graph.phi(module.values.ended, from);
    let flags = u64::try_from(kind).is_ok_and(|kind| module.types.is_float(kind));
    if ops.ops.is_empty() || flags { Ok(kind) } else { Err(Word::Long) }
}
