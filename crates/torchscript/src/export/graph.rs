//! Graphs: their nodes, the targets of nodes with their arguments, and graphs in arguments of higher-order operators.

use std::borrow::Cow;
use std::collections::BTreeMap;

use outlast_core::Span;

use super::program::text;
use crate::json::{Kind, Value};

/// A graph.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'d> {
    value: Value<'d>,
}

/// A node: a call.
#[derive(Clone, Copy, Debug)]
pub struct Node<'d> {
    value: Value<'d>,
}

/// An argument, or a result: a union.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'d> {
    value: Value<'d>,
}

/// A tensor without its data.
#[derive(Clone, Copy, Debug)]
pub struct Tensor<'d> {
    value: Value<'d>,
}

/// What a node calls.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// `torch.ops.aten.add.Tensor`: an overload of an operator.
    Operator {
        /// `aten::add`.
        name: String,
        /// `Tensor`; empty for `default`, which is the overload without a name.
        overload: String,
    },
    /// `torch.ops.higher_order.cond`: an operator that takes graphs.
    HigherOrder(String),
    /// `_operator.add`, `math.floor`, `torch.sym_max`: a function of Python, by its path.
    Function(String),
    /// `#…`: a function of an extension that the reader has to have registered.
    Extension(String),
    /// Something else, which readers keep as text, and refuse when the graph is checked.
    Other(String),
}

impl Target {
    /// Reads a target.
    pub fn parse(text: &str) -> Target {
        if let Some(rest) = text.strip_prefix("torch.ops.") {
            let parts: Vec<&str> = rest.split('.').collect();
            return match parts[..] {
                ["higher_order", name] => Target::HigherOrder(name.into()),
                [namespace, name, overload] => Target::Operator {
                    name: format!("{namespace}::{name}"),
                    overload: if overload == "default" { String::new() } else { overload.into() },
                },
                _ => Target::Other(text.into()),
            };
        }
        match text.split('.').next() {
            Some("_operator" | "torch" | "math") => Target::Function(text.into()),
            _ if text.starts_with('#') => Target::Extension(text.into()),
            _ => Target::Other(text.into()),
        }
    }
}

impl<'d> Graph<'d> {
    pub(super) fn new(value: Value<'d>) -> Graph<'d> {
        Graph { value }
    }

    /// Its JSON.
    pub fn value(self) -> Value<'d> {
        self.value
    }

    fn list(self, name: &str) -> impl Iterator<Item = Value<'d>> + use<'d> {
        self.value.get(name).into_iter().flat_map(Value::items)
    }

    /// Its inputs.
    pub fn inputs(self) -> impl Iterator<Item = Argument<'d>> {
        self.list("inputs").map(Argument::new)
    }

    /// Its results.
    pub fn outputs(self) -> impl Iterator<Item = Argument<'d>> {
        self.list("outputs").map(Argument::new)
    }

    /// Its nodes, in the order in which they run.
    pub fn nodes(self) -> impl Iterator<Item = Node<'d>> {
        self.list("nodes").map(|value| Node { value })
    }

    /// Whether its one result is given as it is, and not in a list.
    pub fn is_single_tensor_return(self) -> bool {
        self.value.get("is_single_tensor_return").and_then(Value::as_bool).unwrap_or(false)
    }

    /// Its tensors, by name. 2.1 and 2.2 wrap what is said of them in `meta`.
    pub fn tensors(self) -> impl Iterator<Item = (Cow<'d, str>, Tensor<'d>)> {
        let members = self.value.get("tensor_values").into_iter().flat_map(Value::members);
        members
            .filter_map(|(key, value)| Some((key.as_str()?, Tensor::new(value.get("meta").unwrap_or(value)))))
    }

    /// Its symbolic numbers and objects, by name: the field they are listed in (`sym_int_values`, `sym_bool_values`, `sym_float_values`,
    /// `custom_obj_values`), the name, and what is said of them.
    pub fn others(self) -> Vec<(&'static str, Cow<'d, str>, Value<'d>)> {
        const FIELDS: [&str; 4] =
            ["sym_int_values", "sym_bool_values", "sym_float_values", "custom_obj_values"];
        let mut found = Vec::new();
        for field in FIELDS {
            let members = self.value.get(field).into_iter().flat_map(Value::members);
            found.extend(members.filter_map(|(key, value)| Some((field, key.as_str()?, value))));
        }
        found
    }

    /// This graph and those in its arguments, each with a name: empty for this one, the argument's for others. No order but that this is the first.
    pub fn all(self) -> Vec<(Cow<'d, str>, Graph<'d>)> {
        let mut found = vec![(Cow::Borrowed(""), self)];
        let mut next = 0;
        while let Some((_, graph)) = found.get(next).cloned() {
            next += 1;
            for node in graph.nodes() {
                for (_, argument) in node.inputs() {
                    argument.graphs(&mut found);
                }
            }
        }
        found
    }
}

