//! The oracles over changes and imports, on the inputs that the fuzzers start from and on seeded mutations of them.

use std::path::Path;

use outlast_oracles::seeds::{MOST_BYTES, TARGETS};
use outlast_oracles::{Changed, bundles, data, edits, imports, opset_lints, opset_tables};
use outlast_testkit::corpus::figures;
use outlast_testkit::mutate::{Rng, flip};

use crate::{on, rounds};

/// One in so many of the seeds of a target, and changed ones: how many are asked, refused and done of both.
fn changes(name: &str, oracle: fn(&[u8]) -> Changed, every: usize, expected: [[usize; 3]; 2]) {
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else { panic!("no target {name}") };
    let seeds: Vec<Vec<u8>> = (target.seeds)().into_iter().step_by(every).collect();
    let mut counts = [[0; 3]; 2];
    let mut count = |at: usize, changed: Changed| match changed {
        Changed::NotAsked => counts[at][0] += 1,
        Changed::Refused => counts[at][1] += 1,
        Changed::Done => counts[at][2] += 1,
    };
    for (at, seed) in seeds.iter().enumerate() {
        count(0, on(&format!("{name}, seed {at}"), seed, oracle));
    }
    let mut rng = Rng(20_261_125);
    for round in 0..rounds(200) {
        let input = flip(&seeds[rng.below(seeds.len())], &mut rng);
        count(1, on(&format!("{name}, round {round}"), &input, oracle));
    }
    println!(
        "{name}: [not asked, refused, done] {:?} of {} seeds, {:?} of changed ones",
        counts[0],
        seeds.len(),
        counts[1]
    );
    figures(counts, expected);
}

#[test]
fn programs_are_edited() {
    changes("edits", edits, 8, [[4, 77, 329], [8, 175, 17]]);
}

#[test]
fn bundles_are_made_and_changed() {
    changes("bundles", bundles, 4, [[1, 9, 334], [4, 183, 13]]);
}

#[test]
fn data_are_made_and_changed() {
    changes("data", data, 4, [[5, 19, 354], [143, 34, 23]]);
}

#[test]
fn profiles_and_schemas_are_imported() {
    changes("imports", imports, 1, [[0, 6, 339], [33, 91, 76]]);
}

#[test]
fn operator_sets_are_read() {
    changes("opset_tables", opset_tables, 1, [[0, 1, 4], [120, 68, 12]]);
    changes("opset_lints", opset_lints, 1, [[0, 0, 63], [2, 194, 4]]);
}

/// Every file in `fuzz/fuzz_targets` has seeds, and every target with seeds has a file.
#[test]
fn targets_have_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut named: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    named.sort_unstable();
    assert_eq!(files, named);
    for target in TARGETS {
        let seeds = (target.seeds)();
        println!("{}: {} seeds", target.name, seeds.len());
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        assert!(
            seeds.iter().all(|seed| seed.len() <= MOST_BYTES),
            "{} has a seed that is too large",
            target.name
        );
    }
}
