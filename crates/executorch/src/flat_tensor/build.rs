//! [`build_data`]: a tensor data file from nothing, laid out as the releases that write its layout version lay it out.
//!
//! ```text
//! u32 root  "FT01"  header of 40 bytes  8 zeros  tables | padding | content | padding | content …
//! ```
//!
//! The header's `flatbuffer_offset` is 48, the bytes that stand between identifier and tables, and `flatbuffer_size`
//! the tables with the first eight bytes: their sum is where the tables end. Readers use nothing but the sum.
//!
//! v0 puts all tensors into segment 0, 16 bytes aligned, and blobs into one segment each; v1 gives each content a
//! segment of its own, 128 bytes aligned (16 up to release 1.0). Equal contents are stored once.

use outlast_core::{Error, ErrorKind, QuickSet, Result, Span, Step};
use outlast_flatbuffers::build::{Builder, Ref, Slot, Target};

use super::pool::Pool;
use super::{Layout, LayoutVersion};
use crate::defs::{FLAT_TENSOR_IDENTIFIER, MAX_RANK};
use crate::header::FlatTensorHeader;
use crate::put::put;
use outlast_core::Output;

/// Alignment of tensors in v0.
const TENSOR_ALIGN_V0: usize = 16;
/// Bytes between identifier and tables: the header and what makes it a multiple of 16.
pub(super) const RESERVED: usize = 48;

/// An entry of a file that is to be written.
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    /// Its name.
    pub key: String,
    /// Type and shape; `None` for a blob.
    pub layout: Option<Layout>,
    /// Its bytes, for a tensor in the order that the layout says.
    pub data: Output<'a>,
}

/// Writes a tensor data file with these entries, in this order. Refused: a name that comes twice, a blob in v0a, which
/// has none, and data of another size than their layout says.
pub fn build_data<'a>(layout_version: LayoutVersion, entries: &[NewEntry<'a>]) -> Result<Output<'a>> {
    let mut keys = QuickSet::default();
    for entry in entries {
        let within = |e: Error| e.within(Step::Named("entry", entry.key.clone()));
        if !keys.insert(entry.key.as_str()) {
            return Err(within(refused(
                "the name comes twice; readers would take the first and never see the second",
            )));
        }
        check_entry(layout_version, entry.layout.as_ref(), entry.data.len()).map_err(within)?;
    }
    let mut file = File::new(layout_version);
    for entry in entries {
        file.add(entry)?;
    }
    file.finish()
}

/// Demands that an entry can stand in this layout version and has the bytes that its layout says.
pub(super) fn check_entry(layout_version: LayoutVersion, layout: Option<&Layout>, len: usize) -> Result<()> {
    let Some(layout) = layout else {
        return match layout_version {
            LayoutVersion::V0a => Err(refused(
                "a blob, which is not a tensor; tensor data of release 0.5 (v0a) has no place for it",
            )),
            _ => Ok(()),
        };
    };
    let rank = layout.sizes.len();
    if rank > MAX_RANK {
        return Err(refused(&format!("{rank} dimensions, runtimes take {MAX_RANK}")));
    }
    let mut order = layout.dim_order.clone();
    order.sort_unstable();
    if order.len() != rank || order.iter().enumerate().any(|(i, d)| usize::from(*d) != i) {
        return Err(refused(&format!(
            "dimension order {:?} of a tensor with {rank} dimensions",
            layout.dim_order
        )));
    }
    match layout.byte_size() {
        None => Err(refused(&format!("impossible type or sizes: {} {:?}", layout.scalar_type, layout.sizes))),
        Some(need) if need != len as u64 => Err(refused(&format!(
            "{} {:?} needs {need} bytes, {len} are given",
            layout.scalar_type, layout.sizes
        ))),
        Some(_) => Ok(()),
    }
}

pub(super) fn refused(why: &str) -> Error {
    Error::new(ErrorKind::Invalid { what: "tensor data", why: why.into() }, Span::default())
}

/// The fields of a layout from slot `first` on. Defaults are left out, as official writers leave them out.
pub(super) fn layout_fields(build: &mut Builder<'_>, layout: &Layout, first: u16) -> Vec<(u16, Slot)> {
    let mut fields = Vec::new();
    if layout.scalar_type.0 != 0 {
        fields.push((first, Slot::from(layout.scalar_type.0)));
    }
    fields.push((first + 1, build.u32s(layout.sizes.iter().map(|n| n.cast_unsigned())).into()));
    fields.push((first + 2, build.vector(layout.dim_order.clone(), 1, 1).into()));
    fields
}

/// A table of a list of entries: `tensors` of v0, or `named_data`.
pub(super) fn entry_table(
    build: &mut Builder<'_>,
    layout_version: LayoutVersion,
    key: &str,
    layout: Option<&Layout>,
    segment: u32,
    offset: u64,
) -> Ref {
    let mut fields: Vec<(u16, Slot)> = vec![(0, build.string(key).into())];
    match layout {
        Some(layout) if layout_version != LayoutVersion::V1 => {
            fields.extend(layout_fields(build, layout, 1));
            fields.extend((segment != 0).then(|| (4, Slot::from(segment))));
            fields.extend((offset != 0).then(|| (5, Slot::from(offset))));
        }
        layout => {
            fields.extend((segment != 0).then(|| (1, Slot::from(segment))));
            if let Some(layout) = layout {
                let inner = layout_fields(build, layout, 0);
                fields.push((2, build.table(inner).into()));
            }
        }
    }
    build.table(fields)
}

