//! `cargo xtask play files`: exported programs of ExecuTorch in a release, every method with the inputs that were recorded, at each level of
//! verification; a line of JSON for each, of what became of it.
//!
//! Folders are those that `export.py` writes (`index.json`), or have a list of files (`mutants.json`): `file`, `base`, `npz`, and where they apply
//! `ptd`, `libraries`, `tolerance` and `methods` (the name in the file, and that in the recording), with paths from the folder.
//!
//! Fields of a line: `runtime`, `exporter`, `model`, `file`, `verification`, `data`, `libraries`, `method`, and
//!
//! * `outcome`: `ok`, `wrong` (it ran, and the numbers differ), `fail`, `crash`, `hang`, `skip`;
//! * `stage`: where it ended: `load`, `method`, `run`; `method+run` where the release does both at once;
//! * `code`: the runtime's error code; `exception`: what Python says; `log`: what the runtime printed;
//! * `harness`: why the reason is this set-up, and not the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use outlast::arrays;
use outlast_prove::{Case, Failure, Given, Limits, Load, Request, Runtime, Session, Tolerance, Verification};
use serde_json::{Map, Value, json};

use self::jobs::{Job, jobs};
use self::report::Report;
use crate::run::root;

mod jobs;
mod report;

/// For all cases of a method.
const LIMITS: Limits = Limits { time: Duration::from_secs(30), memory: Some(8 << 30) };

/// What to run.
#[derive(Debug)]
pub(crate) struct Files {
    /// Folders, each with `index.json` or `mutants.json`.
    pub(crate) folders: Vec<PathBuf>,
    /// Models of exports that are run; all if there are none.
    pub(crate) only: Vec<String>,
    /// Whether one level of verification is enough: the one that applications have by default.
    pub(crate) one_level: bool,
}

impl Files {
    /// All files of a folder, at all levels of verification.
    pub(crate) fn of(folder: &Path) -> Files {
        Files { folders: vec![folder.to_path_buf()], only: Vec::new(), one_level: false }
    }
}

