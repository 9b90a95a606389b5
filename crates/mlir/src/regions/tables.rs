//! Strings, dialects, operation names, sizes of entries, keys and sizes of resources.

use outlast_core::{RegionKind, Result};

use super::{Walk, names};
use crate::defs::{ResourceKind, version};
use crate::wire::Reader;

impl<'a> Walk<'a, '_, '_> {
    /// The string section: lengths come last string first.
    pub(super) fn strings(&mut self) -> Result<()> {
        let count = self.count("number of strings")?;
        let mut lengths = Vec::new();
        let start = self.reader.offset();
        self.rows.open(start, || "lengths, last string first".into());
        for at in 0..count {
            let label = format!("length of string {}", count - 1 - at);
            lengths.push(self.number(&label)?);
        }
        self.rows.close(self.reader.offset());
        for (at, length) in lengths.into_iter().rev().enumerate() {
            let read = |reader: &mut Reader<'a>| reader.bytes(length, "string");
            self.field(&format!("string {at}"), read, |bytes| {
                names::text(bytes.strip_suffix(&[0]).unwrap_or(bytes))
            })?;
        }
        Ok(())
    }

    /// The dialect section.
    pub(super) fn dialects(&mut self) -> Result<()> {
        let count = self.count("number of dialects")?;
        for at in 0..count {
            let start = self.reader.offset();
            self.rows.open(start, || format!("dialect {at}").into());
            self.dialect()?;
            self.rows.close(self.reader.offset());
        }
        if self.version >= version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            self.number("number of operation names")?;
        }
        while !self.reader.is_empty() {
            let start = self.reader.offset();
            self.rows.open(start, || "operation names of a dialect".into());
            let names = self.names();
            self.explained_number("dialect", |index| names.dialect(index))?;
            let known = self.names();
            let count = self.count("number of names")?;
            for _ in 0..count {
                match self.version >= version::NATIVE_PROPERTIES_ENCODING {
                    true => self.flagged("name", |name, registered| {
                        names::with(known.string(name), registered, "registered")
                    })?,
                    false => (self.explained_number("name", |name| known.string(name))?, false),
                };
            }
            self.rows.close(self.reader.offset());
        }
        Ok(())
    }

    fn dialect(&mut self) -> Result<()> {
        let known = self.names();
        if self.version < version::DIALECT_VERSIONING {
            return self.explained_number("name", |name| known.string(name)).map(|_| ());
        }
        let show = |name, versioned| names::with(known.string(name), versioned, "with a version");
        if self.flagged("name", show)?.1 {
            let outer = self.reader;
            let found = self.enter_section(|_| "version".into())?;
            self.rows.leaf(
                RegionKind::Value,
                found.start..found.end,
                "version as the dialect encodes it",
                "",
            );
            self.rows.close(found.end);
            self.reader = outer.window(found.end, outer.end());
        }
        Ok(())
    }

    /// Sizes of attributes and types, by dialect.
    pub(super) fn entry_sizes(&mut self) -> Result<()> {
        let attrs = self.count("number of attributes")?;
        let types = self.count("number of types")?;
        for (what, count) in [("attribute", attrs), ("type", types)] {
            let mut at = 0;
            while at < count {
                let start = self.reader.offset();
                self.rows.open(start, || format!("{what}s of a dialect").into());
                let known = self.names();
                self.explained_number("dialect", |index| known.dialect(index))?;
                let members = self.count("number of entries")?;
                for _ in 0..members {
                    let show = |size: u64, custom: bool| {
                        names::with(format!("{size} bytes"), !custom, "assembly text")
                    };
                    self.flagged(&format!("size of {what} {at}"), show)?;
                    at += 1;
                }
                self.rows.close(self.reader.offset());
            }
        }
        Ok(())
    }

    /// Keys, sizes and kinds of resources, by owner.
    pub(super) fn resource_sizes(&mut self) -> Result<()> {
        let mut external = self.count("number of external groups")?;
        while external > 0 || !self.reader.is_empty() {
            let start = self.reader.offset();
            let of_dialect = external == 0;
            external = external.saturating_sub(1);
            self.rows.open(start, || match of_dialect {
                true => "resources of a dialect".into(),
                false => "external resources".into(),
            });
            let known = self.names();
            match of_dialect {
                true => self.explained_number("dialect", |index| known.dialect(index))?,
                false => self.explained_number("owner", |index| known.string(index))?,
            };
            let count = self.count("number of resources")?;
            for _ in 0..count {
                self.explained_number("key", |index| known.string(index))?;
                self.explained_number("size", |size| {
                    if size == 0 { "0: declared only".into() } else { size.to_string() }
                })?;
                let kind = |reader: &mut Reader<'a>| reader.byte("kind");
                self.field("kind", kind, |byte| match ResourceKind::from_byte(*byte) {
                    Some(kind) => format!("{kind:?}").to_lowercase(),
                    None => format!("{byte}: no kind"),
                })?;
            }
            self.rows.close(self.reader.offset());
        }
        Ok(())
    }
}
