//! What each byte is: header, sections, and in them every number, string, entry and operation.
//!
//! Where something cannot be read, what is left of the innermost section is bad, and reading goes on behind it.

mod content;
mod entries;
mod names;
mod operations;
mod rows;
mod tables;

use std::sync::Arc;

use outlast_core::{RegionKind, RegionSink, Result};

use crate::defs::{MAGIC, section};
use crate::file::File;
use crate::schema::Given;
use crate::tables::Tables;
use crate::wire::{Reader, Section, varint_len};
use content::Content;
use rows::Rows;

/// Visits every region of a file, in file order; goes on past what cannot be read.
pub fn regions(data: &[u8], sink: &mut dyn RegionSink) {
    regions_with(data, None, sink);
}

/// As [`regions`], with schemas that were given beside the file.
pub fn regions_with(data: &[u8], given: Option<&Arc<Given>>, sink: &mut dyn RegionSink) {
    let file = File::open(data).ok().map(|file| file.with_schemas(given.cloned()));
    let tables = file.as_ref().map(|file| Tables::read_all(file, &mut Vec::new()));
    let content = file.as_ref().zip(tables.as_ref()).map(|(file, tables)| Content::of(file, tables));
    let walk = |rows| {
        let reader = Reader::new(data);
        let mut walk = Walk { reader, rows, content: content.as_ref(), version: 0 };
        walk.file();
        walk.rows
    };
    let rows = walk(Rows::measure());
    let mut walk =
        Walk { reader: Reader::new(data), rows: rows.emit(sink), content: content.as_ref(), version: 0 };
    walk.file();
}

/// A walk over a file, in its order.
struct Walk<'a, 'c, 's> {
    reader: Reader<'a>,
    rows: Rows<'s>,
    /// What the file's tables say, for names; none if it does not open.
    content: Option<&'c Content<'c>>,
    /// The version of the container.
    version: u64,
}

impl<'a> Walk<'a, '_, '_> {
    fn file(&mut self) {
        if let Err(error) = self.header() {
            return self.bad(&error);
        }
        while !self.reader.is_empty() {
            if let Err(error) = self.top_section() {
                self.rows.close_to(0, self.reader.end());
                return self.bad(&error);
            }
        }
    }

    /// All that is left in the window cannot be read.
    fn bad(&mut self, error: &outlast_core::Error) {
        let (at, end) = (self.reader.offset(), self.reader.end());
        if self.rows.wanted() {
            self.rows.leaf(RegionKind::Bad, at..end, &error.kind().to_string(), "");
        }
        self.reader = self.reader.window(end, end);
    }

    fn header(&mut self) -> Result<()> {
        self.rows.open(0, || "header".into());
        let done = self.header_fields();
        self.rows.close(self.reader.offset());
        done
    }

