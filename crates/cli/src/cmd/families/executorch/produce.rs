//! Commands that make one file of others, `bundle` and `data`: inputs are opened, the output is made, written and read back, and the answer says
//! what came of it.

use std::path::{Path, PathBuf};

use clap::Args;
use outlast::{Output, Program};
use outlast_report::{Cause, Failure, Format, Styles};
use serde::Serialize;

use crate::args::{formats, of_all};
use crate::cmd::{fail, open_program};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;
use crate::save;

/// What every subcommand takes.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// The file to write; - is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = formats(of_all))]
    format: Format,
}

/// An input with its name.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) bytes: Input,
}

impl Source {
    pub(super) fn program(&self) -> Result<Program<'_>, Failure> {
        open_program(&self.name, &self.bytes)
    }

    pub(super) fn impossible(&self, why: &str) -> Failure {
        Failure { file: self.name.clone(), cause: Cause::Impossible(why.into()) }
    }
}

/// What is to be written, or why nothing is.
pub(super) type Made<'a> = Result<Output<'a>, Vec<String>>;

/// The answer of such a command.
pub(super) trait Answer: Serialize {
    /// The schema of its JSON.
    const SCHEMA: &'static str;
    /// What is learnt of the output when it is read back.
    type Written;

    /// Demands that a file is of a kind that the command takes: what cannot be opened at all is no file to refuse.
    fn demand_kind(file: &Source) -> Result<(), Failure>;
    /// Reads back what was written.
    fn check(&self, bytes: &[u8]) -> anyhow::Result<Self::Written>;
    /// Takes down where the output is.
    fn set_written(&mut self, output: String, written: Self::Written);
    /// Takes down why there is none.
    fn set_refused(&mut self, problems: Vec<String>);
    /// In words.
    fn text(&self, styles: &Styles) -> String;
}

impl Common {
    /// Opens the inputs, makes the output and writes it.
    pub(super) fn run<A: Answer>(
        &self,
        out: &mut Out,
        paths: &[&Path],
        answer: impl FnOnce(&[Source]) -> A,
        make: impl for<'a> FnOnce(&mut A, &'a [Source]) -> Result<Made<'a>, Failure>,
    ) -> anyhow::Result<Exit> {
        out.set_format(self.format);
        save::check_place(&self.output)?;
        let mut files = Vec::new();
        for path in paths {
            match input::open(path) {
                Ok(bytes) => files.push(Source { name: input::name(path), bytes }),
                Err(failure) => return fail(out, A::SCHEMA, &failure, &[]),
            }
        }
        let mut answer = answer(&files);
        let unsound: Vec<String> =
            files.iter().filter_map(|file| save::unsound(&file.name, &file.bytes)).collect();
        let made = match unsound.is_empty() {
            true => make(&mut answer, &files),
            false => A::demand_kind(&files[0]).map(|()| Err(unsound)),
        };
        let exit = match made {
            Ok(Ok(output)) => {
                let written = save::save(&self.output, &output, |bytes| answer.check(bytes))?;
                answer.set_written(save::name(&self.output), written);
                Exit::Yes
            }
            Ok(Err(problems)) => {
                answer.set_refused(problems);
                Exit::No
            }
            Err(failure) => {
                let bytes =
                    files.iter().find(|file| file.name == failure.file).map_or(&[][..], |file| &file.bytes);
                return fail(out, A::SCHEMA, &failure, bytes);
            }
        };
        let text = match out.is_json() {
            true => outlast_report::json::to_string(&answer)?,
            false => answer.text(&out.styles()),
        };
        match save::is_stdout(&self.output) && exit == Exit::Yes {
            true => out.write_stderr(&text)?,
            false => out.write(&text)?,
        }
        Ok(exit)
    }
}
