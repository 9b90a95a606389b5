//! Whole numbers of any size, as little as printing of integers and floating point numbers needs.

use std::cmp::Ordering;

/// A number, lowest digit first, without zeros at the top; digits have 32 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Big(pub(crate) Vec<u32>);

fn low(value: u64) -> u32 {
    u32::try_from(value & 0xffff_ffff).unwrap_or(u32::MAX)
}

impl Big {
    pub(crate) fn from_number(value: u128) -> Big {
        let mut digits = Vec::new();
        let mut rest = value;
        while rest != 0 {
            digits.push(u32::try_from(rest & 0xffff_ffff).unwrap_or(u32::MAX));
            rest >>= 32;
        }
        Big(digits)
    }

    /// From words of 64 bits, lowest first.
    pub(crate) fn of_words(words: &[u64]) -> Big {
        let mut big = Big(words.iter().flat_map(|word| [low(*word), low(word >> 32)]).collect());
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// How many bits the number has.
    pub(crate) fn bits(&self) -> u32 {
        let top = self.0.last().map_or(0, |top| 32 - top.leading_zeros());
        let below = self.0.len().saturating_sub(1);
        u32::try_from(below).unwrap_or(u32::MAX).saturating_mul(32).saturating_add(top)
    }

    pub(crate) fn multiply(&mut self, factor: u32) {
        let mut carry = 0_u64;
        for digit in &mut self.0 {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = low(product);
            carry = product >> 32;
        }
        if carry != 0 {
            self.0.push(low(carry));
        }
        self.trim();
    }

    pub(crate) fn add(&mut self, more: u32) {
        let mut carry = u64::from(more);
        for digit in &mut self.0 {
            let sum = u64::from(*digit) + carry;
            *digit = low(sum);
            carry = sum >> 32;
        }
        if carry != 0 {
            self.0.push(low(carry));
        }
    }

    pub(crate) fn multiply_power(&mut self, base: u32, exponent: u32) {
        // As many factors at once as 32 bits hold.
        let (mut at_once, mut factor) = (0, 1_u32);
        while let Some(more) = factor.checked_mul(base) {
            factor = more;
            at_once += 1;
        }
        for _ in 0..exponent / at_once {
            self.multiply(factor);
        }
        self.multiply(base.pow(exponent % at_once));
    }

    /// Divides, and gives the remainder.
    pub(crate) fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0_u64;
        for digit in self.0.iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*digit);
            *digit = low(dividend / u64::from(divisor));
            rest = dividend % u64::from(divisor);
        }
        self.trim();
        low(rest)
    }

    pub(crate) fn divide_power_of_ten(&mut self, exponent: u32) {
        for _ in 0..exponent / 9 {
            self.divide(1_000_000_000);
        }
        self.divide(10_u32.pow(exponent % 9));
    }

    pub(crate) fn shift_left(&mut self, bits: u32) {
        if self.is_zero() {
            return;
        }
        self.multiply(1 << (bits % 32));
        let words = outlast_core::to_index(bits / 32);
        self.0.splice(0..0, std::iter::repeat_n(0, words));
    }

    pub(crate) fn compare(&self, other: &Big) -> Ordering {
        let by_len = self.0.len().cmp(&other.0.len());
        by_len.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Decimal digits, the lowest first, as characters; none for zero.
    pub(crate) fn into_digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.is_zero() {
            let mut nine = self.divide(1_000_000_000);
            let last = self.is_zero();
            for _ in 0..9 {
                if last && nine == 0 {
                    break;
                }
                digits.push(b'0' + u8::try_from(nine % 10).unwrap_or(0));
                nine /= 10;
            }
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::Big;

    #[test]
    fn digits_of_powers() {
        let mut big = Big::from_number(1);
        big.multiply_power(10, 40);
        assert_eq!(big.clone().into_digits().len(), 41);
        big.divide_power_of_ten(39);
        assert_eq!(big, Big::from_number(10));
        big.shift_left(64);
        assert_eq!(big, Big::from_number(10 << 64));
        assert_eq!(big.bits(), 68);
        assert!(Big::from_number(0).into_digits().is_empty());
        assert_eq!(Big::of_words(&[u64::MAX, 1]), Big::from_number((1 << 64) | u128::from(u64::MAX)));
    }
}
