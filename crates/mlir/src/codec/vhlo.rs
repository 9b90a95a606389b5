//! Attributes and types of StableHLO's dialects: vhlo, stablehlo, chlo (`*Bytecode.cpp`). Codes are never renumbered.

use super::Field::{Attr, Blob, Bool, F64, List, Maybe, OptAttr, SVarInt, Str, Tail, Type, VarInt};
use super::{EntryKind, Field, Fields, Shape};

const fn shape(code: u64, name: &'static str, fields: Fields) -> Shape {
    Shape { code, name, fields, former: &[] }
}

/// A number with a name.
const ENUM: Fields = &[("value", VarInt)];
const NUMBERS: Field = List(&[("value", SVarInt)]);
const ATTRS: Field = List(&[("value", Attr)]);
const TYPES: Field = List(&[("type", Type)]);
const ALIAS: Fields =
    &[("outputTupleIndices", NUMBERS), ("operandIndex", SVarInt), ("operandTupleIndices", NUMBERS)];
const ACCURACY: Fields = &[("atol", F64), ("rtol", F64), ("ulps", SVarInt), ("mode", Attr)];
const SUB_AXIS: Fields = &[("pre_size", SVarInt), ("size", SVarInt)];

/// Attributes of vhlo.
pub(super) const VHLO_ATTRS: &[Shape] = &[
    shape(1, "ArrayV1Attr", &[("value", ATTRS)]),
    shape(2, "BooleanV1Attr", ENUM),
    shape(3, "ComparisonDirectionV1Attr", ENUM),
    shape(4, "ComparisonTypeV1Attr", ENUM),
    shape(5, "CustomCallApiVersionV1Attr", ENUM),
    shape(6, "DictionaryV1Attr", &[("value", List(&[("name", Attr), ("value", Attr)]))]),
    shape(7, "FftTypeV1Attr", ENUM),
    shape(8, "FloatV1Attr", &[("type", Type), ("value", Tail)]),
    shape(9, "IntegerV1Attr", &[("type", Type), ("value", Tail)]),
    shape(10, "OutputOperandAliasV1Attr", ALIAS),
    shape(11, "PrecisionV1Attr", ENUM),
    shape(12, "RngAlgorithmV1Attr", ENUM),
    shape(13, "RngDistributionV1Attr", ENUM),
    shape(14, "StringV1Attr", &[("value", Str)]),
    shape(15, "TensorV1Attr", &[("type", Type), ("data", Blob)]),
    shape(16, "TransposeV1Attr", ENUM),
    shape(17, "TypeV1Attr", &[("value", Type)]),
    shape(18, "TypeExtensionsV1Attr", &[("bounds", NUMBERS)]),
    shape(19, "ResultAccuracyModeV1Attr", ENUM),
    shape(20, "ResultAccuracyV1Attr", ACCURACY),
    shape(21, "SubAxisInfoV1Attr", SUB_AXIS),
    // A number, 0 or 1, says whether there is one: that is a list.
    shape(22, "AxisRefV1Attr", &[("name", Attr), ("sub_axis_info", ATTRS)]),
    shape(23, "ReplicaGroupMeshAxesV1Attr", &[("mesh", Attr), ("axes", Attr)]),
    shape(24, "MeshAxisV1Attr", &[("name", Attr), ("size", SVarInt)]),
    shape(25, "MeshV1Attr", &[("axes", Attr), ("device_ids", OptAttr)]),
];

