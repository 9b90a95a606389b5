//! What CI systems take of a scan, read by libraries and schemas that are not ours.

use std::process::Command;

use crate::run::{cargo, root, run as execute, target};

/// Scans the corpus, or these paths, in every form, and has each read.
pub(crate) fn run(paths: &[&str]) -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let (peers, folder) = (root.join("evidence/peers/forms"), root.join("target/interop/forms"));
    let mut setup = Command::new("bash");
    setup.arg(peers.join("setup.sh")).arg(&folder);
    execute(setup)?;
    // Parquet is there only if it is asked for.
    execute(cargo(&["build", "--release", "--locked", "--package", "outlast-cli", "--features", "parquet"]))?;
    let outlast = folder.join("outlast");
    std::fs::copy(target().join("release/outlast"), &outlast)?;
    let mut check = Command::new(folder.join("venv/bin/python"));
    check.arg(peers.join("check.py")).arg(&outlast).arg(&folder).arg(&root).args(paths);
    execute(check)
}
