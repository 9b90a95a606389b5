//! Names of values that readers up to 2.4 change: FX of those gives `input_1` to a value that is named for a function of Python, `input`,
//! and a reader that then compares names refuses the program.

use std::collections::BTreeMap;

use outlast_core::QuickSet;
use outlast_opset::history::Release;

use super::notes::Notes;
use super::tree::Tree;

/// Since this release, readers give values the names that the program has.
const KEPT: Release = Release { major: 2, minor: 5, patch: 0 };

/// Names that FX does not give to values.
const BUILTIN: [&str; 74] = [
    "abs",
    "aiter",
    "all",
    "anext",
    "any",
    "ascii",
    "bin",
    "bool",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "classmethod",
    "compile",
    "complex",
    "delattr",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "eval",
    "exec",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "input",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "locals",
    "map",
    "max",
    "memoryview",
    "min",
    "next",
    "object",
    "oct",
    "open",
    "ord",
    "pow",
    "print",
    "property",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
    "torch",
    "device",
    "inf",
    "nan",
];

/// The tables of a graph that have values by name.
pub(super) const TABLES: [&str; 5] =
    ["tensor_values", "sym_int_values", "sym_bool_values", "sym_float_values", "custom_obj_values"];

/// Gives values other names where the reader of a release would.
pub(super) fn rename(tree: &mut Tree<'_>, to: Release, notes: &mut Notes) {
    if to >= KEPT {
        return;
    }
    let Some(module) = tree.get_mut("graph_module") else { return };
    let Some(graph) = module.get_mut("graph") else { return };
    let names = other_names(graph);
    if !names.is_empty() {
        notes.change(format!(
            "values that are named for functions of Python have other names, which torch {to} keeps"
        ));
    }
    graph_names(graph, &names);
    if let Some(signature) = module.get_mut("signature") {
        for list in ["input_specs", "output_specs"] {
            for spec in signature.get_mut(list).and_then(Tree::items_mut).into_iter().flatten() {
                let Tree::Object(members) = spec else { continue };
                for (_, content) in members {
                    if let Some(argument) = content.get_mut("arg") {
                        argument_names(argument, &names);
                    }
                }
            }
        }
    }
}

/// New names for those that are changed.
fn other_names(graph: &Tree<'_>) -> BTreeMap<String, String> {
    let tables = TABLES.iter().flat_map(|table| graph.get(table).map(Tree::members).unwrap_or_default());
    let taken: QuickSet<&str> = tables.map(|(name, _)| &**name).collect();
    let mut names = BTreeMap::new();
    for name in BUILTIN.into_iter().filter(|name| taken.contains(name)) {
        let mut other = format!("{name}_value");
        while taken.contains(other.as_str()) {
            other.push('_');
        }
        names.insert(name.to_string(), other);
    }
    names
}

fn graph_names(graph: &mut Tree<'_>, names: &BTreeMap<String, String>) {
    for table in TABLES {
        let Some(Tree::Object(members)) = graph.get_mut(table) else { continue };
        for (name, _) in members {
            if let Some(other) = names.get(&**name) {
                *name = other.clone().into();
            }
        }
    }
    for list in ["inputs", "outputs"] {
        graph
            .get_mut(list)
            .and_then(Tree::items_mut)
            .into_iter()
            .flatten()
            .for_each(|argument| argument_names(argument, names));
    }
    for node in graph.get_mut("nodes").and_then(Tree::items_mut).into_iter().flatten() {
        node.get_mut("outputs")
            .and_then(Tree::items_mut)
            .into_iter()
            .flatten()
            .for_each(|argument| argument_names(argument, names));
        for input in node.get_mut("inputs").and_then(Tree::items_mut).into_iter().flatten() {
            let Some(argument) = input.get_mut("arg") else { continue };
            // The values of a graph in an argument are its own.
            if let Some(graph) = argument.get_mut("as_graph").and_then(|argument| argument.get_mut("graph")) {
                let names = other_names(graph);
                graph_names(graph, &names);
            } else {
                argument_names(argument, names);
            }
        }
    }
}

/// Names in an argument.
fn argument_names(argument: &mut Tree<'_>, names: &BTreeMap<String, String>) {
    match argument {
        Tree::List(items) => items.iter_mut().for_each(|item| argument_names(item, names)),
        Tree::Object(members) => {
            for (field, value) in members {
                let other = match (&**field, value.as_str()) {
                    ("name" | "as_name", Some(name)) => names.get(&*name).map(|other| Tree::text(other)),
                    _ => None,
                };
                match other {
                    Some(other) => *value = other,
                    None => argument_names(value, names),
                }
            }
        }
        Tree::Raw(_) => {}
    }
}
