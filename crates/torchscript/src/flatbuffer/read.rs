//! Reads the tables of a file. Every access is checked; what is shared by many is read as often as the size of the file justifies.

use std::ops::Range;

use outlast_core::{Budget, Bytes, Error, Result};
use outlast_flatbuffers::view::{Str, Table, Vector};

use super::FlatFile;
use super::slots::*;
use super::values::{
    Class, ClassKind, File, IValue, Module, Quantiser, ScalarType, Storage, Tensor, ValueKind,
};
use crate::bytecode::types::{Context, MAX_TYPE, Types};
use crate::bytecode::{CUT, Fault, FaultKind, Text, Type};
use crate::pickle::Graph;

/// Faults that are kept.
const FAULTS: usize = 1000;

pub(super) fn module(file: &FlatFile<'_>) -> Module {
    let mut reader = Reader {
        file: file.file,
        budget: Budget::for_bytes(file.file.len(), 1, 0),
        types: Types::default(),
        out: Module::default(),
    };
    reader.module(file.root);
    reader.out
}

pub(super) struct Reader<'a> {
    pub(super) file: Bytes<'a>,
    /// Bytes of content that may still be read: tables may be shared.
    budget: Budget,
    types: Types,
    pub(super) out: Module,
}

impl<'a> Reader<'a> {
    pub(super) fn place(&self, pos: usize) -> u64 {
        self.file.base().saturating_add(pos as u64)
    }

    #[cold]
    pub(super) fn fault(&mut self, what: FaultKind, at: u64, why: impl Into<String>) {
        let faults = &mut self.out.program.faults;
        if faults.len() < FAULTS {
            faults.push(Fault { what, why: why.into(), at });
        }
    }

    /// What was read; an error is a fault.
    pub(super) fn keep<T>(&mut self, read: Result<Option<T>>) -> Option<T> {
        match read {
            Ok(found) => found,
            Err(error) => {
                self.failure(&error);
                None
            }
        }
    }

    #[cold]
    fn failure(&mut self, error: &Error) {
        let at = error.place().span.start_byte();
        self.fault(FaultKind::Form, at, error.kind().to_string());
    }

    /// Whether so many bytes of content may be read.
    fn spend(&mut self, at: u64, bytes: usize) -> bool {
        let is_first = !self.budget.is_spent();
        let left = self.budget.spend(bytes);
        if !left && is_first {
            self.fault(FaultKind::Limit, at, "tables refer to more content than the file has bytes");
        }
        left
    }

