//! What an operator gives: element type, sizes, strides and device of its results, from those of its arguments, as PyTorch's own functions for
//! tensors without data say it (`torch/_refs`, `torch/_meta_registrations.py`, `TensorIterator.cpp`).
//!
//! [`infer`] knows the operators of its tables. Of others it says [`Known::Not`]; nothing is guessed.

mod create;
mod pointwise;
mod products;
mod reduce;
#[cfg(test)]
mod tests;
mod views;

use outlast_opset::schema::{Argument, Schema};

use super::meta::{BOOL, Dim, FLOAT32, INT64, Meta, category, promote};
use super::value::{SymKind, Value};

/// Arguments by name, defaults included.
pub(super) struct Given<'v>(Vec<(&'v str, &'v Value)>);

impl<'v> FromIterator<(&'v str, &'v Value)> for Given<'v> {
    fn from_iter<T: IntoIterator<Item = (&'v str, &'v Value)>>(given: T) -> Given<'v> {
        Given(given.into_iter().collect())
    }
}

impl<'v> Given<'v> {
    fn get(&self, name: &str) -> Option<&'v Value> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| *value)
    }

    /// What is known of a tensor that is given.
    pub(super) fn tensor(&self, name: &str) -> Option<&'v Meta> {
        self.get(name)?.as_tensor()?.meta.as_deref()
    }

    fn int(&self, name: &str) -> Option<i64> {
        self.get(name)?.as_int()
    }

    fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.get(name)?.items()?.iter().map(Value::as_int).collect()
    }

    fn dims(&self, name: &str) -> Option<Vec<Dim>> {
        self.get(name)?.items()?.iter().map(Value::as_dim).collect()
    }

    /// Whether an argument is there and not `None`.
    fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| *value != Value::None)
    }

    /// An element type that is asked for: `Ok(None)` if none is.
    fn dtype(&self, name: &str) -> Option<Option<i64>> {
        match self.get(name) {
            None | Some(Value::None) => Some(None),
            Some(Value::Int(dtype)) => Some(Some(*dtype)),
            Some(_) => None,
        }
    }

    /// The tensors of a list.
    fn tensors(&self, name: &str) -> Option<Vec<Meta>> {
        let items = self.get(name)?.items()?;
        items.iter().map(|item| item.as_tensor()?.meta.as_deref().cloned()).collect()
    }

    fn all(&self) -> impl Iterator<Item = &'v Value> {
        self.0.iter().map(|(_, value)| *value)
    }
}

/// What is known of the results.
#[derive(Debug)]
pub(super) enum Known {
    /// Nothing.
    Not,
    /// Each.
    Results(Vec<Meta>),
}

/// Operators that change the sizes or strides of their tensor.
const SHAPES: [&str; 12] = [
    "t_",
    "transpose_",
    "squeeze_",
    "unsqueeze_",
    "swapaxes_",
    "swapdims_",
    "resize_",
    "resize_as_",
    "as_strided_",
    "set_",
    "detach_",
    "rename_",
];

/// The results of a call.
pub(super) fn infer(schema: &Schema, given: &Given<'_>) -> Known {
    let Some(name) = schema.name.name.strip_prefix("aten::") else { return Known::Not };
    // Tensors with another layout have no strides.
    let tensors = || {
        given.all().flat_map(|value| match value {
            Value::Tensor(tensor) => vec![tensor.meta.clone()],
            value => value
                .items()
                .unwrap_or_default()
                .iter()
                .filter_map(Value::as_tensor)
                .map(|tensor| tensor.meta.clone())
                .collect(),
        })
    };
    if tensors().any(|meta| meta.is_none_or(|meta| meta.layout != 0)) {
        return Known::Not;
    }
    let overload = schema.name.overload.as_str();
    // What is written to is given back; what is given for `out` may get other sizes.
    let written = |argument: &&Argument| argument.alias.as_ref().is_some_and(|alias| alias.write);
    let written: Vec<&Argument> = schema.arguments.iter().filter(written).collect();
    let results = match written.is_empty() {
        false if SHAPES.contains(&name) || !name.ends_with('_') => None,
        false => written.iter().map(|argument| given.tensor(&argument.name).cloned()).collect(),
        true => pointwise::infer(name, overload, given)
            .or_else(|| reduce::infer(name, overload, given))
            .or_else(|| views::infer(name, overload, given))
            .or_else(|| create::infer(name, overload, given))
            .or_else(|| products::infer(name, given)),
    };
    let Some(mut results) = results else { return Known::Not };
    let grad = tensors().flatten().any(|meta| meta.requires_grad);
    for result in &mut results {
        result.requires_grad = grad && category(result.dtype) >= 2;
    }
    Known::Results(results)
}

/// A dimension from the front; `-1` is the last.
pub(super) fn at(dim: i64, rank: usize) -> Option<usize> {
    let rank = i64::try_from(rank).ok()?;
    let dim = if dim < 0 { dim.checked_add(rank.max(1))? } else { dim };
    usize::try_from(dim).ok().filter(|_| dim < rank.max(1))
}

