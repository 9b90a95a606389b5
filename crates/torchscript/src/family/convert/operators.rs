//! Calls of operators that changed become calls of functions: `torch-operators`.

use crate::program::Program;
use crate::upgraders::{self, Bridge, Refusal};
use outlast_opset::history::{Release, newest};
use outlast_opset::versions::{FileFormat, Runtime};

use super::super::producer::Producer;
use super::draft::Change;
use super::pack::{self, Between, operators_at, version_of};
use super::{Context, bytecode, format, version};
use outlast_model::conversion::Blocker;

const OLDEST: Release = Release { major: 1, minor: 3, patch: 0 };
/// What is before them is of version 102 at most.
const BEFORE: Release = Release { major: 1, minor: 2, patch: 0 };

/// Rewrites the code of an archive for the reader, or its bytecode for the lite interpreter, which reads no code.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    if context.is_lite() {
        return bytecode::rewrite(context);
    }
    let Some(code) = context.facts.code.as_ref() else { return Ok(Change::default()) };
    let (set, functions) = pack::chosen(context.options).map_err(|why| blocked("the version table", why))?;
    let (first, last) = releases(context.facts.producer.as_ref());
    let operators = Between::producer(context, code)?;
    let reader = version_of(context.profile.release);
    let bridge = Bridge {
        table: &set.table,
        pack: &functions,
        sets: &operators_at,
        runtime: Runtime { version: reader, minimum: set.minimum, as_of: None },
        format: FileFormat::TorchScript,
    };
    let program = version_of(first)..=version_of(last);
    let operators = context.facts.own.beside(&operators);
    let rewritten = upgraders::rewrite(code, program, &operators, &bridge)
        .map_err(|refusals| refusals.into_iter().map(blocker).collect::<Vec<_>>())?;
    let mut change = Change::default();
    take(context, rewritten, &mut change);
    raise(context, code, change)
}

/// Makes a change of what was rewritten.
pub(in super::super) fn take(
    context: &Context<'_, '_>,
    rewritten: upgraders::Rewritten,
    change: &mut Change,
) {
    for ((operator, function), calls) in &rewritten.replaced {
        let calls = if *calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
        change.said.push(format!("{calls} of `{operator}` became calls of `{function}`"));
    }
    if !rewritten.functions.is_empty() {
        let names: Vec<&str> = rewritten.functions.iter().map(String::as_str).collect();
        let were = if names.len() == 1 { "function was" } else { "functions were" };
        change.said.push(format!("{} {were} added: {}", names.len(), names.join(", ")));
    }
    for (record, text) in rewritten.records {
        // Debug information says places in the text, which are others now.
        let debug = format!("{record}.debug_pkl");
        if context.archive.has(&debug) {
            change.records.push((debug, None));
        }
        change.records.push((record, Some(text)));
    }
}

/// Raises the format version where functions beside the code need that: `div` with a rounding mode means nothing before version 4. Where calls of
/// the program would mean something else then, these are upgraded first, and the rest is for the next round.
fn raise(context: &Context<'_, '_>, code: &Program, mut change: Change) -> Result<Change, Vec<Blocker>> {
    if change.is_empty() {
        return Ok(change);
    }
    let (before, after) = (version::needed(code), version::needed(&version::rewritten(code, &change)));
    if after <= code.version.max(version::BASE) || after <= before {
        return Ok(change);
    }
    // What versions below 3 mean is the same.
    if before > code.version.max(version::BASE) {
        return format::upgrade(context);
    }
    version::set(context, after, &mut change)?;
    change
        .said
        .push(format!("the format version is {after} instead of {}: the functions need it", code.version));
    Ok(change)
}

/// Whether a file is of a release before the first that was asked for its operators.
pub(super) fn is_old(facts: &super::super::facts::Facts) -> bool {
    facts.code.is_some() && releases(facts.producer.as_ref()).1 < OLDEST
}

/// The releases that may have written the file.
pub(super) fn releases(producer: Option<&Producer>) -> (Release, Release) {
    // A file may be of a later release than has schemas.
    let newest = newest();
    let last = producer.and_then(|producer| producer.last).unwrap_or(newest);
    let oldest = if last < OLDEST { BEFORE } else { OLDEST };
    let first = producer.and_then(|producer| producer.first).unwrap_or(oldest);
    (first.min(newest), last.min(newest).max(first.min(newest)))
}

pub(in super::super) fn blocker(refusal: Refusal) -> Blocker {
    Blocker::new(refusal.message).code(Some(refusal.code)).subject(refusal.operator).place(refusal.place)
}

/// One thing that stands in the way, without a place.
pub(in super::super) fn blocked(subject: &str, why: String) -> Vec<Blocker> {
    vec![Blocker::new(why).subject(subject.into())]
}
