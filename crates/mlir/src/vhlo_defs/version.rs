//! [`Version`]: a version of VHLO, which is one of StableHLO.

use std::fmt;

use super::defs;

/// A version of StableHLO: `1.8.0`. What programs may have depends on the first two numbers only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
    /// The third number: it says nothing about programs.
    pub patch: u32,
}

/// What the producer of a portable artifact calls itself, before the version.
const PRODUCER: &str = "StableHLO_v";

impl Version {
    /// A version.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Version {
        Version { major, minor, patch }
    }

    /// The version of a text: three numbers with dots between them.
    pub fn parse(text: &str) -> Option<Version> {
        let mut numbers = text.split('.').map(|number| {
            let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            number.parse().ok().filter(|_| digits)
        });
        let version = Version::new(numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some(version)
    }

    /// The version that a portable artifact was written for, by its producer.
    pub fn of_producer(producer: &[u8]) -> Option<Version> {
        Version::parse(std::str::from_utf8(producer).ok()?.strip_prefix(PRODUCER)?)
    }

    /// The producer of an artifact that is written for this version.
    pub fn producer(self) -> String {
        format!("{PRODUCER}{self}")
    }

    /// The version with the patch number 0: what windows are compared with.
    pub fn base(self) -> Version {
        Version { patch: 0, ..self }
    }

    /// The version of the container of artifacts for this version; none before the first and after the last version that is known.
    pub fn container(self) -> Option<u64> {
        let row = defs().releases.iter().rfind(|row| row.version <= self)?;
        (self.base() <= Version::newest()).then_some(row.container)
    }

    /// The first version with a promise of compatibility.
    pub fn oldest() -> Version {
        defs().releases.first().map_or_else(Version::default, |row| row.version)
    }

    /// The newest version that is known.
    pub fn newest() -> Version {
        defs().releases.last().map_or_else(Version::default, |row| row.version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!(Version::parse("1.20.3"), Some(Version::new(1, 20, 3)));
        for bad in ["", "1", "1.2", "1.2.3.4", "1..2", "1.-2.3", "+1.2.3", "a.b.c", "1.2.99999999999"] {
            assert_eq!(Version::parse(bad), None, "{bad}");
        }
        assert_eq!(Version::of_producer(b"StableHLO_v0.9.0"), Some(Version::new(0, 9, 0)));
        assert_eq!(Version::of_producer(b"MLIR19.1.7"), None);
    }

    #[test]
    fn containers_by_version() {
        let container = |major, minor, patch| Version::new(major, minor, patch).container();
        let known = [(0, 9, 0), (0, 11, 4), (0, 13, 0), (0, 14, 27), (0, 15, 0), (1, 20, 7)]
            .map(|(a, b, c)| container(a, b, c));
        assert_eq!(known, [Some(0), Some(1), Some(3), Some(4), Some(6), Some(6)]);
        assert_eq!((container(0, 8, 9), container(1, 21, 0)), (None, None));
    }
}
