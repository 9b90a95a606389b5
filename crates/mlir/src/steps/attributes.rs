//! Attributes of operations as another release has them: other names, other kinds of arrays, without default attributes, sizes of
//! segments for other groups of operands. For operations whose properties are attributes: see [`super::properties_to_attributes`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::StepError;
use super::operations::names;
use super::values::{builtin, dense, integer_value, integers};
use crate::ids::EntryKind;
use crate::ids::{AttrId, OpId, OpNameId};
use crate::intern::{Interner, Mix};
use crate::module::{Builder, Module};
use crate::print::Snippets;
use crate::tables::Tables;
use crate::tables::{array_items, dictionary_items};

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

/// Whether one of the operations of a name has an attribute in its dictionary.
pub fn has_attribute(module: &Module<'_>, op: &str, attribute: &str) -> bool {
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    let of_them = module.ir.ops().filter(|op| wanted.contains(&module.ir.name(*op)));
    let dictionaries: BTreeSet<AttrId> = of_them.filter_map(|op| module.ir.attrs(op)).collect();
    let has = |attrs: AttrId| {
        dictionary_items(&module.tables, attrs)
            .is_some_and(|items| items.iter().any(|(name, _)| name == attribute.as_bytes()))
    };
    dictionaries.into_iter().any(has)
}

/// Makes an array of integers a dense one with elements of so many bits; how many there were.
pub fn dense_attribute(module: &mut Module<'_>, op: &str, attribute: &str, width: u32) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let Some(value) = value_mut(items, attribute) else { return false };
        let Some(values) = integers(tables, *value, false) else { return false };
        let Some(made) = dense(builder, tables, width, &values) else { return false };
        *value = made;
        true
    })
}

/// Makes a dense array of integers one of integers with 64 bits; how many there were.
pub fn plain_attribute(module: &mut Module<'_>, op: &str, attribute: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let Some(value) = value_mut(items, attribute) else { return false };
        let Some(values) = integers(tables, *value, true) else { return false };
        let members: Vec<AttrId> = values.iter().map(|value| builder.integer(tables, 64, *value)).collect();
        *value = builder.array(tables, &members);
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
    if wanted.is_empty() {
        return Vec::new();
    }
    let some: Vec<bool> =
        (0..tables.op_names.len()).map(|at| wanted.contains_key(&OpNameId::new(at))).collect();
    let of_them = module.ir.ops().filter(|op| some.get(module.ir.name(*op).index()) == Some(&true));
    let mut dictionaries: Interner<AttrId> = Interner::default();
    for attrs in of_them.filter_map(|op| module.ir.attrs(op)) {
        dictionaries.intern(attrs);
    }
    let value = |attrs: AttrId| {
        dictionary_items(tables, attrs)?.into_iter().find(|(name, _)| name == attribute.as_bytes())
    };
    let values: BTreeSet<AttrId> =
        dictionaries.keys().iter().copied().filter_map(value).map(|(_, value)| value).collect();
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
        if let Some(name) = wanted.get(&id) {
            *named.entry(name.clone()).or_default() += count;
        }
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
        let Some(value) = value_mut(items, attribute) else { return false };
        let single = integer_value(tables, *value).filter(|(_, width)| *width == 64);
        let Some(old) = single.map(|(value, _)| vec![value]).or_else(|| integers(tables, *value, false))
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
        *value = match (single, &made[..]) {
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
        let Some(item) = items.iter_mut().find(|(name, _)| name == unit.as_bytes()) else { return false };
        if builtin(tables, item.1).is_none_or(|(code, _)| code != UNIT) {
            return false;
        }
        *item = (number.as_bytes().to_vec(), builder.integer(tables, 32, value));
        true
    })
}

