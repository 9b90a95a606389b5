//! Every stream of the corpus: what it is taken for, what `llvm-bcanalyzer` prints of it, replay, verification, regions.
//!
//! `corpus/llvm/runs/analyser-N.tsv` says what the analyser of release N did with each file of `corpus/llvm` and
//! `corpus/bad/bitstream`: `evidence/peers/llvm/record.py` records it. `readers.tsv` beside them says what the readers of LLVM did
//! with the IR among them (`record_readers.py`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outlast::families::bitstream::KIND;
use outlast::{Detection, OpenError, Outcome, Severity, VerifyOptions, detect, verify_with};
use outlast_bitstream::analyze::{AnalyzeError, Options, analyze};
use outlast_bitstream::{BitstreamFile, StreamKind, replay};
use outlast_testkit::corpus;
use outlast_testkit::partition::Partition;
use sha2::{Digest, Sha256};

/// Analysers that were recorded.
const RELEASES: [u32; 4] = [14, 16, 19, 22];

/// Files of a folder of the corpus, whatever their names end with, but tables of runs; with their paths in the corpus.
fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let root = corpus::root();
    let (mut found, mut folders) = (Vec::new(), vec![root.join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            if path.is_dir() && name != "runs" && name != "verdicts" {
                folders.push(path);
            } else if path.is_file() {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, path));
            }
        }
    }
    found.sort();
    found
}

/// Files of `corpus/llvm` that are streams themselves.
fn streams() -> Vec<(String, Vec<u8>)> {
    let all = files("llvm").into_iter().map(|(name, path)| (name, std::fs::read(path).unwrap()));
    all.filter(|(_, bytes)| detect(bytes) == Detection::Known(KIND)).collect()
}

/// What a file is, by the name that its compiler gave it. Objects, libraries and the like hold streams.
fn expected(name: &str) -> Option<StreamKind> {
    const HOLDERS: &[&str] = &[
        "Units-obj.pcm",
        "tiny-embed.o",
        "embed-coff.o",
        "embed-macho.o",
        "thin-fat.o",
        "universal.o",
        "offload-embed.o",
    ];
    let file = Path::new(name).file_name().unwrap().to_str().unwrap();
    if HOLDERS.contains(&file) || file == "Small-wrapped.o" {
        return None;
    }
    match Path::new(name).extension().unwrap().to_str().unwrap() {
        "bc" | "o" => Some(StreamKind::Ir),
        "pcm" | "pch" => Some(StreamKind::ClangAst),
        "dia" => Some(StreamKind::Diagnostics),
        "bitstream" => Some(StreamKind::Remarks),
        "swiftmodule" | "sib" => Some(StreamKind::SwiftModule),
        "swiftdoc" => Some(StreamKind::SwiftDoc),
        "swiftsourceinfo" => Some(StreamKind::SwiftSourceInfo),
        "swiftdeps" => Some(StreamKind::SwiftDeps),
        "moddepcache" => Some(StreamKind::SwiftScanCache),
        "idx" => Some(StreamKind::Unknown(*b"BCGI")),
        "ctxprof" => Some(StreamKind::Unknown(*b"CTXP")),
        "a" | "hipfb" | "bin" => None,
        other => panic!("{name}: what is .{other}?"),
    }
}

#[test]
fn kinds_are_told_from_bytes() {
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, path) in files("llvm") {
        let bytes = std::fs::read(path).unwrap();
        match (expected(&name), detect(&bytes)) {
            (Some(kind), Detection::Known(KIND)) => {
                assert_eq!(BitstreamFile::open(&bytes).unwrap().kind(), kind, "{name}");
                *kinds.entry(kind.title()).or_default() += 1;
            }
            (None, Detection::Known(kind)) => {
                assert!(kind.holds_others(), "{name}: {kind:?}");
                *kinds.entry(kind.title()).or_default() += 1;
            }
            (expected, found) => panic!("{name}: {found:?}, not {expected:?}"),
        }
    }
    println!("{kinds:?}");
    assert_eq!(kinds.len(), 15, "every kind is in the corpus: {kinds:?}");
}

