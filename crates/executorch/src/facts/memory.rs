//! Tensors without memory: neither planned nor constant, neither external nor given by the caller. Exporters up to 0.3
//! left the results inside maps so; a kernel that writes to one writes nowhere, and the process crashes.

use std::collections::BTreeSet;

use outlast_core::{Path, Place, Result};
use outlast_flatbuffers::view::Vector;

use crate::defs::{ValueKind, instruction};
use crate::tables::{DelegateCall, ExecutionPlan, KernelCall, Tensor, View, items};

/// The operator that looks at a tensor in another shape, and which of its arguments is the result.
const VIEW: &str = "executorch_prim::et_view";
const VIEW_RESULT: usize = 2;

/// The values of a plan that are such tensors and arguments of a call.
pub(crate) fn homeless(plan: &ExecutionPlan<'_>) -> Result<BTreeSet<usize>> {
    let mut found = BTreeSet::new();
    let Some(values) = plan.values()? else { return Ok(found) };
    for (index, value) in values.iter().enumerate() {
        let value = value?;
        if let (Some(body), ValueKind::Tensor) = (value.val()?, ValueKind::from_tag(value.val_type()?))
            && is_homeless(&Tensor::new(body))?
        {
            found.insert(index);
        }
    }
    if found.is_empty() {
        return Ok(found);
    }
    // Memory of inputs and outputs may come from the caller.
    for given in [plan.inputs()?, plan.outputs()?].into_iter().flatten() {
        for number in given.i32s() {
            found.remove(&usize::try_from(number).unwrap_or(usize::MAX));
        }
    }
    let views = views(plan)?;
    let mut used = BTreeSet::new();
    for chain in items(plan.chains()?) {
        for step in items(chain?.instructions()?) {
            let step = step?;
            let Some(body) = step.instr_args()? else { continue };
            let args = match step.instr_args_type()? {
                instruction::KERNEL_CALL => {
                    let call = KernelCall::new(body);
                    let args = call.args()?;
                    // It points its result to the memory of what it looks at.
                    if views.contains(&call.op_index()?)
                        && let Some(result) = args.iter().flat_map(Vector::i32s).nth(VIEW_RESULT)
                    {
                        found.remove(&usize::try_from(result).unwrap_or(usize::MAX));
                    }
                    args
                }
                instruction::DELEGATE_CALL => DelegateCall::new(body).args()?,
                _ => None,
            };
            used.extend(args.iter().flat_map(Vector::i32s).filter_map(|n| usize::try_from(n).ok()));
        }
    }
    Ok(found.intersection(&used).copied().collect())
}

/// The operators of a plan that point to memory instead of writing to it, by index.
fn views(plan: &ExecutionPlan<'_>) -> Result<BTreeSet<i32>> {
    let mut found = BTreeSet::new();
    for (index, operator) in items(plan.operators()?).enumerate() {
        let name = operator?.name()?;
        if name.is_some_and(|name| name.bytes() == VIEW.as_bytes()) {
            found.extend(i32::try_from(index));
        }
    }
    Ok(found)
}

fn is_homeless(tensor: &Tensor<'_>) -> Result<bool> {
    let empty = tensor.sizes()?.is_some_and(|sizes| sizes.i32s().any(|size| size == 0));
    let named = tensor.extra_tensor_info()?.is_some();
    Ok(!empty && !named && tensor.allocation_info()?.is_none() && tensor.data_buffer_idx()? == 0)
}

/// The inputs of a plan that are planned in a buffer of no bytes: how many, and where the first is.
pub(crate) fn placeless(plan: &ExecutionPlan<'_>, path: &Path) -> Result<Option<(u64, Place)>> {
    let (Some(sizes), Some(values)) = (plan.non_const_buffer_sizes()?, plan.values()?) else {
        return Ok(None);
    };
    let sizes: Vec<u64> = sizes.u64s().collect();
    let mut found: Option<(u64, Place)> = None;
    for number in plan.inputs()?.into_iter().flat_map(|list| list.i32s()) {
        let Some(index) = usize::try_from(number).ok().filter(|index| *index < values.len()) else {
            continue;
        };
        let value = values.get(index)?;
        let (Some(body), ValueKind::Tensor) = (value.val()?, ValueKind::from_tag(value.val_type()?)) else {
            continue;
        };
        let Some(allocation) = Tensor::new(body).allocation_info()? else { continue };
        let buffer = usize::try_from(allocation.memory_id()?).ok();
        if buffer.and_then(|buffer| sizes.get(buffer)) == Some(&0) {
            found.get_or_insert_with(|| (0, value.place(&path.item("value", index)))).0 += 1;
        }
    }
    Ok(found)
}
