//! The rules by which a format carried in bitstreams grows, each both ways: an old reader on new data, a new reader on
//! old data. Version 5 is old, version 6 new.

use outlast_bitstream::layout::{
    BlockLayout, BlockReader, Found, Kept, LayoutError, Policy, Problem, RecordLayout, TooNew, Unknown,
    Version, enter, read_block,
};
use outlast_bitstream::{
    BlockInfo, Cursor, NewRecord, Op, Stream, Writer, block_layout, record_layout, value_enum,
};

/// The format as old tools know it.
mod v5 {
    use super::*;

    value_enum! {
        pub(crate) enum Level {
            Note = 1,
            Error = 3,
        }
    }
    record_layout! {
        pub(crate) struct Head = 1 "HEAD" {
            major: u16 as fixed(16),
            minor: u16 as fixed(16),
        }
    }
    record_layout! {
        pub(crate) struct Node = 2 "NODE" {
            level: Level as fixed(3),
            place: u32 as vbr(6),
        }
    }
    record_layout! {
        pub(crate) struct Uses = 3 "USES" follows Node {
            text name as fixed(8),
        }
    }
    record_layout! {
        pub(crate) struct Numbers = 4 "NUMBERS" {
            count: u32 as vbr(6),
            array numbers: u32 as vbr(6),
        }
    }
    record_layout! {
        pub(crate) struct Strict = 5 "STRICT" exact {
            value: u32 as vbr(6),
        }
    }
    record_layout! {
        pub(crate) struct Name = 6 "NAME" {
            blob name,
        }
    }
    block_layout! {
        pub(crate) enum Main = 8 "MAIN" {
            Head,
            Node,
            Uses,
            Numbers,
            Strict,
            Name,
        }
    }
}

/// The format as new tools know it: everything has grown that can.
mod v6 {
    pub(crate) use super::v5::{Numbers, Strict as OldStrict};
    use super::*;

    value_enum! {
        pub(crate) enum Level {
            Note = 1,
            Warning = 2,
            Error = 3,
        }
    }
    record_layout! {
        pub(crate) struct Head = 1 "HEAD" {
            major: u16 as vbr(6),
            minor: u16 as vbr(6),
            optional flags: u64 as fixed(32),
            optional signed: i32 as vbr(6),
            optional blob compiler,
            rest,
        }
    }
    record_layout! {
        pub(crate) struct Node = 2 "NODE" {
            level: Level as fixed(3),
            place: u32 as vbr(6),
            optional hidden: bool as fixed(1),
        }
    }
    record_layout! {
        pub(crate) struct Uses = 3 "USES" follows Node {
            text name as fixed(8),
        }
    }
    record_layout! {
        pub(crate) struct StrictMore = 7 "STRICT_MORE" {
            more: u32 as vbr(6),
        }
    }
    record_layout! {
        pub(crate) struct Strict = 5 "STRICT" exact {
            value: u32 as vbr(6),
            second extra: StrictMore,
        }
    }
    record_layout! {
        pub(crate) struct Name = 6 "NAME" {
            optional length: u32 as vbr(6),
            blob name,
        }
    }
    record_layout! {
        pub(crate) struct Comment = 8 "COMMENT" {
            text words as char6,
        }
    }
    record_layout! {
        pub(crate) struct Detail = 1 "DETAIL" {
            value: u32 as vbr(6),
        }
    }
    block_layout! {
        pub(crate) enum Details = 9 "DETAILS" {
            Detail,
        }
    }
    block_layout! {
        pub(crate) enum Main = 8 "MAIN" {
            Head,
            Node,
            Uses,
            Numbers,
            Strict,
            Name,
            Comment,
        }
        blocks { Details, Main }
    }
}

/// A stream with one block 8 and in it what the test writes.
fn stream(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::new(*b"TEST");
    writer.enter_block(8, 5).unwrap();
    write(&mut writer);
    writer.leave_block().unwrap();
    writer.finish().unwrap()
}

/// What a reader of layout `B` makes of a stream's block.
fn read<B: BlockLayout>(bytes: &[u8], policy: Policy) -> Result<Vec<B>, LayoutError> {
    let mut cursor = Cursor::new(Stream::new(bytes, 0)).unwrap();
    assert!(enter(&mut cursor, B::ID).unwrap());
    read_block(&mut cursor, policy)
}

