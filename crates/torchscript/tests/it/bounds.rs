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
    assert!(check(&[&b"cos\nsystem\n0".repeat(20_000)[..], b"N."].concat()));
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
    let mut data = b"\x80\x02cos\nsystem\n.".to_vec();
    for _ in 0..12 {
        let len = u32::try_from(data.len()).unwrap().to_le_bytes();
        let one = [b"B", &len[..], &data].concat();
        data = [b"\x80\x03", &one[..], &one, b"\x86."].concat();
    }
    let pickle = Pickle::read(Bytes::new(&data, 0), Limits::default());
    // The innermost is too deep: what carries it is not said to be harmless by that, as it is reported at every level that is read.
    assert_eq!(nested(&pickle, Limits::default()).unwrap().len(), 0);
    let deep = Limits { depth: 12, ..Limits::default() };
    let found = nested(&pickle, deep).unwrap();
    assert_eq!((found.len(), found[0].imports.len()), (4096, 1));
    assert!(found[0].source.parts().len() == 12);
}
