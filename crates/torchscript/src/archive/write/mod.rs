//! Writing archives: as they were, with some records changed, and from nothing.
//!
//! * [`replay`]: every structure decoded and encoded; the outcome is the archive, bit for bit.
//! * [`Editor`]: records replaced, added, removed. All others are copied as they are stored, in their order, with their compression,
//!   flags, dates and extra fields; where they move, their padding is made again, so that their data stay aligned.
//! * [`build`]: an archive as PyTorch 2.15 writes it (`caffe2/serialize/inline_container.cc`, with miniz).
//!
//! What PyTorch's writer does with a record, and [`Editor`] with new ones:
//!
//! * The extra field of the header is `FB`, a length, and so many `Z` that the data start at a multiple of 64 bytes, or of what the record
//!   `.storage_alignment` says.
//! * Sizes and checksum stand in a descriptor behind the data, and not in the header; there is none behind an empty record.
//! * Code and debug information of more than 200 bytes are compressed ([`compresses`]; 1.3 compresses shorter ones, too), everything else is
//!   stored.
//! * From 4 GiB on, sizes and offsets stand in a zip64 field; a zip64 end is written always.
//!
//! `.data/serialization_id`, since 2.1, is a number of 40 digits that names what was written: a hash of the names of all records, in the order of a
//! hash table of the C++ library, and one of their checksums, in the order of the file. Readers report it to who asked for it, and compare it
//! with nothing. An edit keeps it as it is: it goes on naming the file that PyTorch wrote.
//!
//! ```
//! use outlast_core::{Output, Result};
//! use outlast_torchscript::archive::TorchArchive;
//! use outlast_torchscript::archive::write::Editor;
//!
//! /// The archive with another format version. Its weights are not copied.
//! fn with_version(archive: &TorchArchive<'_>) -> Result<Vec<u8>> {
//!     let mut editor = Editor::new(archive)?;
//!     editor.replace("version", Output::of(&b"3\n"[..]))?;
//!     Ok(editor.finish()?.to_vec())
//! }
//! ```

mod build;
mod edit;
mod parts;
mod wire;

use outlast_archive::Archive;
use outlast_core::{Output, Result};

pub use build::{NewRecord, build, compresses};
pub use edit::Editor;
use parts::Parts;

/// An archive that was decoded and encoded.
#[derive(Clone, Debug)]
pub struct Replayed<'a> {
    /// The archive. Data of members are where they were.
    pub output: Output<'a>,
    /// Bytes that nothing has, which were kept: before the archive, between members, behind it.
    pub kept: usize,
}

/// Decodes and encodes an archive: what comes out is the archive, bit for bit. The content of members is neither expanded nor read.
///
/// # Errors
///
/// If the archive cannot be read, if members share bytes with each other or with the directory, or if the outcome is another one: what
/// cannot be represented is not dropped.
pub fn replay<'a>(archive: &Archive<'a>) -> Result<Replayed<'a>> {
    let parts = Parts::read(archive)?;
    let (output, kept) = parts.write();
    if !output.is(archive.file()) {
        let why = "it has something that this library does not write";
        return Err(parts::refused(parts.file, 0, parts.file.len(), why));
    }
    Ok(Replayed { output, kept })
}
