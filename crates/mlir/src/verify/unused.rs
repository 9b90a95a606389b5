//! What readers do not look at: bytes behind the last resource, and how many operation names are announced.

use super::{Findings, path_of, span_in};
use crate::defs::section;
use crate::file::File;
use crate::tables::{Grouping, Tables};

pub(super) fn verify(file: &File<'_>, tables: &Tables<'_>, findings: &mut Findings) {
    let resources = &tables.resources;
    let external = resources.external.iter().flat_map(|group| &group.members);
    let members = external.chain(resources.dialects.iter().flat_map(|group| &group.members));
    if let Some(found) = file.section(section::RESOURCE) {
        let end = members.map(|resource| resource.range.1).max().unwrap_or(found.start);
        if end < found.end {
            let title = format!("{} bytes after the last resource", found.end - end);
            let span = span_in(file, section::RESOURCE, end.saturating_sub(found.start)..found.len());
            findings.warn(1406, title, span, path_of(section::RESOURCE));
        }
    }
    let Ok(grouping) = Grouping::of(file, tables) else { return };
    let most = u64::try_from(file.data().len()).unwrap_or(u64::MAX);
    if grouping.op_count > most {
        let (start, end) = grouping.op_count_at;
        let title =
            format!("{} operation names announced, {} there", grouping.op_count, tables.op_names.len());
        let span = file.reader(section::DIALECT).span_from(start, end);
        findings.warn(1414, title, span, path_of(section::DIALECT));
    }
}
