//! MLIR bytecode: what a file needs against what `mlir-opt --allow-unregistered-dialect` of a release does with it.
//!
//! Rows in the table of readers (`targets/mlir*.txt`), beside those that `evidence/peers/mlir/traits.py` explains:
//!
//! | kind | name | value |
//! |---|---|---|
//! | `newest` | `bytecode`, `attr`, `type` | the newest version of the container, the newest builtin codes |
//! | `interface` | dialect | its dialect reads encoded attributes and types |
//! | `codes` | dialect `/attr` or `/type` | the newest code of it, or `any` |
//! | `versioned` | dialect | its dialect reads versions |
//! | `text` | keyword | the reader parses builtin text that begins so |
//! | `groups` | operation | names of its groups of operands in order, where releases differ; `evidence/peers/mlir/groups.py` explains |
//! | `accepts`, `accepts-field` | operation, or operation `.` attribute | releases of producers whose generated checks let nothing pass that the reader's refuse, though they differ |
//! | `conditions` | a number in rows `accepts`: `19#cd2a4cdf` | conditions that many operations have in common |
//! | `verified` | operation | releases of producers of which the verifier that people wrote checks all that the reader's does; `19/NAME`: if operations meet a condition ([`crate::facts::verifier_rules`]); `not:19`: it does not |
//! | `tried` | operation | the same as `verified`, found by people in headers and by asking both tools, where no script could compare; it goes first |
//! | `sound` | operation | conditions that every operation meets which the release itself has verified |
//! | `demands` | operation | conditions that code which no script compares demands of operations, such as that of interfaces |
//! | `clash` | attribute | another one that the release takes for it in files that have both |
//! | `unlisted` | operation `.` attribute | its code takes it from the dictionary, though no definition lists it |
//! | `spells` | `dlti` | how data layouts are spelt: with `entries` of their own, or with `keys` |
//! | `stricter` | operation, attribute; operation `/` release of the producer | the release checks values, such as bounds, that others do not, or that this one does not: files that load tell nothing of others |
//! | `seen-op`, `seen-attr`, `seen-type` | name `/` release of the producer | so many files with it were seen to load: `files 37` |
//!
//! What a release accepts of a producer's, and another one accepts of that release's, it accepts of the producer's, too: rows chain.
//!
//! What was seen answers for spellings of attributes and types; for an operation's types of operands where definitions demand other ones
//! (`#types`); and for checks that somebody wrote where the producer has such as well, their code is not at hand to be compared, and the
//! operation is otherwise defined as the producer's. It never answers for an operation of which the reader checks values that its producer does not check in the same way: rows
//! `stricter`, checks of attributes, checks that somebody wrote in other code (`verified`), for an operation that had none, or for one that was
//! defined in another way, and operations without a definition. These are `unknown`.
//!
//! What a reader does: it reads all operations in order, each with what it refers to, and refuses the file where that fails; then it
//! verifies every operation. A file of a producer whose demands are known is taken to satisfy them: where the reader's are the same,
//! it does so too. That presupposes a file as its producer wrote it: what speaks against that ([`super::soundness`]) is looked for once for each file, and
//! stands in the way of every good verdict.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::File;
use crate::facts::{MlirFacts, facts_for_verdicts};
use outlast_core::{Error, ErrorKind, Place};

use super::context::{Finding, JudgeContext};
use super::demands::{all_conditions, sound};
use super::producers::{major, producer_of};
use super::{NAME, actions, attributes, codes, container, operations, soundness};
use crate::stablehlo::{self, judge::Artifact};
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Verdict};

/// What verdicts on a file share, whatever the reader.
#[derive(Debug)]
pub(super) struct BytecodeJudge {
    facts: MlirFacts,
    /// What readers of portable artifacts look at.
    artifact: Artifact,
    /// The measured release that wrote the file.
    producer: Option<Profile>,
    /// Why the file cannot be read.
    damage: Option<Reason>,
    /// What speaks against it that the file is as its producer wrote it, whatever the reader.
    doubts: Vec<Reason>,
}

/// Reads what verdicts need of a file, whatever the reader.
pub(super) fn subject(file: &File<'_>) -> BytecodeJudge {
    subject_for(file, super::profiles().iter())
}

/// Reads what the verdicts of some readers need of a file: those of others would not know of the conditions that they have.
pub(super) fn subject_for<'p>(
    file: &File<'_>,
    readers: impl Iterator<Item = &'p Profile> + Clone,
) -> BytecodeJudge {
    read(file, readers, None)
}

/// The same of a file that was made of another: what speaks against that one speaks against it, and nothing else is looked for.
pub(super) fn subject_made<'p>(
    file: &File<'_>,
    readers: impl Iterator<Item = &'p Profile> + Clone,
    of: &BytecodeJudge,
) -> BytecodeJudge {
    read(file, readers, Some(of))
}

fn read<'p>(
    file: &File<'_>,
    readers: impl Iterator<Item = &'p Profile> + Clone,
    made_of: Option<&BytecodeJudge>,
) -> BytecodeJudge {
    let writer = producer_of(file);
    let asked = |op: &str| {
        let writer = writer.as_ref();
        let mut all = writer.map_or(BTreeSet::new(), |writer| conditions(op, writer, readers.clone()));
        all.extend(
            writer
                .filter(|_| made_of.is_none())
                .into_iter()
                .flat_map(|writer| sound(writer, op))
                .map(str::to_owned),
        );
        all.into_iter().collect()
    };
    let foreign = |dialect: &str| !super::profiles().iter().any(|profile| profile.has("linked", dialect));
    let read = facts_for_verdicts(file, &asked, &foreign, made_of.is_none())
        .and_then(|facts| Ok((Artifact::read(file, &facts)?, facts)));
    match read {
        Ok((artifact, facts)) => {
            let doubts =
                made_of.map_or_else(|| soundness::doubts(&facts, writer.as_ref()), |of| of.doubts.clone());
            BytecodeJudge { facts, artifact, producer: writer, damage: None, doubts }
        }
        Err(error) => {
            let damage = Some(unread(&error));
            let (facts, artifact) = (MlirFacts::default(), Artifact::default());
            BytecodeJudge { facts, artifact, producer: None, damage, doubts: Vec::new() }
        }
    }
}

