//! A scan as Markdown, for a pull request or a report.

use std::fmt::Write;

use super::text::series;
use super::{Cause, Summary};
use crate::escape;
use crate::table::plural;

/// Causes that are listed.
const CAUSES: usize = 20;

/// `1 program`, `2 programs`.
fn counted(count: u64, word: &str) -> String {
    plural(usize::try_from(count).unwrap_or(usize::MAX), word)
}

/// Tables of targets, causes and skipped files.
pub fn markdown(summary: &Summary) -> String {
    let mut out = String::new();
    if !summary.risk.is_empty() {
        let verb = if summary.runs_code == 1 { "runs" } else { "run" };
        let _ = writeln!(out, "**{} {verb} code when loaded**\n", counted(summary.runs_code, "file"));
        out.push_str("| code | files | what | such as |\n|---|---:|---|---|\n");
        for run in summary.risk.iter().take(CAUSES) {
            let allowed = run.allowed.as_ref().map(|who| format!(", allowed: {who}")).unwrap_or_default();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                run.code,
                run.files,
                cell(&format!("{}{allowed}", run.message)),
                cell(run.examples.first().map_or("", String::as_str))
            );
        }
        if let Some(more) = summary.risk.len().checked_sub(CAUSES).filter(|more| *more > 0) {
            let _ = writeln!(out, "\n{} not listed.", plural(more, "more name"));
        }
        out.push('\n');
    }
    let bad: u64 =
        summary.targets.iter().map(|row| row.convertible + row.blocked + row.misreads + row.unknown).sum();
    let _ = writeln!(
        out,
        "**{}, {}, {bad} not good**{}, {} skipped\n",
        counted(summary.programs, "program"),
        counted(summary.verdicts, "verdict"),
        excused(summary),
        counted(summary.skipped_files(), "file")
    );
    if !summary.targets.is_empty() {
        out.push_str("| target | loads | upgrades | convertible | blocked | misreads | unknown |\n|---|---:|---:|---:|---:|---:|---:|\n");
        for row in &summary.targets {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} |",
                cell(&row.target),
                row.loads,
                row.upgrades,
                row.convertible,
                row.blocked,
                row.misreads,
                row.unknown
            );
        }
    }
    if !summary.causes.is_empty() {
        out.push_str(
            "\n| code | outcome | programs | targets | what | such as |\n|---|---|---:|---|---|---|\n",
        );
        for cause in summary.causes.iter().take(CAUSES) {
            let targets: Vec<&str> = cause.targets.iter().map(String::as_str).collect();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} |",
                cause.code,
                outcome(cause),
                cause.programs,
                cell(&series(&targets)),
                cell(&cause.message),
                cell(cause.examples.first().map_or("", String::as_str))
            );
        }
        if let Some(more) = summary.causes.len().checked_sub(CAUSES).filter(|more| *more > 0) {
            let _ = writeln!(out, "\n{} not listed.", plural(more, "more cause"));
        }
    }
    if !summary.skipped.is_empty() {
        out.push_str("\n| skipped | files | such as |\n|---|---:|---|\n");
        for passed in &summary.skipped {
            let example = cell(passed.examples.first().map_or("", String::as_str));
            let _ = writeln!(out, "| {} | {} | {example} |", cell(&passed.message), passed.files);
        }
    }
    out
}

/// How many verdicts do not count, and why; empty if all do.
fn excused(summary: &Summary) -> String {
    let ignored = (summary.ignored > 0).then(|| format!("{} ignored", summary.ignored));
    let compared = summary.baseline.map(|compared| compared.to_string());
    let said: Vec<String> = ignored.into_iter().chain(compared).collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join("; ")) }
}

/// The outcome of a cause, and whether it counts: `fails, ignored: reason`.
fn outcome(cause: &Cause) -> String {
    match (&cause.ignored, cause.known) {
        (Some(ignored), _) => cell(&format!("{}, ignored: {}", cause.outcome, ignored.sentence("until"))),
        (None, Some(true)) => format!("{}, known", cause.outcome),
        (None, Some(false)) => format!("{}, new", cause.outcome),
        (None, None) => cause.outcome.clone(),
    }
}

/// Text in a cell: nothing in it is markup.
pub(crate) fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escape(text).chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '&' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn cells_hold_text() {
        assert_eq!(super::cell("a|b <x> `c`\n"), "a\\|b \\<x\\> \\`c\\`\\\\n");
    }
}
