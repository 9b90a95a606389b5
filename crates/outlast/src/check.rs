//! [`check()`]: the verdict of a reader on a program.

use std::sync::Arc;

use outlast_core::{Error, ErrorKind};

use crate::convert::remedy;
use crate::error::{CheckError, OpenError};
use crate::families;
use crate::families::risks;
use crate::family::FormatDef;
use crate::interpolate;
use crate::kind::FileKind;
use crate::open::open_with;
use crate::options::Options;
use crate::program::{Companion, Judge, Program};
use crate::risk::{Risk, allow};
use crate::selection::Needed;
use crate::targets::Target;
use crate::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

/// The verdict of a target on a file, with what closes the gap. A file of a known format that is damaged has a verdict, too:
/// no reader loads it.
///
/// # Errors
///
/// [`CheckError::Open`] if the file is none that has verdicts, [`CheckError::OtherFamily`] if the target reads other files.
pub fn check(bytes: &[u8], target: &Target) -> Result<Verdict, CheckError> {
    check_with(bytes, &[], target, &Options::none())
}

/// As [`check()`], for a file that is loaded together with others, and with options of its family.
///
/// # Errors
///
/// As [`check()`].
pub fn check_with(
    bytes: &[u8],
    companions: &[Companion<'_>],
    target: &Target,
    options: &Options,
) -> Result<Verdict, CheckError> {
    match open_with(bytes, options) {
        Ok(program) => {
            let mut verdict = Subject::new(&program)?.check(companions, target)?;
            verdict.remedy = remedy(&program, companions, target, &verdict);
            Ok(verdict)
        }
        Err(OpenError::Unreadable(kind, error)) => check_unreadable(bytes, (kind, &error), target),
        Err(error) => Err(error.into()),
    }
}

/// Whether verdicts on a program take much longer than a summary of it: all of a large module is read.
pub fn is_costly_to_judge(program: &Program<'_>) -> bool {
    program.opened().is_costly_to_judge()
}

/// A program, read and verified once, to be judged for any number of targets.
#[derive(Debug)]
pub struct Subject {
    judge: Box<dyn Judge>,
    risks: Arc<[Risk]>,
}

impl Subject {
    /// Reads what verdicts need of a program.
    ///
    /// # Errors
    ///
    /// Why there are no verdicts on this file.
    pub fn new(program: &Program<'_>) -> Result<Subject, CheckError> {
        Ok(Subject { judge: program.opened().subject()?, risks: risks(program.bytes()).into() })
    }

    /// The operators that a reader must have to run the program, those that its upgraders call included.
    ///
    /// # Errors
    ///
    /// [`CheckError::OtherFamily`] if the target reads files of another family; [`CheckError::Impossible`] if its programs have no operators, or which are
    /// meant cannot be told.
    pub fn operators(&self, target: &Target) -> Result<Needed, CheckError> {
        if target.family() != self.judge.family() {
            return Err(CheckError::OtherFamily {
                target: target.name().into(),
                family: self.judge.family(),
            });
        }
        let impossible = |why: String| CheckError::Impossible(why);
        let operators = target.definition().operators.ok_or_else(|| {
            impossible("files of this family have no operators that a build selects".into())
        })?;
        let profile = target.profile().ok_or_else(|| {
            impossible(format!("no profile of {}: name a release that has one", target.name()))
        })?;
        operators(&*self.judge, profile).map_err(impossible)
    }

    /// Judges the program, with its companions, for a target.
    ///
    /// # Errors
    ///
    /// [`CheckError::OtherFamily`] if the target reads files of another family.
    pub fn check(&self, companions: &[Companion<'_>], target: &Target) -> Result<Verdict, CheckError> {
        let mut verdict = interpolate::verdict(&*self.judge, companions, target)?;
        verdict.risks = self.risks.clone();
        Ok(verdict)
    }

    /// The same, with what reading the file runs allowed by what `who` says of each name.
    #[must_use]
    pub fn allowing(mut self, who: impl Fn(&str) -> Option<String>) -> Subject {
        self.risks = allow(&self.risks, who);
        self
    }
}

/// The verdict on a file of a known kind that could not be opened: no reader can.
///
/// # Errors
///
/// As [`check()`].
pub fn check_unreadable(
    bytes: &[u8],
    (kind, error): (FileKind, &Error),
    target: &Target,
) -> Result<Verdict, CheckError> {
    let none = || CheckError::Open(OpenError::Unreadable(kind, error.clone()));
    let (family, format): (_, &FormatDef) = families::format_of(bytes).ok_or_else(none)?;
    let unreadable = format.unreadable.ok_or_else(none)?;
    if target.definition().reads != family.name {
        let (target, family) = (target.name().to_string(), family.name);
        return Err(CheckError::OtherFamily { target, family });
    }
    let mut reason = unreadable(error);
    reason.stage = (reason.outcome == Outcome::Fails).then_some(Stage::Load);
    // A limit of ours says nothing about the reader.
    let limited = matches!(error.kind(), ErrorKind::Limit { .. });
    if limited {
        reason = Reason {
            outcome: Outcome::Unknown,
            stage: None,
            message: Some(format!("the file cannot be judged: {error}")),
            ..reason
        };
    }
    let name = target.profile().map_or(target.name(), |profile| profile.name.as_str());
    let mut verdict = Verdict::new(name, vec![EntryVerdict::new("(file)", vec![reason], Basis::Defined)]);
    let what = if limited { "the file cannot be judged" } else { "the file is damaged" };
    verdict.remedy = Remedy::NoneKnown(vec![format!("{what}: {error}")]);
    verdict.risks = risks(bytes).into();
    Ok(verdict)
}