/// Makes a number a unit attribute under another name where it has all bits of `value`, and leaves it out where it has not; how many operations had it,
/// and of how many some bits are left out.
///
/// # Errors
///
/// [`StepError::NotUnit`] if it is no number.
pub fn number_to_unit(
    module: &mut Module<'_>,
    op: &str,
    number: &str,
    unit: &str,
    value: i64,
) -> Result<(usize, usize), StepError> {
    let (mut wrong, mut lossy) = (false, BTreeSet::new());
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    let of_them: Vec<OpId> = module.ir.ops().filter(|op| wanted.contains(&module.ir.name(*op))).collect();
    let keys: Vec<Option<AttrId>> = of_them.iter().map(|op| module.ir.attrs(*op)).collect();
    let count = edit(module, op, |tables, builder, items, _| {
        if items.iter().any(|(name, _)| name == unit.as_bytes()) {
            return false;
        }
        let Some((at, attr)) = find(items, number) else { return false };
        let Some((found, _)) = integer_value(tables, attr) else {
            wrong = true;
            return false;
        };
        if found & !value != 0 || found & value != value && found != 0 {
            lossy.insert(attr);
        }
        match items.get_mut(at).filter(|_| found & value == value) {
            Some(item) => *item = (unit.as_bytes().to_vec(), builder.attr(tables, vec![UNIT_ENCODED])),
            None => drop(items.remove(at)),
        }
        true
    });
    if wrong {
        return Err(StepError::NotUnit {
            op: op.to_owned(),
            attribute: number.to_owned(),
            unit: unit.to_owned(),
        });
    }
    let had = |attrs: &Option<AttrId>| {
        let items = attrs.and_then(|attrs| dictionary_items(&module.tables, attrs)).unwrap_or_default();
        items.iter().any(|(name, value)| name == number.as_bytes() && lossy.contains(value))
    };
    let mut known: HashMap<Option<AttrId>, bool> = HashMap::new();
    let left = keys.iter().filter(|attrs| *known.entry(**attrs).or_insert_with(|| had(attrs))).count();
    Ok((count, left))
}

/// Code of a unit attribute, and how it is encoded.
const UNIT: u64 = 7;
const UNIT_ENCODED: u8 = 7 << 1 | 1;

