//! The headers that stand between a FlatBuffer's identifier and its tables: `eh00` in programs, `FH01` in tensor data.
//!
//! ```text
//! program, at 8:      "eh00"  u32 length (24 or 32)  u64 program size  u64 segment base  [u64 segment data size]
//! tensor data, at 8:  "FH01"  u32 length (40)  u64 flatbuffer offset  u64 flatbuffer size  u64 segment base
//!                     u64 segment data size
//! ```
//!
//! Offsets count from the start of the file. The header of a program is optional: it is there when segments hold
//! bytes. A reader that does not find the magic takes the whole file as the program.

use outlast_core::{Bytes, Error, ErrorKind, Result, to_index};
use outlast_flatbuffers::ContainerHeader;

/// Bytes that a runtime reads first; a shorter file cannot load.
pub const HEAD_BYTES: usize = 64;

/// Demands the identifier of a kind of file at its fourth byte.
pub(crate) fn expect_identifier(file: &Bytes<'_>, magic: &[u8; 4], expected: &'static str) -> Result<()> {
    let found = file.slice(4, 4, "file identifier")?;
    if found == magic {
        return Ok(());
    }
    Err(Error::new(ErrorKind::BadMagic { found: found.to_vec(), expected }, file.span(4, 4)))
}

/// The extended header of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExtendedHeader {
    /// Length in bytes as written: 24 up to release 0.7, 32 from 1.0. Readers accept larger ones and skip the rest.
    pub length: u32,
    /// Size in bytes of the FlatBuffer from the start of the file, this header included.
    pub program_size: u64,
    /// Where segment data starts in the file; 0 where there is none.
    pub segment_base: u64,
    /// Bytes of segment data without padding after them; only headers of 32 bytes have it.
    pub segment_data_size: Option<u64>,
}

impl ExtendedHeader {
    /// The magic.
    pub const MAGIC: &'static [u8; 4] = b"eh00";
    /// The shortest length that readers accept.
    pub const MIN_LENGTH: u32 = 24;

    /// Reads the header, if the magic is there.
    pub fn read(file: &Bytes<'_>) -> Result<Option<ExtendedHeader>> {
        if file.data().get(8..12) != Some(Self::MAGIC) {
            return Ok(None);
        }
        let length = file.u32(12, "extended header length")?;
        if length < Self::MIN_LENGTH {
            let why = format!("{length} bytes, readers refuse less than {}", Self::MIN_LENGTH);
            let kind = ErrorKind::Invalid { what: "extended header length", why };
            return Err(Error::new(kind, file.span(12, 4)));
        }
        let segment_data_size = match length {
            ..32 => None,
            _ => Some(file.u64(32, "segment data size")?),
        };
        Ok(Some(ExtendedHeader {
            length,
            program_size: file.u64(16, "program size")?,
            segment_base: file.u64(24, "segment base offset")?,
            segment_data_size,
        }))
    }

    /// What it takes of the buffer. Readers look at 24 bytes, or at 32 if it says that it has as many.
    pub fn container(&self) -> ContainerHeader {
        let fields = if self.length < 32 { 24 } else { 32 };
        ContainerHeader { length: to_index(self.length), fields }
    }
}

/// The header of a tensor data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatTensorHeader {
    /// Length in bytes: 40 in every known release. Readers accept larger ones and skip the rest.
    pub length: u32,
    /// Where the FlatBuffer's tables start in the file.
    pub flatbuffer_offset: u64,
    /// Their size in bytes.
    pub flatbuffer_size: u64,
    /// Where segment data starts in the file.
    pub segment_base: u64,
    /// Bytes of segment data.
    pub segment_data_size: u64,
}

impl FlatTensorHeader {
    /// The magic.
    pub const MAGIC: &'static [u8; 4] = b"FH01";
    /// The shortest length that readers accept.
    pub const MIN_LENGTH: u32 = 40;

    /// Reads the header; it is not optional.
    pub fn read(file: &Bytes<'_>) -> Result<FlatTensorHeader> {
        let magic = file.slice(8, 4, "header magic")?;
        if magic != Self::MAGIC {
            let kind = ErrorKind::BadMagic { found: magic.to_vec(), expected: "FH01" };
            return Err(Error::new(kind, file.span(8, 4)));
        }
        let length = file.u32(12, "header length")?;
        if length < Self::MIN_LENGTH {
            let why = format!("{length} bytes, readers refuse less than {}", Self::MIN_LENGTH);
            return Err(Error::new(ErrorKind::Invalid { what: "header length", why }, file.span(12, 4)));
        }
        Ok(FlatTensorHeader {
            length,
            flatbuffer_offset: file.u64(16, "flatbuffer offset")?,
            flatbuffer_size: file.u64(24, "flatbuffer size")?,
            segment_base: file.u64(32, "segment base offset")?,
            segment_data_size: file.u64(40, "segment data size")?,
        })
    }

    /// What it takes of the buffer. Readers look at 40 bytes.
    pub fn container(&self) -> ContainerHeader {
        ContainerHeader { length: to_index(self.length), fields: to_index(FlatTensorHeader::MIN_LENGTH) }
    }
}

#[cfg(test)]
mod tests {
    use super::ExtendedHeader;
    use outlast_core::Bytes;

    fn file(length: u32) -> Vec<u8> {
        let mut raw = b"\0\0\0\0ET12eh00".to_vec();
        raw.extend(length.to_le_bytes());
        for n in [100u64, 128, 7] {
            raw.extend(n.to_le_bytes());
        }
        raw
    }

    #[test]
    fn both_lengths_and_none() {
        let read = |raw: &[u8]| ExtendedHeader::read(&Bytes::new(raw, 0));
        assert_eq!(read(&file(24)).unwrap().unwrap().segment_data_size, None);
        assert_eq!(read(&file(32)).unwrap().unwrap().segment_data_size, Some(7));
        assert_eq!(read(&file(4096)).unwrap().unwrap().segment_data_size, Some(7));
        assert_eq!(read(b"\0\0\0\0ET12eh01").unwrap(), None);
        assert!(read(&file(23)).is_err());
        assert!(read(&file(32)[..36]).is_err());
    }
}
