//! Containers of inputs and outputs: JSON in text, `[1, {"type": …, "context": …, "children_spec": […]}]`.
//!
//! In 2.1 the inputs are the tuple of positional arguments, or a pair of that and the named ones if there are any. Since 2.2 they are the
//! pair always.

use super::notes::Notes;
use super::tree::Tree;
use crate::json::Document;
use outlast_core::SortShort;

/// Types that 2.1 does not register.
const NOT_IN_FIRST: [&str; 2] = ["collections.defaultdict", "collections.deque"];

fn leaf(spec: &Tree<'_>) -> bool {
    spec.get("type").is_some_and(Tree::is_null)
}

fn is(spec: &Tree<'_>, name: &str) -> bool {
    spec.get("type").and_then(Tree::as_str).is_some_and(|found| found == name)
}

fn children<'s, 'd>(spec: &'s Tree<'d>) -> &'s [Tree<'d>] {
    spec.get("children_spec").map(Tree::items).unwrap_or_default()
}

/// Reads the text of a spec, and gives what `change` makes of it.
fn with(
    text: &Tree<'_>,
    notes: &mut Notes,
    change: impl FnOnce(&Tree<'_>, &mut Notes) -> Option<Tree<'static>>,
) -> Option<Tree<'static>> {
    let written = text.as_str()?;
    let Ok(document) = Document::parse(written.as_bytes()) else {
        notes.refuse(
            "a spec of containers that is no JSON",
            "the file is not as its release writes it: export it again",
        );
        return None;
    };
    let Ok(tree) = Tree::read(document.root()) else {
        notes.refuse(
            "a spec of containers that nests too deep",
            "export the model with flatter inputs and outputs",
        );
        return None;
    };
    match tree.items() {
        [protocol, spec] if protocol.as_i64() == Some(1) => {
            check(spec, notes);
            change(spec, notes)
        }
        _ => {
            notes.refuse("a container spec whose protocol is not 1", "export the model again");
            None
        }
    }
}

/// What is refused in any spec that goes to or comes from 2.1.
fn check(spec: &Tree<'_>, notes: &mut Notes) {
    let mut open = vec![spec];
    while let Some(spec) = open.pop() {
        if is(spec, "collections.namedtuple") {
            notes.refuse(
                "a named tuple among the inputs or outputs: 2.1 writes its fields, later releases the name that its class is registered by",
                "export the model with tuples or dictionaries",
            );
        } else if let Some(name) = NOT_IN_FIRST.iter().find(|name| is(spec, name)) {
            notes.refuse(
                format!("a `{name}` among the inputs or outputs: torch 2.1 does not register it"),
                "export the model with a list or dict",
            );
        }
        open.extend(children(spec));
    }
}

fn dumped(spec: Tree<'_>) -> Tree<'static> {
    Tree::text(&Tree::List(vec![Tree::number(1), spec]).to_text())
}

fn node<'d>(name: &str, context: &str, children: Vec<Tree<'d>>) -> Tree<'d> {
    Tree::object([
        ("type", Tree::text(name)),
        ("context", Tree::text(context)),
        ("children_spec", Tree::List(children)),
    ])
}

/// An `in_spec` of 2.1 as the pair.
pub(super) fn inputs_up(text: &Tree<'_>, notes: &mut Notes) -> Option<Tree<'static>> {
    with(text, notes, |spec, notes| {
        if !is(spec, "builtins.tuple") {
            notes.refuse(
                "an `in_spec` that is not a tuple",
                "the file is not as its release writes it: export it again",
            );
        }
        if let [args, kwargs] = children(spec)
            && is(args, "builtins.tuple")
            && is(kwargs, "builtins.dict")
        {
            notes.change("the inputs are a tuple and a dict: 2.1 does not say whether those are two arguments or all positional and all named ones; they are two arguments now");
        }
        let kwargs = node("builtins.dict", "[]", Vec::new());
        Some(dumped(node("builtins.tuple", "null", vec![spec.clone(), kwargs])))
    })
}

/// An `in_spec` as 2.1 has it.
pub(super) fn inputs_down(text: &Tree<'_>, notes: &mut Notes) -> Option<Tree<'static>> {
    with(text, notes, |spec, notes| match children(spec) {
        [args, kwargs]
            if is(spec, "builtins.tuple") && is(args, "builtins.tuple") && is(kwargs, "builtins.dict") =>
        {
            if children(kwargs).is_empty() {
                return Some(dumped(args.clone()));
            }
            notes.change("named arguments: `module()` of 2.1 takes them as a second one, a dict; the program itself takes them by name");
            Some(dumped(spec.clone()))
        }
        _ => {
            notes.refuse(
                "an `in_spec` that is not a pair of positional and named arguments",
                "the file is not as its release writes it: export it again",
            );
            None
        }
    })
}

/// An `out_spec`, which is the same in both.
pub(super) fn outputs(text: &Tree<'_>, notes: &mut Notes) -> Option<Tree<'static>> {
    with(text, notes, |spec, _| Some(dumped(spec.clone())))
}

/// The types of containers in a spec.
pub(super) fn types(text: &Tree<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let Some(written) = text.as_str() else { return found };
    let Ok(document) = Document::parse(written.as_bytes()) else { return found };
    let Ok(tree) = Tree::read(document.root()) else { return found };
    let mut open: Vec<&Tree<'_>> = tree.items().get(1).into_iter().collect();
    while let Some(spec) = open.pop() {
        found.extend(spec.get("type").and_then(Tree::as_str).map(std::borrow::Cow::into_owned));
        open.extend(children(spec));
    }
    found.sort_short();
    found.dedup();
    found
}

/// How many values a spec holds.
pub(super) fn leaves(text: &Tree<'_>) -> Option<usize> {
    let written = text.as_str()?;
    let document = Document::parse(written.as_bytes()).ok()?;
    let tree = Tree::read(document.root()).ok()?;
    let (mut open, mut count) = (vec![tree.items().get(1)?], 0);
    while let Some(spec) = open.pop() {
        count += usize::from(leaf(spec));
        open.extend(children(spec));
    }
    Some(count)
}
