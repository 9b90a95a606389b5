//! The tables of ExecuTorch's schemas as views: one accessor a field, by slot number. The schema texts in `schemas/`
//! say the same to dumps and verifiers; a test holds the two together.

use std::marker::PhantomData;

use outlast_core::{Path, Place, Result, Step};
use outlast_flatbuffers::view::{Str, Table, Vector};

use crate::defs::{ValueKind, instruction};
use crate::visits::Visits;

/// A table of a known schema.
pub trait View<'a>: Copy {
    /// Its name in the schema, without namespace.
    const NAME: &'static str;
    /// Its fields: slot number and name.
    const FIELDS: &'static [(u16, &'static str)];
    /// Takes a table for one of this kind.
    fn new(table: Table<'a>) -> Self;
    /// The table.
    fn table(&self) -> Table<'a>;
    /// Spends what a walk through the table and all that it refers to visits.
    ///
    /// # Errors
    ///
    /// It is more than what is left. What cannot be read costs nothing: a walk ends there.
    fn visit(&self, visits: &mut Visits) -> Result<()>;
    /// Where the table is, under `path`.
    fn place(&self, path: &Path) -> Place {
        Place::new(self.table().whole_span(), path.clone())
    }
}

/// A vector of tables of one kind.
#[derive(Clone, Copy, Debug)]
pub struct List<'a, T> {
    vector: Vector<'a>,
    kind: PhantomData<T>,
}

impl<'a, T: View<'a>> List<'a, T> {
    /// How many.
    pub fn len(&self) -> usize {
        self.vector.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vector.is_empty()
    }

    /// The vector of references.
    pub fn vector(&self) -> Vector<'a> {
        self.vector
    }

    /// Element `index`.
    pub fn get(&self, index: usize) -> Result<T> {
        self.vector.table(index).map(T::new)
    }

    /// All elements, with their errors.
    pub fn iter(&self) -> impl Iterator<Item = Result<T>> + use<'a, T> {
        let vector = self.vector;
        (0..vector.len()).map(move |i| vector.table(i).map(T::new))
    }
}

/// The elements of a list that may be absent, with their errors.
pub fn items<'a, T: View<'a>>(list: Option<List<'a, T>>) -> impl Iterator<Item = Result<T>> + use<'a, T> {
    let len = list.map_or(0, |list| list.len());
    (0..len).filter_map(move |index| Some(list?.get(index)))
}

macro_rules! accessor {
    ($name:ident, $id:literal, string) => {
        accessor!(@ref $name, $id, string, Option<Str<'a>>);
    };
    (@ref $name:ident, $id:literal, $get:ident, $ty:ty) => {
        #[doc = concat!("Field `", stringify!($name), "` (slot ", stringify!($id), "); `None` where it is absent.")]
        pub fn $name(&self) -> Result<$ty> {
            self.0.$get($id).map_err(|e| e.within(Step::Field(stringify!($name).into())))
        }
    };
    ($name:ident, $id:literal, table $kind:ident) => {
        #[doc = concat!("Field `", stringify!($name), "` (slot ", stringify!($id), "); `None` where it is absent.")]
        pub fn $name(&self) -> Result<Option<$kind<'a>>> {
            let table = self.0.table($id).map_err(|e| e.within(Step::Field(stringify!($name).into())))?;
            Ok(table.map($kind))
        }
    };
    ($name:ident, $id:literal, tables $kind:ident) => {
        #[doc = concat!("Field `", stringify!($name), "` (slot ", stringify!($id), "); `None` where it is absent.")]
        pub fn $name(&self) -> Result<Option<List<'a, $kind<'a>>>> {
            let vector = self.0.vector($id, 4).map_err(|e| e.within(Step::Field(stringify!($name).into())))?;
            Ok(vector.map(|vector| List { vector, kind: PhantomData }))
        }
    };
    ($name:ident, $id:literal, vector $size:literal) => {
        #[doc = concat!("Field `", stringify!($name), "` (slot ", stringify!($id), "), elements of ", stringify!($size), " bytes; `None` where it is absent.")]
        pub fn $name(&self) -> Result<Option<Vector<'a>>> {
            self.0.vector($id, $size).map_err(|e| e.within(Step::Field(stringify!($name).into())))
        }
    };
    ($name:ident, $id:literal, union) => {
        #[doc = concat!("The table that union `", stringify!($name), "` (slot ", stringify!($id), ") refers to; its tag is one slot before.")]
        pub fn $name(&self) -> Result<Option<Table<'a>>> {
            self.0.table($id).map_err(|e| e.within(Step::Field(stringify!($name).into())))
        }
    };
    ($name:ident, $id:literal, bool) => {
        #[doc = concat!("Field `", stringify!($name), "` (slot ", stringify!($id), "); false where it is absent.")]
        pub fn $name(&self) -> Result<bool> {
            let value = self.0.u8($id).map_err(|e| e.within(Step::Field(stringify!($name).into())))?;
            Ok(value.unwrap_or(0) != 0)
        }
    };
    ($name:ident, $id:literal, $scalar:ident) => {
        #[doc = concat!("Field `", stringify!($name), "` (slot ", stringify!($id), "); 0 where it is absent.")]
        pub fn $name(&self) -> Result<$scalar> {
            let value = self.0.$scalar($id).map_err(|e| e.within(Step::Field(stringify!($name).into())))?;
            Ok(value.unwrap_or_default())
        }
    };
}

