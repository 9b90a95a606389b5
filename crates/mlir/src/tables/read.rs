//! Reading the tables of a file: dialect section, attribute and type offsets, properties.

use std::borrow::Cow;

use outlast_core::{Error, ErrorKind, Result};

use super::{Dialect, Entries, Grouping, OpName, Resources, Strings, Tables};
use crate::defs::{section, version};
use crate::file::File;
use crate::ids::{DialectId, StringId};
use crate::wire::Reader;

impl<'a> Tables<'a> {
    /// Reads every table of a file. Attributes and types are found, not decoded.
    ///
    /// # Errors
    ///
    /// A table that contradicts itself or the format, with the place and the section.
    pub fn read(file: &File<'a>) -> Result<Tables<'a>> {
        let mut errors = Vec::new();
        let tables = Tables::read_all(file, &mut errors);
        match errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(tables),
        }
    }

    /// Reads what can be read of every table; a table with an error ends where it stands.
    pub(crate) fn read_all(file: &File<'a>, errors: &mut Vec<Error>) -> Tables<'a> {
        let mut tables = Tables::default();
        let mut keep = |id: u8, done: Result<()>| match done {
            Ok(()) => true,
            Err(error) => {
                errors.push(error.within(File::step(id)));
                false
            }
        };
        let strings = Strings::read(file.reader(section::STRING)).map(|strings| tables.strings = strings);
        if !keep(section::STRING, strings) {
            return tables;
        }
        let dialects = tables.read_dialects(file).map(|_| ());
        if !keep(section::DIALECT, dialects) {
            return tables;
        }
        let entries = tables.read_entries(file);
        keep(section::ATTR_TYPE_OFFSET, entries);
        if file.section(section::PROPERTIES).is_some() {
            let properties = tables.read_properties(file);
            keep(section::PROPERTIES, properties);
        }
        if file.section(section::RESOURCE_OFFSET).is_some() {
            let (strings, dialects) = (tables.strings.len(), tables.dialects.len());
            let resources = Resources::read(file, strings, dialects).map(|found| tables.resources = found);
            keep(section::RESOURCE_OFFSET, resources);
        }
        let names = super::names::check(&tables, file);
        keep(section::STRING, names);
        tables
    }

    /// Dialects and operation names; how these are grouped.
    pub(super) fn read_dialects(&mut self, file: &File<'a>) -> Result<Grouping> {
        let mut grouping = Grouping::default();
        let mut reader = file.reader(section::DIALECT);
        let strings = self.strings.len();
        let count = reader.count("number of dialects")?;
        for _ in 0..count {
            let dialect = if file.version() < version::DIALECT_VERSIONING {
                Dialect::new(StringId(reader.index(strings, "name of a dialect")?))
            } else {
                versioned(&mut reader, strings)?
            };
            self.dialects.push(dialect);
        }
        if file.version() >= version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            // Readers reserve room for so many, and do not compare.
            let at = reader.offset();
            grouping.op_count = reader.varint("number of operation names")?;
            grouping.op_count_at = (at, reader.offset());
            let most = reader.remaining();
            self.op_names.reserve(usize::try_from(grouping.op_count).map_or(most, |count| count.min(most)));
        }
        while !reader.is_empty() {
            let dialect = DialectId(reader.index(self.dialects.len(), "dialect of operation names")?);
            let members = reader.count("number of operation names of a dialect")?;
            for _ in 0..members {
                self.op_names.push(op_name(&mut reader, dialect, strings, file.version())?);
            }
            grouping.ops.push((dialect, members));
        }
        Ok(grouping)
    }

