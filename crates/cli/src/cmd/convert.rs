//! `outlast convert`: rewrite a file so that a runtime runs it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use outlast::convert::{AppliedStep, Blocker, ConvertError, Converted, Cost, Request, steps};
use outlast::{
    Companion, Options, Outcome, Program, Risk, Target, Verdict, allow, open_with, reader, risks, runs_code,
};
use outlast_report::json::{CheckResult, ConvertDocument, Refused, StepsDocument, Written, to_string};
use outlast_report::{Failure, Format, RiskRecord, text};

use super::{fail, open_program_with, refuse, resolve, with_companions};
use crate::args::{formats, of_all};
use crate::cmd::families::{self, ConvertArgs};
use crate::config::args::AllowArgs;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;
use crate::save;

/// Rewrite a file so that a runtime loads it and runs it as meant
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast convert model.pte --target executorch-0.5.0 -o old.pte
  outlast convert model.pte --data weights.ptd --target executorch-0.5.0 -o one.pte
  outlast convert weights.ptd --target executorch-1.0.1 -o new.ptd
  outlast convert model.pte --step delegates-to-inline -o inline.pte
  outlast convert model.pte -o same.pte             decode and encode: the same bytes
  outlast convert a.mlirbc --to bytecode-4 -o b.mlirbc
  outlast convert a.mlirbc --canonical -o b.mlirbc  as mlir-opt would write it
  outlast convert a.mlirbc --target mlir-22 --allow-unknown -o b.mlirbc
  outlast convert a.mlirbc --schema mlir-30.txt --to bytecode-4 -o b.mlirbc
  outlast convert --steps                           the steps that --step takes

The conversion is done whole or refused whole. The output is read back, verified and judged before
it takes its name; the input is never changed. Without a target nothing is judged.

Exit status:
  0  written; with a target: the verdict on the output is good, or, with --allow-unknown, good or unknown
  1  refused, also where the verdict would be unknown, or for a target where the file runs code
     that --allow-code does not name: nothing was written, the reasons are listed
  2  usage, input or output, not a known kind of file")]
pub(crate) struct Convert {
    /// The runtime that the output is for: a name (see `outlast targets`) or a profile file
    #[arg(short, long, value_name = "TARGET")]
    target: Option<String>,
    /// A file that is loaded together with the program, such as .ptd weights; may be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The schema of the file's own release, where it is not one of those known here: a .fbs; of MLIR bytecode, what
    /// `outlast targets import --paired` learns
    #[arg(long, alias = "schemas", value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Take this step, whether or not the target needs it; may be repeated
    #[arg(long = "step", value_name = "STEP")]
    step: Vec<String>,
    /// Write the output even if it is not known what the target does with it (verdict `unknown`)
    #[arg(long, requires = "target")]
    allow_unknown: bool,
    #[command(flatten)]
    allow: AllowArgs,
    /// List the steps that can be asked for
    #[arg(long)]
    steps: bool,
    /// The file to convert; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "steps")]
    file: Option<PathBuf>,
    /// The file to write; - is standard output
    #[arg(short, long, value_name = "OUT", required_unless_present = "steps")]
    output: Option<PathBuf>,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = formats(of_all))]
    format: Format,
    #[command(flatten)]
    families: ConvertArgs,
}

const SCHEMA: &str = "outlast/convert/1";

impl Convert {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.set_format(self.format);
        let (Some(path), Some(place)) = (&self.file, &self.output) else { return list(out) };
        let target = self.target.as_deref().map(resolve).transpose()?;
        save::check_place(place)?;

