//! The writer: what it writes is read as it was meant, and what does not fit is refused.

use std::sync::Arc;

use outlast_bitstream::{
    Abbrev, BlockInfo, Cursor, FaultKind, Item, NewRecord, Op, Stream, Wrapper, Wrapping, WriteErrorKind,
    Writer, replay, unwrap, wrap,
};

/// One line per token.
pub(crate) fn tokens(bytes: &[u8]) -> Vec<String> {
    let mut cursor = Cursor::new(Stream::new(bytes, 0)).unwrap();
    let mut lines = Vec::new();
    while let Some(item) = cursor.next().unwrap() {
        lines.push(match item {
            Item::Enter(block) => format!("enter {} width {}", block.id, block.abbrev_width),
            Item::Leave(block, at) => {
                assert_eq!(block.claimed_end(), (at + u64::from(block.abbrev_width)).next_multiple_of(32));
                format!("leave {}", block.id)
            }
            Item::Define(abbrev, _) => format!("define {:?}", abbrev.ops()),
            Item::Record(record) => {
                let blob = record.blob.map(|blob| format!(" {blob:?}")).unwrap_or_default();
                format!("{} by {}: {:?}{blob}", record.code, record.abbrev_id, record.ops)
            }
        });
    }
    assert_eq!(replay(bytes).unwrap(), bytes);
    lines
}

fn abbrev(ops: &[Op]) -> Abbrev {
    Abbrev::new(ops)
}

fn plain(code: u32, ops: &[u64]) -> NewRecord<'_> {
    NewRecord { code, ops, blobs: &[] }
}

#[test]
fn blocks_nest_and_know_their_lengths() {
    let mut writer = Writer::new(*b"TEST");
    for id in [8, 9, 300, u32::MAX] {
        writer.enter_block(id, 2 + id % 31).unwrap();
        writer.record(1, &[]).unwrap();
    }
    for _ in 0..4 {
        writer.leave_block().unwrap();
    }
    writer.enter_block(8, 32).unwrap();
    writer.leave_block().unwrap();
    let lines = tokens(&writer.finish().unwrap());
    assert_eq!(lines.iter().filter(|line| line.starts_with("enter")).count(), 5);
    assert!(lines.contains(&format!("enter {} width {}", u32::MAX, 2 + u32::MAX % 31)));
}

#[test]
fn every_encoding_is_read_as_it_was_written() {
    let mut writer = Writer::new(*b"TEST");
    writer.enter_block(8, 4).unwrap();
    let scalars = [Op::Literal(7), Op::Literal(9), Op::Fixed(1), Op::Fixed(32), Op::Vbr(6), Op::Char6];
    let id = writer.define_abbrev(&abbrev(&scalars)).unwrap();
    assert_eq!(id, 4);
    writer.record_with(id, plain(7, &[9, 1, u64::from(u32::MAX), u64::MAX, 95])).unwrap();
    for element in [Op::Fixed(3), Op::Vbr(4), Op::Char6] {
        let id = writer.define_abbrev(&abbrev(&[Op::Vbr(6), Op::Array, element])).unwrap();
        let ops: &[u64] = if element == Op::Char6 { &[97, 48, 46] } else { &[7, 0, 1] };
        writer.record_with(id, plain(1000, ops)).unwrap();
        writer.record_with(id, plain(0, &[])).unwrap();
    }
    let blob = writer.define_abbrev(&abbrev(&[Op::Fixed(9), Op::Vbr(8), Op::Blob])).unwrap();
    for len in 0..6 {
        let bytes = &[1, 2, 3, 4, 5, 6][..len];
        writer.record_with(blob, NewRecord { code: 500, ops: &[1 << 40], blobs: &[bytes] }).unwrap();
    }
    writer.record(u32::MAX, &[u64::MAX, 0, 31, 32]).unwrap();
    writer.leave_block().unwrap();
    let lines = tokens(&writer.finish().unwrap());
    assert!(lines.contains(&format!("7 by 4: [9, 1, {}, {}, 95]", u32::MAX, u64::MAX)));
    for line in ["1000 by 5: [7, 0, 1]", "0 by 6: []", "1000 by 7: [97, 48, 46]"] {
        assert!(lines.contains(&line.to_owned()), "{line} in {lines:#?}");
    }
    assert!(lines.contains(&"500 by 8: [1099511627776] [1, 2, 3, 4, 5]".to_owned()));
    assert!(lines.contains(&format!("{} by 3: [{}, 0, 31, 32]", u32::MAX, u64::MAX)));
}

