//! Tensor data files (`.ptd`): named tensors outside the program. One magic, three layout versions.
//!
//! | layout version | written by | slots of the root table |
//! |---|---|---|
//! | v0a | 0.5 | 1 `tensor_alignment` u32, 2 `tensors`, 3 `segments` |
//! | v0b | 0.6 | as v0a, and 4 `named_data` |
//! | v1 | 0.7 and later | 1 `segments`, 2 `named_data` with layouts |
//!
//! Slots 1 and 2 were used again for other things under the same identifier `FT01`: only the shape tells.

mod area;
mod build;
mod convert;
mod edit;
pub(crate) mod order;
mod pool;

use std::ops::Range;

use outlast_core::{Budget, Bytes, Error, ErrorKind, Result, Step};
use outlast_flatbuffers::view::{self, Table, Vector};

use crate::defs::{FLAT_TENSOR_IDENTIFIER, ScalarType};
use crate::header::{FlatTensorHeader, expect_identifier};
use crate::layout_version::LayoutVersion;
use crate::tables::Tensor;
use crate::work::{Spending, budget};

pub use build::{NewEntry, build_data};
pub use convert::convert_data;
pub use edit::DataEditor;

/// A tensor data file, opened.
#[derive(Clone, Copy, Debug)]
pub struct FlatTensorFile<'a> {
    /// The whole file.
    pub file: Bytes<'a>,
    /// Its header.
    pub header: FlatTensorHeader,
    /// The FlatBuffer, from the start of the file to the end of its tables.
    pub flatbuffer: Bytes<'a>,
    /// The root table.
    pub root: Table<'a>,
    /// Which layout it has.
    pub layout_version: LayoutVersion,
}

/// A tensor or blob of a tensor data file.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Its name.
    pub key: &'a str,
    /// Type and shape; `None` for a blob, such as the weights of a delegate.
    pub layout: Option<Layout>,
    /// The segment that holds it.
    pub segment: u32,
    /// Where it starts in the segment.
    pub offset: u64,
    /// Offset in the file of the table that says so.
    pub table: Range<usize>,
}

/// Type and shape of a tensor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layout {
    /// Element type.
    pub scalar_type: ScalarType,
    /// Sizes.
    pub sizes: Vec<i32>,
    /// Dimension order: a permutation of `0..rank`.
    pub dim_order: Vec<u8>,
}

impl Layout {
    /// Longest `sizes` or `dim_order` that is read: runtimes take a rank of 16 at most.
    const MAX_RANK: usize = 64;

    /// The layout of a tensor of a program.
    pub fn of(tensor: &Tensor<'_>) -> Result<Layout> {
        Layout::new(tensor.scalar_type()?, tensor.sizes()?, tensor.dim_order()?)
    }

    /// A layout from its fields; absent vectors are empty.
    pub(crate) fn new(
        scalar_type: i8,
        sizes: Option<Vector<'_>>,
        dim_order: Option<Vector<'_>>,
    ) -> Result<Layout> {
        for vector in [&sizes, &dim_order].into_iter().flatten() {
            if vector.len() > Self::MAX_RANK {
                let kind = ErrorKind::Limit { what: "dimensions of a tensor", limit: Self::MAX_RANK as u64 };
                return Err(Error::new(kind, vector.span()));
            }
        }
        Ok(Layout {
            scalar_type: ScalarType(scalar_type),
            sizes: sizes.map_or_else(Vec::new, |v| v.i32s().collect()),
            dim_order: dim_order.map_or_else(Vec::new, |v| v.bytes().to_vec()),
        })
    }

    /// Bytes of the tensor; `None` where the type is unknown, a size is negative or the product overflows.
    pub fn byte_size(&self) -> Option<u64> {
        self.sizes
            .iter()
            .try_fold(self.scalar_type.size()?, |n, size| n.checked_mul(u64::try_from(*size).ok()?))
    }
}

