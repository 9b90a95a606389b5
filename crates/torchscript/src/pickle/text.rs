//! Values that are written as text: numbers, quoted byte strings, text with escapes.

use std::borrow::Cow;

use super::graph::Value;

/// An integer as `INT` and `LONG` have it, and as `GET` and `PUT` number the memo: what `int(text, 0)` of Python takes.
pub(crate) fn integer(line: &[u8]) -> Option<Value<'_>> {
    let text = std::str::from_utf8(line).ok()?.trim_matches([' ', '\t', '\r', '\x0b', '\x0c']);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.get(..2).unwrap_or_default();
    let radix = match lower {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => 10,
    };
    let digits = if radix == 10 { digits } else { digits.get(2..)? };
    let plain: Cow<'_, str> =
        if digits.contains('_') { digits.replace('_', "").into() } else { digits.into() };
    if plain.is_empty() || !plain.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let number = i128::from_str_radix(&plain, radix).ok().map(|n| if negative { -n } else { n });
    match number.map(i64::try_from) {
        Some(Ok(number)) => Some(Value::Int(number)),
        _ => Some(Value::Decimal(text)),
    }
}

/// A byte string in quotes, with the escapes of Python.
pub(crate) fn quoted(line: &[u8]) -> Option<Cow<'_, [u8]>> {
    let line = line.trim_ascii();
    let inner = [b"\"".as_slice(), b"'"]
        .into_iter()
        .find_map(|q| line.strip_prefix(q).and_then(|rest| rest.strip_suffix(q)))?;
    if !inner.contains(&b'\\') {
        return Some(inner.into());
    }
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match rest.next()? {
            b'\n' => {}
            b'a' => out.push(7),
            b'b' => out.push(8),
            b't' => out.push(b'\t'),
            b'n' => out.push(b'\n'),
            b'v' => out.push(11),
            b'f' => out.push(12),
            b'r' => out.push(b'\r'),
            b'x' => {
                let mut digit = || rest.next().and_then(|b| char::from(b).to_digit(16));
                out.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
            }
            first @ b'0'..=b'7' => {
                let mut number = u32::from(first - b'0');
                for _ in 0..2 {
                    let Some(next) = rest.next_if(|b| (b'0'..=b'7').contains(b)) else { break };
                    number = number * 8 + u32::from(next - b'0');
                }
                // Python keeps the lower eight bits.
                out.push(number.to_le_bytes()[0]);
            }
            other @ (b'\\' | b'\'' | b'"') => out.push(other),
            other => out.extend([b'\\', other]),
        }
    }
    Some(out.into())
}

/// Text in `raw-unicode-escape`: bytes are Latin-1, and `\uXXXX`, `\UXXXXXXXX` behind an odd number of backslashes are characters.
/// The outcome is UTF-8, with lone surrogates in three bytes.
pub(crate) fn raw_unicode(line: &[u8]) -> Option<Cow<'_, [u8]>> {
    if line.is_ascii() && !line.contains(&b'\\') {
        return Some(line.into());
    }
    let mut out = Vec::with_capacity(line.len());
    let (mut at, mut slashes) = (0, 0usize);
    while let Some(byte) = line.get(at).copied() {
        let digits = match byte {
            b'u' if slashes % 2 == 1 => 4,
            b'U' if slashes % 2 == 1 => 8,
            _ => 0,
        };
        slashes = if byte == b'\\' { slashes + 1 } else { 0 };
        if digits == 0 {
            push_code(&mut out, byte.into());
            at += 1;
            continue;
        }
        let hex = std::str::from_utf8(line.get(at + 1..at + 1 + digits)?).ok()?;
        let code =
            u32::from_str_radix(hex, 16).ok().filter(|_| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
        if code > 0x10_ffff {
            return None;
        }
        out.pop(); // The backslash.
        push_code(&mut out, code);
        at += 1 + digits;
    }
    Some(out.into())
}

fn push_code(out: &mut Vec<u8>, code: u32) {
    match char::from_u32(code) {
        Some(character) => out.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        None => {
            // A surrogate.
            let [low, high, ..] = (code & 0xfff).to_le_bytes();
            out.extend([0xed, 0x80 | high << 2 | low >> 6, 0x80 | low & 0x3f]);
        }
    }
}

/// A floating-point number as `FLOAT` has it: what `float(text)` of Python takes.
pub(crate) fn float(line: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(line).ok()?.trim();
    // Rust's parser takes what Python's does, except for underscores.
    text.parse().ok().or_else(|| text.replace('_', "").parse().ok().filter(|_| !text.starts_with('_')))
}

#[cfg(test)]
mod tests {
    use super::{Value, float, integer, quoted, raw_unicode};

    #[test]
    fn integers_as_python_takes_them() {
        let int = |text: &'static [u8]| integer(text);
        assert_eq!(int(b"12"), Some(Value::Int(12)));
        assert_eq!(int(b" -7\r"), Some(Value::Int(-7)));
        assert_eq!(int(b"0x1F"), Some(Value::Int(31)));
        assert_eq!(int(b"-0b11"), Some(Value::Int(-3)));
        assert_eq!(int(b"1_000"), Some(Value::Int(1000)));
        assert_eq!(int(b"-9223372036854775808"), Some(Value::Int(i64::MIN)));
        assert_eq!(int(b"9223372036854775808"), Some(Value::Decimal("9223372036854775808")));
        assert_eq!(
            int(b"9".repeat(60).leak()),
            Some(Value::Decimal(std::str::from_utf8(&[b'9'; 60]).unwrap()))
        );
        for bad in [&b""[..], b"-", b"x", b"1.0", b"+-1", b"\xff", b"0x"] {
            assert_eq!(integer(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn byte_strings_and_escapes() {
        let text = |line: &'static [u8]| quoted(line).map(std::borrow::Cow::into_owned);
        assert_eq!(text(b"'a b'"), Some(b"a b".to_vec()));
        assert_eq!(text(br#""\x41\n\\\'\101\777\q""#), Some(b"A\n\\'A\xff\\q".to_vec()));
        for bad in [&b"a"[..], b"'a", b"'a\"", b"'", b"'\\x4'", b"'\\"] {
            assert_eq!(quoted(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn text_with_escapes() {
        let text = |line: &'static [u8]| raw_unicode(line).map(std::borrow::Cow::into_owned);
        assert_eq!(text(b"a\\u00e9\\\\u00e9\xe9"), Some("aé\\\\u00e9é".as_bytes().to_vec()));
        assert_eq!(text(b"\\U0001f600\\ud83d"), Some(b"\xf0\x9f\x98\x80\xed\xa0\xbd".to_vec()));
        assert_eq!(text(b"\\n\\"), Some(b"\\n\\".to_vec()));
        assert!(text(b"\\u12").is_none() && text(b"\\U00110000").is_none() && text(b"\\u+123").is_none());
    }

    #[test]
    fn numbers_with_a_point() {
        assert_eq!(float(b"-1.5e3"), Some(-1500.0));
        assert_eq!(float(b"1_0.5"), Some(10.5));
        assert!(float(b"nan").is_some_and(f64::is_nan) && float(b"-inf") == Some(f64::NEG_INFINITY));
        assert!(float(b"").is_none() && float(b"x").is_none());
    }
}
