//! `cargo xtask interop torch-older`: models of releases before those that `torch` runs, judged for and run in the newest one; and conversions from them
//! to it, and from it to them.

use std::fs;
use std::process::Command;

use anyhow::bail;

use super::torch::{ArgPath, folder, models, named, rescue, runs_in, set_up};
use crate::pins;
use crate::run::{outlast_binary, root, run as execute};

/// Runs the releases that are named, or all, one after the other: an environment that was not there before is deleted again.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let wanted = named(releases, &pins::releases("torch", "older")?)?;
    let with_bytecode = pins::releases("torch", "bytecode")?;
    // It reads what they write, and writes for them.
    let newest = pins::newest("torch", "models")?;
    let folder = folder()?;
    let binary = outlast_binary()?;
    set_up(newest)?;
    models(newest)?;
    let mut right = true;
    for release in wanted {
        let was_missing = set_up(release)?;
        models(release)?;
        let runs = folder.join("runs").join(format!("older-{release}"));
        fs::create_dir_all(&runs)?;
        let table = runs.join(format!("{newest}.tsv"));
        if !table.exists() {
            let of = format!("{release}={}", folder.join("models").join(release).display());
            execute(runs_in(newest, &table)?.args_all(&[&of]))?;
        }
        let mut score = Command::new("python3");
        score.arg("evidence/peers/torch/score.py").arg(&binary).arg(folder.join("models")).arg(&table);
        right &= score.current_dir(root()).status()?.success();
        let mut asked = vec![(release, newest, "pt", ""), (newest, release, "pt", "")];
        if with_bytecode.contains(&release) {
            asked.push((release, newest, "ptl", "-lite"));
        }
        right &= rescue(&binary, &asked)?;
        if was_missing {
            fs::remove_dir_all(folder.join(release))?;
        }
    }
    match right {
        true => Ok(()),
        false => bail!(
            "verdicts `loads` of files that do not load, or converted files that run to another result: listed above"
        ),
    }
}
