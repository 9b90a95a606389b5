//! [`Value`]: what an expression of a function stands for while it is evaluated for one node, and its forms as an argument of a node.

use std::cell::RefCell;
use std::rc::Rc;

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::schema;
use outlast_opset::types::Type;

use super::super::tree::Tree;
use super::meta::{
    Device, Dim, Meta, dtype_of_export, dtype_to_export, format_of_export, format_to_export,
    layout_of_export, layout_to_export,
};

/// A tensor of the graph.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tensor {
    pub(super) name: String,
    /// What is known of it. `None` for the result of an operator of which nothing says it.
    pub(super) meta: Option<Rc<Meta>>,
}

/// The type of a number that is known when the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SymKind {
    Int,
    Float,
    Bool,
}

/// A number that is known when the program runs: its name in the graph, and the expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sym {
    pub(super) kind: SymKind,
    pub(super) name: String,
    pub(super) expr: String,
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    None,
    Bool(bool),
    /// Also element types, layouts and memory formats, with the numbers of PyTorch's code.
    Int(i64),
    Float(f64),
    Text(String),
    Device(Device),
    /// A list, with the type of its elements where it is said. Names share it.
    List(Option<Type>, Rc<RefCell<Vec<Value>>>),
    Tuple(Vec<Value>),
    Tensor(Tensor),
    Sym(Sym),
}

impl Value {
    pub(super) fn list(of: Option<Type>, items: Vec<Value>) -> Value {
        Value::List(of, Rc::new(RefCell::new(items)))
    }

    /// The value of a size.
    pub(super) fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn as_tensor(&self) -> Option<&Tensor> {
        match self {
            Value::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The elements of a list or tuple.
    pub(super) fn items(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(_, items) => Some(items.borrow().clone()),
            Value::Tuple(items) => Some(items.clone()),
            _ => None,
        }
    }

    /// A size: a number, or the expression of one.
    pub(super) fn as_dim(&self) -> Option<Dim> {
        match self {
            Value::Int(number) => Some(Dim::Known(*number)),
            Value::Sym(Sym { kind: SymKind::Int, expr, .. }) => Some(Dim::Symbol(expr.clone())),
            _ => None,
        }
    }

    /// What it is, in messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::None => "None",
            Value::Bool(_) => "a boolean",
            Value::Int(_) => "an integer",
            Value::Float(_) => "a number with a fraction",
            Value::Text(_) => "a text",
            Value::Device(_) => "a device",
            Value::List(..) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Tensor(_) => "a tensor",
            Value::Sym(_) => "a number that is known when the program runs",
        }
    }

    fn ty(&self) -> Type {
        match self {
            Value::None => Type::None,
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Float(_) => Type::Float,
            Value::Text(_) => Type::Str,
            Value::Device(_) => Type::Device,
            Value::Tensor(_) => Type::Tensor,
            Value::Sym(sym) => match sym.kind {
                SymKind::Int => Type::Int,
                SymKind::Float => Type::Float,
                SymKind::Bool => Type::Bool,
            },
            Value::Tuple(items) => Type::Tuple(items.iter().map(Value::ty).collect()),
            Value::List(of, items) => {
                let items = items.borrow();
                let none = items.contains(&Value::None);
                let first = items.iter().find(|item| **item != Value::None).map(Value::ty);
                let of = match (first, of) {
                    (_, Some(of)) => of.clone(),
                    (Some(first), None) if none => Type::optional(first),
                    (Some(first), None) => first,
                    (None, None) => Type::Tensor,
                };
                Type::list(of)
            }
        }
    }

    /// As a call gives it.
    pub(super) fn actual(&self) -> Actual {
        if let Value::List(None, items) = self
            && items.borrow().is_empty()
        {
            return Actual::empty_list();
        }
        Actual { ty: self.ty(), constant: self.constant() }
    }

    /// What a condition may look at. Lists and devices are none.
    pub(super) fn constant(&self) -> Option<Constant> {
        Some(match self {
            Value::None => Constant::None,
            Value::Bool(truth) => Constant::Bool(*truth),
            Value::Int(number) => Constant::Int(*number),
            Value::Float(number) => Constant::Float(*number),
            Value::Text(text) => Constant::Text(text.clone()),
            _ => return None,
        })
    }

    /// The default of an argument.
    pub(super) fn of_default(default: &schema::Value, argument: &schema::Argument) -> Option<Value> {
        let value = of_schema(default)?;
        // `int[2] stride=1`.
        match (&value, argument.size, &argument.ty) {
            (Value::Int(_) | Value::Float(_) | Value::Bool(_), Some(size), Type::List(_)) => {
                let count = usize::try_from(size).ok().filter(|count| *count <= 16)?;
                Some(Value::list(None, vec![value; count]))
            }
            _ => Some(value),
        }
    }
}

