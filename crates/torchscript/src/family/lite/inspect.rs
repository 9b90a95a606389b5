//! A program of the lite interpreter in one screen.

use crate::archive::TorchArchive;
use crate::bytecode::{self, Function, Program};
use crate::flatbuffer::{FlatFile, IValue, ValueKind};
use outlast_core::Bytes;

use super::super::script::inspect::counted;
use outlast_model::summary::Summary;

/// Of an archive, if it has one.
pub(in super::super) fn of_archive(archive: &TorchArchive<'_>, most: usize, to: &mut Summary) {
    match bytecode::of_archive(archive) {
        Ok(Some(loaded)) => program(&loaded.program, most, to),
        Ok(None) => {}
        Err(error) => to.fact("bytecode", error.to_string()),
    }
}

/// Of a file of its own.
pub(in super::super) fn of_flat(file: &[u8], most: usize, to: &mut Summary) {
    let Ok(flat) = FlatFile::open(Bytes::new(file, 0)) else { return };
    let module = flat.module();
    to.fact("format version", format!("{} (`operator_version`)", module.operator_version));
    to.fact("storages", module.storages.len().to_string());
    let tensor = |value: &IValue| match &value.kind {
        ValueKind::Tensor(tensor) => {
            let sizes: Vec<String> = tensor.sizes.iter().map(i32::to_string).collect();
            let dtype = tensor.scalar_type.name().unwrap_or("unknown");
            Some(vec![
                format!("0x{:x}", value.at),
                format!("[{}]", sizes.join(", ")),
                dtype.to_string(),
                tensor.storage.to_string(),
            ])
        }
        _ => None,
    };
    let tensors: Vec<Vec<String>> = module.values.iter().filter_map(tensor).collect();
    to.fact("tensors", tensors.len().to_string());
    to.list("tensors", &["at", "sizes", "type", "storage"], tensors.into_iter().take(most).collect());
    program(&module.program, most, to);
    let extra = module.extra_files.iter().map(|file| vec![file.name.to_string()]);
    to.list("extra files", &["name"], extra.collect());
    let sources = module.sources.iter().map(|file| vec![file.name.to_string()]);
    to.list("code", &["name"], sources.collect());
}

fn program(program: &Program, most: usize, to: &mut Summary) {
    let said = if program.version.is_some() { "" } else { " (not in the file)" };
    to.fact("bytecode version", format!("{}{said}", program.effective_version()));
    let instructions: usize = program.functions.iter().map(|function| function.instructions.len()).sum();
    to.fact(
        "bytecode",
        format!(
            "{}, {}",
            counted(program.functions.len() as u64, "function"),
            counted(instructions as u64, "instruction")
        ),
    );
    let operators = program.operators().into_iter().take(most).map(|(name, used)| {
        let calls: u64 = used.calls.values().sum();
        let given: Vec<String> = used.calls.keys().flatten().map(i64::to_string).collect();
        vec![name, calls.to_string(), given.join(", ")]
    });
    to.list("operators of the bytecode", &["operator", "calls", "arguments given"], operators.collect());
    let functions = program
        .functions
        .iter()
        .take(most)
        .map(|function| vec![function.name.to_string(), signature(function)]);
    to.list("functions of the bytecode", &["name", "signature"], functions.collect());
}

/// `(self: __torch__.Net, x: Tensor) -> Tensor`; empty in bytecode 3.
fn signature(function: &Function) -> String {
    let Some(schema) = &function.schema else { return String::new() };
    let arguments: Vec<String> =
        schema.arguments.iter().map(|argument| format!("{}: {}", argument.name, argument.ty.text)).collect();
    let returns: Vec<&str> = schema.returns.iter().map(|result| &*result.ty.text).collect();
    format!("({}) -> {}", arguments.join(", "), returns.join(", "))
}
