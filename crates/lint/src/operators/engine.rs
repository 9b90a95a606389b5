//! [`lint`]: findings of the one model from what a comparison of operator sets found.

use outlast_core::SortShort;
use std::fmt;

use outlast_opset::compat::Mode;
use outlast_opset::lint::{Lint, Request};
use outlast_opset::resolve::Rules;

use crate::engine::{Claims, Format, found};
use crate::{Bump, Finding, Level, Report, Surface};

use super::Question;
use super::context::Context;
use super::rules::CHECKS;
use super::witness_search::{Aim, Hunt};

/// Operator sets, for the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operators;

impl Format for Operators {
    type Context<'c> = Context<'c>;
    type Aim = Aim;
    type Question = Question;
}

/// What a rule claims.
pub(crate) type Draft = crate::candidate::Draft<Aim, Question>;

/// What the rules claim.
pub(crate) type Drafts = Claims<Operators>;

/// What the sets were read from, and how programs are written.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// How releases with the old set resolve calls.
    pub old: Rules,
    /// How releases with the new set do.
    pub new: Rules,
    /// The name and the text of the version table.
    pub table: Option<(&'a str, &'a str)>,
    /// The name and the text of the allow-list.
    pub allow: Option<(&'a str, &'a str)>,
    /// Packs the TorchScript code of one module `__torch__.M` into an archive; none if it cannot.
    pub write: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

impl fmt::Debug for Sources<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sources").field("old", &self.old).field("new", &self.new).finish_non_exhaustive()
    }
}

/// The findings of a comparison: `lint` is what [`outlast_opset::lint::lint`] made of `request`.
///
/// Places in the two sets have no file name; those in the table and in the allow-list have the names in `sources`.
pub fn lint(lint: &Lint<'_>, request: &Request<'_>, sources: &Sources<'_>) -> Report {
    let context = Context::new(lint, sources);
    let hunt = Hunt::new(lint, request, sources);
    let show = |mut draft: Draft| {
        let (directions, level) = (draft.directions, draft.level);
        let aim = draft.aim.filter(|_| level != Level::Note);
        let is_shown = |aim: Aim| directions.iter().any(|direction| hunt.find(direction, &aim).is_some());
        if let Some(aim) = aim.filter(|aim| !is_shown(*aim)) {
            draft.aim = None;
            draft.surface = Surface::Meaning;
            let is_same = |aim| directions.iter().all(|direction| hunt.is_same(direction, aim));
            if request.mode == Mode::Strict && !context.is_unseen(aim.change) && is_same(&aim) {
                draft.level = Level::Note;
                draft.bump = Some(Bump::None);
                draft.question = None;
                draft.why.push_str("\nNo call was found that shows it, so it is a note.");
            }
        }
        draft.into_finding(Bump::SetVersion, |direction, aim| hunt.find(direction, aim).into())
    };
    let mut findings: Vec<Finding> = found(CHECKS, &context, show);
    findings.sort_short_by_key(|finding| std::cmp::Reverse(finding.level));
    Report { findings }
}
