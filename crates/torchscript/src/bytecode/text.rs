//! A listing of a program for people.

use std::fmt;

use super::model::{Constant, Function, Instruction, Op, Plain, Program, Schema};
use super::opcode::Operand;

/// Characters of a text that are shown.
const SHOWN: usize = 60;

/// Writes functions with their instructions, names in place of indices where there are any, up to `most` lines; then says how many
/// instructions are left out.
///
/// ```text
/// bytecode 8
/// __torch__.Net.forward(self: __torch__.Net, x: Tensor) -> Tensor      3 registers
///    0  STOREN 1 2
///    1  MOVE 2
///    2  OP 0                aten::relu (1 argument)
/// ```
///
/// # Errors
///
/// Those of `out`.
pub fn write_text(program: &Program, most: usize, out: &mut impl fmt::Write) -> fmt::Result {
    match program.version {
        Some(version) => writeln!(out, "bytecode {version}")?,
        None => writeln!(out, "bytecode 3 (the file says no version)")?,
    }
    let (mut left, mut omitted) = (most, 0);
    for function in &program.functions {
        if left == 0 {
            omitted += function.instructions.len();
            continue;
        }
        left -= 1;
        write!(out, "{}", clipped(&function.name))?;
        if let Some(schema) = &function.schema {
            signature(schema, out)?;
        }
        match function.register_size {
            Some(size) => writeln!(out, "      {size} registers")?,
            None => writeln!(out)?,
        }
        for (index, instruction) in function.instructions.iter().enumerate() {
            if left == 0 {
                omitted += 1;
                continue;
            }
            left -= 1;
            line(program, function, index, instruction, out)?;
        }
    }
    if omitted > 0 {
        writeln!(out, "… {omitted} more instructions")?;
    }
    Ok(())
}

fn signature(schema: &Schema, out: &mut impl fmt::Write) -> fmt::Result {
    /// Arguments that are shown.
    const MOST: usize = 100;
    out.write_str("(")?;
    for (index, argument) in schema.arguments.iter().take(MOST).enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(out, "{comma}{}: {}", clipped(&argument.name), clipped(&argument.ty.text))?;
        if argument.default.value != Plain::None {
            write!(out, "={}", constant(&argument.default))?;
        }
    }
    if schema.arguments.len() > MOST {
        out.write_str(", …")?;
    }
    out.write_str(") -> ")?;
    let returns: Vec<String> =
        schema.returns.iter().take(MOST).map(|argument| clipped(&argument.ty.text)).collect();
    match &returns[..] {
        [one] => out.write_str(one),
        all => write!(out, "({})", all.join(", ")),
    }
}

fn line(
    program: &Program,
    function: &Function,
    index: usize,
    instruction: &Instruction,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let Instruction { op, x, n, .. } = *instruction;
    let mut text = clipped(&program.mnemonic(op));
    let operands = match op {
        Op::Known(opcode) => opcode.operands(),
        _ => [Operand::Count; 2],
    };
    let both = operands[1] != Operand::Unused || n != 0;
    if both || operands[0] != Operand::Unused || x != 0 {
        text = format!("{text} {x}");
    }
    if both {
        text = format!("{text} {n}");
    }
    let comment = comment(function, index, instruction, operands[0]);
    match comment.is_empty() {
        true => writeln!(out, "{index:>5}  {text}"),
        false => writeln!(out, "{index:>5}  {text:<24} {comment}"),
    }
}

/// What the first operand leads to.
fn comment(function: &Function, index: usize, instruction: &Instruction, operand: Operand) -> String {
    let Ok(x) = usize::try_from(instruction.x) else {
        return match operand {
            Operand::Jump => jump(index, instruction),
            _ => String::new(),
        };
    };
    match operand {
        Operand::Operator => match function.operators.get(x) {
            Some(operator) => {
                let name = clipped(&operator.full_name());
                match operator.arguments() {
                    Some(1) => format!("{name} (1 argument)"),
                    Some(count) => format!("{name} ({count} arguments)"),
                    None => name,
                }
            }
            None => "no such operator".into(),
        },
        Operand::Constant => function.constants.get(x).map_or("no such constant".into(), constant),
        Operand::Type => function.types.get(x).map_or("no such type".into(), |ty| clipped(&ty.text)),
        Operand::Jump => jump(index, instruction),
        _ => String::new(),
    }
}

fn jump(index: usize, instruction: &Instruction) -> String {
    let target = i64::try_from(index).ok().and_then(|index| index.checked_add(instruction.x));
    target.map_or(String::new(), |target| format!("to {target}"))
}

/// A constant, short.
fn constant(constant: &Constant) -> String {
    match &constant.value {
        Plain::None => "None".into(),
        Plain::Bool(true) => "True".into(),
        Plain::Bool(false) => "False".into(),
        Plain::Int(number) => number.to_string(),
        Plain::Float(number) => format!("{number:?}"),
        Plain::Complex(real, imaginary) => format!("{real:?}{imaginary:+?}j"),
        Plain::Text(text) => format!("\"{}\"", clipped(text)),
        Plain::Device(name) => format!("device {}", clipped(name)),
        Plain::List(count) => format!("list of {count}"),
        Plain::Tuple(count) => format!("tuple of {count}"),
        Plain::Dict(count) => format!("dictionary of {count}"),
        Plain::Tensor => "tensor".into(),
        Plain::Object(Some(class)) => format!("object of {}", clipped(class)),
        Plain::Object(None) => "object".into(),
        Plain::Function(name) => format!("function {}", clipped(name)),
        Plain::Other => "?".into(),
    }
}

/// Text of the file as it can be printed, cut.
fn clipped(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(SHOWN).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("{}{more}", start.escape_debug())
}
