//! Programs of which a few kilobytes ask for millions of visits: none is opened.

use outlast_core::{Bytes, ErrorKind};
use outlast_executorch::{ProgramFile, verify};
use outlast_testkit::corpus;

#[test]
fn programs_that_share_without_end_are_refused_at_once() {
    let mut refused = 0;
    for path in corpus::files("bad/sharing", &["pte"]) {
        let data = std::fs::read(&path).unwrap();
        let error = ProgramFile::open(Bytes::new(&data, 0)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{}: {error}", path.display());
        let codes: Vec<_> =
            verify::program(Bytes::new(&data, 0)).iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [error.code()], "{}", path.display());
        refused += 1;
    }
    assert_eq!(refused, 6);
}
