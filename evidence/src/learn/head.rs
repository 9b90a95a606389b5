//! The head of a table: what it is, which command and script made it, from what.

use super::steps::Step;

/// A table with its head. What the script says of the rows stays; what it says of itself is said here.
pub(super) fn put(step: &Step, from: &[String], text: &str) -> String {
    let (comments, body) = parts(text);
    let mut head = String::new();
    for line in comments.lines() {
        let about = without_maker(line);
        if about.len() > 2 {
            head += &about;
            head.push('\n');
        }
    }
    head += &format!(
        "# Made by `cargo xtask learn {} {}` with evidence/peers/{}; do not edit.\n",
        step.family, step.name, step.script
    );
    for input in from {
        head += &format!("# From {input}.\n");
    }
    head + body
}

/// Leading comments, and what follows.
fn parts(text: &str) -> (&str, &str) {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if !line.starts_with('#') {
            break;
        }
        end += line.len();
    }
    text.split_at(end)
}

/// A comment up to where it says who made the table.
fn without_maker(line: &str) -> String {
    let cut = ["Made by ", ", read off by evidence/", ", by evidence/", "By evidence/", "From "]
        .iter()
        .filter_map(|mark| {
            let at = line.find(mark)?;
            // A comment may begin with `From` only where a head put it.
            (*mark != "From " || at == 2).then_some(at)
        })
        .min();
    match cut {
        Some(at) => {
            let rest =
                line.get(at..).and_then(|rest| rest.split_once("do not edit.")).map_or("", |(_, rest)| rest);
            let kept = line.get(..at).unwrap_or_default().trim_end();
            let stop = if kept.len() < 2 || kept.ends_with(['.', ';', '#']) { "" } else { "." };
            let rest = rest.trim();
            let gap = if rest.is_empty() || kept.ends_with(' ') { "" } else { " " };
            format!("{kept}{stop}{gap}{rest}")
        }
        None => line.trim_end().to_string(),
    }
}

/// Whether two tables have the same rows, whatever their heads say.
pub(super) fn has_same_rows(old: &str, new: &str) -> bool {
    parts(old).1 == parts(new).1
}

/// What differs between two tables: rows, or only what the head says of inputs.
pub(super) fn difference(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let (old, new) = (parts(old).1, parts(new).1);
    if old == new {
        return Some("the rows are the same, the head differs".to_string());
    }
    let count = |a: &str, b: &str| {
        let lines: std::collections::BTreeSet<&str> = b.lines().collect();
        a.lines().filter(|line| !lines.contains(line)).count()
    };
    Some(format!("{} rows are new, {} are gone", count(new, old), count(old, new)))
}

#[cfg(test)]
mod tests {
    use super::{difference, put, without_maker};
    use crate::learn::steps;

    #[test]
    fn heads_say_who_and_from_what() {
        let step = steps::all().find(|step| step.name == "names-ir").unwrap();
        let text = "# What it is, read off by evidence/peers/llvm/names_ir.py.\n# block ID NAME\nblock 8 MODULE\n# in rows\n";
        let from = ["llvm-14 1:14 (/usr/bin/x, sha256 00)".to_string()];
        let made = put(step, &from, text);
        assert_eq!(
            made,
            "# What it is.\n# block ID NAME\n# Made by `cargo xtask learn llvm names-ir` with evidence/peers/llvm/names_ir.py; \
             do not edit.\n# From llvm-14 1:14 (/usr/bin/x, sha256 00).\nblock 8 MODULE\n# in rows\n"
        );
        // A head is not put twice.
        assert_eq!(put(step, &from, &made), made);
    }

    #[test]
    fn what_scripts_say_of_themselves_goes() {
        assert_eq!(without_maker("# Made by evidence/peers/a.py; do not edit."), "#");
        assert_eq!(without_maker("# Rows. Made by evidence/a.py."), "# Rows.");
        assert_eq!(
            without_maker("# Made by a.py; do not edit. Kinds of rows: b.rs."),
            "# Kinds of rows: b.rs."
        );
        assert_eq!(without_maker("# Rows with it. From here"), "# Rows with it. From here");
    }

    #[test]
    fn rows_and_heads_are_told_apart() {
        assert_eq!(difference("# a\nx\n", "# a\nx\n"), None);
        assert!(difference("# a\nx\n", "# b\nx\n").unwrap().contains("head"));
        assert_eq!(difference("# a\nx\ny\n", "# b\nx\nz\nw\n").unwrap(), "2 rows are new, 1 are gone");
    }
}
