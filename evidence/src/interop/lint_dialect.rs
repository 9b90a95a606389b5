//! The lint of MLIR dialects before readers that are not ours: definitions of two releases read as TableGen prints them and compared with the code that
//! was generated from them, and every witness of what changed in the mlir-opt of both.

use std::process::Command;

use crate::pins;
use crate::run::{example, root, run as execute};

/// Reads the definitions of both releases, writes the witnesses, and shows them to both.
pub(crate) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let releases = pins::pair(&pins::numbers("mlir", "producers")?)?;
    let (peers, folder) = (root.join("evidence/peers/mlir"), root.join("target/interop/lint-dialect"));
    let mut setup = Command::new("bash");
    setup.arg(peers.join("lint_dialect.sh")).arg(&folder);
    execute(setup)?;
    let dialects = example("outlast-lint", "dialects")?;
    for release in releases {
        let llvm = folder.join(format!("{release}/usr/lib/llvm-{release}"));
        let mut read = Command::new("python3");
        read.arg(peers.join("ods.py")).arg(format!("mlir-{release}"));
        read.arg(llvm.join("include")).arg(llvm.join("bin/llvm-tblgen")).arg(&dialects);
        read.arg(folder.join(format!("mlir-{release}.txt")));
        execute(read)?;
    }
    let witnesses = folder.join("witnesses");
    let mut write = Command::new(&dialects);
    write.arg("witnesses");
    write.args(releases.map(|release| folder.join(format!("mlir-{release}.txt")))).arg(&witnesses);
    execute(write)?;
    let mut show = Command::new("python3");
    show.arg(peers.join("lint_dialect.py")).arg(&witnesses).args(releases);
    execute(show)
}
