//! Ranges of values that GPU registers have: numbers in older releases, an attribute of the dialect `llvm` in newer ones.

use super::attributes::{find, value_mut};
use super::values::{builtin, dense};
use crate::ids::{AttrId, OpId};
use crate::module::{Builder, Module};
use crate::schema::integer_width;
use crate::tables::Tables;
use crate::tables::dictionary_items;
use outlast_core::QuickMap;

/// Says the ranges of operations of a dialect (`rocdl.`) as a release does: `#llvm.constant_range<i32, 0, 64>` or `array<i32: 0, 64>`; without `kept`, an
/// older release has no use for them, and they are left out. How many operations were changed.
pub fn ranges(module: &mut Module<'_>, dialect: &str, attribute: &str, newer: bool, kept: bool) -> usize {
    let of_dialect = |op: &OpId| module.tables.op_name(module.ir.name(*op)).starts_with(dialect.as_bytes());
    let ops: Vec<OpId> = module.ir.ops().filter(of_dialect).collect();
    let (mut builder, mut known, mut count) = (Builder::default(), QuickMap::default(), 0);
    for op in ops {
        let Some(attrs) = module.ir.attrs(op) else { continue };
        let made = *known
            .entry(attrs)
            .or_insert_with(|| other(&mut module.tables, &mut builder, attrs, attribute, newer, kept));
        if let Some(made) = made {
            module.ir.set_attrs(op, made);
            count += 1;
        }
    }
    count
}

/// A dictionary with the range in the other form; none if it has none, or in no such form. Inner none: nothing is left in it.
#[expect(
    clippy::option_option,
    reason = "a dictionary that is not changed is not one that has nothing left in it"
)]
fn other(
    tables: &mut Tables<'_>,
    builder: &mut Builder,
    attrs: AttrId,
    attribute: &str,
    newer: bool,
    kept: bool,
) -> Option<Option<AttrId>> {
    let mut items = dictionary_items(tables, attrs)?;
    let (at, old) = find(&items, attribute)?;
    let value = value_mut(&mut items, attribute)?;
    if newer {
        let (first, end) = numbers(tables, old)?;
        let llvm = builder.dialect(tables, b"llvm");
        *value = builder.text(tables, llvm, format!("#llvm.constant_range<i32, {first}, {end}>").as_bytes());
    } else {
        let (first, end) = text(tables, old)?;
        if kept {
            *value = dense(builder, tables, 32, &[first, end])?;
        } else {
            items.remove(at);
        }
    }
    Some((!items.is_empty()).then(|| builder.dictionary(tables, items)))
}

/// The numbers of `array<i32: 0, 64>`.
fn numbers(tables: &Tables<'_>, attr: AttrId) -> Option<(i64, i64)> {
    const DENSE_ARRAY: u64 = 17;
    let (DENSE_ARRAY, mut reader) = builtin(tables, attr)? else { return None };
    let ty = reader.index(tables.types.len(), "type").ok()?;
    if integer_width(tables, ty)? != 32 || reader.varint("count").ok()? != 2 {
        return None;
    }
    let len = reader.varint("size").ok()?;
    match reader.bytes(len, "elements").ok()?.as_chunks::<4>() {
        ([first, end], []) => Some((i32::from_le_bytes(*first).into(), i32::from_le_bytes(*end).into())),
        _ => None,
    }
}

/// The numbers of `#llvm.constant_range<i32, 0, 64>`.
fn text(tables: &Tables<'_>, attr: AttrId) -> Option<(i64, i64)> {
    let text = std::str::from_utf8(tables.attrs.get(attr.0)?.text()?).ok()?;
    let (first, end) =
        text.strip_prefix("#llvm.constant_range<i32, ")?.strip_suffix('>')?.split_once(", ")?;
    Some((first.parse().ok()?, end.parse().ok()?))
}
