//! [`input_uses`]: which inputs of a method are used as indices or divisors, and so what whole numbers in them may be.

use std::collections::HashMap;

use outlast_core::{Budget, Result};

use crate::ProgramFile;
use crate::defs::{ValueKind, instruction};
use crate::facts::operator_names;
use crate::flat_tensor::Layout;
use crate::tables::{DelegateCall, ExecutionPlan, Int, KernelCall, Tensor, TensorList, View, items};
use crate::work::{Spending, budget};

/// Where an operator has indices among its arguments.
#[derive(Clone, Copy)]
enum Indexed {
    /// Argument `indices` counts along a dimension of argument `of`, which is said by argument `dimension`; or along its first.
    Along { of: usize, dimension: Option<usize>, indices: usize },
    /// Argument `indices` is a list, with indices for each dimension of argument `of`.
    Each { of: usize, indices: usize },
}

/// Operators that index, by the beginning of their names.
const INDEXING: &[(&str, Indexed)] = &[
    ("aten::embedding.", Indexed::Along { of: 0, dimension: None, indices: 1 }),
    ("aten::index_select.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::gather.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::scatter.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::scatter_add.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::index_copy.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::index_add.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::index_fill.", Indexed::Along { of: 0, dimension: Some(1), indices: 2 }),
    ("aten::index.Tensor", Indexed::Each { of: 0, indices: 1 }),
    ("aten::index_put.", Indexed::Each { of: 0, indices: 1 }),
    ("quantized_decomposed::embedding_", Indexed::Along { of: 0, dimension: None, indices: 5 }),
];

/// Operators whose result has the elements of their first argument, or some of them, by the beginning of their names.
const PASSING: &[&str] = &[
    "aten::_to_copy.",
    "aten::clone.",
    "aten::expand_copy.",
    "aten::permute_copy.",
    "aten::select_copy.",
    "aten::slice_copy.",
    "aten::squeeze_copy.",
    "aten::unsqueeze_copy.",
    "aten::view_copy.",
    "aten::alias_copy.",
    "aten::detach_copy.",
    "aten::t_copy.",
    "aten::transpose_copy.",
    "dim_order_ops::_clone_dim_order.",
    "dim_order_ops::_to_dim_order_copy.",
];

/// Operators that divide by their second argument, by the beginning of their names.
const DIVIDING: &[&str] = &["aten::div.", "aten::floor_divide.", "aten::fmod.", "aten::remainder."];

/// How a method uses whole numbers of an input. What delegates do with them is not seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct InputUse {
    /// How many values an index in it may have: the least of what it counts along; none where it is no index.
    pub bound: Option<u64>,
    /// Whether something is divided by it.
    pub is_divisor: bool,
}

/// How a method uses each of its inputs.
pub fn input_uses(program: &ProgramFile<'_>, method: usize) -> Result<Vec<InputUse>> {
    let mut work = budget(&program.flatbuffer);
    let Some(plan) = items(program.root.execution_plan()?).nth(method) else { return Ok(Vec::new()) };
    let plan = plan?;
    let inputs: Vec<i32> = plan.inputs()?.map_or_else(Vec::new, |list| list.i32s().collect());
    let names = operator_names(&plan, &mut work)?;
    // The value that a value has its elements of.
    let mut of: HashMap<i32, i32> = HashMap::new();
    let mut uses: HashMap<i32, InputUse> = HashMap::new();
    for chain in items(plan.chains()?) {
        for item in items(chain?.instructions()?) {
            let item = item?;
            let (tag, Some(table)) = (item.instr_args_type()?, item.instr_args()?) else { continue };
            if tag != instruction::KERNEL_CALL {
                // What a delegate writes is its own.
                let written = match tag {
                    instruction::DELEGATE_CALL => DelegateCall::new(table).args()?,
                    _ => None,
                };
                written.into_iter().flat_map(|args| args.i32s()).for_each(|value| {
                    of.remove(&value);
                });
                continue;
            }
            let call = KernelCall::new(table);
            let name = usize::try_from(call.op_index()?).ok().and_then(|at| names.get(at));
            let args: Vec<i32> = call.args()?.map_or_else(Vec::new, |args| args.i32s().collect());
            work.visit(4 * args.len())?;
            let Some(name) = name else { continue };
            if let Some((_, indexed)) = INDEXING.iter().find(|(start, _)| name.starts_with(start)) {
                for (value, bound) in indices(&plan, *indexed, &args, &mut work)? {
                    let origin = of.get(&value).copied().unwrap_or(value);
                    let least = &mut uses.entry(origin).or_default().bound;
                    *least = Some(least.map_or(bound, |least| least.min(bound)));
                }
            }
            if let Some(divisor) =
                args.get(1).filter(|_| DIVIDING.iter().any(|start| name.starts_with(start)))
            {
                uses.entry(of.get(divisor).copied().unwrap_or(*divisor)).or_default().is_divisor = true;
            }
            let (Some(first), Some(last)) = (args.first(), args.last()) else { continue };
            if PASSING.iter().any(|start| name.starts_with(start)) {
                let origin = of.get(first).copied().unwrap_or(*first);
                of.insert(*last, origin);
            } else {
                of.remove(last);
            }
        }
    }
    Ok(inputs.iter().map(|input| uses.get(input).copied().unwrap_or_default()).collect())
}

