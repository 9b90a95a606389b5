//! What tools of a release understand of programs, many at a time, by the code of `outlast prove`: for interop, and `cargo xtask play tools` for its
//! scripts.
//!
//! A module of MLIR is read by its reader, and by the release that wrote its original; both print it, and what they print is compared. A module of LLVM IR
//! is written again by its reader, and the newest release prints both. What a release prints is kept by the digest of what it read, so that it is asked once
//! about each file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use outlast_prove::tools::{Did, Language, Side, ToolProgram, again, meaning, printed, told_otherwise};
use outlast_prove::{Failure, How, Limits, Runtime};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::pins;
use crate::run::root;

/// What each run of a tool may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(120), memory: Some(8 << 30) };

/// So many tools at a time.
const WORKERS: usize = 2;

/// The release of LLVM that reads what all others write: `llvm-23`.
fn newest() -> anyhow::Result<String> {
    Ok(format!("llvm-{}", pins::numbers("llvm", "readers")?.pop().context("a reader of LLVM")?))
}

/// A program, and the release that reads it.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// What is read.
    pub(crate) file: PathBuf,
    /// Who reads it: `mlir-22`, `llvm-19`.
    pub(crate) reader: String,
    /// What it was made of, or itself, and who wrote that; none to see whether it is read.
    pub(crate) original: Option<(PathBuf, String)>,
}

/// What a reader did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// `same`, `other`, `fails`, `crash`; `reads` where nothing is compared with an original, `excluded` where nothing can be said.
    pub(crate) did: &'static str,
    /// The message, the first difference, or what the reader is not told.
    pub(crate) says: String,
    /// Lines of a module of LLVM IR that its reader wrote again in another way.
    pub(crate) changed: Vec<String>,
}

impl Answer {
    fn new(did: &'static str, says: impl Into<String>) -> Answer {
        Answer { did, says: says.into(), changed: Vec::new() }
    }
}

/// A release of tools that can be asked: installed, unpacked, or of LLVM the clang in a wheel of zig.
pub(crate) fn runtime(name: &str) -> anyhow::Result<Runtime> {
    let (family, release) = name.split_once('-').with_context(|| format!("`{name}` names no release"))?;
    let short = release.split('.').next().unwrap_or_default();
    let (program, unpacked) = match family {
        "mlir" => ("mlir-opt", "mlir/suite"),
        "llvm" => ("llvm-dis", "suite"),
        _ => bail!("tools of `{family}` are not asked"),
    };
    let interop = root().join("target/interop");
    let unpacked = match std::env::var_os("OUTLAST_SUITES") {
        Some(folder) if family == "llvm" => PathBuf::from(folder),
        _ => interop.join(unpacked),
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([unpacked.join(short).join("bin")]);
    let named = format!("{program}-{short}");
    let is_there = |path: &PathBuf| path.is_file();
    let found = folders.find_map(|folder| Some(folder.join(&named)).filter(is_there)).or_else(|| {
        let zig = std::env::var_os("OUTLAST_LLVM").map_or_else(|| interop.join("llvm"), PathBuf::from);
        let folder = zig.join(format!("zig-{short}/bin"));
        (family == "llvm" && folder.join(format!("clang-{short}")).is_file()).then_some(folder)
    });
    let found = found.with_context(|| {
        format!(
            "there is no {named}: evidence/peers/{family}/setup.sh installs it, evidence/peers/suite.sh unpacks it"
        )
    })?;
    Ok(Runtime { name: name.into(), how: How::Tools(std::path::absolute(found)?), ..Runtime::default() })
}

/// Asks about all programs; the answers in the order of the jobs. `folder` keeps what is printed.
pub(crate) fn all(jobs: &[Job], folder: &Path) -> anyhow::Result<Vec<Answer>> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; jobs.len()]);
    let work = |number: usize| -> anyhow::Result<()> {
        let scratch = folder.join(format!("work-{}-{number}", std::process::id()));
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { break };
            let answer = answer(job, folder, &scratch).with_context(|| job.file.display().to_string())?;
            if let Ok(mut answers) = answers.lock() {
                answers[at] = Some(answer);
            }
        }
        if scratch.exists() {
            fs::remove_dir_all(scratch)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..WORKERS).map(|number| scope.spawn(move || work(number))).collect();
        running.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow::anyhow!("a worker stopped"))?)
    })?;
    let answers = answers.into_inner().map_err(|_| anyhow::anyhow!("a worker stopped"))?;
    answers.into_iter().collect::<Option<Vec<_>>>().context("a job without an answer")
}

