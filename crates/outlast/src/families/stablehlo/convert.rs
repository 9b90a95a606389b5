//! A portable artifact, written for another version.

use outlast_mlir::vhlo::{Done, Refusal, RewriteError, Rewritten, rewrite};
use outlast_mlir::{File, verify};

use super::{builtin_codes, codes, words, written_version};
use crate::conversion::{Blocker, ConvertError, Converted, StepInfo, Taken};
use crate::families::mlir;
use crate::judged;
use crate::options::Options;
use crate::targets::Target;
use crate::verdict::Outcome;

/// Operations become their successors or predecessors.
const VERSION: &str = "vhlo-version";
/// What older versions lack is rewritten.
const EXPAND: &str = "vhlo-expand";
/// Another version of the container.
const CONTAINER: &str = "bytecode-version";
/// Builtin encodings that the reader knows.
const CODES: &str = "builtin-codes";
/// The version that the producer states.
const WRITTEN_FOR: &str = "written-for";

/// The steps of this family that are no steps of MLIR bytecode.
pub(super) const STEPS: &[StepInfo] = &[
    StepInfo { id: VERSION, about: "operations of VHLO become what the reader's version has: their predecessors or successors", on_request: false },
    StepInfo { id: EXPAND, about: "operations of VHLO that the reader's version lacks are rewritten: batching dimensions, tangents, axes of meshes", on_request: false },
    StepInfo { id: WRITTEN_FOR, about: "the producer states the version that the artifact is written for", on_request: false },
];

/// Writes an artifact for a reader.
pub(crate) fn convert<'a>(file: &File<'a>, target: &Target, options: &Options) -> Result<Converted<'a>, ConvertError> {
    let Some(profile) = target.profile() else {
        let why = format!("there is no profile of `{}`, so that there is nothing to convert for", target.name());
        return Err(ConvertError::impossible(why));
    };
    let to = written_version(target, profile);
    let from = String::from_utf8_lossy(file.producer()).into_owned();
    let Rewritten { pieces, done, lowered, container } = rewrite(file, to, builtin_codes(profile)).map_err(|error| refused(file, to, error))?;
    let image = mlir::image(file, pieces)?;
    if let Some(finding) = verify::verify_with(image.bytes(), false).into_iter().next() {
        return Err(ConvertError::impossible(format!("what was written is not sound: {}", finding.title)));
    }
    let subject = mlir::subject(&File::open(image.bytes())?);
    let verdict = judged::verdict(&subject, &[], target)?;
    let _ = options;
    if verdict.outcome == Outcome::Fails {
        let bad = verdict.reasons().filter(|(_, reason)| !reason.outcome.is_good());
        return Err(ConvertError::Refused(bad.map(|(_, reason)| Blocker {
            code: Some(reason.code),
            subject: reason.subject.clone(),
            why: reason.sentence(),
            place: reason.place.clone(),
            help: reason.help.clone(),
        }).collect()));
    }
    let mut steps = changes(&done);
    let mut take = |id: &'static str, change: Option<String>| steps.extend(change.map(|change| Taken { id, changes: vec![change] }));
    take(CONTAINER, (container.0 != container.1).then(|| format!("bytecode version {} instead of {}", container.1, container.0)));
    take(CODES, (lowered > 0).then(|| format!("{lowered} builtin attributes, locations and types are written as the reader knows them")));
    let producer = to.producer();
    take(WRITTEN_FOR, (from != producer).then(|| format!("{producer} instead of {from}")));
    Ok(Converted { output: image.into_output(), steps, verdict: Some(verdict), unused: 0 })
}

fn changes(done: &Done) -> Vec<Taken> {
    let expanded = done.expanded.iter().map(|(what, count)| format!("{}: {count} operations", words::expansion(*what)));
    let changed = done.changed.iter().map(|(old, new, count)| format!("{count} `vhlo.{old}` are `vhlo.{new}`"));
    let all = [(EXPAND, expanded.collect::<Vec<_>>()), (VERSION, changed.collect())];
    all.into_iter().filter(|(_, changes)| !changes.is_empty()).map(|(id, changes)| Taken { id, changes }).collect()
}

fn refused(file: &File<'_>, to: outlast_mlir::vhlo::Version, error: RewriteError) -> ConvertError {
    match error {
        RewriteError::Read(error) => error.into(),
        RewriteError::Refused(all) => ConvertError::Refused(all.iter().map(|one| blocker(file, to, one)).collect()),
        error => ConvertError::impossible(error.to_string()),
    }
}

fn blocker(file: &File<'_>, to: outlast_mlir::vhlo::Version, one: &Refusal) -> Blocker {
    use outlast_mlir::vhlo::Why;
    let code = match one.why {
        Why::Operation(..) => codes::OPERATION,
        Why::Entity(_) => codes::ENTITY,
        Why::Limit(_) => codes::LIMIT,
        _ => codes::UNKNOWN,
    };
    let help = one.since.map(|since| format!("StableHLO {since} and newer have it: `--target stablehlo-{since}`"));
    Blocker {
        code: Some(code),
        subject: format!("vhlo.{}", one.of.shape.name),
        why: format!("{} {}: StableHLO {to} has no form for that", words::uses(&one.of), words::why(&one.why)),
        place: words::place(file, one.of.first),
        help,
    }
}
