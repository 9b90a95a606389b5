//! PyTorch files: what a file needs against what a release does with it.
//!
//! Rows in the table of readers are explained at the head of `targets/torch-readers.txt`; operators and their schemas are those of
//! `outlast_opset::history`.
//!
//! What a reader does: it finds the directory of the archive, reads the version and refuses what it does not take; reads the pickles; compiles
//! the code that these refer to, which looks up every operator; and runs it when it is called. The lite interpreter reads bytecode instead, and
//! looks up every operator of it.

use crate::archive::TorchArchive;
use outlast_core::{Error, ErrorKind, Place};

use super::context::JudgeContext;
use super::custom_ops::Own;
use super::facts::Facts;
use super::{LITE, NAME, actions, codes, container, export, lite, script};
use outlast_model::options::Options;
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::Profile;
use outlast_model::verdict::{EntryVerdict, Outcome, Reason, Verdict};

/// What was read of a file, to be judged.
pub(super) fn prepare(facts: Facts) -> TorchJudge {
    TorchJudge { facts }
}

/// Reads what verdicts need of an archive.
pub(super) fn of_archive(archive: &TorchArchive<'_>) -> TorchJudge {
    TorchJudge { facts: Facts::of_archive(archive) }
}

/// The same of an archive that is about to be written, with zeros in place of weights.
pub(super) fn of_image(archive: &TorchArchive<'_>) -> TorchJudge {
    TorchJudge { facts: Facts::of_image(archive) }
}

/// Reads what verdicts need of a program as FlatBuffers.
pub(super) fn of_flat(file: &[u8]) -> TorchJudge {
    TorchJudge { facts: Facts::of_flat(file) }
}

impl TorchJudge {
    pub(super) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// With the operator sets that were given, of which an archive says the versions.
    pub(super) fn with_own(mut self, options: &Options, archive: Option<&TorchArchive<'_>>) -> TorchJudge {
        self.facts.own = Own::of(options, archive);
        self
    }

    /// The same of a program as FlatBuffers.
    pub(super) fn with_own_of_flat(mut self, options: &Options, file: &[u8]) -> TorchJudge {
        self.facts.own = Own::of_flat(options, file);
        self
    }
}

/// What verdicts on a file share, whatever the reader.
#[derive(Debug)]
pub(super) struct TorchJudge {
    facts: Facts,
}

/// Why every reader refuses a file that is damaged.
pub(super) fn damaged(what: &str, place: Place) -> Reason {
    Reason::corrupt(codes::DAMAGED, "the file", "", place)
        .message(Some(format!("the file is damaged: {what}")))
}

/// What every reader does with an archive that cannot be opened here: without a directory it is refused. Where its records contradict each
/// other, readers disagree.
pub(super) fn unreadable_archive(error: &Error) -> Reason {
    let reason = damaged(&error.to_string(), error.place().clone());
    if let ErrorKind::Missing { .. } = error.kind() {
        return reason;
    }
    let message = format!("what readers make of this archive is not known: {error}");
    reason
        .code(codes::UNMEASURED)
        .outcome(Outcome::Unknown)
        .stage(None)
        .message(Some(message))
        .has("unknown".into())
}

/// What is in the archive is not compared with the reader yet.
fn unread(case: &mut JudgeContext<'_>) {
    let sentence =
        format!("whether {} has all that the content of the archive uses is not known", case.reader());
    case.unmeasured("the content", "a reader that has all that it uses", sentence);
}

impl Judge for TorchJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        let mut case = JudgeContext::new(&self.facts, profile);
        match self.facts.damage(profile.variant == LITE) {
            Some(finding) => case.reasons.push(damaged(&finding.title, finding.place.clone())),
            None => {
                container::judge(&mut case);
                // What the reader does not open, it does not look into.
                if case.reasons.iter().all(|reason| reason.outcome != Outcome::Fails) {
                    content(&mut case);
                }
            }
        }
        actions::fill(&mut case);
        let entries = self.entry_points(profile.variant == LITE);
        let verdict = |name: &String| EntryVerdict::new(name, case.reasons.clone(), case.basis);
        Verdict::new(&profile.name, entries.iter().map(verdict).collect())
    }
}

/// What is in the file: bytecode or code.
fn content(case: &mut JudgeContext<'_>) {
    if let Some(place) = case.facts.packed.clone() {
        case.feature("tensor/packed", codes::NEEDS_CODE, "tensor with several values in a byte", &place);
    }
    match &case.facts.lite {
        Some(lite) if case.is_lite() => return lite::judge::judge(case, lite),
        _ => {}
    }
    if let Some(exported) = case.facts.exported.as_ref().filter(|_| !case.is_lite()) {
        return export::judge::judge(case, exported);
    }
    match &case.facts.code {
        Some(program) if !case.is_lite() => script::judge::judge(case, program),
        _ => unread(case),
    }
}

impl TorchJudge {
    /// The methods of the module; the file itself where they are not known.
    fn entry_points(&self, lite: bool) -> Vec<String> {
        let class = self.facts.class.as_deref().unwrap_or_default();
        let of_bytecode = self
            .facts
            .lite
            .iter()
            .filter(|_| lite)
            .flat_map(|lite| lite.functions.iter().map(String::as_str));
        let of_code = self
            .facts
            .code
            .iter()
            .filter(|_| !lite)
            .flat_map(|code| code.functions.iter().map(|function| function.name.as_str()));
        let own = of_bytecode.chain(of_code).filter_map(|name| name.strip_prefix(class)?.strip_prefix('.'));
        let methods: Vec<String> =
            own.filter(|name| !name.contains('.') && !name.starts_with("__")).map(str::to_string).collect();
        if methods.is_empty() { vec!["forward".into()] } else { methods }
    }
}
