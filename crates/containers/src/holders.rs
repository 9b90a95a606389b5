//! Files that hold other files, known by their magic: objects, archives, universal files, bundles.

use outlast_model::kind::FileKind;

use crate::fat_binary;

/// An object file or executable (ELF, Mach-O, COFF), which may have streams in its sections.
pub const OBJECT: FileKind =
    FileKind::holding("object-file", "object file or executable", &["o", "obj", "so", "dylib", "exe"]);
/// A static library, which may have objects and streams as members.
pub const ARCHIVE: FileKind = FileKind::holding("archive", "static library", &["a", "lib", "rlib"]);
/// A Mach-O file for several machines.
pub const UNIVERSAL: FileKind = FileKind::holding("universal-object-file", "universal Mach-O file", &[]);
/// A xar archive, in which Apple's linker keeps bitcode.
pub const XAR: FileKind = FileKind::holding("xar-archive", "xar archive", &["xar"]);
/// Code for other machines, as `clang-offload-packager` and `llvm-offload-binary` write it.
pub const OFFLOAD_BINARY: FileKind = FileKind::holding("offload-binary", "offload binary", &[]);
/// Code for other machines, as `clang-offload-bundler` writes it, also compressed.
pub const OFFLOAD_BUNDLE: FileKind = FileKind::holding("offload-bundle", "offload bundle", &["hipfb"]);

/// Code for NVIDIA's machines.
pub const FAT_BINARY: FileKind = FileKind::holding("fat-binary", "NVIDIA fat binary", &["fatbin"]);

/// The kind of a bundle, by its magic: these stand in sections of objects, too.
pub fn bundle(bytes: &[u8]) -> Option<FileKind> {
    let bundles: [(&[u8], FileKind); 5] = [
        (b"xar!", XAR),
        (b"\x10\xff\x10\xad", OFFLOAD_BINARY),
        (b"__CLANG_OFFLOAD_BUNDLE__", OFFLOAD_BUNDLE),
        (b"CCOB", OFFLOAD_BUNDLE),
        (fat_binary::MAGIC, FAT_BINARY),
    ];
    bundles.into_iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, kind)| kind)
}

/// The kind of file that holds others, by its magic.
pub fn kind(bytes: &[u8]) -> Option<FileKind> {
    let head = |magic: &[u8]| bytes.starts_with(magic);
    let objects: [&[u8]; 5] =
        [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xfe\xed\xfa\xcf", b"\xfe\xed\xfa\xce"];
    if objects.iter().any(|magic| head(magic)) {
        return Some(OBJECT);
    }
    if head(b"!<arch>\n") || is_thin(bytes) || head(b"<bigaf>\n") {
        return Some(ARCHIVE);
    }
    if is_universal(bytes) {
        return Some(UNIVERSAL);
    }
    if let Some(bundle) = bundle(bytes) {
        return Some(bundle);
    }
    is_coff(bytes).then_some(OBJECT)
}

/// Whether an archive has names of its members only.
pub fn is_thin(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<thin>\n")
}

/// The magic is that of Java classes, too: those have a version there, above any number of machines.
fn is_universal(bytes: &[u8]) -> bool {
    let magic = bytes.starts_with(b"\xca\xfe\xba\xbe") || bytes.starts_with(b"\xca\xfe\xba\xbf");
    let machines = bytes.get(4..8).and_then(<[u8]>::first_chunk).map(|n| u32::from_be_bytes(*n));
    magic && machines.is_some_and(|machines| (1..40).contains(&machines))
}

/// COFF has no magic but a machine of two bytes, so that the rest of the header is looked at, too.
fn is_coff(bytes: &[u8]) -> bool {
    const MACHINES: [[u8; 2]; 6] =
        [[0x64, 0x86], [0x4c, 0x01], [0x64, 0xaa], [0x41, 0xa6], [0xc4, 0x01], [0xc0, 0x01]];
    if bytes.starts_with(b"\0\0\xff\xff\x02\0") || is_pe(bytes) {
        return is_readable(bytes);
    }
    let Some(header) = bytes.first_chunk::<20>() else { return false };
    let [m, n, a, b, _, _, _, _, s0, s1, s2, s3, _, _, _, _, c, d, _, _] = *header;
    let symbols = u32::from_le_bytes([s0, s1, s2, s3]);
    let (sections, optional_header) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
    MACHINES.contains(&[m, n])
        && sections > 0
        && optional_header == 0
        && usize::try_from(symbols).is_ok_and(|symbols| symbols <= bytes.len())
        && is_readable(bytes)
}

fn is_pe(bytes: &[u8]) -> bool {
    let at = bytes.get(0x3c..0x40).and_then(<[u8]>::first_chunk).map(|n| u32::from_le_bytes(*n));
    let at = at.and_then(|at| usize::try_from(at).ok()).unwrap_or(usize::MAX);
    bytes.starts_with(b"MZ") && bytes.get(at..).is_some_and(|rest| rest.starts_with(b"PE\0\0"))
}

/// Whether the headers behind a weak magic are those of an object.
fn is_readable(bytes: &[u8]) -> bool {
    object::File::parse(bytes).is_ok()
}

/// Whether the headers behind a weak magic are those of an object: its table of sections is in the file. Builds that read
/// no streams do without the crate `object`.
#[cfg(test)]
mod tests {
    use super::{ARCHIVE, OBJECT, UNIVERSAL, kind};

    #[test]
    fn every_build_knows_them_by_their_magic() {
        assert_eq!(kind(b"\x7fELF"), Some(OBJECT));
        assert_eq!(kind(b"\xcf\xfa\xed\xfe"), Some(OBJECT));
        assert_eq!(kind(b"!<arch>\n"), Some(ARCHIVE));
        assert_eq!(kind(b"!<thin>\n"), Some(ARCHIVE));
        assert_eq!(kind(b"\xca\xfe\xba\xbe\0\0\0\x02"), Some(UNIVERSAL));
        assert_eq!(kind(b"\xca\xfe\xba\xbe\0\0\0\x34"), None, "a Java class");
        // COFF for x86-64 with one section, and the same cut off in its table of sections.
        let mut coff = vec![0; 60];
        coff[..4].copy_from_slice(&[0x64, 0x86, 1, 0]);
        assert_eq!(kind(&coff), Some(OBJECT));
        assert_eq!(kind(&coff[..59]), None);
    }
}
