//! Verdicts: outcome and remedy, kept apart, per entry point; a file's is its worst.

use std::sync::Arc;

pub use outlast_core::Basis;
use outlast_core::{Code, Place, SortShort};

use crate::risk::Risk;
use crate::setters::setters;

/// What happens when a reader meets a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// It loads, and runs as its producer meant.
    Loads,
    /// It loads through the runtime's own upgraders.
    Upgrades,
    /// Facts or profile do not say. Never treated as good.
    Unknown,
    /// It is refused, or crashes.
    Fails,
    /// It is accepted silently and taken for something else.
    Misreads,
}

impl Outcome {
    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Loads => "loads",
            Outcome::Upgrades => "upgrades",
            Outcome::Unknown => "unknown",
            Outcome::Fails => "fails",
            Outcome::Misreads => "misreads",
        }
    }

    /// Whether the program does what it should.
    pub fn is_good(self) -> bool {
        matches!(self, Outcome::Loads | Outcome::Upgrades)
    }
}

/// When a reader meets the problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// While the file is loaded: no entry point can be used.
    Load,
    /// While it is verified, after it was read.
    Verify,
    /// While an entry point is prepared.
    Method,
    /// While it runs.
    Run,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Stage; 4] = [Stage::Load, Stage::Verify, Stage::Method, Stage::Run];

    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Load => "load",
            Stage::Verify => "verify",
            Stage::Method => "method",
            Stage::Run => "run",
        }
    }
}

/// Why an outcome is not good.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reason {
    /// Its stable code: the rule that found it.
    pub code: Code,
    /// What this reason alone leads to.
    pub outcome: Outcome,
    /// When; `None` where that is not known.
    pub stage: Option<Stage>,
    /// What this rests on.
    pub basis: Basis,
    /// All of it in one sentence, where the parts do not make one: see [`Reason::sentence`].
    pub message: Option<String>,
    /// The thing in question: an operator, a backend, a feature.
    pub subject: String,
    /// What the program needs of it.
    pub needs: String,
    /// What the reader has.
    pub has: String,
    /// The message that the reader prints; `None` where it prints none.
    pub says: Option<String>,
    /// Where the need is.
    pub place: Place,
    /// What to do.
    pub help: Option<String>,
}

impl Reason {
    /// A reason with this code that leads to this outcome, by definition; the rest is still to be said.
    pub fn new(code: Code, outcome: Outcome) -> Reason {
        let (subject, needs, has) = (String::new(), String::new(), String::new());
        let (basis, place) = (Basis::Defined, Place::default());
        let (stage, message, says, help) = (None, None, None, None);
        Reason { code, outcome, stage, basis, message, subject, needs, has, says, place, help }
    }

    /// Why every reader refuses a file that is corrupt: what the reader says of it, and where.
    pub fn corrupt(code: Code, subject: &str, says: &str, place: Place) -> Reason {
        Reason {
            stage: Some(Stage::Load),
            message: Some("the file is corrupt".into()),
            subject: subject.into(),
            needs: "a sound file".into(),
            has: "the file is corrupt".into(),
            says: (!says.is_empty()).then(|| says.into()),
            place,
            help: Some("run `outlast verify` for the place and what is wrong there".into()),
            ..Reason::new(code, Outcome::Fails)
        }
    }

    setters! {
        /// With this code.
        code: Code,
        /// Leading to this.
        outcome: Outcome,
        /// At this stage.
        stage: Option<Stage>,
        /// Resting on this.
        basis: Basis,
        /// In this one sentence.
        message: Option<String>,
        /// About this operator, backend or feature.
        subject: String,
        /// Where the program needs this of it.
        needs: String,
        /// Where the reader has this.
        has: String,
        /// Where the reader prints this.
        says: Option<String>,
        /// With the need here.
        place: Place,
        /// With this to do.
        help: Option<String>,
    }

    /// What is wrong, in one sentence: ``XNNPACK of executorch-0.6.0 has no node `XNNGelu` (added in 0.7.0)``.
    pub fn sentence(&self) -> String {
        match &self.message {
            Some(message) => message.clone(),
            None => format!("{}: {} (needed: {})", self.subject, self.has, self.needs),
        }
    }
}

