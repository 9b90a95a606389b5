//! Files of the corpus with numbers of more bytes than they need: read by every release as they are without.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use super::mlir::{SCRIPTS, Setup, Tally, counts, fresh, text};
use crate::pins;
use crate::run::{read, root};

/// The part `wide`.
pub(super) fn run(setup: &Setup) -> anyhow::Result<Tally> {
    let folder = fresh(&setup.folder.join("wide"))?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(root().join("corpus/mlir"))? {
        let found = entry?.path();
        if found.is_dir() {
            files.extend(Setup::files_in(&found)?);
        }
    }
    files.sort();
    setup.example("widen", &[text(&folder)?], &files)?;
    let mut script = Command::new("python3");
    script.arg(format!("{SCRIPTS}/wide.py")).arg(&folder);
    script.args(pins::numbers("mlir", "installed")?.iter().map(|number| format!("mlir-opt-{number}")));
    let printed = read(script)?;
    let (last, others) =
        printed.trim_end().rsplit_once('\n').map_or((printed.trim_end(), ""), |(o, l)| (l, o));
    others.lines().take(8).for_each(|line| println!("    {line}"));
    println!("  {last}");
    let numbers = counts(last).context("wide.py printed no numbers")?;
    let [same, refused, different] = numbers[..] else { anyhow::bail!("{last}") };
    Ok(Tally(same, refused, different))
}
