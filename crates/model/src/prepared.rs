//! [`PreparedProgram`]: a program that was read for verdicts.

use std::fmt;
use std::sync::Arc;

use crate::error::CheckError;
use crate::interpolate;
use crate::program::{Companion, Judge};
use crate::risk::{Risk, allow};
use crate::selection::Needed;
use crate::targets::Target;
use crate::verdict::Verdict;

/// A program, read and verified once, to be judged for any number of targets.
pub struct PreparedProgram {
    judge: Box<dyn Judge>,
    risks: Arc<[Risk]>,
}

impl fmt::Debug for PreparedProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedProgram")
            .field("family", &self.judge.family())
            .field("risks", &self.risks)
            .finish_non_exhaustive()
    }
}

impl PreparedProgram {
    /// What verdicts on a program share, and the code that reading it runs.
    pub(crate) fn new(judge: Box<dyn Judge>, risks: Vec<Risk>) -> PreparedProgram {
        PreparedProgram { judge, risks: risks.into() }
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

    /// The verdict of a target on the program with its companions. What closes the gap is left open: see [`Program::remedy`].
    ///
    /// # Errors
    ///
    /// [`CheckError::OtherFamily`] if the target reads files of another family.
    ///
    /// [`Program::remedy`]: crate::program::Program::remedy
    pub fn check(&self, companions: &[Companion<'_>], target: &Target) -> Result<Verdict, CheckError> {
        let mut verdict = interpolate::verdict(&*self.judge, companions, target)?;
        verdict.risks = self.risks.clone();
        Ok(verdict)
    }

    /// Whether the program may be made for a target that reads files of its family.
    pub fn is_meant_for(&self, target: &Target) -> bool {
        self.judge.is_meant_for(target.definition().name)
    }

    /// The same, with what reading the file runs allowed by what `who` says of each name.
    #[must_use]
    pub fn allowing(mut self, who: impl Fn(&str) -> Option<String>) -> PreparedProgram {
        self.risks = allow(&self.risks, who);
        self
    }
}
