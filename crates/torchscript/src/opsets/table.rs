//! `operator_versions.yaml`: the version table of an operator set.
//!
//! ```yaml
//! set: aten                       # the name of the set
//! version: 10                     # its newest version
//! minimum: 0                      # the oldest version whose programs are taken; 0 if it is left out
//! support_window_days: 730        # how long programs are supported after a change, where the change does not say `expires`
//! schemas:                        # what the set has now; left out where the schemas are known from elsewhere
//! - aten::linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None) -> Tensor
//! results:                        # the argument whose sizes, strides and element type the results of an operator have
//!   my::scaled: self
//! operators:
//!   aten::linspace:               # with the overload, if it has one: `aten::linspace.out`
//!   - version: 8                  # the first version that has the operator as it is after the change
//!     kind: upgrader              # or `fc-only`, `hard`
//!     upgrader: linspace_0_7
//!     downgrader: {function: linspace_8_back, if: steps is not None}
//!     same_if: steps is not None  # where this holds, a call means the same before and after
//!     old_reads_new: false        # whether older runtimes take what newer programs say, and do the same
//!     old_schema: aten::linspace(Scalar start, Scalar end, int? steps=None, *, ScalarType? dtype=None) -> Tensor
//!     formats: [torchscript, lite, export]      # all, if it is left out
//!     unversioned_in: [torchscript, lite]       # formats whose programs do not say which release wrote them: the reader decides what a call means
//!     created: 2022-01-24
//!     expires: 2027-01-24
//!     emit_after: 2022-06-30      # from then on, writers may give the new form
//! ```

use std::collections::BTreeMap;
use std::fmt;

use outlast_opset::schema::{Argument, OperatorName, Schema};
use outlast_opset::types::Type;
use outlast_opset::versions::{Change, ChangeKind, Date, Downgrader, FileFormat, VersionTable};
use serde::Deserialize;
use serde_saphyr::Spanned;

/// An operator set with its version table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct VersionedSet {
    /// The table.
    pub table: VersionTable,
    /// The oldest version whose programs are taken.
    pub minimum: u64,
    /// What the set has at its newest version, as far as the file says.
    pub schemas: Vec<Schema>,
    /// The argument whose metadata the results of an operator have: what programs of `torch.export` say of every value.
    pub results: BTreeMap<OperatorName, String>,
}

/// Why a text is no version table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The line, from 1; 0 where the parser does not say.
    pub line: u64,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for TableError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    set: String,
    version: u64,
    #[serde(default)]
    minimum: u64,
    support_window_days: Option<u32>,
    #[serde(default)]
    schemas: Vec<Spanned<String>>,
    #[serde(default)]
    results: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    operators: BTreeMap<String, Vec<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    version: Spanned<u64>,
    kind: Spanned<String>,
    upgrader: Option<String>,
    downgrader: Option<Back>,
    same_if: Option<String>,
    #[serde(default)]
    old_reads_new: bool,
    old_schema: Option<Spanned<String>>,
    formats: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    unversioned_in: Vec<Spanned<String>>,
    created: Option<Spanned<String>>,
    expires: Option<Spanned<String>>,
    emit_after: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Back {
    function: String,
    #[serde(rename = "if")]
    condition: Option<String>,
}

impl VersionedSet {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// The first place that is no YAML, has an unknown field, or holds no number, schema, kind, format or date where one is expected. What is
    /// wrong with a table that can be read, [`VersionTable::faults`] says.
    pub fn parse(yaml: &str) -> Result<VersionedSet, TableError> {
        let file: File = serde_saphyr::from_str(yaml).map_err(|error| {
            let line = error.location().map_or(0, |location| location.line());
            TableError { line, message: format!("not a version table: {}", first_line(&error.to_string())) }
        })?;
        let mut set = VersionedSet { minimum: file.minimum, ..VersionedSet::default() };
        set.table = VersionTable::new(file.set, file.version);
        for text in &file.schemas {
            set.schemas.push(schema(text)?);
        }
        for (name, argument) in &file.results {
            let operator = operator(name);
            let schema = set.schemas.iter().find(|schema| schema.name == operator);
            let Some(schema) = schema else {
                return Err(wrong(argument, format!("`results` of `{name}`, which `schemas` does not have")));
            };
            let is_tensor = |one: &Argument| one.name == argument.value && one.ty == Type::Tensor;
            let of_tensors = schema.returns.iter().all(|returned| returned.ty == Type::Tensor);
            if !of_tensors || !schema.arguments.iter().any(is_tensor) {
                let message = format!(
                    "results of `{name}` like `{}`: tensors are like an argument that is one",
                    argument.value
                );
                return Err(wrong(argument, message));
            }
            set.results.insert(operator, argument.value.clone());
        }
        for (name, rows) in &file.operators {
            let operator = operator(name);
            for row in rows {
                set.table.push(change(&operator, row, file.support_window_days)?);
            }
        }
        Ok(set)
    }
}

/// The name of an operator with its overload.
pub(super) fn operator(name: &str) -> OperatorName {
    let (base, overload) = name.split_once('.').unwrap_or((name, ""));
    OperatorName { name: base.to_string(), overload: overload.to_string() }
}

