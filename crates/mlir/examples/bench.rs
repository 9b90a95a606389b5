//! One piece of work on one file, to be measured from outside: `bench open|parse|canonical|dump FILE`.
//!
//! * `open`: header, tables, and the operations outside of isolated regions; prints how many functions there are.
//! * `parse`: all operations.
//! * `canonical`: all operations, renumbered and written to standard output.
//! * `dump`: text on standard output.
// It is a tool for measurements, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::io::Write as _;

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::print::{PrintOptions, Source, print};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::write::canonical;
use outlast_mlir::{File, Tables};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let data = std::fs::read(&arguments[2]).unwrap();
    let file = File::open(&data).unwrap();
    let tables = Tables::read(&file).unwrap();
    if arguments[1] == "open" {
        let ir = Ir::read(&file, &tables, Nested::Skip(1)).unwrap();
        println!("{} operations, {} of them with regions that were skipped", ir.len(), ir.all_lazy().len());
        return;
    }
    let ir = Ir::read(&file, &tables, Nested::Read).unwrap();
    if arguments[1] == "parse" {
        println!("{} operations, {} attributes", ir.len(), tables.attrs.len());
        return;
    }
    let schemas = FileSchemas::choose(&file, &tables, &ir).schemas;
    let mut out = std::io::stdout().lock();
    if arguments[1] == "canonical" {
        for piece in canonical(file.version(), file.producer(), &tables, ir, &schemas).unwrap() {
            out.write_all(&piece).unwrap();
        }
        return;
    }
    let (version, producer) = (file.version(), file.producer());
    let source = Source { version, producer, tables: &tables, ir: &ir, schemas: &schemas };
    print(&source, &PrintOptions::default(), &mut out).unwrap();
}
