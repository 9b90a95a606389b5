//! [`Process`]: a process that answers in lines, held to limits of time and memory with all that it starts. Nothing of it outlives its end.
//!
//! It works in a new empty folder, which is removed with it: no interpreter finds modules of whoever's folder this command was called in.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::runtime::Failure;
use crate::tree::Tree;

/// Bytes of what a process prints that are kept: the last of them.
const KEPT: usize = 1 << 14;
/// Bytes that one answer may have.
const LINE: u64 = 1 << 20;
/// Answers that wait to be read; a process that gives more waits with them.
const WAITING: usize = 64;
/// How often it is looked at what a process has started, and what memory all of that holds.
const LOOK: Duration = Duration::from_millis(20);
/// How long is waited for output of a process that has ended.
const LEFT_OPEN: Duration = Duration::from_millis(300);
/// How long is waited for what a process printed, when it has ended or said that all is printed.
const PRINTED: Duration = Duration::from_secs(2);
/// The line of standard error that a driver ends what it prints for one request with.
pub(crate) const MARK: &str = "\u{1}outlast: end of what was printed";

/// How the variable begins that a process hands down to all that it starts.
const VARIABLE: &str = "OUTLAST_PROCESS_";

/// Processes that run, by number: each leads a group. With their variable, and the folder that they work in.
static RUNNING: Mutex<BTreeMap<u32, (String, PathBuf)>> = Mutex::new(BTreeMap::new());

/// Stops every process that runs, and what they started; none is started while what is returned is kept. For a program that a signal ends: a
/// group of its own does not get those of the terminal.
#[must_use = "processes are started again when it is dropped"]
pub fn stop_all() -> impl Sized {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.keys().for_each(|number| stop_group(*number));
    for (number, (variable, folder)) in running.iter() {
        Tree::new(*number, variable).stop(true);
        let _ = std::fs::remove_dir_all(folder);
    }
    running
}

/// Stops a process and what it started.
fn stop_group(number: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = number;
}

/// What a process may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time for one request: all cases of a program together.
    pub time: Duration,
    /// Bytes of memory that it may hold at a time, where the system can tell; none for no limit.
    pub memory: Option<u64>,
}

impl Limits {
    /// When time is over that begins now.
    pub(crate) fn end(self) -> Instant {
        let now = Instant::now();
        // A hundred years, where there is no such time.
        now.checked_add(self.time).unwrap_or_else(|| now + Duration::from_secs(100 * 365 * 86_400))
    }
}

impl From<Duration> for Limits {
    fn from(time: Duration) -> Limits {
        Limits { time, memory: None }
    }
}

/// What comes next of a process.
pub(crate) enum Next {
    /// A line of its standard output.
    Line(String),
    /// It has closed its output.
    End,
    /// Time is over; the process was stopped.
    Timeout,
    /// It held more memory than this, in bytes; it was stopped.
    Memory(u64),
}

impl Next {
    /// What became of a run that a limit has ended.
    pub(crate) fn failure(self, limits: Limits) -> Failure {
        match self {
            Next::Memory(most) => Failure::Memory(most),
            _ => Failure::Timeout(limits.time),
        }
    }
}

/// A process that runs.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    tree: Tree,
    /// When the tree is looked at next.
    look: Instant,
    /// The folder that it works in.
    _folder: TempDir,
    input: Option<Sender<String>>,
    answers: Receiver<String>,
    printed: Receiver<String>,
    /// When it was seen to have ended.
    over: Option<Instant>,
}

impl Process {
    /// Starts a command; its standard streams are ours, and it works in an empty folder if it names none: paths are absolute.
    pub(crate) fn start(mut command: Command) -> std::io::Result<Process> {
        let folder = tempfile::Builder::new().prefix("outlast-").rand_bytes(16).tempdir()?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy();
        let variable = format!("{VARIABLE}{}", name.trim_start_matches("outlast-"));
        command.env(&variable, "1");
        if command.get_current_dir().is_none() {
            command.current_dir(folder.path());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // A group of its own: what it starts is stopped with it.
            command.process_group(0);
        }
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn()?;
        running.insert(child.id(), (variable.clone(), folder.path().to_path_buf()));
        drop(running);
        let (input, answers, printed) =
            (written(child.stdin.take()), lines(child.stdout.take()), printed(child.stderr.take()));
        let tree = Tree::new(child.id(), &variable);
        Ok(Process {
            child,
            tree,
            look: Instant::now(),
            _folder: folder,
            input,
            answers,
            printed,
            over: None,
        })
    }

