//! Numbers: integers of any width, and floating point numbers of every format.

use super::cursor::{Form, Spelled};
use super::intern::Kind;
use crate::print::big::Big;
use crate::print::float::{Format, Top};

/// The most digits that a number may have: more take long.
const MAX_DIGITS: usize = 1 << 14;

/// Two words of a number.
pub(super) fn words_of(bits: u128) -> [u64; 2] {
    let low = |word: u128| u64::try_from(word & u128::from(u64::MAX)).unwrap_or(0);
    [low(bits), low(bits >> 64)]
}

/// The value of digits, lowest word first.
fn magnitude(spelled: Spelled<'_>) -> Result<Vec<u64>, String> {
    let (digits, base) = match spelled.form {
        Form::Hexadecimal => (spelled.text.get(2..).unwrap_or_default(), 16_u64),
        _ => (spelled.text, 10),
    };
    if digits.len() > MAX_DIGITS {
        return Err(format!("a number of {} digits, the limit is {MAX_DIGITS}", digits.len()));
    }
    let mut words: Vec<u64> = Vec::new();
    // As many digits at once as 64 bits hold of any base here.
    for part in digits.chunks(15) {
        let digit = |byte: &u8| u64::from(char::from(*byte).to_digit(16).unwrap_or(0));
        let mut carry = part.iter().fold(0, |value, byte| value * base + digit(byte));
        let factor = base.pow(u32::try_from(part.len()).unwrap_or(0));
        for word in &mut words {
            let [low, high] = words_of(u128::from(*word) * u128::from(factor) + u128::from(carry));
            (*word, carry) = (low, high);
        }
        if carry != 0 {
            words.push(carry);
        }
    }
    Ok(words)
}

/// How many bits a number has.
fn bits(words: &[u64]) -> u64 {
    let top = words.iter().enumerate().rfind(|(_, word)| **word != 0);
    top.map_or(0, |(top, word)| {
        u64::try_from(top + 1).unwrap_or(u64::MAX).saturating_mul(64) - u64::from(word.leading_zeros())
    })
}

/// An integer of a type: how many bits it has, and its words, as if it had no sign.
pub(super) fn integer(kind: &Kind, negative: bool, spelled: Spelled<'_>) -> Result<(u32, Vec<u64>), String> {
    let (width, signed, unsigned) = match kind {
        Kind::Integer { width, signed, unsigned } => (*width, *signed, *unsigned),
        Kind::Index => (64, true, false),
        _ => return Err("expected a type of numbers".to_owned()),
    };
    let shown = || {
        let digits = String::from_utf8_lossy(spelled.text);
        let digits: String = digits.chars().take(24).collect();
        format!("{}{digits}", if negative { "-" } else { "" })
    };
    if spelled.form == Form::Point {
        return Err(format!("expected an integer, found `{}`", shown()));
    }
    let mut words = magnitude(spelled)?;
    let used = bits(&words);
    let fits = match negative {
        // The lowest number is further from zero than the highest.
        true => {
            let lowest = used == u64::from(width) && {
                let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
                ones == 1
            };
            !unsigned && (used < u64::from(width) || lowest) || used == 0
        }
        false => used < u64::from(width) || !signed && used == u64::from(width) || used == 0,
    };
    if !fits {
        return Err(format!("`{}` does not fit an integer of {width} bits", shown()));
    }
    if negative {
        negate(&mut words, width);
    }
    Ok((width, words))
}

/// The complement in so many bits.
fn negate(words: &mut Vec<u64>, width: u32) {
    if words.is_empty() {
        return;
    }
    words.resize(outlast_core::to_index(width.div_ceil(64)), 0);
    let mut carry = true;
    for word in words.iter_mut() {
        let (sum, over) = (!*word).overflowing_add(u64::from(carry));
        (*word, carry) = (sum, over);
    }
    if let (Some(last), used @ 1..) = (words.last_mut(), width % 64) {
        *last &= u64::MAX >> (64 - used);
    }
}

/// Appends an integer as dense attributes have it: so many bytes, lowest first.
pub(super) fn little_endian(out: &mut Vec<u8>, words: &[u64], bytes: usize) {
    let all = words.iter().flat_map(|word| word.to_le_bytes()).chain(std::iter::repeat(0));
    out.extend(all.take(bytes));
}

