//! The subcommands, one file each.

mod check;
mod choose;
mod completions;
mod config;
mod convert;
mod diff;
pub(crate) mod dump;
mod explain;
pub(crate) mod families;
#[cfg(feature = "serve")]
mod fetch;
mod good_on;
mod inspect;
mod lint;
mod man;
pub(crate) mod prove;
mod runtimes;
mod scan;
#[cfg(feature = "serve")]
mod serve;
mod targets;
mod verify;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use outlast::detect::{self, Holdings};
use outlast::opsets::lint::Date;
use outlast::{Companion, Detection, FileKind, Options, Program, Risk, open_with, reader};
use outlast_report::json::{ConvertDocument, FailedDocument, Refused, Results, to_string};
use outlast_report::{Cause, Failure, plural, text};
use serde::Serialize;

use crate::args::Global;
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;
pub(crate) use crate::targets::{read_text, resolve, resolve_all};
use crate::walk::{Found, Walk};
use families::executorch::{bundle, data, edit};

/// Will this program load on that runtime, why not, and what fixes it: answered from the bytes
#[derive(Debug, Parser)]
#[command(
    name = "outlast",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    override_usage = "outlast [OPTIONS] <COMMAND>\n       outlast [OPTIONS] <FILE>...",
    after_help = "\
Examples:
  outlast model.pte                                  what is this file?
  outlast verify model.pte                           are its bytes sound?
  outlast check --target executorch-1.0.1 model.pte  will that release run it?
  outlast diff old.pte new.pte                       what changed?
  outlast explain OL0103                             what does this code mean?

Exit status:
  0  yes, or clean
  1  answered \"no\": will not load, differs, is not valid
  2  could not answer: usage, input or output, not a known kind of file"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A subcommand with its arguments, which are declared when it is called: most of a short run would go by declaring those of all.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    Inspect(inspect::Inspect),
    Dump(dump::Dump),
    Diff(diff::Diff),
    Verify(verify::Verify),
    Check(check::Check),
    Scan(scan::Scan),
    Choose(choose::Choose),
    Convert(convert::Convert),
    Edit(edit::Edit),
    Bundle(bundle::Bundle),
    Data(data::Data),
    Lint(lint::Lint),
    Prove(prove::Prove),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[cfg(feature = "serve")]
    Fetch(fetch::Fetch),
    Runtimes(runtimes::Runtimes),
    Targets(targets::Targets),
    Config(config::ConfigCommand),
    Explain(explain::Explain),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Runs the subcommand.
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match self {
            Command::Inspect(command) => command.run(out),
            Command::Dump(command) => command.run(out),
            Command::Diff(command) => command.run(out),
            Command::Verify(command) => command.run(out),
            Command::Check(command) => command.run(out),
            Command::Scan(command) => command.run(out),
            Command::Choose(command) => command.run(out),
            Command::Convert(command) => command.run(out),
            Command::Edit(command) => command.run(out),
            Command::Bundle(command) => command.run(out),
            Command::Data(command) => command.run(out),
            Command::Lint(command) => command.run(out),
            Command::Prove(command) => command.run(out),
            #[cfg(feature = "serve")]
            Command::Serve(command) => command.run(out),
            #[cfg(feature = "serve")]
            Command::Fetch(command) => command.run(out),
            Command::Runtimes(command) => command.run(out),
            Command::Targets(command) => command.run(out),
            Command::Config(command) => command.run(out),
            Command::Explain(command) => command.run(out),
            Command::Completions(command) => command.run(out),
            Command::Man(command) => command.run(out),
        }
    }
}

/// What a command says of one file, in the form that was asked for.
struct Answer<T> {
    body: Body<T>,
    /// Whether the answer is yes.
    exit: Exit,
}

enum Body<T> {
    Text(String),
    /// One or several results.
    Json(Vec<T>),
    /// It is a part of a report, which comes when all files were looked at.
    Report,
}

