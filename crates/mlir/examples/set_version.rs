//! Writes a file as another version of the container: `set_version FILE VERSION OUT`; with the producer's name kept, numbered anew.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use outlast_mlir::{File, Module};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::steps::set_version;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let data = std::fs::read(&arguments[1]).unwrap();
    let mut module = Module::read(&data).unwrap();
    let file = File::open(&data).unwrap();
    let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    set_version(&mut module, arguments[2].parse().unwrap(), &schemas).unwrap();
    std::fs::write(&arguments[3], module.canonical(&schemas).unwrap().concat()).unwrap();
}
