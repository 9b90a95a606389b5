//! Targets.

use std::fmt::Write;

use outlast::targets::Profile;

use super::style::{Painted, Styles};
use super::table::{CELL, write_table};
use crate::escape;
use crate::plural;

/// Names of targets, one a line.
pub fn names(names: &[String]) -> String {
    names.iter().fold(String::new(), |mut out, name| {
        let _ = writeln!(out, "{}", escape(name));
        out
    })
}

/// What a target has, by kind.
pub fn profile(styles: &Styles, profile: &Profile) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", Painted(styles.bold, escape(&profile.name)));
    let _ = writeln!(out, "  family   {}", profile.family);
    let _ = writeln!(out, "  release  {}", profile.release);
    let libraries: Vec<&str> = profile.libraries().collect();
    if !libraries.is_empty() {
        let _ = writeln!(out, "  linked   {}", libraries.join(", "));
    }
    if let Some(code) = profile.read_from() {
        let _ = writeln!(out, "  taken from {}; not run", escape(code));
        let _ = writeln!(
            out,
            "  of these, operators and backends; everything else is as observed for {}-{}",
            profile.family, profile.release
        );
    } else if profile.is_narrowed() {
        let _ = writeln!(out, "  narrowed by a profile file");
    }
    for kind in profile.kinds() {
        let all = profile.all(kind);
        let rows: Vec<Vec<String>> =
            all.iter().map(|(name, value)| vec![(*name).to_string(), (*value).to_string()]).collect();
        let _ = writeln!(
            out,
            "\n{}",
            Painted(styles.bold, format_args!("{kind}: {}", plural(rows.len(), "row")))
        );
        write_table(&mut out, styles, &[], &rows, CELL);
    }
    out
}
