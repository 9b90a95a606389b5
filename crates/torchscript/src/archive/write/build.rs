//! [`build`]: archives from nothing.

use std::borrow::Cow;

use outlast_archive::Crc32;
use outlast_core::{Error, ErrorKind, Output, Piece, Result, Span};

use super::wire::{
    Central, Descriptor, End, HAS_DESCRIPTOR, Local, PADDING, UTF8, WIDE, WideEnd, ZIP64, field,
};

/// Records of code and debug information are compressed if they are longer, in bytes.
pub(super) const COMPRESSED_FROM: u64 = 200;
/// Miniz does not compress less, in bytes.
const NEVER_COMPRESSED: u64 = 3;
/// Miniz's `MZ_BEST_COMPRESSION`.
const LEVEL: u8 = 9;
/// The largest alignment: padding has a length of 16 bits.
const MOST_ALIGNED: u64 = 1 << 15;

/// A record to be written.
#[derive(Clone, Debug)]
pub struct NewRecord<'a> {
    /// Its name under the root folder.
    pub name: String,
    /// Its content.
    pub content: Output<'a>,
    /// Whether it is compressed.
    pub compress: bool,
}

/// Whether PyTorch compresses a record of this name and size, in bytes, in an archive of TorchScript: code, and debug information.
pub fn compresses(name: &str, size: u64) -> bool {
    let debug = name.ends_with(".debug_pkl") || name == "callstack_debug_map.pkl";
    size > COMPRESSED_FROM && (name.starts_with("code/") || debug)
}

/// Writes an archive as PyTorch 2.15 does, with the records in this order, under the folder `root`, or without one if that is empty. Contents are read for their checksums, and
/// copied only where they are compressed.
///
/// # Errors
///
/// If a name is too long or would leave the folder, if two are the same, or if the alignment (64 in PyTorch) is no power of two up to 32,768.
pub fn build<'a>(root: &str, records: Vec<NewRecord<'a>>, alignment: u64) -> Result<Output<'a>> {
    if !alignment.is_power_of_two() || alignment > MOST_ALIGNED {
        let kind = ErrorKind::OutOfRange { what: "alignment", found: alignment.into(), limit: MOST_ALIGNED };
        return Err(Error::new(kind, Span::default()));
    }
    let mut names = std::collections::HashSet::new();
    let (mut out, mut directory) = (Output::default(), Vec::new());
    let count = records.len() as u64;
    for record in records {
        let name = if root.is_empty() { record.name } else { format!("{root}/{}", record.name) };
        check_name(&name)?;
        if !names.insert(name.clone()) {
            let why = format!("two records are named `{}`", name.escape_debug());
            return Err(invalid(why));
        }
        let offset = out.len() as u64;
        let content = Content::compressed(record.content, record.compress);
        let (local, central, descriptor) =
            torch_member(name.into_bytes(), &content, offset, alignment, (0, 0));
        push(&mut out, &local, content.stored, descriptor);
        central.write(&mut directory);
    }
    let ends = torch_ends(count, directory.len() as u64, out.len() as u64);
    out.push(Piece::Bytes(directory.into()));
    out.push(Piece::Bytes(ends.into()));
    Ok(out)
}

#[cold]
pub(super) fn invalid(why: String) -> Error {
    Error::new(ErrorKind::Invalid { what: "record of an archive", why }, Span::default())
}

/// Whether a record may have this name.
pub(super) fn check_name(name: &str) -> Result<()> {
    let why = match name {
        _ if name.len() > usize::from(u16::MAX) => "is longer than 65,535 bytes",
        _ if name.split(['/', '\\']).any(|part| part == "..") => "has `..`",
        _ if name.starts_with('/') || name.contains('\\') => "starts at the root, or has a backslash",
        _ if name.contains('\0') => "has a zero byte",
        _ if name.ends_with('/') => "is the name of a folder",
        _ => return Ok(()),
    };
    let shown: String = name.chars().take(100).collect();
    Err(invalid(format!("the name `{}` {why}", shown.escape_debug())))
}

/// Content as it is stored.
pub(super) struct Content<'a> {
    pub(super) stored: Output<'a>,
    pub(super) deflated: bool,
    pub(super) checksum: u32,
    pub(super) size: u64,
}

