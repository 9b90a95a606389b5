//! `outlast lint`: what does a changed operator set do to programs?

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use outlast::opsets::lint::{
    self, Allowance, Date, Fault, LintFile, Located, Mode, Request, diagnostics, in_history,
};
use outlast::opsets::{
    OperatorSet, Pack, TableError, VersionedSet, check_functions, read_allowances, read_set, set_of_target,
};
use outlast::{Error, ErrorKind, Severity, Span, Target};
use outlast_report::github::annotations;
use outlast_report::json::{LintAsked, LintDocument, LintSide, LintTable, to_string};
use outlast_report::located::{LocatedFinding, SourceText};
use outlast_report::sarif::SarifLog;
use outlast_report::{Cause, Failure, text};

use super::{date, fail};
use crate::args;
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;

/// Compare a changed operator set with an old one: what breaks, in which direction, and what its author has to write
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast lint new.txt --against old.txt
  outlast lint native_functions.yaml --against torch-2.15.0
  outlast lint new.txt --against old.txt --table operator_versions.yaml --as-of 2026-11-22
  outlast lint new.txt --against old.txt --table operator_versions.yaml --functions operator_upgraders.py
  outlast lint new.txt --against old.txt --allow allowed.yaml --as-of 2026-11-22
  outlast lint --mode pytorch torch-2.15.0 --against torch-1.10.2
  outlast lint new.txt --against old.txt --format sarif -o lint.sarif

A set is a dump of schemas, one a line, as torch._C._jit_get_all_schemas() of any release prints them; a
native_functions.yaml; an operator_versions.yaml with `schemas`; a profile file; or the name of a target.

Without --as-of, windows and expiries are reported and not judged. An allow-list is YAML: a list of entries with
`operator` (a name with its overload, or the beginning of names with * at the end), `owner`, `expires`, and perhaps
`reason`.

Exit status:
  0  nothing breaks that the version table or the allow-list does not take care of
  1  something does
  2  an operator set, a table or an allow-list cannot be read")]
pub(crate) struct Lint {
    /// The changed set: a file, or a target; - is standard input
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The set that it is compared with
    #[arg(long, value_name = "OLD")]
    against: PathBuf,
    /// The version table of the changed set: operator_versions.yaml
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The functions of the table, in TorchScript: operator_upgraders.py, operator_downgraders.py
    #[arg(long, value_name = "FILE", requires = "table")]
    functions: Vec<PathBuf>,
    /// The day on which windows and expiries are judged, such as 2026-11-22
    #[arg(long, value_name = "DATE", value_parser = date)]
    as_of: Option<Date>,
    /// Whose rules: strict, or PyTorch's own check as it is, with its exceptions
    #[arg(long, value_name = "MODE", default_value = "strict")]
    mode: ModeArg,
    /// Changes that are allowed, each with an owner and a last day
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// What makes the exit status 1
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    Strict,
    Pytorch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

const SCHEMA: &str = "outlast/lint/1";

/// A file that was read, with its name. Of a target there are no bytes.
struct Read<T> {
    name: String,
    bytes: Option<Input>,
    content: T,
}

impl<T> Read<T> {
    fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or_default()
    }

    fn text(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

/// Everything that a lint reads.
struct Inputs {
    new: Read<OperatorSet>,
    old: Read<OperatorSet>,
    table: Option<Read<VersionedSet>>,
    functions: Option<Pack>,
    allow: Option<Read<Vec<Allowance>>>,
}

impl Lint {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        if self.format == Format::Json {
            out.set_format(args::Format::Json);
        }
        out.redirect(self.output.as_deref())?;
        match self.inputs() {
            Ok(inputs) => self.answer(out, &inputs),
            Err(failure) => fail(out, SCHEMA, &failure, &[]),
        }
    }

    fn inputs(&self) -> Result<Inputs, Failure> {
        Ok(Inputs {
            new: set(&self.new)?,
            old: set(&self.against)?,
            table: self.table.as_deref().map(|path| listed(path, VersionedSet::parse)).transpose()?,
            functions: pack(&self.functions)?,
            allow: self.allow.as_deref().map(|path| listed(path, read_allowances)).transpose()?,
        })
    }

    fn answer(&self, out: &mut Out, inputs: &Inputs) -> anyhow::Result<Exit> {
        let Inputs { new, old, table, functions, allow } = inputs;
        let mode = match self.mode {
            ModeArg::Strict => Mode::Strict,
            ModeArg::Pytorch => Mode::Pytorch,
        };
        let allowances = allow.as_ref().map(|list| list.content.as_slice()).unwrap_or_default();
        let functions: Vec<Fault> = match (table, functions) {
            (Some(table), Some(pack)) => check_functions(&table.content.table, pack, &new.content.inventory),
            _ => Vec::new(),
        };
        let lint = lint::lint(&Request {
            new: &new.content.inventory,
            old: &old.content.inventory,
            mode,
            table: table.as_ref().map(|table| &table.content.table),
            functions: &functions,
            history: &in_history,
            allow: allowances,
            as_of: self.as_of,
        });
        let located = diagnostics(&lint, table.as_ref().map(Read::text), allow.as_ref().map(Read::text));
        let texts = Texts::new(inputs);
        let findings: Vec<LocatedFinding<'_>> = located.iter().map(|one| texts.finding(one)).collect();
        let answer = match self.format {
            Format::Text => {
                text::lint(&out.styles(), [&new.name, &old.name], &lint, &located, &findings, out.verbose)
            }
            Format::Json => {
                let asked = LintAsked {
                    sides: [LintSide::new(&new.name, &new.content), LintSide::new(&old.name, &old.content)],
                    table: table.as_ref().map(|table| LintTable::new(&table.name, &table.content)),
                    mode: if mode == Mode::Strict { "strict" } else { "pytorch" },
                    as_of: self.as_of.map(|day| day.to_string()),
                    allow: allowances,
                };
                to_string(&LintDocument::new(asked, &lint, &located, |one| texts.of(one.file)))?
            }
            Format::Sarif => to_string(&SarifLog::new(&shown(findings, out.verbose), &outlast::codes()))?,
            Format::Github => annotations(&shown(findings, out.verbose)),
        };
        out.write(&answer)?;
        let limit = match self.fail_on {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
        };
        Ok(Exit::yes_if(located.iter().all(|one| one.diagnostic.severity < limit)))
    }
}

/// The texts of the files that findings are in.
struct Texts<'a>([SourceText<'a>; 4]);

