//! What the schemas of a release do not say of its operators: in which order it tries those of one name, and which functions it compiles from its
//! own text and offers beside them.
//!
//! ```text
//! release 1.3.1                                               asked
//! function 1.3.1- aten::_single(int[1] x) -> int[]            tried behind the operators of this name, in the order of rows
//! order 1.7.1-2.10.0 aten::median - dim dim_values            overloads, `-` for the one without a name; `-#1` is the second of those
//! ```
//!
//! There is a row for each operator with several schemas. The table is a blob, which is searched in place. Layout, little-endian: `OPR1`; counts of
//! releases, functions, orders and bytes of orders as `u32`; releases as three `u16`; functions and orders as `u32` offset and length of a name, the
//! same of a text or of an order, `u8` first and last release (255: still in the newest one); bytes of orders: indices among the schemas that
//! [`History::overloads`] lists; bytes of names and texts. Orders are sorted by name.

use std::cmp::Ordering;

use outlast_core::{Error, ErrorKind, Result, Span};

use super::{History, Release};

const MAGIC: &[u8; 4] = b"OPR1";
const RELEASE: usize = 6;
const ROW: usize = 18;
const NONE: u8 = u8::MAX;

/// The table of orders and functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry<'b> {
    releases: &'b [u8],
    functions: &'b [u8],
    orders: &'b [u8],
    indices: &'b [u8],
    texts: &'b [u8],
}

/// The table of this library.
pub fn registry() -> Registry<'static> {
    Registry::open(include_bytes!("../../schemas/registry.blob")).unwrap_or_default()
}

/// The text that its blob is compiled from.
pub fn registry_source() -> &'static str {
    include_str!("../../schemas/registry.txt")
}

fn number(raw: &[u8], at: usize, size: usize) -> usize {
    let digits = raw.get(at..at.saturating_add(size)).unwrap_or_default();
    digits.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn piece(of: &[u8], start: usize, length: usize) -> &[u8] {
    start.checked_add(length).and_then(|end| of.get(start..end)).unwrap_or_default()
}

impl<'b> Registry<'b> {
    /// Opens a blob; `None` if it is not one.
    pub fn open(blob: &'b [u8]) -> Option<Registry<'b>> {
        let rest = blob.strip_prefix(MAGIC)?;
        let (counts, rest) = rest.split_at_checked(16)?;
        let (releases, rest) = rest.split_at_checked(number(counts, 0, 4).checked_mul(RELEASE)?)?;
        let (functions, rest) = rest.split_at_checked(number(counts, 4, 4).checked_mul(ROW)?)?;
        let (orders, rest) = rest.split_at_checked(number(counts, 8, 4).checked_mul(ROW)?)?;
        let (indices, texts) = rest.split_at_checked(number(counts, 12, 4))?;
        Some(Registry { releases, functions, orders, indices, texts })
    }

    fn index(self, release: Release) -> Option<usize> {
        let parts = [release.major, release.minor, release.patch];
        self.releases.chunks_exact(RELEASE).position(|raw| {
            (0..).step_by(2).zip(parts).all(|(at, part)| number(raw, at, 2) == usize::from(part))
        })
    }

    /// Whether a release was asked.
    pub fn has(self, release: Release) -> bool {
        self.index(release).is_some()
    }

    fn name(self, row: &[u8]) -> &'b [u8] {
        piece(self.texts, number(row, 0, 4), number(row, 4, 4))
    }

    fn contains(row: &[u8], release: usize) -> bool {
        number(row, 16, 1) <= release && release <= number(row, 17, 1)
    }

    /// In which order a release tries the operators of a name: indices among [`History::overloads`]. `None` for names with one schema, and for
    /// releases that were not asked.
    pub fn order(self, name: &str, release: Release) -> Option<&'b [u8]> {
        let release = self.index(release)?;
        let row = |at: usize| piece(self.orders, at.saturating_mul(ROW), ROW);
        let (mut low, mut high) = (0, self.orders.len() / ROW);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.name(row(middle)).cmp(name.as_bytes()) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal | Ordering::Greater => high = middle,
            }
        }
        let rows = (low..self.orders.len() / ROW).map(row);
        let mut rows = rows.take_while(|row| self.name(row) == name.as_bytes());
        let found = rows.find(|row| Self::contains(row, release))?;
        Some(piece(self.indices, number(found, 8, 4), number(found, 12, 4)))
    }

    /// The functions of a name that a release compiles from its own text, as schemas.
    pub fn functions(self, name: &str, release: Release) -> impl Iterator<Item = &'b str> {
        let release = self.index(release);
        let rows = self.functions.chunks_exact(ROW);
        let rows = rows.filter(move |row| {
            self.name(row) == name.as_bytes() && release.is_some_and(|at| Self::contains(row, at))
        });
        rows.filter_map(move |row| {
            std::str::from_utf8(piece(self.texts, number(row, 8, 4), number(row, 12, 4))).ok()
        })
    }
}

/// A table of orders and functions, compiled from its text.
#[derive(Default)]
struct Builder {
    releases: Vec<Release>,
    functions: Vec<u8>,
    orders: Vec<(String, u8, Vec<u8>)>,
    indices: Vec<u8>,
    texts: Vec<u8>,
}

/// Compiles a text to a blob, for schemas of a history.
///
/// # Errors
///
/// The line that is no row, or that names other overloads than the history has.
pub fn encode_registry(text: &str, history: History<'_>) -> Result<Vec<u8>> {
    let mut builder = Builder::default();
    for (number, line) in (1u32..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        builder.line(line, history).map_err(|message| {
            Error::new(ErrorKind::Syntax { message, line: number, column: 1 }, Span::default())
        })?;
    }
    builder
        .finish()
        .map_err(|message| Error::new(ErrorKind::Syntax { message, line: 1, column: 1 }, Span::default()))
}

