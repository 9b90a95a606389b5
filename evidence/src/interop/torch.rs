//! `cargo xtask interop torch`: models of several releases of PyTorch in every form, every file in every release, and the verdicts beside; the operators
//! that calls in code mean, as each release resolves them; archives of the corpus with one record changed, loaded; files converted, and run; and
//! the operator set of a user.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

use crate::pins;
use crate::run::{outlast_binary, root, run as execute};

/// Runs the releases that are named, or all: models by each, every file in every one, scores.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let wanted = named(releases, &pins::releases("torch", "models")?)?;
    let folder = folder()?;
    for release in &wanted {
        set_up(release)?;
        models(release)?;
    }
    std::fs::create_dir_all(folder.join("runs"))?;
    for consumer in &wanted {
        let table = folder.join("runs").join(format!("{consumer}.tsv"));
        if !table.exists() {
            let mut command = runs_in(consumer, &table)?;
            for producer in &wanted {
                command.arg(format!("{producer}={}", folder.join("models").join(producer).display()));
            }
            execute(command)?;
        }
    }
    let binary = outlast_binary()?;
    let mut score = Command::new("python3");
    score.arg("evidence/peers/torch/score.py").arg(&binary).arg(folder.join("models"));
    for consumer in &wanted {
        score.arg(folder.join("runs").join(format!("{consumer}.tsv")));
    }
    let scored = score.current_dir(root()).status()?.success();
    let mut alike = true;
    for release in &wanted {
        alike &= resolved(release, &wanted)?;
    }
    rewritten(&wanted)?;
    let rescued = rescued(&binary, &wanted)?;
    let own = own_sets(&binary, &wanted)?;
    // The bar is that nothing is said to load that does not: what is left is listed, and is a failure.
    match (scored, alike) {
        (true, true) if rescued && own => Ok(()),
        (true, true) if rescued => {
            bail!("verdicts or conversions of a user's operator set that are wrong: listed above")
        }
        (true, true) => bail!("converted files that run to another result: listed above"),
        (false, _) => bail!("verdicts `loads` of files that do not load: listed above"),
        (_, false) => bail!("calls that a release resolves in another way: listed above"),
    }
}

