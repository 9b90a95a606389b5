//! Codes: the stable names of errors and findings (`OL0103`).
//!
//! `OL0…` reading, `OL1…` verifying, `OL2…` judging, `OL3…` linting. A code is public interface: it is never
//! renumbered and never reused.

use std::fmt;

/// The stable number of an error or finding, printed as `OL` and four digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl Code {
    /// Parses `OL0103`, `ol0103` or `0103`.
    pub fn parse(text: &str) -> Option<Code> {
        let digits = text.strip_prefix("OL").or_else(|| text.strip_prefix("ol")).unwrap_or(text);
        if digits.len() != 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        digits.parse().ok().map(Code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OL{:04}", self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a code means, for `outlast explain`.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// One line, lower case, no full stop.
    pub title: &'static str,
    /// What it means, why it matters and what to do; plain text, one paragraph or a few.
    pub text: &'static str,
}

/// Declares codes, with who sees them: a constant for each, and the list of what they mean.
///
/// ```
/// outlast_core::codes! {
///     pub CODES;
///     LATE = 1999, "the file comes late",
///         "It was written after the day on which it had to be there.";
/// }
/// assert_eq!(CODES[0].code, LATE);
/// ```
#[macro_export]
macro_rules! codes {
    ($seen:vis $list:ident; $($name:ident = $number:literal, $title:literal, $text:literal;)*) => {
        $(#[doc = concat!("`OL", stringify!($number), "`: ", $title, ".")] $seen const $name: $crate::Code = $crate::Code($number);)*

        /// Every code of this module, with its meaning.
        $seen const $list: &[$crate::CodeInfo] = &[$($crate::CodeInfo { code: $name, title: $title, text: $text }),*];
    };
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn prints_and_parses() {
        assert_eq!(Code(103).to_string(), "OL0103");
        assert_eq!(Code::parse("OL0103"), Some(Code(103)));
        assert_eq!(Code::parse("0103"), Some(Code(103)));
        assert_eq!(Code::parse("OL103"), None);
        assert_eq!(Code::parse("OL+103"), None);
    }
}
