//! [`Styles`]: the colours of a text, or none.

use std::fmt;

use anstyle::{AnsiColor, Style};
use outlast::Outcome;
use outlast_core::Severity;

/// The colours of a text, or none. They underline what the words say; without them nothing is lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles {
    pub(crate) error: Style,
    pub(crate) warning: Style,
    pub(crate) note: Style,
    pub(crate) good: Style,
    pub(crate) bold: Style,
    pub(crate) dim: Style,
}

impl Styles {
    /// No colours.
    pub const fn plain() -> Styles {
        let none = Style::new();
        Styles { error: none, warning: none, note: none, good: none, bold: none, dim: none }
    }

    /// The sixteen colours that every terminal has, as its user set them.
    pub const fn coloured() -> Styles {
        Styles {
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            note: AnsiColor::Cyan.on_default().bold(),
            good: AnsiColor::Green.on_default(),
            bold: Style::new().bold(),
            dim: Style::new().dimmed(),
        }
    }

    /// The style of a severity.
    pub(crate) fn severity(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Note => self.note,
        }
    }

    /// The style of an outcome.
    pub(crate) fn outcome(&self, outcome: Outcome) -> Style {
        match outcome {
            Outcome::Loads | Outcome::Upgrades => self.good,
            Outcome::Fails | Outcome::Misreads => self.error,
            _ => self.warning,
        }
    }
}

/// Something shown in a style.
pub(crate) struct Painted<T>(pub(crate) Style, pub(crate) T);

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.0, self.1, self.0)
    }
}
