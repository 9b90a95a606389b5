//! How deep the stack is at each instruction, as far as the file says it.
//!
//! A function starts with its arguments on the stack. Operators take as many values as the operator table says and leave as many as
//! their schema returns; where either is not known, nothing is known behind them. Where two ways meet, the stack must be the same.

use outlast_core::{Marks, SortShort};

use super::model::{Function, Instruction, Op, Program};
use super::opcode::{Effect, Flow, Opcode};

/// How deep the stack is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// No way leads here.
    Unreached,
    /// So many values.
    Known(u64),
    /// It depends on what the file does not say.
    Unknown,
}

/// What is wrong with the stack at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// It takes more values than there are.
    Underflow {
        /// The values it takes.
        takes: u64,
        /// The values that are there.
        has: u64,
    },
    /// Two ways lead here with different stacks.
    Disagreement {
        /// One of the depths.
        one: u64,
        /// Another one.
        other: u64,
    },
    /// The function returns another number of values than its schema says.
    Returns {
        /// What is on the stack.
        has: u64,
        /// What the schema says.
        expected: u64,
    },
    /// The interpreter runs on behind the last instruction.
    RunsOff,
}

/// The stack of a function.
#[derive(Clone, Debug)]
pub struct Stack {
    /// The depth before each instruction.
    pub before: Vec<Depth>,
    /// What is wrong, by the index of the instruction: at most one thing for each.
    pub misuses: Vec<(usize, Misuse)>,
}

/// The number of values that an operator returns, if that is known: by name and overload.
pub type Returns<'r> = dyn FnMut(&str, &str) -> Option<u64> + 'r;

/// Follows all ways through a function.
pub fn stack(program: &Program, function: &Function, returns: &mut Returns<'_>) -> Stack {
    let count = function.instructions.len();
    let mut out = Stack { before: vec![Depth::Unreached; count], misuses: Vec::new() };
    let mut bad = Marks::none(count);
    let returned: Vec<Option<u64>> =
        function.operators.iter().map(|operator| returns(&operator.name, &operator.overload)).collect();
    let start = match (&function.schema, function.instructions.first()) {
        (Some(schema), _) => Depth::Known(schema.arguments.len() as u64),
        // Without a schema, the first instruction stores the arguments.
        (None, Some(Instruction { op: Op::Known(Opcode::STOREN), n, .. })) => {
            u64::try_from(*n).map_or(Depth::Unknown, Depth::Known)
        }
        (None, _) => Depth::Unknown,
    };
    let results = match (&function.schema, program.effective_version()) {
        (Some(schema), _) => Some(schema.returns.len() as u64),
        (None, _) => None,
    };
    let mut open = vec![(0, start)];
    while let Some((index, depth)) = open.pop() {
        let (Some(instruction), Some(before)) = (function.instructions.get(index), out.before.get_mut(index))
        else {
            continue;
        };
        match (*before, depth) {
            (Depth::Unreached, depth) => *before = depth,
            // Each instruction becomes unknown at most once.
            (Depth::Known(_), Depth::Unknown) => *before = Depth::Unknown,
            (Depth::Known(one), Depth::Known(other)) => {
                if one != other && bad.insert(index) {
                    out.misuses.push((index, Misuse::Disagreement { one, other }));
                }
                continue;
            }
            (Depth::Unknown, _) => continue,
            (_, Depth::Unreached) => continue,
        }
        let (effect, flow) = match instruction.op {
            Op::Known(opcode) => (opcode.effect(), opcode.flow()),
            _ => (Effect::Unknown, Flow::Next),
        };
        let mut report = |misuse| {
            if bad.insert(index) {
                out.misuses.push((index, misuse));
            }
        };
        let change = change(function, &returned, instruction, effect);
        let after = match (depth, change) {
            (Depth::Known(has), Some((takes, leaves))) => match has.checked_sub(takes) {
                Some(rest) => Depth::Known(rest.saturating_add(leaves)),
                None => {
                    report(Misuse::Underflow { takes, has });
                    Depth::Unknown
                }
            },
            _ => Depth::Unknown,
        };
        if instruction.op == Op::Known(Opcode::RET)
            && let (Depth::Known(has), Some(expected)) = (depth, results)
            && has != expected
        {
            report(Misuse::Returns { has, expected });
        }
        let target = i64::try_from(index).ok().and_then(|index| index.checked_add(instruction.x));
        let target = target.and_then(|target| usize::try_from(target).ok()).filter(|target| *target < count);
        if matches!(flow, Flow::Branch | Flow::Jump)
            && let Some(target) = target
        {
            let depth = match (effect, after) {
                (Effect::Loop, Depth::Known(depth)) => {
                    depth.checked_sub(3).map_or(Depth::Unknown, Depth::Known)
                }
                (_, depth) => depth,
            };
            open.push((target, depth));
        }
        if matches!(flow, Flow::Branch | Flow::Next) {
            match index + 1 < count {
                true => open.push((index + 1, after)),
                false => report(Misuse::RunsOff),
            }
        }
    }
    out.misuses.sort_short_by_key(|(index, _)| *index);
    out
}

/// What an instruction takes and leaves; `None` if that is not known.
fn change(
    function: &Function,
    returned: &[Option<u64>],
    instruction: &Instruction,
    effect: Effect,
) -> Option<(u64, u64)> {
    let (x, n) = (u64::try_from(instruction.x).ok(), u64::try_from(instruction.n).ok());
    match effect {
        Effect::Fixed(takes, leaves) => Some((takes.into(), leaves.into())),
        Effect::TakesX => Some((x?, 1)),
        Effect::TakesN => Some((n?, 1)),
        Effect::LeavesX => Some((1, x?)),
        Effect::StoresN => Some((n?, 0)),
        Effect::Loop => {
            // The values of the loop stay; at least the three that it looks at must be there.
            let values = n?.checked_add(1)?;
            Some((values, values))
        }
        Effect::Operator => {
            let index = usize::try_from(instruction.x).ok()?;
            let leaves = (*returned.get(index)?)?;
            let takes = match instruction.op {
                Op::Known(Opcode::OPN) => n?,
                _ => function.operators.get(index)?.arguments()?,
            };
            Some((takes, leaves))
        }
        Effect::Unknown => None,
    }
}
