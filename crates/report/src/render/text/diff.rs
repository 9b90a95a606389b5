//! Differences.

use std::fmt::Write;

use outlast::diff::{Change, Difference};

use super::style::{Painted, Styles};
use crate::escape;
use crate::escape::shorten;
use crate::plural;

/// Characters of a value before it is cut.
const VALUE: usize = 200;

/// What differs between two files, grouped by part; one sentence where nothing does. `verbose` cuts nothing.
pub fn differences(styles: &Styles, files: [&str; 2], list: &[Difference], verbose: bool) -> String {
    let [a, b] = files.map(escape);
    if list.is_empty() {
        return format!("{a} and {b} have the same meaning\n");
    }
    let value = |text: &Option<String>| match (text, verbose) {
        (None, _) => "-".to_string(),
        (Some(text), true) => escape(text).into_owned(),
        (Some(text), false) => shorten(text, VALUE).into_owned(),
    };
    let mut out = String::new();
    let _ = writeln!(out, "{}", Painted(styles.error, format!("--- {a}")));
    let _ = writeln!(out, "{}", Painted(styles.good, format!("+++ {b}")));
    let mut part = "";
    for difference in list {
        if difference.part != part {
            part = difference.part;
            let _ = writeln!(out, "{}", Painted(styles.bold, part));
        }
        let path = escape(&difference.path);
        let (sign, style) = match difference.change {
            Change::Added => ('+', styles.good),
            Change::Removed => ('-', styles.error),
            _ => ('~', styles.warning),
        };
        let _ = write!(out, "  {} {path}", Painted(style, sign));
        match (&difference.before, &difference.after) {
            (None, None) => {}
            (None, Some(_)) => _ = write!(out, ": {}", value(&difference.after)),
            (Some(_), None) => _ = write!(out, ": {}", value(&difference.before)),
            (before, after) => _ = write!(out, ": {} -> {}", value(before), value(after)),
        }
        out.push('\n');
    }
    let count = |change| list.iter().filter(|d| d.change == change).count();
    let (added, removed) = (count(Change::Added), count(Change::Removed));
    let changed = count(Change::Changed);
    let total = plural(list.len(), "difference");
    let _ = writeln!(out, "{total}: {added} added, {removed} removed, {changed} changed");
    out
}
