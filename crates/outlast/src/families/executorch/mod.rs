//! ExecuTorch: facts of a program against the profile of a runtime.
//!
//! Kinds of rows in the table of readers (`targets/executorch*.txt`):
//!
//! | kind | name | value |
//! |---|---|---|
//! | `op` | operator in the registry | |
//! | `op-library` | operator that comes with a library of the wheel | the library |
//! | `op-fails` | operator that is registered and fails | stage, outcome, condition, message: see `condition` |
//! | `op-note` | operator that is registered and deviates for some values | condition, remark |
//! | `elementwise` | operator with a fault that depends on sizes | `rank` or `rank,broadcast` |
//! | `backend` | registered backend | |
//! | `feature` | a thing that the reader understands: `constant-buffer`, `external-data`, … | |
//! | `without` | a feature that it does not understand | stage, outcome, message |
//! | `scalar-type` | element type that it takes | |
//! | `ptd` | dialect of tensor data | |
//! | `xnnpack-node` | node of XNNPACK graphs | |
//! | `xnnpack-datatype` | element type in XNNPACK graphs | |
//! | `xnnpack-fails` | node that is known and fails | as `op-fails` |
//! | `xnnpack-note` | node that deviates in some applications | `named`, `embedded` or both: where its weights are; remark |
//! | `says` | a message, with `{…}` for what varies | the message |

mod codes;
mod condition;
mod delegates;
mod elementwise;
mod external;
mod operators;
mod program;
mod steps;

use outlast_core::{Code, Diagnostic, Error, Place, Severity};
use outlast_executorch::facts::{EntryPoint, ProgramFacts};
use outlast_executorch::{ProgramFile, verify};

use crate::check::{CheckError, Companion};
use crate::program::Program;
use crate::targets::Profile;
use crate::verdict::{EntryVerdict, Outcome, Reason, Stage, Verdict};

pub(crate) use codes::CODES;
pub(crate) use steps::{BINDINGS, Binding, Context, ON_REQUEST};

/// What a rule sees: one entry point of a program, the reader, and the files that come with the program.
struct Case<'a> {
    program: &'a ProgramFacts,
    entry: &'a EntryPoint,
    profile: &'a Profile,
    companions: &'a [Companion<'a>],
}

