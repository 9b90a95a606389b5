//! Numbers and strings as LLVM prints them.

use std::io::{self, Write};

/// `%e` of C: `3.333333e+00`.
pub(super) fn exponent(value: f64) -> String {
    let text = format!("{value:.6e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let sign = if power < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", power.unsigned_abs())
}

/// What C's `isprint` says of a byte.
pub(super) fn is_print(byte: u8) -> bool {
    (0x20..=0x7e).contains(&byte)
}

/// `raw_ostream::write_escaped` with hexadecimal escapes.
pub(super) fn escaped(mut bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    let plain = |byte: &u8| is_print(*byte) && !matches!(byte, b'\\' | b'"');
    while !bytes.is_empty() {
        let run = bytes.iter().position(|byte| !plain(byte)).unwrap_or(bytes.len());
        let (text, rest) = bytes.split_at(run);
        out.write_all(text)?;
        let Some((byte, rest)) = rest.split_first() else { break };
        match byte {
            b'\\' => out.write_all(b"\\\\")?,
            b'\t' => out.write_all(b"\\t")?,
            b'\n' => out.write_all(b"\\n")?,
            b'"' => out.write_all(b"\\\"")?,
            byte => write!(out, "\\x{byte:02X}")?,
        }
        bytes = rest;
    }
    Ok(())
}

/// A count as a number to divide by.
pub(super) fn float(value: u64) -> f64 {
    // Counts and sizes in bits stay far below 2^53, where this is exact.
    #[expect(clippy::cast_precision_loss)]
    {
        value as f64
    }
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn exponents_like_c() {
        assert_eq!(exponent(10.0 / 3.0), "3.333333e+00");
        assert_eq!(exponent(0.0), "0.000000e+00");
        assert_eq!(exponent(0.0125), "1.250000e-02");
        assert_eq!(exponent(123_456_789.0), "1.234568e+08");
    }
}
