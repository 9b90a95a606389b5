//! `outlast prove` with real tools of LLVM and MLIR: verdicts, conversions, and files that were broken on purpose, which it has to find.
//!
//! Files are those of the corpus, programs in C that every Clang compiles ([`made`]), and for MLIR those of a folder that is named
//! (`19/*.mlirbc`, `22/*.mlirbc`, as `evidence/peers/mlir/lowered.py` writes them). Each is proved as it is in every release. What another release
//! has of the same program is compared with it: of LLVM what that release writes again, of MLIR what `outlast convert` writes. Then one thing is
//! altered in that ([`alter`]), and it is compared again.

mod alter;
mod made;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::pins;
use crate::run::{outlast_binary, root, run as execute, target};

/// So many processes at a time.
const WORKERS: usize = 2;

/// Of so many questions, one is asked about files that are broken on purpose, too.
const BREAKS: usize = 5;

/// Who reads programs of a family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Family {
    Llvm,
    Mlir,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Family::Llvm => "llvm",
            Family::Mlir => "mlir",
        }
    }

    /// Releases, and the targets that they are.
    fn releases(self) -> anyhow::Result<Vec<(&'static str, &'static str)>> {
        let list = match self {
            Family::Llvm => "analysers",
            Family::Mlir => "installed",
        };
        let pins = pins::list(self.name(), list)?;
        Ok(pins.into_iter().map(|pin| (pin.number(), pin.release.as_str())).collect())
    }

    /// `19.1.7` of `19`.
    fn full(self, release: &str) -> anyhow::Result<&'static str> {
        let found = self.releases()?.into_iter().find(|(short, _)| *short == release);
        Ok(found.with_context(|| format!("no release {release} of {}", self.name()))?.1)
    }

    /// The tool of a release that is named to `prove`.
    fn tool(self, release: &str) -> String {
        match self {
            Family::Llvm => format!("/usr/bin/llvm-dis-{release}"),
            Family::Mlir => format!("/usr/bin/mlir-opt-{release}"),
        }
    }

    /// `llvm-19.1.7=/usr/bin/llvm-dis-19`.
    fn runtime(self, release: &str) -> anyhow::Result<String> {
        Ok(format!("{}-{}={}", self.name(), self.full(release)?, self.tool(release)))
    }
}

/// A file of one release, and the release that is asked about it.
struct Job {
    family: Family,
    from: &'static str,
    to: &'static str,
    file: PathBuf,
}

/// What was counted of a pair of releases.
#[derive(Default)]
struct Counts {
    proved: usize,
    as_predicted: usize,
    not_claimed: usize,
    not_run: usize,
    converted: usize,
    equal: usize,
    broken: usize,
    found: usize,
}

type Results = BTreeMap<(Family, &'static str, &'static str), Counts>;

