//! Marks of nodes: what some release's definition of a node refuses, and others do not (`src/subgraph` and `src/operators` of XNNPACK).

use std::collections::BTreeSet;

use outlast_core::{QuickMap, Result};
use outlast_flatbuffers::schema::Object;
use outlast_flatbuffers::view::Table;

use super::uses::ValueType;

/// What some definition of a node refuses, and others do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Windows of one element.
    OneElement,
    /// Windows that lie further apart than they are long.
    FarApart,
    /// A factor for negative numbers that is zero, negative or no normal number.
    NotPositive,
    /// Slopes that are not one for each channel.
    OtherSlopes,
    /// Scales of 8-bit inputs that are too large or too small beside that of the result.
    ScalesApart,
    /// A smallest result that is above the largest.
    EmptyRange,
}

impl Mark {
    const ALL: [(Mark, &'static str); 6] = [
        (Mark::OneElement, "one-element"),
        (Mark::FarApart, "far-apart"),
        (Mark::NotPositive, "not-positive"),
        (Mark::OtherSlopes, "other-slopes"),
        (Mark::ScalesApart, "scales-apart"),
        (Mark::EmptyRange, "empty-range"),
    ];

    /// The mark that a word stands for.
    pub fn from_name(name: &str) -> Option<Mark> {
        Mark::ALL.iter().find(|(_, word)| *word == name).map(|(mark, _)| *mark)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        Mark::ALL.iter().find(|(mark, _)| *mark == self).map_or("", |(_, word)| word)
    }
}

/// A node as marks look at it.
struct Node<'a, 'g> {
    body: &'a Table<'g>,
    object: &'a Object,
    types: &'a QuickMap<u32, ValueType>,
}

impl<'a> Node<'a, '_> {
    /// A number of the node; an absent field is 0.
    fn number(&self, name: &str) -> Result<u32> {
        match self.object.field(name) {
            Some(field) => Ok(self.body.u32(field.id)?.unwrap_or(0)),
            None => Ok(0),
        }
    }

    fn value(&self, name: &str) -> Result<Option<&'a ValueType>> {
        Ok(self.types.get(&self.number(name)?))
    }

    /// The scale of a value that has one for all elements.
    fn scale(&self, name: &str) -> Result<Option<f32>> {
        Ok(self.value(name)?.and_then(|value| value.scale).map(|(bits, _)| f32::from_bits(bits)))
    }

    /// How often the scale of the result goes into that of an input.
    fn ratio(&self, input: &str) -> Result<Option<f32>> {
        Ok(self.scale(input)?.zip(self.scale("output_id")?).map(|(from, to)| from / to))
    }

    /// Whether an 8-bit operator of XNNPACK up to release 0.4 refuses the scales of its values.
    fn scales_apart(&self, name: &str) -> Result<bool> {
        let outside = |ratio: Option<f32>, least: i32, most: i32| {
            ratio.is_some_and(|ratio| !(2_f32.powi(least)..2_f32.powi(most)).contains(&ratio))
        };
        Ok(match name {
            "XNNAdd" | "XNNSubtract" => {
                outside(self.ratio("input1_id")?, -10, 8) || outside(self.ratio("input2_id")?, -10, 8)
            }
            "XNNMultiply" => {
                let product = self.ratio("input1_id")?.zip(self.scale("input2_id")?);
                outside(product.map(|(ratio, scale)| ratio * scale), -16, 8)
            }
            "XNNAvgPooling2d" | "XNNGlobalAvgPooling2d" => outside(self.ratio("input_id")?, -8, 8),
            "XNNConvert" => self.ratio("input_id")?.is_some_and(|ratio| !CONVERTED.contains(&ratio)),
            "XNNLeakyReLU" => {
                let slope = f32::from_bits(self.number("negative_slope")?);
                self.ratio("input_id")?.is_some_and(|ratio| {
                    let below = ratio * slope;
                    !CONVERTED.contains(&ratio)
                        || !(LEAST_BELOW_ZERO..=*CONVERTED.end()).contains(&below)
                        || below.abs() < *CONVERTED.start()
                })
            }
            _ => false,
        })
    }
}

/// Ratios of scales that conversions between 8-bit types take.
const CONVERTED: std::ops::RangeInclusive<f32> = 0.003_906_25..=128.0;

/// The smallest factor for negative 8-bit numbers.
const LEAST_BELOW_ZERO: f32 = -127.998_05;

/// The marks of a node.
pub(super) fn node_marks(
    name: &str,
    node: &Table<'_>,
    body: &Table<'_>,
    object: &Object,
    types: &QuickMap<u32, ValueType>,
) -> Result<BTreeSet<Mark>> {
    let mut found = BTreeSet::new();
    let this = Node { body, object, types };
    match name {
        "XNNMaxPooling2d" | "XNNAvgPooling2d" => {
            let (height, width) = (this.number("pooling_height")?, this.number("pooling_width")?);
            if (height, width) == (1, 1) {
                found.insert(Mark::OneElement);
            }
            if this.number("stride_height")? > height || this.number("stride_width")? > width {
                found.insert(Mark::FarApart);
            }
        }
        "XNNELU" => {
            let alpha = f32::from_bits(this.number("alpha")?);
            if !(alpha > 0.0 && alpha.is_normal()) {
                found.insert(Mark::NotPositive);
            }
        }
        "XNNPReLU" => {
            if let (Some(input), Some(slopes)) = (this.value("input1_id")?, this.value("input2_id")?) {
                let slopes = slopes.dims.iter().try_fold(1_u32, |all, size| all.checked_mul(*size));
                if slopes != Some(input.dims.last().copied().unwrap_or(1)) {
                    found.insert(Mark::OtherSlopes);
                }
            }
        }
        "XNNClamp" => {
            if let Some(range) = node.table(3)? {
                let end = |at| Ok::<f32, outlast_core::Error>(f32::from_bits(range.u32(at)?.unwrap_or(0)));
                if end(0)? > end(1)? {
                    found.insert(Mark::EmptyRange);
                }
            }
        }
        _ => {}
    }
    if this.scales_apart(name)? {
        found.insert(Mark::ScalesApart);
    }
    Ok(found)
}
