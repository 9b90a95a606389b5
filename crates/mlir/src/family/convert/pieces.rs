//! What was encoded as pieces of an output: blobs of resources are bulk data, which stay in the file.

use std::borrow::Cow;

use crate::File;
use crate::defs::section;
use crate::wire::Piece;
use outlast_core::{Image, Output, offset_in};

/// Bytes from which on a blob is bulk data. What is written does not depend on it; in tests, whose blobs are small, all are that
/// are not copied.
const BULK: usize = if cfg!(debug_assertions) { 1 } else { 4096 };

/// A file that was encoded from what was read of `file`.
pub(super) fn output<'a>(file: &File<'a>, pieces: Vec<Piece<'a>>) -> Output<'a> {
    let mut output = Output::default();
    for piece in pieces {
        output.push(match &piece {
            Cow::Borrowed(raw) if is_blob(file, raw) => outlast_core::Piece::Weights(piece),
            _ => outlast_core::Piece::Bytes(piece),
        });
    }
    output
}

/// The same, as readers see it.
pub(in super::super) fn image<'a>(
    file: &File<'a>,
    pieces: Vec<Piece<'a>>,
) -> outlast_core::Result<Image<'a>> {
    Image::new(output(file, pieces))
}

/// Whether bytes are the content of a resource: what says where it ends, and whose it is, stands elsewhere.
fn is_blob(file: &File<'_>, raw: &[u8]) -> bool {
    let start = offset_in(file.data(), raw).filter(|_| raw.len() >= BULK);
    let resources = file.section(section::RESOURCE);
    start
        .zip(resources)
        .is_some_and(|(start, section)| section.start <= start && start + raw.len() <= section.end)
}
