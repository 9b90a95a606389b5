//! Words in the assembly text of upstream's dialects: one that no release is known to print was changed, or is newer than what is known here.
//!
//! `names/words.txt`, by `evidence/peers/mlir/words.py`: a line for each dialect, with what stands outside of quotes in its texts.

use outlast_core::{QuickMap, QuickSet};
use std::sync::OnceLock;

static WORDS: &str = include_str!("../../names/words.txt");

/// Words by dialect.
fn known() -> &'static QuickMap<&'static str, QuickSet<&'static str>> {
    static KNOWN: OnceLock<QuickMap<&'static str, QuickSet<&'static str>>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
        let words = lines.filter_map(|line| line.split_once(' '));
        words.map(|(dialect, words)| (dialect, words.split(' ').collect())).collect()
    })
}

/// A word of a dialect's text that is not known; none of dialects that are not upstream's.
pub(super) fn unknown(text: &str) -> Option<&str> {
    let body = text.strip_prefix(['#', '!'])?;
    let dialect = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    let own = known().get(dialect)?;
    let mut rest = body;
    let mut digit = false;
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            rest = behind_string(rest);
        } else if first == '@' {
            let name = rest.get(1..).unwrap_or_default();
            // No attribute of upstream's is nothing but a symbol in brackets.
            let alone = body.get(..body.len() - rest.len()).is_some_and(|before| before.ends_with('<'))
                && behind_word(name) == ">";
            if alone || !name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '"')) {
                return Some("@");
            }
            rest = behind_word(name);
        } else if matches!(first, '#' | '!') {
            // What a dialect is not known to have inside of its own is no attribute or type that its parser takes.
            let name = rest.get(1..).unwrap_or_default();
            let inner =
                name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
            if !known().contains_key(inner) {
                return rest.get(..1 + inner.len());
            }
            rest = name;
        } else if first == '+' && !text.contains("->") && !text.contains("affine_")
            || first.is_control()
            || !first.is_ascii()
            || NOWHERE.contains(first)
            || MISPLACED.iter().any(|two| rest.starts_with(two))
        {
            return rest.get(..first.len_utf8());
        } else if first.is_ascii_alphabetic() || first == '_' {
            let after = behind_word(rest);
            let word = rest.get(..rest.len() - after.len()).unwrap_or_default();
            if digit && !word.starts_with('x') && !matches!(word, "e" | "E") && before_is_digit(body, rest) {
                return Some(word);
            }
            if !(is_known(word, own)
                || digit && word.starts_with('x') && word.split('x').all(|part| is_part(part, own)))
            {
                return Some(word);
            }
            rest = after;
        } else {
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
        digit = first.is_ascii_digit() || matches!(first, '?' | ']');
    }
    None
}

/// Whether an attribute of this name, which begins with a dialect, is one that the dialect is known to have; true of dialects that are not upstream's.
pub(super) fn is_attribute(name: &str) -> bool {
    let Some((dialect, _)) = name.split_once('.') else { return true };
    known().get(dialect).is_none_or(|words| words.contains(name))
}

/// Signs that MLIR's lexer takes for nothing, or for what no attribute or type consists of.
const NOWHERE: &str = "~;`&'\\%^$/";

/// Lists without a member between commas.
const MISPLACED: &[&str] = &[",,", ", ,", "(,", ",)", "<,", ",>", "[,", ",]"];

/// Whether a digit stands directly before what is left of a text.
fn before_is_digit(text: &str, rest: &str) -> bool {
    let before = text.len().checked_sub(rest.len() + 1).and_then(|at| text.as_bytes().get(at));
    before.is_some_and(u8::is_ascii_digit)
}

/// A part of a shape: `4x8xf32`.
fn is_part(part: &str, own: &QuickSet<&str>) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit()) || is_known(part, own)
}

fn is_known(word: &str, own: &QuickSet<&str>) -> bool {
    if is_builtin(word) || own.contains(word) {
        return true;
    }
    // What stands inside of another dialect's is that one's.
    match word.split_once('.') {
        Some((dialect, name)) => {
            known().get(dialect).is_some_and(|words| words.contains(word) || words.contains(name))
        }
        None => known().contains_key(word),
    }
}

fn behind_word(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}

/// What follows a string in quotes.
fn behind_string(text: &str) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return text.get(at + 1..).unwrap_or_default(),
            _ => {}
        }
    }
    ""
}

/// Words of the builtin dialect.
const BUILTIN: &[&str] = &[
    "bf16",
    "tf32",
    "index",
    "none",
    "_",
    "x",
    "array",
    "dense",
    "unit",
    "true",
    "false",
    "tensor",
    "vector",
    "memref",
    "complex",
    "tuple",
    "affine_map",
    "affine_set",
    "strided",
    "distinct",
    "offset",
    "loc",
    "unknown",
    "floordiv",
    "mod",
    "ceildiv",
];

fn is_builtin(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let integer = || word.strip_prefix(['s', 'u']).unwrap_or(word).strip_prefix('i').is_some_and(digits);
    let dimension = || word.strip_prefix(['d', 's']).is_some_and(digits);
    let float = || {
        let Some(rest) = word.strip_prefix('f') else { return false };
        let small = || crate::print::float::by_name(word.as_bytes()).is_some();
        digits(rest) || small()
    };
    BUILTIN.contains(&word) || integer() || dimension() || float()
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn a_changed_word_is_found() {
        for text in [
            "#arith.fastmath<reassoc,contract>",
            "!llvm.struct<\"name of any kind\", (i32, array<4 x i8>, ptr)>",
            "#gpu.address_space<workgroup>",
            "!llvm.func<i32 (i32, ptr)>",
            "!ptr.ptr<#ptr.generic_space>",
            "#acme.anything<of any words>",
        ] {
            assert_eq!(unknown(text), None, "{text}");
        }
        assert_eq!(unknown("#arith.fastmath<reassod>"), Some("reassod"));
        assert_eq!(unknown("#llvm.linkage<exte.nal>"), Some("exte.nal"));
        assert_eq!(unknown("!llvm.array<8~x i8>"), Some("~"));
        assert_eq!(unknown("#llvm.linkage<@xternal>"), Some("@"));
        assert_eq!(unknown("!ptr.ptr<#gtr.generic_space>"), Some("#gtr"));
        assert_eq!(unknown("!llvm.pts"), Some("llvm.pts"));
        assert_eq!(unknown("!llvm.array<4 x i8q>"), Some("i8q"));
        assert_eq!(unknown("!llvm.func<ptr (ptr, +32)>"), Some("+"));
        assert_eq!(unknown("!llvm.func<ptr (ptr,,i32)>"), Some(","));
        assert_eq!(unknown("!llvm.func<i64 (i64, i6@)>"), Some("@"));
    }
}
