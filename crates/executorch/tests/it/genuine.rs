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
    assert!(files.len() >= 20, "{}", files.len());
    let mut warnings = 0;
    for path in &files {
        let found = verify_any(&std::fs::read(path).unwrap());
        let errors: Vec<_> = found.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
        assert!(errors.is_empty(), "{}:{}", path.display(), crate::score::show(&errors));
        warnings += usize::from(found.iter().any(|d| d.severity == Severity::Warning));
    }
    // State without initial values, weights in a data file: a few files of each release.
    assert!(warnings * 5 <= files.len(), "{warnings} of {}", files.len());
}
