//! Files that say something in another way than writers do: with numbers of more bytes than they need, sections that are aligned although
//! nothing asks for it, groups without entries. Readers take them (`cargo xtask interop mlir`: every file of the corpus with wide numbers in all
//! places is read by LLVM 16, 19 and 22 as it is without them); decoding and encoding gives the same bytes, and canonical writing the shortest.

use outlast_core::Severity;
use outlast_mlir::defs::section;
use outlast_mlir::print::{PrintError, PrintOptions, Source, print};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::verify::{verify, verify_with};
use outlast_mlir::wire::{PADDING, varint};
use outlast_mlir::write::{replay, widened};
use outlast_mlir::{File, Module, is_bytecode};

use crate::fuzz::partition;
use crate::wide::in_entries;

/// Replays byte for byte, and is no more than unusual: verification has no error and no warning.
fn unusual(name: &str, bytes: &[u8]) {
    let bad: Vec<_> =
        verify(bytes).into_iter().filter(|finding| finding.severity >= Severity::Warning).collect();
    assert!(bad.is_empty(), "{name}: {bad:?}");
    let replayed = replay(bytes).unwrap();
    assert_eq!(replayed.difference, None, "{name}");
    assert!(replayed.pieces.concat() == bytes, "{name}");
    assert!(replayed.unusual.is_some(), "{name}");
    let strict = verify_with(bytes, true);
    assert_eq!(strict.iter().map(|finding| finding.code.0).collect::<Vec<_>>(), [1411], "{name}");
    assert_eq!(partition(name, bytes).1, 0, "{name}");
}

/// The file as upstream's writer would write it, and its text; neither where the file has something opaque.
fn as_upstream_writes(bytes: &[u8]) -> (Option<Vec<u8>>, Vec<u8>) {
    let file = File::open(bytes).unwrap();
    let module = Module::read(bytes).unwrap();
    let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &module.tables,
        ir: &module.ir,
        schemas: &schemas,
    };
    let mut text = Vec::new();
    match print(&source, &options, &mut text) {
        Ok(()) => {}
        Err(PrintError::TooLong | PrintError::TooMuch) => text.clear(),
        Err(error) => panic!("{error}"),
    }
    (module.canonical(&schemas).ok().map(|pieces| pieces.concat()), text)
}

#[test]
fn wide_numbers_are_kept_and_mean_the_same() {
    let paths = outlast_testkit::corpus::files("mlir", &["mlirbc", "bc"]);
    let (mut files, mut shortened, mut grown) = (0, 0, 0);
    for path in paths {
        let name = path.display().to_string();
        let data = std::fs::read(&path).unwrap();
        if !is_bytecode(&data) {
            continue;
        }
        let inner = in_entries(&data);
        assert_eq!(
            replay(&inner).unwrap().unusual,
            None,
            "{name}: encodings of entries are kept as they are"
        );
        let mut turn = 0_usize;
        let mut some = |needs: usize| {
            turn += 1;
            if turn.is_multiple_of(3) { needs + 1 + turn % 7 } else { needs }
        };
        let variants = [
            widened(&data, &mut some).unwrap().unwrap(),
            widened(&data, &mut |_| 9).unwrap().unwrap(),
            widened(&inner, &mut |_| 9).unwrap().unwrap(),
        ];
        let plain = as_upstream_writes(&data);
        for variant in &variants {
            unusual(&name, variant);
            let found = as_upstream_writes(variant);
            assert!(found.1 == plain.1, "{name}: another text");
            assert!(found.0 == plain.0, "{name}: another file when it is numbered anew");
            shortened += usize::from(found.0.is_some());
            grown += variant.len() - data.len();
        }
        files += 1;
    }
    println!("{files} files, {grown} bytes more in 3 variants of each, {shortened} of them numbered anew");
    outlast_testkit::corpus::figures([files, shortened], [120, 285]);
}

/// A file of the corpus of malformed files that has no fault.
fn sound() -> Vec<u8> {
    std::fs::read(outlast_testkit::corpus::root().join("bad/mlir/ok.bin")).unwrap()
}

/// A file whose section has other bytes in it, and a header with an alignment that nothing asks for if one is given.
fn with(data: &[u8], id: u8, alignment: Option<u64>, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let file = File::open(data).unwrap();
    let first = file.section(file.order()[0]).unwrap().header;
    let mut out = data[..first].to_vec();
    let mut change = Some(change);
    for other in file.order() {
        let found = file.section(*other).unwrap();
        let mut content = data[found.start..found.end].to_vec();
        let mut asked = found.alignment;
        if *other == id {
            change.take().unwrap()(&mut content);
            asked = alignment.or(asked);
        }
        out.push(if asked.is_some() { *other | 0x80 } else { *other });
        varint(&mut out, content.len() as u64);
        if let Some(alignment) = asked {
            varint(&mut out, alignment);
            while !(out.len() as u64).is_multiple_of(alignment) {
                out.push(PADDING);
            }
        }
        out.extend(content);
    }
    out
}

#[test]
fn groups_and_alignment_are_kept() {
    let data = sound();
    let plain = as_upstream_writes(&data);
    // Two dialects of one byte each, then the number of operation names, which readers only reserve room for.
    let names = 3;
    let nothing = |_: &mut Vec<u8>| {};
    let cases = [
        ("more names announced", with(&data, section::DIALECT, None, |bytes| bytes[names] += 8)),
        ("fewer names announced", with(&data, section::DIALECT, None, |bytes| bytes[names] = 1)),
        ("an empty group of names", with(&data, section::DIALECT, None, |bytes| bytes.extend([3, 1]))),
        (
            "an empty group of names first",
            with(&data, section::DIALECT, None, |bytes| drop(bytes.splice(names + 1..names + 1, [3, 1]))),
        ),
        (
            "an empty group of attributes",
            with(&data, section::ATTR_TYPE_OFFSET, None, |bytes| drop(bytes.splice(2..2, [3, 1]))),
        ),
        ("an aligned section", with(&data, section::DIALECT, Some(32), nothing)),
        ("an alignment of one", with(&data, section::STRING, Some(1), nothing)),
        ("an aligned section of operations", with(&data, section::IR, Some(64), nothing)),
    ];
    for (name, bytes) in &cases {
        unusual(name, bytes);
        assert!(as_upstream_writes(bytes) == plain, "{name}");
    }
}
