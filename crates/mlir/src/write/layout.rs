//! [`encode`]: tables and operations become a file.

use std::borrow::Cow;

use crate::defs::{MAGIC, section, version};
use crate::file::File;
use crate::ir::Ir;
use crate::tables::{Form, Tables};
use crate::wire::{Emitter, Piece};

/// What a file is like around its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    /// Version of the container.
    pub version: u64,
    /// Who is said to have written it.
    pub producer: Cow<'a, [u8]>,
    /// The sections, in order.
    pub order: Vec<u8>,
}

impl<'a> Layout<'a> {
    /// That of a file.
    pub fn of(file: &File<'a>) -> Layout<'a> {
        Layout {
            version: file.version(),
            producer: Cow::Borrowed(file.producer()),
            order: file.order().to_vec(),
        }
    }

    /// That of upstream's writer.
    pub fn upstream(version: u64, producer: impl Into<Cow<'a, [u8]>>) -> Layout<'a> {
        let mut order = vec![
            section::DIALECT,
            section::ATTR_TYPE_OFFSET,
            section::ATTR_TYPE,
            section::IR,
            section::RESOURCE_OFFSET,
            section::RESOURCE,
            section::STRING,
        ];
        if version >= version::NATIVE_PROPERTIES_ENCODING {
            order.push(section::PROPERTIES);
        }
        Layout { version, producer: producer.into(), order }
    }
}

/// A file with these tables and operations, with the indices they have. `file` is where regions that were skipped are copied from.
pub fn encode<'a>(
    layout: &Layout<'_>,
    tables: Tables<'a>,
    ir: Ir,
    file: Option<&File<'_>>,
) -> Vec<Piece<'a>> {
    let form = Form::shortest(&tables);
    encode_in(layout, tables, ir, file, &form).into_pieces()
}

/// As [`encode`], in a form.
pub(super) fn encode_in<'a>(
    layout: &Layout<'_>,
    mut tables: Tables<'a>,
    ir: Ir,
    file: Option<&File<'_>>,
    form: &Form,
) -> Emitter<'a> {
    let mut out = form.emitter();
    out.bytes(&MAGIC);
    out.varint(layout.version);
    out.c_string(&layout.producer);
    let (entries, sizes) = tables.write_entries(form);
    let (data, offsets) = tables.write_resources(form);
    let mut operations = ir.encode_in(layout.version, file, form);
    // They are large, and their bytes are here now.
    drop(ir);
    let (mut entries, mut sizes, mut data, mut offsets) =
        (Some(entries), Some(sizes), Some(data), Some(offsets));
    for id in &layout.order {
        let content = match *id {
            section::STRING => {
                let mut content = form.emitter();
                tables.strings.write(&mut content);
                content
            }
            section::DIALECT => tables.write_dialects(layout.version, form),
            section::ATTR_TYPE => entries.take().unwrap_or_default(),
            section::ATTR_TYPE_OFFSET => sizes.take().unwrap_or_default(),
            section::IR => std::mem::take(&mut operations),
            section::RESOURCE => data.take().unwrap_or_default(),
            section::RESOURCE_OFFSET => offsets.take().unwrap_or_default(),
            section::PROPERTIES => tables.write_properties(form),
            _ => continue,
        };
        out.section(*id, content);
    }
    out
}
