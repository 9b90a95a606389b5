//! `outlast check`: will that runtime run it?

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use outlast::convert::{Remedies, is_costly};
use outlast::{
    Basis, CheckError, Companion, FileKind, OpenError, Options, Outcome, Program, Subject, Target, Verdict,
    check_unreadable, open_with, reader,
};
use outlast_report::json::CheckResult;
use outlast_report::{Failure, RunsOn, text};

use super::{Answer, Body, demand, each_file, resolve_all, with_companions};
use crate::args::Output;
use crate::exit::Exit;
use crate::families::ReadArgs;
use crate::out::Out;

/// Judge whether a runtime loads a file and runs it as meant
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast check --target executorch-1.0.1 model.pte
  outlast check --target executorch-0.5.0,executorch-1.5.1 a.pte b.pte
  outlast check --target executorch-1.0.1 --data weights.ptd model.pte
  outlast check --target ./phone.toml -f json model.pte
  outlast check --target 'executorch>=0.6' models/
  outlast check --target llvm-16,llvm-18 module.bc
  outlast check --target swift-6.0.3 Module.swiftmodule
  outlast check --target mlir-22 --schema mlir-30.txt module.mlirbc
  outlast targets                                   names of targets

Exit status:
  0  every file is good on every target: it loads, or the runtime upgrades it
  1  at least one file fails, is misread, or is unknown (--fail-on)
  2  no target, no such target, no target that reads any file, or a file that cannot be judged")]
pub(crate) struct Check {
    /// Targets, separated by commas: names (see `outlast targets`), sets such as 'executorch>=0.6', llvm or all, or profile files
    #[arg(short, long = "target", value_name = "TARGET", value_delimiter = ',')]
    targets: Vec<String>,
    /// A file that is loaded together with each program, such as .ptd weights; may be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Programs, and folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Outcomes that make the exit status 1
    #[arg(long, value_name = "OUTCOMES", value_delimiter = ',', default_value = "fails,misreads,unknown")]
    fail_on: Vec<FailOn>,
    /// What an answer must rest on: what rests on less is unknown
    #[arg(long, value_name = "BASIS", default_value = "sampled")]
    basis: AtLeast,
    /// Look for a remedy also where that takes much longer than the verdict: for large MLIR files
    #[arg(long)]
    remedy: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

/// Outcomes that are no good.
// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    Fails,
    Misreads,
    Unknown,
}

impl FailOn {
    /// The name of the outcome.
    pub(super) fn name(self) -> &'static str {
        match self {
            FailOn::Fails => Outcome::Fails,
            FailOn::Misreads => Outcome::Misreads,
            FailOn::Unknown => Outcome::Unknown,
        }
        .name()
    }
}

/// What an answer must rest on.
// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AtLeast {
    Sampled,
    Between,
    Measured,
    Defined,
}

impl From<AtLeast> for Basis {
    fn from(basis: AtLeast) -> Basis {
        match basis {
            AtLeast::Sampled => Basis::Sampled,
            AtLeast::Between => Basis::Between,
            AtLeast::Measured => Basis::Measured,
            AtLeast::Defined => Basis::Defined,
        }
    }
}

const SCHEMA: &str = "outlast/check/1";

/// The question of one run, for each file.
pub(super) struct Question<'q, 'c> {
    pub(super) targets: &'q [Target],
    pub(super) companions: &'q [Companion<'c>],
    pub(super) basis: Basis,
    /// Whether remedies are looked for that take much longer than the verdict.
    pub(super) costly: bool,
    /// Whether it is said which releases run a file.
    pub(super) ranges: bool,
    pub(super) options: Options,
}

/// What is said of one file.
pub(super) struct Judged {
    pub(super) kind: FileKind,
    pub(super) verdicts: Vec<Verdict>,
    /// The releases of its readers that run it, in ranges; none if that was not asked, or takes long.
    pub(super) runs_on: Option<Vec<RunsOn>>,
}

impl Check {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        if self.targets.is_empty() {
            bail!(
                "which runtime? give --target NAME, such as --target executorch-1.0.1; `outlast targets` lists them"
            );
        }
        let targets = resolve_all(&self.targets)?;
        let options = self.families.options()?;
        out.configure(&self.output)?;

