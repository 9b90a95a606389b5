//! [`Bridge`]: what is done about a call between two versions of an operator set.

use std::ops::RangeInclusive;
use std::rc::Rc;

use outlast_core::Code;
use outlast_opset::resolve::Constant;
use outlast_opset::schema::{OperatorName, Schema, Value};
use outlast_opset::versions::{Change, ChangeKind, FileFormat, Obstacle, Runtime, VersionTable, codes};

use super::condition::Condition;
use super::pack::Pack;
use crate::program::{Given, Operators};

/// The operators of a set at a version; `None` where they are not known.
pub type Sets<'s> = dyn Fn(u64) -> Option<Rc<dyn Operators>> + 's;

/// A version table with its functions, between the version of a program and that of a runtime.
pub struct Bridge<'b> {
    /// The table.
    pub table: &'b VersionTable,
    /// The functions.
    pub pack: &'b Pack,
    /// The operators of each version.
    pub sets: &'b Sets<'b>,
    /// The runtime.
    pub runtime: Runtime,
    /// The file format.
    pub format: FileFormat,
}

impl std::fmt::Debug for Bridge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bridge")
            .field("set", &self.table.set)
            .field("runtime", &self.runtime)
            .finish_non_exhaustive()
    }
}

/// What a call needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    /// The function that takes its place.
    pub function: String,
    /// The version that the function is written for.
    pub version: u64,
}

