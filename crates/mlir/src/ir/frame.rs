//! What is open while an IR section is read: the regions of one operation, and how far its references may go.

use outlast_core::{Result, to_index};

use crate::file::File;
use crate::tables::Tables;
use crate::wire::Reader;

/// Sizes of the tables that operations refer to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(super) version: u64,
    pub(super) names: usize,
    pub(super) attrs: usize,
    pub(super) types: usize,
    pub(super) properties: usize,
}

impl Limits {
    /// All that the tables have.
    pub(crate) fn of(file: &File<'_>, tables: &Tables<'_>) -> Limits {
        Limits {
            version: file.version(),
            names: tables.op_names.len(),
            attrs: tables.attrs.len(),
            types: tables.types.len(),
            properties: tables.properties.len(),
        }
    }
}

/// What is being read: the regions of one operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) op: u32,
    /// The region that is read, and one past the last of the operation.
    pub(super) region: u32,
    pub(super) last_region: u32,
    /// Next block of the region, and one past its last.
    pub(super) block: u32,
    pub(super) last_block: u32,
    /// Blocks of the open region.
    pub(super) blocks: u32,
    /// Operations of the open block that were not read yet.
    pub(super) ops_left: u32,
    /// Values of enclosing regions that can be referred to.
    pub(super) base: u32,
    /// Values that may be referred to in the open region: those, and the region's own.
    pub(super) visible: u32,
    /// Values that the open region defined so far.
    pub(super) defined: u32,
    /// Where the window ended before the section of these regions began.
    pub(super) outer_end: Option<usize>,
}

impl Frame {
    pub(super) fn of(op: u32, region: u32, count: u32, base: u32, outer_end: Option<usize>) -> Frame {
        Frame {
            op,
            region,
            last_region: region.saturating_add(count),
            block: 0,
            last_block: 0,
            blocks: 0,
            ops_left: 0,
            base,
            visible: base,
            defined: 0,
            outer_end,
        }
    }

    /// Values were defined in the open region: it must have announced them.
    #[inline]
    pub(super) fn define(&mut self, reader: &Reader<'_>, count: usize) -> Result<()> {
        let defined = to_index(self.defined).saturating_add(count);
        if defined > to_index(self.visible - self.base) {
            let wide = u64::try_from(defined).unwrap_or(u64::MAX);
            let limit = to_index(self.visible - self.base).saturating_add(1);
            return Err(reader.out_of_range(
                reader.offset(),
                "number of values defined in a region",
                wide,
                limit,
            ));
        }
        self.defined = u32::try_from(defined).unwrap_or(u32::MAX);
        Ok(())
    }
}
