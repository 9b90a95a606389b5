//! The bytecode of another version: `torch-bytecode`.

use std::sync::Arc;

use outlast_opset::history::{OperatorSet, Release};
use outlast_torchscript::bytecode::convert::{Wanted, convert, suitable};

use super::super::case::Case;
use super::super::lite::{changed_operators, producers};
use super::super::operators::{of_release, release};
use super::Context;
use super::draft::Change;
use crate::conversion::Blocker;

/// Rewrites the bytecode of an archive in a version that the lite interpreter takes.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(lite) = context.facts.lite.as_ref().filter(|_| context.is_lite()) else { return Ok(Change::default()) };
    let number = |name: &str| context.profile.get(name, "bytecode").and_then(|text| text.parse::<i64>().ok());
    let (Some(oldest), Some(newest)) = (number("oldest"), number("newest")) else { return Ok(Change::default()) };
    let blocked = |subject: &str, why: String| vec![Blocker { code: None, subject: subject.into(), why, place: outlast_core::Place::default(), help: None }];
    // What wrote the bytecode cannot be told of the result: what operators did there is looked at now.
    let mut case = Case::new(context.facts, context.profile);
    changed_operators(&mut case, lite);
    let other = !(oldest..=newest).contains(&lite.bytecode);
    let changed = case.reasons.iter().filter(|reason| other && !reason.outcome.is_good());
    let changed: Vec<Blocker> = changed
        .map(|reason| Blocker { code: Some(reason.code), subject: reason.subject.clone(), why: reason.sentence(), place: reason.place.clone(), help: None })
        .collect();
    if !changed.is_empty() {
        return Err(changed);
    }
    let Some(producer) = written_by(context) else {
        return Err(blocked("bytecode", "which release wrote the file, and with which operators, is not known".into()));
    };
    let Some(reader) = of_release(release(context.profile)) else {
        return Err(blocked("bytecode", "which operators the reader has is not known".into()));
    };
    let version = context.facts.version.as_ref().map_or(1, |version| version.number);
    let bytecode = suitable(lite.bytecode, &(oldest..=newest));
    let wanted = Wanted { bytecode, version, producer: &producer, reader: &reader };
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
    Ok(Change { records: rewritten.records, said: rewritten.changes })
}

/// The operators of the release that wrote the bytecode: the newest of those that its version and the rest of the file leave.
fn written_by(context: &Context<'_, '_>) -> Option<Arc<OperatorSet<'static>>> {
    let lite = context.facts.lite.as_ref()?;
    let producer = context.facts.producer.as_ref();
    let fits = |release: &Release| {
        let own = crate::targets::Release::new(release.major, release.minor, release.patch);
        producer.is_none_or(|producer| producer.first.is_none_or(|first| first <= own) && producer.last.is_none_or(|last| own <= last))
    };
    let all = producers(lite.bytecode, context.facts.form);
    let newest = all.iter().rev().find(|release| fits(release)).or(all.last())?;
    of_release(*newest)
}