/// Gives operations an attribute where they have none of that name: what a text says, or an empty dense array of `i32`. How many there were.
pub fn add_attribute(module: &mut Module<'_>, op: &str, attribute: &str, text: Option<&str>) -> usize {
    edit(module, op, |tables, builder, items, _| {
        if items.iter().any(|(name, _)| name == attribute.as_bytes()) {
            return false;
        }
        let dialect =
            |text: &str| text.trim_start_matches('#').split('.').next().unwrap_or_default().to_owned();
        let made = match text {
            Some(text) => {
                let dialect = builder.dialect(tables, dialect(text).as_bytes());
                Some(builder.text(tables, dialect, text.as_bytes()))
            }
            None => dense(builder, tables, 32, &[]),
        };
        let Some(made) = made else { return false };
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

/// Puts operands in the order of another release's groups, and says the sizes of those; how many operations there were. An operation with operands in a group
/// that the other release does not have, or without operands where it demands one, stays as it is.
pub fn regroup(module: &mut Module<'_>, op: &str, from: Groups<'_>, to: Groups<'_>) -> usize {
    let mut orders: HashMap<(Option<AttrId>, usize), Vec<usize>> = HashMap::new();
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    let of_them: Vec<OpId> = module.ir.ops().filter(|op| wanted.contains(&module.ir.name(*op))).collect();
    for op in &of_them {
        let key = (module.ir.attrs(*op), module.ir.operands(*op).len());
        let items = key.0.and_then(|attrs| dictionary_items(&module.tables, attrs)).unwrap_or_default();
        let order = sizes_of(&module.tables, &items, from, key.1)
            .and_then(|sizes| mapped(from.names, &sizes, to.names));
        orders.extend(order.map(|(_, order)| (key, order)));
    }
    for op in of_them {
        let Some(order) = orders.get(&(module.ir.attrs(op), module.ir.operands(op).len())) else { continue };
        module.ir.permute_operands(op, order);
    }
    edit(module, op, |tables, builder, items, operands| {
        let Some(there) = sizes_of(tables, items, from, operands) else { return false };
        let Some((sizes, _)) = mapped(from.names, &there, to.names) else { return false };
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

/// The sizes for other groups, and which operand stands at each place then; none if operands would be left over or missing.
fn mapped(from: &[&str], sizes: &[i64], to: &[&str]) -> Option<(Vec<i64>, Vec<usize>)> {
    let bare = |name: &str| name.trim_end_matches(['*', '?']).to_owned();
    let sizes: Vec<usize> = sizes.iter().map(|size| usize::try_from(*size).ok()).collect::<Option<_>>()?;
    let group = |at: usize| {
        let start = sizes.get(..at)?.iter().sum::<usize>();
        Some(start..start + sizes.get(at)?)
    };
    let (mut out, mut order, mut taken) = (Vec::new(), Vec::new(), 0);
    for (at, name) in to.iter().enumerate() {
        // A group without a name is the first of any number.
        let found = match (from, to) {
            (["*"], _) => (at == 0 && name.ends_with('*')).then_some(0),
            (_, ["*"]) => from.first().is_some_and(|first| first.ends_with('*')).then_some(0),
            _ => from.iter().position(|other| bare(other) == bare(name)),
        };
        let group = found.and_then(group).unwrap_or_default();
        let size = group.len();
        order.extend(group);
        taken += size;
        if !(name.ends_with('*') || size == 1 || name.ends_with('?') && size == 0) {
            return None;
        }
        out.push(i64::try_from(size).ok()?);
    }
    (taken == sizes.iter().sum()).then_some((out, order))
}

/// Takes an attribute away, or gives every operation without one a number of 64 bits; how many operations were changed.
pub fn set_size(module: &mut Module<'_>, op: &str, attribute: &str, whole: Option<i64>) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let at = items.iter().position(|(name, _)| name == attribute.as_bytes());
        match (at, whole) {
            (Some(at), None) => drop(items.remove(at)),
            (None, Some(whole)) => {
                items.push((attribute.as_bytes().to_vec(), builder.integer(tables, 64, whole)));
            }
            _ => return false,
        }
        true
    })
}

/// Says of as many things as another attribute lists that nothing belongs to them; or takes that away, where it is said of all. How many operations were
/// changed.
pub fn say_zeros(module: &mut Module<'_>, op: &str, attribute: &str, like: &str, says: bool) -> usize {
    const ZERO: &[u8] = b"#llvm.zero";
    edit(module, op, |tables, builder, items, _| match (find(items, attribute), find(items, like)) {
        (None, Some((_, like))) if says => {
            let Some(listed) = array_items(tables, like) else { return false };
            let llvm = builder.dialect(tables, b"llvm");
            let zero = builder.text(tables, llvm, ZERO);
            items.push((attribute.as_bytes().to_vec(), builder.array(tables, &vec![zero; listed.len()])));
            true
        }
        (Some((at, value)), _) if !says => {
            let is_zero =
                |attr: &AttrId| tables.attrs.get(attr.0).and_then(|entry| entry.text()) == Some(ZERO);
            let zeros = array_items(tables, value).is_some_and(|listed| listed.iter().all(is_zero));
            if zeros {
                items.remove(at);
            }
            zeros
        }
        _ => false,
    })
}

/// Says how many loops of a nest are collapsed, where a release collapses one without it: all, of three operands each; or takes that away, where it is all of
/// them. How many operations were changed.
pub fn collapse_all(module: &mut Module<'_>, op: &str, attribute: &str, says: bool) -> usize {
    edit(module, op, |tables, builder, items, operands| {
        let loops = i64::try_from(operands / 3).unwrap_or(0);
        match (find(items, attribute), says) {
            (None, true) if loops > 1 => {
                items.push((attribute.as_bytes().to_vec(), builder.integer(tables, 64, loops)));
            }
            (Some((at, value)), false)
                if integer_value(tables, value).is_some_and(|(value, _)| value == loops) =>
            {
                drop(items.remove(at));
            }
            _ => return false,
        }
        true
    })
}

/// The place of an attribute in a dictionary, and its value.
pub(super) fn find(items: &Items, name: &str) -> Option<(usize, AttrId)> {
    let mut all = items.iter().enumerate();
    all.find(|(_, (other, _))| other == name.as_bytes()).map(|(at, (_, value))| (at, *value))
}

/// The value of an attribute in a dictionary, to be replaced.
pub(super) fn value_mut<'i>(items: &'i mut Items, name: &str) -> Option<&'i mut AttrId> {
    items.iter_mut().find(|(other, _)| other == name.as_bytes()).map(|(_, value)| value)
}

/// Edits the dictionaries of an operation; how many operations were changed. The editor gets the number of operands.
pub(super) fn edit(
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
    let mut known: HashMap<(Option<AttrId>, usize), Option<Option<AttrId>>, Mix> = HashMap::default();
    for op in module.ir.ops() {
        if some.get(module.ir.name(op).index()) != Some(&true) {
            continue;
        }
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
