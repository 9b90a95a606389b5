//! Archives as real writers make them.

use std::borrow::Cow;

use outlast_archive::{Archive, Method};
use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_testkit::corpus;

use crate::build::{Ending, Part, deflated, descriptor, patched, plain, stored, torch, torch_archive, write};

fn content<'a>(archive: &Archive<'a>, name: &str) -> Cow<'a, [u8]> {
    let member = archive.member(archive.find(name).unwrap().unwrap()).unwrap();
    let content = member.content(1 << 20).unwrap();
    member.check(&content).unwrap();
    member.verify(1 << 20).unwrap();
    assert_eq!(member.entry().size(), content.len() as u64);
    content
}

#[test]
fn archives_of_pytorch() {
    let written = torch_archive();
    let archive = Archive::open(&written.file).unwrap();
    assert!(archive.is_zip64() && archive.prepended() == 0 && archive.appended().is_empty());
    archive.check_layout().unwrap();
    let entries = archive.entries().unwrap();
    assert_eq!(entries.len(), 7);
    for (entry, at) in entries.iter().zip(&written.data) {
        let member = archive.member(entry).unwrap();
        assert_eq!((member.raw().base(), member.raw().base() % 64), (*at as u64, 0));
        assert!(member.alignment() >= 64);
        member.verify(1 << 20).unwrap();
    }
    let root = "a_model_of_21_letters";
    assert_eq!(*content(&archive, &format!("{root}/version")), *b"3\n");
    assert_eq!(content(&archive, &format!("{root}/data/0")), vec![7; 1000]);
    assert!(content(&archive, &format!("{root}/constants/0")).is_empty());
    // Stored data are borrowed, compressed ones made.
    assert!(matches!(content(&archive, &format!("{root}/data.pkl")), Cow::Borrowed(_)));
    let code = content(&archive, &format!("{root}/code/__torch__/m.py"));
    assert!(matches!(&code, Cow::Owned(code) if code.starts_with(b"def f0(x):\n")));
    assert_eq!(archive.entries().unwrap()[1].method(), Method::Deflated);
    assert!(archive.find("data.pkl").unwrap().is_none());
}

#[test]
fn places_are_in_the_member() {
    let file = plain(&[stored("m/data.pkl", b"\x80\x02}."), stored("x\n", b"")]);
    let archive = Archive::open(&file).unwrap();
    let member = archive.member(&archive.entries().unwrap()[0]).unwrap();
    let kind = ErrorKind::Missing { what: "memo".into() };
    let error = Error::new(kind, Span::at(2, 1)).in_source(&member.source());
    assert_eq!(error.to_string(), "memo is missing (m/data.pkl at 0x2..0x3)");
    assert_eq!(member.source().kind(), Some(outlast_core::SourceKind::Member));
    let member = archive.member(&archive.entries().unwrap()[1]).unwrap();
    assert_eq!(member.source().to_string(), "x\\n");
}

#[test]
fn comments_and_bytes_around() {
    let parts = [stored("a", b"one"), deflated("b", &[b'x'; 300])];
    for wide in [false, true] {
        let ending = Ending { wide, comment: b"a comment PK\x05\x06".to_vec(), saturated: wide };
        let file = write(&parts, &ending).file;
        let archive = Archive::open(&file).unwrap();
        assert_eq!(archive.comment(), b"a comment PK\x05\x06");
        assert_eq!(*content(&archive, "a"), *b"one");

        // Put before the archive, by someone who did not change its offsets; and behind it.
        let around = [b"#!/bin/sh\n", &file[..], b"behind"].concat();
        let archive = Archive::open(&around).unwrap();
        assert_eq!((archive.prepended(), archive.appended()), (10, &b"behind"[..]));
        assert_eq!(archive.is_zip64(), wide);
        assert_eq!(*content(&archive, "a"), *b"one");
        assert_eq!(content(&archive, "b"), vec![b'x'; 300]);
        archive.check_layout().unwrap();
        let member = archive.member(&archive.entries().unwrap()[0]).unwrap();
        assert_eq!(member.raw().base(), 10 + 31);
        assert_eq!(member.extent(), 10..10 + 34);
    }
    // A writer's own bytes between directory and end.
    let written = write(&parts, &Ending::default());
    let (before, end) = written.file.split_at(written.end);
    let between = [before, b"signature", end].concat();
    let archive = Archive::open(&between).unwrap();
    assert_eq!((archive.prepended(), &*content(&archive, "a")), (0, &b"one"[..]));
}

