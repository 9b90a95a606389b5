//! Failures as text.

use super::diagnostic::{Source, render};
use super::style::{Painted, Styles};
use crate::escape;
use crate::failure::{Cause, Failure, sentence_on};

impl Failure {
    /// The failure as text; `bytes` are the file's, for the rows around a damaged place.
    pub fn text(&self, styles: &Styles, bytes: &[u8]) -> String {
        match &self.cause {
            Cause::Unreadable(kind, error) => {
                let note = format!("no answer for this {}", kind.title());
                let diagnostic = error.to_diagnostic().note(note);
                render(styles, &Source { name: &self.file, bytes }, &diagnostic)
            }
            cause => {
                let head = Painted(styles.error, "error");
                let text = match cause {
                    Cause::Unusable(error) => sentence_on(&self.file, error),
                    _ => format!("{}: {}", self.file, self.message()),
                };
                let help = match cause {
                    Cause::Unusable(error) => error.help(),
                    _ => None,
                };
                let help = help.map(|help| format!("  = help: {}\n", escape(help))).unwrap_or_default();
                format!("{head}: {}\n{help}", escape(&text))
            }
        }
    }
}