/// A rule looks at one entry point and adds reasons.
type Rule = fn(&Case<'_>, &mut Vec<Reason>);

/// All rules, in the order in which a runtime would meet what they look for.
const RULES: &[Rule] = &[
    program::version,
    program::constant_buffer,
    program::device,
    program::scalar_types,
    program::initial_state,
    external::tensors,
    external::data_files,
    delegates::backends,
    delegates::xnnpack_graph,
    delegates::xnnpack_weights,
    operators::missing,
    operators::kernels,
    operators::failing,
    elementwise::optimized_kernels,
    program::null_inputs,
    program::homeless_tensors,
];

/// A program with all that verdicts on it share, whatever the reader.
#[derive(Debug)]
pub(crate) struct Subject {
    /// What verification says, as reasons that hold for every reader.
    unsound: Vec<Reason>,
    /// `None` where they cannot be read; then `unsound` says why.
    facts: Option<ProgramFacts>,
}

/// Reads and verifies a program, bundled or not.
pub(crate) fn subject(program: &Program<'_>) -> Result<Subject, CheckError> {
    let (file, findings) = match program {
        Program::Executorch(file) => (*file, verify::program(file.file)),
        Program::ExecutorchBundle(bundle) => {
            let inner =
                bundle.program.ok_or_else(|| CheckError::Impossible("no program is bundled".into()))?;
            (ProgramFile::open(inner).map_err(CheckError::Unreadable)?, verify::bundled(bundle.file))
        }
        Program::ExecutorchData(_) => {
            let why = "tensor data alone have no verdict: check the program, with this file as --data";
            return Err(CheckError::Impossible(why.into()));
        }
        Program::Bitstream(_) | Program::Mlir(_) => {
            return Err(CheckError::Impossible("not an ExecuTorch program".into()));
        }
    };
    let unsound = unsound(findings);
    let facts = match ProgramFacts::read(&file) {
        Ok(facts) if !facts.entry_points.is_empty() || unsound.is_empty() => Some(facts),
        Err(error) if unsound.is_empty() => return Err(CheckError::Unreadable(error)),
        _ => None,
    };
    Ok(Subject { unsound, facts })
}

/// Judges an ExecuTorch program.
pub(crate) fn judge(subject: &Subject, companions: &[Companion<'_>], profile: &Profile) -> Verdict {
    let Some(facts) = &subject.facts else {
        return Verdict::new(&profile.name, vec![EntryVerdict::new(WHOLE_FILE, subject.unsound.clone())]);
    };
    let entries = facts.entry_points.iter().map(|entry| {
        let case = Case { program: facts, entry, profile, companions };
        let mut reasons = subject.unsound.clone();
        for rule in RULES {
            rule(&case, &mut reasons);
        }
        EntryVerdict::new(&entry.name, reasons)
    });
    let mut verdict = Verdict::new(&profile.name, entries.collect());
    verdict.notes.extend(operators::notes(facts, profile));
    verdict.notes.extend(delegates::notes(facts, profile));
    if facts.entry_points.is_empty() {
        verdict.notes.push("the program has no entry points: there is nothing to run".into());
    }
    verdict
}

/// Judges a file of a known kind in which nothing can be reached: every release refuses it.
pub(crate) fn unreadable(error: &Error, target: &str) -> Verdict {
    let mut reasons = unsound(vec![error.to_diagnostic()]);
    reasons.iter_mut().for_each(|reason| reason.stage = Some(Stage::Load));
    Verdict::new(target, vec![EntryVerdict::new(WHOLE_FILE, reasons)])
}

/// The entry point of a verdict on a file whose entry points cannot be told.
const WHOLE_FILE: &str = "(file)";

/// Findings of verification that a verdict repeats; `outlast verify` lists all.
const MAX_UNSOUND: usize = 8;

/// Warnings of verification on which a real runtime, having accepted the file, computed wrong numbers. No genuine file
/// has them.
const SUSPICIOUS: &[u16] = &[1109, 1122, 1133, 1137, 1156, 1176];

/// A program that is not sound in its own release fails everywhere: runtimes refuse it, crash on it, or compute
/// something else; which of these depends on how the runtime was built. Where only the last is likely, it is unknown.
fn unsound(findings: Vec<Diagnostic>) -> Vec<Reason> {
    let relevant = |d: &Diagnostic| match d.severity {
        Severity::Error => Some(Outcome::Fails),
        _ => SUSPICIOUS.contains(&d.code.0).then_some(Outcome::Unknown),
    };
    let mut findings: Vec<(Outcome, Diagnostic)> =
        findings.into_iter().filter_map(|d| Some((relevant(&d)?, d))).collect();
    findings.sort_by_key(|(outcome, _)| std::cmp::Reverse(*outcome));
    let reasons = findings.into_iter().take(MAX_UNSOUND).map(|(outcome, d)| Reason {
        code: codes::NOT_SOUND,
        outcome,
        stage: None,
        subject: d.code.to_string(),
        needs: "a sound file".into(),
        has: d.title,
        says: None,
        place: d.place,
        help: d.help.or_else(|| Some("run `outlast verify` for all findings".into())),
    });
    reasons.collect()
}

/// The parts of a value such as `method fails | message`, as rows of kind `without` have it.
fn behaviour(value: &str) -> Option<(Stage, Outcome, Option<String>)> {
    let (head, message) = match value.split_once(" | ") {
        Some((head, message)) => (head, Some(message.to_string())),
        None => (value, None),
    };
    let mut words = head.split_whitespace();
    let stage = stage(words.next()?)?;
    let outcome = outcome(words.next()?)?;
    Some((stage, outcome, message))
}

fn stage(word: &str) -> Option<Stage> {
    [Stage::Load, Stage::Method, Stage::Run].into_iter().find(|s| s.name() == word)
}

fn outcome(word: &str) -> Option<Outcome> {
    [Outcome::Fails, Outcome::Misreads, Outcome::Unknown].into_iter().find(|o| o.name() == word)
}

impl Case<'_> {
    /// What the reader does with a feature that it does not understand: the `without` row, or `unknown`.
    fn without(&self, feature: &str) -> (Option<Stage>, Outcome, Option<String>) {
        match self.profile.get("without", feature).and_then(behaviour) {
            Some((stage, outcome, says)) => (Some(stage), outcome, says),
            None => (None, Outcome::Unknown, None),
        }
    }

    /// The reason that a feature is missing: what the reader does without it, since when others have it.
    fn lacking(&self, feature: &str, code: Code, needs: String, place: &Place) -> Reason {
        let (stage, outcome, says) = self.without(feature);
        Reason {
            code,
            outcome,
            stage,
            subject: feature.to_string(),
            needs,
            has: self.since("feature", feature),
            says,
            place: place.clone(),
            help: None,
        }
    }

    /// The message of a `says` row with its braces filled in.
    fn says(&self, key: &str, fill: &[(&str, &str)]) -> Option<String> {
        let mut text = self.profile.get("says", key)?.to_string();
        for (name, value) in fill {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        Some(text)
    }

    /// A phrase for what is missing, and the first release that has it.
    fn since(&self, kind: &str, name: &str) -> String {
        match self.profile.first_release_with(kind, name) {
            Some(release) if release > self.profile.release => {
                format!("not in {}; first in {release}", self.profile.name)
            }
            _ => format!("not in {}", self.profile.name),
        }
    }
}
