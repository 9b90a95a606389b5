//! What of one release is what of the other: by name, by declared meaning, and of what is left by structure.

use std::collections::BTreeMap;

use outlast_mlir::schema::PropertyKind;

use super::model::{Code, Dialect, Dialects, Field, Op};

/// Things of both releases, or of one.
pub(crate) type Rows<'d, T> = Vec<(Option<&'d T>, Option<&'d T>)>;

/// Dialects by namespace.
pub(crate) fn dialects<'d>(old: &'d Dialects, new: &'d Dialects) -> Rows<'d, Dialect> {
    let key = |dialect: &Dialect| dialect.name.clone();
    rows(&old.dialects, &new.dialects, key, |_, _| false)
}

/// Operations of a dialect by name; those that are left are the same if their properties and their words are.
pub(crate) fn ops<'d>(old: &'d Dialect, new: &'d Dialect) -> Rows<'d, Op> {
    rows(
        &old.ops,
        &new.ops,
        |op| op.key().to_string(),
        |old, new| {
            let declared = old.meaning.is_some() && new.meaning.is_some();
            !declared && alike_ops(old, new)
        },
    )
}

/// Codes of a dialect by name; those that are left are the same if their code and their fields are, and their names are alike.
pub(crate) fn codes<'d>(old: &'d Dialect, new: &'d Dialect) -> Rows<'d, Code> {
    let key = |code: &Code| format!("{} {}", code.kind.name(), code.key());
    rows(&old.codes, &new.codes, key, |old, new| {
        let same = old.kind == new.kind && old.code == new.code && old.layout == new.layout;
        same && same_word(&old.name, &new.name)
    })
}

/// Fields of an operation by name. If the rest has the same encodings at the same places, it is the same with other names.
pub(crate) fn fields<'d>(old: &'d Op, new: &'d Op) -> Rows<'d, Field> {
    let kinds =
        |op: &Op| -> Vec<PropertyKind> { op.fields.iter().map(|of| of.property.kind.clone()).collect() };
    let aligned = kinds(old) == kinds(new);
    let place = |op: &Op, field: &Field| op.fields.iter().position(|of| of.property == field.property);
    rows(
        &old.fields,
        &new.fields,
        |field| field.key().to_string(),
        |a, b| {
            let declared = a.meaning.is_some() && b.meaning.is_some();
            aligned && !declared && place(old, a) == place(new, b)
        },
    )
}

/// Pairs by key, then pairs of what is left, then the rest.
fn rows<'d, T>(
    old: &'d [T],
    new: &'d [T],
    key: impl Fn(&T) -> String,
    same: impl Fn(&T, &T) -> bool,
) -> Rows<'d, T> {
    let mut by_key: BTreeMap<String, usize> = BTreeMap::new();
    for (at, thing) in old.iter().enumerate() {
        by_key.entry(key(thing)).or_insert(at);
    }
    let mut taken = vec![false; old.len()];
    let mut pairs: Vec<Option<usize>> = Vec::new();
    for thing in new {
        let found = by_key.get(&key(thing)).copied().filter(|at| !taken[*at]);
        if let Some(at) = found {
            taken[at] = true;
        }
        pairs.push(found);
    }
    for (pair, thing) in pairs.iter_mut().zip(new).filter(|(pair, _)| pair.is_none()) {
        let mut left = old.iter().enumerate().filter(|(at, of)| !taken[*at] && same(of, thing));
        if let (Some((at, _)), None) = (left.next(), left.next()) {
            taken[at] = true;
            *pair = Some(at);
        }
    }
    let mut out: Rows<'d, T> =
        pairs.iter().zip(new).map(|(pair, thing)| (pair.and_then(|at| old.get(at)), Some(thing))).collect();
    let gone = old.iter().zip(&taken).filter(|(_, taken)| !**taken);
    out.extend(gone.map(|(thing, _)| (Some(thing), None)));
    out
}

/// Whether two operations of other names have the same properties, operands and results, and names that are alike or fields that tell them from others.
fn alike_ops(old: &Op, new: &Op) -> bool {
    let same = old.schema() == new.schema()
        && old.custom == new.custom
        && (old.operands == new.operands || old.operands.is_none() || new.operands.is_none())
        && (old.results == new.results || old.results.is_none() || new.results.is_none());
    same && (same_word(&old.name, &new.name) || telling(old))
}

/// Whether fields tell an operation from most others.
fn telling(op: &Op) -> bool {
    const COMMON: &[&str] =
        &["operandSegmentSizes", "resultSegmentSizes", "sym_name", "fastmathFlags", "value"];
    op.fields.iter().filter(|field| !COMMON.contains(&field.name())).count() >= 2
}

/// Whether two names are one word spelled in two ways, or one with something before or after it.
pub(crate) fn same_word(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let (a, b) = (letters(a), letters(b));
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short == long || (short.len() >= 3 && (long.starts_with(&short) || long.ends_with(&short)))
}
