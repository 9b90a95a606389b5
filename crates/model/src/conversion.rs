//! What conversions are asked for, and what they give: [`Request`], [`Converted`], [`Replayed`].

use outlast_core::{Code, Error, Output, Place};

use crate::error::CheckError;
use crate::options::Options;
use crate::targets::Target;
use crate::verdict::Outcome;
use crate::verdict::Verdict;

/// A conversion step, as families list theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepInfo {
    /// Its name in verdicts and on the command line.
    pub id: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Whether it can be asked for by name.
    pub on_request: bool,
}

/// A step that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Its name.
    pub id: &'static str,
    /// What it did, one sentence each.
    pub changes: Vec<String>,
}

/// What stands in the way of a conversion.
#[derive(Clone, Debug)]
pub struct Blocker {
    /// The code of the reason; `None` where the question is not about one.
    pub code: Option<Code>,
    /// The thing in question: an operator, a backend, a node.
    pub subject: String,
    /// Why nothing can be done about it.
    pub why: String,
    /// Where.
    pub place: Place,
    /// What else might help.
    pub help: Option<String>,
}

/// A program that was rewritten.
#[derive(Clone, Debug)]
pub struct Converted<'a> {
    /// The new file.
    pub output: Output<'a>,
    /// The steps, in order.
    pub steps: Vec<Taken>,
    /// The verdict on the new file, where a target was named.
    pub verdict: Option<Verdict>,
    /// Bytes of the tables that nothing refers to; repacking drops them.
    pub unused: usize,
    /// Whether the bytes of [`output`](Converted::output) themselves were verified and judged, and not what they were made of: whoever
    /// reads the same bytes back need not do so again.
    pub proved: bool,
}

/// Why there is no conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// It was refused, whole.
    Refused(Vec<Blocker>),
    /// It was refused because what the reader does with the best result is not known: [`Request::allow_unknown`] gives it.
    Unknown {
        /// The steps that lead to that result.
        steps: Vec<Taken>,
        /// What is not known.
        reasons: Vec<Blocker>,
    },
    /// The question cannot be answered.
    Check(CheckError),
}

impl From<CheckError> for ConvertError {
    fn from(error: CheckError) -> ConvertError {
        ConvertError::Check(error)
    }
}

impl From<Error> for ConvertError {
    fn from(error: Error) -> ConvertError {
        ConvertError::Check(CheckError::Unreadable(error))
    }
}

impl std::fmt::Display for ConvertError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ConvertError::Check(error) => error.fmt(f),
            ConvertError::Refused(blockers) | ConvertError::Unknown { reasons: blockers, .. } => {
                let all: Vec<String> = blockers.iter().map(|b| b.why.clone()).collect();
                f.write_str(&all.join("; "))
            }
        }
    }
}

impl std::error::Error for ConvertError {}

/// What is asked of a conversion.
#[derive(Clone, Debug, Default)]
pub struct Request<'r> {
    /// The reader that the result must suit.
    pub target: Option<&'r Target>,
    /// Steps to take first, by name: see [`StepInfo`].
    pub steps: &'r [String],
    /// Options of the file's family.
    pub options: Options,
    /// Whether a result is wanted, too, if what the reader does with it is not known.
    pub allow_unknown: bool,
}

impl Request<'_> {
    /// Whether a result with this verdict is given.
    pub fn admits(&self, verdict: &Verdict) -> bool {
        verdict.outcome.is_good() || self.allow_unknown && verdict.outcome == Outcome::Unknown
    }
}

impl Converted<'_> {
    /// Whether the program needs no data files any more: all that it looked up in them is in it.
    pub fn is_self_contained(&self) -> bool {
        self.steps.iter().any(|step| step.id == MERGE)
    }
}

/// The step that moves what stands in data files into the program.
pub const MERGE: &str = "merge-external-data";

/// A file that was decoded and encoded.
#[derive(Clone, Debug)]
pub struct Replayed<'a> {
    /// The bytes: weights stay where they are.
    pub output: Output<'a>,
    /// Bytes written from decoded values.
    pub decoded: usize,
    /// Bytes kept as they are: padding, weights, payloads, what is unknown.
    pub kept: usize,
}

impl ConvertError {
    /// No step leads further, and the verdict is not good.
    pub fn not_good(verdict: &Verdict, steps: Vec<Taken>, reasons: Vec<Blocker>) -> ConvertError {
        match verdict.outcome {
            Outcome::Unknown => ConvertError::Unknown { steps, reasons },
            _ => ConvertError::Refused(reasons),
        }
    }

    /// The question makes no sense.
    pub fn impossible(why: impl Into<String>) -> ConvertError {
        ConvertError::Check(CheckError::Impossible(why.into()))
    }

    /// There is no profile of the target: what it reads is not known.
    pub fn no_profile(target: &Target) -> ConvertError {
        ConvertError::impossible(format!("`{}` has no profile: name a release that has one", target.name()))
    }
}