/// The values that are indices in a call, and how many they may be.
fn indices(
    plan: &ExecutionPlan<'_>,
    indexed: Indexed,
    args: &[i32],
    work: &mut Budget,
) -> Result<Vec<(i32, u64)>> {
    let size =
        |sizes: &[i32], dimension: usize| sizes.get(dimension).and_then(|size| u64::try_from(*size).ok());
    Ok(match indexed {
        Indexed::Along { of, dimension, indices } => {
            let (Some(of), Some(value)) = (args.get(of), args.get(indices)) else { return Ok(Vec::new()) };
            let Some(sizes) = sizes(plan, *of, work)? else { return Ok(Vec::new()) };
            let dimension = match dimension {
                None => Some(0),
                Some(at) => whole(plan, args.get(at).copied().unwrap_or(-1))?
                    .map(|dimension| {
                        if dimension < 0 {
                            dimension + i64::try_from(sizes.len()).unwrap_or(0)
                        } else {
                            dimension
                        }
                    })
                    .and_then(|dimension| usize::try_from(dimension).ok()),
            };
            dimension
                .and_then(|dimension| size(&sizes, dimension))
                .map(|bound| (*value, bound))
                .into_iter()
                .collect()
        }
        Indexed::Each { of, indices } => {
            let (Some(of), Some(list)) = (args.get(of), args.get(indices)) else { return Ok(Vec::new()) };
            let Some(sizes) = sizes(plan, *of, work)? else { return Ok(Vec::new()) };
            let found = listed(plan, *list, work)?;
            let bounded = |(at, value): (usize, i32)| Some((value, size(&sizes, at)?));
            found.into_iter().enumerate().filter(|(_, value)| *value >= 0).filter_map(bounded).collect()
        }
    })
}

/// A value, if there is one of that number and kind.
fn value<'a>(
    plan: &ExecutionPlan<'a>,
    number: i32,
    kinds: &[ValueKind],
) -> Result<Option<outlast_flatbuffers::view::Table<'a>>> {
    let (Ok(at), Some(values)) = (usize::try_from(number), plan.values()?) else { return Ok(None) };
    if at >= values.len() {
        return Ok(None);
    }
    let value = values.get(at)?;
    match kinds.contains(&ValueKind::from_tag(value.val_type()?)) {
        true => value.val(),
        false => Ok(None),
    }
}

fn sizes(plan: &ExecutionPlan<'_>, number: i32, work: &mut Budget) -> Result<Option<Vec<i32>>> {
    let Some(table) = value(plan, number, &[ValueKind::Tensor])? else { return Ok(None) };
    let sizes = Layout::of(&Tensor::new(table))?.sizes;
    work.visit(4 * sizes.len())?;
    Ok(Some(sizes))
}

fn whole(plan: &ExecutionPlan<'_>, number: i32) -> Result<Option<i64>> {
    value(plan, number, &[ValueKind::Int])?.map(|table| Int::new(table).int_val()).transpose()
}

/// The values in a list of tensors; a negative one is none.
fn listed(plan: &ExecutionPlan<'_>, number: i32, work: &mut Budget) -> Result<Vec<i32>> {
    let kinds = [ValueKind::TensorList, ValueKind::OptionalTensorList];
    let Some(table) = value(plan, number, &kinds)? else { return Ok(Vec::new()) };
    let Some(list) = TensorList::new(table).items()? else { return Ok(Vec::new()) };
    work.visit(list.byte_len())?;
    Ok(list.i32s().collect())
}
