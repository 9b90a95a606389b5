//! Columns that line up.

use std::fmt::Write;

use super::style::{Painted, Styles};
use crate::escape::shorten;

/// Characters of one cell, where they are facts and not sentences.
pub(crate) const CELL: usize = 100;

/// Writes rows under a heading, no more than `most` characters of each cell (what is left out is counted), indented by two blanks. Columns whose cells are all numbers stand right; those without a
/// cell that says something are left out, except for the first.
pub(crate) fn write_table(
    out: &mut String,
    styles: &Styles,
    columns: &[&str],
    rows: &[Vec<String>],
    most: usize,
) {
    let all = columns.len().max(rows.iter().map(Vec::len).max().unwrap_or(0));
    let says = |c: usize| rows.iter().any(|row| row.get(c).is_some_and(|cell| !cell.is_empty()));
    let kept: Vec<usize> = (0..all).filter(|c| *c == 0 || says(*c)).collect();
    let count = kept.len();
    let cell =
        |row: &Vec<String>, c: &usize| shorten(row.get(*c).map_or("", String::as_str), most).into_owned();
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| kept.iter().map(|c| cell(row, c)).collect()).collect();
    let heading: Vec<String> = kept.iter().map(|c| (*columns.get(*c).unwrap_or(&"")).to_string()).collect();
    let width =
        |c: usize| cells.iter().chain([&heading]).map(|row| row[c].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let right: Vec<bool> = (0..count)
        .map(|c| {
            let number = |cell: &str| cell.bytes().all(|b| b.is_ascii_digit());
            cells.iter().all(|row| number(&row[c])) && cells.iter().any(|row| !row[c].is_empty())
        })
        .collect();
    let line = |row: &[String]| {
        let mut line = String::new();
        for (c, cell) in row.iter().enumerate() {
            let pad = widths[c] - cell.chars().count();
            let (before, after) = if right[c] { (pad, 0) } else { (0, pad) };
            let gap = if c == 0 { 2 } else { 3 };
            let _ = write!(line, "{0:1$}{cell}{0:2$}", "", gap + before, after);
        }
        line.truncate(line.trim_end().len());
        line
    };
    if heading.iter().any(|h| !h.is_empty()) {
        let _ = writeln!(out, "{}", Painted(styles.dim, line(&heading)));
    }
    for row in &cells {
        let _ = writeln!(out, "{}", line(row));
    }
}

#[cfg(test)]
mod tests {
    use super::write_table;
    use crate::Styles;

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["aten::add.out".to_string(), "12".to_string()], vec!["b".into(), "3".into()]];
        let mut out = String::new();
        write_table(&mut out, &Styles::plain(), &["name", "calls"], &rows, 100);
        assert_eq!(out, "  name            calls\n  aten::add.out      12\n  b                   3\n");
        let mut out = String::new();
        write_table(
            &mut out,
            &Styles::plain(),
            &["name", "flag", "calls"],
            &[vec!["a".into(), String::new(), "1".into()], vec!["b".into(), String::new(), "2".into()]],
            100,
        );
        assert_eq!(out, "  name   calls\n  a          1\n  b          2\n", "no flag, no column");
    }
}