impl<'a> Content<'a> {
    pub(super) fn compressed(content: Output<'a>, compress: bool) -> Content<'a> {
        let mut checksum = Crc32::default();
        content.chunks().for_each(|chunk| checksum.update(chunk));
        let (size, checksum) = (content.len() as u64, checksum.finalize());
        let deflated = compress && size > NEVER_COMPRESSED;
        let stored = match deflated {
            true => Output::of(miniz_oxide::deflate::compress_to_vec(&content.to_vec(), LEVEL)),
            false => content,
        };
        Content { stored, deflated, checksum, size }
    }
}

/// Adds a member.
pub(super) fn push<'a>(
    out: &mut Output<'a>,
    local: &Local<'_>,
    data: Output<'a>,
    descriptor: Option<Descriptor>,
) {
    out.push(Piece::Bytes(local.write().into()));
    out.append(data);
    if let Some(descriptor) = descriptor {
        out.push(Piece::Bytes(descriptor.write().into()));
    }
}

/// Where a number does not fit into 32 bits, or is what stands for that.
pub(super) fn is_wide(number: u64) -> bool {
    number >= u64::from(WIDE)
}

/// A number in 32 bits, or what says that it stands elsewhere.
pub(super) fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(WIDE)
}

/// The zip64 field of miniz: sizes if the content is large, the offset if that is. That of a header has 0 in place of the stored size.
pub(super) fn zip64(size: u64, stored: u64, offset: u64) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    if is_wide(size) {
        data.extend(size.to_le_bytes());
        data.extend(stored.to_le_bytes());
    }
    if is_wide(offset) {
        data.extend(offset.to_le_bytes());
    }
    (!data.is_empty()).then_some(data)
}

/// PyTorch's padding: so many bytes that data start at a multiple of the alignment behind `start`, where the padding's own head ends.
pub(super) fn padding(start: u64, alignment: u64) -> Vec<u8> {
    let len = start.next_multiple_of(alignment).saturating_sub(start);
    vec![b'Z'; usize::try_from(len).unwrap_or(0)]
}

/// A member as PyTorch's writer makes it at this offset.
pub(super) fn torch_member<'a>(
    name: Vec<u8>,
    content: &Content<'_>,
    offset: u64,
    alignment: u64,
    (time, date): (u16, u16),
) -> (Local<'a>, Central<'a>, Option<Descriptor>) {
    let (size, stored) = (content.size, content.stored.len() as u64);
    let method = if content.deflated { 8 } else { 0 };
    let version = if content.deflated { 20 } else { 0 };
    let flags = if size > 0 { UTF8 | HAS_DESCRIPTOR } else { UTF8 };
    let mut extra = Vec::new();
    let wide = zip64(size, 0, offset);
    if let Some(data) = &wide {
        field(&mut extra, ZIP64, data);
    }
    let start = offset + (Local::HEAD + name.len() + extra.len() + 4) as u64;
    field(&mut extra, PADDING, &padding(start, alignment));
    let descriptor = (size > 0).then_some(Descriptor {
        signed: true,
        wide: wide.is_some(),
        checksum: content.checksum,
        stored,
        size,
    });
    let mut central_extra = Vec::new();
    if let Some(data) = zip64(size, stored, offset) {
        field(&mut central_extra, ZIP64, &data);
    }
    let (name, extra): (Cow<'a, [u8]>, Cow<'a, [u8]>) = (name.into(), extra.into());
    let local = Local {
        version,
        flags,
        method,
        time,
        date,
        checksum: 0,
        stored: 0,
        size: 0,
        name: name.clone(),
        extra,
    };
    let central = Central {
        made_by: 0,
        version,
        flags,
        method,
        time,
        date,
        checksum: content.checksum,
        stored: narrow(stored),
        size: narrow(size),
        name,
        extra: central_extra.into(),
        comment: &[],
        disk: 0,
        internal: 0,
        external: 0,
        offset: narrow(offset),
    };
    (local, central, descriptor)
}

/// The zip64 end of miniz.
pub(super) fn torch_wide_end<'a>(count: u64, size: u64, offset: u64) -> WideEnd<'a> {
    WideEnd {
        made_by: 0x031e,
        version: 0x002d,
        disk: 0,
        first_disk: 0,
        count_here: count,
        count,
        size,
        offset,
        more: &[],
        locator: (0, offset.saturating_add(size), 1),
    }
}

/// The end of miniz, behind a zip64 one.
pub(super) fn torch_end<'a>(count: u64, size: u64, offset: u64) -> End<'a> {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    End {
        disk: 0,
        first_disk: 0,
        count_here: count,
        count,
        size: narrow(size),
        offset: narrow(offset),
        comment: &[],
    }
}

fn torch_ends(count: u64, size: u64, offset: u64) -> Vec<u8> {
    let mut out = Vec::new();
    torch_wide_end(count, size, offset).write(&mut out);
    torch_end(count, size, offset).write(&mut out);
    out
}
