//! [`widened`]: a file with numbers of more bytes than they need, as no writer makes them. What readers do with such is tested with it.

use outlast_core::Result;

use super::layout::encode_in;
use super::spelling::{Shortest, up_to};
use super::{Layout, replay};
use crate::defs::section;
use crate::file::File;
use crate::tables::{Form, Grouping};
use crate::wire::{PADDING, Reader, What, varint_len, varint_of};

/// Encodes a file with numbers of other widths. `width` is asked for each number with the bytes that it needs, and says how many it gets (at
/// most 9). Lengths of sections get nine. In resources, whose sizes other numbers say, only a number before padding grows: by bytes of that padding.
///
/// # Errors
///
/// As for reading. None if the file is not written in the shortest way.
pub fn widened(data: &[u8], width: &mut dyn FnMut(usize) -> usize) -> Result<Option<Vec<u8>>> {
    let file = File::open(data)?;
    let (tables, ir) = replay::read(&file)?;
    let form = Form::marked(Grouping::of(&file, &tables)?);
    let (bytes, marks) = encode_in(&Layout::of(&file), tables, ir, None, &form).into_marked();
    if bytes != data {
        return Ok(None);
    }
    Ok(write(&Shortest { bytes, marks }, width))
}

fn write(shortest: &Shortest, width: &mut dyn FnMut(usize) -> usize) -> Option<Vec<u8>> {
    let mut reader = Reader::new(&shortest.bytes);
    let mut out = Vec::new();
    let mut paddings = shortest.marks.paddings();
    let mut open = Vec::new();
    let places: Vec<(usize, What)> = shortest.marks.places().collect();
    for (number, (at, what)) in places.iter().enumerate() {
        out.extend_from_slice(up_to(&mut reader, *at)?);
        match what {
            What::Number => {
                let value = reader.varint("number").ok()?;
                let needs = varint_len(value);
                let wished = width(needs).clamp(needs, 9);
                let most = match open.last() {
                    Some((section::RESOURCE, _)) => match places.get(number + 1) {
                        // The padding behind the size of a blob gives what it has.
                        Some((_, What::Padding)) => needs + paddings.clone().next()?.0,
                        _ => needs,
                    },
                    _ => 9,
                };
                varint_of(&mut out, value, wished.min(most));
            }
            What::Padding => {
                let (len, alignment) = paddings.next()?;
                reader.bytes(u64::try_from(len).ok()?, "padding").ok()?;
                pad(&mut out, alignment);
            }
            What::Section => {
                let found = reader.section().ok()?;
                reader = reader.window(found.start, shortest.bytes.len());
                // What is aligned in it has to be aligned here as it was there.
                let most = shortest.marks.paddings().map(|(_, alignment)| alignment).max();
                let inside = most.filter(|alignment| found.id == section::RESOURCE && *alignment > 1);
                let alignment = found.alignment.or(inside);
                out.push(if alignment.is_some() { found.id | 0x80 } else { found.id });
                let length = out.len();
                varint_of(&mut out, 0, 9);
                if let Some(alignment) = alignment {
                    let needs = varint_len(alignment);
                    varint_of(&mut out, alignment, width(needs).clamp(needs, 9));
                    pad(&mut out, alignment);
                }
                open.push((found.id, (length, out.len())));
            }
            What::End => {
                let (_, (length, start)) = open.pop()?;
                let len = u64::try_from(out.len() - start).ok()?;
                out.get_mut(length + 1..length + 9)?.copy_from_slice(&len.to_le_bytes());
            }
        }
    }
    out.extend_from_slice(up_to(&mut reader, shortest.bytes.len())?);
    Some(out)
}

fn pad(out: &mut Vec<u8>, alignment: u64) {
    let mask = usize::try_from(alignment.saturating_sub(1)).unwrap_or(0);
    while out.len() & mask != 0 {
        out.push(PADDING);
    }
}
