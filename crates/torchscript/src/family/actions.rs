//! What to do about a reason: a call or an option of what saves the model, another operator, or another release on one of the two sides.

use crate::archive::Kind;
use crate::export::Target;
use crate::program::forms;
use crate::verify::codes as codes_of_files;
use outlast_opset::history;

use super::context::JudgeContext;
use super::facts::Form;
use super::runs::instead;
use super::script::judge::VIEWS;
use super::{LITE, codes, operators};
use outlast_model::targets::{Behaviour, Does, Profile, Release};
use outlast_model::verdict::Reason;

/// Operators that were removed, and what PyTorch's documentation names in their place.
const REPLACED: &[(&str, &str)] = &[
    ("aten::cholesky", "torch.linalg.cholesky"),
    ("aten::eig", "torch.linalg.eig"),
    ("aten::fft", "torch.fft.fft"),
    ("aten::ifft", "torch.fft.ifft"),
    ("aten::irfft", "torch.fft.irfft"),
    ("aten::lstsq", "torch.linalg.lstsq"),
    ("aten::matrix_rank", "torch.linalg.matrix_rank"),
    ("aten::qr", "torch.linalg.qr"),
    ("aten::rfft", "torch.fft.rfft"),
    ("aten::solve", "torch.linalg.solve"),
    ("aten::symeig", "torch.linalg.eigh"),
];

/// Operators whose results have another element type in some releases, unless the call says which.
const OF_TYPE: [&str; 6] =
    ["aten::tensor", "aten::as_tensor", "aten::arange", "aten::full", "aten::randint", "aten::randperm"];

/// About operators that `optimize_for_mobile` puts in.
pub(super) const UNPACKED: &str = "save it without prepacked operators: `optimize_for_mobile(m, {MobileOptimizerType.INSERT_FOLD_PREPACK_OPS})`";
/// About views that are changed in place.
pub(super) const NO_GRADIENTS: &str = "run it under `torch.no_grad()`";

/// Gives every reason that has no action yet the one of its code.
pub(super) fn fill(case: &mut JudgeContext<'_>) {
    let mut reasons = std::mem::take(&mut case.reasons);
    for reason in reasons.iter_mut().filter(|reason| reason.help.is_none() && !reason.outcome.is_good()) {
        reason.help = Some(of_code(case, reason));
    }
    case.reasons = reasons;
}

fn of_code(case: &JudgeContext<'_>, reason: &Reason) -> String {
    let subject = reason.subject.as_str();
    if case.facts.own.is_about(subject) {
        return "save the model again with the reader's version of the operator set".into();
    }
    if case.is_lite() && !damaged(reason) {
        if !has_bytecode(case.profile)
            && let Some(release) = later(case, has_bytecode)
        {
            return format!("update to torch {release} or later: no earlier release writes bytecode");
        }
        if matches!(case.facts.kind(), Some(Kind::Save | Kind::Package | Kind::Exported(_) | Kind::Other)) {
            return "script the module, and write it with `_save_for_lite_interpreter(path)`".into();
        }
    }
    if matches!(case.facts.kind(), Some(Kind::Exported(_))) && !exports(case.profile) && !damaged(reason) {
        return updated(later(case, exports), "save the module with `torch.jit.save`");
    }
    match reason.code {
        codes_of_files::BAD_CHECKSUM => "get an undamaged copy, or save the model again".into(),
        codes_of_files::NO_CHECKSUM => {
            "save it with checksums: `torch.serialization.set_crc32_options(True)`".into()
        }
        codes_of_files::NEEDS_CODE => "save tensors alone: `torch.save(model.state_dict(), f)`".into(),
        codes_of_files::NOT_LOOKED_INTO => "judge the archive inside by itself".into(),
        codes::FILE_VERSION => version(case),
        codes::LAYOUT => layout(case, subject),
        codes::BYTECODE => bytecode(case),
        codes::NO_BYTECODE => {
            "write bytecode next to the code: `module._save_for_lite_interpreter(path)`".into()
        }
        codes::KIND => again(case),
        codes::OPERATOR => operator(case, reason),
        codes::CALL | codes::CHANGED => call(case, reason),
        codes::SYNTAX => syntax(case, subject),
        codes::NEEDS_CODE if subject.contains("omplex") => "save the model without complex numbers".into(),
        codes::CLASS if subject == "enumerations" => {
            "give numbers or strings in place of the enumeration".into()
        }
        codes::CLASS if subject.ends_with("of C++") => {
            format!(
                "link the library that registers {}, or save the model without it",
                subject.trim_end_matches(" of C++")
            )
        }
        codes::NEEDS_CODE | codes::CLASS => again(case),
        codes::UNMEASURED => unmeasured(case, subject),
        _ => "run `outlast verify` for all findings, and save the model again".into(),
    }
}

