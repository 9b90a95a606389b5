//! `cargo xtask bless`: writes again what is made from something else and kept in the repository.

use std::fs;

use anyhow::{Context, anyhow};
use outlast::targets::table;

use crate::run::{cargo, root, run};

/// Where such files are.
pub(crate) const PATHS: &[&str] = &["crates/outlast/targets", "crates/*/tests", "corpus/golden", "docs"];

/// Tables first: they are compiled into what writes the golden files.
pub(crate) fn run_all() -> anyhow::Result<()> {
    tables()?;
    let mut tests = cargo(&["test", "--workspace", "--locked", "--tests", "--no-fail-fast", "--quiet"]);
    tests.env("BLESS", "1");
    run(tests)
}

/// `crates/outlast/targets/*.blob` from `*.txt`.
fn tables() -> anyhow::Result<()> {
    let folder = root().join("crates/outlast/targets");
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let text = entry?.path();
        if text.extension().is_none_or(|e| e != "txt") {
            continue;
        }
        let source = fs::read_to_string(&text)?;
        let blob = table::encode(&source).map_err(|error| anyhow!("{}: {error}", text.display()))?;
        let path = text.with_extension("blob");
        // Untouched where nothing changes, so that nothing is compiled again.
        if fs::read(&path).ok().as_ref() != Some(&blob) {
            fs::write(&path, &blob)?;
            println!("wrote {}", path.display());
        }
    }
    Ok(())
}
