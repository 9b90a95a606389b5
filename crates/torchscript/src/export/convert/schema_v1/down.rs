//! A program as 2.1 has it.

use std::borrow::Cow;

use outlast_core::{QuickMap, QuickSet, SortShort, Step};

use super::super::dce;
use super::super::notes::Notes;
use super::super::program::Moves;
use super::super::tree::Tree;
use super::super::treespec;
use super::{CORRUPT, as_tensor, name_of};

const LATER: &str = "convert it for a later release, or export the model with torch 2.1";

fn names(items: &[Tree<'_>]) -> Vec<Option<String>> {
    items.iter().map(name_of).collect()
}

/// Moves what later releases have elsewhere to where 2.1 has it.
pub(in super::super) fn down(tree: &mut Tree<'_>, moves: &mut Moves, notes: &mut Notes) {
    ranges(tree, notes);
    notes.enter_field("graph_module");
    if let Some(module) = tree.get_mut("graph_module") {
        call_spec_down(module, notes);
        let signature = module.take("signature").unwrap_or(Tree::NULL);
        counts(module, &signature, notes);
        if let Some(graph) = module.get_mut("graph") {
            notes.enter_field("signature");
            let signature = signature_down(graph, &signature, moves, notes);
            notes.leave();
            notes.enter_field("graph");
            dce::keep(graph, notes);
            notes.leave();
            module.set("signature", signature);
        }
    }
    notes.leave();
}

/// Whether there are as many inputs and outputs as their containers hold.
fn counts(module: &Tree<'_>, signature: &Tree<'_>, notes: &mut Notes) {
    for (spec, list, kinds) in [
        ("in_spec", "input_specs", &["user_input", "constant_input"]),
        ("out_spec", "output_specs", &["user_output", "loss_output"]),
    ] {
        let leaves = module.get("call_spec").and_then(|specs| specs.get(spec)).and_then(treespec::leaves);
        let specs = signature.get(list).map(Tree::items).unwrap_or_default();
        let count =
            specs.iter().filter(|spec| spec.tag().is_some_and(|(tag, _)| kinds.contains(&tag))).count();
        if leaves.is_some_and(|leaves| leaves != count) {
            notes.refuse(
                format!("`{spec}` holds another number of values than the caller gives or gets"),
                CORRUPT,
            );
        }
    }
}

/// 2.1 takes sizes that are not known before a program runs for 2 or more while it reads a program, and fails to read one that does not say
/// so. When the program runs, nothing comes of it.
fn ranges(tree: &mut Tree<'_>, notes: &mut Notes) {
    let Some(Tree::Object(ranges)) = tree.get_mut("range_constraints") else { return };
    for (symbol, range) in ranges {
        let unbacked = symbol.strip_prefix('u').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        let bound = |name| range.get(name).and_then(Tree::as_i64);
        if unbacked
            && bound("min_val").is_none_or(|min| min < 2)
            && bound("max_val").is_none_or(|max| max >= 2)
        {
            notes.change("sizes that are not known before the program runs are taken for 2 or more while torch 2.1 reads it, which needs that; they may be less when it runs");
            range.set("min_val", Tree::number(2));
        }
    }
}

fn call_spec_down(module: &mut Tree<'_>, notes: &mut Notes) {
    notes.enter_field("module_call_graph");
    let mut root = None;
    if let Some(entries) = module.get_mut("module_call_graph").and_then(Tree::items_mut) {
        let is_root =
            |entry: &Tree<'_>| entry.get("fqn").and_then(Tree::as_str).is_some_and(|fqn| fqn.is_empty());
        root = entries.iter().position(is_root).map(|at| entries.remove(at));
        for entry in entries {
            let signature = entry.get_mut("signature").filter(|signature| !signature.is_null());
            let Some(signature) = signature else { continue };
            let plain = |list: &str| {
                signature
                    .get(list)
                    .map(Tree::items)
                    .unwrap_or_default()
                    .iter()
                    .all(|argument| argument.tag().is_some_and(|(tag, _)| tag == "as_tensor"))
            };
            if !plain("inputs") || !plain("outputs") {
                notes.change("signatures of submodules that take other things than tensors are left out, which 2.1 cannot read");
                *signature = Tree::NULL;
            }
        }
    }
    let signature = root.as_ref().and_then(|root| root.get("signature"));
    let input = signature.and_then(|signature| signature.get("in_spec"));
    let output = signature.and_then(|signature| signature.get("out_spec"));
    match (input, output) {
        (Some(input), Some(output)) => {
            let input = treespec::inputs_down(input, notes);
            let output = treespec::outputs(output, notes);
            if let (Some(input), Some(output)) = (input, output) {
                module.set("call_spec", Tree::object([("in_spec", input), ("out_spec", output)]));
            }
        }
        _ => notes.refuse("the containers of inputs and outputs are not said", CORRUPT),
    }
    notes.leave();
}

/// What an input of the program is in 2.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Parameter,
    Buffer,
    Caller,
}

