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

use anyhow::{Context, anyhow, bail};
use outlast::arrays::{self, Arrays};
use outlast_prove::{
    Case, Failure, Given, Limits, Load, Ran, Request, Runtime, Session, Tolerance, Verification, elements,
};
use serde_json::{Map, Value, json};

use crate::run::root;

/// For all cases of a method.
const LIMITS: Limits = Limits { time: Duration::from_secs(30), memory: Some(8 << 30) };
/// What is usual for recordings that say nothing.
const TOLERANCE: f64 = 1e-3;
/// Elements of an output that are kept where it differs.
const KEPT: usize = 4096;
/// Characters of a log that are kept.
const LOG: usize = 3000;

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

/// A file, and what was recorded of it.
#[derive(Debug)]
struct Job {
    exporter: Option<String>,
    model: String,
    file: String,
    path: PathBuf,
    ptd: Option<PathBuf>,
    npz: PathBuf,
    /// `none`, `given`, `withheld`, `no-api`.
    data: &'static str,
    libraries: Vec<String>,
    tolerance: f64,
    /// Names in the file, and in the recording; none for those of the recording.
    methods: Option<Vec<(String, String)>>,
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
    let given = if takes("data") { "given" } else { "no-api" };
    let done = exporters(results)?;
    let mut out = OpenOptions::new().create(true).append(true).open(results)?;
    let scratch = root().join("target/interop/play").join(format!("files-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let mut player =
        Player { release: &described.version, scratch: scratch.canonicalize()?, setups: BTreeMap::new() };
    let mut session = runtime.session(Load::ExecuTorch);
    for folder in &files.folders {
        let (jobs, begin) = (jobs(folder, &files.only, given)?, Instant::now());
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

/// The jobs of a folder.
fn jobs(folder: &Path, only: &[String], given: &'static str) -> anyhow::Result<Vec<Job>> {
    let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
    let parsed = |name: &str| -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&fs::read_to_string(folder.join(name))?)?)
    };
    if folder.join("index.json").exists() {
        return of_export(&folder, &parsed("index.json")?, only, given);
    }
    let list = parsed("mutants.json")?;
    let mut jobs = Vec::new();
    for entry in list.as_array().context("mutants.json is no list")? {
        let text = |name: &str| entry[name].as_str().filter(|text| !text.is_empty()).map(str::to_string);
        let file = text("file").context("an entry without `file`")?;
        let ptd = text("ptd").map(|name| folder.join(name));
        let methods = entry["methods"].as_object().map(|methods| {
            let named = |(name, recorded): (&String, &Value)| {
                (name.clone(), recorded.as_str().unwrap_or(name).to_string())
            };
            methods.iter().map(named).collect()
        });
        jobs.push(Job {
            exporter: None,
            model: text("base").unwrap_or_default(),
            path: folder.join(&file),
            file,
            data: if ptd.is_some() { given } else { "none" },
            ptd,
            npz: folder.join(text("npz").context("an entry without `npz`")?),
            libraries: strings(&entry["libraries"]),
            tolerance: entry["tolerance"].as_f64().unwrap_or(TOLERANCE),
            methods,
        });
    }
    Ok(jobs)
}

/// What an exporter wrote: files with weights beside them also without these, and those of libraries also without the libraries.
fn of_export(folder: &Path, index: &Value, only: &[String], given: &'static str) -> anyhow::Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (model, entry) in index["models"].as_object().context("index.json without `models`")? {
        if !entry["error"].is_null() || !only.is_empty() && !only.contains(model) {
            continue;
        }
        let ptd = folder.join(format!("{model}.ptd"));
        let datas: &[&'static str] = if ptd.exists() { &["withheld", given] } else { &["none"] };
        let libraries = strings(&entry["libraries"]);
        let sets = if libraries.is_empty() { vec![libraries] } else { vec![Vec::new(), libraries] };
        let methods: Vec<String> = match &entry["methods"] {
            Value::Object(methods) => methods.keys().cloned().collect(),
            other => strings(other),
        };
        let files = match &entry["files"] {
            Value::Object(files) => files.keys().cloned().collect(),
            other => strings(other),
        };
        for file in files.iter().filter(|file| !file.ends_with(".ptd")) {
            for (data, libraries) in datas.iter().flat_map(|data| sets.iter().map(move |set| (data, set))) {
                jobs.push(Job {
                    exporter: index["exporter"].as_str().map(str::to_string),
                    model: model.clone(),
                    file: file.clone(),
                    path: folder.join(file),
                    ptd: Some(ptd.clone()),
                    npz: folder.join(format!("{model}.npz")),
                    data,
                    libraries: libraries.clone(),
                    tolerance: entry["tolerance"].as_f64().unwrap_or(TOLERANCE),
                    methods: Some(methods.iter().map(|name| (name.clone(), name.clone())).collect()),
                });
            }
        }
    }
    Ok(jobs)
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_string)).collect()
}

