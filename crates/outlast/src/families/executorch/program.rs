//! What concerns the program as a whole, and its values.

use outlast_core::{Place, Span};
use outlast_executorch::defs::ValueKind;
use outlast_executorch::facts::ConstantStore;

use super::{Case, codes};
use crate::verdict::{Outcome, Reason, Stage};

/// A schema version that the reader refuses. Readers that do not look at it take any.
pub(super) fn version(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    let Some(newest) = case.profile.get("feature", "program-version").and_then(|v| v.parse::<u32>().ok())
    else {
        return;
    };
    if case.program.version <= newest {
        return;
    }
    reasons.push(Reason {
        code: codes::PROGRAM_VERSION,
        outcome: Outcome::Fails,
        stage: Some(Stage::Load),
        subject: format!("schema version {}", case.program.version),
        needs: case.program.version.to_string(),
        has: format!("up to {newest}"),
        says: case.says("program-version", &[("found", &case.program.version.to_string())]),
        place: Place::default(),
        help: Some("export for the older schema, or update the runtime".into()),
    });
}

/// Constants inside the FlatBuffer, which later readers refuse.
pub(super) fn constant_buffer(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    let ConstantStore::Buffer { entries, place } = &case.program.constants else { return };
    if case.profile.has("feature", "constant-buffer") {
        return;
    }
    let (stage, outcome, says) = case.without("constant-buffer");
    reasons.push(Reason {
        code: codes::CONSTANT_BUFFER,
        outcome,
        stage,
        subject: "constant_buffer".into(),
        needs: format!("constants in the FlatBuffer ({entries} entries; no offsets in constant_segment)"),
        has: "constants in segments only".into(),
        says,
        place: place.clone(),
        help: Some("export again with release 0.4 or later; it writes constant_segment always".into()),
    });
}

/// Devices other than the CPU: older readers do not see them, later ones need an allocator for them, which nobody has
/// measured.
pub(super) fn device(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    let Some(place) = &case.program.device else { return };
    let (stage, outcome, says) = case.without("device");
    reasons.push(Reason {
        code: codes::DEVICE,
        outcome,
        stage,
        subject: "device".into(),
        needs: "memory on a device other than the CPU".into(),
        has: match case.profile.has("feature", "device") {
            true => "the field; whether the build has an allocator for the device is not known".into(),
            false => case.since("feature", "device"),
        },
        says,
        place: place.clone(),
        help: None,
    });
}

/// Element types that the reader refuses.
pub(super) fn scalar_types(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    for (scalar_type, (count, place)) in &case.entry.scalar_types {
        let name = scalar_type.to_string();
        if case.profile.has("scalar-type", &name) {
            continue;
        }
        reasons.push(Reason {
            code: codes::SCALAR_TYPE,
            outcome: Outcome::Fails,
            stage: Some(Stage::Method),
            subject: name.clone(),
            needs: format!("{count} tensors of {name}"),
            has: case.since("scalar-type", &name),
            says: case.says("scalar-type", &[("number", &scalar_type.0.to_string())]),
            place: place.clone(),
            help: None,
        });
    }
}

/// Planned tensors that start with data of the file.
pub(super) fn initial_state(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    let Some((count, place)) = &case.entry.initialised else { return };
    if case.profile.has("feature", "mutable-initial-state") {
        return;
    }
    let (stage, outcome, says) = case.without("mutable-initial-state");
    reasons.push(Reason {
        code: codes::INITIAL_STATE,
        outcome,
        stage,
        subject: "mutable_data_segments".into(),
        needs: format!("{count} planned tensors with initial data"),
        has: case.since("feature", "mutable-initial-state"),
        says,
        place: place.clone(),
        help: None,
    });
}

/// Inputs that are none, which older readers refuse when they are given.
pub(super) fn null_inputs(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    let nulls = case.entry.inputs.iter().filter(|kind| **kind == Some(ValueKind::Null)).count();
    if nulls == 0 || case.profile.has("feature", "null-input") {
        return;
    }
    let (stage, outcome, says) = case.without("null-input");
    reasons.push(Reason {
        code: codes::NULL_INPUT,
        outcome,
        stage,
        subject: "inputs".into(),
        needs: format!("{nulls} inputs that are None"),
        has: case.since("feature", "null-input"),
        says,
        place: Place::new(Span::default(), case.entry.path.field("inputs")),
        help: Some("export without optional inputs that are left out".into()),
    });
}
