//! Libraries of Metal, `.metallib`: bitcode (AIR) of Apple's own LLVM, a function each. Apple does not document the header:
//!
//! ```text
//! "MTLB" | platform u16 | version u16 u16 | kind u8 | system u8 | its version u16 u16 | size u64 | …
//! ```

use super::short;

/// What a library is for.
pub(super) fn describe(bytes: &[u8]) -> Option<String> {
    let (major, minor) = (short(bytes, 6)?, short(bytes, 8)?);
    let system = *bytes.get(11).filter(|_| bytes.starts_with(b"MTLB"))?;
    let (release, update) = (short(bytes, 12)?, short(bytes, 14)?);
    let system = match system {
        0x81 => "macOS",
        0x82 => "iOS",
        0x83 => "tvOS",
        0x84 => "watchOS",
        0x85 => "bridgeOS",
        0x86 => "Mac Catalyst",
        0x87 => "the simulator of iOS",
        0x88 => "the simulator of tvOS",
        0x89 => "the simulator of watchOS",
        _ => return Some(format!("a Metal library of version {major}.{minor}: {READER}")),
    };
    Some(format!("a Metal library of version {major}.{minor} for {system} {release}.{update}: {READER}"))
}

const READER: &str = "AIR, which is bitcode of Apple's LLVM, for the Metal compiler of the system; the \
                      version of the system that it was built for decides";

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn the_system_it_was_built_for() {
        let bytes = b"MTLB\x01\x80\x02\0\x07\0\0\x81\x0e\0\x02\0";
        let text = describe(bytes).unwrap();
        assert!(text.starts_with("a Metal library of version 2.7 for macOS 14.2: AIR"), "{text}");
        assert_eq!(describe(&bytes[..15]), None, "cut off");
        assert!(describe(b"MTLB\x01\x80\x02\0\x07\0\0\0\0\0\0\0").unwrap().contains("version 2.7: AIR"));
    }
}
