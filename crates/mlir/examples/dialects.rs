//! Files of upstream's test dialect through its hooks: `dialects MODE OUT FILE…`; `OUT` is a folder. Modes:
//!
//! * `canonical`: rewritten, each file has its bytes; nothing is written;
//! * `down`: written with version 1.12 of the dialect;
//! * `up`: printed after the upgrade, as `mlir-opt --mlir-print-op-generic --mlir-print-local-scope` prints, and rewritten.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/it/test_dialect.rs"]
mod test_dialect;

use std::path::Path;

use outlast_mlir::dialect::{Dialects, Loader};
use outlast_mlir::print::{PrintOptions, Source, print};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::{File, Module};
use test_dialect::{NEWEST, TestDialect, Version};

fn schemas(file: &File<'_>, module: &Module<'_>) -> FileSchemas {
    test_dialect::schemas(file, &module.tables, &module.ir)
}

/// Whether the file is one to be counted: none if something in it is not known.
fn canonical(file: &File<'_>, module: &Module<'_>) -> Result<bool, String> {
    let ours = module.canonical(&schemas(file, module)).map_err(|error| error.to_string())?;
    Ok(ours.concat() == file.data())
}

fn text(file: &File<'_>, module: &Module<'_>) -> Vec<u8> {
    let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
    let schemas = schemas(file, module);
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &module.tables,
        ir: &module.ir,
        schemas: &schemas,
    };
    let mut out = Vec::new();
    print(&source, &options, &mut out).unwrap();
    out
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (mode, out) = (arguments[1].as_str(), Path::new(&arguments[2]));
    let version = if mode == "down" { Version { major: 1, minor: 12 } } else { NEWEST };
    let mut dialects = Dialects::new();
    dialects.register(TestDialect(version));
    let (mut good, mut bad, mut other, mut encoded) = (0, 0, 0, 0);
    for name in &arguments[3..] {
        let path = Path::new(name);
        let data = std::fs::read(path).unwrap();
        let file = File::open(&data).unwrap();
        let loader = Loader::open(&data, &dialects).unwrap();
        let states = loader.version("test").is_some();
        let module = match loader.into_module() {
            Ok(module) => module,
            Err(error) => {
                println!("{name}: {error}");
                bad += 1;
                continue;
            }
        };
        let id = module.tables.find_dialect(b"test");
        let own = |entry: &outlast_mlir::tables::Entry<'_>| Some(entry.dialect) == id && entry.custom;
        encoded += module.tables.attrs.iter().filter(own).count();
        encoded += module.tables.types.iter().filter(own).count();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        match mode {
            "canonical" => match canonical(&file, &module) {
                Ok(true) => good += 1,
                Ok(false) => {
                    println!("{name}: other bytes");
                    bad += 1;
                }
                Err(_) => other += 1,
            },
            "down" => {
                std::fs::write(out.join(format!("{stem}.mlirbc")), module.encode().concat()).unwrap();
                good += usize::from(states);
                other += usize::from(!states);
            }
            _ => {
                std::fs::write(out.join(format!("{stem}.mlir")), text(&file, &module)).unwrap();
                let bytes = module.canonical(&schemas(&file, &module)).unwrap().concat();
                std::fs::write(out.join(format!("{stem}.mlirbc")), bytes).unwrap();
                good += 1;
            }
        }
    }
    println!(
        "{good} good, {bad} bad, {other} without what it takes, {encoded} entries in the dialect's encoding"
    );
}
