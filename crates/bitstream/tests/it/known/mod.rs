//! Layouts of real formats, on files made by hand, on those of the corpus and on those that `OUTLAST_BITSTREAMS` names (see `replay.rs`):
//! every record that a layout knows is read, and written again as it was.

mod layouts;

use std::collections::BTreeMap;
use std::path::PathBuf;

use outlast_bitstream::layout::{
    BlockLayout, BlockReader, Found, Kept, LayoutError, Policy, RecordLayout, Unknown, enter, read_block,
};
use outlast_bitstream::{Abbrev, Cursor, Item, Stream, StreamKind, Writer, unwrap};

use crate::replay::{corpus, named};

use layouts::{diagnostics, ir, remarks, swift};

/// Reads the open block record by record, writes each by its layout, with the abbreviation it had, and compares. Blocks in
/// it that the layout knows are read by the same layout. Counts of records that were known and unknown.
fn both_ways<B: BlockLayout>(cursor: &mut Cursor<'_>) -> (usize, usize) {
    let (mut known, mut unknown, mut depth) = (0, 0, 1);
    while depth > 0 {
        match cursor.next().unwrap().unwrap() {
            Item::Enter(block) if block.id == B::ID => depth += 1,
            Item::Enter(_) => {
                cursor.skip_block().unwrap();
            }
            Item::Leave(..) => depth -= 1,
            Item::Define(..) => {}
            Item::Record(record) => {
                let Some(read) = B::read(&record).unwrap() else {
                    unknown += 1;
                    continue;
                };
                known += 1;
                let mut writer = Writer::new(*b"TEST");
                writer.enter_block(B::ID, 8).unwrap();
                if let Some(abbrev) = record.abbrev {
                    writer.define_abbrev(abbrev).unwrap();
                }
                read.write(&mut writer).unwrap();
                writer.leave_block().unwrap();
                let bytes = writer.finish().unwrap();
                let mut again = Cursor::new(Stream::new(&bytes, 0)).unwrap();
                loop {
                    if let Item::Record(new) = again.next().unwrap().unwrap() {
                        assert_eq!((new.code, new.ops, new.blob), (record.code, record.ops, record.blob));
                        break;
                    }
                }
            }
        }
    }
    (known, unknown)
}

fn cursor(bytes: &[u8]) -> Cursor<'_> {
    Cursor::new(Stream::new(unwrap(bytes, 0).unwrap().1.bytes(), 0)).unwrap()
}

#[test]
fn files_of_the_corpus_are_read_and_written_by_layout() {
    let counts: Vec<_> = read_and_written(&corpus()).into_iter().collect();
    outlast_testkit::corpus::figures(
        counts,
        vec![
            ("diagnostics", (105, 387, 0)),
            ("llvm-ir", (37, 74, 0)),
            ("remarks", (7, 16, 0)),
            ("swift-doc", (1, 3, 0)),
            ("swift-module", (7, 21, 21)),
            ("swift-source-info", (1, 3, 0)),
        ],
    );
}

#[test]
#[ignore = "needs OUTLAST_BITSTREAMS: folders of real streams"]
fn named_files_are_read_and_written_by_layout() {
    for (kind, (_, known, _)) in read_and_written(&named()) {
        assert_ne!(known, 0, "{kind}");
    }
}

/// By kind: blocks, records that were read and written, and records without a layout.
fn read_and_written(paths: &[PathBuf]) -> BTreeMap<&'static str, (usize, usize, usize)> {
    let mut counts = BTreeMap::<&str, (usize, usize, usize)>::new();
    for path in paths {
        let bytes = std::fs::read(path).unwrap();
        let Ok((_, stream)) = unwrap(&bytes, 0) else { continue };
        if Cursor::new(stream).is_err() || !crate::replay::decodes(&bytes) {
            continue;
        }
        let mut cursor = cursor(&bytes);
        let mut count = |(known, unknown): (usize, usize)| {
            let sum = counts.entry(stream.kind().name()).or_default();
            *sum = (sum.0 + 1, sum.1 + known, sum.2 + unknown);
        };
        match stream.kind() {
            StreamKind::Ir if enter(&mut cursor, 13).unwrap() => {
                count(both_ways::<ir::Identification>(&mut cursor));
            }
            StreamKind::Diagnostics => {
                assert!(enter(&mut cursor, 8).unwrap());
                count(both_ways::<diagnostics::Meta>(&mut cursor));
                while enter(&mut cursor, 9).unwrap() {
                    count(both_ways::<diagnostics::Entry>(&mut cursor));
                }
            }
            StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo => {
                let outer = match stream.kind() {
                    StreamKind::SwiftDoc => 96,
                    StreamKind::SwiftSourceInfo => 192,
                    _ => 8,
                };
                assert!(enter(&mut cursor, outer).unwrap());
                assert!(enter(&mut cursor, 9).unwrap(), "{}", path.display());
                count(both_ways::<swift::Control>(&mut cursor));
            }
            StreamKind::Remarks => {
                assert!(enter(&mut cursor, 8).unwrap());
                count(both_ways::<remarks::Meta>(&mut cursor));
            }
            _ => {}
        }
    }
    for (kind, (blocks, known, unknown)) in &counts {
        println!("{kind}: {blocks} blocks, {known} records read and written, {unknown} without a layout");
    }
    counts
}

