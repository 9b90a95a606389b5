//! For people: findings with both places, and a summary.

use std::fmt::Write;

use outlast_core::Severity;

use super::{Changes, Drawn, names};
use crate::escape;
use crate::located::render_located;
use crate::style::{Painted, Styles};
use crate::table::plural;

/// Findings and a summary. Notes are shown if `verbose`.
pub fn changes(styles: &Styles, changes: &Changes, verbose: bool) -> String {
    let drawn = Drawn::new(changes);
    let limit = if verbose { Severity::Note } else { Severity::Warning };
    let mut out = String::new();
    let shown = drawn.findings(limit);
    for finding in &shown {
        out.push_str(&render_located(styles, finding));
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
    let mut said = levels.text();
    if levels.breaks == 0 && levels.depends_on_data == 0 {
        said = match said.is_empty() {
            true => "nothing breaks".to_string(),
            false => format!("nothing breaks, {said}"),
        };
    }
    let compared = changes.comparisons.len();
    let files =
        if compared == 1 { String::new() } else { format!(" ({} compared)", plural(compared, "file")) };
    let _ = writeln!(
        out,
        "{}{files}: {} against {}",
        escape(&changes.new),
        Painted(style, said),
        escape(&names(&changes.compared_with()))
    );
    let hidden = drawn.findings(Severity::Note).len() - shown.len();
    if hidden > 0 {
        let _ = writeln!(out, "{} not shown: -v", plural(hidden, "note"));
    }
    if !changes.failures.is_empty() {
        let _ = writeln!(out, "{} not made", plural(changes.failures.len(), "comparison"));
    }
    out
}
