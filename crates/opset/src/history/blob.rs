//! The table as a blob: searched in place, with no parsing at start.
//!
//! Layout, little-endian: `OPS1`; counts of releases, versions, upgraders, rows, bytes of shapes, and strings as `u32`; releases as three `u16`;
//! versions as `u16` release and `u16` version; upgraders as `u32` operator, upgrader and old schema, `u16` version, `u8` first and last release;
//! rows as `u16` name, overload, `u8` first and last release, `u32` offset of the shape; shapes as `u8` numbers of arguments and results, `u8` flags, `u8` index
//! of the first argument by keyword only, and `u16` for each argument and result; string ends as `u32`; string bytes. Strings are sorted, so that
//! their numbers compare as they do; rows are sorted by name, overload and release. A last release of 255 is: still there in the newest one.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Error, ErrorKind, Result, Span};

use super::text::{Bounds, Table};
use super::{Interval, Release};
use crate::schema::Schema;

const MAGIC: &[u8; 4] = b"OPS1";
const COUNTS: usize = 6;
const RELEASE: usize = 6;
const VERSION: usize = 4;
const UPGRADER: usize = 16;
const ROW: usize = 10;
const SHAPE: usize = 4;
const VARARG: u8 = 1;
const VARRET: u8 = 2;
/// No last release; no argument by keyword only.
const NONE: u8 = u8::MAX;

/// A table of schemas by release.
#[derive(Clone, Copy, Debug, Default)]
pub struct History<'b> {
    releases: &'b [u8],
    versions: &'b [u8],
    upgraders: &'b [u8],
    rows: &'b [u8],
    shapes: &'b [u8],
    ends: &'b [u8],
    strings: &'b [u8],
}

/// A schema, and the releases that have it, without a gap.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'b> {
    history: History<'b>,
    /// The operator with its namespace: `aten::add`.
    pub name: &'b str,
    /// The overload; empty for the one without a name.
    pub overload: &'b str,
    /// The releases that have it.
    pub releases: Interval,
    shape: &'b [u8],
}

/// An entry of a release's version map: how it runs programs of an older operator version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upgrader<'b> {
    /// The overload: `aten::div.Tensor`.
    pub operator: &'b str,
    /// Programs of an operator version below this one get the upgrader.
    pub bumped_at: u16,
    /// Its name: `div_Tensor_0_3`.
    pub upgrader: &'b str,
    /// The schema that programs of those versions call the operator by.
    pub old_schema: &'b str,
    /// The releases whose map has it.
    pub releases: Interval,
}