    /// Writes a line to its standard input. That a process has ended is seen by its answers.
    pub(crate) fn ask(&mut self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(line.to_string());
        }
    }

    /// Closes its standard input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the next line, until a time, and while the process and all that it started hold no more memory than `most`.
    pub(crate) fn next(&mut self, end: Instant, most: Option<u64>) -> Next {
        loop {
            // Before a line is taken: they may have no end.
            if let Some(over) = self.held_to(end, most) {
                return over;
            }
            let step = end.saturating_duration_since(Instant::now()).min(LOOK);
            match self.answers.recv_timeout(step) {
                Ok(line) => return Next::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if self.is_over() => {
                    // What it started and left behind.
                    self.stop();
                    return Next::End;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Stops the process where it goes beyond a limit.
    fn held_to(&mut self, end: Instant, most: Option<u64>) -> Option<Next> {
        let now = Instant::now();
        if now >= end {
            self.stop();
            return Some(Next::Timeout);
        }
        if now < self.look {
            return None;
        }
        let over = match most {
            Some(most) => self.tree.holds_more_than(most).then_some(Next::Memory(most)),
            None => {
                self.tree.watch();
                None
            }
        };
        self.look = Instant::now() + LOOK.max(now.elapsed());
        if over.is_some() {
            self.stop();
        }
        over
    }

    /// Stops what it has started, and lets it run on.
    pub(crate) fn stop_others(&mut self) {
        self.tree.stop(false);
    }

    /// Whether it has ended some time ago: what it left behind may keep its output open.
    fn is_over(&mut self) -> bool {
        if self.over.is_none() && matches!(self.child.try_wait(), Ok(Some(_))) {
            self.over = Some(Instant::now());
        }
        self.over.is_some_and(|since| since.elapsed() >= LEFT_OPEN)
    }

    /// What it printed to standard error, up to its end or the mark of a driver; the last of it.
    pub(crate) fn printed(&mut self) -> String {
        self.printed.recv_timeout(PRINTED).unwrap_or_default()
    }

    /// How it ended, once it has closed its output; or the limit that it went beyond, and was stopped for.
    pub(crate) fn ended(&mut self, end: Instant, most: Option<u64>) -> Result<ExitStatus, Next> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(status);
            }
            if let Some(over) = self.held_to(end, most) {
                return Err(over);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Stops it, and what it started.
    pub(crate) fn stop(&mut self) {
        // A group may outlive the process that led it, and what it started may have left the group.
        stop_group(self.child.id());
        self.tree.stop(true);
        let _ = self.child.kill();
        let _ = self.child.wait();
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.child.id());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Writes lines to a stream, as they are given: who does not read keeps nobody waiting.
fn written(stream: Option<ChildStdin>) -> Option<Sender<String>> {
    let mut stream = stream?;
    let (to, from) = channel::<String>();
    std::thread::spawn(move || {
        // It ends, and closes the stream, when no more lines can come.
        while let Ok(line) = from.recv() {
            if writeln!(stream, "{line}").and_then(|()| stream.flush()).is_err() {
                return;
            }
        }
    });
    Some(to)
}

/// The lines of a stream, as they come.
fn lines(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (to, from) = sync_channel(WAITING);
    let Some(stream) = stream else { return from };
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        loop {
            let mut line = Vec::new();
            match reader.by_ref().take(LINE).read_until(b'\n', &mut line) {
                Ok(1..) if to.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
                _ => return,
            }
        }
    });
    from
}

/// What a stream has, up to each mark and its end: the last of it.
fn printed(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (to, from) = channel();
    let Some(stream) = stream else { return from };
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        let mut kept = Vec::new();
        loop {
            let before = kept.len();
            let read = reader.by_ref().take(LINE).read_until(b'\n', &mut kept);
            let is_end = !matches!(read, Ok(1..));
            let line = kept.get(before..).unwrap_or_default();
            let is_mark = line.trim_ascii_end() == MARK.as_bytes();
            if is_mark {
                kept.truncate(before);
            }
            if kept.len() > KEPT {
                kept.drain(..kept.len() - KEPT);
            }
            if is_mark || is_end {
                let text = String::from_utf8_lossy(&std::mem::take(&mut kept)).into_owned();
                if to.send(text).is_err() || is_end {
                    return;
                }
            }
        }
    });
    from
}

/// A path that means the same in another working folder.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// What is started for the path of a program, in another working folder: a name alone is looked for in the folders of `PATH`.
pub(crate) fn program(path: &Path) -> PathBuf {
    let is_name = path.parent().is_some_and(|folder| folder.as_os_str().is_empty());
    if is_name { path.to_path_buf() } else { absolute(path) }
}

/// What is said of a program that cannot be started.
pub(crate) fn unstarted(program: &Path, error: &std::io::Error) -> String {
    format!("{}: cannot be run: {error}", program.display())
}
