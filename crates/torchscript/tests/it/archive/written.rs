//! Archives written: as they were, from nothing, and with records changed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use outlast_archive::Method;
use outlast_core::{ErrorKind, Image, Output, Piece, offset_in};
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_torchscript::archive::write::{Editor, NewRecord, build, compresses, replay};
use outlast_torchscript::archive::{Kind, MOST, TorchArchive};
use outlast_torchscript::verify;

use crate::archive::files::{real, short};

/// The archives of the corpus: name and bytes.
fn archives() -> Vec<(String, Vec<u8>)> {
    let all = real().into_iter().map(|path| (short(&path), std::fs::read(&path).unwrap()));
    all.filter(|(_, data)| TorchArchive::open(data).is_ok()).collect()
}

#[test]
fn archives_are_written_as_they_were() {
    let mut count = 0;
    for (name, data) in archives() {
        let archive = TorchArchive::open(&data).unwrap();
        let replayed = replay(archive.zip()).unwrap();
        assert!(replayed.output.is(&data) && replayed.output.to_vec() == data, "{name}");
        assert_eq!(replayed.kept, 0, "{name}");
        count += 1;
    }
    corpus::figures(count, 82);
}

/// The records of an archive, to be written from nothing: compressed by the rule, not by what they were.
fn new_records<'a>(archive: &TorchArchive<'a>) -> Vec<NewRecord<'a>> {
    let code = matches!(archive.kind(), Kind::TorchScript { .. });
    let records = archive.records().unwrap().map(|record| {
        let content = archive.zip().member(record.entry).unwrap().content(MOST).unwrap();
        let compress = code && compresses(&record.name, content.len() as u64);
        NewRecord { name: record.name.to_string(), content: Output::of(content), compress }
    });
    records.collect()
}

/// An archive that is written from nothing, with the records of one of PyTorch's, is that one.
#[test]
fn new_archives_are_those_of_pytorch() {
    let mut same: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (name, data) in archives() {
        let archive = TorchArchive::open(&data).unwrap();
        let built = build(archive.root(), new_records(&archive), 64).unwrap();
        let release = name.split('/').next().unwrap().to_string();
        let counts = same.entry(release).or_default();
        counts.1 += 1;
        if built.is(&data) {
            counts.0 += 1;
        }
    }
    let text: Vec<String> =
        same.into_iter().map(|(release, (same, of))| format!("{release} {same} of {of}")).collect();
    // Releases up to 1.3 write the date.
    let expected =
        "1.10.2 11 of 11, 1.13.1 15 of 15, 1.2.0 0 of 6, 1.3.1 0 of 9, 1.5.1 11 of 11, 2.15.0 29 of 30";
    corpus::figures(text.join(", "), expected.to_string());
}

/// Checks that an edited archive has all other records as they were.
fn compare(name: &str, old: &TorchArchive<'_>, output: &Output<'_>, changed: &str, removed: bool) {
    let data = output.to_vec();
    let new = TorchArchive::open(&data).unwrap();
    assert_eq!(new.root(), old.root(), "{name}");
    let was: Vec<_> = old.records().unwrap().filter(|record| !(removed && record.name == changed)).collect();
    let is: Vec<_> = new.records().unwrap().collect();
    assert!(is.len() == was.len() || is.len() == was.len() + 1, "{name}");
    for (was, is) in was.iter().zip(&is) {
        assert_eq!(was.name, is.name, "{name}");
        let (one, other) = (old.zip().member(was.entry).unwrap(), new.zip().member(is.entry).unwrap());
        // Where it can be aligned at all.
        if one.raw().base() % 64 == 0 {
            assert_eq!(other.raw().base() % 64, 0, "{name} {}", is.name);
        }
        if is.name == changed {
            continue;
        }
        assert_eq!(one.raw().data(), other.raw().data(), "{name} {}", is.name);
        assert_eq!((was.entry.method(), was.entry.checksum()), (is.entry.method(), is.entry.checksum()));
        assert_eq!((was.entry.size(), was.entry.stored_size()), (is.entry.size(), is.entry.stored_size()));
    }
    new.zip().check_layout().unwrap();
    for record in new.records().unwrap() {
        let member = new.zip().member(record.entry).unwrap();
        // What had no checksum has none.
        let kept = is_unchecked(old, &record.name);
        if member.entry().checksum() == 0 && kept {
            member.checksum(MOST).map(drop)
        } else {
            member.verify(MOST)
        }
        .unwrap();
    }
    // What was written can be written again as it is.
    assert!(replay(new.zip()).unwrap().output.is(&data), "{name}");
}

