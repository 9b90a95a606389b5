//! Programs and libraries of a machine: what they are built for, which libraries they load, and whether their bytes can be read.
//!
//! The formats are read by the crate `object`, here and in `parts`, and nowhere else.

use std::ops::Range;

use object::macho::{MachHeader32, MachHeader64};
use object::read::archive::ArchiveFile;
use object::read::macho::{FatArch, LoadCommandVariant, MachHeader, MachOFatFile32, MachOFatFile64};
use object::{Endianness, Object};

use crate::holders::{ARCHIVE, OBJECT, UNIVERSAL, is_thin, kind};

/// Libraries that one image may name; real ones name some dozens.
const MAX_NEEDED: usize = 1024;

/// Members of a static library that are looked at for its machine.
const MAX_MEMBERS: usize = 64;

/// Code for one machine: an executable, a library, or a static library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// What it is, in words: `ELF for aarch64`.
    pub what: String,
    /// The machine: `aarch64`.
    pub machine: String,
    /// Where it is in the file.
    pub range: Range<usize>,
    /// File names of the libraries that it loads.
    pub needs: Vec<String>,
}

/// Why a file that should have code cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// The store encrypted it.
    Encrypted,
    /// It has the names of other files only.
    Thin,
    /// It is damaged: how.
    Damaged(String),
}

/// Whether a file begins as code does.
pub fn is_code(beginning: &[u8]) -> bool {
    let machine_code: [&[u8]; 5] =
        [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf"];
    machine_code.iter().any(|magic| beginning.starts_with(magic))
        || beginning.starts_with(b"!<arch>\n")
        || beginning.starts_with(b"MZ")
}

/// The code in a file, machine by machine; none where it is no such file.
pub fn images(bytes: &[u8]) -> Result<Vec<Image>, Unreadable> {
    match kind(bytes) {
        Some(UNIVERSAL) => slices(bytes)?.into_iter().map(|range| within(bytes, range)).collect(),
        Some(ARCHIVE | OBJECT) => within(bytes, 0..bytes.len()).map(|image| vec![image]),
        _ => Ok(Vec::new()),
    }
}

fn damaged(error: object::Error) -> Unreadable {
    Unreadable::Damaged(error.to_string())
}

/// Where the files of a universal file are.
fn slices(bytes: &[u8]) -> Result<Vec<Range<usize>>, Unreadable> {
    fn ranges<A: FatArch>(machines: &[A], len: usize) -> Vec<Range<usize>> {
        let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(len);
        let of = |machine: &A| {
            let (start, size) = machine.file_range();
            index(start)..index(start.saturating_add(size))
        };
        machines.iter().map(of).collect()
    }
    if bytes.starts_with(b"\xca\xfe\xba\xbf") {
        let file = MachOFatFile64::parse(bytes).map_err(damaged)?;
        Ok(ranges(file.arches(), bytes.len()))
    } else {
        let file = MachOFatFile32::parse(bytes).map_err(damaged)?;
        Ok(ranges(file.arches(), bytes.len()))
    }
}

/// The code in a part of a file.
fn within(file: &[u8], range: Range<usize>) -> Result<Image, Unreadable> {
    let bytes = file.get(range.clone()).unwrap_or_default();
    match kind(bytes) {
        Some(ARCHIVE) if is_thin(bytes) => Err(Unreadable::Thin),
        Some(ARCHIVE) => {
            let machine = machine_of_members(bytes)?;
            let what = format!("static library for {machine}");
            Ok(Image { what, machine, range, needs: Vec::new() })
        }
        Some(OBJECT) => {
            if is_encrypted(bytes) {
                return Err(Unreadable::Encrypted);
            }
            let object = object::File::parse(bytes).map_err(damaged)?;
            let machine = format!("{:?}", object.architecture()).to_lowercase();
            let format = match object.format() {
                object::BinaryFormat::Elf => "ELF",
                object::BinaryFormat::MachO => "Mach-O",
                object::BinaryFormat::Pe => "PE",
                object::BinaryFormat::Coff => "COFF",
                _ => "object",
            };
            // A file without tables of what it loads is read without them.
            let libraries = object.import_libraries().into_iter().flatten().flatten().take(MAX_NEEDED);
            let needs = libraries.map(|library| file_name(library.name())).collect();
            Ok(Image { what: format!("{format} for {machine}"), machine, range, needs })
        }
        _ => Err(Unreadable::Damaged("a part of it is not code".into())),
    }
}

/// The last part of a path, as much of it as names have.
fn file_name(path: &[u8]) -> String {
    let name = path.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    String::from_utf8_lossy(name.get(..255).unwrap_or(name)).into_owned()
}

fn machine_of_members(bytes: &[u8]) -> Result<String, Unreadable> {
    let archive = ArchiveFile::parse(bytes).map_err(damaged)?;
    for member in archive.members().take(MAX_MEMBERS) {
        let data = member.and_then(|member| member.data(bytes)).map_err(damaged)?;
        if kind(data) == Some(OBJECT)
            && let Ok(object) = object::File::parse(data)
        {
            return Ok(format!("{:?}", object.architecture()).to_lowercase());
        }
    }
    Ok("an unknown machine".into())
}

/// Whether a Mach-O file has pages that only the device it was bought for can read.
fn is_encrypted(bytes: &[u8]) -> bool {
    fn check<H: MachHeader<Endian = Endianness>>(bytes: &[u8]) -> object::Result<bool> {
        let header = H::parse(bytes, 0)?;
        let endian = header.endian()?;
        let mut commands = header.load_commands(endian, bytes, 0)?;
        while let Some(command) = commands.next()? {
            match command.variant()? {
                LoadCommandVariant::EncryptionInfo32(info) if info.cryptid.get(endian) != 0 => {
                    return Ok(true);
                }
                LoadCommandVariant::EncryptionInfo64(info) if info.cryptid.get(endian) != 0 => {
                    return Ok(true);
                }
                _ => {}
            }
        }
        Ok(false)
    }
    match bytes.first_chunk() {
        Some(b"\xcf\xfa\xed\xfe" | b"\xfe\xed\xfa\xcf") => check::<MachHeader64<Endianness>>(bytes),
        Some(b"\xce\xfa\xed\xfe" | b"\xfe\xed\xfa\xce") => check::<MachHeader32<Endianness>>(bytes),
        _ => return false,
    }
    .unwrap_or(false)
}
