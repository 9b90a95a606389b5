//! Programs as FlatBuffers: their functions for another reader (`torch-bytecode`, `torch-operators`), and archives of them for readers that have no FlatBuffers, or
//! write into tensors that are the file's there (`torch-flatbuffer`).

use std::collections::BTreeSet;

use crate::archive::{TorchArchive, write};
use crate::flatbuffer::convert::{self, LIKE};
use crate::flatbuffer::{self, FlatFile};
use outlast_core::{Bytes, Image, Output, Source, settle};

use super::super::context::JudgeContext;
use super::super::custom_ops::Own;
use super::super::facts::Facts;
use super::super::lite::facts::{self as lite_facts, Lite};
use super::super::{LITE, common, container, judge};
use super::bytecode::{self, Asked, Done};
use super::draft::{Change, Draft, take};
use super::{MAX_STEPS, OPERATORS, blockers, fit, written};
use outlast_model::conversion::{AppliedStep, Blocker, ConvertError, Converted, Request};
use outlast_model::interpolate;
use outlast_model::options::Options;
use outlast_model::targets::{Profile, Target};
use outlast_model::verdict::Reason;

/// The step that makes archives, as it is listed.
pub(super) const ID: &str = "torch-flatbuffer";
pub(super) const ABOUT: &str = "programs as FlatBuffers are archives with bytecode, for readers without FlatBuffers, for programs that write into tensors of the file, and for functions of operator sets (`--operators`)";
/// The step for functions.
const BYTECODE: &str = "torch-bytecode";
/// The root folder of archives that are made.
const ROOT: &str = "archive";
/// What PyTorch aligns records to, in bytes.
const ALIGNMENT: u64 = 64;

/// Converts a program as FlatBuffers.
pub(in super::super) fn program<'f>(
    bytes: &'f [u8],
    request: &Request<'_>,
) -> Result<Converted<'f>, ConvertError> {
    super::no_steps(request)?;
    let Some(target) = request.target else {
        let output = flatbuffer::replay(Bytes::new(bytes, 0))?.buffer.into_output();
        return Ok(Converted::new(output, Vec::new()));
    };
    let options = &request.options;
    let as_it_is = |image: Option<Image<'f>>, steps, verdict| {
        let output = image.map_or_else(|| Output::of(bytes), Image::into_output);
        Converted::new(output, steps).verdict(Some(verdict))
    };
    let (mut steps, mut image): (Vec<AppliedStep>, Option<Image<'f>>) = (Vec::new(), None);
    let mut tried: BTreeSet<Vec<String>> = BTreeSet::new();
    for _ in 0..MAX_STEPS {
        let current = image.as_ref().map_or(bytes, Image::bytes);
        let mut facts = Facts::of_flat(current);
        facts.own = Own::of_flat(options, current);
        written::tell(&mut facts, options, !steps.is_empty())?;
        let subject = judge::prepare(facts);
        let facts = subject.facts();
        let verdict = interpolate::verdict(&subject, &[], target)?;
        if verdict.outcome.is_good() {
            // Who reads the output is not told what wrote it.
            let bare = interpolate::verdict(
                &judge::of_flat(current).with_own_of_flat(options, current),
                &[],
                target,
            )?;
            let unmarked = facts.lite.as_ref().is_some_and(|lite| lite.operators_of.is_none())
                && !bare.outcome.is_good();
            if let Some(version) = written::version(facts, options, target).filter(|_| unmarked) {
                let output = marked(current, version)?;
                image = Some(Image::new(settle(output, image.as_ref(), std::iter::once(bytes)))?);
                let said = vec![format!(
                    "an extra file says that the bytecode calls operators of version {version}"
                )];
                take(&mut steps, OPERATORS, OPERATORS, Change { said, ..Change::default() });
                continue;
            }
            return Ok(as_it_is(image, steps, verdict));
        }
        let reasons: Vec<&Reason> =
            verdict.reasons().map(|(_, reason)| reason).filter(|reason| !reason.outcome.is_good()).collect();
        let about_own = reasons.iter().any(|reason| facts.own.is_about(&reason.subject));
        if about_own || target.profiles().iter().any(|profile| wants_archive(facts, profile)) {
            return match archive(bytes, target, request) {
                Err(ConvertError::Refused(_)) if request.admits(&verdict) => {
                    Ok(as_it_is(image, steps, verdict))
                }
                Err(ConvertError::Refused(found)) => {
                    Err(ConvertError::not_good(&verdict, steps, blockers(&reasons, found)))
                }
                Err(ConvertError::Unknown { steps, reasons: found }) => {
                    Err(ConvertError::Unknown { steps, reasons: blockers(&reasons, found) })
                }
                other => other,
            };
        }
        let subjects = reasons.iter().map(|reason| reason.subject.clone()).collect();
        let (mut found, mut made) = (Vec::new(), None);
        if tried.insert(subjects) {
            for profile in target.profiles().iter().filter(|profile| profile.variant == LITE) {
                match functions(current, facts, profile, options) {
                    Ok(None) => {}
                    Ok(Some((output, change))) => {
                        made = Some(Image::new(settle(output, image.as_ref(), std::iter::once(bytes)))?);
                        take(&mut steps, BYTECODE, OPERATORS, change);
                        break;
                    }
                    Err(more) => found.extend(more),
                }
            }
        }
        match made {
            Some(made) => image = Some(made),
            None if request.admits(&verdict) => return Ok(as_it_is(image, steps, verdict)),
            None => return Err(ConvertError::not_good(&verdict, steps, blockers(&reasons, found))),
        }
    }
    Err(super::endless(target))
}

