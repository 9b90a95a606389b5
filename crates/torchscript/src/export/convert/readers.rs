//! What readers of a release take of what its definitions have, and how they take calls of higher-order operators.

use std::borrow::Cow;

use outlast_core::Step;
use outlast_opset::history::Release;

use crate::export::containers::registers;

use super::dce::each_node;
use super::notes::Notes;
use super::tree::Tree;
use super::treespec;

/// Since this release, nodes say whether a higher-order operator gives one value or a tuple of one.
const SINGLE: Release = Release { major: 2, minor: 7, patch: 0 };
/// Since this release, inputs with fixed values have a kind of their own.
const FIXED_INPUTS: Release = Release { major: 2, minor: 4, patch: 0 };
/// Since this release, programs have verifiers.
const CHECKED: Release = Release { major: 2, minor: 2, patch: 0 };
/// Since this release, there is a verifier of programs that change tensors.
const TRAINING: Release = Release { major: 2, minor: 5, patch: 0 };
/// Since this release, readers of `nn_module_stack` take commas in brackets.
const NESTED_COMMAS: Release = Release { major: 2, minor: 5, patch: 0 };
/// Kinds of results that readers of a program take, with the first release that does.
const OUTPUTS: [(&str, Release); 8] = [
    ("as_tensor", Release { major: 2, minor: 1, patch: 0 }),
    ("as_sym_int", Release { major: 2, minor: 1, patch: 0 }),
    ("as_sym_bool", Release { major: 2, minor: 1, patch: 0 }),
    ("as_int", Release { major: 2, minor: 5, patch: 0 }),
    ("as_none", Release { major: 2, minor: 5, patch: 0 }),
    ("as_sym_float", Release { major: 2, minor: 6, patch: 0 }),
    ("as_float", Release { major: 2, minor: 6, patch: 0 }),
    ("as_bool", Release { major: 2, minor: 8, patch: 0 }),
];
/// Whether a node calls a higher-order operator.
fn is_higher_order(node: &Tree<'_>) -> bool {
    node.get("target")
        .and_then(Tree::as_str)
        .is_some_and(|target| target.starts_with("torch.ops.higher_order."))
}

/// Says of calls of higher-order operators whether they give one value or a tuple of one, as the wanted release has it.
///
/// Before, a tuple of one was a list of tensors. A reader since takes a call that does not say for one that gives a tuple, and would take
/// the first row of a tensor.
pub(super) fn singles(tree: &mut Tree<'_>, (from, to): (Release, Release), notes: &mut Notes) {
    let Some(graph) = tree.get_mut("graph_module").and_then(|module| module.get_mut("graph")) else { return };
    if from < SINGLE && to >= SINGLE {
        each_node(graph, &mut |node| {
            let one = node.get("outputs").is_some_and(|outputs| outputs.items().len() == 1);
            if is_higher_order(node) && one {
                node.set("is_hop_single_tensor_return", Tree::bool(true));
            }
        });
    }
    if from < SINGLE || to >= SINGLE {
        return;
    }
    notes.enter_field("graph_module");
    notes.enter_field("graph");
    each_node(graph, &mut |node| {
        let tuple = node.take("is_hop_single_tensor_return").and_then(|said| said.as_bool()) == Some(false);
        if !tuple || !is_higher_order(node) {
            return;
        }
        let Some([output]) = node.get_mut("outputs").and_then(Tree::items_mut).map(Vec::as_mut_slice) else {
            return;
        };
        match output.tag().map(|(tag, _)| tag == "as_tensor") {
            Some(true) => {
                let tensor = output.take("as_tensor").unwrap_or(Tree::NULL);
                *output = Tree::Object(vec![(Cow::Borrowed("as_tensors"), Tree::List(vec![tensor]))]);
            }
            _ => notes.refuse(
                format!("a higher-order operator that gives a tuple of one value that is not a tensor: torch {to} cannot express it"),
                "convert it for torch 2.7 or later",
            ),
        }
    });
    notes.leave();
    notes.leave();
}

/// Inputs with fixed values: of their own kind since 2.4, and before inputs of the caller whose argument is the value.
pub(super) fn fixed_inputs(tree: &mut Tree<'_>, to: Release) {
    let module = tree.get_mut("graph_module");
    let Some(specs) =
        module.and_then(|module| module.get_mut("signature")?.get_mut("input_specs")?.items_mut())
    else {
        return;
    };
    for (index, spec) in specs.iter_mut().enumerate() {
        if to < FIXED_INPUTS {
            let value = spec.get_mut("constant_input").and_then(|constant| constant.take("value"));
            if let Some(value) = value {
                *spec = Tree::object([("user_input", Tree::object([("arg", value)]))]);
            }
            continue;
        }
        let fixed = ["as_int", "as_float", "as_bool", "as_string", "as_none"];
        let argument = spec.get_mut("user_input").and_then(|input| input.get_mut("arg"));
        if let Some(argument) = argument
            && argument.tag().is_some_and(|(tag, _)| fixed.contains(&tag))
        {
            let value = std::mem::replace(argument, Tree::NULL);
            let constant = Tree::object([("name", Tree::text(&format!("arg{index}"))), ("value", value)]);
            *spec = Tree::object([("constant_input", constant)]);
        }
    }
}

