//! [`Release`]: three numbers, and [`Interval`]: releases that follow each other.

use std::fmt;

/// A release: major, minor, patch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Release {
    /// `2` in `2.15.0`.
    pub major: u16,
    /// `15` in `2.15.0`.
    pub minor: u16,
    /// `0` in `2.15.0`.
    pub patch: u16,
}

impl Release {
    /// From its parts.
    pub const fn new(major: u16, minor: u16, patch: u16) -> Release {
        Release { major, minor, patch }
    }

    /// Major, minor, patch.
    pub fn parts(self) -> [u16; 3] {
        [self.major, self.minor, self.patch]
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
        let [major, minor, patch] = parts;
        Some((Release { major, minor, patch }, count))
    }

    /// Whether the first `count` parts are the same.
    pub fn same_prefix(self, other: Release, count: usize) -> bool {
        self.parts().iter().zip(other.parts()).take(count).all(|(a, b)| *a == b)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Releases that have something: from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Interval<R = Release> {
    /// The first release that is known to have it. An earlier one may, if it is older than all that were asked, or lies between this and the one
    /// that was asked before it.
    pub first: R,
    /// The last release that has it; `None` if the newest one that was asked does.
    pub last: Option<R>,
}

impl<R: PartialOrd> Interval<R> {
    /// Whether a release is in it.
    pub fn contains(&self, release: R) -> bool {
        self.first <= release && self.last.as_ref().is_none_or(|last| release <= *last)
    }
}

impl<R: fmt::Display + PartialEq> fmt::Display for Interval<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.last {
            Some(last) if *last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}-{last}", self.first),
            None => write!(f, "{}-", self.first),
        }
    }
}

impl Interval {
    /// Runs of indices among releases, oldest first, as texts of tables write them: `1.3.1-1.12.1,2.0.1-`.
    pub fn list(held: impl IntoIterator<Item = usize>, releases: &[Release]) -> String {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for at in held {
            match runs.last_mut() {
                Some((_, last)) if last.checked_add(1) == Some(at) => *last = at,
                _ => runs.push((at, at)),
            }
        }
        let text = |(first, last): (usize, usize)| {
            let newest = last.saturating_add(1) == releases.len();
            let first = *releases.get(first)?;
            let last = if newest { None } else { releases.get(last).copied() };
            Some(Interval { first, last }.to_string())
        };
        runs.into_iter().filter_map(text).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::{Interval, Release};

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

    #[test]
    fn intervals_are_lists_of_runs() {
        let releases = ["0.4.0", "0.5.0", "1.0.0", "2.0.0"].map(|text| Release::parse(text).unwrap());
        assert_eq!(Interval::list([0, 1, 3], &releases), "0.4.0-0.5.0,2.0.0-");
        assert_eq!(Interval::list([2], &releases), "1.0.0");
        let interval = Interval { first: releases[1], last: None };
        assert!(interval.contains(releases[3]) && !interval.contains(releases[0]));
    }
}
