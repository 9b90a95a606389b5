//! Prints what each entry point of programs calls, for tables that are made from recorded runs:
//! `cargo run -p outlast-executorch --example uses -- FILE…`.
//!
//! One line a use: file, entry point, `op` or `xnnpack`, name of the operator or node, and the element types of its tensors
//! or values, with commas between. An entry point that jumps ahead has one line more, `jumps`: not all of its calls need to run.
//! A loop jumps back.
//!
//! `uses --facts FILE…` prints all that verdicts on a file without delegates rest on, in lines of the same form: of an operator also
//! how often it is called and the shapes of its arguments. `corpus/executorch/facts` has files so that are not kept themselves.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use outlast_core::Bytes;
use outlast_executorch::ProgramFile;
use outlast_executorch::defs::instruction;
use outlast_executorch::facts::{
    Argument, CallShape, ConstantStore, EntryPoint, Payload, ProgramFacts, TensorShape,
};
use outlast_executorch::tables::{JumpFalseCall, View};
use outlast_executorch::xnnpack::datatype_name;

fn main() -> ExitCode {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let whole = files.first().is_some_and(|word| word == "--facts");
    if whole {
        files.remove(0);
    }
    for file in files {
        let read = std::fs::read(&file).map_err(|error| error.to_string());
        let print = if whole { describe } else { print };
        if let Err(error) = read.and_then(|bytes| print(&file, &bytes).map_err(|error| error.to_string())) {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn print(file: &str, bytes: &[u8]) -> outlast_core::Result<()> {
    let program = ProgramFile::open(Bytes::new(bytes, 0))?;
    let facts = ProgramFacts::read(&program)?;
    for entry in &facts.entry_points {
        if jumps_ahead(&program, &entry.name)? {
            println!("{file}\t{}\tjumps\t-\t-", entry.name);
        }
        for used in &entry.operators {
            let types: Vec<String> = used.shape.element_types().map(|t| t.to_string()).collect();
            println!("{file}\t{}\top\t{}\t{}", entry.name, used.name, types.join(","));
        }
        for delegate in &entry.delegates {
            let Payload::Xnnpack(graph) = &delegate.payload else { continue };
            for node in graph.uses.keys() {
                let name = |value: &Option<i16>| {
                    value.map_or("none".into(), |value| datatype_name(value).into_owned())
                };
                let types: Vec<String> = node.values.iter().map(name).collect();
                println!("{file}\t{}\txnnpack\t{}\t{}", entry.name, node.name(), types.join(","));
            }
        }
    }
    Ok(())
}

/// Whether an instruction of the entry point jumps over others.
fn jumps_ahead(program: &ProgramFile<'_>, name: &str) -> outlast_core::Result<bool> {
    let plans = program.root.execution_plan()?;
    for plan in plans.iter().flat_map(outlast_executorch::tables::List::iter) {
        let plan = plan?;
        if plan.name()?.is_none_or(|own| own.lossy() != name) {
            continue;
        }
        for chain in plan.chains()?.iter().flat_map(outlast_executorch::tables::List::iter) {
            let Some(instructions) = chain?.instructions()? else { continue };
            for (index, item) in instructions.iter().enumerate() {
                let item = item?;
                if item.instr_args_type()? == instruction::JUMP_FALSE_CALL
                    && let Some(table) = item.instr_args()?
                    && usize::try_from(JumpFalseCall::new(table).destination_instruction()?)
                        .is_ok_and(|to| to > index)
                {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// All facts of a program without delegates.
fn describe(file: &str, bytes: &[u8]) -> outlast_core::Result<()> {
    let program = ProgramFile::open(Bytes::new(bytes, 0))?;
    let facts = ProgramFacts::read(&program)?;
    let line = |kind: &str, name: &str, value: &str| println!("{file}\t-\t{kind}\t{name}\t{value}");
    line("version", &facts.version.to_string(), "-");
    match &facts.constants {
        ConstantStore::Buffer { entries, .. } => line("constants", "buffer", &entries.to_string()),
        ConstantStore::Segment { entries } => line("constants", "segment", &entries.to_string()),
    }
    for name in &facts.named_data {
        line("named", name, "-");
    }
    if facts.device.is_some() {
        line("device", "-", "-");
    }
    for entry in &facts.entry_points {
        describe_entry(file, entry, jumps_ahead(&program, &entry.name)?);
    }
    Ok(())
}

fn describe_entry(file: &str, entry: &EntryPoint, jumps: bool) {
    let line =
        |kind: &str, name: &str, value: &str| println!("{file}\t{}\t{kind}\t{name}\t{value}", entry.name);
    let inputs: Vec<&str> = entry.inputs.iter().map(|kind| kind.map_or("?", |kind| kind.name())).collect();
    line("entry", &entry.outputs.to_string(), &inputs.join(","));
    if jumps {
        line("jumps", "-", "-");
    }
    for (tag, count) in &entry.instructions {
        line("instruction", &tag.to_string(), &count.to_string());
    }
    for (scalar_type, (count, _)) in &entry.scalar_types {
        line("type", &scalar_type.to_string(), &count.to_string());
    }
    for tensor in &entry.external {
        let shape = TensorShape { layout: tensor.layout.clone(), varies: false };
        line("external", &tensor.name, &shape.to_string());
    }
    for (kind, found) in
        [("initialised", &entry.initialised), ("homeless", &entry.homeless), ("placeless", &entry.placeless)]
    {
        if let Some((count, _)) = found {
            line(kind, &count.to_string(), "-");
        }
    }
    for used in &entry.operators {
        let types: Vec<String> = used.shape.element_types().map(|t| t.to_string()).collect();
        let types = if types.is_empty() { "-".to_string() } else { types.join(",") };
        line("op", &used.name, &format!("{types}\t{}\t{}", used.count, shape(&used.shape)));
    }
    if !entry.delegates.is_empty() {
        line("delegates", &entry.delegates.len().to_string(), "-");
    }
}

/// The arguments of a call, of lists of tensors with the kind.
fn shape(shape: &CallShape) -> String {
    let one = |argument: &Argument| match argument {
        Argument::TensorList(kind, tensor) => format!("{}({tensor})", kind.name()),
        other => other.to_string(),
    };
    shape.0.iter().map(one).collect::<Vec<_>>().join(" ")
}
