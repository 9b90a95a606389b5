//! Shapes of values, followed from the inputs of a graph: XNNPACK computes them anew before a graph runs, whatever the file says of inner values,
//! and refuses the call where those that meet in one node do not fit; a result of another shape does not fit its tensor in the program.
//!
//! Exporters have written such graphs: around convolutions that are quantised dynamically, one operand of an addition has its channels last and
//! the other has not. Only nodes whose rule is plain are followed; of others the shape that the file gives is taken.

use std::collections::HashMap;

use outlast_core::{Place, Result, to_index};
use outlast_flatbuffers::schema::Object;
use outlast_flatbuffers::view::Table;

use super::uses::ValueType;
use super::{each, node_name, node_object, place};

/// XNNPACK's tensors have at most six dimensions; more are not kept.
pub(super) const MOST_DIMENSIONS: usize = 8;

/// Two shapes that meet at a node and do not fit.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// The node's tag in the union `XNodeUnion`.
    pub tag: u8,
    /// The shapes of its inputs; or of a result of the graph, as it is computed and as the file gives it.
    pub shapes: [Vec<u32>; 2],
    /// Whether they are of a result.
    pub of_result: bool,
    /// Where the node is.
    pub place: Place,
}

/// What a node does with the shapes of its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Rule {
    /// The result has the shape of the one input.
    Same,
    /// Both inputs are spread to one shape.
    Spread,
    /// Dimensions in another order.
    Permuted,
}

fn rule(tag: u8) -> Option<Rule> {
    Some(match node_name(tag).as_str() {
        "XNNSigmoid"
        | "XNNClamp"
        | "XNNFloor"
        | "XNNConvert"
        | "XNNSquareRoot"
        | "XNNCeiling"
        | "XNNHardswish"
        | "XNNLeakyReLU"
        | "XNNNegate"
        | "XNNSquare"
        | "XNNELU"
        | "XNNAbs"
        | "XNNReciprocalSquareRoot"
        | "XNNLog"
        | "XNNGelu"
        | "XNNTanh"
        | "XNNExp"
        | "XNNSin"
        | "XNNCopy"
        | "XNNCos"
        | "XNNSoftmax" => Rule::Same,
        "XNNAdd" | "XNNDiv" | "XNNMinimum" | "XNNMultiply" | "XNNSubtract" | "XNNMaximum" => Rule::Spread,
        "XNNStaticTranspose" => Rule::Permuted,
        _ => return None,
    })
}

/// One shape for both, as XNNPACK's elementwise operators want it: from the last dimension on, sizes are equal or one of them is 1.
fn spread(a: &[u32], b: &[u32]) -> Option<Vec<u32>> {
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    for at in 0..a.len().max(b.len()) {
        let size = |shape: &[u32]| shape.iter().rev().nth(at).copied().unwrap_or(1);
        out.push(match (size(a), size(b)) {
            (x, y) if x == y || y == 1 => x,
            (1, y) => y,
            _ => return None,
        });
    }
    out.reverse();
    Some(out)
}

fn permuted(shape: &[u32], perm: &[u32]) -> Option<Vec<u32>> {
    if shape.len() != perm.len() {
        return None;
    }
    perm.iter().map(|from| shape.get(to_index(*from)).copied()).collect()
}

/// The first node of a graph whose inputs have shapes that do not fit, or that gives a result of another shape than the file says, which its tensor
/// in the program does not take.
pub(super) fn misfit(graph: &Table<'_>, values: &HashMap<u32, ValueType>) -> Result<Option<Misfit>> {
    let given = values.iter().filter(|(_, value)| value.given);
    let mut shapes: HashMap<u32, Vec<u32>> = given.map(|(id, value)| (*id, value.dims.clone())).collect();
    let mut found = None;
    each(graph, 1, "xnodes", |i, node| {
        let tag = node.u8(0)?.unwrap_or(0);
        let (Some(body), Some(object), None) = (node.table(1)?, node_object(tag), &found) else {
            return Ok(());
        };
        let id = |name: &str| id_of(object, &body, name);
        let Some(output) = id("output_id")? else { return Ok(()) };
        let shape = |id: Option<u32>| id.and_then(|id| shapes.get(&id));
        let computed = match rule(tag) {
            Some(Rule::Same) => shape(id("input_id")?).cloned(),
            Some(Rule::Permuted) => {
                let perm = permutation(object, &body)?;
                shape(id("input_id")?).zip(perm).and_then(|(input, perm)| permuted(input, &perm))
            }
            Some(Rule::Spread) => match (shape(id("input1_id")?), shape(id("input2_id")?)) {
                (Some(a), Some(b)) => {
                    let both = spread(a, b);
                    if both.is_none() {
                        let shapes = [a.clone(), b.clone()];
                        found =
                            Some(Misfit { tag, shapes, of_result: false, place: place(&node, "xnodes", i) });
                    }
                    both
                }
                _ => None,
            },
            None => None,
        };
        let value = values.get(&output);
        if let (Some(computed), Some(value), None) = (&computed, value, &found)
            && value.returned
            && *computed != value.dims
        {
            let shapes = [computed.clone(), value.dims.clone()];
            found = Some(Misfit { tag, shapes, of_result: true, place: place(&node, "xnodes", i) });
        }
        if let Some(shape) = computed.or_else(|| value.map(|value| value.dims.clone())) {
            shapes.insert(output, shape);
        }
        Ok(())
    })?;
    Ok(found)
}

/// The value that a field of a node names; an absent field names value 0. None where nodes of its kind have no such field.
fn id_of(object: &Object, body: &Table<'_>, name: &str) -> Result<Option<u32>> {
    let Some(field) = object.field(name) else { return Ok(None) };
    Ok(Some(body.u32(field.id)?.unwrap_or(0)))
}

/// The order that a transposition names.
fn permutation(object: &Object, body: &Table<'_>) -> Result<Option<Vec<u32>>> {
    let Some(field) = object.field("perm") else { return Ok(None) };
    Ok(body.vector(field.id, 4)?.map(|list| list.u32s().take(MOST_DIMENSIONS).collect()))
}

#[cfg(test)]
mod tests {
    use super::{permuted, spread};

    #[test]
    fn shapes_are_spread_from_the_last_dimension_on() {
        assert_eq!(spread(&[1, 4, 6, 6], &[6]), Some(vec![1, 4, 6, 6]));
        assert_eq!(spread(&[3, 1], &[1, 5]), Some(vec![3, 5]));
        assert_eq!(spread(&[], &[2]), Some(vec![2]));
        assert_eq!(spread(&[1, 6, 6, 4], &[1, 4, 6, 6]), None);
    }

    #[test]
    fn dimensions_are_put_in_order() {
        assert_eq!(permuted(&[1, 4, 6, 5], &[0, 2, 3, 1]), Some(vec![1, 6, 5, 4]));
        assert_eq!(permuted(&[1, 4], &[0, 2]), None);
        assert_eq!(permuted(&[1, 4, 6], &[0, 1]), None);
    }
}