fn old(bytes: &[u8]) -> Vec<v5::Main> {
    read(bytes, Policy::default()).unwrap()
}

fn new(bytes: &[u8]) -> Vec<v6::Main> {
    read(bytes, Policy::default()).unwrap()
}

fn problem(result: Result<impl std::fmt::Debug, LayoutError>) -> Problem {
    match result.unwrap_err() {
        LayoutError::Record { problem, .. } => problem,
        other => panic!("{other}"),
    }
}

fn head5() -> v5::Head {
    v5::Head { major: 1, minor: 5 }
}

fn head6() -> v6::Head {
    v6::Head { major: 1, minor: 6, flags: None, signed: None, compiler: None, rest: Vec::new() }
}

#[test]
fn new_block_is_skipped_by_old_reader() {
    let bytes = stream(|writer| {
        writer.enter_block(9, 4).unwrap();
        v6::Detail { value: 7 }.write(writer).unwrap();
        writer.leave_block().unwrap();
        head5().write(writer).unwrap();
    });
    assert_eq!(old(&bytes), [v5::Main::Head(head5())]);
    // The new reader is told of it, and may read it or not.
    let mut cursor = Cursor::new(Stream::new(&bytes, 0)).unwrap();
    assert!(enter(&mut cursor, 8).unwrap());
    let mut outer = BlockReader::<v6::Main>::new(&cursor, Policy::default()).unwrap();
    assert!(matches!(outer.next(&mut cursor).unwrap(), Some(Found::Block(block)) if block.id == 9));
    let inner = read_block::<v6::Details>(&mut cursor, Policy::default()).unwrap();
    assert_eq!(inner, [v6::Details::Detail(v6::Detail { value: 7 })]);
    assert!(matches!(outer.next(&mut cursor).unwrap(), Some(Found::Record(v6::Main::Head(_)))));
    assert_eq!(outer.next(&mut cursor).unwrap(), None);
    assert_eq!(new(&bytes).len(), 1);
}

#[test]
fn block_that_old_files_lack_is_just_absent_for_new_reader() {
    let bytes = stream(|writer| head5().write(writer).unwrap());
    assert_eq!(new(&bytes), [v6::Main::Head(v6::Head { minor: 5, ..head6() })]);
}

#[test]
fn new_record_is_skipped_by_old_reader() {
    let comment = v6::Comment { words: "only.new".into() };
    let bytes = stream(|writer| {
        comment.write(writer).unwrap();
        head5().write(writer).unwrap();
    });
    assert_eq!(old(&bytes), [v5::Main::Head(head5())]);
    assert_eq!(new(&bytes)[0], v6::Main::Comment(comment));
}

#[test]
fn record_between_followers_breaks_old_reader_and_is_reported() {
    let node = v5::Node { level: v5::Level::Error, place: 3 };
    let uses = |name: &str| v5::Uses { name: name.into() };
    // Several may follow one.
    let good = stream(|writer| {
        node.write(writer).unwrap();
        uses("a").write(writer).unwrap();
        uses("b").write(writer).unwrap();
    });
    assert_eq!(old(&good).len(), 3);
    assert_eq!(new(&good).len(), 3);
    let between = stream(|writer| {
        node.write(writer).unwrap();
        v6::Comment { words: "x".into() }.write(writer).unwrap();
        uses("a").write(writer).unwrap();
    });
    let result = read::<v5::Main>(&between, Policy::default());
    assert_eq!(problem(result), Problem::Displaced(2, Some(8)));
    // It is no better for a reader that knows the record, nor for a block between them.
    let result = read::<v6::Main>(&between, Policy::default());
    assert_eq!(problem(result), Problem::Displaced(2, Some(8)));
    let block = stream(|writer| {
        node.write(writer).unwrap();
        writer.enter_block(77, 2).unwrap();
        writer.leave_block().unwrap();
        uses("a").write(writer).unwrap();
    });
    assert_eq!(problem(read::<v5::Main>(&block, Policy::default())), Problem::Displaced(2, None));
    let first = stream(|writer| uses("a").write(writer).unwrap());
    assert_eq!(problem(read::<v5::Main>(&first, Policy::default())), Problem::Displaced(2, None));
}

