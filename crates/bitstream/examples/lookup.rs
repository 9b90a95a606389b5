//! Looks names up in the tables of a Swift stream: `lookup FILE [NAME…]`. Without names, checks every table.

use std::process::ExitCode;

use outlast_bitstream::swift::{NameKey, SwiftFacts, SwiftTables, TableId};
use outlast_bitstream::{Stream, unwrap};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("usage: lookup FILE [NAME…]");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let stream = match unwrap(&bytes, 0) {
        Ok((_, stream)) => stream,
        Err(fault) => {
            eprintln!("{path}: {fault}");
            return ExitCode::from(2);
        }
    };
    let names: Vec<String> = args.collect();
    match run(stream, &names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(2)
        }
    }
}

#[allow(clippy::print_stdout)]
fn run(stream: Stream<'_>, names: &[String]) -> outlast_core::Result<()> {
    let mut facts = SwiftFacts::read(stream);
    facts.control.clear();
    if names.is_empty() {
        println!("{facts:#?}");
    }
    let mut tables = SwiftTables::open(stream)?;
    if names.is_empty() {
        for (id, count) in tables.verify()? {
            println!("{}: {count}", id.name());
        }
        for list in tables.lists() {
            println!("{}: {} places", list.name, list.bits.len());
        }
        println!("misplaced: {:?}", tables.misplaced());
    }
    for name in names {
        for id in tables.tables().map(|(id, _)| id).collect::<Vec<TableId>>() {
            if let Some(found) = tables.find(id, NameKey::Name(name))? {
                println!("{name}: {}: {found:?}", id.name());
            }
        }
    }
    Ok(())
}
