//! The payload of delegates for XNNPACK: a header, a FlatBuffer that describes a graph, and constants.
//!
//! ```text
//! at 4:  "XH00"  u16 length (30)  u32 flatbuffer offset  u32 flatbuffer size  u32 constant offset  u64 constant size
//! ```
//!
//! Offsets count from the start of the payload. Payloads of early releases have no header: the FlatBuffer is the
//! payload, and constants are in it. The FlatBuffer's identifier is `XN00` or `XN01`; runtimes take both.
//!
//! Weights are found in one of three places: inside the FlatBuffer (`constant_buffer`), behind it at an offset
//! (`constant_data`), or, from release 0.6 on, outside the payload under a name (`ConstantDataOffset.named_key`).

mod edit;
mod marks;
mod nodes;
pub(crate) mod part;
mod shapes;
mod uses;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use outlast_core::{Bytes, Error, ErrorKind, Place, QuickMap, Result, Step};
use outlast_flatbuffers::schema::{Element, Object};
use outlast_flatbuffers::view::{self, Table};

use crate::schemas;
use crate::work::{Spending, budget};

pub(crate) use edit::slot;
pub use edit::{Constant, GraphEditor};
pub use marks::Mark;
pub use shapes::{Clash, Misfit};
pub use uses::NodeUse;
use uses::ValueType;

/// Identifiers that runtimes take.
pub const IDENTIFIERS: [&[u8; 4]; 2] = [b"XN00", b"XN01"];

/// Flag of a value that the graph is given.
const EXTERNAL_INPUT: u32 = 1;

/// Flag of a value that the graph gives back; runtimes take its `external_id` for its place among the arguments of a call.
const EXTERNAL_OUTPUT: u32 = 2;

/// The header of a payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Length in bytes: 30 in every known release.
    pub length: u16,
    /// Where the FlatBuffer starts in the payload.
    pub flatbuffer_offset: u32,
    /// Its size in bytes.
    pub flatbuffer_size: u32,
    /// Where constants start in the payload.
    pub constant_offset: u32,
    /// Bytes of constants.
    pub constant_size: u64,
}

impl Header {
    /// The magic.
    pub const MAGIC: &'static [u8; 4] = b"XH00";
    /// Bytes up to the end of the last field.
    pub const LENGTH: usize = 30;

    /// Reads the header, if the magic is there.
    pub fn read(payload: &Bytes<'_>) -> Result<Option<Header>> {
        Header::read_as(payload, Self::MAGIC)
    }

    /// Reads a header of the same form with another magic, as Vulkan's payloads have it.
    pub(crate) fn read_as(payload: &Bytes<'_>, magic: &[u8; 4]) -> Result<Option<Header>> {
        if payload.data().get(4..8) != Some(magic.as_slice()) {
            return Ok(None);
        }
        Ok(Some(Header {
            length: payload.u16(8, "header length")?,
            flatbuffer_offset: payload.u32(10, "flatbuffer offset")?,
            flatbuffer_size: payload.u32(14, "flatbuffer size")?,
            constant_offset: payload.u32(18, "constant data offset")?,
            constant_size: payload.u64(22, "constant data size")?,
        }))
    }
}

/// What a payload needs of the backend that runs it. Numbers are those of the wire; `schemas::xnnpack` names them.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Identifier of the FlatBuffer.
    pub identifier: [u8; 4],
    /// The header; none in payloads of early releases.
    pub header: Option<Header>,
    /// Operations by tag of the union `XNodeUnion`: how often, and where first.
    pub nodes: BTreeMap<u8, (u64, Place)>,
    /// Uses of operations that the schema knows: how often each, and where first.
    pub uses: BTreeMap<NodeUse, (u64, Place)>,
    /// Kinds of value by tag of the union `XValueUnion`.
    pub values: BTreeMap<u8, (u64, Place)>,
    /// Element types of values by number of `XNNDatatype`.
    pub datatypes: BTreeMap<i16, (u64, Place)>,
    /// Names of weights that stand outside the payload, with the place of each.
    pub named_weights: Vec<(String, Place)>,
    /// Places among the arguments of a call of the values that it gives back.
    pub outputs: Vec<u32>,
    /// Weights behind the FlatBuffer.
    pub offset_weights: u64,
    /// Weights inside the FlatBuffer.
    pub inline_weights: u64,
    /// Quantisation scales that are stored as weights (`scale_buffer_idx`): how many, and where first.
    pub scale_weights: Option<(u64, Place)>,
    /// Values quantised while the graph runs, one scale for several dimensions: not one for each token.
    pub wide_dynamic: Option<(u64, Place)>,
    /// The first node whose shapes do not fit.
    pub misfit: Option<Misfit>,
}

