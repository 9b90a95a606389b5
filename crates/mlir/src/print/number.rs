//! Numbers as attributes have them: integers of any width, and the elements of dense attributes.

use outlast_core::{Result, to_index};

use super::big::Big;
use super::float::Format;
use crate::escape;
use crate::text::Text;
use crate::wire::Reader;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// An integer of so many bits.
    Integer {
        /// Bits.
        width: u32,
        /// Whether its type says that it has no sign.
        unsigned: bool,
        /// Whether its type says that it has a sign; with neither it is printed as if it had one.
        signed: bool,
    },
    /// A floating point number.
    Float(Format),
}

/// The type `index`.
pub(crate) const INDEX: Number = Number::Integer { width: 64, unsigned: false, signed: false };

impl Number {
    /// Bits.
    pub(super) fn width(&self) -> u32 {
        match self {
            Number::Integer { width, .. } => *width,
            Number::Float(format) => format.bits,
        }
    }

    /// Bytes that one takes in a dense attribute.
    pub(crate) fn bytes(&self) -> usize {
        to_index(self.width().div_ceil(8))
    }

    /// Whether it is an integer of one bit.
    pub(super) fn is_bit(&self) -> bool {
        matches!(self, Number::Integer { width: 1, .. })
    }

    /// Appends an element of a dense attribute, from its bytes, lowest first.
    pub(super) fn element(&self, out: &mut impl Text, bytes: &[u8]) {
        if self.is_bit() {
            let text: &[u8] = if bytes.iter().any(|byte| byte & 1 != 0) { b"true" } else { b"false" };
            return out.extend_from_slice(text);
        }
        let mut words = [0_u64; 2];
        let long: Vec<u64>;
        let words = if bytes.len() <= 16 {
            for (word, part) in words.iter_mut().zip(bytes.chunks(8)) {
                *word = part.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            }
            &words[..]
        } else {
            let word = |part: &[u8]| part.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            long = bytes.chunks(8).map(word).collect();
            &long
        };
        self.print(out, words);
    }

    /// Appends a number, from its words of 64 bits, lowest first. Says whether it is in hexadecimal.
    pub(super) fn print(&self, out: &mut impl Text, words: &[u64]) -> bool {
        match self {
            Number::Integer { width, unsigned, .. } => {
                integer(out, words, *width, !*unsigned);
                false
            }
            Number::Float(format) => {
                let word = |at: usize| u128::from(words.get(at).copied().unwrap_or(0));
                let bits = word(0) | word(1) << 64;
                let mask = if format.bits == 128 { u128::MAX } else { (1 << format.bits) - 1 };
                format.print(out, bits & mask)
            }
        }
    }

    /// Reads a number as attributes encode it: a byte, a varint or words. Lowest word first.
    pub(crate) fn read(&self, reader: &mut Reader<'_>) -> Result<Vec<u64>> {
        match self.width() {
            0..=8 => Ok(vec![u64::from(reader.byte("value")?)]),
            9..=64 => Ok(vec![reader.svarint("value")?.cast_unsigned()]),
            _ => {
                let count = reader.count("number of words")?;
                (0..count).map(|_| Ok(reader.svarint("word")?.cast_unsigned())).collect()
            }
        }
    }
}

/// Appends an integer of so many bits.
fn integer(out: &mut impl Text, words: &[u64], width: u32, signed: bool) {
    if width <= 64 {
        let unused = 64 - width;
        let word = words.first().copied().unwrap_or(0);
        let word = if unused == 64 { 0 } else { word << unused };
        return match signed {
            true => escape::signed(out, if unused == 64 { 0 } else { word.cast_signed() >> unused }),
            false => escape::number(out, if unused == 64 { 0 } else { word >> unused }),
        };
    }
    let mut words: Vec<u64> = words.iter().copied().take(to_index(width.div_ceil(64))).collect();
    let top = to_index((width - 1) / 64);
    let used = (width - 1) % 64 + 1;
    if let Some(word) = words.get_mut(top) {
        *word &= u64::MAX >> (64 - used);
    }
    if signed && words.get(top).is_some_and(|word| word >> (used - 1) & 1 != 0) {
        out.push(b'-');
        // The magnitude: the complement, and one more.
        let mut carry = true;
        for word in &mut words {
            let (sum, over) = (!*word).overflowing_add(u64::from(carry));
            *word = sum;
            carry = over;
        }
        if let Some(word) = words.get_mut(top) {
            *word &= u64::MAX >> (64 - used);
        }
    }
    match Big::of_words(&words) {
        zero if zero.is_zero() => out.push(b'0'),
        big => {
            // Each digit takes a division of all words.
            out.spend(words.len().saturating_mul(words.len()).saturating_mul(2));
            if out.is_full() {
                return;
            }
            let mut digits = big.into_digits();
            digits.reverse();
            out.extend_from_slice(&digits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn integers() {
        let text = |words: &[u64], width, signed| {
            let mut out = Vec::new();
            integer(&mut out, words, width, signed);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(text(&[0xffff_ffff], 32, true), "-1");
        assert_eq!(text(&[0xffff_ffff], 32, false), "4294967295");
        assert_eq!(text(&[u64::MAX], 64, true), "-1");
        assert_eq!(text(&[0, 1], 128, true), "18446744073709551616");
        assert_eq!(text(&[u64::MAX, u64::MAX], 128, true), "-1");
        assert_eq!(text(&[0, 1 << 63], 128, true), "-170141183460469231731687303715884105728");
        assert_eq!(text(&[1], 96, true), "1");
        assert_eq!(text(&[0], 0, true), "0");
    }
}
