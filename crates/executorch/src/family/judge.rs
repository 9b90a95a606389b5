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
//! | `op-runs` | operator that was seen to run right | element types of its tensors, call by call: `float32,float32 int8,int8` |
//! | `op-takes` | operator whose kernel's source takes these element types | place by place: `int8\|uint8,float32`; calls by spaces |
//! | `op-swept` | operator that was run with many element types, of which only the failures were kept | the element types |
//! | `elementwise` | operator with a fault that depends on sizes | `rank` or `rank,broadcast` |
//! | `backend` | registered backend | |
//! | `backend-apart` | backend that the release has, and its packages are built without | what an application links |
//! | `feature` | a thing that the reader understands: `constant-buffer`, `external-data`, … | |
//! | `without` | a feature that it does not understand | stage, outcome, message |
//! | `scalar-type` | element type that it takes | |
//! | `complex` | operator whose kernel takes complex numbers | `same`: all tensors have one type; `mixed` |
//! | `ptd` | layout version of tensor data | |
//! | `xnnpack-node` | node of XNNPACK graphs | |
//! | `xnnpack-datatype` | element type in XNNPACK graphs | |
//! | `xnnpack-fails` | node that is known and fails | as `op-fails` |
//! | `xnnpack-runs` | node that was seen to run right | as `op-runs`, with `none` for a value that it does not name |
//! | `xnnpack-takes` | node whose definition takes these element types | as `xnnpack-runs`, or one type for all of its values |
//! | `xnnpack-note` | node that deviates in some applications | `named`, `embedded` or both: where its weights are; remark |
//! | `says` | a message, with `{…}` for what varies | the message |

use std::collections::BTreeSet;

use crate::facts::{EntryPoint, OperatorUse, ProgramFacts};
use crate::{BundledFile, ProgramFile, verify};
use outlast_core::{Code, Diagnostic, Error, LIMIT, Place, Severity, SortShort};

use super::calls::Calls;
use super::data::{Given, given};
use super::{
    NAME, actions, codes, complex, delegates, elementwise, external, observed_dtypes, operators, program,
    together,
};
use outlast_model::error::CheckError;
use outlast_model::program::{Companion, Judge};
use outlast_model::selection::Needed;
use outlast_model::targets::{Behaviour, Profile};
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Stage, Verdict};

/// What a rule sees: one entry point of a program, the reader, and the files that come with the program.
pub(super) struct JudgeContext<'a> {
    pub(super) program: &'a ProgramFacts,
    pub(super) entry: &'a EntryPoint,
    /// Its calls that something may have to be said of.
    pub(super) calls: Vec<&'a OperatorUse>,
    pub(super) profile: &'a Profile,
    pub(super) data: &'a [Given<'a>],
}

/// A rule looks at one entry point and adds reasons.
type Rule = fn(&JudgeContext<'_>, &mut Vec<Reason>);

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
    delegates::xnnpack_orders,
    delegates::xnnpack_shapes,
    operators::missing,
    operators::kernels,
    operators::failing,
    complex::operators,
    elementwise::optimized_kernels,
    program::null_inputs,
    program::placeless_inputs,
    program::homeless_tensors,
];

/// A program with all that verdicts on it share, whatever the reader.
#[derive(Debug)]
pub(super) struct ProgramJudge {
    /// What verification says, as reasons that hold for every reader.
    unsound: Vec<Reason>,
    /// `None` where they cannot be read; then `unsound` says why.
    facts: Option<ProgramFacts>,
    /// What is known of the calls of each entry point.
    calls: Vec<Calls>,
    /// Tensors without an initial value that are read first: how many, and the first of them.
    uninitialised: Option<(usize, Diagnostic)>,
    /// Whether the program is inside a bundle.
    is_bundled: bool,
}

/// Reads and verifies a program.
pub(super) fn subject(file: &ProgramFile<'_>) -> Result<ProgramJudge, CheckError> {
    verified(file, verify::opened(*file))
}

/// Reads and verifies a bundled program, with its bundle.
pub(super) fn bundled(bundle: &BundledFile<'_>) -> Result<ProgramJudge, CheckError> {
    let inner = bundle.program.ok_or_else(|| CheckError::Impossible("no program is bundled".into()))?;
    let file = ProgramFile::open(inner).map_err(CheckError::Unreadable)?;
    Ok(ProgramJudge { is_bundled: true, ..verified(&file, verify::bundled(bundle.file))? })
}

