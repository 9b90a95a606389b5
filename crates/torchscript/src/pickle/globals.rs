//! Which globals are data in PyTorch files: everything else is denied.
//!
//! Two readers are known. The *TorchScript reader* (`torch/csrc/jit/serialization/unpickler.cpp`, also of the lite interpreter) reads
//! the pickles of TorchScript archives, and runs no Python. The *weights-only reader* (`torch/_weights_only_unpickler.py`, since 1.13;
//! what `torch.load` does by default since 2.6) reads what `torch.save` wrote. Python's own unpickler, which is what `torch.load` uses
//! otherwise, imports and calls whatever a pickle names.

use super::defs::Opcode;
use super::graph::Name;

/// Who reads the pickle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reader {
    /// `torch.jit.load` and the lite interpreter.
    TorchScript,
    /// `torch.load(weights_only=True)`.
    WeightsOnly,
}

/// What a global is to a reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// Data: the reader knows it, and does nothing else with it than to build values.
    Data,
    /// A class of the archive's own TorchScript code (`__torch__…`).
    Class,
    /// Anything else: code of the reader's machine.
    Code,
}

/// Modules in which names are data, with the readers to which they are, as (TorchScript, weights-only), and the names.
type Row = (&'static str, bool, bool, &'static [&'static str]);

// TorchScript: the branches of `Unpickler::readGlobal`, which 2.15.0 was asked about one by one. Weights-only: `_get_allowed_globals()` of 2.15.0, which has all that 1.13.1 has
// but for
// `torch._utils._rebuild_sparse_csr_tensor`.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("__main__", true, false, &["TensorID", "IntList"]),
    ("torch.jit._pickle", true, false, &[
        "build_intlist", "build_tensorlist", "build_doublelist", "build_boollist", "build_tensor_from_id", "restore_type_tag",
    ]),
    ("torch._utils", true, true, &["_rebuild_tensor_v2", "_rebuild_qtensor", "_rebuild_sparse_tensor", "_rebuild_parameter"]),
    ("torch._utils", false, true, &[
        "_rebuild_parameter_with_state", "_rebuild_tensor", "_rebuild_tensor_v3",
        "_rebuild_meta_tensor_no_storage", "_rebuild_wrapper_subclass", "_rebuild_device_tensor_from_numpy",
        "_rebuild_device_tensor_from_cpu_tensor",
    ]),
    ("torch._tensor", true, true, &["_rebuild_from_type_v2"]),
    ("builtins", true, true, &["complex"]),
    ("builtins", false, true, &["bytearray", "set"]),
    ("_codecs", false, true, &["encode"]),
    ("collections", true, true, &["OrderedDict"]),
    ("collections", false, true, &["Counter"]),
    ("torch", true, true, &["device"]),
    ("torch.distributed.rpc", true, false, &["rref"]),
    // Storages by element type. The TorchScript reader has no name of its own for `torch.UntypedStorage`.
    ("torch", true, true, &[
        "ByteStorage", "CharStorage", "ShortStorage", "IntStorage", "LongStorage", "HalfStorage", "FloatStorage", "DoubleStorage",
        "ComplexFloatStorage", "ComplexDoubleStorage", "BoolStorage", "QInt8Storage", "QUInt8Storage", "QInt32Storage",
        "BFloat16Storage", "QUInt4x2Storage", "QUInt2x4Storage",
    ]),
    ("torch", true, false, &[
        "ComplexHalfStorage", "Bits1x8Storage", "Bits2x4Storage", "Bits4x2Storage", "Bits8Storage", "Bits16Storage",
        "Float8_e5m2Storage", "Float8_e4m3fnStorage", "Float8_e5m2fnuzStorage", "Float8_e4m3fnuzStorage", "Float8_e8m0fnuStorage",
        "Float4_e2m1fn_x2Storage", "BComplex32Storage", "UInt16Storage", "UInt32Storage", "UInt64Storage",
        "UInt1Storage", "UInt2Storage", "UInt3Storage", "UInt4Storage", "UInt5Storage", "UInt6Storage", "UInt7Storage",
        "Int1Storage", "Int2Storage", "Int3Storage", "Int4Storage", "Int5Storage", "Int6Storage", "Int7Storage",
    ]),
    // How tensors are quantised.
    ("torch", true, true, &[
        "per_tensor_affine", "per_channel_affine", "per_tensor_symmetric", "per_channel_symmetric",
        "per_channel_affine_float_qparams",
    ]),
    ("torch", false, true, &[
        "Size", "Tensor",
        "ByteTensor", "CharTensor", "ShortTensor", "IntTensor", "LongTensor", "HalfTensor", "FloatTensor", "DoubleTensor",
        "BoolTensor", "BFloat16Tensor",
        "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bfloat16", "complex32", "complex64",
        "complex128", "bcomplex32", "qint8", "quint8", "qint32", "quint4x2", "quint2x4", "bits1x8", "bits2x4", "bits4x2", "bits8",
        "bits16", "uint1", "uint2", "uint3", "uint4", "uint5", "uint6", "uint7", "uint16", "uint32", "uint64", "int1", "int2",
        "int3", "int4", "int5", "int6", "int7", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz",
        "float8_e8m0fnu", "float4_e2m1fn_x2",
    ]),
    ("torch.cuda", false, true, &[
        "ByteStorage", "CharStorage", "ShortStorage", "IntStorage", "LongStorage", "HalfStorage", "FloatStorage", "DoubleStorage",
        "BoolStorage", "BFloat16Storage", "ComplexFloatStorage", "ComplexDoubleStorage",
        "ByteTensor", "CharTensor", "ShortTensor", "IntTensor", "LongTensor", "HalfTensor", "FloatTensor", "DoubleTensor",
        "BoolTensor", "BFloat16Tensor",
    ]),
    ("torch.sparse", false, true, SPARSE),
    ("torch.cuda.sparse", false, true, SPARSE),
    ("torch.storage", false, true, &["TypedStorage", "UntypedStorage"]),
    ("torch.nn.parameter", false, true, &["Parameter"]),
    ("torch.serialization", false, true, &["_get_layout"]),
];

#[rustfmt::skip]
const SPARSE: &[&str] = &[
    "ByteTensor", "CharTensor", "ShortTensor", "IntTensor", "LongTensor", "HalfTensor", "FloatTensor", "DoubleTensor", "BFloat16Tensor",
];

/// What a global is to a reader. Module and name are compared apart, exactly: `torch` and `_utils._rebuild_tensor_v2` is another global
/// than `torch._utils` and `_rebuild_tensor_v2`, and `torch.serialization` with `os.getcwd` is no name of PyTorch.
pub fn standing(name: &Name<'_>, reader: Reader) -> Standing {
    let script = reader == Reader::TorchScript;
    if script && (name.module == "__torch__" || name.module.starts_with("__torch__.")) {
        return Standing::Class;
    }
    // Python 2's name of the module, which protocols below 3 have; the weights-only reader maps it.
    let module = match (&*name.module, script) {
        ("__builtin__", false) => "builtins",
        (module, _) => module,
    };
    let known = ROWS.iter().any(|(of, to_script, to_weights, names)| {
        *of == module && (if script { *to_script } else { *to_weights }) && names.contains(&&*name.name)
    });
    if known { Standing::Data } else { Standing::Code }
}

/// Whether a reader knows an opcode, as of 2.15.0. Older TorchScript readers do not know `APPEND` and `BINUNICODE8`.
pub fn reads(reader: Reader, opcode: Opcode) -> bool {
    use Opcode as O;
    let both = matches!(
        opcode,
        O::PROTO
            | O::STOP
            | O::MARK
            | O::EMPTY_LIST
            | O::EMPTY_TUPLE
            | O::EMPTY_DICT
            | O::TUPLE
            | O::TUPLE1
            | O::TUPLE2
            | O::TUPLE3
            | O::APPENDS
            | O::SETITEM
            | O::SETITEMS
            | O::BINPUT
            | O::LONG_BINPUT
            | O::BINGET
            | O::LONG_BINGET
            | O::NONE
            | O::NEWTRUE
            | O::NEWFALSE
            | O::BININT
            | O::BININT1
            | O::BININT2
            | O::LONG1
            | O::BINFLOAT
            | O::BINUNICODE
            | O::GLOBAL
            | O::REDUCE
            | O::BUILD
            | O::NEWOBJ
            | O::BINPERSID
    );
    match reader {
        Reader::TorchScript => both || matches!(opcode, O::LIST | O::DICT | O::APPEND | O::BINUNICODE8),
        Reader::WeightsOnly => both || matches!(opcode, O::EMPTY_SET | O::APPEND | O::SHORT_BINSTRING),
    }
}

/// All globals that are data to a reader, as module and name.
pub fn known(reader: Reader) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = ROWS.iter().filter(move |(_, script, weights, _)| match reader {
        Reader::TorchScript => *script,
        Reader::WeightsOnly => *weights,
    });
    rows.flat_map(|(module, _, _, names)| names.iter().map(|name| (*module, *name)))
}

