//! Reasons that the compiler of code and the lite interpreter share.

use outlast_core::Place;

use super::case::{About, Case};
use super::codes;
use super::facts::Form;

/// Values of enumerations, which neither the lite interpreter nor any reader of FlatBuffers has. `says` is the reader's message.
pub(super) fn enumerations(case: &mut Case<'_>, says: Option<String>) {
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
pub(super) fn writes_in_place(case: &mut Case<'_>) {
    let Some(lite) = case.facts.lite.as_ref().filter(|_| case.facts.form == Form::Flat) else { return };
    if let Some(place) = &lite.norm {
        case.feature("flatbuffer/instance-norm", codes::CALL, "call of `aten::instance_norm` with statistics of the file", place);
    }
    match lite.writes.clone() {
        None => {}
        Some((place, false)) => case.feature("flatbuffer/writes", codes::CALL, "call in place on a tensor of the file", &place),
        Some((place, true)) => {
            let what = "call in place on a tensor of the file, which other calls replace,";
            case.feature("flatbuffer/writes-replaced", codes::CALL, what, &place);
        }
    }
}

/// A release whose schemas are not known.
pub(super) fn no_schemas(case: &mut Case<'_>) {
    let sentence = format!("which operators {} has is not known", case.reader());
    case.unmeasured("operators", "their schemas", sentence);
}

/// Operators that an upgrader of the reader calls and the reader does not have.
pub(super) fn lacking(case: &mut Case<'_>, (operator, upgrader): (&str, &str), lacking: &[String], place: &Place) {
    let names = lacking.join("`, `");
    let about = About {
        subject: operator.to_string(),
        needs: format!("what `{upgrader}` calls"),
        has: "does not have it".into(),
        sentence: format!("{} upgrades `{operator}` by `{upgrader}`, which calls `{names}`, and does not have that", case.reader()),
    };
    case.refused(codes::OPERATOR, about, None, place);
}
