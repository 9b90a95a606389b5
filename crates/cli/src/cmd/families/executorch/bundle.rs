//! `outlast bundle`: programs with test cases.

use outlast::AsExecutorch as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use outlast::families::executorch::{
    Cases, CasesError, CasesOptions, ProgramFile, TestSuite, admit_cases, cases, make_bundle, misfits,
    with_program,
};
use outlast::{Output, Program, arrays};
use outlast_report::json::{BundleDocument, BundledMethod, to_string};
use outlast_report::{Cause, Failure, Format, sentence, text};

use crate::args::{formats, of_all};
use crate::cmd::{fail, open_program};
use crate::exit::Exit;
use crate::input;
use crate::out::Out;
use crate::save;

/// Put a program and its test cases into one file, and take them apart
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast bundle make model.pte --cases cases.npz -o model.bpte
  outlast bundle extract model.bpte -o model.pte
  outlast bundle replace model.bpte --program newer.pte -o newer.bpte
  outlast inspect model.bpte                        what is in it

Exit status:
  0  written
  1  refused: nothing was written, the reasons are listed
  2  usage, input or output, not a known kind of file")]
pub(crate) struct Bundle {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Make(Make),
    Extract(Extract),
    Replace(Replace),
}

/// Make a bundled program from a program and recorded inputs and outputs
#[derive(Debug, Args)]
#[command(after_help = "\
Names in the .npz file:
  METHOD|CASE|in|N      input N of a case, from 0
  METHOD|CASE|out|N     expected output N
  CASE|in|N, in|N       the same, where the program has one method or --method names it
/ serves as well as |. A case called x and a number records inputs that must be refused: it is left
out. Integers, numbers and booleans are 0-dimensional arrays; bfloat16 is given as 16-bit integers.

Every case is checked against its method: number, type and sizes of its values. Runtimes compare
tensors only, so a method that gives something else is refused, unless --inputs-only leaves expected
outputs out; a method that takes None cannot have cases.

Examples:
  outlast bundle make model.pte --cases cases.npz -o model.bpte
  outlast bundle make model.pte --cases cases.npz --method encode -o encode.bpte

Exit status:
  0  written
  1  refused: a case does not fit; nothing was written
  2  usage, input or output, not a known kind of file")]
struct Make {
    /// A program; - is standard input
    file: PathBuf,
    /// The inputs and expected outputs
    #[arg(long, value_name = "NPZ")]
    cases: PathBuf,
    /// Only cases of this method
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Leave expected outputs out
    #[arg(long)]
    inputs_only: bool,
    #[command(flatten)]
    common: Common,
}

/// Take the program out of a bundle, byte for byte
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast bundle extract model.bpte -o model.pte
  outlast bundle extract model.bpte -o - | sha256sum

Exit status:
  0  written
  1  refused: the bundle has no program, or is not sound
  2  usage, input or output, not a known kind of file")]
