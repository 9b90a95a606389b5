//! Writes files anew: `canonical FILE…`. Prints those that are not the same afterwards, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::write::{CanonicalError, canonical};
use outlast_mlir::{File, Tables};

fn main() {
    let (mut same, mut other, mut opaque) = (0, 0, 0);
    for name in std::env::args().skip(1) {
        let data = std::fs::read(&name).unwrap();
        let file = File::open(&data).unwrap();
        let tables = Tables::read(&file).unwrap();
        let ir = Ir::read(&file, &tables, Nested::Read).unwrap();
        let schemas = FileSchemas::choose(&file, &tables, &ir).schemas;
        match canonical(file.version(), file.producer(), &tables, ir, &schemas) {
            Ok(pieces) => {
                let bytes = pieces.concat();
                if bytes == data {
                    same += 1;
                } else {
                    let at = bytes.iter().zip(&data).take_while(|(one, other)| one == other).count();
                    println!("{name}: differs at 0x{at:x} of {}", data.len());
                    other += 1;
                }
            }
            Err(CanonicalError::Opaque(what)) => {
                println!("{name}: {what}");
                opaque += 1;
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    println!("{same} the same, {other} differ, {opaque} opaque");
}
