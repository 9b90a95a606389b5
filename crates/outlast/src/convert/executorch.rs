//! Conversions of ExecuTorch files: programs, bundles, tensor data.

use std::collections::BTreeMap;

use outlast_core::Bytes;
use outlast_executorch::{BundledFile, FlatTensorFile, Output};
use outlast_flatbuffers::schema::Schema;

use super::plan::{blockers, convert_program, finish};
use super::{Blocker, ConvertError, Converted, Replayed, Request, Taken, open, profiles};
use crate::check::{CheckError, Companion, Subject};
use crate::data::dialect_for;
use crate::targets::Resolved;

/// Converts the program of a bundle; its cases stay.
pub(super) fn convert_bundle(
    bundle: &BundledFile<'_>,
    companions: &[Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'static>, ConvertError> {
    let mut converted = convert_program(inner(bundle)?.data(), companions, request, weights)?;
    converted.output = rewrap(bundle, &converted.output, weights)?;
    if let Some((name, target)) = request.target {
        let data = if converted.is_self_contained() { &[] } else { companions };
        let verdict = Subject::new(&open(&converted.output.to_vec())?)?.check(data, name, target)?;
        if !verdict.outcome.is_good() {
            return Err(ConvertError::Refused(blockers(&verdict, &BTreeMap::new())));
        }
        converted.verdict = Some(verdict);
    }
    Ok(converted)
}

/// The program of a bundle.
pub(super) fn inner<'a>(bundle: &BundledFile<'a>) -> Result<Bytes<'a>, CheckError> {
    bundle.program.ok_or_else(|| CheckError::Impossible("no program is bundled".into()))
}

/// A bundle with another program inside; its cases stay.
pub(super) fn rewrap(
    bundle: &BundledFile<'_>,
    program: &Output<'_>,
    weights: bool,
) -> Result<Output<'static>, ConvertError> {
    let bytes = finish(program, weights);
    Ok(outlast_executorch::with_program(bundle, &bytes)?)
}

/// Tensor data in the dialect that the target reads.
pub(super) fn convert_data(
    file: &FlatTensorFile<'_>,
    request: &Request<'_>,
) -> Result<Converted<'static>, ConvertError> {
    let impossible = |why: &str| ConvertError::Check(CheckError::Impossible(why.into()));
    let Some((name, target)) = request.target else {
        return Err(impossible("tensor data are converted for a target: give --target"));
    };
    if !request.steps.is_empty() {
        return Err(impossible("these steps are for programs; the file holds tensor data"));
    }
    let refuse = |why: String, help: Option<&str>| {
        let subject = file.dialect.name().to_string();
        let help = help.map(str::to_string);
        ConvertError::Refused(vec![Blocker {
            code: None,
            subject,
            why,
            place: outlast_core::Place::default(),
            help,
        }])
    };
    let reads = profiles(target).iter().all(|p| p.has("ptd", file.dialect.name()));
    let to = match reads && !matches!(target, Resolved::Outside(_)) {
        true => file.dialect,
        false => dialect_for(name, target).map_err(|why| {
            refuse(why, Some("move the data into the program: outlast convert PROGRAM --data FILE"))
        })?,
    };
    let mut steps = Vec::new();
    if to != file.dialect {
        let changes =
            vec![format!("tensor data in dialect {} instead of {}", to.name(), file.dialect.name())];
        steps.push(Taken { id: "data-dialect", changes });
    }
    let output = outlast_executorch::convert_data(file, to)
        .map_err(|error| refuse(error.to_string(), error.help()))?;
    Ok(Converted { output: Output::of(output.to_vec()), steps, verdict: None, unused: 0 })
}

/// Decodes and encodes the FlatBuffer at the start of a file, whose header has this many bytes.
pub(super) fn replay(
    file: Bytes<'_>,
    tables: Bytes<'_>,
    schema: &Schema,
    header: u32,
) -> Result<Replayed, ConvertError> {
    let replayed = outlast_flatbuffers::replay::replay(tables, schema, outlast_core::to_index(header))?;
    let mut bytes = replayed.bytes;
    bytes.extend_from_slice(file.data().get(tables.len()..).unwrap_or_default());
    if bytes != file.data() {
        let why = "what was decoded does not encode to the same bytes: a fault of outlast, please report it";
        return Err(ConvertError::Check(CheckError::Impossible(why.into())));
    }
    let kept = bytes.len() - replayed.decoded;
    Ok(Replayed { bytes, decoded: replayed.decoded, kept })
}
