//! Programs of `torch.export` in the layout and schema of another release: `torch-export`.

use outlast_core::{Image, Output};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::convert::{Wanted, convert};

use super::super::operators::release;
use super::super::{FAMILY, judge};
use crate::conversion::{Blocker, ConvertError, Converted, Taken};
use crate::judged;
use crate::targets::Target;
use crate::verdict::Reason;

/// The step, as it is listed.
pub(super) const ID: &str = "torch-export";
pub(super) const ABOUT: &str = "a program of torch.export in the layout and the version of the schema that the reader has";

/// Converts a program.
pub(super) fn program<'f>(archive: &TorchArchive<'f>, target: &Target) -> Result<Converted<'f>, ConvertError> {
    let before = judged::verdict(&judge::of_archive(archive), FAMILY.between, &[], target)?;
    if before.outcome.is_good() {
        return Ok(Converted { output: Output::of(archive.zip().file()), steps: Vec::new(), verdict: Some(before), unused: 0 });
    }
    let wanted = target.profiles().iter().find_map(|profile| Wanted::of_release(release(profile)));
    let Some(wanted) = wanted.filter(|_| target.profiles().iter().all(|profile| profile.variant.is_empty())) else {
        let reasons: Vec<&Reason> = before.reasons().map(|(_, reason)| reason).collect();
        return Err(ConvertError::Refused(super::blockers(&reasons, Vec::new())));
    };
    let rewritten = convert(archive, &wanted).map_err(|refusal| {
        let blocker = |reason: outlast_torchscript::export::convert::Reason| Blocker {
            code: None,
            subject: "the program".into(),
            why: reason.what,
            place: reason.place,
            help: Some(reason.help).filter(|help| !help.is_empty()),
        };
        ConvertError::Refused(refusal.reasons.into_iter().map(blocker).collect())
    })?;
    let (changes, image) = (rewritten.changes.clone(), Image::new(rewritten.output()?)?);
    let current = TorchArchive::open(image.bytes())?;
    let verdict = judged::verdict(&judge::of_archive(&current), FAMILY.between, &[], target)?;
    if !verdict.outcome.is_good() {
        let reasons: Vec<&Reason> = verdict.reasons().map(|(_, reason)| reason).filter(|reason| !reason.outcome.is_good()).collect();
        return Err(ConvertError::Refused(super::blockers(&reasons, Vec::new())));
    }
    let steps = vec![Taken { id: ID, changes }];
    Ok(Converted { output: image.into_output(), steps, verdict: Some(verdict), unused: 0 })
}
