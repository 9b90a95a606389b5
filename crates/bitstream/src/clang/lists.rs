//! [`OffsetList`]: lists of places, which blobs of `AST 8` are: of declarations, types, macros and source places.
//!
//! A place has 32 bits, or 64 bits, or is a source place (of 32 bits up to Clang 18, of 64 since) and 64 bits.

use outlast_core::{Bytes, Result};

use crate::clang::blocks;
use crate::clang::names::Numbers;
use crate::fields::index;
use crate::places::past_the_list;

/// How the places of a list are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entries {
    /// 32 bits each.
    Narrow,
    /// 64 bits each.
    Wide,
    /// A source place of 32 or 64 bits, then 64 bits.
    Placed,
}

/// A list of places.
#[derive(Clone, Copy, Debug)]
pub struct OffsetList<'a> {
    /// Its name: `DECL_OFFSET`.
    pub name: &'static str,
    /// How many places it has.
    pub count: u64,
    /// The block in which the records are.
    pub block: u32,
    blob: Bytes<'a>,
    entries: Entries,
    /// The bit that places count from, beyond the block's own.
    base: u64,
}

impl<'a> OffsetList<'a> {
    /// The list that a record of this name has; none if such records have none. `ast_body` is the first bit of the AST
    /// block.
    pub(super) fn from_record(
        record: &str,
        ops: &[u64],
        blob: Bytes<'a>,
        ast_body: u64,
    ) -> Option<OffsetList<'a>> {
        let op = |index: usize| ops.get(index).copied().unwrap_or(0);
        let (name, block, entries, base) = match record {
            "TYPE_OFFSET" => ("TYPE_OFFSET", blocks::DECLTYPES, Entries::Wide, 0),
            "DECL_OFFSET" => ("DECL_OFFSET", blocks::DECLTYPES, Entries::Placed, 0),
            "SOURCE_LOCATION_OFFSETS" => {
                ("SOURCE_LOCATION_OFFSETS", blocks::SOURCE_MANAGER, Entries::Narrow, op(2))
            }
            "MACRO_OFFSET" => {
                // The last operand is where the macros' bits count from, after the start of the AST block.
                let from = ops.last().copied().unwrap_or(0).saturating_add(ast_body);
                ("MACRO_OFFSET", blocks::PREPROCESSOR, Entries::Narrow, from)
            }
            _ => return None,
        };
        Some(OffsetList { name, count: op(0), block, blob, entries, base })
    }

    /// A place, counted from 0, in bits after where the list counts from: the start of the stream for macros, the block
    /// that they are in for the others.
    pub(super) fn place(&self, at: u64, numbers: Numbers) -> Result<u64> {
        if at >= self.count {
            return Err(past_the_list(at, self.count, self.blob.span(0, self.blob.len())));
        }
        let at = index(at);
        let what = "place in a list";
        let from = match self.entries {
            Entries::Narrow => u64::from(self.blob.u32(at.saturating_mul(4), what)?),
            Entries::Wide => self.blob.u64(at.saturating_mul(8), what)?,
            Entries::Placed => {
                let place = if numbers == Numbers::Wide { 8 } else { 4 };
                self.blob.u64(at.saturating_mul(place + 8).saturating_add(place), what)?
            }
        };
        Ok(from.saturating_add(self.base))
    }
}
