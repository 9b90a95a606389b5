//! Borrowed access to the wire: tables, vectors and strings at their places, every access checked.
//!
//! Wire format (FlatBuffers internals): a buffer starts with the `u32` offset of its root table. A table starts with
//! an `i32` whose negation leads to its vtable; the vtable holds two `u16` sizes (its own, the table's) and one `u16`
//! per slot: the field's offset in the table, 0 where it is absent. References are `u32`, relative to themselves.
//! Vectors and strings start with a `u32` count; strings end with a NUL that the count leaves out.
//!
//! Nothing here knows a schema: slots are numbers. [`Table::slot`] tells presence apart from values.

use outlast_core::{Bytes, Error, ErrorKind, Result, Span};

/// A table of a buffer. Cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    buf: Bytes<'a>,
    pos: usize,
    vtable: usize,
    vtable_size: usize,
    table_size: usize,
}

/// A vector of a buffer: `len` elements of `element_size` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Vector<'a> {
    buf: Bytes<'a>,
    pos: usize,
    len: usize,
    element_size: usize,
}

/// A string of a buffer, as bytes: whether they are UTF-8 is asked apart.
#[derive(Clone, Copy, Debug)]
pub struct Str<'a> {
    buf: Bytes<'a>,
    pos: usize,
    bytes: &'a [u8],
}

/// The table that a buffer starts with.
pub fn root(buf: Bytes<'_>) -> Result<Table<'_>> {
    let pos = reference(buf, 0, "root table offset")?;
    Table::at(buf, pos)
}

/// The four bytes at offset 4 that name the schema, if the buffer is long enough to have them.
pub fn identifier<'a>(buf: &Bytes<'a>) -> Option<&'a [u8]> {
    buf.data().get(4..8)
}

/// Follows the `u32` reference at `at`.
#[inline]
pub fn reference(buf: Bytes<'_>, at: usize, what: &'static str) -> Result<usize> {
    let offset = buf.u32(at, what)?;
    let target = usize::try_from(offset).ok().and_then(|o| at.checked_add(o));
    match target {
        Some(target) if offset != 0 && target < buf.len() => Ok(target),
        _ => Err(Error::new(
            ErrorKind::OutOfRange {
                what,
                found: i128::from(offset),
                limit: buf.len().saturating_sub(at) as u64,
            },
            buf.span(at, 4),
        )),
    }
}

impl<'a> Table<'a> {
    /// The table at `pos`: its vtable and its own bytes must lie in the buffer, aligned as they must be.
    #[inline]
    pub fn at(buf: Bytes<'a>, pos: usize) -> Result<Table<'a>> {
        aligned(buf, pos, 4, "table")?;
        let back = buf.i32(pos, "table")?;
        let bad_vtable = || {
            let kind = ErrorKind::OutOfRange {
                what: "vtable offset of a table",
                found: i128::from(back),
                limit: buf.len() as u64,
            };
            Error::new(kind, buf.span(pos, 4))
        };
        let vtable = i64::try_from(pos)
            .ok()
            .and_then(|p| p.checked_sub(i64::from(back)))
            .and_then(|v| usize::try_from(v).ok())
            .filter(|v| *v < buf.len())
            .ok_or_else(bad_vtable)?;
        aligned(buf, vtable, 2, "vtable")?;
        let vtable_size = usize::from(buf.u16(vtable, "vtable")?);
        let table_size = usize::from(buf.u16(vtable + 2, "vtable")?);
        let invalid = |what, at, why| Error::new(ErrorKind::Invalid { what, why }, buf.span(at, 2));
        if vtable_size < 4 || vtable_size % 2 != 0 {
            return Err(invalid(
                "vtable size",
                vtable,
                format!("{vtable_size} is not an even number from 4 up"),
            ));
        }
        if table_size < 4 {
            return Err(invalid("table size", vtable + 2, format!("{table_size} is less than 4")));
        }
        buf.slice(vtable, vtable_size, "vtable")?;
        buf.slice(pos, table_size, "table")?;
        Ok(Table { buf, pos, vtable, vtable_size, table_size })
    }

    /// The buffer that the table is in.
    pub fn buffer(&self) -> Bytes<'a> {
        self.buf
    }

    /// Offset in the buffer.
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// Size in bytes of the table's own part.
    pub fn size(&self) -> usize {
        self.table_size
    }

    /// Offset of the vtable in the buffer, and its size in bytes.
    pub fn vtable(&self) -> (usize, usize) {
        (self.vtable, self.vtable_size)
    }

    /// How many slots the vtable has; slots beyond are absent.
    pub fn slots(&self) -> u16 {
        u16::try_from((self.vtable_size - 4) / 2).unwrap_or(u16::MAX)
    }

    /// The vtable's entry for slot `id`: the field's offset in the table, 0 for absent.
    pub fn entry(&self, id: u16) -> u16 {
        if id >= self.slots() {
            return 0;
        }
        self.buf.u16(self.vtable + 4 + 2 * usize::from(id), "vtable").unwrap_or(0)
    }

