//! Programs of the lite interpreter: tables, operands, jumps, registers, the stack, types.

use std::collections::BTreeSet;
use std::sync::Arc;

use outlast_core::{Diagnostic, Path, Place, QuickMap, QuickSet, Severity, Span};
use outlast_opset::history;

use super::codes;
use super::context::Context;
use super::quoted;
use crate::bytecode::stack::{Misuse, stack};
use crate::bytecode::types::LiteType;
use crate::bytecode::{
    Effect, Fault, FaultKind, Function, Instruction, Op, Opcode, Operand, Plain, Program, Type,
};

/// The versions of bytecode that there are.
const VERSIONS: std::ops::RangeInclusive<i64> = 3..=9;
/// The first version that numbers of arguments belong to.
const WITH_ARGUMENTS: i64 = 6;

/// What is not described as readers expect.
pub(super) fn faults(faults: &[Fault], context: &mut Context) {
    for fault in faults {
        let (code, severity) = match fault.what {
            FaultKind::Form | FaultKind::Index => (codes::BYTECODE_FORM, Severity::Error),
            FaultKind::Limit => (codes::BYTECODE_FORM, Severity::Error),
            FaultKind::Table => (codes::BYTECODE_TABLE, Severity::Error),
            FaultKind::Extra => (codes::BYTECODE_TABLE, Severity::Note),
        };
        context.put(code, severity, fault.why.clone(), Span::at(fault.at, 1));
    }
}

/// Checks a program. Places count in the source of the context.
pub(super) fn check(program: &Program, context: &mut Context) {
    faults(&program.faults, context);
    if let Some(version) = program.version
        && !VERSIONS.contains(&version)
    {
        let title = format!(
            "the version of the bytecode is {version}; there are {} to {}",
            VERSIONS.start(),
            VERSIONS.end()
        );
        let severity = if version < 1 { Severity::Error } else { Severity::Warning };
        context.put(codes::BYTECODE_VERSION, severity, title, Span::at(0, 1));
    }
    let mut names = BTreeSet::new();
    let mut returns = Returns::default();
    for function in &program.functions {
        if !names.insert(&*function.name) {
            let title = "another function has this name; the first one is called";
            report(
                context,
                codes::BYTECODE_FORM,
                Severity::Warning,
                title.into(),
                function,
                None,
                function.at,
            );
        }
        of_function(program, function, &mut returns, context);
    }
}

