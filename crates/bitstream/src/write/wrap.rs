//! The wrapper around bitcode for Apple's targets: [`wrap`].

use crate::stream::Wrapper;
use crate::write::error::{WriteError, WriteErrorKind};

/// What a wrapper says besides the place of the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wrapping {
    /// Its version: 0; nobody checks it.
    pub version: u32,
    /// The CPU type of Mach-O: `0x0100_0007` for x86-64, `0x0100_000C` for arm64.
    pub cpu_type: u32,
    /// Bytes that the file is filled up to a multiple of, with zeros: 16 as Darwin's linker wants it, 0 or 1 for none.
    pub align: u32,
}

impl Wrapper {
    /// The header's bytes.
    pub fn to_bytes(&self) -> [u8; Wrapper::SIZE] {
        let mut out = [0; Wrapper::SIZE];
        let words = [u32::from_le_bytes(Wrapper::MAGIC), self.version, self.offset, self.size, self.cpu_type];
        for (to, word) in out.chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        out
    }
}

/// A stream in a wrapper.
///
/// # Errors
///
/// [`WriteErrorKind::Wrapper`] for a stream of 4 GiB or more.
pub fn wrap(stream: &[u8], with: Wrapping) -> Result<Vec<u8>, WriteError> {
    let len = u64::try_from(stream.len()).unwrap_or(u64::MAX);
    let Ok(size) = u32::try_from(len) else {
        return Err(WriteError::new(WriteErrorKind::Wrapper("size", len), 0, Vec::new()));
    };
    let offset = u32::try_from(Wrapper::SIZE).unwrap_or(20);
    let header = Wrapper { version: with.version, offset, size, cpu_type: with.cpu_type };
    let mut out = header.to_bytes().to_vec();
    out.extend_from_slice(stream);
    let align = usize::try_from(with.align).unwrap_or(1).max(1);
    out.resize(out.len().next_multiple_of(align), 0);
    Ok(out)
}
