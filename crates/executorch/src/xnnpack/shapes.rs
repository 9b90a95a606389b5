//! Shapes of values, followed from the inputs of a graph: XNNPACK computes them again before a graph runs, whatever the file says of inner values,
//! and refuses the call where those that meet in one node do not fit; a result of another shape does not fit its tensor in the program.
//!
//! Exporters have written such graphs: around convolutions that are quantised dynamically, one operand of an addition has its channels last and
//! the other has not. Where the shape of a result cannot be told, the one that the file gives is taken.

use outlast_core::{Place, QuickMap, Result};
use outlast_flatbuffers::view::Table;

use super::nodes::{Computed, Node};
use super::uses::ValueType;
use super::{each, node_object, place};

/// XNNPACK's tensors have at most six dimensions; more are not kept.
pub(super) const MOST_DIMENSIONS: usize = 8;

/// Two shapes that do not fit.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// The node's tag in the union `XNodeUnion`.
    pub tag: u8,
    /// The shapes: of two inputs, of an input and what it is to become; or of a result of the graph, as it is computed and as the file gives it.
    pub shapes: [Vec<u32>; 2],
    /// Which they are.
    pub clash: Clash,
    /// Where the node is.
    pub place: Place,
}

/// How shapes do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// Every XNNPACK refuses the node.
    Refused,
    /// Those since release 1.5 refuse the node; earlier ones do not look, and take elements from the wrong places.
    Later,
    /// A result has another shape than its tensor in the program.
    Result,
}

/// The first node of a graph whose inputs have shapes that do not fit, or that gives a result of another shape than the file says, which its tensor
/// in the program does not take.
pub(super) fn misfit(graph: &Table<'_>, values: &QuickMap<u32, ValueType>) -> Result<Option<Misfit>> {
    let given = values.iter().filter(|(_, value)| value.given);
    let mut shapes: QuickMap<u32, Vec<u32>> = given.map(|(id, value)| (*id, value.dims.clone())).collect();
    let mut found = None;
    each(graph, 1, "xnodes", |i, node| {
        let tag = node.u8(0)?.unwrap_or(0);
        let (Some(body), Some(object), None) = (node.table(1)?, node_object(tag), &found) else {
            return Ok(());
        };
        let this = Node { tag, object, body: &body, shapes: &shapes };
        let Some(output) = this.number("output_id")? else { return Ok(()) };
        let value = values.get(&output);
        let told = value.map(|value| value.dims.clone());
        let shape = match this.compute()? {
            Computed::Shape(shape) => {
                if let Some(value) = value.filter(|value| value.returned && shape != value.dims) {
                    let shapes = [shape.clone(), value.dims.clone()];
                    found =
                        Some(Misfit { tag, shapes, clash: Clash::Result, place: place(&node, "xnodes", i) });
                }
                Some(shape)
            }
            Computed::Clash(clash, shapes) => {
                found = Some(Misfit { tag, shapes, clash, place: place(&node, "xnodes", i) });
                told
            }
            Computed::Unknown => told,
        };
        if let Some(shape) = shape {
            shapes.insert(output, shape);
        }
        Ok(())
    })?;
    Ok(found)
}
