//! What must hold before a function is rewritten: new constants, registers and instructions must not give a meaning to what has none.

use outlast_core::QuickSet;
use outlast_opset::history::Release;

use super::form::Code;
use super::refusal::{HELP_MODEL, HELP_UNSOUND, INSTRUCTION, Refusals, UNSOUND, VALUE};
use super::types::release;
use crate::bytecode::{Flow, Function, Op, Opcode, Operand, Plain, Program};

/// Whether indices, registers and jumps of a function lead to something.
pub(super) fn operands(code: &Code, refusals: &mut Refusals) -> bool {
    let count = code.instructions.len();
    for (at, instruction) in code.instructions.iter().enumerate() {
        let Op::Known(opcode) = instruction.op else { continue };
        let below = |len: usize| usize::try_from(instruction.x).is_ok_and(|x| x < len);
        let many = if opcode.operands()[1] == Operand::Count { instruction.n } else { 1 };
        let fine = match opcode.operands()[0] {
            Operand::Operator => below(code.operators.len()),
            Operand::Constant => below(code.constants.len()),
            Operand::Type if opcode == Opcode::ISINSTANCE => {
                let end = instruction.x.checked_add(instruction.n);
                instruction.n >= 0
                    && end
                        .and_then(|end| usize::try_from(end).ok())
                        .is_some_and(|end| end <= code.types.len())
            }
            Operand::Type => below(code.types.len()),
            Operand::Register => {
                let last = instruction.x.checked_add(many);
                // A function without results stores none, at no register.
                many == 0
                    || instruction.x >= 1
                        && many > 0
                        && last.is_some_and(|last| last <= code.registers.saturating_add(1))
            }
            Operand::Jump => {
                let target = i64::try_from(at).ok().and_then(|at| at.checked_add(instruction.x));
                target.and_then(|target| usize::try_from(target).ok()).is_some_and(|target| target < count)
            }
            _ => true,
        };
        if !fine {
            let why = format!(
                "instruction {at} of `{}`, `{opcode} {} {}`, leads to nothing",
                code.name.escape_debug(),
                instruction.x,
                instruction.n
            );
            refusals.add(UNSOUND, &code.name, why, HELP_UNSOUND, (instruction.at, &code.name));
            return false;
        }
    }
    let ends = |of: &crate::bytecode::Instruction| matches!(of.op, Op::Known(opcode) if matches!(opcode.flow(), Flow::End | Flow::Jump));
    if !code.instructions.last().is_some_and(ends) {
        let why =
            format!("the interpreter continues after the last instruction of `{}`", code.name.escape_debug());
        refusals.add(UNSOUND, &code.name, why, HELP_UNSOUND, (code.at, &code.name));
        return false;
    }
    true
}

/// The first release whose lite interpreter has an opcode, which need not be one that was measured.
fn since(opcode: Opcode) -> Option<Release> {
    match opcode {
        // 1.8.1 was asked for it, too.
        Opcode::CREATE_OBJECT => Some(release(1, 8)),
        _ if super::flow::promoted(opcode).is_some() => Some(release(1, 11)),
        _ => Release::parse(opcode.lite_since()?),
    }
}

/// Refuses instructions that a reader does not have.
pub(super) fn opcodes(program: &Program, code: &Code, reader: Release, refusals: &mut Refusals) {
    let mut seen = QuickSet::default();
    for instruction in &code.instructions {
        if !seen.insert(instruction.op) {
            continue;
        }
        let known = match instruction.op {
            Op::Known(opcode) => since(opcode).is_some_and(|since| since <= reader),
            _ => false,
        };
        if !known {
            let name = program.mnemonic(instruction.op);
            let why = format!(
                "the lite interpreter of {reader} does not have the instruction `{}`",
                name.escape_debug()
            );
            refusals.add(INSTRUCTION, &name, why, HELP_MODEL, (instruction.at, &code.name));
        }
    }
}

/// Refuses constants that a reader does not unpickle.
pub(super) fn constants(function: &Function, reader: Release, refusals: &mut Refusals) {
    // 1.6.0 was asked, and 1.8.1.
    if reader >= release(1, 8) {
        return;
    }
    for constant in &function.constants {
        if matches!(constant.value, Plain::Complex(..)) {
            let why = format!("{reader} does not read complex numbers");
            refusals.add(VALUE, "a complex number", why, HELP_MODEL, (constant.at, &function.name));
        }
    }
}
