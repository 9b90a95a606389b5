//! Brackets, strings and lists in MLIR's text.

/// The place of the quote that ends the string which begins at `at`.
pub(super) fn last_of_string(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'"') {
        at += if *byte == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

/// The place behind the bracket that closes the one at `at`; angles are none, as arrows have them.
pub(super) fn matching(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, at);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = last_of_string(text, at),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The members of a list, without its brackets.
pub(super) fn items(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let (mut out, mut start, mut at, mut depth) = (Vec::new(), 0, 0, 0_usize);
    let mut add = |from: usize, to: usize| {
        let item = text.get(from..to).unwrap_or_default().trim();
        if !item.is_empty() {
            out.push(item.to_string());
        }
    };
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = last_of_string(text, at),
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            // `->` and `>=` close nothing.
            b'>' if !(at > 0 && bytes.get(at - 1) == Some(&b'-')) && bytes.get(at + 1) != Some(&b'=') => {
                depth = depth.saturating_sub(1);
            }
            b',' if depth == 0 => {
                add(start, at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    add(start, bytes.len());
    out
}

#[cfg(test)]
mod tests {
    use super::{items, last_of_string, matching};

    #[test]
    fn strings_and_brackets() {
        assert_eq!(last_of_string(r#""a\"b" c"#, 0), 5);
        assert_eq!(matching(r#"("):", [x]) -> y"#, 0), 11);
        assert_eq!(matching("(a", 0), 2);
    }

    #[test]
    fn members_of_lists() {
        let map = "affine_set<(d0) : (d0 >= 0, 1 == 0)>";
        assert_eq!(items(&format!("a = [1, 2], b = {map}, c")), ["a = [1, 2]", &format!("b = {map}"), "c"]);
        assert_eq!(
            items(r#"s = "x, y", f = (i32) -> i8, d = {a, b}"#),
            [r#"s = "x, y""#, "f = (i32) -> i8", "d = {a, b}"]
        );
        assert!(items("").is_empty());
    }
}
