//! [`RunsOn`]: the releases that run a program.

use std::fmt;

use serde::Serialize;

/// The releases of one kind of reader that run a program, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunsOn {
    /// The family of the readers.
    pub family: &'static str,
    /// First and last release of each range, as targets are named.
    pub ranges: Vec<Range>,
}

/// Releases that follow one another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Range {
    /// The first.
    pub from: String,
    /// The last.
    pub to: String,
}

impl RunsOn {
    /// Of all releases, oldest first, each with whether it runs the program.
    pub fn new<'n>(family: &'static str, releases: impl IntoIterator<Item = (&'n str, bool)>) -> RunsOn {
        let range = |(from, to): (&str, &str)| Range { from: from.to_string(), to: to.to_string() };
        RunsOn { family, ranges: outlast::ranges(releases).into_iter().map(range).collect() }
    }
}

/// `executorch 0.3.0 – 0.7.0, 1.3.1`; `no release of executorch`.
impl fmt::Display for RunsOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ranges.is_empty() {
            return write!(f, "no release of {} that has a profile", self.family);
        }
        // What stands before a release: the family, or a program.
        let reader = self.ranges.first().map_or("", |range| reader_of(&range.from));
        let short = |name: &str| {
            let rest = name.strip_prefix(reader).and_then(|rest| rest.strip_prefix('-'));
            rest.unwrap_or(name).to_string()
        };
        let ranges: Vec<String> = self
            .ranges
            .iter()
            .map(|Range { from, to }| match from == to {
                true => short(from),
                false => format!("{} – {}", short(from), short(to)),
            })
            .collect();
        write!(f, "{reader} {}", ranges.join(", "))
    }
}

/// What stands before the release in the name of a target: `llvm-dis` of `llvm-dis-19.1.7`.
fn reader_of(target: &str) -> &str {
    let hyphens = target.match_indices('-').map(|(at, _)| target.split_at(at));
    let release = |rest: &str| rest[1..].starts_with(|c: char| c.is_ascii_digit());
    hyphens.into_iter().find(|(_, rest)| release(rest)).map_or(target, |(reader, _)| reader)
}

#[cfg(test)]
mod tests {
    use super::RunsOn;

    #[test]
    fn ranges_are_short() {
        let of = [("x-1.0", true), ("x-1.1", true), ("x-2.0", false), ("x-2.1+lib", true)];
        assert_eq!(RunsOn::new("x", of).to_string(), "x 1.0 – 1.1, 2.1+lib");
        assert_eq!(RunsOn::new("x", [("x-y-1.0", true), ("x-y-2.0", true)]).to_string(), "x-y 1.0 – 2.0");
        assert_eq!(RunsOn::new("x", [("x-1.0", false)]).to_string(), "no release of x that has a profile");
    }
}
