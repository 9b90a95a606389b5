//! Attributes of operations as another release has them: other names, other kinds of arrays, without default attributes, sizes of
//! segments for other groups of operands. For operations whose properties are attributes: see [`super::properties_to_attributes`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::StepError;
use super::operations::names;
use super::values::{builtin, dense, integer_value, integers};
use crate::ids::EntryKind;
use crate::ids::{AttrId, OpId, OpNameId};
use crate::module::{Builder, Module, dictionary_items};
use crate::print::Snippets;
use crate::tables::Tables;

type Items = Vec<(Vec<u8>, AttrId)>;

/// Gives an attribute of an operation another name; how many operations had it. Where both names are there, nothing is done.
pub fn rename_attribute(module: &mut Module<'_>, op: &str, from: &str, to: &str) -> usize {
    edit(module, op, |_, _, items, _| {
        if items.iter().any(|(name, _)| name == to.as_bytes()) {
            return false;
        }
        let Some((name, _)) = items.iter_mut().find(|(name, _)| name == from.as_bytes()) else {
            return false;
        };
        *name = to.as_bytes().to_vec();
        true
    })
}

/// Makes an array of integers a dense one with elements of so many bits; how many there were.
pub fn dense_attribute(module: &mut Module<'_>, op: &str, attribute: &str, width: u32) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let Some(at) = items.iter().position(|(name, _)| name == attribute.as_bytes()) else { return false };
        let Some(values) = integers(tables, items[at].1, false) else { return false };
        let Some(made) = dense(builder, tables, width, &values) else { return false };
        items[at].1 = made;
        true
    })
}

/// Makes a dense array of integers one of integers with 64 bits; how many there were.
pub fn plain_attribute(module: &mut Module<'_>, op: &str, attribute: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let Some(at) = items.iter().position(|(name, _)| name == attribute.as_bytes()) else { return false };
        let Some(values) = integers(tables, items[at].1, true) else { return false };
        let members: Vec<AttrId> = values.iter().map(|value| builder.integer(tables, 64, *value)).collect();
        items[at].1 = builder.array(tables, &members);
        true
    })
}

/// Takes an attribute of several operations away where it is the default: this text, as a release prints it; names of operations, and how
/// many there were of each.
pub fn drop_attribute(
    module: &mut Module<'_>,
    ops: impl Fn(&str) -> bool,
    attribute: &str,
    text: &str,
    release: u32,
) -> Vec<(String, usize)> {
    let named = |id| String::from_utf8_lossy(&module.tables.op_name(id)).into_owned();
    let all = (0..module.tables.op_names.len()).map(OpNameId::new);
    let wanted: HashMap<OpNameId, String> =
        all.map(|id| (id, named(id))).filter(|(_, name)| ops(name)).collect();
    let tables = &module.tables;
    let of_them = module.ir.ops().filter(|op| wanted.contains_key(&module.ir.name(*op)));
    let dictionaries: BTreeSet<AttrId> = of_them.filter_map(|op| module.ir.attrs(op)).collect();
    let value = |attrs: AttrId| {
        dictionary_items(tables, attrs)?.into_iter().find(|(name, _)| name == attribute.as_bytes())
    };
    let values: BTreeSet<AttrId> =
        dictionaries.into_iter().filter_map(value).map(|(_, value)| value).collect();
    let mut texts = Snippets::of_release(tables, release);
    let mut is_default = |value: &AttrId| {
        texts.exact(EntryKind::Attr, value.0).is_some_and(|printed| printed == text.as_bytes())
    };
    let defaults: BTreeSet<AttrId> = values.into_iter().filter(|value| is_default(value)).collect();
    if defaults.is_empty() {
        return Vec::new();
    }
    let is_one = |id| wanted.contains_key(&id);
    let counts = edit_all(module, is_one, |_, _, items, _| {
        let here =
            |(name, value): &(Vec<u8>, AttrId)| name == attribute.as_bytes() && defaults.contains(value);
        let Some(at) = items.iter().position(here) else { return false };
        items.remove(at);
        true
    });
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for (id, count) in counts {
        *named.entry(wanted[&id].clone()).or_default() += count;
    }
    named.into_iter().collect()
}

