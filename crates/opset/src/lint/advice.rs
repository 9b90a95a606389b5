//! What an author has to write for a change that breaks.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Request;
use super::compare::{ChangeOf, OperatorChange};
use super::judge::Cover;
use super::stub::{quoted, stub, upgrader_name};
use crate::schema::Schema;
use crate::versions::Change;

/// Instructions for one change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The version that the set is bumped to.
    pub version: u64,
    /// The entry for `operator_versions.yaml`, below `operators:`.
    pub entry: String,
    /// The name of the upgrader, where one is needed.
    pub upgrader: Option<String>,
    /// Its beginning: a function that type-checks, and raises where the schemas do not say what to do.
    pub stub: Option<String>,
    /// Why there is none.
    pub no_stub: Option<String>,
}

/// What to write for a change that breaks and that the table has no entry for.
pub(super) fn advice(
    change: &OperatorChange<'_>,
    (cover, newest): (Cover<'_>, Option<&Change>),
    request: &Request<'_>,
    overloads: &BTreeMap<&str, Vec<&Schema>>,
) -> Option<Advice> {
    let (table, as_of) = (request.table, request.as_of);
    let breaks_old = !change.backward.is_compatible();
    let is_said = if breaks_old { cover.entry().is_some() } else { newest.is_some() };
    let breaks = breaks_old || !change.forward.is_compatible();
    if !breaks || is_said || change.change == ChangeOf::Added {
        return None;
    }
    let version = table.map_or(0, |table| table.version).saturating_add(1);
    let from =
        table.and_then(|table| table.operator_changes(change.operator).last()).map_or(0, |last| last.version);
    let set = table.map_or("", |table| table.set.as_str());
    let upgrader = breaks_old.then(|| upgrader_name(change.operator, set, from, version.saturating_sub(1)));
    let mut entry = String::new();
    let _ = writeln!(entry, "  {}:", change.operator);
    let _ = writeln!(entry, "  - version: {version}");
    let _ = writeln!(entry, "    kind: {}", if breaks_old { "upgrader" } else { "fc-only" });
    if let Some(upgrader) = &upgrader {
        let _ = writeln!(entry, "    upgrader: {upgrader}");
    }
    if let Some(old) = change.old {
        let _ = writeln!(entry, "    old_schema: {}", quoted(&old.schema.to_string()));
    }
    if let Some(day) = as_of {
        let _ = writeln!(entry, "    created: {day}");
    }
    let mut advice = Advice { version, entry, upgrader, stub: None, no_stub: None };
    if let (Some(name), Some(old)) = (&advice.upgrader, change.old) {
        let new = change.new.or(change.taken_by).map(|new| &new.schema);
        let overloads = new.and_then(|new| overloads.get(new.name.name.as_str()));
        match stub(name, &old.schema, new, overloads.map(Vec::as_slice).unwrap_or_default()) {
            Ok(text) => advice.stub = Some(text),
            Err(why) => advice.no_stub = Some(why),
        }
    }
    Some(advice)
}
