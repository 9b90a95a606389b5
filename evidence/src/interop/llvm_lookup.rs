//! Hash tables and Swift verdicts beside the real toolchains: names that `clang` and Swift print are looked up, and changed
//! Swift modules are shown to real compilers.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::llvm::{SCRIPTS, Setup, Tally, script};
use crate::run::{example, root};

/// Names looked up in the tables of Clang's and Swift's files.
pub(super) fn lookup(setup: &Setup) -> anyhow::Result<Tally> {
    let ask = example("outlast-bitstream", "ask")?;
    let mut command = Command::new("python3");
    command.arg(format!("{SCRIPTS}/lookups.py")).arg(ask).arg(setup.folder.join("lookups")).arg("--clang");
    command.args(setup.analysers.iter().map(ToString::to_string));
    let (toolchains, mut tally) = toolchains(setup);
    if !toolchains.is_empty() {
        command.arg("--swift").args(toolchains);
    }
    count(command, &mut tally)?;
    Ok(tally)
}

/// Changed Swift modules: what real compilers do with them, and what we say.
pub(super) fn swift(setup: &Setup) -> anyhow::Result<Tally> {
    let (toolchains, mut tally) = toolchains(setup);
    if toolchains.is_empty() {
        return Ok(tally);
    }
    let verdicts = example("outlast", "swift_verdicts")?;
    let mut command = Command::new("python3");
    command.arg(format!("{SCRIPTS}/swift_mutations.py")).arg(verdicts).args(toolchains);
    count(command, &mut tally)?;
    Ok(tally)
}

/// Swift compilers that are there, or can be had.
fn toolchains(setup: &Setup) -> (Vec<PathBuf>, Tally) {
    let mut tally = Tally::default();
    let mut found = Vec::new();
    for (name, which) in [("swift", None), ("swift-newer", Some(Path::new("newer")))] {
        let folder = setup.folder.with_file_name(name);
        let arguments: Vec<&Path> = [Some(&*folder), which].into_iter().flatten().collect();
        match script("swift.sh", &arguments) {
            Ok(()) => found.push(folder),
            Err(_) => tally.skipped.push(format!("{name}: no such toolchain here")),
        }
    }
    (found, tally)
}

/// Runs a script that ends with `N right, M wrong` and prints a line for each that is wrong.
fn count(mut command: Command, tally: &mut Tally) -> anyhow::Result<()> {
    let output = command.current_dir(root()).output().with_context(|| format!("{command:?}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter(|line| !line.starts_with("wrong: ")).for_each(|line| println!("  {line}"));
    let counts = text.lines().last().and_then(|line| line.strip_suffix(" wrong")?.split_once(" right, "));
    let Some((right, wrong)) = counts else {
        let said = String::from_utf8_lossy(&output.stderr);
        anyhow::bail!("{command:?}: {}", said.lines().last().unwrap_or("it said nothing"));
    };
    tally.done += right.parse::<usize>().context("number of right answers")?;
    let lines = text.lines().filter_map(|line| line.strip_prefix("wrong: "));
    tally.failed.extend(lines.map(str::to_string));
    if wrong != "0" && tally.failed.is_empty() {
        tally.failed.push(format!("{wrong} wrong"));
    }
    Ok(())
}