#[test]
fn block_info_holds_until_the_next_replaces_it() {
    let named = |id: u32, ops: &[Op]| {
        let mut info = BlockInfo::default();
        let entry = info.entry(id);
        entry.name = b"BLOCK".to_vec();
        entry.name_record(1, b"ONE".to_vec());
        entry.define(Arc::new(abbrev(ops)));
        info
    };
    let mut writer = Writer::new(*b"TEST");
    let first = named(8, &[Op::Literal(1), Op::Fixed(4)]);
    writer.write_block_info(&first).unwrap();
    assert_eq!(writer.block_info(), &first);
    writer.enter_block(8, 3).unwrap();
    assert_eq!(writer.define_abbrev(&abbrev(&[Op::Literal(2)])).unwrap(), 5);
    writer.record_with(4, plain(1, &[15])).unwrap();
    // What is said of a block that is open counts from the next one on.
    writer.write_block_info(&named(9, &[Op::Literal(3)])).unwrap();
    writer.record_with(4, plain(1, &[14])).unwrap();
    writer.enter_block(8, 3).unwrap();
    let gone = writer.record_with(4, plain(1, &[15])).unwrap_err();
    assert_eq!(gone.kind(), &WriteErrorKind::UnknownAbbrev { id: 4, defined: 0 });
    assert_eq!(gone.path(), [8, 8]);
    writer.leave_block().unwrap();
    writer.leave_block().unwrap();
    let bytes = writer.finish().unwrap();
    let mut cursor = Cursor::new(Stream::new(&bytes, 0)).unwrap();
    cursor.next().unwrap();
    assert_eq!(cursor.block_info(), &first);
    tokens(&bytes);
}

#[test]
fn what_does_not_fit_is_refused_and_leaves_nothing_behind() {
    let mut writer = Writer::new(*b"TEST");
    writer.enter_block(8, 4).unwrap();
    let fields = [Op::Literal(7), Op::Literal(5), Op::Fixed(4), Op::Char6];
    let scalars = writer.define_abbrev(&abbrev(&fields)).unwrap();
    let array = writer.define_abbrev(&abbrev(&[Op::Fixed(3), Op::Array, Op::Fixed(2)])).unwrap();
    let blob = writer.define_abbrev(&abbrev(&[Op::Literal(1), Op::Blob])).unwrap();
    let before = writer.position();
    let mut refused = |id, record: NewRecord<'_>| writer.record_with(id, record).unwrap_err().kind().clone();
    let does_not_fit = |index, value, field| WriteErrorKind::DoesNotFit { index, value, field };
    assert_eq!(refused(scalars, plain(7, &[5, 16, 97])), does_not_fit(Some(1), 16, Op::Fixed(4)));
    assert_eq!(refused(scalars, plain(7, &[5, 1, 45])), does_not_fit(Some(2), 45, Op::Char6));
    let literal = WriteErrorKind::Literal { index: Some(0), expected: 5, found: 6 };
    assert_eq!(refused(scalars, plain(7, &[6, 1, 97])), literal);
    let literal = WriteErrorKind::Literal { index: None, expected: 7, found: 8 };
    assert_eq!(refused(scalars, plain(8, &[5, 1, 97])), literal);
    let count = |found| WriteErrorKind::OperandCount { expected: 3, found };
    assert_eq!(refused(scalars, plain(7, &[5, 1])), count(2));
    assert_eq!(refused(scalars, plain(7, &[5, 1, 97, 0])), count(4));
    assert_eq!(refused(array, plain(8, &[])), does_not_fit(None, 8, Op::Fixed(3)));
    assert_eq!(refused(array, plain(1, &[3, 4])), does_not_fit(Some(1), 4, Op::Fixed(2)));
    let blobs = |expected, found| WriteErrorKind::BlobCount { expected, found };
    assert_eq!(refused(blob, plain(1, &[])), blobs(1, 0));
    assert_eq!(refused(array, NewRecord { code: 1, ops: &[], blobs: &[b"x"] }), blobs(0, 1));
    assert_eq!(refused(3, NewRecord { code: 1, ops: &[], blobs: &[b"x"] }), blobs(0, 1));
    assert_eq!(refused(9, plain(1, &[])), WriteErrorKind::UnknownAbbrev { id: 9, defined: 3 });
    assert_eq!(writer.position(), before);
    writer.leave_block().unwrap();
    assert_eq!(tokens(&writer.finish().unwrap()).len(), 5);
}

