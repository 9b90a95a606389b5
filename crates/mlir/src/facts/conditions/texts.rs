//! Texts of attributes, as far as conditions look at them.

use super::types::{Ty, split};

/// An affine map: `(d0, d1)[s0] -> (d1, 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) dims: usize,
    pub(crate) symbols: usize,
    /// Texts of its results.
    pub(crate) results: Vec<String>,
}

impl Map {
    /// Reads `affine_map<…>`.
    pub(crate) fn parse(text: &str) -> Option<Map> {
        let body = text.strip_prefix("affine_map<")?.strip_suffix('>')?;
        let (from, to) = body.split_once("->")?;
        let list = |text: &str| {
            split(text).into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let (dims, symbols) = from.trim().strip_prefix('(')?.split_once(')')?;
        let symbols = symbols.trim().strip_prefix('[').map_or("", |rest| rest.trim_end_matches(']'));
        let results = to.trim().strip_prefix('(')?.strip_suffix(')')?;
        Some(Map { dims: list(dims).len(), symbols: list(symbols).len(), results: list(results) })
    }

    /// Whether a result is a number.
    pub(crate) fn is_constant(result: &str) -> bool {
        result.parse::<i64>().is_ok()
    }

    /// Which dimension a result is, if it is one.
    pub(crate) fn dim(result: &str) -> Option<usize> {
        result.strip_prefix('d')?.parse().ok()
    }
}

/// `5 : i64`, `5`, `true`.
pub(crate) fn integer(text: &str) -> Option<i64> {
    match text {
        "true" => Some(1),
        "false" => Some(0),
        text => text.split(" : ").next()?.trim().parse().ok(),
    }
}

/// `array<i64: 1, 2>`, `[1, 2 : i32]`, `dense<[1, 2]> : tensor<2xi64>`.
pub(crate) fn integers(text: &str) -> Option<Vec<i64>> {
    let list = |text: &str| split(text).into_iter().filter(|part| !part.is_empty()).map(integer).collect();
    if let Some(body) = text.strip_prefix("array<") {
        let body = body.strip_suffix('>')?;
        return body.split_once(':').map_or(Some(Vec::new()), |(_, body)| list(body));
    }
    if let Some(body) = text.strip_prefix('[') {
        return list(body.strip_suffix(']')?);
    }
    let (body, of) = text.strip_prefix("dense<")?.split_once("> : ")?;
    if body.is_empty() {
        return Some(Vec::new());
    }
    match body.strip_prefix('[') {
        Some(body) => list(body.strip_suffix(']')?),
        None => {
            let (Ty::Tensor(Some(dims), ..) | Ty::Vector(dims, _)) = Ty::parse(of) else { return None };
            let count = dims
                .iter()
                .try_fold(1_usize, |count, dim| count.checked_mul(usize::try_from(dim.size?).ok()?))?;
            // No list of an operation is longer.
            (count <= 1 << 12).then(|| integer(body).map(|one| vec![one; count]))?
        }
    }
}

/// Elements of an array attribute: `[a, b]`.
pub(crate) fn elements(text: &str) -> Option<Vec<&str>> {
    let body = text.strip_prefix('[')?.strip_suffix(']')?;
    Some(split(body).into_iter().filter(|part| !part.is_empty()).collect())
}

/// The name that a symbol reference without further parts refers to: `@name`, `@"name"`.
pub(crate) fn symbol(text: &str) -> Option<&str> {
    let name = text.strip_prefix('@')?;
    if let Some(quoted) = name.strip_prefix('"') {
        return quoted.strip_suffix('"').filter(|name| !name.contains(['"', '\\']));
    }
    (!name.contains("::")).then_some(name)
}

/// The content of a string attribute without escapes: `"name"`.
pub(crate) fn string(text: &str) -> Option<&str> {
    let body = text.strip_prefix('"')?.strip_suffix('"')?;
    (!body.contains(['"', '\\'])).then_some(body)
}

/// The value of a parameter in the text of an attribute or type: `m` of `#nvvm.shape<m = 16, n = 8>`.
pub(crate) fn parameter<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let body = text.split_once('<')?.1.strip_suffix('>')?;
    split(body).into_iter().find_map(|part| {
        let (key, value) = part.split_once('=')?;
        (key.trim() == name).then(|| value.trim())
    })
}

/// The type of a typed attribute: what is behind the last ` : ` outside of brackets. An integer or float without one is an `i64` or `f64`, `true` an `i1`.
pub(crate) fn type_of(text: &str) -> Option<Ty> {
    if text == "true" || text == "false" {
        return Some(Ty::Integer("i".to_owned(), 1));
    }
    if text.starts_with(['[', '{', '@', '#', '!', '"']) || text.starts_with("array<") {
        return None;
    }
    let (mut depth, mut found, bytes) = (0_i64, None, text.as_bytes());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' | b'[' | b'(' | b'{' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b']' | b')' | b'}' => depth -= 1,
            b':' if depth == 0 && at > 0 && bytes[at - 1] == b' ' => found = Some(at),
            _ => {}
        }
    }
    if let Some(at) = found {
        return Some(Ty::parse(&text[at + 1..]));
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    Some(if whole { Ty::Integer("i".to_owned(), 64) } else { Ty::Float("f64".to_owned()) })
}

/// What is between the first bracket that opens and the last one that closes.
pub(crate) fn inside(text: &str, open: char, close: char) -> Option<&str> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.rsplit_once(close)?.0)
}

/// The value of an enumeration's attribute: `add` of `#gpu<all_reduce_op add>` and of `#vector.kind<add>`.
pub(crate) fn word(text: &str) -> &str {
    let text = text.trim_end_matches('>');
    text.rsplit(['<', ' ']).next().unwrap_or(text)
}