    /// Where the field in slot `id` stands in the buffer, if it is present; its `size` bytes must lie in the table.
    #[inline]
    pub fn slot(&self, id: u16, size: usize) -> Result<Option<usize>> {
        let entry = usize::from(self.entry(id));
        if entry == 0 {
            return Ok(None);
        }
        if entry < 4 || entry + size > self.table_size {
            let kind = ErrorKind::OutOfRange {
                what: "field offset in a vtable",
                found: entry as i128,
                limit: self.table_size.saturating_sub(size) as u64,
            };
            return Err(Error::new(kind, self.buf.span(self.vtable + 4 + 2 * usize::from(id), 2)));
        }
        Ok(Some(self.pos + entry))
    }

    /// Whether slot `id` is present.
    #[inline]
    pub fn has(&self, id: u16) -> bool {
        self.entry(id) != 0
    }

    /// The span of the field in slot `id`, or of the table where it is absent.
    pub fn span(&self, id: u16, size: usize) -> Span {
        match self.slot(id, size) {
            Ok(Some(at)) => self.buf.span(at, size),
            _ => self.whole_span(),
        }
    }

    /// The span of the table's own part.
    pub fn whole_span(&self) -> Span {
        self.buf.span(self.pos, self.table_size)
    }

    /// A `u8` (or `ubyte` enum, or union tag) in slot `id`.
    pub fn u8(&self, id: u16) -> Result<Option<u8>> {
        self.slot(id, 1)?.map(|at| self.buf.u8(at, "u8 field")).transpose()
    }

    /// An `i8` in slot `id`.
    pub fn i8(&self, id: u16) -> Result<Option<i8>> {
        Ok(self.u8(id)?.map(u8::cast_signed))
    }

    /// A `u16` in slot `id`.
    pub fn u16(&self, id: u16) -> Result<Option<u16>> {
        self.slot(id, 2)?.map(|at| self.buf.u16(at, "u16 field")).transpose()
    }

    /// A `u32` in slot `id`.
    pub fn u32(&self, id: u16) -> Result<Option<u32>> {
        self.slot(id, 4)?.map(|at| self.buf.u32(at, "u32 field")).transpose()
    }

    /// An `i32` in slot `id`.
    pub fn i32(&self, id: u16) -> Result<Option<i32>> {
        self.slot(id, 4)?.map(|at| self.buf.i32(at, "i32 field")).transpose()
    }

    /// A `u64` in slot `id`.
    pub fn u64(&self, id: u16) -> Result<Option<u64>> {
        self.slot(id, 8)?.map(|at| self.buf.u64(at, "u64 field")).transpose()
    }

    /// An `i64` in slot `id`.
    pub fn i64(&self, id: u16) -> Result<Option<i64>> {
        self.slot(id, 8)?.map(|at| self.buf.i64(at, "i64 field")).transpose()
    }

    /// An `f64` in slot `id`.
    pub fn f64(&self, id: u16) -> Result<Option<f64>> {
        Ok(self.u64(id)?.map(f64::from_bits))
    }

    /// Follows the reference in slot `id`.
    #[inline]
    pub fn reference(&self, id: u16, what: &'static str) -> Result<Option<usize>> {
        self.slot(id, 4)?.map(|at| reference(self.buf, at, what)).transpose()
    }

    /// The table that slot `id` refers to.
    #[inline]
    pub fn table(&self, id: u16) -> Result<Option<Table<'a>>> {
        self.reference(id, "table offset")?.map(|pos| Table::at(self.buf, pos)).transpose()
    }

    /// The string that slot `id` refers to.
    pub fn string(&self, id: u16) -> Result<Option<Str<'a>>> {
        self.reference(id, "string offset")?.map(|pos| Str::at(self.buf, pos)).transpose()
    }

    /// The vector that slot `id` refers to.
    #[inline]
    pub fn vector(&self, id: u16, element_size: usize) -> Result<Option<Vector<'a>>> {
        self.reference(id, "vector offset")?.map(|pos| Vector::at(self.buf, pos, element_size)).transpose()
    }
}

