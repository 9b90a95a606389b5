//! Archives that are changed to be one thing to one reader and another to the next.

use outlast_archive::crc32;
use outlast_core::{Output, Severity};
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::archive::write::Editor;
use outlast_torchscript::verify::{self, codes};

fn script() -> Vec<u8> {
    std::fs::read(corpus::root().join("torch/2.15.0/script.pt")).unwrap()
}

/// Replaces all places where `from` stands, which must be `count`.
fn replaced(data: &[u8], from: &[u8], to: &[u8], count: usize) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let (mut data, mut at, mut found) = (data.to_vec(), 0, 0);
    while let Some(next) = data[at..].windows(from.len()).position(|window| window == from) {
        data[at + next..at + next + from.len()].copy_from_slice(to);
        at += next + from.len();
        found += 1;
    }
    assert_eq!(found, count);
    data
}

fn position(data: &[u8], what: &[u8], nth: usize) -> usize {
    data.windows(what.len()).enumerate().filter(|(_, window)| *window == what).nth(nth).unwrap().0
}

/// The codes of errors and warnings, without those that come again.
fn found(data: &[u8]) -> Vec<String> {
    let mut codes: Vec<_> = verify::file(data)
        .into_iter()
        .filter(|finding| finding.severity > Severity::Note)
        .map(|finding| finding.code.to_string())
        .collect();
    codes.sort();
    codes.dedup();
    codes
}

#[test]
fn names() {
    let script = script();
    assert_eq!(found(&script), Vec::<String>::new());
    let one = b"script/data/1";
    assert_eq!(found(&replaced(&script, one, b"script/data/0", 2)), ["OL1501", "OL1541"]);
    assert_eq!(found(&replaced(&script, one, b"script/../x/1", 2)), ["OL1506", "OL1541"]);
    assert_eq!(found(&replaced(&script, one, b"/cript/data/1", 2)), ["OL1506", "OL1507", "OL1541"]);
    assert_eq!(found(&replaced(&script, one, b"C:ript\\data/1", 2)), ["OL1506", "OL1507", "OL1541"]);
    assert_eq!(found(&replaced(&script, one, b"scripx/data/1", 2)), ["OL1507", "OL1541"]);
    // The header says another name than the directory.
    let mut data = script.clone();
    let at = position(&data, one, 0);
    data[at..at + one.len()].copy_from_slice(b"script/data/7");
    assert_eq!(found(&data), ["OL1503", "OL1510"]);
}

/// PyTorch's reader does not tell upper and lower case apart; Python's, which reads `.pt2` files of old, does.
#[test]
fn case() {
    let script = script();
    let added = |record: &str, content: &'static [u8]| {
        let archive = TorchArchive::open(&script).unwrap();
        let mut editor = Editor::new(&archive).unwrap();
        editor.add(record, Output::of(content)).unwrap();
        editor.finish().unwrap().to_vec()
    };
    assert_eq!(found(&added("VERSION", b"99\n")), ["OL1501", "OL1513", "OL1521"]);
    assert_eq!(found(&added("DATA/1", b"data")), ["OL1501", "OL1513"]);
    assert_eq!(found(&added("extra/VERSION", b"99\n")), [""; 0]);
    // One of the name only, which is what the reader looks for.
    let upper = replaced(&script, b"script/version", b"script/VERSION", 2);
    let archive = TorchArchive::open(&upper).unwrap();
    assert_eq!(archive.version().unwrap().unwrap().number, 3);
    assert_eq!(found(&upper), ["OL1513"]);
    let flat = std::fs::read(corpus::root().join("torch-export/2.5.1/buffer.pt2")).unwrap();
    let archive = TorchArchive::open(&flat).unwrap();
    assert!(!archive.ignores_case() && archive.has("version") && !archive.has("VERSION"));
}