/// A number of a blob that was checked when it was opened; 0 outside.
fn number<const N: usize>(raw: &[u8], at: usize) -> usize {
    let digits = raw.get(at..at.saturating_add(N)).unwrap_or_default();
    digits.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

impl<'b> History<'b> {
    /// Opens a blob; `None` if it is not one.
    pub fn open(blob: &'b [u8]) -> Option<History<'b>> {
        let rest = blob.strip_prefix(MAGIC)?;
        let (counts, rest) = rest.split_at_checked(4 * COUNTS)?;
        let size = |at: usize, one: usize| number::<4>(counts, 4 * at).checked_mul(one);
        let (releases, rest) = rest.split_at_checked(size(0, RELEASE)?)?;
        let (versions, rest) = rest.split_at_checked(size(1, VERSION)?)?;
        let (upgraders, rest) = rest.split_at_checked(size(2, UPGRADER)?)?;
        let (rows, rest) = rest.split_at_checked(size(3, ROW)?)?;
        let (shapes, rest) = rest.split_at_checked(size(4, 1)?)?;
        let (ends, strings) = rest.split_at_checked(size(5, 4)?)?;
        Some(History { releases, versions, upgraders, rows, shapes, ends, strings })
    }

    /// The releases that were asked, oldest first.
    pub fn releases(self) -> impl DoubleEndedIterator<Item = Release> + ExactSizeIterator + use<'b> {
        self.releases.chunks_exact(RELEASE).map(|raw| {
            let part = |at: usize| u16::try_from(number::<2>(raw, at)).unwrap_or_default();
            Release { major: part(0), minor: part(2), patch: part(4) }
        })
    }

    /// Whether a release was asked. Of another one the table says nothing; [`History::neighbours`] may.
    pub fn has(self, release: Release) -> bool {
        self.releases().any(|one| one == release)
    }

    /// The releases that were asked before and after one that was not.
    pub fn neighbours(self, release: Release) -> (Option<Release>, Option<Release>) {
        (self.releases().rfind(|one| *one < release), self.releases().find(|one| *one > release))
    }

    /// All entries, in the order of names and overloads.
    pub fn entries(self) -> impl Iterator<Item = Entry<'b>> + use<'b> {
        (0..self.rows.len() / ROW).map(move |at| self.entry(at))
    }

    /// All entries of an operator, by its name without an overload.
    pub fn operator(self, name: &str) -> impl Iterator<Item = Entry<'b>> + use<'b> {
        let id = self.find_string(name);
        let start = id.map_or(usize::MAX, |id| self.first_at_least(id));
        (start..self.rows.len() / ROW)
            .take_while(move |at| Some(number::<2>(self.rows, at * ROW)) == id)
            .map(move |at| self.entry(at))
    }

    /// The overloads of an operator in a release. Nothing for a release that was not asked.
    pub fn overloads(self, name: &str, release: Release) -> impl Iterator<Item = Entry<'b>> + use<'b> {
        let known = self.has(release);
        self.operator(name).filter(move |entry| known && entry.releases.contains(release))
    }

    /// What an overload was, one entry after the other. Releases up to 1.6 have several schemas of one overload at a time.
    pub fn overload(self, name: &str, overload: &str) -> impl Iterator<Item = Entry<'b>> + use<'b> {
        let overload = overload.to_string();
        let mut entries: Vec<Entry<'b>> =
            self.operator(name).filter(|entry| entry.overload == overload).collect();
        entries.sort_by_key(|entry| entry.releases.first);
        entries.into_iter()
    }

    /// The releases that have an overload, with whichever schema: the intervals, oldest first.
    pub fn present(self, name: &str, overload: &str) -> Vec<Interval> {
        let releases: Vec<Release> = self.releases().collect();
        let entries: Vec<Entry<'b>> = self.overload(name, overload).collect();
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
    pub fn operators(self) -> impl Iterator<Item = &'b str> + use<'b> {
        let mut last = None;
        let ids = (0..self.rows.len() / ROW).map(move |at| number::<2>(self.rows, at * ROW));
        ids.filter(move |id| last.replace(*id) != Some(*id)).map(move |id| self.string(id))
    }

    /// The entries of all version maps.
    pub fn upgraders(self) -> impl Iterator<Item = Upgrader<'b>> + use<'b> {
        self.upgraders.chunks_exact(UPGRADER).map(move |raw| Upgrader {
            operator: self.string(number::<4>(raw, 0)),
            upgrader: self.string(number::<4>(raw, 4)),
            old_schema: self.string(number::<4>(raw, 8)),
            bumped_at: u16::try_from(number::<2>(raw, 12)).unwrap_or_default(),
            releases: self.interval(number::<1>(raw, 14), number::<1>(raw, 15)),
        })
    }

    /// The version map of a release: nothing before 1.11, and nothing for a release that was not asked.
    pub fn version_map(self, release: Release) -> impl Iterator<Item = Upgrader<'b>> + use<'b> {
        let known = self.has(release);
        self.upgraders().filter(move |upgrader| known && upgrader.releases.contains(release))
    }

    /// The newest operator version that a release knows; `None` if it does not say, as before 1.11, or was not asked.
    pub fn operator_version(self, release: Release) -> Option<u16> {
        let at = self.releases().position(|one| one == release)?;
        let mut versions = self.versions.chunks_exact(VERSION);
        let raw = versions.find(|raw| number::<2>(raw, 0) == at)?;
        u16::try_from(number::<2>(raw, 2)).ok()
    }

    fn entry(self, at: usize) -> Entry<'b> {
        let raw = self.rows.get(at * ROW..(at + 1) * ROW).unwrap_or_default();
        Entry {
            history: self,
            name: self.string(number::<2>(raw, 0)),
            overload: self.string(number::<2>(raw, 2)),
            releases: self.interval(number::<1>(raw, 4), number::<1>(raw, 5)),
            shape: self.shapes.get(number::<4>(raw, 6)..).unwrap_or_default(),
        }
    }

    fn interval(self, first: usize, last: usize) -> Interval {
        let release = |at: usize| self.releases().nth(at);
        let zero = Release { major: 0, minor: 0, patch: 0 };
        Interval { first: release(first).unwrap_or(zero), last: release(last) }
    }

    fn raw_string(self, index: usize) -> &'b [u8] {
        let end = |at: usize| number::<4>(self.ends, 4 * at);
        let start = index.checked_sub(1).map_or(0, end);
        self.strings.get(start..end(index)).unwrap_or_default()
    }

    fn string(self, index: usize) -> &'b str {
        std::str::from_utf8(self.raw_string(index)).unwrap_or_default()
    }

    fn find_string(self, text: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.ends.len() / 4);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.raw_string(middle).cmp(text.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The first row of this name or a later one.
    fn first_at_least(self, name: usize) -> usize {
        let (mut low, mut high) = (0, self.rows.len() / ROW);
        while low < high {
            let middle = low + (high - low) / 2;
            if number::<2>(self.rows, middle * ROW) < name { low = middle + 1 } else { high = middle }
        }
        low
    }
}

