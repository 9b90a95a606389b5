//! Resources in their new order: by dialect; those with content before those without.

use super::number::{Numbering, Table};
use crate::ids::{DialectId, ResourceId};
use crate::tables::{Resource, ResourceGroup, ResourceValue, Tables};
use outlast_core::SortShort;

fn find<'t, 'a>(tables: &'t Tables<'a>, number: u32) -> Option<(DialectId, &'t Resource<'a>)> {
    tables.resources.get(ResourceId(number))
}

/// Sorts the resources that were met.
pub(super) fn order(tables: &Tables<'_>, met: &mut [u32], dialects: &Table) {
    met.sort_short_by_key(|number| match find(tables, *number) {
        Some((dialect, resource)) => {
            (dialects.number(dialect.0), matches!(resource.value, ResourceValue::Declared(_)), *number)
        }
        None => (u32::MAX, true, *number),
    });
}

/// Adds the resources to new tables, and their strings.
pub(super) fn build<'a>(old: &Tables<'a>, numbering: &Numbering, new: &mut Tables<'a>) {
    for group in &old.resources.external {
        let members = contents(old, &group.members, new);
        let owner = new.strings.intern(old.string(group.owner));
        let members = keys(old, members, new);
        new.resources.external.push(ResourceGroup { owner, members });
    }
    let mut groups: Vec<ResourceGroup<'a, DialectId>> = Vec::new();
    for number in &numbering.resources.met {
        let Some((dialect, resource)) = find(old, *number) else { continue };
        let owner = DialectId(numbering.dialects.number(dialect.0));
        if groups.last().is_none_or(|group| group.owner != owner) {
            groups.push(ResourceGroup { owner, members: Vec::new() });
        }
        if let Some(group) = groups.last_mut() {
            group.members.push(resource.clone());
        }
    }
    for group in &mut groups {
        let members = contents(old, &group.members, new);
        group.members = keys(old, members, new);
    }
    new.resources.dialects = groups;
}

/// Resources whose content refers to strings of the new table: contents are written before keys.
fn contents<'a>(old: &Tables<'a>, members: &[Resource<'a>], new: &mut Tables<'a>) -> Vec<Resource<'a>> {
    let mut renumbered = members.to_vec();
    for resource in &mut renumbered {
        if let ResourceValue::String(id) = &mut resource.value {
            *id = new.strings.intern(old.string(*id));
        }
    }
    renumbered
}

/// Resources whose keys are strings of the new table.
fn keys<'a>(old: &Tables<'a>, mut members: Vec<Resource<'a>>, new: &mut Tables<'a>) -> Vec<Resource<'a>> {
    for resource in &mut members {
        resource.key = new.strings.intern(old.string(resource.key));
    }
    members
}
