//! The one model of what commands find, which every format for CI systems and code hosts renders ([`crate::render`]).
//!
//! A command's answer is a [`Report`]. Hosts of code take its [`Finding`]s, each at its place; test systems its [`Case`]s,
//! each passed or not; people who read a pull request its [`Block`]s.

use std::fmt::Write;

use outlast::RUNS_CODE;
use outlast_core::{Diagnostic, Place, Severity};

use crate::place::place as at;
use crate::risk::{RiskRecord, phrase};
use crate::{escape, plural};

/// The code of what no rule says.
pub const NO_RULE: &str = "outlast";

/// An answer, as renderers take it.
pub trait Report {
    /// The subcommand: `scan`.
    fn command(&self) -> &'static str;

    /// All findings, each once.
    fn findings(&self) -> Vec<Finding>;

    /// The findings where few are wanted: hosts show ten annotations of a step.
    fn annotations(&self) -> Vec<Finding> {
        self.findings()
    }

    /// What was asked, in suites.
    fn suites(&self) -> Vec<Suite>;

    /// A headline, and what did not pass.
    fn overview(&self) -> Vec<Block> {
        let cases: Vec<Case> = self.suites().into_iter().flat_map(|suite| suite.cases).collect();
        let mut said = plural(cases.len(), self.asks());
        for (status, what) in [(Status::Failed, "failed"), (Status::Error, "not answered")] {
            match cases.iter().filter(|case| case.status == status).count() {
                0 => {}
                count => said += &format!(", {count} {what}"),
            }
        }
        let bad = cases.into_iter().filter(|case| matches!(case.status, Status::Failed | Status::Error));
        let rows = bad.map(|case| vec![case.name, case.kind, case.message]);
        let table = Table::new(&["", "code", "what"], &[], rows, usize::MAX, "problem");
        std::iter::once(Block::Headline(said, String::new())).chain(table.map(Block::Table)).collect()
    }

    /// What a case is about.
    fn asks(&self) -> &'static str {
        "file"
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is an instance of: `OL2016`; [`NO_RULE`] for what no rule says.
    pub code: String,
    /// How an annotation is headed; `None` for the code.
    pub heading: Option<String>,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What else there is to say, a line each.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// Where it is.
    pub location: Location,
    /// Other places that it speaks of, each with what is there.
    pub related: Vec<(String, Location)>,
    /// Who says that it does not count.
    pub ignored: Option<String>,
    /// Whether the baseline has it; none without a baseline.
    pub known: Option<bool>,
    /// What stays the same when a file is written again and places move: hosts follow a finding by it.
    pub identity: String,
    /// The code that reading the file runs.
    pub callable: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The part of it.
    pub extent: Extent,
    /// Where it is in the structure, with the nested file in which that is.
    pub path: String,
}

/// A part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// All of it, or a part of a nested file.
    #[default]
    Whole,
    /// From the first byte to the one behind the last.
    Bytes(u64, u64),
    /// A part of a text.
    Lines(Region),
}

/// A part of a text: lines and columns from 1, columns in characters; the end is one past the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// One past the last column.
    pub end_column: usize,
}

/// Questions that belong together: the files for one target, for one version.
#[derive(Clone, Debug)]
pub struct Suite {
    /// What they have in common.
    pub name: String,
    /// Each question.
    pub cases: Vec<Case>,
}

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is about: the file.
    pub name: String,
    /// The kind of file, or the target.
    pub class: String,
    /// The answer.
    pub status: Status,
    /// Of what did not pass, the code of the first finding, or a word.
    pub kind: String,
    /// Why it did not pass, in one line.
    pub message: String,
    /// All that was found.
    pub findings: Vec<Finding>,
}

/// Whether a case passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It did.
    Passed,
    /// It does not count.
    Skipped,
    /// It did not.
    Failed,
    /// There is no answer.
    Error,
}

/// A part of an overview.
#[derive(Clone, Debug)]
pub enum Block {
    /// The answer in a few words, and what follows them.
    Headline(String, String),
    /// A table.
    Table(Table),
    /// Lines that are shown on demand, under their title.
    Details(String, Vec<String>),
}

/// A table of an overview.
#[derive(Clone, Debug)]
pub struct Table {
    /// The heads of the columns.
    pub columns: &'static [&'static str],
    /// The columns that have numbers.
    pub numbers: &'static [usize],
    /// The rows that are listed.
    pub rows: Vec<Vec<String>>,
    /// What is not listed: `3 more causes`.
    pub more: Option<String>,
}

impl Finding {
    /// A finding with no more than this.
    pub fn new(code: impl Into<String>, severity: Severity, message: String, location: Location) -> Finding {
        Finding {
            code: code.into(),
            heading: None,
            severity,
            message,
            notes: Vec::new(),
            help: None,
            identity: String::new(),
            location,
            related: Vec::new(),
            ignored: None,
            known: None,
            callable: None,
        }
    }

    /// Why there is no answer on a file.
    pub fn failure(file: &str, why: &str) -> Finding {
        Finding::new(NO_RULE, Severity::Error, why.to_string(), Location::file(file))
    }

