//! Programs of the lite interpreter: functions, instructions, operators, constants and types.
//!
//! `bytecode.pkl` of an archive (`torch/csrc/jit/mobile/import.cpp`) is a pickle of
//!
//! ```text
//! ( [version,] function, … )                                    the version since bytecode 4; without it, readers take 3
//! function = ( name, code, [schema] )                           the schema since bytecode 4
//! code     = ( ("instructions", ((opcode, x, n), …)), ("operators", ((name, overload, [specified]), …)),
//!              ("constants", (value, …)), ("types", (text, …)), ("register_size", number) )
//! schema   = ( ("arguments", (argument, …)), ("returns", (argument, …)) )
//! argument = ( ("name", text), ("type", text), ("default_value", value) )
//! ```
//!
//! | bytecode | what changed | written by |
//! |---|---|---|
//! | 3 | the first that has a number, which is not in the file | up to 1.6 |
//! | 4 | the number; schemas | 1.7, 1.8 |
//! | 5 | constants are in the folder `constants`, not `bytecode` | 1.9 |
//! | 6 | the number of arguments on the stack in the operator table | – |
//! | 7 | default arguments are left out, also before out arguments | 1.10, 1.11 |
//! | 8 | opcodes `TUPLE_INDEX` to `IS_CUDA` in place of operators | 1.12 and later |
//! | 9 | FlatBuffers (see [`crate::flatbuffer`]) | 1.13 and later, when asked |
//!
//! * [`Program`]: the same for both; [`read`] takes it from a pickle.
//! * [`Opcode`]: all opcodes of all releases.
//! * [`types`]: types as the lite interpreter reads them.
//! * [`stack`]: how deep the stack is at each instruction.
//! * [`write_text`]: a listing for people.
//! * [`compile`]: functions in the language of TorchScript as bytecode.
//! * [`convert`]: a program in bytecode of another version, for the lite interpreter of another release.

pub mod compile;
pub mod convert;
mod debug;
mod model;
mod opcode;
mod read;
pub mod stack;
mod text;
pub mod types;

pub use debug::attach_debug_handles;
pub use model::{
    Argument, Constant, Fault, FaultKind, Function, Instruction, Op, Operator, OperatorUse, Plain, Program,
    Schema, Text, Type,
};
pub use opcode::{Effect, Flow, Opcode, Operand};
pub(crate) use read::CUT;
pub use read::read;
pub use text::write_text;

use outlast_core::{Bytes, Result};

use crate::archive::TorchArchive;
use crate::pickle::{Limits, Pickle};

/// The record with the program.
pub const BYTECODE: &str = "bytecode.pkl";
/// The record with the numbers by which debug information is found: one for each instruction.
pub const DEBUG_HANDLES: &str = "mobile_debug_handles.pkl";

/// The program of an archive.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Where its pickle begins in the file, if it is stored as it is: places of the program count from there.
    pub base: Option<u64>,
    /// What of the debug handles does not belong to the program: their places count in their own pickle.
    pub debug_faults: Vec<Fault>,
}

/// The program of an archive; `None` if it has none. Debug handles that belong to it are there, too.
///
/// # Errors
///
/// If a record cannot be read, or is no pickle.
pub fn of_archive(archive: &TorchArchive<'_>) -> Result<Option<Loaded>> {
    let Some(member) = archive.find(BYTECODE)? else { return Ok(None) };
    let content = archive.content_of(&member)?;
    let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    if let Some(error) = &pickle.error {
        return Err(error.clone().in_source(&archive.source(BYTECODE)));
    }
    let (mut program, mut debug_faults) = (read(&pickle), Vec::new());
    if let Some(content) = archive.content(DEBUG_HANDLES)? {
        let handles = Pickle::read(Bytes::new(&content, 0), Limits::default());
        if let Some(error) = &handles.error {
            return Err(error.clone().in_source(&archive.source(DEBUG_HANDLES)));
        }
        debug_faults = attach_debug_handles(&mut program, &handles);
    }
    Ok(Some(Loaded { program, base: member.is_stored().then(|| member.raw().base()), debug_faults }))
}
