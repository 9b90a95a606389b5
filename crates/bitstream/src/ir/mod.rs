//! LLVM IR: what the modules of a stream need of a reader, as shapes with counts and first places.
//!
//! The stream holds, at its top level, `IDENTIFICATION_BLOCK` (13), `MODULE_BLOCK` (8), `STRTAB_BLOCK` (23),
//! `SYMTAB_BLOCK` (25) and, for ThinLTO, summaries. [`facts`] scans all of them once. It knows what records mean, and
//! nothing of releases: which reader takes which shape is for others to say.
//!
//! Keys of the needs, and what their values are (numbers are those of the format):
//!
//! | key | value |
//! |---|---|
//! | `epoch`, `module-version`, `summary-version` | the number |
//! | `block` | block id `/` block id inside it |
//! | `data-layout` | a part of the string that not every release takes |
//! | `module-record`, `type`, `constant`, `instruction`, `summary-record` | record code |
//! | `type-shape` | a type that early readers refuse: `array/scalable`, … |
//! | `attribute` | encoding `/` kind |
//! | `memory` | version of the encoding, and how a reader of version 0 takes it: `1/less`, `1/more`, `1/same` |
//! | `global`, `function`, `alias`, `ifunc` | index of a late operand that is not zero (`/` its value, where few are known) |
//! | `constant-cast`, `constant-binary`, `constant-gep` | the operation, flags |
//! | `initializer`, `metadata-value` | an expression that a global, or metadata, depends on |
//! | `cast`, `binary`, `compare`, `gep`, `atomicrmw`, `call`, … | an operation, and its flags if any |
//! | `metadata` | record code `/` operands `/` version bits |
//! | `metadata-last` | record code `/` index of the last field that is not zero |
//! | `metadata-shape`, `metadata-language` | what only some readers take |
//! | `expression` | an operation of `DIExpression` that only LLVM has |
//! | `intrinsic`, `intrinsic-declared` | the shape of the signature of a called, or declared, function `llvm.…`: name `:` signature |
//! | `attribute-text` | a string attribute that verifiers check `=` its value, or the kind of its value |
//! | `constant-null` | a target type that a null constant is of |
//! | `aliasee` | the code of the constant that an alias or resolver is of |
//! | `atomic-vector` | `load`, `store` or an operation of `atomicrmw` on vectors |
//! | `bundle` | tag of an operand bundle `/` `direct` or `indirect` call, or `constant` operand |
//! | `callbr` | `intrinsic`: what is called |
//! | `module-flag` | `behavior/` number, or a rule that flags break together |
//!
//! Readers verify modules that carry debug information of their version ([`ModuleFacts::debug_version`]): there some
//! shapes are refused that they take elsewhere.

mod attributes;
mod constants;
mod functions;
mod globals;
mod intrinsics;
mod metadata;
pub mod overview;
mod scan;
mod summaries;
mod types;
mod uses;
mod values;
mod words;

pub use words::name;

use outlast_core::{Need, Place};

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
    /// The value of the module flag `Debug Info Version`: readers verify modules that have theirs.
    pub debug_version: Option<u64>,
    /// Its needs, by key and value.
    pub needs: Vec<Need>,
    /// Globals that depend on an expression or constant: the value of the need `initializer`, or `constant/` and the code;
    /// and the name of the first such global.
    pub owners: Vec<(String, String)>,
    /// Where it is.
    pub place: Place,
}

/// Scans a stream.
///
/// # Errors
///
/// The fault of a stream that cannot be read to its end.
pub fn facts(stream: Stream<'_>) -> Result<IrFacts, Fault> {
    scan::run(stream)
}
