//! Operator sets of one version, and what they are compared with: a version table, its functions, an allow-list.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use outlast::lint::operators::{Question, RULES, findings};
use outlast::lint::{Answer, Finding, Report};
use outlast::opsets::lint::{self, Allowance, Date, Fault, Mode, Request, in_history};
use outlast::opsets::{
    OperatorSet, Pack, TableError, VersionedSet, check_functions, read_allowances, read_set, set_of_target,
};
use outlast::{Error, ErrorKind, Span};
use outlast_report::changes::{Compared, ComparedSets, Comparison, advice};
use outlast_report::{Cause, Failure};

use super::inputs::{Kind, Version};
use super::model::{Model, Parsed};
use super::{Lint, ModeArg};
use crate::input;

/// What operator sets are compared with, beside each other.
pub(super) struct Settings {
    mode: Mode,
    table: Option<Listed<VersionedSet>>,
    functions: Option<Pack>,
    allow: Option<Listed<Vec<Allowance>>>,
    as_of: Option<Date>,
}

/// A text that was read, with the name of its file.
struct Listed<T> {
    name: String,
    text: String,
    content: T,
}

impl Lint {
    /// What is given for operator sets; none for other kinds.
    pub(super) fn settings(&self, kind: Kind) -> Result<Option<Settings>, Failure> {
        if kind != Kind::Operators {
            return Ok(None);
        }
        Ok(Some(Settings {
            mode: match self.mode {
                None | Some(ModeArg::Strict) => Mode::Strict,
                Some(ModeArg::Pytorch) => Mode::Pytorch,
            },
            table: self.table.as_deref().map(|path| listed(path, VersionedSet::parse)).transpose()?,
            functions: pack(&self.functions)?,
            allow: self.allow.as_deref().map(|path| listed(path, read_allowances)).transpose()?,
            as_of: self.as_of,
        }))
    }
}

impl Settings {
    /// Compares a set with an older one; each is given by the name of its file, the old one by that of its baseline, too. What changed, and what is to
    /// be written, is added to the comparison.
    pub(super) fn lint(
        &self,
        (against, old_name, old): (&str, &str, &OperatorSet),
        (new_name, new): (&str, &OperatorSet),
        comparison: &mut Comparison,
    ) -> Report {
        let Settings { mode, table, functions, allow, as_of } = self;
        let allowances = allow.as_ref().map(|list| list.content.as_slice()).unwrap_or_default();
        let functions: Vec<Fault> = match (table, functions) {
            (Some(table), Some(pack)) => check_functions(&table.content.table, pack, &new.inventory),
            _ => Vec::new(),
        };
        let request = Request {
            new: &new.inventory,
            old: &old.inventory,
            mode: *mode,
            table: table.as_ref().map(|table| &table.content.table),
            functions: &functions,
            history: &in_history,
            allow: allowances,
            as_of: *as_of,
        };
        let lint = lint::lint(&request);
        let table_text = table.as_ref().map(Listed::text);
        let allow_text = allow.as_ref().map(Listed::text);
        let texts = table_text.into_iter().chain(allow_text);
        comparison.texts.extend(texts.map(|(name, text)| (name.to_string(), text.into())));
        let compared = Compared {
            against,
            new: (new_name, new),
            old: (old_name, old),
            table: table.as_ref().map(|table| (&*table.name, &table.content)),
            mode: if *mode == Mode::Strict { "strict" } else { "pytorch" },
            allow: allowances,
        };
        comparison.sets.push(ComparedSets::new(&compared, &lint));
        for change in &lint.changes {
            if let Some(told) = &change.advice {
                comparison.advice.entry(change.change.operator.to_string()).or_insert_with(|| advice(told));
            }
        }
        findings(&lint, &request, [old, new], table_text, allow_text)
    }
}

impl<T> Listed<T> {
    fn text(&self) -> (&str, &str) {
        (&self.name, &self.text)
    }
}

/// Whether a finding is about a change for which there may be something to write.
pub(super) fn is_advised(finding: &Finding) -> bool {
    RULES.contains(&finding.rule) && (3701..=3703).contains(&finding.rule.code.0)
}

/// Whether a finding says that nothing needs an allowance.
pub(super) fn is_unused_allowance(finding: &Finding) -> bool {
    finding.rule.code == lint::codes::ALLOWANCE_UNUSED
}

/// Whether two sets have an operator in common, in any overload.
pub(super) fn have_common(one: &OperatorSet, other: &OperatorSet) -> bool {
    let names: HashSet<&str> = one.inventory.schemas.iter().map(|of| of.schema.name.name.as_str()).collect();
    other.inventory.schemas.iter().any(|of| names.contains(of.schema.name.name.as_str()))
}

/// Reads the set at a path, or that of a target.
pub(super) fn read(version: &Version, path: &str) -> Result<Parsed, Failure> {
    let shown = version.label(path);
    let parsed = |content, texts| Parsed {
        model: Model::Operators(Box::new(content)),
        shown: shown.clone(),
        prefix: String::new(),
        texts,
        names: BTreeMap::new(),
    };
    if let Some(target) = version.target() {
        let set = set_of_target(&target)
            .map_err(|why| Failure { file: shown.clone(), cause: Cause::Impossible(why) })?;
        return Ok(parsed(set, Vec::new()));
    }
    let bytes = version.read(path)?;
    let set = read_set(&bytes).map_err(|error| Failure::unusable(&shown, error))?;
    let texts = String::from_utf8(bytes).map(|text| vec![(shown.clone(), text.into())]).unwrap_or_default();
    Ok(parsed(set, texts))
}

/// The operators that a program calls, with how often; none if it is no such program, or that cannot be told.
pub(super) fn calls(bytes: &[u8]) -> Option<HashMap<String, u64>> {
    let program = outlast::open(bytes).ok().filter(|program| program.family() == "torch")?;
    let summary = program.full_summary().ok()?;
    let listing = summary.listings.iter().find(|listing| listing.title == "operators")?;
    let call = |row: &Vec<String>| {
        let [operator, calls, ..] = row.as_slice() else { return None };
        Some((operator.clone(), calls.parse().unwrap_or(1)))
    };
    Some(listing.rows.iter().filter_map(call).collect())
}

/// How often a program calls an operator.
pub(super) fn answer(question: &Question, calls: &HashMap<String, u64>) -> Answer {
    calls.get(&question.operator).map_or(Answer::Never, |count| Answer::Seen { count: *count, first: None })
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
fn listed<T>(path: &Path, parse: fn(&str) -> Result<T, TableError>) -> Result<Listed<T>, Failure> {
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
    Ok(Listed { name, text: text.to_string(), content })
}
