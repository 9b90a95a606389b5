//! [`History`]: the table, with what its rows mean.
//!
//! ```text
//! releases 1.3.1 1.4.0 …                                                     asked
//! printed lines 1.3.1 = 1825 0123456789abcdef                                 how many lines it printed, and the first 16 digits of their SHA-256
//! version operators 1.11.0 = 9                                                the newest operator version that it knows, where it says so
//! upgrader aten::div.Tensor 1.11.0- = 4 div_Tensor_0_3 aten::div.Tensor(Tensor self, Tensor other) -> Tensor
//! operator aten::add 1.3.1-1.12.1,2.0.1- = .Tensor(Tensor self, Tensor other) -> Tensor
//! function aten::_single 1.3.1- = 0 (int[1] x) -> int[]                        tried behind the operators of this name, in the order of the numbers
//! order aten::median 1.7.1-2.10.0 = - dim dim_values                           overloads, `-` for the one without a name; `-#1` is the second of those
//! ```
//!
//! `upgrader`: programs of an operator version below `4` call this operator by the schema at the end, and run the upgrader instead. There is an order
//! for each operator with several schemas; that of [`History::operator`] is by overload, release and text. Form: [`outlast_core::table`].

use outlast_core::table::{Builder, Row, Table};
use outlast_core::{Interval, Release, Result, SortShort};

use crate::schema::Schema;

/// A table of schemas by release.
#[derive(Clone, Copy, Debug, Default)]
pub struct History {
    table: Table,
}

/// A schema, and the releases that have it, without a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The operator with its namespace: `aten::add`.
    pub name: &'static str,
    /// The overload; empty for the one without a name.
    pub overload: &'static str,
    /// The releases that have it.
    pub releases: Interval,
    /// The overload with its dot, arguments and results.
    signature: &'static str,
}

/// An entry of a release's version map: how it runs programs of an older operator version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upgrader {
    /// The overload: `aten::div.Tensor`.
    pub operator: &'static str,
    /// Programs of an operator version below this one get the upgrader.
    pub bumped_at: u16,
    /// Its name: `div_Tensor_0_3`.
    pub upgrader: &'static str,
    /// The schema that programs of those versions call the operator by.
    pub old_schema: &'static str,
    /// The releases whose map has it.
    pub releases: Interval,
}

impl History {
    /// Opens a blob; `None` if it is not one.
    pub fn open(blob: &'static [u8]) -> Option<History> {
        Table::open(blob).map(|table| History { table })
    }

    /// The releases that were asked, oldest first.
    pub fn releases(self) -> impl DoubleEndedIterator<Item = Release> + ExactSizeIterator {
        self.table.releases()
    }

    /// Whether a release was asked. Of another one the table says nothing; [`History::neighbours`] may.
    pub fn has(self, release: Release) -> bool {
        self.table.index(release).is_some()
    }

    /// The releases that were asked before and after one that was not.
    pub fn neighbours(self, release: Release) -> (Option<Release>, Option<Release>) {
        (self.releases().rfind(|known| *known < release), self.releases().find(|known| *known > release))
    }

    /// All entries, in the order of names and overloads.
    pub fn entries(self) -> impl Iterator<Item = Entry> {
        self.operators().flat_map(move |name| self.operator(name))
    }

    /// All entries of an operator, by its name without an overload.
    pub fn operator(self, name: &str) -> impl Iterator<Item = Entry> + use<> {
        self.sorted(self.table.rows("operator", name))
    }

    /// The overloads of an operator in a release. Nothing for a release that was not asked.
    pub fn overloads(self, name: &str, release: Release) -> impl Iterator<Item = Entry> + use<> {
        let index = self.table.index(release);
        let rows = self.table.rows("operator", name);
        self.sorted(rows.filter(move |row| index.is_some_and(|index| row.holds(index))))
    }

