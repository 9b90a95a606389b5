//! Files of the corpus with one bit flipped, of which every reader that takes the file before refuses it after
//! (`flips.py`, which evidence/peers/retired.toml says how to have, asked them); each shows one fault that no reader takes, or
//! that none takes with debug information.

use outlast_bitstream::Stream;
use outlast_bitstream::ir::{self, Kind, Value, Word};
use outlast_testkit::corpus;

/// File, bit, and what is wrong with it then.
const FLIPS: &[(&str, usize, Word)] = &[
    ("19.1.7/opaque.bc", 1424, Word::Unsized),
    ("19.1.7/newer.bc", 3667, Word::ConstantOperand),
    ("19.1.7/newer.bc", 3758, Word::ConstantOperand),
    ("22.1.8/plain.bc", 30599, Word::NoSuchSymbol),
    ("19.1.7/loops-wasm.bc", 24556, Word::NoSuchBlock),
    ("19.1.7/plain-uselist.bc", 19687, Word::NoSuchTag),
    ("22.1.8/opaque.bc", 15012, Word::NoSuchTag),
    ("19.1.7/plain-hash.bc", 24193, Word::CastTypes),
    ("22.1.8/tiny.bc", 1793, Word::Count),
    ("22.1.8/newest.bc", 3105, Word::Position),
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
    ("22.1.8/other-g.bc", 1425, Word::NoSuchValue),
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
    ("22.1.8/newest.bc", 13251, Word::NoSuchSymbol),
    ("22.1.8/other-g.bc", 11847, Word::LateAttribute),
    ("14.0.6/tiny.bc", 384, Word::Length),
    ("14.0.6/other-g.bc", 25581, Word::NoSuchNode),
    ("22.1.8/other-g.bc", 33149, Word::NodeKind),
    ("22.1.8/other-g.bc", 22085, Word::OddNode),
    ("19.1.7/index-small.bc", 29588, Word::NoSuchScope),
    ("22.1.8/other-g.bc", 9215, Word::LateAttribute),
    ("22.1.8/other-thinlto.o", 12229, Word::NoSuchModel),
    ("19.1.7/opaque.bc", 1645, Word::RecursiveType),
    ("14.0.6/typed.bc", 2637, Word::Layout),
    ("22.1.8/tiny.bc", 5515, Word::LateLayout),
    ("19.1.7/loops-wasm.bc", 34895, Word::UseList),
    ("16.0.6/opaque.bc", 5575, Word::ConstantCycle),
    ("16.0.6/opaque.bc", 1519, Word::ConstantType),
    ("14.0.6/other-thinlto.o", 21951, Word::ConstantType),
    ("22.1.8/tiny.bc", 636, Word::ByteType),
    ("14.0.6/combined.thinlto.bc", 13613, Word::SummaryCounts),
    ("16.0.6/opaque.bc", 19267, Word::NoSuchSymbol),
    ("14.0.6/other-g.bc", 1214, Word::LateType),
    ("22.1.8/other-g.bc", 30365, Word::BehindTable),
    ("19.1.7/program-O0-g.bc", 91551, Word::Depth),
    ("19.1.7/classes-O2-g.bc", 94493, Word::Dominance),
    ("19.1.7/classes-O2-g.bc", 126410, Word::ReturnType),
    ("19.1.7/program-O0-g.bc", 129971, Word::TailCall),
    ("14.0.6/other-g.bc", 10916, Word::GlobalLinkage),
    ("22.1.8/plain.bc", 27101, Word::PhiBlocks),
    ("19.1.7/index-small.bc", 30387, Word::LandingPad),
    ("22.1.8/plain.bc", 27125, Word::SwitchTwice),
    ("22.1.8/plain.bc", 7364, Word::DeclaredComdat),
    ("22.1.8/plain.bc", 3796, Word::AllocSize),
    ("22.1.8/plain.bc", 2536, Word::LaneIndex),
    ("22.1.8/other-g.bc", 11406, Word::IntrinsicUse),
    ("22.1.8/other-g.bc", 32471, Word::AttachmentPlace),
    ("22.1.8/other-g.bc", 2248, Word::AttributePair),
    ("22.1.8/other-g.bc", 23306, Word::NamedForm),
    ("14.0.6/typed.bc", 3424, Word::ShortGlobal),
    ("19.1.7/newer.bc", 3745, Word::ConstantType),
    ("19.1.7/distributed.thinlto.bc", 103, Word::SummaryCounts),
    ("22.1.8/other-thinlto.o", 23130, Word::NodeKind),
];

/// What no reader takes of a stream.
fn faults(bytes: &[u8]) -> Vec<Word> {
    let facts = ir::facts(Stream::new(bytes, 0)).unwrap();
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

/// Readers pass over blocks that they do not know there by their length: here the end of a body is turned into such a block, and the body ends with what
/// follows.
#[test]
fn unknown_blocks_are_passed_over() {
    let mut bytes = std::fs::read(corpus::root().join("llvm/19.1.7/tiny.bc")).unwrap();
    bytes[15764 / 8] ^= 1 << (15764 % 8);
    assert_eq!(faults(&bytes), [Word::OtherLength]);
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
