//! Nodes that call operators that changed become the nodes of the functions that do the same: upgraders and downgraders of a version table.
//!
//! A graph has no branches and no loops, so that a function does not go into it as it is. It is evaluated for each node ([`eval::Eval`]): the arguments
//! of the node are known where they are constants, and of tensors what `tensor_values` says of them. Operators on tensors become nodes, in the order
//! in which they are called; what is asked of sizes that are known when the program runs becomes `sym_size` and Python's operators, as
//! `torch.export` writes them. The results keep the names that they have in the graph, and so signature and other nodes stay as they are.
//!
//! * [`Operators`]: a version table with its functions, between the release of a program and that of a reader.
//! * [`rewrite`]: a program in the newest schema, rewritten.
//!
//! What stands in the way is refused, with the node: a condition of the table that is not known to hold, a branch on the value of a tensor, a new
//! tensor of which the metadata cannot be derived ([`infer`]), a result that is not what the graph says.

mod build;
mod call;
mod eval;
mod expr;
mod infer;
mod meta;
mod numbers;
mod replace;
#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use outlast_core::Step;
use outlast_opset::history::Release;
use outlast_opset::resolve::Constant;
use outlast_opset::schema::{OperatorName, Schema};

use super::super::graph::Argument;
use super::notes::Notes;
use super::tree::Tree;
use crate::upgraders::Bridge;

/// Operators of a reader, for programs of other releases.
pub struct Operators<'o> {
    /// The version table with its functions; the runtime is the reader.
    pub bridge: &'o Bridge<'o>,
    /// The versions of the table that a program may be of, which one of the releases wrote.
    pub versions: &'o dyn Fn(&[Release]) -> RangeInclusive<u64>,
    /// The argument whose metadata the results of an operator have: of operators that are not PyTorch's, of which nothing else is known.
    pub results: &'o dyn Fn(&OperatorName) -> Option<String>,
    /// What `opset_version` says of namespaces in programs that the reader writes itself.
    pub opset: BTreeMap<String, u64>,
}

impl std::fmt::Debug for Operators<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operators")
            .field("bridge", self.bridge)
            .field("opset", &self.opset)
            .finish_non_exhaustive()
    }
}

impl Operators<'_> {
    /// The schema of an operator in programs of a version.
    pub(super) fn schema(&self, operator: &OperatorName, version: u64) -> Option<Schema> {
        let set = (self.bridge.sets)(version);
        let variants = set.map(|set| set.variants(&operator.name));
        let found =
            variants.as_deref().unwrap_or_default().iter().find(|variant| variant.schema.name == *operator);
        let found = found.map(|variant| variant.schema.clone());
        found.or_else(|| self.bridge.table.schema_at(operator, version).cloned())
    }
}

/// The operator that a node calls.
pub(super) fn operator_of(target: &str) -> Option<OperatorName> {
    let mut parts = target.strip_prefix("torch.ops.")?.splitn(3, '.');
    let (space, name) = (parts.next()?, parts.next()?);
    let overload = parts.next().filter(|overload| *overload != "default").unwrap_or_default();
    Some(OperatorName { name: format!("{space}::{name}"), overload: overload.to_string() })
}

/// The value of an argument of a node, if it is in the program: a number, a text, `None`.
pub fn constant(argument: Argument<'_>) -> Option<Constant> {
    let (kind, content) = argument.content()?;
    let content = Tree::read(content).ok()?;
    value::constant(&format!("as_{kind}"), &content)
}

/// What sizes may be that are known when the program runs.
#[derive(Debug, Default)]
pub(super) struct Ranges(BTreeMap<String, (i128, i128)>);

