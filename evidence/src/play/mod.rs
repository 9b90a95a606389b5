//! Programs run in real runtimes, many in one that stays open, by the code of `outlast prove`: for interop, and `cargo xtask play` for its scripts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use outlast_prove::{Given, How, Limits, Load, Runtime, Session, Tolerance, Trial, Tried};
use serde_json::{Value, json};

use crate::run::{root, run as execute};

pub(crate) mod calls;
pub(crate) mod files;
pub(crate) mod tools;

/// What each case may take.
const SECONDS: u64 = 60;
const MEMORY: u64 = 4 << 30;

/// A program with its cases.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The program, or a bundled program.
    pub(crate) file: PathBuf,
    /// Its weights.
    pub(crate) data: Option<PathBuf>,
    /// A file of cases; none for those of the bundle, or to load a program only.
    pub(crate) cases: Option<PathBuf>,
    pub(crate) tolerance: Tolerance,
}

/// What became of a case.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) case: String,
    /// `equal`, `runs`, `differs`, `fails`, `crash`, `timeout`, `memory`, `beyond`, `not-run`.
    pub(crate) outcome: &'static str,
    pub(crate) message: String,
    pub(crate) printed: Vec<String>,
}

impl Played {
    /// Whether nothing is wrong with it.
    pub(crate) fn is_good(&self) -> bool {
        matches!(self.outcome, "equal" | "runs" | "beyond")
    }
}

/// A release of ExecuTorch, set up where it is not there.
pub(crate) fn executorch(release: &str) -> anyhow::Result<Runtime> {
    let folder = root().join("target/interop/executorch/peers").join(format!("executorch-{release}"));
    set_up("evidence/peers/executorch/venv.sh", release, &folder)?;
    with_stubs(format!("executorch-{release}"), &folder)
}

/// A release of ExecuTorch in a folder of its own, in which the release is changed where it is another with the same torch.
pub(crate) fn executorch_in(release: &str, folder: &Path) -> anyhow::Result<Runtime> {
    let mut command = Command::new("bash");
    command.arg("evidence/peers/executorch/venv.sh").arg(release).arg(folder);
    execute(command)?;
    with_stubs(format!("executorch-{release}"), folder)
}

/// A release of PyTorch.
pub(crate) fn torch(release: &str) -> anyhow::Result<Runtime> {
    let folder = root().join("target/interop/torch").join(release);
    set_up("evidence/peers/torch/venv.sh", release, &folder)?;
    with_stubs(format!("torch-{release}"), &folder)
}

/// A release of jaxlib.
pub(crate) fn jaxlib(release: &str) -> anyhow::Result<Runtime> {
    let folder = root().join("target/interop/stablehlo");
    let python = folder.join(format!("venv-{release}/bin/python"));
    if !python.exists() {
        let mut command = Command::new("bash");
        command.arg("evidence/peers/stablehlo/setup.sh").arg(&folder).arg(release);
        execute(command)?;
    }
    Ok(Runtime::of_python(format!("jaxlib-{release}"), std::path::absolute(python)?))
}

fn set_up(script: &str, release: &str, folder: &Path) -> anyhow::Result<()> {
    if folder.join("stubs").exists() {
        return Ok(());
    }
    let mut command = Command::new("bash");
    command.arg(script).arg(release).arg(folder);
    execute(command)
}

/// A Python whose release was linked to libraries that are not there: stand-ins are.
fn with_stubs(name: String, folder: &Path) -> anyhow::Result<Runtime> {
    let folder = std::path::absolute(folder)?;
    let env = BTreeMap::from([("LD_LIBRARY_PATH".to_string(), folder.join("stubs").display().to_string())]);
    Ok(Runtime { env, ..Runtime::of_python(name, folder.join("bin/python")) })
}

/// Runs programs in a runtime, in order; what became of the cases of each.
pub(crate) fn play(runtime: &Runtime, load: Load, jobs: &[Job]) -> anyhow::Result<Vec<Vec<Played>>> {
    let scratch = root().join("target/interop/play").join(format!("{}-{}", runtime.name, std::process::id()));
    fs::create_dir_all(&scratch)?;
    let scratch = scratch.canonicalize()?;
    let mut session = runtime.session(load);
    let mut all = Vec::new();
    for job in jobs {
        let bytes = fs::read(&job.file).with_context(|| job.file.display().to_string())?;
        let program = outlast::open(&bytes).map_err(|error| anyhow!("{}: {error}", job.file.display()))?;
        let given = match &job.cases {
            Some(path) => Given::of_files(path, &program),
            None => Given::bundled(&program),
        };
        let given = given.map_err(|why| anyhow!("{}: {why}", job.file.display()))?;
        let mut file = job.file.canonicalize()?;
        if let Some(inner) = outlast_prove::program_of_bundle(&program) {
            file = scratch.join("program");
            fs::write(&file, inner)?;
        }
        let data = job.data.as_ref().map(|path| path.canonicalize()).transpose()?;
        let limits = Limits { time: Duration::from_secs(SECONDS), memory: Some(MEMORY) };
        let trial = Trial {
            file: &file,
            data: data.as_deref(),
            method: "forward",
            scratch: &scratch,
            limits,
            // Recordings are of one program that goes on, and some keep a state.
            together: load == Load::ExecuTorch,
        };
        if given.is_empty() {
            let loaded = trial.load(&mut session, &outlast_prove::methods(&program));
            let given = Given { name: "load".into(), ..Given::default() };
            all.push(vec![played(&given, &loaded, job.tolerance)]);
            continue;
        }
        let mut found = Vec::new();
        // A method that fails says nothing about others.
        for given in given.chunk_by(|one, other| one.method == other.method) {
            let tried = trial.run(&mut session, given).map_err(|why| anyhow!(why))?;
            found.extend(given.iter().zip(&tried).map(|(given, tried)| played(given, tried, job.tolerance)));
        }
        all.push(found);
    }
    fs::remove_dir_all(&scratch)?;
    Ok(all)
}

