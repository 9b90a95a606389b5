//! The lint of record layouts before LLVM: witnesses of the pairs of `crates/lint/pairs/layout`, and layouts that real streams show.

use std::path::PathBuf;
use std::process::Command;

use crate::pins;
use crate::run::{example, outlast_binary, root, run as execute};

/// Sets up LLVM, shows all witnesses to llvm-bcanalyzer and to a reader of the other layout, and holds what is found between two releases to what is
/// known to have changed.
pub(crate) fn run() -> anyhow::Result<()> {
    let outlast = outlast_binary()?;
    // Changes are looked for between these.
    let releases = pins::pair(&pins::numbers("llvm", "lint")?)?;
    let root = root().canonicalize()?;
    let (peers, llvm, folder) = (
        root.join("evidence/peers/llvm"),
        root.join("target/interop/llvm"),
        root.join("target/interop/lint-layouts"),
    );
    let script = |name: &str, out: PathBuf| {
        let mut command = Command::new("bash");
        command.arg(peers.join(name)).arg(out);
        command
    };
    execute(script("setup.sh", llvm.clone()))?;
    let witnesses = folder.join("witnesses");
    let mut write = Command::new(example("outlast-lint", "layout_witnesses")?);
    write.arg(&witnesses);
    execute(write)?;
    let mut read = Command::new("python3");
    read.arg(peers.join("lint_witnesses.py")).arg(witnesses.join("pairs")).arg(witnesses);
    execute(read)?;
    let mut samples = script("samples.sh", llvm.join("samples"));
    samples.args(releases);
    execute(samples)?;
    execute(script("headers.sh", llvm.join("headers")))?;
    let mut layouts = Command::new("python3");
    layouts
        .arg(peers.join("lint_layouts.py"))
        .arg(outlast)
        .arg(llvm.join("samples"))
        .arg(folder.join("files"));
    layouts.arg(llvm.join("headers")).args(releases);
    execute(layouts)
}