impl<'a> FlatTensorFile<'a> {
    /// Opens a tensor data file.
    pub fn open(file: Bytes<'a>) -> Result<FlatTensorFile<'a>> {
        expect_identifier(&file, FLAT_TENSOR_IDENTIFIER, "FT01")?;
        let header = FlatTensorHeader::read(&file)?;
        let end = header.flatbuffer_offset.saturating_add(header.flatbuffer_size);
        let end = usize::try_from(end).unwrap_or(usize::MAX).min(file.len());
        let flatbuffer = file.window(0, end, "flatbuffer")?;
        let root = view::root(flatbuffer)?;
        let layout_version = layout_version(&root);
        Ok(FlatTensorFile { file, header, flatbuffer, root, layout_version })
    }

    /// The schema version that the file says; readers from 1.5.1 on refuse more than 0.
    pub fn version(&self) -> Result<u32> {
        Ok(self.root.u32(0)?.unwrap_or(0))
    }

    /// The segments: offset and size, counted from the segment base.
    pub fn segments(&self) -> Result<Vec<(u64, u64)>> {
        let Some(list) = self.root.vector(self.layout_version.segments_slot(), 4)? else {
            return Ok(Vec::new());
        };
        (0..list.len())
            .map(|i| {
                let segment = list.table(i)?;
                Ok((segment.u64(0)?.unwrap_or(0), segment.u64(1)?.unwrap_or(0)))
            })
            .collect::<Result<_>>()
            .map_err(|e| e.within(Step::Field("segments".into())))
    }

    /// All tensors and blobs.
    pub fn entries(&self) -> Result<Vec<Entry<'a>>> {
        let mut work = budget(&self.flatbuffer);
        let mut entries = Vec::new();
        if self.layout_version != LayoutVersion::V1 {
            self.each(2, "tensors", |table| {
                entries.push(Entry {
                    key: text(table, 0, &mut work)?,
                    layout: Some(layout(table, 1)?),
                    segment: table.u32(4)?.unwrap_or(0),
                    offset: table.u64(5)?.unwrap_or(0),
                    table: table.pos()..table.pos() + table.size(),
                });
                Ok(())
            })?;
        }
        if let Some(slot) = self.layout_version.named_data_slot() {
            self.each(slot, "named_data", |table| {
                let layout = match self.layout_version {
                    LayoutVersion::V1 => table.table(2)?.map(|l| layout(&l, 0)).transpose()?,
                    _ => None,
                };
                entries.push(Entry {
                    key: text(table, 0, &mut work)?,
                    layout,
                    segment: table.u32(1)?.unwrap_or(0),
                    offset: 0,
                    table: table.pos()..table.pos() + table.size(),
                });
                Ok(())
            })?;
        }
        Ok(entries)
    }

    fn each(
        &self,
        slot: u16,
        name: &'static str,
        mut visit: impl FnMut(&Table<'a>) -> Result<()>,
    ) -> Result<()> {
        let Some(list) = self.root.vector(slot, 4).map_err(|e| e.within(Step::Field(name.into())))? else {
            return Ok(());
        };
        for i in 0..list.len() {
            list.table(i)
                .and_then(|table| visit(&table))
                .map_err(|e| e.within(Step::Index(i as u64)).within(Step::Field(name.into())))?;
        }
        Ok(())
    }
}

fn text<'a>(table: &Table<'a>, id: u16, work: &mut Budget) -> Result<&'a str> {
    match table.string(id)? {
        Some(text) => {
            work.visit(text.bytes().len())?;
            text.text()
        }
        None => Err(Error::new(ErrorKind::Missing { what: "name of an entry".into() }, table.whole_span())),
    }
}

/// Reads `scalar_type`, `sizes` and `dim_order` from slots `first`, `first + 1`, `first + 2`.
fn layout(table: &Table<'_>, first: u16) -> Result<Layout> {
    Layout::new(table.i8(first)?.unwrap_or(0), table.vector(first + 1, 4)?, table.vector(first + 2, 1)?)
}

/// Tells the layout versions apart by shape. Slot 3 exists in v0 only. Without it (v0 with no segments) slot 1 decides: in v1
/// it refers to a vector of tables of two `u64`, in v0 it is a small number such as 16, which leads to nothing like it.
fn layout_version(root: &Table<'_>) -> LayoutVersion {
    if root.has(4) {
        return LayoutVersion::V0b;
    }
    if root.has(3) {
        return LayoutVersion::V0a;
    }
    let is_segments = |list: Vector<'_>| (0..list.len()).all(|i| list.table(i).is_ok_and(|t| t.size() >= 4));
    match (root.has(1), root.vector(1, 4)) {
        (false, _) => LayoutVersion::V1,
        (true, Ok(Some(list))) if is_segments(list) => LayoutVersion::V1,
        _ => LayoutVersion::V0a,
    }
}
