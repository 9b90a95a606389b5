//! Instructions that become several: jumps are corrected, and the debug handles follow.

use std::collections::BTreeMap;

use super::form::Code;
use crate::bytecode::{Flow, Instruction, Op, Opcode, Operator};

/// What an instruction becomes: `None` if it stays as it is.
pub(super) type Replacement = Option<Vec<(Opcode, i64, i64)>>;

/// Puts replacements into a function, one for each instruction. The error is the index of a jump that leads nowhere, or has become too far.
pub(super) fn replace(code: &mut Code, replacements: &[Replacement]) -> Result<(), usize> {
    let old = std::mem::take(&mut code.instructions);
    // Where each instruction, and what is behind the last one, begins.
    let mut starts = Vec::with_capacity(old.len().saturating_add(1));
    let mut next = 0_usize;
    for at in 0..old.len() {
        starts.push(next);
        let count = replacements.get(at).and_then(Option::as_ref).map_or(1, Vec::len);
        next = next.saturating_add(count);
    }
    starts.push(next);
    let mut handles = code.handles.as_ref().map(|_| Vec::with_capacity(next));
    let mut out = Vec::with_capacity(next);
    for (at, instruction) in old.iter().enumerate() {
        match replacements.get(at).and_then(Option::as_ref) {
            Some(rows) => {
                let of = |(opcode, x, n): &(Opcode, i64, i64)| Instruction {
                    op: Op::Known(*opcode),
                    x: *x,
                    n: *n,
                    at: instruction.at,
                };
                out.extend(rows.iter().map(of));
            }
            None => {
                let mut instruction = *instruction;
                if is_jump(instruction.op) {
                    let here = starts.get(at).copied().unwrap_or_default();
                    instruction.x = jump(at, instruction.x, here, &starts).ok_or(at)?;
                }
                out.push(instruction);
            }
        }
        if let (Some(handles), Some(known)) = (&mut handles, &code.handles) {
            handles.resize(out.len(), known.get(at).copied().unwrap_or(-1));
        }
    }
    code.instructions = out;
    code.handles = handles;
    Ok(())
}

fn is_jump(op: Op) -> bool {
    matches!(op, Op::Known(opcode) if matches!(opcode.flow(), Flow::Branch | Flow::Jump))
}

/// The new operand of a jump.
fn jump(at: usize, x: i64, here: usize, starts: &[usize]) -> Option<i64> {
    let target = usize::try_from(i64::try_from(at).ok()?.checked_add(x)?).ok()?;
    let there = *starts.get(target)?;
    let x = i64::try_from(there).ok()?.checked_sub(i64::try_from(here).ok()?)?;
    i32::try_from(x).ok().map(i64::from)
}

/// The operator that a promoted instruction stands for (`emitOperatorOrInstruction` in `runtime/interpreter/code_impl.h`), with the number of values on the
/// stack, and whether it is called with any number of arguments.
pub(super) fn promoted(opcode: Opcode) -> Option<(&'static str, &'static str, i64)> {
    Some(match opcode {
        Opcode::TUPLE_INDEX => ("prim::TupleIndex", "", 2),
        Opcode::RAISE_EXCEPTION => ("prim::RaiseException", "", 2),
        // The lite interpreter has one function for keys of all types.
        Opcode::DICT_INDEX => ("aten::__getitem__", "Dict_str", 2),
        Opcode::__IS__ => ("aten::__is__", "", 2),
        Opcode::UN_INITIALIZED => ("prim::Uninitialized", "", 0),
        Opcode::__ISNOT__ => ("aten::__isnot__", "", 2),
        Opcode::FORMAT => ("aten::format", "", -1),
        Opcode::DEVICE => ("prim::device", "", 1),
        Opcode::DTYPE => ("prim::dtype", "", 1),
        Opcode::DIM => ("aten::dim", "", 1),
        Opcode::__NOT__ => ("aten::__not__", "", 1),
        Opcode::TO_LIST => ("prim::tolist", "", -1),
        Opcode::NUM_TO_TENSOR => ("prim::NumToTensor", "Scalar", 1),
        Opcode::IS_CUDA => ("prim::is_cuda", "", 1),
        _ => return None,
    })
}

/// Replaces promoted instructions by calls of their operators. Operators are new entries at the end of the table; how many were replaced.
pub(super) fn demote(code: &mut Code, counted: bool) -> usize {
    let mut done = 0;
    let mut known: BTreeMap<Opcode, i64> = BTreeMap::new();
    for instruction in &mut code.instructions {
        let Op::Known(opcode) = instruction.op else { continue };
        let Some((name, overload, count)) = promoted(opcode) else { continue };
        let specified = counted.then_some(count);
        let index = *known.entry(opcode).or_insert_with(|| {
            let same =
                |of: &Operator| *of.name == *name && *of.overload == *overload && of.specified == specified;
            let index = code.operators.iter().position(same).unwrap_or_else(|| {
                code.operators.push(Operator {
                    name: name.into(),
                    overload: overload.into(),
                    specified,
                    at: instruction.at,
                });
                code.operators.len() - 1
            });
            i64::try_from(index).unwrap_or(i64::MAX)
        });
        (instruction.op, instruction.x, instruction.n) = match opcode {
            // Calls with any number of arguments say how many there are.
            Opcode::FORMAT => (Op::Known(Opcode::OPN), index, instruction.x),
            _ => (Op::Known(Opcode::OP), index, 0),
        };
        done += 1;
    }
    done
}
