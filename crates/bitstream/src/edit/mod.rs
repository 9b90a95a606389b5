//! Edits: single tokens of a stream replaced, inserted or deleted.
//!
//! Only the blocks around an edit are written token by token; what is not edited is taken over as bits. LLVM IR holds
//! positions (of functions, symbol tables and metadata) and a hash of the module: they are made right again. Other
//! kinds hold positions that are not known here (Swift's index tables, Clang's offsets): there an edit is refused as
//! soon as anything would move, unless the caller knows better ([`Moves::Allow`]).

mod apply;
mod compare;
mod error;
mod ir;
mod outline;
mod written;

use crate::abbrev::Abbrev;
use crate::fault::Fault;
use crate::file::BitstreamFile;
use crate::stream::{Stream, StreamKind, Wrapper};
use crate::write::{Wrapping, wrap};

pub use error::EditError;

/// A token to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewToken {
    /// A block begins: its id, and the width of abbreviation ids in it.
    Enter(u32, u32),
    /// The block that was begun last ends.
    Leave,
    /// An abbreviation is defined; only in blocks that are new as well.
    Define(Abbrev),
    /// A record.
    Record {
        /// The abbreviation id to write it with; 3 for none.
        abbrev_id: u32,
        /// Its code.
        code: u32,
        /// Its operands, without the blob.
        ops: Vec<u64>,
        /// Its blob.
        blob: Option<Vec<u8>>,
    },
}

impl NewToken {
    /// A record without an abbreviation.
    pub fn record(code: u32, ops: impl Into<Vec<u64>>) -> NewToken {
        NewToken::Record { abbrev_id: 3, code, ops: ops.into(), blob: None }
    }
}

/// What is done at a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// These come before it. Before the end of a block, they are the last in the block; at the end of the stream, they
    /// come last of all.
    Insert(Vec<NewToken>),
    /// These take its place: that of a record, or of a block with all that is in it.
    Replace(Vec<NewToken>),
    /// It goes: a record, or a block with all that is in it.
    Delete,
}

/// A change of one token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bit of the stream at which the token begins.
    pub at: u64,
    /// What is done.
    pub change: Change,
}

/// What is done about tokens that move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Moves {
    /// Positions are repaired where they are known: in LLVM IR. Diagnostics, remarks and Swift dependencies have none.
    /// In other kinds an edit that moves tokens is refused.
    #[default]
    Repair,
    /// As it is for LLVM IR; in other kinds tokens move, and the caller answers for the positions.
    Allow,
}

/// A whole file with or without a wrapper, edited. Bits of the edits are those of the stream in it. A wrapper's size
/// follows, and so does its padding to 16 bytes if it had that.
///
/// # Errors
///
/// [`EditError`]; nothing is done by halves.
pub fn rewrite(bytes: &[u8], edits: &[Edit], moves: Moves) -> Result<Vec<u8>, EditError> {
    let file = BitstreamFile::open(bytes)?;
    let mut inner = rewrite_stream(file.stream, edits, moves)?;
    inner.extend_from_slice(file.padding);
    let Some(wrapper) = file.wrapper else { return Ok(inner) };
    let header = usize::try_from(wrapper.offset).unwrap_or(usize::MAX);
    let end = header.saturating_add(file.stream.bytes().len()).saturating_add(file.padding.len());
    let behind = bytes.get(end..).unwrap_or_default();
    let padded = !behind.is_empty() && bytes.len().is_multiple_of(16) && behind.iter().all(|byte| *byte == 0);
    if header != Wrapper::SIZE || (!behind.is_empty() && !padded) {
        // Bytes that nothing is known of: they stay around the stream.
        return around(bytes, &wrapper, &inner, behind);
    }
    let align = if padded || bytes.len().is_multiple_of(16) { 16 } else { 1 };
    Ok(wrap(&inner, Wrapping { version: wrapper.version, cpu_type: wrapper.cpu_type, align })?)
}

fn around(bytes: &[u8], wrapper: &Wrapper, inner: &[u8], behind: &[u8]) -> Result<Vec<u8>, EditError> {
    let size = u32::try_from(inner.len()).map_err(|_| EditError::Unsettled)?;
    let header = Wrapper { size, ..*wrapper };
    let mut out = header.to_bytes().to_vec();
    let start = usize::try_from(wrapper.offset).unwrap_or(usize::MAX);
    out.extend_from_slice(bytes.get(Wrapper::SIZE..start).unwrap_or_default());
    out.extend_from_slice(inner);
    out.extend_from_slice(behind);
    Ok(out)
}

/// One stream, edited.
///
/// # Errors
///
/// [`EditError`]; nothing is done by halves.
pub fn rewrite_stream(stream: Stream<'_>, edits: &[Edit], moves: Moves) -> Result<Vec<u8>, EditError> {
    let mut plan = outline::Plan::new(stream, edits)?;
    let mut fixes = ir::Fixes::new(stream, &mut plan)?;
    // Positions are VBRs here and there: with their values their widths change, and with those other positions.
    for _ in 0..16 {
        let written = apply::apply(stream, &plan, &fixes)?;
        if !moves_allowed(stream.kind(), moves)
            && let Some(bit) = written.first_moved()
        {
            return Err(EditError::Positions(stream.kind(), bit));
        }
        if !fixes.update(&written)? {
            compare::compare(stream, &plan, &fixes, &written)?;
            return Ok(written.bytes);
        }
    }
    Err(EditError::Unsettled)
}

/// Whether tokens of such a stream can move without harm, or with repairs.
fn moves_allowed(kind: StreamKind, moves: Moves) -> bool {
    let known = matches!(
        kind,
        StreamKind::Ir | StreamKind::Diagnostics | StreamKind::Remarks | StreamKind::SwiftDeps
    );
    known || moves == Moves::Allow
}

/// The walk over a stream can fail at any token.
type Read<T> = Result<T, Fault>;
