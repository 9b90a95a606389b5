//! Bytecode for other releases: what is wanted is had, and what is had already stays.

use outlast_opset::history::{OperatorSet, Release, torch};
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::bytecode::convert::{Wanted, convert, suitable};

fn set(release: &str) -> OperatorSet {
    OperatorSet::new(torch(), Release::parse(release).unwrap()).unwrap()
}

/// The version that a program has, if the reader takes it; from below, the first whose tables say how many arguments calls give.
#[test]
fn a_suitable_version_is_taken() {
    assert_eq!([2, 4, 6, 7, 9].map(|found| suitable(found, &(4..=7))), [7, 4, 6, 7, 7]);
}

/// Bytecode of every release becomes that of 2.15, and says so.
#[test]
fn old_bytecode_becomes_new() {
    let newest = set("2.15.0");
    let mut converted = 0;
    for (file, release) in
        [("1.5.1/lite.ptl", "1.5.1"), ("1.10.2/lite.ptl", "1.10.2"), ("2.15.0/lite.ptl", "2.15.0")]
    {
        let data = std::fs::read(corpus::root().join("torch").join(file)).unwrap();
        let archive = TorchArchive::open(&data).unwrap();
        let producer = set(release);
        let wanted =
            Wanted { bytecode: 8, version: 10, producer: &producer, reader: &newest, functions: None };
        let made = convert(&archive, &wanted);
        assert!(made.is_ok(), "{file}: {:?}", made.err());
        converted += 1;
    }
    assert_eq!(converted, 3);
}
