//! A writer of archives for tests, which writes what it is told, also what contradicts itself.

use miniz_oxide::deflate::compress_to_vec;
use outlast_archive::crc32;

/// The flags that miniz sets: sizes in a descriptor, name in UTF-8.
pub(crate) const TORCH_FLAGS: u16 = 1 << 3 | 1 << 11;

/// A member to write.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: Vec<u8>,
    /// As it is stored.
    pub(crate) stored: Vec<u8>,
    pub(crate) size: u64,
    pub(crate) crc: u32,
    pub(crate) method: u16,
    pub(crate) flags: u16,
    pub(crate) extra: Vec<u8>,
    /// Extra field in the directory.
    pub(crate) directory_extra: Vec<u8>,
    /// What follows the data.
    pub(crate) descriptor: Vec<u8>,
    /// Places the data at a multiple of this, as PyTorch does; 0 is anywhere.
    pub(crate) align: usize,
    /// Numbers of the header: checksum, stored size, size; those of the directory otherwise.
    pub(crate) header: Option<[u32; 3]>,
    /// Numbers of the directory: stored size, size, place; the true ones otherwise.
    pub(crate) directory: [Option<u32>; 3],
}

pub(crate) fn stored(name: &str, content: &[u8]) -> Part {
    Part {
        name: name.as_bytes().to_vec(),
        stored: content.to_vec(),
        size: content.len() as u64,
        crc: crc32(content),
        method: 0,
        flags: 0,
        extra: Vec::new(),
        directory_extra: Vec::new(),
        descriptor: Vec::new(),
        align: 0,
        header: None,
        directory: [None; 3],
    }
}

pub(crate) fn deflated(name: &str, content: &[u8]) -> Part {
    Part { stored: compress_to_vec(content, 6), method: 8, ..stored(name, content) }
}

/// As PyTorch writes: aligned to 64 bytes with the extra field `FB`, sizes in a descriptor; empty members have none.
pub(crate) fn torch(part: Part) -> Part {
    let flags = if part.size == 0 { 1 << 11 } else { TORCH_FLAGS };
    let mut part = Part { flags, align: 64, ..part };
    if part.size > 0 {
        part.header = Some([0; 3]);
        part.descriptor = descriptor(&part, true, false);
    }
    part
}

/// A descriptor: with a signature, with 64-bit sizes.
pub(crate) fn descriptor(part: &Part, signed: bool, wide: bool) -> Vec<u8> {
    let mut out = if signed { b"PK\x07\x08".to_vec() } else { Vec::new() };
    out.extend(part.crc.to_le_bytes());
    for n in [part.stored.len() as u64, part.size] {
        let n = n.to_le_bytes();
        out.extend(if wide { &n[..] } else { &n[..4] });
    }
    out
}

/// The end of an archive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending {
    /// A zip64 end and its locator, as PyTorch always writes them.
    pub(crate) wide: bool,
    /// The numbers in the plain end are 0xffff and 0xffffffff.
    pub(crate) saturated: bool,
    pub(crate) comment: Vec<u8>,
}

/// Where things are in an archive that was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(crate) file: Vec<u8>,
    /// Of each member, its header.
    pub(crate) headers: Vec<usize>,
    /// Of each member, its data.
    pub(crate) data: Vec<usize>,
    /// Of each member, its record in the directory.
    pub(crate) records: Vec<usize>,
    pub(crate) wide_end: usize,
    pub(crate) end: usize,
}

fn u16s(out: &mut Vec<u8>, all: &[u16]) {
    all.iter().for_each(|n| out.extend(n.to_le_bytes()));
}

fn u32s(out: &mut Vec<u8>, all: &[u32]) {
    all.iter().for_each(|n| out.extend(n.to_le_bytes()));
}

fn u64s(out: &mut Vec<u8>, all: &[u64]) {
    all.iter().for_each(|n| out.extend(n.to_le_bytes()));
}

fn low(n: usize) -> u32 {
    u32::try_from(n).unwrap()
}

fn short(bytes: &[u8]) -> u16 {
    u16::try_from(bytes.len()).unwrap()
}