/// Whether the directory has no checksum of a record.
fn is_unchecked(archive: &TorchArchive<'_>, record: &str) -> bool {
    let member = archive.find(record).unwrap();
    member.is_some_and(|member| member.entry().checksum() == 0 && member.entry().size() > 0)
}

#[test]
fn one_record_changed() {
    let mut count = 0;
    for (name, data) in archives() {
        let archive = TorchArchive::open(&data).unwrap();
        let records: Vec<String> = archive.records().unwrap().map(|record| record.name.to_string()).collect();
        for record in &records {
            let content = archive.content(record).unwrap().unwrap();
            // The same content: the same archive, if the compressed data are.
            let mut editor = Editor::new(&archive).unwrap();
            editor.replace(record, Output::of(content.to_vec())).unwrap();
            let same = editor.finish().unwrap();
            compare(&name, &archive, &same, record, false);
            // A record that is written gets its checksum.
            if archive.find(record).unwrap().unwrap().is_stored() && !is_unchecked(&archive, record) {
                assert!(same.is(&data), "{name} {record}");
            }
            // Longer content, which moves everything behind it.
            let longer = [&content[..], &b"more ".repeat(21)].concat();
            let mut editor = Editor::new(&archive).unwrap();
            editor.replace(record, Output::of(longer.clone())).unwrap();
            let output = editor.finish().unwrap();
            compare(&name, &archive, &output, record, false);
            let bytes = output.to_vec();
            let new = TorchArchive::open(&bytes).unwrap();
            assert_eq!(*new.content(record).unwrap().unwrap(), longer);
            let (was, is) = (archive.find(record).unwrap().unwrap(), new.find(record).unwrap().unwrap());
            // Code that was too short to be compressed is not any more.
            if was.entry().method() != is.entry().method() {
                assert!(
                    is.entry().method() == Method::Deflated && record.starts_with("code/"),
                    "{name} {record}"
                );
            }
            // Empty content.
            let mut editor = Editor::new(&archive).unwrap();
            editor.replace(record, Output::default()).unwrap();
            compare(&name, &archive, &editor.finish().unwrap(), record, false);
            // Nothing of the others is copied.
            let borrowed = output.pieces().iter().filter(|piece| match piece {
                Piece::Bytes(Cow::Borrowed(raw)) | Piece::Weights(Cow::Borrowed(raw)) => {
                    offset_in(&data, raw).is_some()
                }
                _ => false,
            });
            let empty = archive.records().unwrap().filter(|record| record.entry.size() == 0).count();
            assert!(borrowed.count() + 1 + empty >= records.len(), "{name}");
            // An image has what readers look into: the same facts are read of it.
            let image = Image::new(output).unwrap();
            let seen = TorchArchive::open(image.bytes()).unwrap();
            assert_eq!(
                (seen.kind(), seen.content("data.pkl")),
                (new.kind(), new.content("data.pkl")),
                "{name}"
            );
            let mut editor = Editor::new(&archive).unwrap();
            editor.remove(record).unwrap();
            if records.len() > 1 {
                compare(&name, &archive, &editor.finish().unwrap(), record, true);
            }
            count += 1;
        }
    }
    corpus::figures(count, 1004);
}

