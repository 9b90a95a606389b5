//! Replay gives back every byte.
//!
//! Every file of the corpus that can be decoded has to come back as it is; so has every one in the files and folders that
//! `OUTLAST_BITSTREAMS` names, separated by `:`: `OUTLAST_BITSTREAMS=… cargo test -p outlast-bitstream -- --ignored`.

use std::path::PathBuf;
use std::time::Instant;

use outlast_bitstream::{Cursor, Wrapper, replay, unwrap};
use outlast_testkit::corpus;

use crate::raw::Raw;
use crate::written::files;

/// Whether a walk over all tokens meets no fault.
pub(crate) fn decodes(bytes: &[u8]) -> bool {
    let walk = || {
        let (_, stream) = unwrap(bytes, 0)?;
        let mut cursor = Cursor::new(stream)?;
        while cursor.next()?.is_some() {}
        Ok::<(), outlast_bitstream::Fault>(())
    };
    walk().is_ok()
}

/// Files of `corpus/llvm`, malformed streams, and what is no stream.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    ["llvm", "bad/bitstream"].into_iter().for_each(|folder| files(&corpus::root().join(folder), &mut paths));
    paths.retain(|path| {
        !path.components().any(|part| part.as_os_str() == "runs" || part.as_os_str() == "verdicts")
    });
    paths
}

/// Files in the folders that `OUTLAST_BITSTREAMS` names.
pub(crate) fn named() -> Vec<PathBuf> {
    let roots = std::env::var_os("OUTLAST_BITSTREAMS")
        .expect("OUTLAST_BITSTREAMS: folders of real streams, separated by `:`");
    let mut paths = Vec::new();
    std::env::split_paths(&roots).for_each(|root| files(&root, &mut paths));
    assert!(!paths.is_empty(), "no files in {roots:?}");
    paths
}

#[test]
fn files_of_the_corpus_come_back_as_they_are() {
    outlast_testkit::corpus::figures(come_back(&corpus()), (131, 42));
}

#[test]
#[ignore = "needs OUTLAST_BITSTREAMS: folders of real streams"]
fn files_of_named_folders_come_back_as_they_are() {
    assert_ne!(come_back(&named()).0, 0, "no bitstream in them");
}

/// How many come back as they are, and how many cannot be decoded.
fn come_back(paths: &[PathBuf]) -> (usize, usize) {
    let (mut same, mut refused, mut bytes) = (0, Vec::new(), 0);
    let (mut walking, mut replaying) = (0.0, 0.0);
    for path in paths {
        let input = std::fs::read(path).unwrap();
        let start = Instant::now();
        let readable = decodes(&input);
        walking += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let output = replay(&input);
        match output {
            Ok(output) => {
                replaying += start.elapsed().as_secs_f64();
                assert!(output == input, "{} differs", path.display());
                assert!(readable);
                same += 1;
                bytes += input.len();
            }
            Err(fault) => {
                assert!(!readable, "{}: {fault}", path.display());
                refused.push(format!("{}: {:.120}", path.display(), fault.to_string()));
            }
        }
    }
    println!("{same} files of {bytes} bytes come back as they are; {} cannot be decoded:", refused.len());
    refused.iter().for_each(|line| println!("  {line}"));
    println!("walking {walking:.3} s, replaying {replaying:.3} s");
    (same, refused.len())
}

/// The stream can be read, and comes back as it is.
fn same(what: &str, raw: &Raw) {
    let bytes = raw.bytes();
    let out = replay(&bytes).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    assert_eq!(out, bytes, "{what}");
}

/// A block 8 with abbreviation ids of three bits, and in it what the test writes.
fn block(inside: impl FnOnce(&mut Raw)) -> Raw {
    let mut raw = Raw::stream();
    raw.enter(2, 8, 3, 0);
    inside(&mut raw);
    raw.fixed(0, 3);
    raw.align(0);
    raw
}

#[test]
fn length_words_that_disagree_come_back() {
    for words in [0, 1, 2, 77, u64::from(u32::MAX)] {
        let mut raw = Raw::stream();
        raw.enter(2, 8, 3, words);
        raw.fixed(0, 3);
        raw.align(0);
        same("length word", &raw);
    }
}

#[test]
fn long_vbrs_come_back() {
    same(
        "code and count",
        &block(|raw| {
            raw.fixed(3, 3);
            raw.chunks(6, &[5, 0, 0]);
            raw.chunks(6, &[2, 0]);
            raw.chunks(6, &[0, 0, 0, 0]);
            raw.chunks(6, &[31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31]);
        }),
    );
    same(
        "payload beyond 32 bits of a code",
        &block(|raw| {
            raw.fixed(3, 3);
            raw.chunks(6, &[5, 0, 0, 0, 0, 0, 31]);
            raw.chunks(6, &[0]);
        }),
    );
    let mut raw = Raw::stream();
    raw.fixed(1, 2);
    raw.chunks(8, &[8, 0, 0, 0, 127]);
    raw.chunks(4, &[3, 0, 0]);
    raw.align(0);
    raw.fixed(1, 32);
    raw.fixed(0, 3);
    raw.align(0);
    same("block id and width", &raw);
}

