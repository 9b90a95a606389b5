//! The archive: its layout, its version, and which function reads it.

use crate::archive::{Exported, Generation, Kind};
use crate::verify::codes as codes_of_files;
use outlast_core::Diagnostic;

use super::codes;
use super::context::{About, JudgeContext, filled};
use super::facts::Form;
use outlast_model::targets::{Behaviour, Does};
use outlast_model::verdict::Outcome;

/// What the reader does with the archive as such. Where it refuses it, nothing else is looked at.
pub(super) fn judge(case: &mut JudgeContext<'_>) {
    kind(case);
    if case.facts.form == Form::Flat {
        flat(case);
        return doubts(case);
    }
    if let Some(Kind::Exported(Exported::Flat)) = case.facts.kind() {
        return doubts(case);
    }
    version(case);
    layout(case);
    doubts(case);
}

/// Whether the reader has FlatBuffers.
pub(super) fn flat(case: &mut JudgeContext<'_>) {
    let name = if case.is_lite() { "flatbuffer/own" } else { "flatbuffer/own-by-full-jit" };
    let place = case.facts.whole();
    case.feature(name, codes::LAYOUT, "file of the lite interpreter as FlatBuffers", &place);
}

/// The lite interpreter reads bytecode only.
fn kind(case: &mut JudgeContext<'_>) {
    let place = case.facts.whole();
    match case.facts.kind() {
        Some(Kind::TorchScript { lite: false, .. }) if case.is_lite() => {
            let about = About {
                subject: "the file".into(),
                needs: "a reader of code".into(),
                has: "reads bytecode only".into(),
                sentence: format!("{} reads bytecode only, and the file has none", case.reader()),
            };
            let says = case.says("no-bytecode", &[]);
            case.refused(codes::NO_BYTECODE, about, says, &place);
        }
        Some(Kind::Save | Kind::Package | Kind::Exported(_) | Kind::Other) if case.is_lite() => {
            let about = About {
                subject: "the file".into(),
                needs: "a reader of such archives".into(),
                has: "reads bytecode only".into(),
                sentence: format!("{} reads programs of its own only", case.reader()),
            };
            let says = case.says("no-bytecode", &[]);
            case.refused(codes::KIND, about, says, &place);
        }
        _ => {}
    }
}

fn version(case: &mut JudgeContext<'_>) {
    let Some(version) = case.facts.version.clone() else { return };
    let (Some(oldest), Some(newest)) = (case.number("oldest", "file"), case.number("newest", "file")) else {
        return;
    };
    let found = version.number;
    if (oldest..=newest).contains(&found) {
        return;
    }
    let name = if found > newest { "too-new" } else { "too-old" };
    let numbers = [found, oldest, newest].map(|number| number.to_string());
    let values = [("found", &*numbers[0]), ("oldest", &*numbers[1]), ("newest", &*numbers[2])];
    let says = case.says(name, &values);
    let about = About {
        subject: format!("format version {found}"),
        needs: "a reader of that version".into(),
        has: format!("reads versions {oldest} to {newest}"),
        sentence: format!(
            "{} reads files of version {oldest} to {newest}; this is version {found}",
            case.reader()
        ),
    };
    let place = case.facts.whole();
    case.refused(codes::FILE_VERSION, about, says, &place);
}

fn layout(case: &mut JudgeContext<'_>) {
    let mut names = Vec::new();
    if let Some(Kind::TorchScript { generation: Generation::A, .. }) = case.facts.kind() {
        names.push("model.json");
    }
    names.extend(
        case.facts.version.as_ref().map(|version| version.record).filter(|record| *record != "version"),
    );
    let place = case.facts.whole();
    for name in names {
        let root = case.facts.root.clone();
        let behaviour =
            case.layout(name).map(|does| (does.does, does.text.map(|text| filled(text, &[("root", &root)]))));
        let about = |has: &str, sentence: String| About {
            subject: format!("the record `{name}`"),
            needs: "a reader that knows it".into(),
            has: has.into(),
            sentence,
        };
        let reader = case.reader();
        match behaviour {
            Some((Does::Loads | Does::Ignores, _)) => {}
            Some((Does::Fails, says)) => {
                let about = about(
                    "does not read it",
                    format!("{reader} does not read archives with a record `{name}`"),
                );
                case.refused(codes::LAYOUT, about, says, &place);
            }
            _ => {
                let about =
                    about("unknown", format!("what {reader} does with a record `{name}` is not known"));
                case.unknown(about, &place);
            }
        }
    }
}

/// What readers disagree on makes the verdict unknown: which of two records counts, what overlaps.
fn doubts(case: &mut JudgeContext<'_>) {
    for doubt in &case.facts.doubts {
        // Findings in bytecode concern the lite interpreter, and others do not open it, but in FlatBuffers, where everything is read.
        if [codes_of_files::BAD_CHECKSUM, codes_of_files::NO_CHECKSUM].contains(&doubt.code) {
            checksum(case, doubt);
            continue;
        }
        let of_bytecode = codes_of_files::OF_BYTECODE.contains(&doubt.code)
            || doubt.place.span.source.to_string().ends_with("bytecode.pkl");
        if of_bytecode && !case.is_lite() && case.facts.form != Form::Flat {
            continue;
        }
        let about = About {
            subject: "the archive".into(),
            needs: "a reader that makes of it what was meant".into(),
            has: "unknown".into(),
            sentence: format!("what {} makes of this is not known: {}", case.reader(), doubt.title),
        };
        case.add(doubt.code, (Outcome::Unknown, None), about, None, &doubt.place);
    }
}

/// A checksum that is another, or none: releases up to 1.4 refuse the record, later ones load what is there.
fn checksum(case: &mut JudgeContext<'_>, doubt: &Diagnostic) {
    let row = case.profile.row("does", "checksum");
    let behaviour = row.as_ref().and_then(|row| Behaviour::parse(row.value));
    let about = |has: &str, what: &str| About {
        subject: "the content of a record".into(),
        needs: "a reader that takes its checksum".into(),
        has: has.into(),
        sentence: format!("{} {what}: {}", case.reader(), doubt.title),
    };
    match behaviour {
        Some(Behaviour { does: Does::Fails, text, .. }) => {
            let about = about("compares checksums", "refuses a record with another checksum");
            case.refused(doubt.code, about, text.map(str::to_string), &doubt.place);
        }
        // The reader takes what is there; that it is not damaged cannot be told, nor that it is.
        _ if doubt.code == codes_of_files::NO_CHECKSUM => return,
        _ => {
            let about =
                about("compares no checksums", "compares no checksums, and loads what may be damaged");
            case.add(doubt.code, (Outcome::Unknown, None), about, None, &doubt.place);
        }
    }
    case.basis_of_last(row.and_then(|row| row.basis));
}