/// Reads a program of which verification says this.
pub(super) fn verified(
    file: &ProgramFile<'_>,
    findings: Vec<Diagnostic>,
) -> Result<ProgramJudge, CheckError> {
    let read_first = || findings.iter().filter(|finding| finding.code.0 == UNINITIALISED);
    let uninitialised = read_first().next().map(|first| (read_first().count(), first.clone()));
    let unsound = unsound(findings);
    let facts = match ProgramFacts::read(file) {
        Ok(facts) if !facts.entry_points.is_empty() || unsound.is_empty() => Some(facts),
        Err(error) if unsound.is_empty() => return Err(CheckError::Unreadable(error)),
        _ => None,
    };
    let entries = facts.iter().flat_map(|facts| &facts.entry_points);
    let calls = entries.map(Calls::from_entry_point).collect();
    Ok(ProgramJudge { unsound, facts, calls, uninitialised, is_bundled: false })
}

#[cfg(test)]
impl ProgramJudge {
    /// A sound program with these facts.
    pub(super) fn of_facts(facts: ProgramFacts, calls: Vec<Calls>) -> ProgramJudge {
        ProgramJudge {
            unsound: Vec::new(),
            facts: Some(facts),
            calls,
            uninitialised: None,
            is_bundled: false,
        }
    }
}

impl Judge for ProgramJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, companions: &[Companion<'_>], profile: &Profile) -> Verdict {
        judge(self, companions, profile)
    }
}

/// The operators that a runtime must have to run a program: those that its instructions call. Delegates bring their own.
pub(super) fn operators(judge: &dyn Judge, _: &Profile) -> Result<Needed, String> {
    let judge: &dyn std::any::Any = judge;
    let facts = judge.downcast_ref::<ProgramJudge>().and_then(|subject| subject.facts.as_ref());
    let facts = facts.ok_or("the program cannot be read: see `outlast verify`")?;
    let calls = facts.entry_points.iter().flat_map(|entry| &entry.operators);
    Ok(Needed::calling(calls.map(|operator| operator.name.clone())))
}

