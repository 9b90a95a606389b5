//! Bundles, in files and in sections of objects: bitcode and code that linkers and runtimes take out of them.
//!
//! ```text
//! xar archive      "xar!" | size of the header u16, version u16, table u64 (packed), u64 (whole), checksum u32 | table: XML, zlib | heap
//! offload binary   10 ff 10 ad | version u32, size u64, entries at u64, their size (version 1) or number (version 2) u64; the next behind it
//!   entry          kind u16, producer u16, flags u32, strings at u64, how many u64, image at u64, its size u64
//! offload bundle   "__CLANG_OFFLOAD_BUNDLE__" | how many u64 | for each: at u64, size u64, length u64, name; the next behind it
//! ```
//!
//! Numbers of the first are big-endian, those of the others little-endian. Apple's linker keeps the bitcode of a library in a xar archive in
//! `__LLVM,__bundle`; Clang keeps code for other machines in `.llvm.offloading` (llvm/Object/OffloadBinary.h) and `.hip_fatbin`
//! (clang/docs/ClangOffloadBundler.rst).

use std::ops::Range;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use outlast_core::{Budget, INFLATION, SortShort};

use crate::compressed::Packing;
use crate::part::{Part, Visit};

/// How an offload bundle begins.
const OFFLOAD_BUNDLE: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// How an offload binary begins.
const OFFLOAD_BINARY: &[u8] = b"\x10\xff\x10\xad";
/// Bytes of a table that are looked at for a unit of the budget.
const TEXT: usize = 64;

/// Bytes of a part that are looked at for a unit of the budget: parts can overlap.
const CONTENT: usize = 32;

/// Bytes of a name in the strings of an image, at most.
const MOST_NAME: usize = 256;

/// Strings of an image that are looked at; real ones have two or three.
const MOST_STRINGS: u64 = 64;

/// How deep folders of a xar archive are followed; bundles of bitcode have none.
const MOST_FOLDERS: usize = 16;

/// Visits the files of a xar archive, in their order.
pub fn xar<'a>(bytes: &'a [u8], budget: &mut Budget, visit: Visit<'_, 'a>) -> Result<(), String> {
    let header =
        usize::from(bytes.get(4..6).and_then(<[u8]>::first_chunk).map_or(0, |n| u16::from_be_bytes(*n)));
    let packed = bytes.get(8..16).and_then(<[u8]>::first_chunk).map_or(0, |n| u64::from_be_bytes(*n));
    let heap = index(packed).saturating_add(header);
    let table =
        bytes.get(header..heap).filter(|_| header >= 28).ok_or("its table ends past the end of the file")?;
    let most = index(packed.saturating_mul(INFLATION)).min(index(budget.left()).saturating_mul(TEXT));
    let text =
        decompress_to_vec_zlib_with_limit(table, most).map_err(|_| "its table cannot be decompressed")?;
    budget.spend(text.len() / TEXT);
    let mut files = listed(&text);
    files.sort_short_by_key(|file| (file.start, file.size));
    for file in files {
        let range = within(bytes, heap, file.start, file.size);
        if !budget.spend(1 + file.name.len() / 16 + range.len() / CONTENT) {
            break;
        }
        let part = Part { name: file.name.into(), range, section: false, packing: file.packing };
        if visit(budget, part).is_break() {
            break;
        }
    }
    Ok(())
}

/// A file as the table of a xar archive has it.
#[derive(Default, Debug)]
struct Listed {
    name: Vec<u8>,
    /// Where it begins in the heap.
    start: u64,
    size: u64,
    packing: Option<Packing>,
    /// Whether it has bytes: folders have none.
    data: bool,
}