/// A level of verification: none where a release has no such thing.
type Level = (&'static str, Option<Verification>);

/// Runs all files in a release, and adds a line for each method to a file of results. Exporters that have lines there are not run again.
pub(crate) fn run(runtime: &Runtime, files: &Files, results: &Path) -> anyhow::Result<()> {
    let described =
        runtime.describe(Load::ExecuTorch, Duration::from_secs(300)).map_err(|why| anyhow!("{why}"))?;
    let takes = |what: &str| described.takes.iter().any(|one| one == what);
    let levels: &[Level] = match (takes("verification"), files.one_level) {
        (false, _) => &[("none", None)],
        (true, true) => &[("minimal", Some(Verification::Minimal))],
        (true, false) => {
            &[("minimal", Some(Verification::Minimal)), ("internal", Some(Verification::InternalConsistency))]
        }
    };
    let done = exporters(results)?;
    let mut out = OpenOptions::new().create(true).append(true).open(results)?;
    let scratch = root().join("target/interop/play").join(format!("files-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let mut player =
        Player { release: &described.version, scratch: scratch.canonicalize()?, setups: BTreeMap::new() };
    let mut session = runtime.session(Load::ExecuTorch);
    for folder in &files.folders {
        let (jobs, begin) = (jobs(folder, &files.only, takes("data"))?, Instant::now());
        if jobs.iter().any(|job| job.exporter.as_ref().is_some_and(|name| done.contains(name))) {
            continue;
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for job in &jobs {
            let levels = if is_bundle(&job.path) { &[("none", None)] } else { levels };
            for level in levels {
                for row in player.rows(&mut session, job, *level)? {
                    *counts.entry(row["outcome"].as_str().unwrap_or_default().into()).or_default() += 1;
                    writeln!(out, "{}", Value::Object(row))?;
                }
            }
        }
        let mut counted = String::new();
        for (outcome, count) in &counts {
            let _ = write!(counted, " {outcome} {count}");
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        println!("{} on {name}:{counted}, {} s", described.version, begin.elapsed().as_secs());
    }
    fs::remove_dir_all(&scratch)?;
    Ok(())
}

/// The exporters that have results.
fn exporters(results: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    if results.exists() {
        for line in BufReader::new(File::open(results)?).lines() {
            let row: Value = serde_json::from_str(&line?)?;
            if let Some(name) = row["exporter"].as_str().filter(|name| !found.iter().any(|one| one == name)) {
                found.push(name.to_string());
            }
        }
    }
    Ok(found)
}

fn is_bundle(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "bpte")
}

/// What runs files in a release.
struct Player<'p> {
    release: &'p str,
    scratch: PathBuf,
    /// Scripts that load libraries, by their names.
    setups: BTreeMap<Vec<String>, PathBuf>,
}

impl Player<'_> {
    /// Runs the methods of a file.
    fn rows(
        &mut self,
        session: &mut Session<'_>,
        job: &Job,
        (level, verification): Level,
    ) -> anyhow::Result<Vec<Map<String, Value>>> {
        let recording = Given::recorded(&job.npz).map_err(|why| anyhow!(why))?;
        let method_of = |given: &Given| given.method.clone().unwrap_or_default();
        let mut recorded: Vec<String> = recording.iter().map(method_of).collect();
        recorded.sort();
        recorded.dedup();
        let all = || recorded.iter().map(|name| (name.clone(), name.clone())).collect();
        let methods = job.methods.clone().unwrap_or_else(all);
        let setup = self.setup(&job.libraries)?;
        let mut rows = Vec::new();
        for (name, recorded) in &methods {
            let mut given: Vec<Given> =
                recording.iter().filter(|one| method_of(one) == *recorded).cloned().collect();
            given.sort_by_key(|one| (one.beyond.is_some(), number(&one.name)));
            let request = Request {
                file: &job.path,
                data: job.ptd.as_deref().filter(|_| job.data == "given"),
                load: Load::ExecuTorch,
                verification,
                method: name,
                loads: &[],
                setup: setup.as_deref(),
                record: false,
                cases: &[],
            };
            let report = if is_bundle(&job.path) {
                official(session, &request, &given)?
            } else {
                self.report(session, &request, &given, job)?
            };
            let mut row = Map::new();
            for (key, value) in [
                ("runtime", json!(self.release)),
                ("exporter", json!(job.exporter)),
                ("model", json!(job.model)),
                ("file", json!(job.file)),
                ("verification", json!(level)),
                ("data", json!(job.data)),
                ("libraries", json!(job.libraries)),
                ("method", json!(name)),
            ] {
                row.insert(key.into(), value);
            }
            report.write(&mut row);
            rows.push(row);
        }
        Ok(rows)
    }

    /// A script that loads libraries as applications link them.
    fn setup(&mut self, libraries: &[String]) -> anyhow::Result<Option<PathBuf>> {
        if libraries.is_empty() {
            return Ok(None);
        }
        if let Some(path) = self.setups.get(libraries) {
            return Ok(Some(path.clone()));
        }
        let peers = root().join("evidence/peers/executorch").canonicalize()?;
        let path = self.scratch.join(format!("setup-{}.py", self.setups.len()));
        let text = format!(
            "import sys\nsys.path.insert(0, {:?})\nimport linked\nfor library in {libraries:?}:\n    linked.load(library)\n",
            peers.display().to_string()
        );
        fs::write(&path, text)?;
        self.setups.insert(libraries.to_vec(), path.clone());
        Ok(Some(path))
    }

    /// Runs the recorded cases of a method in one process, as programs that keep a state need; then those that have to be refused, each alone.
    fn report(
        &self,
        session: &mut Session<'_>,
        request: &Request<'_>,
        given: &[Given],
        job: &Job,
    ) -> anyhow::Result<Report> {
        let (beyond, given): (Vec<&Given>, Vec<&Given>) = given.iter().partition(|one| one.beyond.is_some());
        let mut cases = Vec::new();
        for (number, one) in given.iter().enumerate() {
            cases.push(self.case(one, number)?);
        }
        let ran = session.run(&Request { cases: &cases, ..*request }, LIMITS);
        let mut report = Report { cases: ran.cases, ..Report::default() };
        report.note(&ran, job.data)?;
        if !report.outcome.is_empty() {
            return Ok(report);
        }
        let tolerance = Tolerance { relative: job.tolerance, absolute: job.tolerance };
        for (one, case) in given.iter().zip(&cases) {
            let bytes = fs::read(&case.outputs)?;
            let found = arrays::read(&bytes).map_err(|why| anyhow!("{}: {why}", case.outputs.display()))?;
            report.compare(one, &found, tolerance);
        }
        for one in beyond {
            let cases = [self.case(one, given.len())?];
            let ran = session.run(&Request { cases: &cases, ..*request }, LIMITS);
            match ran.failure {
                None => report.differs.push(format!("case {} should have been refused", one.name)),
                Some(Failure::Crash(_) | Failure::Timeout(_) | Failure::Memory(_)) => {
                    report.note(&ran, job.data)?;
                    return Ok(report);
                }
                Some(failure) => report.refused.push(failure.to_string()),
            }
        }
        report.outcome = if report.differs.is_empty() { "ok" } else { "wrong" };
        if report.differs.is_empty() {
            report.stage.clear();
            report.gave.clear();
        }
        Ok(report)
    }

    /// A case, with its inputs written.
    fn case(&self, given: &Given, number: usize) -> anyhow::Result<Case> {
        let inputs = self.scratch.join(format!("inputs-{number}"));
        given.write(&inputs).map_err(|why| anyhow!(why))?;
        let outputs = self.scratch.join(format!("outputs-{number}.npz"));
        Ok(Case { inputs, outputs, method: None, bundled: None })
    }
}

/// The number of a recorded case: the end of `forward 3`, `forward x1`.
fn number(name: &str) -> usize {
    let last = name.rsplit(' ').next().unwrap_or_default();
    last.trim_start_matches('x').parse().unwrap_or_default()
}

/// Has a runtime run the cases of a bundled program, and compare their outputs itself.
fn official(session: &mut Session<'_>, request: &Request<'_>, given: &[Given]) -> anyhow::Result<Report> {
    let numbers = given.iter().filter(|one| one.beyond.is_none()).map(|one| number(&one.name));
    let case = |number| Case {
        inputs: PathBuf::new(),
        outputs: PathBuf::new(),
        method: None,
        bundled: Some(number),
    };
    let cases: Vec<Case> = numbers.map(case).collect();
    let ran = session.run(&Request { cases: &cases, ..*request }, LIMITS);
    let mut report = Report::default();
    report.note(&ran, "none")?;
    if report.outcome.is_empty() {
        report.outcome = "ok";
        report.stage.clear();
    } else if report.exception.contains("Result verification failed") {
        report.outcome = "wrong";
    }
    Ok(report)
}

/// `FOLDER … --out RESULTS [--one-level] [--only MODEL …]`
pub(super) fn command(runtime: &Runtime, args: &[&str]) -> anyhow::Result<()> {
    let mut files = Files { folders: Vec::new(), only: Vec::new(), one_level: false };
    let (mut results, mut args, mut is_only) = (None, args.iter(), false);
    while let Some(word) = args.next() {
        match *word {
            "--out" => results = args.next().map(PathBuf::from),
            "--one-level" => files.one_level = true,
            "--only" => is_only = true,
            word if is_only => files.only.push(word.into()),
            word => files.folders.push(word.into()),
        }
    }
    run(runtime, &files, &results.context("--out RESULTS is missing")?)
}
