//! [`Summary`]: a file in one screen, as data.

use crate::kind::FileKind;
use crate::risk::Risk;

/// A label and its value: `schema version`, `0`.
pub type Fact = (&'static str, String);

/// A table of a summary: a title, column headings, rows.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Listing {
    /// What the rows are: `operators`.
    pub title: &'static str,
    /// Column headings.
    pub columns: &'static [&'static str],
    /// Rows, as wide as the headings.
    pub rows: Vec<Vec<String>>,
}

/// A file in one screen.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// What kind of file.
    pub kind: FileKind,
    /// Facts of the file as a whole.
    pub facts: Vec<Fact>,
    /// Entry points, tensors, test cases, sizes.
    pub listings: Vec<Listing>,
    /// Code that reading the file runs.
    pub risks: Vec<Risk>,
}

impl Listing {
    /// A table of rows as wide as its headings.
    pub fn new(title: &'static str, columns: &'static [&'static str], rows: Vec<Vec<String>>) -> Listing {
        Listing { title, columns, rows }
    }
}

impl Summary {
    /// Of a file of this kind, of which nothing is said yet.
    pub fn new(kind: FileKind) -> Summary {
        Summary { kind, facts: Vec::new(), listings: Vec::new(), risks: Vec::new() }
    }

    /// Adds a fact that may be missing.
    pub fn known(&mut self, label: &'static str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.fact(label, value.to_string());
        }
    }

    /// Adds a fact that is worth saying when it is so.
    pub fn flag(&mut self, label: &'static str, is: bool) {
        if is {
            self.fact(label, "yes");
        }
    }

    /// Adds a version of two parts.
    pub fn version(&mut self, label: &'static str, version: Option<(u64, u64)>) {
        self.known(label, version.map(|(major, minor)| format!("{major}.{minor}")));
    }

    /// Adds a fact.
    pub fn fact(&mut self, label: &'static str, value: impl Into<String>) {
        self.facts.push((label, value.into()));
    }

    /// Adds a listing.
    pub fn list(&mut self, title: &'static str, columns: &'static [&'static str], rows: Vec<Vec<String>>) {
        self.listings.push(Listing::new(title, columns, rows));
    }
}

/// What stands under a label, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<'s> {
    /// A number of bytes, a count or an offset.
    Number(u64),
    /// Text.
    Text(&'s str),
    /// Nothing, where a number would stand.
    Nothing,
}

/// Labels of numbers of bytes, of other counts, and of offsets, which text has as `0x880`.
const SIZES: &[&str] = &["size", "program", "planned memory", "bytes"];
const COUNTS: &[&str] =
    &["calls", "count", "instructions", "basic blocks", "operations", "remarks", "references", "alignment"];
const OFFSETS: &[&str] = &["offset"];

/// What the text of a [`Fact`] or of a cell in a [`Listing`] says: under labels of sizes, counts and offsets a number, where it is no more
/// than that.
pub fn said<'s>(label: &str, text: &'s str) -> Said<'s> {
    let digits = |text: &str| text.parse::<u64>().ok();
    let number = if SIZES.contains(&label) {
        digits(text.split_once(" bytes").map_or(text, |(number, _)| number))
    } else if COUNTS.contains(&label) {
        digits(text)
    } else if OFFSETS.contains(&label) {
        text.strip_prefix("0x").map_or_else(|| digits(text), |hex| u64::from_str_radix(hex, 16).ok())
    } else {
        return Said::Text(text);
    };
    match number {
        Some(number) => Said::Number(number),
        None if matches!(text, "" | "none") => Said::Nothing,
        None => Said::Text(text),
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A size in bytes, with a larger unit beside it where that is easier to read.
pub fn bytes(n: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS.iter().find(|(unit, _)| n >= 10 * unit) {
        // Rounded, and without a sum: a file may say that it has any number of bytes.
        Some((unit, name)) => {
            format!("{n} bytes ({} {name})", n / unit + u64::from(n % unit >= unit / 2))
        }
        None => format!("{n} bytes"),
    }
}
