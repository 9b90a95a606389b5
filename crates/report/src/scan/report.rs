//! A scan or a check as a [`Report`]: code that reading a file runs comes before everything else about it.

use std::collections::{BTreeMap, BTreeSet};

use outlast::RUNS_CODE;
use outlast_core::Severity;

use super::{Cause, Line, Looked, Record, RecordReason, Summary};
use crate::findings::{Block, Case, Extent, Finding, Location, NO_RULE, Report, Status, Suite, Table};
use crate::plural;

/// Rows of a table that an overview lists.
const LISTED: usize = 20;

/// What was said of files, and the summary of it.
#[derive(Clone, Copy, Debug)]
pub struct ScanReport<'s> {
    /// `scan` or `check`.
    pub command: &'static str,
    /// Verdicts on one file follow one another.
    pub lines: &'s [Line],
    /// The summary.
    pub summary: &'s Summary,
}

impl Report for ScanReport<'_> {
    fn command(&self) -> &'static str {
        self.command
    }

    /// Code that files run, then the reasons of all verdicts that are not good, each with the targets that have it.
    fn findings(&self) -> Vec<Finding> {
        let mut all: Vec<Finding> = Vec::new();
        let mut found: Vec<(&Record, &RecordReason, Vec<&str>)> = Vec::new();
        for of_file in by_file(self.lines) {
            all.extend(risks(of_file));
            let start = found.len();
            for (record, reason) in
                bad(of_file).flat_map(|record| record.reasons.iter().map(move |r| (record, r)))
            {
                let same = |(_, other, _): &&mut (&Record, &RecordReason, Vec<&str>)| {
                    (&other.code, &other.subject, &other.outcome, &other.entry, other.offset)
                        == (&reason.code, &reason.subject, &reason.outcome, &reason.entry, reason.offset)
                        && (&other.ignored, other.known) == (&reason.ignored, reason.known)
                };
                match found.get_mut(start..).and_then(|found| found.iter_mut().find(same)) {
                    Some((.., targets)) => targets.push(&record.target),
                    None => found.push((record, reason, vec![&record.target])),
                }
            }
        }
        let mut identities = BTreeSet::new();
        all.extend(found.into_iter().map(|(record, reason, targets)| {
            let targets = series(&targets);
            let mut identity = format!("{} {} {} {}", record.file, reason.entry, reason.code, reason.subject);
            // The same on targets where it does not count, or counts.
            if !identities.insert(identity.clone()) {
                identity += &format!(" on {targets}");
            }
            let says = reason.says.iter().map(|says| format!("the reader prints: {says}"));
            Finding {
                message: format!("on {targets}: {}", reason.message),
                notes: says.collect(),
                ignored: reason.ignored.as_ref().map(|ignored| ignored.sentence("until")),
                known: reason.known,
                identity,
                ..of_reason(record, reason)
            }
        }));
        all
    }

    /// One for each program and cause, with the targets that have it.
    fn annotations(&self) -> Vec<Finding> {
        by_file(self.lines).flat_map(|of_file| risks(of_file).into_iter().chain(causes(of_file))).collect()
    }

    /// A suite for each target, a case for each program, and a suite of files that no target reads.
    fn suites(&self) -> Vec<Suite> {
        let mut targets: BTreeMap<&str, Vec<Case>> = BTreeMap::new();
        let mut looked = Vec::new();
        for line in self.lines {
            match line {
                Line::Verdict(record) => targets.entry(&record.target).or_default().push(case(record)),
                Line::File(file) => looked.push(case_of_code(file)),
                Line::Skipped(_) => {}
            }
        }
        let looked = (!looked.is_empty()).then(|| Suite { name: RUNS_CODE.to_string(), cases: looked });
        let targets = targets.into_iter().map(|(name, cases)| Suite { name: name.to_string(), cases });
        looked.into_iter().chain(targets).collect()
    }

    fn overview(&self) -> Vec<Block> {
        let Summary { risk, targets, causes, skipped, .. } = self.summary;
        let first = |files: &[String]| files.first().cloned().unwrap_or_default();
        let mut blocks = Vec::new();
        if !risk.is_empty() {
            let verb = if self.summary.runs_code == 1 { "runs" } else { "run" };
            let files = plural(self.summary.runs_code, "file");
            blocks.push(Block::Headline(format!("{files} {verb} code when loaded"), String::new()));
            let rows = risk.iter().map(|run| {
                let allowed = run.allowed.as_ref().map(|who| format!(", allowed: {who}")).unwrap_or_default();
                let what = format!("{}{allowed}", run.message);
                vec![run.code.clone(), run.files.to_string(), what, first(&run.examples)]
            });
            let table = Table::new(&["code", "files", "what", "such as"], &[1], rows, LISTED, "name");
            blocks.extend(table.map(Block::Table));
        }
        let bad: u64 =
            targets.iter().map(|row| row.convertible + row.blocked + row.misreads + row.unknown).sum();
        let (programs, verdicts) = (self.summary.programs, self.summary.verdicts);
        let said =
            format!("{}, {}, {bad} not good", plural(programs, "program"), plural(verdicts, "verdict"));
        let ignored = (self.summary.ignored > 0).then(|| format!("{} ignored", self.summary.ignored));
        let compared = self.summary.baseline.map(|compared| compared.to_string());
        let excused: Vec<String> = ignored.into_iter().chain(compared).collect();
        let excused = if excused.is_empty() { String::new() } else { format!(" ({})", excused.join("; ")) };
        let rest = format!("{excused}, {} skipped", plural(self.summary.skipped_files(), "file"));
        blocks.push(Block::Headline(said, rest));
        let rows = targets.iter().map(|row| {
            let counts = [row.loads, row.upgrades, row.convertible, row.blocked, row.misreads, row.unknown];
            std::iter::once(row.target.clone()).chain(counts.map(|count| count.to_string())).collect()
        });
        let columns = &["target", "loads", "upgrades", "convertible", "blocked", "misreads", "unknown"];
        let of_targets = Table::new(columns, &[1, 2, 3, 4, 5, 6], rows, usize::MAX, "target");
        let rows = causes.iter().map(|cause| {
            let targets: Vec<&str> = cause.targets.iter().map(String::as_str).collect();
            let (programs, example) = (cause.programs.to_string(), first(&cause.examples));
            vec![
                cause.code.clone(),
                outcome(cause),
                programs,
                series(&targets),
                cause.message.clone(),
                example,
            ]
        });
        let columns = &["code", "outcome", "programs", "targets", "what", "such as"];
        let of_causes = Table::new(columns, &[2], rows, LISTED, "cause");
        let rows = skipped
            .iter()
            .map(|passed| vec![passed.message.clone(), passed.files.to_string(), first(&passed.examples)]);
        let of_skipped = Table::new(&["skipped", "files", "such as"], &[1], rows, LISTED, "reason");
        blocks.extend([of_targets, of_causes, of_skipped].into_iter().flatten().map(Block::Table));
        blocks
    }
}

