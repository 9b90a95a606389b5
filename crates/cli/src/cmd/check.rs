//! `outlast check`: will that runtime run it?

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use outlast::targets::{Profile, Resolved};
use outlast::{FileKind, OpenError, Program, Subject};
use outlast_report::json::CheckResult;
use outlast_report::{Failure, text};

use super::schemas::Schemas;
use super::{Answer, Body, companions, each_file, fail, open_all};
use crate::args::Output;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// Judge whether a runtime loads a file and runs it as meant
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast check --target executorch-1.0.1 model.pte
  outlast check --target executorch-0.5.0,executorch-1.5.1 a.pte b.pte
  outlast check --target executorch-1.0.1 --data weights.ptd model.pte
  outlast check --target ./phone.toml -f json model.pte
  outlast check --target llvm-16,llvm-18 module.bc
  outlast check --target swift-6.0.3 Module.swiftmodule
  outlast check --target mlir-22 --schema mlir-30.txt module.mlirbc
  outlast targets                                   names of targets

Exit status:
  0  every file is good on every target: it loads, or the runtime upgrades it
  1  at least one file fails, is misread, or nobody knows
  2  no target, no such target, or a file that cannot be judged")]
pub(crate) struct Check {
    /// Targets, separated by commas: names (see `outlast targets`) or profile files
    #[arg(short, long = "target", value_name = "TARGET", value_delimiter = ',')]
    targets: Vec<String>,
    /// A file that is loaded together with each program, such as .ptd weights; may be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Programs; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    schemas: Schemas,
    #[command(flatten)]
    output: Output,
}

const SCHEMA: &str = "outlast/check/1";

impl Check {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        if self.targets.is_empty() {
            bail!(
                "which runtime? give --target NAME, such as --target executorch-1.0.1; `outlast targets` lists them"
            );
        }
        let targets: Vec<(String, Resolved)> =
            self.targets.iter().map(|name| resolve(name)).collect::<Result<_, _>>()?;
        let schemas = self.schemas.read()?;
        out.configure(&self.output)?;

        // Companions are opened once; without one of them no question can be answered.
        let data = match open_all(&self.data) {
            Ok(data) => data,
            Err(failure) => return fail(out, SCHEMA, &failure, &[]),
        };
        let companions = match companions(&data) {
            Ok(companions) => companions,
            Err((failure, bytes)) => return fail(out, SCHEMA, &failure, bytes),
        };
        let names: Vec<String> = companions.iter().map(|c| c.name.clone()).collect();

        each_file(out, SCHEMA, &self.files, "", |out, name, bytes| {
            let (kind, verdicts) = match Program::open(bytes) {
                Ok(program) => {
                    let kind = program.kind();
                    schemas.demand(name, kind)?;
                    let program = program.with_schemas(schemas.0.as_ref());
                    let subject = Subject::new(&program).map_err(|e| Failure::check(name, kind, e))?;
                    let judge = |(target, resolved): &(String, Resolved)| {
                        let mut verdict = subject.check(&companions, target, resolved)?;
                        verdict.remedy =
                            outlast::convert::remedy(&program, &companions, target, resolved, &verdict);
                        Ok(verdict)
                    };
                    let verdicts: Result<Vec<_>, _> = targets.iter().map(judge).collect();
                    (kind, verdicts.map_err(|e| Failure::check(name, kind, e))?)
                }
                Err(OpenError::Unreadable(kind, error)) if kind != FileKind::ExecutorchData => {
                    let refuse = |(target, resolved): &(String, Resolved)| {
                        let target = match resolved {
                            Resolved::Exact(profile) => &profile.name,
                            _ => target,
                        };
                        outlast::check_unreadable(&error, target)
                    };
                    (kind, targets.iter().map(refuse).collect())
                }
                Err(error) => return Err(Failure::open(name, error)),
            };
            let json = |verdict| CheckResult::new(name, kind, &names, verdict);
            let text = |verdict| text::verdict(&out.styles(), name, verdict, out.verbose);
            let body = match out.is_json() {
                true => Body::Json(verdicts.iter().map(json).collect()),
                false => Body::Text(verdicts.iter().map(text).collect()),
            };
            Ok(Answer { body, exit: Exit::yes_if(verdicts.iter().all(|v| v.outcome.is_good())) })
        })
    }
}

/// A target by its name, or from a profile file.
pub(super) fn resolve(name: &str) -> anyhow::Result<(String, Resolved)> {
    let error = match Profile::resolve(name) {
        Ok(resolved) => return Ok((name.to_string(), resolved)),
        Err(error) => error,
    };
    let path = Path::new(name);
    if !path.exists() && !name.contains(['/', '\\']) && !has_profile_extension(path) {
        bail!(error);
    }
    let text =
        input::open_text(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
    let profile = Profile::from_text(&text).map_err(|error| anyhow!(error)).context(name.to_string())?;
    Ok((profile.name.clone(), Resolved::Exact(profile)))
}

/// A text file; the error is one line.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    input::open_text(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}

fn has_profile_extension(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "toml" || e == "txt" || e == "profile")
}