/// Bytes of the graph in a payload: what reading its facts costs.
pub(crate) fn graph_size(payload: &Bytes<'_>) -> usize {
    match Header::read(payload) {
        Ok(Some(header)) => usize::try_from(header.flatbuffer_size).unwrap_or(usize::MAX).min(payload.len()),
        _ => payload.len(),
    }
}

/// Bytes from the start of a payload up to its weights: all that verdicts look into.
pub(crate) fn head_size(payload: &Bytes<'_>) -> usize {
    match Header::read(payload) {
        Ok(Some(header)) => {
            let end = u64::from(header.flatbuffer_offset) + u64::from(header.flatbuffer_size);
            usize::try_from(end.max(64)).unwrap_or(usize::MAX).min(payload.len())
        }
        _ => payload.len(),
    }
}

/// Reads the facts of a payload.
pub fn facts(payload: Bytes<'_>) -> Result<Facts> {
    let header = Header::read(&payload)?;
    let buffer = match header {
        Some(h) => payload.window(
            usize::try_from(h.flatbuffer_offset).unwrap_or(usize::MAX),
            usize::try_from(h.flatbuffer_size).unwrap_or(usize::MAX),
            "XNNPACK flatbuffer",
        )?,
        None => payload,
    };
    let identifier = buffer.slice(4, 4, "XNNPACK identifier")?;
    if !IDENTIFIERS.iter().any(|id| id.as_slice() == identifier) {
        let kind = ErrorKind::BadMagic { found: identifier.to_vec(), expected: "XN00 or XN01" };
        return Err(Error::new(kind, buffer.span(4, 4)));
    }
    let mut facts = Facts { header, ..Facts::default() };
    facts.identifier.copy_from_slice(identifier);
    let graph = view::root(buffer)?;
    let types = facts.read_values(&graph)?;
    facts.read_nodes(&graph, &types)?;
    facts.misfit = shapes::misfit(&graph, &types)?;
    facts.read_weights(&graph)?;
    Ok(facts)
}

fn count<K: Ord>(map: &mut BTreeMap<K, (u64, Place)>, key: K, place: impl FnOnce() -> Place) {
    map.entry(key).or_insert_with(|| (0, place())).0 += 1;
}

fn place(table: &Table<'_>, list: &'static str, index: usize) -> Place {
    Place::new(table.whole_span(), outlast_core::Path::root().field(list).index(index))
}

/// Visits the tables of the vector in slot `id`.
fn each<'a>(
    graph: &Table<'a>,
    id: u16,
    name: &'static str,
    mut visit: impl FnMut(usize, Table<'a>) -> Result<()>,
) -> Result<()> {
    let Some(list) = graph.vector(id, 4).map_err(|e| e.within(Step::Field(name.into())))? else {
        return Ok(());
    };
    for i in 0..list.len() {
        list.table(i)
            .and_then(|table| visit(i, table))
            .map_err(|e| e.within(Step::Index(i as u64)).within(Step::Field(name.into())))?;
    }
    Ok(())
}

impl Facts {
    fn read_nodes(&mut self, graph: &Table<'_>, types: &QuickMap<u32, ValueType>) -> Result<()> {
        each(graph, 1, "xnodes", |i, node| {
            let here = || place(&node, "xnodes", i);
            let tag = node.u8(0)?.unwrap_or(0);
            count(&mut self.nodes, tag, here);
            if let (Some(body), Some(object)) = (node.table(1)?, node_object(tag)) {
                count(&mut self.uses, NodeUse::read(&node, &body, object, types)?, here);
            }
            Ok(())
        })
    }