/// Sizes that several shapes become together. Of sizes that are not known, one is the other's, or 1.
fn broadcast<'m>(shapes: impl IntoIterator<Item = &'m [Dim]>) -> Option<Vec<Dim>> {
    let shapes: Vec<&[Dim]> = shapes.into_iter().collect();
    let rank = shapes.iter().map(|shape| shape.len()).max()?;
    let mut out = vec![Dim::Known(1); rank];
    for shape in shapes {
        let skip = rank.checked_sub(shape.len())?;
        for (slot, size) in out.iter_mut().skip(skip).zip(shape) {
            match (&*slot, size) {
                (_, Dim::Known(1)) => {}
                (Dim::Known(1), size) => *slot = size.clone(),
                (slot, size) if slot == size => {}
                _ => return None,
            }
        }
    }
    Some(out)
}

/// The element type of a result of tensors and numbers (`at::result_type`): that of tensors with dimensions, then of those without, then of numbers,
/// of which later ones count where they are of a larger kind.
pub(super) fn result_type<'v>(values: impl IntoIterator<Item = &'v Value>) -> Option<i64> {
    let mut kinds: [Option<i64>; 3] = [None; 3];
    for value in values {
        let (slot, dtype) = match value {
            Value::Tensor(tensor) => {
                let meta = tensor.meta.as_deref()?;
                (usize::from(meta.rank() == 0), meta.dtype)
            }
            Value::Bool(_) => (2, BOOL),
            Value::Int(_) => (2, INT64),
            Value::Float(_) => (2, FLOAT32),
            Value::Sym(sym) => match sym.kind {
                SymKind::Int => (2, INT64),
                SymKind::Float => (2, FLOAT32),
                SymKind::Bool => (2, BOOL),
            },
            _ => continue,
        };
        let kind = kinds.get_mut(slot)?;
        *kind = Some(match *kind {
            None => dtype,
            Some(known) => promote(known, dtype)?,
        });
    }
    let combined = |high: Option<i64>, low: Option<i64>| match (high, low) {
        (Some(high), Some(low)) if category(low) > category(high) => promote(high, low).map(Some),
        (Some(high), _) => Some(Some(high)),
        (None, low) => Some(low),
    };
    let [tensors, zero, numbers] = kinds;
    combined(tensors, combined(zero, numbers)?)?
}

/// The strides that an operator on elements gives its result, and the sizes in that order: as the tensors that it reads have them, where they agree
/// (`TensorIteratorBase::reorder_dimensions`).
fn strides_of(sizes: &[Dim], tensors: &[&Meta]) -> Option<Vec<Dim>> {
    let rank = sizes.len();
    let padded: Vec<Vec<&Dim>> = tensors
        .iter()
        .filter(|meta| meta.rank() > 0)
        .map(|meta| {
            static ZERO: Dim = Dim::Known(0);
            let skip = rank.saturating_sub(meta.rank());
            let own = meta.sizes.iter().zip(&meta.strides).zip(sizes.iter().skip(skip));
            // A dimension of one element that is read again and again has no stride.
            let own = own.map(|((size, stride), out)| if size == out { stride } else { &ZERO });
            std::iter::repeat_n(&ZERO, skip).chain(own).collect()
        })
        .collect();
    // Whether the dimension `one` belongs behind `other`, which comes after it in the order; `None` where they may be either way.
    let behind = |one: usize, other: usize| -> Option<Option<bool>> {
        for strides in &padded {
            let (left, right) = (strides.get(one)?, strides.get(other)?);
            match (left.known(), right.known()) {
                (Some(0), _) | (_, Some(0)) => continue,
                (Some(left), Some(right)) if left != right => return Some(Some(left > right)),
                (Some(_), Some(_)) => {
                    // Of equal strides, the dimension of one element comes first.
                    if let (Some(one), Some(other)) = (sizes.get(one)?.known(), sizes.get(other)?.known())
                        && one > other
                    {
                        return Some(Some(true));
                    }
                }
                // A number against an expression, which has it as a factor: rows behind each other.
                _ if left == right => {}
                (Some(1), None) => return Some(Some(false)),
                (None, Some(1)) => return Some(Some(true)),
                _ => {
                    let (left, right) = (left.srepr(), right.srepr());
                    match (left.contains(&right), right.contains(&left)) {
                        (true, false) => return Some(Some(true)),
                        (false, true) => return Some(Some(false)),
                        _ => return None,
                    }
                }
            }
        }
        Some(None)
    };
    let mut order: Vec<usize> = (0..rank).rev().collect();
    for index in 1..rank {
        let mut here = index;
        for before in (0..index).rev() {
            match behind(*order.get(before)?, *order.get(here)?)? {
                Some(true) => {
                    order.swap(before, here);
                    here = before;
                }
                Some(false) => break,
                None => {}
            }
        }
    }
    let mut strides = vec![Dim::Known(1); rank];
    let mut step = Dim::Known(1);
    for dim in order {
        *strides.get_mut(dim)? = step.clone();
        step = match sizes.get(dim)? {
            Dim::Known(0) => step,
            size => size.times(&step),
        };
    }
    Some(strides)
}

/// The result of an operator on elements: sizes of all together, strides as theirs, the device of the first that has dimensions.
fn elementwise(dtype: i64, tensors: &[&Meta]) -> Option<Meta> {
    let sizes = broadcast(tensors.iter().map(|meta| &meta.sizes[..]))?;
    let strides = strides_of(&sizes, tensors)?;
    let device = tensors.iter().find(|meta| meta.rank() > 0).or(tensors.first())?.device.clone();
    Some(Meta { dtype, sizes, strides, device, layout: 0, requires_grad: false })
}
