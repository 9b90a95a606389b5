//! Numbers and names of the format: one table for readers, verifiers, printers and docs.

/// The identifier of program files.
pub const PROGRAM_IDENTIFIER: &[u8; 4] = b"ET12";
/// The identifier of bundled programs.
pub const BUNDLED_IDENTIFIER: &[u8; 4] = b"BP08";
/// The identifier of tensor data files.
pub const FLAT_TENSOR_IDENTIFIER: &[u8; 4] = b"FT01";
/// Largest rank of a tensor that runtimes take.
pub const MAX_RANK: usize = 16;
/// Longest `name.overload` that runtimes take.
pub const MAX_OPERATOR_NAME: usize = 99;
/// Instructions that a runtime executes before it gives up.
pub const MAX_INSTRUCTIONS: u64 = 10_000_000;

/// The tag of a value: a member of the union `KernelTypes`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ValueKind {
    /// None.
    Null,
    /// An integer.
    Int,
    /// A boolean.
    Bool,
    /// A floating-point number.
    Double,
    /// A tensor.
    Tensor,
    /// A string.
    String,
    /// A list of integers by value index.
    IntList,
    /// A list of numbers.
    DoubleList,
    /// A list of booleans.
    BoolList,
    /// A list of tensors by value index.
    TensorList,
    /// A list of tensors or nones by value index.
    OptionalTensorList,
    /// A tag that no known release defines; 0 is the union's NONE.
    Unknown(u8),
}

/// The members of the union by tag, from 1.
const VALUE_KINDS: [(ValueKind, &str); 11] = [
    (ValueKind::Null, "Null"),
    (ValueKind::Int, "Int"),
    (ValueKind::Bool, "Bool"),
    (ValueKind::Double, "Double"),
    (ValueKind::Tensor, "Tensor"),
    (ValueKind::String, "String"),
    (ValueKind::IntList, "IntList"),
    (ValueKind::DoubleList, "DoubleList"),
    (ValueKind::BoolList, "BoolList"),
    (ValueKind::TensorList, "TensorList"),
    (ValueKind::OptionalTensorList, "OptionalTensorList"),
];

impl ValueKind {
    /// From the tag on the wire.
    pub fn from_tag(tag: u8) -> ValueKind {
        let row = VALUE_KINDS.get(usize::from(tag).wrapping_sub(1));
        row.map_or(ValueKind::Unknown(tag), |(kind, _)| *kind)
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<ValueKind> {
        VALUE_KINDS.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// The name of the union member.
    pub fn name(self) -> &'static str {
        VALUE_KINDS.iter().find(|(kind, _)| *kind == self).map_or("unknown", |(_, name)| name)
    }
}

/// Tags of the union `InstructionArguments`.
pub mod instruction {
    /// Calls an operator.
    pub const KERNEL_CALL: u8 = 1;
    /// Calls a delegate.
    pub const DELEGATE_CALL: u8 = 2;
    /// Copies a value.
    pub const MOVE_CALL: u8 = 3;
    /// Jumps if a value is false.
    pub const JUMP_FALSE_CALL: u8 = 4;
    /// Frees a value.
    pub const FREE_CALL: u8 = 5;
}

/// An element type of tensors: `executorch_flatbuffer.ScalarType`, numbered as in PyTorch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScalarType(pub i8);

/// Number, name as PyTorch writes it, bytes per element, release that can serialize it first.
const SCALAR_TYPES: &[(i8, &str, u64, &str)] = &[
    (0, "uint8", 1, "0.1.0"),
    (1, "int8", 1, "0.1.0"),
    (2, "int16", 2, "0.1.0"),
    (3, "int32", 4, "0.1.0"),
    (4, "int64", 8, "0.1.0"),
    (5, "float16", 2, "0.1.0"),
    (6, "float32", 4, "0.1.0"),
    (7, "float64", 8, "0.1.0"),
    (11, "bool", 1, "0.1.0"),
    (12, "qint8", 1, "0.1.0"),
    (13, "quint8", 1, "0.1.0"),
    (14, "qint32", 4, "0.1.0"),
    (15, "bfloat16", 2, "1.2.0"),
    (16, "quint4x2", 1, "0.1.0"),
    (17, "quint2x4", 1, "0.1.0"),
    (22, "bits16", 2, "0.5.0"),
    (23, "float8_e5m2", 1, "0.5.0"),
    (24, "float8_e4m3fn", 1, "0.5.0"),
    (25, "float8_e5m2fnuz", 1, "0.5.0"),
    (26, "float8_e4m3fnuz", 1, "0.5.0"),
    (27, "uint16", 2, "0.5.0"),
    (28, "uint32", 4, "0.5.0"),
    (29, "uint64", 8, "0.5.0"),
];

/// Numbers that the schema lists in a comment only: exporters write them, and runtimes take them from 0.6.0 on
/// (`runtime/executor/tensor_parser_portable.cpp`).
const NOT_IN_SCHEMA: &[(i8, &str, u64, &str)] =
    &[(8, "complex32", 4, "0.1.0"), (9, "complex64", 8, "0.1.0"), (10, "complex128", 16, "0.1.0")];

impl ScalarType {
    /// Booleans.
    pub const BOOL: ScalarType = ScalarType(11);

    fn row(self) -> Option<&'static (i8, &'static str, u64, &'static str)> {
        SCALAR_TYPES.iter().chain(NOT_IN_SCHEMA).find(|row| row.0 == self.0)
    }

    /// Whether an element is a complex number.
    pub fn is_complex(self) -> bool {
        NOT_IN_SCHEMA.iter().any(|row| row.0 == self.0)
    }

    /// The name as PyTorch writes it; `None` for a number that no release defines.
    pub fn name(self) -> Option<&'static str> {
        self.row().map(|row| row.1)
    }

    /// The type of this name.
    pub fn from_name(name: &str) -> Option<ScalarType> {
        SCALAR_TYPES.iter().chain(NOT_IN_SCHEMA).find(|row| row.1 == name).map(|row| ScalarType(row.0))
    }

    /// Bytes per element.
    pub fn size(self) -> Option<u64> {
        self.row().map(|row| row.2)
    }

    /// All types of the schema.
    pub fn all() -> impl Iterator<Item = ScalarType> {
        SCALAR_TYPES.iter().map(|row| ScalarType(row.0))
    }
}

impl std::fmt::Display for ScalarType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "type {}", self.0),
        }
    }
}