/// Spends what a field costs. Scalars are part of their table.
macro_rules! visit {
    ($self:ident, $visits:ident, $id:literal, string) => {
        if let Ok(Some(text)) = $self.0.string($id) {
            $visits.spend(text.bytes().len())?;
        }
    };
    ($self:ident, $visits:ident, $id:literal, table $kind:ident) => {
        if let Ok(Some(table)) = $self.0.table($id) {
            $kind(table).visit($visits)?;
        }
    };
    ($self:ident, $visits:ident, $id:literal, tables $kind:ident) => {
        if let Ok(Some(vector)) = $self.0.vector($id, 4) {
            for index in 0..vector.len() {
                $visits.spend(1)?;
                if let Ok(table) = vector.table(index) {
                    $kind(table).visit($visits)?;
                }
            }
        }
    };
    ($self:ident, $visits:ident, $id:literal, vector $size:literal) => {
        if let Ok(Some(vector)) = $self.0.vector($id, $size) {
            $visits.spend(vector.len())?;
        }
    };
    ($self:ident, $visits:ident, $id:literal, union) => {
        if let Ok(Some(table)) = $self.0.table($id) {
            member(Self::NAME, $self.0.u8($id - 1).ok().flatten().unwrap_or(0), table, $visits)?;
        }
    };
    ($self:ident, $visits:ident, $id:literal, $scalar:ident) => {};
}

/// Spends what the member of a union costs.
fn member(union: &str, tag: u8, table: Table<'_>, visits: &mut Visits) -> Result<()> {
    let kind = ValueKind::from_tag(tag);
    match (union, tag) {
        (EValue::NAME, _) => match kind {
            ValueKind::Tensor => {
                visits.tensor(table.vector(2, 4).ok().flatten());
                Tensor(table).visit(visits)
            }
            ValueKind::IntList => {
                visits.list(table.vector(0, 8).ok().flatten());
                IntList(table).visit(visits)
            }
            ValueKind::TensorList | ValueKind::OptionalTensorList => {
                visits.list(table.vector(0, 4).ok().flatten());
                TensorList(table).visit(visits)
            }
            ValueKind::String => StringValue(table).visit(visits),
            ValueKind::DoubleList => DoubleList(table).visit(visits),
            ValueKind::BoolList => BoolList(table).visit(visits),
            // The others have scalars only.
            _ => visits.spend(1),
        },
        (Instruction::NAME, instruction::KERNEL_CALL | instruction::DELEGATE_CALL) => {
            visits.arguments(table.vector(1, 4).ok().flatten())
        }
        _ => visits.spend(1),
    }
}

macro_rules! tables {
    ($($(#[$doc:meta])* $kind:ident $name:literal { $($field:ident = $id:literal: $ty:ident $(<$arg:tt>)?;)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $kind<'a>(Table<'a>);

            impl<'a> View<'a> for $kind<'a> {
                const NAME: &'static str = $name;
                const FIELDS: &'static [(u16, &'static str)] = &[$(($id, stringify!($field))),*];
                fn new(table: Table<'a>) -> Self {
                    $kind(table)
                }
                fn table(&self) -> Table<'a> {
                    self.0
                }
                fn visit(&self, visits: &mut Visits) -> Result<()> {
                    visits.spend(1)?;
                    $(visit!(self, visits, $id, $ty $($arg)?);)*
                    Ok(())
                }
            }

            impl<'a> $kind<'a> {
                $(accessor!($field, $id, $ty $($arg)?);)*
            }
        )*

        /// Name and fields of every view of this file, for the test that compares them with the schema texts.
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, &[(u16, &str)])] = &[$(($name, $kind::FIELDS)),*];
    };
}