/// Judges an ExecuTorch program.
fn judge(subject: &ProgramJudge, companions: &[Companion<'_>], profile: &Profile) -> Verdict {
    let Some(facts) = &subject.facts else {
        let entry = EntryVerdict::new(WHOLE_FILE, subject.unsound.clone(), Basis::Defined);
        let mut verdict = Verdict::new(&profile.name, vec![entry]);
        verdict.notes.extend(subject.is_bundled.then(|| BUNDLED.into()));
        return verdict;
    };
    let data = given(companions);
    let mut notes = BTreeSet::new();
    let judged = facts.entry_points.iter().zip(&subject.calls).map(|(entry, calls)| {
        let (asked, weakest) = calls.to_judge(facts, entry, profile);
        notes.extend(operators::notes(asked.iter().copied(), profile));
        let case = JudgeContext { program: facts, entry, calls: asked, profile, data: &data };
        let mut reasons = subject.unsound.clone();
        for rule in RULES {
            rule(&case, &mut reasons);
        }
        let basis = observed_dtypes::weakest(&case, weakest, &mut reasons);
        actions::fill(&case, &mut reasons);
        (entry, reasons, basis)
    });
    let mut judged: Vec<(&EntryPoint, Vec<Reason>, Basis)> = judged.collect();
    together::all_at_once(&mut judged, profile);
    let entries =
        judged.into_iter().map(|(entry, reasons, basis)| EntryVerdict::new(&entry.name, reasons, basis));
    let mut verdict = Verdict::new(&profile.name, entries.collect());
    if let Some(code) = profile.read_from() {
        verdict = verdict.resting_on(&profile.name, Basis::Between);
        verdict.notes.push(format!(
            "operators and backends of {} were taken from its code ({code}), which was not run; what they do is what those of executorch-{} do",
            profile.name, profile.release
        ));
    }
    verdict.notes.extend(notes);
    verdict.notes.extend(delegates::notes(facts, profile));
    if let Some((count, first)) = &subject.uninitialised {
        let others = if *count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
        verdict.notes.push(format!(
            "{}{others}: the file has no initial value, and the tensor starts as whatever the memory holds; `outlast verify` shows the place",
            first.title
        ));
    }
    verdict.notes.extend(subject.is_bundled.then(|| BUNDLED.into()));
    if facts.entry_points.is_empty() {
        verdict.notes.push("the program has no entry points: there is nothing to run".into());
    }
    verdict
}

/// What holds for every bundled program. 0.3.0 and 1.5.1 were asked, in Python: `_load_for_executorch`, and `Runtime.load_program`, which 0.3.0 does not have.
const BUNDLED: &str = "the verdict is for the API for bundled programs: what loads a program refuses a bundle (error 0x23: Program identifier 'BP08' != expected \
                       'ET12'); `outlast bundle extract` takes the program out";

/// The entry point of a verdict on a file whose entry points cannot be told.
const WHOLE_FILE: &str = "(file)";

/// Findings of verification that a verdict repeats; `outlast verify` lists all.
const MAX_UNSOUND: usize = 8;

/// Warnings of verification on which a real runtime, having accepted the file, computed wrong numbers. No genuine file
/// has them.
const SUSPICIOUS: &[u16] = &[1109, 1122, 1133, 1137, 1156, 1176, 1185, 1205];

/// The warning that a tensor is read before anything writes it: for a cache, a remark; the file does not say what it was meant to start with.
const UNINITIALISED: u16 = 1206;

/// A program that is not sound in its own release fails everywhere: runtimes refuse it, crash on it, or compute
/// something else; which of these depends on how the runtime was built. Where only the last is likely, it is unknown.
fn unsound(findings: Vec<Diagnostic>) -> Vec<Reason> {
    let relevant = |d: &Diagnostic| match d.severity {
        // A limit of ours says nothing about the reader.
        Severity::Error if d.code == LIMIT => Some(Outcome::Unknown),
        Severity::Error => Some(Outcome::Fails),
        _ => SUSPICIOUS.contains(&d.code.0).then_some(Outcome::Unknown),
    };
    let mut findings: Vec<(Outcome, Diagnostic)> =
        findings.into_iter().filter_map(|d| Some((relevant(&d)?, d))).collect();
    findings.sort_short_by_key(|(outcome, _)| std::cmp::Reverse(*outcome));
    findings.into_iter().take(MAX_UNSOUND).map(|(outcome, finding)| reason_of(outcome, finding)).collect()
}

fn reason_of(outcome: Outcome, finding: Diagnostic) -> Reason {
    Reason::new(codes::NOT_SOUND, outcome)
        .message(Some(format!("the file is not sound: {}: {}", finding.code, finding.title)))
        .subject(finding.code.to_string())
        .needs("a sound file".into())
        .has(finding.title)
        .place(finding.place)
        .help(finding.help.or_else(|| Some("run `outlast verify` for all findings".into())))
}

/// Why every runtime refuses a file in which nothing can be reached.
pub(super) fn unreadable(error: &Error) -> Reason {
    reason_of(Outcome::Fails, error.to_diagnostic())
}

impl JudgeContext<'_> {
    /// What the reader does with a feature that it does not understand: the `without` row, or `unknown`.
    pub(super) fn without(&self, feature: &str) -> (Option<Stage>, Outcome, Option<String>) {
        let behaviour = self.profile.get("without", feature).and_then(Behaviour::parse);
        match behaviour.and_then(|behaviour| Some((behaviour, behaviour.does.outcome()?))) {
            Some((behaviour, outcome)) => (behaviour.stage, outcome, behaviour.text.map(str::to_string)),
            None => (None, Outcome::Unknown, None),
        }
    }

    /// The reason that a feature is missing: what the reader does without it, since when others have it.
    pub(super) fn lacking(&self, feature: &str, code: Code, needs: String, place: &Place) -> Reason {
        let (stage, outcome, says) = self.without(feature);
        Reason::new(code, outcome)
            .message(Some(format!(
                "{} does not support {needs}{}",
                self.profile.name,
                self.added("feature", feature)
            )))
            .stage(stage)
            .subject(feature.to_string())
            .needs(needs)
            .has(self.since("feature", feature))
            .says(says)
            .place(place.clone())
    }

    /// The message of a `says` row with its braces filled in.
    pub(super) fn says(&self, key: &str, fill: &[(&str, &str)]) -> Option<String> {
        let mut text = self.profile.get("says", key)?.to_string();
        for (name, value) in fill {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        Some(text)
    }

    /// When what is missing was added, if it was: ` (added in 0.7.0)`.
    pub(super) fn added(&self, kind: &str, name: &str) -> String {
        match self.profile.first_release_with(kind, name) {
            Some(release) if release > self.profile.release => format!(" (added in {release})"),
            _ => String::new(),
        }
    }

    /// A phrase for what is missing, and the first release that has it.
    pub(super) fn since(&self, kind: &str, name: &str) -> String {
        match self.profile.first_release_with(kind, name) {
            Some(release) if release > self.profile.release => {
                format!("not in {} (added in {release})", self.profile.name)
            }
            _ => format!("not in {}", self.profile.name),
        }
    }
}
