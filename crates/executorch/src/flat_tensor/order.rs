//! Dimension orders: how the elements of a tensor stand in memory.
//!
//! `dim_order` lists the dimensions from the outermost to the innermost: `[0, 1, 2, 3]` is contiguous, `[0, 2, 3, 1]` is
//! "channels last", and the reverse of contiguous is what Fortran has.

use super::Layout;

impl Layout {
    /// Whether the elements stand in the order of their indices. Dimensions of one element may stand anywhere.
    pub fn is_contiguous(&self) -> bool {
        let wide = |d: &&u8| self.sizes.get(usize::from(**d)).is_none_or(|n| *n != 1);
        self.dim_order.iter().filter(wide).is_sorted()
    }
}

/// The contiguous order for so many dimensions.
pub fn contiguous(rank: usize) -> Vec<u8> {
    (0..rank).map(|d| u8::try_from(d).unwrap_or(u8::MAX)).collect()
}

/// Puts the elements of a tensor, `element` bytes each, from one dimension order into another. `None` where an order is
/// no permutation of the dimensions, or the data have another size.
pub fn reorder(data: &[u8], element: usize, sizes: &[usize], from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    let count = sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size))?;
    if count.checked_mul(element)? != data.len() {
        return None;
    }
    let source = strides(sizes, from)?;
    strides(sizes, to)?;
    let mut out = Vec::with_capacity(data.len());
    // Of each dimension from the outermost of the result: size, step in the source, where we are.
    let mut dims: Vec<(usize, usize, usize)> = to
        .iter()
        .map(|d| Some((*sizes.get(usize::from(*d))?, *source.get(usize::from(*d))?, 0)))
        .collect::<Option<_>>()?;
    let mut at = 0;
    for _ in 0..count {
        out.extend_from_slice(data.get(at * element..(at + 1) * element)?);
        for (size, step, index) in dims.iter_mut().rev() {
            *index += 1;
            at += *step;
            if *index < *size {
                break;
            }
            at -= *step * *size;
            *index = 0;
        }
    }
    Some(out)
}

/// Elements from one to the next in each dimension.
fn strides(sizes: &[usize], order: &[u8]) -> Option<Vec<usize>> {
    let mut strides = vec![None; sizes.len()];
    let mut step = 1usize;
    for d in order.iter().rev() {
        let place = strides.get_mut(usize::from(*d)).filter(|s| s.is_none())?;
        *place = Some(step);
        step = step.checked_mul(*sizes.get(usize::from(*d))?)?;
    }
    strides.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{contiguous, reorder};

    #[test]
    fn there_and_back() {
        let data: Vec<u8> = (0..2 * 3 * 4 * 5 * 2).map(|n| u8::try_from(n).unwrap()).collect();
        let sizes = [2, 3, 4, 5];
        let last = [0, 2, 3, 1];
        let moved = reorder(&data, 2, &sizes, &contiguous(4), &last).unwrap();
        // Element (0, 1, 0, 0) of the source is the second of the result.
        assert_eq!(moved[2..4], data[2 * 20..2 * 20 + 2]);
        assert_eq!(reorder(&moved, 2, &sizes, &last, &contiguous(4)).unwrap(), data);
        assert_eq!(reorder(&data, 2, &sizes, &last, &last).unwrap(), data);
    }

    #[test]
    fn fortran_and_edges() {
        assert_eq!(reorder(&[1, 2, 3, 4, 5, 6], 1, &[2, 3], &[1, 0], &[0, 1]).unwrap(), [1, 3, 5, 2, 4, 6]);
        assert_eq!(reorder(&[7], 1, &[], &[], &[]).unwrap(), [7]);
        assert_eq!(reorder(&[], 1, &[0, 3], &[1, 0], &[0, 1]).unwrap(), [0_u8; 0]);
        assert_eq!(reorder(&[1], 1, &[1, 1], &[0, 0], &[0, 1]), None);
        assert_eq!(reorder(&[1], 1, &[1], &[0], &[1]), None);
        assert_eq!(reorder(&[1, 2], 1, &[1], &[0], &[0]), None);
    }
}
