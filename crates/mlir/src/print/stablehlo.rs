//! Attributes and types of the dialects stablehlo and chlo as text, as StableHLO's own tools print them.
//!
//! Attributes of meshes that hold others of their kind are left opaque.

use crate::text::Text;
use outlast_core::{Result, to_index};

use super::text::Texts;
use crate::codec::vhlo::name_of;
use crate::escape;
use crate::ids::StringId;
use crate::wire::Reader;

/// Enumerations: code, name of VHLO's.
const ENUMS: &[(u64, &str)] = &[
    (2, "comparison_direction_v1"),
    (3, "comparison_type_v1"),
    (6, "fft_type_v1"),
    (8, "precision_v1"),
    (9, "rng_algorithm_v1"),
    (10, "rng_distribution_v1"),
    (12, "transpose_v1"),
    (16, "result_accuracy_mode_v1"),
];

/// A field that is left out where it is empty or zero.
#[derive(Clone, Copy)]
enum Part {
    Numbers(&'static str),
    Number(&'static str),
}

/// Dimension numbers: code, name in text, fields.
const DIMENSIONS: &[(u64, &str, &[Part])] = &[
    (
        5,
        "dot",
        &[
            Part::Numbers("lhs_batching_dimensions"),
            Part::Numbers("rhs_batching_dimensions"),
            Part::Numbers("lhs_contracting_dimensions"),
            Part::Numbers("rhs_contracting_dimensions"),
        ],
    ),
    (
        7,
        "gather",
        &[
            Part::Numbers("offset_dims"),
            Part::Numbers("collapsed_slice_dims"),
            Part::Numbers("operand_batching_dims"),
            Part::Numbers("start_indices_batching_dims"),
            Part::Numbers("start_index_map"),
            Part::Number("index_vector_dim"),
        ],
    ),
    (
        11,
        "scatter",
        &[
            Part::Numbers("update_window_dims"),
            Part::Numbers("inserted_window_dims"),
            Part::Numbers("input_batching_dims"),
            Part::Numbers("scatter_indices_batching_dims"),
            Part::Numbers("scatter_dims_to_operand_dims"),
            Part::Number("index_vector_dim"),
        ],
    ),
];

fn numbers(reader: &mut Reader<'_>) -> Result<Vec<i64>> {
    (0..reader.count("number of values")?).map(|_| reader.svarint("value")).collect()
}

impl Texts<'_> {
    fn pieces(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.arena.extend_from_slice(part.as_bytes()));
    }

    /// Appends an attribute of chlo. None if it is not known.
    pub(super) fn chlo_attr(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let name = match reader.varint("code")? {
            0 => "comparison_direction_v1",
            1 => "comparison_type_v1",
            _ => return Ok(None),
        };
        self.enumeration("chlo", name, reader)
    }

    fn enumeration(&mut self, dialect: &str, name: &str, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let Some(shown) = name_of(name, reader.varint("value")?) else { return Ok(None) };
        let name = name.trim_end_matches("_v1");
        match name {
            "result_accuracy_mode" => self.pieces(&["#", dialect, ".", name, "<", shown, ">"]),
            _ => self.pieces(&["#", dialect, "<", name, " ", shown, ">"]),
        }
        Ok(Some(0))
    }

    /// Appends an attribute of stablehlo. None if it is not known.
    pub(super) fn stablehlo_attr(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let code = reader.varint("code")?;
        if let Some((_, name)) = ENUMS.iter().find(|(of, _)| *of == code) {
            return self.enumeration("stablehlo", name, reader);
        }
        if let Some((_, name, parts)) = DIMENSIONS.iter().find(|(of, ..)| *of == code) {
            self.pieces(&["#stablehlo.", name, "<"]);
            self.dimensions(parts, reader)?;
        } else {
            match code {
                1 => {
                    self.pieces(&["#stablehlo.channel_handle<handle = "]);
                    escape::signed(&mut self.arena, reader.svarint("handle")?);
                    self.pieces(&[", type = "]);
                    escape::signed(&mut self.arena, reader.svarint("type")?);
                }
                4 => {
                    self.pieces(&["#stablehlo.conv<"]);
                    for (letters, joint) in [(["b", "f"], ""), (["i", "o"], "x"), (["b", "f"], "->")] {
                        self.pieces(&[joint]);
                        if !self.convolved(letters, reader)? {
                            return Ok(None);
                        }
                    }
                }
                13 => {
                    self.pieces(&["#stablehlo.bounds<"]);
                    let bounds = numbers(reader)?;
                    self.dimension_list(&bounds);
                }
                14 => self.alias_of_operand(reader)?,
                15 => self.dot_algorithm(reader)?,
                17 => self.accuracy(reader)?,
                20 => {
                    self.pieces(&["#stablehlo.axis_ref<name = "]);
                    self.own_name(reader)?;
                    if reader.byte("part of an axis")? != 0 {
                        return Ok(None);
                    }
                }
                21 => {
                    self.pieces(&["#stablehlo.mesh_axis<name = "]);
                    self.own_name(reader)?;
                    self.pieces(&[", size = "]);
                    escape::signed(&mut self.arena, reader.svarint("size")?);
                }
                _ => return Ok(None),
            }
        }
        self.pieces(&[">"]);
        Ok(Some(0))
    }

