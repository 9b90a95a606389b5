//! The streams that are shown to the real tools (`examples/written.rs`): here they are read by this crate.

use outlast_bitstream::{Cursor, Item, Moves, replay, rewrite, unwrap};

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
    assert!(all.len() >= 9, "{all:?}");
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
