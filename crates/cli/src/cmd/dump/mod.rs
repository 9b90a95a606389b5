//! `outlast dump`: the tables of a file, the records of a bitstream, the operations of MLIR bytecode, or what each byte is.

mod bitstream;
mod mlir;

use std::path::PathBuf;

use clap::Args;
use outlast::{Detection, FileKind, OpenError, detect};
use outlast_report::diagnostic::Tally;
use outlast_report::json::{DumpDocument, to_string};
use outlast_report::regions::{JsonRows, TextRows};
use outlast_report::{Cause, Failure, indent_json};

use super::schemas::{GivenSchemas, Schemas};
use super::{fail, open_program};
use crate::args::Output;
use crate::exit::Exit;
use crate::input;
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

Exit status:
  0  printed
  1  printed, but the file has errors: what cannot be read is null (with --bytes: bad)
  2  of no known kind, damaged beyond opening, or cannot be read")]
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
    schemas: Schemas,
    #[command(flatten)]
    stream: bitstream::Switches,
    #[command(flatten)]
    mlir: mlir::Switches,
}

const SCHEMA: &str = "outlast/dump/1";

impl Dump {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let schemas = self.schemas.read()?;
        out.configure(&self.output)?;
        let name = input::name(&self.file);
        let bytes = match input::open(&self.file) {
            Ok(bytes) => bytes,
            Err(failure) => return fail(out, SCHEMA, &failure, &[]),
        };
        if let Some(cause) = self.stream.out_of_place(&bytes).or_else(|| self.mlir.out_of_place(&bytes)) {
            return fail(out, SCHEMA, &Failure { file: name, cause }, &bytes);
        }
        if let Detection::Known(kind) = detect(&bytes)
            && let Err(failure) = schemas.demand(&name, kind)
        {
            return fail(out, SCHEMA, &failure, &bytes);
        }
        if self.stream.wanted(&bytes) && !self.bytes {
            let exit = self.stream.run(out, &name, &bytes)?;
            if let Some(place) = bytes.place().filter(|_| exit != Exit::Yes) {
                out.place(&name, place)?;
            }
            return Ok(exit);
        }
        let result = match self.bytes {
            true => regions(out, &name, &bytes, &schemas),
            false if mlir::Switches::wanted(&bytes) => self.mlir.run(out, &name, &bytes, &schemas),
            false => tables(out, &name, &bytes),
        };
        match result? {
            Ok(exit) => Ok(exit),
            Err(failure) => fail(out, SCHEMA, &failure, &bytes),
        }
    }
}

fn regions(
    out: &mut Out,
    name: &str,
    bytes: &[u8],
    schemas: &GivenSchemas,
) -> anyhow::Result<Result<Exit, Failure>> {
    let given = schemas.0.as_ref();
    // The kind is asked for first, so that nothing is written for files that are not known.
    let supported = match outlast::supported(bytes) {
        Ok(kind) => kind,
        Err(error) => return Ok(Err(Failure::open(name, error))),
    };
    let (styles, full) = (out.styles(), out.verbose);
    let bad = if out.is_json() {
        let mut rows = JsonRows::new(out.data(), bytes, name, supported.name());
        if let Err(error) = outlast::regions_with(bytes, given, &mut rows) {
            return Ok(Err(Failure::open(name, error)));
        }
        rows.finish()?
    } else {
        let mut rows = TextRows::new(out.data(), bytes, styles, full);
        if supported == FileKind::Bitstream {
            rows = rows.with_bits();
        }
        if let Err(error) = outlast::regions_with(bytes, given, &mut rows) {
            return Ok(Err(Failure::open(name, error)));
        }
        rows.finish()?
    };
    Ok(Ok(Exit::yes_if(bad == 0)))
}

fn tables(out: &mut Out, name: &str, bytes: &[u8]) -> anyhow::Result<Result<Exit, Failure>> {
    let program = match open_program(name, bytes) {
        Ok(program) => program,
        Err(failure) => return Ok(Err(failure)),
    };
    let Some(tables) = outlast::dump_json(&program) else {
        let cause = Cause::Impossible("a file of this kind has no tables".into());
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
