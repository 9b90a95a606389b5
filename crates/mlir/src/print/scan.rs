//! Attributes and types inside of assembly text: where they are, by their spelling alone.
//!
//! The text of a dialect's attribute may have others in it. They are found by what they begin with (`#dialect.name`,
//! `!dialect.name`, `affine_map<`, `affine_set<`, `distinct[`, `loc(`) and end with their closing bracket.

use std::ops::Range;

/// What stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `#dialect.name<…>`.
    Attr,
    /// `!dialect.name<…>`.
    Type,
    /// `affine_map<…>`.
    Map,
    /// `affine_set<…>`.
    Set,
    /// `loc(…)`.
    Location,
    /// `"file":1:2` inside of a location.
    Position,
    /// `distinct[…]<…>`.
    Distinct,
    /// A builtin type with others inside: `tensor<…>`.
    Builtin,
}

/// Something that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// What.
    pub(super) kind: Kind,
    /// Where.
    pub(super) range: Range<usize>,
    /// One past the last character of its name.
    pub(super) name_end: usize,
    /// The name that is left out before the bracket, because what it stands in can have no other there.
    pub(super) implied: Option<&'static str>,
}

/// What parameters of attributes of the llvm dialect are always: they are written without their name.
const IMPLIED: &[(&[u8], &str)] = &[
    (b"access_type", "llvm.tbaa_type_desc"),
    (b"base_type", "llvm.tbaa_type_desc"),
    (b"compileUnit", "llvm.di_compile_unit"),
    (b"declaration", "llvm.di_subprogram"),
    (b"distribute", "llvm.loop_distribute"),
    (b"domain", "llvm.alias_scope_domain"),
    (b"file", "llvm.di_file"),
    (b"followupAll", "llvm.loop_annotation"),
    (b"followupCoincident", "llvm.loop_annotation"),
    (b"followupEpilogue", "llvm.loop_annotation"),
    (b"followupFallback", "llvm.loop_annotation"),
    (b"followupInner", "llvm.loop_annotation"),
    (b"followupOuter", "llvm.loop_annotation"),
    (b"followupRemainder", "llvm.loop_annotation"),
    (b"followupRemainderInner", "llvm.loop_annotation"),
    (b"followupRemainderOuter", "llvm.loop_annotation"),
    (b"followupSequential", "llvm.loop_annotation"),
    (b"followupUnrolled", "llvm.loop_annotation"),
    (b"followupVectorized", "llvm.loop_annotation"),
    (b"interleave", "llvm.loop_interleave"),
    (b"licm", "llvm.loop_licm"),
    (b"parallelAccesses", "llvm.access_group"),
    (b"peeled", "llvm.loop_peeled"),
    (b"pipeline", "llvm.loop_pipeline"),
    (b"type", "llvm.di_subroutine_type"),
    (b"unroll", "llvm.loop_unroll"),
    (b"unrollAndJam", "llvm.loop_unroll_and_jam"),
    (b"unswitch", "llvm.loop_unswitch"),
    (b"var", "llvm.di_global_variable"),
    (b"vectorize", "llvm.loop_vectorize"),
];

/// What a bracket stands for whose parameter's name ends before ` = `.
pub(crate) fn implied(text: &[u8], at: usize) -> Option<&'static str> {
    let before = text.get(..at)?;
    if before.ends_with(b"!sparse_tensor.iter_space<") || before.ends_with(b"!sparse_tensor.iterator<") {
        return Some("sparse_tensor.encoding");
    }
    let word = before.strip_suffix(b" = ")?.rsplit(|byte| !is_word(*byte)).next()?;
    let place = IMPLIED.binary_search_by_key(&word, |(name, _)| name).ok()?;
    IMPLIED.get(place).map(|(_, stands_for)| *stands_for)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// One past the string that begins at `at`.
pub(crate) fn string_end(text: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    text.len()
}

/// One past a line and a column, `:1:2`, that begin at `at`.
fn position_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at;
    for _ in 0..2 {
        let digits =
            text.get(at..)?.strip_prefix(b":")?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        at += 1 + digits;
    }
    Some(at)
}

/// What a bracket stands for that follows another of a list.
fn same_as_before(found: &[Found], text: &[u8], at: usize) -> Option<&'static str> {
    let end = text.get(..at)?.strip_suffix(b", ")?.len();
    found.iter().rev().find(|found| found.range.end == end && found.implied.is_some())?.implied
}

