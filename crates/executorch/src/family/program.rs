//! What concerns the program as a whole, and its values.

use crate::defs::ValueKind;
use crate::facts::ConstantStore;
use outlast_core::{Place, Span};

use super::{JudgeContext, codes, plural};
use outlast_model::verdict::{Outcome, Reason, Stage};

/// A schema version that the reader refuses. Readers that do not look at it take any.
pub(super) fn version(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let Some(newest) = case.profile.get("feature", "program-version").and_then(|v| v.parse::<u32>().ok())
    else {
        return;
    };
    if case.program.version <= newest {
        return;
    }
    reasons.push(
        Reason::new(codes::PROGRAM_VERSION, Outcome::Fails)
            .message(Some(format!(
                "the schema version is {}; {} reads versions up to {newest}",
                case.program.version, case.profile.name
            )))
            .stage(Some(Stage::Load))
            .subject(format!("schema version {}", case.program.version))
            .needs(case.program.version.to_string())
            .has(format!("up to {newest}"))
            .says(case.says("program-version", &[("found", &case.program.version.to_string())]))
            .help(Some("export for the older schema, or update the runtime".into())),
    );
}

/// Constants inside the FlatBuffer, which later readers refuse.
pub(super) fn constant_buffer(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let ConstantStore::Buffer { entries, place } = &case.program.constants else { return };
    if case.profile.has("feature", "constant-buffer") {
        return;
    }
    let needs = format!("constants in the FlatBuffer ({entries} entries; no offsets in constant_segment)");
    reasons.push(
        case.lacking("constant-buffer", codes::CONSTANT_BUFFER, needs, place)
            .has("constants in segments only".into())
            .help(Some("export again with release 0.4 or later; it writes constant_segment always".into())),
    );
}

/// Devices other than the CPU: older readers do not see them, later ones need an allocator for them, which was not
/// measured.
pub(super) fn device(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let Some(place) = &case.program.device else { return };
    let mut reason =
        case.lacking("device", codes::DEVICE, "memory on a device other than the CPU".into(), place);
    if case.profile.has("feature", "device") {
        reason.message = Some("the program wants memory on a device other than the CPU: whether the build has an allocator for it is not known".into());
        reason.has = "the field; whether the build has an allocator for the device is not known".into();
    }
    reasons.push(reason);
}

/// Element types that the reader refuses.
pub(super) fn scalar_types(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for (scalar_type, (count, place)) in &case.entry.scalar_types {
        let name = scalar_type.to_string();
        if case.profile.has("scalar-type", &name) {
            continue;
        }
        reasons.push(
            Reason::new(codes::SCALAR_TYPE, Outcome::Fails)
                .message(Some(format!(
                    "{} has no element type `{name}`{}, which {} of the program {}",
                    case.profile.name,
                    case.added("scalar-type", &name),
                    plural(count, "tensor"),
                    if *count == 1 { "has" } else { "have" }
                )))
                .stage(Some(Stage::Method))
                .subject(name.clone())
                .needs(format!("{} of {name}", plural(count, "tensor")))
                .has(case.since("scalar-type", &name))
                .says(case.says("scalar-type", &[("number", &scalar_type.0.to_string())]))
                .place(place.clone()),
        );
    }
}

/// Planned tensors that start with data of the file.
pub(super) fn initial_state(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let Some((count, place)) = &case.entry.initialised else { return };
    if case.profile.has("feature", "mutable-initial-state") {
        return;
    }
    let needs = format!("{count} planned tensors with initial data");
    reasons.push(case.lacking("mutable-initial-state", codes::INITIAL_STATE, needs, place));
}

/// Inputs that are none, which older readers refuse when they are given.
pub(super) fn null_inputs(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let nulls = case.entry.inputs.iter().filter(|kind| **kind == Some(ValueKind::Null)).count();
    if nulls == 0 || case.profile.has("feature", "null-input") {
        return;
    }
    let place = Place::new(Span::default(), case.entry.path.field("inputs"));
    reasons.push(
        case.lacking("null-input", codes::NULL_INPUT, format!("{nulls} inputs that are None"), &place)
            .help(Some("export without optional inputs that are left out".into())),
    );
}

/// Inputs in a buffer of no bytes, which older readers take for inputs without memory.
pub(super) fn placeless_inputs(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let Some((count, place)) = &case.entry.placeless else { return };
    if case.profile.has("feature", "empty-buffer") {
        return;
    }
    let needs = format!("{count} inputs without elements, planned in a buffer of no bytes");
    reasons.push(case.lacking("empty-buffer", codes::EMPTY_BUFFER, needs, place).help(Some(
        "update the runtime to 1.0.0 or later, or give the model an input that has elements".into(),
    )));
}

/// Tensors without memory, to which kernels write: a crash in every release.
pub(super) fn homeless_tensors(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    let Some((count, place)) = &case.entry.homeless else { return };
    reasons.push(
        Reason::new(codes::NO_MEMORY, Outcome::Fails)
            .message(Some(format!(
                "no memory was planned by the exporter for {} to which kernels write",
                plural(count, "tensor")
            )))
            .stage(Some(Stage::Run))
            .subject("planned memory".into())
            .needs(format!("memory for {} to which kernels write", plural(count, "tensor")))
            .has("none: the exporter planned none".into())
            .place(place.clone())
            .help(Some("export again with release 0.4 or later".into())),
    );
}
