//! `XNNReciprocalSquareRoot`, which XNNPACK delegates have from release 0.6 on, as 1 / square root: two nodes that all releases have, and a
//! constant. (The square root over its square would need no constant, and gives no infinity for zero.)

use std::collections::BTreeMap;

use outlast_flatbuffers::build::{Slot, Target};
use outlast_flatbuffers::view::Table;

use super::xnnpack_weights::each;
use super::{Changes, Refusal, count};
use crate::edit::ProgramEditor;
use crate::xnnpack::{GraphEditor, slot};

/// The node that is replaced.
pub const NODE: &str = "XNNReciprocalSquareRoot";
/// Tags in `XNodeUnion` and `XValueUnion`.
const RECIPROCAL: u8 = 40;
const SQUARE_ROOT: u8 = 22;
const DIVIDE: u8 = 8;
const TENSOR: u8 = 1;
/// Slots of the graph.
const VALUES: u16 = 2;
/// `XNN_INVALID_VALUE_ID`: no value of the caller's.
const INTERNAL: u32 = u32::MAX;

/// The number one in the element types that the node takes, by number of `XNNDatatype`.
const ONES: [(u16, &[u8]); 2] = [(1, &[0, 0, 0x80, 0x3f]), (2, &[0, 0x3c])];

/// A plain tensor of a graph.
struct Plain {
    datatype: u16,
    dims: Vec<u32>,
}

/// Replaces every such node.
pub fn expand(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let mut changed = 0;
    each(editor, |graph, delegate| {
        changed +=
            expand_in(graph).map_err(|refusal| Refusal { place: delegate.place.clone(), ..refusal })?;
        Ok(())
    })?;
    Ok(match changed {
        0 => Vec::new(),
        n => vec![format!("{} computed as 1 / square root", count(n, "reciprocal square root"))],
    })
}

fn expand_in(graph: &mut GraphEditor<'_>) -> Result<usize, Refusal> {
    let root = graph.graph()?;
    let Some(nodes) = root.vector(1, 4)? else { return Ok(0) };
    let nodes: Vec<Table<'_>> = (0..nodes.len()).map(|at| nodes.table(at)).collect::<Result<_, _>>()?;
    if !nodes.iter().any(|node| matches!(node.u8(0), Ok(Some(RECIPROCAL)))) {
        return Ok(0);
    }
    let (values, mut next) = plain_values(&root)?;
    let mut ones: BTreeMap<u16, u32> = BTreeMap::new();
    let mut list = Vec::with_capacity(nodes.len());
    let mut changed = 0;
    for node in &nodes {
        let (tag, body) = (node.u8(0)?.unwrap_or(0), node.table(1)?);
        let Some(body) = body.filter(|_| tag == RECIPROCAL) else {
            list.push(Target::Kept(node.pos()));
            continue;
        };
        let number = |slot| Ok::<_, Refusal>(body.u32(slot)?.unwrap_or(0));
        let (input, output, flags) = (number(0)?, number(1)?, number(2)?);
        let refuse = || Refusal::whole(format!("the input of {NODE} is not a plain tensor of fp32 or fp16"));
        let plain = values.get(&input).ok_or_else(refuse)?;
        let (_, one) = *ONES.iter().find(|(datatype, _)| *datatype == plain.datatype).ok_or_else(refuse)?;
        let one = match ones.get(&plain.datatype) {
            Some(id) => *id,
            None => {
                let constant = graph.add(one)?;
                push_value(graph, plain.datatype, &[1], constant, next)?;
                ones.insert(plain.datatype, next);
                next += 1;
                next - 1
            }
        };
        let between = next;
        push_value(graph, plain.datatype, &plain.dims, 0, between)?;
        next += 1;
        let handle = node.u32(2)?.unwrap_or(0);
        let root = graph.tables.build.table([(0, input.into()), (1, between.into()), (2, 0u32.into())]);
        let fields: [(u16, Slot); 3] = [(0, SQUARE_ROOT.into()), (1, root.into()), (2, handle.into())];
        list.push(Target::New(graph.tables.build.table(fields)));
        let ends = [(0, one.into()), (1, between.into()), (2, output.into()), (3, flags.into())];
        let quotient = graph.tables.build.table(ends);
        let mut fields: Vec<(u16, Slot)> = vec![(0, DIVIDE.into()), (1, quotient.into()), (2, handle.into())];
        if let Some(limits) = node.table(3)? {
            fields.push((3, Slot::To(Target::Kept(limits.pos()))));
        }
        list.push(Target::New(graph.tables.build.table(fields)));
        changed += 1;
    }
    let list = graph.tables.build.references(list);
    let root = graph.tables.root();
    graph.tables.set(root, u16::try_from(slot::NODES).unwrap_or(u16::MAX), list);
    Ok(changed)
}

/// The plain tensors of a graph by their ids, and the first id that is free.
fn plain_values(graph: &Table<'_>) -> Result<(BTreeMap<u32, Plain>, u32), Refusal> {
    let (mut values, mut next) = (BTreeMap::new(), graph.u32(3)?.unwrap_or(0));
    let Some(list) = graph.vector(VALUES, 4)? else { return Ok((values, next)) };
    for at in 0..list.len() {
        let value = list.table(at)?;
        let tag = value.u8(0)?.unwrap_or(0);
        let Some(body) = value.table(1)? else { continue };
        let tensor = if tag == TENSOR { Some(body) } else { body.table(0)? };
        let Some(tensor) = tensor else { continue };
        let id = tensor.u32(6)?.unwrap_or(0);
        next = next.max(id.checked_add(1).ok_or_else(|| Refusal::whole("ids of the graph are used up"))?);
        if tag == TENSOR {
            let dims = tensor.vector(2, 4)?.map_or_else(Vec::new, |dims| dims.u32s().collect());
            values.insert(id, Plain { datatype: tensor.u16(0)?.unwrap_or(0), dims });
        }
    }
    Ok((values, next))
}

/// Adds a plain tensor to the graph.
fn push_value(
    graph: &mut GraphEditor<'_>,
    datatype: u16,
    dims: &[u32],
    constant: usize,
    id: u32,
) -> Result<(), Refusal> {
    let rank = u32::try_from(dims.len()).unwrap_or(u32::MAX);
    let dims = graph.tables.build.u32s(dims.iter().copied());
    let constant = u32::try_from(constant).unwrap_or(u32::MAX);
    let fields: [(u16, Slot); 7] = [
        (0, datatype.into()),
        (1, rank.into()),
        (2, dims.into()),
        (3, constant.into()),
        (4, INTERNAL.into()),
        (5, 0u32.into()),
        (6, id.into()),
    ];
    let tensor = graph.tables.build.table(fields);
    let value = graph.tables.build.table([(0, Slot::from(TENSOR)), (1, tensor.into())]);
    let list = graph.tables.follow(&[usize::from(VALUES)])?;
    graph.tables.push(list, Target::New(value));
    Ok(())
}
