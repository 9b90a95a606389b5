//! What an editor must know of fields that its schema does not know: whether they are numbers or references.

use outlast_core::{Bytes, Error, ErrorKind, QuickMap, Result, SortShort};

use crate::coverage::{Coverage, Gap};
use crate::explain::{Explainer, Owned};
use crate::gap::is_free;
use crate::object::{Object, ObjectKind, from_first};
use crate::schema::{Element, Schema, Type};
use crate::view::{self, Table, Vector};
use crate::walk::{UnknownSlot, Walk};

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

/// Where the values of unions lead whose types the schema does not know.
pub(super) fn unknown_members(buf: Bytes<'_>, schema: &Schema, objects: &[Object]) -> Vec<usize> {
    let mut found = Vec::new();
    for object in objects {
        let ObjectKind::Table(id) = object.kind else { continue };
        let Ok(table) = Table::at(buf, object.start) else { continue };
        for field in &schema.object(id).fields {
            let Element::Union(union) = field.ty.element() else { continue };
            let Some(tag_slot) = field.id.checked_sub(1) else { continue };
            let unknown = |tag: u8| tag != 0 && schema.enumeration(union).value(i128::from(tag)).is_none();
            match field.ty {
                Type::Single(_) => {
                    let tag = table.u8(tag_slot).ok().flatten().unwrap_or(0);
                    if unknown(tag)
                        && let Ok(Some(target)) = table.reference(field.id, "union offset")
                    {
                        found.push(target);
                    }
                }
                _ => {
                    let (Ok(Some(tags)), Ok(Some(list))) =
                        (table.vector(tag_slot, 1), table.vector(field.id, 4))
                    else {
                        continue;
                    };
                    for (index, _) in tags.bytes().iter().enumerate().filter(|(_, tag)| unknown(**tag)) {
                        let target =
                            list.element_pos(index).and_then(|at| view::reference(buf, at, "element"));
                        found.extend(target);
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Every place that unknown bytes may lead to: from each word of a field of the future, and of bytes that nobody owns,
/// as a reference and as a table's way to its vtable. Most of them lead nowhere.
pub(super) fn leads<'b>(
    buf: Bytes<'b>,
    walk: &'b Walk,
    coverage: &'b Coverage,
) -> impl Iterator<Item = usize> + 'b {
    let slots = walk.unknown_slots.iter().map(|slot| (slot.at, slot.at.saturating_add(slot.room)));
    let filled = move |gap: &&Gap| is_filled(buf, gap);
    let gaps = coverage.gaps.iter().filter(filled).map(|gap| (gap.start, gap.end));
    let words = slots.chain(gaps).flat_map(|(start, end)| (start.next_multiple_of(4)..end).step_by(4));
    words.flat_map(move |at| {
        let forward = buf.u32(at, "word").ok().and_then(|v| usize::try_from(v).ok()).filter(|v| *v != 0);
        let back = buf.i32(at, "word").ok().and_then(|v| isize::try_from(v).ok());
        [forward.and_then(|v| at.checked_add(v)), back.and_then(|v| at.checked_add_signed(v.checked_neg()?))]
            .into_iter()
            .flatten()
    })
}

/// Whether not all bytes of a gap are zero.
pub(super) fn is_filled(buf: Bytes<'_>, gap: &Gap) -> bool {
    buf.data().get(gap.start..gap.end).is_some_and(|raw| raw.iter().any(|b| *b != 0))
}

/// What an unknown field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// It leads nowhere, so it is no reference.
    Number,
    /// The bytes at this place would belong to nobody if it were a number.
    Reference(usize),
    /// It may be either; the reason.
    Unclear(&'static str),
}

/// The unknown fields of a buffer, classified all at once.
#[derive(Clone, Debug)]
pub(super) struct Unknowns {
    /// By the place of the field.
    classes: QuickMap<usize, Class>,
}

impl Unknowns {
    pub(super) fn new(
        buf: Bytes<'_>,
        schema: &Schema,
        walk: &Walk,
        coverage: &Coverage,
        met: &[Object],
    ) -> Unknowns {
        let gaps = &coverage.gaps;
        let mut explainer = Explainer::new(&coverage.gaps, &coverage.objects, buf);
        // Claims that are certain come first, then the unknown fields.
        let members = unknown_members(buf, schema, met);
        for (number, target) in members.iter().enumerate() {
            if is_free(gaps, *target, target.saturating_add(4)) {
                explainer.follow(number, *target);
            }
        }
        let mut classes = QuickMap::default();
        let mut open = Vec::new();
        for (number, slot) in (members.len()..).zip(&walk.unknown_slots) {
            if classes.contains_key(&slot.at) {
                continue; // a table that was met as two kinds
            }
            let class = match slot.target(buf) {
                None => Class::Number,
                Some(target) => at_first_sight(buf, coverage, slot, target),
            };
            classes.insert(slot.at, class);
            if let Class::Reference(target) = class {
                let reads = explainer.follow(number, target);
                open.push((number, slot.at, target, reads));
            }
        }
        let claimed = Claimed::new(buf, gaps, std::mem::take(&mut explainer.owned));
        for (number, at, target, reads) in open {
            let class = if !reads {
                Class::Unclear("what it would lead to does not read as table, vector or string")
            } else if !explainer.is_only(number, target) || claimed.is_inside_another(number, target) {
                Class::Unclear("something else may own what it would lead to")
            } else if !claimed.accounts_for_gap_of(target) {
                Class::Unclear("what it would lead to does not account for all bytes there")
            } else {
                Class::Reference(target)
            };
            classes.insert(at, class);
        }
        Unknowns { classes }
    }

    /// Whether the field at `at` is taken for the same by `after`, where it stands at `now`, or for nothing certain.
    pub(super) fn still(&self, at: usize, after: &Unknowns, now: usize) -> bool {
        match after.classes.get(&now) {
            Some(Class::Number) => self.classes.get(&at) == Some(&Class::Number),
            Some(Class::Reference(_)) => matches!(self.classes.get(&at), Some(Class::Reference(_))),
            Some(Class::Unclear(_)) | None => true,
        }
    }

    /// Whether an unknown field is a reference, and where to; an error where the bytes leave that open.
    pub(super) fn reference(&self, buf: Bytes<'_>, slot: &UnknownSlot) -> Result<Option<usize>> {
        let why = match self.classes.get(&slot.at) {
            Some(Class::Number) => return Ok(None),
            Some(Class::Reference(target)) => return Ok(Some(*target)),
            Some(Class::Unclear(why)) => why,
            None => "it was not looked at",
        };
        Err(unclear(buf, slot, why))
    }
}

/// The refusal to guess what a field is.
pub(super) fn unclear(buf: Bytes<'_>, slot: &UnknownSlot, why: &str) -> Error {
    let kind = ErrorKind::Invalid {
        what: "field that the schema does not know",
        why: format!("slot {} may be a number or a reference: {why}", slot.id),
    };
    let error = Error::new(kind, buf.span(slot.at, slot.room.min(4))).under(&slot.path);
    error.with_help("the edit would have to guess; give the schema of the file's own release (--schema)")
}

/// The class of a field by what it would lead to; what leads into a gap that is not all zeros is a reference so far.
fn at_first_sight(buf: Bytes<'_>, coverage: &Coverage, slot: &UnknownSlot, target: usize) -> Class {
    let mut here =
        from_first(&coverage.objects, |o| o.start < target).iter().take_while(|o| o.start == target);
    if here.any(|o| !matches!(o.kind, ObjectKind::VTable(_) | ObjectKind::Head)) {
        return Class::Unclear("it would lead to something that other fields refer to");
    }
    if !is_free(&coverage.gaps, target, target + 4) {
        return Class::Number;
    }
    let at = coverage.gaps.partition_point(|gap| gap.end <= target);
    if coverage.gaps.get(at).is_some_and(|gap| !is_filled(buf, gap)) {
        return Class::Unclear("it would lead into zeros");
    }
    let after = buf.data().get(slot.at + 4..slot.at + slot.room).unwrap_or_default();
    if after.iter().any(|b| *b != 0) {
        return Class::Unclear("it has more bytes than a reference, but its first four lead to something");
    }
    Class::Reference(target)
}

/// What the claims together account for.
struct Claimed {
    /// In order of their places.
    owned: Vec<Owned>,
    /// For each of them: how far it and those before it in its gap reach.
    reach: Vec<Reach>,
    /// For each gap: whether every byte except for zeros between objects has an owner.
    gaps: Vec<(Gap, bool)>,
}

/// How far objects reach: the one that reaches furthest, and the furthest of any other claim.
#[derive(Clone, Copy, Default)]
struct Reach {
    end: usize,
    claim: usize,
    others_end: usize,
}

impl Reach {
    fn with(self, owned: &Owned) -> Reach {
        let (end, claim) = (owned.range.end, owned.claim);
        if claim == self.claim {
            Reach { end: self.end.max(end), ..self }
        } else if end > self.end {
            Reach { end, claim, others_end: self.end }
        } else {
            Reach { others_end: self.others_end.max(end), ..self }
        }
    }
}

impl Claimed {
    fn new(buf: Bytes<'_>, gaps: &[Gap], mut owned: Vec<Owned>) -> Claimed {
        owned.sort_short_by_key(|o| (o.range.start, o.range.end));
        let (mut rest, mut reach) = (owned.as_slice(), Vec::with_capacity(owned.len()));
        let mut accounted = Vec::with_capacity(gaps.len());
        for gap in gaps {
            let (here, behind) = rest.split_at(rest.partition_point(|o| o.range.start < gap.end));
            accounted.push((*gap, accounts_for(buf, gap, here)));
            let mut so_far = Reach::default();
            for one in here {
                so_far = so_far.with(one);
                reach.push(so_far);
            }
            rest = behind;
        }
        Claimed { owned, reach, gaps: accounted }
    }

    fn accounts_for_gap_of(&self, target: usize) -> bool {
        let at = self.gaps.partition_point(|(gap, _)| gap.end <= target);
        self.gaps.get(at).is_some_and(|(gap, all)| gap.start <= target && *all)
    }

    /// Whether something that another claim owns reaches over `target`, or would if its elements were larger.
    fn is_inside_another(&self, claim: usize, target: usize) -> bool {
        let at = self.gaps.partition_point(|(gap, _)| gap.end <= target);
        let Some((gap, _)) = self.gaps.get(at) else { return true };
        let (owned, _) = self.owned.split_at(self.owned.partition_point(|o| o.range.start <= target));
        let before = || owned.iter().rev().take_while(|o| o.range.start >= gap.start);
        let reach = owned.len().checked_sub(1).and_then(|last| self.reach.get(last)).copied();
        let Some(reach) = reach.filter(|_| before().next().is_some()) else { return false };
        let others = if reach.claim == claim { reach.others_end } else { reach.end };
        let grown = before().find(|o| o.claim != claim).is_some_and(|other| {
            let first = other.range.start + 4;
            let fits = |count: usize| first + (gap.end - first) / count * count;
            other.open.filter(|count| *count > 0).is_some_and(|count| fits(count) > target)
        });
        others > target || grown
    }
}

/// Whether these objects account for every byte of the gap, except for the zeros that align the next one.
fn accounts_for(buf: Bytes<'_>, gap: &Gap, owned: &[Owned]) -> bool {
    let mut at = gap.start;
    let mut last: Option<&Owned> = None;
    let ends = owned.iter().map(|o| o.range.start).chain([gap.end]);
    for (next, start) in owned.iter().map(Some).chain([None]).zip(ends) {
        let between = buf.data().get(at..start).unwrap_or_default();
        // The last byte that is not zero: elements of an open vector, and then zeros, or nobody's.
        if let Some(filled) = between.iter().rposition(|b| *b != 0) {
            let elements = last.and_then(|o| Some((o.range.start + 4, o.open.filter(|count| *count > 0)?)));
            let Some((first, count)) = elements else { return false };
            let size = (at + filled + 1 - first).div_ceil(count);
            if first + size * count > start {
                return false;
            }
        }
        // A number in a table of the future may look like a reference, so that some of what one claim owns lies inside
        // others. What two claims own is apart.
        if next.zip(last).is_some_and(|(next, last)| next.range.start < at && next.claim != last.claim) {
            return false;
        }
        if let Some(next) = next.filter(|next| next.range.end > at) {
            at = next.range.end;
            last = Some(next);
        }
    }
    true
}
