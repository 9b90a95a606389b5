//! `outlast check`: will that runtime run it?

mod library;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use outlast::convert::Remedies;
use outlast::{
    Basis, CheckError, Companion, FileKind, OpenError, Options, PreparedProgram, Program, Risk, Target,
    Verdict, allow, check_unreadable, open_with, reader, risks, runs_code,
};
use outlast_core::SortShort;
use outlast_report::json::{CheckResult, Checked, RiskResult};
use outlast_report::scan::{Compared, Line, Looked, Record, ScanReport, Summary};
use outlast_report::{Cause, Failure, Format, RiskRecord, escape, text};

use super::{Answer, Body, Stop, demand, each_file, holdings, open_program, resolve_all, with_companions};
use crate::args::{Output, formats, of_findings};
use crate::cmd::families::ReadArgs;
use crate::cmd::good_on::{GoodOn, as_runs_on, good_on};
use crate::config::args::PolicyArgs;
use crate::config::{Configs, EffectiveConfig, Flags, NO_TARGETS};
use crate::exit::Exit;
use crate::out::Out;

/// Judge whether a runtime loads a file and runs it as meant
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(formats(of_findings))), after_help = "\
Examples:
  outlast check --target executorch-1.0.1 model.pte
  outlast check --target executorch-0.5.0,executorch-1.5.1 a.pte b.pte
  outlast check --target executorch-1.0.1 --data weights.ptd model.pte
  outlast check --target ./phone.toml -f json model.pte
  outlast check --target 'executorch>=0.6' models/
  outlast check --target llvm-16,llvm-18 module.bc
  outlast check --target llvm-19 lib.a              every file in a library or object, and the worst
  outlast check --target swift-6.0.3 Module.swiftmodule
  outlast check --target mlir-22 --schema mlir-30.txt module.mlirbc
  outlast check phones/*.pte                        targets of outlast.toml: see `outlast config`
  outlast check -t torch-2.15.0 --allow-code collections.deque model.pth
  outlast targets                                   names of targets

Exit status:
  0  every file is good on every target: it loads, or the runtime upgrades it
  1  at least one file fails, is misread, or is unknown (--fail-on), or runs code when it is
     loaded that --allow-code does not name
  2  no target, no such target, no target that reads any file, or a file that cannot be judged")]
pub(crate) struct Check {
    /// Targets, separated by commas: names (see `outlast targets`), sets such as 'executorch>=0.6', llvm or all, or profile files [default: those of outlast.toml]
    #[arg(short, long = "target", value_name = "TARGET", value_delimiter = ',')]
    targets: Vec<String>,
    /// A file that is loaded together with each program, such as .ptd weights; may be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Programs, and folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    policy: PolicyArgs,
    /// Look for a remedy also where that takes much longer than the verdict: for large MLIR files
    #[arg(long)]
    remedy: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

const SCHEMA: &str = "outlast/check/1";

/// What is said when all files were looked at.
#[derive(Default)]
struct Later {
    compared: Cell<Option<Compared>>,
    lines: RefCell<Vec<Line>>,
}

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
    /// The releases of its readers that run it; none if that was not asked, or takes long.
    pub(super) good_on: Option<Vec<GoodOn>>,
}

impl Check {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        if self.targets.is_empty() && self.policy.config.no_config {
            bail!(NO_TARGETS);
        }
        let flags = Flags {
            targets: self.targets.clone(),
            data: self.data.clone(),
            ..Flags::new(&self.policy, self.families.torch.as_of)
        };
        let configs = Configs::new(flags)?;
        resolve_all(&self.targets)?;
        let options = self.families.options()?;
        out.configure(&self.output)?;
        with_companions(out, SCHEMA, &self.data, |out, companions| {
            self.answer(out, &configs, companions, &options)
        })
    }

    fn answer(
        &self,
        out: &mut Out,
        configs: &Configs,
        given: &[Companion<'_>],
        options: &Options,
    ) -> anyhow::Result<Exit> {
        let later = Later::default();
        let notes = RefCell::new(Vec::new());
        let (exit, failures) = each_file(out, SCHEMA, &self.files, "\n", |out, (path, name), bytes| {
            let holds = configs.effective(path)?;
            notes.borrow_mut().extend(holds.note());
            let ask = |companions: &[Companion<'_>]| -> Result<Answer<Checked>, Stop> {
                let question = Question {
                    targets: holds.targets()?,
                    companions,
                    basis: holds.settings.basis.value.into(),
                    costly: self.remedy,
                    ranges: true,
                    options: options.clone(),
                };
                Ok(self.answer_one(out, name, bytes, (&question, &holds), &later)?)
            };
            match given.is_empty() {
                true => with_opened(&holds, ask),
                false => ask(given),
            }
        })?;
        let mut notes = notes.into_inner();
        notes.sort_short();
        notes.dedup();
        notes.iter().try_for_each(|note| out.warn(note))?;
        if let Some(compared) = later.compared.get().filter(|_| self.output.format == Format::Text) {
            out.write(&format!("{compared}\n"))?;
        }
        let mut lines = later.lines.into_inner();
        lines.extend(failures.iter().map(Line::failed));
        let mut summary = Summary::default();
        lines.iter().for_each(|line| summary.add(line));
        summary.finish();
        out.report(&ScanReport { command: "check", lines: &lines, summary: &summary })?;
        Ok(exit)
    }

    fn answer_one(
        &self,
        out: &Out,
        name: &str,
        bytes: &[u8],
        (question, holds): (&Question<'_, '_>, &EffectiveConfig),
        later: &Later,
    ) -> Result<Answer<Checked>, Failure> {
        if let Some(held) = holdings(bytes) {
            return self.answer_library(out, (name, bytes), held, (question, holds), later);
        }
        let allows = |callable: &str| holds.settings.allows(callable);
        let Judged { kind, mut verdicts, good_on } = match question.judge(name, bytes) {
            Ok(judged) => judged,
            Err(failure) => return self.unread(out, failure, &allow(&risks(bytes), allows), later),
        };
        verdicts.iter_mut().for_each(|verdict| verdict.allow(allows));
        let runs_on = good_on.as_deref().map(as_runs_on);
        let runs_on = runs_on.as_deref();
        let names: Vec<String> = question.companions.iter().map(|c| c.name.clone()).collect();
        let mut records: Vec<Record> =
            verdicts.iter().map(|verdict| Record::new(name, kind, &names, verdict)).collect();
        records.iter_mut().for_each(|record| holds.mark(record));
        if holds.settings.baseline.is_some() {
            let mut counts = later.compared.get().unwrap_or_default();
            records.iter().for_each(|record| counts.add(record));
            later.compared.set(Some(counts));
        }
        let fail_on = holds.settings.fail_on();
        let exit = Exit::yes_if(!records.iter().any(|record| record.fails(&fail_on)));
        let body = if self.output.format.is_rendered() {
            later.lines.borrow_mut().extend(records.into_iter().map(Line::Verdict));
            Body::Report
        } else if out.is_json() {
            let json = |(verdict, record): (&Verdict, &Record)| {
                let result = CheckResult::new(name, kind, &names, verdict).running_on(runs_on);
                Checked::Verdict(Box::new(match holds.marks() {
                    true => result.marked(record, holds.marker(name, &record.target)),
                    false => result,
                }))
            };
            Body::Json(verdicts.iter().zip(&records).map(json).collect())
        } else {
            for (verdict, record) in verdicts.iter_mut().zip(&records) {
                verdict.notes.extend(record.remarks());
            }
            let excuses: Vec<(&str, &str)> = records
                .iter()
                .filter_map(|record| Some((record.target.as_str(), record.excuse()?)))
                .collect();
            let words = self.families.words();
            let judged = text::Judged { file: name, data: &names, options: &words, excuses: &excuses };
            Body::Text(text::verdicts(&out.styles(), judged, &verdicts, runs_on, out.verbose))
        };
        Ok(Answer { body, exit })
    }

    /// What is said of a file that no target reads: that it runs code, or nothing.
    fn unread(
        &self,
        out: &Out,
        failure: Failure,
        risks: &[Risk],
        later: &Later,
    ) -> Result<Answer<Checked>, Failure> {
        let Some(kind) = failure.kind().filter(|_| runs_code(risks)) else {
            return Err(match failure.cause {
                Cause::NoReader(kind, why) if risks.is_empty() => {
                    let why = format!("{why}; loading it runs no code");
                    Failure { cause: Cause::NoReader(kind, why), ..failure }
                }
                cause => Failure { cause, ..failure },
            });
        };
        let risk = RiskRecord::all(risks);
        let body = if self.output.format.is_rendered() {
            let line = Line::File(Looked { file: failure.file, kind: kind.name().into(), risk });
            later.lines.borrow_mut().push(line);
            Body::Report
        } else if out.is_json() {
            Body::Json(vec![Checked::Risk(RiskResult::new(&failure.file, kind, risks))])
        } else {
            let note = format!("{}: {}\n", escape(&failure.file), escape(&failure.message()));
            Body::Text(text::risks(&out.styles(), &failure.file, &risk, out.verbose) + &note)
        };
        Ok(Answer { body, exit: Exit::No })
    }
}

/// Asks with companions that a configuration names, opened for one file.
fn with_opened<T>(
    holds: &EffectiveConfig,
    ask: impl FnOnce(&[Companion<'_>]) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let opened = holds.open_data()?;
    let mut companions = Vec::with_capacity(opened.len());
    for (name, bytes) in &opened {
        companions.push(Companion::new(name.clone(), open_program(name, bytes)?));
    }
    let answer = ask(&companions)?;
    opened.iter().try_for_each(|(name, bytes)| bytes.demand_whole(name))?;
    Ok(answer)
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
                let subject = program.prepare().map_err(failed)?;
                let remedies = Remedies::new(&program, self.companions);
                let of = |target: &Target| self.of_program(&program, (&subject, &remedies), target);
                let verdicts = self.each(of).map_err(failed)?;
                // Releases know nothing of operator sets that a user names.
                let ranges = self.ranges && !program.is_costly_to_convert();
                let good_on = ranges
                    .then(|| good_on(&subject, self.companions, self.targets, self.basis))
                    .filter(|found| self.options.is_empty() || !found.iter().all(GoodOn::is_none));
                Ok(Judged { kind, verdicts, good_on })
            }
            Err(OpenError::Unreadable(_, error)) => {
                let judge = |target: &Target| check_unreadable(bytes, (kind, &error), target);
                Ok(Judged { kind, verdicts: self.each(judge).map_err(failed)?, good_on: None })
            }
            Err(error) => Err(Failure::open(name, error)),
        }
    }

    fn of_program(
        &self,
        program: &Program<'_>,
        (subject, remedies): (&PreparedProgram, &Remedies<'_, '_, '_>),
        target: &Target,
    ) -> Result<Verdict, CheckError> {
        let mut verdict = subject.check(self.companions, target)?;
        if self.costly || !program.is_costly_to_convert() || verdict.outcome.is_good() {
            verdict.remedy = remedies.remedy(target, &verdict);
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
