//! Files are detected and summed up.

use outlast_model::kind::FileKind;
use outlast_model::summary::Summary;
use outlast_torchscript::family::{ARCHIVE_KIND, FLAT_KIND, LEGACY_KIND, PICKLE_KIND};

use super::{format_of, open, read};

fn summary(file: &str, kind: FileKind) -> Summary {
    let data = read(file);
    let mut to = Summary::new(kind);
    open(&data).sum_up(true, &mut to).unwrap();
    to
}

/// Every kind of file is detected as what it is, and other bytes as nothing.
#[test]
fn kinds_are_detected() {
    for (file, kind) in [
        ("torch/2.15.0/script.pt", ARCHIVE_KIND),
        ("torch/2.15.0/exported.pt2", ARCHIVE_KIND),
        ("torch/2.15.0/flat.ff", FLAT_KIND),
        ("torch/2.15.0/legacy.pth", LEGACY_KIND),
    ] {
        assert_eq!(format_of(&read(file)).map(|format| format.kind.name()), Some(kind.name()), "{file}");
    }
    let pickle = b"\x80\x02]q\x00.";
    assert_eq!(format_of(pickle).map(|format| format.kind.name()), Some(PICKLE_KIND.name()));
    assert!(format_of(b"BC\xc0\xde").is_none() && format_of(b"").is_none());
}

/// A summary says the size, and lists what the file has.
#[test]
fn summaries_have_facts() {
    for (file, kind) in [("torch/2.15.0/script.pt", ARCHIVE_KIND), ("torch/2.15.0/flat.ff", FLAT_KIND)] {
        let found = summary(file, kind);
        assert!(found.facts.iter().any(|(label, _)| *label == "size"), "{file}");
        assert!(!found.listings.is_empty(), "{file}");
    }
}
