//! Elements of dense attributes: lists in lists by the shape, one element for all, or hexadecimal.

use super::number::Number;
use crate::escape;
use crate::text::Text;

/// A shape and what its elements are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shaped {
    /// Sizes of the dimensions.
    pub(crate) shape: Vec<i64>,
    /// What the elements are; none if that is unknown.
    pub(crate) element: Option<Number>,
    /// Whether each element is a pair of them.
    pub(crate) complex: bool,
}

impl Shaped {
    /// How many elements there are, if that is a number at all.
    pub(crate) fn count(&self) -> Option<usize> {
        self.shape.iter().try_fold(1_usize, |count, size| count.checked_mul(usize::try_from(*size).ok()?))
    }

    /// Bytes of one element; none for single bits, which are packed.
    pub(crate) fn stride(&self, element: &Number) -> Option<usize> {
        match (self.complex, element.is_bit()) {
            (true, _) => Some(element.bytes() * 2),
            (false, true) => None,
            (false, false) => Some(element.bytes()),
        }
    }

    /// Whether `raw` is one element for all; none if it does not fit.
    pub(crate) fn is_splat(&self, element: &Number, raw: &[u8]) -> Option<bool> {
        let count = self.count()?;
        match self.stride(element) {
            None if matches!(raw, [0 | 0xff]) => Some(true),
            None if raw.len() == count.div_ceil(8) => Some(false),
            // For some months, builds of LLVM 23 have written a byte for each.
            None if raw.len() == count => Some(false),
            None if matches!(raw, [1]) => Some(true),
            None => None,
            Some(stride) if raw.len() == stride => Some(true),
            Some(stride) => (Some(raw.len()) == stride.checked_mul(count)).then_some(false),
        }
    }

    /// A bit of packed ones, or of one byte each.
    pub(crate) fn bit(&self, raw: &[u8], at: usize) -> bool {
        let count = self.count().unwrap_or(0);
        let each = raw.len() == count && count != count.div_ceil(8);
        let found = if each {
            raw.get(at).map(|byte| byte & 1)
        } else {
            raw.get(at / 8).map(|byte| byte >> (at % 8) & 1)
        };
        found == Some(1)
    }

    /// Appends elements. More than `hex_above` are hexadecimal, bits as bytes if `bytes` says so, and so is what is no whole number
    /// of elements.
    pub(super) fn print<T: Text>(&self, out: &mut T, raw: &[u8], hex_above: Option<usize>, bytes: bool) {
        let found = self.element.and_then(|element| Some((element, self.is_splat(&element, raw)?)));
        let Some((element, splat)) = found else { return escape::hex_string(out, raw) };
        let count = self.count().unwrap_or(0);
        if !splat && hex_above.is_some_and(|limit| count > limit) {
            if bytes && self.stride(&element).is_none() {
                let unpacked: Vec<u8> = (0..count).map(|at| u8::from(self.bit(raw, at))).collect();
                return escape::hex_string(out, &unpacked);
            }
            return escape::hex_string(out, raw);
        }
        let stride = self.stride(&element);
        let one = |out: &mut T, at: usize| match stride {
            None => {
                element.element(out, &[u8::from(self.bit(raw, at))]);
            }
            Some(stride) => {
                let bytes = raw.get(at * stride..(at + 1) * stride).unwrap_or_default();
                if self.complex {
                    let (real, imaginary) = bytes.split_at(stride / 2);
                    out.push(b'(');
                    element.element(out, real);
                    out.push(b',');
                    element.element(out, imaginary);
                    out.push(b')');
                } else {
                    element.element(out, bytes);
                }
            }
        };
        if splat { one(out, 0) } else { self.nested(out, count, one) }
    }

    /// Text of every element; of one, if that is all of them.
    pub(super) fn texts(&self, raw: &[u8]) -> Option<Vec<Vec<u8>>> {
        let element = self.element.filter(|element| !element.is_bit() && !self.complex)?;
        self.is_splat(&element, raw)?;
        let text = |bytes: &[u8]| {
            let mut out = Vec::new();
            element.element(&mut out, bytes);
            out
        };
        Some(raw.chunks_exact(element.bytes().max(1)).map(text).collect())
    }

    /// Appends elements in brackets by the shape.
    pub(super) fn nested<T: Text>(&self, out: &mut T, count: usize, one: impl FnMut(&mut T, usize)) {
        self.within(out, count, (b'[', b']'), one);
    }

    /// Appends elements in a pair of any brackets by the shape.
    pub(super) fn within<T: Text>(
        &self,
        out: &mut T,
        count: usize,
        (left, right): (u8, u8),
        mut one: impl FnMut(&mut T, usize),
    ) {
        let rank = self.shape.len();
        if count == 0 {
            return;
        }
        let mut counter = vec![0_i64; rank];
        let mut open = 0;
        for at in 0..count {
            // The count is one of shapes: elements that are all the same need no bytes.
            if out.is_full() {
                return;
            }
            if at != 0 {
                out.extend_from_slice(b", ");
            }
            out.repeat(left, rank - open);
            open = rank;
            one(out, at);
            let Some(last) = counter.last_mut() else { continue };
            *last += 1;
            for dimension in (1..rank).rev() {
                let Some([.., outer, inner]) = counter.get_mut(..=dimension) else { break };
                if self.shape.get(dimension).is_none_or(|size| *inner < *size) {
                    break;
                }
                *inner = 0;
                *outer += 1;
                open -= 1;
                out.push(right);
            }
        }
        out.repeat(right, open);
    }
}
