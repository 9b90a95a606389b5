//! The table of globals, compared with what PyTorch says.

use std::collections::BTreeSet;

use outlast_core::Severity;
use outlast_testkit::corpus;
use outlast_torchscript::pickle::{Opcode, Reader, known, reads};
use outlast_torchscript::verify::{self, codes};

/// `torch._weights_only_unpickler._get_allowed_globals()` of two releases.
#[test]
fn the_weights_only_reader_knows_the_same() {
    let of = |release: &str| -> BTreeSet<String> {
        let path = corpus::root().join(format!("torch/runs/weights-only-{release}.txt"));
        std::fs::read_to_string(path).unwrap().lines().map(str::to_string).collect()
    };
    let ours: BTreeSet<String> =
        known(Reader::WeightsOnly).map(|(module, name)| format!("{module}.{name}")).collect();
    let newest = of("2.15.0");
    assert_eq!(ours.difference(&newest).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(newest.difference(&ours).collect::<Vec<_>>(), Vec::<&String>::new());
    let older = of("1.13.1");
    assert_eq!(older.difference(&ours).collect::<Vec<_>>(), ["torch._utils._rebuild_sparse_csr_tensor"]);
    assert_eq!((newest.len(), older.len()), (144, 90));
}

/// What `torch.load(weights_only=True)` of 2.15.0 takes is clean, and what it refuses is not. It does not look at everything: what it
/// takes and Outlast refuses is listed.
#[test]
fn the_weights_only_reader_decides_the_same() {
    let rows = std::fs::read_to_string(corpus::root().join("torch/runs/weights-only.tsv")).unwrap();
    let (mut taken, mut refused, mut stricter) = (0, 0, Vec::new());
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let (file, outcome) = row.split_once('\t').unwrap();
        let path = match file.split_once('/').unwrap() {
            ("hostile", name) => corpus::root().join("bad/torch").join(name),
            ("sound", name) => corpus::root().join("torch/pickles").join(name),
            _ => corpus::root().join("torch").join(file),
        };
        let findings = verify::file(&std::fs::read(path).unwrap());
        let no =
            findings.iter().find(|f| f.severity == Severity::Error || f.code == codes::UNKNOWN_TO_READER);
        match (outcome == "loads", no) {
            (true, None) => taken += 1,
            (true, Some(finding)) => stricter.push(format!("{file} {}", finding.code)),
            (false, Some(_)) => refused += 1,
            // The reader of today has no way for these at all.
            (false, None) => assert!(outcome.contains("legacy .tar format"), "{row}"),
        }
    }
    let expected = [
        "hostile/after_stop.pkl OL1534",
        "hostile/joined.pkl OL1532",
        "hostile/memo_far.pkl OL1537",
        "hostile/nested_text.pkl OL1535",
        "hostile/protocol_9.pkl OL1531",
    ];
    assert_eq!(stricter, expected);
    corpus::figures((taken, refused), (24, 50));
}

/// Each opcode, as the readers of 2.15.0 know it or do not.
#[test]
fn readers_know_these_opcodes() {
    let rows = std::fs::read_to_string(corpus::root().join("torch/runs/opcodes.tsv")).unwrap();
    let mut counts = [0, 0];
    let rows = rows.lines().filter(|row| !row.starts_with('#'));
    for (row, opcode) in rows.zip(Opcode::ALL) {
        let [name, script, weights] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        assert_eq!(name, opcode.name());
        let known = [(Reader::TorchScript, script), (Reader::WeightsOnly, weights)];
        for ((reader, answer), count) in known.into_iter().zip(&mut counts) {
            assert_eq!(reads(reader, *opcode), answer == "yes", "{name} {reader:?}");
            *count += usize::from(answer == "yes");
        }
    }
    assert_eq!(counts, [35, 34]);
}

/// What the TorchScript reader of 2.15.0 takes of 196 globals is what the table has.
#[test]
fn the_torchscript_reader_knows_the_same() {
    let rows = std::fs::read_to_string(corpus::root().join("torch/runs/globals.tsv")).unwrap();
    let mut ours: BTreeSet<String> =
        known(Reader::TorchScript).map(|(module, name)| format!("{module}.{name}")).collect();
    let (mut taken, mut refused) = (0, 0);
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [module, name, answer] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        assert_eq!(ours.remove(&format!("{module}.{name}")), answer == "yes", "{row}");
        if answer == "yes" { taken += 1 } else { refused += 1 }
    }
    assert!(ours.is_empty(), "{ours:?}");
    assert_eq!((taken, refused), (69, 127));
}
