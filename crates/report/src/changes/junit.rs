//! Changes as JUnit XML: a suite for each baseline, a case for each file.

use std::fmt::Write;

use outlast_core::Severity;

use super::drawn::{notes, title};
use super::{Changes, Comparison, Found};
use crate::scan::attribute;

/// All comparisons. What is as bad as `limit` is a failure, what could not be compared an error, what is ignored is skipped.
pub fn junit(changes: &Changes, limit: Severity) -> String {
    let suites: Vec<Suite<'_>> =
        changes.against.iter().map(|name| Suite::new(changes, name, limit)).collect();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"outlast lint\" tests=\"{}\" failures=\"{}\" errors=\"{}\">",
        suites.iter().map(Suite::tests).sum::<usize>(),
        suites.iter().map(|suite| suite.failed).sum::<usize>(),
        suites.iter().map(|suite| suite.errors.len()).sum::<usize>()
    );
    suites.iter().for_each(|suite| suite.write(&mut out, changes));
    out.push_str("</testsuites>\n");
    out
}

struct Suite<'c> {
    name: &'c str,
    cases: Vec<Case<'c>>,
    errors: Vec<(&'c str, String)>,
    failed: usize,
    skipped: usize,
}

struct Case<'c> {
    comparison: &'c Comparison,
    failing: Vec<&'c Found>,
    ignored: Vec<&'c Found>,
}

impl<'c> Suite<'c> {
    fn new(changes: &'c Changes, name: &'c str, limit: Severity) -> Suite<'c> {
        let compared = changes.comparisons.iter().filter(|one| one.against.iter().any(|other| other == name));
        let cases = compared.map(|comparison| {
            let held = comparison.findings.iter();
            let held = held.filter(|found| found.held.against.iter().any(|other| other == name));
            let held = held.filter(|found| found.severity >= limit);
            let (ignored, failing) = held.partition(|found| found.ignored.is_some());
            Case { comparison, failing, ignored }
        });
        let cases: Vec<Case<'_>> = cases.collect();
        let errors = changes.failures.iter().filter(|one| one.against.as_deref().is_none_or(|of| of == name));
        let errors = errors.map(|one| (one.failure.file.as_str(), one.failure.message()));
        Suite {
            name,
            failed: cases.iter().filter(|case| !case.failing.is_empty()).count(),
            skipped: cases.iter().filter(|case| case.is_skipped()).count(),
            errors: errors.collect(),
            cases,
        }
    }

    fn tests(&self) -> usize {
        self.cases.len() + self.errors.len()
    }

    fn write(&self, out: &mut String, changes: &Changes) {
        let suite = attribute(self.name);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{suite}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
            self.tests(),
            self.failed,
            self.errors.len(),
            self.skipped
        );
        for case in &self.cases {
            let name = attribute(&case.comparison.file);
            let _ = write!(out, "    <testcase name=\"{name}\" classname=\"{suite}\"");
            match (case.failing.first(), case.ignored.first()) {
                (Some(first), _) => {
                    let finding = &first.held.finding;
                    let _ = write!(
                        out,
                        ">\n      <failure type=\"{}\" message=\"{}\">",
                        finding.rule.code,
                        attribute(&title(finding))
                    );
                    for found in &case.failing {
                        out.push_str(&attribute(&whole(changes, found)));
                    }
                    out.push_str("</failure>\n    </testcase>\n");
                }
                (None, Some(first)) => {
                    let said: Vec<String> = std::iter::once(title(&first.held.finding))
                        .chain(first.ignored.iter().map(|ignored| ignored.sentence("until")))
                        .collect();
                    let said = attribute(&said.join("; "));
                    let _ = writeln!(out, ">\n      <skipped message=\"{said}\"/>\n    </testcase>");
                }
                (None, None) => out.push_str("/>\n"),
            }
        }
        for (file, message) in &self.errors {
            let (file, message) = (attribute(file), attribute(message));
            let _ = write!(out, "    <testcase name=\"{file}\" classname=\"{suite}\">\n      ");
            let _ = writeln!(out, "<error type=\"outlast\" message=\"{message}\"/>\n    </testcase>");
        }
        out.push_str("  </testsuite>\n");
    }
}

impl Case<'_> {
    fn is_skipped(&self) -> bool {
        self.failing.is_empty() && !self.ignored.is_empty()
    }
}

/// A finding as text: title, notes, what to do.
fn whole(changes: &Changes, found: &Found) -> String {
    let finding = &found.held.finding;
    let mut text = format!("{} {}\n", finding.rule.code, title(finding));
    for note in notes(changes, found) {
        let _ = writeln!(text, "  {note}");
    }
    if !finding.fix.is_empty() {
        let _ = writeln!(text, "  help: {}", finding.fix);
    }
    text
}
