//! Element types, by the names of storages and of `torch.dtype`s.

/// An element type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// The name of its `torch.dtype`; of untyped storages, `uint8`.
    pub dtype: &'static str,
    /// Bytes of an element in a storage.
    pub size: u64,
}

impl Element {
    /// How many values of a tensor one element of its storage holds: `quint4x2` has two in a byte, `quint2x4` four.
    pub fn values(self) -> u64 {
        match self.dtype {
            "quint4x2" => 2,
            "quint2x4" => 4,
            _ => 1,
        }
    }
}

/// The name of the storage, the name of the `torch.dtype`, bytes of an element.
#[rustfmt::skip]
const ELEMENTS: &[(&str, &str, u64)] = &[
    ("ByteStorage", "uint8", 1), ("CharStorage", "int8", 1), ("ShortStorage", "int16", 2), ("IntStorage", "int32", 4),
    ("LongStorage", "int64", 8), ("HalfStorage", "float16", 2), ("FloatStorage", "float32", 4), ("DoubleStorage", "float64", 8),
    ("ComplexHalfStorage", "complex32", 4), ("ComplexFloatStorage", "complex64", 8), ("ComplexDoubleStorage", "complex128", 16),
    ("BoolStorage", "bool", 1), ("QInt8Storage", "qint8", 1), ("QUInt8Storage", "quint8", 1), ("QInt32Storage", "qint32", 4),
    ("BFloat16Storage", "bfloat16", 2), ("QUInt4x2Storage", "quint4x2", 1), ("QUInt2x4Storage", "quint2x4", 1),
    ("Bits1x8Storage", "bits1x8", 1), ("Bits2x4Storage", "bits2x4", 1), ("Bits4x2Storage", "bits4x2", 1), ("Bits8Storage", "bits8", 1),
    ("Bits16Storage", "bits16", 2), ("Float8_e5m2Storage", "float8_e5m2", 1), ("Float8_e4m3fnStorage", "float8_e4m3fn", 1),
    ("Float8_e5m2fnuzStorage", "float8_e5m2fnuz", 1), ("Float8_e4m3fnuzStorage", "float8_e4m3fnuz", 1),
    ("Float8_e8m0fnuStorage", "float8_e8m0fnu", 1), ("UInt16Storage", "uint16", 2), ("UInt32Storage", "uint32", 4),
    ("UInt64Storage", "uint64", 8), ("Float4_e2m1fn_x2Storage", "float4_e2m1fn_x2", 1), ("BComplex32Storage", "bcomplex32", 4),
    ("UInt1Storage", "uint1", 1), ("UInt2Storage", "uint2", 1), ("UInt3Storage", "uint3", 1), ("UInt4Storage", "uint4", 1),
    ("UInt5Storage", "uint5", 1), ("UInt6Storage", "uint6", 1), ("UInt7Storage", "uint7", 1), ("Int1Storage", "int1", 1),
    ("Int2Storage", "int2", 1), ("Int3Storage", "int3", 1), ("Int4Storage", "int4", 1), ("Int5Storage", "int5", 1),
    ("Int6Storage", "int6", 1), ("Int7Storage", "int7", 1),
];

/// The element type of a storage, by the module and name of its class.
pub fn element(module: &str, name: &str) -> Option<Element> {
    if module == "torch.storage" && matches!(name, "UntypedStorage" | "_UntypedStorage") {
        return Some(Element { dtype: "uint8", size: 1 });
    }
    if !matches!(module, "torch" | "torch.cuda") {
        return None;
    }
    let found = ELEMENTS.iter().find(|(storage, ..)| *storage == name);
    found.map(|(_, dtype, size)| Element { dtype, size: *size })
}

/// The element type of this name in `torch`.
pub fn element_of_dtype(name: &str) -> Option<Element> {
    ELEMENTS
        .iter()
        .find(|(_, dtype, _)| *dtype == name)
        .map(|(_, dtype, size)| Element { dtype, size: *size })
}

/// The class of storages of this `torch.dtype`, without its module.
pub(crate) fn storage_of_dtype(name: &str) -> Option<&'static str> {
    ELEMENTS.iter().find(|(_, dtype, _)| *dtype == name).map(|(storage, ..)| *storage)
}

/// Whether a record has the data of a storage, by its name.
pub(crate) fn is_storage(record: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match record.rsplit_once('/') {
        // Constants of the lite interpreter have the ending, since 1.10.
        Some(("data" | "constants" | "tensors" | "bytecode", key)) => {
            number(key.strip_suffix(".storage").unwrap_or(key))
        }
        Some((".data", file)) => file.ends_with(".storage"),
        Some(("data/weights" | "data/constants", file)) => {
            file.starts_with("weight_") || file.starts_with("tensor_")
        }
        _ => false,
    }
}
