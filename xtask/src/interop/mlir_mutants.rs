//! Damaged bytecode: files of the corpus with one or two bytes changed, before the release that wrote them and before the verdict on it.

use std::path::PathBuf;

use anyhow::bail;

use super::mlir::{Setup, Tally, counts, fresh, script, text};
use crate::run::{root, run as execute};

/// The releases that wrote what is changed.
const RELEASES: &[&str] = &["16", "19", "22"];
/// How many are made, unless `OUTLAST_ROUNDS` says otherwise: some four of five are refused.
const COUNT: &str = "2800";
/// What they are drawn by, unless `OUTLAST_SEED` says otherwise.
const SEED: &str = "48";

/// No mutant that its release refuses is said to load.
pub(super) fn run(setup: &Setup) -> anyhow::Result<Tally> {
    let out = fresh(&setup.folder.join("mutants"))?;
    let of = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
    let (seed, count) = (of("OUTLAST_SEED", SEED), of("OUTLAST_ROUNDS", COUNT));
    println!("  seed {seed}, {count} mutants");
    let mut command = script("mutants.py")?;
    command.arg("make").arg(&out).args(["--seed", &seed, "--count", &count]).arg(root().join("corpus/mlir"));
    execute(command)?;
    let mut files = Setup::files_in(&out)?;
    files.sort();
    let mut said: Vec<PathBuf> = Vec::new();
    for release in RELEASES {
        let of_release =
            |path: &&PathBuf| text(path).is_ok_and(|path| path.ends_with(&format!(".{release}.mlirbc")));
        let files: Vec<PathBuf> = files.iter().filter(of_release).cloned().collect();
        let path = out.join(format!("verdicts-{release}.tsv"));
        std::fs::write(&path, setup.example("mlir_verdicts", &[release], &files)?.join("\n"))?;
        said.push(path);
    }
    let mut command = script("mutants.py")?;
    // Its status says that something is wrong; that is counted here.
    let printed =
        String::from_utf8_lossy(&command.arg("table").arg(&out).args(&said).output()?.stdout).into_owned();
    printed.lines().for_each(|line| println!("  {line}"));
    let numbers = printed.lines().last().and_then(counts).unwrap_or_default();
    let [right, unknown, wrong] = numbers[..] else { bail!("mutants.py printed {printed}") };
    Ok(Tally(right, unknown, wrong))
}
