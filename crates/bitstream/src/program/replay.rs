//! Bitstreams: decoded and encoded.

use crate::BitstreamFile;
use outlast_core::{Error, Output, to_index};

use outlast_model::conversion::{ConvertError, Replayed};

/// Decodes and encodes a stream, token by token. Kept as they are: bytes around the stream that no token holds, and where
/// the file has a wrapper, those between its header and the stream.
pub(super) fn replay(file: &BitstreamFile<'_>) -> Result<Replayed<'static>, ConvertError> {
    let bytes = crate::replay(file.bytes).map_err(Error::from)?;
    if bytes != file.bytes {
        let why = "what was decoded does not encode to the same bytes: a fault of outlast, please report it";
        return Err(ConvertError::impossible(why));
    }
    let header = file.wrapper.map_or(0, |wrapper| crate::Wrapper::SIZE.min(to_index(wrapper.offset)));
    let decoded = file.stream.bytes().len() + header;
    let kept = bytes.len().saturating_sub(decoded);
    Ok(Replayed::new(Output::of(bytes), decoded, kept))
}
