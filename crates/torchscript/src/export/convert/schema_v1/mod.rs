//! What schema 1 (2.1) has in other places than later ones: the signature, the containers of inputs and outputs, constants.
//!
//! | 2.1 | later |
//! |---|---|
//! | `signature` has objects by the names of values | a list of specs, one for each input and output |
//! | `call_spec` | the signature of the first entry of `module_call_graph` |
//! | `graph.constants`: archives of `torch.save` in base 64 | inputs of the kind `tensor_constant`, with their data beside the weights |
//! | inputs are parameters, buffers, then those of the caller | any order |

mod down;
mod stack;

use std::borrow::Cow;

use outlast_core::{QuickMap, QuickSet, Step};

use super::notes::Notes;
use super::program::Moves;
use super::tree::Tree;
use super::treespec;

pub(super) use down::down;
pub(super) use stack::metadata;

const CORRUPT: &str = "the file is not as its release writes it: export it again";

fn tensor(name: &str) -> Tree<'static> {
    Tree::object([("name", Tree::text(name))])
}

fn as_tensor(name: &str) -> Tree<'static> {
    Tree::object([("as_tensor", tensor(name))])
}

fn union(tag: &'static str, content: Tree<'static>) -> Tree<'static> {
    Tree::object([(tag, content)])
}

/// The name that an argument gives a value: of tensors and of symbolic numbers.
pub(super) fn name_of(argument: &Tree<'_>) -> Option<String> {
    let (_, content) = argument.tag()?;
    let name = content.get("name").or_else(|| content.get("as_name"))?;
    name.as_str().map(Cow::into_owned)
}

/// Strings by name.
fn strings(tree: Option<&Tree<'_>>) -> QuickMap<String, String> {
    let members = tree.map(Tree::members).unwrap_or_default();
    members
        .iter()
        .filter_map(|(name, value)| Some((name.to_string(), value.as_str()?.into_owned())))
        .collect()
}

/// Moves what 2.1 has elsewhere to where later releases have it.
pub(super) fn up(tree: &mut Tree<'_>, moves: &mut Moves, notes: &mut Notes) {
    equalities(tree, notes);
    if tree.get("example_inputs").is_some_and(|inputs| !inputs.is_null()) {
        notes.change(
            "inputs of an example are left out: 2.1 does not write any, and no reader knows their form",
        );
    }
    notes.enter_field("graph_module");
    if let Some(module) = tree.get_mut("graph_module") {
        constants_up(module, moves, notes);
        call_spec_up(module, notes);
        notes.enter_field("signature");
        signature_up(module, moves, notes);
        notes.leave();
    }
    notes.leave();
}

/// Dimensions that 2.1 says are equal: later releases say so by one symbol for both.
fn equalities(tree: &Tree<'_>, notes: &mut Notes) {
    let values = tree.get("graph_module").and_then(|module| module.get("graph")?.get("tensor_values"));
    let size = |dimension: &Tree<'_>| {
        let [name, at] = dimension.items() else { return None };
        let meta = values?.get(&name.as_str()?)?.get("meta")?;
        let at = usize::try_from(at.as_i64()?).ok()?;
        meta.get("sizes")?.items().get(at).and_then(Tree::tag).map(|(_, size)| size.to_text())
    };
    let pairs = tree.get("equality_constraints").map(Tree::items).unwrap_or_default();
    for (index, pair) in pairs.iter().enumerate() {
        let same = match pair.items() {
            [one, other] => size(one).is_some_and(|one| Some(one) == size(other)),
            _ => false,
        };
        if !same {
            notes.enter_field("equality_constraints");
            let step = Step::Index(index as u64);
            notes.refuse_at(
                step,
                "two dimensions have to be equal and have other symbols",
                "export the model with a later release",
            );
            notes.leave();
        }
    }
}

/// Constants of the graph become inputs.
fn constants_up(module: &mut Tree<'_>, moves: &mut Moves, notes: &mut Notes) {
    let Some(graph) = module.get_mut("graph") else { return };
    let Some(constants) = graph.take("constants") else { return };
    let mut inputs = Vec::new();
    for (name, archive) in constants.members() {
        let Some(archive) = archive.as_str() else {
            notes.refuse(format!("the constant `{name}` is not text"), CORRUPT);
            continue;
        };
        moves.constants.push((name.to_string(), archive.into_owned()));
        inputs.push(as_tensor(name));
    }
    if inputs.is_empty() {
        return;
    }
    notes.change("constants of the graph are inputs of it now, with their data beside the weights");
    if let Some(all) = graph.get_mut("inputs").and_then(Tree::items_mut) {
        // The signature puts them in front of the inputs of the caller.
        all.extend(inputs);
    }
}