/// Proves all files in all releases; the first argument may be a folder with more files of MLIR.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let folder = target().join("interop/prove-tools");
    let mut setup = Command::new("bash");
    setup.arg(root().join("evidence/peers/prove/setup.sh")).arg(&folder);
    execute(setup)?;
    let folder = folder.canonicalize()?;
    let outlast = outlast_binary()?;
    let jobs = jobs(&folder, arguments.first().map(Path::new))?;
    let work = folder.join("work");
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    std::fs::create_dir_all(&work)?;
    let queue = Mutex::new(jobs.into_iter().enumerate());
    let (results, notes) = (Mutex::new(Results::new()), Mutex::new(Vec::new()));
    let first_error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((number, job)) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                    let asked = Asked {
                        outlast: &outlast,
                        job: &job,
                        base: work.join(number.to_string()),
                        breaks: number % BREAKS == 0,
                    };
                    match asked.all() {
                        Ok((counts, said)) => {
                            if let (Ok(mut results), Ok(mut notes)) = (results.lock(), notes.lock()) {
                                results.entry((job.family, job.from, job.to)).or_default().add(&counts);
                                notes.extend(said);
                            }
                        }
                        Err(error) => {
                            if let Ok(mut first) = first_error.lock() {
                                first.get_or_insert(error.context(job.file.display().to_string()));
                            }
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = first_error.into_inner().ok().flatten() {
        return Err(error);
    }
    let results = results.into_inner().map_err(|_| anyhow::anyhow!("a worker stopped"))?;
    let mut notes = notes.into_inner().map_err(|_| anyhow::anyhow!("a worker stopped"))?;
    notes.sort();
    notes.iter().for_each(|note| println!("  {note}"));
    let mut all = Counts::default();
    for ((family, from, to), counts) in &results {
        println!("{} {from} to {to}: {}", family.name(), counts.line());
        all.add(counts);
    }
    println!("all: {}", all.line());
    let claimed = all.proved - all.not_claimed - all.not_run;
    if all.as_predicted != claimed || all.found != all.broken {
        bail!("a verdict was wrong, or a file that was broken on purpose passed: see above");
    }
    Ok(())
}

/// All files with the releases that are asked about them.
fn jobs(folder: &Path, more: Option<&Path>) -> anyhow::Result<Vec<Job>> {
    let mut found: Vec<(Family, &'static str, PathBuf)> = Vec::new();
    let corpus = root().join("corpus").canonicalize()?;
    for (release, full) in Family::Llvm.releases()? {
        let files = listed(&corpus.join("llvm").join(full), "bc")?;
        found.extend(files.into_iter().map(|file| (Family::Llvm, release, file)));
        let files = made::programs(&folder.join("programs"), release)?;
        found.extend(files.into_iter().map(|file| (Family::Llvm, release, file)));
    }
    let mlir = Family::Mlir.releases()?;
    for entry in std::fs::read_dir(corpus.join("mlir"))? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // `dialects-old-19.1.7`, `19.1.7`.
        let release = mlir.iter().find(|(_, full)| name == *full || name.ends_with(&format!("-{full}")));
        let Some((release, _)) = release else { continue };
        found.extend(listed(&path, "mlirbc")?.into_iter().map(|file| (Family::Mlir, *release, file)));
    }
    for (release, _) in mlir.iter().filter(|_| more.is_some()) {
        let path = more.unwrap_or(Path::new("")).join(release);
        if path.is_dir() {
            found.extend(
                listed(&path.canonicalize()?, "mlirbc")?
                    .into_iter()
                    .map(|file| (Family::Mlir, *release, file)),
            );
        }
    }
    found.sort();
    let mut jobs = Vec::new();
    for (family, from, file) in found {
        let readers = family.releases()?.into_iter();
        jobs.extend(readers.map(|(to, _)| Job { family, from, to, file: file.clone() }));
    }
    Ok(jobs)
}

fn listed(folder: &Path, end: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        found.extend(Some(path).filter(|path| path.extension().is_some_and(|other| other == end)));
    }
    found.sort();
    Ok(found)
}

/// A job that is worked on.
struct Asked<'j> {
    outlast: &'j Path,
    job: &'j Job,
    /// How names of files begin that are made for it.
    base: PathBuf,
    /// Whether files are broken on purpose.
    breaks: bool,
}

