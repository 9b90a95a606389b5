//! The nodes of a graph, of which some are replaced.

use std::borrow::Cow;
use std::rc::Rc;

use outlast_core::QuickMap;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::codes;

use super::super::notes::Notes;
use super::super::rename::TABLES;
use super::super::tree::Tree;
use super::build::{Builder, Names, NewNode, names, rename};
use super::eval::{Eval, MAX_NODES, Outcome, Scope, Stop};
use super::meta::Meta;
use super::value::{self, Sym, SymKind, Tensor, Value};
use super::{Operators, Ranges, Replaced, index, operator_of};
use crate::program::Given;
use crate::upgraders::Needed;

/// The most nodes of a graph.
const MAX_GRAPH: usize = 1_000_000;

/// What takes the place of a node.
struct Instead {
    nodes: Vec<Tree<'static>>,
    tensors: Vec<(String, Tree<'static>)>,
    syms: Vec<Sym>,
}

/// What is done with the graphs of a program.
pub(super) struct Work<'w> {
    pub(super) operators: &'w Operators<'w>,
    pub(super) ranges: &'w Ranges,
    /// The first and the last version that the program may be of.
    pub(super) versions: (u64, u64),
    pub(super) replaced: Replaced,
}

impl Work<'_> {
    /// Replaces the nodes of a graph, and of those in it.
    pub(super) fn graph(&mut self, graph: &mut Tree<'_>, notes: &mut Notes) {
        let tables = TABLES.iter().flat_map(|table| graph.get(table).map(Tree::members).unwrap_or_default());
        let mut taken = Names::default();
        tables.for_each(|(name, _)| taken.take(name));
        let mut nodes =
            graph.get_mut("nodes").and_then(Tree::items_mut).map(std::mem::take).unwrap_or_default();
        // Names of nodes and of what they give, some of which no table has.
        for node in &nodes {
            node.get("name").and_then(Tree::as_str).into_iter().for_each(|name| taken.take(&name));
            node.get("outputs").into_iter().for_each(|outputs| {
                names(outputs, &mut |name| taken.take(name));
            });
        }
        let top = notes.depth() == 2;
        let described = Described::of(graph, self.listed(&nodes));
        notes.enter_field("nodes");
        let (mut all, mut origins, mut added) =
            (Vec::with_capacity(nodes.len()), Vec::new(), Added::default());
        for (at, mut node) in nodes.drain(..).enumerate() {
            notes.enter(index(at));
            for input in node.get_mut("inputs").and_then(Tree::items_mut).into_iter().flatten() {
                let inner = input.get_mut("arg").and_then(|arg| arg.get_mut("as_graph")?.get_mut("graph"));
                if let Some(graph) = inner {
                    self.graph(graph, notes);
                }
            }
            match self.node(&node, &described, &mut taken) {
                Ok(None) => all.push(node),
                Ok(Some((operator, needed, instead))) => {
                    let count = u64::try_from(instead.nodes.len()).unwrap_or(u64::MAX);
                    let said = self.replaced.calls.entry((operator, needed.function)).or_default();
                    *said = (said.0.saturating_add(1), said.1.saturating_add(count));
                    added.tensors.extend(instead.tensors);
                    added.syms.extend(instead.syms);
                    all.extend(instead.nodes);
                }
                Err((operator, stop)) => {
                    notes.refuse_operator(stop.code, &operator, stop.message);
                    all.push(node);
                }
            }
            if all.len() > MAX_GRAPH {
                notes.refuse(
                    format!("the graph has more than {MAX_GRAPH} nodes"),
                    "export the model in parts",
                );
                notes.leave();
                break;
            }
            origins.resize(all.len(), u64::try_from(at).unwrap_or(u64::MAX));
            notes.leave();
        }
        notes.leave();
        if top && !notes.is_refused() {
            notes.set_origins(origins);
        }
        graph.set("nodes", Tree::List(all));
        added.put(graph);
    }

    /// Whether one of the nodes calls an operator of the table.
    fn listed(&self, nodes: &[Tree<'_>]) -> bool {
        nodes.iter().any(|node| {
            let target = node.get("target").and_then(Tree::as_str).unwrap_or_default();
            let operator = operator_of(&target);
            operator
                .is_some_and(|operator| !self.operators.bridge.table.operator_changes(&operator).is_empty())
        })
    }

    /// What takes the place of a node; `None` if it stays. Otherwise why nothing can, with the operator.
    #[allow(clippy::type_complexity, reason = "one caller")]
    fn node(
        &self,
        node: &Tree<'_>,
        graph: &Described,
        taken: &mut Names,
    ) -> Result<Option<(String, Needed, Instead)>, (String, Stop)> {
        let target = node.get("target").and_then(Tree::as_str).unwrap_or_default();
        let Some(operator) = operator_of(&target) else { return Ok(None) };
        if self.operators.bridge.table.operator_changes(&operator).is_empty() {
            return Ok(None);
        }
        let blame = |stop: Stop| (operator.to_string(), stop);
        let arguments = arguments(node, graph);
        let needed = self.needed(&operator, &arguments).map_err(blame)?;
        let Some((needed, schema)) = needed else { return Ok(None) };
        let arguments: Result<Vec<_>, String> =
            arguments.into_iter().map(|(name, value)| Ok((name, value?))).collect();
        let arguments = arguments.map_err(|why| blame(Stop::new(why)))?;
        let instead = self.instead(node, graph, &schema, &needed, arguments, taken).map_err(blame)?;
        Ok(Some((operator.to_string(), needed, instead)))
    }

    /// The function that a call needs, and the schema of the call.
    fn needed(&self, operator: &OperatorName, arguments: &[Argument]) -> Outcome<Option<(Needed, Schema)>> {
        let constant = |value: &Result<Value, String>| value.as_ref().ok().and_then(Value::constant);
        let given: Vec<Given> = arguments
            .iter()
            .map(|(name, value)| Given { argument: name.clone(), keyword: true, constant: constant(value) })
            .collect();
        let ask = |version: u64| -> Outcome<Option<(Needed, Schema)>> {
            let Some(schema) = self.operators.schema(operator, version) else { return Ok(None) };
            let needed = self.operators.bridge.needed(operator, &schema, &given, version);
            let stop = |obstacle: outlast_opset::versions::Obstacle| Stop {
                code: obstacle.code,
                message: obstacle.message,
            };
            Ok(needed.map_err(stop)?.map(|needed| (needed, schema)))
        };
        let versions = self.versions.0..=self.versions.1;
        let versions = self.operators.bridge.possible(operator, &given, &versions);
        let (first, last) = (ask(*versions.start()), ask(*versions.end()));
        if first != last {
            let (first, last) = versions.into_inner();
            let message = format!(
                "`{operator}` changed between versions {first} and {last}, one of which the program is of: which one decides"
            );
            return Err(Stop { code: codes::VERSION_UNKNOWN, message });
        }
        first
    }

    fn instead(
        &self,
        node: &Tree<'_>,
        graph: &Described,
        schema: &Schema,
        needed: &Needed,
        given: Vec<(String, Value)>,
        taken: &mut Names,
    ) -> Outcome<Instead> {
        let mut arguments = Scope::default();
        for argument in &schema.arguments {
            let given = given.iter().find(|(name, _)| *name == argument.name).map(|(_, value)| value.clone());
            let default = || Value::of_default(argument.default.as_ref()?, argument);
            if let Some(value) = given.or_else(default) {
                arguments.insert(argument.name.clone(), value);
            }
        }
        let mut eval = Eval::new(self.operators, self.ranges, Builder::new(taken));
        let result = eval.function(&needed.function, needed.version, arguments)?;
        let mut build = eval.build;
        let outputs = node.get("outputs").map(Tree::items).unwrap_or_default();
        let claimed = claim(&mut build, &result, outputs, graph, &needed.function)?;
        build.prune(claimed.keys().cloned());
        if build.nodes.len() > MAX_NODES {
            return Err(Stop::new(format!("more than {MAX_NODES} nodes")));
        }
        let mut tensors = Vec::new();
        for tensor in build.tensors.iter().filter(|tensor| !claimed.contains_key(&tensor.name)) {
            let written = tensor.meta.as_ref().and_then(|meta| meta.to_tree());
            let Some(written) = written else {
                let by = build.nodes.iter().find(|node| node.names.contains(&tensor.name));
                return Err(Stop::new(format!(
                    "the metadata of the result of `{}` in `{}` cannot be derived",
                    by.map_or("", |node| &node.target),
                    needed.function
                )));
            };
            tensors.push((tensor.name.clone(), written));
        }
        let syms = build.syms.iter().filter(|sym| !claimed.contains_key(&sym.name)).cloned().collect();
        let mut nodes = Vec::with_capacity(build.nodes.len());
        for new in build.nodes {
            nodes.push(written(new, node, outputs, &claimed));
        }
        Ok(Instead { nodes, tensors, syms })
    }
}

