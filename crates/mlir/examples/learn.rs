//! Infers property schemas from twins: `learn RELEASE VERSION HYPOTHESIS…`; each line of the input is a file of version 4 and its twin of
//! version 6. Prints a text of schemas; what was not solved, as comments. HYPOTHESIS are releases nearby, the nearest first. What the
//! text of RELEASE itself has is left out.
// It is a tool, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeSet;

use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::schema::learn::{Half, Learned, Learner};
use outlast_mlir::schema::{Known, release, sources, text};
use outlast_mlir::{File, Tables};

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [name, version, hypotheses @ ..] = &args[..] else {
        panic!("usage: learn RELEASE VERSION HYPOTHESIS… < PAIRS")
    };
    let hypotheses: Vec<_> = hypotheses.iter().map(|name| release(name).unwrap()).collect();
    let own = sources().iter().find(|(file, _)| *file == format!("{name}.txt"));
    let known: BTreeSet<&str> = match own {
        Some((_, text)) if !text.contains(" learned\n") => {
            text.lines().filter_map(|line| line.split(' ').next()).collect()
        }
        _ => BTreeSet::new(),
    };
    let mut learner = Learner::new();
    let (mut pairs, mut other) = (0, 0);
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (named, positional) = line.split_once(' ').unwrap();
        match add(&mut learner, &std::fs::read(named).unwrap(), &std::fs::read(positional).unwrap()) {
            Ok(()) => pairs += 1,
            Err(error) => {
                println!("# {named}: {error}");
                other += 1;
            }
        }
    }
    let mut learned = learner.schemas(|op| {
        hypotheses.iter().find_map(|release| match release.op(op) {
            Known::Properties(schema) => Some(schema),
            _ => None,
        })
    });
    learned.retain(|op, _| !known.contains(&**op));
    println!(
        "# Properties of {} operations, learned from {pairs} twins ({other} were none) that {version} wrote.",
        learned.len()
    );
    println!(
        "# Made by the example `learn` of crates/mlir from what xtask/peers/mlir/schemas_learned.py made; do not edit."
    );
    println!("# Form: see the module `schema::text` of crates/mlir.");
    println!("release {name} {version} learned");
    for (op, what) in learned {
        match what {
            Learned::Plain => println!("{op} -"),
            Learned::Schema(schema) => println!("{op} {}", text::print(&schema)),
            Learned::Unsolved(why) => println!("# {op}: {why}"),
        }
    }
}

fn add(learner: &mut Learner, named: &[u8], positional: &[u8]) -> outlast_core::Result<()> {
    let files = (File::open(named)?, File::open(positional)?);
    let tables = (Tables::read(&files.0)?, Tables::read(&files.1)?);
    let ir = (Ir::read(&files.0, &tables.0, Nested::Read)?, Ir::read(&files.1, &tables.1, Nested::Read)?);
    learner.add(
        Half { file: &files.0, tables: &tables.0, ir: &ir.0 },
        Half { file: &files.1, tables: &tables.1, ir: &ir.1 },
    )
}
