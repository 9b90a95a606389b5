//! What numbers and strings stand for, as PyTorch reads them (`parse_string_literal.h`, `Const` in `tree_views.h`).

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An `int`.
    Int(i64),
    /// A `float`.
    Float(f64),
    /// A `complex` without real part.
    Imaginary(f64),
}

/// The value of a number with any number of signs before it. `None` where PyTorch refuses it: an integer that has no 64 bits, two signs.
pub(super) fn number(text: &str) -> Option<Number> {
    if let Some(imaginary) = text.strip_suffix('j') {
        return Some(Number::Imaginary(float(imaginary)));
    }
    // As there: `0x1E` counts as a float, which is 30.
    if text.contains(['.', 'e', 'E']) {
        return Some(Number::Float(float(text)));
    }
    integer(text).map(Number::Int)
}

/// C's `strtoll` with base 0, which takes hexadecimal and octal digits and stops at anything else.
fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, digits.get(2..)?),
        [b'0', ..] => (8, digits),
        _ => (10, digits),
    };
    let digits = digits.split(|c: char| !c.is_digit(radix)).next().filter(|digits| !digits.is_empty())?;
    let value = i128::from_str_radix(digits, radix).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}

/// C's `strtod`: 0 where there is no number.
fn float(text: &str) -> f64 {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return sign * of_hexadecimal(hexadecimal);
    }
    match digits.as_bytes() {
        [b'0'..=b'9' | b'.', ..] => sign * digits.parse::<f64>().unwrap_or(0.0),
        // Two signs are no number.
        _ => 0.0,
    }
}

/// `1.8p3`. Digits beyond those that an `f64` holds are rounded one after the other, not together.
fn of_hexadecimal(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digit = |c: char| c.to_digit(16).map_or(0.0, f64::from);
    let value = whole.chars().fold(0.0, |sum, c| sum * 16.0 + digit(c));
    let value = fraction.chars().rev().fold(0.0, |sum, c| (sum + digit(c)) / 16.0) + value;
    // What is beyond this is infinite or 0 anyway.
    let exponent = exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { -5000 } else { 5000 });
    value * 2f64.powi(i32::try_from(exponent.clamp(-5000, 5000)).unwrap_or(0))
}

/// The bytes that one string in quotes stands for.
///
/// # Errors
///
/// Where an escape is, which PyTorch refuses: its offset.
pub(super) fn string(quoted: &[u8]) -> Result<Vec<u8>, usize> {
    let quotes = match quoted {
        [b'"', b'"', b'"', ..] | [b'\'', b'\'', b'\'', ..] => 3,
        _ => 1,
    };
    let inside = quoted.get(quotes..quoted.len().saturating_sub(quotes)).unwrap_or_default();
    let (mut out, mut at) = (Vec::with_capacity(inside.len()), 0);
    while let Some(byte) = inside.get(at) {
        if *byte != b'\\' {
            out.push(*byte);
            at += 1;
            continue;
        }
        let (value, len) = escape(inside.get(at + 1..).unwrap_or_default()).ok_or(quotes + at)?;
        out.push(value);
        at += 1 + len;
    }
    Ok(out)
}

/// What is behind a backslash: its value, and how many bytes it is.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let octal = |byte: u8| (b'0'..=b'7').contains(&byte).then(|| u32::from(byte - b'0'));
    let value = match *text.first()? {
        same @ (b'\\' | b'\'' | b'"' | b'\n') => same,
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'v' => 0x0b,
        b't' => b'\t',
        first => {
            let value = octal(first)? * 64 + octal(*text.get(1)?)? * 8 + octal(*text.get(2)?)?;
            return Some((u8::try_from(value).ok()?, 3));
        }
    };
    Some((value, 1))
}

/// A string as PyTorch's printer writes it (`c10::printQuotedString`): with `\r`, which its own parser refuses.
pub fn quoted(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![b'"'];
    for byte in bytes {
        match byte {
            b'\\' => out.extend(b"\\\\"),
            b'\'' => out.extend(b"\\'"),
            b'"' => out.extend(b"\\\""),
            0x07 => out.extend(b"\\a"),
            0x08 => out.extend(b"\\b"),
            0x0c => out.extend(b"\\f"),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            b'\t' => out.extend(b"\\t"),
            0x0b => out.extend(b"\\v"),
            b' '..=b'~' => out.push(*byte),
            other => out.extend(format!("\\{other:03o}").as_bytes()),
        }
    }
    out.push(b'"');
    out
}
