//! [`Summary`]: a file in one screen, as data.

use crate::kind::FileKind;

/// A label and its value: `schema version`, `0`.
pub type Fact = (&'static str, String);

/// A table of a summary: a title, column headings, rows.
#[derive(Clone, Debug, Default)]
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
pub struct Summary {
    /// What kind of file.
    pub kind: FileKind,
    /// Facts of the file as a whole.
    pub facts: Vec<Fact>,
    /// Entry points, tensors, test cases, sizes.
    pub listings: Vec<Listing>,
}

impl Summary {
    /// Adds a fact.
    pub fn fact(&mut self, label: &'static str, value: impl Into<String>) {
        self.facts.push((label, value.into()));
    }

    /// Adds a listing.
    pub fn list(&mut self, title: &'static str, columns: &'static [&'static str], rows: Vec<Vec<String>>) {
        self.listings.push(Listing { title, columns, rows });
    }
}

/// Bytes as hexadecimal digits.
#[cfg(any(feature = "llvm", feature = "swift", feature = "mlir"))]
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A size in bytes, with a larger unit beside it where that is easier to read.
#[cfg(any(feature = "executorch", feature = "llvm", feature = "swift", feature = "mlir", feature = "torch"))]
pub(crate) fn bytes(n: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS.iter().find(|(unit, _)| n >= 10 * unit) {
        // Rounded, and without a sum: a file may say that it has any number of bytes.
        Some((unit, name)) => {
            format!("{n} bytes ({} {name})", n / unit + u64::from(n % unit >= unit / 2))
        }
        None => format!("{n} bytes"),
    }
}
