//! Commands of others that the advice of verdicts names, run.

use std::process::Command;

use crate::run::{outlast_binary, root, run as execute};

/// Runs each command whose tool is at hand.
pub(crate) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let mut setup = Command::new("bash");
    setup.arg(root.join("evidence/peers/prove/setup.sh")).arg(root.join("target/interop/prove-tools"));
    execute(setup)?;
    let mut helps = Command::new("python3");
    helps
        .arg(root.join("evidence/peers/helps/helps.py"))
        .arg(outlast_binary()?)
        .arg(root.join("target/interop/helps"));
    execute(helps)
}
