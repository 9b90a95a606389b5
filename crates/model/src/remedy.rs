//! [`Remedies`]: what closes the gap of verdicts.
//!
//! Planning is a fix-point over the reasons of the verdict: the first reason that a step answers is answered, the result
//! is read and judged again, and so on. Done whole or refused whole. How, each family says.

use std::cell::OnceCell;

use crate::conversion::{ConvertError, Request};
use crate::program::{Companion, Probes, Program};
use crate::targets::Target;
use crate::verdict::{Remedy, Verdict};

/// As [`Program::remedy`], for the verdicts of any number of targets on one program: what is the same for several is done once.
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
    pub fn remedy(&self, target: &Target, verdict: &Verdict) -> Remedy {
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
                let request = Request::for_target(target).options(options.clone());
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