/// Gives the numbers that an attribute enumerates anew: of an integer, or of an array of integers; how many operations had it.
///
/// # Errors
///
/// [`StepError::Number`] if a number has no other.
pub fn renumber(
    module: &mut Module<'_>,
    op: &str,
    attribute: &str,
    number: impl Fn(i64) -> Option<i64>,
) -> Result<usize, StepError> {
    let mut left = None;
    let count = edit(module, op, |tables, builder, items, _| {
        let Some(at) = items.iter().position(|(name, _)| name == attribute.as_bytes()) else { return false };
        let value = items[at].1;
        let single = integer_value(tables, value).filter(|(_, width)| *width == 64);
        let Some(old) = single.map(|(value, _)| vec![value]).or_else(|| integers(tables, value, false))
        else {
            left = Some(-1);
            return false;
        };
        let new: Option<Vec<i64>> = old.iter().map(|value| number(*value)).collect();
        let Some(new) = new else {
            left = old.into_iter().find(|value| number(*value).is_none());
            return false;
        };
        let made: Vec<AttrId> = new.iter().map(|value| builder.integer(tables, 64, *value)).collect();
        items[at].1 = match (single, &made[..]) {
            (Some(_), [one]) => *one,
            _ => builder.array(tables, &made),
        };
        true
    });
    match left {
        Some(value) => Err(StepError::Number { op: op.to_owned(), attribute: attribute.to_owned(), value }),
        None => Ok(count),
    }
}

/// Makes a unit attribute a number of 32 bits under another name: that of a property which a dictionary cannot hold, and
/// [`super::attributes_to_properties`] encodes. How many operations had it.
pub fn unit_to_number(module: &mut Module<'_>, op: &str, unit: &str, number: &str, value: i64) -> usize {
    edit(module, op, |tables, builder, items, _| {
        if items.iter().any(|(name, _)| name == number.as_bytes()) {
            return false;
        }
        let Some(at) = items.iter().position(|(name, _)| name == unit.as_bytes()) else { return false };
        if builtin(tables, items[at].1).is_none_or(|(code, _)| code != UNIT) {
            return false;
        }
        items[at] = (number.as_bytes().to_vec(), builder.integer(tables, 32, value));
        true
    })
}

/// Makes a number a unit attribute under another name where it is `value`, and leaves it out where it is 0; how many operations had it.
///
/// # Errors
///
/// [`StepError::NotUnit`] if it is any other number: a unit attribute cannot stand for it.
pub fn number_to_unit(
    module: &mut Module<'_>,
    op: &str,
    number: &str,
    unit: &str,
    value: i64,
) -> Result<usize, StepError> {
    let mut left = None;
    let count = edit(module, op, |tables, builder, items, _| {
        if items.iter().any(|(name, _)| name == unit.as_bytes()) {
            return false;
        }
        let Some(at) = items.iter().position(|(name, _)| name == number.as_bytes()) else { return false };
        match integer_value(tables, items[at].1) {
            Some((0, _)) => drop(items.remove(at)),
            Some((found, _)) if found == value => {
                items[at] = (unit.as_bytes().to_vec(), builder.attr(tables, vec![UNIT_ENCODED]));
            }
            found => {
                left = Some(found.map(|(found, _)| found));
                return false;
            }
        }
        true
    });
    match left {
        Some(found) => Err(StepError::NotUnit {
            op: op.to_owned(),
            attribute: number.to_owned(),
            value: found,
            unit: unit.to_owned(),
        }),
        None => Ok(count),
    }
}

/// Code of a unit attribute, and how it is encoded.
const UNIT: u64 = 7;
const UNIT_ENCODED: u8 = 7 << 1 | 1;

/// Gives operations an empty dense array of `i32` where they have no attribute of that name; how many there were.
pub fn add_empty_array(module: &mut Module<'_>, op: &str, attribute: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        if items.iter().any(|(name, _)| name == attribute.as_bytes()) {
            return false;
        }
        let Some(made) = dense(builder, tables, 32, &[]) else { return false };
        items.push((attribute.as_bytes().to_vec(), made));
        true
    })
}

/// Groups of operands that an operation has in a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups<'g> {
    /// Their names in order; `*` behind one of any number of operands, `?` behind one of none or one.
    pub names: &'g [&'g str],
    /// The attribute with their sizes; none if the operation needs none.
    pub sizes: Option<&'g str>,
}