/// A `.dia` file with a diagnostic, a note in it, and a record of the future.
fn dia() -> Vec<u8> {
    let mut writer = Writer::new(*b"DIAG");
    writer.enter_block(8, 3).unwrap();
    diagnostics::FormatVersion { number: 2, rest: Vec::new() }.write(&mut writer).unwrap();
    writer.leave_block().unwrap();
    let diagnostic = |level, text: &str| diagnostics::Diagnostic {
        level,
        file: 1,
        line: 3,
        column: 4,
        offset: 50,
        category: 0,
        flag: 0,
        length: u32::try_from(text.len()).unwrap(),
        text: text.into(),
        rest: Vec::new(),
    };
    writer.enter_block(9, 4).unwrap();
    let name = b"a.c".to_vec();
    let file = diagnostics::FileName { number: 1, size: 0, time: 0, length: 3, name, rest: Vec::new() };
    file.write(&mut writer).unwrap();
    diagnostic(diagnostics::Level::Error, "wrong").write(&mut writer).unwrap();
    writer.record(8, &[1, 2]).unwrap();
    writer.enter_block(9, 4).unwrap();
    diagnostic(diagnostics::Level::Note, "here").write(&mut writer).unwrap();
    writer.leave_block().unwrap();
    writer.leave_block().unwrap();
    writer.finish().unwrap()
}

#[test]
fn diagnostics_are_read_without_recursion() {
    let bytes = dia();
    let mut cursor = cursor(&bytes);
    let meta =
        enter(&mut cursor, 8).and_then(|_| read_block::<diagnostics::Meta>(&mut cursor, Policy::default()));
    assert!(matches!(&meta.unwrap()[..], [diagnostics::Meta::FormatVersion(version)] if version.number == 2));
    assert!(enter(&mut cursor, 9).unwrap());
    let policy = Policy { records: Unknown::Keep, ..Policy::default() };
    let mut open = vec![BlockReader::<diagnostics::Entry>::new(&cursor, policy).unwrap()];
    let mut texts = Vec::new();
    while let Some(reader) = open.last_mut() {
        match reader.next(&mut cursor).unwrap() {
            None => {
                open.pop();
            }
            Some(Found::Block(_)) => open.push(BlockReader::new(&cursor, policy).unwrap()),
            Some(Found::Record(diagnostics::Entry::Diagnostic(found))) => {
                texts.push(format!("{:?} {}", found.level, String::from_utf8(found.text).unwrap()));
            }
            Some(Found::Kept(kept)) => assert_eq!(kept, [Kept::Record(None, 8, vec![1, 2], None)]),
            Some(Found::Record(_)) => {}
        }
    }
    assert_eq!(texts, ["Error wrong", "Note here"]);
    assert!(!enter(&mut cursor, 9).unwrap());
}

#[test]
fn swift_metadata_of_any_length_is_read() {
    let full: [u64; 8] = [0, 871, 11, 4, 1, 2, 3, 4];
    for len in 2..=10 {
        let mut ops = full.to_vec();
        ops.resize(len, 99);
        let mut writer = Writer::new(*b"\xe2\x9c\xa8\x0e");
        writer.enter_block(9, 4).unwrap();
        let fields = vec![outlast_bitstream::Op::Vbr(6); len];
        let shape =
            [vec![outlast_bitstream::Op::Literal(1)], fields, vec![outlast_bitstream::Op::Blob]].concat();
        let id = writer.define_abbrev(&Abbrev::new(shape)).unwrap();
        let new = outlast_bitstream::NewRecord { code: 1, ops: &ops, blobs: &[b"6.0.3(5.10)"] };
        writer.record_with(id, new).unwrap();
        writer.leave_block().unwrap();
        let bytes = writer.finish().unwrap();
        let mut cursor = cursor(&bytes);
        assert!(enter(&mut cursor, 9).unwrap());
        let read: Result<Vec<swift::Control>, LayoutError> = read_block(&mut cursor, Policy::default());
        let [swift::Control::Metadata(metadata)] = &read.unwrap()[..] else { panic!() };
        assert_eq!((metadata.major, metadata.minor), (0, 871));
        assert_eq!(metadata.short_version.is_some(), len > 2);
        assert_eq!(metadata.rest.len(), len.saturating_sub(8));
    }
}