/// Types of vhlo.
pub(super) const VHLO_TYPES: &[Shape] = &[
    shape(0, "BooleanV1Type", &[]),
    shape(1, "ComplexV1Type", &[("elementType", Type)]),
    shape(2, "FloatBF16V1Type", &[]),
    shape(3, "FloatF16V1Type", &[]),
    shape(4, "FloatF32V1Type", &[]),
    shape(5, "FloatF64V1Type", &[]),
    shape(6, "FloatF8E4M3FNV1Type", &[]),
    shape(7, "FloatF8E5M2V1Type", &[]),
    shape(8, "FunctionV1Type", &[("inputs", TYPES), ("outputs", TYPES)]),
    shape(9, "IndexV1Type", &[]),
    shape(10, "IntegerSI4V1Type", &[]),
    shape(11, "IntegerSI8V1Type", &[]),
    shape(12, "IntegerSI16V1Type", &[]),
    shape(13, "IntegerSI32V1Type", &[]),
    shape(14, "IntegerSI64V1Type", &[]),
    shape(15, "IntegerUI4V1Type", &[]),
    shape(16, "IntegerUI8V1Type", &[]),
    shape(17, "IntegerUI16V1Type", &[]),
    shape(18, "IntegerUI32V1Type", &[]),
    shape(19, "IntegerUI64V1Type", &[]),
    shape(20, "RankedTensorV1Type", &[("shape", NUMBERS), ("elementType", Type)]),
    shape(
        21,
        "RankedTensorV1TypeWithEncoding",
        &[("encoding", Attr), ("shape", NUMBERS), ("elementType", Type)],
    ),
    shape(22, "TokenV1Type", &[]),
    shape(23, "TupleV1Type", &[("types", TYPES)]),
    shape(
        24,
        "UniformQuantizedV1Type",
        &[
            ("flags", VarInt),
            ("storageType", Type),
            ("expressedType", Type),
            ("scale", F64),
            ("zeroPoint", SVarInt),
            ("storageTypeMin", SVarInt),
            ("storageTypeMax", SVarInt),
        ],
    ),
    shape(25, "UnrankedTensorV1Type", &[("elementType", Type)]),
    shape(26, "WitnessV1Type", &[]),
    shape(27, "FloatF8E4M3FNUZV1Type", &[]),
    shape(28, "FloatF8E5M2FNUZV1Type", &[]),
    shape(29, "FloatF8E4M3B11FNUZV1Type", &[]),
    shape(
        30,
        "UniformQuantizedPerAxisV1Type",
        &[
            ("flags", VarInt),
            ("storageType", Type),
            ("expressedType", Type),
            ("quantizedDimension", VarInt),
            ("storageTypeMin", SVarInt),
            ("storageTypeMax", SVarInt),
            ("scales", List(&[("scale", F64)])),
            ("zeroPoints", NUMBERS),
        ],
    ),
    shape(31, "IntegerSI2V1Type", &[]),
    shape(32, "IntegerUI2V1Type", &[]),
    shape(33, "NoneV1Type", &[]),
    shape(34, "FloatTF32V1Type", &[]),
    shape(35, "FloatF8E4M3V1Type", &[]),
    shape(36, "FloatF8E3M4V1Type", &[]),
    shape(37, "FloatF4E2M1FNV1Type", &[]),
    shape(38, "FloatF6E2M3FNV1Type", &[]),
    shape(39, "FloatF6E3M2FNV1Type", &[]),
    shape(40, "FloatF8E8M0FNUV1Type", &[]),
    shape(41, "RankedBufferV1Type", &[("shape", NUMBERS), ("elementType", Type)]),
    shape(42, "FutureV1Type", &[("types", TYPES)]),
];

