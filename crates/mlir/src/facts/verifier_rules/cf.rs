//! Rules of verifiers on operations of cf, and on branches of llvm.

use std::rc::Rc;

use outlast_core::to_index;

use super::{OpView, Rule, in_function, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_function("successors-match", successors_match, "type mismatch for successor operands"),
    rule("switch-cases", switch_cases, "number of case values should match number of case destinations"),
];

/// Types of the arguments of the block that an operation may go on with.
fn successor_args(op: &OpView<'_, '_>, at: usize) -> Option<Vec<Rc<Ty>>> {
    let ir = &*op.view.ir;
    let place = to_index(*ir.successors(op.op).get(at)?);
    let around = op.parent()?;
    let region = ir
        .regions(around.op)
        .find(|region| ir.blocks(*region).any(|block| ir.block_ops(block).last() == Some(op.op)))?;
    let block = ir.blocks(region).nth(place)?;
    Some(ir.args(block).iter().map(|arg| op.view.ty(arg.ty)).collect())
}

fn successors_match(op: &OpView<'_, '_>) -> Option<bool> {
    let operands = op.operand_types(0)?;
    let sized = |counts: &[usize], from: usize| -> Option<bool> {
        let mut start = from;
        for (at, count) in counts.iter().enumerate() {
            let end = start.checked_add(*count)?;
            if operands.get(start..end)? != successor_args(op, at)? {
                return Some(false);
            }
            start = end;
        }
        Some(start == operands.len() && counts.len() == op.successors())
    };
    match op.name().as_str() {
        "cf.br" | "llvm.br" => sized(&[operands.len()], 0),
        "cf.cond_br" | "llvm.cond_br" => {
            let sizes = op.segments()?;
            Some(
                matches!(sizes[..], [1, _, _])
                    && *operands.first()?.as_ref() == Ty::signless(1)
                    && sized(sizes.get(1..)?, 1)?,
            )
        }
        "cf.switch" | "llvm.switch" => {
            let sizes = op.segments()?;
            let [1, default, cases] = sizes[..] else { return Some(false) };
            let each = if op.has("case_operand_segments")? {
                op.integers("case_operand_segments")?
            } else {
                Vec::new()
            };
            let mut counts = vec![default];
            for count in each {
                counts.push(usize::try_from(count).ok()?);
            }
            Some(counts.iter().skip(1).sum::<usize>() == cases && sized(&counts, 1)?)
        }
        _ => None,
    }
}

fn switch_cases(op: &OpView<'_, '_>) -> Option<bool> {
    let cases = op.successors().checked_sub(1)?;
    if !op.has("case_values")? {
        return Some(cases == 0);
    }
    let ty = op.typed("case_values")?;
    Some(usize::try_from(ty.count()?) == Ok(cases) && ty.element() == op.operand(0)?.as_ref())
}