fn answer(job: &Job, folder: &Path, scratch: &Path) -> anyhow::Result<Answer> {
    if job.reader.starts_with("llvm-") {
        return written_again(job, folder, scratch);
    }
    let read = match text(&job.file, &job.reader, folder, scratch)? {
        Ok(text) => text,
        Err(refused) => return Ok(refused),
    };
    let Some((original, producer)) = &job.original else { return Ok(Answer::new("reads", "")) };
    let Ok(meant) = text(original, producer, folder, scratch)? else {
        return Ok(Answer::new("excluded", "its own release does not read it"));
    };
    Ok(match meaning((&meant, major(producer)), (&read, major(&job.reader))) {
        Did::Same(said) => Answer::new("same", said.unwrap_or_default()),
        Did::Other(difference) => Answer::new("other", difference),
        Did::NotAsked(why) => Answer::new("excluded", why),
        Did::Took(_) | Did::Failed(_) => bail!("texts were not compared"),
    })
}

/// What a reader of LLVM IR understood, by what it writes again.
fn written_again(job: &Job, folder: &Path, scratch: &Path) -> anyhow::Result<Answer> {
    let name = newest()?;
    let (reader, newest) = (runtime(&job.reader)?, runtime(&name)?);
    let program = ToolProgram::of_language(Language::Llvm, &job.file);
    let side = Side { runtime: &reader, program: &program };
    let read = match again(side, &newest, LIMITS, scratch) {
        Ok(read) => read,
        Err(failure) => return refused(failure),
    };
    let mut answer = Answer::new("reads", read.said);
    if job.reader == name {
        return Ok(answer);
    }
    let meant = match text(&job.file, &name, folder, scratch)? {
        Ok(text) => text,
        Err(refused) => {
            return Ok(Answer::new("reads", format!("the newest does not read it: {}", refused.says)));
        }
    };
    let written = read.file.map(|file| {
        let program = ToolProgram::of_language(Language::Llvm, &file);
        printed(Side { runtime: &newest, program: &program }, LIMITS, scratch)
    });
    answer.changed = match written {
        Some(Ok(written)) => told_otherwise(&meant, &written),
        Some(Err(Failure::Runtime(why))) => bail!("{why}"),
        None | Some(Err(_)) => vec!["the newest does not read what was written again".into()],
    };
    Ok(answer)
}

/// Why a reader did not take a file; the error is that it cannot be asked.
fn refused(failure: Failure) -> anyhow::Result<Answer> {
    Ok(match failure {
        Failure::Load(said) => Answer::new("fails", said),
        Failure::Crash(said) => Answer::new("crash", said),
        failure @ (Failure::Timeout(_) | Failure::Memory(_)) => {
            Answer::new("excluded", format!("the reader did not end: {failure}"))
        }
        failure => bail!("{failure}"),
    })
}

/// The number of a release: 19 of `mlir-19.1.7`.
fn major(name: &str) -> u32 {
    let release = name.split_once('-').map_or("", |(_, release)| release);
    release.split('.').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// What a release prints for a file, or why it does not; from the folder, if it was asked before.
fn text(file: &Path, release: &str, folder: &Path, scratch: &Path) -> anyhow::Result<Result<String, Answer>> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let digest: String = Sha256::digest(bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let kept = folder.join(release).join(digest);
    let (language, end) = match release.split('-').next() {
        Some("llvm") => (Language::Llvm, "ll"),
        _ => (Language::Mlir, "mlir"),
    };
    let (read, unread) = (kept.with_extension(end), kept.with_extension("refused"));
    if read.exists() {
        return Ok(Ok(fs::read_to_string(read)?));
    }
    if unread.exists() {
        return Ok(Err(Answer::new("fails", fs::read_to_string(unread)?)));
    }
    let runtime = runtime(release)?;
    let program = ToolProgram::of_language(language, file);
    match printed(Side { runtime: &runtime, program: &program }, LIMITS, scratch) {
        Ok(text) => {
            keep(&read, &text, scratch)?;
            Ok(Ok(text))
        }
        Err(Failure::Load(said) | Failure::Crash(said)) => {
            keep(&unread, &said, scratch)?;
            Ok(Err(Answer::new("fails", said)))
        }
        Err(failure) => refused(failure).map(Err),
    }
}

/// Writes a file that is there whole, or not at all.
fn keep(path: &Path, text: &str, scratch: &Path) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let part = scratch.join("part");
    fs::write(&part, text)?;
    fs::rename(part, path)?;
    Ok(())
}

/// `cargo xtask play tools JOBS FOLDER`: jobs as lines of JSON (`file`, `reader`, and of MLIR `original`, `producer` to compare it); an answer for
/// each, with `did` and `says`, and of LLVM IR the lines that were `changed`. FOLDER keeps what tools print.
pub(super) fn command(jobs: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut read = Vec::new();
    for line in fs::read_to_string(jobs)?.lines() {
        let job: Value = serde_json::from_str(line)?;
        let word = |name: &str| job[name].as_str().map(str::to_string);
        let original = word("original").map(PathBuf::from);
        read.push(Job {
            file: word("file").context("a job without `file`")?.into(),
            reader: word("reader").context("a job without `reader`")?,
            original: original
                .map(|file| anyhow::Ok((file, word("producer").context("an original without `producer`")?)))
                .transpose()?,
        });
    }
    for answer in all(&read, folder)? {
        println!("{}", json!({"did": answer.did, "says": answer.says, "changed": answer.changed}));
    }
    Ok(())
}
