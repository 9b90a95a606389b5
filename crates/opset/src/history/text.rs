//! The text of a table of schemas.
//!
//! ```text
//! release 1.3.1 1825 0123456789abcdef        asked; number of lines that it printed, and the first 16 digits of their SHA-256
//! version 1.11.0 9                           the newest operator version that it knows; releases that do not say theirs have no row
//! upgrader 1.11.0- aten::div.Tensor 4 div_Tensor_0_3 = aten::div.Tensor(Tensor self, Tensor other) -> Tensor
//! 1.3.1-1.12.1,2.0.1- aten::relu(Tensor self) -> Tensor
//! ```
//!
//! `upgrader`: programs of an operator version below `4` call this operator by the schema behind `=`, and run the upgrader instead.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Error, ErrorKind, Result, Span};

use super::Release;
use crate::schema::{OperatorName, Schema};

/// Indices of releases, first and last; the last is `None` for a row that the newest release has.
pub(super) type Bounds = (u8, Option<u8>);

/// A table, read from its text or made from what releases print.
#[derive(Debug, Default)]
pub struct Table {
    pub(super) releases: Vec<Release>,
    /// What each release printed: lines, and their hash.
    printed: Vec<String>,
    pub(super) versions: Vec<(u8, u16)>,
    pub(super) upgraders: Vec<UpgraderRow>,
    pub(super) rows: Vec<(Schema, Vec<Bounds>)>,
}

/// An entry of a version map.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct UpgraderRow {
    pub(super) operator: String,
    pub(super) bumped_at: u16,
    pub(super) upgrader: String,
    pub(super) old_schema: String,
    pub(super) bounds: Vec<Bounds>,
}

