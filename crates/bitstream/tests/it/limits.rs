//! Streams that made some reader slow, large or crash: work and memory go with the bytes, and what LLVM falls over is an error here.

use outlast_bitstream::FaultKind;
use outlast_bitstream::analyze::Options;
use outlast_bitstream::replay;
use outlast_bitstream::verify::{self, verify};
use outlast_core::Severity;

use crate::fuzz::{message, partition, read_all};
use crate::raw::Raw;

/// Blocks in each other, each of two words of header, all ended.
fn nested(depth: usize) -> Vec<u8> {
    let mut bytes = b"TEST".to_vec();
    // ENTER_SUBBLOCK of id 8 with ids of two bits, a length of 1; END_BLOCK.
    let mut raw = Raw::stream();
    raw.enter(2, 8, 2, 1);
    let enter = raw.bytes()[4..].to_vec();
    (0..depth).for_each(|_| bytes.extend_from_slice(&enter));
    bytes.resize(bytes.len() + depth * 4, 0);
    bytes
}

#[test]
fn deep_nesting_has_a_limit() {
    assert!(read_all("1000 blocks", &nested(1000)));
    for depth in [20_000, 200_000] {
        let bytes = nested(depth);
        let start = std::time::Instant::now();
        assert_eq!(
            message(&bytes, &Options::of_release(22)),
            Some(FaultKind::Limit("blocks in each other", 16_384)),
        );
        let found = verify(&bytes, verify::Options { strict: true, keep_going: true });
        assert!(!found.is_empty());
        assert!(found[0].place.path.steps().len() <= 64);
        partition("deep", &bytes);
        assert!(replay(&bytes).is_err());
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}

/// What costs more than it has bytes: each of these made some reader quadratic.
#[test]
fn work_is_bounded_by_the_bytes() {
    let deep = 8_000;
    let start = std::time::Instant::now();
    // Many records, and many BLOCKINFO blocks, and many faults, far inside.
    let mut records = nested(deep);
    let at = 4 + deep * 8;
    let unit = |raw: &mut Raw| {
        raw.enter(2, 0, 2, 1);
        raw.fixed(0, 2);
        raw.align(0);
    };
    let mut raw = Raw::default();
    (0..20_000).for_each(|_| unit(&mut raw));
    records.splice(at..at, raw.bytes());
    let options = Options { dump: true, ..Options::of_release(22) };
    assert_eq!(message(&records, &options), None);
    let found = verify(&records, verify::Options::default());
    assert!(found.iter().all(|finding| finding.code.0 == 1320 && finding.severity == Severity::Warning));
    verify(&records, verify::Options { strict: true, keep_going: true });
    partition("block infos", &records);
    // Blocks that each have an undefined abbreviation.
    let mut faults = nested(deep);
    let mut raw = Raw::default();
    for _ in 0..20_000 {
        raw.enter(2, 8, 4, 1);
        raw.fixed(9, 32);
    }
    faults.splice(at..at, raw.bytes());
    verify(&faults, verify::Options { strict: false, keep_going: true });
    let (_, bad) = partition("faults", &faults);
    assert_eq!(bad, 20_000);
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

/// An abbreviation of thousands of literals makes a record of two bits cost as many operands.
#[test]
fn operands_without_bits_are_counted() {
    let mut raw = Raw::stream();
    raw.enter(2, 8, 3, 1);
    raw.fixed(2, 3);
    raw.vbr(60_000, 5);
    for _ in 0..60_000 {
        raw.fixed(1, 1);
        raw.vbr(1, 8);
    }
    (0..500_000).for_each(|_| raw.fixed(4, 3));
    raw.align(0);
    let bytes = raw.bytes();
    let start = std::time::Instant::now();
    let limit = |kind: Option<FaultKind>| matches!(kind, Some(FaultKind::Limit(..)));
    assert!(limit(message(&bytes, &Options::of_release(22))));
    assert!(limit(message(&bytes, &Options { dump: true, ..Options::of_release(22) })));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// Memory goes with the bytes: many block ids, each with a high record code.
#[test]
fn many_block_ids_cost_little_memory() {
    let mut raw = Raw::stream();
    for id in 0..100_000 {
        raw.enter(2, 8 + id, 2, 2);
        raw.fixed(3, 2);
        raw.vbr(511, 6);
        raw.vbr(0, 6);
        raw.fixed(0, 2);
        raw.align(0);
    }
    let bytes = raw.bytes();
    assert_eq!(message(&bytes, &Options::of_release(22)), None);
    assert_eq!(message(&bytes, &Options { dump: true, ..Options::of_release(22) }), None);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.trim().split(' ').next()?.parse().ok());
        assert!(peak.is_none_or(|peak: u64| peak < 1_500_000), "{peak:?} kB");
    }
}

/// The places at which LLVM 22 crashes, hangs or reads out of bounds.
#[test]
fn where_llvm_crashes_there_is_an_error() {
    let block = |inside: &dyn Fn(&mut Raw)| {
        let mut raw = Raw::stream();
        raw.enter(2, 8, 3, 1);
        inside(&mut raw);
        raw.fixed(0, 3);
        raw.align(0);
        raw.bytes()
    };
    let blob = |len: u64| {
        block(&|raw| {
            raw.fixed(2, 3);
            raw.vbr(2, 5);
            raw.fixed(1, 1);
            raw.vbr(7, 8);
            raw.fixed(0, 1);
            raw.fixed(5, 3);
            raw.fixed(4, 3);
            raw.vbr(len, 6);
            raw.align(0);
        })
    };
    let code = |code: u64| {
        block(&|raw| {
            raw.fixed(3, 3);
            raw.vbr(code, 6);
            raw.vbr(0, 6);
        })
    };
    let info = |records: &[(u64, &[u64])]| {
        let mut raw = Raw::stream();
        raw.enter(2, 0, 2, 1);
        for (code, ops) in records {
            raw.fixed(3, 2);
            raw.vbr(*code, 6);
            raw.vbr(ops.len() as u64, 6);
            ops.iter().for_each(|op| raw.vbr(*op, 6));
        }
        raw.fixed(0, 2);
        raw.align(0);
        raw.bytes()
    };
    let strings = |count: u64| {
        let mut raw = Raw::stream();
        raw.enter(2, 15, 3, 1);
        raw.fixed(2, 3);
        raw.vbr(4, 5);
        raw.fixed(1, 1);
        raw.vbr(35, 8);
        for _ in 0..2 {
            raw.fixed(0, 1);
            raw.fixed(2, 3);
            raw.vbr(6, 5);
        }
        raw.fixed(0, 1);
        raw.fixed(5, 3);
        raw.fixed(4, 3);
        raw.vbr(count, 6);
        raw.vbr(4, 6);
        raw.vbr(8, 6);
        raw.align(0);
        // A length of zero, four times, and four characters.
        raw.fixed(0, 32);
        raw.fixed(0x6464_6464, 32);
        raw.fixed(0, 3);
        raw.align(0);
        raw.bytes()
    };
    let dump = Options { dump: true, ..Options::of_release(22) };
    for len in 0xffff_fffd..=0xffff_ffff {
        assert_eq!(message(&blob(len), &dump), Some(FaultKind::Blob(u32::try_from(len).unwrap())));
        read_all("blob", &blob(len));
    }
    for high in [0xffff_fffe, 0xffff_ffff] {
        assert!(matches!(message(&code(high), &dump), Some(FaultKind::Limit("as a record code", _))));
        read_all("code", &code(high));
    }
    assert_eq!(message(&code(0xffff_fffd), &dump), None);
    let unnamed = info(&[(1, &[8]), (3, &[])]);
    assert_eq!(message(&unnamed, &dump), Some(FaultKind::RecordName));
    read_all("name", &unnamed);
    // It goes round past 2^32, and the lengths end before that.
    assert!(matches!(message(&strings(0), &dump), Some(FaultKind::End { .. })));
    assert_eq!(message(&strings(5), &dump), None);
    read_all("strings", &strings(0));
    for kind in [message(&blob(0xffff_ffff), &dump), message(&unnamed, &dump), message(&strings(0), &dump)] {
        let text = kind.unwrap().to_string();
        assert!(text.len() > 15, "{text}");
    }
}