/// What closes the gap.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Remedy {
    /// The outcome is good.
    NotNeeded,
    /// These conversion steps, each probed.
    Convertible(Vec<&'static str>),
    /// None, for these reasons.
    NoneKnown(Vec<String>),
    /// Not looked for.
    NotTried,
}

impl Remedy {
    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Remedy::NotNeeded => "not-needed",
            Remedy::Convertible(_) => "convertible",
            Remedy::NoneKnown(_) => "none-known",
            Remedy::NotTried => "not-tried",
        }
    }
}

/// The verdict on one entry point.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EntryVerdict {
    /// Its name.
    pub name: String,
    /// What happens.
    pub outcome: Outcome,
    /// When, if it is not good and that is known.
    pub stage: Option<Stage>,
    /// What the outcome rests on; `None` where it is unknown.
    pub basis: Option<Basis>,
    /// Why.
    pub reasons: Vec<Reason>,
    /// What the outcome would rest on if there were no reasons.
    looked_at: Basis,
}

impl EntryVerdict {
    /// The verdict that these reasons add up to. What happens first decides: a program that is refused while it loads
    /// cannot be misread while it runs; and where one part of a run fails, no wrong numbers come out. `looked_at` is the
    /// weakest of what says that nothing else stands in the way.
    pub fn new(name: &str, mut reasons: Vec<Reason>, looked_at: Basis) -> EntryVerdict {
        let rank = |outcome: Outcome| match outcome {
            Outcome::Fails => 4,
            Outcome::Misreads => 3,
            Outcome::Unknown => 2,
            Outcome::Upgrades => 1,
            Outcome::Loads => 0,
        };
        reasons.sort_short_by_key(|r| (r.stage.is_none(), r.stage, std::cmp::Reverse(rank(r.outcome))));
        let bad = |r: &&Reason| r.outcome >= Outcome::Fails;
        let first = reasons.iter().find(|r| bad(r) && r.stage.is_some()).or_else(|| reasons.iter().find(bad));
        let decisive = first.or_else(|| reasons.iter().max_by_key(|r| rank(r.outcome)));
        let (outcome, stage) = decisive.map_or((Outcome::Loads, None), |r| (r.outcome, r.stage));
        let basis = match outcome {
            Outcome::Unknown => None,
            // Everything that was looked at had to be good.
            Outcome::Loads | Outcome::Upgrades => {
                Some(decisive.map_or(looked_at, |r| r.basis.min(looked_at)))
            }
            Outcome::Fails | Outcome::Misreads => decisive.map(|r| r.basis),
        };
        EntryVerdict { name: name.to_string(), outcome, stage, basis, reasons, looked_at }
    }

    /// The same entry point where nothing is known.
    #[must_use]
    pub fn unknown(mut self) -> EntryVerdict {
        (self.outcome, self.stage, self.basis) = (Outcome::Unknown, None, None);
        self
    }

    /// The same verdict, resting on nothing better than this.
    #[must_use]
    fn resting_on(mut self, basis: Basis) -> EntryVerdict {
        self.looked_at = self.looked_at.min(basis);
        self.reasons.iter_mut().for_each(|reason| reason.basis = reason.basis.min(basis));
        self.basis = self.basis.map(|own| own.min(basis));
        self
    }

    /// The verdict without what rests on less than this.
    fn at_least(mut self, basis: Basis) -> EntryVerdict {
        if self.outcome == Outcome::Unknown {
            return self;
        }
        for reason in self.reasons.iter_mut().filter(|reason| reason.basis < basis) {
            (reason.outcome, reason.stage) = (Outcome::Unknown, None);
        }
        let rest = EntryVerdict::new(&self.name, self.reasons, self.looked_at);
        match rest.basis {
            Some(own) if own < basis => rest.unknown(),
            _ => rest,
        }
    }
}