/// A table of the list of segments.
pub(super) fn segment_table(build: &mut Builder<'_>, offset: u64, size: u64) -> Ref {
    let fields = [(0, offset), (1, size)].into_iter().filter(|(_, n)| *n != 0);
    build.table(fields.map(|(id, n)| (id, Slot::from(n))))
}

/// A file that is being written.
struct File<'a> {
    layout_version: LayoutVersion,
    build: Builder<'a>,
    /// Tables of `tensors`, of `named_data`.
    tensors: Vec<Target>,
    named: Vec<Target>,
    /// v0: the contents of segment 0, and where each starts.
    packed: Pool<'a>,
    offsets: Vec<u64>,
    packed_len: usize,
    /// The contents of all other segments.
    segments: Pool<'a>,
}

impl<'a> File<'a> {
    fn new(layout_version: LayoutVersion) -> File<'a> {
        File {
            layout_version,
            build: Builder::new(),
            tensors: Vec::new(),
            named: Vec::new(),
            packed: Pool::default(),
            offsets: Vec::new(),
            packed_len: 0,
            segments: Pool::default(),
        }
    }

    fn add(&mut self, entry: &NewEntry<'a>) -> Result<()> {
        let (key, layout) = (&entry.key, entry.layout.as_ref());
        if self.layout_version != LayoutVersion::V1 && layout.is_some() {
            let (number, new) = self.packed.number(&entry.data);
            if new {
                let start = self.packed_len.next_multiple_of(TENSOR_ALIGN_V0);
                self.offsets.push(start as u64);
                self.packed_len = start + entry.data.len();
            }
            let offset = self.offsets.get(number).copied().unwrap_or_default();
            let table = entry_table(&mut self.build, self.layout_version, key, layout, 0, offset);
            self.tensors.push(Target::New(table));
            return Ok(());
        }
        let (number, _) = self.segments.number(&entry.data);
        let number = if self.layout_version == LayoutVersion::V1 { number } else { number + 1 };
        let number = u32::try_from(number).map_err(|_| refused("more than 4294967295 segments"))?;
        let table = entry_table(&mut self.build, self.layout_version, key, layout, number, 0);
        self.named.push(Target::New(table));
        Ok(())
    }

    fn finish(mut self) -> Result<Output<'a>> {
        let mut contents = Vec::new();
        if self.layout_version != LayoutVersion::V1 {
            let mut packed = Output::default();
            for content in std::mem::take(&mut self.packed).into_contents() {
                packed.align_to(TENSOR_ALIGN_V0);
                packed.append(content);
            }
            contents.push(packed);
        }
        contents.extend(std::mem::take(&mut self.segments).into_contents());

        let (mut area, mut tables) = (Output::default(), Vec::new());
        for content in contents {
            area.align_to(self.layout_version.segment_align());
            tables.push(Target::New(segment_table(&mut self.build, area.len() as u64, content.len() as u64)));
            area.append(content);
        }
        let root = self.root(tables);
        let tables = self.build.finish(root, Some(FLAT_TENSOR_IDENTIFIER), RESERVED)?;
        assemble(tables, self.layout_version.segment_align(), area)
    }

    fn root(&mut self, segments: Vec<Target>) -> Ref {
        let segments = self.build.references(segments);
        let mut fields: Vec<(u16, Slot)> = vec![(self.layout_version.segments_slot(), segments.into())];
        if self.layout_version != LayoutVersion::V1 {
            fields.push((1, Slot::from(u32::try_from(TENSOR_ALIGN_V0).unwrap_or(u32::MAX))));
            fields.push((2, self.build.references(std::mem::take(&mut self.tensors)).into()));
        }
        if let Some(slot) = self.layout_version.named_data_slot() {
            fields.push((slot, self.build.references(std::mem::take(&mut self.named)).into()));
        }
        self.build.table(fields)
    }
}

/// Puts tables and segments together and fills in the header.
fn assemble(mut tables: Vec<u8>, align: usize, area: Output<'_>) -> Result<Output<'_>> {
    let size = tables.len().saturating_sub(RESERVED);
    let base = tables.len().next_multiple_of(align);
    put(&mut tables, 8, FlatTensorHeader::MAGIC)?;
    put(&mut tables, 12, &FlatTensorHeader::MIN_LENGTH.to_le_bytes())?;
    for (at, number) in [(16, RESERVED), (24, size), (32, base), (40, area.len())] {
        put(&mut tables, at, &(number as u64).to_le_bytes())?;
    }
    let mut output = Output::of(tables);
    output.pad_to(base);
    output.append(area);
    Ok(output)
}