/// Whether a reason is about the file alone.
fn damaged(reason: &Reason) -> bool {
    codes_of_files::CODES.iter().any(|info| info.code == reason.code)
}

/// Whether a release has a lite interpreter that reads bytecode.
fn has_bytecode(profile: &Profile) -> bool {
    profile.has("newest", "bytecode")
}

/// Whether a release reads programs of `torch.export`.
fn exports(profile: &Profile) -> bool {
    profile.has("newest", "export")
}

/// `save it again with torch 1.10.2`, by the function that wrote it.
fn again(case: &JudgeContext<'_>) -> String {
    let release = case.profile.release;
    match case.facts.kind() {
        Some(Kind::Exported(_)) => format!("export it again with torch {release}: `torch.export.save`"),
        _ if case.is_lite() => {
            format!("save the model again with `_save_for_lite_interpreter` of torch {release}")
        }
        _ => format!("save the model again with torch {release}"),
    }
}

/// `update to torch 1.11.0 or later, or …`, where a later release helps.
fn updated(later: Option<Release>, instead: &str) -> String {
    match later {
        Some(release) => format!("update to torch {release} or later, or {instead}"),
        None => instead.to_string(),
    }
}

fn later(case: &JudgeContext<'_>, suits: impl Fn(&Profile) -> bool) -> Option<Release> {
    case.profile.later(suits).map(|(release, _)| release)
}

/// Files of `torch.save` have a form that all releases read.
const UNZIPPED: &str = "save it with `torch.save(…, _use_new_zipfile_serialization=False)`";

fn version(case: &JudgeContext<'_>) -> String {
    let found = case.facts.version.as_ref().map(|version| version.number);
    let number = |profile: &Profile, kind: &str| {
        profile.get(kind, "file").and_then(|number| number.parse::<u64>().ok())
    };
    match case.facts.kind() {
        Some(Kind::Exported(_)) => again(case),
        Some(Kind::Save) => UNZIPPED.into(),
        _ => {
            let reads = |profile: &Profile| {
                found.is_some_and(|found| number(profile, "newest").is_some_and(|newest| found <= newest))
            };
            updated(later(case, reads), &again(case))
        }
    }
}

fn layout(case: &JudgeContext<'_>, subject: &str) -> String {
    let reads = |profile: &Profile, record: &str| {
        let behaviour = profile.get("layout", record).and_then(Behaviour::parse);
        behaviour.is_some_and(|behaviour| behaviour.does == Does::Loads)
    };
    match subject {
        "the record `model.json`" => match case.profile.earlier(|profile| reads(profile, "model.json")) {
            Some((release, _)) => instead(&case.facts.runs)
                .unwrap_or_else(|| format!("load it with torch {release}, and save it again from there")),
            None => again(case),
        },
        "the record `.data/version`" => {
            let instead = match case.facts.kind() {
                Some(Kind::Save) => UNZIPPED.to_string(),
                Some(Kind::Package) => {
                    "save the module with `torch.jit.save` in place of `torch.package`".into()
                }
                _ => again(case),
            };
            updated(later(case, |profile| reads(profile, ".data/version")), &instead)
        }
        "debug information" => format!("remove the records `*.debug_pkl`, or {}", again(case)),
        _ if subject.starts_with("a result of the kind") => "return tensors or numbers from the model".into(),
        _ if subject.starts_with("the container") => "return a plain tuple in place of the container".into(),
        _ if case.facts.form == Form::Flat => AS_ARCHIVE.into(),
        _ => again(case),
    }
}

/// The option that decides between FlatBuffers and archives.
const AS_ARCHIVE: &str = "save it as an archive: `_save_for_lite_interpreter(f, _use_flatbuffer=False)`";
/// The oldest bytecode that `_backport_for_mobile` writes.
const OLDEST_BACKPORT: u64 = 4;

fn bytecode(case: &JudgeContext<'_>) -> String {
    let found = case.facts.lite.as_ref().and_then(|lite| u64::try_from(lite.bytecode).ok());
    match (case.number("newest", "bytecode"), found) {
        (Some(newest), Some(found)) if found > newest && newest >= OLDEST_BACKPORT => {
            format!("`torch.jit.mobile._backport_for_mobile(f_in, f_out, {newest})`, or {}", again(case))
        }
        _ => again(case),
    }
}

/// Whether a release has an operator, of any overload where none is named.
fn has(profile: &Profile, name: &str, overload: Option<&str>) -> bool {
    let mut all = history::torch().overloads(name, profile.release);
    let full = operators::full_name(name, overload.unwrap_or_default());
    let listed = || {
        profile.variant != LITE
            || profile.get("only", LITE).is_none_or(|only| only.split(' ').any(|one| one == full))
    };
    all.any(|entry| overload.is_none_or(|overload| entry.overload == overload)) && listed()
}

