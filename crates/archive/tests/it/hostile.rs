//! Archives that contradict themselves: what one reader shows, another does not.

use outlast_archive::Archive;
use outlast_core::Result;

use crate::build::{Ending, Part, deflated, descriptor, patched, plain, stored, torch, torch_archive, write};

/// Reads everything.
fn read(file: &[u8]) -> Result<()> {
    let archive = Archive::open(file)?;
    for entry in archive.entries()? {
        let member = archive.member(entry)?;
        member.content(1 << 24)?;
        member.verify(1 << 24)?;
    }
    archive.check_layout()
}

#[track_caller]
fn refused(file: &[u8], with: &str) {
    let error = read(file).unwrap_err();
    assert!(error.to_string().contains(with), "{error}");
}

fn two() -> crate::build::Written {
    write(&[stored("a", b"hello"), deflated("b", &[b'x'; 100])], &Ending::default())
}

#[test]
fn headers_that_say_something_else() {
    let w = two();
    let (a, b) = (w.headers[0], w.headers[1]);
    assert_eq!(read(&w.file), Ok(()));
    refused(&patched(&w.file, a, b"PK\x03\x05"), "does not start as one");
    refused(&patched(&w.file, a + 30, b"z"), "its header names it `z`, the directory `a`");
    refused(
        &patched(&w.file, b + 8, &[0]),
        "the compression method is 0 in its header and 8 in the directory",
    );
    refused(&patched(&w.file, a + 6, &[1]), "the flag of encryption is 1 in its header and 0");
    refused(&patched(&w.file, a + 14, &[0]), "in its header and 3610a686 in the directory");
    refused(&patched(&w.file, a + 18, &[9]), "the stored size is 9 in its header and 5 in the directory");
    refused(&patched(&w.file, a + 22, &[9]), "the size is 9 in its header and 5 in the directory");
    // The place is that of the header's field.
    let file = patched(&w.file, b + 22, &[9]);
    let archive = Archive::open(&file).unwrap();
    let error = archive.member(&archive.entries().unwrap()[1]).unwrap_err();
    assert_eq!(error.place().span.to_string(), format!("0x{:x}..0x{:x}", b + 22, b + 26));
    assert_eq!(error.place().path.to_string(), "member b");

    let w = torch_archive();
    // The extra field is shorter than the padding in it.
    refused(&patched(&w.file, w.headers[0] + 28, &[8]), "ends inside a part of it");
    let records = Archive::open(&w.file).unwrap().directory().start;
    refused(&patched(&w.file, records + 34, &[2]), "it begins in file 2 of an archive that is split");
    let locator = w.file.len() - 42;
    assert_eq!(&w.file[locator..locator + 4], b"PK\x06\x07");
    refused(&patched(&w.file, locator + 16, &[2]), "split over 2 files");
    refused(&patched(&w.file, locator + 10, &[2]), "the zip64 end is not in the file");
    refused(&patched(&w.file, locator - 56 + 4, &[43]), "it has 43 bytes more");
    let after = w.data[0] + 6;
    assert_eq!(&w.file[after..after + 4], b"PK\x07\x08");
    refused(&patched(&w.file, after + 4, &[0, 0]), "the descriptor after the data differs");
    refused(&patched(&w.file, w.headers[0] + 22, &[5]), "the size is 5 in its header and 6 in the directory");
}

#[test]
fn what_is_not_read_is_refused_clearly() {
    let w = two();
    let (header, record) = (w.headers[0], w.records[0]);
    let both = |offset: usize, bytes: &[u8]| {
        patched(&patched(&w.file, header + offset, bytes), record + offset + 2, bytes)
    };
    refused(&both(6, &[1, 0]), "it is encrypted");
    refused(&both(6, &[0x41, 0]), "it is encrypted");
    refused(&both(6, &[0, 0x20]), "it is encrypted");
    refused(&both(6, &[0x20, 0]), "it is a compressed patch");
    refused(&both(8, &[12]), "compressed by method 12 (BZIP2); stored and deflated members are read");
    refused(&both(8, &[93]), "method 93 (Zstandard)");
    refused(&both(8, &[77]), "method 77; stored");
    // The rest of the archive can be read.
    let file = both(8, &[93]);
    let archive = Archive::open(&file).unwrap();
    let member = archive.member(archive.find("b").unwrap().unwrap()).unwrap();
    assert_eq!(member.content(100).unwrap(), vec![b'x'; 100]);
    refused(&patched(&w.file, w.end + 4, &[1]), "split over several files");
}

#[test]
fn names_that_come_twice() {
    let file = plain(&[stored("x", b"one"), stored("y", b""), stored("x", b"two")]);
    refused(&file, "two members have this name");
    let archive = Archive::open(&file).unwrap();
    assert!(archive.find("x").unwrap_err().to_string().contains("two members have this name"));
    assert!(archive.find("y").unwrap().is_some());
    // Different bytes, one text.
    let file = plain(&[stored("größe", b""), Part { name: b"gr\x94\xe1e".to_vec(), ..stored("", b"") }]);
    assert!(Archive::open(&file).unwrap().find("größe").is_err());
    refused(&plain(&[stored("data.pkl\0.txt", b"")]), "a zero byte in its name");
}

