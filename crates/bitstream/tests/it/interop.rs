//! Streams for the real tools: `OUTLAST_WRITTEN` names the folder they go to.
//!
//! * `made-*`: from nothing, with every encoding; `llvm-bcanalyzer` has to read them.
//! * `edit-*`: LLVM IR of the files that `OUTLAST_BITSTREAMS` names (see `replay.rs`), each with something added that
//!   readers ignore: `llvm-dis` has to print the same as for the file itself.
//! * `same-*`: other files after replay.
//!
//! `written.tsv` lists them: file, kind, what was done, file it was made from.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outlast_bitstream::{
    Abbrev, BlockInfo, Change, Cursor, Edit, Item, Moves, NewRecord, NewToken, Op, Stream, StreamKind,
    Wrapping, Writer, replay, rewrite, unwrap, wrap,
};

use crate::replay::files;

/// All encodings, values at the limits of their fields, names, blocks in blocks.
fn every_encoding(magic: [u8; 4]) -> Vec<u8> {
    let mut writer = Writer::new(magic);
    writer.write_block_info(&names()).unwrap();
    for round in 0..3 {
        writer.enter_block(64, 6).unwrap();
        writer.record_with(4, NewRecord { code: 1, ops: &[round], blobs: &[] }).unwrap();
        for width in [1, 2, 7, 8, 31, 32] {
            let top = (1 << width) - 1;
            let fixed = writer.define_abbrev(&Abbrev::new([Op::Literal(2), Op::Fixed(width)])).unwrap();
            writer.record_with(fixed, NewRecord { code: 2, ops: &[top], blobs: &[] }).unwrap();
            let ops = [Op::Fixed(6), Op::Array, Op::Fixed(width)];
            let array = writer.define_abbrev(&Abbrev::new(ops)).unwrap();
            writer.record_with(array, NewRecord { code: 3, ops: &[0, top, 1, top], blobs: &[] }).unwrap();
        }
        writer.enter_block(65, 7).unwrap();
        for width in [2, 6, 8, 31, 32] {
            let vbr = writer.define_abbrev(&Abbrev::new([Op::Vbr(6), Op::Vbr(width)])).unwrap();
            let array = Abbrev::new([Op::Literal(5), Op::Array, Op::Vbr(width)]);
            let array = writer.define_abbrev(&array).unwrap();
            for value in [0, 1, 31, 32, u64::from(u32::MAX), 1 << 62, u64::MAX] {
                writer.record_with(vbr, NewRecord { code: 4, ops: &[value], blobs: &[] }).unwrap();
                writer.record_with(array, NewRecord { code: 5, ops: &[value, value], blobs: &[] }).unwrap();
            }
        }
        blobs(&mut writer);
        writer.leave_block().unwrap();
        writer.record(1, &[round]).unwrap();
        writer.leave_block().unwrap();
    }
    writer.enter_block(99, 2).unwrap();
    writer.leave_block().unwrap();
    writer.finish().unwrap()
}

fn blobs(writer: &mut Writer) {
    let blob = writer.define_abbrev(&Abbrev::new([Op::Literal(6), Op::Vbr(6), Op::Blob])).unwrap();
    for len in [0, 1, 2, 3, 4, 5, 63, 64, 1000] {
        let bytes: Vec<u8> = (0..len).map(|at| b'a' + u8::try_from(at % 26).unwrap()).collect();
        writer.record_with(blob, NewRecord { code: 6, ops: &[7], blobs: &[&bytes] }).unwrap();
    }
    let name = writer.define_abbrev(&Abbrev::new([Op::Literal(7), Op::Char6, Op::Array, Op::Char6])).unwrap();
    let text: Vec<u64> = b"zAZ09._az".iter().map(|byte| u64::from(*byte)).collect();
    writer.record_with(name, NewRecord { code: 7, ops: &text, blobs: &[] }).unwrap();
    let literals = Abbrev::new([Op::Literal(8), Op::Literal(u64::MAX), Op::Fixed(32), Op::Literal(3)]);
    let literals = writer.define_abbrev(&literals).unwrap();
    let record = NewRecord { code: 8, ops: &[u64::MAX, 0, 3], blobs: &[] };
    let slots = writer.record_with_slots(literals, record, &[1]).unwrap();
    writer.record(200, &[writer.position(), u64::MAX]).unwrap();
    writer.patch(slots[0], writer.position() / 32).unwrap();
}

fn names() -> BlockInfo {
    let mut info = BlockInfo::default();
    let outer = info.entry(64);
    outer.name = b"OUTER_BLOCK".to_vec();
    outer.define(Arc::new(Abbrev::new([Op::Literal(1), Op::Vbr(6)])));
    [(1, "FIRST"), (2, "FIXED"), (3, "ARRAY")].map(|(code, name)| outer.name_record(code, name.into()));
    let inner = info.entry(65);
    inner.name = b"INNER_BLOCK".to_vec();
    [(4, "VBR"), (6, "BLOB"), (7, "TEXT")].map(|(code, name)| inner.name_record(code, name.into()));
    info.entry(99).name = b"EMPTY".to_vec();
    info
}

/// A stream whose second `BLOCKINFO` replaces the first, as in files of several modules.
fn several_modules() -> Vec<u8> {
    let mut writer = Writer::new(*b"TEST");
    for element in [Op::Fixed(8), Op::Vbr(6), Op::Char6] {
        writer.enter_block(8, 3).unwrap();
        let mut info = BlockInfo::default();
        info.entry(9).define(Arc::new(Abbrev::new([Op::Literal(1), Op::Array, element])));
        writer.write_block_info(&info).unwrap();
        writer.enter_block(9, 3).unwrap();
        writer.record_with(4, NewRecord { code: 1, ops: &[97, 98, 99], blobs: &[] }).unwrap();
        writer.leave_block().unwrap();
        writer.leave_block().unwrap();
    }
    writer.finish().unwrap()
}

