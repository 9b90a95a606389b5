//! Reasons that the compiler of code and the lite interpreter share.

use outlast_core::Place;

use super::codes;
use super::context::{About, JudgeContext};
use super::facts::Form;
use outlast_model::targets::Behaviour;

/// Names that pickles call, which the reader of pickles must know. The lite interpreter takes those that it does not know for types.
pub(super) fn names_in_pickles(case: &mut JudgeContext<'_>) {
    let globals = case.facts.globals.clone();
    for (name, place) in &globals {
        // Probes that ended with something else say nothing of the name.
        let feature = format!("global/{name}");
        let row = case.profile.row("does", &feature).and_then(|row| Behaviour::parse(row.value));
        let unasked = row.is_none() && name.starts_with("builtins.");
        if !unasked && !row.and_then(|row| row.text).is_some_and(|text| does_not_know(text, name)) {
            continue;
        }
        let what = format!("name `{name}` in a pickle");
        if unasked || !case.is_lite() {
            case.feature(&feature, codes::NEEDS_CODE, &what, place);
            continue;
        }
        let first = name.split('.').next().unwrap_or(name);
        let says = format!("Type {first} is not supported in the parser, or the token is in wrong format.");
        let about = About {
            sentence: format!("{} does not take the {what}", case.reader()),
            subject: what,
            needs: "a reader that knows it".into(),
            has: "refuses it".into(),
        };
        case.refused(codes::NEEDS_CODE, about, Some(says), place);
    }
}

/// Whether a message says that the reader of pickles does not know a name, and not something else of the archive that asked.
fn does_not_know(message: &str, name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let says = ["Unknown type name", "Unknown class name for unpickler", "class name not understood"];
    // Releases up to 1.5 assert that they found the class.
    says.iter().any(|says| message.strip_prefix(says).is_some_and(|rest| rest.contains(last)))
        || message.starts_with("t != nullptr INTERNAL ASSERT FAILED at …/import_source.cpp")
}

/// Values of enumerations, which neither the lite interpreter nor any reader of FlatBuffers has. `says` is the reader's message.
pub(super) fn enumerations(case: &mut JudgeContext<'_>, says: Option<String>) {
    let Some(place) = case.facts.enums.clone() else { return };
    let what = if case.facts.form == Form::Flat { " in FlatBuffers" } else { "" };
    let about = About {
        subject: "enumerations".into(),
        needs: "a reader that has them".into(),
        has: "does not".into(),
        sentence: format!("{} cannot read a value of an enumeration{what}", case.reader()),
    };
    case.refused(codes::CLASS, about, says, &place);
}

/// Operators in place on a tensor of the module, whose memory is that of the file in FlatBuffers.
pub(super) fn writes_in_place(case: &mut JudgeContext<'_>) {
    let Some(lite) = case.facts.lite.as_ref().filter(|_| case.facts.form == Form::Flat) else { return };
    if let Some(place) = &lite.norm {
        case.feature(
            "flatbuffer/instance-norm",
            codes::CALL,
            "call of `aten::instance_norm` with statistics of the file",
            place,
        );
    }
    match lite.writes.clone() {
        None => {}
        Some((place, false)) => {
            case.feature("flatbuffer/writes", codes::CALL, "call in place on a tensor of the file", &place);
        }
        Some((place, true)) => {
            let what = "call in place on a tensor of the file, which other calls replace,";
            case.feature("flatbuffer/writes-replaced", codes::CALL, what, &place);
        }
    }
}

/// A release whose schemas are not known.
pub(super) fn no_schemas(case: &mut JudgeContext<'_>) {
    let sentence = format!("which operators {} has is not known", case.reader());
    case.unmeasured("operators", "their schemas", sentence);
}

/// Operators that an upgrader of the reader calls and the reader does not have.
pub(super) fn lacking(
    case: &mut JudgeContext<'_>,
    (operator, upgrader): (&str, &str),
    lacking: &[String],
    place: &Place,
) {
    let names = lacking.join("`, `");
    let about = About {
        subject: operator.to_string(),
        needs: format!("what `{upgrader}` calls"),
        has: "does not have it".into(),
        sentence: format!(
            "{} upgrades `{operator}` by `{upgrader}`, which calls `{names}`, and does not have that",
            case.reader()
        ),
    };
    case.refused(codes::OPERATOR, about, None, place);
}
