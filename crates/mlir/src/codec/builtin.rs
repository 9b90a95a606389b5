//! Attributes, locations and types of the builtin dialect: `BuiltinDialectBytecode.td`, with the codes up to LLVM 24.

use super::Field::{Attr, Blob, Bool, List, Resource, SVarInt, Str, Strings, Tail, Type, VarInt};
use super::{Fields, Shape};

const fn shape(code: u64, name: &'static str, fields: Fields) -> Shape {
    Shape { code, name, fields, former: &[] }
}

/// Attributes and locations.
pub(super) const ATTRS: &[Shape] = &[
    shape(0, "ArrayAttr", &[("value", List(&[("value", Attr)]))]),
    shape(1, "DictionaryAttr", &[("value", List(&[("name", Attr), ("value", Attr)]))]),
    shape(2, "StringAttr", &[("value", Str)]),
    shape(3, "StringAttrWithType", &[("value", Str), ("type", Type)]),
    shape(4, "FlatSymbolRefAttr", &[("rootReference", Attr)]),
    shape(5, "SymbolRefAttr", &[("rootReference", Attr), ("nestedReferences", List(&[("reference", Attr)]))]),
    shape(6, "TypeAttr", &[("value", Type)]),
    shape(7, "UnitAttr", &[]),
    shape(8, "IntegerAttr", &[("type", Type), ("value", Tail)]),
    shape(9, "FloatAttr", &[("type", Type), ("value", Tail)]),
    shape(10, "CallSiteLoc", &[("callee", Attr), ("caller", Attr)]),
    shape(11, "FileLineColLoc", &[("filename", Attr), ("line", VarInt), ("column", VarInt)]),
    shape(12, "FusedLoc", &[("locations", List(&[("location", Attr)]))]),
    shape(13, "FusedLocWithMetadata", &[("locations", List(&[("location", Attr)])), ("metadata", Attr)]),
    shape(14, "NameLoc", &[("name", Attr), ("childLoc", Attr)]),
    shape(15, "UnknownLoc", &[]),
    shape(16, "DenseResourceElementsAttr", &[("type", Type), ("rawHandle", Resource)]),
    shape(17, "DenseArrayAttr", &[("elementType", Type), ("size", VarInt), ("rawData", Blob)]),
    shape(18, "DenseIntOrFPElementsAttr", &[("type", Type), ("rawData", Blob)]),
    shape(19, "DenseStringElementsAttr", &[("type", Type), ("isSplat", VarInt), ("rawStringData", Strings)]),
    shape(20, "SparseElementsAttr", &[("type", Type), ("indices", Attr), ("values", Attr)]),
    shape(21, "DistinctAttr", &[("referencedAttr", Attr)]),
    shape(22, "FileLineColRange", &[("filename", Attr), ("positions", List(&[("position", VarInt)]))]),
    shape(23, "AffineMapAttr", &[("value", Tail)]),
    shape(24, "IntegerSetAttr", &[("value", Tail)]),
    shape(25, "StridedLayoutAttr", &[("offset", SVarInt), ("strides", List(&[("stride", SVarInt)]))]),
];

const SIGNED: Fields = &[("dimension", SVarInt)];
const TYPES_IN: Fields = &[("input", Type)];
const TYPES_OUT: Fields = &[("result", Type)];

/// Types.
pub(super) const TYPES: &[Shape] = &[
    shape(0, "IntegerType", &[("widthAndSignedness", VarInt)]),
    shape(1, "IndexType", &[]),
    shape(2, "FunctionType", &[("inputs", List(TYPES_IN)), ("results", List(TYPES_OUT))]),
    shape(3, "BFloat16Type", &[]),
    shape(4, "Float16Type", &[]),
    shape(5, "Float32Type", &[]),
    shape(6, "Float64Type", &[]),
    shape(7, "Float80Type", &[]),
    shape(8, "Float128Type", &[]),
    shape(9, "ComplexType", &[("elementType", Type)]),
    shape(10, "MemRefType", &[("shape", List(SIGNED)), ("elementType", Type), ("layout", Attr)]),
    shape(
        11,
        "MemRefTypeWithMemSpace",
        &[("memorySpace", Attr), ("shape", List(SIGNED)), ("elementType", Type), ("layout", Attr)],
    ),
    shape(12, "NoneType", &[]),
    shape(13, "RankedTensorType", &[("shape", List(SIGNED)), ("elementType", Type)]),
    shape(
        14,
        "RankedTensorTypeWithEncoding",
        &[("encoding", Attr), ("shape", List(SIGNED)), ("elementType", Type)],
    ),
    shape(15, "TupleType", &[("types", List(&[("type", Type)]))]),
    shape(16, "UnrankedMemRefType", &[("elementType", Type)]),
    shape(17, "UnrankedMemRefTypeWithMemSpace", &[("memorySpace", Attr), ("elementType", Type)]),
    shape(18, "UnrankedTensorType", &[("elementType", Type)]),
    shape(19, "VectorType", &[("shape", List(SIGNED)), ("elementType", Type)]),
    Shape {
        code: 20,
        name: "VectorTypeWithScalableDims",
        fields: &[
            ("scalableDims", List(&[("scalable", Bool)])),
            ("shape", List(SIGNED)),
            ("elementType", Type),
        ],
        former: &[
            // LLVM 16: how many of the last dimensions are scalable.
            &[("numScalableDims", VarInt), ("shape", List(SIGNED)), ("elementType", Type)],
        ],
    },
    shape(21, "FloatTF32Type", &[]),
    shape(22, "Float8E5M2Type", &[]),
    shape(23, "Float8E4M3Type", &[]),
    shape(24, "Float8E4M3FNType", &[]),
    shape(25, "Float8E5M2FNUZType", &[]),
    shape(26, "Float8E4M3FNUZType", &[]),
    shape(27, "Float8E4M3B11FNUZType", &[]),
    shape(28, "Float8E3M4Type", &[]),
    shape(29, "Float4E2M1FNType", &[]),
    shape(30, "Float6E2M3FNType", &[]),
    shape(31, "Float6E3M2FNType", &[]),
    shape(32, "Float8E8M0FNUType", &[]),
    shape(33, "TokenType", &[]),
    shape(34, "GraphType", &[("inputs", List(TYPES_IN)), ("results", List(TYPES_OUT))]),
];
