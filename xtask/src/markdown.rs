//! `cargo xtask markdown`: lines of Markdown have at most 120 columns, except tables and code.

use std::fs;

use anyhow::{Context, bail};

use crate::run::{git, read, root};

/// Columns of a line.
const WIDTH: usize = 120;

/// Names every line that is longer, as `file:line`.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut long = Vec::new();
    for file in read(git(&["ls-files", "--", "*.md"]))?.lines() {
        let text = fs::read_to_string(root().join(file)).with_context(|| file.to_string())?;
        let lines = long_lines(&text).into_iter();
        long.extend(lines.map(|(line, width)| format!("{file}:{line}: {width} columns")));
    }
    if !long.is_empty() {
        bail!("lines of Markdown have at most {WIDTH} columns:\n  {}", long.join("\n  "));
    }
    println!("markdown: no line has more than {WIDTH} columns");
    Ok(())
}

/// Number and width of each line that is too long. A fence opens with three or more backticks and ends with as many.
fn long_lines(text: &str) -> Vec<(usize, usize)> {
    let mut long = Vec::new();
    let mut fence = 0;
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let ticks = start.bytes().take_while(|byte| *byte == b'`').count();
        if fence == 0 && ticks >= 3 {
            fence = ticks;
        } else if fence > 0 && ticks >= fence && start.trim_end().len() == ticks {
            fence = 0;
        } else if fence == 0 && !start.starts_with('|') {
            let width = line.chars().count();
            if width > WIDTH {
                long.push((index + 1, width));
            }
        }
    }
    long
}

#[cfg(test)]
mod tests {
    use super::long_lines;

    #[test]
    fn tables_and_code_may_be_wide() {
        let wide = "x".repeat(121);
        let text = format!(
            "short\n{wide}\n| {wide} |\n  ```console\n  {wide}\n  ```\n{wide}\n````\n```\n{wide}\n````\n"
        );
        assert_eq!(long_lines(&text), [(2, 121), (7, 121)]);
        assert!(long_lines(&"ä".repeat(120)).is_empty());
    }
}