#[test]
fn blob_added_to_record() {
    let head = v6::Head { flags: Some(1), signed: Some(-9), compiler: Some(b"swift 6".to_vec()), ..head6() };
    let bytes = stream(|writer| head.write(writer).unwrap());
    assert_eq!(old(&bytes), [v5::Main::Head(v5::Head { major: 1, minor: 6 })]);
    assert_eq!(new(&bytes), [v6::Main::Head(head)]);
    // A blob alone, without the fields that came before it in time.
    let head = v6::Head { compiler: Some(Vec::new()), ..head6() };
    let bytes = stream(|writer| head.write(writer).unwrap());
    assert_eq!(new(&bytes), [v6::Main::Head(head)]);
    let bytes = stream(|writer| head5().write(writer).unwrap());
    assert!(matches!(&new(&bytes)[0], v6::Main::Head(head) if head.compiler.is_none()));
}

#[test]
fn trailing_field_added() {
    let node = v6::Node { level: v6::Level::Note, place: 12, hidden: Some(true) };
    let bytes = stream(|writer| node.write(writer).unwrap());
    assert_eq!(old(&bytes), [v5::Main::Node(v5::Node { level: v5::Level::Note, place: 12 })]);
    assert_eq!(new(&bytes), [v6::Main::Node(node)]);
    let bytes = stream(|writer| v5::Node { level: v5::Level::Note, place: 12 }.write(writer).unwrap());
    assert!(matches!(&new(&bytes)[0], v6::Main::Node(node) if node.hidden.is_none()));
}

#[test]
fn fields_added_to_a_record_of_one_blob() {
    let name = v6::Name { length: Some(3), name: b"abc".to_vec() };
    let bytes = stream(|writer| name.write(writer).unwrap());
    assert_eq!(old(&bytes), [v5::Main::Name(v5::Name { name: b"abc".to_vec() })]);
    let bytes = stream(|writer| v5::Name { name: b"abc".to_vec() }.write(writer).unwrap());
    assert_eq!(new(&bytes), [v6::Main::Name(v6::Name { length: None, name: b"abc".to_vec() })]);
}

#[test]
fn missing_required_field_is_an_error_not_a_zero() {
    let bytes = stream(|writer| writer.record(1, &[1]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&bytes, Policy::default())), Problem::TooFew("minor", 2, 1));
    assert_eq!(problem(read::<v6::Main>(&bytes, Policy::default())), Problem::TooFew("minor", 2, 1));
    let bytes = stream(|writer| writer.record(6, &[]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&bytes, Policy::default())), Problem::NoBlob("name"));
}

#[test]
fn field_added_in_front_is_misread_by_old_reader() {
    // The rule says "after": before others, it shifts them. At least types notice it sometimes.
    let bytes = stream(|writer| writer.record(1, &[1 << 20, 1, 6]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&bytes, Policy::default())), Problem::Range("major", 1 << 20));
}

#[test]
fn array_record_cannot_grow() {
    // What a new writer appends is an element for an old reader; that no field can be declared there is in the
    // documentation of `record_layout!`, where it does not compile.
    let bytes = stream(|writer| writer.record(4, &[2, 10, 11, 99]).unwrap());
    assert_eq!(old(&bytes), [v5::Main::Numbers(v5::Numbers { count: 2, numbers: vec![10, 11, 99] })]);
}

#[test]
fn exact_size_reader_refuses_more_fields() {
    let grown = stream(|writer| writer.record(5, &[1, 2]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&grown, Policy::default())), Problem::TooMany(1, 2));
    let shrunk = stream(|writer| writer.record(5, &[]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&shrunk, Policy::default())), Problem::TooFew("value", 1, 0));
    let with_blob = stream(|writer| {
        let abbrev = outlast_bitstream::Abbrev::new([Op::Literal(5), Op::Vbr(6), Op::Blob]);
        let id = writer.define_abbrev(&abbrev).unwrap();
        writer.record_with(id, NewRecord { code: 5, ops: &[1], blobs: &[b"x"] }).unwrap();
    });
    assert_eq!(problem(read::<v5::Main>(&with_blob, Policy::default())), Problem::Blob);
}

