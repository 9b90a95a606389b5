//! What a stream of Swift, Clang, diagnostics or remarks says of itself: `lookup FILE`; and names looked up in its tables:
//! `lookup FILE NAME…`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use outlast_bitstream::clang::{ClangFacts, ClangTables, DeclName};
use outlast_bitstream::diagnostics::Diagnostics;
use outlast_bitstream::remarks::Remarks;
use outlast_bitstream::swift::{NameKey, ScanCache, SwiftDeps, SwiftFacts, SwiftTables, TableId};
use outlast_bitstream::{Stream, StreamKind, unwrap};

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
    match stream.kind() {
        StreamKind::ClangAst => return clang(stream, names),
        StreamKind::Diagnostics => {
            let all = Diagnostics::read(stream);
            println!("version {:?}, {:?}", all.version, all.counts());
            all.diagnostics.iter().for_each(|d| println!("{d}"));
            println!("{:?} {} {:?}", all.files, all.unknown, all.fault);
        }
        StreamKind::Remarks => println!("{:#?}", Remarks::read(stream)),
        StreamKind::SwiftDeps => {
            let deps = SwiftDeps::read(stream);
            println!("{:?} {:?} {:?}", deps.format, deps.compiler, deps.summary());
            deps.nodes.iter().for_each(|node| println!("{node:?}"));
        }
        StreamKind::SwiftScanCache => println!("{:#?}", ScanCache::read(stream)),
        _ => return swift(stream, names),
    }
    Ok(())
}

#[allow(clippy::print_stdout)]
fn swift(stream: Stream<'_>, names: &[String]) -> outlast_core::Result<()> {
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

#[allow(clippy::print_stdout)]
fn clang(stream: Stream<'_>, names: &[String]) -> outlast_core::Result<()> {
    let mut tables = ClangTables::open(stream)?;
    if names.is_empty() {
        println!("{:#?}", ClangFacts::read(stream));
        for (name, count) in tables.verify()? {
            println!("{name}: {count}");
        }
        for list in tables.lists().to_vec() {
            let found = (0..list.count).filter_map(|at| tables.resolve(list.name, at).ok()).count();
            println!("{}: {} of {} places resolved", list.name, found, list.count);
        }
        tables.headers().iter().for_each(|header| println!("{header:?}"));
        tables.selectors().iter().for_each(|selector| println!("selector {selector}"));
    }
    for name in names {
        println!("{name}: {:?} {:?}", tables.identifier(name)?, tables.selector(name)?);
        let key = DeclName::Identifier(name.clone());
        for (decl, table) in tables.updates() {
            println!("  in declaration {decl}: {:?}", tables.declarations(table, &key)?);
        }
    }
    Ok(())
}