fn call_spec_up(module: &mut Tree<'_>, notes: &mut Notes) {
    let spec = module.take("call_spec").unwrap_or(Tree::NULL);
    notes.enter_field("call_spec");
    let (input, output) = (spec.get("in_spec").cloned(), spec.get("out_spec").cloned());
    let input = input.and_then(|input| treespec::inputs_up(&input, notes));
    let output = output.and_then(|output| treespec::outputs(&output, notes));
    let (Some(input), Some(output)) = (input, output) else {
        if !notes.is_refused() {
            notes.refuse("no containers of inputs and outputs are said", CORRUPT);
        }
        notes.leave();
        return;
    };
    notes.leave();
    let signature = Tree::object([
        ("inputs", Tree::List(Vec::new())),
        ("outputs", Tree::List(Vec::new())),
        ("in_spec", input),
        ("out_spec", output),
    ]);
    let entry = Tree::object([("fqn", Tree::text("")), ("signature", signature)]);
    match module.get_mut("module_call_graph").and_then(Tree::items_mut) {
        Some(entries) => {
            entries.retain(|entry| entry.get("fqn").and_then(Tree::as_str).is_none_or(|fqn| !fqn.is_empty()));
            entries.insert(0, entry);
        }
        None => module.set("module_call_graph", Tree::List(vec![entry])),
    }
}

fn signature_up(module: &mut Tree<'_>, moves: &Moves, notes: &mut Notes) {
    let Some(signature) = module.take("signature") else {
        notes.refuse("it is missing", CORRUPT);
        return;
    };
    if signature.get("backward_signature").is_some_and(|backward| !backward.is_null()) {
        notes.refuse(
            "a program with its backward pass: later releases order its outputs otherwise",
            "export the model without its backward pass",
        );
    }
    let (parameters, buffers) =
        (strings(signature.get("inputs_to_parameters")), strings(signature.get("inputs_to_buffers")));
    let mutations = strings(signature.get("buffers_to_mutate"));
    let constants: QuickSet<&str> = moves.constants.iter().map(|(name, _)| name.as_str()).collect();
    let Some(graph) = module.get_mut("graph") else { return };
    let (mut state, mut others) = (Vec::new(), Vec::new());
    let inputs = graph.get_mut("inputs").and_then(Tree::items_mut).map(std::mem::take).unwrap_or_default();
    for argument in inputs {
        let Some(name) = name_of(&argument) else {
            notes.refuse("an input without a name", CORRUPT);
            continue;
        };
        let arg = tensor(&name);
        let (list, spec) = match (parameters.get(&name), buffers.get(&name)) {
            (Some(target), _) => (
                &mut state,
                union("parameter", Tree::object([("arg", arg), ("parameter_name", Tree::text(target))])),
            ),
            (_, Some(target)) => {
                let persistent = Tree::bool(true);
                let spec = Tree::object([
                    ("arg", arg),
                    ("buffer_name", Tree::text(target)),
                    ("persistent", persistent),
                ]);
                (&mut state, union("buffer", spec))
            }
            _ if constants.contains(name.as_str()) => {
                let spec = Tree::object([("arg", arg), ("tensor_constant_name", Tree::text(&name))]);
                (&mut state, union("tensor_constant", spec))
            }
            _ => (&mut others, union("user_input", Tree::object([("arg", as_tensor(&name))]))),
        };
        list.push((argument, spec));
    }
    state.append(&mut others);
    let (inputs, input_specs): (Vec<_>, Vec<_>) = state.into_iter().unzip();
    graph.set("inputs", Tree::List(inputs));
    let mut output_specs = Vec::new();
    let outputs = graph.get("outputs").map(Tree::items).unwrap_or_default();
    for argument in outputs {
        let name = name_of(argument);
        let target = name.as_ref().and_then(|name| mutations.get(name));
        output_specs.push(match (target, name, argument.tag()) {
            (Some(target), Some(name), _) => union(
                "buffer_mutation",
                Tree::object([("arg", tensor(&name)), ("buffer_name", Tree::text(target))]),
            ),
            (None, Some(name), Some(("as_tensor", _))) => {
                union("user_output", Tree::object([("arg", as_tensor(&name))]))
            }
            (None, Some(name), Some((tag @ ("as_sym_int" | "as_sym_bool"), _))) => {
                let tag = if tag == "as_sym_int" { "as_sym_int" } else { "as_sym_bool" };
                let named = Tree::object([("as_name", Tree::text(&name))]);
                union("user_output", Tree::object([("arg", union(tag, named))]))
            }
            _ => {
                notes.refuse("an output that names no value", CORRUPT);
                continue;
            }
        });
    }
    module.set(
        "signature",
        Tree::object([("input_specs", Tree::List(input_specs)), ("output_specs", Tree::List(output_specs))]),
    );
}
