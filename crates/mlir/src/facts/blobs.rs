//! [`Blobs`]: the distinct properties of a file, one behind the other.

/// Properties by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blobs {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Blobs {
    pub(super) fn of<'b>(all: impl Iterator<Item = &'b [u8]>) -> Blobs {
        let mut blobs = Blobs::default();
        for blob in all {
            blobs.bytes.extend_from_slice(blob);
            blobs.ends.push(blobs.bytes.len());
        }
        blobs
    }

    /// Properties by their number.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.bytes.get(start..end)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
