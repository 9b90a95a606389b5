//! [`Runtime`]: a real runtime, which runs a program in a process of its own.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What runs a program inside the Python of a runtime: of PyTorch, of ExecuTorch.
const TORCH: &str = concat!(include_str!("driver_common.py"), "\n\n", include_str!("driver_torch.py"));
const EXECUTORCH: &str =
    concat!(include_str!("driver_common.py"), "\n\n", include_str!("driver_executorch.py"));
/// Bytes of what a runtime prints that are kept: the last of them.
const KEPT: usize = 1 << 14;
/// Bytes that one answer may have.
const LINE: u64 = 1 << 20;

/// Which loader reads the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Load {
    /// `torch.jit.load`.
    Jit,
    /// The lite interpreter.
    Lite,
    /// `torch.export.load`.
    Export,
    /// The runtime of ExecuTorch, by its Python binding.
    ExecuTorch,
}

impl Load {
    fn driver(self) -> &'static str {
        match self {
            Load::Jit | Load::Lite | Load::Export => TORCH,
            Load::ExecuTorch => EXECUTORCH,
        }
    }
}

/// A runtime at hand: a Python in which PyTorch or ExecuTorch is installed, with NumPy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Runtime {
    /// The target that it is: `torch-2.15.0`, or the name of a profile.
    pub name: String,
    /// Its interpreter.
    pub python: PathBuf,
    /// Variables of the environment that it needs, such as `LD_LIBRARY_PATH`.
    pub env: BTreeMap<String, String>,
}

/// What a process may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time for all cases together.
    pub time: Duration,
    /// Bytes of memory that it may hold at a time, where the system can tell; none for no limit.
    pub memory: Option<u64>,
}

impl From<Duration> for Limits {
    fn from(time: Duration) -> Limits {
        Limits { time, memory: None }
    }
}

/// A case to run.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The file with the inputs (`.npz`), or a folder with a file `input_0.npy` for each of them.
    pub inputs: PathBuf,
    /// The file to write outputs to.
    pub outputs: PathBuf,
    /// The method that is called, where it is another than the request's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

/// What to run.
#[derive(Clone, Debug, Serialize)]
pub struct Request<'r> {
    /// The program.
    pub file: &'r Path,
    /// The file with its weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<&'r Path>,
    /// Who reads it.
    pub load: Load,
    /// The method that is called.
    pub method: &'r str,
    /// A Python file to run before.
    pub setup: Option<&'r Path>,
    /// Whether inputs are written beside the outputs.
    pub record: bool,
    /// The cases, in order.
    pub cases: &'r [Case],
}

/// What became of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Cases that ran to their end, and so have a file of outputs: the first of those that were asked for.
    pub cases: usize,
    /// Why the others did not run.
    pub failure: Option<Failure>,
}

/// Why cases did not run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The runtime cannot be asked: what to do about it.
    Runtime(String),
    /// The file that was to run before it failed: its message.
    Setup(String),
    /// It refused the program: its message.
    Load(String),
    /// It raised while a case ran: its message.
    Run(String),
    /// The process ended: how, and the last line that it printed.
    Crash(String),
    /// It did not end in time.
    Timeout(Duration),
    /// It held more memory than it may, in bytes.
    Memory(u64),
}

/// What a runtime says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Described {
    /// Its release: `1.5.1`.
    pub version: String,
    /// Operators that it has registered.
    #[serde(default)]
    pub operators: Vec<String>,
    /// Backends that it has registered.
    #[serde(default)]
    pub backends: Vec<String>,
}

#[derive(Deserialize)]
struct Answer {
    event: String,
    stage: Option<String>,
    message: Option<String>,
    #[serde(flatten)]
    described: Option<Described>,
}

impl Runtime {
    /// Runs cases of a program; the process has as much time and memory as is given, for all of them.
    pub fn run(&self, request: &Request<'_>, limits: impl Into<Limits>) -> Ran {
        let question = serde_json::to_string(request).map_err(|error| error.to_string());
        let ran = question.and_then(|question| {
            self.ask(request.load, &question, request.cases.len(), limits.into()).map(|(ran, _)| ran)
        });
        ran.unwrap_or_else(|why| Ran { cases: 0, failure: Some(Failure::Runtime(why)) })
    }

