//! The pairs of `crates/lint/pairs/fbs` before readers that are not ours: code that flatc generates, and `flatc --conform`.

use std::path::PathBuf;
use std::process::Command;

use crate::flatc::flatc_binary;
use crate::run::{example, root, run as execute};

/// Where the official readers are.
pub(super) struct Peers {
    /// The scripts that ask them.
    pub(super) scripts: PathBuf,
    /// What `setup.sh` made.
    pub(super) folder: PathBuf,
    /// The newest compiler.
    pub(super) flatc: PathBuf,
}

/// Sets the official readers up.
pub(super) fn set_up() -> anyhow::Result<Peers> {
    let root = root().canonicalize()?;
    let (scripts, folder) = (root.join("evidence/peers/fbs"), root.join("target/interop/lint-fbs"));
    let flatc = flatc_binary()?.canonicalize()?;
    let mut setup = Command::new("bash");
    setup.arg(scripts.join("setup.sh")).arg(&folder);
    execute(setup)?;
    Ok(Peers { scripts, folder, flatc })
}

/// Writes all witnesses, shows each to the official reader of both schemas, and tabulates what `flatc --conform` of two releases says.
pub(crate) fn run() -> anyhow::Result<()> {
    let Peers { scripts, folder, flatc } = set_up()?;
    let witnesses = folder.join("witnesses");
    let mut write = Command::new(example("outlast-lint", "witnesses")?);
    write.arg(&witnesses);
    execute(write)?;
    let mut check = Command::new("python3");
    check.arg(scripts.join("check.py")).arg(witnesses.join("pairs")).arg(&witnesses);
    check.arg(folder.join("reader")).arg(folder.join("source/include"));
    check.arg(format!("2.0.8={}", folder.join("flatc-2.0.8").display()));
    check.arg(format!("25.12.19={}", flatc.display()));
    execute(check)
}