impl<'a> Texts<'a> {
    fn new(inputs: &'a Inputs) -> Texts<'a> {
        let Inputs { new, old, table, allow, .. } = inputs;
        let none = || SourceText::new("", &[]);
        Texts([
            SourceText::new(&new.name, new.bytes()),
            SourceText::new(&old.name, old.bytes()),
            table.as_ref().map_or_else(none, |table| SourceText::new(&table.name, table.bytes())),
            allow.as_ref().map_or_else(none, |list| SourceText::new(&list.name, list.bytes())),
        ])
    }

    fn of(&self, file: LintFile) -> &SourceText<'a> {
        let [new, old, table, allow] = &self.0;
        match file {
            LintFile::New => new,
            LintFile::Old => old,
            LintFile::Table => table,
            LintFile::Allow => allow,
        }
    }

    fn finding<'t>(&'t self, one: &'t Located) -> LocatedFinding<'t> {
        let elsewhere =
            one.elsewhere.iter().map(|(file, label, place)| (self.of(*file), label.as_str(), place));
        LocatedFinding {
            file: self.of(one.file),
            diagnostic: &one.diagnostic,
            elsewhere: elsewhere.collect(),
        }
    }
}

/// What is worth an annotation: notes only if everything is.
fn shown(findings: Vec<LocatedFinding<'_>>, verbose: bool) -> Vec<LocatedFinding<'_>> {
    findings.into_iter().filter(|one| verbose || one.diagnostic.severity > Severity::Note).collect()
}

/// An operator set: a file, or else a target of that name.
fn set(path: &Path) -> Result<Read<OperatorSet>, Failure> {
    let name = input::name(path);
    let impossible = |why: String| Failure { file: name.clone(), cause: Cause::Impossible(why) };
    let is_file = path.as_os_str() == "-" || path.exists();
    if !is_file && !name.contains(['/', '\\', '!']) {
        match Target::named(&name) {
            Ok(target) => {
                let content = set_of_target(&target).map_err(impossible)?;
                return Ok(Read { name, bytes: None, content });
            }
            Err(error) => return Err(impossible(format!("no such file, and {error}"))),
        }
    }
    let bytes = input::open(path)?;
    let content = read_set(&bytes).map_err(|error| Failure::unusable(&name, error))?;
    Ok(Read { name, bytes: Some(bytes), content })
}

/// The functions of a table; none where no file is named.
fn pack(paths: &[PathBuf]) -> Result<Option<Pack>, Failure> {
    let mut pack = Pack::default();
    for path in paths {
        let text = input::open_text(path)?;
        pack.add(&text).map_err(|why| Failure { file: input::name(path), cause: Cause::Impossible(why) })?;
    }
    Ok((!paths.is_empty()).then_some(pack))
}

/// A table or a list.
fn listed<T>(path: &Path, parse: fn(&str) -> Result<T, TableError>) -> Result<Read<T>, Failure> {
    let name = input::name(path);
    let bytes = input::open(path)?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| Failure { file: name.clone(), cause: Cause::Io("not text: it is not UTF-8".into()) })?;
    let content = parse(text).map_err(|error| {
        let line = u32::try_from(error.line).unwrap_or(u32::MAX);
        let kind = match line {
            0 => ErrorKind::Invalid { what: "the file", why: error.message },
            line => ErrorKind::Syntax { message: error.message, line, column: 1 },
        };
        Failure::unusable(&name, Error::new(kind, Span::default()))
    })?;
    Ok(Read { name, bytes: Some(bytes), content })
}
