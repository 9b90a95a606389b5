//! Damaged bytecode: files of the corpus with one or two bytes changed, before the release that wrote them and before the verdict on it.

use std::path::PathBuf;

use anyhow::bail;

use super::mlir::{Setup, Tally, counts, fresh, script, text};
use crate::pins;
use crate::run::{root, run as execute};

/// How many are made, unless `OUTLAST_ROUNDS` says otherwise: some four of five are refused.
const COUNT: &str = "2800";
/// What they are drawn by, unless `OUTLAST_SEED` says otherwise.
const SEED: &str = "48";

/// How many mutants have to be refused for the part to say something.
const REFUSED: usize = 2000;
/// Of a hundred modules that a release wrote itself, so many are not taken for changed.
const KEPT: usize = 98;
/// How many modules of each release are looked at for that.
const SOUND: usize = 500;
/// The code of the reason that something speaks against a file.
const UNSOUND: &str = "OL2211";

/// No mutant that its release refuses is said to load, and nearly no file as its release wrote it is taken for changed.
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
    // Those that wrote what is changed.
    for release in pins::numbers("mlir", "installed")? {
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
    let [right, unknown, mut wrong] = numbers[..] else { bail!("mutants.py printed {printed}") };
    let refused = printed
        .lines()
        .find_map(|line| line.strip_prefix("refuses ")?.split_whitespace().next()?.parse().ok());
    if std::env::var_os("OUTLAST_ROUNDS").is_none() && refused.unwrap_or(0) < REFUSED {
        println!("  less than {REFUSED} were refused: OUTLAST_ROUNDS asks for more");
        wrong += 1;
    }
    Ok(Tally(right, unknown, wrong + taken_for_changed(setup)?))
}

/// How many modules are too many that their own release wrote and that are taken for changed.
fn taken_for_changed(setup: &Setup) -> anyhow::Result<usize> {
    let (mut all, mut changed) = (0, 0);
    for set in ["16-v0", "19-v6", "22-v6"] {
        let files = setup.files(set)?;
        let step = files.len().div_ceil(SOUND).max(1);
        let some: Vec<PathBuf> = files.into_iter().step_by(step).collect();
        let release = set.split('-').next().unwrap_or_default();
        let lines = setup.example("mlir_verdicts", &[release], &some)?;
        let of_file = lines.iter().filter(|line| line.starts_with(set));
        let found =
            of_file.filter(|line| line.split('\t').nth(4).is_some_and(|reason| reason.starts_with(UNSOUND)));
        let found = found.count();
        println!("  {set}: {found} of {} modules that {release} wrote are taken for changed", some.len());
        (all, changed) = (all + some.len(), changed + found);
    }
    Ok(if changed * 100 > all * (100 - KEPT) { changed } else { 0 })
}