/// What became of many files.
#[derive(Default)]
struct Many {
    /// Files that have an answer.
    answered: usize,
    /// Files in folders that are no programs, or of a kind that the question is not for.
    passed: usize,
    /// Files that no target reads: no failure, if one reads another.
    foreign: Vec<Failure>,
}

/// Why a file has no answer.
enum Stop {
    /// For what is in it: others are answered.
    File(Failure),
    /// For what others have in common with it.
    All(anyhow::Error),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::File(failure)
    }
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Stop {
        Stop::All(error)
    }
}

/// Answers for several files, and those in folders, one by one: all are answered, whatever becomes of the others. `between` stands
/// between two answers in text. Returns the files that have none, too.
fn each_file<T: Serialize>(
    out: &mut Out,
    schema: &'static str,
    files: &[PathBuf],
    between: &str,
    answer: impl Fn(&Out, (&Path, &str), &Input) -> Result<Answer<T>, Stop>,
) -> anyhow::Result<(Exit, Vec<Failure>)> {
    let mut results = Results::new(schema);
    let mut failures = Vec::new();
    let (mut exit, mut many) = (Exit::Yes, Many::default());
    let mut before = "";
    for found in Walk::new(files)? {
        let (path, named) = match found {
            Found::Named(path) => (path, true),
            Found::Within(path) => (path, false),
            Found::Failed(failure) => {
                exit = failed(out, &mut results, &failure, &[])?;
                failures.push(failure);
                continue;
            }
        };
        let name = input::name(&path);
        out.progress.say(name.clone());
        let input = if named { input::open(&path) } else { input::open_found(&path) };
        let bytes = input.as_deref().unwrap_or_default();
        let place = input.as_ref().ok().and_then(Input::place).map(str::to_string);
        let answered = match &input {
            Ok(input) => match answer(out, (&path, &name), input) {
                Err(Stop::All(error)) => return Err(error),
                Err(Stop::File(failure)) => Err(failure),
                Ok(answer) => Ok(answer),
            },
            Err(failure) => Err(failure.clone()),
        };
        // What was said of one that shrank is of bytes that no file had.
        let whole = input.as_ref().map_or(Ok(()), |input| input.demand_whole(&name));
        let answered = whole.and(answered);
        match answered {
            Ok(answer) => {
                many.answered += 1;
                exit = exit.max(answer.exit);
                let found = answer.exit != Exit::Yes;
                match answer.body {
                    Body::Report => {}
                    Body::Json(json) => json.into_iter().for_each(|json| results.answer(json)),
                    Body::Text(text) => {
                        out.write(before)?;
                        out.write(&text)?;
                        before = between;
                        if let Some(place) = place.filter(|_| found) {
                            out.place(&name, &place)?;
                        }
                    }
                }
            }
            Err(failure) if !named && failure.is_of_no_program() => many.passed += 1,
            Err(failure) if matches!(failure.cause, Cause::NoTarget(..) | Cause::NoReader(..)) => {
                many.foreign.push(failure);
            }
            Err(failure) => {
                exit = failed(out, &mut results, &failure, bytes)?;
                let damaged = matches!(failure.cause, Cause::Unreadable(..));
                if let Some(place) = place.filter(|_| damaged && (!out.is_json() || out.is_withheld())) {
                    out.place(&name, &place)?;
                }
                failures.push(failure);
            }
        }
    }
    for failure in many.foreign {
        if many.answered == 0 {
            exit = failed(out, &mut results, &failure, &[])?;
        } else if out.is_json() {
            results.failure(&failure);
        } else {
            out.warn(&format!("{}: skipped: {}", failure.file, failure.message()))?;
        }
        failures.push(failure);
    }
    if out.is_json() {
        out.write(&to_string(&results)?)?;
    }
    if many.passed > 0 {
        if !out.is_json() {
            out.warn(&format!("{} skipped: not programs", plural(many.passed, "file")))?;
        }
        if many.answered == 0 && exit == Exit::Yes {
            exit = Exit::Failed;
        }
    }
    Ok((exit, failures))
}