impl<'d> Node<'d> {
    /// Its JSON.
    pub fn value(self) -> Value<'d> {
        self.value
    }

    /// What it calls, as it is written.
    pub fn target(self) -> Option<Cow<'d, str>> {
        text(self.value, "target")
    }

    /// Its own name; nothing before 2.11.
    pub fn name(self) -> Option<Cow<'d, str>> {
        text(self.value, "name")
    }

    /// Its arguments: names, which are those of the operator's schema, and values.
    pub fn inputs(self) -> impl Iterator<Item = (Cow<'d, str>, Argument<'d>)> {
        let inputs = self.value.get("inputs").into_iter().flat_map(Value::items);
        inputs.filter_map(|input| {
            Some((text(input, "name").unwrap_or_default(), Argument::new(input.get("arg")?)))
        })
    }

    /// Its results.
    pub fn outputs(self) -> impl Iterator<Item = Argument<'d>> {
        self.value.get("outputs").into_iter().flat_map(Value::items).map(Argument::new)
    }

    /// What is known of where it comes from: `stack_trace`, `nn_module_stack`, `source_fn_stack`, `torch_fn`.
    pub fn metadata(self) -> impl Iterator<Item = (Cow<'d, str>, Cow<'d, str>)> {
        let members = self.value.get("metadata").into_iter().flat_map(Value::members);
        members.filter_map(|(key, value)| Some((key.as_str()?, value.as_str()?)))
    }
}

impl<'d> Argument<'d> {
    pub(super) fn new(value: Value<'d>) -> Argument<'d> {
        Argument { value }
    }

    /// Its JSON.
    pub fn value(self) -> Value<'d> {
        self.value
    }

    /// What it is, `as_tensor` without `as_`, and its value. 2.1 and 2.2 write every member of the union, all but one of them `null`.
    pub fn content(self) -> Option<(Cow<'d, str>, Value<'d>)> {
        let mut members = self.value.members();
        let first = members.next()?;
        let (key, value) = match members.next() {
            None => first,
            Some(_) => self.value.members().find(|(_, value)| !value.is_null())?,
        };
        let kind = key.as_str()?;
        let kind = match kind {
            Cow::Borrowed(kind) => Cow::Borrowed(kind.strip_prefix("as_").unwrap_or(kind)),
            Cow::Owned(kind) => Cow::Owned(kind.strip_prefix("as_").unwrap_or(&kind).to_string()),
        };
        Some((kind, value))
    }

    /// The value of the graph that it names.
    pub fn name(self) -> Option<Cow<'d, str>> {
        let (_, value) = self.content()?;
        text(value, "name").or_else(|| text(value, "as_name"))
    }

    /// The graphs in it.
    fn graphs(self, found: &mut Vec<(Cow<'d, str>, Graph<'d>)>) {
        let mut open = vec![self];
        while let Some(argument) = open.pop() {
            match argument.content() {
                Some((kind, value)) if kind == "graph" => {
                    if let Some(graph) = value.get("graph").filter(|graph| graph.kind() == Kind::Object) {
                        found.push((text(value, "name").unwrap_or_default(), Graph::new(graph)));
                    }
                }
                Some((kind, value)) if kind == "string_to_argument" => {
                    open.extend(value.members().map(|(_, value)| Argument::new(value)));
                }
                _ => {}
            }
        }
    }
}

impl<'d> Tensor<'d> {
    pub(super) fn new(value: Value<'d>) -> Tensor<'d> {
        Tensor { value }
    }

    /// Its JSON.
    pub fn value(self) -> Value<'d> {
        self.value
    }

    /// The type of its elements, a value of `ScalarType`.
    pub fn dtype(self) -> Option<i64> {
        self.value.get("dtype")?.as_i64()
    }

    /// Its layout, a value of `Layout`.
    pub fn layout(self) -> Option<i64> {
        self.value.get("layout")?.as_i64()
    }

    /// Its sizes: numbers, or expressions of symbols.
    pub fn sizes(self) -> impl Iterator<Item = Cow<'d, str>> {
        self.value.get("sizes").into_iter().flat_map(Value::items).map(size)
    }

    /// Its device: `cpu`, `cuda:0`.
    pub fn device(self) -> Option<String> {
        let device = self.value.get("device")?;
        let index = device.get("index").and_then(Value::as_i64);
        let kind = text(device, "type")?;
        Some(index.map_or_else(|| kind.to_string(), |index| format!("{kind}:{index}")))
    }
}

/// A symbolic whole number: a number, or an expression.
pub(super) fn size(value: Value<'_>) -> Cow<'_, str> {
    match value.members().find(|(_, value)| !value.is_null()) {
        Some((_, inner)) => text(inner, "expr_str").unwrap_or(Cow::Borrowed(inner.raw())),
        None => Cow::Borrowed(value.raw()),
    }
}

/// Calls of one shape: a target, and the arguments that are given to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    /// What is called.
    pub target: String,
    /// The arguments that are given: names, and kinds as in `tensor`.
    pub arguments: Vec<(String, String)>,
}

/// How often there are calls of one shape, and where the first is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uses {
    /// How many.
    pub count: u64,
    /// The first.
    pub first: Span,
}

/// The calls of a graph and of those in it, by shape.
pub fn uses(graph: Graph<'_>) -> BTreeMap<Shape, Uses> {
    let mut found: BTreeMap<Shape, Uses> = BTreeMap::new();
    for (_, graph) in graph.all() {
        for node in graph.nodes() {
            let target = node.target().unwrap_or_default().into_owned();
            let arguments = node.inputs().map(|(name, argument)| {
                let kind = argument.content().map(|(kind, _)| kind.into_owned());
                (name.into_owned(), kind.unwrap_or_default())
            });
            let shape = Shape { target, arguments: arguments.collect() };
            let first = node.value().span();
            found.entry(shape).or_insert(Uses { count: 0, first }).count += 1;
        }
    }
    found
}
