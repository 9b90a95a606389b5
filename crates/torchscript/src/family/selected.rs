//! The operators that a reader must have to run a program: what the program calls, and what the reader's upgraders call for it.

use std::any::Any;
use std::collections::BTreeMap;

use crate::export;
use crate::program::{Answer, Compiled, analyse};
use outlast_opset::history::Origin;

use super::judge::TorchJudge;
use super::operators::{Operators, full_name};
use super::{LITE, lite};
use outlast_model::program::Judge;
use outlast_model::selection::Needed;
use outlast_model::targets::Profile;

/// Operators that became instructions of the lite interpreter: no reader looks them up there.
const INSTRUCTIONS: [&str; 2] = ["aten::__is__", "aten::__isnot__"];

/// The operators that an upgrader of the reader calls: rows `upgrader NAME = OPERATOR …`.
pub(super) fn closure<'p>(profile: &'p Profile, upgrader: &str) -> Vec<&'p str> {
    let names = profile.get("upgrader", upgrader).map(|row| row.split(' ')).into_iter().flatten();
    names.filter(|name| profile.variant != LITE || !INSTRUCTIONS.contains(name)).collect()
}

/// The operators that an upgrader calls and the reader does not have: a build that was made for less than its upgraders.
pub(super) fn lacking(operators: &Operators<'_>, profile: &Profile, upgrader: &str) -> Vec<String> {
    let called = closure(profile, upgrader).into_iter();
    let lacks = |full: &&str| {
        let (name, overload) = full.split_once('.').unwrap_or((full, ""));
        !operators.has(name, overload)
    };
    called.filter(lacks).map(str::to_string).collect()
}

/// The operators that a reader must have to run a program.
pub(super) fn operators(judge: &dyn Judge, profile: &Profile) -> Result<Needed, String> {
    let judge: &dyn Any = judge;
    let facts =
        judge.downcast_ref::<TorchJudge>().map(TorchJudge::facts).ok_or("it is not a program of PyTorch")?;
    let operators =
        Operators::of(profile).ok_or_else(|| format!("which operators {} has is not known", profile.name))?;
    let mut needed = Needed::default();
    if profile.variant == LITE {
        let program = facts.lite.as_ref().ok_or("it has no bytecode for the lite interpreter")?;
        for operator in &program.operators {
            match lite::judge::upgrader(&operators, program, operator) {
                Some(upgrader) => needed.upgraded(upgrader.upgrader, closure(profile, upgrader.upgrader)),
                None => needed.call(full_name(&operator.name, &operator.overload)),
            }
        }
        return Ok(needed);
    }
    if let Some(exported) = &facts.exported {
        for (target, _) in exported.operators() {
            if let export::Target::Operator { name, overload } = export::Target::parse(target) {
                needed.call(full_name(&name, &overload));
            }
        }
        return Ok(needed);
    }
    let code = facts.code.as_ref().ok_or("it has no code that a reader would run")?;
    let for_version = operators.for_version(code.version);
    let beside = facts.own.beside(&for_version);
    let analysis = analyse(code, &beside);
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    let compiled = Compiled::new(code, &analysis);
    for call in
        compiled.functions.iter().filter_map(|at| analysis.units.get(*at)).flat_map(|unit| &unit.calls)
    {
        match &call.answer {
            Answer::Overload { origin: Origin::Historic { upgrader }, .. } => {
                needed.upgraded(upgrader, closure(profile, upgrader));
            }
            Answer::Overload { name, runs, .. } => needed.call(runs.as_ref().unwrap_or(name).clone()),
            _ => *unknown.entry(&call.name).or_default() += 1,
        }
    }
    if !unknown.is_empty() {
        let names: Vec<&str> = unknown.into_keys().collect();
        return Err(format!(
            "which operators of {} these calls mean cannot be determined: {}",
            profile.name,
            names.join(", ")
        ));
    }
    Ok(needed)
}
