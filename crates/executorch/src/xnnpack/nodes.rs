//! What nodes do with the shapes of their inputs, as XNNPACK's sources of the releases have it (`src/subgraph`, the functions that reshape).

use outlast_core::{QuickMap, Result, to_index};
use outlast_flatbuffers::schema::Object;
use outlast_flatbuffers::view::Table;

use super::node_name;
use super::shapes::{Clash, MOST_DIMENSIONS};

/// Flags of nodes.
const TRANSPOSED_WEIGHTS: u32 = 1;
const PADDED_AS_TENSORFLOW: u32 = 4;
const KEPT_DIMENSIONS: u32 = 0x40;

/// What is computed of the shapes of a node's inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Computed {
    /// The result has this shape.
    Shape(Vec<u32>),
    /// These two do not fit.
    Clash(Clash, [Vec<u32>; 2]),
    /// It cannot be told.
    Unknown,
}

impl From<Option<Vec<u32>>> for Computed {
    fn from(shape: Option<Vec<u32>>) -> Computed {
        shape.map_or(Computed::Unknown, Computed::Shape)
    }
}

/// A node of a graph, and the shapes of values so far.
pub(super) struct Node<'a, 'g> {
    pub(super) tag: u8,
    pub(super) object: &'static Object,
    pub(super) body: &'a Table<'g>,
    pub(super) shapes: &'a QuickMap<u32, Vec<u32>>,
}

impl Node<'_, '_> {
    /// A number of the node; an absent field is 0. None where nodes of its kind have no such field.
    pub(super) fn number(&self, name: &str) -> Result<Option<u32>> {
        let Some(field) = self.object.field(name) else { return Ok(None) };
        Ok(Some(self.body.u32(field.id)?.unwrap_or(0)))
    }

    /// A number of the node that every node of its kind has.
    fn get(&self, name: &str) -> Result<u32> {
        Ok(self.number(name)?.unwrap_or(0))
    }

    fn list(&self, name: &str) -> Result<Option<Vec<u32>>> {
        let Some(field) = self.object.field(name) else { return Ok(None) };
        Ok(self.body.vector(field.id, 4)?.map(|list| list.u32s().take(MOST_DIMENSIONS).collect()))
    }

    /// The shape of the value that a field names.
    fn shape(&self, name: &str) -> Result<Option<&[u32]>> {
        Ok(self.number(name)?.and_then(|id| self.shapes.get(&id)).map(Vec::as_slice))
    }

    /// The shape of the result.
    pub(super) fn compute(&self) -> Result<Computed> {
        let name = node_name(self.tag);
        Ok(match &*name {
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
            | "XNNSoftmax" => self.shape("input_id")?.map(<[u32]>::to_vec).into(),
            "XNNAdd" | "XNNDiv" | "XNNMinimum" | "XNNMultiply" | "XNNSubtract" | "XNNMaximum" => {
                match (self.shape("input1_id")?, self.shape("input2_id")?) {
                    (Some(a), Some(b)) => spread(a, b).map_or_else(
                        || Computed::Clash(Clash::Refused, [a.into(), b.into()]),
                        Computed::Shape,
                    ),
                    _ => Computed::Unknown,
                }
            }
            "XNNStaticTranspose" => self
                .shape("input_id")?
                .zip(self.list("perm")?)
                .and_then(|(input, perm)| permuted(input, &perm))
                .into(),
            "XNNStaticReshape" => match (self.shape("input_id")?, self.list("new_shape")?) {
                (Some(input), Some(shape)) => reshaped(input, &shape),
                _ => Computed::Unknown,
            },
            "XNNStaticSlice" => {
                let list = self.list("offsets")?.zip(self.list("sizes")?);
                self.shape("input_id")?
                    .zip(list)
                    .and_then(|(input, (offsets, sizes))| sliced(input, &offsets, &sizes))
                    .into()
            }
            "XNNStaticConstantPad" => {
                let list = self.list("pre_paddings")?.zip(self.list("post_paddings")?);
                self.shape("input_id")?
                    .zip(list)
                    .and_then(|(input, (before, after))| padded(input, &before, &after))
                    .into()
            }
            "XNNStaticResizeBilinear2D" => match self.shape("input_id")? {
                Some([n, _, _, c]) => {
                    Computed::Shape(vec![*n, self.get("new_height")?, self.get("new_width")?, *c])
                }
                _ => Computed::Unknown,
            },
            "XNNMaxPooling2d" | "XNNAvgPooling2d" => self.windows("input_id", "pooling", "stride", None)?,
            "XNNGlobalAvgPooling2d" if self.get("flags")? & KEPT_DIMENSIONS != 0 => {
                match self.shape("input_id")? {
                    Some([n, _, _, c]) => Computed::Shape(vec![*n, 1, 1, *c]),
                    _ => Computed::Unknown,
                }
            }
            "XNNConv2d" | "XNNDepthwiseConv2d" => {
                let (groups, each) = (self.get("groups")?, self.get("group_input_channels")?);
                let channels = self.get("group_output_channels")?.checked_mul(groups);
                match (self.shape("input1_id")?, groups.checked_mul(each)) {
                    (Some(input @ [_, _, _, found]), Some(wanted)) if *found != wanted => Computed::Clash(
                        Clash::Later,
                        [input.into(), self.shape("filter_id")?.unwrap_or(&[]).into()],
                    ),
                    _ => self.windows("input1_id", "kernel", "subsampling", channels)?,
                }
            }
            "XNNFullyConnected" => match (self.shape("input1_id")?, self.shape("filter_id")?) {
                (Some(input), Some(filter)) => self.multiplied(input, filter)?,
                _ => Computed::Unknown,
            },
            "XNNBatchMatrixMultiply" => match (self.shape("input1_id")?, self.shape("input2_id")?) {
                (Some(a), Some(b)) => product(a, b, self.get("flags")? & TRANSPOSED_WEIGHTS != 0),
                _ => Computed::Unknown,
            },
            _ => match name.strip_prefix("XNNConcatenate").and_then(|count| count.parse().ok()) {
                Some(count) => self.joined(count)?,
                None => Computed::Unknown,
            },
        })
    }