    fn header_fields(&mut self) -> Result<()> {
        let start = self.reader.offset();
        let magic = |reader: &mut Reader<'a>| {
            let magic = reader.bytes(4, "magic")?;
            if magic == MAGIC { Ok(()) } else { Err(reader.invalid(start, "magic", "no MLIR bytecode")) }
        };
        self.field("magic", magic, |()| "ML\\xefR".into())?;
        self.version = self.number("bytecode version")?;
        let producer = |reader: &mut Reader<'a>| reader.c_string("producer");
        self.field("producer", producer, |text| names::text(text)).map(|_| ())
    }

    /// A part of a structure: read by `read`, told by `show`. What is not read stays in front.
    fn field<T>(
        &mut self,
        label: &str,
        read: impl FnOnce(&mut Reader<'a>) -> Result<T>,
        show: impl FnOnce(&T) -> String,
    ) -> Result<T> {
        let before = self.reader;
        match read(&mut self.reader) {
            Ok(value) => {
                if self.rows.wanted() {
                    let range = before.offset()..self.reader.offset();
                    self.rows.leaf(RegionKind::Value, range, label, &show(&value));
                }
                Ok(value)
            }
            Err(error) => {
                self.reader = before;
                Err(error)
            }
        }
    }

    /// A number, and what it says beside its value.
    fn explained_number(&mut self, label: &str, show: impl FnOnce(u64) -> String) -> Result<u64> {
        let before = self.reader;
        let value = self.reader.varint("number")?;
        if self.rows.wanted() {
            let range = before.offset()..self.reader.offset();
            let mut text = show(value);
            let (took, needed) = (range.len(), varint_len(value));
            if took > needed {
                text.push_str(&format!(" (in {took} bytes, {needed} would do)"));
            }
            self.rows.leaf(RegionKind::Value, range, label, &text);
        }
        Ok(value)
    }

    /// A number.
    fn number(&mut self, label: &str) -> Result<u64> {
        self.explained_number(label, |value| value.to_string())
    }

    /// A number of things of at least one byte each.
    fn count(&mut self, label: &'static str) -> Result<usize> {
        let read = |reader: &mut Reader<'a>| reader.count(label);
        let before = self.reader;
        let count = self.field(label, read, ToString::to_string)?;
        debug_assert!(before.offset() < self.reader.offset());
        Ok(count)
    }

    /// A number with a flag as its lowest bit.
    fn flagged(&mut self, label: &str, show: impl FnOnce(u64, bool) -> String) -> Result<(u64, bool)> {
        let both = self.explained_number(label, |value| show(value >> 1, value & 1 != 0))?;
        Ok((both >> 1, both & 1 != 0))
    }

    /// A section's header: a structure begins with it, and the window is its data. Returns the section.
    fn enter_section(
        &mut self,
        label: impl FnOnce(&Section) -> std::borrow::Cow<'static, str>,
    ) -> Result<Section> {
        let before = self.reader;
        let found = match self.reader.section() {
            Ok(found) => found,
            Err(error) => {
                self.reader = before;
                return Err(error);
            }
        };
        self.rows.open(found.header, || label(&found));
        let id = found.header..found.header + 1;
        let aligned = if found.alignment.is_some() { ", with an alignment" } else { "" };
        self.rows.leaf(RegionKind::Value, id, "id", &format!("{}{aligned}", found.id));
        self.reader = before.window(found.header + 1, found.start);
        self.number("length")?;
        if found.alignment.is_some() {
            self.number("alignment")?;
        }
        self.padding(found.start);
        self.reader = before.window(found.start, found.end);
        Ok(found)
    }

    /// Bytes up to `end` that only align what follows.
    fn padding(&mut self, end: usize) {
        let at = self.reader.offset();
        if at < end {
            self.rows.leaf(RegionKind::Padding, at..end, "padding", "");
        }
    }

    fn top_section(&mut self) -> Result<()> {
        let outer = self.reader;
        let found = self.enter_section(|found| format!("{} section", section::name(found.id)).into())?;
        let depth = self.rows.depth();
        let done = match found.id {
            section::STRING => self.strings(),
            section::DIALECT => self.dialects(),
            section::ATTR_TYPE => self.entries(found.start),
            section::ATTR_TYPE_OFFSET => self.entry_sizes(),
            section::IR => self.operations(),
            section::RESOURCE => self.resources(),
            section::RESOURCE_OFFSET => self.resource_sizes(),
            section::PROPERTIES => self.properties(),
            _ => Ok(()),
        };
        match done {
            Err(error) => self.bad(&error),
            Ok(()) if !self.reader.is_empty() => {
                let rest = self.reader.offset()..self.reader.end();
                self.rows.leaf(RegionKind::Unknown, rest, "bytes that nothing refers to", "");
            }
            Ok(()) => {}
        }
        self.rows.close_to(depth, found.end);
        self.rows.close(found.end);
        self.reader = outer.window(found.end, outer.end());
        Ok(())
    }
}
