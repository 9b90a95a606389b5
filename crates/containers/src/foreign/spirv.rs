//! Modules of SPIR-V (its specification, 2.3 "Physical Layout"): words of either byte order, the first five a header, then instructions, each
//! with its length and number in the first word. Capabilities and extensions come first.

/// The first word.
const MAGIC: u32 = 0x0723_0203;
/// Instructions that declare what a reader must have.
const CAPABILITY: u32 = 17;
const EXTENSION: u32 = 10;

/// Instructions that are looked at; modules declare some dozens.
const MOST: usize = 256;

/// Capabilities and extensions that are named.
const SHOWN: usize = 12;

/// Capabilities by number, of the core: those that compilers declare for kernels and shaders.
const CAPABILITIES: &[(u32, &str)] = &[
    (0, "Matrix"),
    (1, "Shader"),
    (2, "Geometry"),
    (3, "Tessellation"),
    (4, "Addresses"),
    (5, "Linkage"),
    (6, "Kernel"),
    (7, "Vector16"),
    (8, "Float16Buffer"),
    (9, "Float16"),
    (10, "Float64"),
    (11, "Int64"),
    (12, "Int64Atomics"),
    (13, "ImageBasic"),
    (14, "ImageReadWrite"),
    (15, "ImageMipmap"),
    (17, "Pipes"),
    (18, "Groups"),
    (19, "DeviceEnqueue"),
    (20, "LiteralSampler"),
    (22, "Int16"),
    (38, "GenericPointer"),
    (39, "Int8"),
];

/// What a module asks for.
pub(super) fn describe(bytes: &[u8]) -> Option<String> {
    let first = bytes.first_chunk::<4>()?;
    let swapped = match (u32::from_le_bytes(*first), u32::from_be_bytes(*first)) {
        (MAGIC, _) => false,
        (_, MAGIC) => true,
        _ => return None,
    };
    let word = |at: usize| {
        let four = bytes.get(at.checked_mul(4)?..)?.first_chunk()?;
        Some(if swapped { u32::from_be_bytes(*four) } else { u32::from_le_bytes(*four) })
    };
    let [_, major, minor, _] = word(1)?.to_be_bytes();
    let (mut needs, mut at) = (Vec::new(), 5usize);
    for _ in 0..MOST {
        let Some(instruction) = word(at) else { break };
        let length = usize::try_from(instruction >> 16).unwrap_or(0);
        match instruction & 0xffff {
            _ if length == 0 => break,
            CAPABILITY => needs.extend(word(at + 1).map(capability)),
            EXTENSION => needs.extend(text((at + 1..at.saturating_add(length)).map_while(word))),
            _ => break,
        }
        at = at.saturating_add(length);
    }
    let more = needs.len().saturating_sub(SHOWN);
    needs.truncate(SHOWN);
    let mut list = needs.join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    let needs = if list.is_empty() { String::new() } else { format!(" ({list})") };
    Some(format!(
        "a SPIR-V module of version {major}.{minor}: the driver that reads it must have this version, and the \
         capabilities and extensions that it declares{needs}"
    ))
}

fn capability(number: u32) -> String {
    let named = CAPABILITIES.iter().find(|(known, _)| *known == number);
    named.map_or_else(|| format!("capability {number}"), |(_, name)| (*name).to_string())
}

/// A text in words, the lowest byte of each first, ended by a zero byte.
fn text(words: impl Iterator<Item = u32>) -> Option<String> {
    let bytes: Vec<u8> = words.take(64).flat_map(u32::to_le_bytes).take_while(|byte| *byte != 0).collect();
    String::from_utf8(bytes).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_graphic()))
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, describe};

    #[test]
    fn version_and_what_it_declares() {
        let extension = u32::from_le_bytes(*b"SPV_");
        let words = [MAGIC, 0x0001_0200, 0, 9, 0, 0x0002_0011, 6, 0x0002_0011, 4441, 0x0003_000a, extension];
        let words: Vec<u32> =
            words.into_iter().chain([u32::from_le_bytes(*b"x\0\0\0"), 0x0003_000e]).collect();
        let little: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        let said = describe(&little).unwrap();
        assert!(said.starts_with("a SPIR-V module of version 1.2: "), "{said}");
        assert!(said.ends_with("(Kernel, capability 4441, SPV_x)"), "{said}");
        assert_eq!(describe(&big).unwrap(), said);
        for length in 0..little.len() {
            let _ = describe(&little[..length]);
        }
        assert_eq!(describe(b"\x03\x02\x23\x07"), None, "a magic alone");
    }
}
