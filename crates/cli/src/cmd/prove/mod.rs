//! `outlast prove`: does a program do in a real runtime what was predicted, and compute what it should?
//!
//! * [`file`]: one program, as it is or converted; [`tools`]: what a compiler's tools say of one.
//! * [`changes`]: tests of changes of operator sets.

mod changes;
mod file;
mod tools;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use outlast_prove::{Limits, Tolerance};
use outlast_report::Format;

use crate::args::{Output, formats, of_findings};
use crate::cmd::families::ReadArgs;
use crate::config::args::AllowArgs;
use crate::exit::Exit;
use crate::out::Out;
use crate::runtimes::{Named, Registry};

/// Run programs in real runtimes: do they compute what was recorded, as they are or converted?
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(formats(is_of_tests))), after_help = "\
Examples:
  outlast prove model.bpte --runtime executorch-1.0.1=venv/bin/python
  outlast prove model.pte --random 3 --runtime venv/bin/python --target executorch-0.6.0
  outlast prove model.pt --converted old.pt --cases cases/ --runtime torch-1.10.2=old/bin/python --runtime torch-2.15.0=new/bin/python
  outlast prove program.mlir.bc --converted old.mlir.bc --random 3 --runtime jaxlib-0.4.20=old/bin/python --runtime new/bin/python
  outlast prove model.mlirbc --runtime /usr/bin/mlir-opt-19
  outlast prove module.bc --converted old.bc --runtime /usr/lib/llvm-14/bin --runtime /usr/lib/llvm-19/bin
  outlast prove --changes tests/changes --runtime torch-1.10.2=old/bin/python --runtime torch-2.15.0=new/bin/python
  outlast prove --changes tests/changes --operators my_ops --runtime torch-2.1.2=venv/bin/python -f json
  outlast prove --changes tests/changes --runtime torch-1.10.2=old/bin/python --record

A FILE is run in the first runtime that is named, with the cases that are given or that a bundled
program has, each run in a process of its own; the answer says whether the verdict on it was right.
With --converted, the original is run in one of the other runtimes, which loads it, and what was
made of it in the first. Cases are .npz files with input_0, input_1, ..., and output_0, ... where
outputs are expected (input_NAME and output_NAME by name, for PyTorch); those of ExecuTorch may have
the names of `outlast bundle make`.

Modules of LLVM IR, MLIR and Swift need no cases: a compiler's tools (llvm-dis with opt and lli,
mlir-opt, swift-frontend) read them, and with --converted, what the tools say of both is compared.

A change is a folder with a program, its cases (*.npz: input_0, input_1, ..., output_0, ...) and
change.toml:

  direction = \"backward\"                      # an old program in new readers; \"forward\": a new one in old readers
  file = \"model.pt\"
  recorded = { target = \"torch-1.10.2\" }      # the reader that records the outputs
  readers = [{ target = \"torch-2.15.0\" }, { target = \"../phone.toml\", setup = \"../operators.py\" }]

A program that a reader does not load as it is, is converted for it. `setup` is a Python file that
is run before the program is loaded. A reader without a runtime is not run, and counted.

Exit status:
  0  as predicted, and equal; of changes: all that ran computed what was recorded
  1  something was not, or could not be converted: see each
  2  nothing could be run, or a file cannot be read, or runs code when it is loaded that
     --allow-code does not name: then it is not loaded")]
pub(crate) struct Prove {
    /// A program, or a bundled program
    #[arg(value_name = "FILE", required_unless_present = "changes", conflicts_with = "changes")]
    file: Option<PathBuf>,
    /// The output of a conversion of FILE for the target
    #[arg(long, value_name = "OTHER", requires = "file")]
    converted: Option<PathBuf>,
    /// A folder with changes, one folder each
    #[arg(long, value_name = "DIR")]
    changes: Option<PathBuf>,
    /// A real runtime: TARGET=PATH, the name of one that was added (`outlast runtimes`), or a path whose release is detected: a Python, a folder
    /// with a compiler's tools, or one of these.
    /// `torch-2.1.2` also serves `torch-2.1.2-lite` and profiles made from it. May be repeated
    #[arg(long, value_name = "RUNTIME", value_parser = Named::parse)]
    runtime: Vec<Named>,
    /// The target whose verdict is checked [default: that of the first runtime]
    #[arg(long, value_name = "TARGET", requires = "file")]
    target: Option<String>,
    /// Cases: an .npz file, or a folder of such
    #[arg(long, value_name = "DIR", requires = "file")]
    cases: Option<PathBuf>,
    /// Generate this many random cases for each method, of programs with a signature (ExecuTorch, torch.export, StableHLO)
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    random: Option<u16>,
    /// Run all cases in one process, in order: for programs that keep state
    #[arg(long, requires = "file")]
    together: bool,
    /// The seed of generated values
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    seed: u64,
    /// The weights that an ExecuTorch program is loaded with
    #[arg(long, value_name = "PTD", requires = "file")]
    data: Option<PathBuf>,
    /// The method to call, where a case does not name one; with --random, the one that cases are generated for [default: forward]
    #[arg(long, value_name = "NAME", requires = "file")]
    method: Option<String>,
    /// Record the outputs of all cases, in the reader that each change names for it
    #[arg(long)]
    record: bool,
    /// Relative tolerance of floating-point values
    #[arg(long, value_name = "PART", default_value_t = Tolerance::default().relative, value_parser = distance)]
    rtol: f64,
    /// Absolute tolerance of floating-point values
    #[arg(long, value_name = "DISTANCE", default_value_t = Tolerance::default().absolute, value_parser = distance)]
    atol: f64,
    /// Time limit of a case in seconds, including the start of its runtime
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Memory limit of a case in its runtime, in megabytes [default: no limit]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    #[command(flatten)]
    allow: AllowArgs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

/// Whether results of tests can be written in a format: those of SARIF are instances of rules.
fn is_of_tests(format: Format) -> bool {
    of_findings(format) && format != Format::Sarif
}

fn distance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err("a number that is not negative is expected".into()),
    }
}

impl Prove {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        crate::signals::answer();
        let files = [&self.file, &self.converted, &self.data];
        if files.into_iter().flatten().any(|path| path == Path::new("-")) {
            bail!("`-`: a runtime reads files: write standard input to one");
        }
        let registry = Registry::new();
        let named = self.runtime.iter().map(|named| registry.runtime(named));
        match (&self.file, &self.changes) {
            (_, Some(folder)) => {
                if self.output.format.is_rendered() {
                    let format = self.output.format.name();
                    bail!("--format {format} is for a FILE: changes are answered in text and json");
                }
                let runtimes = named.collect::<anyhow::Result<Vec<_>>>()?;
                self.changes(out, folder, &runtimes)
            }
            (Some(file), None) => self.file(out, file, &registry),
            (None, None) => bail!("a FILE or --changes is expected"),
        }
    }

    fn method(&self) -> &str {
        self.method.as_deref().unwrap_or("forward")
    }

    fn limits(&self) -> Limits {
        Limits {
            time: Duration::from_secs(self.timeout),
            memory: self.memory.map(|megabytes| megabytes.saturating_mul(1 << 20)),
        }
    }

    fn tolerance(&self) -> Tolerance {
        Tolerance { relative: self.rtol, absolute: self.atol }
    }
}
