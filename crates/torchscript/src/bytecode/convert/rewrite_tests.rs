//! Functions of bytecode rewritten, one by one: defaults, arguments that the reader does not have, values followed through registers.

use super::form::{Code, Slot};
use super::overloads::Meant;
use super::refusal::Refusals;
use super::rewrite::Rewriter;
use super::tests::wanted;
use super::{CALL, Wanted};
use crate::bytecode::{Instruction, Op, Opcode, Operator};
use crate::pickle::Graph;

/// A function: instructions, operators with their numbers of arguments, constants that are `None`.
pub(super) fn function(
    instructions: &[(Opcode, i64, i64)],
    operators: &[(&str, &str, i64)],
    constants: &[Slot],
    registers: i64,
) -> Code {
    let operator = |(name, overload, count): &(&str, &str, i64)| Operator {
        name: (*name).into(),
        overload: (*overload).into(),
        specified: Some(*count),
        at: 0,
    };
    let of = |(op, x, n): &(Opcode, i64, i64)| Instruction { op: Op::Known(*op), x: *x, n: *n, at: 0 };
    Code {
        name: "f".into(),
        at: 0,
        instructions: instructions.iter().map(of).collect(),
        operators: operators.iter().map(operator).collect(),
        constants: constants.to_vec(),
        types: Vec::new(),
        registers,
        signature: None,
        handles: Some((0..).take(instructions.len()).collect()),
    }
}

fn rewrite(code: &mut Code, wanted: &Wanted<'_>) -> Vec<outlast_core::Code> {
    let (meant, graph) = (Meant::default(), Graph::default());
    let mut refusals = Refusals::new(outlast_core::Source::file());
    Rewriter::new(wanted, &meant, &graph).function(code, &mut refusals);
    refusals.refusal.reasons.iter().map(|reason| reason.code).collect()
}

pub(super) fn rows(code: &Code) -> Vec<String> {
    let row = |of: &Instruction| match of.op {
        Op::Known(opcode) => format!("{opcode} {} {}", of.x, of.n),
        _ => "?".into(),
    };
    code.instructions.iter().map(row).collect()
}

#[test]
fn defaults_in_front_of_out_arguments() {
    use Opcode::{JF, LOAD, OP, RET, STOREN};
    // add(a, b, *, alpha=1, out)
    let call = [
        (STOREN, 1, 3),
        (LOAD, 1, 0),
        (JF, 5, 0),
        (LOAD, 1, 0),
        (LOAD, 2, 0),
        (LOAD, 3, 0),
        (OP, 0, 0),
        (RET, 0, 0),
    ];
    let mut code = function(&call, &[("aten::add", "out", 3)], &[], 3);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "1.6.0", 3)), []);
    let expected = [
        "STOREN 1 3",
        "LOAD 1 0",
        "JF 8 0",
        "LOAD 1 0",
        "LOAD 2 0",
        "LOAD 3 0",
        "STORE 4 0",
        "LOADC 0 0",
        "MOVE 4 0",
        "OP 0 0",
        "RET 0 0",
    ];
    // The jump leads to what was behind the call.
    assert_eq!(rows(&code)[..2], expected[..2]);
    assert_eq!(rows(&code)[3..], expected[3..]);
    assert_eq!(rows(&code)[2], "JF 8 0");
    assert_eq!(
        (code.registers, &code.constants[..]),
        (4, &[Slot::New(outlast_opset::schema::Value::Int(1))][..])
    );
    assert_eq!(code.handles.unwrap(), [0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7]);
    assert_eq!(code.operators[0].specified, None);
    // Bytecode 6 knows defaults, but not in front of out arguments.
    let mut code = function(&call, &[("aten::add", "out", 3)], &[], 3);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "2.15.0", 6)), []);
    assert_eq!((code.instructions.len(), code.operators[0].specified), (11, Some(4)));
    let mut code = function(&call, &[("aten::add", "out", 3)], &[], 3);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "2.15.0", 7)), []);
    assert_eq!((code.instructions.len(), code.operators[0].specified), (8, Some(3)));
}

#[test]
fn arguments_that_the_reader_does_not_have() {
    use Opcode::{LOAD, LOADC, OP, RET, STOREN};
    let text = |text: &str| Slot::New(outlast_opset::schema::Value::Text(text.as_bytes().to_vec()));
    let call = |x| [(STOREN, 1, 2), (LOAD, 2, 0), (LOADC, x, 0), (OP, 0, 0), (RET, 0, 0)];
    let constants = [text("none"), text("tanh")];
    let mut code = function(&call(0), &[("aten::gelu", "", 2)], &constants, 2);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "1.10.2", 7)), []);
    assert_eq!(rows(&code), ["STOREN 1 2", "LOAD 2 0", "LOADC 0 0", "DROP 0 0", "OP 0 0", "RET 0 0"]);
    assert_eq!(code.operators[0].specified, Some(1));
    let mut code = function(&call(1), &[("aten::gelu", "", 2)], &constants, 2);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "1.10.2", 7)), [CALL]);
    // A value that is not in the file.
    let variable = [(STOREN, 1, 2), (LOAD, 2, 0), (LOAD, 1, 0), (OP, 0, 0), (RET, 0, 0)];
    let mut code = function(&variable, &[("aten::gelu", "", 2)], &[], 2);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "1.10.2", 7)), [CALL]);
}