impl Bridge<'_> {
    /// What a call of an operator needs in a program that is of one of the `versions`.
    ///
    /// # Errors
    ///
    /// As [`Bridge::needed`], and if it depends on which of the versions the program is of.
    pub fn between(
        &self,
        operator: &OperatorName,
        schema: &Schema,
        given: &[Given],
        versions: &RangeInclusive<u64>,
    ) -> Result<Option<Needed>, Obstacle> {
        let ask = |version: u64| self.needed(operator, schema, given, version);
        let versions = self.possible(operator, given, versions);
        let (first, last) = (ask(*versions.start()), ask(*versions.end()));
        if first != last {
            let message = format!(
                "`{operator}` changed between versions {} and {}, one of which the program is of: which one decides",
                versions.start(),
                versions.end()
            );
            return Err(Obstacle { code: codes::VERSION_UNKNOWN, operator: operator.clone(), message });
        }
        first
    }

    /// The versions of a program that calls an operator in this way: those that do not have it, or not all of its arguments, are none.
    pub fn possible(
        &self,
        operator: &OperatorName,
        given: &[Given],
        versions: &RangeInclusive<u64>,
    ) -> RangeInclusive<u64> {
        let is_it = |one: &Schema| one.name == *operator || self.table.named(one, true) == Some(operator);
        let has = |version: u64| {
            let set = (self.sets)(version);
            set.is_none_or(|set| {
                set.variants(&operator.name)
                    .iter()
                    .any(|variant| is_it(&variant.schema) && takes(&variant.schema, given))
            })
        };
        let changes = self.table.operator_changes(operator);
        let (mut first, mut last) = (*versions.start(), *versions.end());
        for change in changes.iter().rev().filter(|change| versions.contains(&change.version)) {
            if !has(last) {
                last = change.version.saturating_sub(1);
            }
        }
        for change in changes {
            if first < change.version && change.version <= last && !has(first) {
                first = change.version;
            }
        }
        first..=last.max(first)
    }

    /// What a call of an operator needs: nothing, a function, or there is an obstacle. `program` is the version of the code that the call is in.
    ///
    /// # Errors
    ///
    /// Those of [`VersionTable::upgrades`] and [`VersionTable::downgrades`]; a condition that does not hold, or not surely.
    pub fn needed(
        &self,
        operator: &OperatorName,
        schema: &Schema,
        given: &[Given],
        program: u64,
    ) -> Result<Option<Needed>, Obstacle> {
        let value = |name: &str| value_of(name, schema, given);
        // What an older schema does not have cannot be given to it, whatever its value.
        let says_it = |change: &Change| {
            program <= self.runtime.version || change.old_schema.as_ref().is_some_and(|old| takes(old, given))
        };
        let same = |change: &&Change| {
            let condition = change.same_if.as_deref().and_then(|text| Condition::parse(text).ok());
            // What is not given is the default, of which each of the two schemas has its own.
            let before = |name: &str| match &change.old_schema {
                Some(old) if old.arguments.iter().any(|argument| argument.name == name) => {
                    value_of(name, old, given)
                }
                _ => value(name),
            };
            let holds = change.unversioned_in.contains(&self.format)
                || match condition {
                    Some(condition) => {
                        condition.holds(&value) == Some(true) && condition.holds(&before) == Some(true)
                    }
                    // A bump for older runtimes only is about what the old schema cannot say.
                    None => {
                        change.kind == ChangeKind::FcOnly
                            && change.old_schema.is_some()
                            && change.same_if.is_none()
                    }
                };
            holds && says_it(change)
        };
        // An upgrader is not needed where the call means the same, nor a downgrader.
        let upward = self.runtime.version >= program;
        let crossing = match upward {
            true => self.crossing(operator, &same, |table| {
                table.upgrades(operator, program, &self.runtime, self.format)
            })?,
            false => self.crossing(operator, &same, |table| {
                table.downgrades(operator, program, &self.runtime, self.format)
            })?,
        };
        let Some(change) = crossing else { return Ok(None) };
        if upward {
            let function = change.upgrader.clone().unwrap_or_default();
            return Ok(Some(Needed { function, version: change.version }));
        }
        let Some(downgrader) = &change.downgrader else { return Ok(None) };
        if let Some(text) = &downgrader.condition {
            let refuse =
                |code: Code, message: String| Err(Obstacle { code, operator: operator.clone(), message });
            let holds = Condition::parse(text).ok().and_then(|condition| condition.holds(&value));
            if holds != Some(true) {
                let how = if holds.is_none() { "is not known to hold" } else { "does not hold" };
                let message = format!(
                    "`{operator}` can be taken back to version {} only if `{text}`, which {how} for this call",
                    self.runtime.version
                );
                return refuse(codes::CONDITION, message);
            }
        }
        let version = change.version.saturating_sub(1);
        Ok(Some(Needed { function: downgrader.function.clone(), version }))
    }

    /// The first change to cross that matters to a call. Where the table refuses one of several, those before which the call means the same do not count.
    fn crossing<'t>(
        &'t self,
        operator: &OperatorName,
        same: &dyn Fn(&&Change) -> bool,
        ask: impl Fn(&'t VersionTable) -> Result<Vec<&'t Change>, Obstacle>,
    ) -> Result<Option<&'t Change>, Obstacle> {
        if self.table.operator_changes(operator).iter().all(|change| same(&change)) {
            return Ok(None);
        }
        Ok(ask(self.table)?.into_iter().find(|change| !same(change)))
    }
}

/// Whether a schema has all arguments that a call gives.
fn takes(schema: &Schema, given: &[Given]) -> bool {
    given.iter().all(|given| schema.arguments.iter().any(|argument| argument.name == given.argument))
}

/// The value of an argument, where the call says it, or leaves it to the schema's default.
fn value_of(name: &str, schema: &Schema, given: &[Given]) -> Option<Constant> {
    if let Some(given) = given.iter().find(|given| given.argument == name) {
        return given.constant.clone();
    }
    match schema.arguments.iter().find(|argument| argument.name == name) {
        // An argument that the schema does not have yet is not given.
        None => Some(Constant::None),
        Some(argument) => match argument.default.as_ref()? {
            Value::None => Some(Constant::None),
            Value::Bool(truth) => Some(Constant::Bool(*truth)),
            Value::Int(number) => Some(Constant::Int(*number)),
            Value::Float(number) => Some(Constant::Float(*number)),
            Value::Text(text) => Some(Constant::Text(String::from_utf8(text.clone()).ok()?)),
            _ => None,
        },
    }
}