    /// Windows that go over a picture with its channels last; `channels` are those of the result, if they are others.
    fn windows(&self, input: &str, size: &str, step: &str, channels: Option<u32>) -> Result<Computed> {
        let Some([n, h, w, c]) = self.shape(input)? else { return Ok(Computed::Unknown) };
        if self.get("flags")? & PADDED_AS_TENSORFLOW != 0 {
            return Ok(Computed::Unknown);
        }
        let along = |given: u32, padding: [&str; 2], of: &str| -> Result<Option<u32>> {
            let padding = [self.get(padding[0])?, self.get(padding[1])?];
            let window = [self.get(&format!("{size}_{of}"))?, self.get(&format!("dilation_{of}"))?];
            Ok(windows_along(given, padding, window, self.get(&format!("{step}_{of}"))?))
        };
        let height = along(*h, ["padding_top", "padding_bottom"], "height")?;
        let width = along(*w, ["padding_left", "padding_right"], "width")?;
        Ok(height.zip(width).map(|(height, width)| vec![*n, height, width, channels.unwrap_or(*c)]).into())
    }

    /// A layer.
    fn multiplied(&self, input: &[u32], filter: &[u32]) -> Result<Computed> {
        let flags = self.get("flags")?;
        let (Some((inner, leading)), [first, second]) = (input.split_last(), filter) else {
            return Ok(Computed::Unknown);
        };
        let (from, to) = if flags & TRANSPOSED_WEIGHTS == 0 { (second, first) } else { (first, second) };
        if inner != from {
            return Ok(Computed::Clash(Clash::Later, [input.into(), filter.into()]));
        }
        if flags & PADDED_AS_TENSORFLOW != 0 {
            return Ok(Computed::Unknown);
        }
        Ok(Computed::Shape([leading, &[*to]].concat()))
    }

    /// A concatenation of the first `count` inputs.
    fn joined(&self, count: usize) -> Result<Computed> {
        let axis = to_index(self.get("axis")?);
        let mut all: Option<Vec<u32>> = None;
        for at in 1..=count {
            let Some(shape) = self.shape(&format!("input{at}_id"))? else { return Ok(Computed::Unknown) };
            let Some(so_far) = &mut all else {
                all = Some(shape.to_vec());
                continue;
            };
            let alike = |(at, (a, b)): (usize, (&u32, &u32))| at == axis || a == b;
            if so_far.len() != shape.len() || !so_far.iter().zip(shape).enumerate().all(alike) {
                return Ok(Computed::Clash(Clash::Later, [so_far.clone(), shape.into()]));
            }
            let sum = so_far.get(axis).zip(shape.get(axis)).and_then(|(a, b)| a.checked_add(*b));
            match (so_far.get_mut(axis), sum) {
                (Some(size), Some(sum)) => *size = sum,
                _ => return Ok(Computed::Unknown),
            }
        }
        Ok(all.into())
    }
}

