//! What is in a program as FlatBuffers: values, classes, storages, files.

use std::fmt;
use std::ops::Range;

use crate::bytecode::{Program, Text, Type};

/// What is in a file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Its functions, in the order of the values.
    pub program: Program,
    /// The version of its operators; 0 in files of 1.11, which do not have it.
    pub operator_version: u32,
    /// All values.
    pub values: Vec<IValue>,
    /// How many of them are the lite interpreter's; the others belong to the source of the model.
    pub mobile_values: u32,
    /// The module itself, by its index.
    pub state: u32,
    /// Methods of the module, by the indices of functions among the values.
    pub methods: Vec<u32>,
    /// The number of storages that the file says, which readers take.
    pub storage_count: i32,
    /// Storages of tensors; their data are not read.
    pub storages: Vec<Storage>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Extra files.
    pub extra_files: Vec<File>,
    /// The source of the model in TorchScript, and its constants as a file, if it was saved with them.
    pub sources: Vec<File>,
    /// Constants of the source, by index.
    pub source_constants: Vec<u32>,
}

/// A value.
#[derive(Clone, Debug)]
pub struct IValue {
    /// What it is.
    pub kind: ValueKind,
    /// Where its table is in the file.
    pub at: u64,
}

/// What a value is. Others are meant by their index in [`Module::values`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ValueKind {
    /// `None`.
    None,
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A floating-point number.
    Double(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A tensor.
    Tensor(Box<Tensor>),
    /// Text.
    Text(Text),
    /// A list of values.
    List(Vec<u32>, Option<Type>),
    /// A tuple.
    Tuple(Vec<u32>),
    /// A dictionary: keys, and as many values.
    Dict(Vec<u32>, Vec<u32>, Option<Type>),
    /// An object.
    Object {
        /// Its class, by index.
        class: u32,
        /// What `__setstate__` is given.
        state: u32,
        /// Its attributes.
        attributes: Vec<u32>,
        /// The function `__setstate__`.
        setstate: u32,
    },
    /// A list of so many integers.
    IntList(usize),
    /// A list of so many floating-point numbers.
    DoubleList(usize),
    /// A list of so many truth values.
    BoolList(usize),
    /// A device.
    Device(Text),
    /// A member of an enum: its class, and its value.
    Enum(Text, u32),
    /// A function, by its index in [`Program::functions`].
    Function(usize),
    /// One that this library does not know, by its number in the union, or cannot read.
    Unknown(u8),
}

impl ValueKind {
    /// Shows the indices of all values that it is made of.
    pub fn parts(&self, mut show: impl FnMut(u32)) {
        match self {
            ValueKind::List(items, _) | ValueKind::Tuple(items) => items.iter().copied().for_each(show),
            ValueKind::Dict(keys, values, _) => keys.iter().chain(values).copied().for_each(show),
            ValueKind::Object { state, attributes, .. } => {
                show(*state);
                attributes.iter().copied().for_each(show);
            }
            ValueKind::Enum(_, value) => show(*value),
            _ => {}
        }
    }
}

/// A type of elements (`c10/core/ScalarType.h`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScalarType(pub i8);

impl ScalarType {
    const NAMES: [(&'static str, u64); 18] = [
        ("uint8", 1),
        ("int8", 1),
        ("int16", 2),
        ("int32", 4),
        ("int64", 8),
        ("float16", 2),
        ("float32", 4),
        ("float64", 8),
        ("complex32", 4),
        ("complex64", 8),
        ("complex128", 16),
        ("bool", 1),
        ("qint8", 1),
        ("quint8", 1),
        ("qint32", 4),
        ("bfloat16", 2),
        ("quint4x2", 1),
        ("quint2x4", 1),
    ];

    fn entry(self) -> Option<(&'static str, u64)> {
        usize::try_from(self.0).ok().and_then(|at| ScalarType::NAMES.get(at)).copied()
    }

    /// Its name in Python, without `torch.`.
    pub fn name(self) -> Option<&'static str> {
        self.entry().map(|(name, _)| name)
    }

    /// Bytes of an element; `None` where several elements share a byte, and for unknown types.
    pub fn size(self) -> Option<u64> {
        self.entry().filter(|(name, _)| !matches!(*name, "quint4x2" | "quint2x4")).map(|(_, size)| size)
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "scalar type {}", self.0),
        }
    }
}

/// A tensor, without its data.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    /// Its storage, by index.
    pub storage: u32,
    /// The type of its elements.
    pub scalar_type: ScalarType,
    /// Where it starts in the storage, in elements.
    pub offset: i32,
    /// Its sizes.
    pub sizes: Vec<i32>,
    /// Its strides, in elements.
    pub strides: Vec<i32>,
    /// Whether it requires a gradient.
    pub requires_grad: bool,
    /// How it is quantised.
    pub quantiser: Option<Quantiser>,
}

impl Tensor {
    /// One past the last byte that it uses of its storage; `None` if its numbers make no sense or the size of an element is not known.
    pub fn end(&self) -> Option<u64> {
        let size = self.scalar_type.size()?;
        if self.sizes.len() != self.strides.len() {
            return None;
        }
        let mut last = u64::try_from(self.offset).ok()?;
        for (length, stride) in self.sizes.iter().zip(&self.strides) {
            let (length, stride) = (u64::try_from(*length).ok()?, u64::try_from(*stride).ok()?);
            match length {
                0 => return Some(0),
                _ => last = last.checked_add((length - 1).checked_mul(stride)?)?,
            }
        }
        last.checked_add(1)?.checked_mul(size)
    }
}

/// How a tensor is quantised.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantiser {
    /// With one scale.
    PerTensor {
        /// The number of the scheme.
        scheme: i8,
        /// The scale.
        scale: f64,
        /// The zero point.
        zero_point: i32,
    },
    /// With one scale for each index of an axis.
    PerChannel {
        /// The number of the scheme.
        scheme: i8,
        /// The scales.
        scales: Option<Box<Tensor>>,
        /// The zero points.
        zero_points: Option<Box<Tensor>>,
        /// The axis.
        axis: i32,
    },
}

/// The data of a storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Storage {
    /// Where they are in the file; empty if they cannot be found.
    pub data: Range<u64>,
}

/// How objects of a class are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ClassKind {
    /// Not said: readers refuse objects of it.
    Unset,
    /// From their attributes.
    WithFields,
    /// By the `__setstate__` of a class that is written in C++.
    Custom,
    /// By the `__setstate__` of the class itself.
    WithSetstate,
    /// It has no objects.
    NotAnObject,
    /// Another number.
    Other(u8),
}

impl ClassKind {
    pub(super) fn from_number(number: u8) -> ClassKind {
        match number {
            0 => ClassKind::Unset,
            1 => ClassKind::WithFields,
            2 => ClassKind::Custom,
            3 => ClassKind::WithSetstate,
            4 => ClassKind::NotAnObject,
            other => ClassKind::Other(other),
        }
    }
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its qualified name.
    pub name: Text,
    /// How its objects are made.
    pub kind: ClassKind,
    /// The names of its attributes.
    pub attributes: Vec<Text>,
    /// Where its table is in the file.
    pub at: u64,
}

/// A file in the file.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: Text,
    /// Where its content is in the file.
    pub content: Range<u64>,
    /// Where its table is in the file.
    pub at: u64,
}