/// The conditions that readers of other releases have for an operation of a producer's.
fn conditions<'p>(
    op: &str,
    producer: &Profile,
    readers: impl Iterator<Item = &'p Profile>,
) -> BTreeSet<String> {
    let producer = major(producer);
    let others = readers.filter(|profile| major(profile) != producer);
    others.flat_map(|profile| all_conditions(profile, op, producer)).map(str::to_owned).collect()
}

impl BytecodeJudge {
    fn case<'a>(&'a self, profile: &'a Profile) -> JudgeContext<'a> {
        JudgeContext::new(&self.facts, self.producer.as_ref(), profile)
    }
}

fn findings(case: &JudgeContext<'_>) -> Vec<Finding> {
    let mut findings = container::findings(case);
    // A container that cannot be read hides all that is in it.
    if findings.iter().all(|finding| finding.reason.outcome == Outcome::Unknown) {
        attributes::findings(case, &mut findings);
        operations::findings(case, &mut findings);
    }
    findings
}

/// Why every reader refuses a file that is damaged.
pub(super) fn damaged(says: &str, place: Place) -> Reason {
    Reason::corrupt(codes::UNREADABLE, "the file", says, place)
}

/// Why a file cannot be read to its end. Some of what contradicts itself upstream's reader passes over, and we do not: a string is as long as its size says,
/// whatever its last byte is, and a region may announce any number of values.
fn unread(error: &Error) -> Reason {
    let passed_over = match error.kind() {
        ErrorKind::Invalid { what: "string", why } => why.contains("NUL"),
        // Regions are read one after the other, and what follows the last one is not looked at.
        ErrorKind::Invalid { what: "section of isolated regions", why } => why.contains("left over"),
        ErrorKind::OutOfRange { what, .. } | ErrorKind::Limit { what, .. } => *what == "number of values",
        _ => false,
    };
    let reason = damaged(&error.to_string(), error.place().clone());
    match passed_over {
        true => reason
            .outcome(Outcome::Unknown)
            .stage(None)
            .says(None)
            .message(Some(format!("the file is corrupt: {error}; a reader may pass over that"))),
        false => reason,
    }
}

impl Judge for BytecodeJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        if self.damage.is_none() && stablehlo::is_reader(profile.family) {
            return stablehlo::judge::judge(&self.artifact, &self.facts, &self.doubts, profile);
        }
        let (reasons, basis) = match &self.damage {
            Some(damage) => (vec![damage.clone()], Basis::Defined),
            None => {
                let case = self.case(profile);
                let mut reasons: Vec<Reason> =
                    findings(&case).into_iter().map(|finding| finding.reason).collect();
                // In a file that was changed it is not known what is looked at.
                let is_entry =
                    |subject: &str| ["attribute", "type"].iter().any(|start| subject.starts_with(start));
                let of_entries = |reason: &&mut Reason| is_entry(&reason.subject);
                if !self.doubts.is_empty() {
                    for reason in reasons
                        .iter_mut()
                        .filter(of_entries)
                        .filter(|reason| reason.outcome == Outcome::Fails)
                    {
                        (reason.outcome, reason.stage, reason.says) = (Outcome::Unknown, None, None);
                    }
                }
                reasons.extend(self.doubts.iter().cloned());
                actions::fill(&case, &mut reasons);
                (reasons, case.basis())
            }
        };
        Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", reasons, basis)])
    }
}

/// A subject that a conversion of the same file has a part in.
#[derive(Debug)]
pub(super) struct Shared(pub(super) Arc<BytecodeJudge>);

impl Judge for Shared {
    fn family(&self) -> &'static str {
        self.0.family()
    }

    fn judge(&self, companions: &[Companion<'_>], profile: &Profile) -> Verdict {
        self.0.judge(companions, profile)
    }
}

/// What is wrong with the number of files in which something was seen to load: `files 37`.
pub(super) fn check_seen(value: &str) -> Result<(), String> {
    match value.strip_prefix("files ").map(str::parse::<u64>) {
        Some(Ok(1..)) => Ok(()),
        _ => Err(format!("`{value}` does not say in how many files")),
    }
}

/// What definitions leave open, as rows that would answer it, or `-` for what nothing answers: for scripts that learn from runs. With the
/// outcome if none does.
#[doc(hidden)]
pub fn questions(file: &File<'_>, profile: &Profile) -> (Outcome, Vec<String>) {
    let subject = subject(file);
    let findings = findings(&subject.case(profile).asking());
    let unknown = findings.iter().filter(|finding| finding.reason.outcome == Outcome::Unknown);
    let questions = unknown.map(|finding| finding.question.clone().unwrap_or_else(|| "-".into())).collect();
    let reasons = findings.into_iter().map(|finding| finding.reason).collect();
    let verdict = Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", reasons, Basis::Defined)]);
    (verdict.outcome, questions)
}