    fn sorted(self, rows: impl Iterator<Item = Row>) -> impl Iterator<Item = Entry> {
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_short_by_key(|row| (overload(row.value), row.releases, row.value));
        rows.into_iter().filter_map(move |row| {
            let releases = self.table.interval(&row)?;
            Some(Entry { name: row.name, overload: overload(row.value), releases, signature: row.value })
        })
    }

    /// What an overload was, one entry after the other. Releases up to 1.6 have several schemas of one overload at a time.
    pub fn overload(self, name: &str, overload: &str) -> impl Iterator<Item = Entry> {
        self.operator(name).filter(move |entry| entry.overload == overload)
    }

    /// The releases that have an overload, with whichever schema: the intervals, oldest first.
    pub fn present(self, name: &str, overload: &str) -> Vec<Interval> {
        let releases: Vec<Release> = self.releases().collect();
        let entries: Vec<Entry> = self.overload(name, overload).collect();
        let mut found: Vec<Interval> = Vec::new();
        let mut gap = true;
        for release in &releases {
            let held = entries.iter().any(|entry| entry.releases.contains(*release));
            match found.last_mut() {
                Some(run) if held && !gap => run.last = Some(*release),
                _ if held => found.push(Interval { first: *release, last: Some(*release) }),
                _ => {}
            }
            gap = !held;
        }
        if let Some(run) = found.last_mut()
            && run.last == releases.last().copied()
        {
            run.last = None;
        }
        found
    }

    /// The names of all operators, without overloads.
    pub fn operators(self) -> impl Iterator<Item = &'static str> {
        let mut last = None;
        self.table.kind("operator").map(|row| row.name).filter(move |name| last.replace(*name) != Some(*name))
    }

    /// The entries of all version maps, by operator and version.
    pub fn upgraders(self) -> impl Iterator<Item = Upgrader> {
        let read = |row: Row| {
            let (bumped_at, upgrader, old_schema) = upgrader(row.value).ok()?;
            let releases = self.table.interval(&row)?;
            Some(Upgrader { operator: row.name, bumped_at, upgrader, old_schema, releases })
        };
        let mut upgraders: Vec<Upgrader> = self.table.kind("upgrader").filter_map(read).collect();
        upgraders.sort_short_by_key(|row| (row.operator, row.bumped_at, row.upgrader, row.old_schema));
        upgraders.into_iter()
    }

    /// The version map of a release: nothing before 1.11, and nothing for a release that was not asked.
    pub fn version_map(self, release: Release) -> impl Iterator<Item = Upgrader> {
        let known = self.has(release);
        self.upgraders().filter(move |upgrader| known && upgrader.releases.contains(release))
    }

    /// The newest operator version that a release knows; `None` if it does not say, as before 1.11, or was not asked.
    pub fn operator_version(self, release: Release) -> Option<u16> {
        self.table.get("version", "operators", self.table.index(release)?)?.parse().ok()
    }

    /// What a release printed: the number of lines, and the first 16 digits of their SHA-256.
    pub fn printed(self, release: Release) -> Option<&'static str> {
        self.table.get("printed", "lines", self.table.index(release)?)
    }

    /// In which order a release tries the operators of a name: indices among [`History::overloads`]. `None` for names with one schema, and for
    /// releases that were not asked.
    pub fn order(self, name: &str, release: Release) -> Option<Vec<usize>> {
        let words = self.table.get("order", name, self.table.index(release)?)?;
        let entries: Vec<&str> = self.overloads(name, release).map(|entry| entry.overload).collect();
        let index = |word: &str| {
            let (overload, nth) = word.split_once('#').unwrap_or((word, "0"));
            let overload = if overload == "-" { "" } else { overload };
            let mut same = entries.iter().enumerate().filter(|(_, known)| **known == overload);
            same.nth(nth.parse().ok()?).map(|(index, _)| index)
        };
        Some(words.split(' ').filter_map(index).collect())
    }

    /// The functions of a name that a release compiles from its own text, as schemas, in the order in which it tries them.
    pub fn functions(self, name: &str, release: Release) -> impl Iterator<Item = String> + use<> {
        let index = self.table.index(release);
        let rows = self.table.rows("function", name);
        let rows = rows.filter(|row| index.is_some_and(|index| row.holds(index)));
        let mut functions: Vec<(u16, &str, &str)> = rows
            .filter_map(|row| function(row.value).ok().map(|(place, signature)| (place, row.name, signature)))
            .collect();
        functions.sort_unstable();
        functions.into_iter().map(|(_, name, signature)| format!("{name}{signature}"))
    }
}

