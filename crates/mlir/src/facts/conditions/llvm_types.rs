//! Types of the llvm dialect, from their text.

use super::texts::inside;
use super::types::{Ty, split};

/// Reads a type as it stands inside of a type of the llvm dialect, where types of that dialect have no prefix: `ptr`, `array<2 x i32>`.
pub(crate) fn inner(text: &str) -> Ty {
    let text = text.trim();
    let words = [
        "ptr",
        "array<",
        "struct<",
        "vec<",
        "void",
        "func<",
        "target<",
        "x86_amx",
        "ppc_fp128",
        "token",
        "label",
        "metadata",
    ];
    match words.iter().any(|word| text.starts_with(word)) {
        true => Ty::Other(format!("!llvm.{text}")),
        false => Ty::parse(text),
    }
}

fn body<'t>(ty: &'t Ty, keyword: &str) -> Option<&'t str> {
    let Ty::Other(text) = ty else { return None };
    text.strip_prefix(keyword)?.strip_suffix('>')
}

/// Elements of a structure.
pub(crate) fn members(ty: &Ty) -> Option<Vec<Ty>> {
    let body = body(ty, "!llvm.struct<")?;
    let list = inside(body, '(', ')')?;
    Some(split(list).into_iter().filter(|part| !part.is_empty()).map(inner).collect())
}

/// Whether it is a structure.
pub(crate) fn is_struct(ty: &Ty) -> bool {
    ty.is_other("!llvm.struct<")
}

/// Length and type of elements of an array.
pub(crate) fn array(ty: &Ty) -> Option<(u64, Ty)> {
    let (length, element) = body(ty, "!llvm.array<")?.split_once(" x ")?;
    Some((length.trim().parse().ok()?, inner(element)))
}

/// Length and type of elements of a vector with one dimension, and whether it is scalable.
pub(crate) fn vector(ty: &Ty) -> Option<(u64, Ty, bool)> {
    if let Ty::Vector(dims, element) = ty {
        let [dim] = dims.as_slice() else { return None };
        return Some((u64::try_from(dim.size?).ok()?, (**element).clone(), dim.scalable));
    }
    let body = body(ty, "!llvm.vec<")?;
    let (body, scalable) = body.strip_prefix("? x ").map_or((body, false), |rest| (rest, true));
    let (length, element) = body.split_once(" x ")?;
    Some((length.trim().parse().ok()?, inner(element), scalable))
}

/// A function's type.
pub(crate) struct Function {
    /// What it returns.
    pub(crate) result: Ty,
    /// Its parameters.
    pub(crate) params: Vec<Ty>,
    /// Whether it takes more.
    pub(crate) variadic: bool,
}

/// Reads `!llvm.func<i32 (ptr, ...)>`.
pub(crate) fn function(ty: &Ty) -> Option<Function> {
    let (result, params) = body(ty, "!llvm.func<")?.rsplit_once(" (")?;
    let mut params: Vec<&str> =
        split(params.strip_suffix(')')?).into_iter().filter(|part| !part.is_empty()).collect();
    let variadic = params.last() == Some(&"...");
    if variadic {
        params.pop();
    }
    Some(Function { result: inner(result), params: params.into_iter().map(inner).collect(), variadic })
}

/// The type inside of all arrays and vectors, how many of it there are, and whether a vector is scalable.
pub(crate) fn innermost(ty: &Ty) -> Option<(Ty, u64, bool)> {
    let (mut ty, mut count, mut scalable) = (ty.clone(), 1_u64, false);
    loop {
        if let Some((length, element)) = array(&ty) {
            count = count.checked_mul(length)?;
            ty = element;
        } else if let Ty::Vector(dims, element) = &ty {
            for dim in dims {
                count = count.checked_mul(u64::try_from(dim.size?).ok()?)?;
                scalable |= dim.scalable;
            }
            return Some(((**element).clone(), count, scalable));
        } else {
            return Some((ty, count, scalable));
        }
    }
}

/// Bits of an integer or float type.
pub(crate) fn width(ty: &Ty) -> Option<u32> {
    match ty {
        Ty::Integer(_, width) => Some(*width),
        Ty::Float(name) if name == "tf32" => Some(19),
        Ty::Float(name) => {
            let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            digits[..end].parse().ok()
        }
        _ => None,
    }
}
