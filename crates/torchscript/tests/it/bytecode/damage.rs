//! Bytecode that is not as readers expect: each defect has its code, at its place.

use outlast_core::Bytes;
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, flip};
use outlast_torchscript::archive::{MOST, TorchArchive};
use outlast_torchscript::bytecode::stack::{Depth, stack};
use outlast_torchscript::bytecode::{Program, read, write_text};
use outlast_torchscript::pickle::{Limits, Pickle};
use outlast_torchscript::verify;

use crate::archive::files::real;

/// A value of a pickle.
#[derive(Clone)]
enum P {
    T(Vec<P>),
    I(i32),
    S(String),
    N,
}
use P::{I, N, T};

fn s(text: &str) -> P {
    P::S(text.into())
}

fn write(value: &P, out: &mut Vec<u8>) {
    match value {
        T(parts) => {
            out.push(b'(');
            parts.iter().for_each(|part| write(part, out));
            out.push(b't');
        }
        I(number) => {
            out.push(b'J');
            out.extend(number.to_le_bytes());
        }
        P::S(text) => {
            out.push(b'X');
            out.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
            out.extend(text.as_bytes());
        }
        N => out.push(b'N'),
    }
}

fn pickle(value: &P) -> Vec<u8> {
    let mut out = vec![0x80, 2];
    write(value, &mut out);
    out.push(b'.');
    out
}

fn table(name: &str, content: P) -> P {
    T(vec![s(name), content])
}

/// Instructions as `LOAD 1 0; RET 0 0`.
fn instructions(text: &str) -> P {
    let one = |line: &str| {
        let [op, x, n] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
        T(vec![s(op), I(x.parse().unwrap()), I(n.parse().unwrap())])
    };
    T(text.split(';').filter(|line| !line.trim().is_empty()).map(one).collect())
}

fn argument(name: &str, ty: &str) -> P {
    T(vec![table("name", s(name)), table("type", s(ty)), table("default_value", N)])
}

/// The code of a function with one operator, three constants, two types and two registers.
fn code(text: &str) -> Vec<P> {
    vec![
        table("instructions", instructions(text)),
        table("operators", T(vec![T(vec![s("aten::relu"), s(""), I(1)])])),
        table("constants", T(vec![N, s("forward"), I(7)])),
        table("types", T(vec![s("List[int]"), s("Dict[str, Tensor]")])),
        table("register_size", I(2)),
    ]
}

fn program_of(code: Vec<P>) -> P {
    let schema = T(vec![
        table("arguments", T(vec![argument("self", "__torch__.Net"), argument("x", "Tensor")])),
        table("returns", T(vec![argument("", "Tensor")])),
    ]);
    T(vec![I(8), T(vec![s("__torch__.Net.forward"), T(code), schema])])
}

fn parsed(data: &[u8]) -> Program {
    let pickle = Pickle::read(Bytes::new(data, 0), Limits::default());
    assert!(pickle.root.is_some());
    read(&pickle)
}

/// The findings of a program: code and title.
fn findings(value: &P) -> Vec<String> {
    let found = verify::bytecode(&parsed(&pickle(value)));
    found.into_iter().map(|finding| format!("{} {}", finding.code, finding.title)).collect()
}

fn of_code(text: &str) -> Vec<String> {
    findings(&program_of(code(text)))
}

#[test]
fn sound_code_has_no_findings() {
    assert_eq!(of_code("STOREN 1 2; MOVE 2 0; OP 0 0; RET 0 0"), [] as [&str; 0]);
    // A loop: three values are there, and the one that it carries.
    let text = "STOREN 1 2; LOADC 2 0; LOADC 2 0; LOADC 0 0; LOAD 2 0; LOOP 5 3; STOREN 1 2; LOADC 0 0; LOAD 2 0; JMP -4 0; RET 0 0";
    assert_eq!(of_code(text), [] as [&str; 0]);
}