    fn own_name(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let limit = self.tables.strings.len();
        let text = self.tables.string(StringId(reader.index(limit, "name")?));
        escape::quoted(&mut self.arena, text);
        Ok(())
    }

    fn dimension_list(&mut self, values: &[i64]) {
        for (at, value) in values.iter().enumerate() {
            self.pieces(&[if at == 0 { "" } else { ", " }]);
            escape::dimension(&mut self.arena, *value);
        }
    }

    fn dimensions(&mut self, parts: &[Part], reader: &mut Reader<'_>) -> Result<()> {
        let mut joint = "";
        for part in parts {
            match part {
                Part::Numbers(name) => {
                    let values = numbers(reader)?;
                    if !values.is_empty() {
                        self.pieces(&[joint, name, " = ["]);
                        self.dimension_list(&values);
                        self.pieces(&["]"]);
                        joint = ", ";
                    }
                }
                Part::Number(name) => {
                    let value = reader.svarint("value")?;
                    if value != 0 {
                        self.pieces(&[joint, name, " = "]);
                        escape::signed(&mut self.arena, value);
                        joint = ", ";
                    }
                }
            }
        }
        Ok(())
    }

    /// `[b, 0, 1, f]`: what each dimension is. Not if two are at one place, or one at none.
    fn convolved(&mut self, letters: [&str; 2], reader: &mut Reader<'_>) -> Result<bool> {
        let named = [reader.svarint("dimension")?, reader.svarint("dimension")?];
        let spatial = numbers(reader)?;
        let mut places: Vec<Option<String>> = vec![None; spatial.len() + 2];
        let letters = letters.iter().map(|letter| (*letter).to_owned());
        let all = letters.chain((0..spatial.len()).map(|at| at.to_string()));
        for (place, what) in named.iter().chain(&spatial).zip(all) {
            let slot = u32::try_from(*place).ok().and_then(|place| places.get_mut(to_index(place)));
            let Some(slot @ None) = slot else { return Ok(false) };
            *slot = Some(what);
        }
        let places: Vec<String> = places.into_iter().flatten().collect();
        self.pieces(&["[", &places.join(", "), "]"]);
        Ok(true)
    }

    fn alias_of_operand(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.pieces(&["#stablehlo.output_operand_alias<output_tuple_indices = ["]);
        let outputs = numbers(reader)?;
        self.dimension_list(&outputs);
        self.pieces(&["], operand_index = "]);
        escape::signed(&mut self.arena, reader.svarint("operand")?);
        self.pieces(&[", operand_tuple_indices = ["]);
        let operands = numbers(reader)?;
        self.dimension_list(&operands);
        self.pieces(&["]"]);
        Ok(())
    }

    fn dot_algorithm(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.pieces(&["#stablehlo.dot_algorithm<"]);
        for name in ["lhs_precision_type", "rhs_precision_type", "accumulation_type"] {
            self.pieces(&[name, " = "]);
            let ty = reader.index(usize::MAX, "type")?;
            self.ty(ty);
            self.pieces(&[", "]);
        }
        for name in ["lhs_component_count", "rhs_component_count", "num_primitive_operations"] {
            self.pieces(&[name, " = "]);
            escape::signed(&mut self.arena, reader.svarint("count")?);
            self.pieces(&[", "]);
        }
        let imprecise = reader.byte("flag")? != 0;
        self.pieces(&["allow_imprecise_accumulation = ", if imprecise { "true" } else { "false" }]);
        Ok(())
    }

    fn accuracy(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.pieces(&["#stablehlo.result_accuracy<"]);
        for name in ["atol", "rtol"] {
            let bits = reader.svarint("value")?;
            if bits != 0 {
                self.pieces(&[name, " = "]);
                self.double(bits);
                self.pieces(&[", "]);
            }
        }
        let units = reader.svarint("units")?;
        if units != 0 {
            self.pieces(&["ulps = "]);
            escape::signed(&mut self.arena, units);
            self.pieces(&[", "]);
        }
        self.pieces(&["mode = "]);
        let mode = reader.index(usize::MAX, "attribute")?;
        self.attr(mode);
        Ok(())
    }

    /// Appends a type of stablehlo. None if it is not known.
    pub(super) fn stablehlo_type(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        match reader.varint("code")? {
            0 => self.pieces(&["!stablehlo.token"]),
            1 => {
                self.pieces(&["!stablehlo.future<"]);
                for at in 0..reader.count("number of types")? {
                    self.pieces(&[if at == 0 { "" } else { ", " }]);
                    let ty = reader.index(usize::MAX, "type")?;
                    self.ty(ty);
                }
                self.pieces(&[">"]);
            }
            _ => return Ok(None),
        }
        Ok(Some(0))
    }
}