fn report(
    context: &mut Context,
    code: outlast_core::Code,
    severity: Severity,
    title: String,
    function: &Function,
    part: Option<(&'static str, usize)>,
    at: u64,
) {
    let mut path = Path::root().named("function", &short(&function.name));
    if let Some((kind, index)) = part {
        path = path.item(kind, index);
    }
    context.add(Diagnostic::new(code, severity, title, Place::new(Span::at(at, 1), path)));
}

fn short(name: &str) -> String {
    name.chars().take(100).collect()
}

fn of_function(program: &Program, function: &Function, returns: &mut Returns, context: &mut Context) {
    let error = Severity::Error;
    if function.instructions.is_empty() {
        let title = "the function has no instructions".to_string();
        report(context, codes::BYTECODE_STACK, error, title, function, None, function.at);
    }
    if let Some(size) = function.register_size
        && !(0..=i64::from(i32::MAX)).contains(&size)
    {
        let title = format!("the function has {size} registers");
        report(context, codes::BYTECODE_REGISTER, error, title, function, None, function.at);
    }
    for (index, instruction) in function.instructions.iter().enumerate() {
        of_instruction(program, function, index, instruction, context);
    }
    let with_arguments = program.effective_version() >= WITH_ARGUMENTS;
    for (index, operator) in function.operators.iter().enumerate() {
        let part = Some(("operator", index));
        let severity = Severity::Warning;
        // Earlier versions may have it: `_backport_for_mobile` leaves it there.
        if with_arguments && operator.specified.is_none() {
            let title =
                "the number of arguments is missing: readers take as many as the schema has".to_string();
            report(context, codes::BYTECODE_TABLE, severity, title, function, part, operator.at);
        }
        if !operator.name.contains("::") {
            let title = format!("{} is not a name of an operator", quoted(&operator.name));
            report(context, codes::BYTECODE_FORM, error, title, function, part, operator.at);
        }
    }
    types(function, context);
    let found = stack(program, function, &mut |name, overload| returns.get(name, overload));
    for (index, misuse) in found.misuses {
        let Some(instruction) = function.instructions.get(index) else { continue };
        let name = program.mnemonic(instruction.op);
        let title = match misuse {
            Misuse::Underflow { takes, has } => {
                format!("{} takes {takes} values from a stack of {has}", quoted(&name))
            }
            Misuse::Disagreement { one, other } => {
                format!("ways with {one} and {other} values on the stack lead to {}", quoted(&name))
            }
            Misuse::Returns { has, expected } => {
                format!("the function ends with {has} values on the stack, and returns {expected}")
            }
            Misuse::RunsOff => {
                format!("{} is the last instruction: the function does not end", quoted(&name))
            }
        };
        let part = Some(("instruction", index));
        report(context, codes::BYTECODE_STACK, error, title, function, part, instruction.at);
    }
}

fn of_instruction(
    program: &Program,
    function: &Function,
    index: usize,
    instruction: &Instruction,
    context: &mut Context,
) {
    let error = Severity::Error;
    let name = program.mnemonic(instruction.op);
    let mut say = |code, title: String| {
        report(context, code, error, title, function, Some(("instruction", index)), instruction.at);
    };
    let (x, n) = (instruction.x, instruction.n);
    if i32::try_from(x).is_err() || u16::try_from(n).is_err() {
        let title =
            format!("the operands of {} are {x} and {n}: readers keep 32 and 16 bits of them", quoted(&name));
        return say(codes::BYTECODE_OPERAND, title);
    }
    let opcode = match instruction.op {
        Op::Known(opcode) => opcode,
        Op::Name(_) => {
            let title = format!("{} is an opcode that no release has: readers take it for OP", quoted(&name));
            return say(codes::UNKNOWN_OPCODE, title);
        }
        Op::Number(number) => {
            return say(codes::UNKNOWN_OPCODE, format!("{number} is an opcode that no release has"));
        }
    };
    if opcode.lite_since().is_none() {
        say(codes::NOT_LITE, format!("{opcode} is an opcode that no lite interpreter loads"));
    } else if opcode == Opcode::UNCHECKED_CAST {
        say(codes::NOT_LITE, format!("{opcode} is an opcode that lite interpreters load and cannot run"));
    }
    let index_of = |len: usize| usize::try_from(x).is_ok_and(|x| x < len);
    let operands = opcode.operands();
    match operands[0] {
        Operand::Operator if !index_of(function.operators.len()) => {
            let count = function.operators.len();
            say(codes::BYTECODE_OPERAND, format!("{opcode} calls operator {x} of {count}"));
        }
        Operand::Constant if !index_of(function.constants.len()) => {
            let count = function.constants.len();
            say(codes::BYTECODE_OPERAND, format!("{opcode} uses constant {x} of {count}"));
        }
        Operand::Constant if opcode == Opcode::INTERFACE_CALL => {
            let constant = usize::try_from(x).ok().and_then(|x| function.constants.get(x));
            if constant.is_some_and(|constant| !matches!(constant.value, Plain::Text(_))) {
                say(codes::BYTECODE_OPERAND, format!("{opcode}: constant {x} is not a name of a method"));
            }
            if n == 0 {
                say(
                    codes::BYTECODE_OPERAND,
                    format!("{opcode} has no arguments, and calls a method of the first"),
                );
            }
        }
        Operand::Type => {
            // ISINSTANCE looks at several.
            let count = if opcode == Opcode::ISINSTANCE { n } else { 1 };
            let end = x.saturating_add(count);
            let len = i64::try_from(function.types.len()).unwrap_or(i64::MAX);
            if x < 0 || end > len {
                say(codes::BYTECODE_OPERAND, format!("{opcode} uses the types {x}..{end} of {len}"));
            }
        }
        Operand::Jump => {
            let target = i64::try_from(index).ok().and_then(|index| index.checked_add(x));
            let count = function.instructions.len();
            if !target.is_some_and(|target| usize::try_from(target).is_ok_and(|target| target < count)) {
                let title = format!("{opcode} leads from instruction {index} by {x}, and there are {count}");
                say(codes::BYTECODE_JUMP, title);
            } else if x == 0 {
                say(codes::BYTECODE_JUMP, format!("{opcode} leads to itself: the function does not end"));
            }
        }
        Operand::Register => {
            // Of an instruction for one register, readers do not look at the second operand.
            let count = if opcode == Opcode::STOREN { n } else { 1 };
            let last = x.saturating_add(count).saturating_sub(1);
            let size = function.register_size.unwrap_or(i64::MAX);
            if x < 1 || (count > 0 && last > size) {
                let which = if count > 1 { format!("{x} to {last}") } else { x.to_string() };
                say(
                    codes::BYTECODE_REGISTER,
                    format!("{opcode} uses register {which} of {size}, which count from 1"),
                );
            }
        }
        Operand::Slot | Operand::Count | Operand::Function if x < 0 => {
            say(codes::BYTECODE_OPERAND, format!("{opcode} has the operand {x}"));
        }
        _ => {}
    }
    if opcode.effect() == Effect::Loop && n < 2 {
        say(codes::BYTECODE_OPERAND, format!("{opcode} has {n} values, and needs at least 2"));
    }
}

/// Types that the reader does not take apart, and NamedTuples whose fields do not stand before them.
fn types(function: &Function, context: &mut Context) {
    let mut defined: BTreeSet<&str> = BTreeSet::new();
    // Many may be one: what it needs stands before it if it did at the first.
    let mut seen = QuickSet::default();
    for (index, ty) in function.types.iter().enumerate() {
        if !seen.insert(Arc::as_ptr(&ty.parsed)) {
            continue;
        }
        let part = Some(("type", index));
        if let Some(why) = fault(ty, Some(&mut defined)) {
            report(context, codes::BYTECODE_TYPE, Severity::Error, why, function, part, ty.at);
        }
    }
    let Some(schema) = &function.schema else { return };
    for (kind, list) in [("argument", &schema.arguments), ("result", &schema.returns)] {
        for (index, argument) in list.iter().enumerate() {
            // A class inside another type is one that its reader does not find; such a schema is written by PyTorch itself.
            if let Some(why) = fault(&argument.ty, None) {
                report(
                    context,
                    codes::BYTECODE_TYPE,
                    Severity::Error,
                    why,
                    function,
                    Some((kind, index)),
                    argument.ty.at,
                );
            }
        }
    }
}

fn fault<'t>(ty: &'t Type, defined: Option<&mut BTreeSet<&'t str>>) -> Option<String> {
    let parsed = match &*ty.parsed {
        Ok(parsed) => parsed,
        Err(error) => return Some(format!("the type {}: {error}", quoted(&ty.text))),
    };
    let defined = defined?;
    let missing = names(parsed, defined);
    missing.map(|name| {
        format!("the type {}: no NamedTuple {} is defined before it", quoted(&ty.text), quoted(name))
    })
}

