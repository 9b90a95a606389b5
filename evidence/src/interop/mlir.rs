//! Real MLIR releases: sets them up, turns their own tests into bytecode, and checks what we do with it against what they do.
//!
//! Everything goes to `target/interop/mlir`; what is there is not made again, so a broken run can go on.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::mlir_dialects::dialects;
use crate::run::{cargo, read, root, run as execute, target};

pub(super) const SCRIPTS: &str = "evidence/peers/mlir";

/// The folder that keeps what releases print of files.
pub(super) const KEPT: &str = "kept";

/// Where files are, and programs that work on many at once.
pub(super) struct Setup {
    /// `target/interop/mlir`, absolute.
    pub(super) folder: PathBuf,
    /// Folder of the crate's example programs.
    examples: PathBuf,
}

/// What a part found: right, skipped, wrong.
pub(super) struct Tally(pub(super) usize, pub(super) usize, pub(super) usize);

type Part = fn(&Setup) -> anyhow::Result<Tally>;

/// Name, what it checks, and the function.
const PARTS: &[(&str, &str, Part)] = &[
    ("replay", "every file is decoded and encoded to the same bytes, with the indices it has", replay),
    (
        "wide",
        "files with numbers of more bytes than they need are read by every release as they are without",
        super::mlir_wide::run,
    ),
    ("verify", "no finding in what mlir-opt wrote", verify),
    ("canonical", "written anew, a file has the bytes that mlir-opt wrote", canonical),
    ("versions", "version 6 written as version 4 has the bytes that mlir-opt writes for version 4", versions),
    ("dump", "text is what mlir-opt prints, with and without aliases and locations", dump),
    (
        "dialects",
        "files of a dialect with versions: as mlir-opt wrote them, upgraded as it does it",
        dialects,
    ),
    (
        "foreign",
        "files of IREE, torch-mlir and JAX: as version 4 and as 6 again, read by their own tools",
        super::mlir_foreign::run,
    ),
    (
        "convert",
        "files of 19 and 22 converted for the other release and for 16: read there, and printed to the same text",
        super::mlir_convert::run,
    ),
    (
        "verdicts",
        "what `check` says of files that nothing was learned from, as they are and converted, is what mlir-opt does with them",
        verdicts,
    ),
    (
        "mutants",
        "files of the corpus with one or two bytes changed: none that the release which wrote them refuses is said to load",
        super::mlir_mutants::run,
    ),
    (
        "meaning",
        "programs after every stage of a pipeline, converted: the other release reads and computes what their own does",
        super::mlir_meaning::run,
    ),
];

/// Says what the parts are.
pub(super) fn parts() -> String {
    PARTS.iter().fold(String::new(), |mut text, (name, what, _)| {
        let _ = write!(text, "\n    {name:<10} {what}");
        text
    })
}

/// Runs these parts, or all.
pub(super) fn run(names: &[&str]) -> anyhow::Result<()> {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|part| part.0 != **name)) {
        bail!("no part `{unknown}`; there are:{}", parts());
    }
    let setup = set_up()?;
    let mut bad = Vec::new();
    for (name, what, part) in PARTS {
        if names.is_empty() || names.contains(name) {
            println!("\n{name}: {what}");
            let Tally(right, skipped, wrong) = part(&setup).with_context(|| format!("part `{name}`"))?;
            println!("{name}: {right} right, {skipped} skipped, {wrong} wrong");
            if wrong > 0 || right == 0 {
                bad.push(*name);
            }
        }
    }
    if !bad.is_empty() {
        bail!("wrong, or nothing checked: {}", bad.join(", "));
    }
    Ok(())
}

fn set_up() -> anyhow::Result<Setup> {
    let folder = root().canonicalize()?.join("target/interop/mlir");
    let mut command = Command::new("bash");
    command.arg(format!("{SCRIPTS}/setup.sh")).arg(&folder);
    execute(command)?;
    execute(cargo(&["build", "--release", "--locked", "--package", "outlast-mlir", "--examples"]))?;
    let examples = ["--example", "mlir_convert", "--example", "mlir_verdicts"];
    execute(cargo(&[&["build", "--release", "--locked", "--package", "outlast"], &examples[..]].concat()))?;
    execute(cargo(&["build", "--release", "--locked", "--package", "outlast-cli"]))?;
    Ok(Setup { folder, examples: target().join("release/examples").canonicalize()? })
}

impl Setup {
    /// The `outlast` program.
    pub(super) fn outlast(&self) -> PathBuf {
        self.examples.with_file_name("outlast")
    }

