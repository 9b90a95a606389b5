//! Floating point numbers as upstream prints them: with six digits behind the point if that is exact, else with as many as
//! tell it from its neighbours, else its bits in hexadecimal.
//!
//! Upstream rounds decimals half up, after it has cut off most of the digits that are not needed. This does the same.

use crate::text::Text;
use std::cmp::Ordering;

use super::big::Big;

/// What the highest exponent means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Top {
    /// Infinities, and everything else is not a number.
    Ieee,
    /// Numbers, but all ones is not a number.
    AllOnes,
    /// Numbers; what would be the negative zero is not a number.
    NegativeZero,
    /// Numbers.
    Finite,
    /// Infinities as in `Ieee`, but the highest bit of the significand is stored.
    Stored,
    /// Only an exponent; all ones is not a number.
    Exponent,
}

/// A format of floating point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// Its name as a type.
    pub(crate) name: &'static [u8],
    /// Bits altogether.
    pub(crate) bits: u32,
    /// Bits of the significand, with the one that is not stored.
    pub(crate) precision: u32,
    /// What stands for the exponent 0.
    pub(crate) bias: i32,
    pub(crate) top: Top,
}

const fn format(name: &'static [u8], bits: u32, precision: u32, bias: i32, top: Top) -> Format {
    Format { name, bits, precision, bias, top }
}

/// All formats that are types of the builtin dialect, in the order of the type codes 3 to 8 and 21 to 32.
const FORMATS: [Format; 18] = [
    format(b"bf16", 16, 8, 127, Top::Ieee),
    format(b"f16", 16, 11, 15, Top::Ieee),
    format(b"f32", 32, 24, 127, Top::Ieee),
    format(b"f64", 64, 53, 1023, Top::Ieee),
    format(b"f80", 80, 64, 16383, Top::Stored),
    format(b"f128", 128, 113, 16383, Top::Ieee),
    format(b"tf32", 19, 11, 127, Top::Ieee),
    format(b"f8E5M2", 8, 3, 15, Top::Ieee),
    format(b"f8E4M3", 8, 4, 7, Top::Ieee),
    format(b"f8E4M3FN", 8, 4, 7, Top::AllOnes),
    format(b"f8E5M2FNUZ", 8, 3, 16, Top::NegativeZero),
    format(b"f8E4M3FNUZ", 8, 4, 8, Top::NegativeZero),
    format(b"f8E4M3B11FNUZ", 8, 4, 11, Top::NegativeZero),
    format(b"f8E3M4", 8, 5, 3, Top::Ieee),
    format(b"f4E2M1FN", 4, 2, 1, Top::Finite),
    format(b"f6E2M3FN", 6, 4, 1, Top::Finite),
    format(b"f6E3M2FN", 6, 3, 3, Top::Finite),
    format(b"f8E8M0FNU", 8, 1, 127, Top::Exponent),
];

/// The format of a code of the builtin dialect's types.
pub(crate) fn by_code(code: u64) -> Option<Format> {
    let at = match code {
        3..=8 => code - 3,
        21..=32 => code - 15,
        _ => return None,
    };
    FORMATS.get(usize::try_from(at).ok()?).copied()
}

/// The format of a type's name.
pub(crate) fn by_name(name: &[u8]) -> Option<Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// A finite number that is not zero: `significand · 2^exponent`.
#[derive(Clone, Copy, Debug)]
struct Finite {
    significand: u128,
    exponent: i32,
    /// Whether the numbers below are twice as close as those above.
    lowest: bool,
}

enum Value {
    /// Infinite, or not a number.
    Special,
    Zero,
    Finite(Finite),
}

fn small(value: u128) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

impl Format {
    fn decode(&self, bits: u128) -> (bool, Value) {
        if self.top == Top::Exponent {
            let exponent = small(bits) - self.bias;
            let finite = Finite { significand: 1, exponent, lowest: true };
            return (false, if bits == 0xff { Value::Special } else { Value::Finite(finite) });
        }
        let stored = if self.top == Top::Stored { self.precision } else { self.precision - 1 };
        let negative = bits >> (self.bits - 1) & 1 != 0;
        let fraction = bits & ((1 << stored) - 1);
        let width = self.bits - 1 - stored;
        let exponent = bits >> stored & ((1 << width) - 1);
        let highest = exponent == (1 << width) - 1;
        let implied = if exponent == 0 || self.top == Top::Stored { 0 } else { 1 << stored };
        let special = match self.top {
            Top::Ieee => highest,
            Top::AllOnes => highest && fraction == (1 << stored) - 1,
            Top::NegativeZero => negative && exponent == 0 && fraction == 0,
            Top::Finite | Top::Exponent => false,
            Top::Stored => highest || exponent != 0 && fraction >> (stored - 1) == 0,
        };
        if special {
            return (negative, Value::Special);
        }
        let significand = fraction | implied;
        if significand == 0 {
            return (negative, Value::Zero);
        }
        let shift = i32::try_from(self.precision).unwrap_or(0) - 1;
        let lowest = significand == 1 << (self.precision - 1) && exponent > 1;
        let exponent = small(exponent.max(1)) - self.bias - shift;
        (negative, Value::Finite(Finite { significand, exponent, lowest }))
    }