impl Table {
    /// Reads the text of a table.
    ///
    /// # Errors
    ///
    /// The line that is no row, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Table> {
        let mut table = Table::default();
        for (number, line) in (1u32..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            table.line(line).map_err(|message| {
                Error::new(ErrorKind::Syntax { message, line: number, column: 1 }, Span::default())
            })?;
        }
        table.sort();
        table.upgraders.sort_unstable();
        Ok(table)
    }

    fn sort(&mut self) {
        self.rows
            .sort_by_cached_key(|(schema, bounds)| (schema.name.clone(), bounds.clone(), schema.to_string()));
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let word = |text: &'_ str| text.split_once(' ').map(|(a, b)| (a.to_string(), b.to_string()));
        let (first, rest) = word(line).ok_or("a row has more than one word")?;
        match first.as_str() {
            "release" => {
                let (name, printed) = word(&rest).ok_or("`release NAME LINES HASH` expected")?;
                let release = Release::parse(&name).ok_or_else(|| format!("`{name}` is not a release"))?;
                if self.releases.last().is_some_and(|last| *last >= release) || self.releases.len() >= 255 {
                    return Err(format!("`{name}`: releases are in order, at most 255"));
                }
                self.releases.push(release);
                self.printed.push(printed);
            }
            "version" => {
                let (name, version) = word(&rest).ok_or("`version RELEASE NUMBER` expected")?;
                let version =
                    version.parse().map_err(|_| format!("`{version}` is not an operator version"))?;
                self.versions.push((self.index(&name)?, version));
            }
            "upgrader" => {
                let (head, old_schema) = rest.split_once(" = ").ok_or("` = ` and a schema expected")?;
                let words: Vec<&str> = head.split(' ').collect();
                let [bounds, operator, bumped_at, upgrader] = words[..] else {
                    return Err("`upgrader RELEASES OPERATOR VERSION UPGRADER = SCHEMA` expected".into());
                };
                Schema::parse(old_schema).map_err(|error| error.to_string())?;
                self.upgraders.push(UpgraderRow {
                    operator: operator.into(),
                    bumped_at: bumped_at
                        .parse()
                        .map_err(|_| format!("`{bumped_at}` is not an operator version"))?,
                    upgrader: upgrader.into(),
                    old_schema: old_schema.into(),
                    bounds: self.bounds(bounds)?,
                });
            }
            bounds => {
                let bounds = self.bounds(bounds)?;
                let schema = Schema::parse(&rest).map_err(|error| error.to_string())?;
                if schema.to_string() != rest {
                    return Err(format!("the newest spelling is `{schema}`"));
                }
                self.rows.push((schema, bounds));
            }
        }
        Ok(())
    }

    fn index(&self, name: &str) -> Result<u8, String> {
        let found =
            Release::parse(name).and_then(|release| self.releases.iter().position(|known| *known == release));
        found.and_then(|at| u8::try_from(at).ok()).ok_or_else(|| format!("`{name}` is not a listed release"))
    }

    fn bounds(&self, text: &str) -> Result<Vec<Bounds>, String> {
        text.split(',')
            .map(|one| match one.split_once('-') {
                Some((first, "")) => Ok((self.index(first)?, None)),
                Some((first, last)) => Ok((self.index(first)?, Some(self.index(last)?))),
                None => Ok((self.index(one)?, Some(self.index(one)?))),
            })
            .collect()
    }

    /// A table of what releases print, oldest first: their names, the lines, and a note on them that is kept.
    ///
    /// # Errors
    ///
    /// The line that is no schema, and one that its release would not print so.
    pub fn from_printed<'t>(releases: impl IntoIterator<Item = (Release, &'t str, String)>) -> Result<Table> {
        let mut dumps: Vec<(Release, &str, String)> = releases.into_iter().collect();
        dumps.sort_by_key(|(release, ..)| *release);
        let mut found: BTreeMap<OperatorName, Vec<(Schema, BTreeSet<u8>)>> = BTreeMap::new();
        for (at, (release, lines, _)) in (0u8..).zip(&dumps).collect::<Vec<_>>().into_iter().rev() {
            let spelling = release.spelling();
            for (number, line) in (1u32..).zip(lines.lines()) {
                let schema = Schema::parse(line)?;
                if schema.spelled(spelling).to_string() != line {
                    let message = format!("{release} writes `{}`", schema.spelled(spelling));
                    return Err(Error::new(
                        ErrorKind::Syntax { message, line: number, column: 1 },
                        Span::default(),
                    ));
                }
                let rows = found.entry(schema.name.clone()).or_default();
                // The same, or one that this release writes so. A later release may have several: the nearest one counts.
                let same = rows.iter().position(|(row, _)| *row == schema);
                let same = same.or_else(|| {
                    let spelled = |row: &Schema| row.spelled(spelling).to_string() == line;
                    let near = rows
                        .iter()
                        .enumerate()
                        .filter(|(_, (row, held))| !held.contains(&at) && spelled(row));
                    near.min_by_key(|(_, (_, held))| held.first().copied()).map(|(index, _)| index)
                });
                match same.and_then(|index| rows.get_mut(index)) {
                    Some((_, held)) => {
                        held.insert(at);
                    }
                    None => rows.push((schema, BTreeSet::from([at]))),
                }
            }
        }
        let newest = u8::try_from(dumps.len().saturating_sub(1)).unwrap_or(u8::MAX);
        let rows = found.into_values().flatten().map(|(schema, held)| (schema, intervals(&held, newest)));
        let mut table = Table { rows: rows.collect(), ..Table::default() };
        table.sort();
        for (release, _, note) in dumps {
            table.releases.push(release);
            table.printed.push(note);
        }
        Ok(table)
    }

    /// What each release printed: the number of lines, and their hash, as the text says it.
    pub fn printed(&self) -> impl Iterator<Item = (Release, &str)> {
        self.releases.iter().copied().zip(self.printed.iter().map(String::as_str))
    }

    /// The rows of schemas as text; other rows are written by the script that asked the releases.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (schema, bounds) in &self.rows {
            text += &format!("{} {schema}\n", self.shown(bounds));
        }
        text
    }

    fn shown(&self, bounds: &[Bounds]) -> String {
        let name = |at: u8| self.releases.get(usize::from(at)).map(Release::to_string).unwrap_or_default();
        let one = |(first, last): &Bounds| match last {
            Some(last) if last == first => name(*first),
            Some(last) => format!("{}-{}", name(*first), name(*last)),
            None => format!("{}-", name(*first)),
        };
        bounds.iter().map(one).collect::<Vec<_>>().join(",")
    }
}

/// Runs of releases that follow each other.
fn intervals(held: &BTreeSet<u8>, newest: u8) -> Vec<Bounds> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for at in held {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*at) => *last = *at,
            _ => runs.push((*at, *at)),
        }
    }
    runs.into_iter().map(|(first, last)| (first, (last != newest).then_some(last))).collect()
}
