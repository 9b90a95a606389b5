//! Programs of the lite interpreter, as PyTorch says what is in them.

use std::collections::BTreeMap;

use outlast_core::Output;
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::archive::write::Editor;
use outlast_torchscript::bytecode::{Op, Opcode, Program, of_archive, write_text};
use outlast_torchscript::verify;

use crate::archive::files::short;

/// A program of a file of the corpus.
pub(crate) fn program(path: &std::path::Path) -> Program {
    let data = std::fs::read(path).unwrap();
    of_archive(&TorchArchive::open(&data).unwrap()).unwrap().unwrap().program
}

/// The rows of a table of recorded answers.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(corpus::root().join("torch/runs").join(name)).unwrap();
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_string).collect()).collect()
}

/// Version, operators and types as the row of a file has them.
fn answer(program: &Program) -> [String; 3] {
    let list = |words: Vec<String>| if words.is_empty() { "-".into() } else { words.join(",") };
    let version = program.version.map_or("-".into(), |version| version.to_string());
    if program.version.is_none() {
        return [version, "-".into(), "-".into()];
    }
    let mut operators: Vec<(String, Option<i64>)> = program.operators_as_torch().into_iter().collect();
    operators.sort();
    let operators = operators.into_iter().map(|(name, count)| match count {
        Some(count) => format!("{name}={count}"),
        None => format!("{name}=None"),
    });
    let types = program.types_as_torch().into_iter().map(str::to_string);
    [version, list(operators.collect()), list(types.collect())]
}

#[test]
fn bytecode_is_what_torch_says() {
    let mut compared = 0;
    for row in rows("lite.tsv").iter().filter(|row| row[0].ends_with(".ptl")) {
        let program = program(&corpus::root().join("torch").join(&row[0]));
        assert_eq!(answer(&program), row[1..4], "{}", row[0]);
        compared += 1;
    }
    corpus::figures(compared, 11);
}

#[test]
fn opcodes_are_those_that_releases_load() {
    let number =
        |release: &str| -> Vec<u32> { release.split('.').map(|part| part.parse().unwrap()).collect() };
    let rows = rows("lite-opcodes.tsv");
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    for row in &rows {
        let opcode = Opcode::named(&row[1]).unwrap();
        let known = number(opcode.since()) <= number(&row[0]);
        let loads = opcode.lite_since().is_some_and(|since| number(since) <= number(&row[0]));
        // What it does not know it takes for OP.
        assert_eq!(if loads || !known { "yes" } else { "no" }, row[2], "{} {}", row[0], row[1]);
        if loads {
            first.entry(opcode.name()).or_insert(&row[0]);
        }
    }
    for opcode in Opcode::ALL {
        assert_eq!(opcode.lite_since(), first.get(opcode.name()).copied(), "{opcode}");
    }
    corpus::figures(rows.len(), 255);
}

/// Places of instructions lead to what makes them, in the pickle and in the file.
#[test]
fn places_lead_to_what_is_there() {
    let mut count = 0;
    for row in rows("lite.tsv").iter().filter(|row| row[0].ends_with(".ptl")) {
        let path = corpus::root().join("torch").join(&row[0]);
        let data = std::fs::read(&path).unwrap();
        let loaded = of_archive(&TorchArchive::open(&data).unwrap()).unwrap().unwrap();
        assert!(loaded.program.faults.is_empty(), "{}", short(&path));
        let base = loaded.base.unwrap();
        let mut last = 0;
        for function in &loaded.program.functions {
            for instruction in &function.instructions {
                let at = usize::try_from(base + instruction.at).unwrap();
                // TUPLE3, or TUPLE of three behind a mark, or the memo's.
                assert!(matches!(data[at], 0x87 | b't'), "{} {at}", short(&path));
                assert!(instruction.at > last && matches!(instruction.op, Op::Known(_)));
                last = instruction.at;
                count += 1;
            }
            for operator in &function.operators {
                let at = usize::try_from(base + operator.at).unwrap();
                assert!(matches!(data[at], 0x86 | 0x87 | b't'));
            }
            for ty in &function.types {
                let at = usize::try_from(base + ty.at).unwrap();
                assert!(data[at + 5..].starts_with(ty.text.as_bytes()));
            }
        }
    }
    corpus::figures(count, 948);
}

#[test]
fn a_listing() {
    let program = program(&corpus::root().join("torch/2.15.0/lite.ptl"));
    let mut text = String::new();
    write_text(&program, 1000, &mut text).unwrap();
    let expected = "bytecode 8
__torch__.samples.Net.forward(self: __torch__.samples.Net, x: Tensor) -> Tensor      4 registers
    0  STOREN 1 2
    1  LOAD 1
    2  GET_ATTR 3
    3  STORE 3
    4  MOVE 1
    5  GET_ATTR 2
    6  STORE 4
    7  MOVE 2
    8  LOAD 4
    9  GET_ATTR 0
";
    assert!(text.starts_with(expected), "{text}");
    let lines = [
        "OP 0                     aten::linear (3 arguments)",
        "OP 1                     aten::relu (1 argument)",
    ];
    assert!(lines.iter().all(|line| text.contains(line)), "{text}");
    let mut short = String::new();
    write_text(&program, 3, &mut short).unwrap();
    assert!(short.lines().count() == 5 && short.contains("more instructions"), "{short}");
}

/// Each instruction has a number, and files whose numbers are of another program are refused.
#[test]
fn debug_handles() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/lite_debug.ptl")).unwrap();
    let archive = TorchArchive::open(&data).unwrap();
    let program = of_archive(&archive).unwrap().unwrap().program;
    assert!(program.faults.is_empty() && program.functions.len() == 2);
    for function in &program.functions {
        assert_eq!(function.debug_handles.as_ref().map(Vec::len), Some(function.instructions.len()));
    }
    assert_eq!(program.functions[0].debug_handles.as_ref().unwrap()[..3], [0, 1, 2]);

    let mut content = archive.content("mobile_debug_handles.pkl").unwrap().unwrap().into_owned();
    let at = content.windows(7).position(|window| window == b"forward").unwrap();
    content[at] = b'F';
    let mut editor = Editor::new(&archive).unwrap();
    editor.replace("mobile_debug_handles.pkl", Output::of(content)).unwrap();
    let changed = editor.finish().unwrap().to_vec();
    let found = verify::file(&changed);
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        format!("{} {}", finding.code, finding.title),
        "OL1562 debug handles of `__torch__.Control.Forward`, where `__torch__.Control.forward` stands"
    );
    assert!(
        finding.place.to_string().starts_with("lite_debug/mobile_debug_handles.pkl at"),
        "{}",
        finding.place
    );
}