    /// The number that bits are, where 64 bits hold it; none if it is infinite or no number in a format that `f64` is not like.
    pub(crate) fn value(&self, bits: u128) -> Option<f64> {
        let low = |bits: u128| u32::try_from(bits & u128::from(u32::MAX)).ok();
        match self.name {
            b"f32" => return Some(f64::from(f32::from_bits(low(bits)?))),
            b"f64" => return Some(f64::from_bits(u64::try_from(bits).ok()?)),
            _ => {}
        }
        let (negative, value) = self.decode(bits);
        let magnitude = match value {
            Value::Special => return None,
            Value::Zero => 0.0,
            Value::Finite(finite) => {
                let significand = finite.significand;
                let (high, low) = (u32::try_from(significand >> 32).ok()?, low(significand)?);
                (f64::from(high) * 4_294_967_296.0 + f64::from(low)) * 2.0_f64.powi(finite.exponent)
            }
        };
        Some(if negative { -magnitude } else { magnitude })
    }

    /// Appends a number. Says whether it is in hexadecimal.
    pub(crate) fn print(&self, out: &mut impl Text, bits: u128) -> bool {
        let mut text = Vec::with_capacity(32);
        let hexadecimal = self.text(&mut text, bits);
        out.extend_from_slice(&text);
        hexadecimal
    }

    fn text(&self, out: &mut Vec<u8>, bits: u128) -> bool {
        let (negative, value) = self.decode(bits);
        let start = out.len();
        if negative {
            out.push(b'-');
        }
        match value {
            Value::Zero => {
                out.extend_from_slice(b"0.000000e+00");
                return false;
            }
            Value::Finite(finite) => {
                let short = finite.decimal(6);
                if self.is(&short, &finite) {
                    short.scientific(out, false, 6);
                    return false;
                }
                let digits = 2 + self.precision * 59 / 196;
                finite.decimal(digits).natural(out, digits);
                if out.iter().skip(start).any(|byte| *byte == b'.') {
                    return false;
                }
            }
            Value::Special => {}
        }
        out.truncate(start);
        hexadecimal(out, bits);
        true
    }

    /// Whether a decimal number, read as one of this format, is `finite`.
    fn is(&self, decimal: &Decimal, finite: &Finite) -> bool {
        // Half of the distance to the next number, on both sides; the unit is a quarter of the distance.
        let exponent = finite.exponent - 2;
        let middle = Big::from_number(finite.significand << 2);
        let above = Big::from_number((finite.significand << 2) + 2);
        let below = Big::from_number((finite.significand << 2) - if finite.lowest { 1 } else { 2 });
        let found = decimal.scaled(exponent);
        let unit = |big: Big| decimal.scale(big, exponent);
        let even = finite.significand & 1 == 0;
        match found.compare(&unit(middle)) {
            Ordering::Equal => true,
            Ordering::Greater => match found.compare(&unit(above)) {
                Ordering::Less => true,
                Ordering::Equal => even,
                Ordering::Greater => false,
            },
            Ordering::Less => match found.compare(&unit(below)) {
                Ordering::Greater => true,
                Ordering::Equal => even,
                Ordering::Less => false,
            },
        }
    }
}

fn hexadecimal(out: &mut Vec<u8>, bits: u128) {
    let text = format!("{bits:X}");
    out.extend_from_slice(b"0x");
    out.extend_from_slice(text.as_bytes());
}

/// A decimal number: `digits · 10^exponent`, the lowest digit first.
struct Decimal {
    digits: Vec<u8>,
    exponent: i32,
}

impl Finite {
    /// The number with so many decimal digits at most.
    fn decimal(&self, precision: u32) -> Decimal {
        let zeros = self.significand.trailing_zeros();
        let mut number = Big::from_number(self.significand >> zeros);
        let binary = self.exponent + i32::try_from(zeros).unwrap_or(0);
        let mut exponent = binary.min(0);
        match binary {
            0.. => number.shift_left(binary.unsigned_abs()),
            _ => number.multiply_power(5, binary.unsigned_abs()),
        }
        // Cut off digits that cannot matter, by an estimate of log₂ 10.
        let wanted = (precision * 196).div_ceil(59);
        let cut = number.bits().saturating_sub(wanted) * 59 / 196;
        number.divide_power_of_ten(cut);
        exponent += i32::try_from(cut).unwrap_or(0);
        let mut digits = number.into_digits();
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        exponent += i32::try_from(zeros).unwrap_or(0);
        let mut decimal = Decimal { digits, exponent };
        decimal.round(outlast_core::to_index(precision));
        decimal
    }
}