impl<'a> Vector<'a> {
    /// The vector whose count stands at `pos`; all its elements must lie in the buffer.
    pub fn at(buf: Bytes<'a>, pos: usize, element_size: usize) -> Result<Vector<'a>> {
        aligned(buf, pos, 4, "vector")?;
        let count = buf.u32(pos, "vector length")?;
        let fits = usize::try_from(count)
            .ok()
            .filter(|n| n.checked_mul(element_size).is_some_and(|size| size <= buf.len() - pos - 4));
        match fits {
            Some(len) => Ok(Vector { buf, pos: pos + 4, len, element_size }),
            None => {
                let kind = ErrorKind::OutOfRange {
                    what: "vector length",
                    found: i128::from(count),
                    limit: ((buf.len() - pos - 4) / element_size.max(1)) as u64,
                };
                Err(Error::new(kind, buf.span(pos, 4)))
            }
        }
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Offset of the first element in the buffer; the count stands 4 bytes before.
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// Size in bytes of all elements.
    pub fn byte_len(&self) -> usize {
        self.len * self.element_size
    }

    /// The elements as they stand.
    pub fn bytes(&self) -> &'a [u8] {
        self.buf.slice(self.pos, self.byte_len(), "vector").unwrap_or(&[])
    }

    /// Offset in the buffer of element `index`.
    pub fn element_pos(&self, index: usize) -> Result<usize> {
        if index < self.len {
            return Ok(self.pos + index * self.element_size);
        }
        let kind =
            ErrorKind::OutOfRange { what: "vector index", found: index as i128, limit: self.len as u64 };
        Err(Error::new(kind, self.span()))
    }

    /// The span of the elements.
    pub fn span(&self) -> Span {
        self.buf.span(self.pos, self.byte_len())
    }

    /// The span of element `index`, or of all elements where there is no such one.
    pub fn element_span(&self, index: usize) -> Span {
        self.element_pos(index).map_or_else(|_| self.span(), |at| self.buf.span(at, self.element_size))
    }

    /// Element `index` as a `u8`.
    pub fn u8(&self, index: usize) -> Result<u8> {
        self.buf.u8(self.element_pos(index)?, "element")
    }

    /// Element `index` as an `i32`.
    pub fn i32(&self, index: usize) -> Result<i32> {
        self.buf.i32(self.element_pos(index)?, "element")
    }

    /// Element `index` as an `i64`.
    pub fn i64(&self, index: usize) -> Result<i64> {
        self.buf.i64(self.element_pos(index)?, "element")
    }

    /// Element `index` as a `u64`.
    pub fn u64(&self, index: usize) -> Result<u64> {
        self.buf.u64(self.element_pos(index)?, "element")
    }

    /// The table that element `index` refers to.
    #[inline]
    pub fn table(&self, index: usize) -> Result<Table<'a>> {
        let pos = reference(self.buf, self.element_pos(index)?, "table offset")?;
        Table::at(self.buf, pos)
    }

    /// The string that element `index` refers to.
    pub fn string(&self, index: usize) -> Result<Str<'a>> {
        let pos = reference(self.buf, self.element_pos(index)?, "string offset")?;
        Str::at(self.buf, pos)
    }

    /// All elements as `i32`.
    pub fn i32s(&self) -> impl ExactSizeIterator<Item = i32> + Clone + use<'a> {
        self.bytes().as_chunks::<4>().0.iter().map(|raw| i32::from_le_bytes(*raw))
    }

    /// All elements as `u32`.
    pub fn u32s(&self) -> impl ExactSizeIterator<Item = u32> + Clone + use<'a> {
        self.bytes().as_chunks::<4>().0.iter().map(|raw| u32::from_le_bytes(*raw))
    }

    /// All elements as `u64`.
    pub fn u64s(&self) -> impl ExactSizeIterator<Item = u64> + Clone + use<'a> {
        self.bytes().as_chunks::<8>().0.iter().map(|raw| u64::from_le_bytes(*raw))
    }

    /// All elements as `i64`.
    pub fn i64s(&self) -> impl ExactSizeIterator<Item = i64> + Clone + use<'a> {
        self.bytes().as_chunks::<8>().0.iter().map(|raw| i64::from_le_bytes(*raw))
    }
}

impl<'a> Str<'a> {
    /// The string whose length stands at `pos`; its bytes and the NUL after them must lie in the buffer.
    pub fn at(buf: Bytes<'a>, pos: usize) -> Result<Str<'a>> {
        let vector = Vector::at(buf, pos, 1)?;
        let end = vector.pos() + vector.len();
        if buf.u8(end, "NUL at the end of a string")? != 0 {
            let kind = ErrorKind::Invalid { what: "string", why: "no NUL after its last byte".into() };
            return Err(Error::new(kind, buf.span(end, 1)));
        }
        Ok(Str { buf, pos: vector.pos(), bytes: vector.bytes() })
    }

    /// The bytes without the NUL.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Offset of the first byte in the buffer.
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// The span of the bytes without the NUL.
    pub fn span(&self) -> Span {
        self.buf.span(self.pos, self.bytes.len())
    }

    /// The text.
    pub fn text(&self) -> Result<&'a str> {
        std::str::from_utf8(self.bytes)
            .map_err(|_| Error::new(ErrorKind::BadUtf8 { what: "string" }, self.span()))
    }

    /// The text with replacement characters where it is not UTF-8.
    pub fn lossy(&self) -> std::borrow::Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }
}

fn aligned(buf: Bytes<'_>, pos: usize, align: usize, what: &'static str) -> Result<()> {
    if pos.is_multiple_of(align) {
        return Ok(());
    }
    let kind =
        ErrorKind::Misaligned { what, offset: buf.base().saturating_add(pos as u64), align: align as u64 };
    Err(Error::new(kind, buf.span(pos, align)))
}
