//! [`LayoutVersion`]: the layouts of tensor data files, which have one magic.

/// Which layout a tensor data file has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LayoutVersion {
    /// Release 0.5.
    V0a,
    /// Release 0.6.
    V0b,
    /// Release 0.7 and later.
    V1,
}

impl LayoutVersion {
    /// `v0a`, `v0b`, `v1`.
    pub fn name(self) -> &'static str {
        match self {
            LayoutVersion::V0a => "v0a",
            LayoutVersion::V0b => "v0b",
            LayoutVersion::V1 => "v1",
        }
    }

    /// Slot of `segments`.
    pub fn segments_slot(self) -> u16 {
        if self == LayoutVersion::V1 { 1 } else { 3 }
    }

    /// Slot of `named_data`, in layout versions that have it.
    pub fn named_data_slot(self) -> Option<u16> {
        match self {
            LayoutVersion::V0a => None,
            LayoutVersion::V0b => Some(4),
            LayoutVersion::V1 => Some(2),
        }
    }

    /// Alignment of segments in files that are rewritten.
    pub(crate) fn segment_align(self) -> usize {
        if self == LayoutVersion::V1 { 128 } else { 16 }
    }
}
