//! [`GraphEditor`]: lossless changes to a payload for XNNPACK: its tables, and the constants behind them.
//!
//! ```text
//! 4 bytes of zero  "XH00" header  padding  FlatBuffer  padding  constants, each at a multiple of 16
//! ```
//!
//! Offsets of constants count from where they start. Readers from 1.3 on demand that both parts lie in the payload, the
//! constants behind the tables, and each constant within the size that the header says.

use std::collections::BTreeMap;

use outlast_core::{Bytes, Error, ErrorKind, Result, to_index};
use outlast_flatbuffers::build::Target;
use outlast_flatbuffers::edit::Editor;
use outlast_flatbuffers::view::Table;

use super::Header;
use crate::put::put;
use crate::schemas;
use crate::work::{Spending, budget};
use outlast_core::{Output, Piece};

/// Alignment of constants, as exporters write them.
const ALIGN: usize = 16;
/// Slots of the graph, and of an entry of its list of constants.
pub(crate) mod slot {
    pub(crate) const NODES: usize = 1;
    pub(crate) const CONSTANTS: u16 = 8;
    pub(crate) const OFFSET: u16 = 0;
    pub(crate) const SIZE: u16 = 1;
    pub(crate) const KEY: u16 = 2;
}

/// Changes to a payload.
#[derive(Debug)]
pub struct GraphEditor<'a> {
    payload: Bytes<'a>,
    header: Header,
    /// Changes to the tables.
    pub tables: Editor<'a, 'static>,
    /// The constants as they will be.
    constants: Output<'a>,
    /// Where data stand that were put there, by their place in memory and their size: entries that share data go on
    /// sharing them.
    embedded: BTreeMap<(usize, usize), u64>,
    /// Whether constants were added or taken away.
    moved: bool,
    /// Constants that were added to the list.
    added: usize,
}

/// An entry of the list of constants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its number; 0 stands for no data.
    pub index: usize,
    /// Where it starts in the constants, if it is there.
    pub offset: u64,
    /// Size in bytes, without padding.
    pub size: u64,
    /// The name under which it stands outside; empty is none.
    pub key: String,
}

impl<'a> GraphEditor<'a> {
    /// An editor of a payload that has a header: all since release 0.2.
    pub fn new(payload: Bytes<'a>) -> Result<GraphEditor<'a>> {
        let header = Header::read(&payload)?.ok_or_else(|| {
            let what =
                "header of the XNNPACK payload: early releases wrote none, and such payloads are not edited";
            Error::new(ErrorKind::Missing { what: what.into() }, payload.span(0, payload.len().min(8)))
        })?;
        let start = to_index(header.flatbuffer_offset);
        if start < Header::LENGTH {
            let why = "the tables of the XNNPACK payload start inside its header".to_string();
            let kind = ErrorKind::Invalid { what: "XNNPACK header", why };
            return Err(Error::new(kind, payload.span(10, 4)));
        }
        let buffer = payload.window(start, to_index(header.flatbuffer_size), "XNNPACK flatbuffer")?;
        // References and alignments count from the start of the tables.
        let tables = Editor::new(buffer, schemas::xnnpack(), 0)?;
        let first = to_index(header.constant_offset).min(payload.len());
        let constants = Output::weights(payload.slice(first, payload.len() - first, "constants")?);
        Ok(GraphEditor {
            payload,
            header,
            tables,
            constants,
            embedded: BTreeMap::new(),
            moved: false,
            added: 0,
        })
    }

    /// Whether nothing was changed.
    pub fn is_unchanged(&self) -> bool {
        self.tables.is_unchanged() && !self.moved
    }

    /// The graph as it was.
    pub fn graph(&self) -> Result<Table<'a>> {
        self.tables.table(self.tables.root())
    }

    /// The list of constants as it was.
    pub fn list(&self) -> Result<Vec<Constant>> {
        let Some(list) = self.graph()?.vector(slot::CONSTANTS, 4)? else { return Ok(Vec::new()) };
        let mut work = budget(&self.payload);
        (0..list.len())
            .map(|index| {
                let entry = list.table(index)?;
                Ok(Constant {
                    index,
                    offset: entry.u64(slot::OFFSET)?.unwrap_or(0),
                    size: entry.u64(slot::SIZE)?.unwrap_or(0),
                    key: work.text(entry.string(slot::KEY)?)?,
                })
            })
            .collect()
    }