        with_companions(out, SCHEMA, &self.data, |out, companions| {
            let basis = self.basis.into();
            let costly = self.remedy;
            self.answer(
                out,
                &Question { targets: &targets, companions, basis, costly, ranges: true, options },
            )
        })
    }

    fn answer(&self, out: &mut Out, question: &Question<'_, '_>) -> anyhow::Result<Exit> {
        let names: Vec<String> = question.companions.iter().map(|c| c.name.clone()).collect();
        each_file(out, SCHEMA, &self.files, "", |out, name, bytes| {
            let Judged { kind, verdicts, runs_on } = question.judge(name, bytes)?;
            let runs_on = runs_on.as_deref();
            let json = |verdict| CheckResult::new(name, kind, &names, verdict).running_on(runs_on);
            let body = match out.is_json() {
                true => Body::Json(verdicts.iter().map(json).collect()),
                false => Body::Text(text::verdicts(&out.styles(), name, &verdicts, runs_on, out.verbose)),
            };
            Ok(Answer {
                body,
                exit: Exit::yes_if(
                    !verdicts.iter().any(|v| self.fail_on.iter().any(|on| on.name() == v.outcome.name())),
                ),
            })
        })
    }
}

impl Question<'_, '_> {
    /// The verdicts on a file: those of the targets that read files of its family. Without any, the question makes no sense.
    pub(super) fn judge(&self, name: &str, bytes: &[u8]) -> Result<Judged, Failure> {
        let (family, format) = reader(bytes).map_err(|error| Failure::open(name, error))?;
        let kind = format.kind;
        demand(name, &self.options, family.name, kind)?;
        let failed = |error| Failure::check(name, kind, error);
        match open_with(bytes, &self.options) {
            Ok(program) => {
                let subject = Subject::new(&program).map_err(failed)?;
                let remedies = Remedies::new(&program, self.companions);
                let of = |target: &Target| self.of_program(&program, (&subject, &remedies), target);
                let verdicts = self.each(of).map_err(failed)?;
                // Releases know nothing of operator sets that a user names.
                let ranges = self.ranges && !is_costly(&program);
                let runs_on = ranges.then(|| self.runs_on(&subject)).filter(|found| {
                    self.options.is_empty() || found.iter().any(|runs_on| !runs_on.ranges.is_empty())
                });
                Ok(Judged { kind, verdicts, runs_on })
            }
            Err(OpenError::Unreadable(_, error)) => {
                let judge = |target: &Target| check_unreadable(bytes, (kind, &error), target);
                Ok(Judged { kind, verdicts: self.each(judge).map_err(failed)?, runs_on: None })
            }
            Err(error) => Err(Failure::open(name, error)),
        }
    }

    /// The releases that run a program, of each kind of reader that was asked.
    fn runs_on(&self, subject: &Subject) -> Vec<RunsOn> {
        let mut found: Vec<RunsOn> = Vec::new();
        let mut asked: Vec<String> = Vec::new();
        for target in self.targets {
            let siblings = target.siblings();
            let Some(first) = siblings.first().map(|sibling| sibling.name().to_string()) else { continue };
            if asked.contains(&first) {
                continue;
            }
            asked.push(first);
            let verdicts = siblings.iter().map(|sibling| subject.check(self.companions, sibling));
            let Ok(verdicts) = verdicts.collect::<Result<Vec<Verdict>, CheckError>>() else { continue };
            let good = verdicts.into_iter().map(|verdict| verdict.at_least(self.basis).outcome.is_good());
            found.push(RunsOn::new(target.family(), siblings.iter().map(Target::name).zip(good)));
        }
        found
    }

    fn of_program(
        &self,
        program: &Program<'_>,
        (subject, remedies): (&Subject, &Remedies<'_, '_, '_>),
        target: &Target,
    ) -> Result<Verdict, CheckError> {
        let mut verdict = subject.check(self.companions, target)?;
        if self.costly || !is_costly(program) || verdict.outcome.is_good() {
            verdict.remedy = remedies.of(target, &verdict);
        } else {
            verdict.notes.push("a remedy was not looked for, because the file is large: --remedy does, and `outlast convert` tries it".into());
        }
        Ok(verdict.at_least(self.basis))
    }

    /// The verdicts for the targets of the file's family. That a target reads other files is no answer, unless all do.
    fn each(
        &self,
        judge: impl Fn(&Target) -> Result<Verdict, CheckError>,
    ) -> Result<Vec<Verdict>, CheckError> {
        let (mut verdicts, mut other) = (Vec::new(), None);
        for target in self.targets {
            match judge(target) {
                Ok(verdict) => verdicts.push(verdict),
                Err(error @ CheckError::OtherFamily { .. }) => other = other.or(Some(error)),
                Err(error) => return Err(error),
            }
        }
        match other {
            Some(error) if verdicts.is_empty() => Err(error),
            _ => Ok(verdicts),
        }
    }
}
