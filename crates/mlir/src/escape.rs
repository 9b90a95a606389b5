//! Numbers, strings and names as assembly text spells them.

/// Appends a number.
pub(crate) fn number(out: &mut Vec<u8>, value: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = value;
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a signed number.
pub(crate) fn signed(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    number(out, value.unsigned_abs());
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn hex_digit(out: &mut Vec<u8>, nibble: u8) {
    out.push(HEX[usize::from(nibble & 15)]);
}

/// Appends bytes as pairs of hexadecimal digits.
pub(crate) fn hex(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len() * 2);
    for byte in bytes {
        hex_digit(out, byte >> 4);
        hex_digit(out, *byte);
    }
}

/// Appends `"0x…"`.
pub(crate) fn hex_string(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(b"\"0x");
    hex(out, bytes);
    out.push(b'"');
}

/// Appends text as it stands between quotes: whatever is no printable ASCII character, and quotes, as `\` and two digits.
pub(crate) fn escaped(out: &mut Vec<u8>, text: &[u8]) {
    for byte in text {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'"' => out.extend_from_slice(b"\\22"),
            0x20..=0x7e => out.push(*byte),
            _ => {
                out.push(b'\\');
                hex_digit(out, byte >> 4);
                hex_digit(out, *byte);
            }
        }
    }
}

/// Appends text in quotes.
pub(crate) fn quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    escaped(out, text);
    out.push(b'"');
}

fn is_bare(name: &[u8]) -> bool {
    let Some((first, rest)) = name.split_first() else { return false };
    (first.is_ascii_alphabetic() || *first == b'_')
        && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

/// Appends a name, in quotes if it would not be read as one word.
pub(crate) fn keyword(out: &mut Vec<u8>, name: &[u8]) {
    match is_bare(name) {
        true => out.extend_from_slice(name),
        false => quoted(out, name),
    }
}

/// Appends a reference to a symbol.
pub(crate) fn symbol(out: &mut Vec<u8>, name: &[u8]) {
    if name.is_empty() {
        out.extend_from_slice(b"@<<INVALID EMPTY SYMBOL>>");
        return;
    }
    out.push(b'@');
    keyword(out, name);
}

/// Appends a dimension, which may be unknown.
pub(crate) fn dimension(out: &mut Vec<u8>, value: i64) {
    match value {
        i64::MIN => out.push(b'?'),
        value => signed(out, value),
    }
}
