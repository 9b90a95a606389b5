//! Streams for the real tools: `written FOLDER [SAMPLES …]`.
//!
//! * In FOLDER, streams made from nothing: with every encoding (`llvm-bcanalyzer` has to read them), and a module of LLVM IR
//!   (`*.bc`) that every release's `llvm-dis` has to read.
//! * In `FOLDER/edited`, if there are samples: their LLVM IR, each file with something added that readers ignore, so that
//!   `llvm-dis` has to print the same as for the sample (`edit-*`); and other samples after replay (`same-*`).
//!   `written.tsv` lists them: file, kind, what was done, file it was made from. `evidence/peers/llvm/written.py` runs the
//!   tools on them.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outlast_bitstream::layout::RecordLayout;
use outlast_bitstream::{
    Abbrev, BlockInfo, Change, Cursor, Edit, Item, Moves, NewRecord, NewToken, Op, Stream, StreamKind,
    Wrapping, Writer, record_layout, replay, rewrite, unwrap, wrap,
};

record_layout! {
    /// Who wrote a module: `LLVM19.1.7`.
    pub struct Producer = 1 "STRING" {
        /// Name and version.
        text name as char6,
    }
}

record_layout! {
    /// The epoch, which readers require to be their own: 0.
    pub struct Epoch = 2 "EPOCH" {
        /// The number.
        number: u32 as vbr(6),
        rest,
    }
}

/// Files of folders, in order.
pub(crate) fn files(root: &Path, out: &mut Vec<PathBuf>) {
    if root.is_dir() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| files(entry, out));
    } else {
        out.push(root.to_owned());
    }
}

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
    for (code, name) in [(1, "FIRST"), (2, "FIXED"), (3, "ARRAY")] {
        outer.name_record(code, name.into());
    }
    let inner = info.entry(65);
    inner.name = b"INNER_BLOCK".to_vec();
    for (code, name) in [(4, "VBR"), (6, "BLOB"), (7, "TEXT")] {
        inner.name_record(code, name.into());
    }
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

/// LLVM IR from nothing: `define i32 @seven() { ret i32 7 }`, with the positions that readers jump to.
pub(crate) fn module() -> Vec<u8> {
    let mut writer = Writer::new(*b"BC\xc0\xde");
    writer.enter_block(13, 5).unwrap();
    Producer::define(&mut writer).unwrap();
    Producer { name: "outlast".into() }.write(&mut writer).unwrap();
    Epoch { number: 0, rest: Vec::new() }.write(&mut writer).unwrap();
    writer.leave_block().unwrap();
    writer.enter_block(8, 3).unwrap();
    // VERSION, then where the symbol table is: filled in when that is known.
    writer.record(1, &[2]).unwrap();
    let offset = writer.define_abbrev(&Abbrev::new([Op::Literal(13), Op::Fixed(32)])).unwrap();
    let record = NewRecord { code: 13, ops: &[0], blobs: &[] };
    let slot = writer.record_with_slots(offset, record, &[0]).unwrap()[0];
    // Types: i32, and a function that returns one.
    writer.enter_block(17, 4).unwrap();
    writer.record(1, &[2]).unwrap();
    writer.record(7, &[32]).unwrap();
    writer.record(21, &[0, 0]).unwrap();
    writer.leave_block().unwrap();
    // FUNCTION: place and size of its name, type, convention, declared only, linkage, attributes and so on.
    writer.record(8, &[0, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    writer.enter_block(99, 2).unwrap();
    writer.leave_block().unwrap();
    let function = writer.position();
    writer.enter_block(12, 4).unwrap();
    writer.record(1, &[1]).unwrap();
    writer.enter_block(11, 4).unwrap();
    writer.record(1, &[0]).unwrap();
    writer.record(4, &[14]).unwrap();
    writer.leave_block().unwrap();
    writer.record(10, &[1]).unwrap();
    writer.leave_block().unwrap();
    writer.patch(slot, writer.position() / 32).unwrap();
    writer.enter_block(14, 4).unwrap();
    writer.record(3, &[0, function / 32]).unwrap();
    writer.leave_block().unwrap();
    writer.leave_block().unwrap();
    writer.enter_block(23, 3).unwrap();
    let strings = writer.define_abbrev(&Abbrev::new([Op::Literal(1), Op::Blob])).unwrap();
    writer.record_with(strings, NewRecord { code: 1, ops: &[], blobs: &[b"seven"] }).unwrap();
    writer.leave_block().unwrap();
    writer.finish().unwrap()
}

/// Streams made from nothing, by name.
pub(crate) fn made() -> Vec<(&'static str, Vec<u8>)> {
    let wrapping = Wrapping { version: 0, cpu_type: 0x0100_000C, align: 16 };
    vec![
        ("encodings-unknown.bin", every_encoding(*b"TEST")),
        ("encodings-ir.bin", every_encoding(*b"BC\xc0\xde")),
        ("encodings-remarks.bin", every_encoding(*b"RMRK")),
        ("encodings-wrapped.bin", wrap(&every_encoding(*b"BC\xc0\xde"), wrapping).unwrap()),
        ("several-modules.bin", several_modules()),
        ("module.bc", module()),
        ("module-wrapped.bc", wrap(&module(), wrapping).unwrap()),
    ]
}

/// Samples with something added, and others replayed.
fn edited(out: &mut Out, paths: &[PathBuf]) {
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
            let edited = rewrite(&bytes, std::slice::from_ref(edit), Moves::Repair);
            let edited = edited.unwrap_or_else(|error| panic!("{}: {what}: {error}", path.display()));
            out.add(&format!("edit-{number}-{what}-{name}"), &edited, "llvm-ir", what, path);
        }
        let edits: Vec<Edit> = all.into_iter().map(|(_, edit)| edit).collect();
        let edited = rewrite(&bytes, &edits, Moves::Repair);
        let edited = edited.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        out.add(&format!("edit-{number}-all-{name}"), &edited, "llvm-ir", "all", path);
    }
}

fn main() {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().unwrap_or_else(|| "written".into());
    std::fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in made() {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let mut paths = Vec::new();
    arguments.for_each(|root| files(&root, &mut paths));
    if paths.is_empty() {
        return;
    }
    let mut out = Out { folder: folder.join("edited"), list: String::new(), count: 0 };
    std::fs::create_dir_all(&out.folder).unwrap();
    edited(&mut out, &paths);
    std::fs::write(out.folder.join("written.tsv"), &out.list).unwrap();
    println!("{} streams", out.count);
}
