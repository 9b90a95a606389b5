//! [`convert()`]: a program rewritten until the verdict is good.
//!
//! Planning is a fix-point over the reasons of the verdict: the first reason that a step answers is answered, the result
//! is read and judged again, and so on. Done whole or refused whole. How, each family says.

use crate::families;
use crate::program::{Companion, Program};
use crate::targets::Target;
use crate::verdict::{Remedy, Verdict};

pub use crate::conversion::{Blocker, ConvertError, Converted, Replayed, Request, StepInfo, Taken};
pub use crate::cost::{Cost, costs};

/// The steps that can be asked for by name.
pub fn steps() -> impl Iterator<Item = &'static StepInfo> {
    families::all().flat_map(|family| family.steps).filter(|step| step.on_request)
}

/// Rewrites a program, with its companions.
///
/// # Errors
///
/// [`ConvertError::Refused`] with everything that stands in the way; [`ConvertError::Unknown`] if the verdict on the result is unknown, unless
/// [`Request::allow_unknown`] is set; [`ConvertError::Check`] if there is no verdict.
pub fn convert<'a: 'o, 'o>(
    program: &Program<'a>,
    companions: &'o [Companion<'_>],
    request: &Request<'_>,
) -> Result<Converted<'o>, ConvertError> {
    if let Some(why) = request.options.misplaced(program.family(), program.kind()) {
        return Err(ConvertError::impossible(why));
    }
    program.opened().convert(companions, request, true)
}

/// Decodes and encodes a file: every object is read and written at its place. The result is the input, bit for bit; if
/// it is not, this fails.
///
/// # Errors
///
/// Where something cannot be read, or would be written in another way.
pub fn replay<'a>(program: &Program<'a>) -> Result<Replayed<'a>, ConvertError> {
    program.opened().replay()
}

/// Whether [`remedy`] takes much longer than the verdict and far more memory: every operation of a large program is rewritten.
pub fn is_costly(program: &Program<'_>) -> bool {
    program.opened().is_costly_to_convert()
}

/// What would close the gap of a verdict: the conversion is made, but for weights, and judged.
pub fn remedy(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    target: &Target,
    verdict: &Verdict,
) -> Remedy {
    if verdict.outcome.is_good() {
        return Remedy::NotNeeded;
    }
    if let Some(remedy) = program.opened().remedy(target, verdict) {
        return remedy;
    }
    let options = program.options().clone();
    let request = Request { target: Some(target), options, ..Request::default() };
    match program.opened().convert(companions, &request, false) {
        Ok(converted) => Remedy::Convertible(converted.steps.iter().map(|step| step.id).collect()),
        Err(ConvertError::Unknown { steps, reasons }) => {
            let mut why: Vec<String> = reasons.into_iter().map(|blocker| blocker.why).collect();
            why.dedup();
            let done = steps.iter().map(|step| step.id).collect::<Vec<_>>().join(", ");
            if !done.is_empty() {
                why.insert(0, format!("after `convert` ({done}) what the reader does was not measured"));
            }
            Remedy::NoneKnown(why)
        }
        Err(ConvertError::Refused(blockers)) => {
            Remedy::NoneKnown(blockers.into_iter().map(|b| b.why).collect())
        }
        Err(ConvertError::Check(error)) => Remedy::NoneKnown(vec![error.to_string()]),
    }
}
