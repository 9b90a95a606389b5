//! Files of producers that mlir-opt knows nothing of: IREE in each of its phases, torch-mlir, StableHLO, JAX.
//!
//! Everything that is known of them without their dialects is checked: replay, verification, text; and they are written as version 4 and
//! back as version 6, which their own tools read and print as the same text.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use super::mlir::{SCRIPTS, Setup, Tally, counts, fresh, text};
use crate::run::read;

/// Producers: the folders that `foreign.py make` fills.
const SETS: &[&str] = &["iree", "torch", "stablehlo", "jax"];

/// The part `foreign`.
pub(super) fn run(setup: &Setup) -> anyhow::Result<Tally> {
    let venv = setup.folder.join("venv");
    if !venv.join("bin/iree-opt").exists() {
        println!("  no wheels in {}: nothing to check", venv.display());
        return Ok(Tally(0, 1, 0));
    }
    let files = setup.folder.join("foreign");
    println!("{}", read(script(&["make", text(&venv)?, text(&files)?]))?.trim_end());
    let mut tally = Tally(0, 0, 0);
    for set in SETS {
        println!(" {set}:");
        let found = check_set(setup, &venv, set)?;
        tally = Tally(tally.0 + found.0, tally.1 + found.1, tally.2 + found.2);
    }
    Ok(tally)
}

fn script(args: &[&str]) -> Command {
    let mut command = Command::new("python3");
    command.arg(format!("{SCRIPTS}/foreign.py")).args(args);
    command
}

fn check_set(setup: &Setup, venv: &Path, set: &str) -> anyhow::Result<Tally> {
    let originals = setup.folder.join("foreign").join(set);
    let files = Setup::files_in(&originals)?;
    let mut tally = Tally(0, 0, 0);
    for example in ["replay", "verify"] {
        let lines = setup.example(example, &[], &files)?;
        let (last, others) = lines.split_last().context("an example printed nothing")?;
        others.iter().take(8).for_each(|line| println!("    {line}"));
        println!("  {example}: {last}");
        // The first number counts what is right, the others what is not.
        let numbers = counts(last).with_context(|| format!("{example} printed `{last}`"))?;
        tally = Tally(tally.0 + numbers[0], tally.1, tally.2 + numbers[1..].iter().sum::<usize>());
    }
    for line in setup.example("opaque", &[], &files)? {
        println!("    {line}");
    }
    let texts = fresh(&setup.folder.join("foreign-texts").join(set))?;
    setup.example("print", &["--local", "--out", text(&texts)?], &files)?;
    let [same, differ, unread] = compare(
        "printed as its own tool does",
        &["dumps", text(venv)?, set, text(&originals)?, text(&texts)?],
    )?;
    tally = Tally(tally.0 + same, tally.1 + unread, tally.2 + differ);
    // Down to the version in which properties have names, and up again.
    let mut from = files;
    for version in ["bytecode-4", "bytecode-6"] {
        let out = fresh(&setup.folder.join(format!("foreign-{version}")).join(set))?;
        let lines = setup.example("mlir_convert", &[version, text(&out)?], &from)?;
        let (last, refused) = lines.split_last().context("mlir_convert printed nothing")?;
        refused.iter().take(20).for_each(|line| println!("    {line}"));
        println!("  written as {version}: {last}");
        tally.1 += refused.len();
        let what = "read by its own tool, against the text of the original";
        let [same, differ, unread] =
            compare(what, &["compare", text(venv)?, set, text(&originals)?, text(&out)?])?;
        tally = Tally(tally.0 + same, tally.1, tally.2 + differ + unread);
        from = Setup::files_in(&out)?;
    }
    Ok(tally)
}

/// What `foreign.py` counts: the same, different, not read by the tool.
fn compare(what: &str, args: &[&str]) -> anyhow::Result<[usize; 3]> {
    let compared = read(script(args))?;
    let (others, last) = compared.trim_end().rsplit_once('\n').unwrap_or(("", compared.trim_end()));
    others.lines().take(20).for_each(|line| println!("    {line}"));
    println!("  {what}: {last}");
    let [same, differ, unread] = counts(last).unwrap_or_default()[..] else {
        bail!("foreign.py printed `{last}`");
    };
    Ok([same, differ, unread])
}
