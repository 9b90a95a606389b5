//! What the entry points of a program run: calls of operators in code with those in the functions that it calls, instructions of bytecode, nodes of graphs.

use std::any::Any;

use crate::export;
use crate::program::{Program, Reach, analyse};

use super::LITE;
use super::facts::Facts;
use super::judge::TorchJudge;
use super::operators::Operators;
use super::script::inspect::release;
use outlast_model::family::Work;
use outlast_model::program::Judge;
use outlast_model::targets::Profile;

/// The method of programs of `torch.export`.
const FORWARD: &str = "forward";

/// What the entry points run in a reader. What was not written for it is compiled as its producer has the operators.
pub(super) fn of_entry_points(judge: &dyn Judge, reader: Option<&Profile>, written: bool) -> Vec<Work> {
    let judge: &dyn Any = judge;
    let Some(facts) = judge.downcast_ref::<TorchJudge>().map(TorchJudge::facts) else { return Vec::new() };
    let runs_bytecode = facts.code.is_none() || reader.is_some_and(|reader| reader.variant == LITE);
    if let Some(lite) = facts.lite.as_ref().filter(|_| runs_bytecode) {
        let class = facts.class.as_deref().unwrap_or_default();
        let methods =
            lite.functions.iter().zip(&lite.work).filter_map(|(name, (instructions, operators))| {
                let method = name.strip_prefix(class)?.strip_prefix('.')?;
                Some(Work {
                    entry_point: method.to_string(),
                    operators: *operators,
                    instructions: Some(*instructions),
                })
            });
        return methods.collect();
    }
    if let Some(exported) = &facts.exported {
        let is_operator =
            |target: &str| matches!(export::Target::parse(target), export::Target::Operator { .. });
        let operators =
            exported.operators().filter(|(target, _)| is_operator(target)).map(|(_, count)| count).sum();
        return vec![Work { entry_point: FORWARD.into(), operators, instructions: None }];
    }
    facts.code.as_ref().map(|code| of_code(facts, code, reader.filter(|_| written))).unwrap_or_default()
}

/// What the methods of the module run, as a release compiles them.
fn of_code(facts: &Facts, code: &Program, reader: Option<&Profile>) -> Vec<Work> {
    let producer = if reader.is_none() { release(facts.producer.as_ref()) } else { None };
    let Some(operators) = reader.or(producer.as_ref()).and_then(Operators::of) else { return Vec::new() };
    let for_version = operators.for_version(code.version);
    let beside = facts.own.beside(&for_version);
    let analysis = analyse(code, &beside);
    let totals = Reach::new(code, &analysis).operator_calls(&analysis);
    let methods = code.entries().into_iter().filter_map(|at| {
        let (_, method) = code.functions.get(at)?.name.rsplit_once('.')?;
        Some(Work { entry_point: method.to_string(), operators: *totals.get(at)?, instructions: None })
    });
    methods.collect()
}
