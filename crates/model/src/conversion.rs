//! What conversions are asked for, and what they give: [`Request`], [`Converted`], [`Replayed`].

use outlast_core::{Code, Error, Output, Place};

use crate::error::CheckError;
use crate::options::Options;
use crate::setters::setters;
use crate::targets::Target;
use crate::verdict::{Outcome, Verdict};

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

/// A step that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AppliedStep {
    /// Its name.
    pub id: &'static str,
    /// What it did, one sentence each.
    pub changes: Vec<String>,
}

impl AppliedStep {
    /// The step of this name, which did this.
    pub fn new(id: &'static str, changes: Vec<String>) -> AppliedStep {
        AppliedStep { id, changes }
    }
}

/// What stands in the way of a conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
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

impl Blocker {
    /// What stands in the way, for this reason; the rest is still to be said.
    pub fn new(why: String) -> Blocker {
        Blocker { code: None, subject: String::new(), why, place: Place::default(), help: None }
    }

    setters! {
        /// With the code of a reason.
        code: Option<Code>,
        /// About this operator, backend or node.
        subject: String,
        /// At this place.
        place: Place,
        /// With what else might help.
        help: Option<String>,
    }
}

/// A program that was rewritten.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Converted<'a> {
    /// The new file.
    pub output: Output<'a>,
    /// The steps, in order.
    pub steps: Vec<AppliedStep>,
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
        steps: Vec<AppliedStep>,
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

/// What is asked of a conversion: a target, steps, or neither.
///
/// ```
/// use outlast_model::conversion::Request;
///
/// let steps = ["repack".to_string()];
/// let request = Request::default().steps(&steps).allow_unknown(true);
/// assert!(request.target.is_none());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
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

impl<'r> Request<'r> {
    /// For a result that suits this reader.
    pub fn for_target(target: &'r Target) -> Request<'r> {
        Request { target: Some(target), ..Request::default() }
    }

    setters! {
        /// For a result that suits this reader, if there is one.
        target: Option<&'r Target>,
        /// With these steps first, by name.
        steps: &'r [String],
        /// With these options of the file's family.
        options: Options,
        /// Whether a result is wanted, too, if what the reader does with it is not known.
        allow_unknown: bool,
    }

    /// Whether a result with this verdict is given.
    pub fn admits(&self, verdict: &Verdict) -> bool {
        verdict.outcome.is_good() || self.allow_unknown && verdict.outcome == Outcome::Unknown
    }
}

impl<'a> Converted<'a> {
    /// A new file, made by these steps; not judged, and not verified.
    pub fn new(output: Output<'a>, steps: Vec<AppliedStep>) -> Converted<'a> {
        Converted { output, steps, verdict: None, unused: 0, proved: false }
    }

    setters! {
        /// With this verdict on it.
        verdict: Option<Verdict>,
        /// With so many bytes of tables that nothing refers to.
        unused: usize,
        /// Whether its bytes were verified and judged.
        proved: bool,
    }

    /// Whether the program needs no data files any more: all that it looked up in them is in it.
    pub fn is_self_contained(&self) -> bool {
        self.steps.iter().any(|step| step.id == MERGE)
    }
}

/// The step that moves what stands in data files into the program.
pub const MERGE: &str = "merge-external-data";

/// A file that was decoded and encoded.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replayed<'a> {
    /// The bytes: weights stay where they are.
    pub output: Output<'a>,
    /// Bytes written from decoded values.
    pub decoded: usize,
    /// Bytes kept as they are: padding, weights, payloads, what is unknown.
    pub kept: usize,
}

impl<'a> Replayed<'a> {
    /// These bytes, so many of them written from decoded values, so many kept.
    pub fn new(output: Output<'a>, decoded: usize, kept: usize) -> Replayed<'a> {
        Replayed { output, decoded, kept }
    }
}

impl ConvertError {
    /// No step leads further, and the verdict is not good.
    pub fn not_good(verdict: &Verdict, steps: Vec<AppliedStep>, reasons: Vec<Blocker>) -> ConvertError {
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
