//! What each release has, compiled in: which operations, and how each encodes its properties.
//!
//! Blob: `OLS1`; counts of releases, of operation names, of lines and of runs, as `u32`; ends of all strings as `u32`, in the order:
//! names of releases, their versions, operation names (sorted), lines; for each operation name the end of its runs as `u32`; runs: the
//! first and the last release and the number of the line that they have, each as `u16`; for each release `u8` 1 if learned; then the
//! bytes of the strings. Look-ups are binary searches; a line is parsed where its schema is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use outlast_core::to_index;

use crate::op_schema::{Known, OpSchema, text};

const MAGIC: &[u8; 4] = b"OLS1";

/// Bytes of a run.
const RUN: usize = 6;

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

/// A release whose schemas are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Release(u16);

impl fmt::Debug for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Release {
    /// What it is called: `mlir-22`, `stablehlo-1.19.0`.
    pub fn name(self) -> &'static str {
        Table::get().string(usize::from(self.0))
    }

    /// The release itself: `22.1.8`.
    pub fn version(self) -> &'static str {
        let table = Table::get();
        table.string(table.releases + usize::from(self.0))
    }

    /// Whether its schemas were inferred from files that the release wrote, and not taken from its definitions.
    pub fn learned(self) -> bool {
        Table::get().learned.get(usize::from(self.0)).is_some_and(|flag| *flag != 0)
    }

    /// What it knows of an operation.
    pub fn op(self, name: &str) -> Known {
        let table = Table::get();
        match table.find(name).and_then(|row| table.line(row, self)) {
            None => Known::Absent,
            Some("-") => Known::Plain,
            Some(line) => text::parse(line).map_or(Known::Absent, Known::Properties),
        }
    }

    /// Names of all operations that it has, sorted.
    pub fn ops(self) -> impl Iterator<Item = &'static str> {
        let table = Table::get();
        (0..table.ops).filter(move |row| table.line(*row, self).is_some()).map(move |row| table.op(row))
    }
}

/// All releases: those of MLIR oldest first, then those of StableHLO oldest first.
pub fn releases() -> impl ExactSizeIterator<Item = Release> {
    (0..u16::try_from(Table::get().releases).unwrap_or(0)).map(Release)
}

/// The release of a name.
pub fn release(name: &str) -> Option<Release> {
    releases().find(|release| release.name() == name)
}

/// How a release encodes the properties of an operation: no fields if it has no properties; none if the release does not have it.
pub fn of(release: Release, op_name: &str) -> Option<OpSchema> {
    match release.op(op_name) {
        Known::Absent => None,
        Known::Plain => Some(OpSchema::default()),
        Known::Properties(schema) => Some(schema),
    }
}

/// The blob, read in place.
#[derive(Clone, Copy, Default)]
struct Table {
    releases: usize,
    ops: usize,
    ends: &'static [u8],
    run_ends: &'static [u8],
    runs: &'static [u8],
    learned: &'static [u8],
    strings: &'static [u8],
}

impl Table {
    fn get() -> Table {
        Table::open(BLOB).unwrap_or_default()
    }

    fn open(blob: &'static [u8]) -> Option<Table> {
        let rest = blob.strip_prefix(MAGIC)?;
        let (counts, rest) = rest.split_at_checked(16)?;
        let count = |at: usize| word(counts, at);
        let (releases, ops, lines) = (count(0)?, count(1)?, count(2)?);
        let (ends, rest) = rest.split_at_checked((2 * releases + ops + lines) * 4)?;
        let (run_ends, rest) = rest.split_at_checked(ops * 4)?;
        let (runs, rest) = rest.split_at_checked(count(3)? * RUN)?;
        let (learned, strings) = rest.split_at_checked(releases)?;
        Some(Table { releases, ops, ends, run_ends, runs, learned, strings })
    }

