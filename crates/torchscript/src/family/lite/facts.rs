//! What bytecode needs of the lite interpreter, gathered from a program.

use std::collections::{BTreeMap, BTreeSet};

use crate::archive::TorchArchive;
use crate::bytecode::types::LiteType;
use crate::bytecode::{self, Op, Opcode, Plain};
use crate::flatbuffer::{FlatFile, Module};
use outlast_core::{Path, Place, Source, Span};

use super::super::producer::Producer;
use super::values::{Nones, Values};

/// The record that says which version of the table of operators the bytecode of a converted program calls. Readers skip it.
pub(in super::super) const OPERATORS_OF: &str = "extra/outlast_operators";
/// The same as an extra file of FlatBuffers.
const EXTRA_FILE: &str = "outlast_operators";

/// The content of that record.
pub(in super::super) fn operators_of(version: u64) -> Vec<u8> {
    format!("{version}\n").into_bytes()
}

/// The extra file of FlatBuffers, with its content.
pub(in super::super) fn mark(version: u64) -> (&'static str, String) {
    (EXTRA_FILE, format!("{version}\n"))
}

/// What that record of an archive says.
pub(in super::super) fn read_operators_of(archive: &TorchArchive<'_>) -> Option<Producer> {
    said(&archive.content(OPERATORS_OF).ok()??)
}

/// What that extra file says.
pub(in super::super) fn marked(file: &FlatFile<'_>, module: &Module) -> Option<Producer> {
    let extra = module.extra_files.iter().find(|extra| &*extra.name == EXTRA_FILE)?;
    said(file.bytes(&extra.content))
}

fn said(content: &[u8]) -> Option<Producer> {
    Producer::of_functions(std::str::from_utf8(content).ok()?.trim_end().parse().ok()?)
}

/// What a program needs of the lite interpreter.
#[derive(Debug, Default)]
pub(in super::super) struct Lite {
    /// The version of the bytecode, as readers take it.
    pub(in super::super) bytecode: i64,
    /// The version of the operators, which decides on upgraders.
    pub(in super::super) operators_version: u64,
    /// Which release's operators the program calls, where that is not what wrote the file.
    pub(in super::super) operators_of: Option<Producer>,
    /// Operators by name and overload, with the numbers of arguments that they are called with.
    pub(in super::super) operators: Vec<LiteOperator>,
    /// Names of opcodes, each with its first place.
    pub(in super::super) opcodes: Vec<(String, Place)>,
    /// Words of types, each with the first place, and types that no reader takes, with why.
    pub(in super::super) types: Vec<(String, Place)>,
    pub(in super::super) broken_types: Vec<(String, Place)>,
    /// Classes of C++ in types and constants.
    pub(in super::super) custom: Vec<(String, Place)>,
    /// Names of methods that are called on interfaces.
    pub(in super::super) interfaces: Vec<(String, Place)>,
    /// Where a program as FlatBuffers writes into a tensor of the module, whose memory is the file's, and whether it replaces that tensor, too.
    pub(in super::super) writes: Option<(Place, bool)>,
    /// Where the norm of instances gets a running mean that is not to be changed.
    pub(in super::super) norm: Option<Place>,
    /// Where the length of a list is asked for that has a text as a device in it.
    pub(in super::super) length: Option<Place>,
    /// Where a dictionary of two items or more is made.
    pub(in super::super) dictionary: Option<Place>,
    /// Arguments of functions whose type is a class or NamedTuple of the program: the function, the argument and the class.
    pub(in super::super) of_classes: Vec<(String, String, String, Place)>,
    /// Functions whose result is a class or NamedTuple of the program: the function and the class.
    pub(in super::super) results: Vec<(String, String, Place)>,
    /// Qualified names of functions.
    pub(in super::super) functions: Vec<String>,
    /// For each of them, how many instructions it has, and how many of these call operators.
    pub(in super::super) work: Vec<(u64, u64)>,
}

/// An operator that bytecode calls.
#[derive(Debug)]
pub(in super::super) struct LiteOperator {
    pub(in super::super) name: String,
    pub(in super::super) overload: String,
    /// How many arguments calls give; `None` where the file does not say.
    pub(in super::super) given: Vec<Option<u64>>,
    /// Whole numbers that calls give, with the position of the argument.
    pub(in super::super) integers: BTreeSet<(usize, i64)>,
    /// Whether calls give a list of truth values first.
    pub(in super::super) truths: bool,
    /// Which arguments are `None`.
    pub(in super::super) nones: Nones,
    pub(in super::super) place: Place,
}

/// How many instructions a function has, and how many of these call operators.
fn work(function: &bytecode::Function) -> (u64, u64) {
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let calls =
        function.instructions.iter().filter(|of| matches!(of.op, Op::Known(Opcode::OP | Opcode::OPN)));
    (number(function.instructions.len()), number(calls.count()))
}