#[test]
fn records_added() {
    for (name, data) in archives() {
        let archive = TorchArchive::open(&data).unwrap();
        let mut editor = Editor::new(&archive).unwrap();
        let code = "x = 1\n".repeat(100);
        editor.add("extra/note.md", Output::of(&b"note"[..])).unwrap();
        editor.add("code/added.py", Output::of(code.clone().into_bytes())).unwrap();
        let output = editor.finish().unwrap();
        let bytes = output.to_vec();
        let new = TorchArchive::open(&bytes).unwrap();
        assert_eq!(&*new.content("extra/note.md").unwrap().unwrap(), b"note", "{name}");
        assert_eq!(&*new.content("code/added.py").unwrap().unwrap(), code.as_bytes());
        let deflated = new.find("code/added.py").unwrap().unwrap().entry().method() == Method::Deflated;
        let others = archive.records().unwrap().filter(|record| record.name.starts_with("code/"));
        assert_eq!(
            deflated,
            others.into_iter().any(|record| record.entry.method() == Method::Deflated),
            "{name}"
        );
        // The members before them are where they were.
        let end = archive.zip().directory().start;
        assert_eq!(bytes[..end], data[..end], "{name}");
        let (before, after) = (verify::file(&data), verify::file(&bytes));
        // What is odd about the file stays, and nothing else comes.
        assert_eq!(before.len(), after.len(), "{name} {after:?}");
    }
}

#[test]
fn what_cannot_be_edited_is_refused() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/extra.pt")).unwrap();
    let archive = TorchArchive::open(&data).unwrap();
    let mut editor = Editor::new(&archive).unwrap();
    assert!(editor.replace("nothing", Output::default()).is_err());
    assert!(editor.remove("nothing").is_err());
    for name in ["version", "../x", "/x", "a/../b", "a\\b", "a\0b", "a/", &"x".repeat(70_000)] {
        assert!(editor.add(name, Output::default()).is_err(), "{name:.20}");
    }
    editor.remove("version").unwrap();
    assert!(editor.replace("version", Output::default()).is_err());
    editor.add("version", Output::of(&b"4\n"[..])).unwrap();
    assert!(editor.add("version", Output::default()).is_err());
    let changed = editor.finish().unwrap().to_vec();
    assert_eq!(TorchArchive::open(&changed).unwrap().version().unwrap().unwrap().number, 4);

    // Bytes that no record has.
    let behind = [&data[..], b"more"].concat();
    let archive = TorchArchive::open(&behind).unwrap();
    let error = Editor::new(&archive).unwrap_err();
    assert!(error.to_string().contains("4 bytes belong to no record"), "{error}");
    let replayed = replay(archive.zip()).unwrap();
    assert!(replayed.kept == 4 && replayed.output.is(&behind));
    let before = [b"#!/bin/sh\n", &data[..]].concat();
    let archive = TorchArchive::open(&before).unwrap();
    assert!(Editor::new(&archive).is_err());
    assert!(replay(archive.zip()).unwrap().output.is(&before));
    // Nothing is left.
    let one = build(
        "x",
        vec![NewRecord { name: "version".into(), content: Output::default(), compress: false }],
        64,
    )
    .unwrap();
    let one = one.to_vec();
    let archive = TorchArchive::open(&one).unwrap();
    let mut editor = Editor::new(&archive).unwrap();
    editor.remove("version").unwrap();
    assert!(editor.finish().is_err());
    assert!(build("x", Vec::new(), 48).is_err() && build("x", Vec::new(), 1 << 16).is_err());
}

/// The alignment that an archive says is kept.
#[test]
fn alignment_of_storages() {
    let record = |name: &str, content: &[u8]| NewRecord {
        name: name.into(),
        content: Output::of(content.to_vec()),
        compress: false,
    };
    let records = || {
        vec![
            record("data.pkl", b"\x80\x02}q\x00."),
            record(".format_version", b"1"),
            record(".storage_alignment", b"4096"),
            record("byteorder", b"little"),
            record("data/0", &[1; 12]),
            record("data/1", &[2; 20]),
            record("version", b"3\n"),
        ]
    };
    let data = build("al", records(), 4096).unwrap().to_vec();
    let archive = TorchArchive::open(&data).unwrap();
    let mut editor = Editor::new(&archive).unwrap();
    editor.replace("data.pkl", Output::of(vec![b' '; 5000])).unwrap();
    let changed = editor.finish().unwrap().to_vec();
    let archive = TorchArchive::open(&changed).unwrap();
    for record in archive.records().unwrap() {
        let member = archive.zip().member(record.entry).unwrap();
        assert_eq!(member.raw().base() % 4096, 0, "{}", record.name);
    }
}

