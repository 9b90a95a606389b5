//! Mutants of random dialects, and an oracle that knows no rule: random files, written by one release and read by the reader model of the other. A pair
//! and direction breaks if one of them is refused, or is read as something else.

use std::collections::BTreeMap;

use outlast_lint::dialect::model::{Count, Dialects, Op};
use outlast_lint::dialect::wire::{Content, Encoded, Reading, read, write};
use outlast_lint::dialect::{self};
use outlast_lint::{Direction, Level, Report};

use super::generate::{self, Fresh};
use crate::mutants::Rng;
use crate::support::line;

const MUTANTS: u64 = 1500;
const FILES: usize = 120;

/// A random file's content.
fn content(dialects: &Dialects, rng: &mut Rng) -> Content {
    let dialect = &dialects.dialects[0];
    let container = if rng.below(3) == 0 { 4 } else { 6 };
    let empty = |subject: Encoded| Content {
        subject,
        container,
        set: Vec::new(),
        operands: Vec::new(),
        results: Vec::new(),
        regions: 0,
    };
    if rng.below(4) == 0 && !dialect.codes.is_empty() {
        let code = &dialect.codes[rng.below(dialect.codes.len())];
        return empty(Encoded::Code { dialect: "toy".to_string(), kind: code.kind, code: code.code });
    }
    let op: &Op = &dialect.ops[rng.below(dialect.ops.len())];
    let mut content = empty(Encoded::Op(format!("toy.{}", op.name)));
    content.set =
        op.fields.iter().filter(|_| rng.below(2) == 0).map(|field| field.name().to_string()).collect();
    let mut counts = |parts: &Option<Vec<outlast_lint::dialect::model::Part>>| -> Vec<usize> {
        let count = |count: Count, rng: &mut Rng| match count {
            Count::One => 1,
            Count::Optional => rng.below(2),
            Count::Any => rng.below(3),
        };
        parts.iter().flatten().map(|part| count(part.count, rng)).collect()
    };
    content.operands = counts(&op.operands);
    content.results = counts(&op.results);
    content
}

/// Whether two readings say the same, by names.
fn same(old: &Dialects, new: &Dialects, own: &Reading, other: &Reading) -> bool {
    let entries = |reading: &Reading| -> Vec<(String, Vec<String>)> {
        let values = |(path, fields): &(String, Vec<(String, String)>)| {
            (path.clone(), fields.iter().map(|(_, value)| value.clone()).collect())
        };
        reading.entries.iter().map(values).collect()
    };
    let ops = own.ops.iter().zip(&other.ops).all(|(a, b)| {
        let shared = |name: &&String| {
            [old, new].iter().all(|of| of.op(&a.name).is_some_and(|op| op.field(name).is_some()))
        };
        let defaults = a
            .defaults
            .keys()
            .chain(b.defaults.keys())
            .filter(shared)
            .all(|name| a.fields.contains_key(name) || a.defaults.get(name) == b.defaults.get(name));
        // An operand that only one release has a name for has no other meaning.
        let parts = a
            .operands
            .iter()
            .all(|(name, at)| b.operands.get(name).is_none_or(|of| of == at || of.0 == 0 && at.0 == 0));
        a.registered == b.registered && a.fields == b.fields && defaults && parts
    });
    ops && entries(own) == entries(other)
}

/// What goes wrong in a direction, if a random file shows it.
fn truth(old: &Dialects, new: &Dialects, direction: Direction, rng: &mut Rng) -> Option<String> {
    let (writer, reader) = match direction {
        Direction::NewReadsOld => (old, new),
        Direction::OldReadsNew => (new, old),
    };
    for _ in 0..FILES {
        let content = content(writer, rng);
        let Some(bytes) = write(writer, &content) else { continue };
        let Ok(own) = read(writer, &bytes) else { continue };
        match read(reader, &bytes) {
            Err(refusal) => return Some(format!("{refusal:?}")),
            Ok(other) if !same(old, new, &own, &other) => return Some(format!("{own:?}\n    {other:?}")),
            Ok(_) => {}
        }
    }
    None
}

fn says(report: &Report, direction: Direction) -> bool {
    let worse = |level: Level| level >= Level::DependsOnData;
    report.findings.iter().any(|finding| worse(finding.level) && finding.directions.has(direction))
}

#[test]
fn mutants_of_dialects_are_judged_as_random_files_show() {
    let (mut breaks, mut missed, mut quiet, mut unseen) = (0, Vec::new(), 0, 0);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = given("OUTLAST_SEED").unwrap_or(0);
    for seed in first..first + given("OUTLAST_MUTANTS").unwrap_or(MUTANTS) {
        let (mut rng, mut fresh) = (Rng::new(3000 + seed), Fresh::default());
        let old = generate::dialects(&mut rng, &mut fresh);
        let mut new = old.clone();
        let edits: Vec<&str> =
            (0..1 + rng.below(2)).map(|_| generate::edit(&mut new, &mut rng, &mut fresh)).collect();
        edits.iter().for_each(|edit| *kinds.entry(edit).or_default() += 1);
        let report = dialect::lint(&old, &new).unwrap();
        super::pairs::check_report(&old, &new, &report);
        for direction in Direction::ALL {
            match (truth(&old, &new, direction, &mut rng), says(&report, direction)) {
                (Some(_), true) => breaks += 1,
                (None, false) => quiet += 1,
                // The lint has a witness, which was read again: the random files did not find it.
                (None, true) => unseen += 1,
                (Some(what), false) => {
                    breaks += 1;
                    let lines: Vec<String> = report.findings.iter().map(line).collect();
                    missed.push(format!(
                        "seed {seed} {direction} {edits:?}: {what}\n    {}",
                        lines.join("\n    ")
                    ));
                }
            }
        }
    }
    println!("{breaks} breaks, {} missed; {quiet} safe, {unseen} found by rules only", missed.len());
    println!("{kinds:?}");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn no_file_makes_the_reader_model_panic() {
    let mut read_all = 0;
    for seed in 0..60 {
        let (mut rng, mut fresh) = (Rng::new(9000 + seed), Fresh::default());
        let old = generate::dialects(&mut rng, &mut fresh);
        let Some(bytes) = write(&old, &content(&old, &mut rng)) else { continue };
        for _ in 0..100 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            read_all += usize::from(read(&old, &bytes).is_ok());
        }
    }
    println!("{read_all} of 6000 broken files are read without complaint");
}
