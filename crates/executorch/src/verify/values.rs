//! The values of a plan: every `EValue` by itself. What refers to other values waits until all kinds are known.

use outlast_core::Path;
use outlast_flatbuffers::view::{Table, Vector};

use super::codes::*;
use super::tensors::Home;
use super::{Verifier, tensors};
use crate::defs::ValueKind;
use crate::tables::{EValue, IntList, List, StringValue, Tensor, TensorList, View};

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    pub(super) kind: ValueKind,
    pub(super) table: Option<Table<'a>>,
    /// Where a tensor lives; other values live nowhere.
    pub(super) home: Home,
}

/// Checks all values of a plan, whose path is `plan`.
pub(super) fn check<'a>(
    v: &mut Verifier<'a, '_>,
    plan: &Path,
    list: &List<'a, EValue<'a>>,
) -> Vec<Value<'a>> {
    let mut values = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        values.push(match list.get(index) {
            Ok(value) => one(v, &value, &|| plan.item("value", index)),
            Err(_) => Value { kind: ValueKind::Unknown(0), table: None, home: Home::Unknown },
        });
    }
    values
}

fn one<'a>(v: &mut Verifier<'a, '_>, value: &EValue<'a>, path: &dyn Fn() -> Path) -> Value<'a> {
    let tag = value.val_type().unwrap_or(0);
    let kind = ValueKind::from_tag(tag);
    let damaged = Value { kind, table: None, home: Home::Unknown };
    if let ValueKind::Unknown(tag) = kind {
        let span = value.table().span(0, 1);
        v.sink.error(
            VALUE_KIND,
            format!("the kind of the value is {tag}, known ones are 1 to 11"),
            span,
            path(),
        );
        return damaged;
    }
    let table = match value.val() {
        Ok(Some(table)) => table,
        Ok(None) => {
            let title = format!("the value of kind {} has no value", kind.name());
            v.sink.error(VALUE_MISSING, title, value.table().whole_span(), path());
            return damaged;
        }
        Err(_) => return damaged,
    };
    let mut home = Home::Unknown;
    match kind {
        ValueKind::Tensor => home = tensors::check(v, &Tensor::new(table), path),
        ValueKind::String => {
            if matches!(StringValue::new(table).string_val(), Ok(None)) {
                v.sink.error(VALUE_MISSING, "a string value without a string", table.whole_span(), path());
            }
        }
        ValueKind::IntList
        | ValueKind::DoubleList
        | ValueKind::BoolList
        | ValueKind::TensorList
        | ValueKind::OptionalTensorList => {
            let size = if matches!(kind, ValueKind::IntList | ValueKind::DoubleList) { 8 } else { 4 };
            let size = if kind == ValueKind::BoolList { 1 } else { size };
            if matches!(table.vector(0, size), Ok(None)) {
                let title = format!("a value of kind {} without items", kind.name());
                v.sink.error(VALUE_MISSING, title, table.whole_span(), path());
            }
        }
        _ => {}
    }
    Value { kind, table: Some(table), home }
}

/// Checks what lists refer to, once the kinds of all values are known.
pub(super) fn lists(v: &mut Verifier<'_, '_>, plan: &Path, values: &[Value<'_>]) {
    for (index, value) in values.iter().enumerate() {
        let Some(table) = value.table else { continue };
        let path = || plan.item("value", index).field("items");
        match value.kind {
            ValueKind::IntList => {
                let Ok(Some(items)) = IntList::new(table).items() else { continue };
                items_of(v, values, &items, items.i64s(), |kind| kind == ValueKind::Int, "Int", false, &path);
            }
            ValueKind::TensorList => {
                let Ok(Some(items)) = TensorList::new(table).items() else { continue };
                let numbers = items.i32s().map(i64::from);
                items_of(
                    v,
                    values,
                    &items,
                    numbers,
                    |kind| kind == ValueKind::Tensor,
                    "Tensor",
                    false,
                    &path,
                );
            }
            ValueKind::OptionalTensorList => {
                let Ok(Some(items)) = TensorList::new(table).items() else { continue };
                let numbers = items.i32s().map(i64::from);
                let good = |kind| matches!(kind, ValueKind::Tensor | ValueKind::Null);
                items_of(v, values, &items, numbers, good, "Tensor", true, &path);
            }
            _ => {}
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one place for the three kinds of list")]
fn items_of(
    v: &mut Verifier<'_, '_>,
    values: &[Value<'_>],
    items: &Vector<'_>,
    numbers: impl Iterator<Item = i64>,
    good: impl Fn(ValueKind) -> bool,
    wanted: &str,
    none_allowed: bool,
    path: &dyn Fn() -> Path,
) {
    if !v.spend(items.len()) {
        return;
    }
    for (at, number) in numbers.enumerate() {
        if none_allowed && number == -1 {
            continue;
        }
        let target = usize::try_from(number).ok().and_then(|n| values.get(n));
        let title = match target {
            None => format!("item {at} refers to value {number}, there are {}", values.len()),
            Some(value) if !good(value.kind) && !matches!(value.kind, ValueKind::Unknown(_)) => {
                format!("item {at} refers to value {number}, which is {}, not {wanted}", value.kind.name())
            }
            Some(_) => continue,
        };
        v.sink.error(LIST_ITEM, title, items.element_span(at), path().index(at));
    }
}
