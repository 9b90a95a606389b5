//! Instructions: what each refers to, and what operators are called with.

use outlast_core::{Path, Severity, Span, to_index};
use outlast_flatbuffers::view::{Table, Vector};

use super::Verifier;
use super::codes::*;
use super::events::Events;
use super::plans::Plan;
use super::tensors::Home;
use crate::defs::{MAX_INSTRUCTIONS, ScalarType, ValueKind, instruction};
use crate::operators::Argument;
use crate::tables::{
    Chain, DelegateCall, FreeCall, Instruction, JumpFalseCall, KernelCall, List, MoveCall, Tensor, View,
};

/// Checks all instructions of a plan, and records which values they use.
pub(super) fn check<'a>(v: &mut Verifier<'a, '_>, plan: &Plan<'a>) -> Events {
    let mut events = Events::new(plan.values.len());
    let Ok(Some(chains)) = plan.view.chains() else { return events };
    if chains.len() != 1 {
        let title = format!("the method has {} chains, exporters write 1", chains.len());
        v.sink.note(CHAINS, title, chains.vector().span(), plan.path.field("chains"));
    }
    for index in 0..chains.len() {
        if let Ok(chain) = chains.get(index) {
            let path = match chains.len() {
                1 => plan.path.clone(),
                _ => plan.path.item("chain", index),
            };
            chain_of(v, plan, &chain, &path, &mut events);
        }
    }
    no_memory(v, plan, &events);
    freed(v, plan, &events);
    events
}

/// Tensors that are freed and needed after that: later in the method, or when it runs again.
fn freed(v: &mut Verifier<'_, '_>, plan: &Plan<'_>, events: &Events) {
    // Where there are jumps, instructions may run in another order than they stand.
    for used in events.after_free.iter().filter(|_| !events.jumps) {
        let title =
            format!("value {} is used by instruction {} after it was freed", used.value, used.time - 1);
        let table = plan.values.get(to_index(used.value)).and_then(|value| value.table);
        let span = table.map_or_else(Span::default, |table| table.whole_span());
        v.sink.error(FREED_USE, title, span, plan.path.item("instruction", to_index(used.time) - 1));
    }
    for index in events.freed().filter(|index| events.touched(*index)) {
        let Some(value) = plan.values.get(index) else { continue };
        if !matches!(value.home, Home::Planned { .. } | Home::Constant) {
            continue;
        }
        let title =
            format!("tensor {index} is freed, and its memory is given once: the method runs one time");
        let span = value.table.map_or_else(Span::default, |table| table.whole_span());
        v.sink.warning(FREED_MEMORY, title, span, plan.path.item("value", index));
    }
}

fn chain_of<'a>(
    v: &mut Verifier<'a, '_>,
    plan: &Plan<'_>,
    chain: &Chain<'a>,
    path: &Path,
    events: &mut Events,
) {
    let list = match chain.instructions() {
        Ok(Some(list)) => list,
        Ok(None) => {
            let title = "a chain without a list of instructions";
            return v.sink.error(
                NO_INSTRUCTIONS,
                title,
                chain.table().whole_span(),
                path.field("instructions"),
            );
        }
        Err(_) => return,
    };
    if list.len() as u64 > MAX_INSTRUCTIONS {
        let title = format!("{} instructions, runtimes execute {MAX_INSTRUCTIONS}", list.len());
        v.sink.error(TOO_MANY_INSTRUCTIONS, title, list.vector().span(), path.field("instructions"));
    }
    for index in 0..list.len() {
        let Ok(one) = list.get(index) else { continue };
        events.step();
        let here = || path.item("instruction", index);
        instruction_of(v, plan, &one, &list, &here, events);
    }
}

fn instruction_of<'a>(
    v: &mut Verifier<'a, '_>,
    plan: &Plan<'_>,
    one: &Instruction<'a>,
    list: &List<'a, Instruction<'a>>,
    path: &dyn Fn() -> Path,
    events: &mut Events,
) {
    let tag = one.instr_args_type().unwrap_or(0);
    if !(instruction::KERNEL_CALL..=instruction::FREE_CALL).contains(&tag) {
        let title = format!("the kind of the instruction is {tag}, known ones are 1 to 5");
        return v.sink.error(INSTRUCTION_KIND, title, one.table().span(0, 1), path());
    }
    let table = match one.instr_args() {
        Ok(Some(table)) => table,
        Ok(None) => {
            let title = "the instruction has a kind and nothing else";
            return v.sink.error(INSTRUCTION_MISSING, title, one.table().whole_span(), path());
        }
        Err(_) => return,
    };
    match tag {
        instruction::KERNEL_CALL => kernel(v, plan, &KernelCall::new(table), path, events),
        instruction::DELEGATE_CALL => delegate(v, plan, &DelegateCall::new(table), path, events),
        instruction::MOVE_CALL => {
            let call = MoveCall::new(table);
            let from = value(v, plan, call.move_from().unwrap_or(0), table.span(0, 4), &|| {
                path().field("move_from")
            });
            let to =
                value(v, plan, call.move_to().unwrap_or(0), table.span(1, 4), &|| path().field("move_to"));
            if let Some((from, to)) = from.zip(to) {
                events.moved(from, to);
            }
        }
        instruction::JUMP_FALSE_CALL => jump(v, plan, &JumpFalseCall::new(table), list.len(), path, events),
        _ => {
            let index = FreeCall::new(table).value_index().unwrap_or(0);
            let here = || path().field("value_index");
            if let Some(index) = value(v, plan, index, table.span(0, 4), &here) {
                let kind = plan.value(index).kind;
                if !matches!(kind, ValueKind::Tensor | ValueKind::Unknown(_)) {
                    let title = format!("value {index}, which is freed, is {}, not Tensor", kind.name());
                    v.sink.error(FREED_KIND, title, table.span(0, 4), here());
                }
                events.free(index);
            }
        }
    }
}

