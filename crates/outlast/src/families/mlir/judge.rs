//! MLIR bytecode: what a file needs against what `mlir-opt --allow-unregistered-dialect` of a release does with it.
//!
//! Rows in the table of readers (`targets/mlir*.txt`), beside those that `xtask/peers/mlir/traits.py` explains:
//!
//! | kind | name | value |
//! |---|---|---|
//! | `newest` | `bytecode`, `attr`, `type` | the newest version of the container, the newest builtin codes |
//! | `interface` | dialect | its dialect reads encoded attributes and types |
//! | `codes` | dialect `/attr` or `/type` | the newest code of it, or `any` |
//! | `versioned` | dialect | its dialect reads versions |
//! | `text` | keyword | the reader parses builtin text that begins so |
//! | `groups` | operation | names of its groups of operands in order, where releases differ; `xtask/peers/mlir/groups.py` explains |
//! | `unlisted` | operation `.` attribute | its code takes it from the dictionary, though no definition lists it |
//! | `spells` | `dlti` | how data layouts are spelt: with `entries` of their own, or with `keys` |
//! | `stricter` | operation | the release checks values, such as bounds, that earlier ones do not: files that load tell nothing of others |
//! | `seen-op`, `seen-attr`, `seen-type` | name `/` release of the producer | so many files with it were seen to load: `files 37` |
//!
//! What was seen answers for spellings of attributes and types; for an operation's types of operands where definitions demand other ones
//! (`#types`); and for checks that somebody wrote where the producer has such as well, and the operation is otherwise defined as the
//! producer's. It never answers for an operation of which the reader checks values that its producer does not check in the same way: rows
//! `stricter`, checks of attributes, checks that somebody wrote for an operation that had none or was defined in another way, and operations
//! without a definition. These are `unknown`.
//!
//! What a reader does: it reads all operations in order, each with what it refers to, and refuses the file where that fails; then it
//! verifies every operation. A file of a producer whose demands are known is taken to satisfy them: where the reader's are the same,
//! it does so too.

use std::cell::Cell;

use outlast_core::{Code, Place};
use outlast_mlir::File;
use outlast_mlir::facts::{MlirFacts, facts};
use outlast_mlir::schema::{self, Release};

use super::{NAME, attributes, codes, container, operations};
use crate::program::{Companion, Judge};
use crate::targets::Profile;
use crate::verdict::{Basis, EntryVerdict, Outcome, Reason, Stage, Verdict};

/// What verdicts on a file share, whatever the reader.
#[derive(Debug)]
pub(super) struct Subject {
    facts: MlirFacts,
    /// The measured release that wrote the file.
    producer: Option<Profile>,
    /// Why the file cannot be read.
    damage: Option<(String, Place)>,
}

/// Reads what verdicts need of a file.
pub(super) fn subject(file: &File<'_>) -> Subject {
    match facts(file) {
        Ok(facts) => {
            let producer = producer(origin(&facts.producer));
            Subject { facts, producer, damage: None }
        }
        Err(error) => {
            let place = error.place().clone();
            Subject { facts: MlirFacts::default(), producer: None, damage: Some((error.to_string(), place)) }
        }
    }
}

/// The measured release that wrote what a file has.
pub(super) fn producer_of(file: &File<'_>) -> Option<Profile> {
    producer(origin(&String::from_utf8_lossy(file.producer())))
}

/// The major number of the measured release whose encodings and numbers a file has: mostly its producer's.
pub(super) fn encoder_of(file: &File<'_>) -> Option<u32> {
    encoder(&String::from_utf8_lossy(file.producer()))
}

pub(super) fn encoder(text: &str) -> Option<u32> {
    let text = text.split_once(ORIGIN).map_or(text, |(encoder, _)| encoder);
    producer(text).as_ref().map(major)
}

/// What stands between an encoding's release and the producer of what is encoded.
const ORIGIN: &str = " (from ";

/// The producer of a file whose properties are encoded as a release does it, and that another one wrote.
pub(super) fn with_origin(release: &str, producer: &[u8]) -> Vec<u8> {
    let producer = String::from_utf8_lossy(producer);
    format!("MLIR{release}{ORIGIN}{})", origin(&producer)).into_bytes()
}

/// Whose operations a file has: what its producer's text names behind the release that encoded them, or the producer.
fn origin(producer: &str) -> &str {
    producer.split_once(ORIGIN).map_or(producer, |(_, from)| from.trim_end_matches(')'))
}

/// The profile of a producer, if it is a measured release, whatever its patch number: definitions do not change with it.
fn producer(text: &str) -> Option<Profile> {
    let number = text.strip_prefix("MLIR").filter(|number| !number.ends_with("git"))?;
    let major = number.split('.').next()?;
    super::profile(major)
}

/// The number by which a release of LLVM is known, whatever its patch number.
pub(crate) fn major(profile: &Profile) -> u32 {
    profile.release.parts()[0].into()
}

