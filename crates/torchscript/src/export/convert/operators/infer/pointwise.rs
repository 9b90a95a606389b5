//! Operators that go through the elements of tensors.

use super::super::meta::{BOOL, FLOAT32, Meta, category, contiguous};
use super::super::value::Value;
use super::{Given, elementwise, result_type};

/// One tensor, whose element type stays.
const SAME: [&str; 37] = [
    "neg",
    "negative",
    "relu",
    "relu6",
    "sign",
    "sgn",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fix",
    "frac",
    "clamp",
    "clip",
    "clamp_min",
    "clamp_max",
    "square",
    "positive",
    "bitwise_not",
    "nan_to_num",
    "hardtanh",
    "hardsigmoid",
    "hardswish",
    "leaky_relu",
    "elu",
    "celu",
    "selu",
    "silu",
    "gelu",
    "softplus",
    "softshrink",
    "hardshrink",
    "threshold",
    "conj_physical",
    "mish",
    "log_sigmoid",
    "fill",
];
/// One tensor, whose whole numbers become floats.
const FLOATS: [&str; 30] = [
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "rsqrt",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "sigmoid",
    "erf",
    "erfc",
    "erfinv",
    "reciprocal",
    "lgamma",
    "digamma",
    "sinc",
    "logit",
];
/// One tensor, of whose elements something is true.
const TRUTHS: [&str; 7] = ["logical_not", "isnan", "isinf", "isfinite", "isposinf", "isneginf", "signbit"];
/// Two tensors, or one and a number, that are compared.
const COMPARED: [&str; 13] = [
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "not_equal",
    "less",
    "greater",
    "less_equal",
    "greater_equal",
    "logical_and",
    "logical_or",
];
/// Two tensors, or one and a number, whose element types become one.
const BOTH: [&str; 26] = [
    "add",
    "sub",
    "subtract",
    "mul",
    "multiply",
    "rsub",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "remainder",
    "fmod",
    "pow",
    "floor_divide",
    "__and__",
    "__or__",
    "__xor__",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "hypot",
    "nextafter",
    "copysign",
    "heaviside",
    "xlogy",
    "gcd",
];

pub(super) fn infer(name: &str, overload: &str, given: &Given<'_>) -> Option<Vec<Meta>> {
    // Operands by the names that schemas have for them.
    let left = given.get("self").or_else(|| given.get("input"))?;
    let one = || left.as_tensor()?.meta.as_deref();
    let result = match name {
        "abs" | "absolute" => {
            let dtype = match one()?.dtype {
                8 => 5,
                9 => 6,
                10 => 7,
                dtype => dtype,
            };
            elementwise(dtype, &[one()?])?
        }
        "masked_fill" => {
            let (one, mask) = (one()?, given.tensor("mask")?);
            let mut result = elementwise(one.dtype, &[one, mask])?;
            // It is a copy that is filled: rows behind each other where the mask is larger.
            if result.sizes != one.sizes {
                result.strides = contiguous(&result.sizes);
            } else {
                result.strides = elementwise(one.dtype, &[one])?.strides;
            }
            result
        }
        "clamp" | "clip" | "clamp_min" | "clamp_max" => {
            let bounds = ["min", "max"].map(|name| given.get(name));
            let bounds: Vec<&Value> =
                bounds.into_iter().flatten().filter(|bound| **bound != Value::None).collect();
            let dtype = result_type(std::iter::once(left).chain(bounds.iter().copied()))?;
            let mut tensors = vec![one()?];
            for bound in bounds {
                if let Value::Tensor(bound) = bound {
                    tensors.push(bound.meta.as_deref()?);
                }
            }
            elementwise(dtype, &tensors)?
        }
        _ if SAME.contains(&name) => elementwise(one()?.dtype, &[one()?])?,
        _ if FLOATS.contains(&name) => elementwise(floating(one()?.dtype), &[one()?])?,
        _ if TRUTHS.contains(&name) => elementwise(BOOL, &[one()?])?,
        "softmax" | "log_softmax" | "_softmax" | "_log_softmax" | "_safe_softmax" => {
            let one = one()?;
            let dtype = match given.dtype("dtype")? {
                Some(dtype) => dtype,
                None if given.bool("half_to_float") == Some(true) => FLOAT32,
                None => one.dtype,
            };
            let mut result = elementwise(dtype, &[one])?;
            result.strides = contiguous(&result.sizes);
            result
        }
        "dropout" | "alpha_dropout" | "feature_dropout" => elementwise(one()?.dtype, &[one()?])?,
        "logical_xor" => binary(given, BOOL)?,
        _ if COMPARED.contains(&name) => binary(given, BOOL)?,
        "atan2" | "true_divide" => binary(given, floating(both(given)?))?,
        "div" | "divide" => match given.has("rounding_mode") {
            true => binary(given, both(given)?)?,
            false => binary(given, floating(both(given)?))?,
        },
        "pow" | "float_power" if overload == "Scalar" || name == "float_power" => return None,
        "pow" => {
            let dtype = result_type([left, given.get("exponent")?])?;
            let mut tensors = vec![one()?];
            if let Some(exponent) = given.tensor("exponent") {
                tensors.push(exponent);
            }
            elementwise(dtype, &tensors)?
        }
        _ if BOTH.contains(&name) => binary(given, both(given)?)?,
        "where" => {
            let condition = given.tensor("condition")?;
            let values = [left, given.get("other")?];
            let mut tensors = vec![condition];
            for value in values {
                if let Value::Tensor(tensor) = value {
                    tensors.push(tensor.meta.as_deref()?);
                }
            }
            elementwise(result_type(values)?, &tensors)?
        }
        _ => return None,
    };
    Some(vec![result])
}

/// The element type of an operator that gives floats.
pub(super) fn floating(dtype: i64) -> i64 {
    if category(dtype) < 2 { FLOAT32 } else { dtype }
}

/// The element type that both operands become.
fn both(given: &Given<'_>) -> Option<i64> {
    result_type([given.get("self")?, given.get("other")?])
}

fn binary(given: &Given<'_>, dtype: i64) -> Option<Meta> {
    let mut tensors = Vec::new();
    for value in [given.get("self")?, given.get("other")?] {
        match value {
            Value::Tensor(tensor) => tensors.push(tensor.meta.as_deref()?),
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Sym(_) => {}
            _ => return None,
        }
    }
    elementwise(dtype, &tensors)
}
