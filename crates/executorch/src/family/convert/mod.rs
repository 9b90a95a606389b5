//! Conversions of ExecuTorch files: programs, bundles, tensor data.

mod plan;
mod state;

use std::collections::BTreeMap;

use crate::{BundledFile, FlatTensorFile, ProgramFile, schemas};
use outlast_core::{Bytes, Image, Output};
use outlast_flatbuffers::ContainerHeader;
use outlast_flatbuffers::schema::Schema;
use plan::blockers;
pub(super) use plan::{Probes, program, refused, sound};

use super::data::layout_version_for;
use super::judge::{self, ProgramJudge};
use super::whole;
use outlast_model::conversion::{AppliedStep, Blocker, ConvertError, Converted, Replayed, Request};
use outlast_model::error::CheckError;
use outlast_model::interpolate;
use outlast_model::program::Companion;
use outlast_model::targets::{Resolved, Target};
use outlast_model::verdict::Verdict;

/// Whether tables are rewritten where a conversion leaves parts of them unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repack {
    /// Where much is unused and nothing unknown would be lost.
    #[default]
    Auto,
    /// Always; refused where something unknown would be lost.
    Always,
    /// Never.
    Never,
}

/// The verdict on a subject of this family.
fn verdict(
    subject: &ProgramJudge,
    companions: &[Companion<'_>],
    target: &Target,
) -> Result<Verdict, CheckError> {
    interpolate::verdict(subject, companions, target)
}

/// Converts the program of a bundle; its cases stay.
pub(super) fn bundle<'a>(
    bundle: &BundledFile<'a>,
    companions: &'a [Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'a>, ConvertError> {
    let mut converted = program(inner(bundle)?.data(), companions, request, weights)?;
    converted.output = crate::with_program(bundle, converted.output)?;
    if let Some(target) = request.target {
        let data = if converted.is_self_contained() { &[] } else { companions };
        let image = Image::new(converted.output)?;
        let verdict = verdict(&judge::bundled(&BundledFile::open(whole(image.bytes()))?)?, data, target)?;
        if !request.admits(&verdict) {
            let reasons = blockers(&verdict, &BTreeMap::new());
            return Err(ConvertError::not_good(&verdict, converted.steps, reasons));
        }
        converted.verdict = Some(verdict);
        converted.output = image.into_output();
    }
    Ok(converted)
}

/// The program of a bundle.
pub(super) fn inner<'a>(bundle: &BundledFile<'a>) -> Result<Bytes<'a>, CheckError> {
    bundle.program.ok_or_else(|| CheckError::Impossible("no program is bundled".into()))
}

/// Tensor data in the layout version that the target reads.
pub(super) fn data<'a>(
    file: &FlatTensorFile<'a>,
    request: &Request<'_>,
) -> Result<Converted<'a>, ConvertError> {
    let Some(target) = request.target else {
        return Err(ConvertError::impossible("tensor data are converted for a target: give --target"));
    };
    if !request.steps.is_empty() {
        return Err(ConvertError::impossible("these steps are for programs; the file holds tensor data"));
    }
    let refuse = |why: String, help: Option<&str>| {
        let subject = file.layout_version.name().to_string();
        let help = help.map(str::to_string);
        ConvertError::Refused(vec![Blocker::new(why).subject(subject).help(help)])
    };
    let reads = target.profiles().iter().all(|p| p.has("ptd", file.layout_version.name()));
    let to = match reads && !matches!(target.resolved(), Resolved::Outside(_)) {
        true => file.layout_version,
        false => layout_version_for(target).map_err(|why| {
            refuse(
                why.to_string(),
                Some("move the data into the program: outlast convert PROGRAM --data FILE"),
            )
        })?,
    };
    let mut steps = Vec::new();
    if to != file.layout_version {
        let changes = vec![format!(
            "tensor data in layout version {} instead of {}",
            to.name(),
            file.layout_version.name()
        )];
        steps.push(AppliedStep::new("data-layout-version", changes));
    }
    let output = crate::convert_data(file, to).map_err(|error| refuse(error.to_string(), error.help()))?;
    Ok(Converted::new(output, steps))
}

/// Decodes and encodes a program.
pub(super) fn replay_program<'a>(file: &ProgramFile<'a>) -> Result<Replayed<'a>, ConvertError> {
    replay(file.file, file.flatbuffer, schemas::program(), file.container_header())
}

/// Decodes and encodes the FlatBuffer at the start of a file, whose header has this many bytes.
pub(super) fn replay<'a>(
    file: Bytes<'a>,
    tables: Bytes<'a>,
    schema: &Schema,
    header: ContainerHeader,
) -> Result<Replayed<'a>, ConvertError> {
    let replayed = outlast_flatbuffers::replay::replay(tables, schema, header)?;
    if !replayed.buffer.is(tables.data()) {
        let why = "what was decoded does not encode to the same bytes: a fault of outlast, please report it";
        return Err(ConvertError::impossible(why));
    }
    let behind = file.data().get(tables.len()..).unwrap_or_default();
    let mut output = replayed.buffer.into_output();
    output.append(Output::weights(behind));
    let kept = output.len() - replayed.decoded;
    Ok(Replayed::new(output, replayed.decoded, kept))
}
