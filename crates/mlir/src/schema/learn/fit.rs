//! The schema that all observations of an operation have.

use std::collections::{BTreeMap, BTreeSet};

use super::{Learned, MAX_TOKENS, Observation};
use crate::schema::{OpSchema, PropertyField, PropertyForm, PropertyKind, PropertyValue, decode};

/// A field that is no attribute, or sizes of segments.
fn is_tail(field: &PropertyField) -> bool {
    !matches!(field.kind, PropertyKind::Attr | PropertyKind::OptAttr)
}

pub(super) fn fit(observations: &[Observation], hypothesis: Option<&OpSchema>) -> Learned {
    let names: BTreeSet<&str> =
        observations.iter().flat_map(|one| one.named.keys().map(String::as_str)).collect();
    let Some(segments) = segments(observations) else {
        return Learned::Unsolved("sizes of segments are there in some operations only".into());
    };
    // First without properties that are no attributes; those that a release nearby has are the only ones that can be known of.
    let native = |field: &&PropertyField| is_tail(field) && !matches!(field.kind, PropertyKind::Segments(_));
    let natives: Vec<PropertyField> =
        hypothesis.iter().flat_map(|schema| &schema.fields).filter(native).cloned().collect();
    let mut tails = vec![segments.clone()];
    if !natives.is_empty() {
        tails.insert(0, natives.into_iter().chain(segments).collect());
    }
    let mut solutions = Vec::new();
    for tail in tails {
        let tail = OpSchema { fields: tail, segments_last: false };
        for count in names.len()..MAX_TOKENS {
            if !observations.iter().all(|one| tail_fits(&tail, count, one)) {
                continue;
            }
            solutions
                .extend(places(&names, count, observations).into_iter().map(|attrs| (attrs, tail.clone())));
        }
        if !solutions.is_empty() {
            break;
        }
    }
    match solutions.len() {
        0 => Learned::Unsolved(format!("no places for {names:?} in {} observations", observations.len())),
        1 => Learned::Schema(complete(solutions.remove(0), hypothesis)),
        many => Learned::Unsolved(format!(
            "{many} ways or more to place {names:?} in {} observations",
            observations.len()
        )),
    }
}

/// Sizes of segments by name, with how many there are; none if not all operations have them.
fn segments(observations: &[Observation]) -> Option<Vec<PropertyField>> {
    let counts = |one: &Observation| -> BTreeMap<String, usize> {
        one.segments.iter().map(|(name, sizes)| (name.clone(), sizes.len())).collect()
    };
    let first = observations.first().map(counts)?;
    if observations.iter().any(|one| counts(one) != first) {
        return None;
    }
    let field = |(name, count): (String, usize)| {
        let kind = PropertyKind::Segments(u32::try_from(count).unwrap_or(u32::MAX));
        PropertyField { form: PropertyForm::Numbers(32), ..PropertyField::new(name, kind) }
    };
    Some(first.into_iter().map(field).collect())
}

/// Whether what stands behind `count` attributes is this tail, up to the end, with the sizes that the other sample has.
fn tail_fits(tail: &OpSchema, count: usize, one: &Observation) -> bool {
    let start = match count.checked_sub(1) {
        None => 0,
        Some(last) => match one.tokens.get(last) {
            Some(token) => token.end,
            None => return false,
        },
    };
    let Some(Ok(values)) = one.blob.get(start..).map(|rest| decode(tail, 6, rest)) else { return false };
    values.iter().all(|(field, value)| match value {
        PropertyValue::Segments(sizes) => one.segments.get(&field.name) == Some(sizes),
        _ => true,
    })
}

/// What stands at one place: `None` where no name does.
type Place = Option<(String, PropertyKind)>;

/// All ways, two at most, to give names their places among `count`, in their order.
fn places(names: &BTreeSet<&str>, count: usize, observations: &[Observation]) -> Vec<Vec<Place>> {
    let names: Vec<&str> = names.iter().copied().collect();
    let is_empty = |one: &Observation, at: usize| one.tokens.get(at).is_some_and(|token| token.value == 0);
    let empty: Vec<bool> = (0..count).map(|at| observations.iter().all(|one| is_empty(one, at))).collect();
    let kinds: Vec<Vec<Option<PropertyKind>>> =
        names.iter().map(|name| (0..count).map(|at| kind_at(name, at, observations)).collect()).collect();
    let kind = |name: usize, at: usize| kinds.get(name)?.get(at)?.clone();
    let mut found = Vec::new();
    // Choices so far: for each place, the name it has.
    let mut stack: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    while let Some(chosen) = stack.pop() {
        let next = chosen.iter().flatten().count();
        let at = chosen.len();
        if at == count {
            if next == names.len() {
                let place = |(at, name): (usize, &Option<usize>)| {
                    name.and_then(|name| Some((names.get(name)?.to_string(), kind(name, at)?)))
                };
                found.push(chosen.iter().enumerate().map(place).collect());
                if found.len() > 1 {
                    break;
                }
            }
            continue;
        }
        if names.len() - next > count - at {
            continue;
        }
        if empty.get(at) == Some(&true) {
            stack.push(chosen.iter().copied().chain([None]).collect());
        }
        if kind(next, at).is_some() {
            stack.push(chosen.into_iter().chain([Some(next)]).collect());
        }
    }
    found
}

/// How a name's attribute would be encoded at a place, if it can be there in all observations.
fn kind_at(name: &str, at: usize, observations: &[Observation]) -> Option<PropertyKind> {
    let (mut always, mut optional) = (true, true);
    for one in observations {
        let token = one.tokens.get(at)?;
        match one.named.get(name) {
            Some(digest) => {
                always &= token.attr == Some(*digest);
                optional &= token.optional == Some(*digest);
            }
            None => {
                always = false;
                optional &= token.value == 0;
            }
        }
    }
    match (always, optional) {
        (true, false) => Some(PropertyKind::Attr),
        (false, true) => Some(PropertyKind::OptAttr),
        _ => None,
    }
}

/// The schema, with classes of attributes where the hypothesis has the same field.
fn complete((places, tail): (Vec<Place>, OpSchema), hypothesis: Option<&OpSchema>) -> OpSchema {
    let attrs = places.into_iter().map(|place| match place {
        Some((name, kind)) => {
            let mut field = PropertyField::new(name, kind);
            let like = |other: &&PropertyField| (&other.name, &other.kind) == (&field.name, &field.kind);
            if let Some(same) = hypothesis.iter().flat_map(|schema| &schema.fields).find(like) {
                field.form = same.form.clone();
            }
            field
        }
        None => PropertyField::new("", PropertyKind::OptAttr),
    });
    OpSchema { fields: attrs.chain(tail.fields).collect(), segments_last: false }
}
