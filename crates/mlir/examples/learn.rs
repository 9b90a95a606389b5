//! Infers property schemas from paired samples: `learn RELEASE VERSION HYPOTHESIS…`; each line of the input is a file of version 4 and the same module of
//! version 6. Prints a text of schemas; what was not solved, as comments. HYPOTHESIS are releases nearby, the nearest first. What the
//! text of RELEASE itself has from definitions is left out. A blank line in the input begins the files of another tool: of an operation that
//! two of them write in different ways, the first one's is taken.
// It is a tool, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};

use outlast_mlir::schema::learn::{Learned, Lesson, lines};
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
    // StableHLO has releases of its own.
    let stablehlo = |op: &str| matches!(op.split('.').next(), Some("vhlo" | "stablehlo" | "chlo"));
    let mut learned = BTreeMap::new();
    let (mut pairs, mut other) = (0, 0);
    let input = std::io::read_to_string(std::io::stdin()).unwrap();
    for tool in input.split("\n\n") {
        let mut lesson = Lesson::new();
        for line in tool.lines() {
            let (named, positional) = line.split_once(' ').unwrap();
            if let Err(error) =
                lesson.add(&std::fs::read(named).unwrap(), &std::fs::read(positional).unwrap())
            {
                println!("# {named}: {error}");
                other += 1;
            }
        }
        pairs += lesson.pairs();
        let of_tool = lesson.schemas(|op| {
            hypotheses.iter().find_map(|release| match release.op(op) {
                Known::Properties(schema) => Some(schema),
                _ => None,
            })
        });
        for (op, what) in of_tool {
            let better = matches!(learned.get(&op), None | Some(Learned::Unsolved(_)));
            if better && !known.contains(&*op) && !stablehlo(&op) {
                learned.insert(op, what);
            }
        }
    }
    println!(
        "# Properties of {} operations, learned from {pairs} paired samples that {version} wrote ({other} were none).",
        learned.len()
    );
    println!("# Form: see the module `schema::text` of crates/mlir.");
    print!("{}", lines(name, version, &learned));
}
