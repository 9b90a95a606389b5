//! The streams that are shown to the real tools (`examples/written.rs`): here they are read by this crate.

use outlast_bitstream::{Change, Cursor, Edit, Item, Moves, NewToken, replay, rewrite, unwrap};
use sha1::{Digest, Sha1};

use crate::written::{additions, made, module};

#[test]
fn streams_made_from_nothing_are_read_and_replayed() {
    for (name, bytes) in made() {
        let mut cursor = Cursor::new(unwrap(&bytes, 0).unwrap().1).unwrap();
        let mut records = 0;
        while let Some(item) = cursor.next().unwrap() {
            records += usize::from(matches!(item, Item::Record(_)));
        }
        assert!(records > 5, "{name}");
        assert_eq!(replay(&bytes).unwrap(), bytes, "{name}");
        assert_eq!(rewrite(&bytes, &[], Moves::Repair), Ok(bytes), "{name}");
    }
}

/// Operand `index` of the first record of a code in a block, and the bits at which blocks of that id begin.
fn operand(bytes: &[u8], block: u32, code: u32, index: usize) -> (u64, Vec<(u32, u64)>) {
    let mut cursor = Cursor::new(unwrap(bytes, 0).unwrap().1).unwrap();
    let (mut found, mut blocks, mut path) = (0, Vec::new(), Vec::new());
    while let Some(item) = cursor.next().unwrap() {
        match item {
            Item::Enter(header) => {
                blocks.push((header.id, header.start));
                path.push(header.id);
            }
            Item::Leave(..) => {
                path.pop();
            }
            Item::Record(record) if path.last() == Some(&block) && record.code == code => {
                found = record.op(index).unwrap();
            }
            _ => {}
        }
    }
    (found, blocks)
}

#[test]
fn positions_in_ir_follow_edits() {
    let bytes = module();
    let all = additions(&bytes);
    assert_eq!(all.len(), 9, "{all:?}");
    for (what, edit) in all {
        let edited = rewrite(&bytes, &[edit], Moves::Repair).unwrap();
        assert_ne!(edited.len(), bytes.len(), "{what}");
        for (block, code, index, target) in [(8, 13, 0, 14), (14, 3, 1, 12)] {
            let (word, blocks) = operand(&edited, block, code, index);
            let start = |id| blocks.iter().find(|(of, _)| *of == id).unwrap().1;
            // From one word before the identification.
            assert_eq!((word - 1) * 32 + start(13), start(target), "{what}");
        }
    }
}

/// A module's hash as it stands, and as it has to be: of the name of its function, and of its words up to the record.
fn hashes(bytes: &[u8]) -> (Vec<u64>, Vec<u64>) {
    let mut cursor = Cursor::new(unwrap(bytes, 0).unwrap().1).unwrap();
    let mut body = 0;
    loop {
        match cursor.next().unwrap().unwrap() {
            Item::Enter(block) if block.id == 8 => body = usize::try_from(block.body / 8).unwrap(),
            Item::Record(record) if record.code == 17 => {
                let end = usize::try_from(record.start / 32 * 4).unwrap();
                let digest = Sha1::new().chain_update(b"seven").chain_update(&bytes[body..end]).finalize();
                let word = |four: &[u8]| u64::from(u32::from_be_bytes(four.try_into().unwrap()));
                return (record.ops.to_vec(), digest.chunks(4).map(word).collect());
            }
            _ => {}
        }
    }
}

#[test]
fn hash_of_a_module_is_computed_again_or_goes() {
    let (_, end) =
        additions(&module()).into_iter().find(|(what, _)| *what == "record-last-in-module").unwrap();
    let with = |ops: Vec<u64>| {
        let change = Change::Insert(vec![NewToken::record(17, ops)]);
        rewrite(&module(), &[Edit { at: end.at, change }], Moves::Repair).unwrap()
    };
    // The hash does not cover itself, except for the length of the block that is before what it covers.
    let right = with(hashes(&with(vec![0; 5])).1);
    let (stands, has_to_be) = hashes(&right);
    assert_eq!(stands, has_to_be);
    let mut changed = 0;
    for (what, edit) in additions(&right) {
        let edited = rewrite(&right, &[edit], Moves::Repair).unwrap();
        let (stands_now, has_to_be) = hashes(&edited);
        assert_eq!(stands_now, has_to_be, "{what}");
        changed += usize::from(stands_now != stands);
    }
    assert_eq!(changed, 6);
    // One that is not of this module cannot be computed: it goes, unless nothing it covers changes.
    let wrong = with(vec![1, 2, 3, 4, 5]);
    for (what, edit) in additions(&wrong) {
        let edited = rewrite(&wrong, &[edit], Moves::Repair).unwrap();
        let stays =
            ["block-at-top", "block-at-end", "producer-replaced", "record-last-in-module"].contains(&what);
        let found = operand(&edited, 8, 17, 4).0;
        if stays { assert!([0, 5].contains(&found), "{what}") } else { assert_eq!(found, 0, "{what}") }
    }
}