/// The verdict on a file for one target.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The target's name.
    pub target: String,
    /// The profile file that describes the target.
    pub profile: Option<String>,
    /// The worst of its entry points.
    pub outcome: Outcome,
    /// When, for the worst.
    pub stage: Option<Stage>,
    /// What the outcome rests on: the weakest of the entry points that have it; `None` where it is unknown.
    pub basis: Option<Basis>,
    /// What closes the gap.
    pub remedy: Remedy,
    /// Each entry point.
    pub entry_points: Vec<EntryVerdict>,
    /// Code that reading the file runs, whatever the outcome is; all targets have the same.
    pub risks: Arc<[Risk]>,
    /// Further remarks: how an unmeasured release was judged, which input would fail.
    pub notes: Vec<String>,
}

impl Verdict {
    /// The verdict on a file from those on its entry points; without any it is unknown.
    pub fn new(target: &str, entry_points: Vec<EntryVerdict>) -> Verdict {
        let worst = entry_points.iter().max_by_key(|e| (e.outcome, std::cmp::Reverse(e.stage)));
        let (outcome, stage) = worst.map_or((Outcome::Unknown, None), |e| (e.outcome, e.stage));
        let basis = entry_points.iter().filter(|e| e.outcome == outcome).filter_map(|e| e.basis).min();
        let remedy = if outcome.is_good() { Remedy::NotNeeded } else { Remedy::NotTried };
        Verdict {
            target: target.to_string(),
            profile: None,
            outcome,
            stage,
            basis,
            remedy,
            entry_points,
            risks: Arc::default(),
            notes: Vec::new(),
        }
    }

    /// The same verdict under the name of another target, with other entry points; what closes the gap is open again.
    #[must_use]
    pub fn with_entries(self, target: &str, entries: impl Iterator<Item = EntryVerdict>) -> Verdict {
        let Verdict { profile, notes, risks, .. } = self;
        Verdict { profile, notes, risks, ..Verdict::new(target, entries.collect()) }
    }

    /// The same verdict under the name of another target that has the same reader.
    #[must_use]
    pub fn with_name(mut self, target: &str) -> Verdict {
        self.target = target.to_string();
        self
    }

    /// The same verdict under the name of another target, resting on nothing better than this.
    #[must_use]
    pub fn resting_on(mut self, target: &str, basis: Basis) -> Verdict {
        let entries = std::mem::take(&mut self.entry_points);
        let entries: Vec<EntryVerdict> = entries.into_iter().map(|entry| entry.resting_on(basis)).collect();
        let Verdict { profile, remedy, notes, risks, .. } = self;
        Verdict { profile, remedy, notes, risks, ..Verdict::new(target, entries) }
    }

    /// The verdict where only what rests on this, or on more, counts: what rests on less is unknown.
    #[must_use]
    pub fn at_least(mut self, basis: Basis) -> Verdict {
        let before = (self.outcome, self.basis);
        let entries = std::mem::take(&mut self.entry_points);
        let target = std::mem::take(&mut self.target);
        let remedy = self.remedy.clone();
        let mut verdict = self.with_entries(&target, entries.into_iter().map(|entry| entry.at_least(basis)));
        if let (true, Some(own)) = (verdict.outcome != before.0, before.1) {
            let (name, own) = (before.0.name(), own.name());
            verdict.notes.push(format!("{name} on the basis `{own}` only, which is less than was asked for"));
        } else {
            verdict.remedy = remedy;
        }
        verdict
    }

    /// Whether reading the file runs code that nobody allowed.
    pub fn runs_code(&self) -> bool {
        crate::risk::runs_code(&self.risks)
    }

    /// Allows what reading the file runs, by what `who` says of each name.
    pub fn allow(&mut self, who: impl Fn(&str) -> Option<String>) {
        self.risks = crate::risk::allow(&self.risks, who);
    }

    /// The summary word: `loads`, `upgrades`, `convertible`, `blocked`, `misreads`, `unknown`.
    pub fn summary(&self) -> &'static str {
        match (self.outcome, &self.remedy) {
            (Outcome::Misreads, _) => "misreads",
            (Outcome::Fails, Remedy::Convertible(_)) => "convertible",
            (Outcome::Fails, _) => "blocked",
            (good, _) => good.name(),
        }
    }

    /// Every reason, with the entry points that it concerns.
    pub fn reasons(&self) -> impl Iterator<Item = (&EntryVerdict, &Reason)> {
        self.entry_points.iter().flat_map(|e| e.reasons.iter().map(move |r| (e, r)))
    }
}
