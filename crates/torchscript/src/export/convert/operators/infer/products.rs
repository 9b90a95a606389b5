//! Products of matrices, tensors put together, and linear algebra.

use super::super::meta::{Dim, Meta, promote};
use super::{Given, at, broadcast};

pub(super) fn infer(name: &str, given: &Given<'_>) -> Option<Vec<Meta>> {
    match name {
        "mm" | "bmm" | "matmul" => {
            let right = given.tensor("other").or_else(|| given.tensor("mat2"))?;
            Some(vec![matmul(given.tensor("self")?, right)?])
        }
        "cat" | "concat" | "concatenate" | "stack" => {
            let tensors = given.tensors("tensors")?;
            let (first, stack) = (tensors.first()?, name == "stack");
            let mut dtype = first.dtype;
            for tensor in &tensors {
                dtype = promote(dtype, tensor.dtype)?;
            }
            let mut sizes = first.sizes.clone();
            if stack {
                let dim = at(given.int("dim")?, first.rank().checked_add(1)?)?;
                tensors.iter().all(|tensor| tensor.sizes == first.sizes).then_some(())?;
                sizes.insert(dim, Dim::Known(i64::try_from(tensors.len()).ok()?));
            } else {
                let dim = at(given.int("dim")?, first.rank())?;
                let mut whole = Dim::Known(0);
                for tensor in &tensors {
                    (tensor.rank() == first.rank()).then_some(())?;
                    whole = whole.plus(tensor.sizes.get(dim)?);
                }
                *sizes.get_mut(dim)? = whole;
            }
            // In another order where the tensors have one: not told here.
            tensors
                .iter()
                .all(|tensor| tensor.strides == super::super::meta::contiguous(&tensor.sizes))
                .then_some(())?;
            Some(vec![Meta::contiguous(dtype, sizes, first.device.clone())])
        }
        "scaled_dot_product_attention" => {
            let (query, value) = (given.tensor("query")?, given.tensor("value")?);
            let mut like = query.clone();
            let width = value.sizes.last()?.clone();
            // In memory in the order of the query.
            if query.sizes.last() == Some(&width) {
                return Some(vec![super::elementwise(query.dtype, &[query])?]);
            }
            *like.sizes.last_mut()? = width;
            Some(vec![Meta::contiguous(query.dtype, like.sizes, query.device.clone())])
        }
        "pad_sequence" => {
            let tensors = given.tensors("sequences")?;
            let first = tensors.first()?;
            let mut longest = 0;
            for tensor in &tensors {
                (tensor.dtype == first.dtype && tensor.sizes.get(1..) == first.sizes.get(1..))
                    .then_some(())?;
                longest = longest.max(tensor.sizes.first()?.known()?);
            }
            let count = Dim::Known(i64::try_from(tensors.len()).ok()?);
            let mut sizes = vec![count, Dim::Known(longest)];
            if given.bool("batch_first") != Some(true) {
                sizes.swap(0, 1);
            }
            sizes.extend(first.sizes.get(1..)?.iter().cloned());
            Some(vec![Meta::contiguous(first.dtype, sizes, first.device.clone())])
        }
        // Columns behind each other.
        "linalg_cholesky" | "cholesky" | "linalg_inv" | "inverse" => {
            let own = given.tensor("self").or_else(|| given.tensor("A"))?;
            Some(vec![columns(own.dtype, own.sizes.clone(), own)?])
        }
        "linalg_eigvals" | "_linalg_eigvals" => {
            let own = given.tensor("self")?;
            let dtype = promote(own.dtype, 9)?;
            let mut sizes = own.sizes.clone();
            sizes.pop()?;
            Some(vec![Meta::contiguous(dtype, sizes, own.device.clone())])
        }
        _ => None,
    }
}

fn matmul(left: &Meta, right: &Meta) -> Option<Meta> {
    let dtype = (left.dtype == right.dtype).then_some(left.dtype)?;
    let (mut rows, mut batch) = (None, Vec::new());
    if let [rest @ .., row, _] = &left.sizes[..] {
        rows = Some(row.clone());
        batch = rest.to_vec();
    } else if left.sizes.is_empty() {
        return None;
    }
    let (mut columns, mut other) = (None, &[][..]);
    if let [rest @ .., _, column] = &right.sizes[..] {
        columns = Some(column.clone());
        other = rest;
    } else if right.sizes.is_empty() {
        return None;
    }
    let mut sizes = broadcast([&batch[..], other])?;
    sizes.extend(rows);
    sizes.extend(columns);
    Some(Meta::contiguous(dtype, sizes, left.device.clone()))
}

/// A batch of matrices whose columns are behind each other.
fn columns(dtype: i64, sizes: Vec<Dim>, like: &Meta) -> Option<Meta> {
    let mut result = Meta::contiguous(dtype, sizes, like.device.clone());
    let rank = result.rank();
    let (rows, row) = (rank.checked_sub(2)?, rank.checked_sub(1)?);
    let count = result.sizes.get(rows)?.clone();
    *result.strides.get_mut(rows)? = Dim::Known(1);
    *result.strides.get_mut(row)? = count;
    Some(result)
}
