//! The code of an archive in one screen: who wrote it, methods, operators, classes of C++, and the releases that load it.

use std::collections::BTreeMap;

use crate::export;
use crate::program::{self, Answer, Declarations, Program};
use outlast_opset::schema::Argument;
use outlast_opset::types::Type;

use super::super::export::judge::Exported;
use super::super::facts::{Facts, Form};
use super::super::operators::Operators;
use super::super::producer::Producer;
use super::super::{FAMILY, LITE, judge};
use outlast_model::interpolate;
use outlast_model::summary::Summary;
use outlast_model::targets::Profile;
use outlast_model::verdict::Outcome;

/// Who wrote a file.
pub(in super::super) fn producer(producer: &Producer, to: &mut Summary) {
    let text = match (&producer.recorded, producer.releases()) {
        (Some(recorded), _) => format!("torch {recorded} (recorded)"),
        (None, Some(releases)) => format!("torch {releases} (inferred)"),
        (None, None) => return,
    };
    to.fact("producer", text);
    let evidence = producer.evidence.iter().map(|why| vec![why.clone()]);
    to.list("evidence of the producer", &["what"], evidence.collect());
}

/// `(self: __torch__.Net, x: Tensor) -> Tensor`, as code declares it; empty where the declaration cannot be read.
fn signature(declared: &Declarations<'_>, function: usize) -> String {
    let Some((arguments, returns)) = declared.function(function) else { return String::new() };
    let shown = |ty: &Type| ty.annotation().unwrap_or_else(|| ty.to_string());
    let argument = |argument: &Argument| {
        let default = argument.default.as_ref().map(|value| format!("={value}")).unwrap_or_default();
        format!("{}: {}{default}", argument.name, shown(&argument.ty))
    };
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    let returns = returns.as_ref().map(|ty| format!(" -> {}", shown(ty))).unwrap_or_default();
    format!("({}){returns}", arguments.join(", "))
}

/// Functions and methods, operators with overloads, classes of C++.
pub(in super::super) fn code(program: &Program, producer: Option<&Producer>, most: usize, to: &mut Summary) {
    let declared = Declarations::new(program);
    let rows = program
        .functions
        .iter()
        .enumerate()
        .take(most)
        .map(|(index, function)| vec![function.name.clone(), signature(&declared, index)]);
    to.list("functions and methods", &["name", "signature"], rows.collect());
    let Some(profile) = release(producer) else { return };
    let Some(operators) = Operators::of(&profile) else { return };
    let analysis = program::analyse(program, &operators.for_version(program.version));
    let (mut calls, mut custom): (BTreeMap<String, u64>, BTreeMap<String, u64>) = Default::default();
    for unit in &analysis.units {
        for call in &unit.calls {
            let name = match &call.answer {
                Answer::Overload { name, .. } => name.clone(),
                _ => format!("{} (overload not known)", call.name),
            };
            *calls.entry(name).or_default() += 1;
        }
        for used in &unit.custom {
            *custom.entry(used.class.clone()).or_default() += 1;
        }
    }
    to.fact(
        "operators",
        format!(
            "{}, {}, as torch {} has them",
            counted(calls.len() as u64, "operator"),
            counted(calls.values().sum(), "call"),
            profile.release
        ),
    );
    let list = |counts: BTreeMap<String, u64>| {
        counts.into_iter().take(most).map(|(name, count)| vec![name, count.to_string()]).collect()
    };
    to.list("operators", &["operator", "calls"], list(calls));
    to.list("classes of C++", &["class", "uses"], list(custom));
}

/// `1 call`, `2 calls`.
pub(in super::super) fn counted(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// The operators of a program of `torch.export`.
pub(in super::super) fn exported(exported: &Exported, most: usize, to: &mut Summary) {
    exported.sum_up(to);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    exported.operators().for_each(|(target, count)| *counts.entry(called(target)).or_default() += count);
    let rows = counts.into_iter().take(most).map(|(name, count)| vec![name, count.to_string()]);
    to.list("operators", &["operator", "calls"], rows.collect());
}

/// What a node calls, spelled as in schemas where it is an operator: `aten::add.Tensor`.
fn called(target: &str) -> String {
    match export::Target::parse(target) {
        export::Target::Operator { name, overload } if overload.is_empty() => name,
        export::Target::Operator { name, overload } => format!("{name}.{overload}"),
        _ => target.to_string(),
    }
}

/// The newest release that may have written the file.
pub(in super::super) fn release(producer: Option<&Producer>) -> Option<Profile> {
    let table = FAMILY.table();
    let last = producer.and_then(|producer| producer.last);
    let index =
        table.releases().filter(|release| last.is_none_or(|last| *release <= last)).count().saturating_sub(1);
    Profile::built_in(&FAMILY, u16::try_from(index).ok()?)
}

/// The releases that load a file, as intervals: one line for each reader.
pub(in super::super) fn loads(facts: Facts, to: &mut Summary) {
    let lite = facts.lite.is_some();
    let full = facts.form != Form::Flat || facts.code.is_some();
    let subject = judge::prepare(facts);
    for (label, variant) in [("loads in torch", ""), ("loads in lite interpreters of torch", LITE)] {
        if variant.is_empty() && !full || !variant.is_empty() && !lite {
            continue;
        }
        let verdict = |release: String| {
            let text = if variant.is_empty() { release } else { format!("{release}-{variant}") };
            let target = FAMILY.target(&text)?;
            interpolate::verdict(&subject, &[], &target).ok().map(|verdict| verdict.outcome)
        };
        let outcomes: Vec<(String, Option<Outcome>)> = FAMILY
            .table()
            .releases()
            .map(|release| (release.to_string(), verdict(release.to_string())))
            .collect();
        let interval = |wanted: &dyn Fn(Outcome) -> bool| {
            let runs = outcomes.chunk_by(|(_, a), (_, b)| a.is_some_and(wanted) == b.is_some_and(wanted));
            let good = runs.filter(|run| run.first().is_some_and(|(_, outcome)| outcome.is_some_and(wanted)));
            let text = good.map(|run| match run {
                [(one, _)] => one.clone(),
                [(first, _), .., (last, _)] => format!("{first} to {last}"),
                [] => String::new(),
            });
            text.collect::<Vec<_>>().join(", ")
        };
        let (good, unknown) = (interval(&Outcome::is_good), interval(&|outcome| outcome == Outcome::Unknown));
        let good = if good.is_empty() { "no release".to_string() } else { good };
        let unknown = if unknown.is_empty() { String::new() } else { format!("; not known: {unknown}") };
        to.fact(label, format!("{good}{unknown}"));
    }
}