    fn corpus(&self, name: &str) -> PathBuf {
        self.folder.join("corpus").join(name)
    }

    /// Files of a folder of the corpus, in order.
    pub(super) fn files(&self, name: &str) -> anyhow::Result<Vec<PathBuf>> {
        Setup::files_in(&self.corpus(name))
    }

    /// Bytecode of a folder, in order.
    pub(super) fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        let mut files: Vec<PathBuf> =
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        files.retain(|path| path.extension().is_some_and(|end| end == "mlirbc"));
        files.sort();
        Ok(files)
    }

    /// Names of the folders of the corpus.
    pub(super) fn sets(&self) -> anyhow::Result<Vec<String>> {
        let entries = std::fs::read_dir(self.folder.join("corpus"))?;
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Runs an example program on files, some thousand at a time; what it printed.
    pub(super) fn example(
        &self,
        name: &str,
        first: &[&str],
        files: &[PathBuf],
    ) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        for some in files.chunks(2000) {
            let mut command = Command::new(self.examples.join(name));
            command.args(first).args(some);
            lines.extend(read(command)?.lines().map(str::to_owned));
        }
        Ok(lines)
    }

    /// Runs an example program on every folder of the corpus, and adds up the numbers of its last lines.
    fn on_all(&self, name: &str) -> anyhow::Result<Tally> {
        let mut all = Tally(0, 0, 0);
        for set in self.sets()? {
            let lines = self.example(name, &[], &self.files(&set)?)?;
            let mut sums = [0; 3];
            for line in &lines {
                if let Some(numbers) = counts(line) {
                    numbers.iter().zip(&mut sums).for_each(|(number, sum)| *sum += number);
                }
            }
            println!("  {set}: {} right, {} wrong, {} without what it takes", sums[0], sums[1], sums[2]);
            lines
                .iter()
                .filter(|line| counts(line).is_none())
                .take(5)
                .for_each(|line| println!("    {line}"));
            all = Tally(all.0 + sums[0], all.1 + sums[2], all.2 + sums[1]);
        }
        Ok(all)
    }
}

/// The numbers of a line that ends an example program's output: `12 the same, 0 differ, …`.
pub(super) fn counts(line: &str) -> Option<Vec<usize>> {
    let numbers: Vec<usize> = line
        .split(", ")
        .map(|part| part.split(' ').next().and_then(|word| word.parse().ok()))
        .collect::<Option<_>>()?;
    (numbers.len() >= 2).then_some(numbers)
}

fn replay(setup: &Setup) -> anyhow::Result<Tally> {
    let Tally(right, unread, wrong) = setup.on_all("replay")?;
    Ok(Tally(right, 0, wrong + unread))
}

fn verify(setup: &Setup) -> anyhow::Result<Tally> {
    setup.on_all("verify")
}

fn canonical(setup: &Setup) -> anyhow::Result<Tally> {
    setup.on_all("canonical")
}

fn versions(setup: &Setup) -> anyhow::Result<Tally> {
    let out = fresh(&setup.folder.join("versions"))?;
    let lowered = setup.files("19-v4")?;
    let names = |files: &[PathBuf]| -> Vec<PathBuf> {
        files
            .iter()
            .filter_map(|path| path.file_name())
            .map(|name| setup.corpus("19-v6").join(name))
            .collect()
    };
    let sources: Vec<PathBuf> = names(&lowered).into_iter().filter(|path| path.exists()).collect();
    let lines = setup.example("mlir_convert", &["bytecode-4", text(&out)?], &sources)?;
    lines.iter().take(12).for_each(|line| println!("    {line}"));
    let (mut tally, mut lost) = (Tally(0, 0, 0), 0);
    for theirs in &lowered {
        let Some(name) = theirs.file_name() else { continue };
        match std::fs::read(out.join(name)) {
            Err(_) => tally.1 += 1,
            Ok(ours) if ours == std::fs::read(theirs)? => tally.0 += 1,
            // Version 4 of mlir-opt has lost something: its own reader prints another text for it.
            Ok(_) if generic("19", theirs)? != generic("19", &setup.corpus("19-v6").join(name))? => {
                lost += 1;
                tally.1 += 1;
            }
            // Encodings that are not known keep the numbers of the file, and mean the same.
            Ok(_) if generic("19", &out.join(name))? == generic("19", theirs)? => {
                println!("    numbered otherwise: {}", name.to_string_lossy());
                tally.1 += 1;
            }
            Ok(_) => {
                println!("    differs: {}", name.to_string_lossy());
                tally.2 += 1;
            }
        }
    }
    println!("  {lost} of which mlir-opt's own version 4 has lost something");
    Ok(tally)
}

