//! Golden cases: Markdown files with blocks of commands and what they print.
//!
//! ````text
//! ```console
//! $ outlast inspect corpus/executorch/1.5.1/mlp.pte
//! ? 0
//! what it prints: standard output, then standard error
//! ```
//! ````
//!
//! A command is `outlast`, words (in single quotes where they have blanks), and perhaps `< FILE`, or `> /dev/null` where it
//! writes a program to standard output. Each file is a test.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::run::{Output, outlast, outlast_reading, root};

/// Files and folders with cases, from the root of the repository.
const PLACES: &[&str] = &["crates/cli/tests/cases", "docs/json.md", "docs/guides"];

/// Where commands of the cases may write files: names are of one case.
const SCRATCH: &str = "target/tmp";

pub(crate) fn trials() -> Vec<Trial> {
    let mut files = Vec::new();
    for place in PLACES {
        collect(&root().join(place), &mut files);
    }
    files.sort();
    let _ = std::fs::create_dir_all(root().join(SCRATCH));
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    files
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            Trial::test(name, move || case(&path, bless))
        })
        .collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.extension().is_some_and(|e| e == "md") {
        files.push(path.to_path_buf());
    }
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        collect(&entry.path(), files);
    }
}

fn case(path: &Path, bless: bool) -> Result<(), Failed> {
    let expected = std::fs::read_to_string(path)?;
    let actual = replay(&expected)?;
    if actual == expected {
        return Ok(());
    }
    if bless {
        std::fs::write(path, actual)?;
        return Ok(());
    }
    Err(format!("{}\nif it should be so: cargo xtask bless", difference(&expected, &actual)).into())
}

/// The document as it is when its commands are run.
fn replay(document: &str) -> Result<String, Failed> {
    let mut out = String::new();
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}")?;
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            // Everything but commands is what was printed before.
            if let Some(command) = line.strip_prefix("$ ") {
                let output = run(command)?;
                writeln!(out, "$ {command}\n? {}", output.code)?;
                for text in [&output.stdout, &output.stderr] {
                    out.push_str(text);
                    if !text.is_empty() && !text.ends_with('\n') {
                        out.push('\n');
                    }
                }
            }
        }
    }
    Ok(out)
}

fn run(command: &str) -> Result<Output, Failed> {
    let words = words(command);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["outlast", args @ .., "<", file] => Ok(outlast_reading(args, file)?),
        ["outlast", args @ .., ">", "/dev/null"] => Ok(Output { stdout: String::new(), ..outlast(args) }),
        ["outlast", args @ ..] => Ok(outlast(args)),
        _ => Err(format!("cases run `outlast` only: {command}").into()),
    }
}

fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in command.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The first line that differs, with what stands before it.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let same = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
    let mut out = format!("line {}:\n", same + 1);
    let start = same.saturating_sub(4);
    expected[start..same].iter().for_each(|line| _ = writeln!(out, "  {line}"));
    expected[same..].iter().take(8).for_each(|line| _ = writeln!(out, "- {line}"));
    actual[same..].iter().take(8).for_each(|line| _ = writeln!(out, "+ {line}"));
    out
}