/// Whether a reader takes a program as an archive only.
fn wants_archive(facts: &Facts, profile: &Profile) -> bool {
    let mut case = JudgeContext::new(facts, profile);
    container::flat(&mut case);
    common::writes_in_place(&mut case);
    case.reasons.iter().any(|reason| !reason.outcome.is_good())
}

/// The program with functions that the reader takes, and what changed; `None` where nothing does.
fn functions<'c>(
    bytes: &'c [u8],
    facts: &Facts,
    profile: &Profile,
    options: &Options,
) -> Result<Option<(Output<'c>, Change)>, Vec<Blocker>> {
    let Some(lite) = facts.lite.as_ref() else { return Ok(None) };
    let damaged = |error: outlast_core::Error| bytecode::blocked("the file", error.to_string());
    let file = FlatFile::open(Bytes::new(bytes, 0)).map_err(damaged)?;
    let (mut image, mut change): (Option<Image<'c>>, _) = (None, Change::default());
    let asked = Asked { facts, profile, options, lite };
    let marks = bytecode::by(asked, (LIKE, lite.operators_version), &mut |wanted| {
        let rewritten = convert::convert(&file, wanted)?;
        change.said = rewritten.changes;
        image = rewritten.output.map(Image::new).transpose().map_err(|error| convert::refused(&error))?;
        let now = image.as_ref().and_then(|image| {
            let module = FlatFile::open(Bytes::new(image.bytes(), 0)).ok()?.module();
            Some(Lite::of(&module.program, Some(&module), module.operator_version.into(), 0, &Source::file()))
        });
        Ok(Done { placed: rewritten.functions, changed: image.is_some(), now })
    })?;
    change.operators = bytecode::said(&marks.placed);
    if let Some(number) = marks.placed.version {
        change.operators.push(format!(
            "the operator version is {number} instead of {}: the functions need it",
            lite.operators_version
        ));
    }
    let Some(image) = image else { return Ok(None) };
    let Some(version) = marks.version else { return Ok(Some((image.into_output(), change))) };
    let marked = marked(image.bytes(), version).map_err(damaged)?;
    Ok(Some((settle(marked, Some(&image), std::iter::once(bytes)), change)))
}

/// The program with an extra file that says which version of the table of operators it calls.
fn marked(bytes: &[u8], version: u64) -> outlast_core::Result<Output<'_>> {
    let (name, content) = lite_facts::mark(version);
    convert::with_extra_file(&FlatFile::open(Bytes::new(bytes, 0))?, name, &content)
}

/// An archive that has what a program as FlatBuffers has, with its records, and what is other than in the file.
type Archived<'f> = (Image<'f>, Vec<(String, Output<'f>)>, Vec<String>);

/// The program as an archive.
///
/// # Errors
///
/// What is in the program that archives do not have, and damage.
pub(in super::super) fn as_archive(bytes: &[u8]) -> Result<Archived<'_>, ConvertError> {
    let file = FlatFile::open(Bytes::new(bytes, 0))?;
    let unpacked =
        convert::archive(&file).map_err(|refusal| ConvertError::Refused(bytecode::blockers(refusal)))?;
    let contents =
        unpacked.records.iter().map(|record| (record.name.clone(), record.content.clone())).collect();
    let image = Image::new(write::build(ROOT, unpacked.records, ALIGNMENT)?)?;
    Ok((image, contents, unpacked.changes))
}

/// The program as an archive that the reader takes.
fn archive<'f>(
    bytes: &'f [u8],
    target: &Target,
    request: &Request<'_>,
) -> Result<Converted<'f>, ConvertError> {
    let file = FlatFile::open(Bytes::new(bytes, 0))?;
    if !target.profiles().iter().all(|profile| profile.variant == LITE) && file.module().sources.is_empty() {
        let why = "the file has no source, and `torch.jit.load` reads the source of archives: convert it for the lite interpreter of the release";
        return Err(ConvertError::Refused(bytecode::blocked("the source", why.into())));
    }
    let (image, contents, changes) = as_archive(bytes)?;
    let archive = TorchArchive::open(image.bytes())?;
    let original =
        |record: &str| contents.iter().find(|(name, _)| name == record).map(|(_, content)| content.to_vec());
    let mut draft = Draft::new(&archive);
    draft.take(ID, Change { said: changes, ..Change::default() });
    let verdict = fit(&mut draft, &original, target, request)?;
    let output = settle(draft.output()?, Some(&image), std::iter::once(bytes));
    Ok(Converted::new(output, draft.into_steps()).verdict(Some(verdict)))
}
