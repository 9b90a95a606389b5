//! Operators that look at the elements of a tensor in another way, or copy them.

use super::super::meta::{Dim, Meta, contiguous, is_complex};
use super::super::value::Value;
use super::{Given, at, elementwise};

pub(super) fn infer(name: &str, overload: &str, given: &Given<'_>) -> Option<Vec<Meta>> {
    let own = given.tensor("self")?;
    let rank = own.rank();
    let dim = |name: &str| at(given.int(name)?, rank);
    let with = |sizes: Vec<Dim>, strides: Vec<Dim>| Meta { sizes, strides, ..own.clone() };
    let fresh = |sizes: Vec<Dim>| Meta::contiguous(own.dtype, sizes, own.device.clone());
    let result = match name {
        "alias" | "detach" | "lift" | "resolve_conj" | "resolve_neg" | "view_as" => own.clone(),
        "lift_fresh_copy" | "detach_copy" | "alias_copy" => own.clone(),
        "clone" | "_to_copy" | "to" | "contiguous" | "type_as" => {
            return Some(vec![copied(name, overload, own, given)?]);
        }
        "unsqueeze" => {
            let dim = at(given.int("dim")?, rank.checked_add(1)?)?;
            let stride = match (own.sizes.get(dim), own.strides.get(dim)) {
                (Some(size), Some(stride)) => size.times(stride),
                _ => Dim::Known(1),
            };
            let (mut sizes, mut strides) = (own.sizes.clone(), own.strides.clone());
            sizes.insert(dim, Dim::Known(1));
            strides.insert(dim, stride);
            with(sizes, strides)
        }
        "squeeze" => {
            let dims: Vec<usize> = match given.get("dim") {
                None => (0..rank).collect(),
                Some(Value::Int(dim)) => vec![at(*dim, rank)?],
                Some(_) => given.ints("dim")?.into_iter().map(|dim| at(dim, rank)).collect::<Option<_>>()?,
            };
            // A size that is not known is not 1: programs are specialised to those.
            let kept = |dim: &usize| !dims.contains(dim) || own.sizes.get(*dim) != Some(&Dim::Known(1));
            let kept: Vec<usize> = (0..rank).filter(kept).collect();
            let part = |of: &[Dim]| kept.iter().map(|dim| of.get(*dim).cloned()).collect::<Option<Vec<_>>>();
            with(part(&own.sizes)?, part(&own.strides)?)
        }
        "transpose" | "swapaxes" | "swapdims" | "t" | "mT" | "numpy_T" => {
            let (one, other) = match name {
                "t" if rank < 2 => (0, 0),
                "t" => (0, 1),
                "mT" => (rank.checked_sub(2)?, rank.checked_sub(1)?),
                "numpy_T" => return None,
                "transpose" => (dim("dim0")?, dim("dim1")?),
                _ => return None,
            };
            let (mut sizes, mut strides) = (own.sizes.clone(), own.strides.clone());
            if rank > 0 {
                sizes.swap(one, other);
                strides.swap(one, other);
            }
            with(sizes, strides)
        }
        "permute" => {
            let order: Vec<usize> =
                given.ints("dims")?.into_iter().map(|dim| at(dim, rank)).collect::<Option<_>>()?;
            let part = |of: &[Dim]| order.iter().map(|dim| of.get(*dim).cloned()).collect::<Option<Vec<_>>>();
            with(part(&own.sizes)?, part(&own.strides)?)
        }
        "view" | "reshape" | "_unsafe_view" if overload.is_empty() => {
            let argument = if name == "reshape" { "shape" } else { "size" };
            let wanted = given.dims(argument)?;
            let sizes = filled(&own.sizes, wanted)?;
            if own.strides != contiguous(&own.sizes) {
                return None;
            }
            fresh(sizes)
        }
        "expand" if overload.is_empty() => {
            let wanted = given.dims("size")?;
            let skip = wanted.len().checked_sub(rank)?;
            let (mut sizes, mut strides) = (Vec::new(), Vec::new());
            for (index, size) in wanted.into_iter().enumerate() {
                let own = index.checked_sub(skip).and_then(|at| own.sizes.get(at).zip(own.strides.get(at)));
                match own {
                    Some((own, stride)) if size == Dim::Known(-1) || size == *own => {
                        sizes.push(own.clone());
                        strides.push(stride.clone());
                    }
                    Some((Dim::Known(1), _)) | None => {
                        sizes.push(size);
                        strides.push(Dim::Known(0));
                    }
                    Some(_) => return None,
                }
            }
            with(sizes, strides)
        }
        "select" if overload == "int" => {
            let dim = dim("dim")?;
            let (mut sizes, mut strides) = (own.sizes.clone(), own.strides.clone());
            (dim < rank).then(|| (sizes.remove(dim), strides.remove(dim)))?;
            with(sizes, strides)
        }
        "slice" | "narrow" => {
            let dim = dim("dim")?;
            let size = own.sizes.get(dim)?.known()?;
            let (start, stop, step) = match name {
                "narrow" => {
                    let start = given.int("start")?;
                    let start = if start < 0 { start.checked_add(size)? } else { start };
                    (start, start.checked_add(given.int("length")?)?, 1)
                }
                _ => {
                    let bound = |name: &str, default: i64| match given.get(name) {
                        None | Some(Value::None) => Some(default),
                        Some(Value::Int(at)) if *at < 0 => Some(at.saturating_add(size).max(0)),
                        Some(Value::Int(at)) => Some((*at).min(size)),
                        Some(_) => None,
                    };
                    (bound("start", 0)?, bound("end", size)?, given.int("step")?)
                }
            };
            let count = stop.checked_sub(start)?.max(0);
            let count = count.checked_add(step.checked_sub(1)?)?.checked_div(step)?;
            let (mut sizes, mut strides) = (own.sizes.clone(), own.strides.clone());
            *sizes.get_mut(dim)? = Dim::Known(count);
            let stride = strides.get_mut(dim)?;
            *stride = stride.times(&Dim::Known(step));
            with(sizes, strides)
        }
        "view_as_real" => {
            let dtype = match own.dtype {
                8 => 5,
                9 => 6,
                10 => 7,
                _ => return None,
            };
            let (mut sizes, mut strides) = (own.sizes.clone(), own.strides.clone());
            strides.iter_mut().for_each(|stride| *stride = stride.times(&Dim::Known(2)));
            sizes.push(Dim::Known(2));
            strides.push(Dim::Known(1));
            Meta { dtype, ..with(sizes, strides) }
        }
        "view_as_complex" => {
            let dtype = match own.dtype {
                5 => 8,
                6 => 9,
                7 => 10,
                _ => return None,
            };
            let (mut sizes, mut strides) = (own.sizes.clone(), own.strides.clone());
            (sizes.pop()? == Dim::Known(2) && strides.pop()? == Dim::Known(1)).then_some(())?;
            let halves = strides.iter().map(|stride| Some(Dim::Known(stride.known()? / 2)));
            Meta { dtype, ..with(sizes, halves.collect::<Option<Vec<_>>>()?) }
        }
        "real" if !is_complex(own.dtype) => own.clone(),
        "flip" | "roll" | "tril" | "triu" => fresh(own.sizes.clone()),
        "repeat_interleave" if overload == "self_int" => {
            let repeats = Dim::Known(given.int("repeats")?);
            let mut sizes = own.sizes.clone();
            let size = sizes.get_mut(dim("dim")?)?;
            *size = size.times(&repeats);
            fresh(sizes)
        }
        "constant_pad_nd" | "reflection_pad1d" | "reflection_pad2d" | "reflection_pad3d"
        | "replication_pad1d" | "replication_pad2d" | "replication_pad3d" => {
            let argument = if name == "constant_pad_nd" { "pad" } else { "padding" };
            let pad = given.ints(argument)?;
            let mut sizes = own.sizes.clone();
            for (pair, size) in pad.chunks(2).zip(sizes.iter_mut().rev()) {
                let [before, behind] = pair else { return None };
                *size = size.plus(&Dim::Known(before.checked_add(*behind)?));
            }
            (pad.len() <= rank.checked_mul(2)?).then(|| fresh(sizes))?
        }
        "index_select" => {
            let mut sizes = own.sizes.clone();
            let index = given.tensor("index")?;
            *sizes.get_mut(dim("dim")?)? = index.sizes.first().cloned().unwrap_or(Dim::Known(1));
            fresh(sizes)
        }
        "gather" => fresh(given.tensor("index")?.sizes.clone()),
        _ => return None,
    };
    Some(vec![result])
}