#[test]
fn abbreviations_that_readers_refuse_are_not_written() {
    let mut writer = Writer::new(*b"TEST");
    writer.enter_block(8, 3).unwrap();
    let mut refused = |ops: &[Op]| match writer.define_abbrev(&abbrev(ops)).unwrap_err().kind() {
        WriteErrorKind::Abbrev(kind) => kind.clone(),
        other => panic!("{other}"),
    };
    assert_eq!(refused(&[]), FaultKind::EmptyAbbrev);
    assert_eq!(refused(&[Op::Array, Op::Fixed(1)]), FaultKind::CodeShape);
    assert_eq!(refused(&[Op::Literal(1), Op::Array]), FaultKind::ArrayPlace);
    assert_eq!(refused(&[Op::Literal(1), Op::Array, Op::Fixed(1), Op::Fixed(1)]), FaultKind::ArrayPlace);
    assert_eq!(refused(&[Op::Literal(1), Op::Array, Op::Blob]), FaultKind::ArrayOfArray);
    assert_eq!(refused(&[Op::Literal(1), Op::Array, Op::Literal(1)]), FaultKind::ArrayOfLiteral);
    assert_eq!(refused(&[Op::Fixed(33)]), FaultKind::Width(33));
    for id in 4..8 {
        assert_eq!(writer.define_abbrev(&abbrev(&[Op::Literal(1)])).unwrap(), id);
    }
    let wide = writer.define_abbrev(&abbrev(&[Op::Literal(1)])).unwrap_err();
    assert_eq!(wide.kind(), &WriteErrorKind::IdTooWide { id: 8, width: 3 });
}

#[test]
fn tokens_have_to_be_where_they_belong() {
    let mut writer = Writer::new(*b"TEST");
    assert_eq!(writer.record(1, &[]).unwrap_err().kind(), &WriteErrorKind::NoBlock);
    assert_eq!(writer.leave_block().unwrap_err().kind(), &WriteErrorKind::NoBlock);
    assert_eq!(writer.set_block(8).unwrap_err().kind(), &WriteErrorKind::NoBlock);
    assert_eq!(
        writer.define_abbrev(&abbrev(&[Op::Literal(1)])).unwrap_err().kind(),
        &WriteErrorKind::NoBlock
    );
    for width in [0, 33] {
        assert_eq!(writer.enter_block(8, width).unwrap_err().kind(), &WriteErrorKind::IdWidth(width));
    }
    writer.enter_block(0, 2).unwrap();
    let early = writer.define_abbrev(&abbrev(&[Op::Literal(1)])).unwrap_err();
    assert_eq!(early.kind(), &WriteErrorKind::NoBlockSet);
    assert_eq!(writer.name_block(b"A").unwrap_err().kind(), &WriteErrorKind::NoBlockSet);
    assert_eq!(writer.enter_block(8, 2).unwrap_err().kind(), &WriteErrorKind::BlockInBlockInfo);
    assert_eq!(writer.clone().finish().unwrap_err().kind(), &WriteErrorKind::OpenBlocks(1));
    writer.leave_block().unwrap();
    // Abbreviation ids of one bit leave room for blocks only.
    writer.enter_block(8, 1).unwrap();
    let wide = writer.record(1, &[]).unwrap_err();
    assert_eq!(wide.kind(), &WriteErrorKind::IdTooWide { id: 3, width: 1 });
}

#[test]
fn fields_are_filled_in_later() {
    let mut writer = Writer::new(*b"TEST");
    writer.enter_block(8, 3).unwrap();
    let ops = [Op::Literal(1), Op::Vbr(6), Op::Fixed(32), Op::Fixed(7)];
    let id = writer.define_abbrev(&abbrev(&ops)).unwrap();
    let slots = writer.record_with_slots(id, plain(1, &[40, 0, 0]), &[1, 2]).unwrap();
    let bad = writer.record_with_slots(id, plain(1, &[40, 0, 0]), &[0]).unwrap_err();
    assert_eq!(bad.kind(), &WriteErrorKind::NotPatchable(0, Some(Op::Vbr(6))));
    // Still in the word that is being filled.
    writer.patch(slots[1], 99).unwrap();
    writer.record(2, &[1, 2, 3]).unwrap();
    writer.patch(slots[0], u64::from(u32::MAX) - 5).unwrap();
    let wide = writer.patch(slots[1], 128).unwrap_err();
    let expected = WriteErrorKind::DoesNotFit { index: Some(2), value: 128, field: Op::Fixed(7) };
    assert_eq!(wide.kind(), &expected);
    writer.leave_block().unwrap();
    let lines = tokens(&writer.finish().unwrap());
    assert_eq!(lines[2], format!("1 by 4: [40, {}, 99]", u32::MAX - 5));
}

#[test]
fn wrappers_say_where_the_stream_is_and_pad() {
    let mut writer = Writer::new(*b"BC\xc0\xde");
    writer.enter_block(8, 2).unwrap();
    writer.leave_block().unwrap();
    let stream = writer.finish().unwrap();
    let file = wrap(&stream, Wrapping { version: 0, cpu_type: 0x0100_000C, align: 16 }).unwrap();
    assert_eq!(file.len() % 16, 0);
    let (header, inner) = unwrap(&file, 0).unwrap();
    let size = u32::try_from(stream.len()).unwrap();
    assert_eq!(header, Some(Wrapper { version: 0, offset: 20, size, cpu_type: 0x0100_000C }));
    assert_eq!(inner.bytes(), stream);
    assert_eq!(wrap(&stream, Wrapping::default()).unwrap().len(), 20 + stream.len());
}
