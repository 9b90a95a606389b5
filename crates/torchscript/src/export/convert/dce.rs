//! What `module()` of 2.1 leaves out: it removes calls whose results nothing uses, in-place ones included.
//!
//! Later releases export in-place calls as they are, `aten.add_` without a use, and keep them. For 2.1, a copy of the tensor onto itself
//! follows each: 2.1 keeps `aten.copy_`, and PyTorch does nothing where both tensors are one.

use std::borrow::Cow;

use outlast_core::{QuickSet, Step};

use super::notes::Notes;
use super::rename::TABLES;
use super::schema_v1::name_of;
use super::tree::Tree;

/// Calls that 2.1 keeps.
const KEPT: [&str; 5] = [
    "torch.ops.aten.copy_.default",
    "torch.ops.aten._assert_async.default",
    "torch.ops.aten._assert_async.msg",
    "torch.ops.aten.sym_constrain_range.default",
    "torch.ops.aten.sym_constrain_range_for_size.default",
];
/// Names of operators that change tensors and do not say so by their names.
const CHANGE: [&str; 6] = [
    "batch_norm",
    "native_batch_norm",
    "_native_batch_norm_legit",
    "cudnn_batch_norm",
    "_fused_moving_avg_obs_fq_helper",
    "rrelu_with_noise",
];

/// Calls `change` for each node, also of graphs in arguments.
pub(super) fn each_node<'d>(graph: &mut Tree<'d>, change: &mut dyn FnMut(&mut Tree<'d>)) {
    for node in graph.get_mut("nodes").and_then(Tree::items_mut).into_iter().flatten() {
        change(node);
        for input in node.get_mut("inputs").and_then(Tree::items_mut).into_iter().flatten() {
            let inner = input.get_mut("arg").and_then(|arg| arg.get_mut("as_graph"));
            if let Some(graph) = inner.and_then(|argument| argument.get_mut("graph")) {
                each_node(graph, change);
            }
        }
    }
}

/// The names of values of a graph.
fn taken(graph: &Tree<'_>) -> QuickSet<String> {
    let members = TABLES.iter().flat_map(|table| graph.get(table).map(Tree::members).unwrap_or_default());
    members.map(|(name, _)| name.to_string()).collect()
}

fn fresh(base: &str, taken: &mut QuickSet<String>) -> String {
    let mut count = 0u64;
    loop {
        let name = format!("{base}_kept_{count}");
        if taken.insert(name.clone()) {
            return name;
        }
        count += 1;
    }
}

fn tensor(name: &str) -> Tree<'static> {
    Tree::object([("as_tensor", Tree::object([("name", Tree::text(name))]))])
}

fn call(target: &str, inputs: &[(&str, &str)], output: &str) -> Tree<'static> {
    let inputs =
        inputs.iter().map(|(name, value)| Tree::object([("name", Tree::text(name)), ("arg", tensor(value))]));
    Tree::object([
        ("target", Tree::text(target)),
        ("inputs", Tree::List(inputs.collect())),
        ("outputs", Tree::List(vec![tensor(output)])),
        ("metadata", Tree::Object(Vec::new())),
    ])
}

/// A tensor with the same description as another.
fn describe(graph: &mut Tree<'_>, like: &str, name: &str) {
    let Some(tables) = graph.get_mut("tensor_values") else { return };
    if let Some(meta) = tables.get(like).cloned() {
        tables.set(Cow::Owned(name.to_string()), meta);
    }
}

/// Adds a call that gives a tensor another name; that name.
pub(super) fn alias(graph: &mut Tree<'_>, of: &str) -> String {
    let name = fresh(of, &mut taken(graph));
    if let Some(nodes) = graph.get_mut("nodes").and_then(Tree::items_mut) {
        nodes.push(call("torch.ops.aten.alias.default", &[("self", of)], &name));
    }
    describe(graph, of, &name);
    name
}

/// Names that an argument has in it.
fn uses(argument: &Tree<'_>, found: &mut QuickSet<String>) {
    let mut open = vec![argument];
    while let Some(tree) = open.pop() {
        for (name, value) in tree.members() {
            match (&**name, value.as_str()) {
                ("name" | "as_name", Some(value)) => {
                    found.insert(value.into_owned());
                }
                // The values in an inner graph are its own.
                ("graph", _) => {}
                _ => open.push(value),
            }
        }
        open.extend(tree.items());
    }
}

/// Keeps what 2.1 would leave out, in a graph and those in it.
pub(super) fn keep(graph: &mut Tree<'_>, notes: &mut Notes) {
    let mut live = QuickSet::default();
    graph.get("outputs").into_iter().for_each(|outputs| uses(outputs, &mut live));
    let mut taken = taken(graph);
    let mut added: Vec<(usize, String, String, String)> = Vec::new();
    notes.enter_field("nodes");
    let count = graph.get("nodes").map_or(0, |nodes| nodes.items().len());
    for at in (0..count).rev() {
        let Some(node) = graph.get("nodes").and_then(|nodes| nodes.items().get(at)) else { continue };
        notes.enter(Step::Index(at as u64));
        if let Some((changed, result)) = judge(node, &mut live, notes) {
            let name = fresh(&result, &mut taken);
            added.push((at, changed, result, name));
        }
        notes.leave();
    }
    notes.leave();
    for (_, changed, _, name) in &added {
        describe(graph, changed, name);
    }
    let Some(nodes) = graph.get_mut("nodes").and_then(Tree::items_mut) else { return };
    // From the last to the first, so that places stay.
    for (at, changed, result, name) in added {
        notes.change("in-place calls whose results nothing uses are followed by a copy of the tensor onto itself, which keeps `module()` of 2.1 from leaving them out");
        nodes.insert(
            at + 1,
            call("torch.ops.aten.copy_.default", &[("self", &changed), ("src", &result)], &name),
        );
    }
    for node in nodes {
        for input in node.get_mut("inputs").and_then(Tree::items_mut).into_iter().flatten() {
            let named = input.get("name").and_then(Tree::as_str).is_some_and(|name| !name.is_empty());
            let inner = input.get_mut("arg").and_then(|arg| arg.get_mut("as_graph"));
            let is_graph = inner.is_some();
            if let Some(graph) = inner.and_then(|argument| argument.get_mut("graph")) {
                keep(graph, notes);
            }
            if is_graph && named {
                notes.refuse(
                    "a graph that is given by the name of its argument: torch 2.1 takes it by position",
                    "convert it for a later release",
                );
            }
        }
    }
}

