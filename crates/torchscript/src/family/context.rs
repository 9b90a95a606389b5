//! [`JudgeContext`]: one archive and one reader, and what stands between them.

use outlast_core::{Code, Place};
use outlast_opset::history::Release;

use super::facts::Facts;
use outlast_model::targets::{Behaviour, Profile};
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// Since this release debug information begins with a table of texts.
pub(super) const DEBUG_TABLES_SINCE: Release = Release { major: 1, minor: 12, patch: 0 };

/// What older readers say of debug information with a table of texts.
pub(super) const NO_TABLE: &str = "Expected Tuple but got String";

/// One archive and one reader.
#[derive(Debug)]
pub(super) struct JudgeContext<'c> {
    pub(super) facts: &'c Facts,
    pub(super) profile: &'c Profile,
    pub(super) reasons: Vec<Reason>,
    /// The weakest of what says that something is no obstacle.
    pub(super) basis: Basis,
}

/// What a reason is about.
#[derive(Clone, Debug)]
pub(super) struct About {
    pub(super) subject: String,
    pub(super) needs: String,
    pub(super) has: String,
    /// All of it in one sentence.
    pub(super) sentence: String,
}

impl<'c> JudgeContext<'c> {
    pub(super) fn new(facts: &'c Facts, profile: &'c Profile) -> JudgeContext<'c> {
        JudgeContext { facts, profile, reasons: Vec::new(), basis: Basis::Defined }
    }

    /// Whether the reader is the lite interpreter.
    pub(super) fn is_lite(&self) -> bool {
        self.profile.variant == super::LITE
    }

    /// The reader as text: `torch 2.1.2`, `the lite interpreter of torch 2.1.2`, and by its own name where a profile file describes it.
    pub(super) fn reader(&self) -> String {
        if self.profile.is_narrowed() {
            return format!("the profile `{}`", self.profile.name);
        }
        let of = if self.is_lite() { "the lite interpreter of " } else { "" };
        format!("{of}torch {}", self.profile.release)
    }

    /// Whether debug information has a form that the reader does not know: it ends with [`NO_TABLE`] when it reads it.
    pub(super) fn stumbles_over_debug(&self) -> bool {
        self.facts.debug_table && self.profile.release < DEBUG_TABLES_SINCE
    }

    /// A number of the table of readers.
    pub(super) fn number(&self, kind: &str, name: &str) -> Option<u64> {
        self.profile.get(kind, name)?.parse().ok()
    }

    /// A message of the reader, with numbers and names in their places.
    pub(super) fn says(&self, name: &str, values: &[(&str, &str)]) -> Option<String> {
        let text = self.profile.get("says", name)?;
        Some(filled(text, values))
    }

    /// What the table says that the reader does with a layout; `None` if it does not say.
    pub(super) fn layout(&self, name: &str) -> Option<Behaviour<'_>> {
        Behaviour::parse(self.profile.get("layout", name)?)
    }

    /// Adds a reason; `says` is the message that the reader prints.
    pub(super) fn add(
        &mut self,
        code: Code,
        (outcome, stage): (Outcome, Option<Stage>),
        about: About,
        says: Option<String>,
        place: &Place,
    ) {
        self.reasons.push(
            Reason::new(code, outcome)
                .stage(stage)
                .message(Some(about.sentence))
                .subject(about.subject)
                .needs(about.needs)
                .has(about.has)
                .says(says)
                .place(place.clone()),
        );
    }

    /// An element type, by its number: the reader may not have it.
    pub(super) fn element(&mut self, number: i64, place: &Place) {
        let newest = self.number("newest", "element").and_then(|newest| i64::try_from(newest).ok());
        if newest.is_none_or(|newest| number <= newest) {
            return;
        }
        let about = About {
            subject: number.to_string(),
            needs: "a reader that has it".into(),
            has: "does not have it".into(),
            sentence: format!("{} has no element type with the number {number}", self.reader()),
        };
        self.add(super::codes::OPERATOR, (Outcome::Fails, Some(Stage::Run)), about, None, place);
    }

    /// Something is no obstacle, and this is what says so.
    pub(super) fn rest_on(&mut self, basis: Option<Basis>) {
        self.basis = self.basis.min(basis.unwrap_or(Basis::Measured));
    }

    /// What the last reason rests on.
    pub(super) fn basis_of_last(&mut self, basis: Option<Basis>) {
        if let (Some(reason), Some(basis)) = (self.reasons.last_mut(), basis) {
            reason.basis = basis;
        }
    }

    /// Adds a reason why the reader refuses the file when it loads it.
    pub(super) fn refused(&mut self, code: Code, about: About, says: Option<String>, place: &Place) {
        self.add(code, (Outcome::Fails, Some(Stage::Load)), about, says, place);
    }

    /// Adds that the profile has no row for something; `sentence` names it.
    pub(super) fn unmeasured(&mut self, subject: &str, needs: &str, sentence: String) {
        let about = About { subject: subject.into(), needs: needs.into(), has: "unknown".into(), sentence };
        self.unknown(about, &Place::default());
    }

    /// Adds something of which it is not known what the reader does with it.
    pub(super) fn unknown(&mut self, about: About, place: &Place) {
        self.add(super::codes::UNMEASURED, (Outcome::Unknown, None), about, None, place);
    }
}

/// A text with `{name}` replaced.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
