//! Real StableHLO: releases of jaxlib as writers, readers and runtimes of portable artifacts, and torch-mlir's tool. Everything goes to
//! `target/interop/stablehlo`; what is there is not made again.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{cargo, root, run as execute};

const SCRIPTS: &str = "xtask/peers/stablehlo";

/// StableHLO's own compatibility suite, as it stands in its repository.
const SUITE: &str = "stablehlo/tests/vhlo";

/// Runs these parts, or all.
pub(super) fn run(parts: &[&str]) -> anyhow::Result<()> {
    let folder = root().canonicalize()?.join("target/interop/stablehlo");
    let mut setup = Command::new("bash");
    setup.arg(format!("{SCRIPTS}/setup.sh")).arg(&folder);
    execute(setup)?;
    execute(cargo(&["build", "--release", "--locked", "--package", "outlast-mlir", "--example", "rewrite"]))?;
    let binary = super::outlast_binary()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let python = std::env::var("OUTLAST_PYTHON").unwrap_or_else(|_| "python3.11".into());
    let mut check = Command::new(python);
    check
        .arg(format!("{SCRIPTS}/check.py"))
        .arg(binary)
        .arg(target.join("release/examples/rewrite").canonicalize()?);
    check.arg(&folder).arg(suite()).args(parts);
    execute(check)
}

/// Where artifacts of the suite are: `OUTLAST_STABLEHLO_SUITE`, or a clone beside the peers. Without them, that part of the checks has no files.
fn suite() -> PathBuf {
    let named = std::env::var_os("OUTLAST_STABLEHLO_SUITE").map(PathBuf::from);
    named.unwrap_or_else(|| root().join("target/interop/clones/stablehlo").join(SUITE))
}
