//! Verdicts on PyTorch files that are made here.

use outlast::{Outcome, Program, Stage, Subject, Target, diff};
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;

fn read(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join("torch").join(name)).unwrap()
}

/// The checksum of a record, wherever it stands in the archive.
fn with_checksum(file: &[u8], record: &str, new: impl Fn(u32) -> u32) -> Vec<u8> {
    let checksum = TorchArchive::open(file).unwrap().find(record).unwrap().unwrap().entry().checksum();
    let (old, new) = (checksum.to_le_bytes(), new(checksum).to_le_bytes());
    let mut changed = file.to_vec();
    let places: Vec<usize> = (0..file.len() - 4).filter(|at| file[*at..*at + 4] == old).collect();
    // The descriptor, and the directory.
    assert_eq!(places.len(), 2);
    places.into_iter().for_each(|at| changed[at..at + 4].copy_from_slice(&new));
    changed
}

/// Outcome and stage on each target, with what the reader says.
fn verdicts(file: &[u8], targets: &[&str]) -> Vec<(Outcome, Option<Stage>, Option<String>)> {
    let program = Program::open(file).unwrap();
    let subject = Subject::new(&program).unwrap();
    let verdict = |name: &&str| {
        let verdict = subject.check(&[], &Target::named(name).unwrap()).unwrap();
        let reason =
            verdict.entry_points.iter().flat_map(|entry| &entry.reasons).max_by_key(|reason| reason.outcome);
        (verdict.outcome, verdict.stage, reason.and_then(|reason| reason.says.clone()))
    };
    targets.iter().map(verdict).collect()
}

/// Releases up to 1.4 compare checksums, and later ones do not: these load what is there, which may be damaged.
#[test]
fn checksums() {
    let targets = ["torch-1.3.1", "torch-1.4.0", "torch-1.5.1", "torch-2.15.0"];
    let named = read("1.3.1/named.pt");
    let loads = |verdict: &(Outcome, Option<Stage>, Option<String>)| verdict.0 == Outcome::Loads;
    assert!(verdicts(&named, &targets).iter().all(loads));
    let refused = (Outcome::Fails, Some(Stage::Load), Some("CRC-32 check failed".to_string()));
    for record in ["data.pkl", "constants.pkl"] {
        let damaged = verdicts(&with_checksum(&named, record, |checksum| checksum ^ 1), &targets);
        assert_eq!(damaged[..2], [refused.clone(), refused.clone()], "{record}");
        assert!(damaged[2..].iter().all(|verdict| verdict.0 == Outcome::Unknown), "{damaged:?}");
        // Without one, nothing says that it is damaged.
        let unchecked = verdicts(&with_checksum(&named, record, |_| 0), &targets);
        assert_eq!(unchecked[..2], [refused.clone(), refused.clone()], "{record}");
        assert!(unchecked[2..].iter().all(loads), "{unchecked:?}");
    }
}

/// Records without checksums are compared by their contents.
#[test]
fn differences_without_checksums() {
    let saved = read("2.15.0/no_checksums.pth");
    let mut changed = saved.clone();
    let data = TorchArchive::open(&saved).unwrap().find("data/1").unwrap().unwrap().raw().base();
    changed[usize::try_from(data).unwrap()] ^= 1;
    let (one, other) = (Program::open(&saved).unwrap(), Program::open(&changed).unwrap());
    assert_eq!(diff::diff(&one, &one).unwrap().len(), 0);
    assert_eq!(diff::diff(&one, &other).unwrap().len(), 1);
}

/// What releases did with files of one kind each: verdicts are that, or unknown.
#[test]
fn verdicts_are_what_releases_did() {
    let folder = corpus::root().join("torch-verdicts");
    assert_eq!(compared(&folder, &folder.join("outcomes.tsv")), (248, 32));
}

/// What the oldest releases did with every module of the corpus: verdicts are that.
#[test]
fn verdicts_are_what_old_releases_did() {
    let folder = corpus::root().join("torch");
    assert_eq!(compared(&folder, &folder.join("runs/loads.tsv")), (189, 0));
}

/// Verdicts on all rows of a table of files, targets and outcomes: their number, and how many are unknown. None may be wrong.
fn compared(folder: &std::path::Path, table: &std::path::Path) -> (usize, usize) {
    let text = std::fs::read_to_string(table).unwrap();
    let (mut cells, mut unknown, mut wrong) = (0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [file, target, real, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (outcome, ..) = verdicts(&std::fs::read(folder.join(file)).unwrap(), &[target]).remove(0);
        cells += 1;
        match (outcome, real) {
            (Outcome::Unknown, _) => unknown += 1,
            (Outcome::Loads | Outcome::Upgrades, "loads") | (Outcome::Fails, "fails") => {}
            _ => wrong.push(format!("{file} on {target}: {outcome:?}, and it {real}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    (cells, unknown)
}

/// What releases did with programs of `torch.export`: no verdict is otherwise.
#[test]
fn verdicts_on_exported_programs() {
    let text = std::fs::read_to_string(corpus::root().join("torch/runs/exported.tsv")).unwrap();
    let (mut rows, mut unknown, mut wrong) = (0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [reader, file, real, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let file = std::fs::read(corpus::root().join("torch-export").join(file)).unwrap();
        let (outcome, ..) = verdicts(&file, &[&format!("torch-{reader}")]).remove(0);
        rows += 1;
        match outcome {
            Outcome::Unknown => unknown += 1,
            Outcome::Fails if real != "loads" => {}
            Outcome::Loads | Outcome::Upgrades | Outcome::Misreads if real == "loads" => {}
            _ => wrong.push(format!("{outcome:?}: {line}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    assert_eq!((rows, unknown), (178, 20));
}
