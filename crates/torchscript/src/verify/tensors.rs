//! Tensors and the data that they refer to.

use outlast_core::Span;

use super::codes;
use super::context::Context;
use super::quoted;
use crate::archive::{TensorKind, Tensors};

/// Where the data of a storage are: how many bytes there are under a key.
pub(super) enum Data {
    /// So many bytes.
    Bytes(u64),
    /// There are none.
    Missing(String),
    /// It is not known whether and how many.
    Unknown,
}

/// Checks tensors against their storages, and storages against their data. Places count in the source of the context.
pub(super) fn check(tensors: &Tensors, data: impl Fn(&str) -> Data, context: &mut Context) {
    for fault in &tensors.faults {
        context.error(codes::BAD_TENSOR, fault.why.clone(), Span::at(fault.at, 1));
    }
    for storage in &tensors.storages {
        let span = Span::at(storage.at, 1);
        let Some(bytes) = storage.bytes() else {
            let title = format!(
                "the class {} of the storage {} is not known",
                quoted(&storage.class),
                quoted(&storage.key)
            );
            context.error(codes::BAD_TENSOR, title, span);
            continue;
        };
        match data(&storage.key) {
            Data::Missing(_) if bytes == 0 => {}
            Data::Missing(record) => {
                let title = format!("there is no record {} with the data of a storage", quoted(&record));
                context.error(codes::MISSING_STORAGE, title, span);
            }
            Data::Bytes(found) if found != bytes => {
                let title = format!(
                    "the storage {} has {} elements of {} in {bytes} bytes, its data are {found} bytes",
                    quoted(&storage.key),
                    storage.numel,
                    storage.class
                );
                context.error(codes::STORAGE_SIZE, title, span);
            }
            Data::Bytes(_) | Data::Unknown => {}
        }
    }
    for tensor in &tensors.tensors {
        if !matches!(tensor.kind, TensorKind::Dense | TensorKind::Quantised(_)) {
            continue;
        }
        let Some(storage) = tensor.storage.and_then(|at| tensors.storages.get(at)) else { continue };
        let (Some(bytes), Some(element)) = (storage.bytes(), storage.element) else { continue };
        // A tensor of its own element type in an untyped storage.
        let size = tensor
            .dtype
            .as_deref()
            .and_then(crate::archive::element_of_dtype)
            .map_or(element.size, |of| of.size);
        let end = tensor.end().and_then(|end| end.div_ceil(element.values()).checked_mul(size));
        if tensor.offset < 0 || tensor.sizes.iter().any(|size| *size < 0) || end.is_none_or(|end| end > bytes)
        {
            let title = format!(
                "the tensor {} of sizes {:?}, strides {:?} and offset {} is not in its storage of {bytes} bytes",
                quoted(&tensor.name),
                tensor.sizes,
                tensor.strides,
                tensor.offset
            );
            context.error(codes::BEYOND_STORAGE, title, Span::at(tensor.at, 1));
        }
    }
}