    fn string(&self, index: usize) -> &'static str {
        let start = if index == 0 { Some(0) } else { word(self.ends, index - 1) };
        let range = start.zip(word(self.ends, index)).and_then(|(start, end)| self.strings.get(start..end));
        range.and_then(|raw| std::str::from_utf8(raw).ok()).unwrap_or("")
    }

    fn op(&self, row: usize) -> &'static str {
        self.string(2 * self.releases + row)
    }

    fn find(&self, name: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.ops);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.op(middle).cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    fn line(&self, row: usize, release: Release) -> Option<&'static str> {
        let start = if row == 0 { 0 } else { word(self.run_ends, row - 1)? };
        let runs = self.runs.get(start * RUN..word(self.run_ends, row)? * RUN)?;
        let short = |run: &[u8], at: usize| u16::from_le_bytes([run[2 * at], run[2 * at + 1]]);
        let of = |run: &&[u8]| short(run, 0) <= release.0 && release.0 <= short(run, 1);
        let run = runs.chunks_exact(RUN).find(of)?;
        Some(self.string(2 * self.releases + self.ops + usize::from(short(run, 2))))
    }
}

fn word(raw: &[u8], index: usize) -> Option<usize> {
    let raw = raw.get(index * 4..index * 4 + 4)?;
    Some(to_index(u32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]])))
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
    let ops: BTreeSet<_> = sets.iter().flat_map(|set| set.ops.keys()).collect();
    let lines: BTreeSet<_> = sets.iter().flat_map(|set| set.ops.values()).collect();
    let number: BTreeMap<_, _> = lines.iter().zip(0_u16..).collect();
    if lines.len() > usize::from(u16::MAX) {
        return Err(format!("{} different schemas, more than a blob can have", lines.len()));
    }
    let (mut run_ends, mut runs) = (Vec::new(), Vec::new());
    for op in &ops {
        let mut last: Option<(u16, u16, u16)> = None;
        for (release, set) in (0_u16..).zip(sets) {
            let line = set.ops.get(**op).and_then(|line| number.get(&line)).copied();
            match (&mut last, line) {
                (Some(run), Some(line)) if run.2 == line && run.1 + 1 == release => run.1 = release,
                (_, Some(line)) => runs.extend(last.replace((release, release, line))),
                (_, None) => runs.extend(last.take()),
            }
        }
        runs.extend(last);
        run_ends.push(runs.len());
    }
    let mut out = MAGIC.to_vec();
    let word = |out: &mut Vec<u8>, value: usize| {
        out.extend_from_slice(&u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes());
    };
    for count in [sets.len(), ops.len(), lines.len(), runs.len()] {
        word(&mut out, count);
    }
    let mut strings = String::new();
    let names = sets.iter().map(|set| set.name).chain(sets.iter().map(|set| set.version));
    for string in names.chain(ops.iter().map(|op| **op)).chain(lines.iter().map(|line| **line)) {
        strings.push_str(string);
        word(&mut out, strings.len());
    }
    for end in run_ends {
        word(&mut out, end);
    }
    for (first, last, line) in runs {
        for number in [first, last, line] {
            out.extend_from_slice(&number.to_le_bytes());
        }
    }
    out.extend(sets.iter().map(|set| u8::from(set.learned)));
    out.extend_from_slice(strings.as_bytes());
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{BLOB, Known, encode, of, release, releases, sources};
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
        assert_eq!(of(old, "arith.addi").unwrap().fields[0].kind, PropertyKind::OptAttr);
        assert_eq!(old.op("func.return"), Known::Plain);
        assert_eq!(old.op("func.returned"), Known::Absent);
        let count = |release: super::Release| release.ops().count();
        assert!(count(old) >= 1_934 && count(new) >= 2_633, "{} {}", count(old), count(new));
        assert_ne!(old.op("func.func"), new.op("func.func"));
        let parallel = of(new, "scf.parallel").unwrap();
        assert_eq!(parallel.fields.last().unwrap().kind, PropertyKind::Segments(4));
    }

    #[test]
    fn sizes_of_segments_are_last_in_every_version_of_17() {
        let names = |name: &str, version| {
            let schema = of(release(name).unwrap(), "acc.attach").unwrap();
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
        let schema = of(release("mlir-22").unwrap(), "linalg.matmul").unwrap();
        let names =
            |version| schema.in_order(version).iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(5), names(6));
        let schema = of(release("mlir-22").unwrap(), "acc.attach").unwrap();
        let names =
            |version| schema.in_order(version).iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        assert_ne!(names(5), names(6));
        assert!(names(5).is_sorted());
    }
}