/// The files of a table: the elements `file`, with `name` and `data`. All others are passed over.
fn listed(table: &[u8]) -> Vec<Listed> {
    let (mut open, mut files): (Vec<Listed>, Vec<Listed>) = (Vec::new(), Vec::new());
    let mut data = false;
    let mut pieces = table.split(|byte| *byte == b'<');
    pieces.next();
    for piece in pieces {
        let end = piece.iter().position(|byte| *byte == b'>').unwrap_or(piece.len());
        let (tag, text) = (piece.get(..end).unwrap_or_default(), piece.get(end + 1..).unwrap_or_default());
        let word = tag.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let number =
            || std::str::from_utf8(text).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
        let is_deep = open.len() >= MOST_FOLDERS;
        match (word, open.last_mut()) {
            (b"file", _) if !is_deep => open.push(Listed::default()),
            (b"/file", Some(_)) => {
                let mut file = open.pop().unwrap_or_default();
                if let Some(folder) = open.last().filter(|folder| !folder.name.is_empty()) {
                    file.name = [folder.name.as_slice(), b"/", &file.name].concat();
                }
                files.extend(Some(file).filter(|file| file.data));
            }
            (b"data", Some(file)) => (data, file.data) = (true, true),
            (b"/data", _) => data = false,
            (b"name", Some(file)) if !data => file.name = text.get(..MOST_NAME).unwrap_or(text).to_vec(),
            (b"offset", Some(file)) if data => file.start = number(),
            (b"length", Some(file)) if data => file.size = number(),
            (b"encoding", Some(file)) if data => {
                let is = |style: &[u8]| tag.windows(style.len()).any(|part| part == style);
                // What xar calls gzip is a stream of zlib.
                file.packing = match () {
                    () if is(b"application/octet-stream") => None,
                    () if is(b"application/x-gzip") => Some(Packing::Zlib),
                    () if is(b"application/x-bzip2") => Some(Packing::Other("bzip2")),
                    () if is(b"application/x-lzma") || is(b"application/x-xz") => {
                        Some(Packing::Other("LZMA"))
                    }
                    () => Some(Packing::Other("an unknown method")),
                };
            }
            _ => {}
        }
    }
    files
}

/// Visits the images of offload binaries, one after the other.
pub fn offload_binaries<'a>(
    bytes: &'a [u8],
    budget: &mut Budget,
    visit: Visit<'_, 'a>,
) -> Result<(), String> {
    let mut at = 0usize;
    while let Some(binary) = bytes.get(at..).filter(|rest| rest.starts_with(OFFLOAD_BINARY)) {
        let version = binary.get(4..8).and_then(<[u8]>::first_chunk).map_or(0, |n| u32::from_le_bytes(*n));
        let (size, entries) = (long(binary, 8), long(binary, 16));
        let count = match version {
            1 => 1,
            2 => long(binary, 24),
            _ => return Err(format!("an offload binary of version {version}: versions 1 and 2 are known")),
        };
        for number in 0..count {
            let entry = index(entries.saturating_add(number.saturating_mul(40)));
            if binary.len().saturating_sub(entry) < 40 {
                return Err("an offload binary ends before its entries do".into());
            }
            let range = within(
                bytes,
                at,
                long(binary, entry.saturating_add(24)),
                long(binary, entry.saturating_add(32)),
            );
            if !budget.spend(4 + range.len() / CONTENT) {
                return Ok(());
            }
            let name = image_name(binary, entry, version);
            let part = Part { name: name.into(), range, section: false, packing: None };
            if visit(budget, part).is_break() {
                return Ok(());
            }
        }
        if size < 32 || !budget.spend(1) {
            return if size < 32 {
                Err("an offload binary is smaller than its header".into())
            } else {
                Ok(())
            };
        }
        at = at.saturating_add(index(size));
    }
    Ok(())
}