    fn read_entries(&mut self, file: &File<'a>) -> Result<()> {
        let mut reader = file.reader(section::ATTR_TYPE_OFFSET);
        let bytes = file.reader(section::ATTR_TYPE).rest();
        if bytes.len() > Entries::MAX_BYTES {
            let limit = u64::try_from(Entries::MAX_BYTES).unwrap_or(u64::MAX);
            let span = reader.span_from(reader.offset(), reader.end());
            return Err(Error::new(ErrorKind::Limit { what: "bytes of attributes and types", limit }, span));
        }
        let attrs = reader.count("number of attributes")?;
        let types = reader.count("number of types")?;
        let dialects = self.dialects.len();
        let mut end = 0;
        self.attrs = Entries::of_file(bytes, 0);
        groups(&mut reader, &mut self.attrs, attrs, dialects, bytes.len(), &mut end)?;
        self.types = Entries::of_file(bytes, u32::try_from(end).unwrap_or(u32::MAX));
        groups(&mut reader, &mut self.types, types, dialects, bytes.len(), &mut end)?;
        reader.finish("offsets of attributes and types")?;
        Ok(())
    }

    fn read_properties(&mut self, file: &File<'a>) -> Result<()> {
        let mut reader = file.reader(section::PROPERTIES);
        if reader.is_empty() {
            return Ok(());
        }
        let count = reader.count("number of properties")?;
        self.properties.reserve(count);
        for _ in 0..count {
            let len = reader.varint("size of properties")?;
            self.properties.push(Cow::Borrowed(reader.bytes(len, "properties")?));
        }
        reader.finish("properties")
    }
}

/// A dialect as it is written since version 1.
fn versioned<'a>(reader: &mut Reader<'a>, strings: usize) -> Result<Dialect<'a>> {
    let at = reader.offset();
    let (name, has_version) = reader.flagged("name of a dialect")?;
    let name = StringId(reader.checked(at, name, strings, "name of a dialect")?);
    if !has_version {
        return Ok(Dialect::new(name));
    }
    let found = reader.section()?;
    if found.id != section::DIALECT_VERSIONS {
        let why = format!(
            "found section {}, expected {}",
            section::name(found.id),
            section::name(section::DIALECT_VERSIONS)
        );
        return Err(reader.invalid(found.header, "version of a dialect", why));
    }
    let bytes = reader.window(found.start, found.end).rest();
    Ok(Dialect { version: Some(Cow::Borrowed(bytes)), version_at: found.start, ..Dialect::new(name) })
}

fn op_name(reader: &mut Reader<'_>, dialect: DialectId, strings: usize, version: u64) -> Result<OpName> {
    if version < version::NATIVE_PROPERTIES_ENCODING {
        let name = StringId(reader.index(strings, "name of an operation")?);
        return Ok(OpName { dialect, name, registered: None });
    }
    let at = reader.offset();
    let (name, registered) = reader.flagged("name of an operation")?;
    let name = StringId(reader.checked(at, name, strings, "name of an operation")?);
    Ok(OpName { dialect, name, registered: Some(registered) })
}

/// Groups of entries until there are `count`; `end` is where the last one ended.
fn groups(
    reader: &mut Reader<'_>,
    entries: &mut Entries<'_>,
    count: usize,
    dialects: usize,
    limit: usize,
    end: &mut usize,
) -> Result<()> {
    while entries.len() < count {
        let dialect = DialectId(reader.index(dialects, "dialect of attributes or types")?);
        let at = reader.offset();
        let members = reader.count("number of attributes or types of a dialect")?;
        if members > count - entries.len() {
            let wide = u64::try_from(members).unwrap_or(u64::MAX);
            let most = count - entries.len() + 1;
            return Err(reader.out_of_range(at, "number of attributes or types of a dialect", wide, most));
        }
        entries.group(dialect);
        for _ in 0..members {
            let at = reader.offset();
            let (size, custom) = reader.flagged("size of an attribute or type")?;
            let next = usize::try_from(size).ok().and_then(|size| end.checked_add(size));
            let Some(next) = next.filter(|next| *next <= limit) else {
                return Err(reader.out_of_range(at, "size of an attribute or type", size, limit - *end + 1));
            };
            *end = next;
            entries.end(u32::try_from(next).unwrap_or(u32::MAX), custom);
        }
    }
    Ok(())
}
