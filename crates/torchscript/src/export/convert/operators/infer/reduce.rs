//! Operators that take dimensions away: sums, means, extremes.

use super::super::meta::{BOOL, Dim, INT64, Meta, category, is_float};
use super::pointwise::floating;
use super::{Given, at};

pub(super) fn infer(name: &str, overload: &str, given: &Given<'_>) -> Option<Vec<Meta>> {
    let own = given.tensor("self")?;
    let whole = |dtype: i64| if category(dtype) < 2 { INT64 } else { dtype };
    let (dtype, indices) = match name {
        "sum" | "nansum" | "prod" => (given.dtype("dtype")?.unwrap_or(whole(own.dtype)), false),
        "mean" => (given.dtype("dtype")?.unwrap_or(own.dtype), false),
        "any" | "all" => (if own.dtype == 0 { 0 } else { BOOL }, false),
        "amax" | "amin" => (own.dtype, false),
        "logsumexp" => (floating(own.dtype), false),
        "argmax" | "argmin" | "count_nonzero" => (INT64, false),
        "max" | "min" if matches!(overload, "" | "dim") => (own.dtype, overload == "dim"),
        "median" | "nanmedian" if matches!(overload, "" | "dim") => (own.dtype, overload == "dim"),
        "var" | "std" if is_float(own.dtype) => (own.dtype, false),
        "linalg_vector_norm" if is_float(own.dtype) => (given.dtype("dtype")?.unwrap_or(own.dtype), false),
        "cumsum" | "cumprod" => {
            let dtype = given.dtype("dtype")?.unwrap_or(whole(own.dtype));
            return Some(vec![super::elementwise(dtype, &[own])?]);
        }
        _ => return None,
    };
    let dims = match given.get("dim") {
        None | Some(super::Value::None) => None,
        Some(super::Value::Int(dim)) => Some(vec![*dim]),
        Some(_) => Some(given.ints("dim")?),
    };
    // A list without dimensions means all of them.
    let empty = dims.as_ref().is_some_and(Vec::is_empty);
    let rank = own.rank();
    let dims: Vec<usize> = match dims {
        Some(dims) if !empty => dims.into_iter().map(|dim| at(dim, rank)).collect::<Option<_>>()?,
        _ => (0..rank).collect(),
    };
    let keep = given.bool("keepdim").unwrap_or(false);
    let mut sizes = Vec::with_capacity(rank);
    for (dim, size) in own.sizes.iter().enumerate() {
        match dims.contains(&dim) {
            true if keep => sizes.push(Dim::Known(1)),
            true => {}
            false => sizes.push(size.clone()),
        }
    }
    let result = Meta::contiguous(dtype, sizes, own.device.clone());
    Some(match indices {
        true => vec![result.clone(), Meta { dtype: INT64, ..result }],
        false => vec![result],
    })
}
