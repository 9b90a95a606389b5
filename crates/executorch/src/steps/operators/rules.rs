//! For which calls one operator computes the same as another, and how the arguments change.

use super::Argument;
use super::call::Call;
use crate::flat_tensor::Layout;

const CLONE: &str = "aten::clone.out";
const TO_COPY: &str = "aten::_to_copy.out";
const CLONE_DIM_ORDER: &str = "dim_order_ops::_clone_dim_order.out";
const TO_DIM_ORDER_COPY: &str = "dim_order_ops::_to_dim_order_copy.out";

/// Which operator can stand for which, and how the arguments change.
pub(super) const RULES: &[(&str, &str, Rule)] = &[
    (CLONE_DIM_ORDER, CLONE, dim_order_to_clone),
    (CLONE_DIM_ORDER, TO_DIM_ORDER_COPY, clone_to_copy),
    (TO_DIM_ORDER_COPY, TO_COPY, dim_order_to_copy),
    (CLONE, CLONE_DIM_ORDER, clone_to_dim_order),
    (CLONE, TO_DIM_ORDER_COPY, clone_to_dim_order),
    (TO_COPY, TO_DIM_ORDER_COPY, copy_to_dim_order),
    ("aten::mean.dtype_out", "aten::mean.out", mean_of_all),
    ("aten::max.unary_out", "aten::amax.out", max_of_all),
    ("executorch_prim::add.int", "executorch_prim::add.Scalar", verbatim),
    ("executorch_prim::sub.int", "executorch_prim::sub.Scalar", verbatim),
    ("executorch_prim::eq.int", "executorch_prim::eq.Scalar", verbatim),
];

/// The new arguments of a call, or why it cannot be made.
pub(super) type Rule = fn(&Call<'_>) -> Result<Vec<Argument>, String>;

/// Whether kernels know this order: contiguous, or channels last in four or five dimensions.
fn is_known_order(order: &[u8]) -> bool {
    let n = order.len();
    let contiguous = order.iter().enumerate().all(|(i, d)| usize::from(*d) == i);
    let last = matches!(n, 4 | 5)
        && matches!(order, [0, inner @ .., 1] if inner.iter().enumerate().all(|(i, d)| usize::from(*d) == i + 2));
    contiguous || last
}

fn same_orders(a: &Layout, b: &Layout) -> Result<(), String> {
    match a.dim_order == b.dim_order {
        true => Ok(()),
        false => Err(format!("dimension order changes from {:?} to {:?}", a.dim_order, b.dim_order)),
    }
}

fn same_types(a: &Layout, b: &Layout) -> Result<(), String> {
    match a.scalar_type == b.scalar_type {
        true => Ok(()),
        false => Err(format!("element type changes from {} to {}", a.scalar_type, b.scalar_type)),
    }
}

fn known_order(layout: &Layout) -> Result<(), String> {
    match is_known_order(&layout.dim_order) {
        true => Ok(()),
        false => {
            Err(format!("dimension order {:?} is neither contiguous nor channels last", layout.dim_order))
        }
    }
}

fn dim_order_to_clone(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(5)?;
    call.is_false(1)?;
    let (from, to) = (call.layout(0)?, call.layout(3)?);
    same_types(&from, &to)?;
    same_orders(&from, &to)?;
    known_order(&to)?;
    Ok(vec![call.given(0), Argument::Null, call.output(), call.output()])
}

fn clone_to_copy(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(5)?;
    call.is_false(1)?;
    same_types(&call.layout(0)?, &call.layout(3)?)?;
    Ok(call.args.iter().map(|n| Argument::Value(*n)).collect())
}

fn dim_order_to_copy(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(5)?;
    call.is_false(1)?;
    same_orders(&call.layout(0)?, &call.layout(3)?)?;
    Ok(vec![call.given(0), call.given(1), Argument::Null, call.output(), call.output()])
}

/// The dimension order to ask for: none where it stays.
fn order(from: &Layout, to: &Layout) -> Result<Argument, String> {
    known_order(to)?;
    Ok(if from.dim_order == to.dim_order { Argument::Null } else { Argument::Order(to.dim_order.clone()) })
}

fn clone_to_dim_order(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(4)?;
    call.is_plain_format(1)?;
    let (from, to) = (call.layout(0)?, call.layout(2)?);
    same_types(&from, &to)?;
    Ok(vec![call.given(0), Argument::False, order(&from, &to)?, call.output(), call.output()])
}

fn copy_to_dim_order(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(5)?;
    call.is_false(1)?;
    call.is_plain_format(2)?;
    let order = order(&call.layout(0)?, &call.layout(3)?)?;
    Ok(vec![call.given(0), call.given(1), order, call.output(), call.output()])
}

/// `mean(self, dtype, out)` is `mean(self, dim=None, keepdim=False, dtype, out)`.
fn mean_of_all(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(4)?;
    Ok(vec![call.given(0), Argument::Null, Argument::False, call.given(1), call.output(), call.output()])
}

/// `max(self, out)` is `amax(self, dim=[], keepdim=False, out)`.
fn max_of_all(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    call.arguments(3)?;
    same_types(&call.layout(0)?, &call.layout(1)?)?;
    Ok(vec![call.given(0), Argument::Order(Vec::new()), Argument::False, call.output(), call.output()])
}

fn verbatim(call: &Call<'_>) -> Result<Vec<Argument>, String> {
    Ok(call.args.iter().map(|n| Argument::Value(*n)).collect())
}
