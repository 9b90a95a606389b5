//! A file in one screen.

use std::fmt::Write;

use outlast::inspect::{Fact, Summary};

use super::style::{Painted, Styles};
use super::table::{CELL, write_table};
use crate::RunsOn;
use crate::escape;
use crate::escape::shorten;
use crate::risk::RiskRecord;

/// Rows of a listing that are shown without being asked for.
const ROWS: usize = 40;

/// The summary of a file, and the releases that run it, if that was looked for. `verbose` shows all rows of its listings.
pub fn summary(
    styles: &Styles,
    file: &str,
    summary: &Summary,
    runs_on: Option<&[RunsOn]>,
    verbose: bool,
) -> String {
    let mut out = super::risks(styles, file, &RiskRecord::all(&summary.risks), verbose);
    let name = Painted(styles.bold, escape(file));
    let _ = writeln!(out, "{name}: {}", summary.kind.title());
    let runs_on = runs_on.unwrap_or_default();
    let mut ranges: Vec<Fact> = runs_on.iter().map(|runs_on| ("runs on", runs_on.to_string())).collect();
    if runs_on.len() > 1 && runs_on.iter().all(|runs_on| runs_on.ranges.is_empty()) {
        ranges = vec![("runs on", "no release that has a profile".into())];
    }
    let facts: Vec<Fact> = summary.facts.iter().cloned().chain(ranges).collect();
    let width = facts.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (label, value) in &facts {
        let pad = width - label.chars().count();
        let line = format!("  {}{:pad$}  {}", Painted(styles.dim, label), "", shorten(value, 200));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for listing in &summary.listings {
        let _ = writeln!(out, "\n{}", Painted(styles.bold, listing.title));
        let shown = if verbose { listing.rows.len() } else { listing.rows.len().min(ROWS) };
        write_table(&mut out, styles, listing.columns, &listing.rows[..shown], CELL);
        if listing.rows.len() > shown {
            let _ = writeln!(out, "  … {} more (-v shows them)", listing.rows.len() - shown);
        }
    }
    out
}