/// What runs files in a release.
struct Player<'p> {
    release: &'p str,
    scratch: PathBuf,
    /// Scripts that load libraries, by their names.
    setups: BTreeMap<Vec<String>, PathBuf>,
}

/// What is found of one method.
#[derive(Default)]
struct Report {
    outcome: &'static str,
    stage: String,
    cases: usize,
    max_error: f64,
    differs: Vec<String>,
    gave: Vec<Value>,
    refused: Vec<String>,
    harness: String,
    exception: String,
    log: String,
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
                official(session, &request, &given)
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
        let peers = root().join("xtask/peers/executorch").canonicalize()?;
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
        let mut report = Report { cases: ran.cases, log: log(&ran.printed), ..Report::default() };
        report.stage = ran.stage.clone().unwrap_or_default();
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
                    report.stage = ran.stage.unwrap_or_default();
                    report.log = log(&ran.printed);
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
        let _ = fs::remove_dir_all(&inputs);
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
fn official(session: &mut Session<'_>, request: &Request<'_>, given: &[Given]) -> Report {
    let numbers = given.iter().filter(|one| one.beyond.is_none()).map(|one| number(&one.name));
    let case = |number| Case {
        inputs: PathBuf::new(),
        outputs: PathBuf::new(),
        method: None,
        bundled: Some(number),
    };
    let cases: Vec<Case> = numbers.map(case).collect();
    let ran = session.run(&Request { cases: &cases, ..*request }, LIMITS);
    let mut report = Report { log: log(&ran.printed), ..Report::default() };
    report.stage = ran.stage.clone().unwrap_or_default();
    if let Err(why) = report.note(&ran, "none") {
        report.outcome = "skip";
        report.harness = why.to_string();
    }
    if report.outcome.is_empty() {
        report.outcome = "ok";
        report.stage.clear();
    } else if report.exception.contains("Result verification failed") {
        report.outcome = "wrong";
    }
    report
}

impl Report {
    /// Notes why cases did not run. An error if the release cannot be asked at all.
    fn note(&mut self, ran: &Ran, data: &str) -> anyhow::Result<()> {
        let Some(failure) = &ran.failure else { return Ok(()) };
        if data == "given" && self.stage == "run" {
            // A release runs a method of a program with weights beside it at once.
            self.stage = "method+run".into();
        }
        self.outcome = match failure {
            Failure::Runtime(why) => bail!("{why}"),
            Failure::Setup(_) => "skip",
            Failure::Timeout(_) => "hang",
            Failure::Crash(_) | Failure::Memory(_) => "crash",
            _ => "fail",
        };
        match failure {
            Failure::Setup(why) => self.harness.clone_from(why),
            Failure::Given(why) => {
                let (reason, said) = why.split_once(": ").unwrap_or((why, ""));
                self.harness = reason.to_string();
                self.exception = said.to_string();
            }
            Failure::Load(said) | Failure::Run(said) | Failure::Crash(said) => {
                self.exception.clone_from(said);
            }
            Failure::Memory(_) => self.exception = failure.to_string(),
            _ => {}
        }
        if self.stage == "load+method" {
            let is_method = self.exception.contains("loading method");
            self.stage = if is_method { "method" } else { "load" }.into();
        }
        if data == "no-api" {
            self.harness = "the Python API has no data-file argument".into();
        }
        Ok(())
    }

