//! A NumPy array (`.npy`).
//!
//! ```text
//! "\x93NUMPY"  u8 major  u8 minor  u16 (1.x) or u32 (2.x, 3.x) length of the header
//! {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   spaces, newline   data
//! ```

use crate::defs::ScalarType;
use crate::{contiguous, reorder};
use outlast_core::{Bytes, Error, ErrorKind, Result};

use super::{Array, byte_size};

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";
/// Longest header that is read: real ones have 118 bytes.
const MAX_HEADER: usize = 1 << 16;
/// Most dimensions: what NumPy allows.
const MAX_RANK: usize = 64;

/// What stands before the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) scalar_type: ScalarType,
    pub(super) sizes: Vec<usize>,
    fortran_order: bool,
    /// Where the data start.
    pub(super) start: usize,
    /// Their length.
    pub(super) len: usize,
}

/// Reads a whole file.
pub(super) fn read(file: Bytes<'_>, name: String) -> Result<Array<'_>> {
    let header = header(file)?;
    let data = file.slice(header.start, header.len, "array data")?;
    if header.start + header.len != file.len() {
        let why = format!("{} bytes after the data", file.len() - header.start - header.len);
        return Err(invalid(file, header.start + header.len, 1, why));
    }
    let mut array = Array { name, scalar_type: header.scalar_type, sizes: header.sizes, data: data.into() };
    if header.fortran_order && array.sizes.len() > 1 {
        let order = contiguous(array.sizes.len());
        let reverse: Vec<u8> = order.iter().rev().copied().collect();
        let element = array.scalar_type.size().and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
        let data = reorder(&array.data, element, &array.sizes, &reverse, &order);
        array.data = data.ok_or_else(|| invalid(file, 0, 0, "impossible sizes".into()))?.into();
    }
    Ok(array)
}

fn invalid(file: Bytes<'_>, at: usize, len: usize, why: String) -> Error {
    Error::new(ErrorKind::Invalid { what: "NumPy array", why }, file.span(at, len))
}

/// Reads what stands before the data; of those nothing needs to be there.
pub(super) fn header(file: Bytes<'_>) -> Result<Header> {
    let magic = file.slice(0, 6, "magic of a NumPy array")?;
    if magic != MAGIC {
        let kind = ErrorKind::BadMagic { found: magic.to_vec(), expected: "\\x93NUMPY" };
        return Err(Error::new(kind, file.span(0, 6)));
    }
    let (start, len) = match file.u8(6, "version")? {
        1 => (10, usize::from(file.u16(8, "header length")?)),
        2 | 3 => (12, outlast_core::to_index(file.u32(8, "header length")?)),
        other => return Err(invalid(file, 6, 2, format!("version {other}; 1 to 3 are known"))),
    };
    if len > MAX_HEADER {
        let kind =
            ErrorKind::Limit { what: "bytes in the header of a NumPy array", limit: MAX_HEADER as u64 };
        return Err(Error::new(kind, file.span(8, 4)));
    }
    let raw = file.slice(start, len, "header of a NumPy array")?;
    let fault = |why: String| invalid(file, start, len, why);
    let text = std::str::from_utf8(raw).map_err(|_| fault("the header is not text".into()))?;
    let (mut descr, mut fortran, mut shape) = (None, None, None);
    let mut parser = Parser { text };
    parser.expect('{').ok_or_else(|| fault("the header is not a dictionary".into()))?;
    while !parser.take('}') {
        let damaged = || fault("the header is damaged".into());
        let key = parser.string().ok_or_else(damaged)?;
        parser.expect(':').ok_or_else(damaged)?;
        match key {
            "descr" => {
                let plain = || fault("the elements have fields; arrays of plain numbers are read".into());
                descr = Some(parser.string().ok_or_else(plain)?);
            }
            "fortran_order" => fortran = Some(parser.boolean().ok_or_else(damaged)?),
            "shape" => shape = Some(parser.tuple().ok_or_else(damaged)?),
            other => return Err(fault(format!("a key `{}` in the header", other.escape_debug()))),
        }
        if !parser.take(',') && !parser.text.trim_start().starts_with('}') {
            return Err(damaged());
        }
    }
    let (Some(descr), Some(fortran_order), Some(sizes)) = (descr, fortran, shape) else {
        return Err(fault("the header lacks `descr`, `fortran_order` or `shape`".into()));
    };
    let scalar_type = scalar_type(descr).map_err(fault)?;
    let len = byte_size(scalar_type, &sizes).ok_or_else(|| fault(format!("impossible shape {sizes:?}")))?;
    Ok(Header { scalar_type, sizes, fortran_order, start: start + raw.len(), len })
}

/// A whole file of version 1.0; none for elements that NumPy has no type for.
pub(super) fn write(scalar_type: ScalarType, sizes: &[usize], data: &[u8]) -> Option<Vec<u8>> {
    let descr = match scalar_type.name()? {
        "bool" => "|b1",
        "int8" => "|i1",
        "uint8" => "|u1",
        "int16" => "<i2",
        "int32" => "<i4",
        "int64" => "<i8",
        "uint16" => "<u2",
        "uint32" => "<u4",
        "uint64" => "<u8",
        "float16" => "<f2",
        "float32" => "<f4",
        "float64" => "<f8",
        _ => return None,
    };
    let sizes: String = sizes.iter().map(|size| format!("{size}, ")).collect();
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({sizes}), }}");
    // Data begin at a multiple of 64.
    let padded = (header.len() + 11).next_multiple_of(64) - 11;
    header.extend(std::iter::repeat_n(' ', padded.saturating_sub(header.len())));
    header.push('\n');
    let mut out = MAGIC.to_vec();
    out.extend([1, 0]);
    out.extend(u16::try_from(header.len()).ok()?.to_le_bytes());
    out.extend(header.into_bytes());
    out.extend(data);
    Some(out)
}

