//! Plans: names, inputs and outputs, operators; and the order in which a plan's parts are checked.

use outlast_core::{Path, QuickSet, Span};
use outlast_flatbuffers::view::Vector;

use super::codes::*;
use super::events::Events;
use super::tensors::Home;
use super::values::{self, Value};
use super::{LONGEST_NAME, quoted};
use super::{Verifier, delegates, instructions, lifetimes, memory};
use crate::defs::{MAX_OPERATOR_NAME, ValueKind};
use crate::operators::Signature;
use crate::tables::{ExecutionPlan, View};

/// A plan, as its parts see it.
pub(super) struct Plan<'a> {
    pub(super) view: ExecutionPlan<'a>,
    pub(super) path: Path,
    pub(super) values: Vec<Value<'a>>,
    pub(super) operators: Vec<Operator>,
    /// Tensors that each delegate takes and gives, where its payload says so.
    pub(super) delegates: Vec<Option<usize>>,
    pub(super) inputs: Vec<usize>,
    pub(super) outputs: Vec<usize>,
}

impl<'a> Plan<'a> {
    /// A value, of which the caller knows that there is one: indices of a file are compared with the number of values first.
    #[expect(clippy::indexing_slicing, reason = "for indices that were compared with the number of values")]
    pub(super) fn value(&self, index: usize) -> Value<'a> {
        self.values[index]
    }
}

/// An operator of a plan.
pub(super) struct Operator {
    pub(super) name: String,
    pub(super) signature: Option<Signature>,
}

/// Checks all plans.
pub(super) fn check(v: &mut Verifier<'_, '_>) {
    let root = v.program.root;
    let path = Path::root().field("execution_plan");
    let list = match root.execution_plan() {
        Ok(Some(list)) if !list.is_empty() => list,
        Ok(_) => {
            return v.sink.error(NO_METHODS, "the program has no methods", root.table().whole_span(), path);
        }
        Err(_) => return,
    };
    let mut names = QuickSet::default();
    for index in 0..list.len() {
        if v.exhausted {
            break;
        }
        let Ok(plan) = list.get(index) else { continue };
        let path = match plan.name() {
            Ok(Some(name)) => {
                let short = name.bytes().get(..80).unwrap_or(name.bytes());
                let path = Path::root().named("plan", &String::from_utf8_lossy(short));
                if name.bytes().len() <= LONGEST_NAME && !names.insert(name.bytes()) {
                    let title = format!("a second method {}", quoted(name.bytes()));
                    v.sink.note(METHOD_TWICE, title, name.span(), path.field("name"));
                }
                path
            }
            Ok(None) => {
                let path = Path::root().item("plan", index);
                let span = plan.table().whole_span();
                v.sink.error(METHOD_NAME, format!("method {index} has no name"), span, path.field("name"));
                path
            }
            Err(_) => Path::root().item("plan", index),
        };
        one(v, plan, path);
    }
}

fn one<'a>(v: &mut Verifier<'a, '_>, view: ExecutionPlan<'a>, path: Path) {
    for (slot, name) in [
        (2, "values"),
        (3, "inputs"),
        (4, "outputs"),
        (5, "chains"),
        (6, "operators"),
        (7, "delegates"),
        (8, "non_const_buffer_sizes"),
    ] {
        if !view.table().has(slot) {
            let title = format!("the method has no list `{name}`");
            let span = view.table().whole_span();
            v.sink.error(MISSING_LIST, title, span, path.field(name));
        }
    }
    let values = match view.values() {
        Ok(Some(list)) if v.spend(list.len()) => values::check(v, &path, &list),
        _ => Vec::new(),
    };
    values::lists(v, &path, &values);
    let operators = operators(v, &view, &path);
    let delegates = delegates::check(v, &view, &path);
    let mut plan = Plan { view, path, values, operators, delegates, inputs: Vec::new(), outputs: Vec::new() };
    plan.inputs = ends(v, &plan, view.inputs().ok().flatten(), "inputs");
    plan.outputs = ends(v, &plan, view.outputs().ok().flatten(), "outputs");
    if matches!(view.outputs(), Ok(Some(list)) if list.is_empty()) {
        let span = view.table().span(4, 4);
        v.sink.warning(NO_OUTPUTS, "the method has no outputs", span, plan.path.field("outputs"));
    }
    memory::check(v, &plan);
    let events = instructions::check(v, &plan);
    outputs(v, &plan, &events);
    lifetimes::check(v, &plan, &events);
}

