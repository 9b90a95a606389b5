//! Edits: what is not edited stays, and positions are repaired or the edit is refused.

use outlast_bitstream::{
    Abbrev, Change, Cursor, Edit, EditError, Item, Moves, NewRecord, NewToken, Op, Stream, StreamKind,
    Wrapper, Wrapping, Writer, rewrite, unwrap, wrap,
};

use crate::writer::tokens;

const DIAG: [u8; 4] = *b"DIAG";

/// Two blocks: one with an abbreviation, records with and without blobs and a block; and an empty one.
fn sample(magic: [u8; 4]) -> Vec<u8> {
    let mut writer = Writer::new(magic);
    writer.enter_block(8, 3).unwrap();
    let id = writer.define_abbrev(&Abbrev::new([Op::Literal(5), Op::Vbr(6), Op::Blob])).unwrap();
    writer.record(1, &[1, 2, 3]).unwrap();
    writer.record_with(id, NewRecord { code: 5, ops: &[77], blobs: &[b"hello"] }).unwrap();
    writer.enter_block(9, 4).unwrap();
    writer.record(2, &[1 << 40]).unwrap();
    writer.leave_block().unwrap();
    writer.record(3, &[]).unwrap();
    writer.leave_block().unwrap();
    writer.enter_block(10, 2).unwrap();
    writer.leave_block().unwrap();
    writer.finish().unwrap()
}

/// The bits at which tokens begin, and at last the end.
pub(crate) fn starts(bytes: &[u8]) -> Vec<u64> {
    let mut cursor = Cursor::new(Stream::new(bytes, 0)).unwrap();
    let mut bits = vec![cursor.position()];
    while cursor.next().unwrap().is_some() {
        bits.push(cursor.position());
    }
    bits
}

fn insert(at: u64, tokens: Vec<NewToken>) -> Edit {
    Edit { at, change: Change::Insert(tokens) }
}

#[test]
fn without_edits_nothing_changes() {
    let bytes = sample(DIAG);
    assert_eq!(rewrite(&bytes, &[], Moves::Repair).unwrap(), bytes);
}

#[test]
fn a_record_is_inserted_anywhere_in_a_block() {
    let bytes = sample(DIAG);
    let before = tokens(&bytes);
    for (index, at) in starts(&bytes).into_iter().enumerate() {
        let edit = [insert(at, vec![NewToken::record(99, [u64::MAX, 7])])];
        let top = before.iter().take(index).fold(0, |depth, line| match line.split(' ').next() {
            Some("enter") => depth + 1,
            Some("leave") => depth - 1,
            _ => depth,
        });
        let result = rewrite(&bytes, &edit, Moves::Repair);
        if top == 0 {
            assert!(matches!(result, Err(EditError::Write(_))), "{index}");
            continue;
        }
        let mut expected = before.clone();
        expected.insert(index, format!("99 by 3: [{}, 7]", u64::MAX));
        assert_eq!(tokens(&result.unwrap()), expected, "at token {index}");
    }
}

#[test]
fn a_block_is_inserted_anywhere() {
    let bytes = sample(DIAG);
    let before = tokens(&bytes);
    let abbrev = Abbrev::new([Op::Literal(1), Op::Array, Op::Char6]);
    let block = vec![
        NewToken::Enter(77, 3),
        NewToken::Define(abbrev),
        NewToken::Record { abbrev_id: 4, code: 1, ops: vec![97, 98], blob: None },
        NewToken::Enter(78, 2),
        NewToken::Leave,
        NewToken::Leave,
    ];
    for (index, at) in starts(&bytes).into_iter().enumerate() {
        let out = rewrite(&bytes, &[insert(at, block.clone())], Moves::Repair).unwrap();
        let after = tokens(&out);
        assert_eq!(after.len(), before.len() + 6);
        assert_eq!(after[index], "enter 77 width 3");
        let rest: Vec<String> = after[..index].iter().chain(&after[index + 6..]).cloned().collect();
        assert_eq!(rest, before);
    }
}

#[test]
fn records_and_blocks_are_replaced_and_deleted() {
    let bytes = sample(DIAG);
    let (before, at) = (tokens(&bytes), starts(&bytes));
    // Tokens: enter 8, define, 1, 5, enter 9, 2, leave 9, 3, leave 8, enter 10, leave 10.
    let delete = |index: usize| Edit { at: at[index], change: Change::Delete };
    let out = tokens(&rewrite(&bytes, &[delete(2), delete(4)], Moves::Repair).unwrap());
    assert_eq!(out, [&before[..2], &before[3..4], &before[7..]].concat());
    let shorter = NewToken::Record { abbrev_id: 4, code: 5, ops: vec![1], blob: Some(b"!".to_vec()) };
    let edits = [
        Edit { at: at[3], change: Change::Replace(vec![shorter]) },
        Edit { at: at[9], change: Change::Replace(vec![NewToken::Enter(11, 2), NewToken::Leave]) },
    ];
    let out = tokens(&rewrite(&bytes, &edits, Moves::Repair).unwrap());
    assert_eq!(out[3], "5 by 4: [1] [33]");
    assert_eq!(out[4..9], before[4..9]);
    assert_eq!(out[9], "enter 11 width 2");
}