#[test]
fn content_and_layout() {
    let script = script();
    // One byte of a weight.
    let mut data = script.clone();
    let at = position(&data, b"script/data/1", 0);
    let weight = (at + 13..).find(|at| at % 64 == 0).unwrap();
    data[weight] ^= 1;
    assert_eq!(found(&data), ["OL1504"]);
    let finding =
        verify::file(&data).into_iter().find(|finding| finding.code == codes::BAD_CHECKSUM).unwrap();
    assert!(finding.title.starts_with("the checksum of `script/data/1` is "), "{}", finding.title);
    // Before, behind and between.
    assert_eq!(found(&[b"#!/bin/sh\n", &script[..]].concat()), ["OL1510"]);
    assert_eq!(found(&[&script[..], b"more"].concat()), ["OL1510"]);
    // Two records of the directory name one header.
    let first = position(&script, b"script/data/0", 1) - 46;
    let second = position(&script, b"script/data/1", 1) - 46;
    let mut data = script.clone();
    data.copy_within(first..first + 46 + 13, second);
    assert_eq!(found(&data), ["OL1501", "OL1502", "OL1510", "OL1541"]);
}

/// `torch.save` can leave checksums out: that is no damage, and damage cannot be told.
#[test]
fn no_checksums() {
    let saved = std::fs::read(corpus::root().join("torch/2.15.0/no_checksums.pth")).unwrap();
    let of = |data: &[u8]| -> Vec<_> {
        verify::file(data)
            .into_iter()
            .map(|finding| (finding.code, finding.severity, finding.title))
            .collect()
    };
    let said = |which: &str| {
        format!(
            "`no_checksums/data.pkl` and {which} carry no checksum: whether their data are damaged cannot be determined"
        )
    };
    assert_eq!(of(&saved), [(codes::NO_CHECKSUM, Severity::Note, said("8 more records"))]);
    let mut changed = saved.clone();
    let at = position(&changed, b"no_checksums/data/0", 0);
    let weight = (at + 19..).find(|at| at % 64 == 0).unwrap();
    changed[weight] ^= 1;
    assert_eq!(of(&changed), of(&saved));
    // Without the data of tensors, the same is known.
    let passed = verify::file_with(&saved, verify::Data::Passed);
    assert_eq!(passed.into_iter().map(|finding| finding.title).collect::<Vec<_>>(), [said("8 more records")]);
    // PyTorch writes checksums of code, whatever it is asked.
    let script = script();
    let archive = outlast_archive::Archive::open(&script).unwrap();
    let entry = archive.find("script/constants.pkl").unwrap().unwrap();
    let checksum = entry.checksum().to_le_bytes();
    let count = script.windows(4).filter(|window| *window == checksum).count();
    let zero = replaced(&script, &checksum, &[0; 4], count);
    let [(code, severity, title)] = &of(&zero)[..] else { panic!() };
    assert_eq!((*code, *severity), (codes::NO_CHECKSUM, Severity::Warning));
    assert_eq!(
        title,
        "`script/constants.pkl` carries no checksum: whether its data are damaged cannot be determined"
    );
}

/// Compressed data that cannot be expanded are refused by every reader, whatever they do with checksums.
#[test]
fn compressed_data() {
    let script = script();
    let archive = outlast_archive::Archive::open(&script).unwrap();
    let deflated =
        archive.entries().unwrap().iter().find(|entry| entry.method() == outlast_archive::Method::Deflated);
    let at = usize::try_from(archive.member(deflated.unwrap()).unwrap().raw().base()).unwrap();
    let mut data = script.clone();
    data[at] = 0xff;
    assert_eq!(found(&data), ["OL1503"]);
}

/// Changes the content of a stored record, with its checksums.
fn rewritten(data: &[u8], record: &str, from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    let header = position(&data, record.as_bytes(), 0) - 30;
    let directory = position(&data, record.as_bytes(), 1) - 46;
    let number = |data: &[u8], at: usize| u32::from_le_bytes(data[at..at + 4].try_into().unwrap());
    let short = |at: usize| usize::from(u16::from_le_bytes([data[at], data[at + 1]]));
    let start = header + 30 + short(header + 26) + short(header + 28);
    let at = start + position(&data[start..], from, 0);
    let len = usize::try_from(number(&data, directory + 24)).unwrap();
    let before = crc32(&data[start..start + len]).to_le_bytes();
    assert_eq!(number(&data, directory + 16).to_le_bytes(), before);
    data[at..at + to.len()].copy_from_slice(to);
    let after = crc32(&data[start..start + len]).to_le_bytes();
    let places: Vec<_> = (0..data.len() - 4).filter(|at| data[*at..at + 4] == before).collect();
    assert!(places.len() >= 2);
    for place in places {
        data[place..place + 4].copy_from_slice(&after);
    }
    data
}