/// Runs cases of a program in a runtime that is open.
pub(crate) fn tried(session: &mut Session<'_>, file: &Path, given: &[Given]) -> anyhow::Result<Vec<Tried>> {
    let scratch = root().join("target/interop/play").join(std::process::id().to_string());
    fs::create_dir_all(&scratch)?;
    let (scratch, file) = (scratch.canonicalize()?, file.canonicalize()?);
    let limits = Limits { time: Duration::from_secs(SECONDS), memory: Some(MEMORY) };
    let trial =
        Trial { file: &file, data: None, method: "forward", scratch: &scratch, limits, together: false };
    trial.run(session, given).map_err(|why| anyhow!(why))
}

/// Why a case did not run.
pub(crate) fn said(tried: &Tried) -> String {
    match tried {
        Tried::Ran(_) => "it ran".into(),
        Tried::Failed(failure, printed) => {
            format!("{failure}: {}", printed.last().map_or("", String::as_str))
        }
        Tried::Beyond(why) => why.clone(),
        Tried::NotRun => "not run".into(),
    }
}

fn played(given: &Given, tried: &Tried, tolerance: Tolerance) -> Played {
    let measured = given.expected.as_ref().and_then(|expected| tried.beside(expected, tolerance));
    let (outcome, message, printed) = match (tried, measured) {
        (Tried::Ran(_), None) => ("runs", String::new(), Vec::new()),
        (Tried::Ran(_), Some(measured)) => match measured.difference {
            Some(difference) => ("differs", difference.to_string(), Vec::new()),
            None => ("equal", String::new(), Vec::new()),
        },
        (Tried::Failed(failure, printed), _) => (failure.name(), failure.to_string(), printed.clone()),
        (Tried::Beyond(why), _) => ("beyond", why.clone(), Vec::new()),
        (Tried::NotRun, _) => ("not-run", String::new(), Vec::new()),
    };
    Played { case: given.name.clone(), outcome, message, printed }
}

const USAGE: &str = "\
cargo xtask play cases LOAD NAME PYTHON JOBS [NAME=VALUE …]
cargo xtask play calls PYTHON SCRIPT FUNCTION ARGUMENTS [--seconds N] [--alone] [NAME=VALUE …]
cargo xtask play files PYTHON FOLDER … --out RESULTS [--one-level] [--only MODEL …] [NAME=VALUE …]
cargo xtask play tools JOBS FOLDER";

/// `cargo xtask play`: what scripts ask real runtimes. The words `NAME=VALUE` are variables of the environment of the runtime.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    let is_variable = |word: &&str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        })
    };
    let (variables, words): (Vec<&str>, Vec<&str>) = args.iter().copied().partition(is_variable);
    let env = variables
        .iter()
        .filter_map(|one| one.split_once('='))
        .map(|(name, value)| (name.into(), value.into()));
    let runtime = |name: &str, python: &str| Runtime {
        name: name.into(),
        how: How::Python(python.into()),
        env: env.clone().collect(),
    };
    match words[..] {
        ["cases", load, name, python, jobs] => cases(&runtime(name, python), load, Path::new(jobs)),
        ["calls", python, ref rest @ ..] => calls::command(&runtime("torch", python), rest),
        ["tools", jobs, folder] => tools::command(Path::new(jobs), Path::new(folder)),
        ["files", python, ref rest @ ..] => files::command(&runtime("executorch", python), rest),
        _ => bail!("{USAGE}"),
    }
}

/// Jobs as lines of JSON (`file`, `data`, `cases`, `rtol`, `atol`); an answer for each, with its `cases`.
fn cases(runtime: &Runtime, load: &str, jobs: &Path) -> anyhow::Result<()> {
    let load = match load {
        "jit" => Load::Jit,
        "lite" => Load::Lite,
        "export" => Load::Export,
        "executorch" => Load::ExecuTorch,
        "stablehlo" => Load::StableHlo,
        other => bail!("no loader `{other}`"),
    };
    let mut read = Vec::new();
    for line in fs::read_to_string(jobs)?.lines() {
        let job: Value = serde_json::from_str(line)?;
        let path = |name: &str| job[name].as_str().map(PathBuf::from);
        let usual = Tolerance::default();
        read.push(Job {
            file: path("file").context("a job without `file`")?,
            data: path("data"),
            cases: path("cases"),
            tolerance: Tolerance {
                relative: job["rtol"].as_f64().unwrap_or(usual.relative),
                absolute: job["atol"].as_f64().unwrap_or(usual.absolute),
            },
        });
    }
    for (job, cases) in read.iter().zip(play(runtime, load, &read)?) {
        let cases: Vec<Value> = cases
            .iter()
            .map(|one| json!({"case": one.case, "outcome": one.outcome, "message": one.message, "printed": one.printed}))
            .collect();
        println!("{}", json!({"file": job.file, "cases": cases}));
    }
    Ok(())
}
