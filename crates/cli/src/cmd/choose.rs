//! `outlast choose`: which variant to deliver?

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use outlast::choose::{Policy, choose};
use outlast::{Basis, FileKind, Verdict};
use outlast_report::json::{CheckResult, ChooseDocument, to_string};
use outlast_report::text;

use super::check::{Judged, Question};
use super::{fail, resolve, with_companions};
use crate::args::Output;
use crate::cmd::families::ReadArgs;
use crate::config::args::AllowArgs;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// Choose the variant of a program to deliver to a runtime: one that loads, or one that can be converted
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast choose --target torch-1.10.2-lite new.ptl old.ptl
  outlast choose --target torch-1.10.2-lite --policy best-first new.ptl old.ptl
  outlast choose --target ./phone.toml -f json new.ptl old.ptl
  outlast choose --target executorch-0.6.0 large.pte small.pte

Variants are given in the order in which they are wanted, the best first. With `export-first`, a
variant that loads as it is comes before one that has to be converted; with `best-first`, the first
that can be delivered in either way. A variant that runs code when it is loaded is not delivered,
unless --allow-code names all of it.

Exit status:
  0  a variant can be delivered; the answer says which, and how
  1  none can: the reasons of each are listed
  2  no such target, or a file that cannot be judged")]
pub(crate) struct Choose {
    /// The runtime: a name (see `outlast targets`) or a profile file
    #[arg(short, long, value_name = "TARGET")]
    target: String,
    /// A file that is loaded together with each variant, such as .ptd weights; may be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// What comes first
    #[arg(long, value_name = "POLICY", default_value = "export-first")]
    policy: Order,
    /// Variants of one program, the most wanted first
    #[arg(required = true, value_name = "VARIANT")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    allow: AllowArgs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    ExportFirst,
    BestFirst,
}

const SCHEMA: &str = "outlast/choose/1";

impl Choose {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let targets = [resolve(&self.target)?];
        let options = self.families.options()?;
        out.configure(&self.output)?;
        with_companions(out, SCHEMA, &self.data, |out, companions| {
            self.answer(
                out,
                &Question {
                    targets: &targets,
                    companions,
                    basis: Basis::Sampled,
                    costly: true,
                    ranges: false,
                    options,
                },
            )
        })
    }

    fn answer(&self, out: &mut Out, question: &Question<'_, '_>) -> anyhow::Result<Exit> {
        let mut judged: Vec<(String, FileKind, Verdict)> = Vec::new();
        for path in &self.files {
            let name = input::name(path);
            let bytes = match input::open(path) {
                Ok(bytes) => bytes,
                Err(failure) => return fail(out, SCHEMA, &failure, &[]),
            };
            match question.judge(&name, &bytes) {
                Ok(Judged { kind, verdicts, .. }) => {
                    judged.extend(verdicts.into_iter().map(|mut verdict| {
                        verdict.allow(|callable| self.allow.who(callable));
                        (name.clone(), kind, verdict)
                    }));
                }
                Err(failure) => return fail(out, SCHEMA, &failure, &bytes),
            }
        }
        let policy = match self.policy {
            Order::ExportFirst => Policy::ExportFirst,
            Order::BestFirst => Policy::BestFirst,
        };
        let choice = choose(judged.iter().map(|(.., verdict)| verdict), policy);
        let chosen = choice
            .as_ref()
            .and_then(|choice| Some((judged.get(choice.variant)?.0.as_str(), &choice.delivery)));
        let names: Vec<String> = question.companions.iter().map(|companion| companion.name.clone()).collect();
        if out.is_json() {
            let results = judged
                .iter()
                .map(|(name, kind, verdict)| CheckResult::new(name, *kind, &names, verdict))
                .collect();
            out.write(&to_string(&ChooseDocument::new(question.targets[0].name(), chosen, results))?)?;
        } else {
            out.write(&text::choice(&out.styles(), question.targets[0].name(), chosen))?;
            for (name, _, verdict) in &judged {
                out.write(&text::verdict(
                    &out.styles(),
                    text::Judged { file: name, data: &names, options: &self.families.words(), excuses: &[] },
                    verdict,
                    out.verbose,
                ))?;
            }
        }
        Ok(Exit::yes_if(choice.is_some()))
    }
}
