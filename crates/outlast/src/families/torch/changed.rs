//! Operators that compute something else since a release, with the same schema: rows `changed`.

use outlast_core::Place;

use super::case::{About, Case};
use super::codes;
use crate::targets::{Behaviour, Does};
use crate::verdict::{Outcome, Stage};

/// Conditions of rows: none, or that an argument is not given.
pub(super) fn is_condition(text: &str) -> bool {
    text.is_empty() || text.strip_prefix("without ").is_some_and(|name| !name.contains(' '))
}

/// Judges one operator that runs, with the arguments that are given where that is known. A row says since when the operator is another one: `changed NAME RELEASES = run misreads | what it does there`.
pub(super) fn judge(case: &mut Case<'_>, operator: &str, given: Option<&[String]>, place: &Place) {
    let Some(value) = case.profile.get("changed", operator) else { return };
    let Some(behaviour) = Behaviour::parse(value) else { return };
    // `without NAME`: only for calls that do not give that argument.
    if let (Some(argument), Some(given)) = (behaviour.condition.strip_prefix("without "), given)
        && given.iter().any(|given| given == argument)
    {
        return;
    }
    let (does, stage) = (behaviour.does, behaviour.stage);
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
            match does {
                Does::Fails => case.add(codes::CHANGED, (Outcome::Fails, stage), about(sentence), None, place),
                Does::Unknown => case.unknown(about(sentence), place),
                _ => case.add(codes::CHANGED, (Outcome::Misreads, Some(Stage::Run)), about(sentence), None, place),
            }
        }
        None => {
            let sentence = format!("`{operator}` of {reader} {here}; which release wrote the file, and what it did there, is not known");
            case.add(codes::CHANGED, (Outcome::Unknown, None), about(sentence), None, place);
        }
    }
}
