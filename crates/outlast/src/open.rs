//! Files of all families: opened, verified, visited region by region, printed.

use std::io;

use outlast_core::{Code, CodeInfo, Diagnostic, Error, RegionSink};

use crate::detect::{self, Detection, detect};
use crate::error::OpenError;
use crate::families;
use crate::family::{Dump, DumpError, FamilyDef, FormatDef, VerifyOptions};
use crate::kind::FileKind;
use crate::options::Options;
use crate::program::Program;

/// Addresses that a refusal names.
#[cfg(any(feature = "llvm", feature = "swift"))]
const MOST_ADDRESSES: usize = 8;

/// Opens a file; its first bytes say of which kind it is.
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
    let (family, format) = reader(bytes)?;
    let opened = (format.open)(bytes, options).map_err(|error| OpenError::Unreadable(format.kind, error))?;
    Ok(Program::new((family.name, format.kind), bytes, options.clone(), opened))
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
    match detect(bytes) {
        Detection::Known(kind) if kind.holds_others() => Err(holds(kind, bytes)),
        Detection::Known(kind) => Err(OpenError::NotSupported(kind)),
        Detection::Other(what) => Err(OpenError::NotKnown(what)),
    }
}

/// The article before the title of a kind that holds others.
fn article(kind: FileKind) -> &'static str {
    let vowels = [detect::OBJECT, detect::OFFLOAD_BINARY, detect::OFFLOAD_BUNDLE];
    if vowels.contains(&kind) { "an" } else { "a" }
}

/// Why a file of a kind that holds others is not opened itself.
#[cfg(not(any(feature = "llvm", feature = "swift")))]
fn holds(kind: FileKind, _bytes: &[u8]) -> OpenError {
    OpenError::NotKnown(format!(
        "{} {}: builds with the feature `llvm` or `swift` read the streams in it",
        article(kind),
        kind.title()
    ))
}

/// Why a file of a kind that holds others is not opened itself.
#[cfg(any(feature = "llvm", feature = "swift"))]
fn holds(kind: FileKind, bytes: &[u8]) -> OpenError {
    let Some(holdings) = detect::holdings(bytes) else { return OpenError::NotSupported(kind) };
    if holdings.found.is_empty() {
        let notes = holdings.notes.iter().take(4).map(|note| format!("; {note}")).collect::<String>();
        return OpenError::NotKnown(format!(
            "{} {} without a stream in it{notes}",
            article(kind),
            kind.title()
        ));
    }
    let more = holdings.more + holdings.found.len().saturating_sub(MOST_ADDRESSES) as u64;
    let addresses = holdings.found.into_iter().take(MOST_ADDRESSES).map(|hidden| hidden.address);
    OpenError::Holds(kind, addresses.collect(), more)
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

/// Writes the tables of a file as JSON, as `flatc --json` would with the schema of the newest release; `None` for formats that
/// have no such form.
pub fn dump_json(program: &Program<'_>) -> Option<String> {
    program.opened().tables()
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

/// Whether a reason with this code says that a file is missing which is loaded together with the program.
pub fn misses_companion(code: Code) -> bool {
    families::all().any(|family| family.companions.missing.contains(&code))
}

/// Whether a reason with this code says that what was loaded together with the program is another one's.
pub fn is_of_other_companion(code: Code) -> bool {
    families::all().any(|family| family.companions.other.contains(&code))
}

/// What every code means.
pub fn codes() -> Vec<CodeInfo> {
    let mut codes: Vec<CodeInfo> = Error::codes().to_vec();
    for family in families::all() {
        codes.extend(family.codes.iter().copied().flatten());
    }
    #[cfg(feature = "lint")]
    codes.extend(crate::lint::rules().map(crate::lint::Rule::info));
    codes.sort_by_key(|c| c.code);
    // Families share codes of formats that they share.
    codes.dedup_by(|a, b| a.code == b.code && a.title == b.title);
    codes
}