/// Says the sizes of segments for other groups; how many operations there were. An operation with operands in a group that the other
/// release does not have, without operands where it demands one, or with groups in another order, stays as it is.
pub fn regroup(module: &mut Module<'_>, op: &str, from: Groups<'_>, to: Groups<'_>) -> usize {
    edit(module, op, |tables, builder, items, operands| {
        let Some(there) = sizes_of(tables, items, from, operands) else { return false };
        let Some(sizes) = mapped(from.names, &there, to.names) else { return false };
        items.retain(|(name, _)| from.sizes.is_none_or(|sizes| name != sizes.as_bytes()));
        if let Some(name) = to.sizes {
            let Some(made) = dense(builder, tables, 32, &sizes) else { return false };
            items.push((name.as_bytes().to_vec(), made));
        }
        true
    })
}

/// How many operands each group has.
fn sizes_of(tables: &Tables<'_>, items: &Items, groups: Groups<'_>, operands: usize) -> Option<Vec<i64>> {
    let operands = i64::try_from(operands).ok()?;
    let sizes = match groups.sizes {
        Some(name) => {
            let (_, attr) = items.iter().find(|(other, _)| other == name.as_bytes())?;
            crate::schema::sizes(tables, *attr)?
        }
        // Without sizes one group at most is not of one operand.
        None => {
            let single = |name: &&str| !name.ends_with(['*', '?']);
            let singles = i64::try_from(groups.names.iter().filter(|name| single(name)).count()).ok()?;
            let rest = operands - singles;
            groups.names.iter().map(|name| if single(name) { 1 } else { rest }).collect()
        }
    };
    let whole = sizes.len() == groups.names.len() && sizes.iter().all(|size| *size >= 0);
    (whole && sizes.iter().sum::<i64>() == operands).then_some(sizes)
}

/// The sizes for other groups; none if operands would change places or be left over.
fn mapped(from: &[&str], sizes: &[i64], to: &[&str]) -> Option<Vec<i64>> {
    let bare = |name: &str| name.trim_end_matches(['*', '?']).to_owned();
    let mut out = Vec::new();
    let mut taken = 0;
    for name in to {
        let found = from.iter().position(|other| bare(other) == bare(name));
        let size = found.map_or(0, |at| sizes[at]);
        if size > 0 {
            let at = found?;
            if sizes[taken..at].iter().any(|size| *size != 0) || at < taken {
                return None;
            }
            taken = at + 1;
        }
        let fits = name.ends_with('*') || size == 1 || name.ends_with('?') && size == 0;
        if !fits {
            return None;
        }
        out.push(size);
    }
    sizes[taken..].iter().all(|size| *size == 0).then_some(out)
}

/// Edits the dictionaries of an operation; how many operations were changed. The editor gets the number of operands.
fn edit(
    module: &mut Module<'_>,
    op: &str,
    editor: impl FnMut(&mut Tables<'_>, &mut Builder, &mut Items, usize) -> bool,
) -> usize {
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    edit_all(module, |name| wanted.contains(&name), editor).into_values().sum()
}

/// Edits the dictionaries of operations with these names; how many were changed of each.
fn edit_all(
    module: &mut Module<'_>,
    wanted: impl Fn(OpNameId) -> bool,
    mut editor: impl FnMut(&mut Tables<'_>, &mut Builder, &mut Items, usize) -> bool,
) -> HashMap<OpNameId, usize> {
    let mut counts = HashMap::new();
    let some: Vec<bool> = (0..module.tables.op_names.len()).map(|at| wanted(OpNameId::new(at))).collect();
    if !some.contains(&true) {
        return counts;
    }
    let mut builder = Builder::default();
    let mut known: HashMap<(Option<AttrId>, usize), Option<Option<AttrId>>> = HashMap::new();
    let is_one = |op: &OpId| some.get(module.ir.name(*op).index()) == Some(&true);
    let ops: Vec<OpId> = module.ir.ops().filter(is_one).collect();
    for op in ops {
        let key = (module.ir.attrs(op), module.ir.operands(op).len());
        let tables = &mut module.tables;
        let made = *known.entry(key).or_insert_with(|| {
            let mut items = match key.0 {
                Some(attrs) => dictionary_items(tables, attrs)?,
                None => Vec::new(),
            };
            let changed = editor(tables, &mut builder, &mut items, key.1);
            changed.then(|| (!items.is_empty()).then(|| builder.dictionary(tables, items)))
        });
        if let Some(attrs) = made {
            module.ir.set_attrs(op, attrs);
            *counts.entry(module.ir.name(op)).or_default() += 1;
        }
    }
    counts
}
