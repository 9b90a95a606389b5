//! A part of an XNNPACK graph as a payload of its own: some of its nodes, and the values that they name.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Bytes, Output, Result};
use outlast_flatbuffers::build::{Slot, Target};
use outlast_flatbuffers::schema::{Element, Scalar, Type};
use outlast_flatbuffers::view::Table;

use super::{GraphEditor, node_object};

/// `XNN_INVALID_VALUE_ID`: no value.
const NONE: u32 = u32::MAX;
/// The tag of plain tensors in `XValueUnion`.
const PLAIN: u8 = 1;
/// Flags of values that come from the caller, and that go there.
const INPUT: u32 = 1;
const OUTPUT: u32 = 2;

/// A node of a graph: what it is, and which values it names.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) tag: u8,
    pub(crate) table: Table<'a>,
    pub(crate) flags: u32,
    pub(crate) inputs: Vec<u32>,
    pub(crate) outputs: Vec<u32>,
}

/// A value of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Value<'a> {
    table: Table<'a>,
    tensor: Table<'a>,
    pub(crate) is_plain: bool,
    pub(crate) datatype: u16,
    pub(crate) dims: Vec<u32>,
    pub(crate) is_constant: bool,
    /// Its place among the delegate's arguments.
    pub(crate) external: Option<u32>,
    /// Flags that say which way it goes.
    pub(crate) is_output: bool,
}

/// The nodes of a graph, in order, and its values by id.
pub(crate) type Parsed<'a> = (Vec<Node<'a>>, BTreeMap<u32, Value<'a>>);

/// Reads a graph.
pub(crate) fn parse<'a>(graph: &Table<'a>) -> Result<Parsed<'a>> {
    let mut nodes = Vec::new();
    if let Some(list) = graph.vector(1, 4)? {
        for at in 0..list.len() {
            nodes.push(node(list.table(at)?)?);
        }
    }
    let mut values = BTreeMap::new();
    if let Some(list) = graph.vector(2, 4)? {
        for at in 0..list.len() {
            let table = list.table(at)?;
            let is_plain = table.u8(0)?.unwrap_or(0) == PLAIN;
            let Some(body) = table.table(1)? else { continue };
            let tensor = if is_plain { Some(body) } else { body.table(0)? };
            let Some(tensor) = tensor else { continue };
            let flags = tensor.u32(5)?.unwrap_or(0);
            let external = tensor.u32(4)?.unwrap_or(0);
            let value = Value {
                table,
                tensor,
                is_plain,
                datatype: tensor.u16(0)?.unwrap_or(0),
                dims: tensor.vector(2, 4)?.map_or_else(Vec::new, |dims| dims.u32s().collect()),
                is_constant: tensor.u32(3)?.unwrap_or(0) != 0,
                external: (flags & (INPUT | OUTPUT) != 0 && external != NONE).then_some(external),
                is_output: flags & OUTPUT != 0,
            };
            values.insert(tensor.u32(6)?.unwrap_or(0), value);
        }
    }
    Ok((nodes, values))
}

fn node(table: Table<'_>) -> Result<Node<'_>> {
    let tag = table.u8(0)?.unwrap_or(0);
    let mut found = Node { tag, table, flags: 0, inputs: Vec::new(), outputs: Vec::new() };
    let (Some(object), Some(body)) = (node_object(tag), table.table(1)?) else { return Ok(found) };
    for field in &object.fields {
        if field.ty != Type::Single(Element::Scalar(Scalar::U32)) {
            continue;
        }
        let number = body.u32(field.id)?.unwrap_or(0);
        if field.name == "flags" {
            found.flags = number;
        } else if field.name.ends_with("_id") && number != NONE {
            let side = if field.name.starts_with("output") { &mut found.outputs } else { &mut found.inputs };
            side.push(number);
        }
    }
    Ok(found)
}

/// Some nodes of a graph as a payload. `inputs` and `outputs` are values that the caller gives and takes, in the order of its arguments.
pub(crate) fn payload<'a>(
    whole: Bytes<'a>,
    nodes: &[&Node<'a>],
    values: &BTreeMap<u32, Value<'a>>,
    inputs: &[u32],
    outputs: &[u32],
) -> Result<Output<'a>> {
    let mut graph = GraphEditor::new(whole)?;
    let build = &mut graph.tables.build;
    let list = build.references(nodes.iter().map(|node| Target::Kept(node.table.pos())));
    let used: BTreeSet<u32> =
        nodes.iter().flat_map(|node| node.inputs.iter().chain(&node.outputs)).copied().collect();
    let mut kept = Vec::new();
    for (id, value) in values.iter().filter(|(id, _)| used.contains(id)) {
        let place = inputs.iter().chain(outputs).position(|end| end == id);
        let Some(place) = place else {
            // Ends of the whole graph that are none of this part's are not used by its nodes.
            kept.push(Target::Kept(value.table.pos()));
            continue;
        };
        let place = u32::try_from(place).unwrap_or(NONE);
        let flags = if inputs.contains(id) { INPUT } else { OUTPUT };
        let mut fields: Vec<(u16, Slot)> = vec![
            (0, value.datatype.into()),
            (1, value.tensor.u32(1)?.unwrap_or(0).into()),
            (3, 0u32.into()),
            (4, place.into()),
            (5, flags.into()),
            (6, (*id).into()),
        ];
        if let Some(dims) = value.tensor.vector(2, 4)? {
            fields.push((2, build.u32s(dims.u32s()).into()));
        }
        let tensor = build.table(fields);
        kept.push(Target::New(build.table([(0, PLAIN.into()), (1, tensor.into())])));
    }
    let kept = build.references(kept);
    let count = u32::try_from(inputs.len() + outputs.len()).unwrap_or(NONE);
    let first = u32::try_from(inputs.len()).unwrap_or(NONE);
    let (ins, outs) = (build.u32s(0..first), build.u32s(first..count));
    let root = graph.tables.root();
    graph.tables.set(root, 1, list);
    graph.tables.set(root, 2, kept);
    graph.tables.set(root, 3, count);
    graph.tables.set(root, 4, ins);
    graph.tables.set(root, 5, outs);
    graph.finish()
}
