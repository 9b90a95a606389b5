//! The layout of structs: offsets, padding, size.

use super::model::{Element, Field, Scalar, Type};

/// No struct may be larger, in bytes.
const MAX_STRUCT: u64 = i32::MAX as u64;

/// Alignments go up to this.
pub(super) const MAX_ALIGN: u32 = 32;

/// Places the fields one after the other, each at its alignment. Returns the natural alignment and the size, which is
/// padded to `force_align` or else to that alignment; `None` if it is too large or the size of an element unknown.
///
/// `of` gives size and alignment of a struct.
pub(super) fn place(
    fields: &mut [Field],
    force_align: Option<u32>,
    of: impl Fn(Element) -> Option<(u32, u32)>,
) -> Option<(u32, u32)> {
    let mut end: u64 = 0;
    let mut natural: u32 = 1;
    for field in fields.iter_mut() {
        let (size, align) = match field.ty.element() {
            Element::Scalar(s) | Element::Enum(s, _) => scalar(s)?,
            other => of(other)?,
        };
        let count = match field.ty {
            Type::Single(_) => 1,
            Type::Array(_, count) => count.into(),
            Type::Vector(_) | Type::Vector64(_) => return None,
        };
        natural = natural.max(align);
        end = end.checked_next_multiple_of(align.into())?;
        field.offset = u32::try_from(end).ok()?;
        end = end.checked_add(u64::from(size).checked_mul(count)?)?;
        if end > MAX_STRUCT {
            return None;
        }
    }
    let align = force_align.unwrap_or(natural);
    let size = end.checked_next_multiple_of(align.into()).filter(|size| *size <= MAX_STRUCT)?;
    Some((natural, u32::try_from(size).ok()?))
}

fn scalar(scalar: Scalar) -> Option<(u32, u32)> {
    let size = u32::try_from(scalar.size()).ok()?;
    Some((size, size))
}

/// `force_align: text`: a power of two from `least` to [`MAX_ALIGN`].
pub(super) fn forced(text: &str, least: u32) -> Option<u32> {
    let align = super::number::integer(text).and_then(|n| u32::try_from(n).ok())?;
    (align.is_power_of_two() && (least..=MAX_ALIGN).contains(&align)).then_some(align)
}