#[test]
fn streams_come_back_as_they_are() {
    let streams = streams();
    for (name, bytes) in &streams {
        assert!(replay(bytes).unwrap_or_else(|fault| panic!("{name}: {fault}")) == *bytes, "{name} differs");
    }
    println!("{} streams replayed", streams.len());
    outlast_testkit::corpus::figures(streams.len(), 77);
    // What is malformed is refused, what is odd comes back.
    let (mut same, mut refused) = (0, 0);
    for (name, path) in files("bad/bitstream") {
        let bytes = std::fs::read(path).unwrap();
        match replay(&bytes) {
            Ok(out) => {
                assert!(out == bytes, "{name} differs");
                same += 1;
            }
            Err(_) => refused += 1,
        }
    }
    println!("odd streams: {same} replayed, {refused} refused");
    outlast_testkit::corpus::figures([same, refused], [54, 31]);
}

/// What an analyser did with a file.
struct Run<'a> {
    file: &'a str,
    switches: &'a str,
    /// `0` or `1`.
    status: &'a str,
    /// Of what it printed.
    hash: &'a str,
    message: &'a str,
}

impl<'a> Run<'a> {
    fn parse(line: &'a str) -> Run<'a> {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        Run { file: next(), switches: next(), status: next(), hash: next(), message: next() }
    }
}

/// What we print, and the message if we stop.
fn ours(file: &str, release: u32, switches: &str) -> (String, Option<String>) {
    let bytes = std::fs::read(corpus::root().join(file)).unwrap();
    let mut options = Options::of_release(release);
    options.dump = switches != "s";
    if switches == "v" {
        options.block_info_blocks = true;
        options.symbolic = false;
        options.binary_blobs = true;
        options.histogram = false;
    }
    let mut printed = Vec::new();
    let fault = match analyze(&bytes, file, &options, &mut printed) {
        Ok(()) => None,
        Err(AnalyzeError::Fault(fault)) => Some(fault.kind().llvm_message()),
        Err(other) => panic!("{file}: {other:?}"),
    };
    let hash: String = Sha256::digest(&printed).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    (hash, fault)
}

/// What differs from a run, if anything.
fn difference(run: &Run<'_>, hash: &str, fault: Option<&str>) -> Option<String> {
    let said = run.message.split_once(": ").filter(|(tool, _)| tool.contains("bcanalyzer"));
    let said = said.map_or(run.message, |(_, said)| said);
    match fault {
        None if run.status != "0" => Some(format!("LLVM says {said:?}")),
        Some(fault) if run.status == "0" => Some(format!("ours says {fault:?}")),
        Some(fault) if !said.contains(fault) => Some(format!("LLVM says {said:?}, ours {fault:?}")),
        _ => (run.hash != hash).then(|| "another text".to_string()),
    }
}

#[test]
fn dumps_and_statistics_are_those_of_the_analysers() {
    let (mut same, mut apart) = (0, BTreeMap::<&str, u32>::new());
    let mut wrong = Vec::new();
    let table = |release: u32| {
        std::fs::read_to_string(corpus::root().join(format!("llvm/runs/analyser-{release}.tsv"))).unwrap()
    };
    let (first, next) = (table(RELEASES[0]), table(RELEASES[1]));
    let next: BTreeMap<(&str, &str), Run<'_>> = {
        let rows = next.lines().filter(|line| !line.starts_with('#')).map(Run::parse);
        rows.map(|run| ((run.file, run.switches), run)).collect()
    };
    for release in RELEASES {
        let text = if release == RELEASES[0] { first.clone() } else { table(release) };
        for run in text.lines().filter(|line| !line.starts_with('#')).map(Run::parse) {
            let (hash, fault) = ours(run.file, release, run.switches);
            let fault = fault.as_deref();
            if let Some(what) = difference(&run, &hash, fault) {
                // Checks that 14 lacks are made whatever the release.
                let later = &next[&(run.file, run.switches)];
                if release == 14 && difference(later, &ours(run.file, 16, run.switches).0, fault).is_none() {
                    *apart.entry("only 14 reads it so").or_default() += 1;
                } else {
                    wrong.push(format!("{} {} as {release}: {what}", run.file, run.switches));
                }
            } else {
                same += 1;
            }
        }
    }
    println!("{same} runs the same; apart: {apart:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    outlast_testkit::corpus::figures([same], [2013]);
}

#[test]
fn real_streams_are_sound() {
    let mut odd: BTreeMap<String, u32> = BTreeMap::new();
    for (name, bytes) in streams() {
        let (_, findings) = verify_with(&bytes, &VerifyOptions::default()).unwrap();
        // Clang's files have an abbreviation that no record may use, and none does.
        let errors =
            findings.iter().any(|finding| finding.severity == Severity::Error || finding.code.0 != 1323);
        assert!(!errors, "{name}: {findings:?}");
        let strict = VerifyOptions::default().strict(true);
        for finding in verify_with(&bytes, &strict).unwrap().1 {
            *odd.entry(format!("{} {}", finding.code, finding.title)).or_default() += 1;
            // Clang defines abbreviations that it never uses; nothing else is odd in what compilers write.
            assert_eq!(finding.code.0, 1323, "{name}: {finding:?}");
        }
    }
    println!("{odd:#?}");
}

#[test]
fn malformed_streams_have_findings_and_odd_ones_have_none() {
    let runs = std::fs::read_to_string(corpus::root().join("llvm/runs/analyser-22.tsv")).unwrap();
    let (mut counts, mut untold) = (BTreeMap::<bool, u32>::new(), 0);
    for run in runs.lines().filter(|line| line.starts_with("bad/")).map(Run::parse) {
        if run.switches != "d" {
            continue;
        }
        let bytes = std::fs::read(corpus::root().join(run.file)).unwrap();
        let errors = match verify_with(&bytes, &VerifyOptions::default()) {
            Ok((_, findings)) => findings.iter().any(|finding| finding.severity == Severity::Error),
            // Of no known kind, and its length words disagree: taken for a file of another kind.
            Err(OpenError::UnknownFormat(_)) => {
                untold += 1;
                continue;
            }
            Err(other) => panic!("{}: {other}", run.file),
        };
        assert_eq!(errors, run.status != "0", "{}: LLVM ends with {}", run.file, run.status);
        *counts.entry(errors).or_default() += 1;
    }
    println!("refused by both: {}, accepted by both: {}, not told: {untold}", counts[&true], counts[&false]);
    outlast_testkit::corpus::figures([counts[&true], counts[&false], untold], [24, 43, 18]);
}

#[test]
fn verdicts_on_ir_are_what_readers_did() {
    use super::llvm_verdicts::{READERS, asked, asked_again, columns, letters, when_read};
    let table = std::fs::read_to_string(corpus::root().join("llvm/runs/readers.tsv")).unwrap();
    let targets: Vec<_> = READERS.map(asked).into();
    let (again, columns) = (asked_again(), columns(&table));
    let (mut cells, mut unknown, mut wrong) = (0, 0, Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (file, fates) = line.split_once('\t').unwrap();
        let bytes = std::fs::read(corpus::root().join(file)).unwrap();
        let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
        for (at, fate) in letters((file, fates), &columns, &again) {
            let (reader, verdict) = (READERS[at], subject.check(&[], &targets[at]).unwrap());
            let outcome = when_read(&verdict);
            let right = match fate {
                'r' => outcome == Outcome::Loads,
                'f' => outcome == Outcome::Fails,
                // What is dropped and does not change what the program means is noted.
                'd' => outcome == Outcome::Misreads || outcome == Outcome::Loads && !verdict.notes.is_empty(),
                _ => continue,
            };
            cells += 1;
            // What LLVM 13 does with opaque pointers is not known.
            if outcome == Outcome::Unknown && reader == "13" {
                unknown += 1;
            } else if !right {
                wrong.push(format!("{file} by {reader}: {fate}, judged {}", verdict.outcome.name()));
            }
        }
    }
    println!("{cells} verdicts, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    outlast_testkit::corpus::figures([cells, unknown], [293, 1]);
}

#[test]
fn regions_partition_streams() {
    let mut leaves = 0;
    for (name, bytes) in streams() {
        let mut partition = Partition::default();
        match outlast::regions(&bytes, &mut partition) {
            Ok(_) => {}
            Err(OpenError::FeatureOff(..)) => return println!("bitstreams have no regions in this build"),
            Err(other) => panic!("{name}: {other}"),
        }
        leaves += partition.leaves;
        let faults = partition.finish(bytes.len() as u64);
        assert!(faults.is_empty(), "{name}: {}", faults[..faults.len().min(5)].join("\n"));
    }
    println!("{leaves} regions");
}
