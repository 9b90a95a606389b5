//! A program in bytecode of another version, for the lite interpreter of another release.
//!
//! | from – to | what changes |
//! |---|---|
//! | 3 – 4 | the version is in the file; functions have schemas, which are taken from the code |
//! | 4 – 5 | tensors of constants may be those of the code |
//! | 5 – 6 | the operator table says how many arguments calls give |
//! | 6 – 7 | the same in front of out arguments |
//! | 7 – 8 | instructions that were operators before |
//!
//! Both ways. Arguments that calls leave out have the defaults of the *writer's* operator: where the reader's defaults are others, or where all arguments
//! must be there, they are pushed. Arguments that the reader's operator does not have are left out where they are the default, which must be in the file. Calls that the reader's
//! upgraders replace are given everything that these take. What cannot be said to the reader is refused, all of it at once.
//!
//! Operators that the reader does not have stay as they are: to replace them is the work of upgraders and downgraders, and so are operators that do something else
//! without another schema (`aten::floor_divide`).
//!
//! The outcome is what the reader's release would have written: that is its producer from then on. The records `version` and `.data/version` are the caller's.
//! Bytecode 3 has no schemas: its interpreter does not check how many arguments a function gets, and callers have to give all of them.
//!
//! * [`convert`]: the records of an archive that change.
//! * [`suitable`]: the version to convert to.
//! * [`uses`]: the calls of some operators, with what each gives.

mod calls;
mod check;
mod const_prop;
mod debug;
mod entries;
mod facts;
mod flow;
pub(crate) mod form;
mod functions;
#[cfg(test)]
mod functions_tests;
mod overloads;
pub(crate) mod refusal;
mod rewrite;
#[cfg(test)]
mod rewrite_tests;
mod signature;
mod tensors;
#[cfg(test)]
mod tests;
mod types;
mod uses;
pub(crate) mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use outlast_core::{Bytes, Result};
use outlast_opset::history::OperatorSet;

pub(in crate::bytecode) use calls::literal;
pub use functions::{Functions, OwnSchema, OwnSchemas};
pub use refusal::{AMBIGUOUS, CALL, CODES, INSTRUCTION, Reason, Refusal, TYPE, UNSOUND, VALUE, VERSION};
pub(in crate::bytecode) use signature::annotation;
pub use uses::{Reading, Schemas, Use, stays, uses};

use super::types::Context;
use super::{BYTECODE, DEBUG_HANDLES, FaultKind, Plain, Program, attach_debug_handles, read};
use crate::archive::TorchArchive;
use crate::pickle::{Graph, Limits, Pickle};
use form::Code;
use overloads::Meant;
use refusal::{HELP_DEFAULT, HELP_MODEL, HELP_UNSOUND, Refusals};
use types::Fit;

/// The oldest and the newest version that archives have. 9 is that of FlatBuffers.
pub const VERSIONS: RangeInclusive<i64> = 3..=8;

/// What the result is for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'s> {
    /// The version of the bytecode: one of [`VERSIONS`].
    pub bytecode: i64,
    /// What the record `version` of the result will say: it decides which upgraders the reader runs.
    pub version: u64,
    /// The operators of the release that wrote the file.
    pub producer: &'s OperatorSet,
    /// The operators of the release that will read the result.
    pub reader: &'s OperatorSet,
    /// What takes the place of operators that changed; without it, they stay.
    pub functions: Option<&'s Functions<'s>>,
}

/// A converted program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rewritten {
    /// Records of the archive that change: the new content, or `None` where the record is removed. The others stay as they are.
    pub records: Vec<(String, Option<Vec<u8>>)>,
    /// What changes, one sentence each.
    pub changes: Vec<String>,
    /// What took the place of operators.
    pub functions: Placed,
}

/// Functions that took the place of operators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placed {
    /// Of each operator that was replaced: the function, and how many calls of it became its code.
    pub replaced: BTreeMap<(String, String), u64>,
    /// How many instructions the functions have together, each counted where it was put.
    pub instructions: usize,
    /// The format version that they need, if that is a newer one than the file's.
    pub version: Option<u64>,
}

/// The version to convert bytecode `found` to, for a reader that takes `window`: itself, if the reader takes it; otherwise the newest below it that archives have,
/// or, from below, the first whose operator tables say how many arguments calls give, as releases write it (7).
pub fn suitable(found: i64, window: &RangeInclusive<i64>) -> i64 {
    let newest = (*window.end()).min(*VERSIONS.end());
    if window.contains(&found) || found > newest {
        return found.min(newest);
    }
    if window.contains(&7) { 7 } else { newest }
}

