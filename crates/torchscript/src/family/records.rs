//! Records of archives, compared: by names, sizes and checksums.

use std::collections::BTreeMap;

use crate::archive::{MOST, TorchArchive};

use outlast_model::difference::{DiffError, Difference, Side, maps};

/// What is compared of a record.
#[derive(Clone, PartialEq, Eq)]
struct Content {
    size: u64,
    checksum: u32,
}

impl std::fmt::Display for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes, CRC-32 {:08x}", self.size, self.checksum)
    }
}

/// The records of an archive by name; the root folder does not matter.
fn records(file: &[u8], side: Side) -> Result<BTreeMap<String, Content>, DiffError> {
    let unreadable = |error| DiffError::Unreadable(side, error);
    let archive = TorchArchive::open(file).map_err(unreadable)?;
    let records = archive.records().map_err(unreadable)?;
    let mut all = BTreeMap::new();
    for record in records {
        let (size, mut checksum) = (record.entry.size(), record.entry.checksum());
        // `torch.save` can leave checksums out: they are 0 then, whatever the content is.
        if checksum == 0 && size > 0 {
            let found = archive.zip().member(record.entry).and_then(|member| member.checksum(MOST));
            checksum = found.unwrap_or_default();
        }
        all.insert(record.name.into_owned(), Content { size, checksum });
    }
    Ok(all)
}

/// What one of two archives has otherwise.
pub(super) fn diff(before: &[u8], after: &[u8]) -> Result<Vec<Difference>, DiffError> {
    let (before, after) = (records(before, Side::Before)?, records(after, Side::After)?);
    let mut differences = Vec::new();
    maps("record", (&before, &after), Content::to_string, &mut differences);
    Ok(differences)
}
