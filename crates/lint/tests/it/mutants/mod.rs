//! Mutants of real schemas, and an oracle that knows no rule: random values, written under one schema and read under the other.
//!
//! Recall is counted over the pairs and directions that the oracle shows to break: the lint must say so, or that it depends on data. A
//! break that the lint claims must be shown by its witness, read again here.

mod edit;
mod trees;

use std::time::Instant;

use outlast_flatbuffers::schema::{Schema, to_fbs};
use outlast_lint::fbs::wire::{self, Reading, Side};
use outlast_lint::fbs::{self, Options};
use outlast_lint::{Direction, Level, Report};

use crate::support::{check_report, home, line};

/// A small xorshift generator: the same numbers for the same seed, everywhere.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % n.max(1)
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

/// The schemas that are mutated, each as one text.
fn bases() -> Vec<Schema> {
    let schemas = home().join("../executorch/schemas");
    let shapes = home().join("tests/it/mutants/shapes.fbs");
    let mut paths: Vec<_> = std::fs::read_dir(schemas).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.push(shapes);
    paths.sort();
    let bases = paths.iter().map(|path| {
        let read = |wanted: &str| std::fs::read_to_string(path.parent().unwrap().join(wanted)).ok();
        let text = std::fs::read_to_string(path).unwrap();
        let schema = Schema::parse_with("base.fbs", &text, &mut |wanted| read(wanted)).unwrap();
        // Printed and parsed, as the mutants are.
        Schema::parse(&to_fbs(&schema)).unwrap()
    });
    bases.filter(|schema| schema.root.is_some()).collect()
}

/// Whether random values show a break, and how.
fn oracle(old: &Schema, new: &Schema, direction: Direction, rng: &mut Rng, trees: usize) -> Option<String> {
    let (writer, reader) = match direction {
        Direction::NewReadsOld => (old, new),
        Direction::OldReadsNew => (new, old),
    };
    let (own, other) = (writer.root?, reader.root?);
    let newer = direction == Direction::OldReadsNew;
    for n in 0..trees {
        let Some(tree) = trees::table(writer, own, rng, n, !newer) else { continue };
        let tree = wire::sorted(writer, own, &tree);
        let Ok(bytes) = wire::write(writer, own, &tree, true) else { continue };
        match wire::read(reader, Reading { root: other, identified: true }, &bytes) {
            Err(refusal) => return Some(format!("{:?}: {}", refusal.trail, refusal.why)),
            Ok(read) => {
                let sides = (Side { schema: writer, root: own }, Side { schema: reader, root: other });
                if let Some(difference) = wire::compare(sides.0, &tree, sides.1, &read, newer) {
                    return Some(format!("{difference:?}"));
                }
            }
        }
    }
    None
}

fn said(report: &Report, direction: Direction) -> Option<Level> {
    let all = report.findings.iter().filter(|finding| finding.directions.has(direction));
    all.map(|finding| finding.level).max().filter(|level| *level > Level::Note)
}

/// What came of many mutants.
#[derive(Default, Debug)]
struct Tally {
    mutants: usize,
    broken: usize,
    missed: Vec<String>,
    claimed: usize,
    beyond: usize,
}

fn run(count: usize, trees: usize) -> Tally {
    let bases = bases();
    let mut tally = Tally::default();
    let mut seed = 0;
    while tally.mutants < count {
        seed += 1;
        let mut rng = Rng::new(seed);
        let old = &bases[rng.below(bases.len())];
        let mut edits = Vec::new();
        let Some(new) = edit::mutant(old, &mut rng, &mut edits) else { continue };
        tally.mutants += 1;
        let report = fbs::lint(old, &new, &Options::default()).unwrap();
        check_report(old, &new, &report);
        for direction in Direction::ALL {
            let shown = oracle(old, &new, direction, &mut rng, trees);
            let level = said(&report, direction);
            tally.broken += usize::from(shown.is_some());
            tally.claimed += usize::from(level == Some(Level::Break));
            tally.beyond += usize::from(shown.is_none() && level == Some(Level::Break));
            if let (Some(shown), None) = (shown, level) {
                let lines: Vec<String> = report.findings.iter().map(line).collect();
                tally.missed.push(format!("seed {seed}, {direction}: {edits:?}\n  {shown}\n  {lines:#?}"));
            }
        }
    }
    tally
}

fn check(count: usize, trees: usize) {
    let start = Instant::now();
    let tally = run(count, trees);
    let found = tally.broken - tally.missed.len();
    println!(
        "{} mutants, two directions each: the oracle breaks {}, of which the lint tells {found}; it claims {} breaks, each with a \
         witness, {} of them beyond the oracle; {:?}",
        tally.mutants,
        tally.broken,
        tally.claimed,
        tally.beyond,
        start.elapsed()
    );
    tally.missed.iter().for_each(|missed| println!("missed: {missed}"));
    assert!(100 * found >= 99 * tally.broken, "{}", tally.missed.join("\n"));
}

#[test]
fn five_hundred_mutants() {
    check(500, 80);
}

#[test]
#[ignore = "takes minutes; run by hand"]
fn many_mutants() {
    check(20_000, 150);
}
