//! Names that a file uses again and again: each use is a number of a byte or two, and whoever lists names has all of them.

use outlast_core::{Error, ErrorKind, Result};

use super::Tables;
use crate::budget::budget_for;
use crate::defs::section;
use crate::file::File;
use crate::ids::StringId;
use crate::wire::Reader;
use outlast_core::Budget;

/// Checks that names, each counted where it is used, are no longer than the bytes of the file justify: those of dialects, operations,
/// resources, and of attributes in dictionaries.
///
/// # Errors
///
/// They are longer: [`ErrorKind::Limit`].
pub(super) fn check(tables: &Tables<'_>, file: &File<'_>) -> Result<()> {
    let longest = tables.strings.iter().map(<[u8]>::len).max().unwrap_or(0);
    let mut budget = budget_for(file.data().len());
    let limit = budget.left();
    // Each use takes a byte at least: most files need no look at all.
    let most = u64::try_from(longest.saturating_mul(2)).unwrap_or(u64::MAX);
    if most.saturating_mul(u64::try_from(file.data().len()).unwrap_or(u64::MAX)) <= limit {
        return Ok(());
    }
    match uses(tables, &mut budget) {
        Some(()) => Ok(()),
        None => {
            let span = file.reader(section::STRING).span_from(0, 0);
            Err(Error::new(
                ErrorKind::Limit { what: "bytes of names, each counted where it is used", limit },
                span,
            ))
        }
    }
}

fn uses(tables: &Tables<'_>, budget: &mut Budget) -> Option<()> {
    let len = |id: StringId| tables.strings.get(id).map_or(0, <[u8]>::len);
    let mut spend = |len: usize| budget.spend(len).then_some(());
    for dialect in &tables.dialects {
        spend(len(dialect.name))?;
    }
    for at in 0..tables.op_names.len() {
        let Some(name) = tables.op_names.get(at) else { continue };
        let dialect = tables.dialects.get(name.dialect.index()).map_or(0, |dialect| len(dialect.name));
        spend(dialect.saturating_add(len(name.name)))?;
    }
    let groups = tables.resources.dialects.iter().flat_map(|group| &group.members);
    let external = tables.resources.external.iter().flat_map(|group| &group.members);
    for resource in groups.chain(external) {
        spend(len(resource.key))?;
    }
    let builtin = tables.find_dialect(b"builtin");
    for entry in tables.attrs.iter().filter(|entry| entry.custom && Some(entry.dialect) == builtin) {
        let mut reader = Reader::new(entry.bytes);
        let Ok(DICTIONARY) = reader.varint("code") else { continue };
        let Ok(count) = reader.count("number of attributes") else { continue };
        for _ in 0..count {
            let name = reader.index(tables.attrs.len(), "name");
            let (Ok(name), Ok(_)) = (name, reader.varint("attribute")) else { break };
            let name = tables.attrs.get(name).and_then(|name| super::string_value(tables, &name));
            spend(name.map_or(0, <[u8]>::len))?;
        }
    }
    Some(())
}

/// The code of a dictionary: names, which are strings, and attributes.
const DICTIONARY: u64 = 1;
