//! Verdicts: outcome and remedy, kept apart, per entry point; a file's is its worst.

use outlast_core::{Code, Place};

/// What happens when a reader meets a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It loads, and runs as its producer meant.
    Loads,
    /// It loads through the runtime's own upgraders.
    Upgrades,
    /// Facts or profile do not say. Never treated as good.
    Unknown,
    /// It is refused, or crashes.
    Fails,
    /// It is accepted without a word and taken for something else.
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
pub enum Stage {
    /// While the file is loaded: no entry point can be used.
    Load,
    /// While an entry point is prepared.
    Method,
    /// While it runs.
    Run,
}

impl Stage {
    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Load => "load",
            Stage::Method => "method",
            Stage::Run => "run",
        }
    }
}

/// Why an outcome is not good.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Its stable code: the rule that found it.
    pub code: Code,
    /// What this reason alone leads to.
    pub outcome: Outcome,
    /// When; `None` where that is not known.
    pub stage: Option<Stage>,
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
    /// Nobody looked.
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
pub struct EntryVerdict {
    /// Its name.
    pub name: String,
    /// What happens.
    pub outcome: Outcome,
    /// When, if it is not good and that is known.
    pub stage: Option<Stage>,
    /// Why.
    pub reasons: Vec<Reason>,
}

impl EntryVerdict {
    /// The verdict that these reasons add up to. What happens first decides: a program that is refused while it loads
    /// cannot be misread while it runs; and where one part of a run fails, no wrong numbers come out.
    pub fn new(name: &str, mut reasons: Vec<Reason>) -> EntryVerdict {
        let rank = |outcome: Outcome| match outcome {
            Outcome::Fails => 4,
            Outcome::Misreads => 3,
            Outcome::Unknown => 2,
            Outcome::Upgrades => 1,
            Outcome::Loads => 0,
        };
        reasons.sort_by_key(|r| (r.stage.is_none(), r.stage, std::cmp::Reverse(rank(r.outcome))));
        let bad = |r: &&Reason| r.outcome >= Outcome::Fails;
        let first = reasons.iter().find(|r| bad(r) && r.stage.is_some()).or_else(|| reasons.iter().find(bad));
        let decisive = first.or_else(|| reasons.iter().max_by_key(|r| rank(r.outcome)));
        let (outcome, stage) = decisive.map_or((Outcome::Loads, None), |r| (r.outcome, r.stage));
        EntryVerdict { name: name.to_string(), outcome, stage, reasons }
    }
}

/// The verdict on a file for one target.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The target's name.
    pub target: String,
    /// The worst of its entry points.
    pub outcome: Outcome,
    /// When, for the worst.
    pub stage: Option<Stage>,
    /// What closes the gap.
    pub remedy: Remedy,
    /// Each entry point.
    pub entry_points: Vec<EntryVerdict>,
    /// Further remarks: how an unmeasured release was judged, which input would fail.
    pub notes: Vec<String>,
}

impl Verdict {
    /// The verdict on a file from those on its entry points; without any it is unknown.
    pub fn new(target: &str, entry_points: Vec<EntryVerdict>) -> Verdict {
        let worst = entry_points.iter().max_by_key(|e| (e.outcome, std::cmp::Reverse(e.stage)));
        let (outcome, stage) = worst.map_or((Outcome::Unknown, None), |e| (e.outcome, e.stage));
        let remedy = if outcome.is_good() { Remedy::NotNeeded } else { Remedy::NotTried };
        Verdict { target: target.to_string(), outcome, stage, remedy, entry_points, notes: Vec::new() }
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