/// The releases that are named, or all there are.
pub(super) fn named<'r>(releases: &[&'r str], all: &[&'r str]) -> anyhow::Result<Vec<&'r str>> {
    if let Some(other) = releases.iter().find(|release| !all.contains(release)) {
        bail!("`{other}`: the releases are {}", all.join(", "));
    }
    Ok(if releases.is_empty() { all.to_vec() } else { releases.to_vec() })
}

/// Sets up a release, unless it is there; whether it was not.
pub(super) fn set_up(release: &str) -> anyhow::Result<bool> {
    let environment = folder()?.join(release);
    if environment.join("bin/python").exists() {
        return Ok(false);
    }
    let mut command = Command::new("bash");
    command.arg("evidence/peers/torch/venv.sh").arg(release).arg(environment);
    execute(command)?;
    Ok(true)
}

/// Has a release write models in every form, unless they are there.
pub(super) fn models(release: &str) -> anyhow::Result<()> {
    let models = folder()?.join("models").join(release);
    match models.join("index.json").exists() {
        true => Ok(()),
        false => {
            let package = super::retired("torch")?.join("evidence/peers/torch");
            let mut command = python(release, "models.py")?.arg_path(&models);
            command.env("PYTHONPATH", package);
            execute(command)
        }
    }
}

/// The operators that calls in the code of all models mean, as a release resolves them and as Outlast does: whether none differs.
fn resolved(release: &str, producers: &[&str]) -> anyhow::Result<bool> {
    let mut files = Vec::new();
    for producer in producers {
        files.extend(
            files_of(&folder()?.join("models").join(producer))?.into_iter().filter(|path| is_script(path)),
        );
    }
    let runs = folder()?.join("runs");
    let (theirs, ours) =
        (runs.join(format!("resolved-{release}.tsv")), runs.join(format!("calls-{release}.tsv")));
    if !theirs.exists() {
        let part = theirs.with_extension("part");
        let mut command = Command::new("python3");
        command.arg("evidence/peers/torch/resolved.py").arg(folder()?.join(release)).args(&files);
        execute_into(command.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(root()), &part)?;
        fs::rename(part, &theirs)?;
    }
    execute_into(example("calls").arg(release).args(&files), &ours)?;
    println!("\noperators that calls mean in torch {release}:");
    let mut compare = Command::new("python3");
    compare.args(["evidence/peers/torch/resolved.py", "--compare"]).args([theirs, ours]).current_dir(root());
    Ok(compare.status()?.success())
}

/// Archives of the corpus, each with one record changed, in each release: it loads those whose originals it loads.
fn rewritten(releases: &[&str]) -> anyhow::Result<()> {
    let corpus = root().canonicalize()?.join("corpus/torch");
    let out = folder()?.join("rewritten");
    let mut files = Vec::new();
    for entry in fs::read_dir(&corpus)? {
        let folder = entry?.path();
        if folder.is_dir() {
            let extensions = ["pt", "pth", "ptl", "pt2"].map(Into::into);
            let archives = |path: &PathBuf| {
                path.extension().is_some_and(|extension| extensions.contains(&extension.to_os_string()))
            };
            files.extend(files_of(&folder)?.into_iter().filter(archives));
        }
    }
    execute(example("records").arg_path(&out).args_paths(&files))?;
    println!(
        "\narchives with one record changed: release, what changed, how many originals it loads, how many rewritten"
    );
    for release in releases {
        let mut command = Command::new("python3");
        command.arg("evidence/peers/torch/rewritten.py").arg(folder()?.join(release)).args([&corpus, &out]);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        execute(command)?;
    }
    Ok(())
}

/// Whether a file is an archive of TorchScript by its name.
fn is_script(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    name.ends_with(".pt") && !name.ends_with(".package.pt")
}

/// Files that a release does not take, converted and run there: from all to the newest release, and from that to the others; FlatBuffers from and to
/// all. Whether none runs to another result.
fn rescued(binary: &Path, releases: &[&str]) -> anyhow::Result<bool> {
    let Some((newest, others)) = releases.split_last() else { return Ok(true) };
    let pairs = others.iter().map(|other| (other, newest)).chain(others.iter().map(|other| (newest, other)));
    println!("\nconverted files: how many run to the recorded results");
    let mut asked: Vec<(&str, &str, &str, &str)> = Vec::new();
    for (producer, reader) in pairs {
        for (extension, lite) in [("pt", ""), ("ptl", "-lite"), ("pt2", "")] {
            // The first releases have no torch.export.
            if extension != "pt2" || ![producer, reader].iter().any(|release| release.starts_with("1.")) {
                asked.push((producer, reader, extension, lite));
            }
        }
    }
    // Releases that write FlatBuffers, for all: those that read them, and those that get archives.
    let with_flatbuffers = pins::releases("torch", "flatbuffers")?;
    for producer in releases.iter().filter(|release| with_flatbuffers.contains(release)) {
        let readers = releases.iter().filter(|reader| *reader != producer);
        asked.extend(readers.map(|reader| (*producer, *reader, "ff.ptl", "-lite")));
    }
    rescue(binary, &asked)
}

/// What is converted: the release that wrote it, the reader, the extension of files, and `-lite` for the lite interpreter.
pub(super) type Asked<'r> = (&'r str, &'r str, &'r str, &'r str);

/// Converts what readers do not take, runs it there, and prints a table. Whether none runs to another result.
pub(super) fn rescue(binary: &Path, asked: &[Asked<'_>]) -> anyhow::Result<bool> {
    let mut folders = Vec::new();
    for (producer, reader, extension, lite) in asked {
        let reader = format!("{reader}{lite}");
        let out = folder()?.join("rescued").join(format!("{producer}-{reader}-{extension}"));
        fs::create_dir_all(&out)?;
        let mut command = Command::new("python3");
        command
            .arg("evidence/peers/torch/rescue.py")
            .arg(binary)
            .arg(folder()?)
            .args([producer, &*reader, extension]);
        // Files that run to another result are in the table, too.
        command.arg(&out).current_dir(root()).status()?;
        folders.push(out);
    }
    println!();
    let mut table = Command::new("python3");
    table.args(["evidence/peers/torch/rescue.py", "--table"]).args(folders).current_dir(root());
    Ok(table.status()?.success())
}

/// Models that call operators of a user's set, at four versions, as code, bytecode and exported programs: judged and converted for readers at four versions, and run
/// there. Models of a release are read by itself, by the one before and by the one after. Whether all is right.
fn own_sets(binary: &Path, releases: &[&str]) -> anyhow::Result<bool> {
    const SET: &str = "crates/cli/tests/data/foo";
    // Releases before have no operators that Python registers (`torch.library`).
    let able: Vec<&str> = releases
        .iter()
        .copied()
        .filter(|release| !release.starts_with("1.6") && !release.starts_with("1.10"))
        .collect();
    let (table, work) = (root().canonicalize()?.join(SET), folder()?.join("sets"));
    let models = |release: &str| work.join("models").join(release);
    for release in &able {
        if !models(release).join("v25/expected.json").exists() {
            execute(python(release, "own_set.py")?.args_all(&["make", "all"]).arg_path(&models(release)))?;
        }
    }
    let itself = able.iter().map(|release| (release, release));
    let next = able.windows(2).filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
    let mut right = true;
    for (producer, reader) in itself.chain(next.clone()).chain(next.map(|(one, other)| (other, one))) {
        println!(
            "\noperator set `foo`, models of {producer} in {reader}: form, what was done, verdict, what became of it, how many"
        );
        let out = work.join(format!("{producer}-{reader}"));
        fs::create_dir_all(&out)?;
        let mut command = python(reader, "own_set.py")?
            .args_all(&["cross"])
            .arg_path(binary)
            .arg_path(&table)
            .arg_path(&out)
            .arg_path(&models(producer));
        right &= command.status()?.success();
    }
    Ok(right)
}

/// An example of the library, as a command.
fn example(name: &str) -> Command {
    let mut command = Command::new("cargo");
    command
        .args(["run", "-q", "--release", "--locked", "-p", "outlast-torchscript", "--example", name, "--"])
        .current_dir(root());
    command
}

/// Runs a command with its output in a file.
fn execute_into(command: &mut Command, out: &Path) -> anyhow::Result<()> {
    let status = command.stdout(File::create(out)?).status()?;
    if !status.success() {
        bail!("{command:?}: {status}");
    }
    Ok(())
}

/// The files of a folder, in order.
fn files_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// Where environments, models and runs are.
pub(super) fn folder() -> anyhow::Result<PathBuf> {
    Ok(root().canonicalize()?.join("target/interop/torch"))
}

/// Runs files in a release: what follows is `PRODUCER=FOLDER` for each producer.
pub(super) fn runs_in(release: &str, table: &Path) -> anyhow::Result<Command> {
    let mut command = Command::new("python3");
    command.arg("evidence/peers/torch/run.py").arg(folder()?.join(release)).arg(table);
    command.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(root());
    Ok(command)
}

/// A script in the environment of a release, from a folder without a `torch/`.
fn python(release: &str, script: &str) -> anyhow::Result<Command> {
    let environment = folder()?.join(release);
    let mut command = Command::new(environment.join("bin/python"));
    command.args(["-W", "ignore"]).arg(root().canonicalize()?.join("evidence/peers/torch").join(script));
    command
        .env("LD_LIBRARY_PATH", environment.join("stubs"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir("/");
    Ok(command)
}

/// Paths as the next arguments, by value.
pub(super) trait ArgPath {
    fn arg_path(self, path: &Path) -> Command;
    fn args_paths(self, paths: &[PathBuf]) -> Command;
    fn args_all(self, args: &[&str]) -> Command;
}

impl ArgPath for Command {
    fn arg_path(mut self, path: &Path) -> Command {
        self.arg(path);
        self
    }

    fn args_paths(mut self, paths: &[PathBuf]) -> Command {
        self.args(paths);
        self
    }

    fn args_all(mut self, args: &[&str]) -> Command {
        self.args(args);
        self
    }
}
