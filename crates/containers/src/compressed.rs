//! Compressed parts, and compressed offload bundles (llvm/Object/OffloadBundle.h), as `clang-offload-bundler -compress` and HIP write them.
//!
//! ```text
//! "CCOB" | version u16, method u16 | version 1:                 size unpacked u32 | hash u64 | bytes
//!                                    version 2: size u32,       size unpacked u32 | hash u64 | bytes
//!                                    version 3: size u64,       size unpacked u64 | hash u64 | bytes
//! ```
//!
//! The first size is of all of it. Methods are 0 (zlib) and 1 (Zstandard); zlib is undone here. Bundles stand one behind the other, with zero
//! bytes between them.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use outlast_core::{Budget, INFLATION};

/// How a compressed bundle begins.
const MAGIC: &[u8] = b"CCOB";

/// Compressed bytes that are looked at for a unit of the budget: parts can overlap.
const PACKED: usize = 8;

/// Unpacked bytes for a unit of the budget.
const UNPACKED: usize = 1024;

/// How a part is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// As zlib does it.
    Zlib,
    /// In another way: its name.
    Other(&'static str),
}

impl Packing {
    /// Undoes it.
    ///
    /// # Errors
    ///
    /// Why it cannot be undone.
    pub fn unpack(self, bytes: &[u8], budget: &mut Budget) -> Result<Vec<u8>, String> {
        if let Packing::Other(name) = self {
            return Err(format!("it is compressed with {name}, which is not undone here"));
        }
        let most = u64::try_from(bytes.len()).unwrap_or(u64::MAX).saturating_mul(INFLATION);
        if !budget.spend(1 + bytes.len() / PACKED) {
            return Err("its bytes are looked at too often".into());
        }
        let unpacked = decompress_to_vec_zlib_with_limit(bytes, usize::try_from(most).unwrap_or(usize::MAX))
            .map_err(|_| "it is compressed with zlib, and damaged or too large".to_string())?;
        budget.spend(unpacked.len() / UNPACKED);
        Ok(unpacked)
    }
}

/// Whether compressed offload bundles begin here.
pub fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The header of a compressed bundle.
struct Header {
    packing: Packing,
    /// Bytes of the header.
    header: usize,
    /// Bytes of all of it; `None` where it does not say.
    size: Option<usize>,
    unpacked: u64,
}

fn header(bytes: &[u8]) -> Result<Header, String> {
    let short = |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk).map(|n| u16::from_le_bytes(*n));
    let word =
        |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk).map(|n| u64::from(u32::from_le_bytes(*n)));
    let long = |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk).map(|n| u64::from_le_bytes(*n));
    let version = short(4);
    let (header, size, unpacked) = match version {
        Some(1) => (20, None, word(8)),
        Some(2) => (24, word(8), word(12)),
        Some(3) => (32, long(8), long(16)),
        Some(version) => {
            return Err(format!("its version is {version}, and versions 1 to 3 are known"));
        }
        None => return Err("it ends in its header".into()),
    };
    let packing = match short(6) {
        Some(0) => Packing::Zlib,
        Some(1) => Packing::Other("Zstandard"),
        _ => Packing::Other("an unknown method"),
    };
    let unpacked = unpacked.filter(|_| bytes.len() >= header).ok_or("it ends in its header")?;
    let index = |size: u64| usize::try_from(size).unwrap_or(usize::MAX);
    Ok(Header { packing, header, size: size.map(index), unpacked })
}

/// What is in compressed offload bundles, one behind the other.
///
/// # Errors
///
/// Why it cannot be told.
pub fn unpack_bundles(bytes: &[u8], budget: &mut Budget) -> Result<Vec<u8>, String> {
    let (mut all, mut rest) = (Vec::new(), bytes);
    while is_bundle(rest) {
        let Header { packing, header, size, unpacked } = header(rest)?;
        // Without a size, it goes on to where the next begins, as readers of LLVM have it.
        let next = || rest.windows(MAGIC.len()).skip(header).position(|four| four == MAGIC);
        let size = size.unwrap_or_else(|| next().map_or(rest.len(), |at| at + header));
        let packed = rest.get(header..size).ok_or("it ends before its own size says")?;
        let one = packing.unpack(packed, budget)?;
        if u64::try_from(one.len()) != Ok(unpacked) {
            return Err(format!("it has {} bytes unpacked, where its header says {unpacked}", one.len()));
        }
        all.extend(one);
        let behind = rest.get(size..).unwrap_or_default();
        let zeros = behind.iter().position(|byte| *byte != 0).unwrap_or(behind.len());
        rest = behind.get(zeros..).unwrap_or_default();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::unpack_bundles;
    use crate::parts::budget;

    fn bundle(version: u16, method: u16, content: &[u8]) -> Vec<u8> {
        let packed = compress_to_vec_zlib(content, 6);
        let unpacked = u32::try_from(content.len()).unwrap();
        let size = |header: usize| u32::try_from(header + packed.len()).unwrap();
        let mut bytes = b"CCOB".to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend(method.to_le_bytes());
        match version {
            1 => bytes.extend(unpacked.to_le_bytes()),
            2 => bytes.extend([size(24).to_le_bytes(), unpacked.to_le_bytes()].concat()),
            _ => {
                bytes.extend([u64::from(size(32)).to_le_bytes(), u64::from(unpacked).to_le_bytes()].concat());
            }
        }
        bytes.extend(*b"the hash");
        [bytes, packed].concat()
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
        unpack_bundles(bytes, &mut budget(bytes))
    }

    #[test]
    fn three_versions() {
        for version in 1..=3 {
            let one = bundle(version, 0, b"one bundle");
            assert_eq!(unpack(&one).unwrap(), b"one bundle");
            let two = [one.clone(), bundle(version, 0, b" and another")].concat();
            assert_eq!(unpack(&two).unwrap(), b"one bundle and another");
        }
        // Bundles in a section are aligned.
        let apart = [bundle(2, 0, b"one"), vec![0; 4096], bundle(3, 0, b"two")].concat();
        assert_eq!(unpack(&apart).unwrap(), b"onetwo");
    }

    #[test]
    fn what_is_not_undone() {
        let says = |bytes: &[u8]| unpack(bytes).unwrap_err();
        assert_eq!(says(&bundle(2, 1, b"one")), "it is compressed with Zstandard, which is not undone here");
        assert_eq!(says(&bundle(4, 0, b"one")), "its version is 4, and versions 1 to 3 are known");
        let one = bundle(3, 0, b"one bundle");
        for length in 4..one.len() {
            assert!(unpack(&one[..length]).is_err(), "{length}");
        }
        let mut wrong = bundle(1, 0, b"one");
        wrong[8] = 4;
        assert_eq!(says(&wrong), "it has 3 bytes unpacked, where its header says 4");
        let bomb = bundle(3, 0, &vec![0; 1 << 20]);
        assert!(says(&bomb).contains("too large"));
    }
}
