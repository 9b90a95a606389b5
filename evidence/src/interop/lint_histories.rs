//! Real histories before the lint: the schemas of all releases of ExecuTorch.

use std::process::Command;

use super::lint_fbs::set_up;
use crate::run::{example, outlast_binary, run as execute};

/// Fetches the wheels, lints each schema against the one of the release before, and shows the witnesses to the official reader.
pub(crate) fn run() -> anyhow::Result<()> {
    let outlast = outlast_binary()?.canonicalize()?;
    let peers = set_up()?;
    let witnesses = example("outlast-lint", "witnesses")?;
    let mut histories = Command::new("python3");
    histories.arg(peers.scripts.join("histories.py")).arg(outlast).arg("target/interop/lint-histories");
    histories.arg(peers.folder.join("reader")).arg(peers.folder.join("source/include"));
    histories.arg(peers.flatc).arg(witnesses);
    execute(histories)
}
