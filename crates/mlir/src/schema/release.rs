//! What each release has, compiled in: which operations, and how each encodes its properties.
//!
//! Rows of the blob ([`outlast_core::table`]): `release mlir-22` with the version, and `learned` behind it where schemas were inferred; `op NAME`
//! with the line of the text. A line is parsed where its schema is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::OnceLock;

use outlast_core::table::{Builder, Row, Table};
use outlast_core::{Release, SortShort};

use crate::op_schema::{Known, OpSchema, text};

/// The compiled schemas.
static BLOB: &[u8] = include_bytes!("../../schemas/schemas.blob");

/// The texts that the blob is made from, by name of the file.
pub fn sources() -> &'static [(&'static str, &'static str)] {
    &[
        ("mlir-17.txt", include_str!("../../schemas/mlir-17.txt")),
        ("mlir-18.txt", include_str!("../../schemas/mlir-18.txt")),
        ("mlir-19.txt", include_str!("../../schemas/mlir-19.txt")),
        ("mlir-19-test.txt", include_str!("../../schemas/mlir-19-test.txt")),
        ("mlir-21.txt", include_str!("../../schemas/mlir-21.txt")),
        ("mlir-22.txt", include_str!("../../schemas/mlir-22.txt")),
        ("mlir-22-test.txt", include_str!("../../schemas/mlir-22-test.txt")),
        ("mlir-23.txt", include_str!("../../schemas/mlir-23.txt")),
        ("mlir-24.txt", include_str!("../../schemas/mlir-24.txt")),
        ("stablehlo.txt", include_str!("../../schemas/stablehlo.txt")),
    ]
}

/// The schemas of a release.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReleaseSchemas(u16);

impl fmt::Debug for ReleaseSchemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ReleaseSchemas {
    /// What the release is called: `mlir-22`, `stablehlo-1.19.0`.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The release itself: `22.1.8`.
    pub fn version(self) -> &'static str {
        self.row().1.split(' ').next().unwrap_or_default()
    }

    /// Whether its schemas were inferred from files that the release wrote, and not taken from its definitions.
    pub fn learned(self) -> bool {
        self.row().1.ends_with(" learned")
    }

    /// Name, and what the table says of it.
    fn row(self) -> (&'static str, &'static str) {
        // Asked for again and again where a file says nothing of its release.
        static ROWS: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
        let rows = ROWS.get_or_init(|| {
            let mut rows: Vec<Row> = table().kind("release").collect();
            rows.sort_short_by_key(|row| row.releases.0);
            rows.into_iter().map(|row| (row.name, row.value)).collect()
        });
        rows.get(usize::from(self.0)).copied().unwrap_or_default()
    }

    /// What it knows of an operation.
    pub fn op(self, name: &str) -> Known {
        match self.line(name) {
            None => Known::Absent,
            Some("-") => Known::Plain,
            Some(line) => text::parse(line).map_or(Known::Absent, Known::Properties),
        }
    }

    /// What its text says of an operation.
    pub(super) fn line(self, name: &str) -> Option<&'static str> {
        table().get("op", name, self.0)
    }

    /// Names of all operations that it has, sorted.
    pub fn ops(self) -> impl Iterator<Item = &'static str> {
        table().kind("op").filter(move |row| row.holds(self.0)).map(|row| row.name)
    }
}

fn table() -> Table {
    Table::open(BLOB).unwrap_or_default()
}

/// All releases: those of MLIR oldest first, then those of StableHLO oldest first.
pub fn releases() -> impl ExactSizeIterator<Item = ReleaseSchemas> {
    (0..u16::try_from(table().releases().len()).unwrap_or(0)).map(ReleaseSchemas)
}

/// The release of a name.
pub fn release(name: &str) -> Option<ReleaseSchemas> {
    table().rows("release", name).next().map(|row| ReleaseSchemas(row.releases.0))
}

/// How a release encodes the properties of an operation: no fields if it has no properties; none if the release does not have it.
pub fn op_schema(release: ReleaseSchemas, op_name: &str) -> Option<OpSchema> {
    match release.op(op_name) {
        Known::Absent => None,
        Known::Plain => Some(OpSchema::default()),
        Known::Properties(schema) => Some(schema),
    }
}

/// A release in a text.
struct Set<'t> {
    name: &'t str,
    version: &'t str,
    learned: bool,
    /// Operations that the text itself has a line for.
    own: BTreeSet<&'t str>,
    ops: BTreeMap<&'t str, &'t str>,
}

