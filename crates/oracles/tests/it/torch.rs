//! The oracles over the parts of PyTorch's files, on the inputs that the fuzzers start from and on seeded mutations of them.

use outlast_oracles::seeds::TARGETS;
use outlast_oracles::{Changed, torch_pickles, torch_records, torch_source};
use outlast_testkit::corpus::figures;
use outlast_testkit::mutate::{Rng, flip};

use crate::{on, rounds};

/// One in so many of the seeds of a target, and changed ones: how many are taken of both.
fn parts(name: &str, oracle: fn(&[u8]) -> bool, every: usize, count: usize, expected: [usize; 4]) {
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else { panic!("no target {name}") };
    let seeds: Vec<Vec<u8>> = (target.seeds)().into_iter().step_by(every).collect();
    let mut taken = [0, 0];
    for (at, seed) in seeds.iter().enumerate() {
        taken[0] += usize::from(on(&format!("{name}, seed {at}"), seed, oracle));
    }
    let mut rng = Rng(20_261_126);
    let count = rounds(count);
    for round in 0..count {
        let input = flip(&seeds[rng.below(seeds.len())], &mut rng);
        taken[1] += usize::from(on(&format!("{name}, round {round}"), &input, oracle));
    }
    println!("{name}: {} of {} seeds, {} of {count} changed ones", taken[0], seeds.len(), taken[1]);
    figures([seeds.len(), taken[0], count, taken[1]], expected);
}

#[test]
fn records_are_changed() {
    parts("torch_records", |input| torch_records(input) == Changed::Done, 4, 400, [219, 219, 400, 399]);
}

#[test]
fn code_is_read() {
    parts("torch_source", torch_source, 1, 1000, [71, 71, 1000, 57]);
}

#[test]
fn pickles_are_read() {
    parts("torch_pickles", torch_pickles, 1, 2000, [273, 265, 2000, 704]);
}
