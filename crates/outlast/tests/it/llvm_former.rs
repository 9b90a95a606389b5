//! Bitcode that LLVM wrote before release 14 (`corpus/llvm-former`, made by `evidence/peers/llvm/former.sh`), as real readers take it.

use outlast_testkit::corpus;

use super::llvm_verdicts::{columns, when_read};

#[test]
fn what_readers_take_is_said_to_load() {
    let table = std::fs::read_to_string(corpus::root().join("llvm-former/readers.tsv")).unwrap();
    let columns = columns(&table);
    let targets: Vec<_> =
        columns.iter().map(|release| outlast::target(&format!("llvm-{release}")).unwrap()).collect();
    let (mut cells, mut wrong) = (0, Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (file, letters) = line.split_once('\t').unwrap();
        let bytes = std::fs::read(corpus::root().join(file)).unwrap();
        let program = outlast::open(&bytes).unwrap().prepare().unwrap();
        for (target, letter) in targets.iter().zip(letters.chars()) {
            // Every reader took every file: a row that says otherwise needs another rule here.
            assert_eq!(letter, 'r', "{file} by {}", target.name());
            let verdict = program.check(&[], target).unwrap();
            cells += 1;
            if when_read(&verdict) != outlast::Outcome::Loads {
                let reasons: Vec<_> = verdict.reasons().map(|(_, reason)| reason.subject.clone()).collect();
                wrong.push(format!("{file} by {}: {} {reasons:?}", target.name(), verdict.outcome.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cells}:\n{}", wrong.len(), wrong.join("\n"));
    corpus::figures([cells], [270]);
}
