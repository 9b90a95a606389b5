//! Functions compiled, and compared with what PyTorch writes for them; and what is refused.

use std::fmt::Write as _;

use outlast_opset::history::{self, OperatorSet, Release};
use outlast_opset::schema::Value as Literal;

use super::{Fault, Function, Places, Target, compile};
use crate::bytecode::Opcode;
use crate::program::{ForVersion, Program};

const FUNCTIONS: &str = include_str!("recorded/functions.py");
const MODULE: &str = "__torch__.m";

fn set(name: &str) -> OperatorSet {
    OperatorSet::new(history::torch(), Release::parse(name).unwrap()).unwrap()
}

fn compiled(code: &str, name: &str, results: usize, release: &str, bytecode: i64) -> Result<Function, Fault> {
    let program = Program::of_code([(MODULE, code.as_bytes())], 0);
    let set = set(release);
    let operators = ForVersion { set: &set, version: u64::MAX };
    let target = Target { operators: &operators, bytecode, taken: &|_| None };
    compile(&program, &format!("{MODULE}.{name}"), results, &target)
}

/// A constant as Python shows it.
fn literal_text(value: &Literal) -> String {
    match value {
        Literal::None => "None".into(),
        Literal::Bool(true) => "True".into(),
        Literal::Bool(false) => "False".into(),
        Literal::Int(number) => number.to_string(),
        Literal::Float(number) => format!("{number:?}"),
        Literal::Text(text) => format!("'{}'", String::from_utf8_lossy(text)),
        other => format!("{other:?}"),
    }
}

/// A function as `compiled.py` lists those that PyTorch writes.
fn listing(function: &Function) -> String {
    let at = |x: i64| usize::try_from(x).unwrap();
    let mut text = String::new();
    for (opcode, x, n) in &function.instructions {
        match opcode {
            Opcode::LOADC => writeln!(text, "  LOADC {}", literal_text(&function.constants[at(*x)])).unwrap(),
            Opcode::OP | Opcode::OPN => {
                let called = &function.operators[at(*x)];
                let specified = called.specified.map_or(String::new(), |count| count.to_string());
                writeln!(text, "  {opcode} {}.{}({specified}) {n}", called.name, called.overload).unwrap();
            }
            Opcode::LIST_CONSTRUCT => writeln!(text, "  {opcode} {} {n}", function.types[at(*x)]).unwrap(),
            _ => writeln!(text, "  {opcode} {x} {n}").unwrap(),
        }
    }
    writeln!(text, "  registers {}", function.registers).unwrap();
    text
}

/// The listing without casts, which do nothing: jumps over them are shorter by one.
fn without_casts(listing: &str) -> String {
    let lines: Vec<&str> = listing.lines().collect();
    let cast = |line: &&str| line.contains("prim::unchecked_cast");
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !cast(line)) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (["JF" | "JMP" | "LOOP", x, n], true) = (&words[..], lines.iter().any(cast)) else {
            writeln!(text, "{line}").unwrap();
            continue;
        };
        let x: i64 = x.parse().unwrap();
        let target = usize::try_from(i64::try_from(at).unwrap() + x).unwrap();
        let over = lines[at.min(target)..at.max(target)].iter().filter(|line| cast(line)).count();
        writeln!(text, "  {} {} {n}", words[0], x - x.signum() * i64::try_from(over).unwrap()).unwrap();
    }
    text
}

