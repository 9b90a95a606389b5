//! `outlast diff`: what changed?

use std::path::PathBuf;

use clap::Args;
use outlast::diff::DiffError;
use outlast::risks;
use outlast_report::json::{DiffDocument, Side, to_string};
use outlast_report::{Cause, Failure, RiskRecord, text};

use super::{fail, open_program};
use crate::args::Output;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// Compare two files by meaning, not by layout
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast diff old.pte new.pte
  outlast diff -q old.pte new.pte || echo changed
  outlast diff -f json old.pte new.pte

Exit status:
  0  no difference in meaning
  1  they differ
  2  at least one file cannot be read, or they are of different kinds")]
pub(crate) struct Diff {
    /// The first file; - is standard input
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The second file
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    #[command(flatten)]
    output: Output,
}

const SCHEMA: &str = "outlast/diff/1";

impl Diff {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let paths = [&self.before, &self.after];
        let names = paths.map(|path| input::name(path));
        let inputs = match (input::open(paths[0]), input::open(paths[1])) {
            (Ok(before), Ok(after)) => [before, after],
            (Err(failure), _) | (_, Err(failure)) => return fail(out, SCHEMA, &failure, &[]),
        };
        let mut programs = Vec::new();
        for (name, bytes) in names.iter().zip(&inputs) {
            match open_program(name, bytes) {
                Ok(program) => programs.push(program),
                Err(failure) => return fail(out, SCHEMA, &failure, bytes),
            }
        }
        let [before, after] = programs.as_slice() else { unreachable!("two files were opened") };
        if before.kind() != after.kind() {
            let why = format!(
                "{} is of the kind `{}`, {} is of the kind `{}`: there is nothing to compare",
                names[0],
                before.kind().title(),
                names[1],
                after.kind().title()
            );
            let failure = Failure { file: names[1].clone(), cause: Cause::NotForKind(after.kind(), why) };
            return fail(out, SCHEMA, &failure, &[]);
        }
        let list = match before.diff(after) {
            Ok(list) => list,
            Err(DiffError::Unreadable(side, error)) => {
                let side = usize::from(side == outlast::diff::Side::After);
                let cause = Cause::Unreadable(before.kind(), error);
                return fail(out, SCHEMA, &Failure { file: names[side].clone(), cause }, &inputs[side]);
            }
            Err(error) => {
                let cause = Cause::NotForKind(before.kind(), error.to_string());
                return fail(out, SCHEMA, &Failure { file: names[0].clone(), cause }, &[]);
            }
        };
        if out.is_json() {
            let [a, b] = [0, 1].map(|i| {
                let side = Side::new(&names[i], before.kind(), inputs[i].len() as u64);
                side.running(&risks(&inputs[i]))
            });
            out.write(&to_string(&DiffDocument::new(a, b, &list))?)?;
        } else {
            for (name, bytes) in names.iter().zip(&inputs) {
                out.write(&text::risk(&out.styles(), name, &RiskRecord::all(&risks(bytes))))?;
            }
            let text = text::differences(&out.styles(), [&names[0], &names[1]], &list, out.verbose);
            out.write(&text)?;
        }
        Ok(Exit::yes_if(list.is_empty()))
    }
}
