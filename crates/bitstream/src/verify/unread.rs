//! Parts of a stream that the readers of its kind do not look into: what is wrong there is a warning.
//!
//! Clang passes over the block of names at the start of what it precompiled by its length word, and Swift compilers look at nothing behind the
//! module. All other readers read BLOCKINFO.

use crate::cursor::{Cursor, Item};
use crate::stream::{Stream, StreamKind};

const BLOCKINFO: u32 = 0;

/// Whether compilers look at nothing behind the first other block at the top level.
pub(super) fn stops_behind_module(kind: StreamKind) -> bool {
    matches!(kind, StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo)
}

/// The block of names where it is damaged and passed over: what is wrong, its bits, and where its length word says that it ends.
pub(super) fn names(stream: Stream<'_>) -> Option<(String, std::ops::Range<u64>)> {
    if stream.kind() != StreamKind::ClangAst {
        return None;
    }
    let mut cursor = Cursor::new(stream).ok()?;
    let end = cursor.end();
    let block = match cursor.next() {
        Ok(Some(Item::Enter(block))) if block.id == BLOCKINFO && block.claimed_end() <= end => block,
        _ => return None,
    };
    let bits = block.start..block.claimed_end();
    loop {
        match cursor.next() {
            Ok(Some(Item::Leave(inner, _))) if inner.start == block.start => {
                let took = cursor.position().saturating_sub(block.body) / 32;
                let what = format!("the length word says {} words, it has {took}", block.words);
                return (cursor.position() != block.claimed_end()).then_some((what, bits));
            }
            Ok(Some(_)) => {}
            Ok(None) => return Some(("it does not end".to_string(), bits)),
            Err(fault) => return Some((fault.kind().to_string(), bits)),
        }
    }
}
