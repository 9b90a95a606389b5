//! The memory plan: buffers, and the place of each tensor in them.

use outlast_core::{Span, to_index};

use super::Verifier;
use super::codes::*;
use super::plans::Plan;
use super::tensors::Home;
use crate::tables::{Tensor, View};

/// Checks the buffers of a plan and that each planned tensor lies in one.
pub(super) fn check(v: &mut Verifier<'_, '_>, plan: &Plan<'_>) {
    let Ok(Some(sizes)) = plan.view.non_const_buffer_sizes() else { return };
    let path = || plan.path.field("non_const_buffer_sizes");
    if sizes.is_empty() {
        let span = plan.view.table().span(8, 4);
        v.sink.error(BUFFER_SIZE, "the reserved first entry is missing", span, path());
    }
    for (index, size) in sizes.i64s().enumerate() {
        if size < 0 {
            let title = format!("buffer {index} has {size} bytes");
            v.sink.error(BUFFER_SIZE, title, sizes.element_span(index), path().index(index));
        } else if index == 0 && size != 0 {
            let title = format!("buffer 0 is reserved, and has {size} bytes");
            v.sink.note(BUFFER_SIZE, title, sizes.element_span(0), path().index(0));
        }
    }
    for (index, value) in plan.values.iter().enumerate() {
        let Home::Planned { memory, start, end, .. } = value.home else { continue };
        let path = || plan.path.item("value", index).field("allocation_info");
        let allocation = value.table.and_then(|t| Tensor::new(t).allocation_info().ok().flatten());
        let span = |slot| allocation.map_or_else(Span::default, |a| a.table().span(slot, 4));
        let Some(size) = (to_index(memory)).checked_sub(1).and_then(|_| sizes.i64(to_index(memory)).ok())
        else {
            let title = format!(
                "tensor {index} is planned into buffer {memory}, there are 1 to {}",
                sizes.len().saturating_sub(1)
            );
            v.sink.error(MEMORY_ID, title, span(0), path().field("memory_id"));
            continue;
        };
        if i64::try_from(end).ok().is_none_or(|end| end > size) {
            let title = format!("tensor {index} ends at {end} of buffer {memory}, which has {size} bytes");
            v.sink.error(MEMORY_RANGE, title, span(1), path().field("memory_offset"));
        } else if start % 16 != 0 {
            let title =
                format!("tensor {index} starts at {start} of buffer {memory}, not at a multiple of 16");
            v.sink.warning(MEMORY_ALIGNMENT, title, span(1), path().field("memory_offset"));
        }
    }
    devices(v, plan, sizes.len());
}

fn devices(v: &mut Verifier<'_, '_>, plan: &Plan<'_>, buffers: usize) {
    let Ok(Some(list)) = plan.view.non_const_buffer_device() else { return };
    for index in 0..list.len() {
        let Ok(device) = list.get(index) else { continue };
        let path = || plan.path.field("non_const_buffer_device").index(index);
        let buffer = device.buffer_idx().unwrap_or(0);
        if usize::try_from(buffer).ok().is_none_or(|b| b == 0 || b >= buffers) {
            let title = format!("buffer {buffer}, there are 1 to {}", buffers.saturating_sub(1));
            v.sink.warning(DEVICE, title, device.table().span(0, 4), path().field("buffer_idx"));
        }
        let kind = device.device_type().unwrap_or(0);
        if !matches!(kind, 0 | 1) {
            let title = format!("device type is {kind}, known are 0 and 1");
            v.sink.warning(DEVICE, title, device.table().span(1, 1), path().field("device_type"));
        }
    }
}
