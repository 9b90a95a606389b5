//! Cut and flipped archives: no panic, and no more time and memory than the bytes justify.

use outlast_archive::{Archive, MAX_RATIO};
use outlast_testkit::mutate::{Rng, cuts, flip};

use crate::build::{Ending, deflated, plain, stored, torch_archive, write};

fn seeds() -> Vec<Vec<u8>> {
    let zeros = vec![0; 100_000];
    let ending = Ending { comment: vec![b'c'; 40], ..Ending::default() };
    vec![
        torch_archive().file,
        plain(&[deflated("zeros", &zeros), stored("a/b", b"hello"), deflated("c", b"some text, some text")]),
        write(&[stored("a", b"x")], &ending).file,
        [b"prefix".to_vec(), torch_archive().file, vec![0; 30]].concat(),
    ]
}

/// Reads all there is; returns how many bytes of content there were.
fn read(file: &[u8], limit: u64) -> u64 {
    let Ok(archive) = Archive::open(file) else { return 0 };
    let _ = archive.check_layout();
    let _ = archive.find("a/b");
    let mut total = 0;
    for entry in archive.entries().unwrap_or_default() {
        let Ok(member) = archive.member(entry) else { continue };
        let _ = member.verify(limit);
        let _ = member.prefix(100);
        assert!(member.extent().end <= file.len() as u64);
        assert!(member.raw().base().is_multiple_of(member.alignment()));
        if let Ok(content) = member.content(limit) {
            assert_eq!(content.len() as u64, entry.size());
            let most = if member.is_stored() { file.len() as u64 } else { limit };
            assert!(content.len() as u64 <= most.min(file.len() as u64 * MAX_RATIO));
            total += content.len() as u64;
        }
    }
    total
}

#[test]
fn cut_archives_have_no_end() {
    for file in seeds() {
        assert!(read(&file, 1 << 20) > 0);
        let end = file.windows(4).rposition(|w| w == b"PK\x05\x06").unwrap();
        for len in cuts(file.len()).into_iter().filter(|len| *len < end + 22) {
            assert!(Archive::open(&file[..len]).is_err(), "cut to {len}");
        }
        // Cut from the front, they may be archives still.
        for len in cuts(file.len()) {
            read(&file[len..], 1 << 20);
        }
    }
}

#[test]
fn flipped_archives_do_no_harm() {
    let (mut rng, mut opened) = (Rng(12), 0);
    for file in seeds() {
        for _ in 0..4000 {
            let file = flip(&file, &mut rng);
            opened += usize::from(read(&file, 1 << 18) > 0);
        }
    }
    assert!(opened > 1000, "{opened}");
}

#[test]
fn every_byte_of_the_structure_can_be_anything() {
    // Those that count: headers, directory, end.
    let file = torch_archive().file;
    for at in 0..file.len() {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let mut file = file.clone();
            file[at] = byte;
            read(&file, 1 << 16);
        }
    }
}

#[test]
fn archives_of_ends() {
    // Every four bytes could be the end of an archive, or start one of its records.
    for magic in [b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07", b"PK\x01\x02", b"PK\x03\x04"] {
        let file = magic.repeat(20_000);
        read(&file, 1 << 20);
        let file = [file, plain(&[])].concat();
        read(&file, 1 << 20);
    }
}