#[test]
fn values_are_followed_through_registers() {
    use Opcode::{JF, JMP, LOAD, LOADC, OP, RET, STORE, STOREN, UN_INITIALIZED};
    let text = |text: &str| Slot::New(outlast_opset::schema::Value::Text(text.as_bytes().to_vec()));
    // As the compiler writes a check: the value is set where nothing was raised.
    let code = |raises: bool, other: i64| {
        let operators = [("aten::gelu", "", 2), ("prim::RaiseException", "", 1)];
        let call = [
            (STOREN, 1, 2),
            (UN_INITIALIZED, 0, 0),
            (STORE, 3, 0),
            (LOAD, 1, 0),
            (JF, 5, 0),
            (LOADC, 0, 0),
            if raises { (OP, 1, 0) } else { (STORE, 5, 0) },
            (LOAD, 3, 0),
            (JMP, 2, 0),
            (LOADC, other, 0),
            (STORE, 4, 0),
            (LOAD, 2, 0),
            (LOAD, 4, 0),
            (OP, 0, 0),
            (RET, 0, 0),
        ];
        let mut code = function(&call, &operators, &[text("none"), text("tanh")], 5);
        let codes = rewrite(&mut code, &wanted("2.15.0", "1.6.0", 3));
        (codes, rows(&code).iter().filter(|row| *row == "DROP 0 0").count())
    };
    assert_eq!(code(true, 0), (vec![], 1));
    assert_eq!(code(true, 1), (vec![CALL], 0));
    // Both ways lead to the call.
    assert_eq!(code(false, 0), (vec![CALL], 0));
}

#[test]
fn what_may_be_none() {
    use Opcode::{LOAD, LOADC, OP, RET, STOREN};
    // slice(x, dim, start, end, step): start and end may be `None` since 1.8.
    let call = [
        (STOREN, 1, 2),
        (LOAD, 2, 0),
        (LOADC, 1, 0),
        (LOADC, 0, 0),
        (LOADC, 0, 0),
        (LOADC, 1, 0),
        (OP, 0, 0),
        (RET, 0, 0),
    ];
    let constants = [outlast_opset::schema::Value::None, outlast_opset::schema::Value::Int(1)].map(Slot::New);
    let mut code = function(&call, &[("aten::slice", "Tensor", 5)], &constants, 2);
    assert_eq!(rewrite(&mut code, &wanted("2.15.0", "1.6.0", 3)), []);
    let expected = [
        "STOREN 1 2",
        "LOAD 2 0",
        "LOADC 1 0",
        "LOADC 0 0",
        "LOADC 0 0",
        "LOADC 1 0",
        "STOREN 3 3",
        "LOADC 2 0",
        "LOADC 3 0",
        "MOVE 5 0",
        "OP 0 0",
        "RET 0 0",
    ];
    assert_eq!(rows(&code), expected);
    let numbers = [0, i64::MAX].map(|number| Slot::New(outlast_opset::schema::Value::Int(number)));
    assert_eq!((code.registers, &code.constants[2..]), (5, &numbers[..]));
    // Slices of lists go backwards since they may be.
    for (step, expected) in [(1, vec![]), (-1, vec![CALL])] {
        let constants =
            [outlast_opset::schema::Value::None, outlast_opset::schema::Value::Int(step)].map(Slot::New);
        let call = [
            (STOREN, 1, 2),
            (LOAD, 2, 0),
            (LOADC, 0, 0),
            (LOADC, 0, 0),
            (LOADC, 1, 0),
            (OP, 0, 0),
            (RET, 0, 0),
        ];
        let mut code = function(&call, &[("aten::slice", "t", 4)], &constants, 2);
        assert_eq!(rewrite(&mut code, &wanted("2.15.0", "1.6.0", 3)), expected);
    }
    // In 1.10 they may be.
    let mut code = function(&call, &[("aten::slice", "Tensor", 5)], &constants, 2);
    assert_eq!((rewrite(&mut code, &wanted("2.15.0", "1.10.2", 7)), code.instructions.len()), (vec![], 8));
}

#[test]
fn upgraders_find_all_arguments() {
    use Opcode::{LOAD, OP, RET, STOREN};
    // linspace(start, end) of 1.10: the upgrader of the lite interpreter takes seven values.
    let call = [(STOREN, 1, 2), (LOAD, 1, 0), (LOAD, 2, 0), (OP, 0, 0), (RET, 0, 0)];
    let mut code = function(&call, &[("aten::linspace", "", 2)], &[], 2);
    let wanted = Wanted { version: 3, ..wanted("1.10.2", "2.15.0", 7) };
    assert_eq!(rewrite(&mut code, &wanted), []);
    assert_eq!(rows(&code).iter().filter(|row| row.starts_with("LOADC")).count(), 5);
    assert_eq!(code.operators[0].specified, Some(7));
}
