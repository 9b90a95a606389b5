//! [`ProgramEditor`]: lossless changes to a program file: its tables, its segments, its extended header.
//!
//! ```text
//! u32 root  "ET12"  [header]  [copied tables]  body  [new objects]  | padding | segments as they were | new segments
//! ```
//!
//! Segments that are not touched keep their order and the bytes between them. New ones come last. Where a segment is
//! replaced or dropped, those behind it move up, and their offsets are patched. The alignment of segments is stored
//! nowhere: it is inferred from their places, and not lowered.

mod area;
mod moved;

use std::collections::BTreeMap;

use outlast_core::{Bytes, Contents, Error, ErrorKind, Image, Result};
use outlast_flatbuffers::build::Target;
use outlast_flatbuffers::edit::{Editor, Node};
use outlast_flatbuffers::schema::Schema;

use crate::header::ExtendedHeader;
use crate::program::{ProgramFile, first_aligned};
use crate::put::put;
use crate::schemas;
use crate::tables::View;
use area::Area;
pub(crate) use area::own_alignment;
use outlast_core::{Output, Piece};

/// Slots of the root table.
pub(crate) mod slot {
    pub(crate) const EXECUTION_PLAN: u16 = 1;
    pub(crate) const SEGMENTS: u16 = 4;
}

/// What becomes of a segment.
#[derive(Clone, Debug)]
enum Segment<'a> {
    /// Stays as it is.
    Old,
    /// Gets this content.
    New(Output<'a>),
    /// Becomes empty; its number stays taken.
    Dropped,
}

/// Changes to a program file.
#[derive(Debug)]
pub struct ProgramEditor<'a, 's> {
    file: ProgramFile<'a>,
    /// Changes to the tables.
    pub tables: Editor<'a, 's>,
    segments: Vec<Segment<'a>>,
    added: Vec<Output<'a>>,
    /// Elements of lists that the root table does not have, by slot.
    new_lists: BTreeMap<u16, Vec<Target>>,
    header_length: Option<u32>,
    /// What weights are, where the file is an image that has zeros for them.
    pub(crate) contents: Contents<'a>,
}

/// A program file after its edit.
#[derive(Clone, Debug)]
pub struct Edited<'a> {
    /// The file.
    pub output: Output<'a>,
    /// Bytes of the tables that nothing refers to any more; [`repack`] drops them.
    pub unused: usize,
}

impl<'a> ProgramEditor<'a, 'static> {
    /// An editor of a file that must be sound, by the newest schema.
    pub fn new(file: ProgramFile<'a>) -> Result<ProgramEditor<'a, 'static>> {
        ProgramEditor::with_schema(file, schemas::program())
    }
}

impl<'a, 's> ProgramEditor<'a, 's> {
    /// An editor that reads the tables by this schema. What the schema does not know is kept.
    pub fn with_schema(file: ProgramFile<'a>, schema: &'s Schema) -> Result<ProgramEditor<'a, 's>> {
        let tables = Editor::new(file.flatbuffer, schema, file.container_header())?;
        let count = file.root.segments()?.map_or(0, |s| s.len());
        let segments = vec![Segment::Old; count];
        Ok(ProgramEditor {
            file,
            tables,
            segments,
            added: Vec::new(),
            new_lists: BTreeMap::new(),
            header_length: None,
            contents: Contents::default(),
        })
    }

    /// An editor of an image, whose weights are where it has them from. What [`ProgramEditor::finish`] gives refers to the
    /// image's own bytes.
    pub fn of_image(image: &'a Image<'a>, schema: &'s Schema) -> Result<ProgramEditor<'a, 's>> {
        let file = ProgramFile::open(Bytes::new(image.bytes(), 0))?;
        let editor = ProgramEditor::with_schema(file, schema)?;
        Ok(ProgramEditor { contents: Contents::of(Some(image)), ..editor })
    }

