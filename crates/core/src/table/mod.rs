//! What releases have: a text that people review, and a blob that needs no parsing and is searched in place.
//!
//! Text, one row a line: `kind name intervals basis = value`; kind and name are separated by blanks, `= value` is optional,
//! `#` starts a comment line. The first row is `releases` and the measured releases in order. Intervals are
//! `0.4.0-0.7.0` (both included), `0.4.0-` (to the newest) or `0.4.0`, separated by commas. What a row rests on is the
//! word of a [`Basis`] behind its intervals, or else what a line `basis WORD` before it in the same text says.
//!
//! Blob: `OLT3`, then counts of releases, kinds, strings, rows and slots as `u32`; releases as three `u16`; kinds as `u24`, the number of a
//! string; strings as `u24` start and `u16` length; rows as `u8` kind, `u24` name and `u24` value (numbers of strings), `u16` since (13 bits)
//! and basis (the upper 3: 0 where the text does not say), `u8` until (255: the newest has it); slots as `u32`; bytes of strings. Strings and
//! kinds are sorted, so that numbers compare as they do; rows are sorted by kind, name and release. Slots are a hash table of the first rows
//! of each kind and name, counted from 1 in the lower 24 bits, with bits of their hash above, and 0 for an empty slot: what is at a slot that is taken stands at the next that is not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

mod pack;
mod slots;

use pack::{packed, u24};
use slots::{TAG, hash, home, slots, tag};

use crate::{Basis, Error, ErrorKind, Interval, Release, Result, Span};

const MAGIC: &[u8; 4] = b"OLT3";
/// Bytes of a string's place, of a row, of a number of either, and of a slot.
const PLACE: usize = 5;
const ROW: usize = 10;
const NUMBER: usize = 3;
const SLOT: usize = 4;
/// Bits of a row's first release; its basis stands above them.
const SINCE_BITS: u32 = 13;
const SINCE: u16 = (1 << SINCE_BITS) - 1;
/// In place of a row's last release: there is none yet.
const NEWEST: u8 = u8::MAX;

