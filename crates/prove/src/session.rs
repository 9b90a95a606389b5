//! [`Session`]: a Python runtime that is open, and runs one program after another.
//!
//! A driver runs inside the interpreter: it takes requests as lines of JSON, forks for each of them where the system can, and answers in
//! lines of JSON. A process that crashes, never ends or eats memory takes no other program with it.

use std::process::Command;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::families::executorch;
use crate::process::{Limits, Next, Process, absolute, program, unstarted};
use crate::runtime::{Call, Case, Described, Failure, How, Load, Ran, Request, Runtime};
use crate::{runner, tools};

/// What runs inside the Python of a runtime.
const TORCH: &str = concat!(
    include_str!("driver_common.py"),
    "\n\n",
    include_str!("driver_arrays.py"),
    "\n\n",
    include_str!("driver_torch.py")
);
const EXECUTORCH: &str = concat!(
    include_str!("driver_common.py"),
    "\n\n",
    include_str!("driver_arrays.py"),
    "\n\n",
    include_str!("driver_executorch.py")
);
const STABLEHLO: &str =
    concat!(include_str!("driver_common.py"), "\n\n", include_str!("driver_stablehlo.py"));

impl Load {
    fn driver(self) -> &'static str {
        match self {
            Load::Jit | Load::Lite | Load::Export => TORCH,
            Load::ExecuTorch => EXECUTORCH,
            Load::StableHlo => STABLEHLO,
        }
    }
}

/// Characters that are shown of a line that a process printed.
const SHOWN: usize = 400;

/// A runtime that is open. A process is started with the first request, and again after one that had to be stopped.
#[derive(Debug)]
pub struct Session<'r> {
    runtime: &'r Runtime,
    load: Load,
    process: Option<Process>,
    /// What it said last of its release, when it loaded a program.
    version: Option<String>,
}

#[derive(Deserialize)]
struct Answer {
    event: String,
    stage: Option<String>,
    message: Option<String>,
    /// The release of what loaded the program.
    version: Option<String>,
    /// The signal that ended it.
    signal: Option<i32>,
    /// The exit status that it ended with.
    status: Option<i32>,
    /// What a function returned.
    result: Option<Value>,
    #[serde(flatten)]
    described: Option<Described>,
}

impl Runtime {
    /// Runs cases of a program that computes arrays, in a process of their own that is held to limits.
    pub fn run(&self, request: &Request<'_>, limits: impl Into<Limits>) -> Ran {
        self.session(request.load).run(request, limits)
    }

    /// A runtime that stays open for many programs: each still has a process of its own where the system can fork.
    pub fn session(&self, load: Load) -> Session<'_> {
        Session::new(self, load)
    }

    /// The release that tools are of, as a target: `llvm-19.1.7`, `mlir-22.1.8`, `swift-6.0.3`. A folder with several is that of the first of
    /// `mlir-opt`, `swift-frontend` and `llvm-dis` that it has.
    ///
    /// # Errors
    ///
    /// They are none, or do not say.
    pub fn tools_are(&self) -> Result<String, String> {
        tools::are(self, None)
    }

    /// As [`Runtime::tools_are`], of the tools that read one language.
    ///
    /// # Errors
    ///
    /// There are none, or they do not say.
    pub fn tools_are_of(&self, language: tools::Language) -> Result<String, String> {
        tools::are(self, Some(language))
    }

    /// Asks it what it is; `load` says which of the packages of a Python is meant.
    ///
    /// # Errors
    ///
    /// Why it does not say.
    pub fn describe(&self, load: Load, time: Duration) -> Result<Described, String> {
        match &self.how {
            How::Python(_) => self.session(load).describe(time),
            How::Tools(_) => tools::describe(self, time),
            How::Runner(_) => Err(runner::SILENT.into()),
        }
    }
}

