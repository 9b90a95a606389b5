//! What releases have: a text that people review, and a blob that needs no parsing and is searched in place.
//!
//! Text, one row a line: `kind name intervals basis = value`; kind and name are separated by blanks, `= value` is optional,
//! `#` starts a comment line. The first row is `releases` and the measured releases in order. Intervals are
//! `0.4.0-0.7.0` (both included), `0.4.0-` (to the newest) or `0.4.0`, separated by commas. What a row rests on is the
//! word of a [`Basis`] behind its intervals, or else what a line `basis WORD` before it in the same text says.
//!
//! Blob: `OLT2`, then counts of releases, strings, rows and slots as `u32`; releases as three `u16`; string ends as `u32`;
//! rows as `u32` kind, `u32` name, `u32` value, `u16` since (13 bits) and basis (the upper 3: 0 where the text does not
//! say), `u16` until; slots as `u32`; string bytes. Strings are sorted, so that numbers compare as they do; rows are sorted by kind, name
//! and release. Slots are a hash table of the first rows of each kind and name, counted from 1, with 0 for an empty slot: what is at a slot
//! that is taken stands at the next that is not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

mod slots;

use slots::{slot, slots};

use crate::{Basis, Error, ErrorKind, Interval, Release, Result, Span};

const MAGIC: &[u8; 4] = b"OLT2";
const ROW: usize = 16;
/// Bits of a row's first release; its basis stands above them.
const SINCE_BITS: u32 = 13;
const SINCE: u16 = (1 << SINCE_BITS) - 1;

/// The blob, read in place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table {
    releases: &'static [u8],
    ends: &'static [u8],
    rows: &'static [u8],
    slots: &'static [u8],
    strings: &'static [u8],
}

/// A row: what is there from one release to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which one.
    pub name: &'static str,
    /// What the table says of it; empty for plain presence.
    pub value: &'static str,
    /// First and last release, as indices.
    pub releases: (u16, u16),
    /// What the row rests on, where its text says so.
    pub basis: Option<Basis>,
}

impl Row {
    /// Whether the release with this index has the row.
    pub fn holds(&self, release: u16) -> bool {
        self.releases.0 <= release && release <= self.releases.1
    }
}

impl Table {
    /// Opens a blob made by [`encode`]; `None` if it is not one.
    pub fn open(blob: &'static [u8]) -> Option<Table> {
        let rest = blob.strip_prefix(MAGIC)?;
        let (counts, rest) = rest.split_at_checked(16)?;
        let count = |i: usize| usize::try_from(read_u32(counts, i)).ok();
        let (releases, rest) = rest.split_at_checked(count(0)?.checked_mul(6)?)?;
        let (ends, rest) = rest.split_at_checked(count(1)?.checked_mul(4)?)?;
        let (rows, rest) = rest.split_at_checked(count(2)?.checked_mul(ROW)?)?;
        let (slots, strings) = rest.split_at_checked(count(3)?.checked_mul(4)?)?;
        Some(Table { releases, ends, rows, slots, strings })
    }

    /// The measured releases, oldest first.
    pub fn releases(&self) -> impl DoubleEndedIterator<Item = Release> + ExactSizeIterator + use<> {
        self.releases.as_chunks::<6>().0.iter().map(|raw| {
            let [a, b, c, d, e, f] = *raw;
            let [major, minor, patch] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
            Release::new(major, minor, patch)
        })
    }

