//! For people: findings with both places, and a summary.

use std::fmt::Write;

use outlast_core::Severity;

use super::located::render_located;
use super::style::{Painted, Styles};
use crate::changes::{Changes, Drawn, names};
use crate::{escape, plural};

/// Findings for which it is printed what their authors have to write, without being asked for.
const ADVISED: usize = 12;

/// Findings from a severity on, and a summary.
pub fn changes(styles: &Styles, changes: &Changes, limit: Severity) -> String {
    let verbose = limit == Severity::Note;
    let drawn = Drawn::new(changes);
    let mut out = String::new();
    let shown = drawn.advised(limit);
    let advised = shown.iter().filter(|(_, advice)| advice.is_some()).count();
    let is_advised = verbose || advised <= ADVISED;
    for (finding, advice) in &shown {
        out.push_str(&render_located(styles, finding));
        for line in advice.filter(|_| is_advised).unwrap_or_default().lines() {
            let mark = if line.starts_with(' ') { "    " } else { "  = " };
            let _ = writeln!(out, "{mark}{}", escape(line));
        }
        out.push('\n');
    }
    if changes.comparisons.is_empty() {
        return out;
    }
    let levels = changes.levels();
    let style = match (levels.breaks, levels.depends_on_data) {
        (0, 0) => styles.good,
        (0, _) => styles.warning,
        _ => styles.error,
    };
    let compared = changes.comparisons.len();
    let files =
        if compared == 1 { String::new() } else { format!(" ({} compared)", plural(compared, "file")) };
    let _ = writeln!(
        out,
        "{}{files}: {} against {}",
        escape(&changes.new),
        Painted(style, levels.answer()),
        escape(&names(&changes.compared_with()))
    );
    let sets: Vec<_> = changes.comparisons.iter().flat_map(|one| &one.sets).collect();
    for line in sets.iter().flat_map(|one| one.summary(sets.len() > 1)) {
        let _ = writeln!(out, "  {line}");
    }
    if !is_advised {
        let _ = writeln!(out, "what to write for {}: -v, or --format json", plural(advised, "change"));
    }
    let hidden = drawn.findings(Severity::Note).len() - shown.len();
    if hidden > 0 {
        let _ = writeln!(out, "{} not shown: -v", plural(hidden, "note"));
    }
    if !changes.failures.is_empty() {
        let _ = writeln!(out, "{} not made", plural(changes.failures.len(), "comparison"));
    }
    out
}