fn value(
    v: &mut Verifier<'_, '_>,
    plan: &Plan<'_>,
    number: i32,
    span: Span,
    path: &dyn Fn() -> Path,
) -> Option<usize> {
    let found = usize::try_from(number).ok().filter(|n| *n < plan.values.len());
    if found.is_none() {
        let title = format!("value {number}, there are {}", plan.values.len());
        v.sink.error(ARGUMENT_INDEX, title, span, path());
    }
    found
}

fn jump(
    v: &mut Verifier<'_, '_>,
    plan: &Plan<'_>,
    call: &JumpFalseCall<'_>,
    count: usize,
    path: &dyn Fn() -> Path,
    events: &mut Events,
) {
    let table = call.table();
    let condition = call.cond_value_index().unwrap_or(0);
    if let Some(index) = value(v, plan, condition, table.span(0, 4), &|| path().field("cond_value_index")) {
        let kind = plan.value(index).kind;
        if !matches!(kind, ValueKind::Bool | ValueKind::Tensor | ValueKind::Unknown(_)) {
            let title = format!("the condition is value {index}, which is {}", kind.name());
            v.sink.error(JUMP_CONDITION, title, table.span(0, 4), path().field("cond_value_index"));
        }
        let tensor = plan.value(index).table.filter(|_| kind == ValueKind::Tensor).map(Tensor::new);
        let found = tensor.and_then(|tensor| tensor.scalar_type().ok()).map(ScalarType);
        if let Some(found) = found.filter(|found| *found != ScalarType::BOOL) {
            let title = format!("the condition is tensor {index} of {found}; readers take bool only");
            v.sink.error(JUMP_CONDITION, title, table.span(0, 4), path().field("cond_value_index"));
        }
        events.read(index);
    }
    let destination = call.destination_instruction().unwrap_or(0);
    if usize::try_from(destination).ok().is_none_or(|d| d > count) {
        let title = format!("jump to instruction {destination}, there are {count}");
        v.sink.warning(JUMP_TARGET, title, table.span(1, 4), path().field("destination_instruction"));
        v.sink.help("runtimes end the method there, without an error");
    }
    events.jumps = true;
}

/// The arguments as indices of values; those outside are reported and left out as `None`.
fn arguments(
    v: &mut Verifier<'_, '_>,
    plan: &Plan<'_>,
    table: &Table<'_>,
    args: Option<Vector<'_>>,
    path: &dyn Fn() -> Path,
) -> Option<Vec<Option<usize>>> {
    let Some(args) = args else {
        v.sink.error(
            INSTRUCTION_MISSING,
            "a call without a list of arguments",
            table.whole_span(),
            path().field("args"),
        );
        return None;
    };
    if !v.spend(args.len()) {
        return None;
    }
    let one =
        |(at, number)| value(v, plan, number, args.element_span(at), &|| path().field("args").index(at));
    Some(args.i32s().enumerate().map(one).collect())
}