struct Extract {
    /// A bundled program; - is standard input
    file: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Put another program into a bundle and keep the cases
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast bundle replace model.bpte --program newer.pte -o newer.bpte

Exit status:
  0  written
  1  refused: a case does not fit the other program, or something is not sound
  2  usage, input or output, not a known kind of file")]
struct Replace {
    /// A bundled program; - is standard input
    file: PathBuf,
    /// The other program
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// What every subcommand takes.
#[derive(Debug, Args)]
struct Common {
    /// The file to write; - is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = formats(of_all))]
    format: Format,
}

const SCHEMA: &str = "outlast/bundle/1";

/// What is to be written, or why nothing is.
type Made<'a> = Result<Output<'a>, Vec<String>>;

impl Bundle {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.command {
            Command::Make(c) => {
                c.common.run(out, "make", &c.file, Some(&c.cases), |document, file, cases| {
                    let Some(program) = file.program()?.as_executorch() else {
                        return Err(file.impossible(
                            "not a program: `outlast bundle extract` takes one out of a bundle",
                        ));
                    };
                    let options = CasesOptions { method: c.method.as_deref(), inputs_only: c.inputs_only };
                    let mut admit =
                        admit_cases(&program, options).map_err(|error| file.impossible(&sentence(&error)))?;
                    let (read, _) = arrays::read_for(cases.bytes, &mut admit)
                        .map_err(|error| Failure::unusable(cases.name, error))?;
                    let found = match cases_of(&program, read, options, file)? {
                        Ok(found) => found,
                        Err(problems) => return Ok(Err(problems)),
                    };
                    document.notes = found.notes;
                    count(document, &found.suites);
                    let made = make_bundle(file.bytes, &found.suites);
                    Ok(made.map_err(|error| vec![sentence(&error)]))
                })
            }
            Command::Extract(c) => c.common.run(out, "extract", &c.file, None, |_, file, _| {
                let Some(bundle) = file.program()?.as_executorch_bundle() else {
                    return Err(file.impossible("not a bundled program"));
                };
                let missing = || vec!["the bundle has no program".to_string()];
                Ok(bundle.program.map(|program| Output::of(program.data())).ok_or_else(missing))
            }),
            Command::Replace(c) => {
                c.common.run(out, "replace", &c.file, Some(&c.program), |document, file, other| {
                    let Some(bundle) = file.program()?.as_executorch_bundle() else {
                        return Err(file.impossible("not a bundled program"));
                    };
                    let Some(program) = other.program()?.as_executorch() else {
                        return Err(other.impossible("not a program"));
                    };
                    let suites = bundle.suites().map_err(|error| file.impossible(&sentence(&error)))?;
                    let found =
                        misfits(&program, &suites).map_err(|error| other.impossible(&sentence(&error)))?;
                    if !found.is_empty() {
                        return Ok(Err(found));
                    }
                    count(document, &suites);
                    Ok(with_program(&bundle, Output::weights(other.bytes))
                        .map_err(|error| vec![sentence(&error)]))
                })
            }
        }
    }
}

fn count(document: &mut BundleDocument, suites: &[TestSuite<'_>]) {
    let method = |suite: &TestSuite<'_>| BundledMethod {
        name: suite.method.clone().unwrap_or_default(),
        cases: suite.cases.len(),
    };
    document.methods = suites.iter().map(method).collect();
    document.cases = suites.iter().map(|suite| suite.cases.len()).sum();
}

/// The cases, the problems, or why there is no answer.
fn cases_of<'a>(
    program: &ProgramFile<'_>,
    arrays: arrays::Arrays<'a>,
    options: CasesOptions<'_>,
    file: Source<'_>,
) -> Result<Result<Cases<'a>, Vec<String>>, Failure> {
    match cases(program, arrays, options) {
        Ok(found) => Ok(Ok(found)),
        Err(CasesError::Refused(problems)) => Ok(Err(problems)),
        Err(CasesError::Unreadable(error)) => Err(file.impossible(&sentence(&error))),
        Err(error) => Err(file.impossible(&format!("{error:?}"))),
    }
}

/// An input with its name.
#[derive(Clone, Copy)]
struct Source<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    fn program(self) -> Result<Program<'a>, Failure> {
        open_program(self.name, self.bytes)
    }

    fn impossible(self, why: &str) -> Failure {
        Failure { file: self.name.to_string(), cause: Cause::Impossible(why.into()) }
    }
}

impl Common {
    /// Opens the inputs, makes the output and writes it.
    fn run(
        &self,
        out: &mut Out,
        action: &'static str,
        file: &Path,
        other: Option<&Path>,
        make: impl for<'a> FnOnce(&mut BundleDocument, Source<'a>, Source<'a>) -> Result<Made<'a>, Failure>,
    ) -> anyhow::Result<Exit> {
        out.set_format(self.format);
        let inputs: Vec<&Path> = [Some(file), other].into_iter().flatten().collect();
        save::check_place(&self.output)?;
        let mut opened = Vec::new();
        for path in inputs {
            match input::open(path) {
                Ok(bytes) => opened.push((input::name(path), bytes)),
                Err(failure) => return fail(out, SCHEMA, &failure, &[]),
            }
        }
        let source = |at: usize| match opened.get(at) {
            Some((name, bytes)) => Source { name, bytes },
            None => Source { name: "", bytes: &[] },
        };
        let mut document = BundleDocument::new(action, source(0).name);
        let unsound =
            opened.iter().filter_map(|(name, bytes)| save::unsound(name, bytes)).collect::<Vec<_>>();
        let made = match unsound.is_empty() {
            true => make(&mut document, source(0), source(1)),
            false => match source(0).program().and(Ok(())) {
                Err(failure) => Err(failure),
                Ok(()) => Ok(Err(unsound)),
            },
        };
        let exit = match made {
            Ok(Ok(output)) => {
                let checked = save::save(&self.output, &output, |bytes| {
                    save::expect_sound(bytes)?;
                    Ok(bytes.len() as u64)
                })?;
                document.output = Some(save::name(&self.output));
                document.bytes = Some(checked);
                Exit::Yes
            }
            Ok(Err(problems)) => {
                document.problems = problems;
                Exit::No
            }
            Err(failure) => {
                let bytes =
                    opened.iter().find(|(name, _)| *name == failure.file).map_or(&[][..], |(_, bytes)| bytes);
                return fail(out, SCHEMA, &failure, bytes);
            }
        };
        let answer = match out.is_json() {
            true => to_string(&document)?,
            false => text::bundled(&out.styles(), &document),
        };
        match save::is_stdout(&self.output) && exit == Exit::Yes {
            true => out.aside(&answer)?,
            false => out.write(&answer)?,
        }
        Ok(exit)
    }
}
