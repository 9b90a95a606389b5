//! A program as FlatBuffers for another release.
//!
//! * [`convert`]: its functions, rewritten by the engine of [`crate::bytecode::convert`], which is that of archives; the result is FlatBuffers.
//! * [`archive()`]: the program as an archive, for readers without FlatBuffers.
//! * [`with_extra_file`]: the file with one more extra file.
//!
//! What does not change keeps its bytes: see [`outlast_flatbuffers::edit`].

mod archive;
mod graph;
mod insert;
#[cfg(test)]
mod tests;
mod write;

use outlast_core::{Error, Output, Result, Source};

use super::{FlatFile, Module};
use crate::bytecode::convert::form::{Code, Parameter, Signature, Slot};
use crate::bytecode::convert::refusal::{HELP_MODEL, HELP_UNSOUND, Refusals};
use crate::bytecode::convert::{
    From, Placed, Refusal, UNSOUND, VALUE, VERSIONS, Wanted, are_sound, faults, rewritten,
};
use crate::bytecode::{Argument, Function};
pub use archive::{Unpacked, archive};
use graph::Values;

/// What functions of FlatBuffers are in terms of archives: calls say how many arguments they give, and instructions are those of the newest version.
pub const LIKE: i64 = *VERSIONS.end();

/// A converted program.
#[derive(Clone, Debug, Default)]
pub struct Rewritten<'a> {
    /// The file, if anything changed.
    pub output: Option<Output<'a>>,
    /// What changes, one sentence each.
    pub changes: Vec<String>,
    /// What took the place of operators.
    pub functions: Placed,
}

/// Rewrites the functions of a file for a reader of FlatBuffers. What the result refers to is in the file; `wanted.bytecode` is [`LIKE`].
///
/// # Errors
///
/// All reasons why the program cannot be said to the reader, or is not sound.
pub fn convert<'a>(file: &FlatFile<'a>, wanted: &Wanted<'_>) -> std::result::Result<Rewritten<'a>, Refusal> {
    let module = file.module();
    let mut refusals = Refusals::new(Source::file());
    faults(&module.program, &mut refusals);
    if !refusals.refusal.reasons.is_empty() {
        return Err(refusals.refusal);
    }
    let values = Values::of(file, &module);
    let before = values.as_ref().and_then(|values| codes(file, &module, values));
    let (Some(values), Some(before)) = (values, before) else {
        let why = "a constant of a function is a value that does not exist".to_string();
        refusals.add(UNSOUND, "constants", why, HELP_UNSOUND, (0, ""));
        return Err(refusals.refusal);
    };
    let mut functions = before.clone();
    if !are_sound(&functions, &mut refusals) {
        return Err(refusals.refusal);
    }
    let mut changes = Vec::new();
    let from = From { archive: None, program: &module.program, graph: &values.graph };
    let placed = rewritten(&from, wanted, &mut functions, &mut refusals, &mut changes);
    if !refusals.refusal.reasons.is_empty() {
        return Err(refusals.refusal);
    }
    let made = write::written(file, &module, &values, (&before, &functions), placed.version);
    match made {
        Ok(output) => Ok(Rewritten { output, changes, functions: placed }),
        Err(error) => {
            refusals.add(VALUE, "the file", error.to_string(), HELP_MODEL, (0, ""));
            Err(refusals.refusal)
        }
    }
}

/// The functions as the engine takes them.
fn codes(file: &FlatFile<'_>, module: &Module, values: &Values<'_>) -> Option<Vec<Code>> {
    module.program.functions.iter().zip(write::constants(file, module)).map(|of| code(values, of)).collect()
}

/// A function as the engine takes it, with the indices of its constants and of the defaults of its arguments and results.
fn code(values: &Values<'_>, (function, constants): (&Function, write::Constants)) -> Option<Code> {
    let slots =
        |all: &[u32]| all.iter().map(|index| values.id(*index).map(Slot::Old)).collect::<Option<Vec<_>>>();
    let side = |arguments: &[Argument], defaults: &[u32]| {
        let defaults = slots(defaults).filter(|defaults| defaults.len() == arguments.len())?;
        let of = |(argument, default): (&Argument, Slot)| Parameter {
            name: argument.name.clone(),
            ty: argument.ty.text.clone(),
            default,
        };
        Some(arguments.iter().zip(defaults).map(of).collect::<Vec<Parameter>>())
    };
    let signature = match &function.schema {
        Some(schema) => Some(Signature {
            arguments: side(&schema.arguments, &constants.arguments)?,
            returns: side(&schema.returns, &constants.returns)?,
        }),
        None => None,
    };
    let constants = slots(&constants.constants).filter(|all| all.len() == function.constants.len())?;
    Some(Code::of(function, constants, signature))
}

/// What cannot be read or written, as the reason why there is no conversion.
pub fn refused(error: &Error) -> Refusal {
    Refusal::unreadable(error)
}

/// Adds an extra file, or gives one another content.
///
/// # Errors
///
/// If the file is damaged.
pub fn with_extra_file<'a>(file: &FlatFile<'a>, name: &str, content: &str) -> Result<Output<'a>> {
    write::extra_file(file, name, content)
}
