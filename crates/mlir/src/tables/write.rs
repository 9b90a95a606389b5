//! Writing the tables: dialect section, attributes and types with their sizes, properties, resources.

use super::grouping::Group;
use super::{Blob, Entries, Grouping, ResourceGroup, ResourceValue, Tables};
use crate::defs::{section, version};
use crate::wire::Emitter;

/// How tables are written.
#[derive(Debug)]
pub(crate) struct Form {
    grouping: Grouping,
    marked: bool,
}

impl Form {
    /// As writers do it.
    pub(crate) fn shortest(tables: &Tables<'_>) -> Form {
        Form { grouping: Grouping::shortest(tables), marked: false }
    }

    /// With the groups of a file; where numbers, padding and sections will stand is noted.
    pub(crate) fn marked(grouping: Grouping) -> Form {
        Form { grouping, marked: true }
    }

    /// Something to write to.
    pub(crate) fn emitter<'a>(&self) -> Emitter<'a> {
        Emitter::marking(self.marked)
    }

    /// Whether places are noted.
    pub(crate) fn is_marked(&self) -> bool {
        self.marked
    }
}

impl Tables<'_> {
    /// The dialect section's content.
    pub(crate) fn write_dialects(&self, version: u64, form: &Form) -> Emitter<'static> {
        let mut out = form.emitter();
        out.count(self.dialects.len());
        for dialect in &self.dialects {
            if version < version::DIALECT_VERSIONING {
                out.index(dialect.name.0);
                continue;
            }
            out.flagged(u64::from(dialect.name.0), dialect.version.is_some());
            if let Some(bytes) = &dialect.version {
                let mut content = form.emitter();
                content.bytes(bytes);
                out.section(section::DIALECT_VERSIONS, content);
            }
        }
        if version >= version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            out.varint(form.grouping.op_count);
        }
        let mut names = self.op_names.iter();
        for (dialect, members) in &form.grouping.ops {
            out.index(dialect.0);
            out.count(*members);
            for op in names.by_ref().take(*members) {
                if version < version::NATIVE_PROPERTIES_ENCODING {
                    out.index(op.name.0);
                } else {
                    out.flagged(u64::from(op.name.0), op.registered.unwrap_or(false));
                }
            }
        }
        out
    }

    /// The properties section's content.
    pub(crate) fn write_properties(&self, form: &Form) -> Emitter<'static> {
        let mut out = form.emitter();
        if form.grouping.no_properties {
            return out;
        }
        out.count(self.properties.len());
        for properties in &self.properties {
            out.count(properties.len());
            out.bytes(properties);
        }
        out
    }
}

impl<'a> Tables<'a> {
    /// The contents of the sections with attributes and types, and with their sizes. The tables have no entries afterwards.
    pub(crate) fn write_entries(&mut self, form: &Form) -> (Emitter<'a>, Emitter<'static>) {
        let (mut bytes, mut sizes) = (form.emitter(), form.emitter());
        sizes.count(self.attrs.len());
        sizes.count(self.types.len());
        let tables = [std::mem::take(&mut self.attrs), std::mem::take(&mut self.types)];
        for (entries, groups) in tables.into_iter().zip([&form.grouping.attrs, &form.grouping.types]) {
            write_sizes(&entries, groups, &mut sizes);
            entries.into_bytes(&mut bytes);
        }
        (bytes, sizes)
    }

    /// The contents of the sections with resources, and with their keys, kinds and sizes.
    pub(crate) fn write_resources(&self, form: &Form) -> (Emitter<'a>, Emitter<'static>) {
        let (mut data, mut offsets) = (form.emitter(), form.emitter());
        offsets.count(self.resources.external.len());
        for group in &self.resources.external {
            offsets.index(group.owner.0);
            resource_group(group, &mut data, &mut offsets);
        }
        for group in &self.resources.dialects {
            offsets.index(group.owner.0);
            resource_group(group, &mut data, &mut offsets);
        }
        (data, offsets)
    }
}

fn write_sizes(entries: &Entries<'_>, groups: &[Group], sizes: &mut Emitter<'static>) {
    let mut entries = entries.iter();
    for (dialect, members) in groups {
        sizes.index(dialect.0);
        sizes.count(*members);
        for entry in entries.by_ref().take(*members) {
            let size = u64::try_from(entry.bytes.len()).unwrap_or(u64::MAX);
            sizes.flagged(size, entry.custom);
        }
    }
}

fn resource_group<'a, Owner>(
    group: &ResourceGroup<'a, Owner>,
    data: &mut Emitter<'a>,
    offsets: &mut Emitter<'static>,
) {
    offsets.count(group.members.len());
    for resource in &group.members {
        let start = data.len();
        let kind = match &resource.value {
            ResourceValue::Declared(kind) => *kind,
            ResourceValue::Blob { alignment, data: blob, .. } => {
                data.varint(*alignment);
                data.count(blob.len());
                data.align(*alignment);
                match blob {
                    Blob::File(bytes) => data.borrowed(bytes),
                    Blob::Own(bytes) => data.owned(bytes.to_vec()),
                }
                crate::defs::ResourceKind::Blob
            }
            ResourceValue::Bool(byte) => {
                data.byte(*byte);
                crate::defs::ResourceKind::Bool
            }
            ResourceValue::String(id) => {
                data.index(id.0);
                crate::defs::ResourceKind::String
            }
        };
        offsets.index(resource.key.0);
        offsets.count(data.len() - start);
        offsets.byte(kind.byte());
    }
}