/// Writes an archive.
pub(crate) fn write(parts: &[Part], ending: &Ending) -> Written {
    let mut w = Written::default();
    let out = &mut w.file;
    for part in parts {
        w.headers.push(out.len());
        let mut extra = part.extra.clone();
        if part.align > 0 {
            let at = out.len() + 30 + part.name.len() + extra.len() + 4;
            let padding = at.next_multiple_of(part.align) - at;
            extra.extend(b"FB");
            extra.extend(u16::try_from(padding).unwrap().to_le_bytes());
            extra.extend(vec![b'Z'; padding]);
        }
        let size = u32::try_from(part.size).unwrap_or(u32::MAX);
        out.extend(b"PK\x03\x04");
        u16s(out, &[20, part.flags, part.method, 0, 0]);
        u32s(out, &part.header.unwrap_or([part.crc, low(part.stored.len()), size]));
        u16s(out, &[short(&part.name), short(&extra)]);
        out.extend(&part.name);
        out.extend(&extra);
        w.data.push(out.len());
        out.extend(&part.stored);
        out.extend(&part.descriptor);
    }
    let start = out.len();
    for (part, header) in parts.iter().zip(&w.headers) {
        w.records.push(out.len());
        let [stored, size, place] = part.directory;
        let real = u32::try_from(part.size).unwrap_or(u32::MAX);
        out.extend(b"PK\x01\x02");
        u16s(out, &[20, 20, part.flags, part.method, 0, 0]);
        u32s(out, &[part.crc, stored.unwrap_or(low(part.stored.len())), size.unwrap_or(real)]);
        u16s(out, &[short(&part.name), short(&part.directory_extra), 0, 0, 0]);
        u32s(out, &[0, place.unwrap_or(low(*header))]);
        out.extend(&part.name);
        out.extend(&part.directory_extra);
    }
    let (len, count) = (out.len() - start, parts.len());
    w.wide_end = out.len();
    if ending.wide {
        out.extend(b"PK\x06\x06");
        u64s(out, &[44]);
        u16s(out, &[45, 45]);
        u32s(out, &[0, 0]);
        u64s(out, &[count as u64, count as u64, len as u64, start as u64]);
        out.extend(b"PK\x06\x07");
        u32s(out, &[0]);
        u64s(out, &[w.wide_end as u64]);
        u32s(out, &[1]);
    }
    w.end = out.len();
    out.extend(b"PK\x05\x06");
    let narrow = u16::try_from(count % (1 << 16)).unwrap();
    let (count, len, start) =
        if ending.saturated { (u16::MAX, u32::MAX, u32::MAX) } else { (narrow, low(len), low(start)) };
    u16s(out, &[0, 0, count, count]);
    u32s(out, &[len, start]);
    u16s(out, &[short(&ending.comment)]);
    out.extend(&ending.comment);
    w
}

pub(crate) fn plain(parts: &[Part]) -> Vec<u8> {
    write(parts, &Ending::default()).file
}

/// An archive as PyTorch 2.x writes it: the first name is 30 bytes long, so that its extra field is the empty `FB\0\0`, which some
/// readers refuse.
pub(crate) fn torch_archive() -> Written {
    let root = "a_model_of_21_letters";
    let code: String = (0..200).map(|n| format!("def f{n}(x):\n  return torch.relu(x)\n")).collect();
    let parts = [
        stored(&format!("{root}/data.pkl"), b"\x80\x02}q\0."),
        deflated(&format!("{root}/code/__torch__/m.py"), code.as_bytes()),
        stored(&format!("{root}/constants/0"), &[]),
        stored(&format!("{root}/data/0"), &[7; 1000]),
        stored(&format!("{root}/byteorder"), b"little"),
        stored(&format!("{root}/version"), b"3\n"),
        stored(&format!("{root}/.data/serialization_id"), b"0636457737946401051300000025273995036293"),
    ];
    let parts = parts.map(torch);
    assert_eq!(30 + parts[0].name.len() + 4, 64);
    write(&parts, &Ending { wide: true, ..Ending::default() })
}

/// Overwrites bytes.
pub(crate) fn patched(file: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    file
}