#[test]
fn members_on_each_other() {
    // The second record points at the first header: a quine or a bomb.
    let part = stored("a", b"hello");
    let w = write(&[part.clone(), part.clone()], &Ending::default());
    let file = patched(&w.file, w.records[1] + 42, &[0, 0, 0, 0]);
    refused(&file, "two members have this name");
    // A header inside the data of another member, as in overlapping bombs.
    let inner = plain(&[stored("b", b"inner")]);
    let w = write(&[stored("a", &inner), stored("b", b"inner")], &Ending::default());
    let at = u32::try_from(w.data[0]).unwrap().to_le_bytes();
    refused(&patched(&w.file, w.records[1] + 42, &at), "it begins inside the member `a`");
    // Data that run into the directory.
    let w = write(&[stored("a", b"hello")], &Ending::default());
    let long = [90, 0, 0, 0];
    let mut file = w.file.clone();
    for at in [w.headers[0] + 18, w.headers[0] + 22, w.records[0] + 20, w.records[0] + 24] {
        file = patched(&file, at, &long);
    }
    let archive_fault = Archive::open(&file).unwrap().check_layout().unwrap_err();
    assert!(archive_fault.to_string().contains("data of a zip member needs 90 bytes"), "{archive_fault}");
    let short = [40, 0, 0, 0];
    for at in [w.headers[0] + 18, w.headers[0] + 22, w.records[0] + 20, w.records[0] + 24] {
        file = patched(&file, at, &short);
    }
    let archive_fault = Archive::open(&file).unwrap().check_layout().unwrap_err();
    assert!(archive_fault.to_string().contains("it overlaps the directory"), "{archive_fault}");
}

#[test]
fn ends_that_disagree() {
    let w = torch_archive();
    let wide = |offset: usize, byte: u8| patched(&w.file, w.wide_end + offset, &[byte]);
    refused(&wide(32, 6), "number of members is 6 in the zip64 end and 7 in the end");
    refused(&wide(40, 0), "size of the directory is");
    refused(&wide(48, 0), "offset of the directory is");
    refused(&wide(0, 0), "the zip64 end is not where its locator says");
    // Without a locator, nothing leads to the zip64 end; the plain one has room for all.
    let small = write(&[stored("a", b"1")], &Ending { wide: true, ..Ending::default() });
    assert_eq!(read(&patched(&small.file, small.wide_end + 56, b"Q")), Ok(()));
    // The count of both.
    let file = patched(&patched(&wide(32, 6), w.wide_end + 24, &[6]), w.end + 8, &[6, 0, 6, 0]);
    refused(&file, "7 members in the directory, its end says 6");
    // Two directories: the one that the offset names, and the one right before the end.
    let first = write(&[stored("good", b"1")], &Ending::default());
    let second = write(&[stored("evil", b"2")], &Ending::default());
    let directory = |w: &crate::build::Written| w.file[w.records[0]..w.end].to_vec();
    let file = [&first.file[..first.end], &directory(&second), &first.file[first.end..]].concat();
    refused(&file, "a directory at");
    // Two zip64 ends.
    let record = &w.file[w.wide_end..w.wide_end + 56];
    let file = [&w.file[..w.wide_end], record, record, &w.file[w.wide_end + 56..]].concat();
    refused(&file, "there are two zip64 ends");
    refused(b"", "directory, which a zip archive has at its end");
    refused(&vec![b'P'; 200_000], "directory, which a zip archive has at its end");
    refused(
        &patched(&w.file, w.records[1], b"PK\x09\x09"),
        "a record of the directory does not start as one",
    );
}

#[test]
fn claims_cost_nothing() {
    // Four gigabytes that a hundred bytes cannot become: refused before anything is set aside.
    let part = Part { size: 0xffff_fff0, ..deflated("bomb", &[0; 100]) };
    refused(&plain(std::slice::from_ref(&part)), "compressed bytes cannot become 4294967280");
    // As much as they could become, and more than they do.
    let honest = deflated("bomb", &[0; 100]);
    let most = honest.stored.len() as u64 * 1032;
    refused(&plain(&[Part { size: most, ..honest.clone() }]), "100 bytes are there, the directory says");
    refused(&plain(&[Part { size: 99, ..honest }]), "the content is longer than the 99 bytes");
    // A stored member of another size than it has.
    refused(
        &plain(&[Part { size: 1 << 30, ..stored("s", b"hello") }]),
        "5 bytes are stored, the directory says",
    );
    // Sizes and places of 64 bits.
    let wide: Vec<u8> = [[0xff; 8]; 3].concat();
    let extra = [&[1, 0, 24, 0][..], &wide].concat();
    let part = Part { directory_extra: extra, directory: [Some(u32::MAX); 3], ..stored("s", b"hello") };
    refused(&plain(&[part]), "header of a zip member needs 30 bytes");
    let extra = [&[1, 0, 16, 0][..], &wide[..16]].concat();
    let numbers = [Some(u32::MAX), Some(u32::MAX), None];
    let header = Some([0; 3]);
    let part = Part { directory_extra: extra, directory: numbers, header, flags: 8, ..stored("s", b"") };
    refused(&plain(&[part]), "data of a zip member needs");
    // A descriptor of 64 bits that claims the same.
    let part = torch(deflated("d", &[1; 50]));
    let part = Part { descriptor: descriptor(&Part { size: 51, ..part.clone() }, true, true), ..part };
    refused(&plain(&[part]), "the descriptor after the data differs");
}
