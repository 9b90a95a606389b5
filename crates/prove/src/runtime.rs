//! [`Runtime`]: a real runtime at hand, and what becomes of a program that is run in it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outlast::{Program, Target};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which loader of a Python runtime reads the program.
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
    /// XLA on a CPU, by jaxlib, of a portable artifact of StableHLO.
    StableHlo,
}

impl Load {
    /// The loader of a target for a program in a file; none where no Python runtime runs such programs.
    pub fn of(program: &Program<'_>, target: &Target, file: &Path) -> Option<Load> {
        let is_lite = target.profile().is_some_and(|profile| !profile.variant.is_empty());
        match (program.family(), target.family()) {
            ("executorch", _) => Some(Load::ExecuTorch),
            ("torch", _) if is_lite => Some(Load::Lite),
            ("torch", _) if file.extension().is_some_and(|end| end == "pt2") => Some(Load::Export),
            ("torch", _) => Some(Load::Jit),
            ("mlir", "jaxlib" | "stablehlo") => Some(Load::StableHlo),
            _ => None,
        }
    }
}

/// How a runtime is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// An interpreter of Python in which PyTorch, ExecuTorch or jaxlib is installed, with NumPy.
    Python(PathBuf),
    /// Tools of a compiler: the folder with `mlir-opt`, `llvm-dis`, `opt`, `lli` or `swift-frontend`, or one of them. Names may end with a
    /// release, as packages call them: `llvm-dis-19`.
    Tools(PathBuf),
    /// The command line of a program that runs one case: [`crate::RUNNER_WORDS`] says what stands for files in it.
    Runner(Vec<String>),
}

impl Default for How {
    fn default() -> How {
        How::Python(PathBuf::new())
    }
}

impl How {
    /// The program that is started.
    pub fn path(&self) -> &Path {
        match self {
            How::Python(path) | How::Tools(path) => path,
            How::Runner(words) => words.first().map_or(Path::new(""), |word| Path::new(word)),
        }
    }
}

/// A runtime at hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Runtime {
    /// The target that it is: `torch-2.15.0`, or the name of a profile.
    pub name: String,
    /// How it is asked.
    pub how: How,
    /// Variables of the environment that it needs, such as `LD_LIBRARY_PATH`.
    pub env: BTreeMap<String, String>,
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
    /// The number of the case in a bundled program, for the runtime to run and compare by its own means: it writes no outputs, and raises where
    /// they differ. All cases of a request are such, or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundled: Option<usize>,
}

/// How much of a program a runtime of ExecuTorch verifies before it loads it, by the names that it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Verification {
    /// Its header only.
    Minimal,
    /// What the verifier of FlatBuffers sees, and more in newer releases.
    InternalConsistency,
}

/// A function of a script of Python, to be called with one argument after the other.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Call<'c> {
    /// The script: a module that can be imported, with others beside it.
    pub script: &'c Path,
    /// The function: it takes the argument, and a function that it tells what it is about to do (`load`, `run`).
    pub function: &'c str,
    /// What it is given: JSON as Python reads it, with `NaN` and `Infinity`.
    pub arguments: &'c [&'c str],
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
    /// How much of it is verified, where a release can be told; none for what is usual with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification>,
    /// The method that is called.
    pub method: &'r str,
    /// Methods that have to load, where a runtime loads each by itself, and no case calls them.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub loads: &'r [String],
    /// A Python file to run before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<&'r Path>,
    /// Whether inputs are written beside the outputs.
    pub record: bool,
    /// The cases, in order.
    pub cases: &'r [Case],
}

/// What became of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// Cases that ran to their end, and so have a file of outputs: the first of those that were asked for.
    pub cases: usize,
    /// Why the others did not run.
    pub failure: Option<Failure>,
    /// What it was at last about to do: `load`, `method` (load one), `load+method` where a release loads all at once, `given` (take the inputs),
    /// `run`; or what a function that was called said.
    pub stage: Option<String>,
    /// What a function that was called returned, each time.
    pub results: Vec<Value>,
    /// What the runtime printed, the last of it: what it says of its errors beyond their message.
    pub printed: String,
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
    /// The case cannot be given to the program in this runtime, which says nothing about the program: why.
    Given(String),
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
    #[serde(skip)]
    pub version: String,
    /// What it has by name: operators that it has registered, dialects of `mlir-opt`; empty where it does not say.
    #[serde(default)]
    pub operators: Vec<String>,
    /// Backends that it has registered.
    #[serde(default)]
    pub backends: Vec<String>,
    /// What it can be asked beyond a program: `verification`, `data`.
    #[serde(default)]
    pub takes: Vec<String>,
    /// Versions of formats that it says it reads or writes, by the names that it has for them.
    #[serde(default)]
    pub versions: BTreeMap<String, String>,
}

impl Runtime {
    /// A runtime of Python.
    pub fn of_python(name: impl Into<String>, python: impl Into<PathBuf>) -> Runtime {
        Runtime { name: name.into(), how: How::Python(python.into()), env: BTreeMap::new() }
    }
}

impl Failure {
    /// What it is in a word: `fails`, `crash`, `timeout`, `memory`, or `not-run` where the runtime could not be asked.
    pub fn name(&self) -> &'static str {
        match self {
            Failure::Load(_) | Failure::Run(_) => "fails",
            Failure::Crash(_) => "crash",
            Failure::Timeout(_) => "timeout",
            Failure::Memory(_) => "memory",
            Failure::Runtime(_) | Failure::Setup(_) | Failure::Given(_) => "not-run",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Runtime(why) => write!(f, "the runtime cannot be queried: {why}"),
            Failure::Setup(why) => write!(f, "its setup failed: {why}"),
            Failure::Load(why) => write!(f, "it does not load: {why}"),
            Failure::Given(why) => write!(f, "the case cannot be passed to it: {why}"),
            Failure::Run(why) => write!(f, "it loads, but raises: {why}"),
            Failure::Crash(why) => write!(f, "the process ended: {why}"),
            Failure::Timeout(time) => write!(f, "not finished after {} seconds", time.as_secs()),
            Failure::Memory(most) => write!(f, "it used more than {} MB of memory", most >> 20),
        }
    }
}
