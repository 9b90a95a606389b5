//! [`Content`]: what a small file is to hold.

use outlast_mlir::schema::{PropertyForm, PropertyKind};

use crate::dialect::layout::{Layout, Piece};
use crate::dialect::model::{CodeKind, Count, Field, Op, Part, bounds};

/// What a file is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Encoded {
    /// An operation, by its full name.
    Op(String),
    /// An attribute or a type that a dialect encodes, in a dictionary of the module.
    Code {
        /// The dialect.
        dialect: String,
        /// Attribute or type.
        kind: CodeKind,
        /// The code.
        code: u64,
    },
}

/// What a small file is to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// What it is about.
    pub subject: Encoded,
    /// The version of the container.
    pub container: u64,
    /// Fields that are set, by their names; those that are required are set anyway.
    pub set: Vec<String>,
    /// How many operands each declared one has.
    pub operands: Vec<usize>,
    /// How many results each declared one has.
    pub results: Vec<usize>,
    /// How many regions it has.
    pub regions: usize,
}

impl Content {
    /// An operation with as little as it can have.
    pub(crate) fn of_op(name: &str, op: &Op, container: u64) -> Content {
        let least = |parts: &Option<Vec<Part>>| {
            let parts = parts.as_deref().unwrap_or_default();
            parts.iter().map(|part| usize::from(part.count == Count::One)).collect()
        };
        Content {
            subject: Encoded::Op(name.to_string()),
            container,
            set: Vec::new(),
            operands: least(&op.operands),
            results: least(&op.results),
            regions: op.regions.as_deref().map_or(0, |parts| bounds(parts).0),
        }
    }

    /// An attribute or a type.
    pub(crate) fn of_code(dialect: &str, kind: CodeKind, code: u64) -> Content {
        Content {
            subject: Encoded::Code { dialect: dialect.to_string(), kind, code },
            container: outlast_mlir::defs::version::MAX,
            set: Vec::new(),
            operands: Vec::new(),
            results: Vec::new(),
            regions: 0,
        }
    }

    /// How many values were given to the writer.
    pub(crate) fn values(&self) -> usize {
        self.set.len()
            + self.operands.iter().sum::<usize>()
            + self.results.iter().sum::<usize>()
            + self.regions
    }
}

/// A value that is written for a field or for a piece of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sample {
    /// `"a"`, with a letter for each field.
    String(usize),
    /// An integer of one bit: it is a truth value as well.
    Integer(usize),
    /// The number 1 of so many bits.
    Number(u32),
    /// An integer type, of so many bits.
    Type(usize),
    /// `unit`.
    Unit,
    /// Text of an attribute, of a dialect of its own or of the builtin one.
    Text(&'static str, &'static str),
    /// A builtin attribute: its code, and what is behind it.
    Bytes(&'static [u8]),
    /// A dense array of one number, of so many bits.
    DenseArray(usize, u32),
    /// A float of 32 bits.
    Float,
    /// Dense elements: a tensor of one number.
    Elements,
    /// A reference to a symbol.
    Symbol(usize),
}

/// Attributes of dialects by operation and field, as they are spelled: for those that a reader does not take anything else for.
const SPELLED: &[(&str, &str, &str, &str)] = &[
    ("gpu.subgroup_reduce", "op", "gpu", "#gpu<all_reduce_op add>"),
    ("irdl.operands", "variadicity", "irdl", "#irdl<variadicity_array[]>"),
    ("irdl.results", "variadicity", "irdl", "#irdl<variadicity_array[]>"),
    ("llvm.mlir.global", "linkage", "llvm", "#llvm.linkage<internal>"),
    ("nvvm.ldmatrix", "layout", "nvvm", "#nvvm.mma_layout<row>"),
    ("nvvm.stmatrix", "layout", "nvvm", "#nvvm.mma_layout<row>"),
    ("nvvm.redux.sync", "kind", "nvvm", "#nvvm<redux_kind add>"),
    ("omp.cancel", "cancellation_construct_type_val", "omp", "#omp<cancellationconstructtype parallel>"),
    (
        "omp.cancellation_point",
        "cancellation_construct_type_val",
        "omp",
        "#omp<cancellationconstructtype parallel>",
    ),
    ("omp.cancel", "cancel_directive", "omp", "#omp<cancellationconstructtype parallel>"),
    ("omp.cancellation_point", "cancel_directive", "omp", "#omp<cancellationconstructtype parallel>"),
    ("omp.map.info", "map_capture_type", "omp", "#omp<variable_capture_kind(ByRef)>"),
    ("spirv.KHR.CooperativeMatrixLoad", "matrix_layout", "spirv", "#spirv.coop_matrix_layout_khr<RowMajor>"),
    ("spirv.KHR.CooperativeMatrixStore", "matrix_layout", "spirv", "#spirv.coop_matrix_layout_khr<RowMajor>"),
    ("tosa.rescale", "rounding_mode", "tosa", "#tosa.rounding_mode<SINGLE_ROUND>"),
    ("tosa.apply_scale", "rounding_mode", "tosa", "#tosa.rounding_mode<SINGLE_ROUND>"),
    ("tosa.resize", "mode", "tosa", "#tosa.resize_mode<NEAREST_NEIGHBOR>"),
    ("transform.include", "failure_propagation_mode", "i32", ""),
    ("vector.multi_reduction", "kind", "vector", "#vector.kind<add>"),
    ("xegpu.atomic_rmw", "kind", "i64", ""),
    ("tosa.const", "value", "elements", ""),
    ("tosa.const", "values", "elements", ""),
];