/// What is said of each file.
fn by_file(lines: &[Line]) -> impl Iterator<Item = &[Line]> {
    lines.chunk_by(|one, other| one.file() == other.file())
}

/// Code that reading a file runs.
fn risks(of_file: &[Line]) -> Vec<Finding> {
    let of = |line: &Line| line.risk().iter().map(|risk| Finding::risk(line.file(), risk)).collect();
    of_file.first().map(of).unwrap_or_default()
}

/// Verdicts that are not good.
fn bad(of_file: &[Line]) -> impl Iterator<Item = &Record> {
    of_file.iter().filter_map(|line| match line {
        Line::Verdict(record) if !record.is_good() => Some(record),
        _ => None,
    })
}

fn of_reason(record: &Record, reason: &RecordReason) -> Finding {
    let severity = if reason.outcome == "unknown" { Severity::Warning } else { Severity::Error };
    let extent = Extent::Bytes(reason.offset, reason.end);
    let location = Location { file: record.file.clone(), extent, path: reason.path.clone() };
    Finding {
        help: reason.help.clone(),
        ..Finding::new(&reason.code, severity, reason.message.clone(), location)
    }
}

/// The first reason of each verdict, once for all targets that have it.
fn causes(of_file: &[Line]) -> impl Iterator<Item = Finding> {
    let code = |record: &Record| record.first_reason().map(|reason| reason.code.clone());
    let mut groups: Vec<(&Record, Vec<&str>)> = Vec::new();
    for record in bad(of_file) {
        let same = |(other, _): &&mut (&Record, Vec<&str>)| {
            code(other) == code(record)
                && other.outcome == record.outcome
                && other.remarks() == record.remarks()
        };
        match groups.iter_mut().find(same) {
            Some((_, targets)) => targets.push(&record.target),
            None => groups.push((record, vec![&record.target])),
        }
    }
    groups.into_iter().map(|(record, targets)| {
        let (code, what, help) = match record.first_reason() {
            Some(reason) => (reason.code.as_str(), reason.message.as_str(), reason.help.clone()),
            None => (NO_RULE, &*record.verdict, None),
        };
        let severity = if record.outcome == "unknown" { Severity::Warning } else { Severity::Error };
        let message = format!("{} on {}: {what}", record.verdict, series(&targets));
        Finding {
            notes: record.remarks(),
            help,
            ignored: record.excuse().map(str::to_string),
            ..Finding::new(code, severity, message, Location::file(&record.file))
        }
    })
}

