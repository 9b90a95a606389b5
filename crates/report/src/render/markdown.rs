//! Markdown, for a pull request or a report: a headline, tables, and details folded.

use std::fmt::Write;

use crate::escape;
use crate::findings::{Block, Report, Table};

/// The overview of a report.
pub(super) fn render(report: &dyn Report) -> serde_json::Result<String> {
    let blocks: Vec<String> = report.overview().iter().map(block).collect();
    Ok(blocks.join("\n"))
}

fn block(block: &Block) -> String {
    match block {
        Block::Headline(said, rest) => format!("**{}**{}\n", cell(said), cell(rest)),
        Block::Details(title, lines) => {
            let lines: String = lines.iter().map(|line| format!("- {}\n", cell(line))).collect();
            format!("<details><summary>{}</summary>\n\n{lines}\n</details>\n", cell(title))
        }
        Block::Table(Table { columns, numbers, rows, more }) => {
            let mut out = String::from("|");
            columns.iter().for_each(|column| {
                let gap = if column.is_empty() { "" } else { " " };
                _ = write!(out, "{gap}{column} |");
            });
            out.push_str("\n|");
            (0..columns.len())
                .for_each(|column| out.push_str(if numbers.contains(&column) { "---:|" } else { "---|" }));
            for row in rows {
                let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
                let _ = write!(out, "\n| {} |", cells.join(" | "));
            }
            out.push('\n');
            more.iter().for_each(|more| _ = writeln!(out, "\n{more} not listed."));
            out
        }
    }
}

/// Text in a cell: nothing in it is markup.
fn cell(text: &str) -> String {
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
