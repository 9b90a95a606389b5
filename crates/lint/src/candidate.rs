//! [`Draft`]: a finding as a rule claims it, before it is shown by a witness.

use crate::{Bump, DataQuestion, Direction, Directions, Finding, First, Level, Rule, Site, Surface, Witness};

/// What came of a search for a file that shows a claim.
#[derive(Clone, Debug)]
pub(crate) enum Sought {
    /// This one does.
    Found(Box<Witness>),
    /// None does of those that hold the change.
    Nothing,
    /// It was given up, for it took too long: nothing is known.
    GivenUp,
}

impl From<Option<Witness>> for Sought {
    fn from(witness: Option<Witness>) -> Sought {
        witness.map_or(Sought::Nothing, |witness| Sought::Found(Box::new(witness)))
    }
}

/// What a rule claims: `A` says where to look for a witness, and `Q` what to ask files, in the terms of the rule's format.
#[derive(Clone, Debug)]
pub(crate) struct Draft<A, Q> {
    pub(crate) rule: &'static Rule,
    pub(crate) directions: Directions,
    pub(crate) surface: Surface,
    pub(crate) level: Level,
    pub(crate) subject: String,
    pub(crate) old: Option<Site>,
    pub(crate) new: Option<Site>,
    pub(crate) why: String,
    pub(crate) fix: String,
    pub(crate) first: Option<First>,
    pub(crate) bump: Option<Bump>,
    /// Where to look for a witness.
    pub(crate) aim: Option<A>,
    pub(crate) question: Option<Q>,
    /// Whether it holds unshown where it depends on data.
    pub(crate) files_decide: bool,
    /// Directions in which it holds unshown: it says what is so, whatever the files that were tried hold.
    pub(crate) by_rule: Directions,
}