/// One entry of an operator.
fn change(operator: &OperatorName, row: &Row, window: Option<u32>) -> Result<Change, TableError> {
    let created = date(row.created.as_ref())?;
    let expires = match (date(row.expires.as_ref())?, window, created) {
        (None, Some(days), Some(created)) => created.after(days),
        (expires, ..) => expires,
    };
    let all = |names: &[Spanned<String>]| {
        let names = names.iter().map(|name| named(name, &FileFormat::NAMES, "a file format"));
        names.collect::<Result<Vec<FileFormat>, TableError>>()
    };
    let formats = match &row.formats {
        None => FileFormat::NAMES.iter().map(|(_, format)| *format).collect(),
        Some(names) => all(names)?,
    };
    let downgrader =
        |back: &Back| Downgrader { function: back.function.clone(), condition: back.condition.clone() };
    Ok(Change {
        operator: operator.clone(),
        version: row.version.value,
        kind: named::<ChangeKind>(&row.kind, &ChangeKind::NAMES, "a kind of change")?,
        upgrader: row.upgrader.clone(),
        downgrader: row.downgrader.as_ref().map(downgrader),
        same_if: row.same_if.clone(),
        old_reads_new: row.old_reads_new,
        old_schema: row.old_schema.as_ref().map(schema).transpose()?,
        formats,
        unversioned_in: all(&row.unversioned_in)?,
        created,
        expires,
        emit_after: date(row.emit_after.as_ref())?,
        line: row.version.referenced.line(),
    })
}

fn schema(text: &Spanned<String>) -> Result<Schema, TableError> {
    Schema::parse(&text.value)
        .map_err(|error| wrong(text, format!("`{}` is not an operator schema: {error}", text.value)))
}

fn date(text: Option<&Spanned<String>>) -> Result<Option<Date>, TableError> {
    let Some(text) = text else { return Ok(None) };
    let date = Date::parse(&text.value);
    date.map(Some).ok_or_else(|| wrong(text, format!("`{}` is not a date such as 2026-11-22", text.value)))
}

fn named<T: Copy>(text: &Spanned<String>, names: &[(&str, T)], what: &str) -> Result<T, TableError> {
    let found = names.iter().find(|(name, _)| *name == text.value);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        wrong(text, format!("`{}` is not {what}: {}", text.value, names.join(", ")))
    })
}

fn wrong(text: &Spanned<String>, message: String) -> TableError {
    TableError { line: text.referenced.line(), message }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::VersionedSet;

    const TABLE: &str = "\
set: foo
version: 25
support_window_days: 366
schemas:
- 'foo::foo(Tensor self, Tensor c, Tensor b) -> Tensor'
operators:
  foo::foo:
  - version: 10
    kind: upgrader
    upgrader: foo_0_9
    old_schema: 'foo::foo(Tensor self, Tensor b) -> Tensor'
    created: 2027-03-01
  foo::bar.out:
  - {version: 25, kind: fc-only, formats: [lite], downgrader: {function: bar_back, if: \"mode == 'none'\"}, expires: 2030-01-01}
";

    #[test]
    fn results_are_like_an_argument() {
        let table = |results: &str| {
            VersionedSet::parse(
                &TABLE.replace("operators:\n", &format!("results: {{{results}}}\noperators:\n")),
            )
        };
        let set = table("'foo::foo': b").unwrap();
        assert_eq!(
            set.results.iter().map(|(name, like)| format!("{name} {like}")).collect::<Vec<_>>(),
            ["foo::foo b"]
        );
        for (results, why) in
            [("'foo::foo': d", "like `d`"), ("'foo::bar': x", "which `schemas` does not have")]
        {
            let error = table(results).unwrap_err();
            assert!(error.line == 6 && error.message.contains(why), "{error}");
        }
    }

    #[test]
    fn tables_are_read() {
        let set = VersionedSet::parse(TABLE).unwrap();
        let said: Vec<String> = set
            .table
            .changes()
            .iter()
            .map(|change| {
                format!("{} {} {:?}", change.operator, change.line, change.expires.map(|day| day.to_string()))
            })
            .collect();
        assert_eq!(said, ["foo::bar.out 14 Some(\"2030-01-01\")", "foo::foo 8 Some(\"2028-03-01\")"]);
        assert_eq!(set.schemas.len(), 1);
        assert_eq!(set.table.faults(), []);
    }

    #[test]
    fn errors_say_the_line() {
        for (from, to, line, message) in [
            ("kind: upgrader", "kind: magic", 9, "`magic` is not a kind of change: upgrader, fc-only, hard"),
            ("2027-03-01", "2027-02-30", 12, "`2027-02-30` is not a date such as 2026-11-22"),
            ("[lite]", "[onnx]", 14, "`onnx` is not a file format: torchscript, lite, export"),
            ("upgrader: foo", "upgrade: foo", 10, "unknown field"),
            ("set: foo", "set: [", 0, "not a version table"),
        ] {
            let error = VersionedSet::parse(&TABLE.replacen(from, to, 1)).unwrap_err();
            assert!(error.message.contains(message), "{error}");
            assert!(line == 0 || error.line == line, "{error}");
        }
        for text in ["", "\u{0}", "- 1", "set: a"] {
            assert!(VersionedSet::parse(text).is_err(), "{text:?}");
        }
    }
}
