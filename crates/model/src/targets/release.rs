//! [`Release`]: three numbers.

use std::fmt;

/// A release: major, minor, patch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Release([u16; 3]);

impl Release {
    /// From its parts.
    pub const fn new(major: u16, minor: u16, patch: u16) -> Release {
        Release([major, minor, patch])
    }

    /// Major, minor, patch.
    pub fn parts(self) -> [u16; 3] {
        self.0
    }

    /// Parses `1.0.1`; all three parts must be there.
    pub fn parse(text: &str) -> Option<Release> {
        match Release::parse_prefix(text)? {
            (release, 3) => Some(release),
            _ => None,
        }
    }

    /// Parses `1`, `1.0` or `1.0.1`, and says how many parts there were.
    pub fn parse_prefix(text: &str) -> Option<(Release, usize)> {
        let mut parts = [0; 3];
        let mut count = 0;
        for word in text.split('.') {
            let leading_zero = word.len() > 1 && word.starts_with('0');
            let digits = !word.is_empty() && !leading_zero && word.bytes().all(|b| b.is_ascii_digit());
            *parts.get_mut(count).filter(|_| digits)? = word.parse().ok()?;
            count += 1;
        }
        Some((Release(parts), count))
    }

    /// Whether the first `count` parts are the same.
    pub fn same_prefix(self, other: Release, count: usize) -> bool {
        self.0.iter().zip(other.0).take(count).all(|(a, b)| *a == b)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::Release;

    #[test]
    fn parses_one_to_three_parts() {
        assert_eq!(Release::parse("1.0.1"), Some(Release::new(1, 0, 1)));
        assert_eq!(Release::parse("1.0"), None);
        assert_eq!(Release::parse_prefix("0.6"), Some((Release::new(0, 6, 0), 2)));
        assert_eq!(Release::parse_prefix("1.2.3.4"), None);
        assert_eq!(Release::parse_prefix("1.05"), None);
        assert_eq!(Release::parse_prefix("1.+2"), None);
        assert_eq!(Release::parse_prefix(""), None);
    }
}
