//! `outlast verify`: are its bytes sound?

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use outlast::detect::Holdings;
use outlast::{Diagnostic, FileKind, OpenError, Risk, VerifyOptions, allow, risks, runs_code};
use outlast_report::json::VerifyResult;
use outlast_report::text::diagnostic::{Source, Tally};
use outlast_report::verified::Verified;
use outlast_report::{Failure, Format, RiskRecord, escape, text};

use super::{Answer, Body, each_file, holdings};
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
  outlast verify lib.a                  every file in a library or object that is read here

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
                let found = match holdings(bytes) {
                    Some(held) => self.library(out, (name, bytes), &options, &held),
                    None => vec![self.one(out, (name, bytes), &options)?],
                };
                let exit = found.iter().map(|one| one.exit).max().unwrap_or(Exit::Yes);
                let body = match self.output.format {
                    Format::Json => Body::Json(found.iter().map(One::json).collect()),
                    Format::Text => Body::Text(text_of(out, &found)),
                    _ => {
                        files.borrow_mut().extend(found.into_iter().map(One::report));
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

    /// What is found in one file.
    fn one(&self, out: &Out, (name, bytes): (&str, &[u8]), options: &VerifyOptions) -> Result<One, Failure> {
        let (kind, findings) = match outlast::verify_with(bytes, options) {
            Ok(answer) => answer,
            // A known kind of file in which nothing can be reached is as invalid as a file can be.
            Err(OpenError::Unreadable(kind, error)) => (kind, vec![error.to_diagnostic()]),
            Err(error) => return Err(Failure::open(name, error)),
        };
        let risks = allow(&risks(bytes), |callable| self.allow.who(callable));
        let findings = counted(findings, &risks);
        let exit = Exit::yes_if(Tally::of(&findings).errors == 0 && !runs_code(&risks));
        let text = match self.output.format {
            Format::Text => {
                let (styles, records) = (out.styles(), RiskRecord::all(&risks));
                text::findings(&styles, &Source { name, bytes }, kind, &records, &findings, out.verbose)
            }
            _ => String::new(),
        };
        let is_clean = exit == Exit::Yes && findings.is_empty() && risks.is_empty();
        Ok(One { name: name.to_string(), kind, risks, findings, unread: None, exit, text, is_clean })
    }

    /// What is found in the files of a library, one by one, and what could not be looked into.
    fn library(
        &self,
        out: &Out,
        (name, bytes): (&str, &[u8]),
        options: &VerifyOptions,
        (kind, holdings): &(FileKind, Holdings),
    ) -> Vec<One> {
        let unread = |name: &str, why: String| {
            let text = format!("note: {}: {}\n", escape(name), escape(&why));
            let (risks, findings) = (Arc::default(), Vec::new());
            let (name, unread) = (name.to_string(), Some(why));
            One { name, kind: *kind, risks, findings, unread, exit: Exit::Failed, text, is_clean: false }
        };
        let mut found = Vec::new();
        for hidden in &holdings.found {
            let member = format!("{name}!{}", hidden.address);
            found.push(match self.one(out, (&member, hidden.bytes(bytes)), options) {
                Ok(one) => one,
                Err(failure) => unread(&member, failure.message()),
            });
        }
        found.extend(holdings.notes.iter().map(|why| unread(name, why.clone())));
        if holdings.more > 0 {
            found.push(unread(name, format!("{} more files in it than are looked at", holdings.more)));
        }
        found
    }
}

/// What was found in one file, or in one file of a library.
struct One {
    name: String,
    kind: FileKind,
    risks: Arc<[Risk]>,
    findings: Vec<Diagnostic>,
    /// Why it was not looked into.
    unread: Option<String>,
    exit: Exit,
    text: String,
    /// Whether there is no more to say than that it is valid.
    is_clean: bool,
}

impl One {
    fn json(&self) -> VerifyResult {
        match &self.unread {
            Some(why) => VerifyResult::unread(&self.name, self.kind, why),
            None => VerifyResult::new(&self.name, self.kind, &self.risks, &self.findings),
        }
    }

    fn report(self) -> Verified {
        let (kind, risk) = (Some(self.kind.name()), RiskRecord::all(&self.risks));
        Verified { file: self.name, kind, risk, findings: self.findings, failure: self.unread }
    }
}

/// All of it as text: files in a library of which there is no more to say than that they are valid are one line.
fn text_of(out: &Out, found: &[One]) -> String {
    let mut text = String::new();
    for one in found {
        let mut like = found.iter().filter(|other| other.is_clean && other.kind == one.kind);
        let first = like.next();
        match (first, like.count()) {
            (Some(first), more) if one.is_clean && more > 0 && !out.verbose => {
                if std::ptr::eq(first, one) {
                    let name = format!("{} and {more} more", first.name);
                    let source = Source { name: &name, bytes: &[] };
                    text.push_str(&text::findings(&out.styles(), &source, one.kind, &[], &[], false));
                }
            }
            _ => text.push_str(&one.text),
        }
    }
    text
}

/// The findings that count: where all code that the file runs is allowed by name, those that it is are none.
fn counted(findings: Vec<Diagnostic>, risks: &[Risk]) -> Vec<Diagnostic> {
    if risks.is_empty() || runs_code(risks) {
        return findings;
    }
    let allowed = |finding: &Diagnostic| risks.iter().any(|risk| risk.code == finding.code);
    findings.into_iter().filter(|finding| !allowed(finding)).collect()
}
