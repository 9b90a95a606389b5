//! The files of the corpus, and the pickles in them.

use std::path::{Path, PathBuf};

use outlast_core::Bytes;
use outlast_testkit::corpus;
use outlast_torchscript::archive::{Exported, Generation, Kind, Legacy, MOST, TorchArchive, is_legacy};
use outlast_torchscript::pickle::{Limits, Pickle};
use outlast_torchscript::verify;

/// Extensions of files that PyTorch writes.
const EXTENSIONS: [&str; 4] = ["pt", "pth", "ptl", "pt2"];

/// The files that PyTorch wrote.
pub(crate) fn real() -> Vec<PathBuf> {
    let folder = corpus::root().join("torch");
    corpus::files("torch", &EXTENSIONS).into_iter().filter(|path| path.starts_with(&folder)).collect()
}

/// `2.15.0/script.pt`.
pub(crate) fn short(path: &Path) -> String {
    let mut parts = path.iter().rev().map(|part| part.to_string_lossy().into_owned());
    let (name, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    format!("{folder}/{name}")
}

/// A pickle of a file: where it is, and its bytes, those behind it included.
pub(crate) struct Found {
    pub(crate) file: String,
    pub(crate) member: String,
    pub(crate) offset: usize,
    pub(crate) data: Vec<u8>,
}

/// All pickles of a file, as `listing.py` finds them.
pub(crate) fn pickles(path: &Path) -> Vec<Found> {
    let data = std::fs::read(path).unwrap();
    let found = |member: &str, offset: usize, data: &[u8]| Found {
        file: short(path),
        member: member.into(),
        offset,
        data: data.to_vec(),
    };
    if path.extension().is_some_and(|extension| extension == "pkl") {
        return vec![found("", 0, &data)];
    }
    if is_legacy(&data) {
        let legacy = Legacy::read(&data, Limits::default()).unwrap();
        return legacy.parts.iter().map(|part| found("", part.at, &data[part.at..])).collect();
    }
    let archive = TorchArchive::open(&data).unwrap();
    let records = archive.records().unwrap().filter(|record| record.name.ends_with("pkl"));
    let read = records.map(|record| {
        let member = archive.zip().member(record.entry).unwrap();
        found(&record.name, 0, &member.content(MOST).unwrap())
    });
    read.collect()
}

/// Reads the pickle at the start.
pub(crate) fn read(data: &[u8]) -> Pickle<'_> {
    Pickle::read(Bytes::new(data, 0), Limits::default())
}

/// What each archive is, counted.
#[test]
fn kinds_and_generations() {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for path in real() {
        let data = std::fs::read(&path).unwrap();
        let release = short(&path).split('/').next().unwrap().to_string();
        let kind = match TorchArchive::open(&data) {
            Ok(archive) => match archive.kind() {
                Kind::TorchScript { generation, lite } => {
                    // An operator of version 10 is in it.
                    let late =
                        ["gelu.pt", "lite_control.ptl"].iter().any(|name| short(&path).ends_with(name));
                    // The generation is what the release writes.
                    let of_release = match &*release {
                        "1.2.0" => Generation::A,
                        "1.3.1" => Generation::B,
                        "1.5.1" => Generation::C,
                        // The place of the version shows it, where the version is as high.
                        "1.13.1" if late => Generation::E,
                        "1.10.2" | "1.13.1" => Generation::D,
                        _ => Generation::E,
                    };
                    assert_eq!(generation, of_release, "{}", short(&path));
                    assert_eq!(lite, short(&path).ends_with(".ptl"));
                    let expected = match generation {
                        Generation::A | Generation::B => 1,
                        Generation::C => 2,
                        _ if late => 10,
                        _ => 3,
                    };
                    let record = if expected > 5 { ".data/version" } else { "version" };
                    assert_eq!(archive.version().unwrap().unwrap().record, record);
                    assert_eq!(archive.version().unwrap().unwrap().number, expected, "{}", short(&path));
                    format!("{generation:?}")
                }
                Kind::Exported(Exported::Folder) => "exported".into(),
                kind => format!("{kind:?}"),
            },
            Err(_) => {
                assert!(is_legacy(&data), "{}", short(&path));
                let legacy = Legacy::read(&data, Limits::default()).unwrap();
                assert_eq!((legacy.parts.len(), legacy.trailing), (5, 0));
                "legacy".into()
            }
        };
        *counts.entry(kind).or_default() += 1;
    }
    let counts: Vec<_> = counts.into_iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let expected = "A 6, B 9, C 11, D 15, E 19, Package 3, Save 18, exported 1, legacy 17";
    corpus::figures(counts.join(", "), expected.to_string());
}

