//! MLIR bytecode in every version of the container: what verification finds nothing in is converted, or the refusal says what the version cannot
//! hold.

use outlast::convert::ConvertError;
use outlast::{CheckError, Program};
use outlast_core::{Code, LIMIT, Severity};
use outlast_mlir::File;
use outlast_mlir::defs::version;

use crate::library;

/// Inputs of at most so many bytes are converted to every version; of larger ones the bytes say to which.
const SMALL: usize = 1 << 13;

/// What would be lost for the reader that the result is for: its definitions say so.
const LOST: Code = Code(2208);

/// What a loss is that no version of the container explains: the conversion itself has changed something.
const CHANGED: &[&str] = &[
    "has another value",
    "has other sizes",
    "was not there before",
    "could not be read again",
    "operations were read",
    "` would be `",
];

/// Converts a file in which verification finds neither errors nor warnings to versions of the container: how many conversions were made, and how
/// many were refused.
///
/// # Panics
///
/// A result is not as clean as the file was, does not replay, or has another version; a refusal has a reason that is not about the version;
/// the file could not be read after all.
pub(crate) fn versions(program: &Program<'_>, bytes: &[u8], sum: usize) -> (usize, usize) {
    let (mut made, mut refused) = (0, 0);
    for to in 0..=version::MAX {
        let chosen = u64::try_from(sum).is_ok_and(|sum| sum % (version::MAX + 1) == to);
        if bytes.len() > SMALL && !chosen {
            continue;
        }
        match library::to_version(program, to) {
            Ok(output) => {
                made += 1;
                clean(&output, to);
            }
            Err(ConvertError::Refused(blockers)) => {
                refused += 1;
                for blocker in blockers {
                    let why = &blocker.why;
                    let about = match blocker.code {
                        None => true,
                        Some(LOST) => !CHANGED.iter().any(|changed| why.contains(changed)),
                        Some(_) => false,
                    };
                    assert!(about, "to version {to}, of a clean file: {:?} {why}", blocker.code);
                }
            }
            // Limits of this library.
            Err(ConvertError::Check(CheckError::Unreadable(error))) if error.code() == LIMIT => refused += 1,
            Err(error) => panic!("to version {to}, of a clean file: {error}"),
        }
    }
    (made, refused)
}

/// A result: clean, of the version, replayed, and summed up.
fn clean(output: &[u8], to: u64) {
    let found = library::verify(output)
        .map(|[found, ..]| found)
        .unwrap_or_else(|error| panic!("to version {to}: {error}"));
    let bad: Vec<_> = found.iter().filter(|finding| finding.severity >= Severity::Warning).collect();
    assert!(bad.is_empty(), "what was written as version {to} is not clean: {bad:?}");
    let program = library::open(output).unwrap_or_else(|error| panic!("to version {to}: {error}"));
    assert!(
        File::open(output).is_ok_and(|file| file.version() == to),
        "what was written is not of version {to}"
    );
    match library::replay(&program) {
        Ok(copy) => assert!(copy == output, "what was written as version {to} replays to other bytes"),
        Err(error) => panic!("what was written as version {to} does not replay: {error}"),
    }
    let summary = library::inspect(&program);
    let limited = summary.as_ref().is_err_and(|error| error.code() == LIMIT);
    assert!(limited || summary.is_ok(), "what was written as version {to} has no summary: {summary:?}");
}
