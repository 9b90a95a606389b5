//! Streams that make a careless reader slow or large: work and memory go with the bytes. Limits are lowered to what small streams ask for.

use outlast_bitstream::analyze::Options;
use outlast_bitstream::verify::{self, verify};
use outlast_bitstream::{BitstreamFile, Cursor, FaultKind, Item, MAX_DEPTH};
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

/// How many blocks and records a cursor reads, and what it ends with.
fn walked(mut cursor: Cursor<'_>) -> (usize, usize, Option<FaultKind>) {
    let (mut blocks, mut records) = (0, 0);
    loop {
        match cursor.next() {
            Ok(Some(Item::Enter(_))) => blocks += 1,
            Ok(Some(Item::Record(_))) => records += 1,
            Ok(Some(_)) => {}
            Ok(None) => return (blocks, records, None),
            Err(fault) => return (blocks, records, Some(fault.kind().clone())),
        }
    }
}

fn cursor(bytes: &[u8]) -> Cursor<'_> {
    BitstreamFile::open(bytes).unwrap().cursor().unwrap()
}

#[test]
fn deep_nesting_has_a_limit() {
    let bytes = nested(1000);
    assert!(read_all("1000 blocks", &bytes));
    for deepest in [MAX_DEPTH, 1000] {
        assert_eq!(walked(cursor(&bytes).with_deepest(deepest)), (1000, 0, None));
    }
    let limit = FaultKind::Limit("blocks in each other", 999);
    assert_eq!(walked(cursor(&bytes).with_deepest(999)), (999, 0, Some(limit)));
    // Places name the ends of a long path.
    let found = verify(&bytes[..bytes.len() - 4000], verify::Options { strict: true, keep_going: true });
    assert!(!found.is_empty() && found[0].place.path.steps().len() <= 64);
}

/// What costs more than it has bytes: each of these made some reader quadratic.
#[test]
fn work_is_bounded_by_the_bytes() {
    let deep = 1_000;
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

/// An abbreviation of many literals makes a record of a few bits cost as many operands.
#[test]
fn operands_without_bits_are_counted() {
    let mut raw = Raw::stream();
    raw.enter(2, 8, 3, 1);
    raw.fixed(2, 3);
    raw.vbr(101, 5);
    for _ in 0..101 {
        raw.fixed(1, 1);
        raw.vbr(1, 8);
    }
    (0..50).for_each(|_| raw.fixed(4, 3));
    raw.fixed(0, 3);
    raw.align(0);
    let bytes = raw.bytes();
    assert!(read_all("literals", &bytes));
    let (_, records, end) = walked(cursor(&bytes));
    assert_eq!((records, end), (50, None));
    let (_, records, end) = walked(cursor(&bytes).with_most_free(2_000));
    assert!(records < 25 && matches!(end, Some(FaultKind::Limit(..))), "{records} {end:?}");
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
