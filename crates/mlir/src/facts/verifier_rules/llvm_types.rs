//! Types of the llvm dialect, from their text.

use crate::typed::{Ty, inside, list};

/// Reads a type as it stands inside of a type of the llvm dialect, where types of that dialect have no prefix: `ptr`, `array<2 x i32>`.
pub(crate) fn inner(text: &str) -> Ty {
    const WORDS: [&str; 13] = [
        "ptr",
        "array",
        "struct",
        "vec",
        "void",
        "func",
        "target",
        "x86_amx",
        "x86_mmx",
        "ppc_fp128",
        "token",
        "label",
        "metadata",
    ];
    let text = text.trim();
    let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    match WORDS.contains(&word) {
        true => Ty::Dialect(format!("!llvm.{text}").into()),
        false => Ty::parse(text),
    }
}

fn body<'t>(ty: &'t Ty, keyword: &str) -> Option<&'t str> {
    ty.text()?.strip_prefix(keyword)?.strip_suffix('>')
}

/// Elements of a structure.
pub(crate) fn members(ty: &Ty) -> Option<Vec<Ty>> {
    let body = body(ty, "!llvm.struct<")?;
    Some(list(inside(body, '(', ')')?).into_iter().map(inner).collect())
}

/// Whether it is a structure.
pub(crate) fn is_struct(ty: &Ty) -> bool {
    ty.starts_with("!llvm.struct<")
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
    let body = body(ty, "!llvm.func<")?.strip_suffix(')')?;
    let (result, params) = body.split_at(list_start(body)?);
    let mut params = list(params.strip_prefix('(')?);
    let variadic = params.last() == Some(&"...");
    if variadic {
        params.pop();
    }
    Some(Function { result: inner(result), params: params.into_iter().map(inner).collect(), variadic })
}

/// Where the list in parentheses begins that is open at the end.
fn list_start(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' | b'>' => depth += 1,
            b'(' if depth == 0 => return Some(at),
            b'(' | b'<' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The type inside of all arrays and vectors, how many of it there are, and whether a vector is scalable.
pub(crate) fn innermost(ty: &Ty) -> Option<(Ty, u64, bool)> {
    let (mut ty, mut count) = (ty.clone(), 1_u64);
    while let Some((length, element)) = array(&ty) {
        count = count.checked_mul(length)?;
        ty = element;
    }
    match &ty {
        Ty::Vector(_, element) => {
            let scalable = ty.is_scalable();
            Some(((**element).clone(), count.checked_mul(u64::try_from(ty.count()?).ok()?)?, scalable))
        }
        _ => Some((ty, count, false)),
    }
}