/// Offsets and sizes that need 64 bits. An image has zeros in place of members that are not changed: they are zeros here, whose pages nobody touches.
#[test]
fn large_archives() {
    let large = 4_300_000_000usize;
    let small =
        |name: &str| NewRecord { name: name.into(), content: Output::of(&b"\0\0"[..]), compress: false };
    let data = build("large", vec![small("version"), small("data/0"), small("data/1")], 64).unwrap().to_vec();
    let archive = TorchArchive::open(&data).unwrap();
    let mut editor = Editor::new(&archive).unwrap();
    // Its checksum is computed: 4.3 GB of zeros take a second.
    let mut content = Output::default();
    content.push(Piece::Zeros(large));
    editor.replace("data/0", content).unwrap();
    let image = Image::new(editor.finish().unwrap()).unwrap();
    let archive = TorchArchive::open(image.bytes()).unwrap();
    let found = archive.find("data/0").unwrap().unwrap();
    assert_eq!((found.entry().size(), found.raw().base() % 64), (large as u64, 0));
    let behind = archive.find("data/1").unwrap().unwrap();
    assert!(behind.raw().base() > 1 << 32 && behind.raw().base() % 64 == 0);
    assert!(replay(archive.zip()).unwrap().output.is(image.bytes()));
    // And back.
    let mut editor = Editor::new(&archive).unwrap();
    editor.replace("data/0", Output::of(&b"\0\0"[..])).unwrap();
    assert!(editor.finish().unwrap().is(&data));
}

/// Changed archives: no panic; what is written is what was there, or an error.
#[test]
fn changed_archives() {
    let (mut rng, mut count, mut same, mut edited) = (Rng(18), 0, 0, 0);
    for (name, data) in archives() {
        let mut changed: Vec<Vec<u8>> = (0..10).map(|_| flip(&data, &mut rng)).collect();
        changed.extend(cuts(data.len()).into_iter().step_by(8).map(|len| data[..len].to_vec()));
        // Changes at the end, where the directory is.
        let directory = TorchArchive::open(&data).unwrap().zip().directory().start;
        for _ in 0..10 {
            changed.push([&data[..directory], &flip(&data[directory..], &mut rng)].concat());
        }
        for data in changed {
            count += 1;
            let Ok(archive) = TorchArchive::open(&data) else { continue };
            if let Ok(replayed) = replay(archive.zip()) {
                assert!(replayed.output.is(&data), "{name}");
                same += 1;
            }
            let Ok(mut editor) = Editor::new(&archive) else { continue };
            if editor.replace("version", Output::of(&b"4\n"[..])).is_err() {
                continue;
            }
            editor.add("extra/x", Output::of(&b"x"[..])).unwrap();
            let Ok(output) = editor.finish() else { continue };
            let bytes = output.to_vec();
            assert!(bytes.len() < data.len() + 200_000);
            let archive = TorchArchive::open(&bytes).unwrap_or_else(|error| panic!("{name} {error}"));
            assert_eq!(&*archive.content("extra/x").unwrap().unwrap(), b"x");
            edited += 1;
        }
    }
    corpus::figures((count, same, edited), (3110, 244, 196));
}

/// A compressed record is read where all of them together are up to 64 times the bytes of the archive, and refused with the limit beyond.
#[test]
fn compressed_records_of_64_times_the_archive() {
    const LENGTH: usize = 1_600_000;
    for (random, is_read) in [(90_000, true), (40_000, true), (29_000, true), (16_000, false), (1000, false)]
    {
        let mut rng = Rng(7);
        let mut text: Vec<u8> = (0..random).map(|_| u8::try_from(rng.below(256)).unwrap()).collect();
        text.resize(LENGTH, b'x');
        let record = |name: &str, content: &[u8], compress| NewRecord {
            name: name.into(),
            content: Output::of(content.to_vec()),
            compress,
        };
        let records = vec![record("data.pkl", b"\x80\x02N.", false), record("extra/long", &text, true)];
        let data = build("m", records, 64).unwrap().to_vec();
        let archive = TorchArchive::open(&data).unwrap();
        let member = archive.find("extra/long").unwrap().unwrap();
        let content = archive.content_of(&member);
        let times = LENGTH / data.len();
        assert_eq!((content.is_ok(), times < 64), (is_read, is_read), "{random}: {times} times");
        match content {
            Ok(content) => assert!(*content == text),
            Err(error) => assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}"),
        }
    }
}
