//! `outlast inspect`: what is this file?

mod members;

use std::path::PathBuf;

use clap::Args;
use outlast::{Basis, Program, Target, inspect};
use outlast_report::json::InspectResult;
use outlast_report::{Cause, Failure, RunsOn, text};

use super::good_on::{GoodOn, as_runs_on, good_on};
use super::{Answer, Body, each_file, open_program_with, resolve_all};
use crate::args::Output;
use crate::cmd::families::ReadArgs;
use crate::exit::Exit;
use crate::out::Out;

/// Show what a file is, who wrote it and what it needs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast model.pte                     the same as: outlast inspect model.pte
  outlast inspect -f json *.pte         several files, for a program
  outlast inspect --full module.bc      attributes and records in use
  outlast inspect --schema mlir-30.txt module.mlirbc
  outlast inspect model.pt              which releases of PyTorch load it
  curl -s … | outlast inspect -         from standard input
  outlast inspect lib.a                 addresses of the streams in a library or object
  outlast inspect 'lib.a!a.o!.llvmbc'   one of them

Exit status:
  0  printed
  2  at least one file is of an unknown kind, damaged beyond opening, or cannot be read")]
pub(crate) struct Inspect {
    /// Files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Scan the whole file: of bitstreams, attribute kinds and record codes in use; of MLIR bytecode, all operations
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

impl Inspect {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let options = self.families.options()?;
        let targets = resolve_all(&["all".to_string()])?;
        out.configure(&self.output)?;
        let (exit, _) = each_file(out, "outlast/inspect/1", &self.files, "\n", |out, (_, name), bytes| {
            let (mut summary, runs_on) = match inspect::container(name, bytes) {
                Some(summary) => {
                    let of = |program: &Program<'_>| match options.is_empty() {
                        true => good_on_of(program, &targets),
                        false => None,
                    };
                    let (summary, runs_on) = members::judged(bytes, summary, of);
                    let each = out.is_json() || out.verbose;
                    (if each { summary } else { members::alike(summary) }, runs_on)
                }
                None => {
                    let program = open_program_with(name, bytes, &options)?;
                    let sum_up = if self.full { Program::full_summary } else { Program::summary };
                    let summary = sum_up(&program).map_err(|error| Failure {
                        file: name.to_string(),
                        cause: Cause::Unreadable(program.kind(), error),
                    })?;
                    (summary, if options.is_empty() { ranges(&program, &targets) } else { None })
                }
            };
            if let Some(place) = bytes.place() {
                summary.facts.insert(0, ("found in", place.to_string()));
            }
            let body = match out.is_json() {
                true => {
                    let result = InspectResult::new(name, bytes.len() as u64, &summary);
                    Body::Json(vec![result.running_on(runs_on)])
                }
                false => {
                    let runs_on = runs_on.as_deref();
                    Body::Text(text::summary(&out.styles(), name, &summary, runs_on, out.verbose))
                }
            };
            Ok(Answer { body, exit: Exit::Yes })
        })?;
        Ok(exit)
    }
}

/// The releases that run a program, where that is told in no time: of each kind of reader some, or of none any.
fn ranges(program: &Program<'_>, targets: &[Target]) -> Option<Vec<RunsOn>> {
    let mut found = as_runs_on(&good_on_of(program, targets)?);
    if found.iter().any(|runs_on| !runs_on.ranges.is_empty()) {
        found.retain(|runs_on| !runs_on.ranges.is_empty());
    }
    Some(found)
}

/// The releases that run a program, of each kind of reader, where that is told in no time.
fn good_on_of(program: &Program<'_>, targets: &[Target]) -> Option<Vec<GoodOn>> {
    if program.is_costly_to_judge() {
        return None;
    }
    let subject = program.prepare().ok()?;
    Some(good_on(&subject, &[], targets, Basis::Sampled))
}