fn of_schema(value: &schema::Value) -> Option<Value> {
    Some(match value {
        schema::Value::None => Value::None,
        schema::Value::Bool(truth) => Value::Bool(*truth),
        schema::Value::Int(number) => Value::Int(*number),
        schema::Value::Float(number) => Value::Float(*number),
        schema::Value::Text(text) => Value::Text(String::from_utf8(text.clone()).ok()?),
        schema::Value::Device(text) => Value::Device(Device::parse(text)?),
        schema::Value::List(items) => {
            Value::list(None, items.iter().map(of_schema).collect::<Option<Vec<_>>>()?)
        }
        _ => return None,
    })
}

/// Reads an argument of a node. `tensor` and `sym` look names up.
///
/// # Errors
///
/// The kind of argument that has no value here.
pub(super) fn read(
    argument: &Tree<'_>,
    tensor: &dyn Fn(&str) -> Tensor,
    sym: &dyn Fn(SymKind, &str) -> Sym,
) -> Result<Value, String> {
    let Some((tag, content)) = argument.tag() else { return Err("an argument without a value".into()) };
    let odd = || format!("an argument of the kind `{tag}`");
    let one = |content: &Tree<'_>| read_one(tag, content, tensor, sym).ok_or_else(odd);
    let of = match tag {
        "as_tensors" => Type::Tensor,
        "as_optional_tensors" => Type::optional(Type::Tensor),
        "as_ints" | "as_sym_ints" => Type::Int,
        "as_floats" | "as_sym_floats" => Type::Float,
        "as_bools" | "as_sym_bools" => Type::Bool,
        "as_strings" => Type::Str,
        _ => return one(content),
    };
    let items = content.items().iter().map(one).collect::<Result<Vec<_>, _>>()?;
    Ok(Value::list(Some(of), items))
}

fn read_one(
    tag: &str,
    content: &Tree<'_>,
    tensor: &dyn Fn(&str) -> Tensor,
    sym: &dyn Fn(SymKind, &str) -> Sym,
) -> Option<Value> {
    let named = || Some(Value::Tensor(tensor(&content.get("name").and_then(Tree::as_str)?)));
    let symbolic = |kind: SymKind| match content.tag()? {
        ("as_name", name) => Some(Value::Sym(sym(kind, &name.as_str()?))),
        ("as_int", number) => Some(Value::Int(number.as_i64()?)),
        ("as_bool", truth) => Some(Value::Bool(truth.as_bool()?)),
        ("as_float", number) => Some(Value::Float(float(number)?)),
        _ => None,
    };
    Some(match tag {
        "as_none" => Value::None,
        "as_tensor" | "as_tensors" => named()?,
        "as_optional_tensor" | "as_optional_tensors" => match content.tag()? {
            ("as_tensor", inner) => {
                Value::Tensor(tensor(&inner.get("name").map_or_else(|| inner.as_str(), Tree::as_str)?))
            }
            ("as_none", _) => Value::None,
            _ => return None,
        },
        "as_int" | "as_ints" => Value::Int(content.as_i64()?),
        "as_float" | "as_floats" => Value::Float(float(content)?),
        "as_bool" | "as_bools" => Value::Bool(content.as_bool()?),
        "as_string" | "as_strings" => Value::Text(content.as_str()?.into_owned()),
        "as_sym_int" | "as_sym_ints" => symbolic(SymKind::Int)?,
        "as_sym_float" | "as_sym_floats" => symbolic(SymKind::Float)?,
        "as_sym_bool" | "as_sym_bools" => symbolic(SymKind::Bool)?,
        "as_scalar_type" => Value::Int(dtype_of_export(content.as_i64()?)?),
        "as_layout" => Value::Int(layout_of_export(content.as_i64()?)?),
        "as_memory_format" => Value::Int(format_of_export(content.as_i64()?)?),
        "as_device" => Value::Device(Device::read(content)?),
        _ => return None,
    })
}

