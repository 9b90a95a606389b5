//! Malformed files, one for each way to be malformed: the first finding, its code and its place.
//!
//! `malformed.txt` has a line for each; `BLESS=1` writes it anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use outlast_mlir::verify::{CODES, verify_with};

use crate::fuzz::read_all;

fn expected() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/malformed.txt")
}

#[test]
fn first_findings_are_as_listed() {
    let mut text = String::new();
    for path in outlast_testkit::corpus::files("bad/mlir", &["bin"]) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        match verify_with(&bytes, true).first() {
            Some(first) => {
                let place = &first.place;
                writeln!(text, "{name}: {} {} {} ({})", first.code, place.span, first.title, place.path)
                    .unwrap();
            }
            None => writeln!(text, "{name}: nothing").unwrap(),
        }
    }
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(expected(), &text).unwrap();
    }
    let expected = std::fs::read_to_string(expected()).unwrap_or_default();
    for (line, was) in text.lines().zip(expected.lines()) {
        assert_eq!(line, was);
    }
    assert_eq!(text, expected);
}

#[test]
fn they_are_read_without_harm() {
    let files = outlast_testkit::corpus::files("bad/mlir", &["bin"]);
    outlast_testkit::corpus::figures(files.len(), 79);
    for path in files {
        read_all(&path.display().to_string(), &std::fs::read(&path).unwrap());
    }
}

#[test]
fn every_code_is_reported_for_some_file() {
    let files = outlast_testkit::corpus::files("bad/mlir", &["bin"]);
    let codes = |path: &std::path::PathBuf| verify_with(&std::fs::read(path).unwrap(), true);
    let seen: BTreeSet<u16> = files.iter().flat_map(codes).map(|finding| finding.code.0).collect();
    let missing: Vec<_> = CODES.iter().map(|info| info.code.0).filter(|code| !seen.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