/// Files that PyTorch wrote have no findings, except for those that need classes of their own, and opcodes that only Python's reader has.
#[test]
fn real_files_are_clean() {
    let (mut clean, mut found) = (0, Vec::new());
    for path in real() {
        let findings = verify::file(&std::fs::read(&path).unwrap());
        if findings.is_empty() {
            clean += 1;
        }
        for finding in findings {
            let what = finding.title.split(" when loaded").next().unwrap_or_default();
            // The key of a storage was an address.
            let what = what.split(" `9").next().unwrap_or_default();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            found.push(format!("{name} {} {what}", finding.code));
        }
    }
    found.sort();
    let mut counted: Vec<(String, usize)> = Vec::new();
    for line in found {
        match counted.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => counted.push((line, 1)),
        }
    }
    let text: Vec<_> = counted.iter().map(|(line, count)| format!("{count} {line}")).collect();
    let expected = [
        "3 legacy_module.pth OL1532 this pickle runs `samples.Net`",
        "3 legacy_module.pth OL1532 this pickle runs `torch.nn.modules.linear.Linear`",
        "4 module.pth OL1532 this pickle runs `samples.Net`",
        "1 module.pth OL1532 this pickle runs `torch.nn.backends.thnn._get_thnn_function_backend`",
        "4 module.pth OL1532 this pickle runs `torch.nn.modules.linear.Linear`",
        "1 no_checksums.pth OL1511 `no_checksums/data.pkl` and 8 more records carry no checksum: whether their data are damaged cannot be determined",
        "1 protocol_0.pth OL1536 LONG is an opcode that the weights-only reader does not know",
        // Protocol 0 makes text of persistent ids: PyTorch cannot read it, either.
        "1 protocol_0.pth OL1551 file of torch.save: no pickle says what the elements of the storage",
        "3 protocol_4.pth OL1536 FRAME is an opcode that the weights-only reader does not know",
        "2 protocol_5.pth OL1536 FRAME is an opcode that the weights-only reader does not know",
        "2 subclass.pth OL1532 this pickle imports `samples.Special`",
    ];
    corpus::figures((clean, text), (83, expected.map(str::to_string).to_vec()));
}

#[test]
fn records_of_a_script() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/extra.pt")).unwrap();
    let archive = TorchArchive::open(&data).unwrap();
    assert_eq!((archive.root(), archive.zip().is_zip64()), ("extra", true));
    assert_eq!(archive.extra_files().unwrap(), ["nested/data.json", "note.txt"]);
    assert_eq!(archive.text("byteorder").unwrap().as_deref(), Some("little"));
    assert_eq!(&*archive.content("extra/note.txt").unwrap().unwrap(), b"for the reader");
    assert!(archive.content("nothing").unwrap().is_none() && !archive.has("nothing"));
    let inside = archive.records().unwrap().all(|record| record.inside);
    assert!(inside);
    // Every record starts at a multiple of 64 bytes, and what follows it is a descriptor, except for empty ones.
    for record in archive.records().unwrap() {
        let member = archive.zip().member(record.entry).unwrap();
        assert!(member.alignment() >= 64, "{}", record.name);
    }
}
