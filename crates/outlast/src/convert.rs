//! [`convert()`]: a program rewritten until the verdict is good.
//!
//! Planning is a fix-point over the reasons of the verdict: the first reason that a step answers is answered, the result
//! is read and judged again, and so on. Done whole or refused whole. How, each family says.

use std::cell::OnceCell;

use crate::families;
use crate::program::{Companion, Probes, Program};
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

/// What would close the gap of a verdict: the conversion is made, but for weights, and judged. The verdict is that of [`Subject::check`] for this
/// program with these companions.
///
/// [`Subject::check`]: crate::Subject::check
pub fn remedy(
    program: &Program<'_>,
    companions: &[Companion<'_>],
    target: &Target,
    verdict: &Verdict,
) -> Remedy {
    Remedies::new(program, companions).of(target, verdict)
}

/// As [`remedy`], for the verdicts of any number of targets on one program: what is the same for several is done once.
pub struct Remedies<'r, 'p, 'c> {
    program: &'r Program<'p>,
    companions: &'r [Companion<'c>],
    probes: OnceCell<Option<Box<dyn Probes + 'r>>>,
}

impl std::fmt::Debug for Remedies<'_, '_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Remedies").field("program", &self.program).finish_non_exhaustive()
    }
}

impl<'r, 'p, 'c> Remedies<'r, 'p, 'c> {
    /// Those of a program with its companions.
    pub fn new(program: &'r Program<'p>, companions: &'r [Companion<'c>]) -> Remedies<'r, 'p, 'c> {
        Remedies { program, companions, probes: OnceCell::new() }
    }

    /// What would close the gap of this verdict of a target.
    pub fn of(&self, target: &Target, verdict: &Verdict) -> Remedy {
        if verdict.outcome.is_good() {
            return Remedy::NotNeeded;
        }
        let opened = self.program.opened();
        if let Some(remedy) = opened.remedy(target, verdict) {
            return remedy;
        }
        let options = self.program.options();
        let probes = self.probes.get_or_init(|| opened.probes(self.companions, options));
        let steps = match probes {
            Some(probes) => probes.steps(target, verdict),
            None => {
                let request =
                    Request { target: Some(target), options: options.clone(), ..Request::default() };
                let converted = opened.convert(self.companions, &request, false);
                converted.map(|converted| converted.steps.iter().map(|step| step.id).collect())
            }
        };
        match steps {
            Ok(steps) => Remedy::Convertible(steps),
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
            Err(error) => Remedy::NoneKnown(vec![error.to_string()]),
        }
    }
}
