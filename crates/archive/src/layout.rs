//! What readers of archives disagree on: members that come twice, that lie on each other, whose names are cut.

use std::collections::HashMap;
use std::ops::Range;

use outlast_core::{Bytes, Result, SortShort};

use crate::entry::Entry;
use crate::{invalid, member};

/// Checks names and extents of all members; `directory` is where the directory is.
pub(crate) fn check(file: Bytes<'_>, entries: &[Entry<'_>], directory: Range<usize>) -> Result<()> {
    let mut names = HashMap::with_capacity(entries.len());
    for entry in entries {
        if names.insert(entry.raw_name(), ()).is_some() {
            return Err(twice(entry));
        }
        if entry.raw_name().contains(&0) {
            let why = "a zero byte in its name: some readers end the name there";
            return Err(invalid(entry.record, 0, entry.record.len(), why).within(entry.step()));
        }
    }
    let mut extents = Vec::with_capacity(entries.len());
    for entry in entries {
        let located = member::locate(file, entry).map_err(|e| e.within(entry.step()))?;
        extents.push((located.extent, entry));
    }
    extents.sort_short_by_key(|(extent, _)| (extent.start, extent.end));
    for pair in extents.windows(2) {
        let [(before, first), (after, second)] = pair else { continue };
        if after.start < before.end {
            let why = format!("it begins inside the member `{}`", first.name().escape_debug());
            return Err(lies_on(file, after, why).within(second.step()));
        }
    }
    let directory = directory.start as u64..directory.end as u64;
    for (extent, entry) in &extents {
        if extent.start < directory.end && directory.start < extent.end {
            return Err(lies_on(file, extent, "it overlaps the directory".into()).within(entry.step()));
        }
    }
    Ok(())
}

/// A name that another member has.
#[cold]
pub(crate) fn twice(entry: &Entry<'_>) -> outlast_core::Error {
    let why = "two members have this name: readers disagree on which one counts";
    invalid(entry.record, 0, entry.record.len(), why).within(entry.step())
}

#[cold]
fn lies_on(file: Bytes<'_>, extent: &Range<u64>, why: String) -> outlast_core::Error {
    let len = crate::index(extent.end.saturating_sub(extent.start));
    invalid(file, crate::index(extent.start), len, why)
}