/// The blob, read in place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table {
    releases: &'static [u8],
    kinds: &'static [u8],
    places: &'static [u8],
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
        let (counts, rest) = rest.split_at_checked(20)?;
        let (counts, _) = counts.as_chunks::<4>();
        let mut sizes = counts
            .iter()
            .zip([6, NUMBER, PLACE, ROW, SLOT])
            .map(|(count, size)| usize::try_from(u32::from_le_bytes(*count)).ok()?.checked_mul(size));
        let mut rest = rest;
        let mut take = || {
            let (part, behind) = rest.split_at_checked(sizes.next()??)?;
            rest = behind;
            Some(part)
        };
        let (releases, kinds, places, rows, slots) = (take()?, take()?, take()?, take()?, take()?);
        Some(Table { releases, kinds, places, rows, slots, strings: rest })
    }

    /// The measured releases, oldest first.
    pub fn releases(&self) -> impl DoubleEndedIterator<Item = Release> + ExactSizeIterator + use<> {
        self.releases.as_chunks::<6>().0.iter().map(|raw| {
            let [a, b, c, d, e, f] = *raw;
            let [major, minor, patch] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
            Release::new(major, minor, patch)
        })
    }

    #[inline]
    fn raw_string(&self, index: u32) -> &'static [u8] {
        let place = self.places.get(index as usize * PLACE..).and_then(<[u8]>::first_chunk::<PLACE>);
        let [a, b, c, length @ ..] = *place.unwrap_or(&[0; PLACE]);
        let rest = self.strings.get(u32::from_le_bytes([a, b, c, 0]) as usize..).unwrap_or_default();
        rest.get(..u16::from_le_bytes(length).into()).unwrap_or_default()
    }

    #[inline]
    fn string(&self, index: u32) -> &'static str {
        std::str::from_utf8(self.raw_string(index)).unwrap_or("")
    }

    #[inline]
    fn raw_kind(&self, kind: u8) -> &'static [u8] {
        self.raw_string(number(self.kinds, kind.into()))
    }

    fn find_kind(&self, text: &str) -> Option<u8> {
        let (mut low, mut high) = (0, u8::try_from(self.kinds.len() / NUMBER).ok()?);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.raw_kind(middle).cmp(text.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The number of a row's kind, and the numbers of the strings that are its name and its value.
    #[inline]
    fn key(&self, index: usize) -> (u8, u32, u32) {
        let [kind, a, b, c, d, e, f, ..] = *self.raw(index);
        (kind, u32::from_le_bytes([a, b, c, 0]), u32::from_le_bytes([d, e, f, 0]))
    }

    #[inline]
    fn raw(&self, index: usize) -> &'static [u8; ROW] {
        self.rows.get(index * ROW..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; ROW])
    }

    /// First release and basis of the row with this index, and its last release.
    #[inline]
    fn span(&self, index: usize) -> (u16, u16) {
        let [.., low, high, until] = *self.raw(index);
        (u16::from_le_bytes([low, high]), if until == NEWEST { u16::MAX } else { until.into() })
    }

    /// First and last release of the row with this index.
    #[inline]
    fn releases_of(&self, index: usize) -> (u16, u16) {
        let (since, until) = self.span(index);
        (since & SINCE, until)
    }

    fn row(&self, index: usize) -> Row {
        let (_, name, value) = self.key(index);
        let (since, until) = self.span(index);
        let basis = usize::from(since >> SINCE_BITS).checked_sub(1);
        Row {
            name: self.string(name),
            value: self.string(value),
            releases: (since & SINCE, until),
            basis: basis.and_then(|at| Basis::ALL.get(at).copied()),
        }
    }

    /// Where the rows of a kind begin.
    fn first_of(&self, kind: u8) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key(middle).0 < kind { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// All kinds, in order.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.kinds.as_chunks().0.iter().map(|raw| self.string(u24(*raw))).collect()
    }

    /// All rows of a kind, in order of name and release.
    pub fn kind(&self, kind: &str) -> impl Iterator<Item = Row> + use<> {
        let table = *self;
        let kind = self.find_kind(kind);
        let start = kind.map_or(usize::MAX, |kind| table.first_of(kind));
        (start..table.len()).take_while(move |at| Some(table.key(*at).0) == kind).map(move |at| table.row(at))
    }

    /// The first row of one name, with the numbers of its kind and name.
    fn first(&self, kind: &str, name: &str) -> Option<(usize, (u8, u32))> {
        let count = self.slots.len() / SLOT;
        let hash = hash(kind.as_bytes(), name.as_bytes());
        let (mut at, tag) = (home(hash, count), tag(hash));
        for _ in 0..count {
            let slot = self.slots.get(at * SLOT..).and_then(<[u8]>::first_chunk)?;
            let slot = u32::from_le_bytes(*slot) ^ tag;
            let row = (slot & ((1 << TAG) - 1)).checked_sub(1)? as usize;
            if slot >> TAG == 0 {
                let (k, n, _) = self.key(row);
                if self.raw_string(n) == name.as_bytes() && self.raw_kind(k) == kind.as_bytes() {
                    return Some((row, (k, n)));
                }
            }
            at = (at + 1) & (count - 1);
        }
        None
    }

    /// The indices of all rows of one name.
    fn indices(&self, kind: &str, name: &str) -> impl Iterator<Item = usize> + use<> {
        let table = *self;
        let (start, key) = self.first(kind, name).unwrap_or((usize::MAX, (0, 0)));
        (start..table.len()).take_while(move |at| (table.key(*at).0, table.key(*at).1) == key)
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
    #[inline]
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

    /// Whether the release with this index has a row of that kind and name.
    pub fn has(&self, kind: &str, name: &str, release: u16) -> bool {
        self.indices_of(kind, name, release).next().is_some()
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

#[inline]
fn number(raw: &[u8], index: usize) -> u32 {
    raw.get(index * NUMBER..).and_then(<[u8]>::first_chunk).map_or(0, |raw| u24(*raw))
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
            at.and_then(|at| u16::try_from(at).ok().filter(|at| *at < NEWEST.into()))
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
    /// More of something than a blob can have.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        self.rows.sort_unstable();
        let rows = &self.rows;
        let kinds: BTreeSet<&str> = rows.iter().map(|row| row.0.as_str()).collect();
        let strings: BTreeSet<&str> =
            rows.iter().flat_map(|r| [r.0.as_str(), r.1.as_str(), r.2.as_str()]).collect();
        let strings: Vec<&str> = strings.into_iter().collect();
        let slots = slots(rows.iter().map(|row| (row.0.as_str(), row.1.as_str()))).ok_or_else(too_many)?;
        let mut blob = MAGIC.to_vec();
        for count in [self.releases.len(), kinds.len(), strings.len(), rows.len(), slots.len()] {
            blob.extend(u32::try_from(count).map_err(|_| too_many())?.to_le_bytes());
        }
        for release in &self.releases {
            for part in release.parts() {
                blob.extend(part.to_le_bytes());
            }
        }
        let number = |n: usize| u32::try_from(n).ok().and_then(pack::number).ok_or_else(too_many);
        let ids: BTreeMap<&str, usize> = strings.iter().copied().zip(0..).collect();
        let id = |text: &str| number(ids.get(text).copied().unwrap_or(0));
        for kind in &kinds {
            blob.extend(id(kind)?);
        }
        let (starts, bytes) = packed(&strings);
        for (start, text) in starts.into_iter().zip(&strings) {
            blob.extend(number(start)?);
            blob.extend(u16::try_from(text.len()).map_err(|_| too_many())?.to_le_bytes());
        }
        let kinds: BTreeMap<&str, usize> = kinds.into_iter().zip(0..).collect();
        for (kind, name, value, since, until, basis) in rows {
            let kind = kinds.get(kind.as_str()).copied().unwrap_or(0);
            blob.push(u8::try_from(kind).map_err(|_| too_many())?);
            blob.extend(id(name)?);
            blob.extend(id(value)?);
            blob.extend((since | basis << SINCE_BITS).to_le_bytes());
            blob.push(u8::try_from(*until).unwrap_or(NEWEST));
        }
        for slot in slots {
            blob.extend(slot.to_le_bytes());
        }
        blob.extend(bytes);
        Ok(blob)
    }
}

fn too_many() -> Error {
    Error::new(ErrorKind::Limit { what: "rows or strings", limit: (1 << 24) - 1 }, Span::default())
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
