//! [`put`]: bytes of a header, written where there is room for them.

use outlast_core::{Error, ErrorKind, Result, Span, write_at};

/// Writes a part of a header, for which there is room in front of the tables.
pub(crate) fn put(tables: &mut [u8], at: usize, raw: &[u8]) -> Result<()> {
    write_at(tables, at, raw).ok_or_else(|| {
        let why = format!("there is no room for {} bytes of it at 0x{at:x}", raw.len());
        Error::new(ErrorKind::Invalid { what: "header", why }, Span::default())
    })
}
