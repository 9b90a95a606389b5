//! `outlast dump`: the tables of a file, the records of a bitstream, the operations of MLIR bytecode, or what each byte is.

use std::path::{Path, PathBuf};

use clap::Args;
use outlast::{Dump as Form, DumpError, FormatDef, OpenError, Options, Unit, dump_text, reader};
use outlast_report::json::{DumpDocument, JsonRows, indent_json, to_string};
use outlast_report::text::TextRows;
use outlast_report::text::diagnostic::{Source, Tally};
use outlast_report::{Cause, Failure};

use super::{demand, fail, holdings, open_program};
use crate::args::Output;
use crate::cmd::families::DumpArgs;
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;

/// Print the tables of a file as JSON, a bitstream's records, MLIR as text, or what each byte is
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast dump model.pte                the tables, as flatc would print them
  outlast dump --bytes model.pte        every byte with its meaning
  outlast dump --bytes -v model.pte     and no long value cut
  outlast dump --bytes -f json a.pte    rows for a program
  outlast dump --bytes module.bc        every token, place and bits; goes on past errors
  outlast dump module.bc                an LLVM bitstream, as llvm-bcanalyzer -dump prints it
  outlast dump --stats module.pcm       its statistics, as llvm-bcanalyzer prints them
  outlast dump module.mlirbc            MLIR bytecode, as mlir-opt --mlir-print-op-generic prints it
  outlast dump --schema mlir-30.txt a.mlirbc  of a producer that is not known here
  outlast dump 'a.o!.llvmbc'            a stream in an object; outlast inspect a.o lists them
  outlast dump a.o                      the same, where it is the only one

Exit status:
  0  printed
  1  printed, but the file has errors: what cannot be read is null (with --bytes: bad),
     or the text was cut at --limit
  2  of an unknown kind, damaged beyond opening, or cannot be read")]
pub(crate) struct Dump {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print every region of the file: offset, bytes, meaning
    #[arg(short, long)]
    bytes: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: DumpArgs,
}

pub(crate) const SCHEMA: &str = "outlast/dump/1";

impl Dump {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let name = input::name(&self.file);
        let bytes = match input::open(&self.file) {
            Ok(bytes) => bytes,
            Err(failure) => return fail(out, SCHEMA, &failure, &[]),
        };
        let (name, bytes) = match only(&name, &bytes) {
            Some(member) => match input::open(Path::new(&member)) {
                Ok(bytes) => (member, bytes),
                Err(failure) => return fail(out, SCHEMA, &failure, &[]),
            },
            None => (name, bytes),
        };
        let options = self.families.options()?;
        if !self.bytes
            && let Some(exit) = self.families.llvm.answer(out, &name, &bytes)?
        {
            return noted(out, &name, &bytes, exit);
        }
        match self.dump(out, &name, &bytes, &options)? {
            Ok(exit) => noted(out, &name, &bytes, exit),
            Err(failure) => fail(out, SCHEMA, &failure, &bytes),
        }
    }

    fn dump(
        &self,
        out: &mut Out,
        name: &str,
        bytes: &[u8],
        options: &Options,
    ) -> anyhow::Result<Result<Exit, Failure>> {
        let (family, format) = match reader(bytes) {
            Ok(found) => found,
            Err(error) => return Ok(Err(Failure::open(name, error))),
        };
        if let Err(failure) = demand(name, options, family.name, format.kind) {
            return Ok(Err(failure));
        }
        match format.dump {
            _ if self.bytes => regions(out, name, bytes, options, format),
            Form::Tables => tables(out, name, bytes),
            Form::Text(_) if out.is_json() => {
                anyhow::bail!(
                    "{} is dumped as text; for programs there is --bytes -f json",
                    format.kind.title()
                )
            }
            Form::Text(_) => {
                // As the real tools call it.
                let title = if name == "<stdin>" { "-" } else { name };
                let printed = dump_text(title, bytes, options, &mut out.plain()?);
                match printed {
                    Err(DumpError::Unreadable(error)) => {
                        let cause = Cause::Unreadable(format.kind, error);
                        Ok(Err(Failure { file: name.to_string(), cause }))
                    }
                    Err(DumpError::Impossible(why)) => Ok(Err(Failure {
                        file: name.to_string(),
                        cause: Cause::NotForKind(format.kind, why),
                    })),
                    printed => {
                        ended(out, (name, bytes), printed, &|option| self.families.llvm.file_of(option))
                            .map(Ok)
                    }
                }
            }
        }
    }
}