    /// Notes how far outputs are from those that were recorded.
    fn compare(&mut self, given: &Given, found: &Arrays<'_>, tolerance: Tolerance) {
        let expected = given.expected.clone().unwrap_or_default();
        let measured = outlast_prove::measure(&expected, found, tolerance);
        if measured.absolute.is_finite() {
            self.max_error = self.max_error.max(measured.absolute);
        }
        let Some(difference) = measured.difference else {
            self.gave.push(Value::Null);
            return;
        };
        let odd = found.arrays.iter().flat_map(elements).filter(|value| !value.is_finite()).count();
        self.differs.push(format!("{}: {difference}, {odd} not finite", given.name));
        self.gave.push(found.arrays.iter().map(shown).collect());
    }

    /// The fields that say something.
    fn write(self, row: &mut Map<String, Value>) {
        row.insert("outcome".into(), json!(self.outcome));
        row.insert("cases".into(), json!(self.cases));
        row.insert("max_error".into(), json!(self.max_error));
        let code = code(&self.exception);
        let texts = [
            ("stage", self.stage),
            ("harness", self.harness),
            ("exception", self.exception),
            ("code", code.unwrap_or_default()),
            ("log", self.log),
        ];
        row.extend(
            texts
                .into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(key, text)| (key.into(), json!(text))),
        );
        for (key, list) in [("differs", json!(self.differs)), ("refused", json!(self.refused))] {
            if list.as_array().is_some_and(|list| !list.is_empty()) {
                row.insert(key.into(), list);
            }
        }
        if !self.gave.is_empty() {
            row.insert("gave".into(), json!(self.gave));
        }
    }
}

/// What a runtime gave: sizes, and the first elements to seven digits; what is no tensor as a value.
fn shown(array: &arrays::Array<'_>) -> Value {
    let number = |value: f64| {
        let short: f64 = format!("{value:.6e}").parse().unwrap_or(value);
        if short.is_finite() { json!(short) } else { json!(value.to_string()) }
    };
    let mut values = elements(array).take(KEPT).map(number);
    if array.name.ends_with(".none") {
        return Value::Null;
    }
    if array.name.split_once('.').is_some_and(|(_, kind)| matches!(kind, "int" | "float" | "bool")) {
        return values.next().unwrap_or_default();
    }
    json!([array.sizes, values.collect::<Vec<_>>()])
}

/// The last error code that is named: `0x12`, or `0x:12`.
fn code(text: &str) -> Option<String> {
    let digits = text.rmatch_indices("0x").find_map(|(at, _)| {
        let rest = text.get(at + 2..)?;
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        rest.get(..end).filter(|digits| !digits.is_empty())
    })?;
    let digits = digits.to_lowercase();
    let digits = digits.trim_start_matches('0');
    Some(format!("0x{}", if digits.is_empty() { "0" } else { digits }))
}

/// What a runtime printed, without what is of this machine and this run.
fn log(printed: &str) -> String {
    let is_noise = |line: &str| {
        let of_registry = line.split_once("operator_registry.cpp:").map(|(_, rest)| {
            let said = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([']', ' ']);
            said.starts_with("dtype:") || said.starts_with(|c: char| c.is_ascii_digit() || c == ']')
        });
        line.contains("cpuinfo_utils.cpp") || of_registry == Some(true)
    };
    let lines: Vec<String> = printed
        .lines()
        .filter(|line| !is_noise(line))
        .map(|line| without_addresses(untimed(line).as_ref()))
        .collect();
    lines.join("\n").trim().chars().take(LOG).collect()
}

/// A line without its time: `E 00:00:12.345678 executorch:…`.
fn untimed(line: &str) -> std::borrow::Cow<'_, str> {
    let (level, rest) = match line.split_at_checked(2) {
        Some((level @ ("E " | "I " | "W " | "D " | "F "), rest)) => (level, rest),
        _ => ("", line),
    };
    let is_time = |word: &str| {
        word.len() > 9
            && word.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.'))
            && word.contains(':')
    };
    match rest.split_once(' ') {
        Some((time, rest)) if is_time(time) => format!("{level}{rest}").into(),
        _ => line.into(),
    }
}

/// A line with `0x…` for each address: nine digits or more.
fn without_addresses(line: &str) -> String {
    let mut parts = line.split("0x");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !matches!(c, '0'..='9' | 'a'..='f')).unwrap_or(part.len());
        text.push_str("0x");
        text.push_str(if end >= 9 { "…" } else { &part[..end] });
        text.push_str(&part[end..]);
    }
    text
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