#[test]
fn second_record_trick() {
    let more = v6::Strict { value: 4, extra: Some(v6::StrictMore { more: 5 }) };
    let bytes = stream(|writer| {
        more.write(writer).unwrap();
        more.write(writer).unwrap();
        v6::Strict { value: 9, extra: None }.write(writer).unwrap();
        head5().write(writer).unwrap();
    });
    let strict = |value| v5::Main::Strict(v5::Strict { value });
    assert_eq!(old(&bytes), [strict(4), strict(4), strict(9), v5::Main::Head(head5())]);
    let read = new(&bytes);
    assert_eq!(read[..2], [v6::Main::Strict(more.clone()), v6::Main::Strict(more)]);
    assert_eq!(read[2], v6::Main::Strict(v6::Strict { value: 9, extra: None }));
    assert_eq!(read.len(), 4);
    // Old files, also where the record is the last of its block or a block or abbreviation comes next.
    let bytes = stream(|writer| {
        v6::OldStrict { value: 1 }.write(writer).unwrap();
        v5::Node::define(writer).unwrap();
        v6::OldStrict { value: 2 }.write(writer).unwrap();
        writer.enter_block(77, 2).unwrap();
        writer.leave_block().unwrap();
        v6::OldStrict { value: 3 }.write(writer).unwrap();
    });
    let alone = |value| v6::Main::Strict(v6::Strict { value, extra: None });
    assert_eq!(new(&bytes), [alone(1), alone(2), alone(3)]);
}

#[test]
fn width_change_is_invisible() {
    // Version 5 writes 16 fixed bits, version 6 a VBR: neither reader sees it.
    for define in [false, true] {
        let five = stream(|writer| {
            if define {
                v5::Head::define(writer).unwrap();
            }
            head5().write(writer).unwrap();
        });
        let six = stream(|writer| {
            if define {
                v6::Head::define(writer).unwrap();
            }
            v6::Head { minor: 5, flags: Some(0), signed: Some(0), compiler: Some(vec![]), ..head6() }
                .write(writer)
                .unwrap();
        });
        assert_ne!(five, six);
        assert_eq!(old(&five), old(&six));
        assert!(matches!(&new(&five)[0], v6::Main::Head(head) if (head.major, head.minor) == (1, 5)));
    }
}

#[test]
fn meaning_change_needs_major_bump() {
    record_layout! {
        pub struct Seconds = 2 "NODE" {
            level: u32 as fixed(3),
            /// In version 5 a place.
            time: u32 as vbr(6),
        }
    }
    // The same shape except for a name: nothing in the file tells the two apart ...
    let bytes = stream(|writer| Seconds { level: 1, time: 60 }.write(writer).unwrap());
    assert_eq!(old(&bytes), [v5::Main::Node(v5::Node { level: v5::Level::Note, place: 60 })]);
    // ... but the version, which has to grow, and which old readers have to look at first.
    let reader = Version { major: 1, minor: 5 };
    let same = Version { major: 1, minor: 9 };
    let bumped = Version { major: 2, minor: 0 };
    assert_eq!(same.for_reader(reader), Ok(()));
    assert_eq!(bumped.for_reader(reader), Err(TooNew { file: bumped, reader }));
    assert_eq!(reader.for_reader(bumped), Ok(()));
}

#[test]
fn fields_of_the_future_are_written_back() {
    let bytes = stream(|writer| writer.record(1, &[1, 7, 0, 0, 42, u64::MAX]).unwrap());
    let v6::Main::Head(head) = new(&bytes).remove(0) else { panic!() };
    assert_eq!(head.rest, [42, u64::MAX]);
    let again = stream(|writer| head.write(writer).unwrap());
    assert_eq!(again, bytes);
    // Beside a blob too.
    let head = v6::Head { compiler: Some(b"text".to_vec()), ..head };
    let bytes = stream(|writer| head.write(writer).unwrap());
    assert_eq!(new(&bytes), [v6::Main::Head(head)]);
}