/// What `mlir-opt` of a release prints for a file; nothing if it refuses it.
fn generic(release: &str, file: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    let mut command = Command::new(format!("mlir-opt-{release}"));
    command.args(["--allow-unregistered-dialect", "--mlir-print-op-generic"]).arg(file);
    let output = command.output()?;
    Ok(output.status.success().then_some(output.stdout))
}

fn dump(setup: &Setup) -> anyhow::Result<Tally> {
    let mut tally = Tally(0, 0, 0);
    for (set, release) in [("19-v6", "19"), ("22-v6", "22"), ("19-v4", "19"), ("16-v0", "16")] {
        for switches in [&["--local"][..], &[], &["--debug"], &["--local", "--debug"]] {
            let mut command = Command::new("python3");
            command.arg(format!("{SCRIPTS}/prints.py")).arg(setup.corpus(set)).arg(release).args(switches);
            command.arg("--print").arg(setup.examples.join("print")).args(["--jobs", "2"]);
            // Its status says that something differs; that is counted here.
            let output = command.output()?;
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let first = printed.lines().next().unwrap_or_default();
            let Some(numbers) = counts(first) else {
                bail!("prints.py: {}", String::from_utf8_lossy(&output.stderr))
            };
            println!("  {set} {}: {first}", switches.join(" "));
            let [same, differ, refused] = numbers[..] else { bail!("prints.py printed {first}") };
            tally = Tally(tally.0 + same, tally.1 + refused, tally.2 + differ);
        }
    }
    Ok(tally)
}

/// Producer, reader, and how many of a hundred files the reader has to read after conversion; nearly all of them to the same text.
pub(super) const PAIRS: &[(&str, &str, usize)] =
    &[("19", "22", 85), ("22", "19", 98), ("19", "16", 0), ("22", "16", 0)];

/// A script, which asks readers by this program.
pub(super) fn script(name: &str) -> anyhow::Result<Command> {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("OUTLAST_EVIDENCE", std::env::current_exe()?);
    command.arg(format!("{SCRIPTS}/{name}"));
    Ok(command)
}

/// How many files of each direction are taken.
const SAMPLE: &str = "1500";

/// Files as they are, and converted ones of the part `convert`, if they are there: of the half that nothing was learned from.
fn verdicts(setup: &Setup) -> anyhow::Result<Tally> {
    let mut tally = Tally(0, 0, 0);
    let out = fresh(&setup.folder.join("verdicts"))?;
    for (from, to, _) in PAIRS {
        let originals = setup.corpus(&format!("{from}-v6"));
        let converted = setup.folder.join(format!("converted-{from}-{to}"));
        let folders = [originals.clone(), converted];
        for folder in folders.into_iter().filter(|folder| folder.exists()) {
            let entries = std::fs::read_dir(&folder).into_iter().flatten();
            let files: Vec<PathBuf> =
                entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
            let (said, done) = (out.join("verdicts.tsv"), out.join("outcomes.tsv"));
            std::fs::write(&said, setup.example("mlir_verdicts", &[to], &files)?.join("\n"))?;
            let mut command = script("verdicts.py")?;
            command.arg("run").arg(&done).arg(to).arg(&folder);
            command.args(["--producer", from, "--half", "unseen", "--limit", SAMPLE]);
            execute({
                command.arg("--originals").arg(&originals).arg("--kept").arg(setup.folder.join(KEPT));
                command
            })?;
            let mut command = script("verdicts.py")?;
            command.arg("table").arg(&said).arg(&done).args(["--half", "unseen", "--show", "0"]);
            // Its status says that something is wrong; that is counted here.
            let printed = String::from_utf8_lossy(&command.output()?.stdout).into_owned();
            let last = printed.lines().last().unwrap_or_default();
            println!("  {last}");
            let found = last.rsplit("; ").next().and_then(counts).unwrap_or_default();
            let [right, unknown, wrong] = found[..] else { bail!("verdicts.py printed {printed}") };
            tally = Tally(tally.0 + right, tally.1 + unknown, tally.2 + wrong);
        }
    }
    Ok(tally)
}

/// An empty folder.
pub(super) fn fresh(folder: &Path) -> anyhow::Result<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    Ok(folder.to_owned())
}

pub(super) fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a path is not UTF-8")
}
