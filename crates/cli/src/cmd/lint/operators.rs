//! Operator sets: what does a changed one do to programs?

use std::path::{Path, PathBuf};

use outlast::opsets::lint::{
    self, Allowance, Fault, LintFile, Located, Mode, Request, diagnostics, in_history,
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

use super::{Format, Lint, ModeArg, SCHEMA, fail};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;

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
    /// Compares two operator sets.
    pub(super) fn operators(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match self.inputs() {
            Ok(inputs) => self.operators_answer(out, &inputs),
            Err(failure) => fail(out, SCHEMA, &failure, &[]),
        }
    }

    fn inputs(&self) -> Result<Inputs, Failure> {
        Ok(Inputs {
            new: set(&self.new)?,
            old: set(self.against.first().map_or(Path::new(""), PathBuf::as_path))?,
            table: self.table.as_deref().map(|path| listed(path, VersionedSet::parse)).transpose()?,
            functions: pack(&self.functions)?,
            allow: self.allow.as_deref().map(|path| listed(path, read_allowances)).transpose()?,
        })
    }

    fn operators_answer(&self, out: &mut Out, inputs: &Inputs) -> anyhow::Result<Exit> {
        let Inputs { new, old, table, functions, allow } = inputs;
        let mode = match self.mode {
            None | Some(ModeArg::Strict) => Mode::Strict,
            Some(ModeArg::Pytorch) => Mode::Pytorch,
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
            Format::Github | Format::Junit | Format::Markdown => annotations(&shown(findings, out.verbose)),
        };
        out.write(&answer)?;
        let limit = self.fail_on.severity();
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