#[test]
fn each_defect_has_its_code() {
    let cases = [
        ("STOREN 1 2; MOVE 2 0; OP 1 0; RET 0 0", "OL1565 OP calls operator 1 of 1"),
        ("STOREN 1 2; LOADC 3 0; RET 0 0", "OL1565 LOADC uses constant 3 of 3"),
        ("STOREN 1 2; LOADC -1 0; RET 0 0", "OL1565 LOADC uses constant -1 of 3"),
        (
            "STOREN 1 2; LOADC 2 0; LIST_CONSTRUCT 2 1; RET 0 0",
            "OL1565 LIST_CONSTRUCT uses the types 2..3 of 2",
        ),
        ("STOREN 1 2; LOADC 2 0; ISINSTANCE 1 2; RET 0 0", "OL1565 ISINSTANCE uses the types 1..3 of 2"),
        (
            "STOREN 1 2; LOAD 1 0; INTERFACE_CALL 2 1; RET 0 0",
            "OL1565 INTERFACE_CALL: constant 2 is not a name of a method",
        ),
        (
            "STOREN 1 2; LOAD 1 70000; RET 0 0",
            "OL1565 the operands of `LOAD` are 1 and 70000: readers keep 32 and 16 bits of them",
        ),
        ("STOREN 1 2; JMP 9 0; RET 0 0", "OL1566 JMP leads from instruction 1 by 9, and there are 3"),
        ("STOREN 1 2; JMP -2 0; RET 0 0", "OL1566 JMP leads from instruction 1 by -2, and there are 3"),
        ("STOREN 1 2; JMP 0 0; RET 0 0", "OL1566 JMP leads to itself: the function does not end"),
        ("STOREN 2 2; LOAD 1 0; RET 0 0", "OL1567 STOREN uses register 2 to 3 of 2, which count from 1"),
        ("STOREN 1 2; LOAD 0 0; RET 0 0", "OL1567 LOAD uses register 0 of 2, which count from 1"),
        ("STOREN 1 2; LOAD 3 0; RET 0 0", "OL1567 LOAD uses register 3 of 2, which count from 1"),
        ("STOREN 1 3; LOAD 1 0; RET 0 0", "OL1567 STOREN uses register 1 to 3 of 2, which count from 1"),
        ("STOREN 1 2; RET 0 0", "OL1568 the function ends with 0 values on the stack, and returns 1"),
        ("STOREN 1 2; DROP 0 0; RET 0 0", "OL1568 `DROP` takes 1 values from a stack of 0"),
        ("STOREN 1 2; LOAD 1 0", "OL1568 `LOAD` is the last instruction: the function does not end"),
        (
            "STOREN 1 2; LOAD 1 0; JF 2 0; LOAD 1 0; LOAD 1 0; RET 0 0",
            "OL1568 ways with 1 and 0 values on the stack lead to `LOAD`",
        ),
        (
            "STOREN 1 2; MOVE 2 0; RELU 0 0; RET 0 0",
            "OL1564 `RELU` is an opcode that no release has: readers take it for OP",
        ),
        (
            "STOREN 1 2; MOVE 2 0; WAIT 0 0; RET 0 0",
            "OL1570 WAIT is an opcode that no lite interpreter loads",
        ),
        ("", "OL1568 the function has no instructions"),
    ];
    for (text, expected) in cases {
        let found = of_code(text);
        assert!(found.iter().any(|finding| finding == expected), "{text}: {found:?}, expected {expected}");
    }
}

#[test]
fn tables_and_types_that_readers_refuse() {
    let good = || code("STOREN 1 2; MOVE 2 0; RET 0 0");
    let swapped = || {
        let mut code = good();
        code.swap(0, 1);
        program_of(code)
    };
    assert_eq!(
        findings(&swapped()),
        [
            "OL1562 table 0 of the code of a function is `operators`, readers expect `instructions`",
            "OL1562 table 1 of the code of a function is `instructions`, readers expect `operators`"
        ]
    );
    let mut more = good();
    more.push(table("later", N));
    assert_eq!(
        findings(&program_of(more)),
        ["OL1562 table 5 of the code of a function, `later`, is one that readers skip"]
    );
    let mut less = good();
    less.pop();
    assert_eq!(findings(&program_of(less))[0], "OL1562 the code of a function has no table `register_size`");
    let mut types = good();
    types[3] = table("types", T(vec![s("Foo"), s("Optional[__torch__.P]"), N]));
    assert_eq!(
        findings(&program_of(types)),
        [
            "OL1561 the text of a type expected, `None` found",
            "OL1569 the type `Foo`: `Foo` is not a type that the lite interpreter reads (at byte 0)",
            "OL1569 the type `Optional[__torch__.P]`: no NamedTuple `__torch__.P` is defined before it",
        ]
    );
    assert_eq!(findings(&T(vec![I(12)])), ["OL1563 the version of the bytecode is 12; there are 3 to 9"]);
    assert_eq!(
        findings(&I(1)),
        ["OL1561 the program as a tuple of its functions expected, an integer found"]
    );
}

