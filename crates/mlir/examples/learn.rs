//! Infers property schemas from paired samples: `learn RELEASE VERSION HYPOTHESIS…`; each line of the input is a file of version 4 and the same module of
//! version 6. Prints a text of schemas; what was not solved, as comments. HYPOTHESIS are releases nearby, the nearest first. What the
//! text of RELEASE itself has is left out, if it was read off definitions; if it was learned as well, it goes on: what it has stays, with
//! names for fields that had none, unless the samples show something else.
// It is a tool, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeSet;

use outlast_mlir::schema::learn::{Learned, Lesson, lines, merged};
use outlast_mlir::schema::{Known, release, sources, text};

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
    // StableHLO has releases of its own.
    let stablehlo = |op: &str| matches!(op.split('.').next(), Some("vhlo" | "stablehlo" | "chlo"));
    learned.retain(|op, _| !known.contains(&**op) && !stablehlo(op));
    let mut changed = 0;
    for before in release(name).into_iter().filter(|release| release.learned()) {
        for op in before.ops() {
            let old = match before.op(op) {
                Known::Properties(schema) => Learned::Schema(schema),
                _ => Learned::Plain,
            };
            let both = match (&old, learned.get(op)) {
                (_, None | Some(Learned::Unsolved(_))) => old,
                (Learned::Schema(one), Some(Learned::Schema(other))) => match merged(one, other) {
                    Some(both) => Learned::Schema(both),
                    None => {
                        changed += 1;
                        let (one, other) = (text::print(one), text::print(other));
                        Learned::Unsolved(format!("`{one}` in some files, `{other}` in others"))
                    }
                },
                (Learned::Plain, Some(Learned::Plain)) => Learned::Plain,
                _ => {
                    changed += 1;
                    Learned::Unsolved("some have properties and some do not".into())
                }
            };
            learned.insert(op.to_owned(), both);
        }
    }
    eprintln!("{} operations, {changed} of them differ from what was learned before", learned.len());
    println!(
        "# Properties of {} operations, learned from paired samples that {version} wrote; the last time from {pairs} ({other} were none).",
        learned.len()
    );
    println!(
        "# Made by the example `learn` of crates/mlir from what schemas_learned.py and schemas_probed.py of xtask/peers/mlir made; do not edit."
    );
    println!("# Form: see the module `schema::text` of crates/mlir.");
    print!("{}", lines(name, version, &learned));
}
