//! Types of the quant dialect: `QuantDialectBytecode.td`. Code 0 is reserved.

use super::Field::{SVarInt, Tail, Type, VarInt};
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
    shape(3, "CalibratedQuantizedType", &[("expressedType", Type), ("minAndMax", Tail)]),
    shape(
        4,
        "UniformQuantizedType",
        &[("flags", VarInt), ("storageType", Type), ("expressedType", Type), ("rest", Tail)],
    ),
    shape(
        5,
        "UniformQuantizedPerAxisType",
        &[("flags", VarInt), ("storageType", Type), ("expressedType", Type), ("rest", Tail)],
    ),
];
