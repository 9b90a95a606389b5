//! `cargo xtask fuzz`: the targets of `fuzz/`, some minutes each, several at a time.
//!
//! libFuzzer runs with `-fork=1`, so that a crash, a hang or an input that needs too much memory does not end a run; each is kept in
//! `fuzz/artifacts/TARGET`. What libFuzzer prints goes to `target/fuzz-logs`, and is read from there: [`stats`].

mod args;
mod stats;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context, bail};
use outlast_oracles::seeds::{FuzzTarget, MOST_BYTES, TARGETS};
use sha2::{Digest, Sha256};

use crate::run::{read, root, run};
use args::{Asked, Sanitizer};
use stats::Stats;

/// Longest that one input may take.
const SECONDS: u32 = 10;
/// Most memory of one input; the address sanitizer keeps what was freed, and needs more.
const MEGABYTES: [(&str, u32); 2] = [("none", 2048), ("address", 4096)];

/// What was run of a target.
struct Ran {
    target: &'static FuzzTarget,
    /// Inputs from the corpus, before new ones.
    seeds: usize,
    stats: Stats,
    /// It did not come to its end.
    broken: Option<String>,
    /// Inputs that broke an oracle, in `fuzz/artifacts`.
    found: Vec<PathBuf>,
}

/// Runs fuzz targets.
pub(crate) fn command(args: &[&str]) -> anyhow::Result<()> {
    let asked = Asked::parse(args)?;
    demand_cargo_fuzz()?;
    for target in &asked.targets {
        let written = seed(target)?;
        println!("{}: {written} seeds", target.name);
    }
    let mut all = Vec::new();
    if asked.sanitizer != Sanitizer::None {
        build("address", &asked)
            .context("where there is no address sanitizer, `--sanitizer none` leaves it out")?;
        println!("\nwhat is kept, once, with the address sanitizer:");
        all.extend(each(&asked, |target| pass(target, "address"))?);
        if asked.sanitizer == Sanitizer::Address && !asked.coverage {
            println!("\n{} minutes each, with the address sanitizer:", asked.minutes);
            all.extend(each(&asked, |target| fuzz(target, "address", &asked))?);
            return conclude(&all);
        }
    }
    if asked.sanitizer != Sanitizer::Address {
        build("none", &asked)?;
        if asked.coverage {
            println!("\nwhat is kept, once:");
            all.extend(each(&asked, |target| pass(target, "none"))?);
        } else {
            println!("\n{} minutes each:", asked.minutes);
            all.extend(each(&asked, |target| fuzz(target, "none", &asked))?);
        }
    }
    conclude(&all)
}

fn demand_cargo_fuzz() -> anyhow::Result<()> {
    let mut version = Command::new("cargo");
    version.args(["fuzz", "--version"]);
    match read(version) {
        Ok(version) => print!("{version}"),
        Err(_) => bail!(
            "cargo-fuzz is not installed: `cargo install --locked cargo-fuzz`; it needs a C++ compiler as well"
        ),
    }
    Ok(())
}

/// Writes the seeds of a target, each named for its content, and returns how many there are.
fn seed(target: &FuzzTarget) -> anyhow::Result<usize> {
    let folder = corpus(target);
    fs::create_dir_all(&folder)?;
    fs::create_dir_all(artifacts(target))?;
    let seeds = (target.seeds)();
    for seed in &seeds {
        let name: String = Sha256::digest(seed).iter().take(20).map(|byte| format!("{byte:02x}")).collect();
        let path = folder.join(name);
        if !path.exists() {
            fs::write(&path, seed).with_context(|| path.display().to_string())?;
        }
    }
    Ok(seeds.len())
}

fn corpus(target: &FuzzTarget) -> PathBuf {
    root().join("fuzz/corpus").join(target.name)
}

fn artifacts(target: &FuzzTarget) -> PathBuf {
    root().join("fuzz/artifacts").join(target.name)
}

/// Builds all targets, or the only one. Each sanitizer has a folder of its own, so that neither build throws the other's away.
fn build(sanitizer: &str, asked: &Asked) -> anyhow::Result<()> {
    let mut build = cargo_fuzz("build", sanitizer);
    if let [only] = asked.targets.as_slice() {
        build.arg(only.name);
    }
    run(build)
}

