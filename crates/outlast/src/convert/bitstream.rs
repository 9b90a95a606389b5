//! Bitstreams: decoded and encoded.

use outlast_bitstream::BitstreamFile;

use super::{ConvertError, Replayed};
use crate::check::CheckError;

/// Decodes and encodes a stream.
pub(super) fn replay(file: &BitstreamFile<'_>) -> Result<Replayed, ConvertError> {
    let _ = file;
    Err(ConvertError::Check(CheckError::Impossible("bitstreams are not encoded yet".into())))
}
