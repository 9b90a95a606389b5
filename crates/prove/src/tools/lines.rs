//! The first lines that differ in two texts.

/// How much of a line is shown in front of the first character that differs, and behind it.
const BEFORE: usize = 60;
const BEHIND: usize = 100;

/// The first lines that differ, as a message; none if the texts are equal.
pub(super) fn difference(original: &[String], converted: &[String]) -> Option<String> {
    let at = original.iter().zip(converted).position(|(one, other)| one != other);
    if let Some((one, other)) = at.and_then(|at| Some((original.get(at)?, converted.get(at)?))) {
        return Some(both(one, other));
    }
    let shorter = original.len().min(converted.len());
    match (original.get(shorter), converted.get(shorter)) {
        (None, None) => None,
        (Some(line), _) => Some(format!("`{}` is missing", cut(line.trim(), 0))),
        (None, Some(line)) => Some(format!("`{}` is new", cut(line.trim(), 0))),
    }
}

/// Two lines, where they differ.
pub(super) fn both(one: &str, other: &str) -> String {
    let (one, other) = (one.trim(), other.trim());
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    format!("`{}` became `{}`", cut(one, same), cut(other, same))
}

/// What stands around a character of a line.
fn cut(line: &str, at: usize) -> String {
    let count = line.chars().count();
    let (start, end) = (at.saturating_sub(BEFORE), at.saturating_add(BEHIND));
    let kept: String = line.chars().skip(start).take(end - start).collect();
    let (front, back) = (if start > 0 { "…" } else { "" }, if end < count { "…" } else { "" });
    format!("{front}{kept}{back}")
}

#[cfg(test)]
mod tests {
    use super::difference;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn the_first_lines_that_differ() {
        let one = lines("a\n  add nsw i32 1\nc");
        assert_eq!(difference(&one, &one), None);
        let other = lines("a\n  add i32 1\nd");
        assert_eq!(difference(&one, &other).as_deref(), Some("`add nsw i32 1` became `add i32 1`"));
        assert_eq!(difference(&one, &one[..2]).as_deref(), Some("`c` is missing"));
        assert_eq!(difference(&one[..2], &one).as_deref(), Some("`c` is new"));
    }

    #[test]
    fn long_lines_are_cut_around_it() {
        let front = "x".repeat(200);
        let shown = difference(&[format!("{front}é1{front}")], &[format!("{front}é2{front}")]).unwrap();
        assert!(shown.starts_with("`…x") && shown.contains("xé2x") && shown.ends_with("x…`"), "{shown}");
        assert!(shown.chars().count() < 350, "{shown}");
    }
}
