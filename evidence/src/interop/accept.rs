//! Whether official tools accept files that were written here: flatc, with the official schema, and the official Rust
//! verifier.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::executorch::flatc_agrees;
use crate::flatc::official_verifier;
use crate::run::read;

/// Shows programs (`.pte`) to both; fails where one refuses.
pub(super) fn accept(folder: &Path) -> anyhow::Result<()> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "pte") {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    accept_files(&files)
}

/// Shows files of any kind to both; of a bundled program, not the program inside.
pub(super) fn accept_files(files: &[PathBuf]) -> anyhow::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let refused: Vec<String> = verify(files)?;
    println!("official Rust verifier: {} of {} accepted", files.len() - refused.len(), files.len());
    refused.iter().take(10).for_each(|line| println!("  {line}"));
    let agree = flatc_agrees(files)?;
    println!("flatc: the same JSON for {} of {}", files.len() - agree.len(), files.len());
    agree.iter().take(10).for_each(|line| println!("  {line}"));
    if !refused.is_empty() || !agree.is_empty() {
        bail!("an official tool does not accept what was written");
    }
    Ok(())
}

/// What the official Rust verifier refuses, and why.
fn verify(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut refused = Vec::new();
    for (number, some) in files.chunks(500).enumerate() {
        let mut verifier = official_verifier(number == 0)?;
        verifier.arg("--accept").args(some);
        let answers = read(verifier)?;
        let mut seen = 0;
        for line in answers.lines() {
            let (path, answer) = line.split_once('\t').context("the verifier's line has no tab")?;
            seen += 1;
            if answer != "yes" {
                refused.push(format!("{path}: {answer}"));
            }
        }
        if seen != some.len() {
            bail!("the verifier answered for {seen} of {} files", some.len());
        }
    }
    Ok(refused)
}