impl Lite {
    pub(in super::super) fn of(
        program: &bytecode::Program,
        module: Option<&Module>,
        operators_version: u64,
        base: u64,
        source: &Source,
    ) -> Lite {
        let place =
            |at: u64| Place::new(Span::at(base.saturating_add(at), 1).in_source(source), Path::root());
        let mut operators: BTreeMap<(String, String), LiteOperator> = BTreeMap::new();
        let mut opcodes: BTreeMap<String, Place> = BTreeMap::new();
        let (mut types, mut broken, mut custom) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (mut interfaces, mut of_classes, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let (mut writes, mut replaced, mut norm, mut length, mut dictionary) =
            (Vec::new(), BTreeSet::new(), None, None, None);
        for function in &program.functions {
            for call in function.instructions.iter().filter(|of| of.op == Op::Known(Opcode::INTERFACE_CALL)) {
                let constant = usize::try_from(call.x).ok().and_then(|at| function.constants.get(at));
                if let Some(Plain::Text(name)) = constant.map(|constant| &constant.value) {
                    interfaces.push((name.to_string(), place(call.at)));
                }
            }
            let values = Values::of(function, module);
            norm = norm.or(values.norm.map(&place));
            length = length.or(values.length.map(&place));
            writes.extend(values.writes);
            replaced.extend(values.replaced);
            for (index, operator) in function.operators.iter().enumerate() {
                let key = (operator.name.to_string(), operator.overload.to_string());
                let known = operators.entry(key).or_insert_with_key(|(name, overload)| LiteOperator {
                    name: name.clone(),
                    overload: overload.clone(),
                    given: Vec::new(),
                    integers: BTreeSet::new(),
                    truths: false,
                    nones: Nones::default(),
                    place: place(operator.at),
                });
                if let Some(values) = values.given.get(&index) {
                    known.truths |= values.truths;
                    known.integers.extend(&values.integers);
                    known.nones.extend(&values.nones);
                }
                let given = operator.arguments();
                if !known.given.contains(&given) {
                    known.given.push(given);
                }
            }
            // Keys and values are on the stack.
            let mut made = function
                .instructions
                .iter()
                .filter(|of| of.op == Op::Known(Opcode::DICT_CONSTRUCT) && of.n >= 4);
            dictionary = dictionary.or_else(|| made.next().map(|of| place(of.at)));
            let mut seen: Vec<Op> = Vec::new();
            for instruction in &function.instructions {
                if !seen.contains(&instruction.op) {
                    seen.push(instruction.op);
                    let name = program.mnemonic(instruction.op).into_owned();
                    opcodes.entry(name).or_insert_with(|| place(instruction.at));
                }
            }
            for result in function.schema.iter().flat_map(|schema| &schema.returns) {
                if let Some(class) = result.ty.parsed.as_ref().as_ref().ok().and_then(LiteType::program_class)
                {
                    results.push((function.name.to_string(), class.to_string(), place(result.ty.at)));
                }
            }
            for argument in function.schema.iter().flat_map(|schema| schema.arguments.iter().skip(1)) {
                if let Some(class) =
                    argument.ty.parsed.as_ref().as_ref().ok().and_then(LiteType::program_class)
                {
                    of_classes.push((
                        function.name.to_string(),
                        argument.name.to_string(),
                        class.to_string(),
                        place(argument.ty.at),
                    ));
                }
            }
            let schema =
                function.schema.iter().flat_map(|schema| schema.arguments.iter().chain(&schema.returns));
            for ty in function.types.iter().chain(schema.map(|argument| &argument.ty)) {
                match &*ty.parsed {
                    Ok(parsed) => note(parsed, &place(ty.at), &mut types, &mut custom),
                    Err(error) => {
                        broken
                            .entry(format!("`{}`: {error}", ty.text.escape_debug()))
                            .or_insert_with(|| place(ty.at));
                    }
                }
            }
        }
        let still = |write: &&(i64, u64)| !replaced.contains(&write.0);
        let write = writes.iter().find(still).or(writes.first());
        Lite {
            operators_of: None,
            bytecode: program.effective_version(),
            operators_version,
            operators: operators.into_values().collect(),
            opcodes: opcodes.into_iter().collect(),
            types: types.into_iter().collect(),
            broken_types: broken.into_iter().collect(),
            custom: custom.into_iter().collect(),
            interfaces,
            dictionary,
            writes: write.map(|(slot, at)| (place(*at), replaced.contains(slot))),
            norm,
            length,
            of_classes,
            results,
            functions: program.functions.iter().map(|function| function.name.to_string()).collect(),
            work: program.functions.iter().map(work).collect(),
        }
    }
}

/// The words and classes of a type.
fn note(
    ty: &LiteType,
    place: &Place,
    types: &mut BTreeMap<String, Place>,
    custom: &mut BTreeMap<String, Place>,
) {
    let mut words = BTreeSet::new();
    ty.words(&mut words);
    if ty.has_union() {
        words.insert("Union");
    }
    for word in words {
        types.entry(word.to_string()).or_insert_with(|| place.clone());
    }
    if let Some(class) = ty.custom_class() {
        custom.entry(class.to_string()).or_insert_with(|| place.clone());
    }
}
