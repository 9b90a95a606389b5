//! What a scan of many files found: [`Record`]s, and a [`Summary`] of them.
//!
//! A record is plain data, written as one line of JSON and read back, so that a scan can go on where another one stopped.

mod excused;
mod report;
mod summary;

use std::borrow::Cow;
use std::collections::BTreeSet;

use outlast::{Basis, EntryVerdict, FileKind, Outcome, Remedy, Stage, Verdict};
use serde::{Deserialize, Serialize};

pub(crate) use excused::is_bad;
pub use excused::{Compared, Finding, Fixed, Ignored, Mark, Other};
pub use report::ScanReport;
pub(crate) use report::series;
pub use summary::{Cause, Fix, Passed, Row, Run, Summary};

use crate::escape::escape_json;
use crate::failure::{self, Failure};
use crate::risk::{RiskRecord, is_live};

/// Reasons of a verdict that are kept; the rest is counted.
const REASONS: usize = 20;

/// Bytes that most lines fit in.
const LINE: usize = 1024;

/// What a scan says of one file, or of one file in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "nearly all are verdicts")]
pub enum Line {
    /// A verdict.
    Verdict(Record),
    /// A file of a kind that no target reads, and that was looked at for code that reading it runs.
    File(Looked),
    /// A file without verdicts.
    Skipped(Skipped),
}

/// The verdict of one target on one program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The file, or its address in another: `lib.a!a.o!.llvmbc`.
    pub file: String,
    /// The name of its kind: `executorch-program`.
    pub kind: Cow<'static, str>,
    /// Code that reading the file runs, whatever the outcome is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risk: Vec<RiskRecord>,
    /// Files that were loaded together with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
    /// The target.
    pub target: String,
    /// The profile file that describes the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The word for outcome and remedy together: `convertible`.
    pub verdict: Cow<'static, str>,
    /// `loads`, `upgrades`, `unknown`, `fails`, `misreads`.
    pub outcome: Cow<'static, str>,
    /// `load`, `method`, `run`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Cow<'static, str>>,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Cow<'static, str>>,
    /// `not-needed`, `convertible`, `none-known`, `not-tried`.
    pub remedy: Cow<'static, str>,
    /// The steps that convert it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// Why it is not good.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<RecordReason>,
    /// How many more reasons there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
    /// What they are about, as far as `reasons` does not say it: each code with each subject once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
    /// Whether an entry point is not known, and no reason says why, where others have reasons.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unexplained: bool,
    /// Whether all that is not good is ignored.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ignored: bool,
    /// Whether the baseline has all that is not good and not ignored; none without a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
    /// What the baseline has of it, and what is not there any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<Fixed>,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Why a verdict is not good.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordReason {
    /// The rule: `OL2016`.
    pub code: String,
    /// What it alone leads to.
    pub outcome: Cow<'static, str>,
    /// The thing in question.
    pub subject: String,
    /// All of it in one sentence.
    pub message: String,
    /// First byte and the one behind the last.
    pub offset: u64,
    /// One past the last byte.
    pub end: u64,
    /// Where it is in the structure.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The entry point.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub entry: String,
    /// What the reader prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The entry of a configuration that it is ignored by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored: Option<Ignored>,
    /// The entry that it would be ignored by, if that had not expired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired: Option<Ignored>,
    /// Whether the baseline has it; none without a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
}

/// A file of a kind that no target reads, which was looked at for code that reading it runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Looked {
    /// The file.
    pub file: String,
    /// The name of its kind: `python-pickle`.
    pub kind: Cow<'static, str>,
    /// Code that reading the file runs; none where it is data.
    pub risk: Vec<RiskRecord>,
}

impl Looked {
    /// Whether reading it runs code that nobody allowed.
    pub fn runs_code(&self) -> bool {
        is_live(&self.risk)
    }
}

/// A file that has no verdicts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Skipped {
    /// The file.
    pub file: String,
    /// The word for the cause: `not-known`, `io`, `no-target`.
    pub reason: Cow<'static, str>,
    /// Why.
    pub message: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(is: &bool) -> bool {
    !is
}

/// What the reasons behind those that are kept are about.
fn others(verdict: &Verdict) -> Vec<Other> {
    let key = |reason: &outlast::Reason| (reason.code, reason.subject.clone());
    let mut seen: BTreeSet<_> = verdict.reasons().take(REASONS).map(|(_, reason)| key(reason)).collect();
    let rest = verdict.reasons().skip(REASONS).filter(|(_, reason)| !reason.outcome.is_good());
    rest.filter(|(_, reason)| seen.insert(key(reason)))
        .map(|(_, reason)| Other {
            code: reason.code.to_string(),
            subject: reason.subject.clone(),
            outcome: reason.outcome.name().into(),
            ignored: None,
            known: None,
        })
        .collect()
}

