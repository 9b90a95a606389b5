//! What is wrong with a table in itself.

use std::collections::HashMap;

use outlast_core::Code;

use super::{Change, ChangeKind, VersionTable, codes};

/// A fault of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// A code of [`super::codes`].
    pub code: Code,
    /// The line of the entry.
    pub line: u64,
    /// The operator with its overload.
    pub operator: String,
    /// What was found and what was expected.
    pub message: String,
}

impl VersionTable {
    /// Everything that is wrong with the table in itself: numbers, ranges, kinds, names, dates. Bodies of functions are not looked at.
    pub fn faults(&self) -> Vec<Fault> {
        let mut check = Check { table: self, functions: HashMap::new(), faults: Vec::new() };
        let mut before: Option<&Change> = None;
        for change in self.changes() {
            let previous = before.filter(|one| one.operator == change.operator);
            check.change(change, previous);
            before = Some(change);
        }
        check.faults
    }
}

struct Check<'t> {
    table: &'t VersionTable,
    functions: HashMap<&'t str, &'t Change>,
    faults: Vec<Fault>,
}

impl<'t> Check<'t> {
    fn say(&mut self, change: &Change, code: Code, message: String) {
        self.faults.push(Fault { code, line: change.line, operator: change.operator.to_string(), message });
    }

    fn change(&mut self, change: &'t Change, previous: Option<&Change>) {
        let version = change.version;
        if previous.is_some_and(|previous| previous.version == version) {
            self.say(change, codes::VERSION_TWICE, format!("two changes at version {version}"));
        }
        if version == 0 {
            self.say(
                change,
                codes::VERSION_ZERO,
                "the change is at version 0; the first one that it can be at is 1".into(),
            );
        }
        if version > self.table.version {
            let message = format!(
                "the change is at version {version}, and the set is at version {}",
                self.table.version
            );
            self.say(change, codes::VERSION_ABOVE, message);
        }
        match (change.kind, &change.upgrader) {
            (ChangeKind::Upgrader, None) => {
                self.say(
                    change,
                    codes::NO_UPGRADER,
                    format!("the change at version {version} names no upgrader"),
                );
            }
            (ChangeKind::Upgrader, Some(upgrader)) => {
                let from = previous.map_or(0, |previous| previous.version);
                let range = format!("_{from}_{}", version.saturating_sub(1));
                let named = upgrader.strip_suffix(&range).is_some_and(|stem| !stem.is_empty());
                if version != 0 && !named {
                    let message = format!(
                        "the upgrader `{upgrader}` is for versions {from} to {}: its name ends with `{range}`",
                        version.saturating_sub(1)
                    );
                    self.say(change, codes::UPGRADER_NAME, message);
                }
                if change.old_schema.is_none() {
                    self.say(
                        change,
                        codes::NO_OLD_SCHEMA,
                        format!("the change at version {version} does not say the old schema"),
                    );
                }
            }
            (kind, Some(upgrader)) => {
                let name =
                    ChangeKind::NAMES.iter().find(|(_, one)| *one == kind).map_or("", |(name, _)| name);
                self.say(
                    change,
                    codes::NEEDLESS_UPGRADER,
                    format!("a change of kind `{name}` names the upgrader `{upgrader}`"),
                );
            }
            (_, None) => {}
        }
        if let Some(schema) = change.old_schema.as_ref().filter(|schema| schema.name != change.operator) {
            self.say(
                change,
                codes::OLD_SCHEMA_NAME,
                format!(
                    "the entry is about `{}`, and the old schema is of `{}`",
                    change.operator, schema.name
                ),
            );
        }
        let functions =
            change.upgrader.iter().chain(change.downgrader.iter().map(|downgrader| &downgrader.function));
        for function in functions {
            if let Some(other) = self.functions.insert(function, change) {
                let message =
                    format!("`{function}` is also that of `{}` at version {}", other.operator, other.version);
                self.say(change, codes::SHARED_UPGRADER, message);
            }
        }
        if let Some(created) = change.created {
            for (what, day) in [("support ends", change.expires), ("writers may use it", change.emit_after)] {
                if let Some(day) = day.filter(|day| *day < created) {
                    self.say(
                        change,
                        codes::DATES,
                        format!("the change is of {created}, and {what} on {day}"),
                    );
                }
            }
        }
    }
}