impl Ranges {
    fn read(tree: &Tree<'_>) -> Ranges {
        let bound = |range: &Tree<'_>, name: &str, default: i128| match range.get(name) {
            Some(Tree::Raw(raw)) => raw.parse().unwrap_or(default),
            _ => default,
        };
        let members = tree.get("range_constraints").map(Tree::members).unwrap_or_default();
        let ranges = members.iter().map(|(name, range)| {
            (name.to_string(), (bound(range, "min_val", i128::MIN), bound(range, "max_val", i128::MAX)))
        });
        Ranges(ranges.collect())
    }

    /// Of an expression: of a symbol by itself, its range.
    fn range(&self, expr: &str) -> (i128, i128) {
        let name = expr
            .strip_prefix("Symbol('")
            .and_then(|rest| rest.strip_suffix(')'))
            .filter(|rest| !rest.contains('('))
            .and_then(|rest| rest.split('\'').next());
        name.and_then(|name| self.0.get(name)).copied().unwrap_or((i128::MIN, i128::MAX))
    }
}

/// What was replaced.
#[derive(Debug, Default)]
pub(super) struct Replaced {
    /// Of each operator and function: how many nodes, and how many took their place.
    calls: BTreeMap<(String, String), (u64, u64)>,
}

/// Replaces nodes, in a program in the newest schema. `releases` are those that may have written it.
pub(super) fn rewrite(
    tree: &mut Tree<'_>,
    releases: &[Release],
    operators: &Operators<'_>,
    notes: &mut Notes,
) {
    let ranges = Ranges::read(tree);
    let versions = (operators.versions)(releases);
    let mut work = replace::Work {
        operators,
        ranges: &ranges,
        versions: (*versions.start(), *versions.end()),
        replaced: Replaced::default(),
    };
    notes.enter_field("graph_module");
    notes.enter_field("graph");
    if let Some(graph) = tree.get_mut("graph_module").and_then(|module| module.get_mut("graph")) {
        work.graph(graph, notes);
    }
    notes.leave();
    notes.leave();
    for ((operator, function), (calls, nodes)) in &work.replaced.calls {
        let calls = if *calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
        let nodes = if *nodes == 1 { "1 node".to_string() } else { format!("{nodes} nodes") };
        notes.change(format!("{calls} of `{operator}` became {nodes}, those of `{function}`"));
        notes.replaced.insert(operator.clone());
    }
    if !work.replaced.calls.is_empty() {
        opset(tree, operators, notes);
    }
}

/// The versions of operator sets that the result needs: those of the reader, for namespaces that it knows.
fn opset(tree: &mut Tree<'_>, operators: &Operators<'_>, notes: &mut Notes) {
    let Some(versions) = tree.get_mut("opset_version") else { return };
    for (space, version) in &operators.opset {
        let said = versions.get(space).and_then(Tree::as_i64).and_then(|said| u64::try_from(said).ok());
        if let Some(said) = said.filter(|said| said != version) {
            versions.set(space.clone(), Tree::number(version));
            notes.change(format!("`opset_version` of `{space}` is {version} instead of {said}"));
        }
    }
}

/// Whether a node of a graph, or of one in it, calls an operator that changed.
pub(super) fn needs(graph: &Tree<'_>, releases: &[Release], operators: &Operators<'_>) -> bool {
    let (runtime, versions) = (operators.bridge.runtime.version, (operators.versions)(releases));
    let (low, high) = (runtime.min(*versions.start()), runtime.max(*versions.end()));
    let nodes = graph.get("nodes").map(Tree::items).unwrap_or_default();
    nodes.iter().any(|node| {
        let target = node.get("target").and_then(Tree::as_str).unwrap_or_default();
        let changed = operator_of(&target).is_some_and(|operator| {
            let changes = operators.bridge.table.operator_changes(&operator);
            changes.iter().any(|change| low < change.version && change.version <= high)
        });
        let inner = node.get("inputs").map(Tree::items).unwrap_or_default();
        let inner = inner.iter().filter_map(|input| input.get("arg")?.get("as_graph")?.get("graph"));
        changed || inner.into_iter().any(|graph| needs(graph, releases, operators))
    })
}

/// The place of a node.
fn index(at: usize) -> Step {
    Step::Index(u64::try_from(at).unwrap_or(u64::MAX))
}
