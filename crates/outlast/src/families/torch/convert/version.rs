//! The format version of an archive: `torch-version`.

use outlast_opset::history;
use outlast_torchscript::program::{Answer, analyse};

use super::super::operators::of_release;
use super::Context;
use super::draft::Change;
use crate::conversion::Blocker;

/// The format version of archives with tagged containers, below which nothing is written.
const BASE: u64 = 3;
/// The format version from which on division and `full` are what they are today: readers of it give every operator the meaning that later ones do.
const SETTLED: u64 = 5;
/// From this version on it is said in a record that older releases do not know.
const DATA_VERSION: u64 = 6;

/// Lowers the version to what the operators in use need. Nothing is done where the reader does not take that either.
pub(super) fn lower(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let (Some(version), Some(newest)) = (&context.facts.version, context.profile.get("newest", "file").and_then(|text| text.parse::<u64>().ok())) else {
        return Ok(Change::default());
    };
    let needed = needed(context).min(version.number);
    if needed == version.number || version.number < BASE || newest < needed {
        return Ok(Change::default());
    }
    let record = if needed < DATA_VERSION { "version" } else { ".data/version" };
    let mut change = Change::default();
    if record != version.record {
        change.records.push((version.record.to_string(), None));
    }
    change.records.push((record.to_string(), Some(format!("{needed}\n").into_bytes())));
    change.said.push(format!("the format version is {needed} instead of {}: no operator in use needs more", version.number));
    Ok(change)
}

/// The format version that gives the operators in use the meaning that they have: 3, or what division or `full` need. What later versions
/// stand for (`linspace` without steps, `gelu` with another approximation) is a matter of arguments, which the code gives.
fn needed(context: &Context<'_, '_>) -> u64 {
    let Some(code) = &context.facts.code else { return SETTLED };
    let table = history::torch();
    let Some(newest) = table.releases().last().and_then(of_release) else { return SETTLED };
    let set = outlast_torchscript::program::ForVersion { set: &newest, version: code.version };
    let analysis = analyse(code, &set);
    let bumped: Vec<(String, u64)> =
        table.version_map(newest.release()).map(|upgrader| (upgrader.operator.to_string(), u64::from(upgrader.bumped_at))).collect();
    let mut needed = BASE;
    for call in analysis.units.iter().flat_map(|unit| &unit.calls) {
        let name = match &call.answer {
            Answer::Overload { name, .. } => name.as_str(),
            _ => call.name.as_str(),
        };
        let bumps = bumped.iter().filter(|(operator, _)| operator == name || operator.split('.').next() == Some(name));
        needed = bumps.map(|(_, at)| *at).filter(|at| *at <= SETTLED).fold(needed, u64::max);
    }
    needed
}
