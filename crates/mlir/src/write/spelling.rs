//! [`Spelling`]: how a file writes what it says, where that is not the shortest way.
//!
//! Readers take a number from more bytes than it needs, and a section that is aligned although nothing asks for it. What is decoded is the
//! same as of the shortest form. That form and the file are read side by side, number for number: a spelling has the widths of numbers and the
//! alignment of sections that differ, and nothing else of the file.

use crate::wire::{Marks, PADDING, Reader, What, varint, varint_len, varint_of};
use outlast_core::QuickMap;

/// A file in its shortest form, and where numbers, padding and sections are in it.
pub(super) struct Shortest {
    pub(super) bytes: Vec<u8>,
    pub(super) marks: Marks,
}

/// The header of a section behind its id: bytes of the length; alignment with its bytes, and bytes of padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    length: usize,
    alignment: Option<(u64, usize, usize)>,
}

/// What differs from the shortest form, by the number of the mark.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    /// Bytes of numbers.
    numbers: QuickMap<usize, usize>,
    /// Bytes of padding.
    paddings: QuickMap<usize, usize>,
    /// Headers of sections.
    headers: QuickMap<usize, Header>,
}

impl Spelling {
    /// How a file writes what `shortest` says; none if it says something else.
    pub(super) fn of(file: &[u8], shortest: &Shortest) -> Option<Spelling> {
        let mut spelling = Spelling::default();
        let (mut ours, mut theirs) = (Reader::new(&shortest.bytes), Reader::new(file));
        let mut paddings = shortest.marks.paddings();
        let mut ends = Vec::new();
        for (number, (at, what)) in shortest.marks.places().enumerate() {
            same(&mut ours, &mut theirs, at)?;
            let start = theirs.offset();
            match what {
                What::Number => {
                    let value = ours.varint("number").ok()?;
                    if theirs.varint("number").ok()? != value {
                        return None;
                    }
                    let len = theirs.offset() - start;
                    if len != varint_len(value) {
                        spelling.numbers.insert(number, len);
                    }
                }
                What::Padding => {
                    let (len, alignment) = paddings.next()?;
                    ours.bytes(u64::try_from(len).ok()?, "padding").ok()?;
                    theirs.align(alignment, "padding").ok()?;
                    if theirs.offset() - start != len {
                        spelling.paddings.insert(number, theirs.offset() - start);
                    }
                }
                What::Section => {
                    let (our, _) = header(&mut ours, true)?;
                    let outer = theirs.end();
                    let (their, len) = header(&mut theirs, false)?;
                    let usual = Header { length: varint_len(u64::try_from(len).ok()?), ..our };
                    if their != usual {
                        spelling.headers.insert(number, their);
                    }
                    ends.push(outer);
                }
                What::End => {
                    theirs.finish("section").ok()?;
                    theirs.set_end(ends.pop()?);
                }
            }
        }
        same(&mut ours, &mut theirs, shortest.bytes.len())?;
        theirs.is_empty().then_some(spelling)
    }

    /// The shortest form in this spelling.
    pub(super) fn write(&self, shortest: &Shortest) -> Option<Vec<u8>> {
        let mut reader = Reader::new(&shortest.bytes);
        let mut paddings = shortest.marks.paddings();
        let mut out = Vec::with_capacity(shortest.bytes.len());
        let mut open = Vec::new();
        for (number, (at, what)) in shortest.marks.places().enumerate() {
            out.extend_from_slice(up_to(&mut reader, at)?);
            match what {
                What::Number => {
                    let value = reader.varint("number").ok()?;
                    match self.numbers.get(&number) {
                        Some(len) => varint_of(&mut out, value, *len),
                        None => varint(&mut out, value),
                    }
                }
                What::Padding => {
                    let (len, _) = paddings.next()?;
                    reader.bytes(u64::try_from(len).ok()?, "padding").ok()?;
                    let len = self.paddings.get(&number).copied().unwrap_or(len);
                    out.resize(out.len().checked_add(len)?, PADDING);
                }
                What::Section => {
                    let id = *shortest.bytes.get(at)? & 0x7f;
                    let (usual, _) = header(&mut reader, true)?;
                    open.push((id, number, usual, std::mem::take(&mut out)));
                }
                What::End => {
                    let (id, number, usual, outer) = open.pop()?;
                    let content = std::mem::replace(&mut out, outer);
                    self.section(id, number, usual, &content, &mut out)?;
                }
            }
        }
        out.extend_from_slice(up_to(&mut reader, shortest.bytes.len())?);
        Some(out)
    }

    fn section(&self, id: u8, number: usize, usual: Header, content: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let len = u64::try_from(content.len()).ok()?;
        let usual = Header { length: varint_len(len), ..usual };
        let Header { length, alignment } = self.headers.get(&number).copied().unwrap_or(usual);
        out.push(if alignment.is_some() { id | 0x80 } else { id });
        varint_of(out, len, length);
        if let Some((alignment, width, padding)) = alignment {
            varint_of(out, alignment, width);
            out.resize(out.len().checked_add(padding)?, PADDING);
        }
        out.extend_from_slice(content);
        Some(())
    }
}

/// The bytes up to an offset.
pub(super) fn up_to<'a>(reader: &mut Reader<'a>, at: usize) -> Option<&'a [u8]> {
    let len = at.checked_sub(reader.offset())?;
    reader.bytes(u64::try_from(len).ok()?, "bytes").ok()
}

/// Bytes up to an offset of ours are the same in both.
fn same(ours: &mut Reader<'_>, theirs: &mut Reader<'_>, at: usize) -> Option<()> {
    let bytes = up_to(ours, at)?;
    let found = theirs.bytes(u64::try_from(bytes.len()).ok()?, "bytes").ok()?;
    (bytes == found).then_some(())
}

/// The header of a section, and how long its data are. The reader stands before these; its window is them, unless it is `open`.
fn header(reader: &mut Reader<'_>, open: bool) -> Option<(Header, usize)> {
    let section = reader.section().ok()?;
    let end = reader.end();
    let mut inside = reader.window(section.header + 1, section.start);
    inside.varint("length").ok()?;
    let length = inside.offset() - section.header - 1;
    let alignment = match section.alignment {
        Some(alignment) => {
            let start = inside.offset();
            inside.varint("alignment").ok()?;
            Some((alignment, inside.offset() - start, section.start - inside.offset()))
        }
        None => None,
    };
    *reader = reader.window(section.start, if open { end } else { section.end });
    Some((Header { length, alignment }, section.len()))
}

#[cfg(test)]
mod tests {
    use super::{varint, varint_of};
    use crate::wire::{Reader, varint_len};

    #[test]
    fn numbers_of_every_width_are_read() {
        for value in [0, 1, 127, 128, 1 << 20, (1 << 56) - 1, 1 << 56, u64::MAX] {
            for len in varint_len(value)..=9 {
                let mut bytes = Vec::new();
                varint_of(&mut bytes, value, len);
                assert_eq!(bytes.len(), len);
                assert_eq!(Reader::new(&bytes).varint("test"), Ok(value), "{value} of {len} bytes");
            }
            let (mut one, mut other) = (Vec::new(), Vec::new());
            varint(&mut one, value);
            varint_of(&mut other, value, varint_len(value));
            assert_eq!(one, other);
        }
    }
}
