//! Operators that make tensors.

use super::super::meta::{BOOL, Device, Dim, FLOAT32, INT64, Meta, contiguous};
use super::super::value::{SymKind, Value};
use super::{Given, elementwise};

pub(super) fn infer(name: &str, overload: &str, given: &Given<'_>) -> Option<Vec<Meta>> {
    let asked = given.dtype("dtype")?;
    let device = |default: Device| match given.get("device") {
        None | Some(Value::None) => Some(default),
        Some(Value::Device(device)) => Some(device.clone()),
        Some(Value::Text(text)) => Device::parse(text),
        Some(_) => None,
    };
    if given.has("layout") && given.int("layout") != Some(0) {
        return None;
    }
    let result = match name {
        "zeros_like" | "ones_like" | "empty_like" | "full_like" | "rand_like" | "randn_like" => {
            let own = given.tensor("self")?;
            let mut result = elementwise(asked.unwrap_or(own.dtype), &[own])?;
            result.device = device(own.device.clone())?;
            match given.get("memory_format") {
                None | Some(Value::None | Value::Int(1)) => {}
                Some(Value::Int(0)) => result.strides = contiguous(&result.sizes),
                Some(_) => return None,
            }
            result
        }
        "new_empty" | "new_zeros" | "new_ones" | "new_full" => {
            let own = given.tensor("self")?;
            Meta::contiguous(asked.unwrap_or(own.dtype), given.dims("size")?, device(own.device.clone())?)
        }
        "empty" | "zeros" | "ones" | "rand" | "randn" if matches!(overload, "" | "memory_format") => {
            (!given.has("memory_format")).then_some(())?;
            Meta::contiguous(asked.unwrap_or(FLOAT32), given.dims("size")?, device(Device::cpu())?)
        }
        "full" if overload.is_empty() => {
            let dtype = match asked {
                Some(dtype) => dtype,
                None => of_number(given.get("fill_value")?)?,
            };
            Meta::contiguous(dtype, given.dims("size")?, device(Device::cpu())?)
        }
        "scalar_tensor" => Meta::contiguous(asked.unwrap_or(FLOAT32), Vec::new(), device(Device::cpu())?),
        "arange" if matches!(overload, "" | "start" | "start_step") => {
            let start = given.get("start").unwrap_or(&Value::Int(0));
            let (stop, step) = (given.get("end")?, given.get("step").unwrap_or(&Value::Int(1)));
            let all = [start, stop, step];
            let whole = all.iter().all(|value| {
                matches!(value, Value::Int(_)) || matches!(value, Value::Sym(sym) if sym.kind == SymKind::Int)
            });
            let dtype = asked.unwrap_or(if whole { INT64 } else { FLOAT32 });
            let size = match (start, stop, step) {
                (Value::Int(start), Value::Int(stop), Value::Int(step)) => {
                    let span = stop.checked_sub(*start)?;
                    let rounded = span.checked_add(step.checked_sub(step.signum())?)?;
                    Dim::Known(rounded.checked_div(*step)?.max(0))
                }
                (Value::Int(0), stop, Value::Int(1)) => stop.as_dim()?,
                _ => return None,
            };
            Meta::contiguous(dtype, vec![size], device(Device::cpu())?)
        }
        _ => return None,
    };
    Some(vec![result])
}

/// The element type of a number.
fn of_number(value: &Value) -> Option<i64> {
    Some(match value {
        Value::Bool(_) => BOOL,
        Value::Int(_) => INT64,
        Value::Float(_) => FLOAT32,
        Value::Sym(sym) => match sym.kind {
            SymKind::Int => INT64,
            SymKind::Float => FLOAT32,
            SymKind::Bool => BOOL,
        },
        _ => return None,
    })
}