    /// Asks it what it is.
    ///
    /// # Errors
    ///
    /// Why it does not say.
    pub fn describe(&self, load: Load, time: Duration) -> Result<Described, String> {
        let (ran, described) = self.ask(load, r#"{"describe": true}"#, 1, time.into())?;
        match (described, ran.failure) {
            (Some(described), _) => Ok(described),
            (None, Some(failure)) => Err(failure.to_string()),
            (None, None) => Err("it says nothing".into()),
        }
    }

    fn ask(
        &self,
        load: Load,
        question: &str,
        cases: usize,
        limits: Limits,
    ) -> Result<(Ran, Option<Described>), String> {
        let shown = self.python.display();
        let mut command = Command::new(&self.python);
        // Without the current folder, which may have another `torch`.
        command.args(["-I", "-W", "ignore", "-c", load.driver()]).envs(&self.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{shown}: cannot be run: {error}"))?;
        if let Some(mut input) = child.stdin.take() {
            // A process that has ended is seen below.
            let _ = writeln!(input, "{question}");
        }
        let answers = lines(child.stdout.take());
        let printed = last(child.stderr.take());
        let end = Instant::now() + limits.time;
        let mut ran = Ran { cases: 0, failure: None };
        let (mut answered, mut described) = (false, None);
        loop {
            // A process is looked at while it works.
            let left = end.saturating_duration_since(Instant::now());
            let over = limits.memory.filter(|most| memory(&child).is_some_and(|held| held > *most));
            if let Some(most) = over {
                stop(&mut child);
                return Ok((Ran { failure: Some(Failure::Memory(most)), ..ran }, described));
            }
            let step = if limits.memory.is_some() { left.min(LOOK) } else { left };
            match answers.recv_timeout(step) {
                Err(RecvTimeoutError::Timeout) if step < left => {}
                Ok(line) => match serde_json::from_str::<Answer>(&line).inspect(|_| answered = true) {
                    Ok(answer) if answer.event == "case" => ran.cases += 1,
                    Ok(answer) if answer.event == "failed" => ran.failure = Some(failure(answer)),
                    Ok(answer) if answer.event == "described" => described = answer.described,
                    Ok(_) => {}
                    Err(error) => return Err(format!("{shown}: an answer that is none: {error}")),
                },
                Err(RecvTimeoutError::Timeout) => {
                    stop(&mut child);
                    return Ok((Ran { failure: Some(Failure::Timeout(limits.time)), ..ran }, described));
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = wait(&mut child, end);
        if ran.failure.is_none() && ran.cases < cases && described.is_none() {
            let how = status.map_or_else(|| "it did not end".to_string(), |status| status.to_string());
            let line = printed
                .recv_timeout(Duration::from_secs(1))
                .ok()
                .and_then(|text| text.lines().rev().find(|line| !line.trim().is_empty()).map(str::to_string));
            let why = line.map_or_else(|| how.clone(), |line| format!("{how}: {line}"));
            if !answered {
                return Err(format!("{shown}: no answer: {why}"));
            }
            ran.failure = Some(Failure::Crash(why));
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
        Some("load") => Failure::Load(message),
        _ => Failure::Run(message),
    }
}

/// The lines of a stream, as they come.
fn lines(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (to, from) = channel();
    let Some(stream) = stream else { return from };
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        loop {
            let mut line = String::new();
            match reader.by_ref().take(LINE).read_line(&mut line) {
                Ok(1..) if to.send(line).is_ok() => {}
                _ => return,
            }
        }
    });
    from
}

/// The end of what a stream has, when it has ended.
fn last(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (to, from) = channel();
    let Some(mut stream) = stream else { return from };
    std::thread::spawn(move || {
        let (mut kept, mut part) = (Vec::new(), [0; 4096]);
        while let Ok(read @ 1..) = stream.read(&mut part) {
            kept.extend_from_slice(part.get(..read).unwrap_or_default());
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
        let _ = to.send(String::from_utf8_lossy(&kept).into_owned());
    });
    from
}

/// Waits for the end of a process that has closed its answers.
fn wait(child: &mut Child, end: Instant) -> Option<ExitStatus> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= end {
            stop(child);
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How often the memory of a process is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Bytes of memory that a process holds, where `/proc` tells.
fn memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

fn stop(child: &mut Child) {
    // It may have ended.
    let _ = child.kill();
    let _ = child.wait();
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Runtime(why) => write!(f, "the runtime cannot be asked: {why}"),
            Failure::Setup(why) => write!(f, "its setup failed: {why}"),
            Failure::Load(why) => write!(f, "it does not load: {why}"),
            Failure::Run(why) => write!(f, "it loads, and raises: {why}"),
            Failure::Crash(why) => write!(f, "the process ended: {why}"),
            Failure::Timeout(time) => write!(f, "no end after {} seconds", time.as_secs()),
            Failure::Memory(most) => write!(f, "it held more than {} MB of memory", most >> 20),
        }
    }
}