/// What checks a graph: before 2.5 that it changes no tensor.
pub(super) fn verifiers(tree: &Tree<'_>, names: &mut [String], to: Release, notes: &mut Notes) {
    let Some(training) = names.iter_mut().find(|name| *name == "TRAINING") else { return };
    if to >= TRAINING || to < CHECKED {
        return;
    }
    *training = "ATEN".to_string();
    notes.change(format!("the verifier is ATEN: torch {to} does not have TRAINING"));
    notes.enter_field("graph_module");
    notes.enter_field("graph");
    notes.enter_field("nodes");
    let graph = tree.get("graph_module").and_then(|module| module.get("graph")?.get("nodes"));
    for (index, node) in graph.map(Tree::items).unwrap_or_default().iter().enumerate() {
        let target = node.get("target").and_then(Tree::as_str).unwrap_or_default();
        let mut parts = target.strip_prefix("torch.ops.").unwrap_or_default().split('.');
        let (name, overload) = (parts.nth(1).unwrap_or_default(), parts.next().unwrap_or_default());
        if overload.contains("out") || (name.ends_with('_') && !name.ends_with("__")) {
            let what = format!("`{target}` changes a tensor, which the verifier of torch {to} refuses");
            notes.refuse_at(Step::Index(index as u64), what, "convert it for torch 2.5 or later, or for 2.1");
        }
    }
    notes.leave();
    notes.leave();
    notes.leave();
}

/// Leaves out what a reader of a release fails on, and nothing is computed from.
pub(super) fn metadata(tree: &mut Tree<'_>, to: Release, notes: &mut Notes) {
    if to >= NESTED_COMMAS || to < CHECKED {
        return;
    }
    let Some(graph) = tree.get_mut("graph_module").and_then(|module| module.get_mut("graph")) else { return };
    each_node(graph, &mut |node| {
        let Some(metadata) = node.get_mut("metadata") else { return };
        let plain = |stack: &Tree<'_>| {
            let text = stack.as_str().unwrap_or_default();
            text.split(';').all(|entry| entry.matches(',').count() == 2)
        };
        if metadata.get("nn_module_stack").is_some_and(|stack| !plain(stack)) {
            metadata.take("nn_module_stack");
            notes.change(format!("`nn_module_stack` of nodes, which nothing is computed from, is left out where it has commas, which torch {to} does not read"));
        }
    });
}

/// Refuses what the reader of a release does not take.
pub(super) fn check(tree: &Tree<'_>, to: Release, notes: &mut Notes) {
    notes.enter_field("graph_module");
    let module = tree.get("graph_module");
    let outputs =
        module.and_then(|module| module.get("graph")?.get("outputs")).map(Tree::items).unwrap_or_default();
    notes.enter_field("graph");
    notes.enter_field("outputs");
    for (index, output) in outputs.iter().enumerate() {
        let Some((tag, _)) = output.tag() else { continue };
        let since = OUTPUTS.iter().find(|(known, _)| *known == tag).map(|(_, since)| *since);
        let help = match since {
            Some(since) if since <= to => continue,
            Some(since) => format!("convert it for torch {}.{} or later", since.major, since.minor),
            None => "export the model with that value left out of its results".to_string(),
        };
        let what = format!("a result of the kind `{tag}`: the reader of torch {to} does not take it");
        notes.refuse_at(Step::Index(index as u64), what, help);
    }
    notes.leave();
    notes.leave();
    notes.enter_field("module_call_graph");
    let entries =
        module.and_then(|module| module.get("module_call_graph")).map(Tree::items).unwrap_or_default();
    for (index, entry) in entries.iter().enumerate() {
        let specs = entry
            .get("signature")
            .into_iter()
            .flat_map(|signature| [signature.get("in_spec"), signature.get("out_spec")]);
        let types = specs.flatten().flat_map(treespec::types);
        for name in types.filter(|name| registers(to, name) == Some(false)) {
            let what = format!("`{name}` among the inputs or outputs: torch {to} does not register it");
            notes.refuse_at(Step::Index(index as u64), what, "export the model with a tuple in its place");
        }
    }
    notes.leave();
    notes.leave();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn calls_of_higher_order_operators_say_whether_they_give_a_tuple() {
        let at = |minor| Release { major: 2, minor, patch: 0 };
        let text = |outputs: &str| {
            format!(
                r#"{{"graph_module": {{"graph": {{"nodes": [{{"target": "torch.ops.higher_order.cond", "inputs": [], {outputs}}}]}}}}}}"#
            )
        };
        let converted = |outputs: &str, from, to| {
            let text = text(outputs);
            let document = Document::parse(text.as_bytes()).unwrap();
            let (mut tree, mut notes) = (Tree::read(document.root()).unwrap(), Notes::default());
            singles(&mut tree, (from, to), &mut notes);
            (tree.to_text(), notes.is_refused())
        };
        let one = r#""outputs": [{"as_tensor": {"name": "y"}}]"#;
        let tuple = r#""outputs": [{"as_tensors": [{"name": "y"}]}]"#;
        let said = |outputs: &str, said: &str| format!(r#"{outputs}, "is_hop_single_tensor_return": {said}"#);
        assert_eq!(converted(one, at(6), at(15)), (text(&said(one, "true")), false));
        assert_eq!(converted(&said(one, "false"), at(15), at(6)), (text(tuple), false));
        assert_eq!(converted(&said(one, "true"), at(15), at(6)), (text(one), false));
        let number = r#""outputs": [{"as_sym_int": {"as_name": "y"}}]"#;
        assert!(converted(&said(number, "false"), at(15), at(6)).1);
    }
}
