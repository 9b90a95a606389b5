//! The lines that differ in two texts: the first ones, or all.

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

/// Pairs of lines that are looked at to see what two texts have in common; where there are more, nothing of what differs is.
const PAIRS: usize = 1 << 24;

/// All lines that two texts do not have in common, in order: with `-` in front those of the first, with `+` those of the second.
pub(super) fn changed(first: &[String], second: &[String]) -> Vec<String> {
    let front = first.iter().zip(second).take_while(|(one, other)| one == other).count();
    let (first, second) = (first.get(front..).unwrap_or_default(), second.get(front..).unwrap_or_default());
    let back = first.iter().rev().zip(second.iter().rev()).take_while(|(one, other)| one == other).count();
    let first = first.get(..first.len() - back).unwrap_or_default();
    let second = second.get(..second.len() - back).unwrap_or_default();
    let (minus, plus) = (|line: &String| format!("-{line}"), |line: &String| format!("+{line}"));
    let width = second.len() + 1;
    if first.len().saturating_mul(second.len()) > PAIRS {
        return first.iter().map(minus).chain(second.iter().map(plus)).collect();
    }
    // How many lines are in common behind each pair of places.
    let mut common = vec![0_u32; (first.len() + 1) * width];
    for (at, one) in first.iter().enumerate().rev() {
        for (place, other) in second.iter().enumerate().rev() {
            let here = at * width + place;
            common[here] = match one == other {
                true => common[here + width + 1] + 1,
                false => common[here + width].max(common[here + 1]),
            };
        }
    }
    let (mut out, mut at, mut place) = (Vec::new(), 0, 0);
    while let (Some(one), Some(other)) = (first.get(at), second.get(place)) {
        let here = at * width + place;
        if one == other {
            (at, place) = (at + 1, place + 1);
        } else if common[here + width] >= common[here + 1] {
            out.push(minus(one));
            at += 1;
        } else {
            out.push(plus(other));
            place += 1;
        }
    }
    out.extend(first.iter().skip(at).map(minus));
    out.extend(second.iter().skip(place).map(plus));
    out
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
    use super::{changed, difference};

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
    fn all_lines_that_differ() {
        let (one, other) = (lines("a\nb\nc\nd\ne"), lines("a\nc\nx\nd\nf\ne"));
        assert_eq!(changed(&one, &other), ["-b", "+x", "+f"]);
        assert_eq!(changed(&one, &one), [""; 0]);
        assert_eq!(changed(&one[..1], &[]), ["-a"]);
        assert_eq!(changed(&lines("a\nb"), &lines("c")), ["-a", "-b", "+c"]);
    }

    #[test]
    fn long_lines_are_cut_around_it() {
        let front = "x".repeat(200);
        let shown = difference(&[format!("{front}é1{front}")], &[format!("{front}é2{front}")]).unwrap();
        assert!(shown.starts_with("`…x") && shown.contains("xé2x") && shown.ends_with("x…`"), "{shown}");
        assert!(shown.chars().count() < 350, "{shown}");
    }
}