/// One reader before one file.
pub(super) struct Case<'a> {
    pub(super) facts: &'a MlirFacts,
    pub(super) profile: &'a Profile,
    pub(super) producer: Option<&'a Profile>,
    /// Property schemas of the reader; LLVM 16 has no properties.
    pub(super) schemas: Option<Release>,
    /// Property schemas of the producer.
    pub(super) written: Option<Release>,
    /// Whether the reader is of the release that wrote the file.
    pub(super) own: bool,
    /// Whether all is asked that definitions leave open, also what was seen.
    asks: bool,
    /// Whether something was taken for good because files with it were seen to load.
    sampled: Cell<bool>,
}

/// A reason, and the question that a file which loads would answer.
pub(super) struct Finding {
    pub(super) reason: Reason,
    pub(super) question: Option<String>,
}

impl<'a> Case<'a> {
    fn new(subject: &'a Subject, profile: &'a Profile) -> Case<'a> {
        let schemas = |profile: &Profile| schema::release(&format!("mlir-{}", profile.release.parts()[0]));
        let producer = subject.producer.as_ref();
        Case {
            facts: &subject.facts,
            profile,
            producer,
            schemas: schemas(profile),
            written: producer.and_then(schemas),
            own: producer.is_some_and(|producer| producer.release == profile.release),
            asks: false,
            sampled: Cell::new(false),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let mut findings = container::findings(self);
        // A container that cannot be read hides all that is in it.
        if findings.iter().all(|finding| finding.reason.outcome == Outcome::Unknown) {
            attributes::findings(self, &mut findings);
            operations::findings(self, &mut findings);
        }
        findings
    }

    /// The major number of the producer's release, for questions.
    fn producer_number(&self) -> String {
        self.producer.map_or("?".to_owned(), |producer| producer.release.parts()[0].to_string())
    }

    /// Nothing tells what the reader does, unless a file with it was seen to load.
    pub(super) fn open(&self, kind: &str, name: &str, subject: String, needs: &str, place: &Place) -> Option<Finding> {
        let key = format!("{name}/{}", self.producer_number());
        if !self.asks && self.profile.has(&format!("seen-{kind}"), &key) {
            self.sampled.set(true);
            return None;
        }
        let reason = Reason {
            basis: Basis::Defined,
            message: None,
            code: codes::UNMEASURED,
            outcome: Outcome::Unknown,
            stage: None,
            subject,
            needs: needs.to_owned(),
            has: "not measured".to_owned(),
            says: None,
            place: place.clone(),
            help: None,
        };
        Some(Finding { reason, question: Some(format!("seen-{kind} {key}")) })
    }
}

impl Finding {
    /// Something that no measurement answers.
    pub(super) fn unknown(subject: String, needs: &str, has: &str) -> Finding {
        let outcome = Outcome::Unknown;
        let mut finding =
            Finding::new(codes::UNMEASURED, outcome, subject, needs, has, None, &Place::default());
        finding.reason.stage = None;
        finding
    }

    pub(super) fn fails(
        code: Code,
        subject: String,
        needs: &str,
        has: &str,
        says: Option<String>,
        place: &Place,
    ) -> Finding {
        let outcome = Outcome::Fails;
        Finding::new(code, outcome, subject, needs, has, says, place)
    }

    pub(super) fn misreads(code: Code, subject: String, needs: &str, has: &str, place: &Place) -> Finding {
        Finding::new(code, Outcome::Misreads, subject, needs, has, None, place)
    }

    fn new(
        code: Code,
        outcome: Outcome,
        subject: String,
        needs: &str,
        has: &str,
        says: Option<String>,
        place: &Place,
    ) -> Finding {
        let reason = Reason {
            basis: Basis::Defined,
            message: None,
            code,
            outcome,
            stage: Some(Stage::Load),
            subject,
            needs: needs.to_owned(),
            has: has.to_owned(),
            says,
            place: place.clone(),
            help: None,
        };
        Finding { reason, question: None }
    }
}

/// Why every reader refuses a file that is damaged.
pub(super) fn damaged(says: &str, place: Place) -> Reason {
    Reason::corrupt(codes::UNREADABLE, "the file", says, place)
}

impl Judge for Subject {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        let (reasons, basis) = match &self.damage {
            Some((says, place)) => (vec![damaged(says, place.clone())], Basis::Defined),
            None => {
                let case = Case::new(self, profile);
                let reasons = case.findings().into_iter().map(|finding| finding.reason).collect();
                (reasons, if case.sampled.get() { Basis::Sampled } else { Basis::Defined })
            }
        };
        Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", reasons, basis)])
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
    let findings = Case { asks: true, ..Case::new(&subject, profile) }.findings();
    let unknown = findings.iter().filter(|finding| finding.reason.outcome == Outcome::Unknown);
    let questions = unknown.map(|finding| finding.question.clone().unwrap_or_else(|| "-".into())).collect();
    let reasons = findings.into_iter().map(|finding| finding.reason).collect();
    let verdict = Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", reasons, Basis::Defined)]);
    (verdict.outcome, questions)
}
