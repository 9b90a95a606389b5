//! [`convert_data`]: a tensor data file in another layout version.
//!
//! The layout versions say the same of a tensor in other words, so a file of tensors goes both ways; entries keep their order,
//! but v0b lists tensors before blobs. Refused is a file with something that this library does not know, or that the
//! other layout version has no word for: blobs in v0a, bytes that no entry names.

use std::ops::Range;

use outlast_core::{Bytes, Error, ErrorKind, Result, SortShort, Step, to_index};
use outlast_flatbuffers::edit::Editor;

use super::build::{NewEntry, build_data};
use super::{Entry, FlatTensorFile, LayoutVersion};
use crate::header::FlatTensorHeader;
use crate::schemas;
use outlast_core::Output;

/// Writes a file in another layout version. A file that has it already comes out byte for byte.
pub fn convert_data<'a>(file: &FlatTensorFile<'a>, to: LayoutVersion) -> Result<Output<'a>> {
    if file.layout_version == to {
        return super::edit::DataEditor::new(*file)?.finish();
    }
    build_data(to, &whole_content(file)?)
}

/// All that a file holds, as entries; refused if that would not be all.
fn whole_content<'a>(file: &FlatTensorFile<'a>) -> Result<Vec<NewEntry<'a>>> {
    let version = file.version()?;
    if version > 0 {
        let why = format!("schema version {version}; what that changes is not known");
        return Err(refused(why, file.root.span(0, 4)));
    }
    if file.header.length != FlatTensorHeader::MIN_LENGTH {
        let why = format!("a header of {} bytes; what is in the new fields is not known", file.header.length);
        return Err(refused(why, file.file.span(12, 4)));
    }
    let editor =
        Editor::new(file.flatbuffer, schemas::flat_tensor(file.layout_version), file.header.container())?;
    if !editor.knows_all() {
        let why =
            "there are fields, or bytes, that this version does not know and that would be lost".to_string();
        return Err(refused(why, file.flatbuffer.span(0, 0)));
    }
    let mut used = Vec::new();
    let mut new = Vec::new();
    for entry in file.entries()? {
        let range = file.range(&entry).map_err(|e| e.within(Step::Named("entry", entry.key.to_string())))?;
        let data = file.file.slice(range.start, range.len(), "data of an entry")?;
        new.push(NewEntry { key: entry.key.to_string(), layout: entry.layout, data: Output::weights(data) });
        used.push(range);
    }
    if let Some(lost) = unnamed(file, used) {
        let why = format!("{} bytes that are not zero and belong to no entry would be lost", lost.len());
        return Err(refused(why, file.file.span(lost.start, lost.len())));
    }
    Ok(new)
}

/// The first bytes after the tables that are not zero and that no entry names.
fn unnamed(file: &FlatTensorFile<'_>, mut used: Vec<Range<usize>>) -> Option<Range<usize>> {
    used.sort_short_by_key(|r| (r.start, r.end));
    used.push(file.file.len()..file.file.len());
    let mut end = file.flatbuffer.len();
    for range in used {
        let between = end..range.start;
        if file.file.data().get(between.clone()).is_some_and(|raw| raw.iter().any(|b| *b != 0)) {
            return Some(between);
        }
        end = end.max(range.end);
    }
    None
}

pub(super) fn refused(why: String, span: outlast_core::Span) -> Error {
    Error::new(ErrorKind::Invalid { what: "tensor data", why }, span)
}

impl<'a> FlatTensorFile<'a> {
    /// Where the bytes of an entry are in the file: as many as its layout says, or the whole segment of a blob.
    pub fn range(&self, entry: &Entry<'_>) -> Result<Range<usize>> {
        let span = || self.file.span(entry.table.start, entry.table.len());
        let out = |what, found: u64, limit: u64| {
            Error::new(ErrorKind::OutOfRange { what, found: i128::from(found), limit }, span())
        };
        let list = self.root.vector(self.layout_version.segments_slot(), 4)?;
        let count = list.map_or(0, |l| l.len());
        let Some(list) = list.filter(|_| to_index(entry.segment) < count) else {
            return Err(out("segment index", entry.segment.into(), count as u64));
        };
        let segment = list.table(to_index(entry.segment))?;
        let (start, size) = (segment.u64(0)?.unwrap_or(0), segment.u64(1)?.unwrap_or(0));
        let need = match &entry.layout {
            None => size,
            Some(layout) => layout.byte_size().ok_or_else(|| refused("impossible sizes".into(), span()))?,
        };
        let end = entry.offset.checked_add(need).filter(|end| *end <= size);
        let end = end
            .ok_or_else(|| out("end of a tensor in its segment", entry.offset.saturating_add(need), size))?;
        let place = |offset: u64| {
            let place = self.header.segment_base.checked_add(start)?.checked_add(offset)?;
            usize::try_from(place).ok().filter(|p| *p <= self.file.len())
        };
        match (place(entry.offset), place(end)) {
            (Some(from), Some(to)) => Ok(from..to),
            _ => Err(out("end of a segment", start.saturating_add(size), self.file.len() as u64)),
        }
    }

    /// The bytes of an entry.
    pub fn bytes(&self, entry: &Entry<'_>) -> Result<Bytes<'a>> {
        let range = self.range(entry)?;
        self.file.window(range.start, range.len(), "data of an entry")
    }
}
