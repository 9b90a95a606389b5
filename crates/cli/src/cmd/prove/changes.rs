//! `outlast prove --changes`: tests of changes of operator sets.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use outlast::arrays::{self, Arrays};
use outlast::convert::{ConvertError, Request as Wanted};
use outlast::families::torch::WrittenBy;
use outlast::{Options, Output as Written, Target};
use outlast_prove::{Case, Change, Direction, Failure, Load, Reader, Request, Runtime, compare};
use outlast_report::json::{ProveDocument, Proved, ProvedChange, to_string};
use outlast_report::text;

use super::Prove;
use crate::cmd::{open_program_with, resolve};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;
use crate::save;
use crate::scratch::Scratch;

/// Directions as answers name them.
fn direction(change: &Change) -> &'static str {
    match change.direction {
        Direction::Backward => "backward",
        Direction::Forward => "forward",
    }
}

impl Prove {
    /// Runs the tests of changes in a folder.
    pub(super) fn changes(&self, out: &mut Out, folder: &Path, runtimes: &[Runtime]) -> anyhow::Result<Exit> {
        let options = self.families.options()?;
        let changes = Change::all(folder).map_err(|error| anyhow!("{error}"))?;
        let scratch = Scratch::new()?;
        let mut document = Vec::new();
        for change in &changes {
            let readers = match self.record {
                true => vec![self.recorded(change, runtimes, &scratch)?],
                false => {
                    let of = |reader| self.checked(change, reader, &options, (runtimes, &scratch));
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

    /// Converts a program for a reader where it has to be, and runs it there.
    fn checked(
        &self,
        change: &Change,
        reader: &Reader,
        options: &Options,
        (runtimes, scratch): (&[Runtime], &Scratch),
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
        self.may_load(&name, &bytes)?;
        let program = open_program_with(&name, &bytes, &options)
            .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        let verdict = program.prepare()?.check(&[], &target)?;
        let (mut file, mut steps) = (change.file.clone(), Vec::new());
        if !verdict.outcome.is_good() {
            let wanted = Wanted::for_target(&target).options(options);
            match program.convert(&[], &wanted) {
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
        let runtime = match runtime_of(runtimes, &target) {
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
        scratch: &Scratch,
    ) -> anyhow::Result<(usize, Option<(&'static str, String)>)> {
        let cases = outputs(change, scratch);
        let ran = runtime.run(&self.request(change, (reader, target), file, &cases, false), self.limits());
        for (number, case) in cases.iter().take(ran.cases).enumerate() {
            let (expected, found) = (open(&case.inputs)?, open(&case.outputs)?);
            let expected = read(&expected, &case.inputs)?;
            let of = input::name(&case.inputs);
            if !expected.arrays.iter().any(|array| array.name.starts_with("output_")) {
                return Ok((number, Some(("wrong", format!("{of}: no outputs are recorded: see --record")))));
            }
            let tolerance = self.tolerance();
            if let Some(difference) = compare(&expected, &read(&found, &case.outputs)?, tolerance) {
                return Ok((number, Some(("wrong", format!("{of}: {difference}")))));
            }
        }
        Ok((ran.cases, ran.failure.map(failed)))
    }

    /// Runs the cases as they are in the reader that records, and writes their outputs beside the inputs.
    fn recorded(&self, change: &Change, runtimes: &[Runtime], scratch: &Scratch) -> anyhow::Result<Proved> {
        let Some(reader) = &change.recorded else {
            bail!("{}: `recorded` names no reader that records the outputs", change.folder.display());
        };
        let target = resolve(&reader.target).with_context(|| change.folder.display().to_string())?;
        let runtime = match runtime_of(runtimes, &target) {
            Ok(runtime) => runtime,
            Err(why) => return Ok(Proved::new(target.name(), Vec::new(), "not-run", 0, Some(why))),
        };
        let cases = outputs(change, scratch);
        let ran =
            runtime.run(&self.request(change, (reader, &target), &change.file, &cases, true), self.limits());
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
        Request {
            file,
            data: None,
            load,
            verification: None,
            method: &change.method,
            loads: &[],
            setup: reader.setup.as_deref(),
            record,
            cases,
        }
    }
}

/// The runtime of a target: by its name, or by that of the release that it is made from; or what to give.
pub(super) fn runtime_of<'r>(runtimes: &'r [Runtime], target: &Target) -> Result<&'r Runtime, String> {
    let by_name = |name: &str| runtimes.iter().find(|runtime| runtime.name == name);
    let base = target.profile().map(|profile| format!("{}-{}", profile.family, profile.release));
    let base = base.as_deref().unwrap_or(target.name());
    by_name(target.name())
        .or_else(|| by_name(base))
        .ok_or_else(|| format!("no runtime: give one with --runtime {base}=PYTHON"))
}

/// The result of a run that did not come to its end, and what is wrong.
fn failed(failure: Failure) -> (&'static str, String) {
    let result = if matches!(failure, Failure::Runtime(_)) { "not-run" } else { "wrong" };
    (result, failure.to_string())
}

/// The cases of a change, each with a file for its outputs.
fn outputs(change: &Change, scratch: &Scratch) -> Vec<Case> {
    let case = |(number, inputs): (usize, &PathBuf)| Case {
        inputs: inputs.clone(),
        outputs: scratch.path().join(format!("outputs-{number}")),
        method: None,
        bundled: None,
    };
    change.cases.iter().enumerate().map(case).collect()
}

/// A file that a description names, or that a runtime wrote; the error is one line.
fn open(path: &Path) -> anyhow::Result<Input> {
    input::open_inside(path, None).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}

fn read<'a>(bytes: &'a [u8], path: &Path) -> anyhow::Result<Arrays<'a>> {
    arrays::read(bytes).map_err(|error| anyhow!("{}: {error}", path.display()))
}