/// How many windows there are along a dimension: `padding` before and after it, `window` its size and dilation, of which 0 stands for 1.
fn windows_along(size: u32, padding: [u32; 2], window: [u32; 2], step: u32) -> Option<u32> {
    let padded = padding.iter().try_fold(size, |sum, n| sum.checked_add(*n))?;
    let reach = window[0].checked_sub(1)?.checked_mul(window[1].max(1))?.checked_add(1)?;
    padded.checked_sub(reach)?.checked_div(step)?.checked_add(1)
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

fn elements(shape: &[u32]) -> Option<u64> {
    shape.iter().try_fold(1_u64, |all, size| all.checked_mul(u64::from(*size)))
}

/// The same elements in another shape, of which one size may be 0: what is left for it.
fn reshaped(input: &[u32], shape: &[u32]) -> Computed {
    let clash = || Computed::Clash(Clash::Refused, [input.into(), shape.into()]);
    let known: Vec<u32> = shape.iter().copied().filter(|size| *size != 0).collect();
    let (Some(all), Some(known)) = (elements(input), elements(&known)) else { return Computed::Unknown };
    match shape.iter().filter(|size| **size == 0).count() {
        0 if all != known => clash(),
        0 => Computed::Shape(shape.into()),
        1 if !all.is_multiple_of(known) => clash(),
        1 => match u32::try_from(all / known) {
            Ok(left) => {
                Computed::Shape(shape.iter().map(|size| if *size == 0 { left } else { *size }).collect())
            }
            Err(_) => Computed::Unknown,
        },
        _ => Computed::Unknown,
    }
}

/// A part of each dimension. Where it ends behind the dimension, releases differ.
fn sliced(input: &[u32], offsets: &[u32], sizes: &[u32]) -> Option<Vec<u32>> {
    if input.len() != offsets.len() || input.len() != sizes.len() {
        return None;
    }
    let within = |((size, offset), whole): ((&u32, &u32), &u32)| {
        (*size != 0 && offset.checked_add(*size)? <= *whole).then_some(*size)
    };
    sizes.iter().zip(offsets).zip(input).map(within).collect()
}

fn padded(input: &[u32], before: &[u32], after: &[u32]) -> Option<Vec<u32>> {
    if input.len() != before.len() || input.len() != after.len() {
        return None;
    }
    input
        .iter()
        .zip(before)
        .zip(after)
        .map(|((size, before), after)| size.checked_add(*before)?.checked_add(*after))
        .collect()
}

/// A product of matrices, batch by batch.
fn product(a: &[u32], b: &[u32], is_transposed: bool) -> Computed {
    let ([batches @ .., m, k], [others @ .., rows, columns]) = (a, b) else { return Computed::Unknown };
    let (inner, n) = if is_transposed { (columns, rows) } else { (rows, columns) };
    match spread(batches, others) {
        Some(batches) if k == inner => Computed::Shape([batches.as_slice(), &[*m, *n]].concat()),
        _ => Computed::Clash(Clash::Refused, [a.into(), b.into()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn elements_stay_as_many_in_another_shape() {
        assert_eq!(reshaped(&[2, 3, 4], &[6, 4]), Computed::Shape(vec![6, 4]));
        assert_eq!(reshaped(&[2, 3, 4], &[0, 8]), Computed::Shape(vec![3, 8]));
        assert_eq!(reshaped(&[1], &[]), Computed::Shape(vec![]));
        for wrong in [&[5, 5][..], &[0, 7]] {
            assert_eq!(
                reshaped(&[2, 3, 4], wrong),
                Computed::Clash(Clash::Refused, [vec![2, 3, 4], wrong.to_vec()])
            );
        }
        assert_eq!(reshaped(&[2, 3, 4], &[0, 0, 2]), Computed::Unknown);
    }

    #[test]
    fn parts_lie_within_their_dimensions() {
        assert_eq!(sliced(&[4, 6], &[0, 2], &[4, 3]), Some(vec![4, 3]));
        assert_eq!(sliced(&[4, 6], &[0, 4], &[4, 3]), None);
        assert_eq!(sliced(&[4, 6], &[0, 4], &[4, 0]), None, "what 0 stands for depends on the release");
        assert_eq!(padded(&[4, 6], &[0, 1], &[2, 1]), Some(vec![6, 8]));
    }

    #[test]
    fn windows_that_fit_are_counted() {
        assert_eq!(windows_along(8, [0, 0], [2, 0], 2), Some(4));
        assert_eq!(windows_along(9, [1, 1], [3, 1], 2), Some(5));
        assert_eq!(windows_along(9, [1, 1], [3, 2], 1), Some(7));
        assert_eq!(windows_along(2, [0, 0], [3, 1], 1), None);
        assert_eq!(windows_along(2, [0, 0], [1, 1], 0), None);
    }

    #[test]
    fn matrices_meet_in_their_inner_size() {
        assert_eq!(product(&[2, 3, 4], &[2, 4, 5], false), Computed::Shape(vec![2, 3, 5]));
        assert_eq!(product(&[1, 3, 4], &[2, 5, 4], true), Computed::Shape(vec![2, 3, 5]));
        assert_eq!(
            product(&[2, 3, 4], &[2, 5, 4], false),
            Computed::Clash(Clash::Refused, [vec![2, 3, 4], vec![2, 5, 4]])
        );
        assert_eq!(product(&[4], &[2, 5, 4], false), Computed::Unknown);
    }
}
