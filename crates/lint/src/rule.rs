//! [`Rule`]: what is said about a kind of change, whatever the format.

use outlast_core::{Code, CodeInfo};

use crate::Level;

/// One rule. Its predicate is kept beside it, in the module of its format, because it looks at that format's model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Stable name, in lower case with dashes: `fbs-field-removed`. Never reused.
    pub name: &'static str,
    /// Stable code. Never reused.
    pub code: Code,
    /// One line, lower case, no full stop.
    pub title: &'static str,
    /// Why it matters and what to do; plain text.
    pub text: &'static str,
    /// The rule of a founding document that it checks, in that document's words.
    pub seed: Option<&'static str>,
    /// The level of its findings, unless the case is milder.
    pub level: Level,
}

impl Rule {
    /// As a code with its meaning, for `outlast explain`.
    pub const fn info(&self) -> CodeInfo {
        CodeInfo { code: self.code, title: self.title, text: self.text }
    }
}
