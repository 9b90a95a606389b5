//! Bytecode for another lite interpreter: its version (`torch-bytecode`), and the operators that changed (`torch-operators`), which become code of the
//! version table's functions.

use std::sync::Arc;

use outlast_opset::history::{OperatorSet, Release};
use outlast_opset::versions::{FileFormat, Runtime};
use outlast_torchscript::bytecode::convert::{Functions, Placed, Wanted, convert, suitable};
use outlast_torchscript::program::ForVersion;
use outlast_torchscript::upgraders::Bridge;

use super::super::case::Case;
use super::super::facts_lite::{self, Lite};
use super::super::lite::{changed_operators, producers};
use super::super::operators::{of_release, release};
use super::Context;
use super::draft::Change;
use super::pack::{self, operators_at, version_of};
use super::{operators, version};
use crate::conversion::Blocker;

fn blocked(subject: &str, why: String) -> Vec<Blocker> {
    vec![Blocker { code: None, subject: subject.into(), why, place: outlast_core::Place::default(), help: None }]
}

/// Rewrites the bytecode of an archive in a version that the lite interpreter takes, with the operators that it has.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(lite) = context.facts.lite.as_ref().filter(|_| context.is_lite()) else { return Ok(Change::default()) };
    let number = |name: &str| context.profile.get(name, "bytecode").and_then(|text| text.parse::<i64>().ok());
    let (Some(oldest), Some(newest)) = (number("oldest"), number("newest")) else { return Ok(Change::default()) };
    let (set, pack) = pack::of(context.options).map_err(|why| blocked("the version table", why))?;
    let Some(producer) = written_by(context, lite) else {
        return Err(blocked("bytecode", "which release wrote the file, and with which operators, is not known".into()));
    };
    let Some(reader) = of_release(release(context.profile)) else {
        return Err(blocked("bytecode", "which operators the reader has is not known".into()));
    };
    let (first, last) = releases(context, lite);
    let at = version_of(release(context.profile));
    let bridge = Bridge {
        table: &set.table,
        pack: &pack,
        sets: &operators_at,
        runtime: Runtime { version: at, minimum: set.minimum, as_of: None },
        format: FileFormat::Lite,
    };
    // Functions are compiled here, and mean what the reader's own programs would.
    let own = ForVersion { set: &reader, version: u64::MAX };
    let functions = Functions { bridge: &bridge, versions: version_of(first)..=version_of(last), operators: &own };
    let format = context.facts.version.as_ref().map_or(1, |version| version.number);
    let bytecode = suitable(lite.bytecode, &(oldest..=newest));
    let wanted = Wanted { bytecode, version: format, producer: &producer, reader: &reader, functions: Some(&functions) };
    let rewritten = convert(context.archive, &wanted).map_err(|refusal| {
        let reasons = refusal.reasons.into_iter().map(|reason| Blocker {
            code: Some(reason.code),
            subject: reason.subject,
            why: reason.why,
            place: reason.place,
            help: Some(reason.help.to_string()),
        });
        reasons.collect::<Vec<_>>()
    })?;
    let placed = rewritten.functions;
    let mut change = Change { records: rewritten.records, said: rewritten.changes, operators: said(&placed) };
    let other = !(oldest..=newest).contains(&lite.bytecode);
    if other || !placed.replaced.is_empty() {
        // What wrote the bytecode cannot be told of the result: what the other operators did there is looked at now.
        unanswered(context, lite, |operator| !set.table.of(operator).is_empty())?;
    }
    let marked = lite.operators_of.is_some() && !change.records.is_empty();
    if marked || !placed.replaced.is_empty() {
        change.records.push((facts_lite::OPERATORS_OF.into(), Some(facts_lite::operators_of(at))));
    }
    if let Some(number) = placed.version {
        version::set(context, number, &mut change);
        change.operators.push(format!("the format version is {number} instead of {format}: the functions need it"));
    }
    Ok(change)
}

/// What took the place of operators, one sentence each.
fn said(placed: &Placed) -> Vec<String> {
    let mut said = Vec::new();
    for ((operator, function), calls) in &placed.replaced {
        let calls = if *calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
        said.push(format!("{calls} of `{operator}` became the code of `{function}`"));
    }
    if !said.is_empty() {
        said.push(format!("{} instructions were added", placed.instructions));
    }
    said
}

/// Operators that do something else in the reader, and that no function of the table answers.
fn unanswered(
    context: &Context<'_, '_>,
    lite: &Lite,
    answered: impl Fn(&outlast_opset::schema::OperatorName) -> bool,
) -> Result<(), Vec<Blocker>> {
    let mut case = Case::new(context.facts, context.profile);
    changed_operators(&mut case, lite);
    let name = |subject: &str| {
        let (name, overload) = subject.split_once('.').unwrap_or((subject, ""));
        outlast_opset::schema::OperatorName { name: name.to_string(), overload: overload.to_string() }
    };
    let left = case.reasons.iter().filter(|reason| !reason.outcome.is_good() && !answered(&name(&reason.subject)));
    let left: Vec<Blocker> = left
        .map(|reason| Blocker { code: Some(reason.code), subject: reason.subject.clone(), why: reason.sentence(), place: reason.place.clone(), help: None })
        .collect();
    if left.is_empty() { Ok(()) } else { Err(left) }
}

/// The releases whose operators the bytecode may call.
fn releases(context: &Context<'_, '_>, lite: &Lite) -> (Release, Release) {
    if let Some(producer) = &lite.operators_of {
        return operators::releases(Some(producer));
    }
    let (first, last) = operators::releases(context.facts.producer.as_ref());
    let all = producers(lite.bytecode, context.facts.form);
    let first = all.first().map_or(first, |oldest| first.max(*oldest)).min(last);
    let last = all.last().map_or(last, |newest| last.min(*newest)).max(first);
    (first, last)
}

/// The operators of the release that wrote the bytecode: the newest of those that its version and the rest of the file leave.
fn written_by(context: &Context<'_, '_>, lite: &Lite) -> Option<Arc<OperatorSet<'static>>> {
    let producer = lite.operators_of.as_ref().or(context.facts.producer.as_ref());
    let fits = |release: &Release| {
        let own = crate::targets::Release::new(release.major, release.minor, release.patch);
        producer.is_none_or(|producer| producer.first.is_none_or(|first| first <= own) && producer.last.is_none_or(|last| own <= last))
    };
    let all = match &lite.operators_of {
        Some(_) => outlast_opset::history::torch().releases().collect(),
        None => producers(lite.bytecode, context.facts.form),
    };
    let newest = all.iter().rev().find(|release| fits(release)).or(all.last())?;
    of_release(*newest)
}