struct Out {
    folder: PathBuf,
    list: String,
    count: usize,
}

impl Out {
    fn add(&mut self, name: &str, bytes: &[u8], kind: &str, what: &str, from: &Path) {
        std::fs::write(self.folder.join(name), bytes).unwrap();
        writeln!(self.list, "{name}\t{kind}\t{what}\t{}", from.display()).unwrap();
        self.count += 1;
    }
}

/// Where something can be added to LLVM IR: what it is called, and the edit.
pub(crate) fn additions(bytes: &[u8]) -> Vec<(&'static str, Edit)> {
    let stream = unwrap(bytes, 0).unwrap().1;
    let mut cursor = Cursor::new(Stream::new(stream.bytes(), 0)).unwrap();
    let mut out: Vec<(&'static str, Edit)> = Vec::new();
    let record = || vec![NewToken::record(240, [1, 2, u64::MAX, 3])];
    let block = || vec![NewToken::Enter(250, 3), NewToken::record(1, [1, 2]), NewToken::Leave];
    let add = |out: &mut Vec<(&'static str, Edit)>, what, at, tokens: Vec<NewToken>| {
        if !out.iter().any(|(of, _): &(&str, Edit)| *of == what) {
            out.push((what, Edit { at, change: Change::Insert(tokens) }));
        }
    };
    let (mut ids, mut nodes) = (Vec::new(), 0);
    loop {
        let at = cursor.position();
        let Some(item) = cursor.next().unwrap() else {
            add(&mut out, "block-at-end", at, block());
            return out;
        };
        match item {
            Item::Enter(header) => {
                match (ids.as_slice(), header.id) {
                    ([], _) => add(&mut out, "block-at-top", at, block()),
                    ([8], 12) => add(&mut out, "block-before-function", at, block()),
                    ([8], 17) => add(&mut out, "record-before-types", at, record()),
                    _ => {}
                }
                ids.push(header.id);
                let body = header.body;
                match ids.as_slice() {
                    [8] => add(&mut out, "record-first-in-module", body, record()),
                    [8, 15] => add(&mut out, "record-first-in-metadata", body, record()),
                    [8, 12] => add(&mut out, "block-in-function", body, block()),
                    [8, 17] => add(&mut out, "block-in-types", body, block()),
                    _ => {}
                }
            }
            Item::Leave(..) => {
                match ids.as_slice() {
                    [8] => add(&mut out, "record-last-in-module", at, record()),
                    [8, 15] => add(&mut out, "record-last-in-metadata", at, record()),
                    _ => {}
                }
                ids.pop();
            }
            Item::Record(record) if ids == [13] && record.code == 1 => {
                let text: Vec<u64> = b"another.producer_1.2".iter().map(|byte| u64::from(*byte)).collect();
                let change = Change::Replace(vec![NewToken::record(1, text)]);
                out.push(("producer-replaced", Edit { at, change }));
            }
            Item::Record(_) if ids == [8, 15] => {
                nodes += 1;
                if nodes == 7 {
                    add(&mut out, "record-amid-metadata", at, record());
                }
            }
            _ => {}
        }
    }
}

#[test]
fn streams_for_the_real_tools() {
    let Some(folder) = std::env::var_os("OUTLAST_WRITTEN").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let mut out = Out { folder, list: String::new(), count: 0 };
    let none = Path::new("-");
    for (name, magic) in [("unknown", *b"TEST"), ("ir", *b"BC\xc0\xde"), ("remarks", *b"RMRK")] {
        out.add(&format!("made-{name}.bin"), &every_encoding(magic), "made", "every-encoding", none);
    }
    let inner = every_encoding(*b"BC\xc0\xde");
    let wrapping = Wrapping { version: 0, cpu_type: 0x0100_000C, align: 16 };
    out.add("made-wrapper.bin", &wrap(&inner, wrapping).unwrap(), "made", "wrapper", none);
    out.add("made-modules.bin", &several_modules(), "made", "several-modules", none);
    let mut paths = Vec::new();
    if let Some(roots) = std::env::var_os("OUTLAST_BITSTREAMS") {
        std::env::split_paths(&roots).for_each(|root| files(&root, &mut paths));
    }
    for (number, path) in paths.iter().enumerate() {
        let bytes = std::fs::read(path).unwrap();
        let Ok((_, stream)) = unwrap(&bytes, 0) else { continue };
        let Ok(again) = replay(&bytes) else { continue };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if stream.kind() != StreamKind::Ir {
            out.add(&format!("same-{number}-{name}"), &again, stream.kind().name(), "replay", path);
            continue;
        }
        assert_eq!(rewrite(&bytes, &[], Moves::Repair).as_ref(), Ok(&bytes), "{}", path.display());
        let all = additions(&bytes);
        for (what, edit) in &all {
            match rewrite(&bytes, std::slice::from_ref(edit), Moves::Repair) {
                Ok(edited) => {
                    out.add(&format!("edit-{number}-{what}-{name}"), &edited, "llvm-ir", what, path)
                }
                Err(error) => println!("{}: {what}: {error}", path.display()),
            }
        }
        let edits: Vec<Edit> = all.into_iter().map(|(_, edit)| edit).collect();
        match rewrite(&bytes, &edits, Moves::Repair) {
            Ok(edited) => out.add(&format!("edit-{number}-all-{name}"), &edited, "llvm-ir", "all", path),
            Err(error) => println!("{}: all: {error}", path.display()),
        }
    }
    std::fs::write(out.folder.join("written.tsv"), &out.list).unwrap();
    println!("{} streams", out.count);
}
