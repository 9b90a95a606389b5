//! What schema 1 (2.1) has in other places than later ones: the signature, the containers of inputs and outputs, constants.
//!
//! | 2.1 | later |
//! |---|---|
//! | `signature` has objects by the names of values | a list of specs, one for each input and output |
//! | `call_spec` | the signature of the first entry of `module_call_graph` |
//! | `graph.constants`: archives of `torch.save` in base 64 | inputs of the kind `tensor_constant`, with their data beside the weights |
//! | inputs are parameters, buffers, then those of the caller | any order |

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use outlast_core::Step;

use super::dead;
use super::notes::Notes;
use super::program::Moves;
use super::tree::Tree;
use super::treespec;

const CORRUPT: &str = "the file is not as its release writes it: export it again";
const LATER: &str = "convert it for a later release, or export the model with torch 2.1";

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
fn strings(tree: Option<&Tree<'_>>) -> HashMap<String, String> {
    let members = tree.map(Tree::members).unwrap_or_default();
    members
        .iter()
        .filter_map(|(name, value)| Some((name.to_string(), value.as_str()?.into_owned())))
        .collect()
}

fn names(items: &[Tree<'_>]) -> Vec<Option<String>> {
    items.iter().map(name_of).collect()
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
            notes.refuse(format!("the constant `{name}` is no text"), CORRUPT);
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
    let constants: HashSet<&str> = moves.constants.iter().map(|(name, _)| name.as_str()).collect();
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

/// Moves what later releases have elsewhere to where 2.1 has it.
pub(super) fn down(tree: &mut Tree<'_>, moves: &mut Moves, notes: &mut Notes) {
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
            dead::keep(graph, notes);
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
    inputs.sort_by_key(|(place, ..)| *place);
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
            let what =
                "an input of the caller that is no tensor, with a fixed value: torch 2.1 takes tensors only";
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
    let mut seen: HashMap<String, &str> = HashMap::new();
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
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    let mut caller = Vec::new();
    let count = mutated.len();
    for (index, (name, argument)) in mutated.into_iter().chain(given).enumerate() {
        let (name, argument) = if seen.insert(name.clone()) {
            (name, argument)
        } else if index >= count && argument.tag().is_some_and(|(tag, _)| tag == "as_tensor") {
            notes.change("a tensor that is an output more than once is given by `aten.alias`, as 2.1 gives each value once");
            let name = dead::alias(graph, &name);
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
    graph.set("outputs", Tree::List(all.into_iter().map(|argument| owned(&argument)).collect()));
    made.set("user_outputs", Tree::List(caller));
    made.set("buffers_to_mutate", Tree::Object(mutations));
}

/// The same value, without what it borrows.
fn owned(tree: &Tree<'_>) -> Tree<'static> {
    match tree {
        Tree::Raw(raw) => Tree::Raw(Cow::Owned(raw.clone().into_owned())),
        Tree::List(items) => Tree::List(items.iter().map(owned).collect()),
        Tree::Object(members) => Tree::Object(
            members
                .iter()
                .map(|(name, value)| (Cow::Owned(name.clone().into_owned()), owned(value)))
                .collect(),
        ),
    }
}

/// Where nodes come from: 2.1 writes it otherwise.
pub(super) fn metadata(tree: &mut Tree<'_>, to_first: bool, notes: &mut Notes) {
    let Some(graph) = tree.get_mut("graph_module").and_then(|module| module.get_mut("graph")) else { return };
    dead::each_node(graph, &mut |node| {
        let Some(metadata) = node.get_mut("metadata") else { return };
        let pairs = [("source_fn", "source_fn_stack"), ("source_fn_stack", "source_fn")];
        let (old, new) = if to_first { pairs[1] } else { pairs[0] };
        if let Some(value) = metadata.take(old) {
            let text = value.as_str().unwrap_or_default().into_owned();
            let last = text.rsplit(';').next().unwrap_or_default();
            match last.matches(',').count() {
                1 => metadata.set(new, Tree::text(last)),
                _ => notes.change(format!(
                    "`{old}` of nodes, which nothing is computed from, is left out where it has another form"
                )),
            }
        }
        if let Some(value) = metadata.take("nn_module_stack") {
            let text = value.as_str().unwrap_or_default().into_owned();
            let converted: Option<Vec<String>> =
                text.split(';').map(|entry| stack_entry(entry, to_first)).collect();
            match converted {
                Some(entries) => metadata.set("nn_module_stack", Tree::text(&entries.join(";"))),
                None => notes.change("`nn_module_stack` of nodes, which nothing is computed from, is left out where it has another form"),
            }
        }
    });
}

/// `key:(path,type)` in 2.1, `key,path,type` later.
fn stack_entry(entry: &str, to_first: bool) -> Option<String> {
    let split = |text: &str| {
        let (mut parts, mut start, mut open) = (Vec::new(), 0, 0i32);
        for (at, letter) in text.char_indices() {
            match letter {
                '(' | '[' => open += 1,
                ')' | ']' => open -= 1,
                ',' if open == 0 => {
                    parts.push(text.get(start..at)?.to_string());
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(text.get(start..)?.to_string());
        (open == 0).then_some(parts)
    };
    if to_first {
        let parts = split(entry)?;
        let [key, path, ty] = &parts[..] else { return None };
        (!key.contains(':')).then(|| format!("{key}:({path},{ty})"))
    } else {
        let (key, rest) = entry.split_once(':')?;
        let parts = split(rest.strip_prefix('(')?.strip_suffix(')')?)?;
        let [path, ty] = &parts[..] else { return None };
        (!key.contains(',')).then(|| format!("{key},{path},{ty}"))
    }
}
