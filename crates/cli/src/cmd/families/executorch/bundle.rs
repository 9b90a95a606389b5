//! `outlast bundle`: programs with test cases.

use outlast::AsExecutorch as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use outlast::families::executorch::{
    Cases, CasesError, CasesOptions, ProgramFile, TestSuite, admit_cases, cases, make_bundle, misfits,
    with_program,
};
use outlast::{Output, arrays};
use outlast_report::json::{BundleDocument, BundledMethod};
use outlast_report::{Failure, Styles, sentence, text};

use super::produce::{Answer, Common, Source};
use crate::exit::Exit;
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

impl Bundle {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.command {
            Command::Make(c) => c.common.run(out, &[&c.file, &c.cases], answer("make"), |document, files| {
                let (file, cases) = (&files[0], &files[1]);
                let Some(program) = file.program()?.as_executorch() else {
                    return Err(
                        file.impossible("not a program: `outlast bundle extract` takes one out of a bundle")
                    );
                };
                let options = CasesOptions { method: c.method.as_deref(), inputs_only: c.inputs_only };
                let mut admit =
                    admit_cases(&program, options).map_err(|error| file.impossible(&sentence(&error)))?;
                let (read, _) = arrays::read_for(&cases.bytes, &mut admit)
                    .map_err(|error| Failure::unusable(&cases.name, error))?;
                let found = match cases_of(&program, read, options, file)? {
                    Ok(found) => found,
                    Err(problems) => return Ok(Err(problems)),
                };
                document.notes = found.notes;
                count(document, &found.suites);
                let made = make_bundle(&file.bytes, &found.suites);
                Ok(made.map_err(|error| vec![sentence(&error)]))
            }),
            Command::Extract(c) => c.common.run(out, &[&c.file], answer("extract"), |_, files| {
                let file = &files[0];
                let Some(bundle) = file.program()?.as_executorch_bundle() else {
                    return Err(file.impossible("not a bundled program"));
                };
                let missing = || vec!["the bundle has no program".to_string()];
                Ok(bundle.program.map(|program| Output::of(program.data())).ok_or_else(missing))
            }),
            Command::Replace(c) => {
                c.common.run(out, &[&c.file, &c.program], answer("replace"), |document, files| {
                    let (file, other) = (&files[0], &files[1]);
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
                    Ok(with_program(&bundle, Output::weights(&*other.bytes))
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
    file: &Source,
) -> Result<Result<Cases<'a>, Vec<String>>, Failure> {
    match cases(program, arrays, options) {
        Ok(found) => Ok(Ok(found)),
        Err(CasesError::Refused(problems)) => Ok(Err(problems)),
        Err(CasesError::Unreadable(error)) => Err(file.impossible(&sentence(&error))),
        Err(error) => Err(file.impossible(&format!("{error:?}"))),
    }
}

fn answer(action: &'static str) -> impl FnOnce(&[Source]) -> BundleDocument {
    move |files| BundleDocument::new(action, &files[0].name)
}

impl Answer for BundleDocument {
    const SCHEMA: &'static str = "outlast/bundle/1";
    /// Its size in bytes.
    type Written = u64;

    fn demand_kind(file: &Source) -> Result<(), Failure> {
        file.program().map(|_| ())
    }

    fn check(&self, bytes: &[u8]) -> anyhow::Result<u64> {
        save::expect_sound(bytes)?;
        Ok(bytes.len() as u64)
    }

    fn set_written(&mut self, output: String, bytes: u64) {
        (self.output, self.bytes) = (Some(output), Some(bytes));
    }

    fn set_refused(&mut self, problems: Vec<String>) {
        self.problems = problems;
    }

    fn text(&self, styles: &Styles) -> String {
        text::bundled(styles, self)
    }
}
