//! Crossing changes: from the version of a program to that of a runtime.

use std::fmt;

use outlast_core::Code;

use super::{Change, ChangeKind, Date, FileFormat, VersionTable, codes};
use crate::schema::OperatorName;

/// A runtime, as far as versions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runtime {
    /// Its version of the operator set.
    pub version: u64,
    /// The oldest version whose programs it takes.
    pub minimum: u64,
    /// The day on which support windows are looked at; without it they are not.
    pub as_of: Option<Date>,
}

/// The changes between a program and a runtime that something has to be done about, in the order in which it is done.
pub type Crossing<'t> = Vec<&'t Change>;

/// Why a change cannot be crossed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// A code of [`super::codes`].
    pub code: Code,
    /// The operator.
    pub operator: OperatorName,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl VersionTable {
    /// What upgrades an operator of a program to a runtime: upgraders, oldest first. Of changes that need none there is nothing.
    ///
    /// # Errors
    ///
    /// The first obstacle: the program is older than the runtime's minimum, its version is retired, a change is hard, or its upgrader is not for the format.
    pub fn upgrades(
        &self,
        operator: &OperatorName,
        program: u64,
        runtime: &Runtime,
        format: FileFormat,
    ) -> Result<Crossing<'_>, Obstacle> {
        let mut crossing = Vec::new();
        for change in self
            .operator_changes(operator)
            .iter()
            .filter(|change| program < change.version && change.version <= runtime.version)
        {
            if change.kind == ChangeKind::FcOnly {
                continue;
            }
            if program < runtime.minimum {
                let message = format!(
                    "`{operator}` is of version {program}, and the runtime takes programs from version {} on",
                    runtime.minimum
                );
                return refuse(operator, codes::OLDER_THAN_MINIMUM, message);
            }
            if let (Some(day), Some(expires)) = (runtime.as_of, change.expires)
                && expires <= day
            {
                let message = format!(
                    "`{operator}` is of version {program}; support of versions before {} ended on {expires}",
                    change.version
                );
                return refuse(operator, codes::RETIRED, message);
            }
            if change.kind == ChangeKind::Hard {
                let message = format!(
                    "`{operator}` changed at version {} and has no upgrader; the program is of version {program}: regenerate the model",
                    change.version
                );
                return refuse(operator, codes::HARD_BREAK, message);
            }
            if !change.is_for(format) {
                return refuse(operator, codes::OTHER_FORMAT, other_format(operator, change, "upgrader"));
            }
            crossing.push(change);
        }
        Ok(crossing)
    }

    /// What takes an operator of a program back to an older runtime: downgraders, newest first. Their conditions are for the caller to look at.
    ///
    /// # Errors
    ///
    /// The first obstacle: a change has no downgrader, or not for the format.
    pub fn downgrades(
        &self,
        operator: &OperatorName,
        program: u64,
        runtime: &Runtime,
        format: FileFormat,
    ) -> Result<Crossing<'_>, Obstacle> {
        let mut crossing = Vec::new();
        for change in self.operator_changes(operator).iter().rev().filter(|change| {
            runtime.version < change.version && change.version <= program && !change.old_reads_new
        }) {
            if change.downgrader.is_none() {
                let message = format!(
                    "`{operator}` changed at version {} and has no downgrader; the runtime is at version {}",
                    change.version, runtime.version
                );
                return refuse(operator, codes::NO_DOWNGRADER, message);
            }
            if !change.is_for(format) {
                return refuse(operator, codes::OTHER_FORMAT, other_format(operator, change, "downgrader"));
            }
            crossing.push(change);
        }
        Ok(crossing)
    }

    /// What a runtime without converter says of an operator when it loads a program, and the upgraders that it runs.
    ///
    /// # Errors
    ///
    /// As the proposal has them, each with its own code: an operator that neither the runtime nor the table has, one newer than the runtime, and those of
    /// [`VersionTable::upgrades`].
    pub fn load(
        &self,
        operator: &OperatorName,
        known: bool,
        program: u64,
        runtime: &Runtime,
        format: FileFormat,
    ) -> Result<Crossing<'_>, Obstacle> {
        let later = self
            .operator_changes(operator)
            .iter()
            .rev()
            .find(|change| runtime.version < change.version && change.version <= program);
        if let Some(change) = later {
            let message = format!(
                "`{operator}` is as it is since version {}, and the runtime is at version {}",
                change.version, runtime.version
            );
            return refuse(operator, codes::NEWER, message);
        }
        let crossing = self.upgrades(operator, program, runtime, format)?;
        if !known && crossing.is_empty() {
            return refuse(
                operator,
                codes::UNKNOWN_OPERATOR,
                format!("the runtime has no operator `{operator}`"),
            );
        }
        Ok(crossing)
    }
}

fn refuse<T>(operator: &OperatorName, code: Code, message: String) -> Result<T, Obstacle> {
    Err(Obstacle { code, operator: operator.clone(), message })
}

fn other_format(operator: &OperatorName, change: &Change, what: &str) -> String {
    let names = FileFormat::NAMES.iter().filter(|(_, format)| change.is_for(*format)).map(|(name, _)| *name);
    let names: Vec<&str> = names.collect();
    let names = if names.is_empty() { "no format".to_string() } else { names.join(", ") };
    format!("the {what} of `{operator}` at version {} is for {names}", change.version)
}
