//! Debug records: what the lite interpreter reads of them, and what has to go.

use outlast_core::{Bytes, Result};
use outlast_opset::history::Release;

use super::types::release;
use crate::archive::TorchArchive;
use crate::bytecode::DEBUG_HANDLES;
use crate::pickle::{Limits, Pickle};

/// What leads from debug handles to code.
const CALLS: &str = "callstack_debug_map.pkl";
/// How debug information begins since 1.12.
const TABLE: &str = "FORMAT_WITH_STRING_TABLE";
/// The first release that reads it so.
const TABLE_SINCE: Release = release(1, 12);
/// The first release that has debug handles.
const HANDLES_SINCE: Release = release(1, 10);

/// The records that a reader of this release cannot have: the lite interpreter reads all debug information when it loads, and refuses that in the form of
/// later releases.
pub(super) fn unreadable(archive: &TorchArchive<'_>, reader: Release) -> Result<Vec<String>> {
    let mut all = Vec::new();
    if reader >= TABLE_SINCE {
        return Ok(all);
    }
    let mut names: Vec<String> =
        archive.records()?.filter(|record| record.inside).map(|record| record.name.into_owned()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names.iter().filter(|name| name.ends_with(".debug_pkl")) {
        if has_table(archive, name)? {
            all.push(name.clone());
        }
    }
    // Handles and calls lead to what is in those records.
    let needless = |name: &&str| archive.has(name) && (!all.is_empty() || reader < HANDLES_SINCE);
    let rest: Vec<String> = [DEBUG_HANDLES, CALLS].into_iter().filter(needless).map(str::to_string).collect();
    all.extend(rest);
    Ok(all)
}

fn has_table(archive: &TorchArchive<'_>, name: &str) -> Result<bool> {
    let Some(content) = archive.content(name)? else { return Ok(false) };
    let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    let first = || pickle.graph.text(*pickle.graph.tuple(pickle.root?)?.first()?);
    Ok(first() == Some(TABLE))
}