#[test]
fn empty_archives() {
    for wide in [false, true] {
        let file = write(&[], &Ending { wide, ..Ending::default() }).file;
        let archive = Archive::open(&file).unwrap();
        assert!(archive.entries().unwrap().is_empty() && archive.find("").unwrap().is_none());
        archive.check_layout().unwrap();
    }
}

#[test]
fn numbers_of_64_bits() {
    let wide = |numbers: &[u64]| {
        let data: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        [&[1, 0, u8::try_from(data.len()).unwrap(), 0][..], &data].concat()
    };
    let part = Part {
        extra: wide(&[5, 5]),
        header: Some([outlast_archive::crc32(b"hello"), u32::MAX, u32::MAX]),
        directory_extra: wide(&[5, 5, 0]),
        directory: [Some(u32::MAX); 3],
        ..stored("w", b"hello")
    };
    let file = write(
        &[part.clone(), stored("v", b"")],
        &Ending { wide: true, saturated: true, ..Ending::default() },
    );
    let archive = Archive::open(&file.file).unwrap();
    assert_eq!(*content(&archive, "w"), *b"hello");
    archive.check_layout().unwrap();
    // A field that is too short.
    let part = Part { directory_extra: wide(&[5, 5]), ..part };
    let file = plain(&[part]);
    let error = Archive::open(&file).unwrap().entries().unwrap_err();
    assert!(error.to_string().contains("zip64 field of a member needs 8 bytes, 0 remain"), "{error}");
    assert!(error.to_string().ends_with("in member w"), "{error}");
}

#[test]
fn descriptors_of_all_forms() {
    let content_of = vec![b'y'; 3000];
    for (signed, wide) in [(true, true), (true, false), (false, true), (false, false)] {
        let part = Part { flags: 1 << 3, header: Some([0; 3]), ..deflated("d", &content_of) };
        let part = Part { descriptor: descriptor(&part, signed, wide), ..part };
        let len = part.descriptor.len() as u64;
        let file = plain(&[part, stored("e", b"")]);
        let archive = Archive::open(&file).unwrap();
        assert_eq!(content(&archive, "d"), content_of);
        archive.check_layout().unwrap();
        let member = archive.member(&archive.entries().unwrap()[0]).unwrap();
        assert_eq!(member.extent().end, member.raw().base() + member.raw().len() as u64 + len);
    }
}

#[test]
fn names_are_texts_and_bytes() {
    let part = Part { name: b"gr\x94\xe1e".to_vec(), ..stored("", b"1") };
    let file = plain(&[part, stored("größe.bin", b"2"), stored("", b"3")]);
    let archive = Archive::open(&file).unwrap();
    assert_eq!(*content(&archive, "größe"), *b"1");
    assert_eq!(archive.entries().unwrap()[0].raw_name(), b"gr\x94\xe1e");
    assert_eq!(*content(&archive, "größe.bin"), *b"2");
    assert_eq!(*content(&archive, ""), *b"3");
}

#[test]
fn more_members_than_16_bits_count() {
    let parts: Vec<Part> = (0..70_000).map(|n| stored(&n.to_string(), b"")).collect();
    let file = plain(&parts);
    let archive = Archive::open(&file).unwrap();
    assert_eq!(archive.entries().unwrap().len(), 70_000);
    assert!(content(&archive, "69999").is_empty());
    archive.check_layout().unwrap();
}

#[test]
fn limits_are_the_callers() {
    let data = vec![0; 1 << 20];
    let file = plain(&[deflated("zeros", &data), stored("s", &data)]);
    let archive = Archive::open(&file).unwrap();
    let member = archive.member(&archive.entries().unwrap()[0]).unwrap();
    assert_eq!(member.content(1 << 20).unwrap().len(), 1 << 20);
    for error in [member.content((1 << 20) - 1).unwrap_err(), member.verify(1000).unwrap_err()] {
        assert!(error.to_string().contains("bytes in a compressed zip member"), "{error}");
        assert!(error.to_string().ends_with("in member zeros"), "{error}");
    }
    assert_eq!(member.prefix(100).unwrap().len(), 100);
    // What is stored costs nothing.
    let member = archive.member(&archive.entries().unwrap()[1]).unwrap();
    assert_eq!(member.content(0).unwrap().len(), 1 << 20);
    assert_eq!(member.prefix(100).unwrap().len(), 1 << 20);
    member.verify(0).unwrap();
}