tables! {
    /// The root of a program file.
    Program "Program" {
        version = 0: u32;
        execution_plan = 1: tables<ExecutionPlan>;
        constant_buffer = 2: tables<Buffer>;
        backend_delegate_data = 3: tables<InlineData>;
        segments = 4: tables<DataSegment>;
        constant_segment = 5: table<SubsegmentOffsets>;
        mutable_data_segments = 6: tables<SubsegmentOffsets>;
        named_data = 7: tables<NamedData>;
    }
    /// An entry point: a method of the exported module.
    ExecutionPlan "ExecutionPlan" {
        name = 0: string;
        container_meta_type = 1: table<ContainerMetadata>;
        values = 2: tables<EValue>;
        inputs = 3: vector<4>;
        outputs = 4: vector<4>;
        chains = 5: tables<Chain>;
        operators = 6: tables<Operator>;
        delegates = 7: tables<BackendDelegate>;
        non_const_buffer_sizes = 8: vector<8>;
        non_const_buffer_device = 9: tables<NonConstBufferDevice>;
    }
    /// The structure of an entry point's inputs and outputs, as pytree specifications.
    ContainerMetadata "ContainerMetadata" {
        encoded_inp_str = 0: string;
        encoded_out_str = 1: string;
    }
    /// A value: one member of the union `KernelTypes`.
    EValue "EValue" {
        val_type = 0: u8;
        val = 1: union;
    }
    /// A tensor value.
    Tensor "Tensor" {
        scalar_type = 0: i8;
        storage_offset = 1: i32;
        sizes = 2: vector<4>;
        dim_order = 3: vector<1>;
        requires_grad = 4: bool;
        data_buffer_idx = 5: u32;
        allocation_info = 6: table<AllocationDetails>;
        layout = 7: i8;
        shape_dynamism = 8: i8;
        extra_tensor_info = 9: table<ExtraTensorInfo>;
    }
    /// What later releases added to tensors.
    ExtraTensorInfo "ExtraTensorInfo" {
        mutable_data_segments_idx = 0: u64;
        fully_qualified_name = 1: string;
        location = 2: i8;
        device_type = 3: i8;
        device_index = 4: i8;
    }
    /// Where in the planned memory a tensor lives.
    AllocationDetails "AllocationDetails" {
        memory_id = 0: u32;
        memory_offset_low = 1: u32;
        memory_offset_high = 2: u32;
    }
    /// An integer value.
    Int "Int" { int_val = 0: i64; }
    /// A boolean value.
    Bool "Bool" { bool_val = 0: bool; }
    /// A floating-point value.
    Double "Double" { double_val = 0: f64; }
    /// A string value.
    StringValue "String" { string_val = 0: string; }
    /// A list of integers: its items are indices of values.
    IntList "IntList" { items = 0: vector<8>; }
    /// A list of literal numbers.
    DoubleList "DoubleList" { items = 0: vector<8>; }
    /// A list of literal booleans.
    BoolList "BoolList" { items = 0: vector<1>; }
    /// A list of tensors, by indices of values; also `OptionalTensorList`, where -1 is none.
    TensorList "TensorList" { items = 0: vector<4>; }
    /// A sequence of instructions.
    Chain "Chain" {
        inputs = 0: vector<4>;
        outputs = 1: vector<4>;
        instructions = 2: tables<Instruction>;
        stacktrace = 3: tables<FrameList>;
    }
    /// An instruction: one member of the union `InstructionArguments`.
    Instruction "Instruction" {
        instr_args_type = 0: u8;
        instr_args = 1: union;
    }
    /// Calls an operator.
    KernelCall "KernelCall" {
        op_index = 0: i32;
        args = 1: vector<4>;
    }
    /// Calls a delegate.
    DelegateCall "DelegateCall" {
        delegate_index = 0: i32;
        args = 1: vector<4>;
    }
    /// Copies a value (a tensor's handle, not its data).
    MoveCall "MoveCall" {
        move_from = 0: i32;
        move_to = 1: i32;
    }
    /// Jumps if a boolean value is false.
    JumpFalseCall "JumpFalseCall" {
        cond_value_index = 0: i32;
        destination_instruction = 1: i32;
    }
    /// Frees a value's data.
    FreeCall "FreeCall" { value_index = 0: i32; }
    /// An operator in use: `name` includes the namespace.
    Operator "Operator" {
        name = 0: string;
        overload = 1: string;
    }
    /// A subgraph that a backend runs.
    BackendDelegate "BackendDelegate" {
        id = 0: string;
        processed = 1: table<DataReference>;
        compile_specs = 2: tables<CompileSpec>;
    }
    /// Where a delegate's payload is.
    DataReference "BackendDelegateDataReference" {
        location = 0: i8;
        index = 1: u32;
    }
    /// An option for a backend.
    CompileSpec "CompileSpec" {
        key = 0: string;
        value = 1: vector<1>;
    }
    /// The device of a planned buffer.
    NonConstBufferDevice "NonConstBufferDevice" {
        buffer_idx = 0: i32;
        device_type = 1: i8;
        device_index = 2: i8;
    }
    /// A constant inside the FlatBuffer.
    Buffer "Buffer" { storage = 0: vector<1>; }
    /// A delegate's payload inside the FlatBuffer.
    InlineData "BackendDelegateInlineData" { data = 0: vector<1>; }
    /// A segment: `offset` counts from the segment base.
    DataSegment "DataSegment" {
        offset = 0: u64;
        size = 1: u64;
    }
    /// Where constants start in a segment.
    SubsegmentOffsets "SubsegmentOffsets" {
        segment_index = 0: u32;
        offsets = 1: vector<8>;
    }
    /// A segment with a name.
    NamedData "NamedData" {
        key = 0: string;
        segment_index = 1: u32;
    }
    /// The call stack of an instruction.
    FrameList "FrameList" { items = 0: tables<Frame>; }
    /// A frame of a call stack.
    Frame "Frame" {
        filename = 0: string;
        lineno = 1: i32;
        name = 2: string;
        context = 3: string;
    }
}
