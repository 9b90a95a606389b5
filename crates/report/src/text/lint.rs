//! What a lint of two operator sets found.

use std::fmt::Write;

use outlast::opsets::lint::{Advice, Lint, Located};
use outlast_core::Severity;

use crate::diagnostic::Tally;
use crate::escape;
use crate::json::{Breaks, Counts};
use crate::located::{LocatedFinding, render_located};
use crate::style::{Painted, Styles};
use crate::table::plural;

/// Changes whose instructions are printed without being asked for.
const INSTRUCTIONS: usize = 12;

/// Findings, instructions and a summary. Notes, and the instructions where there are many, are shown if `verbose`.
pub fn lint(
    styles: &Styles,
    names: [&str; 2],
    lint: &Lint<'_>,
    located: &[Located],
    findings: &[LocatedFinding<'_>],
    verbose: bool,
) -> String {
    let mut out = String::new();
    let advised = lint.changes.iter().filter(|change| change.advice.is_some()).count();
    let instruct = verbose || advised <= INSTRUCTIONS;
    for (at, (one, finding)) in located.iter().zip(findings).enumerate() {
        if verbose || finding.diagnostic.severity > Severity::Note {
            out.push_str(&render_located(styles, finding));
        } else {
            continue;
        }
        let is_last = located.get(at + 1).is_none_or(|next| next.change != one.change);
        let change = one.change.filter(|_| is_last && instruct).and_then(|index| lint.changes.get(index));
        if let Some(advice) = change.and_then(|change| change.advice.as_ref()) {
            write_advice(&mut out, advice);
        }
        out.push('\n');
    }
    summary(&mut out, styles, names, lint, Tally::of(findings.iter().map(|finding| finding.diagnostic)));
    if !instruct {
        let _ = writeln!(out, "instructions for {}: -v, or --format json", plural(advised, "change"));
    }
    out
}

fn write_advice(out: &mut String, advice: &Advice) {
    let _ =
        writeln!(out, "  = operator_versions.yaml: `version: {}`, and below `operators`:", advice.version);
    indented(out, &advice.entry);
    if let (Some(name), Some(stub)) = (&advice.upgrader, &advice.stub) {
        let _ = writeln!(out, "  = operator_upgraders.py: begin `{}` with", escape(name));
        indented(out, stub);
    }
    if let Some(why) = &advice.no_stub {
        let _ = writeln!(out, "  = no upgrader can be written in TorchScript: {}", escape(why));
    }
}

fn indented(out: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "      {}", escape(line));
    }
}

fn summary(out: &mut String, styles: &Styles, [new, old]: [&str; 2], lint: &Lint<'_>, tally: Tally) {
    let counts = Counts::of(lint);
    let (style, word) = match tally {
        Tally { errors: 0, warnings: 0, .. } => (styles.good, "compatible"),
        Tally { errors: 0, .. } => (styles.warning, "compatible with new readers"),
        _ => (styles.error, "not compatible"),
    };
    let _ = write!(out, "{} against {}: {}", escape(new), escape(old), Painted(style, word));
    if tally.errors + tally.warnings + tally.notes > 0 {
        let _ = write!(out, ": {}", tally.text());
    }
    out.push('\n');
    let _ = writeln!(out, "  {} added, {} removed, {} changed", counts.added, counts.removed, counts.changed);
    for (name, breaks) in [("new-reads-old", counts.new_reads_old), ("old-reads-new", counts.old_reads_new)] {
        let Breaks { breaks, covered, allowed, raises } = breaks;
        let _ = write!(out, "  {name}: {} ({covered} taken care of, {allowed} allowed)", broken(breaks));
        if raises > 0 {
            let _ = write!(out, ", {raises} without an answer of PyTorch's check");
        }
        out.push('\n');
    }
    if counts.not_told > 0 {
        let _ = writeln!(
            out,
            "  {}: a native_functions.yaml does not list all operators, so whether they were added or removed is not judged",
            plural(counts.not_told, "operator")
        );
    }
}

fn broken(count: usize) -> String {
    match count {
        0 => "nothing breaks".into(),
        1 => "1 change breaks it".into(),
        count => format!("{count} changes break it"),
    }
}
