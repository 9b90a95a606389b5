//! What asks real peers, learns tables and scores verdicts: `evidence/`, a workspace of its own, which these commands build and run.

use std::process::ExitCode;

use anyhow::Context;

use crate::run::{cargo, root, run};

const MANIFEST: &str = "evidence/Cargo.toml";
/// Beside what is shipped, and not in its way.
const TARGET: &str = "target/evidence";
/// The commands that are run there.
const COMMANDS: &[&str] = &["accuracy", "chaos", "interop", "learn", "play", "shipped"];

/// Whether a command is one of those.
pub(crate) fn has(command: &str) -> bool {
    COMMANDS.contains(&command)
}

/// Runs a command; its words, output and status are passed on.
pub(crate) fn forward(args: &[&str]) -> anyhow::Result<ExitCode> {
    let mut command =
        cargo(&["run", "--quiet", "--locked", "--manifest-path", MANIFEST, "--target-dir", TARGET, "--"]);
    let status = command.args(args).current_dir(root()).status().context("cargo")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// It is formatted and has no warnings, and its tests of tables and ledgers pass: those that ask nobody, which build in seconds. What the
/// fuzz targets were checked with is not checked again.
pub(crate) fn check() -> anyhow::Result<()> {
    run(cargo(&["fmt", "--manifest-path", MANIFEST, "--check"]))?;
    let clippy = ["clippy", "--manifest-path", MANIFEST, "--target-dir", "target/fuzz", "--all-targets"];
    run(cargo(&[&clippy[..], &["--locked", "--", "-D", "warnings"]].concat()))?;
    let test = ["test", "--manifest-path", MANIFEST, "--target-dir", TARGET, "--no-default-features"];
    run(cargo(&[&test[..], &["--locked"]].concat()))
}