/// What is written for a field: something of its class, and another one for each field.
pub(super) fn of_field(op: &str, field: &Field, at: usize) -> Sample {
    let (name, form) = (field.name(), &field.property.form);
    let spelled = SPELLED.iter().find(|(of, field, ..)| *of == op && *field == name);
    if let Some((_, _, dialect, text)) = spelled {
        return match *dialect {
            "elements" => Sample::Elements,
            "i32" => Sample::Number(32),
            "i64" => Sample::Number(64),
            dialect => Sample::Text(dialect, text),
        };
    }
    match form {
        PropertyForm::String => Sample::String(at),
        PropertyForm::Type => Sample::Type(at),
        PropertyForm::Integer => Sample::Integer(at),
        PropertyForm::Number(bits) => Sample::Number(*bits),
        PropertyForm::Float => Sample::Float,
        PropertyForm::Unit | PropertyForm::UnitOrFalse => Sample::Unit,
        // An array or a dictionary of nothing.
        PropertyForm::Array | PropertyForm::OneOrNone(_) => Sample::Bytes(&[0x01, 0x01]),
        PropertyForm::Dictionary => Sample::Bytes(&[0x03, 0x01]),
        PropertyForm::Symbol | PropertyForm::FlatSymbol => Sample::Symbol(at),
        PropertyForm::DenseArray | PropertyForm::Numbers(_) => Sample::DenseArray(at, bits(field)),
        PropertyForm::Elements => Sample::Elements,
        PropertyForm::AffineMap => Sample::Text("builtin", "affine_map<() -> ()>"),
        PropertyForm::IntegerSet => Sample::Text("builtin", "affine_set<() : (0 == 0)>"),
        _ => Sample::String(at),
    }
}

/// How wide the numbers of a dense array are: classes have one for each width. Definitions say it in words, which schemas do not have.
fn bits(field: &Field) -> u32 {
    const WORDS: &[(&str, u32)] = &[
        ("i1 dense", 1),
        ("bool dense", 1),
        ("i8 dense", 8),
        ("i16 dense", 16),
        ("i32 dense", 32),
        ("i64 dense", 64),
    ];
    const NAMES: &[&str] = &[
        "branch_weights",
        "weights",
        "op_bundle_sizes",
        "reqd_work_group_size",
        "work_group_size_hint",
        "multiplier",
        "rawConstantIndices",
        "perms",
    ];
    let (name, words) = (field.name(), field.constraint.as_deref().unwrap_or_default());
    if let Some((_, bits)) = WORDS.iter().find(|(word, _)| words.starts_with(word)) {
        return *bits;
    }
    match name {
        "shift" => 8,
        name if name.ends_with("byref") => 1,
        name if NAMES.contains(&name) || name.to_ascii_lowercase().ends_with("segments") => 32,
        _ => 64,
    }
}

/// A number for a field that is no attribute: few bits, as most are flags.
pub(super) fn number(kind: &PropertyKind, at: usize) -> u64 {
    match kind {
        PropertyKind::Bool => 1,
        _ => u64::try_from(at % 2 + 1).unwrap_or(1),
    }
}

/// Whether a layout can be written by what is known of it.
pub(super) fn can_write(layout: &Layout) -> bool {
    layout.iter().all(|(_, piece)| match piece {
        Piece::Resource => false,
        Piece::List(inner) | Piece::Maybe(inner) => can_write(inner),
        _ => true,
    })
}