fn operator(case: &JudgeContext<'_>, reason: &Reason) -> String {
    let subject = reason.subject.as_str();
    if subject.parse::<i64>().is_ok() {
        return "save the model with another element type in its place".into();
    }
    let (name, overload) = match Target::parse(subject) {
        Target::Operator { name, overload } => (name, Some(overload)),
        _ => match subject.split_once('.') {
            Some((name, overload)) => (name.to_string(), Some(overload.to_string())),
            None if case.is_lite() => (subject.to_string(), Some(String::new())),
            None => (subject.to_string(), None),
        },
    };
    let overload = overload.as_deref();
    let known = |profile: &Profile| has(profile, &name, overload);
    if case.profile.is_narrowed() && known(case.profile) {
        return format!("add `{subject}` to the operators that the build selects");
    }
    let without = format!("save the model without `{subject}`");
    if let Some(release) = later(case, known) {
        return updated(Some(release), &without);
    }
    if name.starts_with("prepacked::") {
        return UNPACKED.into();
    }
    if let Some((_, other)) = REPLACED.iter().find(|(removed, _)| *removed == name.as_str()) {
        return format!("write the model with `{other}` in its place");
    }
    match case.profile.earlier(known) {
        Some((release, _)) => format!("{without}, or run it with torch {release} or earlier"),
        None if name.starts_with("aten::") || name.starts_with("prim::") => without,
        None => "link the library that registers it, and judge for a profile that has it: `outlast targets import`".into(),
    }
}

fn call(case: &JudgeContext<'_>, reason: &Reason) -> String {
    let subject = reason.subject.as_str();
    let name = subject.split('.').next().unwrap_or(subject);
    let in_file = subject.starts_with("call in place on a tensor of the file")
        || subject.starts_with("call of `aten::instance_norm`");
    match name {
        _ if in_file => AS_ARCHIVE.into(),
        "an interface" => "annotate the attribute with its class in place of the interface".into(),
        _ if subject.starts_with("argument ") || subject.starts_with("result of") => {
            "give and return tensors, numbers, lists and plain tuples".into()
        }
        _ if subject.contains("projection") => "build the recurrent layer without `proj_size`".into(),
        _ if subject.ends_with("boolean as a constant") => "write a number in place of the boolean".into(),
        _ if reason.code == codes::CALL => again(case),
        _ if name.starts_with("aten::floor_divide") => {
            "call `torch.div(…, rounding_mode='trunc')`, or with 'floor', in its place".into()
        }
        "aten::stft" => "call it with `return_complex=True`".into(),
        "aten::istft" => "give it complex numbers (`torch.view_as_complex`)".into(),
        "prim::DictConstruct" => {
            "write a model that does not depend on the order of a dictionary's items".into()
        }
        _ if OF_TYPE.contains(&name) => "give `dtype` in the call".into(),
        _ => again(case),
    }
}

fn syntax(case: &JudgeContext<'_>, subject: &str) -> String {
    if let Some(opcode) = subject.strip_prefix("opcode ") {
        return match opcode.trim_matches('`') {
            "WAIT" | "FORK" => "save the model without `torch.jit.fork` and `torch.jit.wait`".into(),
            _ => again(case),
        };
    }
    if subject.starts_with("OL") {
        return "get an undamaged copy, or save the model again".into();
    }
    if case.is_lite() && subject == "type `Union`" {
        return "annotate it with one type in place of a union".into();
    }
    let compiles = |profile: &Profile| forms::loads(subject, profile.release) == Some(true);
    updated(later(case, compiles), &again(case))
}

/// What is not known of the reader.
fn unmeasured(case: &JudgeContext<'_>, subject: &str) -> String {
    let release = case.profile.release;
    let name = subject.split('.').next().unwrap_or(subject);
    if subject.starts_with("call in place on a tensor of the file") {
        return AS_ARCHIVE.into();
    }
    if subject == VIEWS {
        return NO_GRADIENTS.into();
    }
    if subject.starts_with("argument ") || subject.starts_with("result of") {
        return "give and return tensors, numbers, lists and plain tuples".into();
    }
    if OF_TYPE.contains(&name) {
        return "give `dtype` in the call".into();
    }
    if let Some(instead) = instead(&case.facts.runs) {
        return instead;
    }
    if case.facts.doubts.iter().any(|doubt| super::FAMILY.risks.contains(&doubt.code)) {
        return "do not load it before `outlast verify` finds nothing more that was not looked into".into();
    }
    match case.facts.kind() {
        Some(Kind::Save) => format!("load it with `torch.load` of torch {release} once"),
        Some(Kind::Exported(_)) => format!("load it with `torch.export.load` of torch {release} once"),
        _ => format!("load and run it with torch {release} once"),
    }
}