#[test]
fn functions_are_what_pytorch_writes() {
    let recorded = [
        ("1.10.2", 7, include_str!("recorded/1.10.2.txt")),
        ("1.13.1", 8, include_str!("recorded/1.13.1.txt")),
        ("2.15.0", 8, include_str!("recorded/2.15.0.txt")),
    ];
    let mut compared = 0;
    for (release, bytecode, recorded) in recorded {
        let mut blocks = recorded.split("def ");
        assert_eq!(blocks.next(), Some(format!("bytecode {bytecode}\n").as_str()));
        for block in blocks {
            let (name, expected) = block.split_once('\n').unwrap();
            let function = compiled(FUNCTIONS, name, 1, release, bytecode).unwrap();
            assert_eq!(listing(&function), without_casts(expected), "{name} of {release}");
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * 16);
}

#[test]
fn every_argument_is_given_up_to_bytecode_5() {
    let code = "def f(x: Tensor) -> Tensor:\n  return torch.cumsum(torch.add(x, x), 0)\n";
    let listed = listing(&compiled(code, "f", 1, "1.6.0", 4).unwrap());
    let expected = "  STORE 1 0\n  LOAD 1 0\n  MOVE 1 0\n  LOADC 1\n  OP aten::add.Tensor() 0\n  LOADC 0\n  LOADC None\n  OP aten::cumsum.() 0\n  RET 0 0\n  registers 1\n";
    assert_eq!(listed, expected);
}

#[test]
fn functions_are_put_where_they_are_called() {
    let code = "def twice(x: Tensor, by: int=2) -> Tensor:\n  return torch.mul(x, by)\n\n\
                def f(x: Tensor) -> Tensor:\n  y = __torch__.m.twice(x)\n  return torch.sub(__torch__.m.twice(y, by=3), x)\n";
    let function = compiled(code, "f", 1, "2.15.0", 8).unwrap();
    let expected = "  STORE 1 0\n  LOAD 1 0\n  LOADC 2\n  OP aten::mul.Scalar(2) 0\n  LOADC 3\n  OP aten::mul.Scalar(2) 0\n  MOVE 1 0\n  \
                    OP aten::sub.Tensor(2) 0\n  RET 0 0\n  registers 1\n";
    assert_eq!(listing(&function), expected);
    let places = Places { operators: vec![7, 8], constants: vec![5, 6], types: Vec::new(), registers: 10 };
    let inlined = function.inlined(&places);
    assert_eq!(inlined[..3], [(Opcode::STORE, 11, 0), (Opcode::LOAD, 11, 0), (Opcode::LOADC, 5, 0)]);
    assert_eq!((inlined.len(), inlined[7]), (8, (Opcode::OP, 8, 0)));
}

#[test]
fn several_results_are_no_tuple() {
    let code = "def f(x: Tensor, some: bool) -> Tuple[Tensor, Tensor]:\n  if some:\n    return torch.max(x, 0)\n  return (x, x)\n";
    let listed = listing(&compiled(code, "f", 2, "2.15.0", 8).unwrap());
    assert!(!listed.contains("TUPLE"), "{listed}");
    assert!(listed.ends_with("  MOVE 5 0\n  MOVE 6 0\n  RET 0 0\n  registers 6\n"), "{listed}");
    let other = compiled(code, "f", 3, "2.15.0", 8).unwrap_err();
    assert_eq!(other.why, "the function returns 2 values, and the operator 3");
}

#[test]
fn what_leaves_a_loop_early() {
    let code = "def first(sizes: List[int], least: int) -> int:\n  for size in sizes:\n    if size < 0:\n      continue\n    if size > least:\n      return size\n    \
                if size == 7:\n      break\n  return least\n";
    let function = compiled(code, "first", 1, "2.15.0", 8).unwrap();
    // Run by hand: registers and a stack are enough.
    for (sizes, expected) in
        [(vec![1, 2, 9, 10], 9), (vec![-9, 3], 5), (vec![], 5), (vec![7, 9], 7), (vec![5, 7, 9], 7)]
    {
        assert_eq!(run(&function, &sizes, 5), expected, "{sizes:?}");
    }
}

/// What a function of a list and a number gives.
fn run(function: &Function, sizes: &[i64], least: i64) -> i64 {
    // The list stands for itself.
    const LIST: i64 = i64::MIN;
    let mut stack = vec![LIST, least];
    let mut registers = [0; 32];
    let mut at = 0_usize;
    for _ in 0..1000 {
        let (opcode, x, n) = function.instructions[at];
        let index = usize::try_from(x).unwrap_or(0);
        let jump = |by: i64| usize::try_from(i64::try_from(at).unwrap() + by).unwrap();
        let mut next = at + 1;
        match opcode {
            Opcode::STORE => registers[index] = stack.pop().unwrap(),
            Opcode::STOREN => {
                for of in (0..usize::try_from(n).unwrap()).rev() {
                    registers[index + of] = stack.pop().unwrap();
                }
            }
            Opcode::LOAD | Opcode::MOVE => stack.push(registers[index]),
            Opcode::DROPR => {}
            Opcode::DROP => drop(stack.pop()),
            Opcode::LOADC => stack.push(match &function.constants[index] {
                Literal::Int(number) => *number,
                Literal::Bool(truth) => i64::from(*truth),
                _ => 0,
            }),
            Opcode::JF => {
                if stack.pop() == Some(0) {
                    next = jump(x);
                }
            }
            Opcode::JMP => next = jump(x),
            Opcode::LOOP => {
                let first = stack.len() - usize::try_from(n).unwrap() - 1;
                let (round, most, go) = (stack[first], stack[first + 1], stack[first + 2]);
                if round < most && go != 0 {
                    stack[first] = round + 1;
                    let carried = stack[first + 3..].to_vec();
                    stack.truncate(first + 2);
                    stack.push(round);
                    stack.extend(carried);
                } else {
                    stack.drain(first..first + 3);
                    next = jump(x);
                }
            }
            Opcode::OP => {
                let called = &function.operators[index];
                let right = stack.pop().unwrap();
                let result = match called.name.as_str() {
                    "aten::len" => i64::try_from(sizes.len()).unwrap(),
                    name => {
                        let left = stack.pop().unwrap();
                        match name {
                            "aten::__getitem__" => sizes[usize::try_from(right).unwrap()],
                            "aten::lt" => i64::from(left < right),
                            "aten::gt" => i64::from(left > right),
                            "aten::eq" => i64::from(left == right),
                            other => panic!("{other}"),
                        }
                    }
                };
                stack.push(result);
            }
            Opcode::RET => {
                assert_eq!(stack.len(), 1);
                return stack[0];
            }
            other => panic!("{other}"),
        }
        at = next;
    }
    panic!("no end")
}

#[test]
fn long_functions_are_compiled_without_deep_recursion() {
    let code = format!("def f(x: Tensor) -> Tensor:\n{}  return x\n", "  x = torch.neg(x)\n".repeat(3000));
    let function = compiled(&code, "f", 1, "2.15.0", 8).unwrap();
    let calls = function.instructions.iter().filter(|(opcode, ..)| *opcode == Opcode::OP).count();
    assert_eq!((calls, function.operators.len()), (3000, 1));
}

#[test]
fn what_has_no_form_is_refused() {
    let refused = |code: &str| compiled(code, "f", 1, "2.15.0", 8).unwrap_err().why;
    let test = "def f(x: Any) -> bool:\n  return isinstance(x, int)\n";
    assert_eq!(refused(test), "a test of a type that declarations do not decide");
    let itself = "def f(x: int) -> int:\n  return __torch__.m.f(x)\n";
    assert_eq!(refused(itself), "a function calls itself");
    let comprehension = "def f(x: List[int]) -> List[int]:\n  return [i + 1 for i in x]\n";
    assert!(refused(comprehension).contains("has no form in bytecode"), "{}", refused(comprehension));
    let unknown = "def f(x: Tensor) -> Tensor:\n  return torch.no_such_operator(x)\n";
    assert!(!refused(unknown).is_empty());
    let deep = format!(
        "def f(x: bool) -> int:\n{}{}return 1\n",
        (1..60).map(|at| format!("{}if x:\n", " ".repeat(at))).collect::<String>(),
        " ".repeat(60)
    );
    assert!(!refused(&deep).is_empty());
    // Each of these doubles what follows.
    let ways = "  if x:\n    if x:\n      return 2\n";
    let wide = format!("def f(x: bool) -> int:\n{}  return 1\n", ways.repeat(20));
    assert_eq!(refused(&wide), "the function is too large");
}
