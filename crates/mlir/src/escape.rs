//! Numbers, strings and names as assembly text spells them.

use crate::text::Text;

/// Appends a number.
pub(crate) fn number(out: &mut impl Text, value: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = value;
    loop {
        at -= 1;
        if let Some(digit) = digits.get_mut(at) {
            *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        }
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(at..).unwrap_or_default());
}

/// Appends a signed number.
pub(crate) fn signed(out: &mut impl Text, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    number(out, value.unsigned_abs());
}

fn digits_of(byte: u8) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|digit| if digit < 10 { b'0' + digit } else { b'A' - 10 + digit })
}

/// Appends bytes as pairs of hexadecimal digits.
pub(crate) fn hex(out: &mut impl Text, bytes: &[u8]) {
    let mut digits = [0; 512];
    for part in bytes.chunks(digits.len() / 2) {
        for (byte, pair) in part.iter().zip(digits.chunks_exact_mut(2)) {
            pair.copy_from_slice(&digits_of(*byte));
        }
        out.extend_from_slice(digits.get(..part.len() * 2).unwrap_or_default());
        if out.is_full() {
            return;
        }
    }
}

/// Appends `"0x…"`.
pub(crate) fn hex_string(out: &mut impl Text, bytes: &[u8]) {
    out.extend_from_slice(b"\"0x");
    hex(out, bytes);
    out.push(b'"');
}

/// Appends text as it stands between quotes: whatever is no printable ASCII character, and quotes, as `\` and two digits.
pub(crate) fn escaped(out: &mut impl Text, text: &[u8]) {
    let mut rest = text;
    while !rest.is_empty() && !out.is_full() {
        let plain = |byte: &u8| matches!(byte, 0x20..=0x7e) && !matches!(byte, b'"' | b'\\');
        let (text, behind) = rest.split_at(rest.iter().position(|byte| !plain(byte)).unwrap_or(rest.len()));
        out.extend_from_slice(text);
        let Some((byte, more)) = behind.split_first() else { return };
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'"' => out.extend_from_slice(b"\\22"),
            byte => {
                out.push(b'\\');
                out.extend_from_slice(&digits_of(*byte));
            }
        }
        rest = more;
    }
}

/// Appends text in quotes.
pub(crate) fn quoted(out: &mut impl Text, text: &[u8]) {
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
pub(crate) fn keyword(out: &mut impl Text, name: &[u8]) {
    match is_bare(name) {
        true => out.extend_from_slice(name),
        false => quoted(out, name),
    }
}

/// Appends a reference to a symbol.
pub(crate) fn symbol(out: &mut impl Text, name: &[u8]) {
    if name.is_empty() {
        out.extend_from_slice(b"@<<INVALID EMPTY SYMBOL>>");
        return;
    }
    out.push(b'@');
    keyword(out, name);
}

/// Appends a dimension, which may be unknown.
pub(crate) fn dimension(out: &mut impl Text, value: i64) {
    match value {
        i64::MIN => out.push(b'?'),
        value => signed(out, value),
    }
}
