//! Bitstreams: decoded and encoded.

use outlast_bitstream::BitstreamFile;

use super::{ConvertError, Replayed};
use crate::check::CheckError;

/// Decodes and encodes a stream.
pub(super) fn replay(file: &BitstreamFile<'_>) -> Result<Replayed, ConvertError> {
    let bytes = outlast_bitstream::replay(file.bytes).map_err(outlast_core::Error::from)?;
    if bytes != file.bytes {
        let why = "what was decoded does not encode to the same bytes: a fault of outlast, please report it";
        return Err(ConvertError::Check(CheckError::Impossible(why.into())));
    }
    let decoded = file.stream.bytes().len();
    let kept = bytes.len() - decoded;
    Ok(Replayed { bytes, decoded, kept })
}
