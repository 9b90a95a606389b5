//! Writes files as another version of the container, numbered anew: `set_version VERSION OUT FILE…`. `OUT` is a folder. Prints what
//! cannot be written, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;

use outlast_mlir::schema::FileSchemas;
use outlast_mlir::steps::set_version;
use outlast_mlir::{File, Module};

fn one(data: &[u8], version: u64) -> Result<Vec<u8>, String> {
    let mut module = Module::read(data).map_err(|error| error.to_string())?;
    let file = File::open(data).unwrap();
    let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    set_version(&mut module, version, &schemas).map_err(|error| error.to_string())?;
    // Files with encodings that are not known keep their numbers.
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