/// Attributes of stablehlo.
pub(super) const STABLEHLO_ATTRS: &[Shape] = &[
    shape(1, "ChannelHandleAttr", &[("handle", SVarInt), ("type", SVarInt)]),
    shape(2, "ComparisonDirectionAttr", ENUM),
    shape(3, "ComparisonTypeAttr", ENUM),
    shape(
        4,
        "ConvDimensionNumbersAttr",
        &[
            ("inputBatchDimension", SVarInt),
            ("inputFeatureDimension", SVarInt),
            ("inputSpatialDimensions", NUMBERS),
            ("kernelInputFeatureDimension", SVarInt),
            ("kernelOutputFeatureDimension", SVarInt),
            ("kernelSpatialDimensions", NUMBERS),
            ("outputBatchDimension", SVarInt),
            ("outputFeatureDimension", SVarInt),
            ("outputSpatialDimensions", NUMBERS),
        ],
    ),
    shape(
        5,
        "DotDimensionNumbersAttr",
        &[
            ("lhsBatchingDimensions", NUMBERS),
            ("rhsBatchingDimensions", NUMBERS),
            ("lhsContractingDimensions", NUMBERS),
            ("rhsContractingDimensions", NUMBERS),
        ],
    ),
    shape(6, "FftTypeAttr", ENUM),
    shape(
        7,
        "GatherDimensionNumbersAttr",
        &[
            ("offsetDims", NUMBERS),
            ("collapsedSliceDims", NUMBERS),
            ("operandBatchingDims", NUMBERS),
            ("startIndicesBatchingDims", NUMBERS),
            ("startIndexMap", NUMBERS),
            ("indexVectorDim", SVarInt),
        ],
    ),
    shape(8, "PrecisionAttr", ENUM),
    shape(9, "RngAlgorithmAttr", ENUM),
    shape(10, "RngDistributionAttr", ENUM),
    shape(
        11,
        "ScatterDimensionNumbersAttr",
        &[
            ("updateWindowDims", NUMBERS),
            ("insertedWindowDims", NUMBERS),
            ("inputBatchingDims", NUMBERS),
            ("scatterIndicesBatchingDims", NUMBERS),
            ("scatterDimsToOperandDims", NUMBERS),
            ("indexVectorDim", SVarInt),
        ],
    ),
    shape(12, "TransposeAttr", ENUM),
    shape(13, "TypeExtensionsAttr", &[("bounds", NUMBERS)]),
    shape(14, "OutputOperandAliasAttr", ALIAS),
    shape(
        15,
        "DotAlgorithmAttr",
        &[
            ("lhsPrecisionType", Type),
            ("rhsPrecisionType", Type),
            ("accumulationType", Type),
            ("lhsComponentCount", SVarInt),
            ("rhsComponentCount", SVarInt),
            ("numPrimitiveOperations", SVarInt),
            ("allowImpreciseAccumulation", Bool),
        ],
    ),
    shape(16, "ResultAccuracyModeAttr", ENUM),
    shape(17, "ResultAccuracyAttr", ACCURACY),
    shape(18, "ReplicaGroupMeshAxesAttr", &[("mesh", Attr), ("axes", ATTRS)]),
    shape(19, "SubAxisInfoAttr", SUB_AXIS),
    shape(20, "AxisRefAttr", &[("name", Str), ("sub_axis_info", Maybe(&[("value", Attr)]))]),
    shape(21, "MeshAxisAttr", &[("name", Str), ("size", SVarInt)]),
    shape(22, "MeshAttr", &[("axes", Attr), ("device_ids", Maybe(&[("value", Attr)]))]),
];

/// Types of stablehlo.
pub(super) const STABLEHLO_TYPES: &[Shape] =
    &[shape(0, "TokenType", &[]), shape(1, "FutureType", &[("types", TYPES)])];

/// Attributes of chlo.
pub(super) const CHLO_ATTRS: &[Shape] =
    &[shape(0, "ComparisonDirectionAttr", ENUM), shape(1, "ComparisonTypeAttr", ENUM)];

/// Names of the numbers of enumerations: attribute, number, name on a line.
const NAMES: &str = include_str!("../../names/vhlo.txt");

/// Names of attributes in text, by code.
pub(crate) const ATTR_NAMES: &[(u64, &str)] = &[
    (1, "array_v1"),
    (2, "bool_v1"),
    (3, "comparison_direction_v1"),
    (4, "comparison_type_v1"),
    (5, "api_version_v1"),
    (6, "dict_v1"),
    (7, "fft_type_v1"),
    (8, "float_v1"),
    (9, "integer_v1"),
    (10, "output_operand_alias_v1"),
    (11, "precision_v1"),
    (12, "rng_algorithm_v1"),
    (13, "rng_distribution_v1"),
    (14, "string_v1"),
    (15, "tensor_v1"),
    (16, "transpose_v1"),
    (17, "type_v1"),
    (18, "type_extensions_v1"),
    (19, "result_accuracy_mode_v1"),
    (20, "result_accuracy_v1"),
    (21, "sub_axis_info_v1"),
    (22, "axis_ref_v1"),
    (23, "replica_group_mesh_axes_v1"),
    (24, "mesh_axis_v1"),
    (25, "mesh_v1"),
];

