//! Types, as far as conditions look at them: read from their text.

/// A dimension of a shaped type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dim {
    /// Its size; none if it is dynamic.
    pub(crate) size: Option<i64>,
    /// Whether it is a multiple of a number that is known at run time only.
    pub(crate) scalable: bool,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// `i32`, `si8`: what is before the width, and the width.
    Integer(String, u32),
    /// `index`.
    Index,
    /// `f32`, `bf16`, `f8E4M3FN`.
    Float(String),
    /// `vector<4x[4]xf32>`.
    Vector(Vec<Dim>, Box<Ty>),
    /// `tensor<4x?xf32, #encoding>`; no dimensions if it has no rank.
    Tensor(Option<Vec<Dim>>, Box<Ty>, String),
    /// `memref<4x?xf32, strided<[1, 1]>, 3>`; no dimensions if it has no rank. Behind the element type: layout (empty: identity) and memory space.
    MemRef(Option<Vec<Dim>>, Box<Ty>, String, String),
    /// Any other, as text: `!llvm.ptr`, `complex<f32>`.
    Other(String),
}

impl Ty {
    /// Reads the text of a type.
    pub(crate) fn parse(text: &str) -> Ty {
        let text = text.trim();
        let inside = |keyword: &str| text.strip_prefix(keyword)?.strip_suffix('>');
        if let Some(body) = inside("vector<") {
            return match shaped(body) {
                Some((Some(dims), element, rest)) if rest.is_empty() => {
                    Ty::Vector(dims, Box::new(Ty::parse(element)))
                }
                _ => Ty::Other(text.to_owned()),
            };
        }
        if let Some((dims, element, rest)) = inside("tensor<").and_then(shaped) {
            return Ty::Tensor(dims, Box::new(Ty::parse(element)), rest.join(", "));
        }
        if let Some((dims, element, rest)) = inside("memref<").and_then(shaped) {
            let is_layout =
                |part: &&str| ["strided<", "affine_map<"].iter().any(|start| part.starts_with(start));
            let layout = rest.first().copied().filter(is_layout).unwrap_or_default();
            let space = rest.get(usize::from(!layout.is_empty())).copied().unwrap_or_default();
            // More is a layout of a dialect.
            if rest.len() > usize::from(!layout.is_empty()) + 1 {
                return Ty::Other(text.to_owned());
            }
            return Ty::MemRef(dims, Box::new(Ty::parse(element)), layout.to_owned(), space.to_owned());
        }
        if text == "index" {
            return Ty::Index;
        }
        let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let (kind, width) = (&text[..text.len() - digits.len()], digits.parse());
        match (kind, width) {
            ("i" | "si" | "ui", Ok(width)) => Ty::Integer(kind.to_owned(), width),
            ("f" | "bf" | "tf", _) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
                Ty::Float(text.to_owned())
            }
            _ => Ty::Other(text.to_owned()),
        }
    }

    /// The dimensions of a shaped type that has a rank.
    pub(crate) fn dims(&self) -> Option<&[Dim]> {
        match self {
            Ty::Vector(dims, _) => Some(dims),
            Ty::Tensor(dims, ..) | Ty::MemRef(dims, ..) => dims.as_deref(),
            _ => None,
        }
    }

    /// The number of dimensions of a shaped type that has a rank.
    pub(crate) fn rank(&self) -> Option<usize> {
        Some(self.dims()?.len())
    }

    /// The type of elements of a shaped type; any other type itself.
    pub(crate) fn element(&self) -> &Ty {
        match self {
            Ty::Vector(_, element) | Ty::Tensor(_, element, _) | Ty::MemRef(_, element, ..) => element,
            other => other,
        }
    }

    /// Whether it is a type of a dialect whose text begins so.
    pub(crate) fn is_other(&self, start: &str) -> bool {
        matches!(self, Ty::Other(text) if text.starts_with(start))
    }

    /// Whether its text was not too long to be kept as a whole, so that equal ones are the same type.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Ty::Other(text) => !text.contains('…'),
            Ty::Vector(_, element) => element.is_whole(),
            Ty::Tensor(_, element, encoding) => element.is_whole() && !encoding.contains('…'),
            Ty::MemRef(_, element, layout, space) => {
                element.is_whole() && !layout.contains('…') && !space.contains('…')
            }
            Ty::Integer(..) | Ty::Index | Ty::Float(_) => true,
        }
    }

    /// Whether it is a vector.
    pub(crate) fn is_vector(&self) -> bool {
        matches!(self, Ty::Vector(..))
    }

    /// Whether a dimension is scalable.
    pub(crate) fn is_scalable(&self) -> bool {
        self.dims().is_some_and(|dims| dims.iter().any(|dim| dim.scalable))
    }

    /// Whether every dimension is known; true of types without a shape.
    pub(crate) fn is_static(&self) -> bool {
        match self {
            Ty::Tensor(None, ..) | Ty::MemRef(None, ..) => false,
            other => other.dims().is_none_or(|dims| dims.iter().all(|dim| dim.size.is_some())),
        }
    }

    /// Strides of a memory reference, from its layout; `None` inside for those that are dynamic. None if the layout is not strided, or not known here.
    pub(crate) fn strides(&self) -> Option<Vec<Option<i64>>> {
        let Ty::MemRef(Some(dims), _, layout, _) = self else { return None };
        if layout.is_empty() {
            let mut strides = vec![Some(1_i64); dims.len()];
            for at in (0..dims.len().saturating_sub(1)).rev() {
                strides[at] = match (strides[at + 1], dims[at + 1].size) {
                    (Some(stride), Some(size)) if size != 0 => stride.checked_mul(size),
                    _ => None,
                };
            }
            return Some(strides);
        }
        let list = layout.strip_prefix("strided<[")?.split(']').next()?;
        let strides: Option<Vec<Option<i64>>> = split(list)
            .into_iter()
            .map(|one| if one == "?" { Some(None) } else { one.parse().ok().map(Some) })
            .collect();
        strides.filter(|strides| strides.len() == dims.len())
    }
}

