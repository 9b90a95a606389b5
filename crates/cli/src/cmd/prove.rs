//! `outlast prove`: does a program compute in a real runtime what was recorded?

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use outlast::arrays::{self, Arrays};
use outlast::convert::{ConvertError, Request as Wanted, convert};
use outlast::families::torch::WrittenBy;
use outlast::{Options, Output as Written, Subject, Target};
use outlast_prove::{Case, Change, Direction, Failure, Load, Reader, Request, Runtime, Tolerance, compare};
use outlast_report::json::{ProveDocument, Proved, ProvedChange, to_string};
use outlast_report::text;
use tempfile::TempDir;

use super::{open_program_with, resolve};
use crate::args::Output;
use crate::exit::Exit;
use crate::families::ReadArgs;
use crate::input::{self, Input};
use crate::out::Out;
use crate::save;

/// Run programs in real runtimes: do they compute what was recorded, as they are or converted?
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast prove --changes tests/changes --runtime torch-1.10.2=old/bin/python --runtime torch-2.15.0=new/bin/python
  outlast prove --changes tests/changes --operators my_ops --runtime torch-2.1.2=venv/bin/python -f json
  outlast prove --changes tests/changes --runtime torch-1.10.2=old/bin/python --record

A change is a folder with a program, its cases (*.npz: input_0, input_1, ..., output_0, ...) and change.toml:

  direction = \"backward\"                      # an old program in new readers; \"forward\": a new one in old readers
  file = \"model.pt\"
  recorded = { target = \"torch-1.10.2\" }      # the reader that records the outputs
  readers = [{ target = \"torch-2.15.0\" }, { target = \"../phone.toml\", setup = \"../operators.py\" }]

What a reader does not take as it is is converted for it. `setup` is a Python file that is run before the program is
loaded. A reader without a runtime is not run, and counted.

Exit status:
  0  all that ran computed what was recorded
  1  something did not, or could not be converted: see each
  2  nothing could be run, or a change cannot be read")]
pub(crate) struct Prove {
    /// A folder with changes, one folder each
    #[arg(long, value_name = "DIR")]
    changes: PathBuf,
    /// A runtime at hand: the target that it is, and its Python; `torch-2.1.2` is also that of `torch-2.1.2-lite` and of profiles made from it.
    /// May be repeated
    #[arg(long, value_name = "TARGET=PYTHON", value_parser = runtime)]
    runtime: Vec<Runtime>,
    /// Record the outputs of all cases, in the reader that each change names for it
    #[arg(long)]
    record: bool,
    /// How far numbers with a fraction may be from the recorded ones, as a part of these
    #[arg(long, value_name = "PART", default_value_t = Tolerance::default().relative)]
    rtol: f64,
    /// How far they may be in any case
    #[arg(long, value_name = "DISTANCE", default_value_t = Tolerance::default().absolute)]
    atol: f64,
    /// How many seconds all cases of a program may take in one runtime
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    timeout: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

/// Reads `TARGET=PYTHON`.
fn runtime(text: &str) -> Result<Runtime, String> {
    match text.split_once('=') {
        Some((name, python)) if !name.is_empty() && !python.is_empty() => {
            Ok(Runtime { name: name.to_string(), python: python.into() })
        }
        _ => Err("a target and its Python are expected, such as torch-2.15.0=venv/bin/python".into()),
    }
}

/// Directions as answers name them.
fn direction(change: &Change) -> &'static str {
    match change.direction {
        Direction::Backward => "backward",
        Direction::Forward => "forward",
    }
}

impl Prove {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let options = self.families.options()?;
        let changes = Change::all(&self.changes).map_err(|error| anyhow!("{error}"))?;
        let scratch = TempDir::new()?;
        let mut document = Vec::new();
        for change in &changes {
            let readers = match self.record {
                true => vec![self.recorded(change, &scratch)?],
                false => {
                    let of = |reader| self.checked(change, reader, &options, &scratch);
                    change.readers.iter().map(of).collect::<anyhow::Result<Vec<_>>>()?
                }
            };
            document.push(ProvedChange {
                name: change.name(),
                direction: direction(change),
                file: input::name(&change.file),
                readers,
            });
        }
        let document = ProveDocument::new(document);
        out.write(&match out.is_json() {
            true => to_string(&document)?,
            false => text::proved(&out.styles(), &document),
        })?;
        Ok(match document.outcome() {
            (true, _) => Exit::No,
            (false, true) => Exit::Yes,
            (false, false) => Exit::Failed,
        })
    }

    /// The runtime of a target: by its name, or by that of the release that it is made from; or what to give.
    fn runtime(&self, target: &Target) -> Result<&Runtime, String> {
        let by_name = |name: &str| self.runtime.iter().find(|runtime| runtime.name == name);
        let base = target.profile().map(|profile| format!("{}-{}", profile.family, profile.release));
        let base = base.as_deref().unwrap_or(target.name());
        by_name(target.name())
            .or_else(|| by_name(base))
            .ok_or_else(|| format!("no runtime: give one with --runtime {base}=PYTHON"))
    }

    /// Converts a program for a reader where it has to be, and runs it there.
    fn checked(
        &self,
        change: &Change,
        reader: &Reader,
        options: &Options,
        scratch: &TempDir,
    ) -> anyhow::Result<Proved> {
        let target = resolve(&reader.target).with_context(|| change.folder.display().to_string())?;
        let options = match &change.written_by {
            Some(release) => {
                let by = WrittenBy::parse(release);
                options.clone().with(by.ok_or_else(|| {
                    anyhow!(
                        "{}: written_by: a release is expected, for example 1.6.0",
                        change.folder.display()
                    )
                })?)
            }
            None => options.clone(),
        };
        let name = input::name(&change.file);
        let bytes = open(&change.file)?;
        let program = open_program_with(&name, &bytes, &options)
            .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        let verdict = Subject::new(&program)?.check(&[], &target)?;
        let (mut file, mut steps) = (change.file.clone(), Vec::new());
        if !verdict.outcome.is_good() {
            let wanted = Wanted { target: Some(&target), options, ..Wanted::default() };
            match convert(&program, &[], &wanted) {
                Ok(converted) => {
                    steps = converted.steps.iter().map(|step| step.id).collect();
                    file = scratch.path().join("program");
                    save::save(&file, &converted.output, |_| Ok(()))?;
                }
                Err(ConvertError::Refused(blockers) | ConvertError::Unknown { reasons: blockers, .. }) => {
                    return Ok(Proved::refused(target.name(), &blockers));
                }
                Err(error) => bail!(error),
            }
        }
        let runtime = match self.runtime(&target) {
            Ok(runtime) => runtime,
            Err(why) => return Ok(Proved::new(target.name(), steps, "not-run", 0, Some(why))),
        };
        let (equal, wrong) = self.compared(change, (reader, &target), runtime, &file, scratch)?;
        let (result, message) = wrong.map_or(("equal", None), |(result, message)| (result, Some(message)));
        Ok(Proved::new(target.name(), steps, result, equal, message))
    }

    /// Runs the cases, and compares: how many are equal, and the result and what is wrong with the next.
    fn compared(
        &self,
        change: &Change,
        (reader, target): (&Reader, &Target),
        runtime: &Runtime,
        file: &Path,
        scratch: &TempDir,
    ) -> anyhow::Result<(usize, Option<(&'static str, String)>)> {
        let cases = outputs(change, scratch);
        let ran = runtime.run(&self.request(change, (reader, target), file, &cases, false), self.time());
        for (number, case) in cases.iter().take(ran.cases).enumerate() {
            let (expected, found) = (open(&case.inputs)?, open(&case.outputs)?);
            let expected = read(&expected, &case.inputs)?;
            let of = input::name(&case.inputs);
            if !expected.arrays.iter().any(|array| array.name.starts_with("output_")) {
                return Ok((number, Some(("wrong", format!("{of}: no outputs are recorded: see --record")))));
            }
            let tolerance = Tolerance { relative: self.rtol, absolute: self.atol };
            if let Some(difference) = compare(&expected, &read(&found, &case.outputs)?, tolerance) {
                return Ok((number, Some(("wrong", format!("{of}: {difference}")))));
            }
        }
        Ok((ran.cases, ran.failure.map(failed)))
    }

    /// Runs the cases as they are in the reader that records, and writes their outputs beside the inputs.
    fn recorded(&self, change: &Change, scratch: &TempDir) -> anyhow::Result<Proved> {
        let Some(reader) = &change.recorded else {
            bail!("{}: `recorded` names no reader that records the outputs", change.folder.display());
        };
        let target = resolve(&reader.target).with_context(|| change.folder.display().to_string())?;
        let runtime = match self.runtime(&target) {
            Ok(runtime) => runtime,
            Err(why) => return Ok(Proved::new(target.name(), Vec::new(), "not-run", 0, Some(why))),
        };
        let cases = outputs(change, scratch);
        let ran =
            runtime.run(&self.request(change, (reader, &target), &change.file, &cases, true), self.time());
        if let Some(failure) = ran.failure {
            let (result, message) = failed(failure);
            return Ok(Proved::new(target.name(), Vec::new(), result, 0, Some(message)));
        }
        for case in &cases {
            let outputs = open(&case.outputs)?;
            save::save(&case.inputs, &Written::of(&*outputs), |_| Ok(()))?;
        }
        Ok(Proved::new(target.name(), Vec::new(), "recorded", cases.len(), None))
    }

    fn request<'r>(
        &self,
        change: &'r Change,
        (reader, target): (&'r Reader, &Target),
        file: &'r Path,
        cases: &'r [Case],
        record: bool,
    ) -> Request<'r> {
        let lite = target.profile().is_some_and(|profile| !profile.variant.is_empty());
        let load = match change.file.extension() {
            _ if lite => Load::Lite,
            Some(extension) if extension == "pt2" => Load::Export,
            _ => Load::Jit,
        };
        Request { file, load, method: &change.method, setup: reader.setup.as_deref(), record, cases }
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

/// The result of a run that did not come to its end, and what is wrong.
fn failed(failure: Failure) -> (&'static str, String) {
    let result = if matches!(failure, Failure::Runtime(_)) { "not-run" } else { "wrong" };
    (result, failure.to_string())
}

/// The cases of a change, each with a file for its outputs.
fn outputs(change: &Change, scratch: &TempDir) -> Vec<Case> {
    let case = |(number, inputs): (usize, &PathBuf)| Case {
        inputs: inputs.clone(),
        outputs: scratch.path().join(format!("outputs-{number}")),
    };
    change.cases.iter().enumerate().map(case).collect()
}

/// A file; the error is one line.
fn open(path: &Path) -> anyhow::Result<Input> {
    input::open(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}

fn read<'a>(bytes: &'a [u8], path: &Path) -> anyhow::Result<Arrays<'a>> {
    arrays::read(bytes).map_err(|error| anyhow!("{}: {error}", path.display()))
}
