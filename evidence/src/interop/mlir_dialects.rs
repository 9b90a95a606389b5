//! Hooks of dialects against `mlir-opt`, which has a dialect with versions of its own: upstream's test dialect.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::mlir::{Setup, Tally, counts, fresh, text};
use crate::pins;
use crate::run::read;

/// Our texts of the test dialect: the name, and the first version of the container that keeps all of it.
const TEXTS: &[(&str, u32)] = &[("dialects", 0), ("dialects-native", 5)];

/// What is made here with a release, and compared.
struct Release<'s> {
    setup: &'s Setup,
    tool: String,
    /// What `mlir-opt` wrote; the same in version 1.12 of the dialect, by us.
    new: PathBuf,
    old: PathBuf,
}

pub(super) fn dialects(setup: &Setup) -> anyhow::Result<Tally> {
    let mut tally = Tally(0, 0, 0);
    for number in pins::numbers("mlir", "producers")? {
        let folder = fresh(&setup.folder.join(format!("dialects-{number}")))?;
        let (new, old) = (fresh(&folder.join("new"))?, fresh(&folder.join("old"))?);
        let release = Release { setup, tool: format!("mlir-opt-{number}"), new, old };
        release.make()?;
        let all = Setup::files_in(&release.new)?;
        let kept = release.run_example("canonical", &folder, &all)?;
        println!("  {}: {} of {} files of ours come out as it wrote them", release.tool, kept.0, all.len());
        let upgraded = release.upgrades(&folder)?;
        println!("    version 1.12: {} of {} as it upgrades them", upgraded.0, upgraded.0 + upgraded.2);
        tally = add(add(tally, kept), upgraded);
        // Its own tests, whatever is in them.
        for set in setup.sets()?.iter().filter(|set| set.starts_with(number)) {
            let found = release.run_example("canonical", &folder, &setup.files(set)?)?;
            println!(
                "    {set}: {} as it wrote them, {} not, {} without what it takes",
                found.0, found.2, found.1
            );
            tally = add(tally, found);
        }
    }
    Ok(tally)
}

fn add(one: Tally, other: Tally) -> Tally {
    Tally(one.0 + other.0, one.1 + other.1, one.2 + other.2)
}

impl Release<'_> {
    /// Turns our texts into bytecode of every version, and that into an older version of the dialect.
    fn make(&self) -> anyhow::Result<()> {
        for (name, first) in TEXTS {
            for version in *first..=6 {
                let mut command = Command::new(&self.tool);
                command.arg("--allow-unregistered-dialect").arg("--emit-bytecode");
                command.arg(format!("--emit-bytecode-version={version}"));
                command.arg(format!("evidence/peers/mlir/src/{name}.mlir"));
                command.arg("-o").arg(self.new.join(format!("{name}-v{version}.mlirbc")));
                read(command)?;
            }
        }
        // Version 0 of the container has no versions of dialects.
        let mut versioned = Setup::files_in(&self.new)?;
        versioned.retain(|path| !path.ends_with("dialects-v0.mlirbc"));
        let done = self.run_example("down", &self.old, &versioned)?;
        anyhow::ensure!(done.0 == versioned.len(), "{} of {} written", done.0, versioned.len());
        Ok(())
    }

    /// Runs our program on files, and adds up what it counted.
    fn run_example(&self, mode: &str, out: &Path, files: &[PathBuf]) -> anyhow::Result<Tally> {
        let mut sums = Tally(0, 0, 0);
        for line in self.setup.example("dialects", &[mode, text(out)?], files)? {
            match counts(&line).as_deref() {
                Some([good, bad, other, ..]) => sums = add(sums, Tally(*good, *other, *bad)),
                _ => println!("    {line}"),
            }
        }
        Ok(sums)
    }

    /// Files of the older version, read and upgraded by both: what is printed and what is written again has to be the same.
    fn upgrades(&self, folder: &Path) -> anyhow::Result<Tally> {
        let out = fresh(&folder.join("upgraded"))?;
        let old = Setup::files_in(&self.old)?;
        self.run_example("up", &out, &old)?;
        let mut tally = Tally(0, 0, 0);
        for path in old {
            let stem = path.file_stem().context("a file without a name")?.to_string_lossy().into_owned();
            let version = stem.rsplit_once("-v").context("a file without a version")?.1;
            let mut printed = Command::new(&self.tool);
            printed.args([
                "--allow-unregistered-dialect",
                "--mlir-print-op-generic",
                "--mlir-print-local-scope",
            ]);
            printed.arg(&path);
            let theirs = read(printed)?;
            let again = folder.join("theirs.mlirbc");
            let mut written = Command::new(&self.tool);
            written.args(["--allow-unregistered-dialect", "--emit-bytecode"]);
            written.arg(format!("--emit-bytecode-version={version}")).arg(&path).arg("-o").arg(&again);
            read(written)?;
            let same_text = std::fs::read_to_string(out.join(format!("{stem}.mlir")))? == theirs;
            let same_bytes = std::fs::read(out.join(format!("{stem}.mlirbc")))? == std::fs::read(&again)?;
            match same_text && same_bytes {
                true => tally.0 += 1,
                false => {
                    println!("    {stem}: text the same: {same_text}, bytes the same: {same_bytes}");
                    tally.2 += 1;
                }
            }
        }
        Ok(tally)
    }
}