/// Dimensions, type of elements, and what follows it.
type Shaped<'t> = (Option<Vec<Dim>>, &'t str, Vec<&'t str>);

/// Reads what is between the brackets: `4x?xf32, #encoding`. No dimensions for `*xf32`.
fn shaped(body: &str) -> Option<Shaped<'_>> {
    let parts = split(body);
    let (first, rest) = parts.split_first()?;
    if let Some(element) = first.strip_prefix("*x") {
        return Some((None, element, rest.to_vec()));
    }
    let mut dims = Vec::new();
    let mut left = *first;
    while let Some((size, after)) = left.split_once('x') {
        let scalable = size.starts_with('[');
        // A group of scalable dimensions, as LLVM 16 has it: `[4x4]`.
        let (opens, closes) = (size.starts_with('['), size.ends_with(']'));
        if opens != closes {
            return None;
        }
        let number = size.trim_start_matches('[').trim_end_matches(']');
        let size = match number {
            "?" => None,
            number if number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() => {
                Some(number.parse().ok()?)
            }
            _ => break,
        };
        dims.push(Dim { size, scalable });
        left = after;
    }
    Some((Some(dims), left, rest.to_vec()))
}

/// Parts between commas, outside of brackets and quotes.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut quoted, mut before) = (0_i64, 0, false, 0_u8);
    let mut parts = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if before != b'\\' => quoted = !quoted,
            _ if quoted => {}
            b'<' | b'[' | b'(' | b'{' => depth += 1,
            b'>' if before == b'-' => {}
            b'>' | b']' | b')' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = byte;
    }
    let last = text[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Dim, Ty};

    #[test]
    fn types_are_read() {
        let dim = |size, scalable| Dim { size, scalable };
        let f32 = || Box::new(Ty::Float("f32".into()));
        assert_eq!(Ty::parse("i32"), Ty::Integer("i".into(), 32));
        assert_eq!(
            Ty::parse("vector<4x[8]xf32>"),
            Ty::Vector(vec![dim(Some(4), false), dim(Some(8), true)], f32())
        );
        assert_eq!(Ty::parse("vector<f32>"), Ty::Vector(Vec::new(), f32()));
        assert_eq!(Ty::parse("tensor<*xf32>"), Ty::Tensor(None, f32(), String::new()));
        let buffer = Ty::parse("memref<4x?xf32, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>");
        assert_eq!(buffer.strides(), Some(vec![None, Some(1)]));
        assert!(
            matches!(&buffer, Ty::MemRef(Some(dims), _, _, space) if dims.len() == 2 && space == "#gpu.address_space<workgroup>")
        );
        assert_eq!(Ty::parse("memref<2x3xf32>").strides(), Some(vec![Some(3), Some(1)]));
        assert_eq!(Ty::parse("vector<8x!llvm.ptr>").element(), &Ty::Other("!llvm.ptr".into()));
        assert_eq!(Ty::parse("f8E4M3FN"), Ty::Float("f8E4M3FN".into()));
        assert_eq!(Ty::parse("!x.y<1 -> 2, 3>"), Ty::Other("!x.y<1 -> 2, 3>".into()));
    }
}
