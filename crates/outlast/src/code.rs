//! [`CodeMeaning`]: what families say of their codes; [`codes`]: all that there are.

use outlast_core::{Code, CodeInfo, Error, SortShort};

use crate::families;

/// What a code means, over all families of this build.
///
/// ```
/// use outlast::{Code, CodeMeaning as _};
///
/// assert!(Code(101).info().is_some() && !Code(101).needs_companion());
/// ```
pub trait CodeMeaning {
    /// Its title and text; `None` for one that this build does not use.
    fn info(self) -> Option<CodeInfo>;

    /// Whether a reason with this code says that a file is missing which is loaded together with the program.
    fn needs_companion(self) -> bool;

    /// Whether a reason with this code says that what was loaded together with the program is another one's.
    fn wrong_companion(self) -> bool;

    /// Whether it says what loading a file may do, and not that the file is damaged.
    fn is_risk(&self) -> bool;
}

impl CodeMeaning for Code {
    fn info(self) -> Option<CodeInfo> {
        codes().into_iter().find(|info| info.code == self)
    }

    fn needs_companion(self) -> bool {
        families::all().any(|family| family.companions.missing.contains(&self))
    }

    fn wrong_companion(self) -> bool {
        families::all().any(|family| family.companions.other.contains(&self))
    }

    fn is_risk(&self) -> bool {
        families::all().any(|family| family.risks.contains(self))
    }
}

/// What every code means.
pub fn codes() -> Vec<CodeInfo> {
    let mut codes: Vec<CodeInfo> = Error::codes().to_vec();
    for family in families::all() {
        codes.extend(family.codes.iter().copied().flatten());
    }
    codes.extend(families::lint_codes());
    codes.sort_short_by_key(|c| c.code);
    // Families share codes of formats that they share.
    codes.dedup_by(|a, b| a.code == b.code && a.title == b.title);
    codes
}
