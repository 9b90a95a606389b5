//! Changes as a [`Report`]: findings in files of the new version, a suite for each baseline, a case for each file.

use outlast_core::Severity;

use super::drawn::{Drawn, notes, title, word};
use super::{Changes, Comparison, Failed, Found, names};
use crate::findings::{Block, Case, Finding, Report, Status, Suite, Table};

/// Findings that an overview lists.
const LISTED: usize = 100;

/// A lint, and what of it is reported.
#[derive(Clone, Copy, Debug)]
pub struct LintReport<'c> {
    /// What was found.
    pub changes: &'c Changes,
    /// What is less severe is left out.
    pub shown: Severity,
    /// What is as bad as this makes a case fail.
    pub limit: Severity,
}

impl LintReport<'_> {
    fn visible(&self) -> Vec<(&Comparison, &Found)> {
        self.changes.findings().filter(|(_, found)| found.severity >= self.shown).collect()
    }

    fn case(&self, comparison: &Comparison, of: &[(&Comparison, &Found, Finding)], against: &str) -> Case {
        let held = of.iter().filter(|(one, found, _)| {
            std::ptr::eq(*one, comparison)
                && found.held.against.iter().any(|name| name == against)
                && found.severity >= self.limit
        });
        let (ignored, failing): (Vec<_>, Vec<_>) = held.partition(|(_, found, _)| found.ignored.is_some());
        let case = Case::new(&comparison.file, against);
        match (failing.first(), ignored.first()) {
            (Some((_, first, _)), _) => Case {
                kind: first.held.finding.rule.code.to_string(),
                findings: failing.iter().map(|(.., finding)| finding.clone()).collect(),
                ..case.with(Status::Failed, title(&first.held.finding))
            },
            (None, Some((_, first, finding))) => {
                let why = finding.ignored.clone().into_iter();
                let said: Vec<String> = std::iter::once(title(&first.held.finding)).chain(why).collect();
                case.with(Status::Skipped, said.join("; "))
            }
            (None, None) => case,
        }
    }
}

impl Report for LintReport<'_> {
    fn command(&self) -> &'static str {
        "lint"
    }

    fn findings(&self) -> Vec<Finding> {
        let failures = self.changes.failures.iter().map(|failed| &failed.failure);
        let failures = failures.map(|failure| Finding::failure(&failure.file, &failure.message()));
        let all = self.changes.findings().zip(Drawn::for_hosts(self.changes).located());
        let shown = all.filter(|((_, found), _)| found.severity >= self.shown);
        shown.map(|(_, finding)| finding).chain(failures).collect()
    }

    fn suites(&self) -> Vec<Suite> {
        let located = Drawn::for_hosts(self.changes).located();
        let all: Vec<_> =
            self.changes.findings().zip(located).map(|((one, found), f)| (one, found, f)).collect();
        let suite = |name: &String| {
            let compared = self.changes.comparisons.iter().filter(|one| one.against.contains(name));
            let failed = self.changes.failures.iter();
            let failed = failed.filter(|one| one.against.as_ref().is_none_or(|of| of == name));
            let failed = failed.map(|Failed { failure, .. }| {
                Case::new(&failure.file, name).with(Status::Error, failure.message())
            });
            Suite {
                name: name.clone(),
                cases: compared.map(|one| self.case(one, &all, name)).chain(failed).collect(),
            }
        };
        self.changes.against.iter().map(suite).collect()
    }

    fn overview(&self) -> Vec<Block> {
        let Changes { new, failures, .. } = self.changes;
        let rest = format!(" in {new}, against {}", names(&self.changes.compared_with()));
        let mut blocks = vec![Block::Headline(self.changes.levels().answer(), rest)];
        let shown = self.visible();
        let rows = shown.iter().map(|(_, found)| {
            let finding = &found.held.finding;
            let ignored = if found.ignored.is_some() { ", ignored" } else { "" };
            vec![
                format!("{}{ignored}", word(finding)),
                finding.rule.title.to_string(),
                finding.subject.clone(),
                finding.directions.to_string(),
                names(&found.held.against),
                finding.rule.name.to_string(),
            ]
        });
        let columns = &["", "what", "subject", "directions", "against", "rule"];
        blocks.extend(Table::new(columns, &[], rows, LISTED, "finding").map(Block::Table));
        blocks.extend(shown.iter().take(LISTED).map(|(comparison, found)| {
            let finding = &found.held.finding;
            let site = finding.new.as_ref().or(finding.old.as_ref()).filter(|site| site.line > 0);
            let place = site.map_or_else(
                || comparison.file.clone(),
                |site| format!("{}:{}:{}", site.file, site.line, site.column),
            );
            let help = (!finding.fix.is_empty()).then(|| format!("help: {}", finding.fix));
            let lines = std::iter::once(place).chain(notes(self.changes, found)).chain(help);
            Block::Details(title(finding), lines.collect())
        }));
        let rows = failures.iter().map(|failed| {
            let against = failed.against.clone().unwrap_or_default();
            vec![failed.failure.file.clone(), against, failed.failure.message()]
        });
        let table = Table::new(&["not compared", "against", "why"], &[], rows, LISTED, "file");
        blocks.extend(table.map(Block::Table));
        blocks
    }
}