impl Asked<'_> {
    /// Proves the file, what is made of it, and what is altered in that.
    fn all(&self) -> anyhow::Result<(Counts, Vec<String>)> {
        let Job { family, from, to, file } = self.job;
        let (mut counts, mut notes) = (Counts::default(), Vec::new());
        let name =
            file.components().rev().take(2).map(|part| part.as_os_str().to_string_lossy().into_owned());
        let name = name.collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("/");
        let mut note = |what: &str, proof: &Value| {
            notes.push(format!("{} {from} to {to}, {name}: {what}: {}", family.name(), said(proof)));
        };
        let proof = self.proof(None)?;
        counts.proved = 1;
        match proof["result"].as_str() {
            Some("as-predicted") => counts.as_predicted = 1,
            Some("not-claimed") => counts.not_claimed = 1,
            Some("not-run") => {
                counts.not_run = 1;
                note("not run", &proof);
            }
            _ => note("not as predicted", &proof),
        }
        let converted = self.base.with_extension("converted");
        if !self.convert(&converted)? {
            return Ok((counts, notes));
        }
        let proof = self.proof(Some(&converted))?;
        // Where a reader takes neither, there is nothing to compare.
        if proof["result"] == "not-run" {
            return Ok((counts, notes));
        }
        counts.converted = 1;
        if proof["real"] != "equal" {
            note("converted", &proof);
            return Ok((counts, notes));
        }
        counts.equal = 1;
        if !self.breaks {
            return Ok((counts, notes));
        }
        for (what, broken) in alter::all(*family, to, &converted, &self.base)? {
            counts.broken += 1;
            let proof = self.proof(Some(&broken))?;
            match proof["real"].as_str() {
                Some("differs" | "fails" | "crash") => counts.found += 1,
                _ => note(&format!("{what} was not found"), &proof),
            }
        }
        Ok((counts, notes))
    }

    /// What the other release has of the same program; whether there is such.
    fn convert(&self, to: &Path) -> anyhow::Result<bool> {
        let Job { family, from, to: release, file } = self.job;
        match family {
            Family::Llvm => made::written_again(file, (from, release), to),
            Family::Mlir => {
                let target = format!("mlir-{}", family.full(release)?);
                let mut command = Command::new(self.outlast);
                command.arg("convert").arg(file).args(["--target", &target, "--allow-unknown", "-o"]).arg(to);
                command.output().context("outlast convert")?;
                Ok(to.exists())
            }
        }
    }

    fn proof(&self, converted: Option<&Path>) -> anyhow::Result<Value> {
        let Job { family, from, to, file } = self.job;
        let mut command = Command::new(self.outlast);
        command.arg("prove").arg(file).args([
            "-f",
            "json",
            "--timeout",
            "120",
            "--runtime",
            &family.runtime(to)?,
        ]);
        if let Some(converted) = converted {
            command.arg("--converted").arg(converted).args(["--runtime", &family.runtime(from)?]);
        }
        // Runtimes of whoever runs this are not asked.
        command.env("OUTLAST_RUNTIMES", self.base.with_extension("toml"));
        let output = command.output().context("outlast prove")?;
        if output.stdout.is_empty() {
            // Not every release reads what it wrote: LLVM 14 has opaque pointers behind a switch.
            let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
            return Ok(serde_json::json!({ "result": "not-run", "real": "not-run", "message": said }));
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

/// What a proof says that is not good.
fn said(proof: &Value) -> String {
    let cases = proof["cases"].as_array().into_iter().flatten();
    let bad = cases.filter(|case| !matches!(case["outcome"].as_str(), Some("runs" | "equal")));
    let mut parts: Vec<String> = bad
        .map(|case| {
            let text = |name: &str| case[name].as_str().unwrap_or_default().to_string();
            format!("{} {}: {}", text("name"), text("outcome"), text("message"))
        })
        .collect();
    if parts.is_empty() {
        parts.push(format!("{} {}", proof["real"].as_str().unwrap_or_default(), proof["message"]));
    }
    format!("predicted {}; {}", proof["predicted"].as_str().unwrap_or("nothing"), parts.join("; "))
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.proved += other.proved;
        self.as_predicted += other.as_predicted;
        self.not_claimed += other.not_claimed;
        self.not_run += other.not_run;
        self.converted += other.converted;
        self.equal += other.equal;
        self.broken += other.broken;
        self.found += other.found;
    }

    fn line(&self) -> String {
        let Counts { proved, as_predicted, not_claimed, not_run, converted, equal, broken, found } = self;
        format!(
            "{as_predicted} of {proved} verdicts as predicted ({not_claimed} not claimed, {not_run} not run), {equal} of {converted} \
             conversions equal, {found} of {broken} broken files found"
        )
    }
}
