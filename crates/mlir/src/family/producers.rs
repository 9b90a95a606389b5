//! Who wrote a file: the release that encoded it, and the one whose operations it has.
//!
//! Where properties were encoded anew, the producer's text names both: `MLIR22.1.8 (from MLIR19.1.7)`.

use crate::File;

use super::profile;
use outlast_model::targets::Profile;

/// The measured release that wrote what a file has.
pub(super) fn producer_of(file: &File<'_>) -> Option<Profile> {
    producer(origin(&String::from_utf8_lossy(file.producer())))
}

/// The major number of the measured release whose encodings and numbers a file has: mostly its producer's.
pub(super) fn encoder_of(file: &File<'_>) -> Option<u32> {
    encoder(&String::from_utf8_lossy(file.producer()))
}

pub(super) fn encoder(text: &str) -> Option<u32> {
    let text = text.split_once(ORIGIN).map_or(text, |(encoder, _)| encoder);
    producer(text).as_ref().map(major)
}

/// What stands between an encoding's release and the producer of what is encoded.
const ORIGIN: &str = " (from ";

/// The producer of a file whose properties are encoded as a release does it, and that another one wrote.
pub(super) fn with_origin(release: &str, producer: &[u8]) -> Vec<u8> {
    let producer = String::from_utf8_lossy(producer);
    format!("MLIR{release}{ORIGIN}{})", origin(&producer)).into_bytes()
}

/// Whose operations a file has: what its producer's text names behind the release that encoded them, or the producer.
pub(super) fn origin(producer: &str) -> &str {
    producer.split_once(ORIGIN).map_or(producer, |(_, from)| from.trim_end_matches(')'))
}

/// The profile of a producer, if it is a measured release, whatever its patch number: definitions do not change with it.
pub(super) fn producer(text: &str) -> Option<Profile> {
    let number = text.strip_prefix("MLIR").filter(|number| !number.ends_with("git"))?;
    let major = number.split('.').next()?;
    profile(major)
}

/// The number by which a release of LLVM is known, whatever its patch number.
pub(super) fn major(profile: &Profile) -> u32 {
    profile.release.parts()[0].into()
}
