//! [`Draft`]: a finding as a rule claims it, before it is shown by a witness. It knows neither how a witness is looked for nor what is asked of files.

use crate::{Bump, Directions, First, Level, Rule, Site, Surface};

/// What a rule claims.
#[derive(Clone, Debug)]
pub(crate) struct Draft<Aim, Question> {
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

impl<Aim, Question> Draft<Aim, Question> {
    /// A claim at the level of the rule, about the wire, in both directions.
    pub(crate) fn new(rule: &'static Rule, subject: impl Into<String>) -> Self {
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

    pub(crate) fn directions(mut self, directions: Directions) -> Self {
        self.directions = directions;
        self
    }

    pub(crate) fn surface(mut self, surface: Surface) -> Self {
        self.surface = surface;
        self
    }

    pub(crate) fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    pub(crate) fn sites(mut self, old: impl Into<Option<Site>>, new: impl Into<Option<Site>>) -> Self {
        self.old = old.into();
        self.new = new.into();
        self
    }

    pub(crate) fn why(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = fix.into();
        self
    }

    pub(crate) fn bump(mut self, bump: Bump) -> Self {
        self.bump = Some(bump);
        self
    }

    pub(crate) fn aim(mut self, aim: Aim) -> Self {
        self.aim = Some(aim);
        self
    }

    pub(crate) fn ask(mut self, question: Option<Question>) -> Self {
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
#[derive(Debug)]
pub(crate) struct Drafts<Aim, Question> {
    pub(crate) drafts: Vec<Draft<Aim, Question>>,
}

impl<Aim, Question> Drafts<Aim, Question> {
    pub(crate) fn new() -> Self {
        Drafts { drafts: Vec::new() }
    }

    pub(crate) fn push(&mut self, draft: Draft<Aim, Question>) {
        self.drafts.push(draft);
    }
}
