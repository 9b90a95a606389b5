//! [`Grouping`]: groups of a file's tables as they stand there.
//!
//! Readers take groups of no entries, several groups of one dialect after each other, any number of operation names before their groups (they
//! only reserve room for so many), and a section of properties without a count. No writer encodes tables so; what is decoded says the
//! same without it.

use outlast_core::Result;

use super::Tables;
use crate::defs::section;
use crate::file::File;
use crate::ids::DialectId;

/// A dialect, and how many entries its group has.
pub(super) type Group = (DialectId, usize);

/// Groups of a file's tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grouping {
    /// The announced number of operation names, and where it stands; since version 4 of the container.
    pub(crate) op_count: u64,
    pub(crate) op_count_at: (usize, usize),
    /// Groups of operation names.
    pub(super) ops: Vec<Group>,
    /// Groups of attributes.
    pub(super) attrs: Vec<Group>,
    /// Groups of types.
    pub(super) types: Vec<Group>,
    /// Whether the section of properties has nothing at all in it.
    pub(super) no_properties: bool,
}

impl Grouping {
    /// That of a file whose tables were read.
    ///
    /// # Errors
    ///
    /// As for [`Tables::read`].
    pub(crate) fn of(file: &File<'_>, tables: &Tables<'_>) -> Result<Grouping> {
        let mut again = Tables { strings: tables.strings.clone(), ..Tables::default() };
        let mut grouping = again.read_dialects(file)?;
        grouping.attrs = tables.attrs.groups();
        grouping.types = tables.types.groups();
        grouping.no_properties =
            file.section(section::PROPERTIES).is_some_and(crate::wire::Section::is_empty);
        Ok(grouping)
    }

    /// That of tables as writers have it: a group for all entries of one dialect that follow each other.
    pub(super) fn shortest(tables: &Tables<'_>) -> Grouping {
        Grouping {
            op_count: u64::try_from(tables.op_names.len()).unwrap_or(u64::MAX),
            op_count_at: (0, 0),
            ops: runs(tables.op_names.iter().map(|op| op.dialect)),
            attrs: runs(tables.attrs.iter().map(|entry| entry.dialect)),
            types: runs(tables.types.iter().map(|entry| entry.dialect)),
            no_properties: false,
        }
    }
}

fn runs(dialects: impl Iterator<Item = DialectId>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for dialect in dialects {
        match groups.last_mut() {
            Some((last, members)) if *last == dialect => *members += 1,
            _ => groups.push((dialect, 1)),
        }
    }
    groups
}
