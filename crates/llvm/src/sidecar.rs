//! Sidecar files of a compilation: optimization remarks and serialized diagnostics (`.dia`).
//!
//! Rows in the table of readers (`targets/llvm-streams.txt`): `remarks CONTAINER/KIND/VERSION` and `diagnostics VERSION`, and
//! what the release does with such a file: nothing for reading it, `fails | message`, or `alone | message` where it wants
//! another file besides, so that this one says nothing of the outcome.

use outlast_bitstream::BitstreamFile;
use outlast_bitstream::diagnostics::Diagnostics;
use outlast_bitstream::remarks::{Container, Remarks};
use outlast_core::{Code, Diagnostic, Path, Place, Span};

use super::{NAME, codes, nvvm};
use outlast_bitstream::program;
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::{Behaviour, Does, Profile};
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

/// Rows about remarks and about diagnostics.
pub(super) const ROWS: [&str; 2] = ["remarks", "diagnostics"];

/// What verdicts on such a stream share, whatever the reader.
#[derive(Debug)]
pub(super) struct Sidecar {
    key: &'static str,
    code: Code,
    /// What it is called, for people.
    what: &'static str,
    /// The versions, as rows have them; none where the stream does not say.
    value: Option<String>,
    help: &'static str,
    /// Why the stream cannot be read to its end.
    damage: Option<(String, Place)>,
    /// What is not sound in a part that readers may pass over.
    unsound: Option<Diagnostic>,
    place: Place,
}

/// What helps where a reader wants the object file besides.
const ALONE: &str = "the strings are in the section of remarks of the object file: a reader needs that, too";

/// Reads what verdicts need of a stream of remarks.
pub(super) fn remarks(file: &BitstreamFile<'_>) -> Sidecar {
    let stream = file.stream;
    let remarks = Remarks::read(stream);
    let container = remarks.container.unwrap_or(Container::Unknown(0, 0));
    let versions = remarks.container_version.zip(remarks.remark_version);
    Sidecar {
        key: ROWS[0],
        code: codes::REMARKS,
        what: "the optimization remarks",
        value: versions.map(|(version, remark)| format!("{version}/{}/{remark}", container.name())),
        help: "have the compiler of that release write them, or write text: -fsave-optimization-record=yaml",
        damage: remarks.fault.map(damage),
        unsound: program::unsound(file),
        place: start(stream),
    }
}

/// Reads what verdicts need of serialized diagnostics.
pub(super) fn diagnostics(file: &BitstreamFile<'_>) -> Sidecar {
    let stream = file.stream;
    let diagnostics = Diagnostics::read(stream);
    Sidecar {
        key: ROWS[1],
        code: codes::DIAGNOSTICS,
        what: "the diagnostics",
        value: diagnostics.version.map(|version| version.to_string()),
        help: "have the compiler of that release write them",
        damage: diagnostics.fault.map(damage),
        unsound: program::unsound(file),
        place: start(stream),
    }
}

fn damage(fault: outlast_bitstream::Fault) -> (String, Place) {
    let says = fault.kind().llvm_message();
    (says, outlast_core::Error::from(fault).place().clone())
}

fn start(stream: outlast_bitstream::Stream<'_>) -> Place {
    let at = stream.base().saturating_mul(8);
    Place::new(Span::bits(at..at.saturating_add(32)), Path::root())
}

impl Judge for Sidecar {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        if profile.family != NAME {
            return nvvm::other(
                "no module: remarks, or diagnostics of a compiler",
                self.place.clone(),
                profile,
            );
        }
        judge(self, profile)
    }

    fn is_meant_for(&self, family: &str) -> bool {
        family == NAME
    }
}

/// Judges such a stream.
fn judge(subject: &Sidecar, profile: &Profile) -> Verdict {
    let (reason, looked_at) = match &subject.damage {
        Some(damage) => (Some(damaged(subject, damage)), Basis::Defined),
        None => by_version(subject, profile),
    };
    let doubt = |found| program::doubt(codes::UNREADABLE, &profile.name, subject.what, found);
    let reason = reason.or_else(|| subject.unsound.as_ref().map(doubt));
    let steps: Vec<String> =
        reason.iter().filter_map(|r| r.help.as_ref().map(|help| format!("{}: {help}", r.subject))).collect();
    let entry = EntryVerdict::new("(file)", reason.into_iter().collect(), looked_at);
    let mut verdict = Verdict::new(&profile.name, vec![entry]);
    if !steps.is_empty() {
        verdict.remedy = Remedy::NoneKnown(steps);
    }
    verdict
}

fn damaged(subject: &Sidecar, (says, place): &(String, Place)) -> Reason {
    let mut reason = Reason::corrupt(codes::UNREADABLE, "the stream", says, place.clone());
    reason.help = reason.help.map(|help| format!("{help}; {}", subject.help));
    reason
}

/// What stands in the way, and what the answer rests on.
fn by_version(subject: &Sidecar, profile: &Profile) -> (Option<Reason>, Basis) {
    let value = subject.value.as_deref().unwrap_or("unsaid");
    let row = profile.row(subject.key, value);
    let basis = row.map_or(Basis::Defined, |row| row.basis.unwrap_or(Basis::Sampled));
    let behaviour = row.and_then(|row| Behaviour::parse(row.value));
    let says = behaviour.and_then(|behaviour| behaviour.text);
    let (code, outcome, has, help) = match behaviour.map(|behaviour| behaviour.does) {
        Some(Does::Loads) => return (None, basis),
        Some(Does::Fails) => (subject.code, Outcome::Fails, "another version", subject.help),
        // What a reader does that has the other file, too, was not measured.
        Some(Does::Alone) => (subject.code, Outcome::Unknown, "does not read it alone", ALONE),
        _ => (codes::UNMEASURED, Outcome::Unknown, "not measured", subject.help),
    };
    let (reader, what) = (&profile.name, subject.what);
    let message = match outcome {
        Outcome::Fails => format!("{reader} does not read {what} of version {value}"),
        _ if code == subject.code => format!("{reader} does not read {what} without the file they belong to"),
        _ => format!("it is unknown whether {reader} reads {what} of version {value}"),
    };
    let reason = Reason::new(code, outcome)
        .basis(basis)
        .message(Some(message))
        .stage((outcome != Outcome::Unknown).then_some(Stage::Load))
        .subject(subject.what.into())
        .needs(format!("version {value}"))
        .has(has.into())
        .says(says.map(str::to_string))
        .place(subject.place.clone())
        .help(Some(help.into()));
    (Some(reason), basis)
}
