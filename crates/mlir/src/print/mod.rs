//! Assembly text: the generic form, as `mlir-opt --mlir-print-op-generic` prints it.
//!
//! What upstream prints depends on the release: [`PrintOptions::release`] says which one is followed, by default the producer's.
//!
//! Where something is not known, the text says so in a form of our own that no dialect has:
//!
//! * `#outlast.opaque<"dialect", "0x…">`, `!outlast.opaque<"dialect", "0x…">`: an attribute or type in an encoding that is not known,
//!   with its bytes. They may refer to tables of the file, so they mean nothing outside of it.
//! * `<#outlast.opaque<"properties", "0x…">>`: properties of an operation without a schema.

pub(crate) mod affine;
mod alias;
mod attr;
pub(crate) mod big;
mod children;
mod collect;
pub(crate) mod dense;
mod elements;
pub(crate) mod float;
mod keys;
mod llvm;
mod location;
pub(crate) mod number;
mod ops;
mod output;
mod parts;
mod properties;
mod quant;
mod resources;
pub(crate) mod scan;
mod snippets;
mod stablehlo;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod values;
mod vhlo;
mod visit;

use std::{fmt, io};

use outlast_core::Budget;

use crate::ir::Ir;
use crate::schema::FileSchemas;
use crate::tables::Tables;

pub use properties::reader_schemas;
pub(crate) use scan::string_end;
pub use snippets::Snippets;
pub(crate) use types::scalable;

/// What is printed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// Version of the container that the tables were read from.
    pub version: u64,
    /// The producer, as the file names it.
    pub producer: &'s [u8],
    /// Tables.
    pub tables: &'s Tables<'s>,
    /// Operations; regions that were skipped are printed as `{...}`.
    pub ir: &'s Ir,
    /// What is known about properties.
    pub schemas: &'s FileSchemas,
}

/// How text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// The release of LLVM whose spelling is followed; none: the producer's, or the newest if it is no release of MLIR.
    pub release: Option<u32>,
    /// Without aliases and resources, as with `--mlir-print-local-scope`.
    pub local_scope: bool,
    /// With locations, as with `--mlir-print-debuginfo`.
    pub debug_info: bool,
    /// Dense attributes with more elements than this are hexadecimal; none are, if there is no number.
    pub hex_above: Option<usize>,
    /// Text that is longer than this, in bytes, is cut there, and ends with a line that says so: attributes can have each other inside so
    /// that their text has no bounds. See [`most_of`].
    pub most_bytes: u64,
}

impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions {
            release: None,
            local_scope: false,
            debug_info: false,
            hex_above: Some(100),
            most_bytes: 1 << 36,
        }
    }
}

/// The most text that is printed of a file of so many bytes, unless another limit is asked for: 64 times the file and 1 GiB. No genuine
/// file has near as much.
pub fn most_of(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(64).saturating_add(1 << 30)
}

/// Why text was not printed.
#[derive(Debug)]
#[non_exhaustive]
pub enum PrintError {
    /// It could not be written.
    Io(io::Error),
    /// There is more text than [`PrintOptions::most_bytes`]. What was printed ends with a line that is no assembly text.
    TooLong,
    /// Texts of single attributes and types, each once, are together longer than 64 times what the file's tables take and 64 MiB, or take
    /// as much work. What was printed ends with a line that is no assembly text.
    TooMuch,
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::Io(error) => error.fmt(f),
            PrintError::TooLong => {
                f.write_str("there is more text than its limit: attributes or types have each other inside")
            }
            PrintError::TooMuch => {
                f.write_str("attributes or types have more text than the bytes of the file justify")
            }
        }
    }
}

impl std::error::Error for PrintError {}

/// What of the text depends on the release and the options.
#[derive(Clone, Copy, Debug)]
struct Style {
    release: u32,
    hex_above: Option<usize>,
}

/// The newest release whose spelling is known.
pub(crate) const NEWEST: u32 = 24;

impl Style {
    fn of(producer: &[u8], options: &PrintOptions) -> Style {
        let named = producer.strip_prefix(b"MLIR").and_then(|rest| {
            let (digits, _) = rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_digit()).count());
            std::str::from_utf8(digits).ok()?.parse().ok()
        });
        let release = options.release.or(named).unwrap_or(NEWEST);
        Style { release, hex_above: options.hex_above }
    }

    /// Whether numbers of values are given only once in the whole text.
    fn unique_values(self) -> bool {
        self.release >= 18
    }

    /// Whether a dot follows a dialect's name that is all of an operation's name.
    fn keeps_dots(self) -> bool {
        self.release < 17
    }

    /// Whether operations have properties beside attributes.
    fn has_properties(self) -> bool {
        self.release >= 17
    }

    /// Whether a dense attribute has a byte for each bit in memory, and so in hexadecimal.
    fn bits_are_bytes(self) -> bool {
        self.release >= 23
    }

    /// Whether keys of resources that are no single word stand in quotes.
    fn quotes_resource_keys(self) -> bool {
        self.release >= 19
    }
}

/// Prints the operations of a file.
///
/// # Errors
///
/// The text could not be written, or is longer than its limit.
pub fn print(source: &Source<'_>, options: &PrintOptions, out: &mut dyn io::Write) -> Result<(), PrintError> {
    print_within(source, options, source.tables.budget(), out)
}

/// The same with a budget of its own for the texts of attributes and types, each once.
fn print_within(
    source: &Source<'_>,
    options: &PrintOptions,
    budget: Budget,
    out: &mut dyn io::Write,
) -> Result<(), PrintError> {
    let mut texts = text::Texts::within(source.tables, Style::of(source.producer, options), budget);
    if !options.local_scope {
        collect::aliases(&mut texts, source, options);
    }
    let mut printer = ops::Printer::new(*source, *options, texts, out);
    let printed = printer.all();
    if let Err(PrintError::TooLong | PrintError::TooMuch) = printed {
        printer.end_early()?;
    }
    printed
}
