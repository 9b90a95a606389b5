//! The payload of delegates for Vulkan: a header, a FlatBuffer that describes a graph, and constants and shaders.
//!
//! ```text
//! at 4:  "VH00"  u16 length (30)  u32 flatbuffer offset  u32 flatbuffer size  u32 bytes offset  u64 bytes size
//! ```

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Budget, Bytes, Error, ErrorKind, Result, Step};
use outlast_flatbuffers::view::{self, Table};

use crate::work::{Spending, budget};
use crate::xnnpack::Header;

/// The magic of the header.
pub const MAGIC: &[u8; 4] = b"VH00";
/// The identifier of the FlatBuffer.
pub const IDENTIFIER: &[u8; 4] = b"VK00";

/// What a payload needs of the backend that runs it.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The version that the graph says.
    pub version: String,
    /// Operators: how often each is called.
    pub operators: BTreeMap<String, u64>,
    /// Calls have the layout of release 0.2, with a field less: others read names and arguments in the wrong places.
    pub old_calls: bool,
    /// Inputs and outputs.
    pub ends: usize,
    /// Constants that stand outside the payload, under these names.
    pub named: BTreeSet<String>,
    /// Bytes of constants and shaders in the payload.
    pub bytes: u64,
    /// What came after the first schema: the thing, and the release that brought it.
    pub later: BTreeSet<(&'static str, &'static str)>,
}

impl Facts {
    /// The release whose schema is the first to have all that the payload uses.
    pub fn since(&self) -> Option<&'static str> {
        self.later.iter().map(|(_, release)| *release).max()
    }
}

/// The part of a payload with the graph.
pub fn tables<'a>(payload: &Bytes<'a>) -> Result<(Header, Bytes<'a>)> {
    let missing = || {
        let found = payload.data().get(4..8).unwrap_or_default().to_vec();
        Error::new(ErrorKind::BadMagic { found, expected: "VH00" }, payload.span(0, payload.len().min(8)))
    };
    let header = Header::read_as(payload, MAGIC)?.ok_or_else(missing)?;
    let number = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    let (start, size) = (number(header.flatbuffer_offset), number(header.flatbuffer_size));
    if start < Header::LENGTH {
        let kind = ErrorKind::Invalid { what: "Vulkan header", why: "the graph starts inside it".into() };
        return Err(Error::new(kind, payload.span(10, 4)));
    }
    let tables = payload.window(start, size, "Vulkan flatbuffer")?;
    let end = u64::from(header.constant_offset).checked_add(header.constant_size);
    if end.is_none_or(|end| end > payload.len() as u64)
        || number(header.constant_offset) < start.saturating_add(size)
    {
        let why = "constants and shaders lie inside the graph or beyond the payload".into();
        let kind = ErrorKind::Invalid { what: "Vulkan header", why };
        return Err(Error::new(kind, payload.span(18, 12)));
    }
    let found = tables.slice(4, 4, "Vulkan identifier")?;
    if found != IDENTIFIER {
        let kind = ErrorKind::BadMagic { found: found.to_vec(), expected: "VK00" };
        return Err(Error::new(kind, tables.span(4, 4)));
    }
    Ok((header, tables))
}

/// Reads the facts of a payload.
pub fn facts(payload: &Bytes<'_>) -> Result<Facts> {
    let (header, tables) = tables(payload)?;
    let mut work = budget(&tables);
    let graph = view::root(tables)?;
    let mut facts =
        Facts { version: work.text(graph.string(0)?)?, bytes: header.constant_size, ..Facts::default() };
    facts.read_calls(&graph, &mut work)?;
    facts.read_values(&graph, &mut work)?;
    let count = |slot| Ok::<_, Error>(graph.vector(slot, 4)?.map_or(0, |list| list.len()));
    facts.ends = count(3)? + count(4)?;
    if let Some(list) = graph.vector(5, 4)? {
        for index in 0..list.len() {
            let key = list
                .table(index)
                .and_then(|bytes| bytes.string(2))
                .map_err(|e| e.within(Step::Index(index as u64)))?;
            let key = work.text(key)?;
            if !key.is_empty() {
                facts.named.insert(key);
                facts.later.insert(("constants by name", "1.0.0"));
            }
        }
    }
    Ok(facts)
}

impl Facts {
    fn read_calls(&mut self, graph: &Table<'_>, work: &mut Budget) -> Result<()> {
        let Some(chain) = graph.vector(1, 4)? else { return Ok(()) };
        work.visit(chain.len())?;
        let calls = (0..chain.len()).map(|index| chain.table(index)).collect::<Result<Vec<_>>>()?;
        self.old_calls = !calls.is_empty() && calls.iter().all(|call| call.has(0) && !call.has(2));
        // Without `node_id`, the name is in the first slot.
        let slot = u16::from(!self.old_calls);
        for call in &calls {
            *self.operators.entry(work.text(call.string(slot)?)?).or_default() += 1;
        }
        if !self.old_calls && !calls.is_empty() {
            self.later.insert(("numbers of nodes", "0.3.0"));
        }
        Ok(())
    }

    fn read_values(&mut self, graph: &Table<'_>, work: &mut Budget) -> Result<()> {
        const TENSOR: u8 = 5;
        const SYM_INT: u8 = 11;
        let Some(values) = graph.vector(2, 4)? else { return Ok(()) };
        work.visit(values.len())?;
        for index in 0..values.len() {
            let value = values.table(index)?;
            match (value.u8(0)?.unwrap_or(0), value.table(1)?) {
                (TENSOR, Some(tensor)) => {
                    if tensor.u8(6)?.is_some_and(|staging| staging != 127) {
                        self.later.insert(("types of staging buffers", "1.0.0"));
                    }
                    if matches!(tensor.u8(0)?, Some(6 | 7)) {
                        self.later.insert(("elements of 64 bits", "1.0.0"));
                    }
                    match tensor.u8(5)? {
                        Some(3 | 4) => self.later.insert(("packed int8 layouts", "1.1.0")),
                        Some(5 | 6 | 8 | 9) => self.later.insert(("more packed int8 layouts", "1.2.0")),
                        _ => false,
                    };
                }
                (SYM_INT, _) => {
                    self.later.insert(("symbolic integers", "0.5.0"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
