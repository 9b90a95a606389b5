//! [`replay`]: a file decoded and encoded again, with the indices it has.

use outlast_core::Result;

use super::layout::encode_in;
use super::spelling::{Shortest, Spelling};
use super::{Layout, encode};
use crate::file::File;
use crate::ir::{Ir, Nested};
use crate::tables::{Form, Grouping, Tables};

/// What came of decoding and encoding a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The bytes that were encoded.
    pub bytes: Vec<u8>,
    /// Where they first differ from the file; none if they do not.
    pub difference: Option<usize>,
    /// Where the file is not what writers encode its content to; none if it is that.
    pub unusual: Option<Unusual>,
}

/// Where a file differs from what writers encode its content to: a number takes more bytes than it needs, data are aligned where nothing
/// asks for it, tables have groups without entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusual {
    /// The first byte that is another one.
    pub at: usize,
    /// What writers have there: four bytes, or up to the end.
    pub usual: Vec<u8>,
}

/// Decodes every table and every operation of a file, and encodes them again: as writers do it, and where that gives other bytes, with the
/// widths of numbers, the alignment of sections and the groups of tables that the file has. Nothing else is taken from the file for it: what
/// was decoded in a wrong way, or was not decoded, gives other bytes.
///
/// # Errors
///
/// As for reading.
pub fn replay(data: &[u8]) -> Result<Replay> {
    let file = File::open(data)?;
    let (tables, ir) = read(&file)?;
    let bytes = encode(&Layout::of(&file), tables, ir, None).concat();
    let Some(at) = difference(&bytes, data) else {
        return Ok(Replay { bytes, difference: None, unusual: None });
    };
    let end = bytes.len().min(at.saturating_add(4));
    let usual = bytes.get(at..end).unwrap_or_default().to_vec();
    // What was decoded is gone by now: most files need none of this.
    let bytes = as_spelt(&file)?.unwrap_or(bytes);
    let difference = difference(&bytes, data);
    Ok(Replay { bytes, difference, unusual: Some(Unusual { at, usual }) })
}

pub(super) fn read<'a>(file: &File<'a>) -> Result<(Tables<'a>, Ir)> {
    let tables = Tables::read(file)?;
    let ir = Ir::read(file, &tables, Nested::Read)?;
    Ok((tables, ir))
}

fn difference(bytes: &[u8], data: &[u8]) -> Option<usize> {
    let same = || bytes.iter().zip(data).take_while(|(one, other)| one == other).count();
    (bytes != data).then(same)
}

/// A file decoded, and encoded in its own spelling; none if the spelling cannot be told.
fn as_spelt(file: &File<'_>) -> Result<Option<Vec<u8>>> {
    let (tables, ir) = read(file)?;
    let form = Form::marked(Grouping::of(file, &tables)?);
    let (bytes, marks) = encode_in(&Layout::of(file), tables, ir, None, &form).into_marked();
    let shortest = Shortest { bytes, marks };
    Ok(Spelling::of(file.data(), &shortest).and_then(|spelling| spelling.write(&shortest)))
}
