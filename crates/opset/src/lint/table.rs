//! Rules of version tables that need more than the table: the two sets, history, the functions.

use std::collections::BTreeSet;

use outlast_core::{Severity, SortShort};

use super::compare::same;
use super::judge::Finding;
use super::{Request, codes};
use crate::schema::{OperatorName, Schema};
use crate::versions::VersionTable;

/// All that is wrong with a table, in the order of its lines.
pub(super) fn rules(table: &VersionTable, request: &Request<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = table
        .faults()
        .iter()
        .chain(request.functions)
        .map(|fault| {
            Finding::new(fault.code, Severity::Error, format!("`{}`: {}", fault.operator, fault.message))
                .at(fault.line)
        })
        .collect();
    let names = |inventory: &super::Inventory| -> BTreeSet<OperatorName> {
        inventory.schemas.iter().map(|declared| declared.schema.name.clone()).collect()
    };
    let (new_names, old_names) = (names(request.new), names(request.old));
    let is_open = [request.new, request.old].iter().any(|set| set.coverage == super::Coverage::Declarations);
    for change in table.changes() {
        let operator = &change.operator;
        let mut say = |code, severity, message: String| {
            findings.push(Finding::new(code, severity, format!("`{operator}`: {message}")).at(change.line));
        };
        let was = change.old_schema.as_ref().is_some_and(|old| (request.history)(old) == Some(true));
        if !new_names.contains(operator) && !old_names.contains(operator) && !is_open && !was {
            say(codes::NOT_IN_SET, Severity::Warning, "neither set has the operator".into());
        }
        if let Some(old) = &change.old_schema
            && !is_known(old, request)
        {
            say(codes::NOT_IN_HISTORY, Severity::Warning, format!("no known release had `{old}`"));
        }
        if let (Some(day), Some(created)) = (request.as_of, change.created)
            && day < created
        {
            say(codes::NOT_MADE_YET, Severity::Warning, format!("the change is of {created}, after {day}"));
        }
    }
    findings.sort_short_by_key(|finding| finding.line);
    findings
}

/// Whether an old schema is that of one of the sets, or of a release, where releases are known.
fn is_known(old: &Schema, request: &Request<'_>) -> bool {
    let has =
        |inventory: &super::Inventory| inventory.schemas.iter().any(|declared| same(&declared.schema, old));
    has(request.old) || has(request.new) || (request.history)(old) != Some(false)
}