impl<A, Q> Draft<A, Q> {
    /// A claim at the level of the rule, about the wire, in both directions.
    pub(crate) fn new(rule: &'static Rule, subject: impl Into<String>) -> Draft<A, Q> {
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
            first: None,
            bump: None,
            aim: None,
            question: None,
            files_decide: false,
            by_rule: Directions::default(),
        }
    }

    pub(crate) fn directions(mut self, directions: Directions) -> Draft<A, Q> {
        self.directions = directions;
        self
    }

    pub(crate) fn surface(mut self, surface: Surface) -> Draft<A, Q> {
        self.surface = surface;
        self
    }

    pub(crate) fn level(mut self, level: Level) -> Draft<A, Q> {
        self.level = level;
        self
    }

    pub(crate) fn sites(mut self, old: impl Into<Option<Site>>, new: impl Into<Option<Site>>) -> Draft<A, Q> {
        self.old = old.into();
        self.new = new.into();
        self
    }

    pub(crate) fn why(mut self, why: impl Into<String>) -> Draft<A, Q> {
        self.why = why.into();
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<String>) -> Draft<A, Q> {
        self.fix = fix.into();
        self
    }

    pub(crate) fn first(mut self, first: First) -> Draft<A, Q> {
        self.first = Some(first);
        self
    }

    pub(crate) fn bump(mut self, bump: Bump) -> Draft<A, Q> {
        self.bump = Some(bump);
        self
    }

    pub(crate) fn aim(mut self, aim: A) -> Draft<A, Q> {
        self.aim = Some(aim);
        self
    }

    pub(crate) fn ask(mut self, question: Option<Q>) -> Draft<A, Q> {
        self.question = question;
        self
    }

    /// What files hold decides, in directions, too, in which no small file shows it.
    pub(crate) fn files_decide(mut self) -> Draft<A, Q> {
        self.files_decide = true;
        self
    }

    /// It holds in these directions, shown or not.
    pub(crate) fn by_rule(mut self, directions: Directions) -> Draft<A, Q> {
        self.by_rule = directions;
        self
    }

    /// The finding, with what shows it: `find` looks for a witness in a direction, and `broken` is what a broken wire bumps in this format.
    ///
    /// A claim holds in the directions in which it is shown, in those in which the rule says so, and in those in which the search was given up. It is a note where files that hold the
    /// change were tried, and none shows it: readers of the other version read them as they were written.
    pub(crate) fn into_finding(self, broken: Bump, find: impl Fn(Direction, &A) -> Sought) -> Finding
    where
        DataQuestion: From<Q>,
    {
        let aim = self.aim.as_ref().filter(|_| self.level != Level::Note);
        let is_break = self.level == Level::Break;
        let is_aimed = aim.is_some() && (is_break || !self.files_decide);
        let to_show = is_aimed || (is_break && self.surface == Surface::Wire);
        let mut witnesses = Vec::new();
        let (mut given_up, mut ruled) = (Directions::default(), Directions::default());
        for (direction, aim) in self.directions.iter().zip(std::iter::repeat(aim)) {
            match aim.map_or(Sought::Nothing, |aim| find(direction, aim)) {
                Sought::Found(witness) => witnesses.push(*witness),
                Sought::GivenUp => given_up = given_up.with(direction),
                Sought::Nothing if self.by_rule.has(direction) => ruled = ruled.with(direction),
                Sought::Nothing => {}
            }
        }
        let mut finding = Finding {
            rule: self.rule,
            directions: self.directions,
            surface: self.surface,
            level: self.level,
            subject: self.subject,
            old: self.old,
            new: self.new,
            why: self.why,
            fix: self.fix,
            first: First::Any,
            bump: Bump::None,
            witnesses,
            data: self.question.map(DataQuestion::from),
        };
        let shown = finding.witnesses.iter().map(|witness| witness.direction);
        let holds = shown.fold(given_up.union(ruled), Directions::with);
        if to_show && holds.is_empty() {
            finding.level = Level::Note;
            finding.why.push_str(" No file was found that shows it, so it is a note.");
        } else if to_show {
            finding.directions = holds;
        }
        for (unshown, why) in [
            (given_up, "The search for a file that shows it was given up"),
            (ruled, "The rule says so; no sample file shows it"),
        ] {
            if to_show && !unshown.is_empty() {
                finding.why.push_str(&format!(" {why} ({unshown})."));
            }
        }
        finding.first = self.first.unwrap_or_else(|| first(&finding));
        finding.bump = self.bump.unwrap_or_else(|| bump(&finding, broken));
        finding
    }
}

/// Which side goes first, where the rule does not say.
pub(crate) fn first(finding: &Finding) -> First {
    match (finding.level, finding.surface) {
        (_, Surface::Source) => First::Any,
        (Level::Note, _) if !finding.directions.old_reads_new => First::Any,
        _ => match (finding.directions.new_reads_old, finding.directions.old_reads_new) {
            (true, true) => First::Neither,
            (true, false) => First::Writers,
            (false, _) => First::Readers,
        },
    }
}

/// What to bump, where the rule does not say.
pub(crate) fn bump(finding: &Finding, broken: Bump) -> Bump {
    match (finding.level, finding.surface) {
        (_, Surface::Source) => Bump::None,
        (Level::Break, Surface::Wire) => broken,
        (Level::Break, Surface::Meaning) | (Level::DependsOnData, _) => Bump::Major,
        (Level::Note, _) if finding.directions.old_reads_new => Bump::Minor,
        (Level::Note, _) => Bump::None,
    }
}

/// What the rules claim, in order.
#[derive(Debug)]
pub(crate) struct Findings<A, Q> {
    pub(crate) drafts: Vec<Draft<A, Q>>,
}

impl<A, Q> Default for Findings<A, Q> {
    fn default() -> Findings<A, Q> {
        Findings { drafts: Vec::new() }
    }
}

impl<A, Q> Findings<A, Q> {
    pub(crate) fn push(&mut self, draft: Draft<A, Q>) {
        self.drafts.push(draft);
    }
}
