//! The parts of files that hold other files: sections of objects, members of archives, machines of universal files, images of bundles.
//!
//! The formats are read by the crate `object`, here and nowhere else. Its parsers take nothing on trust; what they leave
//! open, sections and names that overlap each other, is bounded by a [`Budget`].

use std::ops::{ControlFlow, Range};

use object::read::archive::ArchiveFile;
use object::read::macho::{FatArch, MachOFatFile, MachOFatFile32, MachOFatFile64};
use object::{CompressionFormat, Object, ObjectSection};
use outlast_core::Budget;

use crate::bundles;
use crate::compressed::{self, Packing};
use crate::fat_binary;
use crate::holders::{ARCHIVE, FAT_BINARY, OBJECT, OFFLOAD_BINARY, OFFLOAD_BUNDLE, UNIVERSAL, XAR, kind};
pub use crate::part::{Part, Visit};

/// The work that the parts of a file may cost: a legitimate part takes more bytes than it costs.
pub fn budget(bytes: &[u8]) -> Budget {
    Budget::for_bytes(bytes.len() / 4, 1, 1 << 12)
}

/// What a file is, in words: `ELF for x86_64`.
pub fn words(bytes: &[u8]) -> String {
    match kind(bytes) {
        Some(OBJECT) => match object::File::parse(bytes) {
            Ok(file) => {
                let machine = format!("{:?}", file.architecture()).to_lowercase();
                format!("{} for {machine}", format_name(file.format()))
            }
            Err(error) => format!("damaged: {error}"),
        },
        Some(kind) if compressed::is_bundle(bytes) => format!("{}, compressed", kind.title()),
        Some(kind) => kind.title().to_string(),
        None => "no file that holds others".into(),
    }
}

fn format_name(format: object::BinaryFormat) -> &'static str {
    match format {
        object::BinaryFormat::Elf => "ELF",
        object::BinaryFormat::MachO => "Mach-O",
        object::BinaryFormat::Coff => "COFF",
        object::BinaryFormat::Pe => "PE",
        _ => "object",
    }
}

/// Visits the parts of a file, in its order, until the visitor has seen enough or the budget is spent. Says what is wrong
/// where it cannot go on.
pub fn each<'a>(
    bytes: &'a [u8],
    budget: &mut Budget,
    visit: &mut dyn FnMut(&mut Budget, Part<'a>) -> ControlFlow<()>,
) -> Result<(), String> {
    let says = |error: object::read::Error| error.to_string();
    let done = match kind(bytes) {
        Some(ARCHIVE) => members(bytes, budget, visit).map_err(says),
        Some(UNIVERSAL) => machines(bytes, budget, visit).map_err(says),
        Some(XAR) => bundles::xar(bytes, budget, visit),
        Some(OFFLOAD_BINARY) => bundles::offload_binaries(bytes, budget, visit),
        Some(OFFLOAD_BUNDLE) => bundles::offload_bundles(bytes, budget, visit),
        Some(FAT_BINARY) => fat_binary::entries(bytes, budget, visit),
        Some(_) => sections(bytes, budget, visit).map_err(says),
        None => return Ok(()),
    };
    match done {
        Ok(()) if budget.is_spent() => {
            Err("it has more parts than bytes for them: the rest is not looked at".into())
        }
        done => done,
    }
}

fn range((start, size): (u64, u64), bytes: &[u8]) -> Range<usize> {
    let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
    index(start)..index(start.saturating_add(size))
}

fn sections<'a>(bytes: &'a [u8], budget: &mut Budget, visit: Visit<'_, 'a>) -> object::Result<()> {
    let file = object::File::parse(bytes)?;
    for section in file.sections() {
        let name = match section.name_bytes() {
            Ok(name) => name.to_vec(),
            // Who knows how far it was searched for its end.
            Err(_) if budget.spend(bytes.len() / 256) => Vec::new(),
            Err(_) => break,
        };
        if !budget.spend(1 + name.len() / 16) {
            break;
        }
        let name = match section.segment_name_bytes() {
            Ok(Some(segment)) => [segment, b",", &name].concat(),
            _ => name,
        };
        let place = section.file_range().unwrap_or_default();
        // What is compressed has a header before it.
        let (place, packing) = match section.compressed_file_range() {
            Ok(within) => match within.format {
                CompressionFormat::None => (place, None),
                CompressionFormat::Zlib => ((within.offset, within.compressed_size), Some(Packing::Zlib)),
                CompressionFormat::Zstandard => (place, Some(Packing::Other("Zstandard"))),
                _ => (place, Some(Packing::Other("an unknown method"))),
            },
            Err(_) => (place, None),
        };
        let range = range(place, bytes);
        let part = Part { name: name.into(), range, section: true, packing };
        if visit(budget, part).is_break() {
            break;
        }
    }
    Ok(())
}

fn members<'a>(bytes: &'a [u8], budget: &mut Budget, visit: Visit<'_, 'a>) -> object::Result<()> {
    for member in ArchiveFile::parse(bytes)?.members() {
        let member = member?;
        if !budget.spend(1 + member.name().len() / 16) {
            break;
        }
        let range = if member.is_thin() { 0..0 } else { range(member.file_range(), bytes) };
        let part = Part { name: member.name().into(), range, section: false, packing: None };
        if visit(budget, part).is_break() {
            break;
        }
    }
    Ok(())
}

fn machines<'a>(bytes: &'a [u8], budget: &mut Budget, visit: Visit<'_, 'a>) -> object::Result<()> {
    if bytes.starts_with(b"\xca\xfe\xba\xbf") {
        machines_of(&MachOFatFile64::parse(bytes)?, bytes, budget, visit);
    } else {
        machines_of(&MachOFatFile32::parse(bytes)?, bytes, budget, visit);
    }
    Ok(())
}

fn machines_of<'a, A: FatArch>(
    file: &MachOFatFile<'a, A>,
    bytes: &'a [u8],
    budget: &mut Budget,
    visit: Visit<'_, 'a>,
) {
    for machine in file.arches() {
        let name = machine_name(machine.cputype().0, machine.cpusubtype().0 & 0x00ff_ffff);
        let range = range(machine.file_range(), bytes);
        let part = Part { name: name.into_bytes().into(), range, section: false, packing: None };
        if !budget.spend(1) || visit(budget, part).is_break() {
            break;
        }
    }
}

/// What Apple's tools call a machine, by CPU type and subtype.
fn machine_name(cpu: u32, subtype: u32) -> String {
    const WIDE: u32 = 0x0100_0000;
    const NARROW: u32 = 0x0200_0000;
    let known = match (cpu.wrapping_sub(cpu & (WIDE | NARROW)), cpu & (WIDE | NARROW), subtype) {
        (7, 0, _) => "i386",
        (7, WIDE, 8) => "x86_64h",
        (7, WIDE, _) => "x86_64",
        (12, 0, 6) => "armv6",
        (12, 0, 9) => "armv7",
        (12, 0, 11) => "armv7s",
        (12, 0, 12) => "armv7k",
        (12, WIDE, 2) => "arm64e",
        (12, WIDE, _) => "arm64",
        (12, NARROW, _) => "arm64_32",
        (18, 0, _) => "ppc",
        (18, WIDE, _) => "ppc64",
        _ => return format!("cpu{cpu}.{subtype}"),
    };
    known.to_string()
}
