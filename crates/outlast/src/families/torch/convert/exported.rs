//! Programs of `torch.export` in the layout and schema of another release, with its operators: `torch-export`.

use std::collections::BTreeMap;

use outlast_core::{Image, Output, Place};
use outlast_opset::history::{self, Release};
use outlast_opset::versions::{FileFormat, Runtime};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::convert::{self, Operators, Wanted, convert_with};
use outlast_torchscript::upgraders::Bridge;

use super::super::operators::release;
use super::super::{FAMILY, judge};
use super::pack::{self, operators_of_graphs, version_of};
use crate::conversion::{Blocker, ConvertError, Converted, Taken};
use crate::judged;
use crate::options::Options;
use crate::targets::Target;
use crate::verdict::Reason;

/// The step, as it is listed.
pub(super) const ID: &str = "torch-export";
pub(super) const ABOUT: &str = "a program of torch.export in the layout and the version of the schema that the reader has; nodes that call operators that changed become those \
     of upgraders or downgraders";

/// Converts a program.
pub(super) fn program<'f>(archive: &TorchArchive<'f>, target: &Target, options: &Options) -> Result<Converted<'f>, ConvertError> {
    let before = judged::verdict(&judge::of_archive(archive), FAMILY.between, &[], target)?;
    if before.outcome.is_good() {
        return Ok(Converted { output: Output::of(archive.zip().file()), steps: Vec::new(), verdict: Some(before), unused: 0 });
    }
    let reader = target.profiles().first().map(|profile| release(profile));
    let wanted = reader.and_then(|reader| Some((reader, Wanted::of_release(reader)?)));
    let Some((reader, wanted)) = wanted.filter(|_| target.profiles().iter().all(|profile| profile.variant.is_empty())) else {
        let reasons: Vec<&Reason> = before.reasons().map(|(_, reason)| reason).collect();
        return Err(ConvertError::Refused(super::blockers(&reasons, Vec::new())));
    };
    let rewritten = rewritten(archive, &wanted, reader, options)?;
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

/// The program as the reader has it, with operators by the version table.
fn rewritten<'f>(archive: &TorchArchive<'f>, wanted: &Wanted, reader: Release, options: &Options) -> Result<convert::Rewritten<'f>, ConvertError> {
    let (set, functions) = pack::of(options).map_err(|why| {
        let subject = "the version table".into();
        ConvertError::Refused(vec![Blocker { code: None, subject, why, place: Place::default(), help: None }])
    })?;
    let bridge = Bridge {
        table: &set.table,
        pack: &functions,
        sets: &operators_of_graphs,
        runtime: Runtime { version: version_of(reader), minimum: set.minimum, as_of: None },
        format: FileFormat::Export
    };
    let operators = Operators { bridge: &bridge, version_of: &version_of, opset: opset(reader) };
    let refused = |refusal: convert::Refusal| {
        let blocker = |reason: convert::Reason| {
            let (code, subject) = match reason.operator {
                Some((code, operator)) => (Some(code), operator),
                None => (None, "the program".into()),
            };
            let help = Some(reason.help).filter(|help| !help.is_empty());
            Blocker { code, subject, why: reason.what, place: reason.place, help }
        };
        ConvertError::Refused(refusal.reasons.into_iter().map(blocker).collect())
    };
    convert_with(archive, wanted, Some(&operators)).map_err(refused)
}

/// What a release writes as `opset_version`: PyTorch's own number, which counts the changes that have upgraders of its own.
fn opset(reader: Release) -> BTreeMap<String, u64> {
    let table = history::torch();
    let known = table.releases().rfind(|release| *release <= reader);
    let newest = known.and_then(|release| table.operator_version(release)).map(u64::from);
    newest.into_iter().map(|newest| ("aten".to_string(), newest)).collect()
}
