//! [`check()`]: the verdict of a reader on a file.

use outlast_core::{Error, ErrorKind};

use crate::error::{CheckError, OpenError};
use crate::families::{self, risks};
use crate::family::FormatDef;
use crate::kind::FileKind;
use crate::open::open_with;
use crate::options::Options;
use crate::program::Companion;
use crate::targets::Target;
use crate::verdict::{Basis, EntryVerdict, Outcome, Remedy, Stage, Verdict};

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
        Ok(program) => program.check_with(companions, target),
        Err(OpenError::Unreadable(kind, error)) => check_unreadable(bytes, (kind, &error), target),
        Err(error) => Err(error.into()),
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
        let message = Some(format!("the file cannot be judged: {error}"));
        reason = reason.outcome(Outcome::Unknown).stage(None).message(message);
    }
    let name = target.profile().map_or(target.name(), |profile| profile.name.as_str());
    let mut verdict = Verdict::new(name, vec![EntryVerdict::new("(file)", vec![reason], Basis::Defined)]);
    let what = if limited { "the file cannot be judged" } else { "the file is damaged" };
    verdict.remedy = Remedy::NoneKnown(vec![format!("{what}: {error}")]);
    verdict.risks = risks(bytes).into();
    Ok(verdict)
}