/// Converts the program of an archive. Nothing changes where the file has the form that is wanted.
///
/// # Errors
///
/// All reasons why the program cannot be said to the reader, or is not sound.
pub fn convert(archive: &TorchArchive<'_>, wanted: &Wanted<'_>) -> std::result::Result<Rewritten, Refusal> {
    let content = content(archive, BYTECODE).map_err(|error| Refusal::unreadable(&error))?;
    let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    let source = archive.source(BYTECODE);
    if let Some(error) = &pickle.error {
        return Err(Refusal::unreadable(&error.clone().in_source(&source)));
    }
    let mut refusals = Refusals::new(source);
    let mut program = read(&pickle);
    let handles = archive.content(DEBUG_HANDLES).map_err(|error| Refusal::unreadable(&error))?;
    let mut sound_handles = true;
    if let Some(content) = &handles {
        let pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
        sound_handles = pickle.error.is_none() && attach_debug_handles(&mut program, &pickle).is_empty();
    }
    let found = program.effective_version();
    faults(&program, &mut refusals);
    for version in [found, wanted.bytecode] {
        if !VERSIONS.contains(&version) {
            let why = format!(
                "bytecode {version} is not known in archives, only {} to {}",
                VERSIONS.start(),
                VERSIONS.end()
            );
            refusals.add(VERSION, &version.to_string(), why, HELP_MODEL, (0, ""));
        }
    }
    let functions = form::functions(&program, &pickle);
    let Some(mut functions) = functions.filter(|_| refusals.refusal.reasons.is_empty()) else {
        if refusals.refusal.reasons.is_empty() {
            refusals.add(
                UNSOUND,
                BYTECODE,
                "the tables of functions have another form than readers expect".into(),
                HELP_UNSOUND,
                (0, ""),
            );
        }
        return Err(refusals.refusal);
    };
    if !are_sound(&functions, &mut refusals) {
        return Err(refusals.refusal);
    }
    let same = found == wanted.bytecode
        && wanted.producer.release() == wanted.reader.release()
        && wanted.functions.is_none();
    if same {
        return Ok(Rewritten::default());
    }
    let mut changes = Vec::new();
    if found != wanted.bytecode {
        changes.push(format!("the bytecode of version {found} becomes that of version {}", wanted.bytecode));
    }
    let from = From { archive: Some(archive), program: &program, graph: &pickle.graph };
    let placed = rewritten(&from, wanted, &mut functions, &mut refusals, &mut changes);
    let moved = match found == wanted.bytecode {
        true => Ok(Ok(tensors::Moved::default())),
        false => tensors::place(archive, &pickle.graph, wanted.bytecode),
    };
    let moved = match moved.map_err(|error| Refusal::unreadable(&error))? {
        Ok(moved) => moved,
        Err(why) => {
            refusals.add(UNSOUND, "constants", why, HELP_UNSOUND, (0, ""));
            tensors::Moved::default()
        }
    };
    if !refusals.refusal.reasons.is_empty() {
        return Err(refusals.refusal);
    }
    let mut out = Rewritten { functions: placed, ..Rewritten::default() };
    let form = write::Form { version: wanted.bytecode, keys: &moved.keys };
    if !changes.is_empty() || !out.functions.replaced.is_empty() {
        let made = write::bytecode(&pickle.graph, &program, &functions, &form);
        out.records.push((BYTECODE.into(), Some(written(made, &mut refusals)?)));
    }
    if !moved.records.is_empty() {
        let are = number_of(moved.records.len(), "tensor of constants is", "tensors of constants are");
        changes.push(format!("{are} copied to the folder `bytecode`"));
    }
    out.records.extend(moved.records.into_iter().map(|(name, content)| (name, Some(content))));
    let unreadable =
        debug::unreadable(archive, wanted.reader.release()).map_err(|error| Refusal::unreadable(&error))?;
    let complete = sound_handles && functions.iter().all(|function| function.handles.is_some());
    let changed = !changes.is_empty() || !out.functions.replaced.is_empty();
    if handles.is_some() && changed && !unreadable.iter().any(|name| name == DEBUG_HANDLES) {
        match complete {
            true => {
                let made = write::handles(&functions, wanted.bytecode);
                out.records.push((DEBUG_HANDLES.into(), Some(written(made, &mut refusals)?)));
            }
            false => {
                changes.push(format!("`{DEBUG_HANDLES}` is removed: it does not belong to the functions"));
                out.records.push((DEBUG_HANDLES.into(), None));
            }
        }
    }
    if !unreadable.is_empty() {
        let reader = wanted.reader.release();
        changes.push(match unreadable.len() {
            1 => format!("1 record of debug information is removed: {reader} cannot read it"),
            count => format!("{count} records of debug information are removed: {reader} cannot read them"),
        });
    }
    out.records.extend(unreadable.into_iter().map(|name| (name, None)));
    out.changes = changes;
    Ok(out)
}