    fn raw_string(&self, index: u32) -> &'static [u8] {
        let end = |i: u32| read_u32(self.ends, i as usize) as usize;
        let start = if index == 0 { 0 } else { end(index - 1) };
        self.strings.get(start..end(index)).unwrap_or_default()
    }

    fn string(&self, index: u32) -> &'static str {
        std::str::from_utf8(self.raw_string(index)).unwrap_or("")
    }

    fn find_string(&self, text: &str) -> Option<u32> {
        let (mut low, mut high) = (0, u32::try_from(self.ends.len() / 4).ok()?);
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

    /// Kind, name and value of the row with this index, as numbers of strings.
    fn key(&self, index: usize) -> (u32, u32, u32) {
        let raw = self.raw(index);
        (read_u32(raw, 0), read_u32(raw, 1), read_u32(raw, 2))
    }

    fn raw(&self, index: usize) -> &'static [u8; ROW] {
        self.rows.get(index * ROW..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; ROW])
    }

    /// First and last release of the row with this index.
    fn releases_of(&self, index: usize) -> (u16, u16) {
        let raw = self.raw(index);
        (u16::from_le_bytes([raw[12], raw[13]]) & SINCE, u16::from_le_bytes([raw[14], raw[15]]))
    }

    fn row(&self, index: usize) -> Row {
        let raw = self.raw(index);
        let (_, name, value) = self.key(index);
        let basis = usize::from(u16::from_le_bytes([raw[12], raw[13]]) >> SINCE_BITS).checked_sub(1);
        Row {
            name: self.string(name),
            value: self.string(value),
            releases: self.releases_of(index),
            basis: basis.and_then(|at| Basis::ALL.get(at).copied()),
        }
    }

    fn first_at_least(&self, kind: u32, name: u32) -> usize {
        let (mut low, mut high) = (0, self.rows.len() / ROW);
        while low < high {
            let middle = low + (high - low) / 2;
            let (k, n, _) = self.key(middle);
            if (k, n) < (kind, name) { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// All kinds, in order.
    pub fn kinds(&self) -> Vec<&'static str> {
        let (mut kinds, mut at) = (Vec::new(), 0);
        while at < self.rows.len() / ROW {
            let kind = self.key(at).0;
            kinds.push(self.string(kind));
            at = self.first_at_least(kind.saturating_add(1), 0);
        }
        kinds
    }

    /// All rows of a kind, in order of name and release.
    pub fn kind(&self, kind: &str) -> impl Iterator<Item = Row> + use<> {
        let table = *self;
        let kind = self.find_string(kind);
        let start = kind.map_or(usize::MAX, |k| table.first_at_least(k, 0));
        (start..table.rows.len() / ROW)
            .take_while(move |at| Some(table.key(*at).0) == kind)
            .map(move |at| table.row(at))
    }

    /// The first row of one name, with the numbers of its kind and name.
    fn first(&self, kind: &str, name: &str) -> Option<(usize, (u32, u32))> {
        let count = self.slots.len() / 4;
        let home = slot(kind.as_bytes(), name.as_bytes(), count);
        for at in (home..count).chain(0..home) {
            let row = (read_u32(self.slots, at) as usize).checked_sub(1)?;
            let (k, n, _) = self.key(row);
            if self.raw_string(n) == name.as_bytes() && self.raw_string(k) == kind.as_bytes() {
                return Some((row, (k, n)));
            }
        }
        None
    }

    /// The indices of all rows of one name.
    fn indices(&self, kind: &str, name: &str) -> impl Iterator<Item = usize> + use<> {
        let table = *self;
        let (start, key) = self.first(kind, name).unwrap_or((usize::MAX, (0, 0)));
        (start..table.rows.len() / ROW).take_while(move |at| (table.key(*at).0, table.key(*at).1) == key)
    }

    /// All rows of one name.
    pub fn rows(&self, kind: &str, name: &str) -> impl Iterator<Item = Row> + use<> {
        let table = *self;
        self.indices(kind, name).map(move |at| table.row(at))
    }

    /// The indices of the rows of one name that a release has.
    pub fn indices_of(&self, kind: &str, name: &str, release: u16) -> impl Iterator<Item = usize> + use<> {
        let table = *self;
        self.indices(kind, name).filter(move |at| {
            let (since, until) = table.releases_of(*at);
            since <= release && release <= until
        })
    }

    /// First and last release of each row of one name, and its value.
    pub fn values(&self, kind: &str, name: &str) -> impl Iterator<Item = ((u16, u16), &'static str)> + use<> {
        let table = *self;
        self.indices(kind, name).map(move |at| (table.releases_of(at), table.value(at)))
    }

    /// The value of the row with this index.
    pub fn value(&self, index: usize) -> &'static str {
        self.string(self.key(index).2)
    }

    /// The index of a release that was measured.
    pub fn index(&self, release: Release) -> Option<u16> {
        self.releases().position(|known| known == release).and_then(|at| u16::try_from(at).ok())
    }

    /// The releases that a row is about; `None` if they are not in the table.
    pub fn interval(&self, row: &Row) -> Option<Interval> {
        let release = |at: u16| self.releases().nth(usize::from(at));
        Some(Interval { first: release(row.releases.0)?, last: release(row.releases.1) })
    }

    /// The row of that kind and name that the release with this index has.
    pub fn find(&self, kind: &str, name: &str, release: u16) -> Option<Row> {
        self.indices_of(kind, name, release).next().map(|at| self.row(at))
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len() / ROW
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the release with this index has of that kind and name: the value, empty for plain presence.
    pub fn get(&self, kind: &str, name: &str, release: u16) -> Option<&'static str> {
        self.indices_of(kind, name, release).next().map(|at| self.value(at))
    }
}

