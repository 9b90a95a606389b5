//! Any input: no panic, no hang, memory within bounds, and what reads agrees with what else reads. A sample of what fuzzers
//! do at length: `OUTLAST_ROUNDS` asks for more.

use outlast_bitstream::analyze::{AnalyzeError, Options, analyze};
use outlast_bitstream::clang::{ClangFacts, ClangTables};
use outlast_bitstream::diagnostics::Diagnostics;
use outlast_bitstream::remarks::Remarks;
use outlast_bitstream::swift::{ScanCache, SwiftDeps, SwiftFacts, SwiftTables};
use outlast_bitstream::verify::{self, verify};
use outlast_bitstream::{
    BitstreamFile, Cursor, Fault, FaultKind, StreamKind, ir, looks_like_stream, regions,
};
use outlast_bitstream::{replay, stream_extent};
use outlast_core::{Budget, Descend, Region, RegionKind, RegionSink, Severity};
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_testkit::partition::Partition;

/// Counts what is written, up to more than any small stream's dump has.
#[derive(Default)]
struct Count(u64);

impl std::io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        if self.0 > 1 << 31 {
            return Err(std::io::Error::other("the dump has no end"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What `llvm-bcanalyzer` would say; none if it accepts.
pub(crate) fn message(bytes: &[u8], options: &Options<'_>) -> Option<FaultKind> {
    match analyze(bytes, "-", options, Count::default()) {
        Ok(()) => None,
        Err(AnalyzeError::Fault(fault)) => Some(fault.kind().clone()),
        Err(other) => panic!("{other:?}"),
    }
}

/// The partition of the bits, and how many regions are bad.
#[derive(Default)]
struct Regions {
    partition: Partition,
    bad: u64,
}

impl RegionSink for Regions {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        self.bad += u64::from(region.kind == RegionKind::Bad);
        self.partition.enter(region)
    }

    fn leave(&mut self) {
        self.partition.leave();
    }
}

/// Checks that every bit is in one region; the number of leaves and of bad ones.
pub(crate) fn partition(name: &str, bytes: &[u8]) -> (u64, u64) {
    let mut sink = Regions::default();
    regions(bytes, &mut sink);
    let leaves = sink.partition.leaves;
    let faults = sink.partition.finish(bytes.len() as u64);
    assert!(faults.is_empty(), "{name}: {} faults: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    (leaves, sink.bad)
}

/// Everything that reads, on the same bytes. Whether it is a sound stream.
pub(crate) fn read_all(name: &str, bytes: &[u8]) -> bool {
    let plain = Options::of_release(22);
    let dumping = Options { dump: true, ..Options::of_release(22) };
    let everything = Options {
        block_info_blocks: true,
        symbolic: false,
        binary_blobs: true,
        check_hash: Some(b"strings"),
        ..dumping.clone()
    };
    let (stats, dump) = (message(bytes, &plain), message(bytes, &dumping));
    let full = message(bytes, &everything);
    assert_eq!(dump, full, "{name}");
    // Strings are looked into by a dump alone.
    if !matches!(dump, Some(FaultKind::MetadataStrings(_) | FaultKind::End { .. } | FaultKind::Vbr)) {
        assert_eq!(stats, dump, "{name}: statistics and dump");
    }
    let walked = walk(bytes);
    let (leaves, bad) = partition(name, bytes);
    assert_eq!(bad > 0, walked.is_err(), "{name}: regions and cursor: {walked:?}");
    assert!(bytes.is_empty() || leaves > 0, "{name}");
    let odd_length = !bytes.len().is_multiple_of(4);
    // llvm-bcanalyzer, which this is held to, knows of no padding; LLVM's reader does.
    let padded = BitstreamFile::open(bytes).is_ok_and(|file| !file.padding.is_empty());
    assert!(!padded || walked.is_err() == has_errors(bytes), "{name}: {walked:?}");
    assert_eq!(stats.is_none(), walked.is_ok() && !odd_length && !padded, "{name}: {stats:?}, {walked:?}");
    match replay(bytes) {
        Ok(copy) => assert!(walked.is_ok() && copy == bytes, "{name}: replay"),
        Err(fault) => assert!(walked.is_err(), "{name}: {fault}"),
    }
    let found = verify(bytes, verify::Options::default());
    if !has_errors(bytes) {
        assert!(stats.is_none() || padded, "{name}: verified, and {stats:?}");
    } else {
        assert!(dump.is_some() || found[0].code.to_string() == "OL1311", "{name}: {found:?}");
    }
    for strict in [false, true] {
        verify(bytes, verify::Options { strict, keep_going: true });
    }
    carried(bytes);
    stats.is_none() && dump.is_none()
}

fn walk(bytes: &[u8]) -> Result<u64, Fault> {
    let mut cursor: Cursor<'_> = BitstreamFile::open(bytes)?.cursor()?;
    let mut tokens = 0;
    while cursor.next()?.is_some() {
        tokens += 1;
    }
    Ok(tokens)
}

/// What is read of the formats carried in streams.
fn carried(bytes: &[u8]) {
    let _ = (looks_like_stream(bytes), stream_extent(bytes, &mut Budget::new(1000)));
    let Ok(file) = BitstreamFile::open(bytes) else { return };
    let stream = file.stream;
    let _ = ir::overview::overview(stream);
    match stream.kind() {
        StreamKind::Ir => drop(ir::facts(stream)),
        StreamKind::ClangAst => {
            ClangFacts::read(stream);
            if let Ok(tables) = ClangTables::open(stream) {
                let _ = tables.verify();
            }
        }
        StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo => {
            SwiftFacts::read(stream);
            if let Ok(mut tables) = SwiftTables::open(stream) {
                let _ = tables.verify();
            }
        }
        StreamKind::SwiftDeps => drop(SwiftDeps::read(stream)),
        StreamKind::SwiftScanCache => drop(ScanCache::read(stream)),
        StreamKind::Diagnostics => drop(Diagnostics::read(stream)),
        StreamKind::Remarks => {
            Remarks::read(stream);
            let _ = Remarks::each(stream, |_| {});
        }
        _ => {}
    }
}

/// Small files of all kinds.
fn bases() -> Vec<(String, Vec<u8>)> {
    let extensions =
        &["bc", "pcm", "pch", "dia", "bitstream", "swiftmodule", "swiftdoc", "swiftsourceinfo", "swiftdeps"];
    let files = outlast_testkit::corpus::files("llvm", extensions);
    let read = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read(path).unwrap());
    let mut bases: Vec<_> = files.into_iter().map(read).filter(|(_, data)| data.len() < 6000).collect();
    outlast_testkit::corpus::figures(bases.len(), 47);
    bases.sort_by_key(|(_, data)| data.len());
    bases
}

fn rounds(normal: usize) -> usize {
    std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(normal)
}

#[test]
fn genuine_files_are_sound() {
    let extensions = &[
        "bc",
        "pcm",
        "pch",
        "dia",
        "bitstream",
        "swiftmodule",
        "swiftdoc",
        "swiftsourceinfo",
        "swiftdeps",
        "o",
    ];
    let (mut files, mut leaves) = (0, 0);
    for path in outlast_testkit::corpus::files("llvm", extensions) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(file) = BitstreamFile::open(&bytes) else { continue };
        if matches!(file.kind(), StreamKind::Unknown(_)) {
            continue;
        }
        assert!(read_all(&path.display().to_string(), &bytes), "{}", path.display());
        leaves += partition("", &bytes).0;
        files += 1;
    }
    outlast_testkit::corpus::figures([files, leaves], [73, 41603]);
    println!("{files} files, {leaves} regions");
}

#[test]
fn malformed_files_are_read_without_harm() {
    let files = outlast_testkit::corpus::files("bad/bitstream", &["bin"]);
    outlast_testkit::corpus::figures(files.len(), 85);
    for path in files {
        read_all(&path.display().to_string(), &std::fs::read(&path).unwrap());
    }
}

#[test]
fn cut_off_files_are_errors() {
    for (name, data) in bases().iter().step_by(3) {
        for length in cuts(data.len()) {
            let sound = read_all(&format!("{name} cut to {length}"), &data[..length]);
            // Between two blocks at the top level, or behind the magic.
            let (_, extent) = (0, stream_extent(data, &mut Budget::new(1000)));
            assert!(!sound || length % 4 == 0 && extent.is_some(), "{name} cut to {length}");
        }
    }
}

#[test]
fn changed_bytes_are_read_without_harm() {
    let mut rng = Rng(20_261_121);
    let (mut sound, mut all) = (0, 0);
    for (name, data) in bases() {
        for round in 0..rounds(12) {
            sound += u64::from(read_all(&format!("{name} round {round}"), &flip(&data, &mut rng)));
            all += 1;
        }
    }
    println!("{all} changed files, {sound} of them sound");
    outlast_testkit::corpus::figures([all, sound], [564, 130]);
}

#[test]
fn spliced_files_are_read_without_harm() {
    let mut rng = Rng(20_261_122);
    let bases = bases();
    for round in 0..rounds(120) {
        let (_, one) = &bases[rng.below(bases.len())];
        let (_, other) = &bases[rng.below(bases.len())];
        let (at, from) = (rng.below(one.len() / 4) * 4, rng.below(other.len() / 4) * 4);
        let to = from + rng.below((other.len() - from) / 4) * 4;
        let spliced = [&one[..at], &other[from..to], &one[at..]].concat();
        read_all(&format!("splice {round}"), &spliced);
    }
}

#[test]
fn empty_and_tiny_files() {
    for bytes in [&b""[..], b"B", b"BC\xc0\xde", b"DIAG\0", b"\xde\xc0\x17\x0b", b"CPCH\x01\0\0\0\0\0\0\0"] {
        read_all(&format!("{bytes:?}"), bytes);
        assert!(
            bytes.len() == 4 || !verify(bytes, verify::Options::default()).is_empty() || bytes.len() % 4 == 0
        );
    }
}

fn has_errors(bytes: &[u8]) -> bool {
    verify(bytes, verify::Options::default()).iter().any(|finding| finding.severity == Severity::Error)
}
