//! A portable artifact, written for another version.

use crate::steps::BuiltinCodes;
use crate::vhlo::{Done, Reader, Refusal, RewriteError, Rewritten, Version, as_stablehlo, as_vhlo, rewrite};
use crate::wire::Piece;
use crate::{File, verify};
use outlast_core::Image;

use super::{builtin_codes, codes, lacks, messages, written_version};
use crate::family::{self as mlir, DialectForm};
use outlast_model::conversion::{AppliedStep, Blocker, ConvertError, Converted, Request, StepInfo};
use outlast_model::interpolate;
use outlast_model::targets::Target;
use outlast_model::verdict::Verdict;

/// Operations become their successors or predecessors.
const VERSION: &str = "vhlo-version";
/// What older versions lack is rewritten.
const EXPAND: &str = "vhlo-expand";
/// Another version of the container.
const CONTAINER: &str = "bytecode-version";
/// Builtin encodings that the reader knows.
const CODES: &str = "builtin-codes";
/// StableHLO becomes VHLO, or VHLO StableHLO.
const LEGAL: &str = "vhlo-legalize";
/// All builtin codes that are known here.
const NEWEST_CODES: BuiltinCodes = BuiltinCodes { attr: 25, ty: 34 };
/// The version that the producer states.
const WRITTEN_FOR: &str = "written-for";

/// The steps of this family that are no steps of MLIR bytecode.
pub(super) const STEPS: &[StepInfo] = &[
    StepInfo {
        id: VERSION,
        about: "operations of VHLO become what the reader's version has: their predecessors or successors",
        on_request: false,
    },
    StepInfo {
        id: LEGAL,
        about: "operations of StableHLO and func become those of VHLO, or the other way round",
        on_request: false,
    },
    StepInfo {
        id: EXPAND,
        about: "operations of VHLO that the reader's version lacks are rewritten: batching dimensions, tangents, axes of meshes",
        on_request: false,
    },
    StepInfo {
        id: WRITTEN_FOR,
        about: "the producer states the version that the artifact is written for",
        on_request: false,
    },
];

/// What was made on the way to an artifact: the bytes, and the steps.
type Prepared<'a> = (Option<Image<'a>>, Vec<AppliedStep>);

/// Operations of StableHLO and func become those of VHLO, if there are some.
fn prepared<'a>(file: &File<'a>) -> Result<Prepared<'a>, ConvertError> {
    let facts = super::judge::facts(file)?;
    let legal = |name: &str| name.starts_with("stablehlo.") || name.starts_with("func.");
    let count: u64 = facts.foreign.iter().filter(|one| legal(&one.name)).map(|one| one.count).sum();
    if count == 0 {
        return Ok((None, Vec::new()));
    }
    let pieces = as_vhlo(file).map_err(|error| refused(file, Version::newest(), error))?;
    let change = format!("operations of StableHLO and func converted to VHLO: {count}");
    Ok((Some(mlir::image(file, pieces)?), vec![AppliedStep::new(LEGAL, vec![change])]))
}

/// Writes the operations of a file as those of another dialect.
pub(crate) fn to_dialect<'a>(
    file: &File<'a>,
    dialect: Option<DialectForm>,
) -> Result<Converted<'a>, ConvertError> {
    let (image, change) = match dialect {
        Some(DialectForm::StableHlo) => {
            let count: u64 = super::judge::facts(file)?.uses.iter().map(|one| one.count).sum();
            if count == 0 {
                return Err(ConvertError::impossible(
                    "it has no operations of VHLO: it is not a portable artifact",
                ));
            }
            let pieces = as_stablehlo(file).map_err(|error| refused(file, Version::newest(), error))?;
            let change =
                format!("operations converted to StableHLO and func, in bytecode version 4: {count}");
            (mlir::image(file, pieces)?, AppliedStep::new(LEGAL, vec![change]))
        }
        _ => {
            let newest = Version::newest();
            let (prepared, mut steps) = prepared(file)?;
            let data = prepared.as_ref().map_or(file.data(), |image| image.bytes());
            let inner = File::open(data)?;
            let reader = Reader { version: newest, codes: NEWEST_CODES, lacks: Vec::new() };
            let written = rewrite(&inner, &reader).map_err(|error| refused(&inner, newest, error))?;
            let bytes = written.pieces.concat();
            let change = steps.pop().unwrap_or(AppliedStep::new(LEGAL, Vec::new()));
            let mut changes = change.changes;
            changes.push(format!("written for StableHLO {newest}"));
            (mlir::image(file, vec![bytes.into()])?, AppliedStep::new(change.id, changes))
        }
    };
    sound(&image)?;
    Ok(Converted::new(image.into_output(), vec![change]))
}