/// The element type of a `descr`.
fn scalar_type(descr: &str) -> Result<ScalarType, String> {
    let shown = descr.escape_debug();
    let (order, kind) = match descr.split_at_checked(1) {
        Some((order @ ("<" | ">" | "|" | "="), kind)) => (order, kind),
        _ => ("=", descr),
    };
    let name = match kind {
        "b1" | "?" => "bool",
        "i1" => "int8",
        "u1" => "uint8",
        "i2" => "int16",
        "i4" => "int32",
        "i8" => "int64",
        "u2" => "uint16",
        "u4" => "uint32",
        "u8" => "uint64",
        "f2" => "float16",
        "f4" => "float32",
        "f8" => "float64",
        _ => return Err(format!("elements of type `{shown}`, which no program holds")),
    };
    let found = ScalarType::from_name(name).ok_or_else(|| format!("elements of type `{shown}`"))?;
    if order == ">" && found.size() != Some(1) {
        return Err(format!("elements of type `{shown}` are big-endian: convert with .astype('<{kind}')"));
    }
    Ok(found)
}

/// The part of Python's literals that headers use.
struct Parser<'t> {
    text: &'t str,
}

impl<'t> Parser<'t> {
    fn take(&mut self, c: char) -> bool {
        let rest = self.text.trim_start().strip_prefix(c);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn expect(&mut self, c: char) -> Option<()> {
        self.take(c).then_some(())
    }

    fn string(&mut self) -> Option<&'t str> {
        let text = self.text.trim_start();
        let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let (inside, rest) = text.get(1..)?.split_once(quote)?;
        self.text = rest;
        Some(inside)
    }

    fn boolean(&mut self) -> Option<bool> {
        let text = self.text.trim_start();
        let (rest, value) = match text.strip_prefix("True") {
            Some(rest) => (rest, true),
            None => (text.strip_prefix("False")?, false),
        };
        self.text = rest;
        Some(value)
    }

    fn tuple(&mut self) -> Option<Vec<usize>> {
        self.expect('(')?;
        let mut sizes = Vec::new();
        while !self.take(')') {
            let text = self.text.trim_start();
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, rest) = text.split_at_checked(digits)?;
            sizes.push(number.parse().ok().filter(|_| sizes.len() < MAX_RANK)?);
            // Python 2 wrote long integers as `3L`.
            self.text = rest.strip_prefix('L').unwrap_or(rest);
            if !self.take(',') && !self.text.trim_start().starts_with(')') {
                return None;
            }
        }
        Some(sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::{header, read};
    use outlast_core::Bytes;

    fn npy(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(data);
        file
    }

    fn dictionary(descr: &str, fortran: &str, shape: &str) -> String {
        format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}          \n")
    }

    #[test]
    fn shapes_and_orders() {
        let file = npy(&dictionary("<i2", "False", "(2, 3)"), &[0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
        let array = read(Bytes::new(&file, 0), "x".into()).unwrap();
        assert_eq!((array.scalar_type.name(), &array.sizes[..]), (Some("int16"), &[2, 3][..]));
        let file = npy(&dictionary("|u1", "True", "(2, 3)"), &[1, 2, 3, 4, 5, 6]);
        assert_eq!(*read(Bytes::new(&file, 0), "x".into()).unwrap().data, [1, 3, 5, 2, 4, 6]);
        for (shape, sizes) in [("()", &[][..]), ("(1,)", &[1]), ("(1L, 1L)", &[1, 1])] {
            let file = npy(&dictionary("|b1", "False", shape), &[1]);
            assert_eq!(read(Bytes::new(&file, 0), "x".into()).unwrap().sizes, sizes);
        }
    }

    #[test]
    fn what_is_refused() {
        let why = |header: &str, data: &[u8]| {
            let file = npy(header, data);
            read(Bytes::new(&file, 0), "x".into()).unwrap_err().to_string()
        };
        assert!(why(&dictionary(">f4", "False", "(1,)"), &[0; 4]).contains("big-endian"));
        assert!(why(&dictionary("<c8", "False", "(1,)"), &[0; 8]).contains("no program holds"));
        assert!(why(&dictionary("|O", "False", "(1,)"), &[0; 8]).contains("no program holds"));
        assert!(
            why("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", &[0; 4])
                .contains("fields")
        );
        assert!(why(&dictionary("<f4", "False", "(2,)"), &[0; 4]).contains("needs 8 bytes, 4 remain"));
        assert!(why(&dictionary("<f4", "False", "(2,)"), &[0; 9]).contains("1 bytes after"));
        let huge = dictionary("<f8", "False", "(4294967296, 4294967296)");
        assert!(why(&huge, &[]).contains("impossible shape"));
        assert!(why("", &[]).contains("not a dictionary"));
        assert!(why("{'descr': '<f4', 'fortran_order': False}", &[]).contains("lacks"));
        assert!(why("{'descr': '<f4' 'fortran_order': False}", &[]).contains("damaged"));
        assert!(why(&dictionary("<f4", "False", "(-1,)"), &[]).contains("damaged"));
        assert!(header(Bytes::new(b"\x93NUMPY\x09\x00", 0)).unwrap_err().to_string().contains("version 9"));
        assert!(
            header(Bytes::new(b"\x93NUMPY\x02\x00\xff\xff\xff\xff", 0))
                .unwrap_err()
                .to_string()
                .contains("65536")
        );
        assert!(header(Bytes::new(b"\x93NUM", 0)).is_err());
    }
}
