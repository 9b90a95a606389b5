//! What of one release is what of the other: by name, by declared meaning, and of what is left by structure.

use std::collections::BTreeMap;

use outlast_mlir::schema::{PropertyField, PropertyKind};

use super::model::{Code, Dialect, Dialects, Field, Op};

/// Things of both releases, or of one.
pub(crate) type Rows<'d, T> = Vec<(Option<&'d T>, Option<&'d T>)>;

/// A thing, and its place.
type At<'d, T> = (usize, &'d T);

/// Dialects by namespace.
pub(crate) fn dialects<'d>(old: &'d Dialects, new: &'d Dialects) -> Rows<'d, Dialect> {
    let key = |dialect: &Dialect| dialect.name.clone();
    rows(&old.dialects, &new.dialects, key, |_, _| false)
}

/// Operations of a dialect by name; those that are left are the same if their properties and their words are.
pub(crate) fn ops<'d>(old: &'d Dialect, new: &'d Dialect) -> Rows<'d, Op> {
    let key = |op: &Op| op.key().to_string();
    rows(&old.ops, &new.ops, key, |(_, old), (_, new)| {
        let declared = old.meaning.is_some() && new.meaning.is_some();
        !declared && alike_ops(old, new)
    })
}

/// Codes of a dialect by name; those that are left are the same if their code and their fields are, and their names are alike.
pub(crate) fn codes<'d>(old: &'d Dialect, new: &'d Dialect) -> Rows<'d, Code> {
    let key = |code: &Code| format!("{} {}", code.kind.name(), code.key());
    rows(&old.codes, &new.codes, key, |(_, old), (_, new)| {
        let same = old.kind == new.kind && old.code == new.code && old.layout == new.layout;
        same && same_word(&old.name, &new.name)
    })
}

/// Fields of an operation by name. If the rest has the same encodings at the same places, it is the same with other names.
pub(crate) fn fields<'d>(old: &'d Op, new: &'d Op) -> Rows<'d, Field> {
    fn kinds(op: &Op) -> impl Iterator<Item = &PropertyKind> {
        op.fields.iter().map(|of| &of.property.kind)
    }
    let aligned = kinds(old).eq(kinds(new));
    let key = |field: &Field| field.key().to_string();
    rows(&old.fields, &new.fields, key, |(was, old), (is, new)| {
        let declared = old.meaning.is_some() && new.meaning.is_some();
        aligned && !declared && was == is
    })
}

/// How many pairs of what is left are looked at. Releases that have more in common by name only are not compared by structure.
const MOST_PAIRS: usize = 1 << 22;

/// Pairs by key, then pairs of what is left, then the rest.
fn rows<'d, T>(
    old: &'d [T],
    new: &'d [T],
    key: impl Fn(&T) -> String,
    same: impl Fn(At<'d, T>, At<'d, T>) -> bool,
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
    let left = |taken: &[bool]| taken.iter().filter(|taken| !**taken).count();
    let unpaired = pairs.iter().filter(|pair| pair.is_none()).count();
    if left(&taken).saturating_mul(unpaired) <= MOST_PAIRS {
        for (is, thing) in new.iter().enumerate() {
            if pairs[is].is_some() {
                continue;
            }
            let mut left = old.iter().enumerate().filter(|(at, _)| !taken[*at]);
            let mut alike = left.by_ref().filter(|at| same(*at, (is, thing))).map(|(at, _)| at);
            if let (Some(at), None) = (alike.next(), alike.next()) {
                taken[at] = true;
                pairs[is] = Some(at);
            }
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
    fn properties(op: &Op) -> impl Iterator<Item = &PropertyField> {
        op.fields.iter().map(|field| &field.property)
    }
    let same = old.fields.len() == new.fields.len()
        && old.custom == new.custom
        && properties(old).eq(properties(new))
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
