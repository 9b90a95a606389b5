//! A schema that only the new version of a folder has, and those that its files may be mistaken for.

use std::collections::BTreeMap;

use outlast::Budget;
use outlast::lint::{
    Bump, Directions, Finding, First, IDENTIFIER_OTHER, IDENTIFIER_SHARED, Level, Report, Rule, Schema, Site,
    Surface, fbs,
};
use outlast_report::and_more;

use super::model::{Model, Parsed, Read};

/// Schemas that all new ones of a run are compared with: of more, only the roots are.
pub(super) const MOST: u64 = 64;

/// Breaks that a sentence names.
const NAMED: usize = 5;

/// What is said of a new schema beside those of the old version, and those that are as new and come before it: with the same identifier they
/// must read each other's files; with another one, a schema of the same root is followed, and readers dispatch.
pub(super) fn findings(
    way: &str,
    parsed: &Parsed,
    (new, old): (&BTreeMap<String, Read>, &BTreeMap<String, Read>),
    budget: &mut Budget,
) -> Vec<Finding> {
    let Model::Schema(schema) = &parsed.model else { return Vec::new() };
    let as_new = new.iter().filter(|(other, _)| other.as_str() < way && !old.contains_key(*other));
    let others = old.iter().chain(as_new).filter(|(other, _)| other.as_str() != way);
    let mut found = Vec::new();
    for (other, read) in others {
        let Ok(Parsed { model: Model::Schema(before), shown, .. }) = read else { continue };
        let new = One { way, shown: &parsed.shown, schema };
        found.extend(beside(&One { way: other, shown, schema: before }, &new, budget));
    }
    found
}

struct One<'a> {
    way: &'a str,
    shown: &'a str,
    schema: &'a Schema,
}

fn beside(old: &One<'_>, new: &One<'_>, budget: &mut Budget) -> Option<Finding> {
    let (had, has) = (old.schema.file_identifier.as_ref()?, new.schema.file_identifier.as_ref()?);
    let (was, is) = (old.schema.root_object()?, new.schema.root_object()?);
    if had != has && was.short_name() != is.short_name() {
        return None;
    }
    let report = match budget.spend(1) {
        true => fbs::lint(old.schema, new.schema, &fbs::Options::default()).ok(),
        false => None,
    };
    let breaks: Vec<&Finding> = match &report {
        Some(Report { findings }) => findings.iter().filter(|of| of.level == Level::Break).collect(),
        None => Vec::new(),
    };
    let named = breaks.iter().map(|finding| format!("`{}` ({})", finding.subject, finding.rule.name));
    let list = and_more(&named.collect::<Vec<_>>(), NAMED);
    let (a, b) = (old.way, new.way);
    if had == has {
        let why = match (breaks.is_empty(), report.is_some()) {
            (false, _) => format!(
                "`{a}` and `{b}` both write `{has}`, and readers of the one do not read all files of the other: {list}."
            ),
            (true, false) if was.name != is.name => format!(
                "`{a}` and `{b}` both write `{has}`, and their files start with `{}` and `{}`.",
                was.name, is.name
            ),
            (true, _) => return None,
        };
        let directions =
            breaks.iter().fold(Directions::default(), |all, finding| all.union(finding.directions));
        let directions = if directions.is_empty() { Directions::BOTH } else { directions };
        let mut finding = finding(&IDENTIFIER_SHARED, old, new, why);
        finding.directions = directions;
        finding.witnesses = breaks.first().map(|first| first.witnesses.clone()).unwrap_or_default();
        finding.fix =
            "Give the new schema a file identifier of its own, and let readers dispatch on the identifier."
                .into();
        return Some(Finding {
            surface: Surface::Wire,
            first: First::Neither,
            bump: Bump::Identifier,
            ..finding
        });
    }
    let mut why = format!(
        "Files of `{b}` have the identifier `{has}`, those of `{a}` have `{had}`, and both start with `{}`: a reader of both must dispatch on the identifier.",
        is.short_name()
    );
    if !list.is_empty() {
        why.push_str(&format!(
            " A reader of the one that did not would refuse or misread the other: {list}."
        ));
    }
    let mut finding = finding(&IDENTIFIER_OTHER, old, new, why);
    finding.fix = format!("Keep `{a}`, and choose between the two readers by the identifier.");
    Some(Finding { first: First::Readers, ..finding })
}

fn finding(rule: &'static Rule, old: &One<'_>, new: &One<'_>, why: String) -> Finding {
    let site = |one: &One<'_>| Some(Site { file: one.shown.to_string(), ..Site::default() });
    Finding {
        rule,
        directions: Directions::BOTH,
        surface: Surface::Source,
        level: rule.level,
        subject: new.way.to_string(),
        old: site(old),
        new: site(new),
        why,
        fix: String::new(),
        first: First::Any,
        bump: Bump::None,
        witnesses: Vec::new(),
        data: None,
    }
}
