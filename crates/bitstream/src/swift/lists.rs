//! [`OffsetList`]: lists of places in `INDEX` and `SIL_INDEX`, bits at which declarations, types and functions start.

use crate::places::Places;
use crate::swift::blocks;

/// A list of places, as `INDEX` and `SIL_INDEX` have them.
#[derive(Clone, Debug)]
pub struct OffsetList {
    /// Its name: `DECL_OFFSETS`.
    pub name: String,
    /// The block in which the records are.
    pub block: u32,
    /// Bits from the start of the stream; 0 for what was left out.
    pub bits: Vec<u64>,
}

impl OffsetList {
    /// The list that a record of this name has, in this block; none if such records have none.
    pub(super) fn from_record(name: String, index: u32, bits: Vec<u64>) -> Option<OffsetList> {
        let block = match &*name {
            // Numbers of declarations, not places in a block.
            "ORDERED_TOP_LEVEL_DECLS" => 0,
            "IDENTIFIER_OFFSETS" => blocks::IDENTIFIER_DATA,
            offsets if !offsets.ends_with("_OFFSETS") => return None,
            _ if index == blocks::SIL_INDEX => blocks::SIL,
            _ => blocks::DECLS_AND_TYPES,
        };
        Some(OffsetList { name, block, bits })
    }

    /// The bits of what was not left out.
    fn listed(&self) -> impl Iterator<Item = u64> {
        self.bits.iter().copied().filter(|bit| *bit != 0)
    }
}

/// A block whose first record no list points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misplaced {
    /// The block.
    pub block: u32,
    /// The bit of its first record, from the start of the stream.
    pub first: u64,
    /// The lowest bit that a list points at.
    pub listed: u64,
}

/// The first block that lists point into, but not at its first record.
pub(super) fn misplaced(places: &Places<'_>, lists: &[OffsetList]) -> Option<Misplaced> {
    places.rooms().find_map(|room| {
        let block = room.block.id;
        let bits = || lists.iter().filter(|list| list.block == block).flat_map(OffsetList::listed);
        let listed = bits().min()?;
        let found = bits().any(|bit| bit == room.first);
        (!found).then_some(Misplaced { block, first: room.first, listed })
    })
}
