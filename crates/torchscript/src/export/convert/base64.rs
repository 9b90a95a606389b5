//! Base 64 (RFC 4648, section 4), as 2.1 writes bytes into JSON.

/// Reads a text; `None` if it is none.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    let padding = text.iter().rev().take_while(|byte| **byte == b'=').count();
    if !text.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let digits = text.get(..text.len() - padding)?;
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0u32);
    for digit in digits {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from((bits >> count) & 0xff).ok()?);
            bits &= (1 << count) - 1;
        }
    }
    (bits == 0).then_some(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_read_and_others_refused() {
        assert_eq!(super::decode("UEsDBA=="), Some(b"PK\x03\x04".to_vec()));
        assert_eq!(super::decode(""), Some(Vec::new()));
        for text in ["UEsDBA=", "U===", "UEsDB*==", "UEsDBB=="] {
            assert_eq!(super::decode(text), None, "{text}");
        }
    }
}
