//! A whole program, from one release's schema to another's.
//!
//! It goes by way of the newest one, which has what every older one has: what cannot be expressed is found on the way down.

use std::borrow::Cow;

use outlast_opset::history::{Release, newest};

use super::super::defs::{SchemaVersion, Type};
use super::expr;
use super::notes::Notes;
use super::operators::{self, Operators};
use super::readers;
use super::rename;
use super::schema_v1;
use super::tree::Tree;
use super::typed::{Walk, class};

/// The last release whose schema is version 1.
pub(super) const FIRST: Release = Release { major: 2, minor: 1, patch: 2 };

/// A tensor of a program that is kept elsewhere than its signature says.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Moves {
    /// Constants of the graph in 2.1: name, and an archive of `torch.save` in base 64.
    pub(super) constants: Vec<(String, String)>,
    /// Constants and buffers that become buffers of the state: their names.
    pub(super) to_state: Vec<String>,
}

/// Rewrites a program.
pub(super) fn rewrite<'d>(
    mut tree: Tree<'d>,
    (from, to): (Release, Release),
    version: SchemaVersion,
    (operators, releases): (&[Operators<'_>], &[Release]),
    notes: &mut Notes,
) -> (Tree<'d>, Moves) {
    let mut moves = Moves::default();
    let first_from = from <= FIRST;
    let first_to = to <= FIRST;
    if first_from {
        schema_v1::up(&mut tree, &mut moves, notes);
    }
    tree = pass(tree, &mut Walk::new(from, newest(), notes));
    for of in operators {
        if !notes.is_refused() {
            operators::rewrite(&mut tree, releases, of, notes);
        }
    }
    readers::fixed_inputs(&mut tree, to);
    rename::rename(&mut tree, to, notes);
    readers::singles(&mut tree, (from, to), notes);
    if first_to && !notes.is_refused() {
        schema_v1::down(&mut tree, &mut moves, notes);
    }
    if !notes.is_refused() {
        tree = pass(tree, &mut Walk::new(newest(), to, notes));
    }
    if first_from != first_to {
        schema_v1::metadata(&mut tree, first_to, notes);
    }
    readers::metadata(&mut tree, to, notes);
    readers::check(&tree, to, notes);
    finish(&mut tree, to, version, notes);
    (tree, moves)
}

/// Converts what is typed. The signature and the call spec of 2.1 are left to [`first`].
pub(super) fn pass<'d>(mut tree: Tree<'d>, walk: &mut Walk<'_>) -> Tree<'d> {
    let list = |name| Type::List(Box::new(class(name)));
    walk.notes.enter_field("graph_module");
    if let Some(module) = tree.get_mut("graph_module") {
        let mut fields = vec![("graph", class("Graph")), ("module_call_graph", list("ModuleCallEntry"))];
        if walk.from > FIRST && walk.to > FIRST {
            fields.push(("signature", class("GraphSignature")));
        }
        for (name, ty) in fields {
            walk.notes.enter_field(name);
            if let Some(value) = module.take(name) {
                let value = walk.value(value, &ty, &ty);
                module.set(name, value);
            } else {
                walk.notes.refuse(
                    format!("`GraphModule.{name}` is missing"),
                    "the file is not as its release writes it: export it again",
                );
            }
            walk.notes.leave();
        }
    } else {
        walk.notes
            .refuse("`graph_module` is missing", "the file is not as its release writes it: export it again");
    }
    walk.notes.leave();
    walk.notes.enter_field("range_constraints");
    if let Some(ranges) = tree.take("range_constraints") {
        let ty = Type::Dict(Box::new(class("RangeConstraint")));
        let ranges = match walk.value(ranges, &ty, &ty) {
            Tree::Object(members) => Tree::Object(
                members
                    .into_iter()
                    .map(|(name, range)| (Cow::Owned(expr::symbol(&name, walk.to)), range))
                    .collect(),
            ),
            other => other,
        };
        tree.set("range_constraints", ranges);
    }
    walk.notes.leave();
    tree
}

/// Fields of the program itself.
fn finish(tree: &mut Tree<'_>, to: Release, version: SchemaVersion, notes: &mut Notes) {
    let definitions = super::super::defs::definitions();
    let has = |class: &str, field: &str| definitions.fields(class, Some(to)).any(|one| one.name == field);
    let schema = match version.minor {
        None => Tree::number(version.major),
        Some(minor) => Tree::object([("major", Tree::number(version.major)), ("minor", Tree::number(minor))]),
    };
    tree.set("schema_version", schema);
    // What checks the graph.
    let dialect = tree.take("dialect").and_then(|one| one.as_str().map(Cow::into_owned));
    let mut verifiers: Vec<String> = dialect.into_iter().collect();
    if let Some(list) = tree.take("verifiers") {
        verifiers = list.items().iter().filter_map(|one| one.as_str().map(Cow::into_owned)).collect();
    }
    readers::verifiers(tree, &mut verifiers, to, notes);
    if has("ExportedProgram", "verifiers") {
        if verifiers.is_empty() {
            // What 2.1 writes went through it.
            verifiers.push("ATEN".into());
        }
        tree.set("verifiers", Tree::List(verifiers.iter().map(|one| Tree::text(one)).collect()));
    } else if has("ExportedProgram", "dialect") {
        match &verifiers[..] {
            [] => tree.set("dialect", Tree::text("ATEN")),
            [one] => tree.set("dialect", Tree::text(one)),
            [one, ..] => {
                notes.change("of several verifiers, the first is kept");
                tree.set("dialect", Tree::text(one));
            }
        }
    } else if !verifiers.is_empty() {
        notes.change(format!(
            "the verifier {} is left out: torch {to} does not name one",
            verifiers.join(", ")
        ));
    }
    for (field, sentence) in [
        ("torch_version", "the name of the release that exported the program is left out"),
        ("guards_code", "checks of the inputs, which are text of Python, are left out"),
    ] {
        let blank = tree.get(field).is_none_or(Tree::is_blank);
        if !has("ExportedProgram", field) && tree.take(field).is_some() && !blank {
            notes.change(format!("{sentence}: torch {to} has no field for that"));
        }
    }
    for field in ["equality_constraints", "example_inputs"] {
        match (has("ExportedProgram", field), field) {
            (true, "equality_constraints") if tree.get(field).is_none() => {
                tree.set(field, Tree::List(Vec::new()));
            }
            (true, _) if tree.get(field).is_none() => tree.set(field, Tree::NULL),
            (true, _) => {}
            (false, _) => {
                tree.take(field);
            }
        }
    }
    if let Some(module) = tree.get_mut("graph_module") {
        for (field, sentence) in [
            ("metadata", "metadata of the whole graph are left out"),
            ("treespec_namedtuple_fields", "the names of the fields of named tuples are left out"),
        ] {
            if !has("GraphModule", field)
                && let Some(value) = module.take(field)
                && !value.is_blank()
            {
                notes.change(sentence);
            }
        }
    }
}
