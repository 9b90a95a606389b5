//! What a reader understands of converted programs: the same as their producer does, by names and by what they compute.

use anyhow::{Context, bail};

use super::mlir::{SCRIPTS, Setup, Tally, script, text};
use crate::pins;
use crate::run::{read, run as execute};

/// What runs.py says of a module that computes another number than its original.
const ANOTHER: &str = "another number";

/// Makes the development set if it is not there, converts it, and lets the other release read and run it.
pub(super) fn run(setup: &Setup) -> anyhow::Result<Tally> {
    let folder = setup.folder.join("development");
    if !folder.join("manifest.tsv").exists() {
        make(&folder)?;
    }
    let outlast = setup.outlast();
    let mut tally = Tally(0, 0, 0);
    let producers = pins::numbers("mlir", "producers")?;
    let pairs = producers.iter().flat_map(|from| producers.iter().map(move |to| (*from, *to)));
    for (from, to) in pairs.filter(|(from, to)| from != to) {
        let mut command = script("development.py")?;
        command.arg(&folder).arg(&outlast).args(["--pairs", &format!("{from}:{to}")]);
        command.arg("--report").arg(folder.join(format!("report-{from}-{to}.md")));
        let printed = read(command)?;
        let last = printed.lines().last().unwrap_or_default();
        println!("  {last}");
        printed.lines().filter(|line| line.starts_with("  other ")).for_each(|line| println!("  {line}"));
        let [_, same, other, unread, refused] = numbers(last)[..] else {
            bail!("development.py printed {last}")
        };
        tally = Tally(tally.0 + same, tally.1 + unread + refused, tally.2 + other);

        let mut command = script("runs.py")?;
        let printed = read({
            command.arg(&folder).args([to, from]);
            command
        })?;
        printed.lines().for_each(|line| println!("  {line}"));
        tally.2 += printed.lines().filter(|line| line.trim_start().starts_with(ANOTHER)).count();
    }
    Ok(tally)
}

/// The programs of pipelines/development, those of JAX and torch-mlir among them, after every stage by both releases.
fn make(folder: &std::path::Path) -> anyhow::Result<()> {
    let programs = folder.join("programs");
    let source = format!("{SCRIPTS}/pipelines/development");
    execute({
        let mut command = script("frontends.py")?;
        command.arg(&source).arg(&programs);
        command
    })?;
    execute({
        let mut command = script("lowered.py")?;
        command.arg(text(folder)?).args(pins::numbers("mlir", "producers")?);
        command.args(["--programs", &source]).arg(&programs);
        command
    })
    .context("the development set")
}

/// The numbers of `19 to 22: 10 files, 7 same, …`, without the releases.
fn numbers(line: &str) -> Vec<usize> {
    let counts = line.split_once(": ").map_or("", |(_, counts)| counts);
    counts.split(", ").filter_map(|part| part.split(' ').next()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn the_last_line_has_five_numbers() {
        let line = "19 to 22: 10 files, 7 same, 1 other, 0 not read, 2 refused";
        assert_eq!(numbers(line), [10, 7, 1, 0, 2]);
        assert!(numbers("Traceback").is_empty());
    }
}