/// Everything in a text, each before what is inside it.
pub(super) fn scan(text: &[u8]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    // Brackets that are open, and what begins before each.
    let mut open: Vec<(u8, Option<usize>)> = Vec::new();
    // What the next bracket belongs to.
    let mut pending: Option<usize> = None;
    let mut at = 0;
    while let Some(byte) = text.get(at).copied() {
        let belongs = pending.take();
        match byte {
            b'"' => {
                let start = at;
                at = string_end(text, at);
                let in_location = open.iter().any(|(_, item)| {
                    item.and_then(|item| found.get(item)).is_some_and(|item| item.kind == Kind::Location)
                });
                if in_location && let Some(end) = position_end(text, at) {
                    found.push(Found {
                        kind: Kind::Position,
                        range: start..end,
                        name_end: start,
                        implied: None,
                    });
                    at = end;
                }
                continue;
            }
            b'<' | b'(' | b'[' | b'{' => {
                let mut belongs = belongs;
                let name = if byte == b'<' && belongs.is_none() {
                    implied(text, at).or_else(|| same_as_before(&found, text, at))
                } else {
                    None
                };
                if let Some(name) = name {
                    belongs = Some(found.len());
                    let range = at..at + 1;
                    found.push(Found { kind: Kind::Attr, range, name_end: at, implied: Some(name) });
                }
                open.push((byte, belongs));
            }
            b'>' | b')' | b']' | b'}' => {
                let arrow =
                    byte == b'>' && at.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'-');
                let left = match byte {
                    b'>' => b'<',
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                if !arrow && open.last().is_some_and(|(bracket, _)| *bracket == left) {
                    let item = open.pop().and_then(|(_, item)| item);
                    if let Some(item) = item.and_then(|item| found.get_mut(item)) {
                        item.range.end = at + 1;
                        // The number of a distinct attribute is followed by what it wraps.
                        if byte == b']' && item.kind == Kind::Distinct {
                            pending = found.iter().rposition(|other| other.range.end == at + 1);
                        }
                    }
                }
            }
            _ if byte == b'#' || byte == b'!' || is_word(byte) => {
                let start = at;
                at += 1;
                while text.get(at).copied().is_some_and(is_word) {
                    at += 1;
                }
                if let Some(kind) = kind(text.get(start..at).unwrap_or_default(), text.get(at).copied()) {
                    pending = Some(found.len());
                    found.push(Found { kind, range: start..at, name_end: at, implied: None });
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn kind(word: &[u8], next: Option<u8>) -> Option<Kind> {
    match (word, next) {
        ([b'#', first, ..], _) if first.is_ascii_alphabetic() => Some(Kind::Attr),
        ([b'!', first, ..], _) if first.is_ascii_alphabetic() => Some(Kind::Type),
        (b"affine_map", Some(b'<')) => Some(Kind::Map),
        (b"affine_set", Some(b'<')) => Some(Kind::Set),
        (b"loc", Some(b'(')) => Some(Kind::Location),
        (b"distinct", Some(b'[')) => Some(Kind::Distinct),
        (b"tensor" | b"memref" | b"vector" | b"tuple" | b"complex", Some(b'<')) => Some(Kind::Builtin),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::scan;

    fn texts(text: &str) -> Vec<&str> {
        scan(text.as_bytes()).into_iter().map(|found| &text[found.range]).collect()
    }

    #[test]
    fn found_by_spelling() {
        assert_eq!(
            texts("#a.b<id = distinct[3]<>, map = affine_map<(d0) -> (d0)>, x = \"#no\", !c.d<i32, #e.f>>"),
            [
                "#a.b<id = distinct[3]<>, map = affine_map<(d0) -> (d0)>, x = \"#no\", !c.d<i32, #e.f>>",
                "distinct[3]<>",
                "affine_map<(d0) -> (d0)>",
                "!c.d<i32, #e.f>",
                "#e.f"
            ]
        );
        assert_eq!(texts("affine_set<(d0) : (d0 - 3 >= 0)>"), ["affine_set<(d0) : (d0 - 3 >= 0)>"]);
        assert_eq!(texts("#a.b>"), ["#a.b"]);
    }
}
