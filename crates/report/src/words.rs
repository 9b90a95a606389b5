//! Counts and lists of names, as text.

use std::fmt::Display;

/// `1 error`, `2 errors`.
pub fn plural<N: Display + PartialEq + From<u8>>(count: N, word: &str) -> String {
    format!("{count} {word}{}", if count == N::from(1) { "" } else { "s" })
}

/// `a, b, c and 7 more`.
pub fn and_more(names: &[impl AsRef<str>], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(most) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