        with_companions(out, SCHEMA, &self.data, |out, companions| {
            self.answer(out, (path, place), target.as_ref(), companions)
        })
    }

    fn answer(
        &self,
        out: &mut Out,
        (path, place): (&Path, &Path),
        target: Option<&Target>,
        companions: &[Companion<'_>],
    ) -> anyhow::Result<Exit> {
        let name = input::name(path);
        let bytes = match input::open(path) {
            Ok(bytes) => bytes,
            Err(failure) => return fail(out, SCHEMA, &failure, &[]),
        };
        let rewrite = self.families.options()?;
        let (rewrite, schema) = match (&self.schema, reader(&bytes)) {
            (Some(path), Ok((family, _))) => {
                let schema = families::read_schema(family.name, path)?;
                (rewrite.and(&schema), schema)
            }
            _ => (rewrite, Options::none()),
        };
        let schema = schema.and(&self.families.of_reading()?);
        let program = match open_program_with(&name, &bytes, &schema) {
            Ok(program) => program,
            Err(failure) => return fail(out, SCHEMA, &failure, &bytes),
        };
        let question = (name.as_str(), program.kind());
        let label = target.map(Target::name);
        let risks = allow(&risks(&bytes), |callable| self.allow.who(callable));
        let to_stdout = save::is_stdout(place);
        if !out.is_json() {
            let lead = text::risk(&out.styles(), &name, &RiskRecord::all(&risks));
            if to_stdout { out.write_stderr(&lead)? } else { out.write(&lead)? }
        }
        // What is written would run it, too: it is no good to any target.
        if target.is_some() && runs_code(&risks) {
            let reasons = blockers(&risks);
            let refused = Refused { reasons: &reasons, unknown: false };
            return refuse(out, SCHEMA, question, label, &risks, refused);
        }
        let converted = match self.convert(&program, companions, target, &rewrite) {
            // A copy of a damaged file is not written.
            Ok(converted) if !self.repairs(&converted.steps) => {
                save::demand_sound(&name, &bytes).map(|()| converted)
            }
            Err(ConvertError::Unknown { steps, reasons }) if !self.repairs(&steps) => {
                save::demand_sound(&name, &bytes).and(Err(ConvertError::Unknown { steps, reasons }))
            }
            other => other,
        };
        let refuse = |out: &mut Out, reasons: &[Blocker], unknown: bool| {
            refuse(out, SCHEMA, question, label, &risks, Refused { reasons, unknown })
        };
        let converted = match converted {
            Ok(converted) => converted,
            Err(ConvertError::Refused(reasons)) => return refuse(out, &reasons, false),
            Err(ConvertError::Unknown { reasons, .. }) => return refuse(out, &reasons, true),
            Err(ConvertError::Check(error)) => {
                return fail(out, SCHEMA, &Failure::check(&name, program.kind(), error), &bytes);
            }
            Err(error) => bail!(error),
        };
        let (verdict, costs) = save::save(place, &converted.output, |written| {
            let target = (target, self.allow_unknown);
            judge(written, (&bytes, &program), &schema, companions, target, &converted)
        })?;
        let unknown = verdict.as_ref().is_some_and(|verdict| verdict.outcome == Outcome::Unknown);
        let mut written = Written {
            output: save::name(place),
            bytes: converted.output.len() as u64,
            costs,
            ..Written::default()
        };
        if converted.unused > 0 {
            written
                .notes
                .push(format!("{} bytes are not used any more; --repack drops them", converted.unused));
        }
        let needed: &[Companion<'_>] = if converted.is_self_contained() { &[] } else { companions };
        let names: Vec<String> = needed.iter().map(|c| c.name.clone()).collect();
        let answer = match out.is_json() {
            true => {
                let judged =
                    verdict.as_ref().map(|v| CheckResult::new(&written.output, program.kind(), &names, v));
                to_string(
                    &ConvertDocument::written(SCHEMA, question, label, &converted.steps, written, judged)
                        .running(&risks),
                )?
            }
            false => {
                text::converted(&out.styles(), &name, label, &converted.steps, &written, verdict.as_ref())
            }
        };
        match save::is_stdout(place) {
            true => out.write_stderr(&answer)?,
            false => out.write(&answer)?,
        }
        if let (true, Some(target)) = (unknown, label) {
            out.warn(&format!("what {target} does with {} is not known", save::name(place)))?;
        }
        Ok(Exit::Yes)
    }

    fn convert<'a>(
        &self,
        program: &Program<'a>,
        companions: &'a [Companion<'_>],
        target: Option<&Target>,
        options: &Options,
    ) -> Result<Converted<'a>, ConvertError> {
        if target.is_none() && self.step.is_empty() && !self.families.rewrites() {
            let output = program.replay()?.output;
            return Ok(Converted::new(output, Vec::new()));
        }
        let allow_unknown = self.allow_unknown;
        let request = Request::default()
            .target(target)
            .steps(&self.step)
            .options(options.clone())
            .allow_unknown(allow_unknown);
        program.convert(companions, &request)
    }

    /// Whether what was done may have made a file sound that was not: the steps of programs are verified one by one.
    fn repairs(&self, steps: &[AppliedStep]) -> bool {
        !steps.is_empty() && self.families.executorch.writes_anew()
    }
}

/// Opens, verifies and judges what was written, unless the family has verified and judged these very bytes; the verdict, and what the steps
/// added to the entry points of the input.
fn judge(
    written: &[u8],
    (input, before): (&[u8], &Program<'_>),
    options: &Options,
    companions: &[Companion<'_>],
    (target, allow_unknown): (Option<&Target>, bool),
    converted: &Converted<'_>,
) -> anyhow::Result<(Option<Verdict>, Vec<Cost>)> {
    let nothing_changed = converted.steps.is_empty();
    if nothing_changed && !save::is_same(written, input) {
        bail!("nothing was to change, and the output differs from the input: please report this");
    }
    let program =
        open_with(written, options).map_err(|error| anyhow!("the output does not open: {error}"))?;
    let proved = converted.proved.then_some(converted.verdict.as_ref()).flatten();
    if !nothing_changed && proved.is_none() {
        save::expect_sound(written)?;
    }
    let costs = if nothing_changed { Vec::new() } else { before.costs(&program, target) };
    let (Some(target), Some(_)) = (target, &converted.verdict) else { return Ok((None, costs)) };
    let companions = if converted.is_self_contained() { &[] } else { companions };
    let verdict = match proved {
        Some(verdict) => verdict.clone(),
        None => program.prepare()?.check(companions, target)?,
    };
    let allowed = allow_unknown && verdict.outcome == Outcome::Unknown;
    if !verdict.outcome.is_good() && !allowed {
        bail!("the verdict on the output is {}: please report this", verdict.summary());
    }
    Ok((Some(verdict), costs))
}

/// Why a file that runs code is not converted for a target.
fn blockers(risks: &[Risk]) -> Vec<Blocker> {
    let live = risks.iter().filter(|risk| risk.allowed.is_none());
    let blocker = |risk: &Risk| {
        Blocker::new(risk.sentence())
            .code(Some(risk.code))
            .subject(risk.callable.clone())
            .place(risk.place.clone())
            .help(Some(risk.help.into()))
    };
    live.map(blocker).collect()
}

fn list(out: &mut Out) -> anyhow::Result<Exit> {
    let text = match out.is_json() {
        true => to_string(&StepsDocument::new(steps()))?,
        false => steps().map(|step| format!("{:24} {}\n", step.id, step.about)).collect(),
    };
    out.write(&text)?;
    Ok(Exit::Yes)
}