/// The number of a basis in a row.
fn basis(word: &str) -> Result<u16, String> {
    let found = (1u16..).zip(Basis::ALL).find(|(_, basis)| basis.name() == word);
    found.map(|(number, _)| number).ok_or_else(|| format!("`{word}` is not a basis"))
}

fn read_u32(raw: &[u8], index: usize) -> u32 {
    raw.get(index * 4..).and_then(<[u8]>::first_chunk::<4>).map_or(0, |raw| u32::from_le_bytes(*raw))
}

/// What is wrong with a row of a kind and a value.
pub type Check<'c> = &'c dyn Fn(&str, &str) -> Result<(), String>;

/// Compiles a text to a blob.
///
/// # Errors
///
/// The line that is no row, and what `check` says of its kind and its value.
pub fn encode(text: &str, check: Check<'_>) -> Result<Vec<u8>> {
    let mut builder = Builder::new(check);
    builder.add(text)?;
    builder.finish()
}

/// A blob that is being compiled from texts, one after the other.
pub struct Builder<'c> {
    check: Check<'c>,
    releases: Vec<Release>,
    /// Kind, name, value, first and last release, and the basis as its number from 1 on, or 0.
    rows: Vec<(String, String, String, u16, u16, u16)>,
    /// The basis of rows that do not say theirs.
    basis: u16,
}

impl fmt::Debug for Builder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Builder({} releases, {} rows)", self.releases.len(), self.rows.len())
    }
}

impl<'c> Builder<'c> {
    /// Nothing yet; kinds and values of rows are checked so.
    pub fn new(check: Check<'c>) -> Builder<'c> {
        Builder { check, releases: Vec::new(), rows: Vec::new(), basis: 0 }
    }

    /// Adds the rows of a text. Releases are those of the first text that has them.
    ///
    /// # Errors
    ///
    /// The line that is no row, a row of an unknown kind, and a value of another form than its kind has.
    pub fn add(&mut self, text: &str) -> Result<()> {
        self.basis = 0;
        for (number, line) in (1u32..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.line(line).map_err(|message| {
                Error::new(ErrorKind::Syntax { message, line: number, column: 1 }, Span::default())
            })?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(list) = line.strip_prefix("releases ") {
            for word in list.split_whitespace() {
                let release = Release::parse(word).ok_or_else(|| format!("`{word}` is not a release"))?;
                self.releases.push(release);
            }
            return Ok(());
        }
        if let Some(word) = line.strip_prefix("basis ") {
            self.basis = basis(word)?;
            return Ok(());
        }
        let (head, value) = match line.split_once(" = ") {
            Some((head, value)) => (head, value.trim()),
            None => (line, ""),
        };
        let words: Vec<&str> = head.split_whitespace().collect();
        let (kind, name, intervals, basis) = match words[..] {
            [kind, name, intervals] => (kind, name, intervals, self.basis),
            [kind, name, intervals, word] => (kind, name, intervals, basis(word)?),
            _ => return Err("a row is `kind name intervals basis = value`".into()),
        };
        (self.check)(kind, value)?;
        let index = |word: &str| {
            let at = Release::parse(word).and_then(|r| self.releases.iter().position(|known| *known == r));
            at.and_then(|at| u16::try_from(at).ok().filter(|at| *at <= SINCE))
                .ok_or_else(|| format!("`{word}` is not a listed release"))
        };
        for interval in intervals.split(',') {
            let (since, until) = match interval.split_once('-') {
                Some((since, "")) => (index(since)?, u16::MAX),
                Some((since, until)) => (index(since)?, index(until)?),
                None => (index(interval)?, index(interval)?),
            };
            self.rows.push((kind.into(), name.into(), value.into(), since, until, basis));
        }
        Ok(())
    }

    /// Adds the releases that the table is about, behind those that it has.
    pub fn releases(&mut self, releases: impl IntoIterator<Item = Release>) {
        self.releases.extend(releases);
    }

    /// Adds a row of the releases with these indices, without a last one where the newest has it.
    pub fn row(&mut self, kind: &str, name: &str, value: &str, (first, last): (u16, Option<u16>)) {
        self.rows.push((kind.into(), name.into(), value.into(), first, last.unwrap_or(u16::MAX), 0));
    }

    /// The blob.
    ///
    /// # Errors
    ///
    /// More rows than a blob can have.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        self.rows.sort_unstable();
        let rows = &self.rows;
        let strings: BTreeSet<&str> =
            rows.iter().flat_map(|r| [r.0.as_str(), r.1.as_str(), r.2.as_str()]).collect();
        let ids: BTreeMap<&str, u32> = strings.iter().copied().zip(0u32..).collect();
        let count = |n: usize| u32::try_from(n).map(u32::to_le_bytes).map_err(|_| too_many());
        let mut blob = MAGIC.to_vec();
        blob.extend(count(self.releases.len())?);
        blob.extend(count(strings.len())?);
        blob.extend(count(rows.len())?);
        let slots = slots(rows.iter().map(|row| (row.0.as_str(), row.1.as_str()))).ok_or_else(too_many)?;
        blob.extend(count(slots.len())?);
        for release in &self.releases {
            for part in release.parts() {
                blob.extend(part.to_le_bytes());
            }
        }
        let mut end = 0;
        for text in &strings {
            end += text.len();
            blob.extend(count(end)?);
        }
        for (kind, name, value, since, until, basis) in rows {
            for text in [kind, name, value] {
                blob.extend(ids.get(text.as_str()).copied().unwrap_or(0).to_le_bytes());
            }
            blob.extend((since | basis << SINCE_BITS).to_le_bytes());
            blob.extend(until.to_le_bytes());
        }
        for first in slots {
            blob.extend(first.to_le_bytes());
        }
        for text in strings {
            blob.extend(text.as_bytes());
        }
        Ok(blob)
    }
}

fn too_many() -> Error {
    Error::new(ErrorKind::Limit { what: "rows", limit: u32::MAX.into() }, Span::default())
}

#[cfg(test)]
mod tests {
    use super::{Basis, Table, encode};

