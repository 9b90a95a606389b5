//! Where nodes come from, which nothing is computed from: 2.1 writes it otherwise.

use super::super::dce;
use super::super::notes::Notes;
use super::super::tree::Tree;

/// Where nodes come from: 2.1 writes it otherwise.
pub(in super::super) fn metadata(tree: &mut Tree<'_>, to_first: bool, notes: &mut Notes) {
    let Some(graph) = tree.get_mut("graph_module").and_then(|module| module.get_mut("graph")) else { return };
    dce::each_node(graph, &mut |node| {
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
