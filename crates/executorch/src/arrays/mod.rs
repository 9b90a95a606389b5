//! Arrays in files of other worlds: NumPy's `.npy` and `.npz`, and `.safetensors`.
//!
//! What is read is contiguous, little-endian and of a type that a program can hold. Data stay in the file unless they
//! are compressed or stand in another order. Nothing is allocated because a number in the file says so: a compressed
//! array may grow to what its own header says it holds, and all together to [`max_inflated`] of the file. Who knows what
//! the arrays are for says so before they grow: [`read_for`].

mod npy;
mod npz;
pub mod safetensors;

use std::borrow::Cow;

pub use crate::defs::ScalarType;
use outlast_core::{Bytes, Error, ErrorKind, Result};

/// Most bytes that the compressed arrays of one file may grow to.
pub const MAX_INFLATED: u64 = 1 << 32;

/// Bytes that the compressed arrays of a small file may grow to. Real weights hardly become smaller by compression; those
/// that do are zeros, as adapters have them before they are trained.
const FREE: u64 = 256 << 20;

/// Most bytes that the compressed arrays of a file of `len` bytes may grow to: 256 MiB and 64 times the file, up to
/// [`MAX_INFLATED`].
pub fn max_inflated(len: u64) -> u64 {
    len.saturating_mul(64).saturating_add(FREE).min(MAX_INFLATED)
}

/// What a compressed array says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Head<'h> {
    /// Its name.
    pub name: &'h str,
    /// Element type.
    pub scalar_type: ScalarType,
    /// Sizes; empty for a single number.
    pub sizes: &'h [usize],
    /// Bytes of the elements.
    pub bytes: u64,
}

/// What is done with a compressed array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Admit {
    /// It is decompressed, to as many bytes as its head says.
    Read,
    /// It is not: name, type and sizes are wanted, or are enough to refuse it. Its data are empty.
    HeadOnly,
    /// It is of no use; why.
    Refuse(String),
}

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array<'a> {
    /// Its name; that of a lone `.npy` file is empty.
    pub name: String,
    /// Element type.
    pub scalar_type: ScalarType,
    /// Sizes; empty for a single number.
    pub sizes: Vec<usize>,
    /// The elements in the order of their indices, little-endian.
    pub data: Cow<'a, [u8]>,
}

/// The arrays of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Arrays<'a> {
    /// In the order of the file; those of `.safetensors` in the order of their data.
    pub arrays: Vec<Array<'a>>,
    /// What `.safetensors` files say of arrays beside type and shape, as this library writes it.
    pub notes: safetensors::Notes,
}

/// Whether a file begins as files of arrays do.
pub fn is_file_of_arrays(file: &[u8]) -> bool {
    is_npz(file) || file.starts_with(npy::MAGIC) || file.get(8) == Some(&b'{')
}

fn is_npz(file: &[u8]) -> bool {
    file.starts_with(b"PK\x03\x04") || file.starts_with(b"PK\x05\x06")
}

/// Reads a file of arrays; what it is, its first bytes tell.
pub fn read(file: &[u8]) -> Result<Arrays<'_>> {
    Ok(read_for(file, &mut |_| Admit::Read)?.0)
}

/// As [`read`], and `admit` is asked about each compressed array before it grows. Returns also why arrays were refused.
pub fn read_for<'a>(
    file: &'a [u8],
    admit: &mut dyn FnMut(&Head<'_>) -> Admit,
) -> Result<(Arrays<'a>, Vec<String>)> {
    match is_npz(file) {
        true => npz::read(file, admit),
        false => Ok((read_plain(file)?, Vec::new())),
    }
}

/// A file that is not compressed.
fn read_plain(file: &[u8]) -> Result<Arrays<'_>> {
    let bytes = Bytes::new(file, 0);
    if file.starts_with(npy::MAGIC) {
        let array = npy::read(bytes, String::new())?;
        return Ok(Arrays { arrays: vec![array], notes: safetensors::Notes::default() });
    }
    if file.get(8) == Some(&b'{') {
        return safetensors::read(bytes);
    }
    let kind = ErrorKind::BadMagic {
        found: file.get(..8.min(file.len())).unwrap_or_default().to_vec(),
        expected: "the start of an .npz, .npy or .safetensors file",
    };
    Err(Error::new(kind, bytes.span(0, file.len().min(8))))
}

impl Array<'_> {
    /// The array as a file of NumPy (`.npy`, version 1.0); none for elements that NumPy has no type for.
    pub fn to_npy(&self) -> Option<Vec<u8>> {
        npy::write(self.scalar_type, &self.sizes, &self.data)
    }

    /// The sizes as programs hold them.
    pub fn sizes_i32(&self) -> Result<Vec<i32>> {
        let one = |n: &usize| {
            i32::try_from(*n).map_err(|_| {
                let why = format!(
                    "a dimension of `{}` is {n}; programs hold at most 2147483647",
                    self.name.escape_debug()
                );
                Error::new(ErrorKind::Invalid { what: "array", why }, outlast_core::Span::default())
            })
        };
        self.sizes.iter().map(one).collect()
    }
}

/// Bytes of an array of this type and shape.
fn byte_size(scalar_type: ScalarType, sizes: &[usize]) -> Option<usize> {
    let element = usize::try_from(scalar_type.size()?).ok()?;
    sizes.iter().try_fold(element, |n, size| n.checked_mul(*size))
}
