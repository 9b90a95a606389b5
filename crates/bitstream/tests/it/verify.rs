//! Findings: every code is reported for some file, and each oddity where it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use outlast_bitstream::verify::{self, CODES, Options};
use outlast_bitstream::{Moves, replay, rewrite};
use outlast_core::Severity;

use crate::raw::Raw;

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
    let mut seen: BTreeSet<u16> =
        paths.iter().flat_map(|path| codes(&std::fs::read(path).unwrap())).collect();
    seen.extend(codes(&open_block_info()));
    seen.extend(abbreviations().iter().flat_map(|(_, bytes, _)| codes(bytes)));
    // A module with more behind it, at which Swift compilers do not look.
    let module = paths.iter().find(|path| path.extension().is_some_and(|end| end == "swiftmodule")).unwrap();
    seen.extend(codes(&[std::fs::read(module).unwrap(), vec![0xff; 8]].concat()));
    // The hash and padding have tests of their own.
    let missing: Vec<_> = CODES
        .iter()
        .filter(|info| ![1322, 1329].contains(&info.code.0) && !seen.contains(&info.code.0))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What an operand of an abbreviation is: a literal, or an encoding with its width.
#[derive(Clone, Copy)]
enum Op {
    Literal(u64),
    Coded(u64, Option<u64>),
}

/// A block that defines an abbreviation, and uses one.
fn with_abbreviation(ops: &[Op], used: u64) -> Vec<u8> {
    let mut raw = Raw::stream();
    raw.enter(2, 8, 3, 1);
    raw.fixed(2, 3);
    raw.vbr(u64::try_from(ops.len()).unwrap(), 5);
    for op in ops {
        match *op {
            Op::Literal(value) => {
                raw.fixed(1, 1);
                raw.vbr(value, 8);
            }
            Op::Coded(encoding, width) => {
                raw.fixed(0, 1);
                raw.fixed(encoding, 3);
                width.into_iter().for_each(|width| raw.vbr(width, 5));
            }
        }
    }
    raw.fixed(used, 3);
    raw.fixed(0, 29);
    raw.fixed(0, 3);
    raw.align(0);
    raw.bytes()
}

/// Abbreviations against the rules, which every analyser from LLVM 16 on refuses with these messages.
fn abbreviations() -> Vec<(u16, Vec<u8>, &'static str)> {
    const ARRAY: Op = Op::Coded(3, None);
    const BLOB: Op = Op::Coded(5, None);
    const FIXED: Op = Op::Coded(1, Some(8));
    let code = Op::Literal(1);
    vec![
        (1303, with_abbreviation(&[code, FIXED], 5), "Invalid abbrev number"),
        (1304, with_abbreviation(&[], 0), "Abbrev record with no operands"),
        (1304, with_abbreviation(&[code, Op::Coded(6, None)], 0), "Invalid encoding"),
        (1305, with_abbreviation(&[ARRAY, FIXED], 4), "Abbreviation starts with an Array or a Blob"),
        (1305, with_abbreviation(&[BLOB], 4), "Abbreviation starts with an Array or a Blob"),
        (1305, with_abbreviation(&[code, ARRAY, FIXED, FIXED], 4), "Array op not second to last"),
        (1305, with_abbreviation(&[code, ARRAY], 4), "Array op not second to last"),
        (1305, with_abbreviation(&[code, ARRAY, ARRAY], 4), "Array element type can't be an Array or a Blob"),
        (
            1305,
            with_abbreviation(&[code, ARRAY, code], 4),
            "Array element type has to be an encoding of a type",
        ),
    ]
}

#[test]
fn abbreviations_against_the_rules() {
    for (code, bytes, says) in abbreviations() {
        let found = verify::verify(&bytes, Options::default());
        let first = found.iter().find(|finding| finding.severity == Severity::Error).unwrap();
        assert_eq!(first.code.0, code, "{says}: {found:?}");
        assert!(first.notes.iter().any(|note| note.contains(says)), "{says}: {found:?}");
    }
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

/// In block 8, a BLOCKINFO that defines an abbreviation for 8. No record uses it: it does not hold there.
fn open_block_info() -> Vec<u8> {
    let mut raw = Raw::stream();
    raw.enter(2, 8, 3, 1);
    raw.enter(3, 0, 2, 1);
    raw.fixed(3, 2);
    [1, 1, 8].into_iter().for_each(|value| raw.vbr(value, 6));
    raw.fixed(2, 2);
    raw.vbr(1, 5);
    raw.fixed(1, 1);
    raw.vbr(1, 8);
    raw.fixed(0, 2);
    raw.align(0);
    raw.fixed(0, 3);
    raw.align(0);
    raw.bytes()
}

#[test]
fn block_info_for_an_open_block_is_odd() {
    assert!(codes(&open_block_info()).contains(&1328), "{:?}", codes(&open_block_info()));
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