/// The content of a record that must be there.
fn content<'a>(archive: &TorchArchive<'a>, name: &str) -> Result<std::borrow::Cow<'a, [u8]>> {
    let missing = || {
        let error = outlast_core::ErrorKind::Missing { what: format!("record `{name}`") };
        outlast_core::Error::new(error, outlast_core::Span::at(0, 1))
    };
    archive.content_of(&archive.find(name)?.ok_or_else(missing)?)
}

fn written(made: Option<Result<Vec<u8>>>, refusals: &mut Refusals) -> std::result::Result<Vec<u8>, Refusal> {
    let why = match made {
        Some(Ok(bytes)) => return Ok(bytes),
        Some(Err(error)) => error.to_string(),
        None => "a constant cannot be written".into(),
    };
    refusals.add(VALUE, "constants", why, HELP_MODEL, (0, ""));
    Err(std::mem::take(&mut refusals.refusal))
}

/// What functions were read from.
pub(crate) struct From<'f, 't, 'a> {
    /// The archive, whose code says what bytecode leaves open; FlatBuffers leave nothing open.
    pub(crate) archive: Option<&'f TorchArchive<'t>>,
    /// The program.
    pub(crate) program: &'f Program,
    /// The values that [`form::Slot::Old`] means.
    pub(crate) graph: &'f Graph<'a>,
}

/// Whether functions can be rewritten: reasons say what is not sound.
pub(crate) fn are_sound(functions: &[Code], refusals: &mut Refusals) -> bool {
    functions.iter().filter(|code| !check::operands(code, refusals)).count() == 0
}

/// Says what of a program is not described as readers expect.
pub(crate) fn faults(program: &Program, refusals: &mut Refusals) {
    for fault in &program.faults {
        let code = if fault.what == FaultKind::Limit { VALUE } else { UNSOUND };
        refusals.add(code, &fault.why, fault.why.clone(), HELP_UNSOUND, (fault.at, ""));
    }
}