#[test]
fn number_that_an_enumeration_does_not_know_is_kept() {
    let bytes = stream(|writer| {
        v6::Node { level: v6::Level::Warning, place: 1, hidden: None }.write(writer).unwrap();
    });
    let v5::Main::Node(node) = old(&bytes).remove(0) else { panic!() };
    assert_eq!(node.level, v5::Level::Unknown(2));
    assert_eq!(stream(|writer| node.write(writer).unwrap()), bytes);
    assert!(matches!(&new(&bytes)[0], v6::Main::Node(node) if node.level == v6::Level::Warning));
}

#[test]
fn values_are_never_cut_off() {
    let bytes = stream(|writer| writer.record(1, &[1, 65_536]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&bytes, Policy::default())), Problem::Range("minor", 65_536));
    let bytes = stream(|writer| writer.record(2, &[1, 1 << 32]).unwrap());
    assert_eq!(problem(read::<v5::Main>(&bytes, Policy::default())), Problem::Range("place", 1 << 32));
    let bytes = stream(|writer| writer.record(2, &[1, 1, 2]).unwrap());
    assert_eq!(problem(read::<v6::Main>(&bytes, Policy::default())), Problem::Range("hidden", 2));
    let bytes = stream(|writer| writer.record(2, &[1, 1]).and(writer.record(3, &[300])).unwrap());
    assert_eq!(problem(read::<v5::Main>(&bytes, Policy::default())), Problem::Text("name"));
    let mut writer = Writer::new(*b"TEST");
    writer.enter_block(8, 5).unwrap();
    let node = v5::Node { level: v5::Level::Unknown(8), place: 1 };
    assert_eq!(problem(node.write(&mut writer)), Problem::Encoding("level", 8));
    let comment = v6::Comment { words: "no blanks".into() };
    assert_eq!(problem(comment.write(&mut writer)), Problem::Encoding("words", 32));
    let gap = v6::Head { signed: Some(1), ..head6() };
    assert_eq!(problem(gap.write(&mut writer)), Problem::Gap("flags", "signed"));
    let gap = v6::Head { rest: vec![1], ..head6() };
    assert_eq!(problem(gap.write(&mut writer)), Problem::Gap("flags", "rest"));
}

#[test]
fn unknown_things_are_refused_by_policy() {
    let bytes = stream(|writer| writer.record(200, &[]).unwrap());
    let refused = read::<v5::Main>(&bytes, Policy::all(Unknown::Refuse)).unwrap_err();
    assert!(matches!(refused, LayoutError::UnknownRecord(200, _)), "{refused}");
    let bytes = stream(|writer| {
        writer.enter_block(77, 2).unwrap();
        writer.leave_block().unwrap();
    });
    let refused = read::<v5::Main>(&bytes, Policy::all(Unknown::Refuse)).unwrap_err();
    assert!(matches!(refused, LayoutError::UnknownBlock(77, _)), "{refused}");
    let mut cursor = Cursor::new(Stream::new(&bytes, 0)).unwrap();
    assert!(enter(&mut cursor, 8).unwrap());
    let other = BlockReader::<v6::Details>::new(&cursor, Policy::default()).unwrap_err();
    assert_eq!(other, LayoutError::OtherBlock(9, 8));
}

/// Writes back everything that a reader gives out.
fn rewritten<B: BlockLayout>(bytes: &[u8]) -> Vec<u8> {
    let mut cursor = Cursor::new(Stream::new(bytes, 0)).unwrap();
    assert!(enter(&mut cursor, 8).unwrap());
    let mut reader = BlockReader::<B>::new(&cursor, Policy::all(Unknown::Keep)).unwrap();
    stream(|writer| {
        while let Some(found) = reader.next(&mut cursor).unwrap() {
            match found {
                Found::Record(record) => record.write(writer).unwrap(),
                Found::Kept(tokens) => tokens.iter().for_each(|token| token.write(writer).unwrap()),
                Found::Block(block) => panic!("{block:?}"),
            }
        }
    })
}

