//! Rules of verifiers on operations of irdl.

use super::{OpView, Rule, rule};
use crate::typed::{inside, list};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("irdl-distinct", irdl_distinct, ""),
    rule("irdl-name", irdl_name, ""),
    rule("irdl-names", irdl_names, ""),
    rule(
        "variadicity-count",
        variadicity_count,
        "the number of operands and their variadicities must be the same",
    ),
];

/// Whether a name consists of what names of definitions may consist of.
fn is_name(name: &str) -> bool {
    let known = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    known && !name.is_empty() && !name.starts_with('_') && !name.contains("__")
}

fn irdl_name(op: &OpView<'_, '_>) -> Option<bool> {
    let name = op.string("sym_name")?;
    Some(is_name(match op.name().as_str() {
        "irdl.type" => name.strip_prefix('!').unwrap_or(&name),
        "irdl.attribute" => name.strip_prefix('#').unwrap_or(&name),
        _ => &name,
    }))
}

fn irdl_names(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("names")? {
        return Some(false);
    }
    let mut names = std::collections::HashSet::new();
    let all = op.array("names")?;
    let distinct =
        all.iter().all(|name| name.string().is_some_and(|name| is_name(name) && names.insert(name)));
    Some(distinct && names.len() == op.operands())
}

fn irdl_distinct(op: &OpView<'_, '_>) -> Option<bool> {
    let mut names = std::collections::HashSet::new();
    for inner in op.region(0)?.iter().flat_map(|block| &block.ops) {
        if !matches!(inner.name().as_str(), "irdl.operands" | "irdl.results" | "irdl.regions")
            || !inner.has("names")?
        {
            continue;
        }
        // One of them that has a name twice is refused for that.
        let own = inner.array("names")?;
        let own: Option<std::collections::HashSet<String>> =
            own.iter().map(|name| name.string().map(str::to_owned)).collect();
        if own?.into_iter().any(|name| !names.insert(name)) {
            return Some(false);
        }
    }
    Some(true)
}

fn variadicity_count(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("variadicity")? {
        return Some(false);
    }
    let attr = op.attr("variadicity")?;
    let text = attr.text()?;
    let body = text
        .strip_prefix("#irdl<variadicity_array")
        .or_else(|| text.strip_prefix("#irdl.variadicity_array"))?;
    Some(list(inside(body, '[', ']')?).len() == op.operands())
}
