//! [`Printed`]: a table made from what releases print.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Error, ErrorKind, Interval, Release, Result, SortShort, Span};

use crate::schema::{OperatorName, Schema, Spelling};

/// The schemas that releases print, each with those that have it.
#[derive(Debug, Default)]
pub struct Printed {
    releases: Vec<Release>,
    /// Schemas in the newest spelling, with the indices of releases.
    rows: Vec<(Schema, BTreeSet<usize>)>,
}

impl Printed {
    /// Joins what releases print: their names, and the lines.
    ///
    /// # Errors
    ///
    /// The line that is no schema, and one that its release would not print so.
    pub fn new<'t>(releases: impl IntoIterator<Item = (Release, &'t str)>) -> Result<Printed> {
        let mut dumps: Vec<(Release, &str)> = releases.into_iter().collect();
        dumps.sort_short_by_key(|(release, _)| *release);
        let mut found: BTreeMap<OperatorName, Vec<(Schema, BTreeSet<usize>)>> = BTreeMap::new();
        for (at, (release, lines)) in dumps.iter().enumerate().rev() {
            let spelling = Spelling::of(*release);
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
        let mut rows: Vec<_> = found.into_values().flatten().collect();
        rows.sort_by_cached_key(|(schema, held)| (schema.name.clone(), held.clone(), schema.to_string()));
        Ok(Printed { releases: dumps.into_iter().map(|(release, _)| release).collect(), rows })
    }

    /// The rows of schemas as text; other rows are written by the script that asked the releases.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (schema, held) in &self.rows {
            let (name, whole) = (&schema.name.name, schema.to_string());
            let signature = whole.strip_prefix(name.as_str()).unwrap_or_default();
            let held = Interval::list(held.iter().copied(), &self.releases);
            text += &format!("operator {name} {held} = {signature}\n");
        }
        text
    }
}