/// Says why a file has no answer.
fn failed<T: Serialize>(
    out: &mut Out,
    results: &mut Results<T>,
    failure: &Failure,
    bytes: &[u8],
) -> anyhow::Result<Exit> {
    if out.is_json() {
        results.failure(failure);
    }
    // A document that goes to a file is not written if the command fails.
    if !out.is_json() || out.is_withheld() {
        out.failure(failure, bytes)?;
    }
    Ok(Exit::Failed)
}

/// Says why the one question of a command has no answer.
pub(crate) fn fail(
    out: &mut Out,
    schema: &'static str,
    failure: &Failure,
    bytes: &[u8],
) -> anyhow::Result<Exit> {
    if out.is_json() {
        let text = to_string(&FailedDocument::new(schema, failure))?;
        out.write(&text)?;
    }
    if !out.is_json() || out.is_withheld() {
        out.failure(failure, bytes)?;
    }
    Ok(Exit::Failed)
}

/// Says why a file was not rewritten.
pub(crate) fn refuse(
    out: &mut Out,
    schema: &'static str,
    (name, kind): (&str, FileKind),
    target: Option<&str>,
    risks: &[Risk],
    refused: Refused<'_>,
) -> anyhow::Result<Exit> {
    let answer = match out.is_json() {
        true => to_string(&ConvertDocument::refused(schema, (name, kind), target, refused).running(risks))?,
        false => text::refused(&out.styles(), name, target, refused, out.verbose),
    };
    out.write(&answer)?;
    Ok(Exit::No)
}

/// A file that could be read, opened.
pub(crate) fn open_program<'a>(name: &str, bytes: &'a [u8]) -> Result<Program<'a>, Failure> {
    open_program_with(name, bytes, &Options::none())
}

/// As [`open_program`], with options, which must be for files of this kind.
fn open_program_with<'a>(name: &str, bytes: &'a [u8], options: &Options) -> Result<Program<'a>, Failure> {
    let (family, format) = reader(bytes).map_err(|error| Failure::open(name, error))?;
    demand(name, options, family.name, format.kind)?;
    open_with(bytes, options).map_err(|error| Failure::open(name, error))
}

/// What a file holds, if it is one that holds files which are read here.
fn holdings(bytes: &[u8]) -> Option<(FileKind, Holdings)> {
    let Detection::Known(kind) = outlast::detect(bytes) else { return None };
    let holdings = if kind.holds_others() { detect::holdings(bytes)? } else { return None };
    (!holdings.found.is_empty()).then_some((kind, holdings))
}

/// Refuses options that are for files of other kinds.
fn demand(name: &str, options: &Options, family: &str, kind: FileKind) -> Result<(), Failure> {
    match options.misplaced(family, kind) {
        Some(why) => Err(Failure { file: name.to_string(), cause: Cause::NotForKind(kind, why) }),
        None => Ok(()),
    }
}

/// Answers with companions, opened once; without one of them no question can be answered.
pub(crate) fn with_companions(
    out: &mut Out,
    schema: &'static str,
    paths: &[PathBuf],
    answer: impl FnOnce(&mut Out, &[Companion<'_>]) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let open = |path: &PathBuf| Ok((input::name(path), input::open(Path::new(path))?));
    let opened: Result<Vec<(String, Input)>, Failure> = paths.iter().map(open).collect();
    let opened = match opened {
        Ok(opened) => opened,
        Err(failure) => return fail(out, schema, &failure, &[]),
    };
    let mut companions = Vec::with_capacity(opened.len());
    for (name, bytes) in &opened {
        match open_program(name, bytes) {
            Ok(program) => companions.push(Companion::new(name.clone(), program)),
            Err(failure) => return fail(out, schema, &failure, bytes),
        }
    }
    answer(out, &companions)
}

/// A day, of an option.
pub(crate) fn date(text: &str) -> Result<Date, String> {
    Date::parse(text).ok_or_else(|| "a day such as 2026-11-22 is expected".into())
}
