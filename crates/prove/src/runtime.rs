//! [`Runtime`]: a real runtime, which runs a program in a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What runs a program inside the Python of a runtime.
const DRIVER: &str = include_str!("driver.py");
/// Bytes of what a runtime prints that are kept: the last of them.
const KEPT: usize = 1 << 14;
/// Bytes that one answer may have.
const LINE: u64 = 1 << 20;

/// Which loader of PyTorch reads the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Load {
    /// `torch.jit.load`.
    Jit,
    /// The lite interpreter.
    Lite,
    /// `torch.export.load`.
    Export,
}

/// A runtime at hand: a Python in which PyTorch is installed, with NumPy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runtime {
    /// The target that it is: `torch-2.15.0`, or the name of a profile.
    pub name: String,
    /// Its interpreter.
    pub python: PathBuf,
}

/// A case to run.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The file with the inputs.
    pub inputs: PathBuf,
    /// The file to write outputs to.
    pub outputs: PathBuf,
}

/// What to run.
#[derive(Clone, Debug, Serialize)]
pub struct Request<'r> {
    /// The program.
    pub file: &'r Path,
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
}

#[derive(Deserialize)]
struct Answer {
    event: String,
    stage: Option<String>,
    message: Option<String>,
}

impl Runtime {
    /// Runs cases of a program; the process has as much time as is given for all of them.
    pub fn run(&self, request: &Request<'_>, time: Duration) -> Ran {
        self.ask(request, time).unwrap_or_else(|why| Ran { cases: 0, failure: Some(Failure::Runtime(why)) })
    }

    fn ask(&self, request: &Request<'_>, time: Duration) -> Result<Ran, String> {
        let shown = self.python.display();
        let mut command = Command::new(&self.python);
        // Without the current folder, which may have another `torch`.
        command.args(["-I", "-W", "ignore", "-c", DRIVER]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{shown}: cannot be run: {error}"))?;
        let question = serde_json::to_string(request).map_err(|error| error.to_string())?;
        if let Some(mut input) = child.stdin.take() {
            // A process that has ended is seen below.
            let _ = writeln!(input, "{question}");
        }
        let answers = lines(child.stdout.take());
        let printed = last(child.stderr.take());
        let end = Instant::now() + time;
        let mut ran = Ran { cases: 0, failure: None };
        let mut answered = false;
        loop {
            match answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => match serde_json::from_str::<Answer>(&line).inspect(|_| answered = true) {
                    Ok(answer) if answer.event == "case" => ran.cases += 1,
                    Ok(answer) if answer.event == "failed" => ran.failure = Some(failure(answer)),
                    Ok(_) => {}
                    Err(error) => return Err(format!("{shown}: an answer that is none: {error}")),
                },
                Err(RecvTimeoutError::Timeout) => {
                    stop(&mut child);
                    return Ok(Ran { failure: Some(Failure::Timeout(time)), ..ran });
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = wait(&mut child, end);
        if ran.failure.is_none() && ran.cases < request.cases.len() {
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
        Ok(ran)
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
        }
    }
}
