//! Operators that compute something else since a release, with the same schema: rows `changed`.

use outlast_core::Place;

use super::codes;
use super::context::{About, JudgeContext};
use super::producer::Producer;
use outlast_model::targets::{Behaviour, Does};
use outlast_model::verdict::{Outcome, Stage};

/// The arguments that calls give.
#[derive(Debug)]
pub(super) enum Given {
    /// Those that have a value, and those that may be `None`.
    Named { valued: Vec<String>, perhaps: Vec<String> },
    /// Those that are on the stack, whatever they are.
    Counted(Vec<String>),
}

/// Conditions of rows: none, or that an argument is not given.
pub(super) fn is_condition(text: &str) -> bool {
    text.is_empty() || text.strip_prefix("without ").is_some_and(|name| !name.contains(' '))
}

/// `written` is which releases the call was written for, where that is not what wrote the file.
///
/// Judges one operator that runs, with the arguments that are given where that is known. A row says since when the operator is another one: `changed NAME RELEASES = run misreads | what it does there`.
pub(super) fn judge(
    case: &mut JudgeContext<'_>,
    operator: &str,
    given: Option<Given>,
    place: &Place,
    written: Option<&Producer>,
) {
    let Some(value) = case.profile.get("changed", operator) else { return };
    let Some(behaviour) = Behaviour::parse(value) else { return };
    let (mut does, stage) = (behaviour.does, behaviour.stage);
    // `without NAME`: only for calls that do not give that argument.
    match (behaviour.condition.strip_prefix("without "), given) {
        (Some(argument), Some(Given::Named { valued, .. }))
            if valued.iter().any(|given| given == argument) =>
        {
            return;
        }
        // It is given, and may be `None`.
        (Some(argument), Some(Given::Named { perhaps: given, .. } | Given::Counted(given)))
            if given.iter().any(|given| given == argument) =>
        {
            does = Does::Unknown;
        }
        _ => {}
    }
    let here = behaviour.text.unwrap_or_default().to_string();
    let producer =
        written.or(case.facts.producer.as_ref()).and_then(|producer| producer.behaviour("changed", operator));
    let reader = case.reader();
    let about = |sentence: String| About {
        subject: operator.to_string(),
        needs: "what the operator did for the producer".into(),
        has: here.clone(),
        sentence,
    };
    match producer {
        // What wrote the file does the same, or was not given what it refuses.
        Some(there) if there == here || there.starts_with("refuses") => {}
        // It does that, too.
        _ if does == Does::Ignores => {}
        Some(there) => {
            let sentence = format!("`{operator}` of {reader} {here}; when the file was written, it {there}");
            match does {
                Does::Fails => {
                    case.add(codes::CHANGED, (Outcome::Fails, stage), about(sentence), None, place);
                }
                Does::Unknown => case.unknown(about(sentence), place),
                _ => case.add(
                    codes::CHANGED,
                    (Outcome::Misreads, Some(Stage::Run)),
                    about(sentence),
                    None,
                    place,
                ),
            }
        }
        None => {
            let sentence = format!(
                "`{operator}` of {reader} {here}; which release wrote the file, and what it did there, is not known"
            );
            case.add(codes::CHANGED, (Outcome::Unknown, None), about(sentence), None, place);
        }
    }
}
