//! Files of the corpus with one bit flipped, of which every reader that takes the file before refuses it after
//! (`xtask/peers/llvm/flips.py` asks them); each shows one fault that no reader takes.

use outlast_bitstream::Stream;
use outlast_bitstream::ir::{self, Kind, Value, Word};
use outlast_testkit::corpus;

/// File, bit, and what is wrong with it then.
const FLIPS: &[(&str, usize, Word)] = &[
    ("19.1.7/opaque.bc", 1424, Word::Unsized),
    ("19.1.7/loops-wasm.bc", 24556, Word::NoSuchBlock),
    ("19.1.7/plain-uselist.bc", 19687, Word::NoSuchTag),
    ("22.1.8/opaque.bc", 15012, Word::NoSuchTag),
    ("19.1.7/plain-hash.bc", 24193, Word::CastTypes),
    ("16.0.6/opaque.bc", 7264, Word::Count),
    ("14.0.6/other-g.bc", 9870, Word::Layout),
    ("19.1.7/plain.bc", 6358, Word::NoSuchId),
    ("14.0.6/other-g.bc", 10446, Word::InitializerType),
    ("14.0.6/other-g.bc", 15199, Word::KindTwice),
    ("16.0.6/opaque.bc", 7264, Word::NoSuchName),
    ("19.1.7/kernel.bc", 21098, Word::LateType),
    ("14.0.6/typed.bc", 10642, Word::OperandType),
    ("22.1.8/opaque.bc", 20068, Word::Operation),
    ("19.1.7/opaque.bc", 19307, Word::Long),
    ("14.0.6/opaque.bc", 15409, Word::NoSuchSymbol),
    ("14.0.6/typed.bc", 1596, Word::TypeRecord),
    ("16.0.6/other-thinlto.o", 939, Word::NoSuchValue),
    ("19.1.7/kernel.bc", 14817, Word::Attachment),
    ("16.0.6/combined.thinlto.bc", 5175, Word::NoSuchEntry),
    ("16.0.6/combined.thinlto.bc", 8151, Word::NoSuchEntry),
    ("14.0.6/combined.thinlto.bc", 10546, Word::NoSuchEntry),
    ("19.1.7/combined.thinlto.bc", 9187, Word::NoSuchEntry),
    ("19.1.7/combined.thinlto.bc", 13833, Word::NoSuchEntry),
    ("14.0.6/typed.bc", 2537, Word::Layout),
    ("14.0.6/other-g.bc", 28419, Word::NoSuchScope),
    ("14.0.6/typed.bc", 2816, Word::ShortGlobal),
    ("22.1.8/plain.bc", 29663, Word::Strings),
    ("22.1.8/newest.bc", 13251, Word::Position),
    ("22.1.8/other-g.bc", 11847, Word::LateAttribute),
    ("14.0.6/tiny.bc", 289, Word::Length),
];

/// What no reader takes of a stream; a stream that cannot be read has nothing.
fn faults(bytes: &[u8]) -> Vec<Word> {
    let Ok(facts) = ir::facts(Stream::new(bytes, 0)) else { return Vec::new() };
    let needs = facts.modules.iter().flat_map(|module| &module.needs).chain(&facts.outside);
    let words = needs.filter(|need| need.kind == Kind::Malformed).filter_map(|need| match &need.value {
        Value::Word(word) => Some(*word),
        _ => None,
    });
    words.collect()
}

#[test]
fn flipped_bits_are_found_by_what_they_break() {
    for (file, bit, word) in FLIPS {
        let mut bytes = std::fs::read(corpus::root().join("llvm").join(file)).unwrap();
        assert_eq!(faults(&bytes), [], "{file}");
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(faults(&bytes).contains(word), "{file} with bit {bit} flipped: {:?}", faults(&bytes));
    }
}

/// Readers pass over blocks that they do not know there by their length: one of these has an end of a body turned into such a block.
#[test]
fn unknown_blocks_are_passed_over() {
    let mut bytes = std::fs::read(corpus::root().join("llvm/19.1.7/tiny.bc")).unwrap();
    bytes[15764 / 8] ^= 1 << (15764 % 8);
    assert_eq!(faults(&bytes), []);
}

/// Modules that real producers wrote have no such fault.
#[test]
fn whole_files_have_no_fault() {
    let mut seen = 0;
    for folder in ["llvm", "unseen/llvm"] {
        for path in corpus::files(folder, &["bc"]) {
            let bytes = std::fs::read(&path).unwrap();
            if bytes.starts_with(b"BC\xc0\xde") {
                seen += 1;
                assert_eq!(faults(&bytes), [], "{}", path.display());
            }
        }
    }
    assert!(seen > 60, "{seen} files");
}
