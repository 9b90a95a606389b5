//! A listing of a file for people.

use std::fmt;

use super::values::{IValue, Module, Quantiser, Tensor, ValueKind};
use crate::bytecode;

/// Characters of a text, and elements of a list, that are shown.
const SHOWN: usize = 60;

/// Writes what is in a file: versions, functions with their instructions, values, classes, storages, files; each part up to `most` lines.
///
/// # Errors
///
/// Those of `out`.
pub fn write_text(module: &Module, most: usize, out: &mut impl fmt::Write) -> fmt::Result {
    writeln!(out, "operator version {}", module.operator_version)?;
    bytecode::write_text(&module.program, most, out)?;
    let values = module.values.len();
    writeln!(
        out,
        "values: {values}, {} of them the program's; the module is {}",
        module.mobile_values, module.state
    )?;
    list(out, most, &module.values, |index, value| format!("{index:>5}  {}", shown_value(module, value)))?;
    if !module.classes.is_empty() {
        writeln!(out, "classes: {}", module.classes.len())?;
    }
    list(out, most, &module.classes, |index, class| {
        let attributes: Vec<String> = class.attributes.iter().take(SHOWN).map(|name| clipped(name)).collect();
        let more = if class.attributes.len() > SHOWN { ", …" } else { "" };
        format!("{index:>5}  {} {:?} ({}{more})", clipped(&class.name), class.kind, attributes.join(", "))
    })?;
    if !module.storages.is_empty() {
        writeln!(out, "storages: {}", module.storages.len())?;
    }
    list(out, most, &module.storages, |index, storage| {
        let len = storage.data.end.saturating_sub(storage.data.start);
        format!("{index:>5}  {len} bytes at 0x{:x}", storage.data.start)
    })?;
    for (what, files) in [("extra files", &module.extra_files), ("source", &module.sources)] {
        if files.is_empty() {
            continue;
        }
        writeln!(out, "{what}: {}", files.len())?;
        list(out, most, files, |_, file| {
            let len = file.content.end.saturating_sub(file.content.start);
            format!("       {}: {len} bytes at 0x{:x}", clipped(&file.name), file.content.start)
        })?;
    }
    Ok(())
}

fn list<T>(
    out: &mut impl fmt::Write,
    most: usize,
    all: &[T],
    mut line: impl FnMut(usize, &T) -> String,
) -> fmt::Result {
    for (index, one) in all.iter().take(most).enumerate() {
        writeln!(out, "{}", line(index, one))?;
    }
    match all.len().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(out, "       … {more} more"),
    }
}

fn clipped(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(SHOWN).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("{}{more}", start.escape_debug())
}

fn numbers<T: fmt::Display>(all: &[T]) -> String {
    let text: Vec<String> = all.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if all.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", text.join(", "))
}

fn shown_value(module: &Module, value: &IValue) -> String {
    match &value.kind {
        ValueKind::None => "None".into(),
        ValueKind::Int(number) => number.to_string(),
        ValueKind::Bool(true) => "True".into(),
        ValueKind::Bool(false) => "False".into(),
        ValueKind::Double(number) => format!("{number:?}"),
        ValueKind::Complex(real, imaginary) => format!("{real:?}{imaginary:+?}j"),
        ValueKind::Tensor(tensor) => shown_tensor(tensor),
        ValueKind::Text(text) => format!("\"{}\"", clipped(text)),
        ValueKind::List(items, ty) => {
            let ty = ty.as_ref().map_or(String::new(), |ty| format!(" of type {}", clipped(&ty.text)));
            format!("[{}]{ty}", numbers(items))
        }
        ValueKind::Tuple(items) => format!("({})", numbers(items)),
        ValueKind::Dict(keys, values, _) => {
            let pairs: Vec<String> =
                keys.iter().zip(values).map(|(key, value)| format!("{key}: {value}")).take(SHOWN).collect();
            let more = if keys.len() > SHOWN { ", …" } else { "" };
            format!("{{{}{more}}}", pairs.join(", "))
        }
        ValueKind::Object { class, state, attributes, setstate } => {
            let name = usize::try_from(*class).ok().and_then(|at| module.classes.get(at));
            let name = name.map_or("?".into(), |class| clipped(&class.name));
            match attributes.is_empty() && *state != 0 {
                true => format!("{name} from {state} by {setstate}"),
                false => format!("{name} ({})", numbers(attributes)),
            }
        }
        ValueKind::IntList(count) => format!("{count} integers"),
        ValueKind::DoubleList(count) => format!("{count} numbers"),
        ValueKind::BoolList(count) => format!("{count} booleans"),
        ValueKind::Device(name) => format!("device {}", clipped(name)),
        ValueKind::Enum(class, value) => format!("member {value} of {}", clipped(class)),
        ValueKind::Function(index) => {
            let function = module.program.functions.get(*index);
            format!("function {}", function.map_or("?".into(), |function| clipped(&function.name)))
        }
        ValueKind::Unknown(number) => format!("? (kind {number})"),
    }
}

fn shown_tensor(tensor: &Tensor) -> String {
    let quantised = match &tensor.quantiser {
        None => String::new(),
        Some(Quantiser::PerTensor { scale, zero_point, .. }) => {
            format!(", scale {scale:?}, zero point {zero_point}")
        }
        Some(Quantiser::PerChannel { axis, .. }) => format!(", scales along axis {axis}"),
    };
    format!(
        "tensor {} [{}], strides [{}], offset {}, in storage {}{quantised}",
        tensor.scalar_type,
        numbers(&tensor.sizes),
        numbers(&tensor.strides),
        tensor.offset,
        tensor.storage
    )
}