    const TEXT: &str = "# a comment\nreleases 0.2.0 0.4.0 1.0.1\n\
        op aten::add.out 0.2.0-\nop aten::topk.values 0.4.0-1.0.1 = revision 2\nbackend Xnn 0.2.0,1.0.1\n";

    fn known(kind: &str, value: &str) -> Result<(), String> {
        match (kind, value) {
            ("op", _) | ("backend", "") => Ok(()),
            ("backend", _) => Err(format!("`{value}`: no value expected")),
            _ => Err(format!("`{kind}` is not a kind")),
        }
    }

    #[test]
    fn look_ups() {
        let table = Table::open(encode(TEXT, &known).unwrap().leak()).unwrap();
        assert_eq!(table.releases().map(|r| r.to_string()).collect::<Vec<_>>(), ["0.2.0", "0.4.0", "1.0.1"]);
        assert_eq!(table.get("op", "aten::add.out", 2), Some(""));
        assert_eq!(table.get("op", "aten::topk.values", 0), None);
        assert_eq!(table.get("op", "aten::topk.values", 1), Some("revision 2"));
        assert_eq!(table.get("backend", "Xnn", 1), None);
        assert_eq!(table.get("backend", "Xnn", 2), Some(""));
        assert_eq!(table.get("nothing", "Xnn", 2), None);
        assert_eq!(table.kind("op").count(), 2);
        assert_eq!(table.kind("op").next().unwrap().name, "aten::add.out");
    }

    #[test]
    fn rows_say_what_they_rest_on() {
        let text = "releases 0.2.0 0.4.0\nop a 0.2.0-\nbasis measured\nop b 0.2.0-\nop c 0.2.0- defined = x\nop c 0.4.0";
        let table = Table::open(encode(text, &known).unwrap().leak()).unwrap();
        let basis = |name: &str, release: u16| table.find("op", name, release).and_then(|row| row.basis);
        assert_eq!([basis("a", 0), basis("b", 1)], [None, Some(Basis::Measured)]);
        assert_eq!(
            table.find("op", "c", 0).map(|row| (row.value, row.basis)),
            Some(("x", Some(Basis::Defined)))
        );
        let releases: Vec<(u16, u16)> = table.rows("op", "c").map(|row| row.releases).collect();
        assert_eq!(releases, [(1, 1), (0, u16::MAX)]);
        let error = encode("releases 0.2.0\nop a 0.2.0 guessed", &known).unwrap_err();
        assert_eq!(error.to_string(), "2:1: `guessed` is not a basis");
    }

    #[test]
    fn errors_have_lines() {
        let error = encode("releases 1.0.0\nop x 2.0.0\n", &known).unwrap_err();
        assert_eq!(error.to_string(), "2:1: `2.0.0` is not a listed release");
        let error = encode("releases 1.0.0\nopp x 1.0.0\n", &known).unwrap_err();
        assert_eq!(error.to_string(), "2:1: `opp` is not a kind");
        let error = encode("releases 1.0.0\nbackend x 1.0.0 = 7\n", &known).unwrap_err();
        assert_eq!(error.to_string(), "2:1: `7`: no value expected");
        assert!(Table::open(b"OLT2\xff\xff\xff\xff").is_none());
    }
}
