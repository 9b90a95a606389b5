//! Whether the functions of a version table do what the table says of them, as far as that can be seen without running them.

use outlast_core::Code;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{Change, VersionTable, codes};

use super::bridge::Sets;
use super::condition::Condition;
use super::pack::{Pack, QUALIFIER};
use crate::program::{Answer, analyse};

/// What is wrong with a function or a condition of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// A code of [`outlast_opset::versions::codes`].
    pub code: Code,
    /// The line of the entry.
    pub line: u64,
    /// The operator with its overload.
    pub operator: String,
    /// What was found and what was expected.
    pub message: String,
}

/// Parses every function that a table names, compiles it against the operators of the version that it is written for, and compares its signature with the
/// schema that it stands in for; reads every condition. `newest` has the schemas of the set's newest version.
pub fn check(
    table: &VersionTable,
    pack: &Pack,
    sets: &Sets<'_>,
    newest: &dyn Fn(&OperatorName) -> Option<Schema>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for change in table.changes() {
        let mut say = |code: Code, message: String| {
            findings.push(Finding {
                code,
                line: change.line,
                operator: change.operator.to_string(),
                message,
            });
        };
        let conditions = change
            .same_if
            .iter()
            .chain(change.downgrader.iter().filter_map(|downgrader| downgrader.condition.as_ref()));
        for text in conditions {
            if let Err(why) = Condition::parse(text) {
                say(codes::BAD_CONDITION, why);
            }
        }
        if let Some(name) = &change.upgrader {
            for message in function(pack, name, change.old_schema.as_ref(), change.version, sets) {
                say(codes::BAD_FUNCTION, message);
            }
        }
        if let Some(downgrader) = &change.downgrader {
            let schema = after(table, change, newest);
            for message in
                function(pack, &downgrader.function, schema.as_ref(), change.version.saturating_sub(1), sets)
            {
                say(codes::BAD_FUNCTION, message);
            }
        }
    }
    findings
}

/// The schema of an operator right after a change.
fn after(
    table: &VersionTable,
    change: &Change,
    newest: &dyn Fn(&OperatorName) -> Option<Schema>,
) -> Option<Schema> {
    let later = table.schema_at(&change.operator, change.version);
    later.cloned().or_else(|| newest(&change.operator))
}

/// What is wrong with a function.
fn function(pack: &Pack, name: &str, schema: Option<&Schema>, version: u64, sets: &Sets<'_>) -> Vec<String> {
    let parsed = match pack.function(name) {
        None => return vec![format!("there is no function `{name}`")],
        Some(Err(fault)) => return vec![format!("`{name}` is not code: {fault}")],
        Some(Ok(parsed)) => parsed,
    };
    let mut wrong = Vec::new();
    if let Some(schema) = schema {
        let signature = parsed
            .program
            .function(&format!("{QUALIFIER}.{name}"))
            .and_then(|at| parsed.program.signature(at));
        match signature {
            None => wrong.push(format!("the signature of `{name}` cannot be read")),
            Some(signature) => wrong.extend(differences(name, &signature, schema)),
        }
    }
    let Some(operators) = sets(version) else {
        wrong.push(format!("which operators the set has at version {version} is not known"));
        return wrong;
    };
    let analysis = analyse(&parsed.program, &*operators);
    for problem in analysis.problems.iter().chain(analysis.units.iter().flat_map(|unit| &unit.problems)) {
        wrong.push(format!("`{name}` does not compile at version {version}: {}", problem.message));
    }
    for call in analysis.units.iter().flat_map(|unit| &unit.calls) {
        match &call.answer {
            Answer::NoOperator => wrong.push(format!(
                "`{name}` calls `{}`, which the set does not have at version {version}",
                call.name
            )),
            Answer::Refused(why) => {
                let why: Vec<String> = why.iter().map(ToString::to_string).collect();
                wrong.push(format!(
                    "no overload of `{}` takes the call in `{name}` at version {version}: {}",
                    call.name,
                    why.join("; ")
                ));
            }
            Answer::Undecided { .. } => wrong.push(format!(
                "what `{name}` calls with `{}` depends on a type that cannot be determined",
                call.name
            )),
            Answer::Overload { .. } => {}
        }
    }
    wrong
}

/// Where a signature takes other arguments than a schema: names in order, and which have defaults.
fn differences(name: &str, signature: &str, schema: &Schema) -> Vec<String> {
    let inner = signature.split_once('(').map_or("", |(_, rest)| rest);
    let mut wrong = Vec::new();
    let Ok(own) = Schema::parse(&format!("outlast::f({inner}")) else { return wrong };
    let names =
        |schema: &Schema| schema.arguments.iter().map(|argument| argument.name.clone()).collect::<Vec<_>>();
    if names(&own) != names(schema) {
        wrong.push(format!(
            "`{name}` takes ({}), and the schema ({})",
            names(&own).join(", "),
            names(schema).join(", ")
        ));
        return wrong;
    }
    for (own, of) in own.arguments.iter().zip(&schema.arguments) {
        if of.default.is_some() && own.default.is_none() {
            wrong.push(format!("`{name}` has no default for `{}`, and the schema has one", of.name));
        }
        if of.kwarg_only != own.kwarg_only && own.kwarg_only {
            wrong.push(format!("`{name}` takes `{}` by keyword only, and the schema by position", of.name));
        }
    }
    wrong
}