/// Indices of inputs or outputs that exist.
fn ends(
    v: &mut Verifier<'_, '_>,
    plan: &Plan<'_>,
    list: Option<Vector<'_>>,
    name: &'static str,
) -> Vec<usize> {
    let Some(list) = list.filter(|l| v.spend(l.len())) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, number) in list.i32s().enumerate() {
        let value = usize::try_from(number).ok().filter(|n| *n < plan.values.len());
        let Some(value) = value else {
            let title = format!("{name}[{at}] refers to value {number}, there are {}", plan.values.len());
            v.sink.error(INPUT_INDEX, title, list.element_span(at), plan.path.field(name).index(at));
            continue;
        };
        found.push(value);
    }
    found
}

fn outputs(v: &mut Verifier<'_, '_>, plan: &Plan<'_>, events: &Events) {
    let Ok(Some(list)) = plan.view.outputs() else { return };
    let inputs: QuickSet<usize> = plan.inputs.iter().copied().collect();
    for (at, number) in list.i32s().enumerate() {
        let Some(index) = usize::try_from(number).ok().filter(|n| *n < plan.values.len()) else { continue };
        let value = plan.value(index);
        let given = match value.home {
            Home::Planned { initial, start, end, .. } => initial || start == end,
            Home::Nowhere => false,
            _ => true,
        };
        if value.kind == ValueKind::Tensor && !given && !events.touched(index) && !inputs.contains(&index) {
            let title = format!("output {at} is value {index}, which no instruction computes");
            v.sink.error(
                OUTPUT_UNWRITTEN,
                title,
                list.element_span(at),
                plan.path.field("outputs").index(at),
            );
        }
    }
}

fn operators(v: &mut Verifier<'_, '_>, view: &ExecutionPlan<'_>, path: &Path) -> Vec<Operator> {
    let Ok(Some(list)) = view.operators() else { return Vec::new() };
    let mut found = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        let mut operator = Operator { name: String::new(), signature: None };
        if let Ok(view) = list.get(index)
            && v.spend(1)
        {
            let here: Span = view.table().whole_span();
            let path = || path.item("operator", index);
            let text = |s: Option<outlast_flatbuffers::view::Str<'_>>| s.map_or(0, |s| s.bytes().len());
            let (name, overload) = (view.name().ok().flatten(), view.overload().ok().flatten());
            let length = text(name) + if text(overload) > 0 { 1 + text(overload) } else { 0 };
            if matches!(view.name(), Ok(None)) {
                v.sink.error(OPERATOR_NAME, format!("operator {index} has no name"), here, path());
                v.sink.help("the method may load, and crash when it runs");
            } else if length > MAX_OPERATOR_NAME {
                let title = format!(
                    "the name of operator {index} has {length} bytes, runtimes take {MAX_OPERATOR_NAME}"
                );
                v.sink.error(OPERATOR_NAME, title, name.map_or(here, |n| n.span()), path());
                v.sink.help("the method may load, and crash when it runs");
            } else if let Some(name) = name {
                operator.name = name.lossy().into_owned();
                if let Some(overload) = overload.filter(|o| !o.bytes().is_empty()) {
                    operator.name = format!("{}.{}", operator.name, overload.lossy());
                }
                if operator.name.is_empty() {
                    let title = format!("the name of operator {index} is empty");
                    v.sink.error(OPERATOR_NAME, title, here, path());
                }
                operator.signature =
                    Signature::by_name(&operator.name).or_else(|| (v.options.signature)(&operator.name));
            }
        }
        found.push(operator);
    }
    found
}
