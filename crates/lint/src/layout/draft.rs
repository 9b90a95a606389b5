//! [`Draft`]: a finding as a rule claims it, before it is shown by a witness.

use crate::{Bump, Directions, First, Level, Rule, Site, Surface};

use super::data::Question;
use super::hunt::Aim;

/// What a rule claims.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) rule: &'static Rule,
    pub(crate) directions: Directions,
    pub(crate) surface: Surface,
    pub(crate) level: Level,
    pub(crate) subject: String,
    pub(crate) old: Option<Site>,
    pub(crate) new: Option<Site>,
    pub(crate) why: String,
    pub(crate) fix: String,
    pub(crate) bump: Option<Bump>,
    /// Where to look for a witness.
    pub(crate) aim: Option<Aim>,
    pub(crate) question: Option<Question>,
}

impl Draft {
    /// A claim at the level of the rule, about the wire, in both directions.
    pub(crate) fn new(rule: &'static Rule, subject: impl Into<String>) -> Draft {
        Draft {
            rule,
            directions: Directions::BOTH,
            surface: Surface::Wire,
            level: rule.level,
            subject: subject.into(),
            old: None,
            new: None,
            why: String::new(),
            fix: String::new(),
            bump: None,
            aim: None,
            question: None,
        }
    }

    pub(crate) fn directions(mut self, directions: Directions) -> Draft {
        self.directions = directions;
        self
    }

    pub(crate) fn surface(mut self, surface: Surface) -> Draft {
        self.surface = surface;
        self
    }

    pub(crate) fn level(mut self, level: Level) -> Draft {
        self.level = level;
        self
    }

    pub(crate) fn sites(mut self, old: impl Into<Option<Site>>, new: impl Into<Option<Site>>) -> Draft {
        self.old = old.into();
        self.new = new.into();
        self
    }

    pub(crate) fn why(mut self, why: impl Into<String>) -> Draft {
        self.why = why.into();
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<String>) -> Draft {
        self.fix = fix.into();
        self
    }

    pub(crate) fn bump(mut self, bump: Bump) -> Draft {
        self.bump = Some(bump);
        self
    }

    pub(crate) fn aim(mut self, aim: Aim) -> Draft {
        self.aim = Some(aim);
        self
    }

    pub(crate) fn ask(mut self, question: Option<Question>) -> Draft {
        self.question = question;
        self
    }

    /// Which side goes first, where the rule does not say.
    pub(crate) fn first_of(level: Level, surface: Surface, directions: Directions) -> First {
        match (level, surface) {
            (_, Surface::Source) => First::Any,
            (Level::Note, _) if !directions.old_reads_new => First::Any,
            _ => match (directions.new_reads_old, directions.old_reads_new) {
                (true, true) => First::Neither,
                (true, false) => First::Writers,
                (false, _) => First::Readers,
            },
        }
    }

    /// What to bump, where the rule does not say.
    pub(crate) fn bump_of(level: Level, surface: Surface, directions: Directions) -> Bump {
        match (level, surface) {
            (_, Surface::Source) => Bump::None,
            (Level::Break, Surface::Wire) => Bump::Major,
            (Level::Break, Surface::Meaning) => Bump::Major,
            (Level::DependsOnData, _) => Bump::Major,
            (Level::Note, _) if directions.old_reads_new => Bump::Minor,
            (Level::Note, _) => Bump::None,
        }
    }
}

/// What the rules claim, in order.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) drafts: Vec<Draft>,
}

impl Findings {
    pub(crate) fn push(&mut self, draft: Draft) {
        self.drafts.push(draft);
    }
}
