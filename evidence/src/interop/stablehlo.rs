//! Real StableHLO: releases of jaxlib as writers, readers and runtimes of portable artifacts, and torch-mlir's tool. Everything goes to
//! `target/interop/stablehlo`; what is there is not made again.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{example, outlast_binary, root, run as execute};

const SCRIPTS: &str = "evidence/peers/stablehlo";

/// StableHLO's own compatibility suite, as it stands in its repository.
const SUITE: &str = "stablehlo/tests/vhlo";

/// Runs these parts, or all.
pub(super) fn run(parts: &[&str]) -> anyhow::Result<()> {
    let folder = root().canonicalize()?.join("target/interop/stablehlo");
    let mut setup = Command::new("bash");
    setup.arg(format!("{SCRIPTS}/setup.sh")).arg(&folder);
    execute(setup)?;
    let rewrite = example("outlast-mlir", "rewrite")?;
    let binary = outlast_binary()?;
    let python = std::env::var("OUTLAST_PYTHON").unwrap_or_else(|_| "python3.11".into());
    let mut check = Command::new(python);
    check.arg(format!("{SCRIPTS}/check.py")).arg(binary).arg(rewrite);
    check.arg(&folder).arg(suite(&folder)?).args(parts);
    execute(check)
}

/// Where artifacts of the suite are: `OUTLAST_STABLEHLO_SUITE`, or what the repository has at the commit of pins.toml.
fn suite(folder: &Path) -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os("OUTLAST_STABLEHLO_SUITE") {
        return Ok(named.into());
    }
    let mut clone = Command::new("bash");
    clone.args(["evidence/peers/clone.sh", "mlir", "stablehlo"]);
    execute(clone)?;
    let made = folder.join("suite");
    let mut unpack = Command::new("bash");
    unpack.args(["-c", UNPACK, "unpack"]).arg(&made).arg(SUITE);
    execute(unpack)?;
    Ok(made)
}

/// Unpacks a folder ($2) of the repository's pinned commit into $1.
const UNPACK: &str = r#"set -euo pipefail
mkdir -p "$1"
commit=$(python3 evidence/peers/pins.py mlir package=openxla/stablehlo version | cut -d' ' -f2)
git -C target/interop/clones/stablehlo.git archive "$commit:$2" | tar -x -C "$1" --wildcards '*.bc'"#;