/// Marks what a node uses, if 2.1 keeps it; for an in-place call that it would leave out, the tensor that is changed and the result.
fn judge(node: &Tree<'_>, live: &mut QuickSet<String>, notes: &mut Notes) -> Option<(String, String)> {
    let target = node.get("target").and_then(Tree::as_str).unwrap_or_default().into_owned();
    let mut results = QuickSet::default();
    node.get("outputs").into_iter().for_each(|outputs| uses(outputs, &mut results));
    let used = results.iter().any(|result| live.contains(result));
    let inputs = node.get("inputs").map(Tree::items).unwrap_or_default();
    let argument = |wanted: &str| {
        let input = inputs
            .iter()
            .find(|input| input.get("name").and_then(Tree::as_str).is_some_and(|name| name == wanted));
        input.and_then(|input| name_of(input.get("arg")?))
    };
    let mut kept = None;
    let is_kept = KEPT.contains(&target.as_str());
    if !used && !is_kept {
        let mut parts = target.strip_prefix("torch.ops.").unwrap_or_default().splitn(3, '.');
        let (space, name, overload) = (parts.next()?, parts.next()?, parts.next().unwrap_or_default());
        let in_place = name.ends_with('_') && !name.ends_with("__");
        let out = overload.contains("out");
        let known = matches!(space, "aten" | "prims");
        if in_place || out {
            let changed = if in_place { argument("self") } else { argument("out") };
            let result = node.get("outputs").map(Tree::items).unwrap_or_default();
            match (changed, result) {
                (Some(changed), [result]) if result.tag().is_some_and(|(tag, _)| tag == "as_tensor") => {
                    kept = name_of(result).map(|result| (changed, result));
                }
                _ => notes.refuse(format!("`{target}` changes tensors, and nothing uses its results: `module()` of torch 2.1 leaves it out"), "convert it for a later release"),
            }
        } else if CHANGE.contains(&name) || !known {
            notes.refuse(format!("`{target}` may have an effect besides its results, which nothing uses: `module()` of torch 2.1 leaves it out"), "convert it for a later release");
        } else {
            if results.is_empty() {
                notes.change(format!("`module()` of torch 2.1 leaves out checks: `{target}`"));
            }
            return None;
        }
    }
    inputs.iter().filter_map(|input| input.get("arg")).for_each(|argument| uses(argument, live));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn kept_nodes(nodes: &str) -> (Vec<String>, Vec<String>, bool) {
        let text = format!(
            r#"{{"inputs": [], "outputs": [{{"as_tensor": {{"name": "x"}}}}], "tensor_values": {{"x": {{}}, "y": {{}}, "z": {{}}}}, "nodes": [{nodes}]}}"#
        );
        let document = Document::parse(text.as_bytes()).unwrap();
        let mut graph = Tree::read(document.root()).unwrap();
        let mut notes = Notes::default();
        keep(&mut graph, &mut notes);
        let target = |node: &Tree<'_>| node.get("target").unwrap().as_str().unwrap().into_owned();
        let targets = graph.get("nodes").unwrap().items().iter().map(target).collect();
        let refused = notes.is_refused();
        (targets, notes.changes(), refused)
    }

    fn node(target: &str, from: &str, to: &str) -> String {
        format!(
            r#"{{"target": "torch.ops.aten.{target}", "inputs": [{{"name": "self", "arg": {{"as_tensor": {{"name": "{from}"}}}}}}], "outputs": [{{"as_tensor": {{"name": "{to}"}}}}], "metadata": {{}}}}"#
        )
    }

    #[test]
    fn in_place_calls_without_a_use_are_kept_and_others_left() {
        let (targets, changes, refused) = kept_nodes(&node("relu_.default", "x", "y"));
        assert_eq!(targets, ["torch.ops.aten.relu_.default", "torch.ops.aten.copy_.default"]);
        assert_eq!((changes.len(), refused), (1, false));
        // A use by a call that is left out is none.
        let (targets, ..) =
            kept_nodes(&format!("{}, {}", node("relu_.default", "x", "y"), node("neg.default", "y", "z")));
        assert_eq!(targets[1], "torch.ops.aten.copy_.default");
        // The result is used, or there is no effect.
        for target in ["relu.default", "__and__.Scalar"] {
            assert_eq!(kept_nodes(&node(target, "x", "y")).0.len(), 1);
        }
        assert_eq!(kept_nodes(&node("relu_.default", "z", "x")).0.len(), 1);
        // Nothing says what these change.
        assert!(kept_nodes(&node("native_batch_norm.default", "x", "y")).2);
    }
}