fn sound(image: &Image<'_>) -> Result<(), ConvertError> {
    match verify::verify_with(image.bytes(), false).into_iter().next() {
        Some(finding) => {
            Err(ConvertError::impossible(format!("what was written is not sound: {}", finding.title)))
        }
        None => Ok(()),
    }
}

/// Writes an artifact for a reader.
pub(crate) fn convert<'a>(
    file: &File<'a>,
    target: &Target,
    request: &Request<'_>,
) -> Result<Converted<'a>, ConvertError> {
    let Some(profile) = target.profile() else {
        return Err(ConvertError::no_profile(target));
    };
    let to = written_version(target, profile);
    let from = String::from_utf8_lossy(file.producer()).into_owned();
    let reader = Reader { version: to, codes: builtin_codes(profile), lacks: lacks(profile) };
    let (prepared, mut steps) = prepared(file)?;
    let (image, rewritten) = match &prepared {
        None => {
            let written = rewrite(file, &reader).map_err(|error| refused(file, to, error))?;
            let (pieces, rest) = apart(written);
            (mlir::image(file, pieces)?, rest)
        }
        Some(prepared) => {
            let inner = File::open(prepared.bytes())?;
            let written = rewrite(&inner, &reader).map_err(|error| refused(&inner, to, error))?;
            let (pieces, rest) = apart(written);
            (mlir::image(file, vec![pieces.concat().into()])?, rest)
        }
    };
    let (done, lowered, container) = rewritten;
    sound(&image)?;
    let subject = mlir::subject(&File::open(image.bytes())?);
    let verdict = interpolate::verdict(&subject, &[], target)?;
    steps.extend(changes(&done));
    let mut take = |id: &'static str, change: Option<String>| {
        steps.extend(change.map(|change| AppliedStep::new(id, vec![change])));
    };
    take(
        CONTAINER,
        (container.0 != container.1)
            .then(|| format!("bytecode version {} instead of {}", container.1, container.0)),
    );
    take(
        CODES,
        (lowered > 0).then(|| {
            format!("{lowered} builtin attributes, locations and types are written as the reader knows them")
        }),
    );
    let producer = to.producer();
    take(WRITTEN_FOR, (from != producer).then(|| format!("{producer} instead of {from}")));
    if !request.admits(&verdict) {
        let reasons = blockers(&verdict);
        return Err(ConvertError::not_good(&verdict, steps, reasons));
    }
    Ok(Converted::new(image.into_output(), steps).verdict(Some(verdict)).proved(true))
}

/// What is not good in the verdict on what was written.
fn blockers(verdict: &Verdict) -> Vec<Blocker> {
    let bad = verdict.reasons().filter(|(_, reason)| !reason.outcome.is_good());
    bad.map(|(_, reason)| {
        Blocker::new(reason.sentence())
            .code(Some(reason.code))
            .subject(reason.subject.clone())
            .place(reason.place.clone())
            .help(reason.help.clone())
    })
    .collect()
}

/// The pieces, and what was done.
fn apart(written: Rewritten<'_>) -> (Vec<Piece<'_>>, (Done, usize, (u64, u64))) {
    (written.pieces, (written.done, written.lowered, written.container))
}

fn changes(done: &Done) -> Vec<AppliedStep> {
    let expanded = done
        .expanded
        .iter()
        .map(|(what, count)| format!("{}: {count} operations", messages::expansion(*what)));
    let changed =
        done.changed.iter().map(|(old, new, count)| format!("{count} `vhlo.{old}` are `vhlo.{new}`"));
    let all = [(EXPAND, expanded.collect::<Vec<_>>()), (VERSION, changed.collect())];
    all.into_iter()
        .filter(|(_, changes)| !changes.is_empty())
        .map(|(id, changes)| AppliedStep::new(id, changes))
        .collect()
}

fn refused(file: &File<'_>, to: Version, error: RewriteError) -> ConvertError {
    match error {
        RewriteError::Read(error) => error.into(),
        RewriteError::Refused(all) => {
            ConvertError::Refused(all.iter().map(|one| blocker(file, to, one)).collect())
        }
        error => ConvertError::impossible(error.to_string()),
    }
}

fn blocker(file: &File<'_>, to: Version, one: &Refusal) -> Blocker {
    use crate::vhlo::Why;
    let code = match one.why {
        Why::Operation(..) => codes::OPERATION,
        Why::Entity(_) => codes::ENTITY,
        Why::Limit(_) => codes::LIMIT,
        _ => codes::UNKNOWN,
    };
    let help =
        one.since.map(|since| format!("StableHLO {since} and newer have it: `--target stablehlo-{since}`"));
    Blocker::new(format!(
        "{} {}: StableHLO {to} has no form for that",
        messages::uses(&one.of),
        messages::why(&one.why)
    ))
    .code(Some(code))
    .subject(format!("vhlo.{}", one.of.shape.name))
    .place(messages::place(file, one.of.first))
    .help(help)
}
