//! Types of the quant dialect: `QuantDialectBytecode.td`. Code 0 is reserved.

use super::Field::{Attr, F64, List, SVarInt, Type, VarInt};
use super::{Fields, Shape};

const fn shape(code: u64, name: &'static str, fields: Fields) -> Shape {
    Shape { code, name, fields, former: &[] }
}

/// Types.
pub(super) const TYPES: &[Shape] = &[
    shape(
        1,
        "AnyQuantizedType",
        &[("flags", VarInt), ("storageType", Type), ("storageTypeMin", SVarInt), ("storageTypeMax", SVarInt)],
    ),
    shape(
        2,
        "AnyQuantizedTypeWithExpressedType",
        &[
            ("flags", VarInt),
            ("storageType", Type),
            ("expressedType", Type),
            ("storageTypeMin", SVarInt),
            ("storageTypeMax", SVarInt),
        ],
    ),
    shape(3, "CalibratedQuantizedType", &[("expressedType", Type), ("min", F64), ("max", F64)]),
    shape(
        4,
        "UniformQuantizedType",
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
    shape(
        5,
        "UniformQuantizedPerAxisType",
        &[
            ("flags", VarInt),
            ("storageType", Type),
            ("expressedType", Type),
            ("quantizedDimension", VarInt),
            ("storageTypeMin", SVarInt),
            ("storageTypeMax", SVarInt),
            ("scales", List(&[("scale", F64)])),
            ("zeroPoints", List(&[("zeroPoint", SVarInt)])),
        ],
    ),
    shape(
        6,
        "UniformQuantizedSubChannelType",
        &[
            ("flags", VarInt),
            ("storageType", Type),
            ("expressedType", Type),
            ("storageTypeMin", SVarInt),
            ("storageTypeMax", SVarInt),
            ("quantizedDimensions", List(&[("dimension", SVarInt)])),
            ("blockSizes", List(&[("size", SVarInt)])),
            ("scales", Attr),
            ("zeroPoints", Attr),
        ],
    ),
];
