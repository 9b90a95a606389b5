//! What of files Outlast cannot read: `opaque FILE…`. Prints for each operation, and for attributes and types of each dialect, how many
//! are opaque; then in how many files, of how many, and how many of all there are. Every file is printed as text, too.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;

use outlast_mlir::ir::Nested;
use outlast_mlir::overview::Overview;
use outlast_mlir::print::{PrintOptions, Source, print, reader_schemas};
use outlast_mlir::schema::{Served, Why};
use outlast_mlir::{File, OpNameId};

#[derive(Default)]
struct Counts {
    attrs: (u64, u64),
    types: (u64, u64),
    properties: (u64, u64),
    ops: usize,
    files: (usize, usize),
    opaque: BTreeMap<String, u64>,
}

fn main() {
    let mut counts = Counts::default();
    for name in std::env::args().skip(1) {
        let data = std::fs::read(&name).unwrap();
        let before = counts.opaque.values().sum::<u64>();
        survey(&data, &mut counts);
        counts.files.0 += 1;
        counts.files.1 += usize::from(counts.opaque.values().sum::<u64>() != before);
    }
    for (what, count) in &counts.opaque {
        println!("{count:>7} {what}");
    }
    let Counts { attrs, types, properties, ops, files, .. } = counts;
    println!("{} of {} files have something opaque; {ops} operations", files.1, files.0);
    println!(
        "opaque: {} of {} attributes, {} of {} types, {} of {} properties",
        attrs.1, attrs.0, types.1, types.0, properties.1, properties.0
    );
}

fn survey(data: &[u8], counts: &mut Counts) {
    let file = File::open(data).unwrap();
    let all = Overview::read(&file, Nested::Read).unwrap();
    counts.ops += all.ir.len();
    for dialect in all.dialects() {
        for (what, sum, of) in
            [("attributes", &mut counts.attrs, &dialect.attrs), ("types", &mut counts.types, &dialect.types)]
        {
            sum.0 += of.all;
            sum.1 += of.opaque;
            if of.opaque != 0 {
                *counts.opaque.entry(format!("{what} of {}", dialect.name)).or_default() += of.opaque;
            }
        }
    }
    for (at, op) in all.chosen.ops.iter().enumerate() {
        counts.properties.0 += op.blobs;
        if let Served::Unknown(why) = &op.served {
            counts.properties.1 += op.blobs;
            let why = match why {
                Why::Unproven(_, unproven) => unproven.why.clone(),
                other => format!("{other:?}"),
            };
            let name = all.op_name(OpNameId::new(at));
            *counts.opaque.entry(format!("properties of {name}: {why}")).or_default() += op.blobs;
        }
    }
    let options = PrintOptions::default();
    let reader = reader_schemas(file.producer(), &all.tables, &options);
    let schemas = if file.version() < 5 { &reader } else { &all.chosen.schemas };
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &all.tables,
        ir: &all.ir,
        schemas,
    };
    print(&source, &options, &mut std::io::sink()).unwrap();
}