/// Compiles texts to a blob. Texts may go on with a release that another one began.
///
/// # Errors
///
/// What is wrong with which line.
pub fn encode(texts: &[(&str, &str)]) -> Result<Vec<u8>, String> {
    let mut sets: Vec<Set<'_>> = Vec::new();
    for (file, source) in texts {
        let mut current = None;
        for (number, line) in source.lines().enumerate() {
            let wrong = |why: &str| format!("{file}, line {}: {why}", number + 1);
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let (name, rest) = line.split_once(' ').ok_or_else(|| wrong("no blank"))?;
            if name == "release" {
                current = Some(begin(&mut sets, rest).ok_or_else(|| wrong("no such release before it"))?);
                continue;
            }
            let set = current
                .and_then(|at: usize| sets.get_mut(at))
                .ok_or_else(|| wrong("no release before it"))?;
            if rest == "gone" {
                set.ops.remove(name).ok_or_else(|| wrong("it was not there"))?;
                continue;
            }
            let schema = text::parse(rest).ok_or_else(|| wrong("not a schema"))?;
            if text::print(&schema) != rest {
                return Err(wrong("not as it would be printed"));
            }
            if !set.own.insert(name) {
                return Err(wrong("the operation occurs twice"));
            }
            set.ops.insert(name, rest);
        }
    }
    compile(&sets)
}

fn begin<'t>(sets: &mut Vec<Set<'t>>, rest: &'t str) -> Option<usize> {
    let mut parts = rest.split(' ');
    let (name, version) = (parts.next()?, parts.next()?);
    let (mut learned, mut ops) = (false, BTreeMap::new());
    match (parts.next(), parts.next()) {
        (Some("learned"), None) => learned = true,
        (Some("after"), Some(other)) => ops = sets.iter().find(|set| set.name == other)?.ops.clone(),
        (None, None) => {}
        _ => return None,
    }
    let known = sets.iter().position(|set| set.name == name);
    Some(known.unwrap_or_else(|| {
        sets.push(Set { name, version, learned, own: BTreeSet::new(), ops });
        sets.len() - 1
    }))
}

fn compile(sets: &[Set<'_>]) -> Result<Vec<u8>, String> {
    let mut builder = Builder::new(&|_, _| Ok(()));
    for (at, set) in (0..).zip(sets) {
        let digits = set.version.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let release = Release::parse(digits).ok_or_else(|| format!("`{}` is not a version", set.version))?;
        builder.releases([release]);
        let learned = if set.learned { " learned" } else { "" };
        builder.row("release", set.name, &format!("{}{learned}", set.version), (at, Some(at)));
    }
    let ops: BTreeSet<&str> = sets.iter().flat_map(|set| set.ops.keys().copied()).collect();
    for op in ops {
        let mut run: Option<(u16, u16, &str)> = None;
        for (release, set) in (0_u16..).zip(sets) {
            let line = set.ops.get(op).copied();
            match &mut run {
                Some((_, last, same)) if Some(*same) == line => *last = release,
                _ => {
                    let before = std::mem::replace(&mut run, line.map(|line| (release, release, line)));
                    before
                        .iter()
                        .for_each(|(first, last, line)| builder.row("op", op, line, (*first, Some(*last))));
                }
            }
        }
        run.iter().for_each(|(first, last, line)| builder.row("op", op, line, (*first, Some(*last))));
    }
    builder.finish().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{BLOB, Known, encode, op_schema, release, releases, sources};
    use crate::schema::PropertyKind;

    #[test]
    fn the_blob_is_made_from_its_texts() {
        assert!(encode(sources()).unwrap() == BLOB, "run `cargo xtask bless`");
    }

    #[test]
    fn schemas_of_releases() {
        let [old, new] = ["mlir-19", "mlir-22"].map(|name| release(name).unwrap());
        assert!(releases().len() >= 2);
        assert_eq!((old.version(), new.version()), ("19.1.7", "22.1.8"));
        assert_eq!(op_schema(old, "arith.addi").unwrap().fields[0].kind, PropertyKind::OptAttr);
        assert_eq!(old.op("func.return"), Known::Plain);
        assert_eq!(old.op("func.returned"), Known::Absent);
        let count = |release: super::ReleaseSchemas| release.ops().count();
        assert!(count(old) >= 1_934 && count(new) >= 2_633, "{} {}", count(old), count(new));
        assert_ne!(old.op("func.func"), new.op("func.func"));
        let parallel = op_schema(new, "scf.parallel").unwrap();
        assert_eq!(parallel.fields.last().unwrap().kind, PropertyKind::Segments(4));
    }

    #[test]
    fn sizes_of_segments_are_last_in_every_version_of_17() {
        let names = |name: &str, version| {
            let schema = op_schema(release(name).unwrap(), "acc.attach").unwrap();
            schema.in_order(version).iter().map(|field| field.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("mlir-17", 5), names("mlir-17", 6));
        assert_eq!(names("mlir-17", 6).last().unwrap(), "operandSegmentSizes");
        assert_ne!(names("mlir-18", 5), names("mlir-18", 6));
        // What 17 and 18 have in a dictionary.
        assert_eq!(release("mlir-18").unwrap().op("scf.while"), Known::Plain);
        assert_eq!(release("mlir-17").unwrap().op("scf.execute_region"), Known::Plain);
    }

    #[test]
    fn orders_of_versions() {
        let schema = op_schema(release("mlir-22").unwrap(), "linalg.matmul").unwrap();
        let names =
            |version| schema.in_order(version).iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(5), names(6));
        let schema = op_schema(release("mlir-22").unwrap(), "acc.attach").unwrap();
        let names =
            |version| schema.in_order(version).iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        assert_ne!(names(5), names(6));
        assert!(names(5).is_sorted());
    }
}