/// Few bytes that refer to each other stand for few entries.
#[test]
fn shared_tables_are_bounded() {
    // ( many times the same tuple ), in it many times the same function.
    let one = program_of(code(&"LOAD 1 0;".repeat(1000)));
    let T(parts) = one else { panic!() };
    let mut data = vec![0x80, 2];
    write(&parts[1], &mut data);
    data.extend(b"q\x000(K\x08");
    data.extend(b"h\x00".repeat(20_000));
    data.extend(b"t.");
    let program = parsed(&data);
    let instructions: usize = program.functions.iter().map(|function| function.instructions.len()).sum();
    assert!(instructions <= data.len(), "{instructions}");
    let found = verify::bytecode(&program);
    assert!(found.iter().any(|finding| finding.title.contains("more entries than the pickle has bytes")));
}

/// Many places that refer to one long text cost what they take in the file.
#[test]
fn shared_texts_are_bounded() {
    let long = "a".repeat(1 << 20);
    let types = format!("Tuple[{}int]", "int,".repeat(10_000));
    for (text, table) in [(&long, 1), (&types, 3), (&types, 1)] {
        // The text in the memo; then a table with very many entries that have it.
        let mut data = b"\x80\x02X".to_vec();
        data.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        data.extend(text.as_bytes());
        data.extend(b"q\x000(K\x08(X\x01\0\0\0f(");
        let names = ["instructions", "operators", "constants", "types", "register_size"];
        for (index, name) in names.iter().enumerate() {
            write(&s(name), &mut data);
            match index {
                4 => data.extend(b"K\x02"),
                _ => {
                    data.push(b'(');
                    if index == table {
                        let entry: &[u8] = if table == 1 { b"h\0h\0K\x01\x87" } else { b"h\0" };
                        data.extend(entry.repeat(100_000));
                    }
                    data.push(b't');
                }
            }
            data.push(0x86);
        }
        data.extend(b"t\x86t.");
        let start = std::time::Instant::now();
        let program = parsed(&data);
        verify::bytecode(&program);
        let _ = (program.operators(), program.used_types(), program.types_as_torch());
        let mut out = String::new();
        write_text(&program, 1000, &mut out).unwrap();
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
        let function = &program.functions[0];
        assert_eq!(function.operators.len() + function.types.len(), 100_000);
    }
}

#[test]
fn the_stack_of_real_functions_is_known() {
    let (mut known, mut unknown) = (0, 0);
    for path in real().iter().filter(|path| path.extension().is_some_and(|extension| extension == "ptl")) {
        let program = crate::bytecode::listings::program(path);
        for function in &program.functions {
            let found = stack(&program, function, &mut |_, _| Some(1));
            known += found.before.iter().filter(|depth| matches!(depth, Depth::Known(_))).count();
            unknown += found.before.iter().filter(|depth| matches!(depth, Depth::Unknown)).count();
        }
    }
    corpus::figures((known, unknown), (643, 302));
}

/// Changed pickles: no panic, and no more than the bytes justify.
#[test]
fn changed_bytecode() {
    let (mut rng, mut whole) = (Rng(16), 0);
    for path in real().iter().filter(|path| path.extension().is_some_and(|extension| extension == "ptl")) {
        let data = std::fs::read(path).unwrap();
        let archive = TorchArchive::open(&data).unwrap();
        let content = archive.find("bytecode.pkl").unwrap().unwrap().content(MOST).unwrap();
        for _ in 0..200 {
            let data = flip(&content, &mut rng);
            let pickle = Pickle::read(Bytes::new(&data, 0), Limits::default());
            if pickle.root.is_none() {
                continue;
            }
            let program = read(&pickle);
            verify::bytecode(&program);
            let mut text = String::new();
            write_text(&program, 100, &mut text).unwrap();
            assert!(text.len() < 40_000);
            let _ = (program.operators(), program.used_types());
            whole += 1;
        }
    }
    corpus::figures(whole, 200);
}