impl Entry<'_> {
    /// The schema as text, in the newest spelling, with results in parentheses.
    pub fn text(&self) -> String {
        let [arguments, returns] = [0, 1].map(|at| number::<1>(self.shape, at));
        let (flags, star) = (self.shape.get(2).copied().unwrap_or_default(), number::<1>(self.shape, 3));
        let piece = |at: usize| self.history.string(number::<2>(self.shape, SHAPE + 2 * at)).to_string();
        let mut items: Vec<String> = (0..arguments).map(piece).collect();
        if star < items.len() {
            items.insert(star, "*".into());
        }
        let mut results: Vec<String> = (arguments..arguments + returns).map(piece).collect();
        for (flag, list) in [(VARARG, &mut items), (VARRET, &mut results)] {
            if flags & flag != 0 {
                list.push("...".into());
            }
        }
        let dot = if self.overload.is_empty() { "" } else { "." };
        format!("{}{dot}{}({}) -> ({})", self.name, self.overload, items.join(", "), results.join(", "))
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

/// Compiles a table.
pub(super) fn encode(table: &Table) -> Result<Vec<u8>> {
    let limit = |limit: u64| {
        Error::new(ErrorKind::Limit { what: "entries in a table of schemas", limit }, Span::default())
    };
    let (byte, short, long) = (limit(u8::MAX.into()), limit(u16::MAX.into()), limit(u32::MAX.into()));
    let u8_of = |n: usize| u8::try_from(n).map_err(|_| byte.clone());
    let u16_of = |n: usize| u16::try_from(n).map(u16::to_le_bytes).map_err(|_| short.clone());
    let u32_of = |n: usize| u32::try_from(n).map(u32::to_le_bytes).map_err(|_| long.clone());

    let pieces = |schema: &Schema| {
        schema.arguments.iter().chain(&schema.returns).map(ToString::to_string).collect::<Vec<_>>()
    };
    let mut strings: BTreeSet<String> = BTreeSet::new();
    for (schema, _) in &table.rows {
        strings.extend(pieces(schema));
        strings.extend([schema.name.name.clone(), schema.name.overload.clone()]);
    }
    for row in &table.upgraders {
        strings.extend([row.operator.clone(), row.upgrader.clone(), row.old_schema.clone()]);
    }
    let ids: BTreeMap<&str, usize> = strings.iter().map(String::as_str).zip(0..).collect();
    let id = |text: &str| ids.get(text).copied().unwrap_or_default();

    let mut upgraders = Vec::new();
    for row in &table.upgraders {
        for (first, last) in &row.bounds {
            for text in [&row.operator, &row.upgrader, &row.old_schema] {
                upgraders.extend(u32_of(id(text))?);
            }
            upgraders.extend(row.bumped_at.to_le_bytes());
            upgraders.extend([*first, last.unwrap_or(NONE)]);
        }
    }
    let mut shapes: Vec<u8> = Vec::new();
    let mut known: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut rows: Vec<(usize, usize, Bounds, usize)> = Vec::new();
    for (schema, bounds) in &table.rows {
        let flags = u8::from(schema.vararg) * VARARG + u8::from(schema.varret) * VARRET;
        let star = schema.arguments.iter().position(|argument| argument.kwarg_only);
        let mut shape = vec![u8_of(schema.arguments.len())?, u8_of(schema.returns.len())?, flags];
        shape.push(star.map_or(Ok(NONE), u8_of)?);
        for text in pieces(schema) {
            shape.extend(u16_of(id(&text))?);
        }
        let at = *known.entry(shape).or_insert_with_key(|shape| {
            shapes.extend(shape);
            shapes.len() - shape.len()
        });
        let (name, overload) = (id(&schema.name.name), id(&schema.name.overload));
        rows.extend(bounds.iter().map(|bounds| (name, overload, *bounds, at)));
    }
    rows.sort_unstable();

    let mut blob = MAGIC.to_vec();
    let counts = [
        table.releases.len(),
        table.versions.len(),
        upgraders.len() / UPGRADER,
        rows.len(),
        shapes.len(),
        strings.len(),
    ];
    for count in counts {
        blob.extend(u32_of(count)?);
    }
    for release in &table.releases {
        for part in [release.major, release.minor, release.patch] {
            blob.extend(part.to_le_bytes());
        }
    }
    for (release, version) in &table.versions {
        blob.extend(u16::from(*release).to_le_bytes());
        blob.extend(version.to_le_bytes());
    }
    blob.extend(upgraders);
    for (name, overload, (first, last), shape) in rows {
        blob.extend(u16_of(name)?);
        blob.extend(u16_of(overload)?);
        blob.extend([first, last.unwrap_or(NONE)]);
        blob.extend(u32_of(shape)?);
    }
    blob.extend(shapes);
    let mut end = 0;
    for text in &strings {
        end += text.len();
        blob.extend(u32_of(end)?);
    }
    strings.iter().for_each(|text| blob.extend(text.as_bytes()));
    Ok(blob)
}