/// A number of a format, as its bits.
pub(super) fn float(format: Format, negative: bool, spelled: Spelled<'_>) -> Result<u128, String> {
    if spelled.form == Form::Hexadecimal {
        let words = magnitude(spelled)?;
        if negative || bits(&words) > u64::from(format.bits) {
            return Err(format!("hexadecimal bits that do not fit a number of {} bits", format.bits));
        }
        let word = |at: usize| u128::from(words.get(at).copied().unwrap_or(0));
        return Ok(word(0) | word(1) << 64);
    }
    if spelled.form == Form::Decimal {
        return Err("expected a number with a point, found an integer".to_owned());
    }
    if spelled.text.len() > MAX_DIGITS {
        return Err(format!("a number of {} digits, the limit is {MAX_DIGITS}", spelled.text.len()));
    }
    if format.bits > 64 {
        return Ok(wide(format, negative, spelled.text));
    }
    // Upstream's parser goes through 64 bits, too.
    let text = std::str::from_utf8(spelled.text).unwrap_or("0");
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if value.is_infinite() {
        return Err("a number that is too large".to_owned());
    }
    let bits = value.to_bits();
    let exponent = i32::try_from(bits >> 52).unwrap_or(0);
    let fraction = u128::from(bits & ((1 << 52) - 1));
    let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    Ok(encode(format, negative, significand, exponent.max(1) - 1075, false))
}

/// A number of a format with more than 64 bits: the nearest one.
fn wide(format: Format, negative: bool, text: &[u8]) -> u128 {
    let (mantissa, power) = match text.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => {
            let (mantissa, power) = text.split_at(at);
            (mantissa, std::str::from_utf8(power.get(1..).unwrap_or_default()).unwrap_or("0"))
        }
        None => (text, "0"),
    };
    // Beyond this everything is infinite or zero.
    let power = power.parse::<i64>().unwrap_or(if power.starts_with('-') { -1 << 20 } else { 1 << 20 });
    let point = mantissa.iter().position(|byte| *byte == b'.').unwrap_or(mantissa.len());
    let behind = i64::try_from(mantissa.len().saturating_sub(point + 1)).unwrap_or(0);
    let limit = 20_000;
    let power = i32::try_from((power - behind).clamp(-limit - (1 << 14), limit)).unwrap_or(0);
    let mut number = Big::default();
    for digit in mantissa.iter().filter(|byte| byte.is_ascii_digit()) {
        number.multiply(10);
        number.add(u32::from(digit - b'0'));
    }
    if number.is_zero() {
        return encode(format, negative, 0, 0, false);
    }
    let mut exponent = 0;
    let mut sticky = false;
    if power >= 0 {
        number.multiply_power(10, power.unsigned_abs());
    } else {
        // Bits enough for the significand and for rounding stay after the division.
        let shift = power.unsigned_abs() * 4 + 160;
        number.shift_left(shift);
        exponent -= i32::try_from(shift).unwrap_or(0);
        for _ in 0..power.unsigned_abs() / 9 {
            sticky |= number.divide(1_000_000_000) != 0;
        }
        sticky |= number.divide(10_u32.pow(power.unsigned_abs() % 9)) != 0;
    }
    // The top 128 bits, and whether there are more.
    let digits = &number.0;
    let first = digits.len().saturating_sub(4);
    let (dropped, kept) = digits.split_at(first);
    sticky |= dropped.iter().any(|digit| *digit != 0);
    let top = kept.iter().rev().fold(0_u128, |top, digit| top << 32 | u128::from(*digit));
    exponent += i32::try_from(first * 32).unwrap_or(i32::MAX / 2);
    // Of the top digit some bits may be zero: fewer than 97 of 128 are never left, but 113 are needed.
    let below = first.checked_sub(1).and_then(|at| digits.get(at)).copied().unwrap_or(0);
    let room = top.leading_zeros().min(31);
    if first > 0 && room > 0 {
        let more = u128::from(below >> (32 - room));
        sticky |= u64::from(below) << room & 0xffff_ffff != 0;
        return encode(
            format,
            negative,
            top << room | more,
            exponent - i32::try_from(room).unwrap_or(0),
            sticky,
        );
    }
    encode(format, negative, top, exponent, sticky)
}

