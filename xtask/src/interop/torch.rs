//! `cargo xtask interop torch`: models of five releases of PyTorch in every form, every file in every release, and the verdicts beside.

use std::path::PathBuf;
use std::process::Command;

use anyhow::bail;

use crate::run::{root, run as execute};

/// The releases that write and read, oldest first.
const RELEASES: [&str; 5] = ["1.6.0", "1.10.2", "1.13.1", "2.1.2", "2.15.0"];

/// Runs the releases that are named, or all: models by each, every file in every one, scores.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let wanted: Vec<&str> = match releases {
        [] => RELEASES.to_vec(),
        named => named.to_vec(),
    };
    if let Some(other) = wanted.iter().find(|release| !RELEASES.contains(release)) {
        bail!("`{other}`: the releases are {}", RELEASES.join(", "));
    }
    let folder = folder()?;
    for release in &wanted {
        if !folder.join(release).join("bin/python").exists() {
            let mut command = Command::new("bash");
            command.arg("xtask/peers/torch/venv.sh").arg(release).arg(folder.join(release));
            execute(command)?;
        }
        let models = folder.join("models").join(release);
        if !models.join("index.json").exists() {
            execute(python(release, "models.py")?.arg_path(&models))?;
        }
    }
    std::fs::create_dir_all(folder.join("runs"))?;
    for consumer in &wanted {
        let table = folder.join("runs").join(format!("{consumer}.tsv"));
        if !table.exists() {
            let mut command = python(consumer, "run.py")?.arg_path(&table);
            for producer in &wanted {
                command.arg(format!("{producer}={}", folder.join("models").join(producer).display()));
            }
            execute(command)?;
        }
    }
    let binary = super::outlast_binary()?;
    let mut score = Command::new("python3");
    score.arg("xtask/peers/torch/score.py").arg(binary).arg(folder.join("models"));
    for consumer in &wanted {
        score.arg(folder.join("runs").join(format!("{consumer}.tsv")));
    }
    let status = score.current_dir(root()).status()?;
    // The bar is that nothing is said to load that does not: what is left is listed, and is a failure.
    if !status.success() {
        bail!("verdicts `loads` of files that do not load: listed above");
    }
    Ok(())
}

/// Where environments, models and runs are.
fn folder() -> anyhow::Result<PathBuf> {
    Ok(root().canonicalize()?.join("target/interop/torch"))
}

/// A script in the environment of a release, from a folder without a `torch/`.
fn python(release: &str, script: &str) -> anyhow::Result<Command> {
    let environment = folder()?.join(release);
    let mut command = Command::new(environment.join("bin/python"));
    command.args(["-W", "ignore"]).arg(root().canonicalize()?.join("xtask/peers/torch").join(script));
    command
        .env("LD_LIBRARY_PATH", environment.join("stubs"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir("/");
    Ok(command)
}

/// A path as the next argument, by value.
trait ArgPath {
    fn arg_path(self, path: &std::path::Path) -> Command;
}

impl ArgPath for Command {
    fn arg_path(mut self, path: &std::path::Path) -> Command {
        self.arg(path);
        self
    }
}