/// The value of an argument, if it is a constant.
pub(super) fn constant(tag: &str, content: &Tree<'_>) -> Option<Constant> {
    let tensor = |name: &str| Tensor { name: name.to_string(), meta: None };
    let sym = |kind: SymKind, name: &str| Sym { kind, name: name.to_string(), expr: String::new() };
    read_one(tag, content, &tensor, &sym)?.constant()
}

/// A float, also one of those that JSON does not have.
fn float(tree: &Tree<'_>) -> Option<f64> {
    let Tree::Raw(raw) = tree else { return None };
    match raw.trim_matches('"') {
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        plain if plain.len() == raw.len() => plain.parse().ok(),
        _ => None,
    }
}

fn float_tree<'d>(number: f64) -> Tree<'d> {
    match () {
        () if number.is_nan() => Tree::text("NaN"),
        () if number == f64::INFINITY => Tree::text("Infinity"),
        () if number == f64::NEG_INFINITY => Tree::text("-Infinity"),
        // A float in Python needs a point or an exponent, which this form has.
        () => Tree::number(format!("{number:?}")),
    }
}

/// Writes a value as an argument of a type; `None` for one that arguments of that type cannot be.
pub(super) fn write<'d>(value: &Value, ty: &Type) -> Option<Tree<'d>> {
    let ty = match ty {
        Type::Optional(of) => of,
        ty => ty,
    };
    if let Value::List(_, items) = value {
        let Type::List(of) = ty else { return None };
        return write_list(&items.borrow(), of);
    }
    if let Value::Tuple(items) = value {
        let Type::List(of) = ty else { return None };
        return write_list(items, of);
    }
    let (tag, content) = write_one(value, ty)?;
    Some(Tree::object([(tag, content)]))
}

fn write_one<'d>(value: &Value, ty: &Type) -> Option<(&'static str, Tree<'d>)> {
    let named = |name: &str| Tree::object([("name", Tree::text(name))]);
    Some(match (value, ty) {
        (Value::None, _) => ("as_none", Tree::bool(true)),
        (Value::Tensor(tensor), Type::Tensor | Type::Any) => ("as_tensor", named(&tensor.name)),
        (Value::Bool(truth), _) => ("as_bool", Tree::bool(*truth)),
        (Value::Int(number), Type::ScalarType) => ("as_scalar_type", Tree::number(dtype_to_export(*number)?)),
        (Value::Int(number), Type::Layout) => ("as_layout", Tree::number(layout_to_export(*number)?)),
        (Value::Int(number), Type::MemoryFormat) => {
            ("as_memory_format", Tree::number(format_to_export(*number)?))
        }
        #[allow(clippy::cast_precision_loss, reason = "as Python's float of it")]
        (Value::Int(number), Type::Float | Type::SymFloat) => ("as_float", float_tree(*number as f64)),
        (Value::Int(number), _) => ("as_int", Tree::number(number)),
        (Value::Float(number), Type::Float | Type::SymFloat | Type::Number | Type::Any) => {
            ("as_float", float_tree(*number))
        }
        (Value::Text(text), Type::Device) => ("as_device", Device::parse(text)?.to_tree()),
        (Value::Text(text), _) => ("as_string", Tree::text(text)),
        (Value::Device(device), _) => ("as_device", device.to_tree()),
        (Value::Sym(sym), _) => {
            let name = Tree::object([("as_name", Tree::text(&sym.name))]);
            let tag = match sym.kind {
                SymKind::Int => "as_sym_int",
                SymKind::Float => "as_sym_float",
                SymKind::Bool => "as_sym_bool",
            };
            (tag, name)
        }
        _ => return None,
    })
}

