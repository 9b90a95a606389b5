//! `outlast/prove/1`.

use outlast::convert::Blocker;
use serde::Serialize;

use super::convert::BlockerJson;

/// What programs compute in real runtimes, beside what was recorded.
#[derive(Debug, Default, Serialize)]
pub struct ProveDocument {
    schema: &'static str,
    changes: Vec<ProvedChange>,
    /// Readers in which the outputs are as recorded, in which they are not, which did not run, and which recorded.
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    equal: usize,
    wrong: usize,
    not_run: usize,
    recorded: usize,
}

/// The test of one change.
#[derive(Debug, Serialize)]
pub struct ProvedChange {
    /// Its folder's name.
    pub name: String,
    /// `backward` or `forward`.
    pub direction: &'static str,
    /// The program.
    pub file: String,
    /// One for each reader.
    pub readers: Vec<Proved>,
}

/// What became of a program in one reader.
#[derive(Debug, Serialize)]
pub struct Proved {
    /// The target.
    pub target: String,
    /// `as-is`, `converted` or `refused`.
    pub delivery: &'static str,
    /// The conversion's steps.
    pub steps: Vec<&'static str>,
    reasons: Vec<BlockerJson>,
    /// `equal`, `wrong` or `not-run`; where outputs were recorded, `recorded`.
    pub result: &'static str,
    /// How many cases are equal, or were recorded.
    pub cases: usize,
    /// What is wrong, or why nothing was run.
    pub message: Option<String>,
}

impl Proved {
    /// A conversion was refused: nothing was run.
    pub fn refused(target: &str, blockers: &[Blocker]) -> Proved {
        let message = blockers.iter().map(|blocker| blocker.why.as_str()).collect::<Vec<_>>().join("; ");
        let reasons = blockers.iter().map(BlockerJson::new).collect();
        Proved { reasons, delivery: "refused", ..Proved::new(target, Vec::new(), "wrong", 0, Some(message)) }
    }

    /// A program as it is, or converted by `steps`; the result, how many cases are equal, and what is wrong.
    pub fn new(
        target: &str,
        steps: Vec<&'static str>,
        result: &'static str,
        cases: usize,
        message: Option<String>,
    ) -> Proved {
        let delivery = if steps.is_empty() { "as-is" } else { "converted" };
        Proved { target: target.to_string(), delivery, steps, reasons: Vec::new(), result, cases, message }
    }
}

impl ProveDocument {
    /// The changes, in order.
    pub fn new(changes: Vec<ProvedChange>) -> ProveDocument {
        let of = |result: &str| {
            changes.iter().flat_map(|change| &change.readers).filter(|reader| reader.result == result).count()
        };
        let (equal, wrong, not_run) = (of("equal"), of("wrong"), of("not-run"));
        let counts = Counts { equal, wrong, not_run, recorded: of("recorded") };
        ProveDocument { schema: "outlast/prove/1", changes, counts }
    }

    /// The changes.
    pub fn changes(&self) -> &[ProvedChange] {
        &self.changes
    }

    /// Whether anything is wrong, and whether anything ran.
    pub fn outcome(&self) -> (bool, bool) {
        let Counts { equal, wrong, recorded, .. } = self.counts;
        (wrong > 0, equal + recorded > 0)
    }

    /// `6 equal, 0 wrong, 1 not run`.
    pub fn total(&self) -> String {
        let Counts { equal, wrong, not_run, recorded } = self.counts;
        match recorded {
            0 => format!("{equal} equal, {wrong} wrong, {not_run} not run"),
            _ => format!("{recorded} recorded, {wrong} wrong, {not_run} not run"),
        }
    }
}
