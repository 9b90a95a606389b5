//! Times reading of a file: `time_read FILE`. Prints milliseconds for opening, tables, operations without and with nested ones.
// It is a tool for measurements, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::time::Instant;

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::{File, Tables};

fn main() {
    let name = std::env::args().nth(1).unwrap();
    let data = std::fs::read(&name).unwrap();
    let start = Instant::now();
    let file = File::open(&data).unwrap();
    let opened = start.elapsed();
    let tables = Tables::read(&file).unwrap();
    let read = start.elapsed();
    let lazy = Ir::read(&file, &tables, Nested::Skip(1)).unwrap();
    let listed = start.elapsed();
    let all = Ir::read(&file, &tables, Nested::Read).unwrap();
    let done = start.elapsed();
    println!(
        "open {opened:?}, tables {:?}, lazy {:?} ({} operations)",
        read - opened,
        listed - read,
        lazy.len()
    );
    println!("all {:?} ({} operations, {} attributes)", done - listed, all.len(), tables.attrs.len());
}
