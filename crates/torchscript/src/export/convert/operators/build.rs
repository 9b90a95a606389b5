//! [`Builder`]: the nodes that take the place of one, with names that the graph does not have yet.

use std::rc::Rc;

use super::super::tree::Tree;
use super::meta::{Dim, Meta};
use super::value::{Sym, SymKind, Tensor, Value};
use outlast_core::{QuickMap, QuickSet};

/// A new node.
#[derive(Debug)]
pub(super) struct NewNode {
    pub(super) target: String,
    /// Names and arguments.
    pub(super) inputs: Vec<(String, Tree<'static>)>,
    pub(super) outputs: Vec<Tree<'static>>,
    /// The names of its results.
    pub(super) names: Vec<String>,
    /// Whether it does something besides its results.
    pub(super) effect: bool,
}

/// The longest expression of a size, in bytes.
const MAX_EXPR: usize = 4096;

/// The names of a graph.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: QuickSet<String>,
    /// Of each base, the number that was not tried yet.
    next: QuickMap<String, u64>,
}

impl Names {
    /// A name that the graph has.
    pub(super) fn take(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// A name that the graph does not have, for a result of an operator. It ends with a number, as no function of Python does.
    fn fresh(&mut self, base: &str) -> String {
        let base = base.trim_matches('_');
        let base = if base.is_empty() { "value" } else { base };
        let next = self.next.entry(base.to_string()).or_insert(1);
        loop {
            let name = format!("{base}_{next}");
            *next = next.saturating_add(1);
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Nodes in the order in which they run, and what is known of their results.
#[derive(Debug)]
pub(super) struct Builder<'t> {
    names: &'t mut Names,
    pub(super) nodes: Vec<NewNode>,
    /// New tensors, in order.
    pub(super) tensors: Vec<Tensor>,
    /// New numbers, in order.
    pub(super) syms: Vec<Sym>,
    /// Sizes that were asked for: of a tensor, in a dimension.
    sizes: QuickMap<(String, usize), Sym>,
}

impl<'t> Builder<'t> {
    /// New names are added to those of the graph.
    pub(super) fn new(names: &'t mut Names) -> Builder<'t> {
        Builder {
            names,
            nodes: Vec::new(),
            tensors: Vec::new(),
            syms: Vec::new(),
            sizes: QuickMap::default(),
        }
    }

    /// A new tensor.
    pub(super) fn tensor(&mut self, base: &str, meta: Option<Meta>) -> Tensor {
        let short = |meta: &Meta| {
            let mut dims = meta.sizes.iter().chain(&meta.strides);
            dims.all(|dim| matches!(dim, Dim::Known(_)) || dim.srepr().len() <= MAX_EXPR)
        };
        let meta = meta.filter(short);
        let tensor = Tensor { name: self.names.fresh(base), meta: meta.map(Rc::new) };
        self.tensors.push(tensor.clone());
        tensor
    }

    /// A new number.
    fn sym(&mut self, kind: SymKind, base: &str, expr: String) -> Sym {
        let sym = Sym { kind, name: self.names.fresh(base), expr };
        self.syms.push(sym.clone());
        sym
    }

    /// The size of a tensor in a dimension: a number where it is known, and otherwise a node that asks for it.
    pub(super) fn size(&mut self, tensor: &Tensor, dim: usize, size: &Dim) -> Value {
        let expr = match size {
            Dim::Known(number) => return Value::Int(*number),
            Dim::Symbol(expr) => expr,
        };
        let key = (tensor.name.clone(), dim);
        if let Some(known) = self.sizes.get(&key) {
            return Value::Sym(known.clone());
        }
        let sym = self.sym(SymKind::Int, "sym_size_int", expr.clone());
        self.sizes.insert(key, sym.clone());
        let of = Tree::object([("as_tensor", Tree::object([("name", Tree::text(&tensor.name))]))]);
        self.nodes.push(NewNode {
            target: "torch.ops.aten.sym_size.int".into(),
            inputs: vec![("self".into(), of), ("dim".into(), Tree::object([("as_int", Tree::number(dim))]))],
            outputs: vec![output(&Value::Sym(sym.clone()))],
            names: vec![sym.name.clone()],
            effect: false,
        });
        Value::Sym(sym)
    }

    /// What Python's operator `name` gives of whole numbers, one of which is not known; `None` for an operator without an expression.
    pub(super) fn arithmetic(&mut self, name: &'static str, left: &Value, right: &Value) -> Option<Value> {
        let (one, other) = (left.as_dim()?, right.as_dim()?);
        let expr = match name {
            "add" => one.plus(&other).srepr(),
            "sub" => one.plus(&Dim::Known(-1).times(&other)).srepr(),
            "mul" => one.times(&other).srepr(),
            "floordiv" => format!("FloorDiv({}, {})", one.srepr(), other.srepr()),
            "mod" => format!("Mod({}, {})", one.srepr(), other.srepr()),
            _ => return None,
        };
        let expr = Some(expr).filter(|expr| expr.len() <= MAX_EXPR)?;
        let sym = self.sym(SymKind::Int, name, expr);
        let argument = |value: &Value| super::value::write(value, &outlast_opset::types::Type::Int);
        self.nodes.push(NewNode {
            target: format!("_operator.{name}"),
            inputs: vec![("a".into(), argument(left)?), ("b".into(), argument(right)?)],
            outputs: vec![output(&Value::Sym(sym.clone()))],
            names: vec![sym.name.clone()],
            effect: false,
        });
        Some(Value::Sym(sym))
    }

    /// Gives a result the name that the graph has for it. A value that has one already, or that is of the graph, is given another name by a node.
    pub(super) fn claim(
        &mut self,
        value: &Value,
        name: &str,
        claimed: &mut QuickMap<String, String>,
    ) -> bool {
        let own = match value {
            Value::Tensor(tensor) => tensor,
            Value::Sym(sym) if self.syms.iter().any(|own| own.name == sym.name) => {
                return claimed.insert(sym.name.clone(), name.to_string()).is_none();
            }
            _ => return false,
        };
        let new = self.tensors.iter().any(|tensor| tensor.name == own.name);
        if new && !claimed.contains_key(&own.name) {
            claimed.insert(own.name.clone(), name.to_string());
            return true;
        }
        let inner = self.tensor("alias", own.meta.as_deref().cloned());
        self.nodes.push(NewNode {
            target: "torch.ops.aten.alias.default".into(),
            inputs: vec![("self".into(), output(value))],
            outputs: vec![output(&Value::Tensor(inner.clone()))],
            names: vec![inner.name.clone()],
            effect: false,
        });
        claimed.insert(inner.name, name.to_string());
        true
    }

    /// Leaves out nodes whose results nothing uses and that do nothing else. `used` are the results of all.
    pub(super) fn prune(&mut self, used: impl IntoIterator<Item = String>) {
        let mut live: QuickSet<String> = used.into_iter().collect();
        let mut kept: Vec<NewNode> = Vec::with_capacity(self.nodes.len());
        for node in std::mem::take(&mut self.nodes).into_iter().rev() {
            if !node.effect && !node.names.iter().any(|name| live.contains(name)) {
                continue;
            }
            for (_, argument) in &node.inputs {
                names(argument, &mut |name| {
                    live.insert(name.to_string());
                });
            }
            kept.push(node);
        }
        kept.reverse();
        let defined: QuickSet<&String> = kept.iter().flat_map(|node| &node.names).collect();
        self.tensors.retain(|tensor| defined.contains(&tensor.name));
        self.syms.retain(|sym| defined.contains(&sym.name));
        self.nodes = kept;
    }
}

/// A value as a result of a node.
pub(super) fn output(value: &Value) -> Tree<'static> {
    let named = |name: &str, key: &'static str| Tree::object([(key, Tree::text(name))]);
    match value {
        Value::Tensor(tensor) => Tree::object([("as_tensor", named(&tensor.name, "name"))]),
        Value::Sym(sym) => {
            let tag = match sym.kind {
                SymKind::Int => "as_sym_int",
                SymKind::Float => "as_sym_float",
                SymKind::Bool => "as_sym_bool",
            };
            Tree::object([(tag, named(&sym.name, "as_name"))])
        }
        Value::List(_, items) => {
            let items = items.borrow();
            let name = |item: &Value| item.as_tensor().map(|tensor| named(&tensor.name, "name"));
            Tree::object([("as_tensors", Tree::List(items.iter().filter_map(name).collect()))])
        }
        _ => Tree::object([("as_none", Tree::bool(true))]),
    }
}

/// Names that an argument or a result has in it.
pub(super) fn names(tree: &Tree<'_>, see: &mut dyn FnMut(&str)) {
    for (name, value) in tree.members() {
        match (&**name, value.as_str()) {
            ("name" | "as_name", Some(value)) => see(&value),
            // Values of inner graphs are their own.
            ("graph", _) => {}
            _ => names(value, see),
        }
    }
    tree.items().iter().for_each(|item| names(item, see));
}

/// Changes names in an argument or a result of a new node.
pub(super) fn rename(tree: &mut Tree<'static>, other: &QuickMap<String, String>) {
    match tree {
        Tree::Object(members) => {
            for (name, value) in members {
                let new = match (&**name, value.as_str()) {
                    ("name" | "as_name", Some(value)) => other.get(&*value),
                    _ => None,
                };
                match new {
                    Some(new) => *value = Tree::text(new),
                    None => rename(value, other),
                }
            }
        }
        Tree::List(items) => items.iter_mut().for_each(|item| rename(item, other)),
        Tree::Raw(_) => {}
    }
}
