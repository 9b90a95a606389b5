//! DXContainer, in which shaders come to Direct3D (llvm/BinaryFormat/DXContainer.h).
//!
//! ```text
//! "DXBC" | hash of 16 bytes | version u16 u16 | size u32 | parts u32 | for each: where it begins u32
//! part:   name of 4 bytes | size u32 | bytes
//! "DXIL": shader model u8 (major in the upper half), u8, kind of shader u16, size u32 | "DXIL" | minor u8, major u8, u16 | bitcode at u32, size u32
//! ```

use super::{from, short, word};

/// Parts that are looked at; real ones are a dozen.
const MOST_PARTS: u32 = 64;

/// Kinds of shaders, by number (`DXIL::ShaderKind`).
const SHADERS: [&str; 15] = [
    "pixel",
    "vertex",
    "geometry",
    "hull",
    "domain",
    "compute",
    "library",
    "ray generation",
    "intersection",
    "any hit",
    "closest hit",
    "miss",
    "callable",
    "mesh",
    "amplification",
];

/// What a container is for.
pub(super) fn describe(bytes: &[u8]) -> Option<String> {
    let parts = word(bytes, 28).filter(|_| bytes.starts_with(b"DXBC"))?;
    let signed = match bytes.get(4..20)?.iter().all(|byte| *byte == 0) {
        true => "its hash, which the validator has not set",
        false => "its hash, which is set",
    };
    let places = (8..8 + parts.min(MOST_PARTS)).filter_map(|n| word(bytes, usize::try_from(n).ok()? * 4));
    for part in places.filter_map(|at| from(bytes, at)) {
        if part.starts_with(b"DXIL")
            && let Some(what) = program(part.get(8..).unwrap_or_default())
        {
            return Some(format!(
                "a DXContainer with {what}: the driver of a graphics card reads it, whose shader model and DXIL \
                 version decide, and Direct3D checks {signed}"
            ));
        }
    }
    Some("a DXContainer without a DXIL part: no bitcode is in it".into())
}

/// What a DXIL part has: `DXIL 1.6 for shader model 6.6 (compute), which is bitcode of LLVM 3.7`.
fn program(part: &[u8]) -> Option<String> {
    let (model, kind) = (*part.first()?, short(part, 2)?);
    let [minor, major] = *part.get(12..14)?.first_chunk()?;
    let is_dxil = part.get(8..12)? == b"DXIL";
    let shader = SHADERS.get(usize::from(kind)).copied().unwrap_or("unknown kind of shader");
    is_dxil.then(|| {
        format!(
            "DXIL {major}.{minor} for shader model {}.{} ({shader}), which is bitcode of LLVM 3.7",
            model >> 4,
            model & 15
        )
    })
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn versions_and_hash() {
        let mut bytes = b"DXBC".to_vec();
        bytes.extend([0; 16]);
        for number in [1u32, 68, 1, 36] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(b"DXIL\x18\0\0\0\x66\0\x05\0\x06\0\0\0DXIL\x06\x01\0\0\x10\0\0\0\0\0\0\0");
        let text = describe(&bytes).unwrap();
        assert!(text.contains("DXIL 1.6 for shader model 6.6 (compute)"), "{text}");
        assert!(text.contains("has not set"), "{text}");
        bytes[4] = 1;
        assert!(describe(&bytes).unwrap().contains("which is set"));
        bytes[36] = b'S';
        assert!(describe(&bytes).unwrap().contains("no bitcode"));
        assert_eq!(describe(b"DXBC"), None, "cut off");
        for length in 0..bytes.len() {
            let _ = describe(&bytes[..length]);
        }
    }
}
