//! Tensors without memory: neither planned nor constant, neither external nor given by the caller. Exporters up to 0.3
//! left the results inside maps so; a kernel that writes to one writes nowhere, and the process crashes.

use std::collections::BTreeSet;

use outlast_core::Result;
use outlast_flatbuffers::view::Vector;

use crate::defs::{ValueKind, instruction};
use crate::tables::{DelegateCall, ExecutionPlan, KernelCall, Tensor, View, items};

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
    let mut used = BTreeSet::new();
    for chain in items(plan.chains()?) {
        for step in items(chain?.instructions()?) {
            let step = step?;
            let Some(body) = step.instr_args()? else { continue };
            let args = match step.instr_args_type()? {
                instruction::KERNEL_CALL => KernelCall::new(body).args()?,
                instruction::DELEGATE_CALL => DelegateCall::new(body).args()?,
                _ => None,
            };
            used.extend(args.iter().flat_map(Vector::i32s).filter_map(|n| usize::try_from(n).ok()));
        }
    }
    Ok(found.intersection(&used).copied().collect())
}

fn is_homeless(tensor: &Tensor<'_>) -> Result<bool> {
    let empty = tensor.sizes()?.is_some_and(|sizes| sizes.i32s().any(|size| size == 0));
    let named = tensor.extra_tensor_info()?.is_some();
    Ok(!empty && !named && tensor.allocation_info()?.is_none() && tensor.data_buffer_idx()? == 0)
}
