//! A program as text: what it takes, a line for each node, and the graphs in its arguments behind it.
//!
//! ```text
//! graph: 4 inputs, 3 nodes, 1 output
//!   input %x: float32[1, 3] (user_input)
//!   %linear: float32[1, 4] = aten::linear(input=%x, weight=%p_weight)
//!   return %linear
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::defs::definitions;
use super::graph::{Argument, Target, Tensor, size};
use super::program::{Program, text};
use crate::json::{Kind, Value};

/// The longest text of one argument.
const MAX_ARGUMENT: usize = 400;

/// Element types, by their values in `ScalarType`: names as PyTorch prints them.
pub(super) const DTYPES: [(i64, &str); 21] = [
    (1, "uint8"),
    (2, "int8"),
    (3, "int16"),
    (4, "int32"),
    (5, "int64"),
    (6, "float16"),
    (7, "float32"),
    (8, "float64"),
    (9, "complex32"),
    (10, "complex64"),
    (11, "complex128"),
    (12, "bool"),
    (13, "bfloat16"),
    (28, "uint16"),
    (29, "float8_e4m3fn"),
    (30, "float8_e5m2"),
    (31, "float8_e4m3fnuz"),
    (32, "float8_e5m2fnuz"),
    (33, "float8_e8m0fnu"),
    (34, "uint32"),
    (35, "uint64"),
];

/// The name of an element type, by its value in `ScalarType`.
pub fn dtype(number: i64) -> Option<&'static str> {
    DTYPES.iter().find(|(of, _)| *of == number).map(|(_, name)| *name)
}

/// Writes a program, up to `most` bytes and the line that goes beyond; then how much is left out.
///
/// # Errors
///
/// What the writer says.
pub fn render(program: Program<'_>, most: usize, out: &mut impl Write) -> fmt::Result {
    let Some(graph) = program.graph() else { return writeln!(out, "no graph") };
    let mut roles: BTreeMap<Cow<'_, str>, String> = BTreeMap::new();
    for spec in program.inputs() {
        let role = match &spec.target {
            Some(target) => format!("{} {}", spec.kind, plain(target)),
            None => spec.kind.to_string(),
        };
        if let Some(name) = spec.name {
            roles.insert(name, role);
        }
    }
    let (mut rest, mut left_out) = (most, 0usize);
    let mut line = String::new();
    for (at, (name, graph)) in graph.all().into_iter().enumerate() {
        let tensors: BTreeMap<Cow<'_, str>, Tensor<'_>> = graph.tensors().collect();
        let mut lines = |line: &mut String, rest: &mut usize| -> fmt::Result {
            match rest.checked_sub(line.len()) {
                Some(less) => {
                    *rest = less;
                    out.write_str(line)?;
                }
                None => {
                    *rest = 0;
                    left_out += 1;
                }
            }
            line.clear();
            Ok(())
        };
        let counts = [graph.inputs().count(), graph.nodes().count(), graph.outputs().count()];
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let title = if at == 0 { "graph".to_string() } else { format!("graph %{}", plain(&name)) };
        let [inputs, nodes, outputs] = counts;
        let (inputs, nodes, outputs) =
            (plural(inputs, "input"), plural(nodes, "node"), plural(outputs, "output"));
        writeln!(line, "{title}: {inputs}, {nodes}, {outputs}")?;
        lines(&mut line, &mut rest)?;
        for input in graph.inputs() {
            let name = input.name().unwrap_or_default();
            write!(line, "  input {}", argument(input))?;
            typed(&mut line, &tensors, &name)?;
            match roles.get(&name).filter(|_| at == 0) {
                Some(role) => writeln!(line, " ({role})")?,
                None => writeln!(line)?,
            }
            lines(&mut line, &mut rest)?;
        }
        for node in graph.nodes() {
            line.push_str("  ");
            for (at, output) in node.outputs().enumerate() {
                line.push_str(if at > 0 { ", " } else { "" });
                line.push_str(&argument(output));
                typed(&mut line, &tensors, &output.name().unwrap_or_default())?;
            }
            if node.outputs().next().is_some() {
                line.push_str(" = ");
            }
            line.push_str(&target(&node.target().unwrap_or_default()));
            line.push('(');
            for (at, (name, value)) in node.inputs().enumerate() {
                line.push_str(if at > 0 { ", " } else { "" });
                if !name.is_empty() {
                    write!(line, "{}=", plain(&name))?;
                }
                line.push_str(&argument(value));
            }
            line.push_str(")\n");
            lines(&mut line, &mut rest)?;
        }
        let results: Vec<String> = graph.outputs().map(argument).collect();
        writeln!(line, "  return {}", results.join(", "))?;
        lines(&mut line, &mut rest)?;
    }
    match left_out {
        0 => Ok(()),
        count => writeln!(out, "… {count} more lines"),
    }
}