/// Rewrites functions in place.
pub(crate) fn rewritten(
    from: &From<'_, '_, '_>,
    wanted: &Wanted<'_>,
    functions: &mut [Code],
    refusals: &mut Refusals,
    changes: &mut Vec<String>,
) -> Placed {
    let From { archive, program, graph } = *from;
    let names: BTreeSet<(String, String)> = functions
        .iter()
        .flat_map(|code| &code.operators)
        .map(|operator| (operator.name.to_string(), operator.overload.to_string()))
        .collect();
    let meant = Meant::of(archive, wanted.producer, &names);
    let reader = wanted.reader.release();
    let mut rewriter = rewrite::Rewriter::new(wanted, &meant, graph);
    let (mut demoted, mut declared, mut types) = (0, 0, BTreeSet::new());
    let unsigned = wanted.bytecode > 3 && functions.iter().any(|code| code.signature.is_none());
    let code_of =
        archive.filter(|_| unsigned).and_then(|archive| crate::program::Program::read(archive).ok());
    let declarations = signature::Declarations::new(code_of.as_ref());
    let counted = program.effective_version() > 5;
    let (mut fits, any) = (types::Fits::new(reader), super::Text::from("Any"));
    let was: Vec<Vec<super::Operator>> = functions.iter().map(|code| code.operators.clone()).collect();
    for code in functions.iter_mut() {
        if wanted.bytecode < 8 {
            demoted += flow::demote(code, counted);
        }
        check::opcodes(program, code, reader, refusals);
        rewriter.function(code, refusals);
        for (ty, at) in &mut code.types {
            match fits.fit(ty, Context::Table) {
                Fit::Reads => {}
                Fit::As(other) => {
                    types.insert(format!("the type `{}` is written `{}`", short(ty), short(&other)));
                    *ty = other;
                }
                Fit::Refuses => {
                    let why =
                        format!("the lite interpreter of {reader} does not read the type `{}`", short(ty));
                    refusals.add(TYPE, ty, why, HELP_MODEL, (*at, &code.name));
                }
            }
        }
        if wanted.bytecode > 3 && code.signature.is_none() {
            code.signature = Some(declarations.signature(code));
            declared += 1;
        }
        let all = code.signature.iter_mut().filter(|_| wanted.bytecode > 3);
        for one in all.flat_map(|signature| signature.arguments.iter_mut().chain(&mut signature.returns)) {
            let other = match fits.fit(&one.ty, Context::Schema) {
                Fit::Reads => continue,
                Fit::As(other) => other,
                // What is checked there is the caller's, and nothing is made of it.
                Fit::Refuses => Arc::clone(&any),
            };
            let sentence = "of an argument or result is written";
            types.insert(format!("the type `{}` {sentence} `{}`", short(&one.ty), short(&other)));
            one.ty = other;
        }
    }
    for function in &program.functions {
        check::constants(function, reader, refusals);
    }
    if demoted > 0 {
        changes.push(match demoted {
            1 => "1 instruction becomes a call of the operator that it stands for".into(),
            _ => format!("{demoted} instructions become calls of the operators that they stand for"),
        });
    }
    if declared > 0 {
        changes.push(format!(
            "{}, from the code",
            number_of(declared, "function gets a schema", "functions get schemas")
        ));
    }
    if wanted.bytecode == 3 {
        without_defaults(program, refusals);
    }
    if wanted.bytecode == 3 && functions.iter().any(|code| code.signature.is_some()) {
        changes.push("functions lose their schemas: callers have to give all arguments".into());
    }
    changes.extend(types);
    let version = rewriter.functions.divides.then(|| divided(wanted, program, refusals)).flatten();
    for (sentence, count) in rewriter.tally {
        changes.push(if count == 1 { sentence } else { format!("{sentence} ({count} times)") });
    }
    // Numbers of arguments that change although calls do not.
    let numbers = functions.iter().zip(&was).filter(|(code, was)| {
        code.operators.iter().zip(*was).any(|(one, other)| one.specified != other.specified)
    });
    if changes.is_empty() && rewriter.functions.replaced.is_empty() && numbers.count() > 0 {
        changes.push("numbers of arguments in operator tables change".into());
    }
    Placed { replaced: rewriter.functions.replaced, instructions: rewriter.functions.added, version }
}

/// The format version from which on division is what functions take it for, where the file is older and the reader has upgraders for it.
fn divided(wanted: &Wanted<'_>, program: &Program, refusals: &mut Refusals) -> Option<u64> {
    /// It rounded integers before.
    const SINCE: u64 = 4;
    if wanted.version >= SINCE || wanted.reader.release() < types::release(1, 11) {
        return None;
    }
    let mut operators = program.functions.iter().flat_map(|function| &function.operators);
    if let Some(own) = operators.find(|of| functions::is_division(&of.name, &of.overload)) {
        let why = format!(
            "the functions that take the place of operators need format version {SINCE}, where `{}` of the program would mean something else",
            own.full_name()
        );
        refusals.add(CALL, "format version", why, HELP_MODEL, (own.at, ""));
    }
    Some(SINCE)
}

/// A number of things: `1 function gets`, `2 functions get`.
fn number_of(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

fn short(text: &str) -> String {
    text.chars().take(200).collect::<String>().escape_debug().to_string()
}

/// Refuses functions whose callers may leave arguments out: bytecode 3 has no defaults, and its interpreter takes other values from the stack, or crashes.
fn without_defaults(program: &Program, refusals: &mut Refusals) {
    for function in &program.functions {
        let arguments = function.schema.iter().flat_map(|schema| &schema.arguments);
        // No default and a default of `None` are written in the same way.
        let mut left_out =
            arguments.filter(|one| one.default.value != Plain::None || one.ty.text.starts_with("Optional["));
        if let Some(argument) = left_out.next() {
            let why = format!(
                "callers of `{}` may leave out `{}`, which bytecode 3 cannot say",
                function.name, argument.name
            );
            refusals.add(VALUE, &function.name, why, HELP_DEFAULT, (argument.ty.at, &function.name));
        }
    }
}
