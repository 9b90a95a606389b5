//! Operators that compute something else since a release, with the same schema: rows `changed`.

use outlast_core::Place;

use super::case::{About, Case};
use super::codes;
use crate::targets::Behaviour;
use crate::verdict::{Outcome, Stage};

/// Judges one operator that runs. A row says since when the operator is another one: `changed NAME RELEASES = run misreads | what it does there`.
pub(super) fn judge(case: &mut Case<'_>, operator: &str, place: &Place) {
    let Some(value) = case.profile.get("changed", operator) else { return };
    let Some(behaviour) = Behaviour::parse(value) else { return };
    let here = behaviour.text.unwrap_or_default().to_string();
    let producer = case.facts.producer.as_ref().and_then(|producer| producer.behaviour("changed", operator));
    let reader = case.reader();
    let about = |sentence: String| About {
        subject: operator.to_string(),
        needs: "what the operator did for the producer".into(),
        has: here.clone(),
        sentence,
    };
    match producer {
        // What wrote the file does the same.
        Some(there) if there == here => {}
        Some(there) => {
            let sentence = format!("`{operator}` of {reader} {here}; when the file was written, it {there}");
            case.add(codes::CHANGED, (Outcome::Misreads, Some(Stage::Run)), about(sentence), None, place);
        }
        None => {
            let sentence = format!("`{operator}` of {reader} {here}; which release wrote the file, and what it did there, is not known");
            case.add(codes::CHANGED, (Outcome::Unknown, None), about(sentence), None, place);
        }
    }
}
