//! `cargo xtask interop torch-older`: models of releases before those that `torch` runs, judged for and run in the newest one; and conversions from them
//! to it, and from it to them.

use std::fs;
use std::process::Command;

use anyhow::bail;

use super::torch::{ArgPath, folder, models, named, rescue, runs_in, set_up};
use crate::run::{outlast_binary, root, run as execute};

/// The releases, oldest first.
const RELEASES: [&str; 6] = ["1.3.1", "1.4.0", "1.5.1", "1.7.1", "1.8.1", "1.9.1"];

/// Those of them that write bytecode, and run it from Python.
const WITH_LITE: [&str; 3] = ["1.7.1", "1.8.1", "1.9.1"];

/// The release that reads what they write, and writes for them.
const NEWEST: &str = "2.15.0";

/// Runs the releases that are named, or all, one after the other: an environment that was not there before is deleted again.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let wanted = named(releases, &RELEASES)?;
    let folder = folder()?;
    let binary = outlast_binary()?;
    set_up(NEWEST)?;
    models(NEWEST)?;
    let mut right = true;
    for release in wanted {
        let was_missing = set_up(release)?;
        models(release)?;
        let runs = folder.join("runs").join(format!("older-{release}"));
        fs::create_dir_all(&runs)?;
        let table = runs.join(format!("{NEWEST}.tsv"));
        if !table.exists() {
            let of = format!("{release}={}", folder.join("models").join(release).display());
            execute(runs_in(NEWEST, &table)?.args_all(&[&of]))?;
        }
        let mut score = Command::new("python3");
        score.arg("evidence/peers/torch/score.py").arg(&binary).arg(folder.join("models")).arg(&table);
        right &= score.current_dir(root()).status()?.success();
        let mut asked = vec![(release, NEWEST, "pt", ""), (NEWEST, release, "pt", "")];
        if WITH_LITE.contains(&release) {
            asked.push((release, NEWEST, "ptl", "-lite"));
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