/// `: float32[1, 3]`, where a value is a tensor.
fn typed(line: &mut String, tensors: &BTreeMap<Cow<'_, str>, Tensor<'_>>, name: &str) -> fmt::Result {
    let Some(tensor) = tensors.get(name) else { return Ok(()) };
    let number = tensor.dtype().unwrap_or_default();
    let sizes: Vec<String> = tensor.sizes().take(64).map(|size| plain(&size)).collect();
    match dtype(number) {
        Some(name) => write!(line, ": {name}[{}]", sizes.join(", "))?,
        None => write!(line, ": dtype {number}[{}]", sizes.join(", "))?,
    }
    // Tensors on other devices, and those that are not strided, are worth a word.
    if let Some(device) = tensor.device().filter(|device| device != "cpu") {
        write!(line, " on {}", plain(&device))?;
    }
    match tensor.layout() {
        Some(7) | None => Ok(()),
        Some(layout) => match definitions().value("Layout", layout, None) {
            Some(name) => write!(line, " {name}"),
            None => write!(line, " layout {layout}"),
        },
    }
}

/// `aten::add.Tensor`, for what is no operator as it is written.
fn target(text: &str) -> String {
    match Target::parse(text) {
        Target::Operator { name, overload } if overload.is_empty() => plain(&name),
        Target::Operator { name, overload } => plain(&format!("{name}.{overload}")),
        Target::HigherOrder(name) => plain(&format!("higher_order::{name}")),
        Target::Function(path) | Target::Extension(path) | Target::Other(path) => plain(&path),
    }
}

/// An argument on one line.
fn argument(argument: Argument<'_>) -> String {
    let Some((kind, value)) = argument.content() else { return plain(argument.value().raw()) };
    let named = |name: Cow<'_, str>| format!("%{}", plain(&name));
    let tensor = |value: Value<'_>| text(value, "name").map_or_else(|| plain(value.raw()), named);
    let list = |of: fn(Value<'_>) -> String| {
        let items: Vec<String> = value.items().take(MAX_ARGUMENT).map(of).collect();
        plain(&format!("[{}]", items.join(", ")))
    };
    let by_name = |class: &str| {
        let number = value.as_i64();
        number
            .and_then(|number| definitions().value(class, number, None))
            .map_or_else(|| plain(value.raw()), plain)
    };
    match &*kind {
        "none" => "None".into(),
        "tensor" | "token" => tensor(value),
        "tensors" => {
            list(|item| text(item, "name").map_or_else(|| item.raw().to_string(), |name| format!("%{name}")))
        }
        "optional_tensors" => list(inner),
        "optional_tensor" | "sym_int" | "sym_float" | "sym_bool" => plain(&inner(value)),
        "sym_ints" | "sym_floats" | "sym_bools" => list(inner),
        "graph" => {
            text(value, "name").map_or_else(|| "graph".into(), |name| format!("graph %{}", plain(&name)))
        }
        "custom_obj" => {
            let class = text(value, "class_fqn").unwrap_or_default();
            format!("{}: {}", text(value, "name").map(named).unwrap_or_default(), plain(&class))
        }
        "scalar_type" => value.as_i64().and_then(dtype).map_or_else(|| plain(value.raw()), String::from),
        "memory_format" => by_name("MemoryFormat"),
        "layout" => by_name("Layout"),
        "device" => match (text(value, "type"), value.get("index").and_then(Value::as_i64)) {
            (Some(kind), Some(index)) => plain(&format!("{kind}:{index}")),
            (Some(kind), None) => plain(&kind),
            _ => plain(value.raw()),
        },
        "operator" => value.as_str().map_or_else(|| plain(value.raw()), |text| target(&text)),
        _ => plain(value.raw()),
    }
}

/// What is in a small union: a name, `None`, or a number.
fn inner(value: Value<'_>) -> String {
    let Some((kind, content)) = Argument::new(value).content() else { return value.raw().to_string() };
    match (&*kind, content.kind()) {
        ("none", _) => "None".into(),
        ("tensor", Kind::Object) => text(content, "name").map(|name| format!("%{name}")).unwrap_or_default(),
        ("name" | "tensor", Kind::String) => format!("%{}", content.as_str().unwrap_or_default()),
        ("expr", _) => size(value).into_owned(),
        _ => content.raw().to_string(),
    }
}

/// A text of the file on one line: without control characters, and not too long.
fn plain(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(MAX_ARGUMENT)
        .flat_map(|letter| {
            let escape = letter.is_control() || ('\u{200b}'..='\u{206f}').contains(&letter);
            let (escaped, same) =
                if escape { (Some(letter.escape_unicode()), None) } else { (None, Some(letter)) };
            escaped.into_iter().flatten().chain(same)
        })
        .collect();
    if text.chars().nth(MAX_ARGUMENT).is_some() {
        shown.push('…');
    }
    shown
}
