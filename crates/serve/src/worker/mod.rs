//! [`Worker`]: files are read by a process of their own, which is limited and of which nothing is left: a file that makes it exceed its limits stops
//! nothing else.

pub mod child;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::error::{INTERNAL, Problem, QUARANTINED, Result, STORAGE};
use crate::judge::{Answer, Question};

/// Bytes that an answer may have.
const MOST_ANSWER: u64 = 64 << 20;
/// A limit of memory below which nothing is reserved.
const SMALL: u64 = 256 << 20;
/// How often it is looked whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// What a process may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of address space, beside those of the file.
    pub memory: u64,
    /// How long it may take.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 2 << 30, time: Duration::from_secs(60) }
    }
}

/// What a process is given.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    file: PathBuf,
    /// Where a file goes that is made.
    output: Option<PathBuf>,
    limits: Limits,
    question: Question,
}

/// How files are read.
#[derive(Clone, Debug)]
pub enum How {
    /// By this program with these arguments, which calls [`child::run`].
    Process(PathBuf, Vec<String>),
    /// By this process, without limits: for tests, of files that are sound.
    Here,
}

/// Reads files.
#[derive(Debug)]
pub struct Worker {
    how: How,
    limits: Limits,
    /// Processes that may run at a time.
    most: usize,
    running: Mutex<usize>,
    ended: Condvar,
}

impl Worker {
    /// A worker that reads like this, by so many processes at a time.
    pub fn new(how: How, limits: Limits, most: usize) -> Worker {
        Worker { how, limits, most: most.max(1), running: Mutex::default(), ended: Condvar::new() }
    }

    /// Answers a question on a file; one that is made goes to `output`, which exists and is empty.
    ///
    /// # Errors
    ///
    /// [`QUARANTINED`] if reading the file exceeds the limits or ends the process.
    pub fn ask(&self, file: &Path, question: Question, output: Option<&Path>) -> Result<Answer> {
        let _turn = self.turn();
        match &self.how {
            How::Here => {
                let bytes = std::fs::read(file)?;
                Ok(child::answer(&bytes, &question, output))
            }
            How::Process(program, arguments) => {
                let (file, output) = (file.to_path_buf(), output.map(Path::to_path_buf));
                let order = Order { file, output, limits: self.limits, question };
                self.process(program, arguments, &order)
            }
        }
    }

    /// Waits until fewer processes run than may.
    fn turn(&self) -> Turn<'_> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        while *running >= self.most {
            running = self.ended.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
        *running += 1;
        Turn(self)
    }

    fn process(&self, program: &Path, arguments: &[String], order: &Order) -> Result<Answer> {
        let bytes = serde_json::to_vec(order)?;
        let mut command = Command::new(program);
        command.args(arguments).env_clear().current_dir(std::env::temp_dir());
        // The allocator reserves address space before it needs it (in KiB): not more than the limit.
        let reserved = if order.limits.memory < SMALL { "0" } else { "65536" };
        command.env("MIMALLOC_ARENA_RESERVE", reserved);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Signals of the terminal are for the server, which ends when it has answered.
            command.process_group(0);
        }
        let failed =
            |error| Problem::new(&INTERNAL, format!("no process was started to read a file: {error}"));
        let mut child = Running(command.spawn().map_err(failed)?);
        let (input, output) = (child.0.stdin.take(), child.0.stdout.take());
        let answered = std::thread::scope(|scope| {
            scope.spawn(move || input.map(|mut input| input.write_all(&bytes)));
            let answer = scope.spawn(move || {
                let mut answer = Vec::new();
                output.map(|output| output.take(MOST_ANSWER).read_to_end(&mut answer));
                answer
            });
            let status = child.wait(self.limits.time);
            drop(child);
            (status, answer.join().unwrap_or_default())
        });
        match answered {
            (Some(status), answer) if status.success() => serde_json::from_slice(&answer)
                .map_err(|_| exceeded("reading it gave an answer that is too large".into())),
            // It says so when it cannot read the file at all.
            (Some(status), _) if status.code() == Some(2) => {
                Err(Problem::new(&STORAGE, "the stored file cannot be read"))
            }
            (Some(status), _) => Err(exceeded(format!("reading it ended its process: {status}"))),
            (None, _) => {
                Err(exceeded(format!("reading it took longer than {} s", self.limits.time.as_secs())))
            }
        }
    }
}

fn exceeded(what: String) -> Problem {
    Problem::new(&QUARANTINED, what)
}

struct Turn<'w>(&'w Worker);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.ended.notify_one();
    }
}

/// A process that does not outlive this.
struct Running(Child);

impl Running {
    /// Its status when it ends; `None` if that takes longer.
    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now().checked_add(time)?;
        loop {
            match self.0.try_wait() {
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
                Ok(None) if Instant::now() >= end => return None,
                Ok(None) => std::thread::sleep(LOOK),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // It has a group of its own, and has not been waited for if it runs still.
            if matches!(self.0.try_wait(), Ok(None)) {
                let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
            }
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn asked(script: &str, time: Duration) -> Problem {
        let how = How::Process("/bin/sh".into(), vec!["-c".into(), script.into()]);
        let limits = Limits { memory: 1 << 30, time };
        let worker = Worker::new(how, limits, 2);
        worker.ask(Path::new("/dev/null"), Question::Judge(Vec::new()), None).expect_err(script)
    }

    #[test]
    fn a_process_that_exceeds_its_limits_is_ended() {
        let begin = Instant::now();
        let problem = asked("sleep 100", Duration::from_millis(200));
        assert_eq!((problem.kind(), problem.detail()), (&QUARANTINED, "reading it took longer than 0 s"));
        assert!(begin.elapsed() < Duration::from_secs(20));
        let problem = asked("kill -KILL $$", Duration::from_secs(20));
        assert!(problem.kind() == &QUARANTINED && problem.detail().contains("signal: 9"), "{problem}");
        let problem = asked("echo not an answer", Duration::from_secs(20));
        assert_eq!(problem.kind(), &QUARANTINED);
        // It says so where the file cannot be opened: that is no fault of the file.
        assert_eq!(asked("exit 2", Duration::from_secs(20)).kind(), &STORAGE);
        let how = How::Process("/nowhere/outlast".into(), Vec::new());
        let worker = Worker::new(how, Limits::default(), 1);
        let problem = worker.ask(Path::new("/dev/null"), Question::Judge(Vec::new()), None).unwrap_err();
        assert_eq!(problem.kind(), &INTERNAL);
    }
}