/// The address of the file in a file, if there is only that one and nothing that could not be looked into.
fn only(name: &str, bytes: &[u8]) -> Option<String> {
    let (_, holdings) = holdings(bytes).filter(|_| name != "<stdin>")?;
    match holdings.found.as_slice() {
        [one] if holdings.notes.is_empty() => Some(format!("{name}!{}", one.address)),
        _ => None,
    }
}

/// Says where a file in a file is, if its dump did not go well.
fn noted(out: &mut Out, name: &str, bytes: &Input, exit: Exit) -> anyhow::Result<Exit> {
    if let Some(place) = bytes.place().filter(|_| exit != Exit::Yes) {
        out.place(name, place)?;
    }
    Ok(exit)
}

/// How printing a file ended; `file_of` says which file an option names.
pub(crate) fn ended<'p>(
    out: &mut Out,
    (name, bytes): (&str, &[u8]),
    printed: Result<(), DumpError>,
    file_of: &dyn Fn(&str) -> Option<&'p Path>,
) -> anyhow::Result<Exit> {
    match printed {
        Ok(()) => Ok(Exit::Yes),
        Err(DumpError::Io(error)) => Err(error.into()),
        Err(DumpError::Cut(finding)) => {
            out.finding(&Source { name, bytes }, &finding)?;
            Ok(Exit::No)
        }
        Err(DumpError::Option(option, why)) => {
            let file = file_of(option).map_or_else(|| format!("--{option}"), input::name);
            out.failure(&Failure { file, cause: Cause::Impossible(why) }, &[])?;
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}

fn regions(
    out: &mut Out,
    name: &str,
    bytes: &[u8],
    options: &Options,
    format: &FormatDef,
) -> anyhow::Result<Result<Exit, Failure>> {
    let (styles, full) = (out.styles(), out.verbose);
    let bad = if out.is_json() {
        let mut rows = JsonRows::new(out.data(), bytes, name, format.kind.name());
        (format.regions)(bytes, options, &mut rows);
        rows.finish()?
    } else {
        let mut rows = TextRows::new(out.data(), bytes, styles, full);
        if format.unit == Unit::Bits {
            rows = rows.with_bits();
        }
        (format.regions)(bytes, options, &mut rows);
        rows.finish()?
    };
    Ok(Ok(Exit::yes_if(bad == 0)))
}

fn tables(out: &mut Out, name: &str, bytes: &[u8]) -> anyhow::Result<Result<Exit, Failure>> {
    let program = match open_program(name, bytes) {
        Ok(program) => program,
        Err(failure) => return Ok(Err(failure)),
    };
    let Some(tables) = program.tables() else {
        let cause = Cause::NotForKind(program.kind(), "a file of this kind has no tables".into());
        return Ok(Err(Failure { file: name.to_string(), cause }));
    };
    // What cannot be read is `null` among the tables: only the verifier can tell that from what is null.
    let errors = match outlast::verify(bytes) {
        Ok((_, findings)) => Tally::of(&findings).errors,
        Err(error) => usize::from(matches!(error, OpenError::Unreadable(..))),
    };
    if out.is_json() {
        let size = bytes.len() as u64;
        let document = DumpDocument::new(name, program.kind(), size, errors, &tables)?;
        out.write(&to_string(&document)?)?;
    } else {
        out.write(&indent_json(&tables))?;
        if errors > 0 {
            out.warn(&format!(
                "{name} is not valid: what cannot be read is null; `outlast verify` lists the errors"
            ))?;
        }
    }
    Ok(Ok(Exit::yes_if(errors == 0)))
}
