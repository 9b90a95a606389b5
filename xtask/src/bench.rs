//! `cargo xtask bench`: measured beside the peers, on the same files in one run, as ratios.

mod executorch;
mod llvm;
mod measure;
mod mlir;
mod scan;
mod serve;
mod sizes;
mod torch;

use anyhow::bail;

/// Runs a bench.
type Run = fn() -> anyhow::Result<()>;

/// Benches by name.
const BENCHES: &[(&str, Run)] = &[
    ("executorch", executorch::run),
    ("executorch-sizes", sizes::run),
    ("llvm", llvm::run),
    ("mlir", mlir::run),
    ("scan", scan::run),
    ("serve", serve::run),
    ("torch", torch::run),
];

/// Runs a bench, or says which there are.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    match args {
        [] => {
            println!(
                "executorch  verification beside the official verifier, and loading in ExecuTorch {}\n\
                  executorch-sizes  memory of converting programs of 4 GiB, beside cp\n\
                 llvm        dump and statistics beside llvm-bcanalyzer {}; inspect on a large and a small file\n\
                 mlir        parse, rewrite, dump and list beside mlir-opt {}\n\
                 scan        10,000 programs, and 10,000 files of all kinds; killed and resumed; --million scans 1,000,000\n\
                 serve       resolving with 1,000,000 variants and 200 profiles beside 1,000 variants (4 GB of disk)\n\
                 torch       inspect and check of a model of 2 GiB beside zipinfo and torch.jit.load of {}",
                executorch::RELEASE,
                llvm::RELEASE,
                mlir::RELEASE,
                torch::RELEASE
            );
            Ok(())
        }
        ["scan", "--million"] => scan::run_million(),
        [name] => match BENCHES.iter().find(|(known, _)| known == name) {
            Some((_, bench)) => bench(),
            None => bail!("no bench `{name}`: `cargo xtask bench` lists them"),
        },
        _ => bail!("one bench at a time: `cargo xtask bench` lists them"),
    }
}