    /// A finding in the bytes of a file.
    pub fn in_bytes(file: &str, finding: &Diagnostic) -> Finding {
        let Diagnostic { code, severity, title, place, related, notes, help, .. } = finding;
        let mut message = title.clone();
        if !place.span.source.is_file() || place.span.end_byte() > 0 {
            let _ = write!(message, " ({})", at(place));
        }
        Finding {
            notes: notes.clone(),
            help: help.clone(),
            related: related
                .iter()
                .map(|one| (one.label.clone(), Location::bytes(file, &one.place)))
                .collect(),
            identity: format!("{file} {code} {title}"),
            ..Finding::new(code.to_string(), *severity, message, Location::bytes(file, place))
        }
    }

    /// Code that reading a file runs.
    pub fn risk(file: &str, risk: &RiskRecord) -> Finding {
        let message = format!("{} ({})", risk.message, risk.place());
        let allowed = risk.allowed.as_ref().map(|who| format!("allowed: {who}"));
        Finding {
            heading: Some(format!("{} {}", risk.code, risk.class)),
            notes: std::iter::once(risk.readers.clone()).chain(allowed).collect(),
            help: risk.allowed.is_none().then(|| risk.advice()),
            ignored: risk.allowed.as_ref().map(|who| format!("allowed by {who}")),
            identity: format!("{file} {RUNS_CODE} {} {}", risk.how, risk.callable),
            callable: Some(risk.callable.clone()),
            ..Finding::new(&risk.code, Severity::Error, message, Location::of_risk(file, risk))
        }
    }

    /// Whether it does not count: it is ignored, allowed or known.
    pub fn is_excused(&self) -> bool {
        self.ignored.is_some() || self.known == Some(true)
    }

    /// The message and all that follows it, in lines.
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        self.notes.iter().for_each(|note| _ = write!(text, "\n{note}"));
        self.help.iter().for_each(|help| _ = write!(text, "\nhelp: {help}"));
        text
    }
}

impl Location {
    /// A file, and no place in it.
    pub fn file(file: &str) -> Location {
        Location { file: file.to_string(), ..Location::default() }
    }

    /// Bytes of a file; offsets in a nested file are none of its own.
    pub fn bytes(file: &str, place: &Place) -> Location {
        let Place { span, path } = place;
        let (extent, nested) = match span.source.is_file() {
            true => (Extent::Bytes(span.start_byte(), span.end_byte()), String::new()),
            false => (Extent::Whole, span.source.to_string()),
        };
        Location { file: file.to_string(), extent, path: joined(nested, path.to_string()) }
    }

    fn of_risk(file: &str, risk: &RiskRecord) -> Location {
        let extent = risk.source.as_ref().map_or(Extent::Bytes(risk.offset, risk.end), |_| Extent::Whole);
        let nested = risk.source.clone().unwrap_or_default();
        Location { file: file.to_string(), extent, path: joined(nested, risk.path.clone()) }
    }

    /// `new.txt:2:26`, `a.pte at 0x4..0x8`; the name alone where there is no such place.
    pub fn address(&self) -> String {
        let file = escape(&self.file);
        match self.extent {
            Extent::Lines(region) => format!("{file}:{}:{}", region.line, region.column),
            Extent::Bytes(start, end) => format!("{file} at 0x{start:x}..0x{end:x}"),
            Extent::Whole => file.into_owned(),
        }
    }
}

fn joined(nested: String, path: String) -> String {
    let parts = [nested, path].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" / ")
}

impl Case {
    /// One that passed.
    pub fn new(name: impl Into<String>, class: impl Into<String>) -> Case {
        let (kind, message) = (NO_RULE.to_string(), String::new());
        Case {
            name: name.into(),
            class: class.into(),
            status: Status::Passed,
            kind,
            message,
            findings: Vec::new(),
        }
    }

    /// Another answer, and why.
    #[must_use]
    pub fn with(self, status: Status, message: impl Into<String>) -> Case {
        Case { status, message: message.into(), ..self }
    }

    /// It failed, as reading its file runs code; that comes before what else was found.
    #[must_use]
    pub fn running(self, file: &str, risks: &[RiskRecord], rest: Vec<Finding>) -> Case {
        let message = format!("{RUNS_CODE}: {}", phrase(risks));
        let kind = risks.first().map_or(NO_RULE, |risk| risk.code.as_str()).to_string();
        let findings = risks.iter().map(|risk| Finding::risk(file, risk)).chain(rest).collect();
        Case { kind, findings, ..self.with(Status::Failed, message) }
    }
}

impl Table {
    /// At most so many rows; none without any. `what` is what a row is.
    pub fn new(
        columns: &'static [&'static str],
        numbers: &'static [usize],
        rows: impl IntoIterator<Item = Vec<String>>,
        most: usize,
        what: &str,
    ) -> Option<Table> {
        let mut rows: Vec<Vec<String>> = rows.into_iter().collect();
        let more = rows.len().saturating_sub(most);
        rows.truncate(most);
        let more = (more > 0).then(|| plural(more, &format!("more {what}")));
        (!rows.is_empty()).then_some(Table { columns, numbers, rows, more })
    }
}
