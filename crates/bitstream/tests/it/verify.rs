//! Findings: every code is reported for some file, and each oddity where it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use outlast_bitstream::verify::{self, CODES, Options};
use outlast_bitstream::{Moves, replay, rewrite};
use outlast_core::Severity;

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder)
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, out) } else { out.push(path) }
    }
}

/// Codes that are reported for a file, with what LLVM tolerates.
fn codes(bytes: &[u8]) -> BTreeSet<u16> {
    let found = verify::verify(bytes, Options { strict: true, keep_going: true });
    found.iter().map(|finding| finding.code.0).collect()
}

#[test]
fn every_code_is_reported_for_some_file() {
    let mut paths = Vec::new();
    files(&corpus("bad/bitstream"), &mut paths);
    files(&corpus("llvm"), &mut paths);
    let seen: BTreeSet<u16> = paths.iter().flat_map(|path| codes(&std::fs::read(path).unwrap())).collect();
    // The hash and padding have tests of their own.
    let missing: Vec<_> = CODES
        .iter()
        .filter(|info| ![1322, 1329].contains(&info.code.0) && !seen.contains(&info.code.0))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn blob_over_the_end_of_its_block_is_odd_and_read() {
    let bytes = std::fs::read(corpus("bad/bitstream/blob_over_block_end.bin")).unwrap();
    let found = verify::verify(&bytes, Options::default());
    let found: Vec<_> = found.iter().map(|finding| (finding.code.0, finding.severity)).collect();
    assert_eq!(found, [(1320, Severity::Warning)]);
    assert!(codes(&bytes).contains(&1327));
}

#[test]
fn padding_behind_llvm_ir_is_passed_over() {
    let good = std::fs::read(corpus("llvm/19.1.7/plain-hash.bc")).unwrap();
    let padded = |bytes: &[u8]| [&good[..], bytes].concat();
    for padding in [&[0; 4][..], &[0; 8], b"archives"] {
        let bytes = padded(padding);
        let found = verify::verify(&bytes, Options::default());
        let found: Vec<_> = found.iter().map(|finding| (finding.code.0, finding.severity)).collect();
        assert_eq!(found, [(1329, Severity::Note)]);
        assert_eq!(codes(&bytes), BTreeSet::from([1329]));
        assert!(replay(&bytes).unwrap() == bytes);
        assert!(rewrite(&bytes, &[], Moves::Repair).unwrap() == bytes);
    }
    // More than that, or less than a word, LLVM refuses.
    for padding in [&[0; 12][..], &[0; 2], &[0; 7]] {
        let found = verify::verify(&padded(padding), Options::default());
        assert!(found.iter().any(|finding| finding.severity == Severity::Error));
    }
}

#[test]
fn block_info_for_an_open_block_is_odd() {
    let bytes = std::fs::read(corpus("bad/bitstream/info_of_open_block.bin")).unwrap();
    // A record of the open block uses the abbreviation, which does not hold there.
    assert_eq!(codes(&bytes), BTreeSet::from([1303, 1328]));
}

#[test]
fn changed_module_no_longer_matches_its_hash() {
    let good = std::fs::read(corpus("llvm/19.1.7/plain-hash.bc")).unwrap();
    assert_eq!(codes(&good), BTreeSet::new());
    let flips = (0..good.len()).map(|at| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        codes(&bytes)
    });
    assert!(flips.into_iter().any(|found| found == BTreeSet::from([1322])));
}
