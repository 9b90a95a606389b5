//! Numbers in the text of a schema, read as C's `strtoll` and `strtod` read them.

/// An integer: optional blanks and sign, decimal or `0x`. `None` if it is not one; saturates far outside all types.
pub(super) fn integer(text: &str) -> Option<i128> {
    let text = text.trim_start_matches(is_blank);
    let (negative, digits) = sign(text);
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => (16, hex),
        None => (10, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value: i128 = 0;
    for c in digits.chars() {
        let digit = c.to_digit(radix)?;
        value = value.saturating_mul(radix.into()).saturating_add(digit.into());
    }
    Some(if negative { value.saturating_neg() } else { value })
}

/// A floating-point number: decimal, hexadecimal with a binary exponent, `inf`, `infinity` or `nan`.
pub(super) fn real(text: &str) -> Option<f64> {
    let text = text.trim_start_matches(is_blank);
    let (negative, magnitude) = sign(text);
    if magnitude.starts_with(['+', '-']) {
        return None;
    }
    let value = match magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")) {
        Some(hex) => hex_real(hex)?,
        None => magnitude.parse().ok()?,
    };
    // flatc takes the sign off every NaN.
    Some(if value.is_nan() {
        f64::NAN
    } else if negative {
        -value
    } else {
        value
    })
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// What follows `0x`: hexadecimal digits with at most one dot, and perhaps `p` and a decimal exponent.
fn hex_real(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => {
            (mantissa, integer(exponent).filter(|_| !exponent.contains(['x', 'X']))?)
        }
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // 124 bits of mantissa; what lies below only matters as "not zero".
    let (mut bits, mut scale, mut sticky) = (0_u128, 0_i128, false);
    for (part, step) in [(whole, 0), (fraction, -4)] {
        for c in part.chars() {
            let digit = c.to_digit(16)?;
            if bits >> 120 == 0 {
                bits = (bits << 4) | u128::from(digit);
                scale += step;
            } else {
                sticky |= digit != 0;
                scale += step + 4;
            }
        }
    }
    let mut value = (bits | u128::from(sticky)) as f64;
    if value == 0.0 {
        return Some(value);
    }
    let mut power = i32::try_from(exponent.saturating_add(scale).clamp(-4000, 4000)).ok()?;
    // Up by exact steps; down by exact steps until the last, which alone may round into the subnormals.
    while power > 0 && value.is_finite() {
        let step = power.min(512);
        value *= 2_f64.powi(step);
        power -= step;
    }
    while power < 0 && value != 0.0 {
        let spare = exponent_of(value) + 1022;
        let step = if spare > 0 { (-power).min(spare).min(512) } else { (-power).min(1022) };
        value *= 2_f64.powi(-step);
        power += step;
    }
    Some(value)
}

/// The binary exponent of a normal number.
fn exponent_of(value: f64) -> i32 {
    let raw = (value.to_bits() >> 52) & 0x7ff;
    i32::try_from(raw).unwrap_or(0) - 1023
}

#[cfg(test)]
mod tests {
    use super::{integer, real};

    #[test]
    fn integers_as_strtoll() {
        for (text, value) in [("0", 0), ("-009", -9), ("+0x1F", 31), ("-0x10", -16), ("  7", 7)] {
            assert_eq!(integer(text), Some(value), "{text}");
        }
        for text in ["", "-", "0x", "1 ", "5a", "--5", "+-5", "0x+5"] {
            assert_eq!(integer(text), None, "{text}");
        }
        assert_eq!(integer(&"9".repeat(99)), Some(i128::MAX));
    }

    #[test]
    fn reals_as_strtod() {
        let cases = [
            ("1", 1.0),
            (".5", 0.5),
            ("1.", 1.0),
            ("-1e3", -1000.0),
            ("0x1p4", 16.0),
            ("0x.8p0", 0.5),
            ("-0xA.8p-1", -5.25),
            ("0x1p-1074", f64::from_bits(1)),
            ("0x1.8p-1074", f64::from_bits(2)),
            ("0x1.fffffffffffffp1023", f64::MAX),
            ("0x1p1024", f64::INFINITY),
            ("0x0p99999", 0.0),
            ("-inf", f64::NEG_INFINITY),
            ("+Infinity", f64::INFINITY),
        ];
        for (text, value) in cases {
            assert_eq!(real(text), Some(value), "{text}");
        }
        assert!(real("-nan").unwrap().is_nan());
        for text in ["", ".", "0x", "0xp1", "1e", "1..2", "+-1", "0x1p", "nan(1)", "0x1p0x1"] {
            assert_eq!(real(text), None, "{text}");
        }
    }
}
