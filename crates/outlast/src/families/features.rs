//! What a build knows of families that it leaves out: their files by magic, their targets by name, and the feature that has them.

use super::by_name;
use crate::kind::FileKind;

/// Features with the first parts of the names of targets that they have.
const TARGETS: &[(&str, &[&str])] = &[
    ("executorch", &["executorch"]),
    ("llvm", &["llvm", "nvvm"]),
    ("swift", &["swift"]),
    ("mlir", &["mlir", "stablehlo", "jaxlib"]),
    ("torch", &["torch"]),
];

/// A feature, a kind of files that it reads, and whether a file is of it.
type Row = (&'static str, FileKind, fn(&[u8]) -> bool);

/// What is asked about files of which no family has said that they are its own.
const FILES: &[Row] = &[
    ("executorch", FileKind::new("executorch-program", "ExecuTorch program", &["pte"]), |b| {
        has_id(b, b"ET12")
    }),
    ("executorch", FileKind::new("executorch-data", "ExecuTorch tensor data", &["ptd"]), |b| {
        has_id(b, b"FT01")
    }),
    ("executorch", FileKind::new("executorch-bundle", "ExecuTorch bundled program", &["bpte"]), |b| {
        has_id(b, b"BP08")
    }),
    ("mlir", FileKind::new("mlir-bytecode", "MLIR bytecode", &["mlirbc", "bc"]), |b| {
        b.starts_with(b"ML\xefR")
    }),
    ("swift", BITSTREAM, |b| SWIFT.iter().any(|magic| b.starts_with(magic))),
    ("llvm", BITSTREAM, |b| LLVM.iter().any(|magic| b.starts_with(magic))),
    ("torch", FileKind::new("torch-flatbuffer", "PyTorch FlatBuffer module", &["ptl", "ff"]), |b| {
        has_id(b, b"PTMF")
    }),
    (
        "torch",
        FileKind::new("torch-archive", "PyTorch archive", &["pt", "pth", "ptl", "pt2"]),
        is_torch_archive,
    ),
];

const BITSTREAM: FileKind = FileKind::new(
    "llvm-bitstream",
    "LLVM bitstream",
    &["bc", "pcm", "pch", "dia", "swiftmodule", "swiftdoc"],
);
/// LLVM IR and its wrapper, Clang's modules, diagnostics, remarks.
const LLVM: [&[u8]; 6] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b", b"CPCH", b"DIAG", b"RMRK", b"\xe2\x9c\xa8\x01"];
/// Modules, documentation, sources, dependencies.
const SWIFT: [&[u8]; 5] = [b"\xe2\x9c\xa8\x0e", b"\xe2\x9c\xa8\x07", b"\xf0\x9f\x8f\x8e", b"DEPS", b"IMDC"];

/// The kind of a file that this build does not read, and the feature that does.
pub(crate) fn missing(bytes: &[u8]) -> Option<(FileKind, &'static str)> {
    let (feature, kind, _) = FILES.iter().find(|(feature, _, is)| !is_on(feature) && is(bytes))?;
    Some((*kind, *feature))
}

/// The feature that has targets whose names begin like this one, where this build does not have it.
pub(crate) fn of_target(name: &str) -> Option<&'static str> {
    let word = name.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let (feature, _) = TARGETS.iter().find(|(_, families)| families.contains(&word))?;
    (!is_on(feature)).then_some(*feature)
}

/// Whether this build has the families of a feature.
fn is_on(feature: &str) -> bool {
    let mut families = TARGETS.iter().filter(|(of, _)| *of == feature).flat_map(|(_, families)| *families);
    families.any(|family| by_name(family).is_some())
}

/// Whether a FlatBuffer has this identifier.
fn has_id(bytes: &[u8], id: &[u8; 4]) -> bool {
    bytes.get(4..8) == Some(id)
}

/// Whether this is a zip archive that names a member which only PyTorch writes, in its first or last 64 KiB.
fn is_torch_archive(bytes: &[u8]) -> bool {
    const MEMBERS: [&[u8]; 4] = [b"data.pkl", b"bytecode.pkl", b"archive_format", b".data/serialization_id"];
    let (head, tail) = (bytes.len().min(1 << 16), bytes.len().saturating_sub(1 << 16));
    let within = |part: &[u8]| MEMBERS.iter().any(|m| part.windows(m.len()).any(|w| w == *m));
    bytes.starts_with(b"PK\x03\x04")
        && (within(bytes.get(..head).unwrap_or(bytes)) || within(bytes.get(tail..).unwrap_or(bytes)))
}

#[cfg(test)]
mod tests {
    use super::{FILES, TARGETS, is_on};
    use crate::families::all;
    use crate::kind::FileKind;

    #[test]
    fn what_is_said_of_a_family_is_what_it_says_itself() {
        let kinds: Vec<FileKind> =
            all().flat_map(|family| family.formats).map(|format| format.kind).collect();
        for (feature, kind, _) in FILES {
            let own = kinds.iter().find(|own| own.name() == kind.name());
            assert!(own.is_none_or(|own| own == kind), "{feature}: {kind:?}, {own:?}");
        }
        let named = |name: &str| TARGETS.iter().any(|(_, families)| families.contains(&name));
        assert!(all().all(|family| family.name == "toy" || named(family.name)));
    }

    #[test]
    fn errors_name_the_feature_that_is_off() {
        let files: [(&str, &[u8]); 5] = [
            ("executorch", b"\x30\0\0\0ET12"),
            ("mlir", b"ML\xefR\x0dMLIR"),
            ("llvm", b"BC\xc0\xde"),
            ("swift", b"\xe2\x9c\xa8\x0e"),
            ("torch", b"PK\x03\x04 archive/data.pkl"),
        ];
        for (feature, bytes) in files {
            if is_on(feature) {
                continue;
            }
            let crate::Detection::Known(kind) = crate::detect(bytes) else { panic!("{feature}") };
            let off = format!("build `outlast` with the feature `{feature}`");
            let error = crate::open(bytes).unwrap_err().to_string();
            assert_eq!(error, format!("this build does not read files of kind {}: {off}", kind.title()));
            let error = crate::target(&format!("{feature}-1")).unwrap_err().to_string();
            assert_eq!(error, format!("this build has no targets like `{feature}-1`: {off}"));
        }
    }
}
