//! What malicious pickles may cost: time and memory are bounded by their bytes, and there is no recursion.

use std::time::Instant;

use outlast_core::{Bytes, ErrorKind};
use outlast_torchscript::archive::tensors;
use outlast_torchscript::pickle::{Limits, Pickle, Pickler, canonical, nested};
use outlast_torchscript::verify;

/// More than any of these takes in a debug build on a slow machine.
const SECONDS: u64 = 60;

fn check(data: &[u8]) -> bool {
    let start = Instant::now();
    let pickle = Pickle::read(Bytes::new(data, 0), Limits::default());
    tensors(&pickle);
    nested(&pickle, Limits::default()).unwrap();
    if let Some(root) = pickle.root {
        let _ = canonical(&pickle.graph, root, Pickler::default());
    }
    verify::file(data);
    let whole = pickle.root.is_some();
    drop(pickle);
    assert!(start.elapsed().as_secs() < SECONDS, "{:?}", start.elapsed());
    whole
}

#[test]
fn values_that_double() {
    // 2^200 elements through the memo, the stack, lists and dictionaries.
    let memo: Vec<u8> = (0..200u8).flat_map(|n| [b'q', n, b'h', n, 0x86]).collect();
    assert!(check(&[b"\x80\x02]", &memo[..], b"."].concat()));
    assert!(check(&[b"\x80\x02]", &b"2\x86".repeat(100_000)[..], b"."].concat()));
    let lists: Vec<u8> = (0..100u8)
        .flat_map(|n| [b']', b'q', n, b'(', b'h', n.saturating_sub(1), b'h', n.saturating_sub(1), b'e'])
        .collect();
    assert!(check(&[b"\x80\x02", &lists[..], b"."].concat()));
}

#[test]
fn deep_and_wide() {
    const MANY: usize = 200_000;
    for (open, close) in [("(", "t"), ("(", "l"), ("(", "\u{91}")] {
        let close: Vec<u8> = close.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let data = [b"\x80\x04", &open.as_bytes().repeat(MANY)[..], &close.repeat(MANY)[..], b"."].concat();
        assert!(check(&data));
    }
    // A list in a list, from the outside in; objects called with objects; states of states.
    assert!(check(&[b"]", &b"]".repeat(MANY)[..], &b"a".repeat(MANY)[..], b"."].concat()));
    assert!(check(&[b"N", &b"\x85Q".repeat(MANY)[..], b"."].concat()));
    assert!(check(&[b"cm\nn\n", &b")R".repeat(MANY)[..], b"."].concat()));
    assert!(check(&[b"N", &b"N\x85\x86".repeat(MANY)[..], b"."].concat()));
    assert!(check(&[&b"N".repeat(MANY)[..], b"."].concat()));
    assert!(check(&[b"]", &b"N0".repeat(MANY)[..], b"."].concat()));
    assert!(check(&[&b"cos\ngetcwd\n0".repeat(20_000)[..], b"N."].concat()));
}

/// What stands where a number is expected is cut in messages: found by the fuzzer of pickles.
#[test]
fn messages_are_short() {
    for opcode in ["g", "p", "I", "L", "F", "S", "V"] {
        let data = format!("N{opcode}{}\n.", "x".repeat(10_000));
        for finding in verify::file(data.as_bytes()) {
            assert!(finding.title.len() < 500, "{opcode}: {}", finding.title.len());
        }
    }
}

#[test]
fn memory_is_limited() {
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    for unit in [&b"]"[..], b"(", b"K\x01", b"}", b"cm\nn\n", b"N", b"N\x85", b"]r\xff\xff\xff\xff"] {
        let data = unit.repeat(100_000);
        let pickle = Pickle::read(Bytes::new(&data, 0), limits);
        let error = pickle.error.unwrap();
        assert!(matches!(error.kind(), ErrorKind::Limit { limit: 0x1_0000, .. }), "{error}");
        assert!(pickle.graph.len() < 2000);
    }
}