    /// Reads what values need; returns the type of each by its id.
    fn read_values(&mut self, graph: &Table<'_>) -> Result<QuickMap<u32, ValueType>> {
        let mut by_id = QuickMap::default();
        each(graph, 2, "xvalues", |i, value| {
            let here = || place(&value, "xvalues", i);
            let tag = value.u8(0)?.unwrap_or(0);
            count(&mut self.values, tag, here);
            let Some(mut tensor) = value.table(1)? else { return Ok(()) };
            let mut scale = None;
            if tag == 2 {
                let kind = tensor.u8(1)?.unwrap_or(0);
                if let Some(parameters) = tensor.table(2)?
                    && matches!(kind, 1 | 4)
                {
                    // PerChannelQuant has `scale_buffer_idx` in slot 2, PerChannelGroupQuant in slot 4.
                    let slot = if kind == 1 { 2 } else { 4 };
                    if parameters.u32(slot)?.unwrap_or(0) != 0 {
                        self.scale_weights.get_or_insert_with(|| (0, here())).0 += 1;
                    }
                }
                if let Some(parameters) = tensor.table(2)?
                    && kind == 3
                    && parameters.i32(0)?.unwrap_or(0) != 1
                {
                    self.wide_dynamic.get_or_insert_with(|| (0, here())).0 += 1;
                }
                if let Some(parameters) = tensor.table(2)?
                    && kind == 2
                {
                    scale = Some((parameters.u32(0)?.unwrap_or(0), parameters.i32(1)?.unwrap_or(0)));
                }
                match tensor.table(0)? {
                    Some(inner) => tensor = inner,
                    None => return Ok(()),
                }
            }
            if matches!(tag, 1 | 2) {
                let flags = tensor.u32(5)?.unwrap_or(0);
                let returned = flags & EXTERNAL_OUTPUT != 0;
                if returned {
                    self.outputs.push(tensor.u32(4)?.unwrap_or(0));
                }
                let dims =
                    tensor.vector(2, 4)?.map(|dims| dims.u32s().take(shapes::MOST_DIMENSIONS).collect());
                let dims = dims.unwrap_or_default();
                let given = flags & EXTERNAL_INPUT != 0 || tensor.u32(3)?.unwrap_or(0) != 0;
                let datatype = tensor.u16(0)?.unwrap_or(0).cast_signed();
                count(&mut self.datatypes, datatype, here);
                by_id.insert(
                    tensor.u32(6)?.unwrap_or(0),
                    ValueType { datatype, scale, dims, given, returned },
                );
            }
            Ok(())
        })?;
        Ok(by_id)
    }

    fn read_weights(&mut self, graph: &Table<'_>) -> Result<()> {
        // Element 0 stands for "no constant" in both lists.
        self.inline_weights = graph.vector(6, 4)?.map_or(0, |v| v.len() as u64).saturating_sub(1);
        let mut work = budget(&graph.buffer());
        each(graph, 8, "constant_data", |i, weight| {
            // An empty key is none, as the backend takes it.
            let key = weight.string(2)?.filter(|key| i > 0 && !key.bytes().is_empty());
            work.visit(key.map_or(0, |key| key.bytes().len()))?;
            match key {
                Some(key) => {
                    self.named_weights.push((key.text()?.into(), place(&weight, "constant_data", i)));
                }
                None if i > 0 => self.offset_weights += 1,
                None => {}
            }
            Ok(())
        })
    }
}

/// What the schema calls things, looked up once.
struct Names {
    /// Nodes by their tags, with their tables.
    nodes: Vec<Option<(&'static str, Option<&'static Object>)>>,
    /// Element types by their numbers, in order.
    datatypes: Vec<(i16, &'static str)>,
}

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let schema = schemas::xnnpack();
        let values = |name| schema.find_enum(name).map(|id| schema.enumeration(id));
        let node = |tag: u8| {
            let value = values("XNodeUnion")?.value(tag.into())?;
            let object = match value.member {
                Some(Element::Table(kind)) => Some(schema.object(kind)),
                _ => None,
            };
            Some((value.name.as_str(), object))
        };
        let datatypes = values("XNNDatatype").into_iter().flat_map(|datatypes| &datatypes.values);
        let datatypes = datatypes.filter_map(|value| {
            Some((i16::try_from(value.number).ok()?, value.name.trim_start_matches(DATATYPE_PREFIX)))
        });
        Names { nodes: (0..=u8::MAX).map(node).collect(), datatypes: datatypes.collect() }
    })
}

/// The name of a node by its tag and its table, if the schema knows it.
fn known_node(tag: u8) -> Option<(&'static str, Option<&'static Object>)> {
    names().nodes.get(usize::from(tag)).copied().flatten()
}

/// The table of a node by its tag, if the schema knows it.
fn node_object(tag: u8) -> Option<&'static Object> {
    known_node(tag)?.1
}

/// The name of a node by its tag: `XNNAdd`.
pub fn node_name(tag: u8) -> Cow<'static, str> {
    known_node(tag).map_or_else(|| format!("node {tag}").into(), |(name, _)| name.into())
}

/// The number of an element type by its name: `fp32`.
pub fn datatype(name: &str) -> Option<i16> {
    names().datatypes.iter().find(|(_, known)| *known == name).map(|(number, _)| *number)
}

/// What names of element types begin with in the schema.
const DATATYPE_PREFIX: &str = "xnn_datatype_";

/// The name of an element type by its number: `fp32`.
pub fn datatype_name(number: i16) -> Cow<'static, str> {
    let name = names().datatypes.iter().find(|(known, _)| *known == number);
    name.map_or_else(|| format!("type {number}").into(), |(_, name)| (*name).into())
}