#[test]
fn records() {
    let script = script();
    assert_eq!(found(&rewritten(&script, "script/version", b"3\n", b"x\n")), ["OL1521"]);
    assert_eq!(found(&rewritten(&script, "script/byteorder", b"little", b"middle")), ["OL1524"]);
    let saved = std::fs::read(corpus::root().join("torch/2.15.0/state_dict.pth")).unwrap();
    assert_eq!(found(&rewritten(&saved, "state_dict/.storage_alignment", b"64", b"63")), ["OL1525"]);
    // A global in the pickle of a module.
    let evil =
        rewritten(&script, "script/data.pkl", b"collections\nOrderedDict\n", b"collections\nnamedtuple!\n");
    assert_eq!(found(&evil), ["OL1532"]);
    let finding = verify::file(&evil).into_iter().find(|f| f.code == codes::NEEDS_CODE).unwrap();
    assert_eq!(finding.place.span.source.to_string(), "script/data.pkl");
    assert!(finding.title.starts_with("this pickle runs `collections.namedtuple!` when loaded (REDUCE;"));
    // A tensor that reaches beyond its storage: the first size, 4, becomes 5.
    let beyond = rewritten(&script, "script/data.pkl", b"(K\x04K\x03t", b"(K\x05K\x03t");
    assert_eq!(found(&beyond), ["OL1543"]);
    // A storage of more elements than its data.
    let larger = rewritten(&script, "script/data.pkl", b"K\x0ctQ", b"K\x0dtQ");
    assert_eq!(found(&larger), ["OL1542"]);
}

#[test]
fn files_from_before() {
    let legacy = std::fs::read(corpus::root().join("torch/2.15.0/legacy.pth")).unwrap();
    assert_eq!(found(&legacy), Vec::<String>::new());
    assert_eq!(found(&legacy[..legacy.len() - 1]), ["OL1551"]);
    assert_eq!(found(&[&legacy[..], b"x"].concat()), ["OL1552"]);
    assert_eq!(found(&replaced(&legacy, b"M\xe9\x03.", b"M\xea\x03.", 1)), ["OL1553"]);
    let big = replaced(&legacy, b"little_endianq\x02\x88", b"little_endianq\x02\x89", 1);
    assert_eq!(found(&big), ["OL1554"]);
}

/// `torch.load` reads what stands at the start, `torch.jit.load` what the directory at the end says.
#[test]
fn two_files_in_one() {
    let (script, evil) = (script(), b"\x80\x02cposix\ngetcwd\n)R.");
    assert_eq!(found(&[&evil[..], &script].concat()), ["OL1510", "OL1532"]);
    let legacy = std::fs::read(corpus::root().join("torch/2.15.0/legacy.pth")).unwrap();
    let saved = std::fs::read(corpus::root().join("bad/torch/called.pth")).unwrap();
    assert_eq!(found(&[&legacy[..], &saved].concat()), ["OL1510", "OL1532", "OL1552"]);
    let tar = std::fs::read(corpus::root().join("torch/pickles/before_0_1_10.tar")).unwrap();
    assert_eq!(found(&tar), Vec::<String>::new());
    // The first tensor has two rows of three elements, and its storage six elements.
    let two = [2_i64, 3].map(i64::to_le_bytes).concat();
    let three = [3_i64, 3].map(i64::to_le_bytes).concat();
    assert_eq!(found(&replaced(&tar, &two, &three, 1)), ["OL1543"]);
    assert_eq!(found(&[&tar[..], &saved].concat()), ["OL1510", "OL1532"]);
}
