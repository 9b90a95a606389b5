//! What an editor must know of fields that its schema does not know: whether they are numbers or references.

use outlast_core::{Bytes, Error, ErrorKind, Result};

use crate::coverage::{Coverage, Guess};
use crate::schema::{Element, Schema, Type};
use crate::view::{self, Table, Vector};
use crate::walk::{Object, ObjectKind, UnknownSlot, Walk};

/// Every reference of an object that the schema knows: its place and what it leads to.
pub(crate) fn references_of(buf: Bytes<'_>, schema: &Schema, object: &Object) -> Result<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    match object.kind {
        ObjectKind::Table(id) => {
            let table = Table::at(buf, object.start)?;
            for field in &schema.object(id).fields {
                let refers = match field.ty {
                    Type::Single(element) => element.is_reference(),
                    Type::Vector(_) | Type::Vector64(_) => true,
                    Type::Array(..) => false,
                };
                if refers && let Some(at) = table.slot(field.id, 4)? {
                    found.push((at, view::reference(buf, at, "reference")?));
                }
            }
        }
        ObjectKind::Vector(Type::Vector(element)) if element.is_reference() => {
            let vector = Vector::at(buf, object.start, 4)?;
            for index in 0..vector.len() {
                let at = vector.element_pos(index)?;
                // An element of type NONE in a vector of unions refers to nothing.
                if matches!(element, Element::Union(_)) && buf.u32(at, "reference")? == 0 {
                    continue;
                }
                found.push((at, view::reference(buf, at, "reference")?));
            }
        }
        _ => {}
    }
    Ok(found)
}

/// Where an unknown field would lead if it were a reference; `None` where it cannot be one.
pub(crate) fn target(buf: Bytes<'_>, slot: &UnknownSlot) -> Option<usize> {
    if slot.room < 4 || !slot.at.is_multiple_of(4) {
        return None;
    }
    let value = usize::try_from(buf.u32(slot.at, "unknown field").ok()?).ok()?;
    let target = slot.at.checked_add(value)?;
    // Tables, vectors and strings start at multiples of four.
    (value != 0 && target.is_multiple_of(4) && target.checked_add(4)? <= buf.len()).then_some(target)
}

/// Whether an unknown field is a reference, and where to. Refuses to guess: a reference is what leads to something
/// that lies wholly in bytes that no known object owns, and a number what leads nowhere.
pub(crate) fn reference(
    buf: Bytes<'_>,
    walk: &Walk,
    coverage: &Coverage,
    slot: &UnknownSlot,
) -> Result<Option<usize>> {
    let Some(target) = target(buf, slot) else { return Ok(None) };
    let starts_known =
        |o: &Object| o.start == target && !matches!(o.kind, ObjectKind::VTable(_) | ObjectKind::Head);
    let in_padding = coverage.gaps.iter().any(|gap| {
        let raw = buf.data().get(gap.start..gap.end).unwrap_or_default();
        gap.start <= target && target < gap.end && raw.iter().all(|b| *b == 0)
    });
    let claimed_twice = walk
        .unknown_slots
        .iter()
        .any(|other| other.at != slot.at && self::target(buf, other) == Some(target));
    let refuse = |why: &str| {
        let kind = ErrorKind::Invalid {
            what: "field that the schema does not know",
            why: format!("slot {} may be a number or a reference: {why}", slot.id),
        };
        let error = Error::new(kind, buf.span(slot.at, slot.room.min(4))).under(&slot.path);
        Err(error
            .with_help("the edit would have to guess; give the schema of the file's own release (--schema)"))
    };
    if coverage.objects.iter().any(starts_known) {
        return refuse("it would lead to something that other fields refer to");
    }
    if in_padding {
        return refuse("it would lead into zeros");
    }
    match coverage.guess(buf, slot) {
        Guess::Scalar => Ok(None),
        Guess::Reference { .. } if claimed_twice => {
            refuse("another unknown field would lead to the same place")
        }
        Guess::Reference { target, .. } if explained(buf, walk, coverage, target) => Ok(Some(target)),
        Guess::Reference { .. } => refuse("what it would lead to does not account for all bytes there"),
        Guess::Ambiguous => refuse("what it would lead to does not read as table, vector or string"),
    }
}

/// Whether the unknown fields together account for every byte of the gap that holds `target`, but for zeros between
/// objects. A number that leads into a gap by chance would leave bytes over.
fn explained(buf: Bytes<'_>, walk: &Walk, coverage: &Coverage, target: usize) -> bool {
    let Some(gap) = coverage.gaps.iter().find(|gap| gap.start <= target && target < gap.end) else {
        return false;
    };
    let targets = walk.unknown_slots.iter().filter_map(|slot| self::target(buf, slot));
    let mut owned: Vec<_> = targets.filter_map(|target| coverage.explain(buf, target)).flatten().collect();
    owned.sort_by_key(|range| range.start);
    let mut at = gap.start;
    for range in owned.iter().chain([&(gap.end..gap.end)]) {
        let between = buf.data().get(at..range.start.min(gap.end)).unwrap_or_default();
        if between.iter().any(|b| *b != 0) {
            return false;
        }
        at = at.max(range.end);
    }
    true
}