fn signature_down(
    graph: &mut Tree<'_>,
    signature: &Tree<'_>,
    moves: &mut Moves,
    notes: &mut Notes,
) -> Tree<'static> {
    let mut inputs: Vec<(Place, String, String)> = Vec::new();
    notes.enter_field("input_specs");
    for (index, spec) in signature.get("input_specs").map(Tree::items).unwrap_or_default().iter().enumerate()
    {
        notes.enter(Step::Index(index as u64));
        input_down(spec, &mut inputs, moves, notes);
        notes.leave();
    }
    notes.leave();
    attributes(&inputs, notes);
    let arguments = graph.get("inputs").map(|inputs| names(inputs.items())).unwrap_or_default();
    let same = arguments.len() == inputs.len()
        && arguments.iter().zip(&inputs).all(|(name, (_, input, _))| name.as_deref() == Some(input));
    if !same && !notes.is_refused() {
        notes.refuse("the inputs of the signature and those of the graph are not the same", CORRUPT);
    }
    inputs.sort_short_by_key(|(place, ..)| *place);
    graph.set("inputs", Tree::List(inputs.iter().map(|(_, name, _)| as_tensor(name)).collect()));
    let by_name = |wanted: Place| {
        let of = inputs.iter().filter(|(place, ..)| *place == wanted);
        Tree::Object(of.map(|(_, name, target)| (Cow::Owned(name.clone()), Tree::text(target))).collect())
    };
    let caller =
        inputs.iter().filter(|(place, ..)| *place == Place::Caller).map(|(_, name, _)| Tree::text(name));
    let mut made = Tree::object([
        ("inputs_to_parameters", by_name(Place::Parameter)),
        ("inputs_to_buffers", by_name(Place::Buffer)),
        ("user_inputs", Tree::List(caller.collect())),
    ]);
    notes.enter_field("output_specs");
    outputs_down(graph, signature, &mut made, notes);
    notes.leave();
    made.set("backward_signature", Tree::NULL);
    made
}

fn input_down(
    spec: &Tree<'_>,
    inputs: &mut Vec<(Place, String, String)>,
    moves: &mut Moves,
    notes: &mut Notes,
) {
    let Some((kind, content)) = spec.tag() else {
        return notes.refuse("an input without a kind", CORRUPT);
    };
    let arg = content.get("arg");
    let name = arg.and_then(|arg| arg.get("name")).and_then(Tree::as_str).map(Cow::into_owned);
    let target = |field: &str| content.get(field).and_then(Tree::as_str).map(Cow::into_owned);
    let found = match kind {
        "parameter" => {
            name.zip(target("parameter_name")).map(|(name, target)| (Place::Parameter, name, target))
        }
        "buffer" => name.zip(target("buffer_name")).map(|(name, target)| {
            if content.get("persistent").and_then(Tree::as_bool) == Some(false) {
                notes.change("buffers that are not in the state are in it now: 2.1 has no others");
                moves.to_state.push(target.clone());
            }
            (Place::Buffer, name, target)
        }),
        "tensor_constant" => name.zip(target("tensor_constant_name")).map(|(name, target)| {
            notes.change("constants are buffers of the state now: 2.1 has no inputs of that kind");
            moves.to_state.push(target.clone());
            (Place::Buffer, name, target)
        }),
        "user_input" => match arg.and_then(Tree::tag) {
            Some(("as_tensor", _)) => arg.and_then(name_of).map(|name| (Place::Caller, name, String::new())),
            Some((other, _)) => {
                let what =
                    format!("an input of the caller of the kind `{other}`: torch 2.1 takes tensors only");
                return notes.refuse(what, LATER);
            }
            None => None,
        },
        "constant_input" => {
            let what = "an input of the caller that is not a tensor, with a fixed value: torch 2.1 takes tensors only";
            return notes.refuse(what, "export the model with the value as an attribute of the module");
        }
        "custom_obj" => {
            return notes
                .refuse("an object of a class of TorchScript among the inputs: torch 2.1 has none", LATER);
        }
        "token" => return notes.refuse("a token among the inputs: torch 2.1 has none", LATER),
        _ => None,
    };
    match found {
        Some(found) => inputs.push(found),
        None => notes
            .refuse(format!("an input of the kind `{kind}` that is not as its release writes it"), CORRUPT),
    }
}