/// What a graph says of its values.
#[derive(Default)]
pub(super) struct Described {
    pub(super) tensors: QuickMap<String, Rc<Meta>>,
    /// Expressions of numbers.
    syms: QuickMap<String, String>,
}

impl Described {
    /// Of a graph; nothing where it is not asked for.
    pub(super) fn of(graph: &Tree<'_>, wanted: bool) -> Described {
        let mut described = Described::default();
        if !wanted {
            return described;
        }
        for (name, meta) in graph.get("tensor_values").map(Tree::members).unwrap_or_default() {
            if let Some(meta) = Meta::read(meta) {
                described.tensors.insert(name.to_string(), Rc::new(meta));
            }
        }
        for table in ["sym_int_values", "sym_float_values", "sym_bool_values"] {
            for (name, value) in graph.get(table).map(Tree::members).unwrap_or_default() {
                let expr = value.get("as_expr").and_then(|expr| expr.get("expr_str")?.as_str());
                described.syms.extend(expr.map(|expr| (name.to_string(), expr.into_owned())));
            }
        }
        described
    }
}

/// What is known of the results of new nodes.
#[derive(Default)]
struct Added {
    tensors: Vec<(String, Tree<'static>)>,
    syms: Vec<Sym>,
}

impl Added {
    /// Puts it into a graph, which does not have these names.
    fn put(self, graph: &mut Tree<'_>) {
        let mut put = |table: &'static str, name: String, value: Tree<'static>| {
            if graph.get(table).is_none() {
                graph.set(table, Tree::Object(Vec::new()));
            }
            if let Some(Tree::Object(members)) = graph.get_mut(table) {
                members.push((Cow::Owned(name), value));
            }
        };
        self.tensors.into_iter().for_each(|(name, meta)| put("tensor_values", name, meta));
        for sym in self.syms {
            let table = match sym.kind {
                SymKind::Int => "sym_int_values",
                SymKind::Float => "sym_float_values",
                SymKind::Bool => "sym_bool_values",
            };
            let expr = Tree::object([("expr_str", Tree::text(&sym.expr)), ("hint", Tree::NULL)]);
            put(table, sym.name, Tree::object([("as_expr", expr)]));
        }
    }
}

/// An argument of a node by its name: its value, or what it is that has none here.
pub(super) type Argument = (String, Result<Value, String>);

/// The arguments of a node.
pub(super) fn arguments(node: &Tree<'_>, graph: &Described) -> Vec<Argument> {
    let tensor = |name: &str| Tensor { name: name.to_string(), meta: graph.tensors.get(name).cloned() };
    let sym = |kind: SymKind, name: &str| {
        let expr = graph.syms.get(name).cloned().unwrap_or_else(|| format!("Symbol('{name}')"));
        Sym { kind, name: name.to_string(), expr }
    };
    let read = |input: &Tree<'_>| {
        let name = input.get("name").and_then(Tree::as_str).unwrap_or_default().into_owned();
        let value = value::read(input.get("arg").unwrap_or(&Tree::NULL), &tensor, &sym);
        let value = value.map_err(|why| format!("`{name}` is {why}"));
        (name, value)
    };
    node.get("inputs").map(Tree::items).unwrap_or_default().iter().map(read).collect()
}

