//! `cargo xtask bench`: measured beside the peers, on the same files in one run, as ratios.

mod executorch;
mod llvm;
mod measure;
mod mlir;

use anyhow::bail;

/// Runs a bench, or says which there are.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["executorch"] => executorch::run(),
        ["llvm"] => llvm::run(),
        ["mlir"] => mlir::run(),
        [] => {
            println!(
                "executorch  verification beside the official verifier, and loading in ExecuTorch {}\n\
                 llvm        dump and statistics beside llvm-bcanalyzer {}; inspect on a large and a small file\n\
                 mlir        parse, rewrite, dump and list beside mlir-opt {}",
                executorch::RELEASE,
                llvm::RELEASE,
                mlir::RELEASE
            );
            Ok(())
        }
        [name, ..] => bail!("no bench `{name}`: `cargo xtask bench` lists them"),
    }
}
