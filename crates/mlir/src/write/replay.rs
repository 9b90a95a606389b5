//! [`replay`]: a file decoded and encoded again, with the indices it has.

use outlast_core::Result;

use super::{Layout, encode};
use crate::file::File;
use crate::ir::{Ir, Nested};
use crate::tables::Tables;

/// What came of decoding and encoding a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The bytes that were encoded.
    pub bytes: Vec<u8>,
    /// Where they first differ from the file; none if they do not. A file whose writer encodes numbers longer than needed, or
    /// pads where nothing is aligned, is not one that can be replayed.
    pub difference: Option<usize>,
}

/// Decodes every table and every operation of a file, and encodes them again.
///
/// # Errors
///
/// As for reading.
pub fn replay(data: &[u8]) -> Result<Replay> {
    let file = File::open(data)?;
    let tables = Tables::read(&file)?;
    let ir = Ir::read(&file, &tables, Nested::Read)?;
    let bytes = encode(&Layout::of(&file), tables, ir, None).concat();
    let same = bytes.iter().zip(data).take_while(|(one, other)| one == other).count();
    let difference = (bytes != data).then_some(same);
    Ok(Replay { bytes, difference })
}
