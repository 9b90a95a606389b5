//! Which files are PyTorch's.

use crate::archive::{Kind, TorchArchive, is_legacy, is_tar};
use crate::flatbuffer::{Sniffed, sniff};
use crate::pickle::recognise;
use outlast_archive::Archive;
use outlast_core::ErrorKind;

use outlast_model::family::Fit;

/// Members that only PyTorch writes: names, or their ends.
const MEMBERS: [&str; 8] = [
    "data.pkl",
    "bytecode.pkl",
    "constants.pkl",
    "archive_format",
    "serialized_exported_program.json",
    ".data/serialization_id",
    ".data/version",
    "model.json",
];

/// A zip archive that has such a member.
pub(super) fn archive(bytes: &[u8]) -> Fit {
    if !bytes.starts_with(b"PK\x03\x04") && !bytes.starts_with(b"PK\x05\x06") {
        return Fit::No;
    }
    let Ok(archive) = Archive::open(bytes) else { return Fit::magic(starts_like_one(bytes)) };
    match archive.entries() {
        Ok(entries) => {
            let named = |name: &[u8]| {
                MEMBERS.iter().any(|member| {
                    // PyTorch's reader does not tell upper and lower case apart.
                    let split = name.len().checked_sub(member.len()).and_then(|at| name.split_at_checked(at));
                    split.is_some_and(|(rest, end)| {
                        end.eq_ignore_ascii_case(member.as_bytes())
                            && (rest.is_empty() || rest.ends_with(b"/"))
                    })
                })
            };
            Fit::magic(entries.iter().any(|entry| named(entry.raw_name())))
        }
        Err(_) => Fit::magic(starts_like_one(bytes)),
    }
}

/// An archive whose directory cannot be read: its first 64 KiB have headers with such names.
fn starts_like_one(bytes: &[u8]) -> bool {
    let head = bytes.get(..1 << 16).unwrap_or(bytes);
    MEMBERS
        .iter()
        .any(|member| head.windows(member.len()).any(|window| window.eq_ignore_ascii_case(member.as_bytes())))
}

/// A program of the lite interpreter as FlatBuffers.
pub(super) fn flat(bytes: &[u8]) -> Fit {
    Fit::magic(matches!(sniff(bytes), Some(Sniffed::Program | Sniffed::Cut)))
}

/// Nearly one.
pub(super) fn near_flat(bytes: &[u8]) -> Option<String> {
    match sniff(bytes)? {
        Sniffed::Program | Sniffed::Cut => None,
        Sniffed::Elsewhere(8) => {
            Some("a PyTorch FlatBuffer module with its size in front: remove the first four bytes".into())
        }
        Sniffed::Elsewhere(at) => {
            Some(format!("like a PyTorch FlatBuffer module whose identifier stands at {at}"))
        }
        Sniffed::Misspelt => Some("like a PyTorch FlatBuffer module whose identifier is damaged".into()),
    }
}

/// What `torch.save` wrote before 1.6.
pub(super) fn legacy(bytes: &[u8]) -> Fit {
    if is_legacy(bytes) {
        return Fit::Magic;
    }
    // Other archives are `tar` files, too.
    let head = bytes.get(..1 << 16).unwrap_or(bytes);
    let torch =
        || [&b"storages"[..], b"tensors"].iter().all(|name| head.windows(name.len()).any(|w| w == *name));
    if is_tar(bytes) && torch() { Fit::Structure } else { Fit::No }
}

/// A pickle, of any protocol, whole or not: readers execute it up to where it breaks off.
pub(super) fn pickle(bytes: &[u8]) -> Fit {
    if recognise(bytes) { Fit::Structure } else { Fit::No }
}

/// What an archive is that does not show that PyTorch wrote it.
pub(super) fn near_miss(bytes: &[u8]) -> Option<String> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return None;
    }
    let error =
        Archive::open(bytes).err().filter(|error| matches!(error.kind(), ErrorKind::Missing { .. }))?;
    Some(format!("a zip archive that is cut off, of whatever kind: {error}"))
}

/// A `tar` archive whose beginning does not show what it is.
pub(super) fn near_legacy(bytes: &[u8]) -> Option<String> {
    let what = "a tar archive without the members `storages` and `tensors` in its first 64 KiB: cut off, or not of torch.save before 0.1.10";
    is_tar(bytes).then(|| what.into())
}

/// What an archive is, in words.
pub(super) fn describe_archive(bytes: &[u8]) -> &'static str {
    match TorchArchive::open(bytes).map(|archive| archive.kind()) {
        Ok(kind) => title(kind),
        Err(_) => super::ARCHIVE_KIND.title(),
    }
}

/// What an archive is, in words.
pub(super) fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::TorchScript { lite: true, .. } => "TorchScript module with bytecode for the lite interpreter",
        Kind::TorchScript { lite: false, .. } => "TorchScript module",
        Kind::Save => "archive of torch.save",
        Kind::Package => "archive of torch.package",
        Kind::Exported(_) => "program of torch.export",
        Kind::Other => "PyTorch archive",
    }
}