/// Gives the results of a function the names that the node gives its own. New names, with those that take their place.
fn claim(
    build: &mut Builder<'_>,
    result: &Value,
    outputs: &[Tree<'_>],
    graph: &Described,
    function: &str,
) -> Outcome<QuickMap<String, String>> {
    let results = match result {
        Value::None => Vec::new(),
        Value::Tuple(items) => items.clone(),
        Value::List(..)
            if outputs.iter().any(|output| output.tag().is_some_and(|(tag, _)| tag == "as_tensors")) =>
        {
            vec![result.clone()]
        }
        one => vec![one.clone()],
    };
    let odd = || {
        Stop::new(format!("`{function}` gives {}, and the node has {} results", result.kind(), outputs.len()))
    };
    if results.len() != outputs.len() {
        return Err(odd());
    }
    let mut claimed = QuickMap::default();
    for (value, output) in results.iter().zip(outputs) {
        let (tag, content) = output.tag().ok_or_else(odd)?;
        let pairs: Vec<(Value, Cow<'_, str>)> = match (tag, value) {
            ("as_tensor", Value::Tensor(_)) => {
                vec![(value.clone(), content.get("name").and_then(Tree::as_str).ok_or_else(odd)?)]
            }
            ("as_tensors", Value::List(_, items)) => {
                let all = content.items().iter().map(|item| item.get("name").and_then(Tree::as_str));
                let all: Vec<Cow<'_, str>> = all.collect::<Option<_>>().ok_or_else(odd)?;
                let items = items.borrow();
                if items.len() != all.len() {
                    return Err(odd());
                }
                items.iter().cloned().zip(all).collect()
            }
            ("as_sym_int" | "as_sym_bool" | "as_sym_float", Value::Sym(_)) => {
                vec![(value.clone(), content.get("as_name").and_then(Tree::as_str).ok_or_else(odd)?)]
            }
            ("as_none", _) => continue,
            _ => return Err(odd()),
        };
        for (value, name) in pairs {
            agrees(&value, &name, graph, function)?;
            if !build.claim(&value, &name, &mut claimed) {
                return Err(odd());
            }
        }
    }
    Ok(claimed)
}

/// What is derived of a result must be what the graph says of it.
fn agrees(value: &Value, name: &str, graph: &Described, function: &str) -> Outcome<()> {
    let said = graph.tensors.get(name);
    let (Value::Tensor(Tensor { meta: Some(derived), .. }), Some(said)) = (value, said) else {
        return Ok(());
    };
    let sizes = said.sizes.iter().zip(&derived.sizes);
    let differs = sizes.into_iter().any(|(said, derived)| match (said.known(), derived.known()) {
        (Some(said), Some(derived)) => said != derived,
        _ => false,
    });
    if said.dtype != derived.dtype || said.rank() != derived.rank() || differs {
        let message = format!("`{function}` gives {}, where the graph has {}", derived.text(), said.text());
        return Err(Stop::new(message));
    }
    Ok(())
}

/// A new node as the graph has nodes, with the metadata of the one whose place it takes.
fn written(
    new: NewNode,
    old: &Tree<'_>,
    old_outputs: &[Tree<'_>],
    claimed: &QuickMap<String, String>,
) -> Tree<'static> {
    let has_kind = old
        .get("inputs")
        .map(Tree::items)
        .unwrap_or_default()
        .iter()
        .any(|input| input.get("kind").is_some());
    let mut inputs = Vec::with_capacity(new.inputs.len());
    for (name, mut argument) in new.inputs {
        rename(&mut argument, claimed);
        let mut input = Tree::object([("name", Tree::text(&name)), ("arg", argument)]);
        if has_kind {
            // By name: as readers take those that have a default.
            input.set("kind", Tree::number(2));
        }
        inputs.push(input);
    }
    let mut outputs = new.outputs;
    outputs.iter_mut().for_each(|output| rename(output, claimed));
    let metadata = old.get("metadata").map_or_else(|| Tree::Object(Vec::new()), Tree::to_static);
    let mut node = Tree::object([
        ("target", Tree::text(&new.target)),
        ("inputs", Tree::List(inputs)),
        ("outputs", Tree::List(outputs)),
        ("metadata", metadata),
    ]);
    if old.get("is_hop_single_tensor_return").is_some() {
        node.set("is_hop_single_tensor_return", Tree::NULL);
    }
    if let Some(name) = old.get("name").filter(|name| !name.is_null()) {
        // Of several results, a node has a name of its own: that of the node that gave them.
        let own = match &new.names[..] {
            [one] => Tree::text(claimed.get(one).unwrap_or(one)),
            names
                if names.len() == old_outputs.len()
                    && names.iter().all(|name| claimed.contains_key(name)) =>
            {
                name.to_static()
            }
            _ => Tree::NULL,
        };
        node.set("name", own);
    }
    node
}