/// Types without parameters: code, name in text, and the builtin type that they stand for.
pub(crate) const SIMPLE_TYPES: &[(u64, &str, &str)] = &[
    (0, "bool_v1", "i1"),
    (2, "bf16_v1", "bf16"),
    (3, "f16_v1", "f16"),
    (4, "f32_v1", "f32"),
    (5, "f64_v1", "f64"),
    (6, "f8E4M3FN_v1", "f8E4M3FN"),
    (7, "f8E5M2_v1", "f8E5M2"),
    (9, "index_v1", "index"),
    (10, "i4_v1", "i4"),
    (11, "i8_v1", "i8"),
    (12, "i16_v1", "i16"),
    (13, "i32_v1", "i32"),
    (14, "i64_v1", "i64"),
    (15, "ui4_v1", "ui4"),
    (16, "ui8_v1", "ui8"),
    (17, "ui16_v1", "ui16"),
    (18, "ui32_v1", "ui32"),
    (19, "ui64_v1", "ui64"),
    (22, "token_v1", ""),
    (26, "witness_v1", ""),
    (27, "f8E4M3FNUZ_v1", "f8E4M3FNUZ"),
    (28, "f8E5M2FNUZ_v1", "f8E5M2FNUZ"),
    (29, "f8E4M3B11FNUZ_v1", "f8E4M3B11FNUZ"),
    (31, "i2_v1", "i2"),
    (32, "ui2_v1", "ui2"),
    (33, "none_v1", "none"),
    // So it is spelled.
    (34, "tf31_v1", "tf32"),
    (35, "f8E4M3_v1", "f8E4M3"),
    (36, "f8E3M4_v1", "f8E3M4"),
    (37, "f4E2M1FN_v1", "f4E2M1FN"),
    (38, "f6E2M3FN_v1", "f6E2M3FN"),
    (39, "f6E3M2FN_v1", "f6E3M2FN"),
    (40, "f8E8M0FNU_v1", "f8E8M0FNU"),
];

/// Types with parameters: code, name in text.
const COMPOUND_TYPES: &[(u64, &str)] = &[
    (1, "complex_v1"),
    (8, "func_v1"),
    (20, "tensor_v1"),
    (21, "tensor_v1"),
    (23, "tuple_v1"),
    (24, "quant_v1"),
    (25, "unranked_tensor_v1"),
    (30, "quant_per_axis_v1"),
    (41, "buffer_v1"),
    (42, "future_v1"),
];

/// A type without parameters: its name in text, and the builtin type that it stands for.
pub(crate) fn simple(code: u64) -> Option<(&'static str, &'static str)> {
    SIMPLE_TYPES.iter().find(|(of, ..)| *of == code).map(|(_, name, builtin)| (*name, *builtin))
}

/// The name of a number of an enumeration.
pub(crate) fn name_of(enumeration: &str, number: u64) -> Option<&'static str> {
    let wanted = number.to_string();
    NAMES.lines().find_map(|line| {
        line.strip_prefix(enumeration)?.strip_prefix(' ')?.strip_prefix(&*wanted)?.strip_prefix(' ')
    })
}

/// The name in text of an attribute or type of vhlo, by its code.
pub(crate) fn name(kind: EntryKind, code: u64) -> Option<&'static str> {
    if kind == EntryKind::Attr {
        return ATTR_NAMES.iter().find(|(of, _)| *of == code).map(|(_, name)| *name);
    }
    let compound = COMPOUND_TYPES.iter().find(|(of, _)| *of == code).map(|(_, name)| *name);
    compound.or_else(|| simple(code).map(|(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::{ATTR_NAMES, COMPOUND_TYPES, SIMPLE_TYPES, VHLO_ATTRS, VHLO_TYPES};
    use crate::vhlo_defs::defs;

    /// Every code has a name, and every name its versions.
    #[test]
    fn codes_have_names_and_versions() {
        let mut attrs: Vec<&str> = ATTR_NAMES.iter().map(|(_, name)| *name).collect();
        assert!(VHLO_ATTRS.iter().map(|shape| shape.code).eq(ATTR_NAMES.iter().map(|(code, _)| *code)));
        let mut known: Vec<&str> = defs().attrs.keys().copied().collect();
        attrs.sort_unstable();
        known.sort_unstable();
        assert_eq!(attrs, known);
        let mut types: Vec<(u64, &str)> = SIMPLE_TYPES.iter().map(|(code, name, _)| (*code, *name)).collect();
        types.extend(COMPOUND_TYPES);
        types.sort_unstable();
        assert!(VHLO_TYPES.iter().map(|shape| shape.code).eq(types.iter().map(|(code, _)| *code)));
        assert!(types.iter().all(|(_, name)| defs().types.contains_key(name)));
    }
}
