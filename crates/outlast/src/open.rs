//! Files of all families: opened, verified, visited region by region, printed.

use std::io;

use outlast_core::{Diagnostic, RegionSink};

use crate::detect::{self, Detection, detect};
use crate::error::OpenError;
use crate::families::{self, features, risks};
use crate::family::{Dump, DumpError, FamilyDef, FormatDef, VerifyOptions};
use crate::kind::FileKind;
use crate::options::Options;
use crate::program::Program;

/// What is said of parts that are not read.
const MOST_NOTES: usize = 4;

/// Addresses that a refusal names.
const MOST_ADDRESSES: usize = 8;

/// Opens a file; its first bytes say of which kind it is.
///
/// ```
/// let error = outlast::open(b"\x1f\x8b\x08\0").unwrap_err();
/// assert_eq!(error.to_string(), "not a program file: it is a gzip stream: decompress it first");
/// ```
///
/// # Errors
///
/// Why it is not opened.
pub fn open(bytes: &[u8]) -> Result<Program<'_>, OpenError> {
    open_with(bytes, &Options::none())
}

/// Opens a file with options of its family; those of others do not matter.
///
/// # Errors
///
/// Why it is not opened.
pub fn open_with<'a>(bytes: &'a [u8], options: &Options) -> Result<Program<'a>, OpenError> {
    Program::open(reader(bytes)?, bytes, options, risks)
}

/// The family and format of a file that this build reads.
///
/// # Errors
///
/// Why it does not.
pub fn reader(bytes: &[u8]) -> Result<(&'static FamilyDef, &'static FormatDef), OpenError> {
    if let Some(found) = families::format_of(bytes) {
        return Ok(found);
    }
    if let Some((kind, feature)) = features::missing(bytes) {
        return Err(OpenError::FeatureOff(kind, feature));
    }
    Err(match detect(bytes) {
        Detection::Known(kind) => container(kind, bytes),
        Detection::Other(what) => OpenError::UnknownFormat(what),
    })
}

/// The article before the title of a kind that holds others.
fn article(kind: FileKind) -> &'static str {
    let vowels = [detect::OBJECT, detect::OFFLOAD_BINARY, detect::OFFLOAD_BUNDLE, detect::FAT_BINARY];
    if vowels.contains(&kind) { "an" } else { "a" }
}

/// Why a file of a kind that holds others is not opened itself.
fn container(kind: FileKind, bytes: &[u8]) -> OpenError {
    let holdings = detect::holdings(bytes).unwrap_or_default();
    if holdings.found.is_empty() {
        if !holdings.notes.is_empty() {
            return OpenError::NotLookedInto(kind, and_more(&holdings.notes));
        }
        let others: Vec<String> =
            holdings.others.iter().map(|(address, what)| format!("{address}: {what}")).collect();
        let others = if others.is_empty() { String::new() } else { format!("; {}", and_more(&others)) };
        let (article, title) = (article(kind), kind.title());
        return OpenError::UnknownFormat(format!("{article} {title} without a stream in it{others}"));
    }
    let more = holdings.more + holdings.found.len().saturating_sub(MOST_ADDRESSES) as u64;
    let addresses = holdings.found.into_iter().take(MOST_ADDRESSES).map(|hidden| hidden.address);
    OpenError::Container(kind, addresses.collect(), more)
}

/// The first of some sentences, and how many more there are.
fn and_more(all: &[String]) -> String {
    let shown = all.iter().take(MOST_NOTES).cloned().collect::<Vec<_>>().join("; ");
    match all.len().saturating_sub(MOST_NOTES) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

/// Whether a file is sound in its own release: every finding. Works on files that [`open`] gives up on.
///
/// # Errors
///
/// Why it cannot be told.
pub fn verify(bytes: &[u8]) -> Result<(FileKind, Vec<Diagnostic>), OpenError> {
    verify_with(bytes, &VerifyOptions::default())
}

/// As [`verify`], with options.
///
/// # Errors
///
/// As [`verify`].
pub fn verify_with(bytes: &[u8], options: &VerifyOptions) -> Result<(FileKind, Vec<Diagnostic>), OpenError> {
    let (_, format) = reader(bytes)?;
    Ok((format.kind, (format.verify)(bytes, options)))
}

/// Visits every region of a file, in file order; goes on past what cannot be read.
///
/// # Errors
///
/// Why the file is not visited.
pub fn regions(bytes: &[u8], sink: &mut dyn RegionSink) -> Result<FileKind, OpenError> {
    regions_with(bytes, &Options::none(), sink)
}

/// As [`regions`], with options of the file's family.
///
/// # Errors
///
/// As [`regions`].
pub fn regions_with(
    bytes: &[u8],
    options: &Options,
    sink: &mut dyn RegionSink,
) -> Result<FileKind, OpenError> {
    let (_, format) = reader(bytes)?;
    (format.regions)(bytes, options, sink);
    Ok(format.kind)
}

/// Prints a file of this name as text, in the form that its format has.
///
/// # Errors
///
/// Why it is not printed, or not to its end.
pub fn dump_text(
    name: &str,
    bytes: &[u8],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), DumpError> {
    let (_, format) = reader(bytes).map_err(|error| DumpError::Impossible(error.to_string()))?;
    match format.dump {
        Dump::Text(print) => print(name, bytes, options, out),
        Dump::Tables => Err(DumpError::Impossible("files of this kind have tables, and no text".into())),
    }
}