/// `module()` of 2.1 makes attributes of parameters and buffers, with `_` for each dot: two of one name would be one tensor.
fn attributes(inputs: &[(Place, String, String)], notes: &mut Notes) {
    let mut seen: QuickMap<String, &str> = QuickMap::default();
    for (place, _, target) in inputs {
        if *place == Place::Caller {
            continue;
        }
        if let Some(earlier) = seen.insert(target.replace('.', "_"), target)
            && earlier != target
        {
            notes.refuse(
                format!("`{earlier}` and `{target}` are one name in torch 2.1, which writes `_` for a dot"),
                "rename one of them in the model",
            );
        }
    }
}

fn outputs_down(graph: &mut Tree<'_>, signature: &Tree<'_>, made: &mut Tree<'static>, notes: &mut Notes) {
    let specs = signature.get("output_specs").map(Tree::items).unwrap_or_default();
    let arguments = graph.get("outputs").map(|outputs| outputs.items().to_vec()).unwrap_or_default();
    if specs.len() != arguments.len() {
        return notes.refuse("the outputs of the signature and those of the graph are not the same", CORRUPT);
    }
    let (mut mutated, mut mutations, mut given) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (spec, argument)) in specs.iter().zip(&arguments).enumerate() {
        notes.enter(Step::Index(index as u64));
        let (kind, content) = spec.tag().unwrap_or(("", spec));
        match (kind, name_of(argument), argument.tag().map_or("", |(tag, _)| tag)) {
            ("user_output", Some(name), "as_tensor" | "as_sym_int" | "as_sym_bool") => {
                given.push((name, argument.clone()));
            }
            ("user_output", _, tag) => {
                notes.refuse(
                    format!(
                        "an output of the kind `{tag}`: torch 2.1 gives tensors and symbolic numbers only"
                    ),
                    "export the model with that value left out of its results",
                );
            }
            ("buffer_mutation", Some(name), "as_tensor") => {
                let buffer = content
                    .get("buffer_name")
                    .and_then(Tree::as_str)
                    .map(Cow::into_owned)
                    .unwrap_or_default();
                mutations.push((Cow::Owned(name.clone()), Tree::text(&buffer)));
                mutated.push((name, argument.clone()));
            }
            ("user_input_mutation", ..) => {
                notes.refuse("an input of the caller that is changed: torch 2.1 cannot express it", LATER);
            }
            ("parameter_mutation", ..) => {
                notes.refuse("a parameter that is changed: torch 2.1 cannot express it", LATER);
            }
            ("token", ..) => notes.refuse("a token among the outputs: torch 2.1 has none", LATER),
            (other, ..) => notes.refuse(
                format!(
                    "an output of the kind `{other}`: torch 2.1 orders the outputs of such programs otherwise"
                ),
                LATER,
            ),
        }
        notes.leave();
    }
    // Later releases give one value as often as it is listed; 2.1 once.
    let mut seen = QuickSet::default();
    let mut all = Vec::new();
    let mut caller = Vec::new();
    let count = mutated.len();
    for (index, (name, argument)) in mutated.into_iter().chain(given).enumerate() {
        let (name, argument) = if seen.insert(name.clone()) {
            (name, argument)
        } else if index >= count && argument.tag().is_some_and(|(tag, _)| tag == "as_tensor") {
            notes.change("a tensor that is an output more than once is given by `aten.alias`, as 2.1 gives each value once");
            let name = dce::alias(graph, &name);
            seen.insert(name.clone());
            (name.clone(), as_tensor(&name))
        } else {
            notes.refuse(format!("`{name}` is an output more than once: torch 2.1 gives it once"), LATER);
            continue;
        };
        if index >= count {
            caller.push(Tree::text(&name));
        }
        all.push(argument);
    }
    graph.set("outputs", Tree::List(all.into_iter().map(|argument| argument.to_static()).collect()));
    made.set("user_outputs", Tree::List(caller));
    made.set("buffers_to_mutate", Tree::Object(mutations));
}
