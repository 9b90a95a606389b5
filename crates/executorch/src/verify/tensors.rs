//! Tensors: element type, shape, dimension order, and where their data are.

use std::collections::HashMap;

use outlast_core::{Path, Span};
use outlast_flatbuffers::view::Vector;

use super::codes::*;
use super::{LONGEST_NAME, quoted};
use super::{Verifier, constants};
use crate::defs::{MAX_RANK, ScalarType};
use crate::flat_tensor::Layout;
use crate::tables::{AllocationDetails, Tensor, View};

/// Where a tensor's data are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// Not a tensor, or a damaged one.
    Unknown,
    /// Given by the caller, or nowhere.
    Nowhere,
    /// In a constant or a data file.
    Constant,
    /// In planned memory: buffer and bytes; `initial`: the file or a data file has first values.
    Planned { memory: u32, start: u64, end: u64, initial: bool },
}

/// Checks a tensor; returns where its data are.
pub(super) fn check(v: &mut Verifier<'_, '_>, tensor: &Tensor<'_>, path: &dyn Fn() -> Path) -> Home {
    let table = tensor.table();
    let scalar_type = ScalarType(tensor.scalar_type().unwrap_or(0));
    if scalar_type.size().is_none() {
        let title = format!("element type {}, which no release defines", scalar_type.0);
        v.sink.error(SCALAR_TYPE, title, table.span(0, 1), path().field("scalar_type"));
    } else if scalar_type.is_complex() {
        let title = format!(
            "element type {scalar_type}, in a comment of the schema only: runtimes take it from 0.6.0 on"
        );
        v.sink.warning(SCALAR_TYPE, title, table.span(0, 1), path().field("scalar_type"));
    }
    let offset = tensor.storage_offset().unwrap_or(0);
    if offset != 0 {
        let title = format!("storage_offset is {offset}, runtimes support 0");
        v.sink.error(TENSOR_FIELD, title, table.span(1, 4), path().field("storage_offset"));
    }
    let layout = tensor.layout().unwrap_or(0);
    if layout != 0 {
        v.sink.note(
            TENSOR_FIELD,
            format!("layout is {layout}, exporters write 0"),
            table.span(7, 1),
            path().field("layout"),
        );
    }
    match tensor.shape_dynamism().unwrap_or(0) {
        0 | 1 => {}
        2 => {
            let title = "the shape is DYNAMIC_UNBOUND, which runtimes do not support";
            v.sink.error(TENSOR_FIELD, title, table.span(8, 1), path().field("shape_dynamism"));
        }
        other => {
            let title = format!("shape_dynamism is {other}, known are 0 to 2");
            v.sink.warning(TENSOR_FIELD, title, table.span(8, 1), path().field("shape_dynamism"));
        }
    }
    let bytes = shape(v, tensor, scalar_type, path);
    storage(v, tensor, scalar_type, bytes, path)
}

/// Checks sizes and dimension order; returns the bytes of the tensor at its upper bound.
fn shape(
    v: &mut Verifier<'_, '_>,
    tensor: &Tensor<'_>,
    scalar_type: ScalarType,
    path: &dyn Fn() -> Path,
) -> Option<u64> {
    let table = tensor.table();
    let sizes = match tensor.sizes() {
        Ok(Some(sizes)) => sizes,
        Ok(None) => {
            v.sink.error(TENSOR_SIZES, "a tensor without sizes", table.whole_span(), path().field("sizes"));
            return None;
        }
        Err(_) => return None,
    };
    dim_order(v, tensor, &sizes, path);
    layout_sizes(v, &sizes, scalar_type, &|| path().field("sizes"))
}

/// Bytes of a tensor of these sizes; findings where they are impossible.
pub(super) fn layout_sizes(
    v: &mut Verifier<'_, '_>,
    sizes: &Vector<'_>,
    scalar_type: ScalarType,
    path: &dyn Fn() -> Path,
) -> Option<u64> {
    if sizes.len() > MAX_RANK {
        let title = format!("{} dimensions, runtimes take {MAX_RANK}", sizes.len());
        v.sink.error(TENSOR_SIZES, title, sizes.span(), path());
        return None;
    }
    let mut bytes = scalar_type.size();
    for (dim, size) in sizes.i32s().enumerate() {
        let Ok(size) = u64::try_from(size) else {
            v.sink.error(
                TENSOR_SIZES,
                format!("size {size} of dimension {dim}"),
                sizes.element_span(dim),
                path().index(dim),
            );
            return None;
        };
        // As the runtime does: multiply in order, so that zero does not excuse an overflow before it.
        let Some(before) = bytes else { continue };
        bytes = before.checked_mul(size).filter(|b| i64::try_from(*b).is_ok());
        if bytes.is_none() {
            v.sink.error(TENSOR_SIZES, "the bytes of the tensor do not fit 64 bits", sizes.span(), path());
        }
    }
    bytes
}

