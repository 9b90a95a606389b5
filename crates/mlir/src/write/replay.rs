//! [`replay`]: a file decoded and encoded again, with the indices it has.

use outlast_core::Result;

use super::layout::encode_in;
use super::spelling::{Shortest, Spelling};
use super::{Layout, encode};
use crate::file::File;
use crate::ir::{Ir, Nested};
use crate::tables::{Form, Grouping, Tables};
use crate::wire::Piece;

/// What came of decoding and encoding a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<'a> {
    /// The bytes that were encoded. Large ones that no table and no operation has a say in lead to where they are in the file.
    pub pieces: Vec<Piece<'a>>,
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
pub fn replay(data: &[u8]) -> Result<Replay<'_>> {
    let file = File::open(data)?;
    let (tables, ir) = read(&file)?;
    let pieces = encode(&Layout::of(&file), tables, ir, None);
    let Some(at) = difference(&pieces, data) else {
        return Ok(Replay { pieces, difference: None, unusual: None });
    };
    let usual = pieces.iter().flat_map(|piece| piece.iter()).skip(at).take(4).copied().collect();
    // What was decoded is gone by now: most files need none of this.
    let pieces = as_spelt(&file)?.map_or(pieces, |bytes| vec![bytes.into()]);
    let difference = difference(&pieces, data);
    Ok(Replay { pieces, difference, unusual: Some(Unusual { at, usual }) })
}

pub(super) fn read<'a>(file: &File<'a>) -> Result<(Tables<'a>, Ir)> {
    let tables = Tables::read(file)?;
    let ir = Ir::read(file, &tables, Nested::Read)?;
    Ok((tables, ir))
}

/// The first byte that is another one. Pieces that are a part of the data where they are need not be read.
fn difference(pieces: &[Piece<'_>], data: &[u8]) -> Option<usize> {
    let mut at = 0;
    for piece in pieces {
        let there = data.get(at..).unwrap_or_default();
        let there = there.get(..piece.len()).unwrap_or(there);
        if !std::ptr::eq(&**piece, there) && **piece != *there {
            let same = piece.iter().zip(there).take_while(|(one, other)| one == other).count();
            return Some(at.saturating_add(same));
        }
        at = at.saturating_add(piece.len());
    }
    (at < data.len()).then_some(at)
}

/// A file decoded, and encoded in its own spelling; none if the spelling cannot be told.
fn as_spelt(file: &File<'_>) -> Result<Option<Vec<u8>>> {
    let (tables, ir) = read(file)?;
    let form = Form::marked(Grouping::of(file, &tables)?);
    let (bytes, marks) = encode_in(&Layout::of(file), tables, ir, None, &form).into_marked();
    let shortest = Shortest { bytes, marks };
    Ok(Spelling::of(file.data(), &shortest).and_then(|spelling| spelling.write(&shortest)))
}
