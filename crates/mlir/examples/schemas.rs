//! Chooses schemas for files: `schemas [--ops] FILE…`, or files whose names come one a line as input. Counts operations with properties, those whose schema is proven, and why not.
//! With `--ops`, each operation that has none.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::schema::{FileSchemas, Served, Why};
use outlast_mlir::{File, OpNameId, Tables};

#[derive(Default)]
struct Counts {
    time: std::time::Duration,
    files: u64,
    unread: u64,
    complete: u64,
    ops: u64,
    blobs: u64,
    registered: u64,
    served: BTreeMap<String, u64>,
    unknown: BTreeMap<String, (u64, u64, String)>,
}

fn main() {
    let (flags, mut names): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    if names.is_empty() {
        names = std::io::stdin().lines().map(Result::unwrap).collect();
    }
    let mut counts = Counts::default();
    for name in names {
        let data = std::fs::read(&name).unwrap();
        if let Err(error) = file(&data, &name, &mut counts) {
            println!("{name}: {error:?}");
            counts.unread += 1;
        }
    }
    let Counts { time, files, unread, complete, ops, blobs, registered, served, unknown } = counts;
    println!(
        "{files} files ({unread} not read), {ops} operations, {blobs} with properties, {registered} of them registered"
    );
    for (what, count) in served {
        println!("  {count:8} {what}");
    }
    let without: u64 = unknown.values().map(|(count, ..)| count).sum();
    println!(
        "proven: {} of {registered} registered operations; {complete} of {files} files complete",
        registered - without
    );
    println!("chosen in {time:?}");
    println!("unknown: {} operation names", unknown.len());
    if flags.iter().any(|flag| flag == "--ops") {
        for (name, (count, files, why)) in unknown {
            println!("  {name}: {count} in {files} files; {why}");
        }
    }
}

fn file(data: &[u8], path: &str, counts: &mut Counts) -> outlast_core::Result<()> {
    let file = File::open(data)?;
    let tables = Tables::read(&file)?;
    let ir = Ir::read(&file, &tables, Nested::Read)?;
    let start = std::time::Instant::now();
    let chosen = FileSchemas::choose(&file, &tables, &ir);
    counts.time += start.elapsed();
    counts.files += 1;
    counts.ops += u64::try_from(ir.len()).unwrap();
    let mut complete = true;
    for (index, op) in chosen.ops.iter().enumerate() {
        if op.blobs == 0 {
            continue;
        }
        counts.blobs += op.blobs;
        if op.served != Served::Unregistered {
            counts.registered += op.blobs;
        }
        let what = match &op.served {
            Served::Given(name) => name.clone(),
            Served::Release(release) => release.name().to_string(),
            Served::Agreed(releases) => format!("agreed: {releases:?}"),
            Served::Unregistered => "unregistered".to_string(),
            other => {
                complete = false;
                let name = String::from_utf8_lossy(&tables.op_name(OpNameId::new(index))).into_owned();
                let at = counts.unknown.entry(name).or_default();
                at.0 += op.blobs;
                at.1 += 1;
                at.2 = format!("{other:?} ({path})");
                let Served::Unknown(why) = other else { unreachable!("{other:?}") };
                match why {
                    Why::Unmeasured => "unknown: not measured".to_string(),
                    Why::Absent(_) => "unknown: the release does not have it".to_string(),
                    Why::Disagree(_) => "unknown: releases disagree".to_string(),
                    _ => "unknown: not proven".to_string(),
                }
            }
        };
        *counts.served.entry(what).or_default() += op.blobs;
    }
    counts.complete += u64::from(complete);
    Ok(())
}
