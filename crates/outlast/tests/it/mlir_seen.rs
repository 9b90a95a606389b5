//! What is learned from files that were seen to load (`targets/mlir-seen.txt`) rests on one half of MLIR's tests, and figures on the other.
//!
//! The list of what was learned from stands beside the table, which has its hash.

use std::collections::BTreeMap;

use outlast::Profile;
use sha1::Sha1;
use sha2::{Digest, Sha256};

const SEEN: &str = include_str!("../../../mlir/targets/mlir-seen.txt");
const FILES: &str = include_str!("../../../mlir/targets/mlir-seen-files.txt");

/// A half of all files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Half {
    /// Rules are made and tables are learned from it.
    Train,
    /// Figures are given for it; nothing is learned from it.
    Unseen,
}

/// The half that a file is in, by the test that it was cut from: `a__b.3.mlirbc` is part 3 of the test `a__b`. In Python it is `half` of
/// `evidence/peers/mlir/verdicts.py`.
pub(crate) fn half(file: &str) -> Half {
    let name = file.strip_suffix(".mlirbc").unwrap_or(file);
    let digits = |(_, part): &(&str, &str)| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let test = match name.rsplit_once('.').filter(digits) {
        Some((test, _)) if name != file => test,
        _ => name,
    };
    match Sha1::digest(format!("half {test}"))[0] % 2 {
        0 => Half::Train,
        _ => Half::Unseen,
    }
}

/// The words behind `# WORD: ` in the table's head.
fn head(word: &str) -> Vec<&'static str> {
    let start = format!("# {word}: ");
    let line = SEEN.lines().find_map(|line| line.strip_prefix(&*start)).unwrap();
    line.split(' ').collect()
}

/// Tests that the table was learned from, and how many files of each.
fn learned() -> BTreeMap<&'static str, usize> {
    let lines = FILES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split_once(' ').unwrap())
        .map(|(test, files)| (test, files.parse().unwrap()))
        .collect()
}

fn profile(major: &str) -> Profile {
    outlast::profile(&format!("mlir-{major}")).unwrap()
}

#[test]
fn halves_are_those_of_the_scripts() {
    for (file, expected) in [
        ("Dialect__Arith__ops.3.mlirbc", Half::Train),
        ("Dialect__Arith__ops.12.mlirbc", Half::Train),
        ("Dialect__SCF__ops.1.mlirbc", Half::Train),
        ("IR__parser.7.mlirbc", Half::Unseen),
        ("IR__parser.mlirbc", Half::Unseen),
    ] {
        assert_eq!(half(file), expected, "{file}");
    }
}

#[test]
fn nothing_is_learned_from_the_half_that_figures_are_given_for() {
    let learned = learned();
    let unseen: Vec<_> = learned.keys().filter(|test| half(test) != Half::Train).collect();
    assert!(unseen.is_empty(), "learned from the half that is not to be seen: {unseen:?}");
    // The list is the one that the table was learned from.
    let rows: String = FILES
        .split_inclusive('\n')
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .collect();
    let (files, hash) = (head("files"), Sha256::digest(rows));
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(files.last(), Some(&&*hash));
    assert_eq!(files[0].parse(), Ok(learned.values().sum::<usize>()));
    assert_eq!(files[2].parse(), Ok(learned.len()));
}

/// Whether what people wrote to verify an operation was compared with a producer's code, and found to check something else.
fn is_other(reader: &Profile, producer: &Profile, op: &str) -> bool {
    let word = format!("not:{}", producer.release.parts()[0]);
    reader.get("verified", op).is_some_and(|row| row.split(' ').any(|one| one == word))
}

#[test]
fn rows_say_how_many_files_and_answer_for_no_values_that_are_checked() {
    let most: usize = head("files")[0].parse().unwrap();
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in SEEN.lines().filter(|line| !line.starts_with('#')) {
        let (key, files) = line.split_once(" = files ").unwrap();
        let files: usize = files.parse().unwrap();
        let [kind, name, release] = key.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (name, producer) = name.rsplit_once('/').unwrap();
        rows += 1;
        assert!((1..=most).contains(&files), "{line}");
        if kind != "seen-op" {
            continue;
        }
        let (reader, producer) = (profile(release.split('.').next().unwrap()), profile(producer));
        let op = name.split('#').next().unwrap();
        let row = |profile: &Profile| profile.get("op", op).map(str::to_owned);
        // What is not defined in both was renamed: its checks are held against those of its other name when a file is judged.
        let (Some(here), Some(there)) = (row(&reader), row(&producer)) else { continue };
        let has = |row: &str, word: &str| row.split(' ').any(|one| one == word);
        let invariants = |row: &str| row.split(' ').find(|word| word.starts_with("inv:")).map(str::to_owned);
        // What differs, and lets through all that the producer's checks do, is as good as equal.
        let accepts = reader.get("accepts", op).is_some_and(|row| {
            row.split(' ')
                .any(|word| word.split(':').next() == Some(producer.release.parts()[0].to_string().as_str()))
        });
        let same = accepts || invariants(&here) == invariants(&there);
        // What people wrote is answered for only where its code is not known to be other code; types of operands are another question.
        let other = !name.contains("#types") && is_other(&reader, &producer, op);
        let checked = has(&here, "verify") && (!has(&there, "verify") || !same || other);
        if checked || reader.has("stricter", op) {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(rows, 419);
}