impl Decimal {
    /// Rounds to so many digits, half up.
    fn round(&mut self, precision: usize) {
        let Some(mut first) = self.digits.len().checked_sub(precision).filter(|first| *first > 0) else {
            return;
        };
        let dropped = |first: usize| i32::try_from(first).unwrap_or(0);
        let (below, kept) = self.digits.split_at(first);
        if below.last().is_none_or(|digit| *digit < b'5') {
            first += kept.iter().take_while(|digit| **digit == b'0').count();
        } else {
            first += kept.iter().take_while(|digit| **digit == b'9').count();
            match self.digits.get_mut(first) {
                Some(digit) => *digit += 1,
                None => self.digits.push(b'1'),
            }
        }
        self.exponent += dropped(first);
        self.digits.drain(..first);
    }

    /// This number in units of `2^exponent`, times what [`Decimal::scale`] multiplies the other side with.
    fn scaled(&self, exponent: i32) -> Big {
        let mut number = self.digits.iter().rev().fold(Big::default(), |mut number, digit| {
            number.multiply(10);
            number.add(u32::from(digit - b'0'));
            number
        });
        if self.exponent > 0 {
            number.multiply_power(10, self.exponent.unsigned_abs());
        }
        if exponent < 0 {
            number.shift_left(exponent.unsigned_abs());
        }
        number
    }

    fn scale(&self, mut other: Big, exponent: i32) -> Big {
        if self.exponent < 0 {
            other.multiply_power(10, self.exponent.unsigned_abs());
        }
        if exponent > 0 {
            other.shift_left(exponent.unsigned_abs());
        }
        other
    }

    /// `1.5e+00`, filled with zeros to `precision` digits behind the point; or `1.5E+0`.
    fn scientific(&self, out: &mut Vec<u8>, truncate: bool, precision: usize) {
        let count = self.digits.len();
        let mut digits = self.digits.iter().rev().copied();
        out.extend(digits.next());
        out.push(b'.');
        match count {
            1 if truncate => out.push(b'0'),
            _ => out.extend(digits),
        }
        if !truncate {
            out.extend(std::iter::repeat_n(b'0', (precision + 1).saturating_sub(count)));
        }
        let exponent = self.exponent + i32::try_from(count).unwrap_or(1) - 1;
        out.extend_from_slice(match (truncate, exponent < 0) {
            (true, true) => b"E-",
            (true, false) => b"E+",
            (false, true) => b"e-",
            (false, false) => b"e+",
        });
        if !truncate && exponent.abs() < 10 {
            out.push(b'0');
        }
        crate::escape::number(out, u64::from(exponent.unsigned_abs()));
    }

    /// Without an exponent, if that needs three zeros of padding at most and does not make it look more precise than it is.
    fn natural(&self, out: &mut Vec<u8>, precision: u32) {
        const PADDING: i32 = 3;
        let count = i32::try_from(self.digits.len()).unwrap_or(i32::MAX);
        let precision = i32::try_from(precision).unwrap_or(i32::MAX);
        let highest = self.exponent + count - 1;
        let scientific = match self.exponent {
            0.. => self.exponent > PADDING || count + self.exponent > precision,
            _ => highest < -PADDING,
        };
        if scientific {
            return self.scientific(out, true, 0);
        }
        let digits = self.digits.iter().rev().copied();
        if self.exponent >= 0 {
            out.extend(digits);
            out.extend(std::iter::repeat_n(b'0', usize::try_from(self.exponent).unwrap_or(0)));
            return;
        }
        let whole = usize::try_from(highest + 1).unwrap_or(0);
        if whole == 0 {
            out.extend_from_slice(b"0.");
            out.extend(std::iter::repeat_n(b'0', usize::try_from(-highest - 1).unwrap_or(0)));
            out.extend(digits);
            return;
        }
        for (at, digit) in digits.enumerate() {
            if at == whole {
                out.push(b'.');
            }
            out.push(digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::by_name;

    fn text(name: &str, bits: u128) -> String {
        let mut out = Vec::new();
        by_name(name.as_bytes()).unwrap().print(&mut out, bits);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn as_upstream() {
        let f32 = |value: f32| text("f32", u128::from(value.to_bits()));
        let f64 = |value: f64| text("f64", u128::from(value.to_bits()));
        assert_eq!(f32(1.0), "1.000000e+00");
        assert_eq!(f32(-0.0), "-0.000000e+00");
        assert_eq!(f32(0.1), "1.000000e-01");
        assert_eq!(f32(1.234_567_9), "1.23456788");
        assert_eq!(f64(0.1), "1.000000e-01");
        assert_eq!(f64(std::f64::consts::PI), "3.1415926535897931");
        assert_eq!(f64(1e300), "1.000000e+300");
        assert_eq!(f64(123_456_789.0), "0x419D6F3454000000");
        assert_eq!(f32(f32::INFINITY), "0x7F800000");
        assert_eq!(text("f8E4M3FN", 0x7e), "4.480000e+02");
    }
}