#[test]
fn damaged_data_are_found_when_asked() {
    let written = write(&[stored("s", b"some bytes"), deflated("d", b"some bytes")], &Ending::default());
    let file = patched(&written.file, written.data[0], b"S");
    let archive = Archive::open(&file).unwrap();
    let member = archive.member(&archive.entries().unwrap()[0]).unwrap();
    let content = member.content(0).unwrap();
    let error = member.check(&content).unwrap_err();
    assert!(error.to_string().contains("the checksum is"), "{error}");
    assert_eq!(member.verify(0).unwrap_err(), error);
    assert_eq!(error.place().span, Span::at(written.data[0] as u64, 10));

    // Bytes behind the end of the compressed data.
    let mut part = deflated("d", b"some bytes");
    part.stored.extend(b"hidden");
    let file = plain(&[torch(part)]);
    let archive = Archive::open(&file).unwrap();
    let member = archive.member(&archive.entries().unwrap()[0]).unwrap();
    assert_eq!(*member.content(100).unwrap(), *b"some bytes");
    assert!(member.verify(100).unwrap_err().to_string().contains("6 bytes after the end"));
}

/// `OUTLAST_ARCHIVES`, if set, names folders, separated by `:`; every archive in them has to be read whole.
#[test]
fn real_archives() {
    let Some(roots) = std::env::var_os("OUTLAST_ARCHIVES") else {
        println!("skipped: OUTLAST_ARCHIVES is not set");
        return;
    };
    let (mut folders, mut archives, mut members) = (std::env::split_paths(&roots).collect::<Vec<_>>(), 0, 0);
    while let Some(path) = folders.pop() {
        if path.is_dir() {
            folders.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let file = std::fs::read(&path).unwrap();
        if !file.starts_with(b"PK\x03\x04") {
            continue;
        }
        members += read(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        archives += 1;
    }
    println!("{archives} archives, {members} members");
    assert!(archives > 0);
}

/// Reads all members; how many there are.
fn read(file: &[u8]) -> Result<usize> {
    let archive = Archive::open(file)?;
    archive.check_layout()?;
    for entry in archive.entries()? {
        let member = archive.member(entry)?;
        member.check(&member.content(1 << 30)?)?;
        member.verify(1 << 30)?;
    }
    Ok(archive.entries()?.len())
}

#[test]
fn recordings_of_the_corpus() {
    let mut members = 0;
    for path in outlast_testkit::corpus::files("executorch", &["npz"]) {
        let file = outlast_testkit::corpus::read(&path).unwrap();
        members += read(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    assert!(members > 1000, "{members}");
}

/// Archives that six releases of PyTorch wrote: every member is read, checked and stands at a multiple of 64 bytes; some need no padding,
/// and have an `FB` field of no bytes.
#[test]
fn files_of_pytorch() {
    let (mut archives, mut members, mut deflated, mut unpadded) = (0, 0, 0, 0);
    for path in corpus::files("torch", &["pt", "pth", "ptl", "pt2"]) {
        let data = std::fs::read(&path).unwrap();
        if !data.starts_with(b"PK") {
            continue;
        }
        let archive = Archive::open(&data).unwrap();
        archive.check_layout().unwrap();
        assert!(archive.is_zip64() && archive.prepended() == 0 && archive.appended().is_empty());
        archives += 1;
        for entry in archive.entries().unwrap() {
            let member = archive.member(entry).unwrap();
            let checksum = member.checksum(1 << 20).unwrap();
            // One archive has none.
            let unchecked = entry.checksum() == 0 && path.ends_with("no_checksums.pth");
            assert_eq!(unchecked, member.verify(1 << 20).is_err(), "{checksum:08x}");
            assert!(member.alignment() >= 64, "{} {}", path.display(), entry.name());
            members += 1;
            deflated += usize::from(entry.method() == Method::Deflated);
            let header = usize::try_from(member.extent().start).unwrap();
            unpadded += usize::from(data[header + 28..header + 30] == [4, 0]);
        }
    }
    corpus::figures((archives, members, deflated, unpadded), (82, 1004, 183, 4));
}
