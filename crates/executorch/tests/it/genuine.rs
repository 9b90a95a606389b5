//! Every genuine file is sound.

use outlast_core::{Bytes, Diagnostic, Severity};
use outlast_executorch::verify;

pub(crate) fn verify_any(data: &[u8]) -> Vec<Diagnostic> {
    let file = Bytes::new(data, 0);
    match data.get(4..8) {
        Some(b"FT01") => verify::flat_tensor(file),
        Some(b"BP08") => verify::bundled(file),
        _ => verify::program(file),
    }
}

#[test]
fn genuine_files_have_no_errors() {
    let files = outlast_testkit::corpus::files("executorch", &["pte", "ptd", "bpte"]);
    outlast_testkit::corpus::figures(files.len(), 1154);
    let mut warnings = 0;
    for path in &files {
        let found = verify_any(&outlast_testkit::corpus::read(path).unwrap());
        let errors: Vec<_> = found.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
        assert!(errors.is_empty(), "{}:{}", path.display(), crate::score::show(&errors));
        warnings += usize::from(found.iter().any(|d| d.severity == Severity::Warning));
    }
    // State without initial values, weights in a data file: a few files of each release.
    assert!(warnings * 5 <= files.len(), "{warnings} of {}", files.len());
}

/// A file of 1.5.1 under the schema of 0.5.0: what came later is seen, and the gap that it leaves tells a reference from a
/// number.
#[test]
fn fields_of_the_future_are_seen_and_classified() {
    use outlast_core::Bytes;
    use outlast_executorch::{ProgramFile, schemas};
    use outlast_flatbuffers::coverage::{Coverage, Guess};
    use outlast_flatbuffers::{Limits, walk};

    let number = |release: &str| release.split('.').map(|n| n.parse().unwrap()).collect::<Vec<u32>>();
    let old = schemas::program().as_of(|since| number(since) <= number("0.5.0"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/executorch/1.5.1/xnn_mlp.pte");
    let data = std::fs::read(path).unwrap();
    let program = ProgramFile::open(Bytes::new(&data, 0)).unwrap().flatbuffer;
    let seen = walk(program, &old, Limits::default());
    assert!(seen.errors.is_empty());
    let [named_data] = &seen.unknown_slots[..] else { panic!("{:?}", seen.unknown_slots) };
    assert_eq!((named_data.id, named_data.path.to_string().as_str()), (7, "slot 7"));
    let coverage = Coverage::new(program, &seen, &[], 16);
    let Guess::Reference { explains, .. } = coverage.guess(program, named_data) else {
        panic!("not a reference")
    };
    let gap = coverage.unexplained().map(|gap| gap.end - gap.start).max().unwrap();
    assert_eq!((explains, gap), (344, 356));
    let new = walk(program, schemas::program(), Limits::default());
    assert!(new.unknown_slots.is_empty());
}
