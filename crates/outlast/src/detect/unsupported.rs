//! Kinds of files that are recognised, and that no family reads yet.

use crate::kind::FileKind;

/// A PyTorch archive: TorchScript, lite, export or `torch.save`.
const TORCH_ARCHIVE: FileKind = FileKind::new("torch-archive", "PyTorch archive", &["pt", "ptl", "pt2"]);
/// A PyTorch lite module as a FlatBuffer.
const TORCH_FLATBUFFER: FileKind = FileKind::new("torch-flatbuffer", "PyTorch FlatBuffer module", &["ptl"]);

/// A kind of file that is recognised by its magic, and that no family reads yet.
pub(crate) fn not_read(bytes: &[u8]) -> Option<FileKind> {
    if bytes.starts_with(b"PK\x03\x04") && is_torch_archive(bytes) {
        return Some(TORCH_ARCHIVE);
    }
    (bytes.get(4..8) == Some(b"PTMF")).then_some(TORCH_FLATBUFFER)
}

/// Whether a zip archive names a member that only PyTorch writes, in its first or last 64 KiB.
fn is_torch_archive(bytes: &[u8]) -> bool {
    const MEMBERS: [&[u8]; 4] = [b"data.pkl", b"bytecode.pkl", b"archive_format", b".data/serialization_id"];
    let (head, tail) = (bytes.len().min(1 << 16), bytes.len().saturating_sub(1 << 16));
    let within = |part: &[u8]| MEMBERS.iter().any(|m| part.windows(m.len()).any(|w| w == *m));
    within(bytes.get(..head).unwrap_or(bytes)) || within(bytes.get(tail..).unwrap_or(bytes))
}
