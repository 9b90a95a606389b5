//! Lint: what a changed operator set does to programs, in both directions, before it is released.
//!
//! [`lint`] compares a new operator set with an old one. Each [`Change`] has its two directions with the reasons ([`crate::compat`]), what the version table says
//! about it ([`Cover`]), since when writers may give the new form ([`Window`]), the findings that come of it, and what its author has to write ([`Advice`]).
//! [`Lint::table`] and [`Lint::allow`] are what is wrong with the table and with the allow-list.
//!
//! Nothing here reads files or knows an operator by name: a user's own set is judged as PyTorch's.

mod advice;
mod allow;
pub mod codes;
mod compare;
mod inventory;
mod judge;
mod stub;
mod table;

use std::collections::BTreeMap;
use std::fmt;

use outlast_core::Severity;

pub use advice::Advice;
pub use allow::Allowance;
pub use compare::{ChangeOf, Judged, OperatorChange, Outcome};
pub use inventory::{Coverage, Declared, Inventory};
pub use judge::{Cover, Finding, Window};
pub use stub::{stub, upgrader_name};

use crate::compat::Mode;
use crate::schema::Schema;
use crate::versions::{Date, Fault, VersionTable};

/// What to compare, and with what.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The changed set.
    pub new: &'a Inventory,
    /// The set that it is compared with.
    pub old: &'a Inventory,
    /// Whose rules.
    pub mode: Mode,
    /// The version table of the new set.
    pub table: Option<&'a VersionTable>,
    /// What is wrong with the functions that the table names, as whoever reads their language found it.
    pub functions: &'a [Fault],
    /// Whether a release had a schema, beside the two sets.
    pub history: &'a dyn Fn(&Schema) -> Option<bool>,
    /// Changes that are allowed.
    pub allow: &'a [Allowance],
    /// The day on which windows and expiries are looked at; without it they are reported, and not judged.
    pub as_of: Option<Date>,
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("mode", &self.mode)
            .field("as_of", &self.as_of)
            .finish_non_exhaustive()
    }
}

/// One change of an operator, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Change<'s> {
    /// What changed, with both directions.
    pub change: OperatorChange<'s>,
    /// What the version table says.
    pub cover: Cover<'s>,
    /// Since when writers may give the new form.
    pub window: Window,
    /// What there is to say. Empty where both directions are good.
    pub findings: Vec<Finding>,
    /// The index of the entry of the allow-list because of which the findings are notes.
    pub allowed: Option<usize>,
    /// What the author has to write; `None` where nothing is missing.
    pub advice: Option<Advice>,
}

impl Change<'_> {
    /// The worst of its findings.
    pub fn severity(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }
}

/// What a lint found.
#[derive(Clone, PartialEq, Debug)]
pub struct Lint<'s> {
    /// All changes, by operator.
    pub changes: Vec<Change<'s>>,
    /// What is wrong with the version table, by line.
    pub table: Vec<Finding>,
    /// What is wrong with the allow-list, by line.
    pub allow: Vec<Finding>,
    /// Operators that only one set has, and of which cannot be told whether they were added or removed: the other input does not list all operators.
    pub untold: usize,
}

/// Compares two operator sets.
pub fn lint<'s>(request: &Request<'s>) -> Lint<'s> {
    let (changes, untold) = compare::compare(request.new, request.old, request.mode);
    let mut overloads: BTreeMap<&str, Vec<&Schema>> = BTreeMap::new();
    for declared in &request.new.schemas {
        overloads.entry(&declared.schema.name.name).or_default().push(&declared.schema);
    }
    let mut used = vec![false; request.allow.len()];
    let mut judged = Vec::with_capacity(changes.len());
    for change in changes {
        let old = change.old.map(|old| &old.schema);
        let cover = judge::cover(request.table, change.operator, old, request.as_of);
        let entry = judge::newest(request.table, change.operator, old);
        let window = judge::window(entry, request.as_of);
        let (findings, allowed) = judge::judge(&change, (cover, entry), window, request);
        if let Some(used) = allowed.and_then(|at| used.get_mut(at)) {
            *used = true;
        }
        let advice = match allowed {
            None => advice::advice(&change, (cover, entry), request, &overloads),
            Some(_) => None,
        };
        judged.push(Change { change, cover, window, findings, allowed, advice });
    }
    let table = request.table.map(|table| table::rules(table, request)).unwrap_or_default();
    Lint { changes: judged, table, allow: allowances(request, &used), untold }
}

/// Entries of the allow-list that are over, or that nothing needs.
fn allowances(request: &Request<'_>, used: &[bool]) -> Vec<Finding> {
    let entries = request.allow.iter().zip(used);
    let findings = entries.filter_map(|(entry, used)| {
        let Allowance { operator, owner, expires, .. } = entry;
        if request.as_of.is_some_and(|day| entry.is_over(day)) {
            let message = format!("the allowance for `{operator}` ended on {expires} (owner: {owner})");
            return Some(Finding::new(codes::ALLOWANCE_EXPIRED, Severity::Error, message).at(entry.line));
        }
        let message = format!("nothing needs the allowance for `{operator}` (owner: {owner})");
        (!used).then(|| Finding::new(codes::ALLOWANCE_UNUSED, Severity::Warning, message).at(entry.line))
    });
    findings.collect()
}
