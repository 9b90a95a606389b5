//! Instructions in forms that LLVM does not write any more, and reads: those whose pointers say what they point to.

use super::functions::{self, Made};
use super::module::Module;
use super::operands::Ops;
use super::shape::Word;
use super::types::Type;

/// Codes of these instructions: `getelementptr` and the same in bounds, `select`, `store` and the atomic one, `cmpxchg`, `atomicrmw`.
pub(super) const CODES: [u32; 7] = [4, 30, 5, 24, 42, 37, 38];

/// A record with one of [`CODES`].
pub(super) fn record(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let first = ops.value(module)?;
    if code == 5 {
        // `[value, value, condition]`: one condition for all elements.
        ops.typed(module, first.kind)?;
        let condition = Some(module.types.make(Type::Integer(1)));
        ops.typed(module, condition)?;
        return Ok(Some(first.kind));
    }
    module.expect(first.kind, |kind| matches!(kind, Type::Pointer(..)))?;
    let of = pointed_to(module, first.kind);
    match code {
        // `[base, index …]`
        4 | 30 => functions::indexed(module, of, first, ops),
        // `[pointer, value, alignment, volatile]`, and of atomic ones `ordering, scope`.
        24 | 42 => {
            ops.typed(module, of)?;
            ops.alignment()?;
            ops.ops = ops.ops.get(if code == 42 { 3 } else { 1 }..).ok_or(Word::Short)?;
            ops.end()?;
            Ok(None)
        }
        // `[pointer, expected, new, volatile, ordering, scope, (ordering of failure), (weak)]`: without the last two what was there before,
        // with them also whether it was replaced.
        37 => {
            ops.typed(module, of)?;
            ops.typed(module, of)?;
            let more = ops.ops.len();
            if more < 3 {
                return Err(Word::Short);
            }
            let Some(of) = of.filter(|_| more > 4) else { return Ok(Some(of)) };
            let flag = module.types.make(Type::Integer(1));
            Ok(Some(Some(module.types.make(Type::Struct(vec![of, flag], false)))))
        }
        // `[pointer, value, operation, volatile, ordering, scope]`
        _ => {
            let operand = ops.typed(module, of)?;
            super::memory::modified(module, operand, ops)
        }
    }
}

/// What a typed pointer, or a vector of these, points to.
fn pointed_to(module: &Module, pointer: Option<usize>) -> Option<usize> {
    match module.types.scalar(pointer)? {
        Type::Pointer(of, _) => *of,
        _ => None,
    }
}
