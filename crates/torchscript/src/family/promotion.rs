//! What operators make of a tensor of whole numbers and a number with a point: rows `promotes`.
//!
//! Up to 1.2, all take the number for a whole one, and give whole numbers. Since 1.3 most find an element type for both, and some do so later. Where the
//! tensor surely has floating-point numbers, or the number is whole, nothing changed.

use std::collections::BTreeMap;

use crate::program::{self, Answer, Given};
use outlast_core::{Place, QuickSet};
use outlast_opset::resolve::Constant;

use super::codes;
use super::context::{About, JudgeContext};
use super::operators::Operators;
use super::producer::Producer;
use outlast_model::targets::{Behaviour, Profile, Release};
use outlast_model::verdict::Outcome;

/// Arguments that are numbers beside a tensor.
const NUMBERS: [&str; 4] = ["other", "exponent", "min", "max"];

/// What all operators do up to 1.2.
const BEFORE: &str = "takes the number for a whole one";

/// Whether all that may have written a file are of 1.2 or earlier.
pub(super) fn is_before(producer: Option<&Producer>) -> bool {
    producer.and_then(|producer| producer.last).is_some_and(|last| last < Release::new(1, 3, 0))
}

/// The operators that the table has rows for.
pub(super) fn operators(profile: &Profile) -> QuickSet<&str> {
    profile.all("promotes").into_iter().map(|(operator, _)| operator).collect()
}

/// Whether a call gives a number with a point; of a file of 1.2 or earlier (`before`), also one that the text does not say. Bounds and exponents that later
/// code computes are of tensors of floating-point numbers.
pub(super) fn has_fraction(given: &[Given], before: bool) -> bool {
    given.iter().any(|given| match given.constant {
        // Also the base of a power.
        Some(Constant::Float(_)) => true,
        Some(_) => false,
        None => before && NUMBERS.contains(&given.argument.as_str()),
    })
}

/// What the reader and the producer do with an operator where they do otherwise.
fn differs<'p>(
    profile: &'p Profile,
    producer: Option<&Producer>,
    operator: &str,
) -> Option<(&'p str, Option<String>)> {
    let here = profile.get("promotes", operator).and_then(|row| Behaviour::parse(row)?.text)?;
    let there = match is_before(producer) {
        true => Some(BEFORE.to_string()),
        false => producer.and_then(|producer| producer.behaviour("promotes", operator)),
    };
    // What refused it was not given it.
    let same = there.as_ref().is_some_and(|there| there == here || there.starts_with("refuses"));
    (!same).then_some((here, there))
}

/// Judges the operators of bytecode, by the code from which it was compiled: numbers on its stack are not told from others.
pub(super) fn judge_lite(case: &mut JudgeContext<'_>, operators: &Operators<'_>, names: &QuickSet<String>) {
    let producer = case.facts.producer.as_ref();
    let asked: QuickSet<&str> = self::operators(case.profile)
        .into_iter()
        .filter(|name| names.contains(*name) && differs(case.profile, producer, name).is_some())
        .collect();
    let Some(code) = case.facts.code.as_ref().filter(|_| !asked.is_empty()) else { return };
    let floats = program::floats::floating(code, &case.facts.floating, true);
    let for_version = operators.for_version(code.version);
    let analysis = program::analyse(code, &case.facts.own.beside(&for_version));
    let calls = analysis.units.iter().flat_map(|unit| &unit.calls);
    let mut found: BTreeMap<&str, Place> = BTreeMap::new();
    for call in calls {
        let Answer::Overload { name, runs, .. } = &call.answer else { continue };
        let at = (call.place.file, call.place.span.end);
        if let Some(name) = asked.get(runs.as_deref().unwrap_or(name))
            && !floats.tensors.contains(&at)
            && has_fraction(&call.given, false)
        {
            found.entry(name).or_insert_with(|| code.place(call.place));
        }
    }
    for (operator, place) in found {
        judge(case, operator, &place);
    }
}

/// Judges an operator that is given a tensor, perhaps of whole numbers, and such a number.
pub(super) fn judge(case: &mut JudgeContext<'_>, operator: &str, place: &Place) {
    let Some((here, there)) = differs(case.profile, case.facts.producer.as_ref(), operator) else { return };
    let when = match there {
        Some(there) => format!("when the file was written, it {there}"),
        None => "which release wrote the file, and what it did there, is not known".to_string(),
    };
    let about = About {
        subject: operator.to_string(),
        needs: "what the operator did for the producer".into(),
        has: here.into(),
        sentence: format!("`{operator}` of {} {here}, where its tensor has integers; {when}", case.reader()),
    };
    case.add(codes::CHANGED, (Outcome::Unknown, None), about, None, place);
}