#[test]
fn vbrs_of_all_widths_come_back_short_and_long() {
    for width in 1..=32u64 {
        let raw = block(|raw| {
            raw.fixed(2, 3);
            raw.vbr(3, 5);
            raw.fixed(1, 1);
            raw.vbr(7, 8);
            for _ in 0..2 {
                raw.fixed(0, 1);
                raw.fixed(2, 3);
                raw.vbr(width, 5);
            }
            raw.fixed(4, 3);
            let top = 1u64.checked_shl(u32::try_from(width - 1).unwrap()).unwrap() - 1;
            raw.chunks(u32::try_from(width).unwrap(), &[top, 0]);
            raw.chunks(u32::try_from(width).unwrap(), &[top]);
        });
        same(&format!("width {width}"), &raw);
    }
}

#[test]
fn vbrs_of_one_bit_come_back_however_long() {
    same(
        "vbr1",
        &block(|raw| {
            raw.fixed(2, 3);
            raw.vbr(2, 5);
            raw.fixed(1, 1);
            raw.vbr(7, 8);
            raw.fixed(0, 1);
            raw.fixed(2, 3);
            raw.vbr(1, 5);
            raw.fixed(4, 3);
            raw.chunks(1, &[0; 100]);
        }),
    );
}

#[test]
fn padding_comes_back() {
    let mut raw = Raw::stream();
    raw.fixed(1, 2);
    raw.vbr(8, 8);
    raw.vbr(3, 4);
    raw.align(0x0015_5555);
    raw.fixed(1, 32);
    raw.fixed(0, 3);
    raw.align(u64::MAX);
    same("of a block", &raw);
}

#[test]
fn blobs_before_the_last_come_back() {
    same(
        "two blobs, and a field behind them",
        &block(|raw| {
            raw.fixed(2, 3);
            raw.vbr(4, 5);
            raw.fixed(1, 1);
            raw.vbr(7, 8);
            for encoding in [5, 5, 4] {
                raw.fixed(0, 1);
                raw.fixed(encoding, 3);
            }
            raw.fixed(4, 3);
            for blob in [b"first".as_slice(), b"second"] {
                raw.chunks(6, &[u64::try_from(blob.len()).unwrap(), 0]);
                raw.align(0x5555_5555);
                blob.iter().for_each(|byte| raw.fixed(u64::from(*byte), 8));
                raw.align(u64::MAX);
            }
            raw.fixed(63, 6);
        }),
    );
}

#[test]
fn literals_wider_than_a_code_and_fields_of_no_width_come_back() {
    same(
        "literal code of 40 bits",
        &block(|raw| {
            raw.fixed(2, 3);
            raw.vbr(3, 5);
            raw.fixed(1, 1);
            raw.vbr(1 << 40 | 7, 8);
            for encoding in [1, 2] {
                raw.fixed(0, 1);
                raw.fixed(encoding, 3);
                raw.vbr(0, 5);
            }
            raw.fixed(4, 3);
            raw.fixed(4, 3);
        }),
    );
}

#[test]
fn abbreviations_that_no_record_can_use_come_back_unused() {
    same(
        "array of arrays",
        &block(|raw| {
            raw.fixed(2, 3);
            raw.vbr(3, 5);
            raw.fixed(1, 1);
            raw.chunks(8, &[7, 0]);
            for _ in 0..2 {
                raw.fixed(0, 1);
                raw.fixed(3, 3);
            }
        }),
    );
}

#[test]
fn a_stream_that_ends_inside_a_word_comes_back() {
    let mut bytes = block(|_| {}).bytes();
    bytes.truncate(bytes.len() - 3);
    assert_eq!(replay(&bytes).unwrap(), bytes);
}

#[test]
fn wrappers_come_back_with_what_is_around_the_stream() {
    let stream = block(|_| {}).bytes();
    let size = u32::try_from(stream.len()).unwrap();
    for (offset, behind) in [(20, 0), (20, 12), (32, 5), (28, 1)] {
        let wrapper = Wrapper { version: 3, offset, size, cpu_type: 0x0100_0007 };
        let mut file = wrapper.to_bytes().to_vec();
        file.resize(usize::try_from(offset).unwrap(), 0xAB);
        file.extend_from_slice(&stream);
        file.resize(file.len() + behind, 0xCD);
        assert_eq!(replay(&file).unwrap(), file, "offset {offset}, {behind} behind");
    }
}

#[test]
fn what_cannot_be_decoded_is_not_replayed() {
    for cut in [0, 1, 3, 5, 9] {
        let bytes = block(|_| {}).bytes();
        assert!(replay(&bytes[..cut]).is_err(), "{cut}");
    }
}