/// The number `significand · 2^exponent` (and a little more, if `sticky`) as bits of a format, rounded to the nearest, to even.
fn encode(format: Format, negative: bool, significand: u128, exponent: i32, sticky: bool) -> u128 {
    let precision = i32::try_from(format.precision).unwrap_or(0);
    let stored = match format.top {
        Top::Stored => format.precision,
        _ => format.precision - 1,
    };
    let has_sign = format.top != Top::Exponent;
    let sign = if negative && has_sign { 1 << (format.bits - 1) } else { 0 };
    let width = format.bits - stored - u32::from(has_sign);
    let highest = (1_i32 << width) - 1;
    if significand == 0 {
        return if format.top == Top::NegativeZero { 0 } else { sign };
    }
    let top = exponent + 127 - i32::try_from(significand.leading_zeros()).unwrap_or(0);
    // The weight of the lowest bit, where numbers are as dense as can be or as dense as those around this one.
    let mut unit = (top - (precision - 1)).max(1 - format.bias - (precision - 1));
    let mut rounded = round(significand, unit - exponent, sticky);
    if rounded >> format.precision != 0 {
        rounded >>= 1;
        unit += 1;
    }
    let normal = rounded >> (format.precision - 1) != 0;
    let biased = if normal { unit + precision - 1 + format.bias } else { 0 };
    let fraction = if format.top == Top::Stored { rounded } else { rounded & ((1 << stored) - 1) };
    let all = (1_u128 << stored) - 1;
    let pack = |biased: i32, fraction: u128| u128::try_from(biased).unwrap_or(0) << stored | fraction;
    let largest = (pack(highest, all), 1 << (format.bits - 1));
    match format.top {
        Top::Ieee if biased >= highest => sign | pack(highest, 0),
        Top::Stored if biased >= highest => sign | pack(highest, 1 << (stored - 1)),
        Top::AllOnes if biased > highest || biased == highest && fraction == all => sign | largest.0,
        Top::NegativeZero if biased > highest => largest.1,
        Top::NegativeZero if biased == 0 && fraction == 0 => 0,
        Top::Finite if biased > highest => sign | largest.0,
        Top::Exponent => pack(biased.clamp(0, highest), 0),
        _ => sign | pack(biased, fraction),
    }
}

/// A number shifted right, rounded to the nearest, to even.
fn round(value: u128, shift: i32, sticky: bool) -> u128 {
    if shift <= 0 {
        return value.checked_shl(shift.unsigned_abs()).unwrap_or(0);
    }
    let shift = shift.unsigned_abs();
    if shift > 128 {
        return 0;
    }
    let kept = value.checked_shr(shift).unwrap_or(0);
    let half = 1_u128 << (shift - 1);
    let rest = if shift == 128 { value } else { value & ((1 << shift) - 1) };
    let up = rest > half || rest == half && (sticky || kept & 1 != 0);
    kept + u128::from(up)
}

#[cfg(test)]
mod tests {
    use super::super::cursor::Cursor;
    use super::float;
    use crate::print::float::by_name;

    fn bits(name: &str, text: &str) -> u128 {
        let mut cursor = Cursor::new(text);
        let negative = cursor.eat("-");
        float(by_name(name.as_bytes()).unwrap(), negative, cursor.number().unwrap()).unwrap()
    }

    #[test]
    fn floats() {
        assert_eq!(bits("f32", "1.0"), u128::from(1.0_f32.to_bits()));
        assert_eq!(bits("f32", "-0.1"), u128::from((-0.1_f32).to_bits()));
        assert_eq!(bits("f32", "1.0e-45"), 1);
        assert_eq!(bits("f32", "1.0e39"), u128::from(f32::INFINITY.to_bits()));
        assert_eq!(bits("f64", "3.1415926535897931"), u128::from(std::f64::consts::PI.to_bits()));
        assert_eq!(bits("f16", "65504.0"), 0x7bff);
        assert_eq!(bits("f8E4M3FN", "448.0"), 0x7e);
        assert_eq!(bits("f8E4M3FNUZ", "-0.0"), 0);
        assert_eq!(bits("f80", "1.0"), 0x3fff_8000_0000_0000_0000);
        assert_eq!(bits("f128", "1.5"), 0x3fff_8000_0000_0000_0000_0000_0000_0000);
        assert_eq!(bits("f128", "0.1"), 0x3ffb_9999_9999_9999_9999_9999_9999_999a);
        assert_eq!(bits("f128", "1.0e30"), 0x4062_93e5_939a_08ce_9dbd_4800_0000_0000);
        assert_eq!(bits("f32", "0x7F800000"), 0x7f80_0000);
    }

    /// Every number of the small formats, as it is printed, is read again.
    #[test]
    fn all_of_small_formats() {
        let small = ["f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4"];
        for name in small.into_iter().chain(["f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f16", "bf16", "f8E8M0FNU"])
        {
            let format = by_name(name.as_bytes()).unwrap();
            for number in 0..1_u128 << format.bits {
                let mut text = Vec::new();
                format.print(&mut text, number);
                let text = String::from_utf8(text).unwrap();
                assert_eq!(bits(name, &text), number, "{text} of {name}");
            }
        }
    }
}