/// What an image is for: `nvptx64-nvidia-cuda-sm_35`.
fn image_name(binary: &[u8], entry: usize, version: u32) -> Vec<u8> {
    let (strings, count) = (long(binary, entry.saturating_add(8)), long(binary, entry.saturating_add(16)));
    let step = if version == 1 { 16 } else { 24 };
    let text = |at: u64| {
        let rest = binary.get(index(at)..).unwrap_or_default();
        let most = rest.get(..MOST_NAME).unwrap_or(rest);
        most.split(|byte| *byte == 0).next().unwrap_or_default()
    };
    let value = |key: &[u8]| {
        let places = (0..count.min(MOST_STRINGS)).map(|number| index(strings.saturating_add(number * step)));
        let mut found = places.filter(|at| text(long(binary, *at)) == key);
        found.next().map(|at| text(long(binary, at.saturating_add(8)))).unwrap_or_default()
    };
    let words = [value(b"triple"), value(b"arch")];
    let named: Vec<&[u8]> = words.into_iter().filter(|word| !word.is_empty()).collect();
    if named.is_empty() { b"image".to_vec() } else { named.join(&b'-') }
}

/// Visits the images of offload bundles, one after the other, with zero bytes between them.
pub fn offload_bundles<'a>(bytes: &'a [u8], budget: &mut Budget, visit: Visit<'_, 'a>) -> Result<(), String> {
    let mut at = 0usize;
    while let Some(bundle) = bytes.get(at..).filter(|rest| rest.starts_with(OFFLOAD_BUNDLE)) {
        let (mut entry, mut end) = (32usize, 0usize);
        for _ in 0..long(bundle, 24) {
            let name = entry.saturating_add(24);
            let behind = name.saturating_add(index(long(bundle, entry.saturating_add(16))));
            let name = bundle.get(name..behind).ok_or("an offload bundle ends before its entries do")?;
            let (start, size) = (long(bundle, entry), long(bundle, entry.saturating_add(8)));
            let range = within(bytes, at, start, size);
            if !budget.spend(1 + name.len() / 16 + range.len() / CONTENT) {
                return Ok(());
            }
            end = end.max(index(start.saturating_add(size)));
            let name = name.get(..MOST_NAME).unwrap_or(name).to_vec();
            let part = Part { name: name.into(), range, section: false, packing: None };
            if visit(budget, part).is_break() {
                return Ok(());
            }
            entry = behind;
        }
        let rest = bundle.get(end.max(entry)..).unwrap_or_default();
        let zeros = rest.iter().position(|byte| *byte != 0).unwrap_or(rest.len());
        if !budget.spend(1 + zeros / 16) {
            break;
        }
        at = at.saturating_add(end.max(entry)).saturating_add(zeros);
    }
    Ok(())
}

/// A number of eight bytes; the largest where there are none.
fn long(bytes: &[u8], at: usize) -> u64 {
    let number = bytes.get(at..).and_then(<[u8]>::first_chunk);
    number.map_or(u64::MAX, |number| u64::from_le_bytes(*number))
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The bytes of a part; none where it leads out of the file.
fn within(bytes: &[u8], base: usize, start: u64, size: u64) -> Range<usize> {
    let start = base.saturating_add(index(start));
    let end = start.saturating_add(index(size));
    if end <= bytes.len() { start..end } else { 0..0 }
}

#[cfg(test)]
mod tests {
    use super::listed;
    use crate::compressed::Packing;

    #[test]
    fn tables_of_xar_archives() {
        let table = br#"<?xml version="1.0"?><xar><subdoc><name>Ld</name></subdoc><toc><checksum style="sha1"><offset>0</offset><size>20</size></checksum>
          <file id="1"><clang><cmd>-Os</cmd></clang><data><length>8</length><encoding style="application/octet-stream"/><offset>20</offset><size>8</size></data><name>1</name></file>
          <file id="2"><name>folder</name><type>directory</type><file id="3"><name>in</name><data><length>5</length><offset>28</offset>
          <encoding style="application/x-gzip"/><size>50</size></data></file></file></toc></xar>"#;
        let found: Vec<_> =
            listed(table).into_iter().map(|file| (file.name, file.start, file.size, file.packing)).collect();
        assert_eq!(
            found,
            [(b"1".to_vec(), 20, 8, None), (b"folder/in".to_vec(), 28, 5, Some(Packing::Zlib))]
        );
        assert!(listed(b"<file></file></file><data><file").is_empty());
    }
}
