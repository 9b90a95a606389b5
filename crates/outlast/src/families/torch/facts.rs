//! What a verdict on an archive needs: read once, whatever the reader. Data of tensors are not touched.

use outlast_core::{Code, Diagnostic, Place, Severity};
use outlast_torchscript::archive::{Kind, TorchArchive, Version};
use outlast_torchscript::verify::{self, Data, codes};

/// Findings that every reader stumbles over.
const FATAL: [Code; 7] = [
    codes::UNREADABLE_RECORD,
    codes::BAD_CHECKSUM,
    codes::BAD_VERSION,
    codes::MISSING_RECORD,
    codes::BROKEN_PICKLE,
    codes::MISSING_STORAGE,
    codes::BYTE_ORDER,
];

/// What an archive needs of its reader.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) kind: Kind,
    pub(super) root: String,
    /// The format version and the record that says it.
    pub(super) version: Option<Version>,
    /// Why every reader refuses the file: what is wrong, and where.
    pub(super) damage: Option<Diagnostic>,
    /// What readers disagree on.
    pub(super) doubts: Vec<Diagnostic>,
}

impl Facts {
    pub(super) fn read(archive: &TorchArchive<'_>) -> Facts {
        let findings = verify::file_with(archive.zip().file(), Data::Passed);
        let errors = findings.into_iter().filter(|finding| finding.severity == Severity::Error);
        let (fatal, doubts): (Vec<_>, Vec<_>) = errors.partition(|finding| FATAL.contains(&finding.code));
        Facts {
            kind: archive.kind(),
            root: archive.root().to_string(),
            version: archive.version().ok().flatten(),
            damage: fatal.into_iter().next(),
            doubts,
        }
    }

    /// The place of a whole file.
    pub(super) fn whole(&self) -> Place {
        Place::default()
    }
}
