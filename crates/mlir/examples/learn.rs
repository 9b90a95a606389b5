//! Infers property schemas from twins: `learn RELEASE VERSION HYPOTHESIS…`; each line of the input is a file of version 4 and its twin of
//! version 6. Prints a text of schemas; what was not solved, as comments. HYPOTHESIS are releases nearby, the nearest first. What the
//! text of RELEASE itself has is left out.
// It is a tool, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeSet;

use outlast_mlir::schema::learn::{Lesson, lines};
use outlast_mlir::schema::{Known, release, sources};

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
    let mut lesson = Lesson::new();
    let mut other = 0;
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (named, positional) = line.split_once(' ').unwrap();
        if let Err(error) = lesson.add(&std::fs::read(named).unwrap(), &std::fs::read(positional).unwrap()) {
            println!("# {named}: {error}");
            other += 1;
        }
    }
    let pairs = lesson.pairs();
    let mut learned = lesson.schemas(|op| {
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
    print!("{}", lines(name, version, &learned));
}
