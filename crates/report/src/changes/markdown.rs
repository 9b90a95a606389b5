//! Changes as Markdown, for a pull request: a table, and the details of each finding folded.

use std::fmt::Write;

use super::drawn::{notes, title, word};
use super::{Changes, names};
use crate::scan::cell;
use crate::table::plural;

/// Findings that are listed.
const LISTED: usize = 100;

/// A headline, a table of the findings, and their details. What is less severe than `limit` is left out, and counted.
pub fn markdown(changes: &Changes, limit: outlast_core::Severity) -> String {
    let levels = changes.levels();
    let said = match levels.text() {
        text if levels.breaks + levels.depends_on_data > 0 => text,
        text if text.is_empty() => "nothing breaks".to_string(),
        text => format!("nothing breaks, {text}"),
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "**{}** in {}, against {}",
        cell(&said),
        cell(&changes.new),
        cell(&names(&changes.compared_with()))
    );
    let shown: Vec<_> = changes.findings().filter(|(_, found)| found.severity >= limit).collect();
    if !shown.is_empty() {
        out.push_str("\n| | what | subject | directions | against | rule |\n|---|---|---|---|---|---|\n");
    }
    for (_, found) in shown.iter().take(LISTED) {
        let finding = &found.held.finding;
        let ignored = if found.ignored.is_some() { ", ignored" } else { "" };
        let _ = writeln!(
            out,
            "| {}{ignored} | {} | {} | {} | {} | {} |",
            word(finding),
            cell(finding.rule.title),
            cell(&finding.subject),
            finding.directions,
            cell(&names(&found.held.against)),
            cell(finding.rule.name)
        );
    }
    for (comparison, found) in shown.iter().take(LISTED) {
        let finding = &found.held.finding;
        let _ = writeln!(out, "\n<details><summary>{}</summary>\n", cell(&title(finding)));
        let site = finding.new.as_ref().or(finding.old.as_ref());
        match site.filter(|site| site.line > 0) {
            Some(site) => {
                let _ = writeln!(out, "- {}:{}:{}", cell(&site.file), site.line, site.column);
            }
            None => {
                let _ = writeln!(out, "- {}", cell(&comparison.file));
            }
        }
        for note in notes(changes, found) {
            let _ = writeln!(out, "- {}", cell(&note));
        }
        if !finding.fix.is_empty() {
            let _ = writeln!(out, "- help: {}", cell(&finding.fix));
        }
        out.push_str("\n</details>\n");
    }
    if let Some(more) = shown.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let _ = writeln!(out, "\n{} not listed.", plural(more, "more finding"));
    }
    if !changes.failures.is_empty() {
        out.push_str("\n| not compared | against | why |\n|---|---|---|\n");
        for failed in &changes.failures {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                cell(&failed.failure.file),
                cell(failed.against.as_deref().unwrap_or_default()),
                cell(&failed.failure.message())
            );
        }
    }
    out
}