    /// The bytes of a constant that stands in the payload.
    pub fn constant(&self, constant: &Constant) -> Result<&'a [u8]> {
        let first = u64::from(self.header.constant_offset).checked_add(constant.offset);
        let start = first.and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
        let size = usize::try_from(constant.size).unwrap_or(usize::MAX);
        self.payload.slice(start, size, "constant of an XNNPACK graph")
    }

    /// Puts data behind the constants that are there, and lets an entry stand for it.
    pub fn embed(&mut self, index: usize, data: &'a [u8]) -> Result<()> {
        let offset = match self.embedded.get(&(data.as_ptr().addr(), data.len())) {
            Some(offset) => *offset,
            None => {
                self.constants.align_to(ALIGN);
                let offset = self.constants.len() as u64;
                self.constants.push(Piece::Weights(data.into()));
                self.constants.align_to(ALIGN);
                self.embedded.insert((data.as_ptr().addr(), data.len()), offset);
                offset
            }
        };
        self.moved = true;
        let node = self.tables.follow(&[usize::from(slot::CONSTANTS), index])?;
        self.tables.set(node, slot::OFFSET, offset);
        self.tables.set(node, slot::SIZE, data.len() as u64);
        // Readers that know names take an empty one for a name.
        self.tables.clear(node, slot::KEY);
        Ok(())
    }

    /// Adds a constant behind those that are there; its number.
    pub fn add(&mut self, data: &'static [u8]) -> Result<usize> {
        self.constants.align_to(ALIGN);
        let offset = self.constants.len() as u64;
        self.constants.push(Piece::Bytes(data.into()));
        self.constants.align_to(ALIGN);
        self.moved = true;
        let fields = [(slot::OFFSET, offset.into()), (slot::SIZE, (data.len() as u64).into())];
        let entry = Target::New(self.tables.build.table(fields));
        let number = self.graph()?.vector(slot::CONSTANTS, 4)?.map_or(0, |list| list.len()) + self.added;
        let root = self.tables.root();
        match self.tables.child(root, slot::CONSTANTS)? {
            Some(list) => {
                self.tables.push(list, entry);
                self.added += 1;
                Ok(number)
            }
            None if self.added == 0 => {
                // Entry 0 stands for no data.
                let nothing = Target::New(self.tables.build.table([]));
                let list = self.tables.build.references([nothing, entry]);
                self.tables.set(root, slot::CONSTANTS, list);
                self.added = 2;
                Ok(1)
            }
            None => {
                let kind = ErrorKind::Missing { what: "list of constants to add a second one to".into() };
                Err(Error::new(kind, self.payload.span(0, 0)))
            }
        }
    }

    /// Lets an entry stand for no data.
    pub fn forget(&mut self, index: usize) -> Result<()> {
        let node = self.tables.follow(&[usize::from(slot::CONSTANTS), index])?;
        self.tables.set(node, slot::OFFSET, 0u64);
        self.tables.set(node, slot::SIZE, 0u64);
        self.tables.clear(node, slot::KEY);
        Ok(())
    }

    /// Lets an entry stand for data outside, as exporters since 0.6 write it.
    pub fn name(&mut self, index: usize, key: &str) -> Result<()> {
        let node = self.tables.follow(&[usize::from(slot::CONSTANTS), index])?;
        let text = self.tables.build.string(key);
        self.tables.set(node, slot::OFFSET, u64::MAX);
        self.tables.set(node, slot::KEY, text);
        Ok(())
    }

    /// Takes all constants out of the payload: every entry must have a name.
    pub fn drop_constants(&mut self) {
        self.constants = Output::default();
        self.embedded.clear();
        self.moved = true;
    }

    /// Writes the changes.
    pub fn finish(self) -> Result<Output<'a>> {
        if self.is_unchanged() {
            return Ok(Output::of(self.payload.data()));
        }
        let start = to_index(self.header.flatbuffer_offset);
        let edited = self.tables.finish(8, 0)?.buffer.into_vec();
        // The new tables leave the old ones unused; rewritten they are as small as an exporter's.
        let tables =
            match outlast_flatbuffers::repack::repack(Bytes::new(&edited, 0), schemas::xnnpack(), 0, 0) {
                Ok(packed) => packed.into_vec(),
                Err(_) => edited,
            };
        let mut head = self.payload.slice(0, start, "XNNPACK header")?.to_vec();
        let constants = (start + tables.len()).next_multiple_of(ALIGN);
        let size = match self.moved {
            true => self.constants.len() as u64,
            false => self.header.constant_size,
        };
        let too_large = |_| {
            let kind = ErrorKind::Limit { what: "bytes in the tables of a payload", limit: u32::MAX.into() };
            Error::new(kind, self.payload.span(0, 0))
        };
        let words = [
            (14, u32::try_from(tables.len()).map_err(too_large)?),
            (18, u32::try_from(constants).map_err(too_large)?),
        ];
        for (at, word) in words {
            put(&mut head, at, &word.to_le_bytes())?;
        }
        put(&mut head, 22, &size.to_le_bytes())?;
        let mut output = Output::of(head);
        output.push(Piece::Bytes(tables.into()));
        output.pad_to(constants);
        output.append(self.constants);
        Ok(output)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, GraphEditor};

    #[test]
    fn tables_do_not_start_in_the_header() {
        let mut payload = vec![0; 128];
        payload[4..8].copy_from_slice(b"XH00");
        payload[8..10].copy_from_slice(&30u16.to_le_bytes());
        payload[10..14].copy_from_slice(&24u32.to_le_bytes());
        payload[14..18].copy_from_slice(&64u32.to_le_bytes());
        let error = GraphEditor::new(Bytes::new(&payload, 0)).unwrap_err();
        assert!(error.to_string().contains("inside its header"), "{error}");
    }
}
