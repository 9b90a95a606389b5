//! Prints what each entry point of programs calls, for tables that are made from recorded runs:
//! `cargo run -p outlast-executorch --example uses -- FILE…`.
//!
//! One line a use: file, entry point, `op` or `xnnpack`, name of the operator or node, and the element types of its tensors
//! or values, with commas between. An entry point that jumps ahead has one line more, `jumps`: not all of its calls need to run.
//! A loop jumps back.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use outlast_core::Bytes;
use outlast_executorch::ProgramFile;
use outlast_executorch::defs::instruction;
use outlast_executorch::facts::{Payload, ProgramFacts};
use outlast_executorch::tables::{JumpFalseCall, View};
use outlast_executorch::xnnpack::datatype_name;

fn main() -> ExitCode {
    for file in std::env::args().skip(1) {
        let read = std::fs::read(&file).map_err(|error| error.to_string());
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