fn kernel(
    v: &mut Verifier<'_, '_>,
    plan: &Plan<'_>,
    call: &KernelCall<'_>,
    path: &dyn Fn() -> Path,
    events: &mut Events,
) {
    let table = call.table();
    let Ok(list) = call.args() else { return };
    let args = arguments(v, plan, &table, list, path);
    let number = call.op_index().unwrap_or(0);
    let operator = usize::try_from(number).ok().and_then(|n| plan.operators.get(n));
    if operator.is_none() {
        let title = format!("operator {number}, there are {}", plan.operators.len());
        v.sink.error(OPERATOR_INDEX, title, table.span(0, 4), path().field("op_index"));
        v.sink.help("the method may load, and crash when it runs");
    }
    let (Some(args), Some(list)) = (args, list) else { return };
    let Some((operator, signature)) = operator.and_then(|o| Some((o, o.signature?))) else {
        args.iter().flatten().for_each(|index| events.opaque(*index));
        return expand(v, plan, &args, |index| events.opaque(index));
    };
    let expected: Vec<Argument> = signature.arguments().collect();
    if expected.len() != args.len() {
        let title = format!("{} takes {} arguments, {} are given", operator.name, expected.len(), args.len());
        v.sink.error(ARGUMENT_COUNT, title, list.span(), path().field("args"));
        args.iter().flatten().for_each(|index| events.opaque(*index));
        return;
    }
    // These write their first argument without reading it.
    let fills = matches!(operator.name.as_str(), "aten::copy_" | "executorch_prim::et_copy_index.tensor");
    for (at, (argument, index)) in expected.iter().zip(&args).enumerate() {
        let Some(index) = *index else { continue };
        let kind = plan.value(index).kind;
        if !argument.takes(kind) && !argument.is_any() && !matches!(kind, ValueKind::Unknown(_)) {
            let title =
                format!("argument {at} of {} is {}, it takes {}", operator.name, kind.name(), argument.text);
            v.sink.error(ARGUMENT_KIND, title, list.element_span(at), path().field("args").index(at));
        }
        // An out argument comes last and is only written; what is written before others is updated in place.
        let out = argument.written() && expected.iter().skip(at).all(|a| a.written() || a.is_any());
        let note = |events: &mut Events, index: usize| match (argument.is_any(), argument.written(), out) {
            (true, ..) => {}
            (_, true, _) if fills => events.opaque(index),
            (_, false, _) => events.read(index),
            (_, true, true) => events.write(index),
            (_, true, false) => events.update(index),
        };
        note(events, index);
        if matches!(kind, ValueKind::TensorList | ValueKind::OptionalTensorList) {
            expand(v, plan, &[Some(index)], |item| note(events, item));
        }
    }
    let view = operator.name.contains("et_view");
    // A view of memory that the caller gives has none of its own.
    if let (true, Some(Some(from)), Some(Some(to))) = (view, args.first(), args.last())
        && plan.value(*to).home == Home::Nowhere
    {
        events.moved(*from, *to);
    }
    events.call(list.span(), view);
}

/// The tensors in the lists among `args`.
fn expand(v: &mut Verifier<'_, '_>, plan: &Plan<'_>, args: &[Option<usize>], mut each: impl FnMut(usize)) {
    for index in args.iter().flatten() {
        let value = plan.value(*index);
        let is_list = matches!(value.kind, ValueKind::TensorList | ValueKind::OptionalTensorList);
        let Some(Ok(Some(items))) = value.table.filter(|_| is_list).map(|t| t.vector(0, 4)) else { continue };
        if v.spend(items.len()) {
            let found = items.i32s().filter_map(|n| usize::try_from(n).ok());
            found.filter(|n| *n < plan.values.len()).for_each(&mut each);
        }
    }
}

fn delegate(
    v: &mut Verifier<'_, '_>,
    plan: &Plan<'_>,
    call: &DelegateCall<'_>,
    path: &dyn Fn() -> Path,
    events: &mut Events,
) {
    let table = call.table();
    let Ok(list) = call.args() else { return };
    let args = arguments(v, plan, &table, list, path);
    let number = call.delegate_index().unwrap_or(0);
    let found = usize::try_from(number).ok().and_then(|n| plan.delegates.get(n));
    match (found, &args, list) {
        (None, ..) => {
            let title = format!("delegate {number}, there are {}", plan.delegates.len());
            v.sink.error(OPERATOR_INDEX, title, table.span(0, 4), path().field("delegate_index"));
        }
        (Some(Some(expected)), Some(args), Some(list)) if args.len() < *expected => {
            let title =
                format!("delegate {number} has {expected} inputs and outputs, {} are given", args.len());
            v.sink.error(ARGUMENT_COUNT, title, list.span(), path().field("args"));
        }
        _ => {}
    }
    let args = args.unwrap_or_default();
    args.iter().flatten().for_each(|index| events.opaque(*index));
    expand(v, plan, &args, |index| events.opaque(index));
}

/// Tensors that kernels use and that have no memory at all.
fn no_memory(v: &mut Verifier<'_, '_>, plan: &Plan<'_>, events: &Events) {
    let Ok(Some(list)) = plan.view.values() else { return };
    let ends: std::collections::HashSet<usize> = plan.inputs.iter().chain(&plan.outputs).copied().collect();
    for (index, value) in plan.values.iter().enumerate() {
        if value.home != Home::Nowhere
            || !events.touched(index)
            || events.is_moved(index)
            || ends.contains(&index)
        {
            continue;
        }
        let span = value.table.map_or_else(|| list.vector().element_span(index), |t| t.whole_span());
        // Release 0.2.1 wrote loops whose body has such tensors; no runtime has ever run them.
        let severity = if events.jumps { Severity::Warning } else { Severity::Error };
        v.sink.put(
            NO_MEMORY,
            severity,
            format!("tensor {index} has no memory"),
            span,
            plan.path.item("value", index),
        );
    }
}
