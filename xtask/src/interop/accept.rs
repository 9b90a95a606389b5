//! Whether official tools accept programs that were written here: flatc, with the official schema, and the official
//! Rust verifier.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::executorch::{flatc_agrees, flatc_binary};
use crate::run::{cargo, read, root, run as execute};

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
    if files.is_empty() {
        return Ok(());
    }
    let refused: Vec<String> = verify(&files)?;
    println!("official Rust verifier: {} of {} accepted", files.len() - refused.len(), files.len());
    refused.iter().take(10).for_each(|line| println!("  {line}"));
    let agree = flatc_agrees(&files)?;
    println!("flatc: the same JSON for {} of {}", files.len() - agree.len(), files.len());
    agree.iter().take(10).for_each(|line| println!("  {line}"));
    if !refused.is_empty() || !agree.is_empty() {
        bail!("an official tool does not accept what was written");
    }
    Ok(())
}

/// What the official Rust verifier refuses, and why.
fn verify(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let root = root().canonicalize()?;
    let generated = root.join("target/bench/generated");
    let mut flatc = Command::new(flatc_binary()?);
    flatc.args(["--rust", "--gen-all", "-o"]).arg(&generated).arg("-I").arg("crates/executorch/schemas");
    flatc.arg("crates/executorch/schemas/program.fbs");
    flatc.stdout(std::process::Stdio::null());
    execute(flatc)?;
    let manifest = "xtask/peers/flatbuffers-verifier/Cargo.toml";
    let mut refused = Vec::new();
    for some in files.chunks(500) {
        let mut verifier =
            cargo(&["run", "--quiet", "--release", "--manifest-path", manifest, "--", "--accept"]);
        verifier.args(some).env("PROGRAM_GENERATED", generated.join("program_generated.rs"));
        verifier.env("CARGO_TARGET_DIR", root.join("target/bench/verifier"));
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