impl Entry {
    /// The schema as text, in the newest spelling.
    pub fn text(&self) -> String {
        format!("{}{}", self.name, self.signature)
    }

    /// The schema.
    ///
    /// # Errors
    ///
    /// None for the table of this library; what is no schema in another one.
    pub fn schema(&self) -> Result<Schema> {
        Schema::parse(&self.text())
    }
}

/// The overload that a signature begins with: `Tensor` of `.Tensor(Tensor self) -> Tensor`.
fn overload(signature: &str) -> &str {
    signature.split('(').next().unwrap_or_default().trim_start_matches('.')
}

fn upgrader(value: &str) -> Result<(u16, &str, &str), String> {
    let mut words = value.splitn(3, ' ');
    let mut word = || words.next().ok_or("`VERSION UPGRADER SCHEMA` expected");
    let version = word()?;
    let version = version.parse().map_err(|_| format!("`{version}` is not an operator version"))?;
    Ok((version, word()?, word()?))
}

fn function(value: &str) -> Result<(u16, &str), String> {
    let (place, signature) = value.split_once(' ').ok_or("`PLACE (ARGUMENTS) -> RESULTS` expected")?;
    Ok((place.parse().map_err(|_| format!("`{place}` is not a place"))?, signature))
}

/// What is wrong with a row.
fn check(kind: &str, value: &str) -> Result<(), String> {
    let newest = |text: &str| {
        let schema = Schema::parse(text).map_err(|error| error.to_string())?.to_string();
        if schema == text { Ok(()) } else { Err(format!("the newest spelling is `{schema}`")) }
    };
    match kind {
        "operator" => newest(&format!("a::f{value}")),
        "upgrader" => Schema::parse(upgrader(value)?.2).map(|_| ()).map_err(|error| error.to_string()),
        "function" => newest(&format!("a::f{}", function(value)?.1)),
        "version" => {
            value.parse::<u16>().map(|_| ()).map_err(|_| format!("`{value}` is not an operator version"))
        }
        "printed" | "order" => Ok(()),
        _ => Err(format!("`{kind}` is not a kind of row")),
    }
}

/// Compiles texts to a blob, the first with the releases.
///
/// # Errors
///
/// The line that is no row, with what is wrong with it; more rows or strings than a blob can have.
pub fn encode(texts: &[&str]) -> Result<Vec<u8>> {
    let mut builder = Builder::new(&check);
    for text in texts {
        builder.add(text)?;
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn rows_that_are_none() {
        let error = |row: &str| encode(&[&format!("releases 1.3.1\n{row}")]).unwrap_err().to_string();
        assert_eq!(error("operator a::f 1.4.0 = () -> ()"), "2:1: `1.4.0` is not a listed release");
        assert_eq!(
            error("operator a::f 1.3.1 = .x() -> (Tensor)"),
            "2:1: the newest spelling is `a::f.x() -> Tensor`"
        );
        assert_eq!(
            error("upgrader a::f 1.3.1 = four f_0_3 a::f() -> ()"),
            "2:1: `four` is not an operator version"
        );
        assert_eq!(error("function a::f 1.3.1 = () -> ()"), "2:1: `()` is not a place");
        assert_eq!(error("version operators 1.3.1 = new"), "2:1: `new` is not an operator version");
        assert_eq!(error("operators a::f 1.3.1 = () -> ()"), "2:1: `operators` is not a kind of row");
    }
}