/// Whether an entry point is not good for no reason that is told, where others have reasons.
fn is_unexplained(verdict: &Verdict) -> bool {
    let has_reasons = |entry: &EntryVerdict| entry.reasons.iter().any(|reason| !reason.outcome.is_good());
    let mut entries = verdict.entry_points.iter().filter(|entry| !entry.outcome.is_good());
    entries.clone().any(has_reasons) && entries.any(|entry| !has_reasons(entry))
}

impl Record {
    /// The verdict on `file`, judged together with `data`.
    pub fn new(file: &str, kind: FileKind, data: &[String], verdict: &Verdict) -> Record {
        let all = verdict.reasons().count();
        let reasons = verdict.reasons().take(REASONS).map(|(entry, reason)| RecordReason {
            code: reason.code.to_string(),
            outcome: reason.outcome.name().into(),
            subject: reason.subject.clone(),
            message: reason.sentence(),
            offset: reason.place.span.start_byte(),
            end: reason.place.span.end_byte(),
            path: reason.place.path.to_string(),
            entry: entry.name.clone(),
            says: reason.says.clone(),
            help: reason.help.clone(),
            ignored: None,
            expired: None,
            known: None,
        });
        let steps = match &verdict.remedy {
            Remedy::Convertible(steps) => steps.iter().map(|step| (*step).to_string()).collect(),
            _ => Vec::new(),
        };
        Record {
            file: file.to_string(),
            kind: kind.name().into(),
            risk: RiskRecord::all(&verdict.risks),
            data: data.to_vec(),
            target: verdict.target.clone(),
            profile: verdict.profile.clone(),
            verdict: verdict.summary().into(),
            outcome: verdict.outcome.name().into(),
            stage: verdict.stage.map(|stage| Stage::name(stage).into()),
            basis: verdict.basis.map(|basis| Basis::name(basis).into()),
            remedy: verdict.remedy.name().into(),
            steps,
            reasons: reasons.collect(),
            more: all.saturating_sub(REASONS),
            others: if all > REASONS { others(verdict) } else { Vec::new() },
            unexplained: is_unexplained(verdict),
            ignored: false,
            known: None,
            fixed: Vec::new(),
            notes: verdict.notes.clone(),
        }
    }

    /// Whether reading the file runs code that nobody allowed: then nothing else about it counts.
    pub fn runs_code(&self) -> bool {
        is_live(&self.risk)
    }

    /// Whether there is nothing to say of it: it does what it should, and runs no code that nobody allowed.
    pub fn is_clean(&self) -> bool {
        self.is_good() && !self.runs_code()
    }

    /// Whether the program does what it should.
    pub fn is_good(&self) -> bool {
        [Outcome::Loads, Outcome::Upgrades].iter().any(|good| good.name() == self.outcome)
    }

    /// Its first reason with the outcome that the verdict has.
    pub fn first_reason(&self) -> Option<&RecordReason> {
        self.reasons.iter().find(|reason| reason.outcome == self.outcome).or(self.reasons.first())
    }
}

impl Line {
    /// Why there is no verdict on a file.
    pub fn failed(failure: &Failure) -> Line {
        let (reason, message) = match &failure.cause {
            failure::Cause::NoTarget(kind, _) => {
                ("no-target", format!("{}: no target reads it", kind.title()))
            }
            _ => (failure.reason(), failure.message()),
        };
        Line::skipped(&failure.file, reason, message)
    }

    /// A file without verdicts: the word for the cause, and why.
    pub fn skipped(file: &str, reason: &'static str, message: String) -> Line {
        Line::Skipped(Skipped { file: file.to_string(), reason: reason.into(), message })
    }

    /// The file.
    pub fn file(&self) -> &str {
        match self {
            Line::Verdict(record) => &record.file,
            Line::File(file) => &file.file,
            Line::Skipped(file) => &file.file,
        }
    }

    /// Code that reading the file runs.
    pub fn risk(&self) -> &[RiskRecord] {
        match self {
            Line::Verdict(record) => &record.risk,
            Line::File(file) => &file.risk,
            Line::Skipped(_) => &[],
        }
    }

    /// As one line of JSON, without its end.
    ///
    /// # Errors
    ///
    /// None that plain data could have.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut text = Vec::with_capacity(LINE);
        serde_json::to_writer(&mut text, self)?;
        let text = String::from_utf8(text).map_err(serde::ser::Error::custom)?;
        Ok(match escape_json(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(escaped) => escaped,
        })
    }
}