    /// The file as it was.
    pub fn file(&self) -> &ProgramFile<'a> {
        &self.file
    }

    /// The execution plan with this index.
    pub fn plan(&mut self, index: usize) -> Result<Node> {
        self.tables.follow(&[usize::from(slot::EXECUTION_PLAN), index])
    }

    /// Adds a segment at the end; returns its number.
    pub fn add_segment(&mut self, data: Output<'a>) -> u32 {
        self.added.push(data);
        u32::try_from(self.segments.len() + self.added.len() - 1).unwrap_or(u32::MAX)
    }

    /// Gives a segment another content.
    pub fn replace_segment(&mut self, index: u32, data: Output<'a>) -> Result<()> {
        *self.segment(index)? = Segment::New(data);
        Ok(())
    }

    /// Empties a segment; its number stays taken, so that all others keep theirs.
    pub fn drop_segment(&mut self, index: u32) -> Result<()> {
        *self.segment(index)? = Segment::Dropped;
        Ok(())
    }

    fn segment(&mut self, index: u32) -> Result<&mut Segment<'a>> {
        self.file.segment(index)?;
        let count = self.segments.len() as u64;
        let kind = ErrorKind::OutOfRange { what: "segment index", found: index.into(), limit: count };
        let error = Error::new(kind, self.file.root.table().whole_span());
        self.segments.get_mut(outlast_core::to_index(index)).ok_or(error)
    }

    /// Adds an element to a list of the root table that the file does not have; several may be added.
    pub(crate) fn add_to_new_list(&mut self, slot: u16, target: Target) {
        self.new_lists.entry(slot).or_default().push(target);
    }

    /// Writes a header of this length: 24 as up to release 0.7, or 32. A file that has none gets one if it has, or
    /// gets, segment data.
    pub fn set_header_length(&mut self, length: u32) {
        self.header_length = Some(length);
    }

    /// Writes the changes. In a file that changes at all, empty vectors get the alignment that official verifiers demand.
    pub fn finish(mut self) -> Result<Edited<'a>> {
        for (slot, targets) in std::mem::take(&mut self.new_lists) {
            let list = self.tables.build.references(targets);
            let root = self.tables.root();
            self.tables.set(root, slot, list);
        }
        let segments_changed =
            self.segments.iter().any(|s| !matches!(s, Segment::Old)) || !self.added.is_empty();
        let area = self.segment_area()?;
        let old = self.file.header;
        let needs_header = old.is_some() || !area.output.is_empty();
        let before = self.tables.header();
        let asked = self.header_length.map(|length| length.max(ExtendedHeader::MIN_LENGTH));
        // As it is written, and the bytes that it takes: one of unknown size keeps what it says.
        let (length, wanted) = match (old, asked) {
            (Some(header), None) => (header.length, before),
            (Some(header), Some(asked)) if asked == header.length => (asked, before),
            (None, _) if !needs_header => (0, 0),
            (_, asked) => {
                let length = asked.unwrap_or(32);
                (length, usize::try_from(length).unwrap_or(usize::MAX))
            }
        };
        // What is before the first object is free, unless it may be something that the schema does not know.
        let free = match self.tables.knows_all() {
            true => self.tables.first_object().saturating_sub(8),
            false => before,
        };
        let (insert_at, reserve) = match wanted > before && wanted > free {
            true => (before.saturating_add(8), wanted - before),
            // A header that grows into padding, or one that stays.
            false => (before.max(wanted).saturating_add(8), 0),
        };
        let touched = !self.tables.is_unchanged() || length != old.map_or(0, |h| h.length);
        if touched || segments_changed {
            self.tables.align_empty_vectors()?;
        }
        let heads = self.payloads()?;
        let edited = self.tables.finish(insert_at, reserve)?;
        let mut buffer = edited.buffer;
        if !needs_header {
            let output = area::with_heads(buffer.into_output(), self.file.file.data(), &heads);
            return Ok(Edited { output, unused: edited.freed });
        }
        let tables = &mut buffer.bytes;
        let mut size = tables.len();
        // A file whose tables did not change in size keeps its segments where they are.
        let base = match old {
            Some(header)
                if size == self.file.flatbuffer.len()
                    && header.segment_base >= size as u64
                    && area.starts_as(header.segment_base) =>
            {
                usize::try_from(header.segment_base).unwrap_or(size)
            }
            Some(header) if header.segment_base == 0 && area.output.is_empty() => 0,
            _ => {
                let base = area.base_after(size);
                reach(tables, base);
                size = tables.len();
                base
            }
        };
        if wanted < before {
            tables.get_mut(8 + wanted..8 + before).unwrap_or_default().fill(0);
        }
        put(tables, 8, ExtendedHeader::MAGIC)?;
        put(tables, 12, &length.to_le_bytes())?;
        put(tables, 16, &(size as u64).to_le_bytes())?;
        put(tables, 24, &(base as u64).to_le_bytes())?;
        if length >= 32 {
            put(tables, 32, &area.size.to_le_bytes())?;
        }
        let mut output = area::with_heads(buffer.into_output(), self.file.file.data(), &heads);
        match area.trailing {
            // No segment area: what follows the tables, if anything, stays behind them.
            Some(trailing) if area.output.is_empty() => output.push(Piece::Bytes(trailing.into())),
            _ => {
                output.pad_to(base);
                output.append(area.output);
            }
        }
        Ok(Edited { output, unused: edited.freed })
    }
}

/// Segments stand right behind the tables, except for alignment; where the alignment of some puts all of them further away
/// than the place of the first explains, zeros belong to the tables. Otherwise the place looks like a damaged one.
fn reach(tables: &mut Vec<u8>, base: usize) {
    if base as u64 > first_aligned(tables.len() as u64, base as u64) {
        tables.resize(base, 0);
    }
}

/// Serialises the tables of a file again, without what nothing refers to; segments stay as they are. Refused where something
/// in the tables is unknown.
pub fn repack<'a>(file: &ProgramFile<'a>) -> Result<Output<'a>> {
    let editor = ProgramEditor::new(*file)?;
    let kept = editor.tables.header();
    let (said, reserved) = (file.container_header(), kept.next_multiple_of(32));
    let mut buffer =
        outlast_flatbuffers::repack::repack(file.flatbuffer, schemas::program(), said, reserved)?;
    let heads = editor.payloads()?;
    let ranges = editor.ranges()?;
    editor.none_in_tables(&ranges)?;
    let Some(header) = file.header else {
        return Ok(area::with_heads(buffer.into_output(), file.file.data(), &heads));
    };
    let tables = &mut buffer.bytes;
    let base = usize::try_from(header.segment_base).unwrap_or(usize::MAX);
    let mut area = Area::new(header.segment_base, &ranges);
    editor.keep_gap_before(base)?;
    if base > 0 && base < file.file.len() {
        editor.verbatim(base, &heads, &mut area);
    }
    let new_base = if base == 0 { 0 } else { area.base_after(tables.len()) };
    reach(tables, new_base);
    let size = tables.len();
    put(tables, 8, file.flatbuffer.slice(8, kept, "extended header")?)?;
    put(tables, 16, &(size as u64).to_le_bytes())?;
    put(tables, 24, &(new_base as u64).to_le_bytes())?;
    let mut output = area::with_heads(buffer.into_output(), file.file.data(), &heads);
    output.pad_to(new_base);
    output.append(area.output);
    Ok(output)
}