fn case(record: &Record) -> Case {
    let case = Case::new(&record.file, &record.target);
    if record.is_clean() {
        return case;
    }
    if record.runs_code() {
        return case.running(&record.file, &record.risk, reasons(record));
    }
    if record.is_excused() {
        return case.with(Status::Skipped, format!("{}: {}", record.verdict, record.remarks().join("; ")));
    }
    let first = record.first_reason();
    let what = first.map_or(&*record.verdict, |reason| reason.message.as_str());
    let kind = first.map_or(NO_RULE, |reason| reason.code.as_str()).to_string();
    // Nothing more is known than that it is not known.
    let status = if record.outcome == "unknown" { Status::Error } else { Status::Failed };
    Case { kind, findings: reasons(record), ..case.with(status, format!("{}: {what}", record.verdict)) }
}

fn case_of_code(file: &Looked) -> Case {
    let case = Case::new(&file.file, &*file.kind);
    if file.runs_code() { case.running(&file.file, &file.risk, Vec::new()) } else { case }
}

/// All reasons of a verdict, each with its entry point and its place.
fn reasons(record: &Record) -> Vec<Finding> {
    let of = |reason: &RecordReason| {
        let entry = if reason.entry.is_empty() { String::new() } else { format!("{}: ", reason.entry) };
        let message = format!("{entry}{} (0x{:x} {})", reason.message, reason.offset, reason.path);
        Finding { message, ..of_reason(record, reason) }
    };
    record.reasons.iter().map(of).collect()
}

/// Names of targets, those of a row that have one family in short: `executorch-0.3.0, 0.4.0`.
pub(crate) fn series(targets: &[&str]) -> String {
    match targets {
        [first, .., last] if targets.len() > 3 && same_family(targets) => {
            format!("{} targets from {first} to {last}", targets.len())
        }
        _ => targets.join(", "),
    }
}

fn same_family(targets: &[&str]) -> bool {
    let family = |target: &str| target.split('-').next().unwrap_or_default().to_string();
    targets.iter().all(|target| family(target) == family(targets.first().copied().unwrap_or_default()))
}

/// The outcome of a cause, and whether it counts: `fails, ignored: reason`.
fn outcome(cause: &Cause) -> String {
    match (&cause.ignored, cause.known) {
        (Some(ignored), _) => format!("{}, ignored: {}", cause.outcome, ignored.sentence("until")),
        (None, Some(true)) => format!("{}, known", cause.outcome),
        (None, Some(false)) => format!("{}, new", cause.outcome),
        (None, None) => cause.outcome.clone(),
    }
}
