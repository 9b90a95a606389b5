//! Writing the tables: dialect section, attributes and types with their sizes, properties, resources.

use super::{Blob, Entries, ResourceGroup, ResourceValue, Tables};
use crate::defs::{section, version};
use crate::ids::DialectId;
use crate::wire::{Emitter, varint};

impl Tables<'_> {
    /// The dialect section's content.
    pub(crate) fn write_dialects(&self, version: u64) -> Emitter<'static> {
        let mut out = Emitter::new();
        out.count(self.dialects.len());
        for dialect in &self.dialects {
            if version < version::DIALECT_VERSIONING {
                out.index(dialect.name.0);
                continue;
            }
            out.flagged(u64::from(dialect.name.0), dialect.version.is_some());
            if let Some(bytes) = &dialect.version {
                let mut content = Emitter::new();
                content.bytes(bytes);
                out.section(section::DIALECT_VERSIONS, content);
            }
        }
        if version >= version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            out.count(self.op_names.len());
        }
        for group in self.op_names.chunk_by(|one, other| one.dialect == other.dialect) {
            out.index(group.first().map_or(0, |op| op.dialect.0));
            out.count(group.len());
            for op in group {
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
    pub(crate) fn write_properties(&self) -> Emitter<'static> {
        let mut out = Emitter::new();
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
    pub(crate) fn write_entries(&mut self) -> (Emitter<'a>, Emitter<'static>) {
        let (mut bytes, mut sizes) = (Emitter::new(), Emitter::new());
        sizes.count(self.attrs.len());
        sizes.count(self.types.len());
        for entries in [std::mem::take(&mut self.attrs), std::mem::take(&mut self.types)] {
            write_sizes(&entries, &mut sizes);
            entries.into_bytes(&mut bytes);
        }
        (bytes, sizes)
    }

    /// The contents of the sections with resources, and with their keys, kinds and sizes.
    pub(crate) fn write_resources(&self) -> (Emitter<'a>, Emitter<'static>) {
        let (mut data, mut offsets) = (Emitter::new(), Emitter::new());
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

fn write_sizes(entries: &Entries<'_>, sizes: &mut Emitter<'static>) {
    // A group's header has its count, so its sizes wait.
    let mut waiting = Vec::new();
    let mut members = 0;
    let mut group: Option<DialectId> = None;
    let close =
        |group: Option<DialectId>, members: usize, waiting: &mut Vec<u8>, sizes: &mut Emitter<'static>| {
            if let Some(dialect) = group {
                sizes.index(dialect.0);
                sizes.count(members);
                sizes.buffer().append(waiting);
            }
        };
    for entry in entries.iter() {
        if group != Some(entry.dialect) {
            close(group, members, &mut waiting, sizes);
            group = Some(entry.dialect);
            members = 0;
        }
        members += 1;
        let size = u64::try_from(entry.bytes.len()).unwrap_or(u64::MAX);
        varint(&mut waiting, size << 1 | u64::from(entry.custom));
    }
    close(group, members, &mut waiting, sizes);
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