impl Builder {
    fn line(&mut self, line: &str, history: History<'_>) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').ok_or("a row has more than one word")?;
        if word == "release" {
            let release = Release::parse(rest).ok_or_else(|| format!("`{rest}` is not a release"))?;
            if !history.has(release) {
                return Err(format!("the history does not have `{rest}`"));
            }
            self.releases.push(release);
            return Ok(());
        }
        let (bounds, rest) = rest.split_once(' ').ok_or("releases and more expected")?;
        let bounds = bounds.split(',').map(|one| self.bounds(one)).collect::<Result<Vec<_>, _>>()?;
        match word {
            "function" => {
                let (name, _) = rest.split_once('(').ok_or("a schema expected")?;
                crate::schema::Schema::parse(rest).map_err(|error| error.to_string())?;
                let (name, text) = (self.text(name)?, self.text(rest)?);
                for (first, last) in bounds {
                    self.functions.extend([name.as_slice(), text.as_slice()].concat());
                    self.functions.extend([first, last]);
                }
            }
            "order" => {
                let (name, words) = rest.split_once(' ').ok_or("a name and overloads expected")?;
                for (first, last) in bounds {
                    let mut order = None;
                    for release in self.held(first, last) {
                        let found = permutation(history, name, words, release)?;
                        if order.get_or_insert_with(|| found.clone()) != &found {
                            return Err(format!("{release} lists the overloads of `{name}` differently"));
                        }
                    }
                    let order = order.unwrap_or_default();
                    let known = self.indices.windows(order.len().max(1)).position(|run| run == order);
                    let start = known.unwrap_or_else(|| {
                        self.indices.extend(&order);
                        self.indices.len() - order.len()
                    });
                    let mut row = self.text(name)?;
                    row.extend(long(start)?);
                    row.extend(long(order.len())?);
                    row.extend([first, last]);
                    self.orders.push((name.to_string(), first, row));
                }
            }
            _ => return Err(format!("`{word}` is not a kind of row")),
        }
        Ok(())
    }

    fn bounds(&self, text: &str) -> Result<(u8, u8), String> {
        let index = |name: &str| {
            let found =
                Release::parse(name).and_then(|one| self.releases.iter().position(|known| *known == one));
            let index = found.and_then(|at| u8::try_from(at).ok());
            index.ok_or_else(|| format!("`{name}` is not a listed release"))
        };
        match text.split_once('-') {
            Some((first, "")) => Ok((index(first)?, NONE)),
            Some((first, last)) => Ok((index(first)?, index(last)?)),
            None => Ok((index(text)?, index(text)?)),
        }
    }

    fn held(&self, first: u8, last: u8) -> Vec<Release> {
        let (first, last) =
            (usize::from(first), usize::from(last).min(self.releases.len().saturating_sub(1)));
        self.releases.get(first..=last).unwrap_or_default().to_vec()
    }

    /// Offset and length of a text.
    fn text(&mut self, text: &str) -> Result<Vec<u8>, String> {
        let known = self.texts.windows(text.len().max(1)).position(|run| run == text.as_bytes());
        let start = known.unwrap_or_else(|| {
            self.texts.extend(text.as_bytes());
            self.texts.len() - text.len()
        });
        Ok([long(start)?, long(text.len())?].concat())
    }

    fn finish(mut self) -> Result<Vec<u8>, String> {
        self.orders.sort();
        let mut blob = MAGIC.to_vec();
        let counts = [self.releases.len(), self.functions.len() / ROW, self.orders.len(), self.indices.len()];
        for count in counts {
            blob.extend(long(count)?);
        }
        for release in &self.releases {
            blob.extend([release.major, release.minor, release.patch].into_iter().flat_map(u16::to_le_bytes));
        }
        blob.extend(&self.functions);
        blob.extend(self.orders.iter().flat_map(|(_, _, row)| row));
        blob.extend(&self.indices);
        blob.extend(&self.texts);
        Ok(blob)
    }
}

fn long(number: usize) -> Result<Vec<u8>, String> {
    let number = u32::try_from(number).map_err(|_| "a table of less than 4 GiB expected")?;
    Ok(number.to_le_bytes().to_vec())
}

/// Overloads as indices among those that a release has of a name.
fn permutation(history: History<'_>, name: &str, words: &str, release: Release) -> Result<Vec<u8>, String> {
    let entries: Vec<&str> = history.overloads(name, release).map(|entry| entry.overload).collect();
    let mut order = Vec::new();
    for word in words.split(' ') {
        let (overload, nth) = word.split_once('#').unwrap_or((word, "0"));
        let overload = if overload == "-" { "" } else { overload };
        let nth = nth.parse().map_err(|_| format!("`{word}`: a number expected behind `#`"))?;
        let same = entries.iter().enumerate().filter(|(_, one)| **one == overload);
        let index = same.map(|(index, _)| index).nth(nth).and_then(|index| u8::try_from(index).ok());
        order.push(index.ok_or_else(|| format!("{release} has no `{word}` of `{name}`"))?);
    }
    let mut all = order.clone();
    all.sort_unstable();
    all.dedup();
    match all.len() == entries.len() && order.len() == entries.len() {
        true => Ok(order),
        false => Err(format!("{release} has {} schemas of `{name}`, {} listed", entries.len(), order.len())),
    }
}