    pub(super) fn vector(&mut self, table: &Table<'a>, slot: u16, size: usize) -> Option<Vector<'a>> {
        let vector = self.keep(table.vector(slot, size))?;
        self.spend(self.place(vector.pos()), vector.byte_len()).then_some(vector)
    }

    /// The tables that a vector leads to; those that cannot be read are `None`.
    pub(super) fn tables(&mut self, table: &Table<'a>, slot: u16) -> Vec<Option<Table<'a>>> {
        let Some(vector) = self.vector(table, slot, 4) else { return Vec::new() };
        let read = |index| {
            let found = vector.table(index).map(Some);
            self.keep(found)
        };
        (0..vector.len()).map(read).collect()
    }

    pub(super) fn indices(&mut self, table: &Table<'a>, slot: u16) -> Vec<u32> {
        self.vector(table, slot, 4).map_or_else(Vec::new, |vector| vector.u32s().collect())
    }

    fn ints(&mut self, table: &Table<'a>, slot: u16) -> Vec<i32> {
        self.vector(table, slot, 4).map_or_else(Vec::new, |vector| vector.i32s().collect())
    }

    fn shared(&mut self, text: Str<'a>) -> Text {
        self.types.text(text.pos() as u64, || text.lossy().into())
    }

    /// A text that is short in genuine files: of a longer one, the start. See the reader of pickles.
    fn short(&mut self, text: Str<'a>, what: &str) -> Text {
        if text.bytes().len() <= Graph::SHORT {
            return self.shared(text);
        }
        let why = format!("{what} has {} bytes: more than {}", text.bytes().len(), Graph::SHORT);
        self.fault(FaultKind::Form, self.place(text.pos()), why);
        let start = text.bytes().get(..Graph::SHORT).unwrap_or_default();
        self.types.text(CUT | text.pos() as u64, || String::from_utf8_lossy(start).into())
    }

    /// The name in a field; empty without one.
    pub(super) fn name(&mut self, table: &Table<'a>, slot: u16, what: &str) -> Text {
        match self.keep(table.string(slot)) {
            Some(text) => self.short(text, what),
            None => "".into(),
        }
    }

    /// The text of a field; empty without one.
    fn text(&mut self, table: &Table<'a>, slot: u16) -> Text {
        match self.keep(table.string(slot)) {
            Some(text) => self.shared(text),
            None => "".into(),
        }
    }

    pub(super) fn ty(&mut self, text: Str<'a>) -> Type {
        let key = text.pos() as u64;
        if text.bytes().len() > MAX_TYPE {
            let why = format!("the text of a type has {} bytes: more than {MAX_TYPE}", text.bytes().len());
            self.fault(FaultKind::Limit, self.place(text.pos()), why);
            let text: Text = "".into();
            let parsed = self.types.meaning(CUT, &text, Context::Schema);
            return Type { text, parsed, at: self.file.base().saturating_add(key) };
        }
        let text = self.shared(text);
        let parsed = self.types.meaning(key, &text, Context::Schema);
        Type { text, parsed, at: self.place(usize::try_from(key).unwrap_or(usize::MAX)) }
    }

    pub(super) fn type_of(&mut self, table: &Table<'a>, slot: u16) -> Option<Type> {
        let text = self.keep(table.string(slot))?;
        Some(self.ty(text))
    }

    pub(super) fn u32(&mut self, table: &Table<'a>, slot: u16) -> u32 {
        self.keep(table.u32(slot)).unwrap_or(0)
    }

    fn i32(&mut self, table: &Table<'a>, slot: u16) -> i32 {
        self.keep(table.i32(slot)).unwrap_or(0)
    }

    fn module(&mut self, root: Table<'a>) {
        self.out.program.version = Some(self.u32(&root, MODULE_BYTECODE_VERSION).into());
        self.out.operator_version = self.u32(&root, MODULE_OPERATOR_VERSION);
        self.out.state = self.u32(&root, MODULE_STATE);
        self.out.methods = self.indices(&root, MODULE_METHODS);
        self.out.storage_count = self.i32(&root, MODULE_STORAGE_DATA_SIZE);
        self.out.storages = self.storages(&root);
        self.out.classes = self.classes(&root);
        self.out.extra_files = self.files(&root, MODULE_EXTRA_FILES);
        self.out.sources = self.files(&root, MODULE_JIT_SOURCES);
        self.out.source_constants = self.indices(&root, MODULE_JIT_CONSTANTS);
        let values = self.tables(&root, MODULE_IVALUES);
        let mut functions = Vec::new();
        for table in &values {
            let (at, kind) = match table {
                Some(table) => (self.place(table.pos()), self.value(table, &mut functions)),
                None => (0, ValueKind::Unknown(0)),
            };
            self.out.values.push(IValue { kind, at });
        }
        self.out.mobile_values = match self.u32(&root, MODULE_MOBILE_IVALUES) {
            0 => u32::try_from(values.len()).unwrap_or(u32::MAX),
            some => some,
        };
        // Constants and defaults are values: they are known now.
        for table in functions {
            let function = self.function(&table);
            self.out.program.functions.push(function);
        }
    }

    fn storages(&mut self, root: &Table<'a>) -> Vec<Storage> {
        let tables = self.tables(root, MODULE_STORAGE_DATA);
        let mut all = Vec::with_capacity(tables.len());
        for table in tables {
            let data = table.and_then(|table| self.keep(table.vector(STORAGE, 1)));
            let data = data.map_or(0..0, |data| self.range(data.pos(), data.len()));
            all.push(Storage { data });
        }
        all
    }

    fn range(&self, start: usize, len: usize) -> Range<u64> {
        let start = self.place(start);
        start..start.saturating_add(len as u64)
    }

    fn classes(&mut self, root: &Table<'a>) -> Vec<Class> {
        let mut all = Vec::new();
        for table in self.tables(root, MODULE_OBJECT_TYPES) {
            let Some(table) = table else {
                let (name, kind, attributes) = ("".into(), ClassKind::Unset, Vec::new());
                all.push(Class { name, kind, attributes, at: 0 });
                continue;
            };
            let kind = ClassKind::from_number(self.keep(table.u8(CLASS_KIND)).unwrap_or(0));
            let attributes = self.strings(&table, CLASS_ATTRIBUTES);
            let attributes =
                attributes.into_iter().map(|text| self.short(text, "the name of an attribute")).collect();
            let name = self.name(&table, CLASS_NAME, "the name of a class");
            all.push(Class { name, kind, attributes, at: self.place(table.pos()) });
        }
        all
    }

    pub(super) fn strings(&mut self, table: &Table<'a>, slot: u16) -> Vec<Str<'a>> {
        let Some(vector) = self.vector(table, slot, 4) else { return Vec::new() };
        let mut all = Vec::with_capacity(vector.len());
        for index in 0..vector.len() {
            let found = vector.string(index).map(Some);
            all.extend(self.keep(found));
        }
        all
    }

    fn files(&mut self, root: &Table<'a>, slot: u16) -> Vec<File> {
        let mut all = Vec::new();
        for table in self.tables(root, slot).into_iter().flatten() {
            let content = self.keep(table.string(FILE_CONTENT));
            let content = content.map_or(0..0, |text| self.range(text.pos(), text.bytes().len()));
            let name = self.name(&table, FILE_NAME, "the name of a file");
            all.push(File { name, content, at: self.place(table.pos()) });
        }
        all
    }

    /// A value; functions are put aside.
    fn value(&mut self, ivalue: &Table<'a>, functions: &mut Vec<Table<'a>>) -> ValueKind {
        let number = self.keep(ivalue.u8(IVALUE_KIND)).unwrap_or(0);
        if number == 0 {
            return ValueKind::None;
        }
        let Some(pos) = self.keep(ivalue.reference(IVALUE, "value")) else {
            return ValueKind::Unknown(number);
        };
        // Structs of the union stand where the reference leads; the others are tables.
        let file = self.file;
        if let 1..=4 = number {
            let read = match number {
                1 => file.u64(pos, "integer").map(|bits| ValueKind::Int(bits.cast_signed())),
                2 => file.u8(pos, "boolean").map(|byte| ValueKind::Bool(byte != 0)),
                3 => file.u64(pos, "number").map(|bits| ValueKind::Double(f64::from_bits(bits))),
                _ => file.u64(pos, "complex number").and_then(|real| {
                    let imaginary = file.u64(pos.saturating_add(8), "complex number")?;
                    Ok(ValueKind::Complex(f64::from_bits(real), f64::from_bits(imaginary)))
                }),
            };
            return self.keep(read.map(Some)).unwrap_or(ValueKind::Unknown(number));
        }
        let found = Table::at(file, pos).map(Some);
        let Some(table) = self.keep(found) else { return ValueKind::Unknown(number) };
        match number {
            5 => self
                .tensor(&table, 0)
                .map_or(ValueKind::Unknown(number), |tensor| ValueKind::Tensor(Box::new(tensor))),
            6 => ValueKind::Text(self.text(&table, STRING_DATA)),
            7 => ValueKind::List(self.indices(&table, LIST_ITEMS), self.type_of(&table, LIST_TYPE)),
            8 => ValueKind::Tuple(self.indices(&table, TUPLE_ITEMS)),
            9 => {
                let (keys, values) = (self.indices(&table, DICT_KEYS), self.indices(&table, DICT_VALUES));
                ValueKind::Dict(keys, values, self.type_of(&table, DICT_TYPE))
            }
            10 => ValueKind::Object {
                class: self.u32(&table, OBJECT_TYPE),
                state: self.u32(&table, OBJECT_STATE),
                attributes: self.indices(&table, OBJECT_ATTRIBUTES),
                setstate: self.u32(&table, OBJECT_SETSTATE),
            },
            11 => ValueKind::IntList(self.length(&table, 8)),
            12 => ValueKind::DoubleList(self.length(&table, 8)),
            13 => ValueKind::BoolList(self.length(&table, 1)),
            14 => ValueKind::Device(self.name(&table, DEVICE_NAME, "the name of a device")),
            15 => ValueKind::Enum(
                self.name(&table, ENUM_TYPE, "the class of an enum"),
                self.u32(&table, ENUM_VALUE),
            ),
            16 => {
                functions.push(table);
                ValueKind::Function(functions.len() - 1)
            }
            other => ValueKind::Unknown(other),
        }
    }

    fn length(&mut self, table: &Table<'a>, size: usize) -> usize {
        self.keep(table.vector(NUMBERS, size)).map_or(0, |vector| vector.len())
    }

    /// A tensor; scales and zero points are tensors that are not quantised.
    fn tensor(&mut self, table: &Table<'a>, depth: u32) -> Option<Tensor> {
        let quantiser = self.keep(table.table(TENSOR_QUANTISER));
        let quantiser = match quantiser {
            Some(quantiser) if depth == 0 => Some(self.quantiser(&quantiser)),
            Some(quantiser) => {
                let at = self.place(quantiser.pos());
                self.fault(FaultKind::Form, at, "scales or zero points of a quantised tensor are quantised");
                None
            }
            None => None,
        };
        Some(Tensor {
            storage: self.u32(table, TENSOR_STORAGE),
            scalar_type: ScalarType(self.keep(table.i8(TENSOR_TYPE)).unwrap_or(0)),
            offset: self.i32(table, TENSOR_OFFSET),
            sizes: self.ints(table, TENSOR_SIZES),
            strides: self.ints(table, TENSOR_STRIDES),
            requires_grad: self.keep(table.u8(TENSOR_REQUIRES_GRAD)).unwrap_or(0) != 0,
            quantiser,
        })
    }

    fn quantiser(&mut self, table: &Table<'a>) -> Quantiser {
        /// `torch.per_channel_affine`, `torch.per_channel_symmetric`, `torch.per_channel_affine_float_qparams`.
        const PER_CHANNEL: [i8; 3] = [1, 3, 4];
        let scheme = self.keep(table.i8(QUANTISER_SCHEME)).unwrap_or(0);
        if PER_CHANNEL.contains(&scheme) {
            let mut part = |slot| {
                let table = self.keep(table.table(slot))?;
                self.tensor(&table, 1).map(Box::new)
            };
            let (scales, zero_points) = (part(QUANTISER_SCALES), part(QUANTISER_ZERO_POINTS));
            let axis = self.i32(table, QUANTISER_AXIS);
            return Quantiser::PerChannel { scheme, scales, zero_points, axis };
        }
        let scale = self.keep(table.f64(QUANTISER_SCALE)).unwrap_or(0.0);
        Quantiser::PerTensor { scheme, scale, zero_point: self.i32(table, QUANTISER_ZERO_POINT) }
    }
}
