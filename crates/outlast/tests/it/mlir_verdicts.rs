//! Verdicts on the corpus of MLIR bytecode against what the real readers did with it (`corpus/mlir/runs`, made by
//! `xtask/peers/mlir/record.py`).

use std::collections::BTreeMap;

use outlast::targets::Profile;
use outlast::{Outcome, Program, Subject};
use outlast_testkit::corpus;

const READERS: [&str; 3] = ["mlir-16", "mlir-19", "mlir-22"];

#[test]
fn verdicts_are_what_real_readers_did() {
    let (mut cells, mut wrong) = (0, BTreeMap::<&str, Vec<String>>::new());
    let runs = std::fs::read_to_string(corpus::root().join("mlir/runs/readers.txt")).unwrap();
    for line in runs.lines().filter(|line| !line.starts_with('#')) {
        let (name, fates) = line.split_once(' ').unwrap();
        let bytes = std::fs::read(corpus::root().join("mlir").join(name)).unwrap();
        let subject = Subject::new(&Program::open(&bytes).unwrap()).unwrap();
        for (target, real) in READERS.iter().zip(fates.chars()) {
            let verdict = subject.check(&[], target, &Profile::resolve(target).unwrap()).unwrap();
            cells += 1;
            let kind = match (real, verdict.outcome) {
                ('f', Outcome::Loads) => "wrong loads",
                ('r', Outcome::Fails) => "wrong fails",
                ('r', Outcome::Misreads) => "read, judged misreads",
                (_, Outcome::Unknown) => "unknown",
                _ => "right",
            };
            wrong.entry(kind).or_default().push(format!("{name} by {target}"));
        }
    }
    let count = |kind: &str| wrong.get(kind).map_or(0, Vec::len);
    println!("{cells} cells: {:?}", wrong.iter().map(|(kind, all)| (*kind, all.len())).collect::<Vec<_>>());
    outlast_testkit::corpus::figures(
        [cells, count("right"), count("unknown"), count("read, judged misreads")],
        [150, 139, 7, 4],
    );
    assert_eq!(count("wrong loads"), 0, "{:#?}", wrong.get("wrong loads"));
    assert_eq!(count("wrong fails"), 0, "{:#?}", wrong.get("wrong fails"));
}