#[test]
fn pickles_in_pickles() {
    // Each level carries the one before twice as text.
    let mut data = b"\x80\x02cos\ngetcwd\n.".to_vec();
    for _ in 0..12 {
        let len = u32::try_from(data.len()).unwrap().to_le_bytes();
        let one = [b"B", &len[..], &data].concat();
        data = [b"\x80\x03", &one[..], &one, b"\x86."].concat();
    }
    let pickle = Pickle::read(Bytes::new(&data, 0), Limits::default());
    // Deeper than this is not looked. Only a call in an outer pickle would read an inner one, and that call is reported.
    let inside = nested(&pickle, Limits::default()).unwrap();
    assert_eq!((inside.pickles.len(), inside.unread_count), (0, 32));
    let unread = inside.unread.unwrap();
    assert_eq!((unread.source.parts().len(), unread.outermost, unread.at), (4, 2, 2));
    let deep = Limits { depth: 12, ..Limits::default() };
    let inside = nested(&pickle, deep).unwrap();
    assert!(inside.unread.is_none());
    let found = inside.pickles;
    assert_eq!((found.len(), found[0].imports.len()), (4096, 1));
    assert!(found[0].source.parts().len() == 12);
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap().to_le_bytes()
}

/// Long things that many short ones share.
#[test]
fn sharing_is_not_paid_for_again() {
    const MANY: usize = 50_000;
    let long = [b"X", &number(1 << 20)[..], &[b'x'; 1 << 20]].concat();
    let many = |head: &[&[u8]], unit: &[u8]| {
        [b"\x80\x04", &head.concat()[..], &unit.repeat(MANY)[..], b"N."].concat()
    };
    let start = Instant::now();
    // Tensors of 100,000 dimensions.
    let sizes = [b"(", &b"K\x01".repeat(100_000)[..], b"tq\x00"].concat();
    let rebuild = b"ctorch._utils\n_rebuild_tensor_v2\nq\x01";
    let storage = b"(X\x07\x00\x00\x00storagectorch\nFloatStorage\nU\x010U\x03cpuK\x01tQq\x02";
    assert!(check(&many(&[&sizes, rebuild, storage], b"h\x01(h\x02K\x00h\x00h\x00\x89NtR0")));
    // Storages with a long key, a long class, a long device.
    let key = [&long[..], b"q\x00"].concat();
    assert!(check(&many(
        &[&key, b"X\x07\x00\x00\x00storageq\x01ctorch\nFloatStorage\nq\x02"],
        b"(h\x01h\x02h\x00h\x00K\x01tQ0"
    )));
    let class = [b"\x8c\x05torch", &long[..], b"\x93q\x00X\x07\x00\x00\x00storageq\x01"].concat();
    assert!(check(&many(&[&class], b"(h\x01h\x00U\x010U\x010K\x01tQ0")));
    // Names of values, written again and again.
    assert!(check(&[b"\x80\x02]q\x01(", &key[..], &b"h\x00".repeat(MANY)[..], b"e."].concat()));
    // Structures in each other under long keys.
    let deep = [&b"}h\x00"[..]; 2000].concat();
    assert!(check(&[b"\x80\x02", &key[..], &deep, b"N", &b"s".repeat(2000), b"."].concat()));
    assert!(start.elapsed().as_secs() < SECONDS);
    // Imports of a long name cost what they would cost in the file.
    let import = [&long[..], b"q\x00", &long[..], b"q\x01"].concat();
    assert!(!check(&many(&[&import], b"h\x00h\x01\x930")));
}

/// An archive whose directory names one member many times.
#[test]
fn members_that_are_named_again_and_again() {
    let name = b"m/data.pkl";
    let data = [&b"\x80\x02"[..], &b"N0".repeat(1 << 20), b"N."].concat();
    let crc = outlast_archive::crc32(&data).to_le_bytes();
    let sizes = [&crc[..], &number(data.len()), &number(data.len())].concat();
    let lens = [10, 0, 0, 0];
    let local = [b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0", &sizes[..], &lens, name, &data].concat();
    let record = [b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0", &sizes[..], &lens, &[0; 14], name].concat();
    let count = 5000u16;
    let records = record.repeat(usize::from(count));
    let count = count.to_le_bytes();
    let end =
        [b"PK\x05\x06\0\0\0\0", &count[..], &count, &number(records.len()), &number(local.len()), b"\0\0"]
            .concat();
    let file = [local, records, end].concat();
    let start = Instant::now();
    let findings = verify::file(&file);
    assert!(start.elapsed().as_secs() < SECONDS);
    let codes: std::collections::BTreeSet<_> =
        findings.iter().map(|finding| finding.code.to_string()).collect();
    assert!(codes.contains("OL1501") && codes.contains("OL1502"), "{codes:?}");
}
