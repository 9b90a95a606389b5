//! What PyTorch's reader of archives refuses: less than verification finds wrong.
//!
//! The reader is `caffe2/serialize/inline_container.cc` with miniz. It takes sizes, method and checksum of a record from the directory; of the
//! header before the data it reads the signature and the lengths of name and extra field, and that only where it reads the record. It reads neither
//! descriptors nor comments, and the plain end record only where there is no zip64 one. Seen in runs of 1.10.2, 2.1.2 and 2.15.0 with changes
//! of one bit.

use outlast_archive::{Archive, Entry, Method};
use outlast_core::{Bytes, Error, ErrorKind, Result, Span, to_index};

/// Bytes of a header before the name.
const HEADER: usize = 30;
/// The header is masked, or the archive is encrypted as a whole.
const MASKED: u16 = 1 << 13;
/// Encrypted, a patch, encrypted otherwise.
const UNSUPPORTED: u16 = 1 | 1 << 5 | 1 << 6;

/// Why the reader refuses the archive, whichever of its records it would read.
///
/// # Errors
///
/// The reason. If there is none, the archive may yet be refused for what is in its records.
pub fn opens(archive: &Archive<'_>) -> Result<()> {
    let len = archive.file().len() as u64;
    if archive.prepended() > 0 {
        return Err(refused(
            "bytes before the archive, which its offsets do not account for",
            Span::at(0, archive.prepended()),
        ));
    }
    for entry in archive.entries()? {
        let record = entry.record();
        let what = "record of a zip directory";
        let at = |offset: usize, len: usize| record.span(offset, len);
        let fault = |why: &str, place: Span| Err(refused(why, place).within(entry.step()));
        if !matches!(entry.disk(), 0 | 1) {
            return fault("a record that begins in another file of a split archive", at(34, 2));
        }
        let (flags, method, time) = (record.u16(8, what)?, record.u16(10, what)?, record.u16(12, what)?);
        if flags & MASKED != 0 {
            return fault("a record with a masked header", at(8, 2));
        }
        let (stored, size) = (record.u32(20, what)?, record.u32(24, what)?);
        if stored == u32::MAX || size == u32::MAX {
            continue;
        }
        // The reader asks for method and time as one number.
        if method == 0 && time == 0 && stored != size || size != 0 && stored == 0 {
            return fault("a record whose two sizes cannot both be true", at(20, 8));
        }
        let header = u64::from(record.u32(42, what)?);
        if header + HEADER as u64 + u64::from(stored) > len {
            return fault("a record whose data are not in the file", at(42, 4));
        }
    }
    Ok(())
}

/// Why the reader refuses a record when it reads it.
///
/// # Errors
///
/// The reason. If there is none, the content may yet be damaged.
pub fn takes(archive: &Archive<'_>, entry: &Entry<'_>) -> Result<()> {
    if entry.stored_size() == 0 || entry.is_folder() {
        return Ok(());
    }
    let record = entry.record();
    let fault = |why: &str, place: Span| Err(refused(why, place).within(entry.step()));
    if record.u16(8, "flags")? & UNSUPPORTED != 0 {
        return fault("a record that is encrypted, or a patch", record.span(8, 2));
    }
    if let Method::Other(number) = entry.method() {
        return fault(&format!("a record that is compressed by method {number}"), record.span(10, 2));
    }
    let Ok(offset) = record.u32(42, "offset") else { return Ok(()) };
    if offset == u32::MAX {
        return Ok(());
    }
    let (file, at, what) = (Bytes::new(archive.file(), 0), to_index(offset), "header of a zip member");
    let head = file.window(at, HEADER, what)?;
    if !head.data().starts_with(b"PK\x03\x04") {
        return fault("a record whose header does not start as one", head.span(0, 4));
    }
    let skipped = u64::from(head.u16(26, what)?) + u64::from(head.u16(28, what)?);
    let needed = if entry.method() == Method::Stored {
        entry.size().max(entry.stored_size())
    } else {
        entry.stored_size()
    };
    if u64::from(offset) + HEADER as u64 + skipped + needed > file.len() as u64 {
        return fault("a record whose data are not in the file", head.span(26, 4));
    }
    Ok(())
}

#[cold]
fn refused(why: &str, place: Span) -> Error {
    Error::new(ErrorKind::Invalid { what: "PyTorch's reader refuses this archive", why: why.into() }, place)
}
