//! LLVM IR: what the modules of a stream need of a reader, as shapes with counts and first places.
//!
//! The stream holds, at its top level, `IDENTIFICATION_BLOCK` (13), `MODULE_BLOCK` (8), `STRTAB_BLOCK` (23),
//! `SYMTAB_BLOCK` (25) and, for ThinLTO, summaries. [`facts`] scans all of them once. It knows what records mean, and
//! nothing of releases: which reader takes which shape is for others to say.
//!
//! A need has a [`Kind`], the part of the format that it is about, and a [`Value`]; both are documented there, with the text
//! that tables of readers have for them.
//!
//! Readers verify modules that carry debug information of their version ([`ModuleFacts::debug_version`]): there some
//! shapes are refused that they take elsewhere.

mod attributes;
pub mod bodies;
mod calls;
mod compiler;
mod constant_operands;
mod constants;
mod control;
mod cycles;
mod data_layout;
mod dominators;
mod entries;
mod fields;
mod flags;
mod former;
mod functions;
mod globals;
mod graph;
mod intrinsics;
pub mod linkage;
mod machines;
mod malformed;
mod memory;
mod metadata;
mod module;
mod nodes;
mod numbers;
mod operands;
pub mod overview;
mod scan;
mod shape;
mod signature;
mod summaries;
mod symbol_names;
mod types;
mod unreachable_calls;
mod uses;
mod value_names;
mod values;
mod verifier;
mod walk;

pub use compiler::Compiler;
pub use shape::{BundleUse, Inner, Kind, Need, Operation, Outer, Taken, Value, Word};
pub use signature::{Signature, TypeShape};
pub use uses::Spot;
pub use value_names::name;

use outlast_core::Place;

use crate::fault::Fault;
use crate::stream::Stream;

/// What a stream of LLVM IR needs.
#[derive(Clone, Debug, Default)]
pub struct IrFacts {
    /// Its modules, in file order.
    pub modules: Vec<ModuleFacts>,
    /// What is outside modules: a combined summary, blocks that are not known.
    pub outside: Vec<Need>,
}

/// What a module needs.
#[derive(Clone, Debug, Default)]
pub struct ModuleFacts {
    /// The name of its source file, or its number.
    pub name: String,
    /// The producer, as `IDENTIFICATION_BLOCK` says: `LLVM19.1.7`.
    pub producer: Option<String>,
    /// The compiler that made it, if it is one whose options are known and not Clang.
    pub compiler: Option<Compiler>,
    /// The machine: `x86_64-pc-linux-gnu`.
    pub triple: Option<String>,
    /// How data are laid out on the machine, if it says so.
    pub layout: Option<String>,
    /// The version of NVVM IR, where the module is for NVIDIA's GPUs and says it: two numbers, and two more of its debug information.
    pub nvvm_version: Option<Vec<u64>>,
    /// Of a module for NVIDIA's GPUs: names that other modules see, and that are no identifiers of NVVM IR (`[a-zA-Z$_][a-zA-Z$_0-9]*`).
    pub nvvm_names: Vec<String>,
    /// The value of the module flag `Debug Info Version`: readers verify modules that have theirs.
    pub debug_version: Option<u64>,
    /// Its needs, by key and value.
    pub needs: Vec<Need>,
    /// Globals that depend on a constant or an expression.
    pub owners: Vec<Owner>,
    /// Where it is.
    pub place: Place,
}

impl ModuleFacts {
    /// The major version of the LLVM that wrote the module.
    pub fn release(&self) -> Option<u32> {
        module::release(self.producer.as_deref()?)
    }
}

/// The first global that depends on something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Owner {
    /// [`Kind::Initializer`] for an expression, [`Kind::Constant`] for a constant of a code.
    pub kind: Kind,
    /// The expression, or the code.
    pub value: Value,
    /// The global's name; empty where it has none.
    pub name: String,
}

/// Scans a stream.
///
/// # Errors
///
/// The fault of a stream that cannot be read to its end.
pub fn facts(stream: Stream<'_>) -> Result<IrFacts, Fault> {
    scan::run(stream)
}
