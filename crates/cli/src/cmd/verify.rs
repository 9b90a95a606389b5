//! `outlast verify`: are its bytes sound?

use std::cell::RefCell;
use std::path::PathBuf;

use clap::Args;
use outlast::{Diagnostic, OpenError, Risk, VerifyOptions, allow, risks, runs_code};
use outlast_report::json::VerifyResult;
use outlast_report::text::diagnostic::{Source, Tally};
use outlast_report::verified::Verified;
use outlast_report::{Failure, Format, RiskRecord, text};

use super::{Answer, Body, each_file};
use crate::args::{Output, formats, of_findings};
use crate::cmd::families::VerifyArgs;
use crate::config::args::AllowArgs;
use crate::exit::Exit;
use crate::out::Out;

/// Check that the bytes of a file are sound, and list everything that is not
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(formats(of_findings))), after_help = "\
Examples:
  outlast verify model.pte
  outlast verify -q model.pte && cp model.pte release/
  outlast verify -f json weights.ptd
  outlast verify model.pth data.pkl     also code that pickles run when they are loaded
  outlast verify --allow-code collections.deque -f sarif -o out.sarif model.pth
  outlast verify --strict --keep-going module.bc
  outlast verify --strict module.mlirbc

Exit status:
  0  every file is valid (warnings do not matter)
  1  at least one file has errors, or runs code when it is loaded that --allow-code does not name
  2  at least one file is of an unknown kind or cannot be read")]
pub(crate) struct Verify {
    /// Files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Report what readers tolerate, too: in bitstreams length words, offsets and hashes that are wrong; in MLIR
    /// bytecode numbers that take more bytes than they need
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    allow: AllowArgs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: VerifyArgs,
}

impl Verify {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let options = VerifyOptions::default().strict(self.strict).options(self.families.options()?);
        let files = RefCell::new(Vec::new());
        let (exit, failures) =
            each_file(out, "outlast/verify/1", &self.files, "", |out, (_, name), bytes| {
                let (kind, findings) = match outlast::verify_with(bytes, &options) {
                    Ok(answer) => answer,
                    // A known kind of file in which nothing can be reached is as invalid as a file can be.
                    Err(OpenError::Unreadable(kind, error)) => (kind, vec![error.to_diagnostic()]),
                    Err(error) => return Err(Failure::open(name, error).into()),
                };
                let risks = allow(&risks(bytes), |callable| self.allow.who(callable));
                let findings = counted(findings, &risks);
                let exit = Exit::yes_if(Tally::of(&findings).errors == 0 && !runs_code(&risks));
                let records = RiskRecord::all(&risks);
                let source = Source { name, bytes };
                let body = match self.output.format {
                    Format::Json => Body::Json(vec![VerifyResult::new(name, kind, &risks, &findings)]),
                    Format::Text => Body::Text(text::findings(
                        &out.styles(),
                        &source,
                        kind,
                        &records,
                        &findings,
                        out.verbose,
                    )),
                    _ => {
                        let (file, kind) = (name.to_string(), Some(kind.name()));
                        files.borrow_mut().push(Verified {
                            file,
                            kind,
                            risk: records,
                            findings,
                            failure: None,
                        });
                        Body::Report
                    }
                };
                Ok(Answer { body, exit })
            })?;
        let mut files = files.into_inner();
        files.extend(failures.iter().map(Verified::failed));
        out.report(&files)?;
        Ok(exit)
    }
}

/// The findings that count: where all code that the file runs is allowed by name, those that it is are none.
fn counted(findings: Vec<Diagnostic>, risks: &[Risk]) -> Vec<Diagnostic> {
    if risks.is_empty() || runs_code(risks) {
        return findings;
    }
    let allowed = |finding: &Diagnostic| risks.iter().any(|risk| risk.code == finding.code);
    findings.into_iter().filter(|finding| !allowed(finding)).collect()
}