#[cfg(test)]
mod tests {
    use super::{Name, Reader, Standing, known, standing};

    #[test]
    fn names_are_compared_apart() {
        let is = |module: &'static str, name: &'static str, reader| {
            standing(&Name { module: module.into(), name: name.into() }, reader)
        };
        use Reader::{TorchScript, WeightsOnly};
        assert_eq!(is("torch._utils", "_rebuild_tensor_v2", WeightsOnly), Standing::Data);
        assert_eq!(is("torch", "_utils._rebuild_tensor_v2", WeightsOnly), Standing::Code);
        assert_eq!(is("torch.serialization", "os.getcwd", WeightsOnly), Standing::Code);
        assert_eq!(is("__builtin__", "set", WeightsOnly), Standing::Data);
        assert_eq!(is("__builtin__", "eval", WeightsOnly), Standing::Code);
        assert_eq!(is("importlib", "import_module", TorchScript), Standing::Code);
        // A class of TorchScript is one to its own reader only: Python would import a module of that name.
        assert_eq!(is("__torch__.torch.nn", "Linear", TorchScript), Standing::Class);
        assert_eq!(is("__torch__", "Net", TorchScript), Standing::Class);
        assert_eq!(is("__torch__x", "Net", TorchScript), Standing::Code);
        assert_eq!(is("__torch__", "Net", WeightsOnly), Standing::Code);
        assert_eq!((known(TorchScript).count(), known(WeightsOnly).count()), (69, 144));
    }
}
