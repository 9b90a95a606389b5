//! [`Asker`]: runs of tools about one program, held to limits of time and memory.

use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Instant;

use super::place::Tools;
use super::{Side, ToolProgram};
use crate::files;
use crate::process::unstarted;
use crate::process::{Limits, Next, Process};
use crate::runtime::{Failure, How, Runtime};

/// Bytes of standard output that are kept: the first of them.
const KEPT: usize = 1 << 20;

/// A run that came to its end.
#[derive(Debug)]
pub(super) struct Run {
    /// How it ended.
    pub(super) status: ExitStatus,
    /// The first of what it wrote to standard output.
    pub(super) output: String,
    /// How many bytes that was in all, and a digest of all.
    pub(super) whole: (u64, u64),
    /// The last of what it wrote to standard error.
    pub(super) said: String,
}

/// Tools, and the program that they are asked about.
#[derive(Debug)]
pub(super) struct Asker<'a> {
    pub(super) runtime: &'a Runtime,
    pub(super) program: &'a ToolProgram,
    tools: Tools,
    limits: Limits,
    end: Instant,
    scratch: PathBuf,
}

impl<'a> Asker<'a> {
    /// Limits begin to run. `scratch` is made.
    pub(super) fn new(side: Side<'a>, limits: Limits, scratch: &Path) -> Result<Asker<'a>, Failure> {
        let Side { runtime, program } = side;
        let tools = tools(runtime).map_err(Failure::Runtime)?;
        std::fs::create_dir_all(scratch)
            .map_err(|error| Failure::Runtime(format!("{}: {error}", scratch.display())))?;
        let end = limits.end();
        let scratch = std::path::absolute(scratch).map_err(|error| Failure::Runtime(error.to_string()))?;
        Ok(Asker { runtime, program, tools, limits, end, scratch })
    }

    /// The major version of the release in the runtime's name.
    pub(super) fn major(&self) -> u32 {
        let release = self.runtime.name.split_once('-').map_or("", |(_, release)| release);
        release.split('.').next().and_then(|major| major.parse().ok()).unwrap_or_default()
    }

    /// A file of what tools write.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }

    /// The text of a file that a tool wrote.
    pub(super) fn text(&self, name: &str) -> Result<String, Failure> {
        let path = self.file(name);
        let bytes =
            files::read(&path).map_err(|error| Failure::Runtime(format!("{}: {error}", path.display())))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Whether there is a tool.
    pub(super) fn has(&self, tool: &str) -> bool {
        self.tools.find(tool).is_some()
    }

    /// Runs a tool to its end. A signal is a crash, whatever it says.
    pub(super) fn run(&self, tool: &str, arguments: &[&str]) -> Result<Run, Failure> {
        let run = self.run_any(tool, arguments)?;
        match run.status.code() {
            Some(_) => Ok(run),
            None => Err(crash(&run)),
        }
    }

    /// As [`Asker::run`], where a signal is an end like another.
    pub(super) fn run_any(&self, tool: &str, arguments: &[&str]) -> Result<Run, Failure> {
        let path = self.tools.get(tool).map_err(Failure::Runtime)?;
        run(&path, arguments, self.runtime, (self.limits, self.end))
    }

    /// Runs a tool that has to take the program; what it says otherwise is why it does not.
    pub(super) fn demand(&self, tool: &str, arguments: &[&str]) -> Result<Run, Failure> {
        let run = self.run(tool, arguments)?;
        match run.status.success() {
            true => Ok(run),
            false => Err(Failure::Load(message(&run))),
        }
    }
}

/// The tools that a runtime is.
pub(super) fn tools(runtime: &Runtime) -> Result<Tools, String> {
    match &runtime.how {
        How::Tools(path) => {
            Tools::at(path, &runtime.name).map_err(|why| format!("{}: {why}", path.display()))
        }
        How::Python(path) => Err(format!("{} is not a tool of a compiler", path.display())),
        How::Runner(_) => Err("a runner is not a tool of a compiler".into()),
    }
}

/// Runs a program, until a time.
pub(super) fn run(
    path: &Path,
    arguments: &[&str],
    runtime: &Runtime,
    (limits, end): (Limits, Instant),
) -> Result<Run, Failure> {
    let mut command = Command::new(path);
    command.args(arguments).envs(&runtime.env);
    // What it prints of a crash is one line, not a minute of reading symbols.
    command.env("LLVM_DISABLE_SYMBOLIZATION", "1");
    let mut process = Process::start(command).map_err(|error| Failure::Runtime(unstarted(path, &error)))?;
    process.close();
    let (mut output, mut length, mut hasher) = (String::new(), 0_u64, DefaultHasher::new());
    loop {
        match process.next(end, limits.memory) {
            Next::Line(line) => {
                length += u64::try_from(line.len()).unwrap_or_default();
                hasher.write(line.as_bytes());
                if output.len() < KEPT {
                    output.push_str(&line);
                }
            }
            Next::End => break,
            over => return Err(over.failure(limits)),
        }
    }
    let said = process.printed();
    let status = process.ended(end, limits.memory).map_err(|over| over.failure(limits))?;
    // What it left behind would still write.
    process.stop();
    Ok(Run { status, output, whole: (length, hasher.finish()), said })
}

/// That a process ended by itself, and the error that it printed.
pub(super) fn crash(run: &Run) -> Failure {
    let status = run.status;
    match error_line(&run.said) {
        Some(line) => Failure::Crash(format!("{status}: {line}")),
        None => Failure::Crash(status.to_string()),
    }
}

/// Why a tool did not take a program.
pub(super) fn message(run: &Run) -> String {
    error_line(&run.said).unwrap_or_else(|| run.status.to_string())
}

/// The line with the error: what stands behind `error: `, or the first line.
fn error_line(said: &str) -> Option<String> {
    const WORDS: [&str; 2] = ["LLVM ERROR: ", "error: "];
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let marked = lines().find_map(|line| {
        WORDS.iter().find_map(|word| line.rfind(word).and_then(|at| line.get(at + word.len()..)))
    });
    marked.or_else(|| lines().next()).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::error_line;

    #[test]
    fn the_error_is_what_stands_behind_the_word() {
        assert_eq!(error_line("note: a\nx.bc: error: Invalid record\n").as_deref(), Some("Invalid record"));
        assert_eq!(error_line("\nStack dump:\n").as_deref(), Some("Stack dump:"));
        assert_eq!(error_line("LLVM ERROR: no").as_deref(), Some("no"));
        assert_eq!(error_line(" \n"), None);
    }
}
