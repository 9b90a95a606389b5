//! Prints files: `print [--local] [--debug] [--style RELEASE] [--out FOLDER] FILE…`, to standard output or to files of the same name.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::print::{PrintOptions, Source, print, reader_schemas};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::{File, Tables};

fn main() {
    let mut options = PrintOptions::default();
    let mut folder: Option<PathBuf> = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--local" => options.local_scope = true,
            "--debug" => options.debug_info = true,
            "--style" => options.release = Some(args.next().unwrap().parse().unwrap()),
            "--out" => folder = Some(args.next().unwrap().into()),
            name => print_file(Path::new(name), &options, folder.as_deref()),
        }
    }
}

fn print_file(path: &Path, options: &PrintOptions, folder: Option<&Path>) {
    let data = std::fs::read(path).unwrap();
    let file = File::open(&data).unwrap();
    let tables = Tables::read(&file).unwrap();
    let ir = Ir::read(&file, &tables, Nested::Read).unwrap();
    let schemas = match file.version() {
        0..5 => reader_schemas(file.producer(), &tables, options),
        _ => FileSchemas::choose(&file, &tables, &ir).schemas,
    };
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &tables,
        ir: &ir,
        schemas: &schemas,
    };
    let mut out: Box<dyn std::io::Write> = match folder {
        Some(folder) => {
            let name = folder.join(path.file_stem().unwrap()).with_extension("mlir");
            // A stem may have dots of its own.
            let name = name.with_file_name(format!("{}.mlir", path.file_stem().unwrap().to_str().unwrap()));
            Box::new(std::fs::File::create(name).unwrap())
        }
        None => Box::new(std::io::stdout().lock()),
    };
    print(&source, options, &mut out).unwrap();
    out.flush().unwrap();
}