/// Sizes of which one may be left to be found: `-1`.
fn filled(own: &[Dim], wanted: Vec<Dim>) -> Option<Vec<Dim>> {
    let product = |dims: &[Dim]| dims.iter().try_fold(1i64, |product, dim| product.checked_mul(dim.known()?));
    let Some(hole) = wanted.iter().position(|dim| *dim == Dim::Known(-1)) else { return Some(wanted) };
    let mut sizes = wanted;
    *sizes.get_mut(hole)? = Dim::Known(1);
    let rest = product(&sizes)?;
    *sizes.get_mut(hole)? = Dim::Known(product(own)?.checked_div(rest)?);
    Some(sizes)
}

/// A copy, perhaps of another element type, on another device, or with another order in memory.
fn copied(name: &str, overload: &str, own: &Meta, given: &Given<'_>) -> Option<Meta> {
    let asked = |name: &str| given.get(name).filter(|value| **value != Value::None);
    if name == "type_as" || !matches!(overload, "" | "dtype" | "device" | "dtype_layout" | "other") {
        return None;
    }
    let mut result = elementwise(own.dtype, &[own])?;
    if name == "to" && overload == "other" {
        let other = given.tensor("other")?;
        result.dtype = other.dtype;
        result.device = other.device.clone();
    }
    if let Some(dtype) = asked("dtype") {
        result.dtype = dtype.as_int()?;
    }
    if let Some(device) = asked("device") {
        let Value::Device(device) = device else { return None };
        result.device = device.clone();
    }
    if asked("layout").is_some_and(|layout| *layout != Value::Int(0)) {
        return None;
    }
    // `to` gives the tensor itself where nothing changes.
    if name == "to" && result.dtype == own.dtype && result.device == own.device {
        result.strides = own.strides.clone();
    }
    let format = match (name, asked("memory_format")) {
        ("contiguous", None) => 0,
        (_, None) => 1,
        (_, Some(format)) => format.as_int()?,
    };
    match format {
        0 => result.strides = contiguous(&result.sizes),
        1 => {}
        _ => return None,
    }
    Some(result)
}