#[test]
fn unknown_things_are_kept_and_written_back() {
    let bytes = stream(|writer| {
        v6::Comment { words: "first".into() }.write(writer).unwrap();
        head5().write(writer).unwrap();
        writer.enter_block(77, 4).unwrap();
        let abbrev = outlast_bitstream::Abbrev::new([Op::Literal(1), Op::Fixed(3), Op::Blob]);
        let id = writer.define_abbrev(&abbrev).unwrap();
        writer.record_with(id, NewRecord { code: 1, ops: &[7], blobs: &[b"kept"] }).unwrap();
        writer.enter_block(78, 2).unwrap();
        writer.record(5, &[u64::MAX]).unwrap();
        writer.leave_block().unwrap();
        writer.leave_block().unwrap();
        writer.record(250, &[1, 2, 3]).unwrap();
    });
    assert_eq!(rewritten::<v5::Main>(&bytes), bytes);
    let few = Policy { most_kept: 3, ..Policy::all(Unknown::Keep) };
    assert_eq!(read::<v5::Main>(&bytes, few).unwrap_err(), LayoutError::Kept(3));
    let one = Kept::Record(None, 3, vec![1], None);
    assert!(one.write(&mut Writer::new(*b"TEST")).is_err());
}

#[test]
fn names_and_abbreviations_come_from_the_layout() {
    let mut info = BlockInfo::default();
    v6::Main::SHAPE.describe(&mut info, true);
    v6::Details::SHAPE.describe(&mut info, false);
    let mut writer = Writer::new(*b"TEST");
    writer.write_block_info(&info).unwrap();
    writer.enter_block(8, 5).unwrap();
    let node = v6::Node { level: v6::Level::Error, place: 1, hidden: Some(false) };
    node.write(&mut writer).unwrap();
    v6::Node { hidden: None, ..node }.write(&mut writer).unwrap();
    writer.leave_block().unwrap();
    let bytes = writer.finish().unwrap();
    let mut cursor = Cursor::new(Stream::new(&bytes, 0)).unwrap();
    assert!(enter(&mut cursor, 8).unwrap());
    assert_eq!(cursor.block_info().block_name(8), Some(b"MAIN".as_slice()));
    assert_eq!(cursor.block_info().record_name(8, 7), None);
    assert_eq!(cursor.block_info().record_name(8, 8), Some(b"COMMENT".as_slice()));
    assert_eq!(cursor.block_info().block_name(9), Some(b"DETAILS".as_slice()));
    // With all fields by its abbreviation, with fewer without.
    for expected in [5, 3] {
        match cursor.next().unwrap() {
            Some(outlast_bitstream::Item::Record(record)) => assert_eq!(record.abbrev_id, expected),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn layouts_are_data() {
    let schema = outlast_bitstream::layout::Schema::new([&v5::Main::SHAPE]);
    let text = schema.to_string();
    assert_eq!(
        text,
        "block 8 MAIN\n  record 1 HEAD\n    required major u16 fixed(16)\n    required minor u16 fixed(16)\n  \
         record 2 NODE\n    required level enum{Note=1,Error=3} fixed(3)\n    required place u32 vbr(6)\n  \
         record 3 USES follows 2\n    text name char fixed(8)\n  record 4 NUMBERS\n    required count u32 vbr(6)\n    \
         array numbers u32 vbr(6)\n  record 5 STRICT exact\n    required value u32 vbr(6)\n  record 6 NAME\n    \
         blob name\n"
    );
    assert_eq!(text.parse(), Ok(schema.clone()));
    let other = outlast_bitstream::layout::Schema::new([&v6::Main::SHAPE, &v6::Details::SHAPE]);
    assert_eq!(other.to_string().parse(), Ok(other.clone()));
    assert_ne!(schema, other);
    let strict = other.block(8).and_then(|block| block.record(5)).unwrap();
    assert_eq!((strict.exact, strict.second), (true, Some(7)));
    assert_eq!(other.blocks[0].blocks, [9, 8]);
    for (text, line) in [
        ("record 1 X", 1),
        ("block 8 X\n  record x X", 2),
        ("block 8 X\n  record 1 X\n    required a u8 fixed", 3),
        ("block 8 X\n\n  record 1 X\n    sometimes a u8 fixed(1)", 4),
        ("block 8 X\n  record 1 X loose", 2),
        ("    rest", 1),
    ] {
        assert_eq!(text.parse::<outlast_bitstream::layout::Schema>().unwrap_err().line, line, "{text}");
    }
}
