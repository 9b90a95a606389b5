//! `outlast lint`: what does a change of a format do to files, programs and readers?
//!
//! * [`sides`]: what NEW and OLD name: files, folders, targets, revisions and windows of releases ([`git`]).
//! * [`schemas`], [`layouts`], [`operators`] and [`dialects`]: one version of FlatBuffers schemas, of record layouts, of operator sets and of dialects
//!   of MLIR, read: a [`model`].
//! * [`answer`]: versions compared, and the answer, with the [`relatives`] of new schemas; [`policy`]: what a configuration makes of it; [`evidence`]: files that are asked, and
//!   witnesses that are written.

mod answer;
mod dialects;
mod evidence;
mod git;
mod inputs;
mod layouts;
mod model;
mod operators;
mod policy;
mod relatives;
mod schemas;

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use outlast::Severity;
use outlast::opsets::lint::Date;

use super::{date, fail};
use crate::args::{Output, formats, of_findings};
use crate::config::args::ConfigArgs;
use crate::exit::Exit;
use crate::out::Out;

use inputs::Kind;

/// Compare a changed schema, record layout, dialect or operator set with older ones: what breaks, in which direction, and what to do
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(formats(of_findings))), after_help = "\
Examples:
  outlast lint new.fbs --against old.fbs
  outlast lint schema/program.fbs --against git:v1.0..        every release since v1.0
  outlast lint schema/ --against git:origin/main -f github    all schemas in a folder
  outlast lint new.fbs --against git:v1.0 --against git:v2.0:old/place.fbs
  outlast lint new.fbs --against old.fbs --witness DIR --corpus models/
  outlast lint layout.toml --against git:HEAD~1
  outlast lint mlir-22 --against mlir-19
  outlast lint dialect.txt --against git:HEAD~1
  outlast lint new.txt --against old.txt
  outlast lint native_functions.yaml --against torch-2.15.0
  outlast lint new.txt --against old.txt --table operator_versions.yaml --as-of 2026-11-22
  outlast lint new.txt --against old.txt --table operator_versions.yaml --functions operator_upgraders.py
  outlast lint new.txt --against old.txt --allow allowed.yaml --as-of 2026-11-22
  outlast lint --mode pytorch torch-2.15.0 --against torch-1.10.2
  outlast lint new.fbs --against old.fbs --format sarif -o lint.sarif

A schema is a .fbs with the files that it includes, or a .bfbs; a record layout is a description in
TOML, or with --kind layout a folder of bitstream files that it is inferred from. A folder stands
for all schemas in it. git:REV is the path of the other side at that revision, git:REV:PATH another
path, from the root of the repository; git:A.. and git:A..B are all releases from the tag A on.

Dialects of MLIR are a description in text (docs/formats/dialects.md), what llvm-tblgen --dump-json
prints of definitions, a folder of these, or a release, such as mlir-22 or stablehlo-1.20.0.

An operator set is a dump of schemas, one a line, as torch._C._jit_get_all_schemas() of any release
prints them; a native_functions.yaml; an operator_versions.yaml with `schemas`; a profile file; or
the name of a target.

Without --as-of, windows and expiries are reported and not judged. An allow-list is YAML: a list of
entries with `operator` (a name with its overload, or the beginning of names with * at the end),
`owner`, `expires`, and perhaps `reason`. Findings of all kinds are ignored by entries of
outlast.toml.

Exit status:
  0  nothing breaks, or what does is ignored, allowed or taken care of by the version table
  1  something does
  2  something cannot be read, or cannot be compared")]
pub(crate) struct Lint {
    /// The changed version: a file, a folder, git:REV:PATH, or a target; - is standard input
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The old version to compare with; of several, the oldest first
    #[arg(long, value_name = "OLD", required = true)]
    against: Vec<PathBuf>,
    /// The kind of both versions
    #[arg(long, value_name = "KIND", default_value = "auto")]
    kind: KindArg,
    /// A folder with files that schemas include
    #[arg(long, value_name = "DIR", help_heading = SCHEMAS)]
    include: Vec<PathBuf>,
    /// Write a small file that shows each break, and index.json
    #[arg(long, value_name = "DIR")]
    witness: Option<PathBuf>,
    /// Existing files of the old version, checked for the values that would break
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// The version table of the changed set: operator_versions.yaml
    #[arg(long, value_name = "FILE", help_heading = OPERATORS)]
    table: Option<PathBuf>,
    /// The functions of the table, in TorchScript: operator_upgraders.py, operator_downgraders.py
    #[arg(long, value_name = "FILE", requires = "table", help_heading = OPERATORS)]
    functions: Vec<PathBuf>,
    /// Whose rules: strict, or PyTorch's own check as it is, with its exceptions [default: strict]
    #[arg(long, value_name = "MODE", help_heading = OPERATORS)]
    mode: Option<ModeArg>,
    /// Changes that are allowed, each with an owner and an expiry date
    #[arg(long, value_name = "FILE", help_heading = OPERATORS)]
    allow: Option<PathBuf>,
    /// Evaluate windows and expiries as of DATE, such as 2026-11-22
    #[arg(long, value_name = "DATE", value_parser = date)]
    as_of: Option<Date>,
    /// What makes the exit status 1: a break is an error, what depends on data a warning
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
    #[command(flatten)]
    output: Output,
}

const SCHEMAS: &str = "Schemas";
const OPERATORS: &str = "Operator sets";

// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindArg {
    Auto,
    Schema,
    Layout,
    Operators,
    Dialect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    Strict,
    Pytorch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Note,
}

const SCHEMA: &str = "outlast/lint/1";

impl FailOn {
    fn severity(self) -> Severity {
        match self {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
            FailOn::Note => Severity::Note,
        }
    }
}

impl Lint {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let kind = match self.kind {
            KindArg::Schema => Kind::Schema,
            KindArg::Layout => Kind::Layout,
            KindArg::Operators => Kind::Operators,
            KindArg::Dialect => Kind::Dialect,
            KindArg::Auto => inputs::kind(&self.new, &self.against),
        };
        self.demand(kind)?;
        self.changes(out, kind)
    }

    /// Refuses options that are for another kind.
    fn demand(&self, kind: Kind) -> anyhow::Result<()> {
        let (is_set, is_schema) = (kind == Kind::Operators, kind == Kind::Schema);
        let of_others = [
            ("--include", !is_schema && !self.include.is_empty()),
            ("--table", !is_set && self.table.is_some()),
            ("--functions", !is_set && !self.functions.is_empty()),
            ("--mode", !is_set && self.mode.is_some()),
            ("--allow", !is_set && self.allow.is_some()),
        ];
        match of_others.iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                let theirs = if *option == "--include" { "schemas" } else { "operator sets" };
                bail!("{option} is for {theirs}: these are {}", kind.title())
            }
            None => Ok(()),
        }
    }
}