/// Notes the NamedTuples that a type defines; the first that it uses and that is not defined.
fn names<'t>(ty: &'t LiteType, defined: &mut BTreeSet<&'t str>) -> Option<&'t str> {
    match ty {
        LiteType::Named(name) => (!defined.contains(&**name)).then_some(&**name),
        LiteType::List(of) | LiteType::Optional(of) => names(of, defined),
        LiteType::Dict(of) => of.iter().find_map(|of| names(of, defined)),
        LiteType::Tuple(of) => of.iter().find_map(|of| names(of, defined)),
        LiteType::NamedTuple(name, fields) => {
            let missing = fields.iter().find_map(|(_, of)| names(of, defined));
            defined.insert(name);
            missing
        }
        _ => None,
    }
}

/// How many values operators return, where all releases agree.
#[derive(Default)]
struct Returns {
    known: QuickMap<(String, String), Option<u64>>,
}

impl Returns {
    fn get(&mut self, name: &str, overload: &str) -> Option<u64> {
        let key = (name.to_string(), overload.to_string());
        *self.known.entry(key).or_insert_with(|| {
            let mut counts = history::torch().overload(name, overload).map(|entry| {
                let schema = entry.schema().ok()?;
                (!schema.varret).then_some(schema.returns.len() as u64)
            });
            let first = counts.next()??;
            counts.all(|count| count == Some(first)).then_some(first)
        })
    }
}