impl<'r> Session<'r> {
    pub(crate) fn new(runtime: &'r Runtime, load: Load) -> Session<'r> {
        Session { runtime, load, process: None, version: None }
    }

    /// The release that the runtime says it is: known when it has loaded a program.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Which loader reads programs.
    pub(crate) fn load(&self) -> Load {
        self.load
    }

    /// Runs cases of a program.
    pub fn run(&mut self, request: &Request<'_>, limits: impl Into<Limits>) -> Ran {
        let limits = limits.into();
        // A runtime works in a folder of its own.
        let cases: Vec<Case> = request
            .cases
            .iter()
            .map(|case| Case {
                inputs: absolute(&case.inputs),
                outputs: absolute(&case.outputs),
                ..case.clone()
            })
            .collect();
        let (file, data, setup) =
            (absolute(request.file), request.data.map(absolute), request.setup.map(absolute));
        let request = &Request {
            file: &file,
            data: data.as_deref(),
            setup: setup.as_deref(),
            cases: &cases,
            ..request.clone()
        };
        if let How::Runner(words) = &self.runtime.how {
            return runner::run(words, &self.runtime.env, request, limits);
        }
        let question = serde_json::to_string(request).map_err(|error| error.to_string());
        let ran = question.and_then(|question| self.ask(&question, request.cases.len(), limits));
        let unasked = |why| Ran { failure: Some(Failure::Runtime(why)), ..Ran::default() };
        ran.map_or_else(unasked, |(ran, _)| ran)
    }

    /// Calls a function of a script inside the runtime: for questions beyond what programs compute. What became of each call, in order. The script is
    /// imported once, by the process that stays open.
    ///
    /// At most so many calls run in one process, which is quicker than one for each; limits hold for each call. One that ends such a process is
    /// made again in a process of its own: nothing that ran before it is to blame.
    pub fn call(&mut self, call: &Call<'_>, together: usize, limits: impl Into<Limits>) -> Vec<Ran> {
        let limits = limits.into();
        let mut all: Vec<Ran> = Vec::new();
        while let Some(rest) = call.arguments.get(all.len()..).filter(|rest| !rest.is_empty()) {
            let some = rest.get(..together.max(1)).unwrap_or(rest);
            let ran = self.call_some(&Call { arguments: some, ..*call }, limits);
            let done = ran.results.len();
            all.extend(
                ran.results.iter().map(|result| Ran { results: vec![result.clone()], ..Ran::default() }),
            );
            if matches!(ran.failure, Some(Failure::Runtime(_) | Failure::Setup(_))) {
                all.resize(call.arguments.len(), ran);
            } else if let (1.., Some(ended)) = (done, some.get(done..=done)) {
                all.push(self.call_some(&Call { arguments: ended, ..*call }, limits));
            } else if done == 0 {
                all.push(ran);
            }
        }
        all
    }

    fn call_some(&mut self, call: &Call<'_>, limits: Limits) -> Ran {
        let unasked = |why| Ran { failure: Some(Failure::Runtime(why)), ..Ran::default() };
        let script = std::path::absolute(call.script).unwrap_or_else(|_| call.script.to_path_buf());
        let call = &Call { script: &script, ..*call };
        let ran = self.ask(&json!({ "call": call }).to_string(), call.arguments.len(), limits);
        ran.map_or_else(unasked, |(ran, _)| ran)
    }

    /// Asks the runtime what it is.
    pub(crate) fn describe(&mut self, time: Duration) -> Result<Described, String> {
        let (ran, described) = self.ask(&json!({ "describe": true }).to_string(), 1, time.into())?;
        match (described, ran.failure) {
            (Some(described), _) => Ok(described),
            (None, Some(Failure::Runtime(why))) => Err(why),
            (None, Some(failure)) => Err(failure.to_string()),
            (None, None) => Err("it says nothing".into()),
        }
    }

    /// The process, started if it does not run.
    fn open(&mut self) -> Result<Process, String> {
        if let Some(process) = self.process.take() {
            return Ok(process);
        }
        let How::Python(python) = &self.runtime.how else {
            return Err(format!("{} is not a Python", self.runtime.how.path().display()));
        };
        let mut command = Command::new(program(python));
        // Without the current folder, which may have another `torch`, and without what variables say.
        command.args(["-I", "-W", "ignore", "-c", self.load.driver()]).envs(&self.runtime.env);
        Process::start(command).map_err(|error| unstarted(python, &error))
    }

    fn ask(
        &mut self,
        question: &str,
        cases: usize,
        limits: Limits,
    ) -> Result<(Ran, Option<Described>), String> {
        let shown = self.runtime.how.path().display();
        let mut process = self.open()?;
        process.ask(question);
        let mut end = limits.end();
        let mut ran = Ran::default();
        let (mut answered, mut loaded, mut described) = (false, false, None);
        let mut ended = None;
        loop {
            let line = match process.next(end, limits.memory) {
                Next::Line(line) => line,
                Next::End => break,
                Next::Timeout => {
                    let printed = process.printed();
                    return Ok((
                        Ran { failure: Some(Failure::Timeout(limits.time)), printed, ..ran },
                        described,
                    ));
                }
                Next::Memory(most) => {
                    let printed = process.printed();
                    return Ok((Ran { failure: Some(Failure::Memory(most)), printed, ..ran }, described));
                }
            };
            let answer: Answer = serde_json::from_str(&line)
                .map_err(|error| format!("{shown}: an invalid answer: {error}"))?;
            answered = true;
            match answer.event.as_str() {
                "ready" => drop(process.printed()),
                "loaded" => {
                    loaded = true;
                    // Without what a build adds: 2.15.0+cpu.
                    let release = answer.version.as_deref().and_then(|version| version.split('+').next());
                    self.version = release.filter(|release| !release.is_empty()).map(str::to_string);
                }
                "case" => ran.cases += 1,
                "stage" => ran.stage = answer.stage,
                "result" => {
                    ran.results.push(answer.result.unwrap_or_default());
                    end = limits.end();
                }
                "failed" => ran.failure = Some(failure(answer)),
                "described" => {
                    let version = answer.version.unwrap_or_default();
                    described = answer.described.map(|found| Described { version, ..found });
                }
                "ended" => {
                    ended = Some(match (answer.signal, answer.status) {
                        (Some(signal), _) => format!("signal {signal}"),
                        (None, status) => format!("exit status {}", status.unwrap_or_default()),
                    });
                    break;
                }
                _ => {}
            }
        }
        ran.printed = process.printed();
        // A driver that still runs takes the next request; what this one has started does not outlive it.
        let how = match ended {
            Some(how) => {
                process.stop_others();
                self.process = Some(process);
                how
            }
            None => match process.ended(end, limits.memory) {
                Ok(status) => status.to_string(),
                Err(Next::Memory(most)) => {
                    return Ok((Ran { failure: Some(Failure::Memory(most)), ..ran }, described));
                }
                Err(_) => "it did not finish".into(),
            },
        };
        // A request without cases loads, and says so.
        let is_done = if cases == 0 { loaded } else { ran.cases.max(ran.results.len()) >= cases };
        if ran.failure.is_none() && !is_done && described.is_none() {
            let line = ran.printed.lines().rev().map(str::trim).find(|line| !line.is_empty());
            let why = line.map_or_else(
                || how.clone(),
                |line| format!("{how}: {}", line.chars().take(SHOWN).collect::<String>()),
            );
            if !answered {
                return Err(format!("{shown}: no answer: {why}"));
            }
            ran.failure = Some(Failure::Crash(why));
        }
        if self.load == Load::ExecuTorch {
            ran.failure = ran.failure.map(|failure| executorch::of_binding(failure, &ran.printed));
        }
        Ok((ran, described))
    }
}

/// What an answer says.
fn failure(answer: Answer) -> Failure {
    let message = answer.message.unwrap_or_default();
    match answer.stage.as_deref() {
        Some("runtime") => Failure::Runtime(message),
        Some("setup") => Failure::Setup(message),
        Some("load" | "method" | "load+method") => Failure::Load(message),
        Some("given") => Failure::Given(message),
        _ => Failure::Run(message),
    }
}
