//! [`Process`]: a process that answers in lines, held to limits of time and memory. Nothing of it outlives its end.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of what a process prints that are kept: the last of them.
const KEPT: usize = 1 << 14;
/// Bytes that one answer may have.
const LINE: u64 = 1 << 20;
/// Answers that wait to be read; a process that gives more waits with them.
const WAITING: usize = 64;
/// How often the memory of a process is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long is waited for output of a process that has ended.
const LEFT_OPEN: Duration = Duration::from_millis(300);
/// How long is waited for what a process printed, when it has ended or said that all is printed.
const PRINTED: Duration = Duration::from_secs(2);
/// The line of standard error that a driver ends what it prints for one request with.
pub(crate) const MARK: &str = "\u{1}outlast: end of what was printed";

/// Processes that run, by number: each leads a group.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Stops every process that runs, and what they started; none is started while what is returned is kept. For a program that a signal ends: a
/// group of its own does not get those of the terminal.
#[must_use = "processes are started again when it is dropped"]
pub fn stop_all() -> impl Sized {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|number| stop_group(*number));
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

/// A process that runs.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
    printed: Receiver<String>,
    /// When it was seen to have ended.
    over: Option<Instant>,
}

impl Process {
    /// Starts a command; its standard streams are ours.
    pub(crate) fn start(mut command: Command) -> std::io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // A group of its own: what it starts is stopped with it.
            command.process_group(0);
        }
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn()?;
        running.insert(child.id());
        drop(running);
        let (input, answers, printed) =
            (child.stdin.take(), lines(child.stdout.take()), printed(child.stderr.take()));
        Ok(Process { child, input, answers, printed, over: None })
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line to its standard input. That a process has ended is seen by its answers.
    pub(crate) fn ask(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// Closes its standard input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the next line, until a time; looks meanwhile at the memory of the process with this number.
    pub(crate) fn next(&mut self, end: Instant, (most, of): (Option<u64>, u32)) -> Next {
        loop {
            if let Some(most) = most.filter(|most| memory(of).is_some_and(|held| held > *most)) {
                self.stop();
                return Next::Memory(most);
            }
            let left = end.saturating_duration_since(Instant::now());
            let step = left.min(LOOK);
            match self.answers.recv_timeout(step) {
                Ok(line) => return Next::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if self.is_over() => {
                    // What it started and left behind.
                    self.stop();
                    return Next::End;
                }
                Err(RecvTimeoutError::Timeout) if step < left => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.stop();
                    return Next::Timeout;
                }
            }
        }
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

    /// How it ended, once it has closed its output; none if it did not end in time and was stopped.
    pub(crate) fn ended(&mut self, end: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                self.stop();
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Stops it, and what it started.
    pub(crate) fn stop(&mut self) {
        // A group may outlive the process that led it.
        stop_group(self.child.id());
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

/// Bytes of memory that a process holds, where `/proc` tells.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}