fn write_list<'d>(items: &[Value], of: &Type) -> Option<Tree<'d>> {
    let inner = match of {
        Type::Optional(inner) => inner,
        of => of,
    };
    if *inner == Type::Tensor {
        let optional = items.contains(&Value::None);
        let write = |item: &Value| match (item, optional) {
            (Value::Tensor(tensor), false) => Some(Tree::object([("name", Tree::text(&tensor.name))])),
            (item @ (Value::Tensor(_) | Value::None), true) => {
                let (tag, content) = write_one(item, inner)?;
                Some(Tree::object([(tag, content)]))
            }
            _ => None,
        };
        let list = Tree::List(items.iter().map(write).collect::<Option<Vec<_>>>()?);
        return Some(Tree::object([(if optional { "as_optional_tensors" } else { "as_tensors" }, list)]));
    }
    let symbolic = items.iter().find_map(|item| match item {
        Value::Sym(sym) => Some(sym.kind),
        _ => None,
    });
    let (tag, number) = match (inner, symbolic) {
        (Type::Int | Type::SymInt, None) => ("as_ints", None),
        (Type::Int | Type::SymInt, Some(SymKind::Int)) => ("as_sym_ints", Some("as_int")),
        (Type::Float | Type::SymFloat, None) => ("as_floats", None),
        (Type::Float | Type::SymFloat, Some(SymKind::Float)) => ("as_sym_floats", Some("as_float")),
        (Type::Bool, None) => ("as_bools", None),
        (Type::Str, None) => ("as_strings", None),
        _ => return None,
    };
    let write = |item: &Value| {
        let content = match item {
            Value::Sym(sym) => return Some(Tree::object([("as_name", Tree::text(&sym.name))])),
            item => write_one(item, inner)?.1,
        };
        Some(match number {
            Some(number) => Tree::object([(number, content)]),
            None => content,
        })
    };
    let list = Tree::List(items.iter().map(write).collect::<Option<Vec<_>>>()?);
    Some(Tree::object([(tag, list)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn arguments_are_written_as_they_are_read() {
        let tensor = |name: &str| Tensor { name: name.to_string(), meta: None };
        let sym = |kind, name: &str| Sym { kind, name: name.to_string(), expr: name.to_string() };
        let list = |of: Type| Type::list(of);
        for (text, ty) in [
            (r#"{"as_none": true}"#, Type::optional(Type::Float)),
            (r#"{"as_tensor": {"name": "x"}}"#, Type::Tensor),
            (r#"{"as_tensors": [{"name": "x"}]}"#, list(Type::Tensor)),
            (
                r#"{"as_optional_tensors": [{"as_none": true}, {"as_tensor": {"name": "x"}}]}"#,
                list(Type::optional(Type::Tensor)),
            ),
            (r#"{"as_int": -3}"#, Type::Number),
            (r#"{"as_ints": []}"#, list(Type::SymInt)),
            (r#"{"as_sym_ints": [{"as_int": 2}, {"as_name": "s"}]}"#, Type::optional(list(Type::SymInt))),
            (r#"{"as_float": 1e-07}"#, Type::Float),
            (r#"{"as_float": "-Infinity"}"#, Type::Number),
            (r#"{"as_floats": [0.5, 1.0]}"#, list(Type::Float)),
            (r#"{"as_bool": true}"#, Type::Number),
            (r#"{"as_sym_bool": {"as_name": "ge"}}"#, Type::Number),
            (r#"{"as_string": "a\"b"}"#, Type::Str),
            (r#"{"as_scalar_type": 13}"#, Type::optional(Type::ScalarType)),
            (r#"{"as_layout": 7}"#, Type::Layout),
            (r#"{"as_memory_format": 2}"#, Type::MemoryFormat),
            (r#"{"as_device": {"type": "cuda", "index": 1}}"#, Type::Device),
        ] {
            let document = Document::parse(text.as_bytes()).unwrap();
            let tree = Tree::read(document.root()).unwrap();
            let value = read(&tree, &tensor, &sym).unwrap();
            let written = write(&value, &ty).unwrap().to_text();
            assert_eq!(written.replace("1e-7", "1e-07"), text);
        }
        let tree = Tree::object([("as_complex", Tree::NULL)]);
        assert_eq!(read(&tree, &tensor, &sym), Err("an argument of the kind `as_complex`".into()));
    }
}
