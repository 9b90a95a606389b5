//! Parses texts and prints them again: `parse [--version N] [--release NAME] [--producer TEXT] [--style N] [--local] [--debug]
//! [--out FOLDER] [--test] FILE…`. What is printed has to be the text. With `--out`, bytecode is written to files of the same name. Prints
//! what is not so, and counts. With `--test`, files say which version of the test dialect they are of, as those of mlir-opt do.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use outlast_mlir::parse::{ParseOptions, parse, schemas};
use outlast_mlir::print::{PrintOptions, Source, print, reader_schemas};
use outlast_mlir::schema::release;
use outlast_mlir::{File, Module};

fn main() {
    let mut options = ParseOptions::default();
    let mut style = PrintOptions::default();
    let mut out: Option<PathBuf> = None;
    let mut test = false;
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap();
        match arg.as_str() {
            "--version" => options.version = value().parse().unwrap(),
            "--release" => options.release = Some(release(&value()).unwrap()),
            "--producer" => options.producer = value(),
            "--style" => style.release = Some(value().parse().unwrap()),
            "--test" => test = true,
            "--local" => style.local_scope = true,
            "--debug" => style.debug_info = true,
            "--out" => out = Some(value().into()),
            _ => names.push(arg),
        }
    }
    let (mut same, mut other, mut refused) = (0, 0, 0);
    for name in &names {
        let text = std::fs::read(name).unwrap();
        let Ok(text) = String::from_utf8(text) else {
            println!("{name}: not UTF-8");
            refused += 1;
            continue;
        };
        match parse_file(Path::new(name), &text, &options, &style, out.as_deref(), test) {
            Ok(true) => same += 1,
            Ok(false) => other += 1,
            Err(error) => {
                println!("{name}: {error}");
                refused += 1;
            }
        }
    }
    println!("{same} the same, {other} differ, {refused} refused");
}

fn parse_file(
    path: &Path,
    text: &str,
    options: &ParseOptions,
    style: &PrintOptions,
    out: Option<&Path>,
    test: bool,
) -> Result<bool, String> {
    let mut module = parse(text, options).map_err(|error| error.to_string())?;
    if let Some(dialect) = module.tables.find_dialect(b"test").filter(|_| test) {
        // 2.0.
        module.tables.dialects[dialect.index()].version = Some(vec![5, 1].into());
    }
    let known = schemas(&module.tables, options);
    let bytes = module.canonical(&known).map_err(|error| error.to_string())?.concat();
    if let Some(out) = out {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        std::fs::write(out.join(format!("{stem}.mlirbc")), &bytes).unwrap();
    }
    let again = Module::read(&bytes).map_err(|error| format!("not read again: {error}"))?;
    let file = File::open(&bytes).unwrap();
    let known = match style.release {
        Some(_) if options.version < 5 => reader_schemas(file.producer(), &again.tables, style),
        _ => schemas(&again.tables, options),
    };
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &again.tables,
        ir: &again.ir,
        schemas: &known,
    };
    let mut printed = Vec::new();
    print(&source, style, &mut printed).unwrap();
    if printed == text.as_bytes() {
        return Ok(true);
    }
    let printed = String::from_utf8_lossy(&printed);
    let differs = text.lines().zip(printed.lines()).enumerate().find(|(_, (one, other))| one != other);
    match differs {
        Some((at, (one, other))) => {
            println!("{}:{}\n  {:.300}\n  {:.300}", path.display(), at + 1, one, other);
        }
        None => println!("{}: another number of lines", path.display()),
    }
    Ok(false)
}
