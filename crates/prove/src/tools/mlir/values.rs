//! Values of attributes, in one spelling.

use super::text::{items, matching};

/// Kinds of memory that all releases tell apart.
pub(super) const KINDS: [&str; 3] = ["other", "argMem", "inaccessibleMem"];

/// Values that are as good as none where only one of two releases knows the attribute.
const EMPTY: [&str; 6] = ["0", "false", "array<i32>", "array<i64>", "[]", ""];

/// Whether a value is as good as none: no flag, no element, nothing but zeros.
pub(super) fn is_empty(value: &str) -> bool {
    let number = value.split(" : ").next().unwrap_or_default();
    EMPTY[..5].contains(&value)
        || number == "0"
        || is_none(value)
        || numbers(value).is_some_and(|all| all.iter().all(|one| *one == 0))
}

/// Whether it is a case called `none` of an enumeration.
fn is_none(value: &str) -> bool {
    value.starts_with('#') && value.ends_with("<none>")
}

/// The numbers of an array, dense or not.
pub(super) fn numbers(value: &str) -> Option<Vec<i64>> {
    let dense = value.strip_prefix("array<i32").or_else(|| value.strip_prefix("array<i64"));
    let inside = match dense {
        Some(rest) => rest.trim_start_matches(':').strip_suffix('>')?,
        None => value.strip_prefix('[')?.strip_suffix(']')?,
    };
    let number = |item: &String| item.split(" : ").next().and_then(|number| number.trim().parse().ok());
    items(inside).iter().map(number).collect()
}

/// Whether two values are the same in other spellings.
pub(super) fn same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    match (numbers(one), numbers(other)) {
        (Some(first), Some(second)) if first == second => return true,
        _ => {}
    }
    let (one, other) = (spelt(one), spelt(other));
    one == other || super::affine::same(&one, &other)
}

/// A text as newer releases spell it.
pub(super) fn spelt(text: &str) -> String {
    let mut text = text.to_string();
    if text.contains("vec<") {
        text = vectors(&text);
    }
    if text.contains(ENTRY) {
        text = entries(text);
    }
    if text.contains("#llvm.memory_effects<") {
        text = effects(&text);
    }
    text
}

const ENTRY: &str = "#dlti.dl_entry<";

/// `#dlti.dl_entry<key, value>` as later releases print it: `key = value`.
fn entries(mut text: String) -> String {
    while let Some(start) = text.find(ENTRY) {
        let Some(end) = angle(&text, start + ENTRY.len() - 1) else { return text };
        let inside = text.get(start + ENTRY.len()..end - 1).unwrap_or_default();
        let parts = items(inside);
        let Some((key, rest)) = parts.split_first() else { return text };
        let entry = format!("{key} = {}", rest.join(", "));
        text.replace_range(start..end, &entry);
    }
    text
}

/// The place behind the angle that closes the one at `at`.
pub(super) fn angle(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, at);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = super::text::last_of_string(text, at),
            b'<' => depth += 1,
            b'>' if bytes.get(at.wrapping_sub(1)) != Some(&b'-') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'(' => at = matching(text, at) - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// `!llvm.vec<4 x ptr>` and `vec<? x 2 x ptr<1>>` of releases up to 19: `vector<4x!llvm.ptr>`, `vector<[2]x!llvm.ptr<1>>`.
fn vectors(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("vec<") {
        let (front, found) = rest.split_at(at);
        let end = angle(found, 3).unwrap_or(found.len());
        let inside = found.get(4..end.saturating_sub(1)).unwrap_or_default();
        let (scalable, inside) = match inside.strip_prefix("? x ") {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let parts = inside.split_once(" x ").filter(|(count, element)| {
            count.chars().all(|c| c.is_ascii_digit()) && element.starts_with("ptr")
        });
        let is_word = front.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        match parts.filter(|_| !is_word) {
            Some((count, element)) => {
                out.push_str(front.strip_suffix("!llvm.").unwrap_or(front));
                let count = if scalable { format!("[{count}]") } else { count.to_string() };
                out.push_str(&format!("vector<{count}x!llvm.{element}>"));
            }
            None => out.push_str(rest.get(..at + end).unwrap_or_default()),
        }
        rest = found.get(end..).unwrap_or_default();
    }
    out + rest
}

/// Effects on kinds of memory: what stands for other memory as well needs no mention, and newer releases tell more kinds apart.
fn effects(text: &str) -> String {
    const WORD: &str = "#llvm.memory_effects<";
    let Some(start) = text.find(WORD).map(|at| at + WORD.len()) else { return text.to_string() };
    let Some(length) = text.get(start..).and_then(|rest| rest.find('>')) else { return text.to_string() };
    let inside = text.get(start..start + length).unwrap_or_default();
    let kinds: Vec<(String, String)> = items(inside)
        .iter()
        .filter_map(|item| {
            item.split_once(" = ").map(|(kind, effect)| (kind.to_string(), effect.to_string()))
        })
        .collect();
    let other = kinds.iter().find(|(kind, _)| kind == "other").map(|(_, effect)| effect.clone());
    let kept = kinds
        .iter()
        .filter(|(kind, effect)| KINDS.contains(&kind.as_str()) || Some(effect) != other.as_ref());
    let kept: Vec<String> = kept.map(|(kind, effect)| format!("{kind} = {effect}")).collect();
    let mut out = text.to_string();
    out.replace_range(start..start + length, &kept.join(", "));
    out
}

#[cfg(test)]
mod tests {
    use super::{is_empty, same, spelt};

    #[test]
    fn other_spellings_are_the_same() {
        assert!(same("array<i32: 1, 2>", "[1 : i32, 2 : i32]") && same("array<i64>", "[]"));
        assert!(!same("array<i32: 1, 2>", "array<i32: 1, 3>") && !same("1 : i32", "2 : i32"));
        assert_eq!(spelt("!llvm.struct<(vec<4 x ptr>)>"), "!llvm.struct<(vector<4x!llvm.ptr>)>");
        assert_eq!(spelt("!llvm.vec<? x 2 x ptr<1>>"), "vector<[2]x!llvm.ptr<1>>");
        assert_eq!(spelt("!llvm.vec<4 x i8>"), "!llvm.vec<4 x i8>");
        assert_eq!(
            spelt("#dlti.dl_spec<#dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<\"a\", 1>>"),
            "#dlti.dl_spec<i64 = dense<64> : vector<2xi64>, \"a\" = 1>"
        );
        let newer =
            "#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none>";
        assert_eq!(spelt(newer), "#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>");
    }

    #[test]
    fn as_good_as_none() {
        for value in ["0 : i64", "false", "[]", "#arith.fastmath<none>", "array<i32: 0, 0>"] {
            assert!(is_empty(value), "{value}");
        }
        assert!(!is_empty("1 : i64") && !is_empty("") && !is_empty("#arith.fastmath<fast>"));
    }
}
