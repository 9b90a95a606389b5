//! Parts of the assembly text that entries of dialects are.

use super::{Dim, Ty};

/// Parts between commas, outside of brackets and quotes; none of an empty text.
pub(crate) fn list(text: &str) -> Vec<&str> {
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
                parts.push(text.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
        before = byte;
    }
    parts.push(text.get(start..).unwrap_or_default().trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The value of a parameter: `16` of `#nvvm.shape<m = 16, n = 8>`.
pub(crate) fn parameter<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let body = text.split_once('<')?.1.strip_suffix('>')?;
    list(body).into_iter().find_map(|part| {
        let (key, value) = part.split_once('=')?;
        (key.trim() == name).then(|| value.trim())
    })
}

/// What is between the first bracket that opens and the last one that closes.
pub(crate) fn inside(text: &str, open: char, close: char) -> Option<&str> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.rsplit_once(close)?.0)
}

/// The case of an enumeration: `add` of `#gpu<all_reduce_op add>` and of `#vector.kind<add>`.
pub(crate) fn word(text: &str) -> &str {
    let text = text.trim_end_matches('>');
    text.rsplit(['<', ' ']).next().unwrap_or(text)
}

/// Sizes, type of elements and what follows them, of a dialect's type that is written as shaped ones are, behind its `<`: `16x16xf16, "AOp">`.
pub(crate) fn shaped(body: &str) -> Option<(Vec<Dim>, Ty, Vec<&str>)> {
    let mut parts = list(body.strip_suffix('>')?).into_iter();
    match Ty::parse(&format!("tensor<{}>", parts.next()?)) {
        Ty::Tensor(Some(dims), element, None) => Some((dims, (*element).clone(), parts.collect())),
        _ => None,
    }
}
