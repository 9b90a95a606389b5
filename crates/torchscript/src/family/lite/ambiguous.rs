//! One name, several operators: up to 1.6, operators of different types could have the same name and overload.
//!
//! The lite interpreter finds an operator by name and overload alone, so that bytecode of those releases does not say which one it means; the code
//! beside it does. A reader with several takes the one that kept the name when the others were renamed (1.7): each of the nine names of 1.6.0 that
//! are left was run.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{self, Answer, Compiled, ForVersion};
use outlast_opset::history::{self, Release};
use outlast_opset::schema::Schema;

use super::super::codes;
use super::super::context::{About, JudgeContext};
use super::super::operators::{self, Operators, full_name};
use super::facts::Lite;
use super::judge::same_arguments;
use outlast_model::verdict::{Outcome, Stage};

/// The newest bytecode whose names may be ambiguous.
const BYTECODE: i64 = 3;
/// The last release with such names, and the first without.
const LAST: Release = Release { major: 1, minor: 6, patch: 0 };
const NEXT: Release = Release { major: 1, minor: 7, patch: 1 };

/// Judges the operators of a program whose names stood for several.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, operators: &Operators<'_>, lite: &Lite) {
    let Some(code) = case.facts.code.as_ref().filter(|_| lite.bytecode <= BYTECODE) else { return };
    let asked: BTreeSet<String> = lite
        .operators
        .iter()
        .filter(|operator| schemas(LAST, &operator.name, &operator.overload).len() > 1)
        .map(|operator| full_name(&operator.name, &operator.overload))
        .collect();
    let Some(set) = operators::of_release(LAST).filter(|_| !asked.is_empty()) else { return };
    let set = ForVersion { set: &set, version: code.version };
    let analysis = program::analyse(code, &set);
    let mut meant: BTreeMap<String, Schema> = BTreeMap::new();
    for unit in
        Compiled::new(code, &analysis).functions.iter().filter_map(|function| analysis.units.get(*function))
    {
        for call in &unit.calls {
            let Answer::Overload { name, runs, variant, .. } = &call.answer else { continue };
            let name = runs.as_ref().unwrap_or(name);
            let variants = program::Operators::variants(&set, &call.name);
            let Some(theirs) = variants.get(*variant).filter(|_| asked.contains(name)) else { continue };
            let taken = taken(operators, &theirs.schema.name.name, &theirs.schema.name.overload);
            let count = u64::try_from(theirs.schema.arguments.len()).unwrap_or(u64::MAX);
            if taken.is_some_and(|ours| !same_arguments(&theirs.schema, &ours, count)) {
                meant.entry(name.clone()).or_insert_with(|| theirs.schema.clone());
            }
        }
    }
    for operator in &lite.operators {
        let full = full_name(&operator.name, &operator.overload);
        let (Some(theirs), Some(ours)) =
            (meant.get(&full), taken(operators, &operator.name, &operator.overload))
        else {
            continue;
        };
        let reader = case.reader();
        let about = About {
            subject: full.clone(),
            needs: theirs.to_string(),
            has: ours.to_string(),
            sentence: format!(
                "`{full}` of {reader} is `{ours}`; the program means `{theirs}`, which had the same name when it was written"
            ),
        };
        case.add(codes::CALL, (Outcome::Fails, Some(Stage::Run)), about, None, &operator.place);
    }
}

/// What the reader takes for a name.
fn taken(operators: &Operators<'_>, name: &str, overload: &str) -> Option<Schema> {
    let own = schemas(operators.release(), name, overload);
    let one = |mut of: Vec<Schema>| if of.len() == 1 { of.pop() } else { None };
    if own.len() <= 1 { one(own) } else { one(schemas(NEXT, name, overload)) }
}

/// The schemas of a release with this name and overload; several up to 1.6.
pub(super) fn schemas(release: Release, name: &str, overload: &str) -> Vec<Schema> {
    let entries = history::torch().overloads(name, release).filter(|entry| entry.overload == overload);
    entries.filter_map(|entry| entry.schema().ok()).collect()
}
