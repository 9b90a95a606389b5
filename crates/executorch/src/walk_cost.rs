//! What walking a program costs, counted once when it is opened.
//!
//! Objects of a FlatBuffer may be shared, and values are referred to by index: in a few kilobytes a thousand plans can share a
//! thousand chains of a thousand instructions, each with a thousand times the longest list. Whoever follows references
//! visits all of them. [`check`] counts those visits and refuses a program that has more than any genuine file. A
//! [`ProgramFile`](crate::ProgramFile) is the only way to the tables, so that this bounds every walk that visits each reference once; walks that do more at
//! each place (copies of strings, pairs of tensors, payloads) have a budget of their own.

use outlast_core::{Budget, Result};
use outlast_flatbuffers::view::Vector;

use crate::defs::{ValueKind, instruction};
use crate::tables::{
    DelegateCall, ExecutionPlan, IntList, KernelCall, Program, Tensor, TensorList, View, items,
};
use crate::visits::Visits;
use crate::work::{Spending, budget};

/// Counts the visits of a walk through a program, along references and along indices of values.
///
/// # Errors
///
/// There are more than a few for each byte ([`budget`]).
pub(crate) fn check(program: &Program<'_>) -> Result<()> {
    let work = budget(&program.table().buffer());
    let mut visits = Visits::new(work);
    program.visit(&mut visits)?;
    for plan in items(program.execution_plan().ok().flatten()).flatten() {
        for ends in [plan.inputs(), plan.outputs()] {
            visits.arguments(ends.ok().flatten())?;
        }
    }
    // What is no more if all arguments led to the longest list of the largest tensors need not be counted.
    let most = visits.rank.saturating_add(1).saturating_mul(visits.longest.max(1)).saturating_add(1);
    let mut work = work;
    if work.visit(visits.arguments.saturating_mul(most)).is_ok() {
        return Ok(());
    }
    for plan in items(program.execution_plan().ok().flatten()).flatten() {
        along_indices(&plan, &mut work)?;
    }
    Ok(())
}

/// Spends what the arguments of instructions lead to: tensors with their sizes, lists with their items.
fn along_indices(plan: &ExecutionPlan<'_>, work: &mut Budget) -> Result<()> {
    let costs = costs(plan);
    let cost = |index: i32| usize::try_from(index).ok().and_then(|n| costs.get(n)).map_or(1, |cost| *cost);
    let mut spend = |arguments: Option<Vector<'_>>| -> Result<()> {
        arguments.into_iter().flat_map(|list| list.i32s()).try_for_each(|index| work.visit(cost(index)))
    };
    spend(plan.inputs().ok().flatten())?;
    spend(plan.outputs().ok().flatten())?;
    for chain in items(plan.chains().ok().flatten()).flatten() {
        for one in items(chain.instructions().ok().flatten()).flatten() {
            let Ok(Some(table)) = one.instr_args() else { continue };
            spend(match one.instr_args_type() {
                Ok(instruction::KERNEL_CALL) => KernelCall::new(table).args().ok().flatten(),
                Ok(instruction::DELEGATE_CALL) => DelegateCall::new(table).args().ok().flatten(),
                _ => None,
            })?;
        }
    }
    Ok(())
}

/// What following the index of each value visits.
fn costs(plan: &ExecutionPlan<'_>) -> Vec<usize> {
    let values = plan.values().ok().flatten();
    let value = |index: usize| {
        let value = values?.get(index).ok()?;
        Some((ValueKind::from_tag(value.val_type().ok()?), value.val().ok()??))
    };
    let mut costs: Vec<usize> = (0..values.map_or(0, |list| list.len()))
        .map(|index| match value(index) {
            Some((ValueKind::Tensor, table)) => {
                1 + Tensor::new(table).sizes().ok().flatten().map_or(0, |sizes| sizes.len())
            }
            Some((ValueKind::IntList, table)) => {
                1 + IntList::new(table).items().ok().flatten().map_or(0, |items| items.len())
            }
            _ => 1,
        })
        .collect();
    // Lists of tensors last: their items are values with a cost of their own.
    for index in 0..costs.len() {
        if let Some((ValueKind::TensorList | ValueKind::OptionalTensorList, table)) = value(index) {
            let list = TensorList::new(table).items().ok().flatten();
            let item = |n: i32| usize::try_from(n).ok().and_then(|n| costs.get(n)).map_or(1, |cost| *cost);
            let all = list.into_iter().flat_map(|list| list.i32s()).map(item);
            let sum = all.fold(1, usize::saturating_add);
            costs.get_mut(index).into_iter().for_each(|cost| *cost = sum);
        }
    }
    costs
}