/// `cargo fuzz build` or `run`.
fn cargo_fuzz(what: &str, sanitizer: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(["fuzz", what, "--sanitizer", sanitizer, "--target-dir"]);
    command.arg(format!("target/fuzz-{sanitizer}"));
    if sanitizer != "none" {
        // Sanitizers are unstable options of the compiler; their runtimes are part of stable toolchains, too.
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    command
}

/// Runs every target that is asked for, so many at a time; prints a row as each ends.
fn each(
    asked: &Asked,
    one: impl Fn(&'static FuzzTarget) -> anyhow::Result<Ran> + Sync,
) -> anyhow::Result<Vec<Ran>> {
    println!("{}", stats::HEAD);
    let queue: Mutex<VecDeque<&'static FuzzTarget>> = Mutex::new(asked.targets.iter().copied().collect());
    let next = || queue.lock().ok()?.pop_front();
    let worker = || -> anyhow::Result<Vec<Ran>> {
        let mut done = Vec::new();
        while let Some(target) = next() {
            let ran = one(target)?;
            println!("{}", ran.stats.row(target.name, ran.found.len()));
            done.push(ran);
        }
        Ok(done)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..asked.jobs).map(|_| scope.spawn(worker)).collect();
        let mut all = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(done) => all.extend(done?),
                Err(_) => bail!("a thread of this command panicked"),
            }
        }
        Ok(all)
    })
}

/// Every input that is kept, once, in one process: what they cover. Stops at the first finding.
fn pass(target: &'static FuzzTarget, sanitizer: &str) -> anyhow::Result<Ran> {
    launch(target, sanitizer, "pass", &["-runs=0".into()])
}

/// New inputs, for so many minutes.
fn fuzz(target: &'static FuzzTarget, sanitizer: &str, asked: &Asked) -> anyhow::Result<Ran> {
    let seconds = asked.seconds();
    let ignore = ["-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1", "-fork=1"].map(String::from);
    launch(target, sanitizer, "fuzz", &[&ignore[..], &[format!("-max_total_time={seconds}")]].concat())
}

/// Runs libFuzzer on a target.
fn launch(
    target: &'static FuzzTarget,
    sanitizer: &str,
    what: &str,
    arguments: &[String],
) -> anyhow::Result<Ran> {
    let logs = root().join("target/fuzz-logs");
    fs::create_dir_all(&logs)?;
    let log = logs.join(format!("{}-{sanitizer}-{what}.log", target.name));
    let megabytes =
        MEGABYTES.iter().find(|(name, _)| *name == sanitizer).map_or(2048, |(_, megabytes)| *megabytes);
    let mut command = cargo_fuzz("run", sanitizer);
    command.arg(target.name).arg(corpus(target)).arg("--");
    command.args(arguments);
    command.args([
        format!("-max_len={MOST_BYTES}"),
        format!("-timeout={SECONDS}"),
        format!("-rss_limit_mb={megabytes}"),
    ]);
    let output = File::create(&log).with_context(|| log.display().to_string())?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).current_dir(root());
    let status = command.status().context("cargo fuzz run")?;
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let found = files(&artifacts(target))?;
    let stats = Stats::read(&text);
    let broken = match (status.success(), found.is_empty()) {
        (false, true) => Some(format!("{status}: see {}", log.display())),
        _ if stats.executions == 0 => Some(format!("nothing was executed: see {}", log.display())),
        _ => None,
    };
    Ok(Ran { target, seeds: files(&corpus(target))?.len(), stats, broken, found })
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        files.push(entry?.path());
    }
    files.sort();
    Ok(files)
}

/// Sums; fails if something was found, or did not come to its end.
fn conclude(all: &[Ran]) -> anyhow::Result<()> {
    let executions: u64 = all.iter().map(|ran| ran.stats.executions).sum();
    let (mut found, mut broken) = (Vec::new(), Vec::new());
    for ran in all {
        found.extend(&ran.found);
        broken.extend(ran.broken.as_ref().map(|why| format!("{}: {why}", ran.target.name)));
    }
    found.sort();
    found.dedup();
    let kept: usize = all
        .iter()
        .map(|ran| (ran.target.name, ran.seeds))
        .collect::<std::collections::BTreeMap<_, _>>()
        .values()
        .sum();
    println!(
        "\n{} executions in {} runs; {kept} inputs are kept in fuzz/corpus; {} findings",
        stats::grouped(executions),
        all.len(),
        found.len()
    );
    if !found.is_empty() {
        let shown = |path: &PathBuf| path.strip_prefix(root()).unwrap_or(path).display().to_string();
        let found: Vec<String> = found.into_iter().map(|path| format!("  {}", shown(path))).collect();
        bail!("found, see fuzz/README.md for what to do with them:\n{}", found.join("\n"));
    }
    if !broken.is_empty() {
        bail!("not run to the end:\n  {}", broken.join("\n  "));
    }
    Ok(())
}

/// Names of all targets.
fn names() -> String {
    TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ")
}
