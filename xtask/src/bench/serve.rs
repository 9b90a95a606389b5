//! `cargo xtask bench serve`: what it costs to resolve with 1,000,000 variants, beside 1,000.

use std::process::Command;

use crate::run::{example, root, run as execute};

/// Variants.
const FEW: &str = "1000";
const MANY: &str = "1000000";

pub(super) fn run() -> anyhow::Result<()> {
    let folder = root().canonicalize()?.join("target/bench/serve");
    let mut scale = Command::new(example("outlast-serve", "scale")?);
    scale.arg(&folder).args([FEW, MANY]);
    execute(scale)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