#[test]
fn edits_that_make_no_sense_are_refused() {
    let bytes = sample(DIAG);
    let at = starts(&bytes);
    let delete = |bit: u64| Edit { at: bit, change: Change::Delete };
    let refused = |edits: &[Edit]| rewrite(&bytes, edits, Moves::Repair).unwrap_err();
    assert_eq!(refused(&[delete(at[2] + 1)]), EditError::NoToken(at[2] + 1));
    assert_eq!(refused(&[delete(*at.last().unwrap())]), EditError::NoToken(*at.last().unwrap()));
    assert_eq!(refused(&[delete(at[1])]), EditError::Fixed(at[1]));
    assert_eq!(refused(&[delete(at[6])]), EditError::Fixed(at[6]));
    assert_eq!(refused(&[delete(at[4]), delete(at[5])]), EditError::Twice(at[5]));
    assert_eq!(refused(&[delete(at[2]), delete(at[2])]), EditError::Twice(at[2]));
    assert_eq!(refused(&[insert(at[2], vec![NewToken::Leave])]), EditError::Unbalanced(at[2]));
    assert_eq!(refused(&[insert(at[2], vec![NewToken::Enter(9, 2)])]), EditError::Unbalanced(at[2]));
    let define = NewToken::Define(Abbrev::new([Op::Literal(1)]));
    assert_eq!(refused(&[insert(at[2], vec![define])]), EditError::Define(at[2]));
}

#[test]
fn a_length_word_that_disagrees_stops_an_edit() {
    let mut bytes = sample(DIAG);
    bytes[8] += 1;
    let fault = rewrite(&bytes, &[], Moves::Repair).unwrap_err();
    assert!(matches!(fault, EditError::LengthWord(32, ..)), "{fault}");
}

#[test]
fn where_positions_are_not_known_nothing_may_move() {
    let bytes = sample(*b"\xe2\x9c\xa8\x0e");
    let at = starts(&bytes);
    let grow = [insert(at[2], vec![NewToken::record(99, [1])])];
    let refused = rewrite(&bytes, &grow, Moves::Repair).unwrap_err();
    assert_eq!(refused, EditError::Positions(StreamKind::SwiftModule, at[2]));
    assert_eq!(tokens(&rewrite(&bytes, &grow, Moves::Allow).unwrap()).len(), 12);
    // The same length, or behind everything: nothing moves.
    let same = [Edit { at: at[2], change: Change::Replace(vec![NewToken::record(1, [4, 5, 6])]) }];
    assert_eq!(rewrite(&bytes, &same, Moves::Repair).unwrap().len(), bytes.len());
    let end = [insert(*at.last().unwrap(), vec![NewToken::Enter(99, 2), NewToken::Leave])];
    assert_eq!(tokens(&rewrite(&bytes, &end, Moves::Repair).unwrap()).len(), 13);
}

#[test]
fn an_edit_of_block_info_that_changes_other_records_is_refused() {
    let mut writer = Writer::new(DIAG);
    let mut info = outlast_bitstream::BlockInfo::default();
    info.entry(8).define(Abbrev::new([Op::Literal(1), Op::Fixed(8)]).into());
    writer.write_block_info(&info).unwrap();
    writer.enter_block(8, 3).unwrap();
    writer.record_with(4, NewRecord { code: 1, ops: &[9], blobs: &[] }).unwrap();
    writer.leave_block().unwrap();
    let bytes = writer.finish().unwrap();
    let at = starts(&bytes);
    // Tokens: enter 0, SETBID, define, leave 0, enter 8, record, leave 8.
    let named = [insert(at[2], vec![NewToken::record(2, [65, 66])])];
    let out = rewrite(&bytes, &named, Moves::Repair).unwrap();
    let mut cursor = Cursor::new(Stream::new(&out, 0)).unwrap();
    assert!(matches!(cursor.next().unwrap(), Some(Item::Enter(_))));
    assert_eq!(cursor.block_info().block_name(8), Some(b"AB".as_slice()));
    let other = [insert(at[2], vec![NewToken::record(1, [9])])];
    assert!(rewrite(&bytes, &other, Moves::Repair).is_err());
    let gone = [Edit { at: at[0], change: Change::Delete }];
    assert_eq!(rewrite(&bytes, &gone, Moves::Repair).unwrap_err(), EditError::Fixed(at[0]));
}

#[test]
fn a_wrapper_follows_its_stream() {
    let stream = sample(DIAG);
    let at = starts(&stream)[2];
    let edits = [insert(at, vec![NewToken::record(99, [1; 9])])];
    let inner = rewrite(&stream, &edits, Moves::Repair).unwrap();
    for align in [1, 16] {
        let wrapping = Wrapping { version: 0, cpu_type: 7, align };
        let file = wrap(&stream, wrapping).unwrap();
        let out = rewrite(&file, &edits, Moves::Repair).unwrap();
        assert_eq!(unwrap(&out, 0).unwrap().1.bytes(), inner);
        assert_eq!(out, wrap(&inner, wrapping).unwrap());
    }
    let size = u32::try_from(stream.len()).unwrap();
    let mut odd = Wrapper { version: 1, offset: 24, size, cpu_type: 7 }.to_bytes().to_vec();
    odd.extend_from_slice(b"gap.");
    odd.extend_from_slice(&stream);
    odd.extend_from_slice(b"behind");
    let out = rewrite(&odd, &edits, Moves::Repair).unwrap();
    assert_eq!(&out[20..24], b"gap.");
    assert_eq!(unwrap(&out, 0).unwrap().1.bytes(), inner);
    assert!(out.ends_with(b"behind"));
}
