//! The format version of an archive: `torch-version`.

use std::collections::BTreeMap;

use crate::program::{Answer, ForVersion, Program, analyse};
use outlast_opset::history;
use outlast_opset::schema::Schema;

use super::super::operators::of_release;
use super::Context;
use super::draft::Change;
use super::operators;
use super::tags::with_tags;
use outlast_model::conversion::Blocker;

/// The format version of archives with tagged containers. Operators mean the same in those of older versions.
pub(super) const BASE: u64 = 3;
/// The format version from which on division and `full` are what they are today: readers of it give every operator the meaning that later ones do.
pub(super) const SETTLED: u64 = 5;
/// From this version on it is said in a record that older releases do not know.
const DATA_VERSION: u64 = 6;

/// Lowers the version to what the operators in use need, and takes back those that need more than the reader has: what they mean depends on it.
/// Nothing is done where the reader does not take that either.
pub(super) fn lower(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let newest = context.profile.get("newest", "file").and_then(|text| text.parse::<u64>().ok());
    let (Some(version), Some(newest)) = (&context.facts.version, newest) else {
        return Ok(Change::default());
    };
    let above = version.number > newest;
    let Some(code) = context.facts.code.as_ref().filter(|_| above) else { return Ok(Change::default()) };
    let (mut change, needed) = match context.is_lite() {
        // Bytecode names what it calls, and is rewritten for the reader by another step.
        true => (Change::default(), SETTLED),
        false => {
            let change = operators::rewrite(context)?;
            let needed = match needed(&rewritten(code, &change)) {
                // Calls of a division or `full` that are left mean the same to readers before 1.6: what made whole numbers of whole numbers, or the other
                // way round, became functions, and 1.6 itself refused these.
                needed if needed <= SETTLED && newest <= BASE && !divides_into(code) => BASE,
                needed => needed,
            };
            (change, needed)
        }
    };
    // What versions below 3 mean is the same: these lack the types of containers.
    let needed = match needed.min(version.number) {
        needed @ ..=BASE => needed.min(newest),
        needed => needed,
    };
    if newest < needed {
        return Ok(Change::default());
    }
    set(context, needed, &mut change)?;
    change.said.push(format!(
        "the format version is {needed} instead of {}: no operator in use needs more",
        version.number
    ));
    Ok(change)
}

/// Puts a version into the record that readers look for. From version 3 on, containers say their types.
pub(super) fn set(context: &Context<'_, '_>, number: u64, change: &mut Change) -> Result<(), Vec<Blocker>> {
    let untagged = context.facts.version.as_ref().is_some_and(|version| version.number < BASE);
    if let (true, Some(code)) = (untagged && number >= BASE, context.facts.code.as_ref()) {
        let of_data = |why: String| operators::blocked("data.pkl", why);
        let content = context.archive.content("data.pkl").map_err(|error| of_data(error.to_string()))?;
        let tagged = content.map(|content| with_tags(&content, code)).transpose().map_err(of_data)?.flatten();
        if let Some((written, count)) = tagged {
            change.records.push(("data.pkl".into(), Some(written)));
            change
                .said
                .push(format!("containers in `data.pkl` say the types that classes have for them: {count}"));
        }
    }
    let record = if number < DATA_VERSION { "version" } else { ".data/version" };
    if let Some(version) = context.facts.version.as_ref().filter(|version| version.record != record) {
        change.records.push((version.record.to_string(), None));
    }
    change.records.push((record.to_string(), Some(format!("{number}\n").into_bytes())));
    Ok(())
}

/// The code with the changes of a step.
pub(in super::super) fn rewritten(code: &Program, change: &Change) -> Program {
    let mut texts: BTreeMap<&str, &[u8]> = BTreeMap::new();
    for file in &code.files {
        if let Ok(tree) = &file.tree {
            texts.insert(&file.record, tree.text());
        }
    }
    for (record, content) in change.records.iter().filter(|(record, _)| record.ends_with(".py")) {
        if let Some(content) = content {
            texts.insert(record, content);
        }
    }
    let named = texts.into_iter().filter_map(|(record, text)| {
        let path = record.strip_prefix("code/")?.strip_suffix(".py")?;
        Some((path.replace('/', "."), text))
    });
    let named: Vec<(String, &[u8])> = named.collect();
    Program::of_code(named.iter().map(|(name, text)| (name.as_str(), *text)), code.version)
}

/// The format version that gives the operators in use the meaning that they have: 3, what division or `full` need, or that of an operator with an argument
/// that it did not have before. A call that an older schema takes as it is needs no newer one.
pub(super) fn needed(code: &Program) -> u64 {
    let table = history::torch();
    let Some(newest) = table.releases().next_back().and_then(of_release) else { return SETTLED };
    let analysis = analyse(code, &ForVersion { set: &newest, version: u64::MAX });
    // `full` with dimension names went, and its entry with it: every release is asked.
    let bumps: Vec<_> = table.releases().flat_map(|release| table.version_map(release)).collect();
    let mut needed = BASE;
    for call in analysis.units.iter().flat_map(|unit| &unit.calls) {
        // Where the overload is not known, it may be any.
        let is_it = |operator: &str| match &call.answer {
            Answer::Overload { name, .. } => operator == name,
            _ => operator.split('.').next() == Some(call.name.as_str()),
        };
        for bump in bumps.iter().filter(|bump| is_it(bump.operator)) {
            let at = u64::from(bump.bumped_at);
            let old = Schema::parse(bump.old_schema).ok();
            let has = |old: &Schema, name: &str| old.arguments.iter().any(|argument| argument.name == name);
            let says_it = old.is_some_and(|old| call.given.iter().all(|given| has(&old, &given.argument)));
            if at <= SETTLED || !says_it {
                needed = needed.max(at);
            }
        }
    }
    needed
}

/// Whether the code divides into a tensor, which 1.6 does to whole numbers and others to what the tensor has.
fn divides_into(code: &Program) -> bool {
    let table = history::torch();
    let Some(newest) = table.releases().next_back().and_then(of_release) else { return true };
    let analysis = analyse(code, &ForVersion { set: &newest, version: u64::MAX });
    let mut calls = analysis.units.iter().flat_map(|unit| &unit.calls);
    calls.any(
        |call| matches!(&call.answer, Answer::Overload { name, .. } if name.starts_with("aten::div.out")),
    )
}
