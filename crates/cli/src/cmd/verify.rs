//! `outlast verify`: are its bytes sound?

use std::path::PathBuf;

use clap::Args;
use outlast::{OpenError, VerifyOptions};
use outlast_report::diagnostic::{Source, Tally};
use outlast_report::json::VerifyResult;
use outlast_report::{Failure, text};

use super::{Answer, Body, each_file};
use crate::args::Output;
use crate::exit::Exit;
use crate::families::VerifyArgs;
use crate::out::Out;

/// Check that the bytes of a file are sound, and list everything that is not
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast verify model.pte
  outlast verify -q model.pte && cp model.pte release/
  outlast verify -f json weights.ptd
  outlast verify model.pth              also pickles that execute code
  outlast verify --strict --keep-going module.bc
  outlast verify --strict module.mlirbc

Exit status:
  0  every file is valid (warnings do not matter)
  1  at least one file has errors
  2  at least one file is of no known kind or cannot be read")]
pub(crate) struct Verify {
    /// Files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Report what readers tolerate, too: in bitstreams length words, offsets and hashes that are wrong; in MLIR
    /// bytecode numbers that take more bytes than they need
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: VerifyArgs,
}

impl Verify {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let options = VerifyOptions { strict: self.strict, options: self.families.options()? };
        each_file(out, "outlast/verify/1", &self.files, "", |out, (_, name), bytes| {
            let (kind, findings) = match outlast::verify_with(bytes, &options) {
                Ok(answer) => answer,
                // A known kind of file in which nothing can be reached is as invalid as a file can be.
                Err(OpenError::Unreadable(kind, error)) => (kind, vec![error.to_diagnostic()]),
                Err(error) => return Err(Failure::open(name, error).into()),
            };
            let source = Source { name, bytes };
            let body = match out.is_json() {
                true => Body::Json(vec![VerifyResult::new(name, kind, &findings)]),
                false => Body::Text(text::findings(&out.styles(), &source, kind, &findings, out.verbose)),
            };
            Ok(Answer { body, exit: Exit::yes_if(Tally::of(&findings).errors == 0) })
        })
    }
}
