//! Writes files for a release of MLIR: `to_release 16|19|22 OUT FILE…`. `OUT` is a folder. Prints what cannot be written, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;

use outlast_mlir::schema::{FileSchemas, release};
use outlast_mlir::steps::{self, BuiltinCodes, Change};
use outlast_mlir::{File, Module};

fn one(data: &[u8], target: u32) -> Result<Vec<u8>, String> {
    let mut module = Module::read(data).map_err(|error| error.to_string())?;
    let file = File::open(data).unwrap();
    let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    let version = if target == 16 { 0 } else { 4 };
    steps::set_version(&mut module, version, &schemas).map_err(|error| error.to_string())?;
    let ops: Vec<&str> = release(if target == 22 { "mlir-22" } else { "mlir-19" }).unwrap().ops().collect();
    for change in steps::CHANGES {
        match *change {
            Change::Renamed(old, new) if ops.contains(&old) && !ops.contains(&new) => {
                steps::rename(&mut module, new, old);
            }
            Change::Renamed(old, new) | Change::Merged(old, new)
                if ops.contains(&new) && !ops.contains(&old) =>
            {
                steps::rename(&mut module, old, new);
            }
            Change::Terminator(_, terminator) if !ops.contains(&terminator) => {
                steps::drop_terminators(&mut module, terminator);
            }
            Change::Terminator(around, terminator) => {
                steps::add_terminators(&mut module, around, terminator);
            }
            _ => {}
        }
    }
    let attr = match target {
        16 => 20,
        19 => 21,
        _ => 22,
    };
    let newest = BuiltinCodes { attr, ty: 20 };
    steps::lower_builtin_codes(&mut module, newest, target).map_err(|error| error.to_string())?;
    if target < 22 {
        steps::dialect_to_text(&mut module, "llvm", target).map_err(|error| error.to_string())?;
    }
    Ok(module.canonical(&schemas).unwrap_or_else(|_| module.encode()).concat())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let out = Path::new(&arguments[2]);
    std::fs::create_dir_all(out).unwrap();
    let (mut written, mut refused) = (0, 0);
    for name in &arguments[3..] {
        match one(&std::fs::read(name).unwrap(), arguments[1].parse().unwrap()) {
            Ok(bytes) => {
                std::fs::write(out.join(Path::new(name).file_name().unwrap()), bytes).unwrap();
                written += 1;
            }
            Err(error) => {
                println!("{name}: {error}");
                refused += 1;
            }
        }
    }
    println!("{written} written, {refused} refused");
}