fn dim_order(v: &mut Verifier<'_, '_>, tensor: &Tensor<'_>, sizes: &Vector<'_>, path: &dyn Fn() -> Path) {
    let path = || path().field("dim_order");
    match tensor.dim_order() {
        Ok(Some(order)) => {
            if let Some((title, span)) = permutation(&order, sizes.len()) {
                v.sink.error(DIM_ORDER, title, span, path());
            }
        }
        Ok(None) => {
            v.sink.error(
                DIM_ORDER,
                "a tensor without a dimension order",
                tensor.table().whole_span(),
                path(),
            );
        }
        Err(_) => {}
    }
}

/// What is wrong with a dimension order, and where.
pub(super) fn permutation(order: &Vector<'_>, rank: usize) -> Option<(String, Span)> {
    if order.len() != rank {
        return Some((format!("{} entries for {rank} dimensions", order.len()), order.span()));
    }
    let mut seen = 0u32;
    for (at, dim) in order.bytes().iter().enumerate() {
        let bit = 1u32.checked_shl((*dim).into()).unwrap_or(0);
        if usize::from(*dim) >= rank || bit == 0 || seen & bit != 0 {
            let title = format!("entry {at} is {dim}: not a permutation of 0..{rank}");
            return Some((title, order.element_span(at)));
        }
        seen |= bit;
    }
    None
}

fn storage(
    v: &mut Verifier<'_, '_>,
    tensor: &Tensor<'_>,
    scalar_type: ScalarType,
    bytes: Option<u64>,
    path: &dyn Fn() -> Path,
) -> Home {
    let table = tensor.table();
    let index = tensor.data_buffer_idx().unwrap_or(0);
    let index_span = table.span(5, 4);
    let mut external = false;
    if let Ok(Some(extra)) = tensor.extra_tensor_info() {
        let path = || path().field("extra_tensor_info");
        let location = extra.location().unwrap_or(0);
        external = location == 1;
        match extra.fully_qualified_name() {
            Ok(Some(name)) if external => {
                if let Some(title) =
                    v.options.external.and_then(|names| provided(names, tensor, name.bytes()))
                {
                    v.sink.error(EXTERNAL_DATA, title, name.span(), path().field("fully_qualified_name"));
                }
            }
            Ok(None) if external => {
                v.sink.error(
                    EXTERNAL_NAME,
                    "an external tensor without a name",
                    extra.table().whole_span(),
                    path(),
                );
            }
            _ => {}
        }
        if !matches!(location, 0 | 1) {
            let title = format!("location is {location}, known are 0 and 1");
            v.sink.error(TENSOR_FIELD, title, extra.table().span(2, 1), path().field("location"));
        }
        let device = extra.device_type().unwrap_or(0);
        if !matches!(device, 0 | 1) {
            let title = format!("device type is {device}, known are 0 and 1");
            v.sink.warning(DEVICE, title, extra.table().span(3, 1), path().field("device_type"));
        }
    }
    match tensor.allocation_info() {
        Ok(Some(allocation)) => {
            if index > 0 && !external {
                constants::initial(v, index, bytes, index_span, || path().field("data_buffer_idx"));
            }
            planned(&allocation, bytes, external || index > 0)
        }
        Ok(None) if external => Home::Constant,
        Ok(None) if index > 0 => {
            let element = scalar_type.size().unwrap_or(1);
            constants::constant(v, index, bytes, element, index_span, || path().field("data_buffer_idx"));
            Home::Constant
        }
        Ok(None) => Home::Nowhere,
        Err(_) => Home::Unknown,
    }
}

/// What is wrong with what data files provide for an external tensor.
fn provided(names: &HashMap<String, Option<Layout>>, tensor: &Tensor<'_>, name: &[u8]) -> Option<String> {
    let shown = quoted(name);
    let known = std::str::from_utf8(name).ok().filter(|n| n.len() <= LONGEST_NAME).and_then(|n| names.get(n));
    let Some(found) = known else { return Some(format!("no data file has {shown}")) };
    let Some(found) = found else { return Some(format!("{shown} in the data file is not a tensor")) };
    if tensor.sizes().ok()??.len() > MAX_RANK || tensor.dim_order().ok()??.len() > MAX_RANK {
        return None;
    }
    let wanted = Layout {
        scalar_type: ScalarType(tensor.scalar_type().ok()?),
        sizes: tensor.sizes().ok()??.i32s().collect(),
        dim_order: tensor.dim_order().ok()??.bytes().to_vec(),
    };
    let show = |l: &Layout| format!("{} {:?} in order {:?}", l.scalar_type, l.sizes, l.dim_order);
    (wanted != *found).then(|| format!("{shown} is {}, the data file has {}", show(&wanted), show(found)))
}

fn planned(allocation: &AllocationDetails<'_>, bytes: Option<u64>, initial: bool) -> Home {
    let memory = allocation.memory_id().unwrap_or(0);
    let low = u64::from(allocation.memory_offset_low().unwrap_or(0));
    let high = u64::from(allocation.memory_offset_high().unwrap_or(0));
    let start = (high << 32) | low;
    Home::Planned { memory, start, end: start.saturating_add(bytes.unwrap_or(0)), initial }
}
