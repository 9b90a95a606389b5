//! Verdicts on the corpus of MLIR bytecode against what the real readers did with it (`corpus/mlir/runs`, made by
//! `evidence/peers/mlir/record.py`).

use std::collections::BTreeMap;

use outlast::Outcome;
use outlast_testkit::corpus;

use crate::mlir_seen::{Half, half};

const READERS: [&str; 7] = ["mlir-16", "mlir-17", "mlir-18", "mlir-19", "mlir-21", "mlir-22", "mlir-23"];

/// What a reader did: it loads the file, misreads it, fails, or reads what cannot be compared, as its producer is not there to be asked.
const LETTERS: [(char, &str); 4] = [('l', "loads"), ('m', "misreads"), ('f', "fails"), ('r', "is read")];

/// How many cells of file and reader there are of each kind: half, what the reader did, the verdict. Nothing was learned from any of these
/// files; the halves are those of the rules in general.
const COUNTS: &[(Half, &str, &str, usize)] = &[
    (Half::Train, "fails", "fails", 269),
    (Half::Train, "is read", "misreads", 9),
    (Half::Train, "is read", "unknown", 1),
    (Half::Train, "loads", "loads", 66),
    (Half::Train, "loads", "misreads", 1),
    (Half::Train, "loads", "unknown", 22),
    (Half::Train, "misreads", "misreads", 8),
    (Half::Train, "misreads", "unknown", 23),
    (Half::Unseen, "fails", "fails", 258),
    (Half::Unseen, "is read", "misreads", 1),
    (Half::Unseen, "is read", "unknown", 2),
    (Half::Unseen, "loads", "loads", 120),
    (Half::Unseen, "loads", "unknown", 29),
    (Half::Unseen, "misreads", "misreads", 3),
    (Half::Unseen, "misreads", "unknown", 28),
];

/// Verdicts that are known to be wrong: flags that LLVM 17 does not have are promises of the producer, which a reader can do without.
const KNOWN: &[(&str, &str, &str)] =
    &[("properties-22.1.8/flags-v4.mlirbc", "mlir-17", "loads, judged misreads")];

fn is_wrong(real: &str, verdict: Outcome) -> bool {
    match verdict {
        Outcome::Loads => matches!(real, "misreads" | "fails"),
        Outcome::Fails => matches!(real, "loads" | "misreads" | "is read"),
        Outcome::Misreads => matches!(real, "loads" | "fails"),
        _ => false,
    }
}

#[test]
fn verdicts_are_what_real_readers_did() {
    let (mut cells, mut wrong) = (BTreeMap::new(), Vec::new());
    let runs = std::fs::read_to_string(corpus::root().join("mlir/runs/readers.txt")).unwrap();
    for line in runs.lines().filter(|line| !line.starts_with('#')) {
        let (name, fates) = line.split_once(' ').unwrap();
        let bytes = std::fs::read(corpus::root().join("mlir").join(name)).unwrap();
        let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
        for (target, letter) in READERS.iter().zip(fates.chars()) {
            let (_, real) = LETTERS.iter().find(|(known, _)| *known == letter).unwrap();
            let verdict = subject.check(&[], &outlast::target(target).unwrap()).unwrap().outcome;
            *cells.entry((half(name), *real, verdict.name())).or_insert(0) += 1;
            if is_wrong(real, verdict) {
                wrong.push((name.to_owned(), *target, format!("{real}, judged {}", verdict.name())));
            }
        }
    }
    let wrong: Vec<_> = wrong.iter().map(|(name, target, what)| (&**name, *target, &**what)).collect();
    assert_eq!(wrong, KNOWN);
    let counts: Vec<_> =
        cells.into_iter().map(|((half, real, verdict), count)| (half, real, verdict, count)).collect();
    assert_eq!(counts, COUNTS);
}
