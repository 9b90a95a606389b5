//! New tables, in the order in which upstream's writer meets strings: dialects, operation names, attributes, types.

use std::borrow::Cow;

use outlast_core::{Result, to_index};

use super::CanonicalError;
use super::number::{Numbering, Table};
use crate::codec::{self, Codecs, EntryKind, Reference};
use crate::defs::version;
use crate::encoding::{Encoding, Numbered, Written};
use crate::ids::{DialectId, StringId};
use crate::tables::{Dialect, Entries, OpName, Resources, Strings, Tables};

/// Tables with what is referred to, under new numbers. Properties and resources are still to be added.
pub(super) fn build<'a>(
    version: u64,
    old: &Tables<'a>,
    numbering: &Numbering,
) -> Result<Tables<'a>, CanonicalError> {
    let mut strings = Strings::new();
    let mut dialects = Vec::new();
    for number in &numbering.dialects.met {
        let Some(dialect) = old.dialects.get(to_index(*number)) else { continue };
        let name = strings.intern(old.string(dialect.name));
        let kept = match &dialect.written {
            _ if version < version::DIALECT_VERSIONING => None,
            None => dialect.version.clone(),
            Some(written) if written.is_empty() => None,
            Some(written) => Some(Cow::Owned(written.bytes(&mut strings))),
        };
        dialects.push(Dialect { version: kept, ..Dialect::new(name) });
    }
    let mut op_names = Vec::new();
    for number in &numbering.op_names.met {
        let Some(op) = old.op_names.get(to_index(*number)) else { continue };
        let dialect = DialectId(numbering.dialects.number(op.dialect.0));
        let registered = match version < version::NATIVE_PROPERTIES_ENCODING {
            true => None,
            false => Some(op.registered.unwrap_or(false)),
        };
        op_names.push(OpName { dialect, name: strings.intern(old.string(op.name)), registered });
    }
    let attrs = entries(old, numbering, &numbering.attrs, EntryKind::Attr, &mut strings)?;
    let types = entries(old, numbering, &numbering.types, EntryKind::Type, &mut strings)?;
    Ok(Tables {
        strings,
        dialects,
        op_names,
        attrs,
        types,
        properties: Vec::new(),
        resources: Resources::default(),
    })
}

fn entries<'a>(
    old: &Tables<'a>,
    numbering: &Numbering,
    table: &Table,
    kind: EntryKind,
    strings: &mut Strings<'a>,
) -> Result<Entries<'a>, CanonicalError> {
    let source = match kind {
        EntryKind::Attr => &old.attrs,
        EntryKind::Type => &old.types,
    };
    let mut entries = Entries::new();
    let mut known: Vec<Option<StringId>> = vec![None; old.strings.len()];
    let codecs = Codecs::of(old);
    for number in &table.met {
        let Some(entry) = source.get(*number) else { continue };
        let dialect = DialectId(numbering.dialects.number(entry.dialect.0));
        match entry.known.map(|known| &known.written) {
            Some(Written::Custom(encoding)) => {
                let mut done = Ok(());
                entries.append(dialect, true, |out| done = hooked(encoding, numbering, strings, out));
                done?;
                continue;
            }
            Some(Written::Text(text)) => {
                entries.append(dialect, false, |out| out.extend_from_slice(text));
                continue;
            }
            None if !entry.custom => {
                entries.append(dialect, false, |out| out.extend_from_slice(entry.bytes));
                continue;
            }
            // Numbering has refused the former.
            Some(Written::Not) | None => {}
        }
        let Some((_, fields)) = codecs.find(old, &entry, kind) else { continue };
        let mut map = |reference: Reference| {
            Ok(match reference {
                Reference::Attr(attr) => numbering.attrs.number(attr),
                Reference::Type(ty) => numbering.types.number(ty),
                Reference::Resource(resource) => numbering.resources.number(resource),
                Reference::Str(text) => match known.get_mut(to_index(text)) {
                    Some(Some(id)) => id.0,
                    Some(slot) => {
                        let id = strings.intern(old.string(StringId(text)));
                        *slot = Some(id);
                        id.0
                    }
                    None => u32::MAX,
                },
            })
        };
        let mut done: Result<()> = Ok(());
        entries.append(dialect, true, |out| done = codec::transcode(&entry, fields, out, &mut map));
        done?;
    }
    Ok(entries)
}

/// What hooks have encoded.
fn hooked(
    encoding: &Encoding,
    numbering: &Numbering,
    strings: &mut Strings<'_>,
    out: &mut Vec<u8>,
) -> Result<()> {
    encoding.write(out, |numbered| {
        Ok(match numbered {
            Numbered::Str(text) => strings.intern(text).0,
            Numbered::Index(Reference::Attr(attr)) => numbering.attrs.number(attr),
            Numbered::Index(Reference::Type(ty)) => numbering.types.number(ty),
            Numbered::Index(Reference::Resource(resource)) => numbering.resources.number(resource),
            // Hooks give strings themselves.
            Numbered::Index(Reference::Str(_)) => u32::MAX,
        })
    })
}
