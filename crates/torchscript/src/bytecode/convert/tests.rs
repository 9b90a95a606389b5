//! Conversions of the files of the corpus, and of functions that are made here.

use std::collections::HashMap;
use std::sync::OnceLock;

use outlast_core::{Bytes, Output};
use outlast_opset::history::{self, OperatorSet, Release};
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, flip};

use super::form::functions;
use super::overloads::ours;
use super::{INSTRUCTION, Rewritten, UNSOUND, VERSION, Wanted, convert, suitable, write};
use crate::archive::TorchArchive;
use crate::archive::write::Editor;
use crate::bytecode::stack::stack;
use crate::bytecode::{BYTECODE, Instruction, Op, Opcode, Plain, Program, of_archive, read, write_text};
use crate::pickle::{Limits, Pickle};

pub(super) fn set(name: &str) -> &'static OperatorSet {
    static SETS: OnceLock<HashMap<&'static str, OperatorSet>> = OnceLock::new();
    let releases = ["1.5.1", "1.6.0", "1.8.1", "1.10.2", "1.13.1", "2.15.0"];
    let made = |name| {
        let release = Release::parse(name).unwrap();
        (name, OperatorSet::new(history::torch(), release).unwrap())
    };
    SETS.get_or_init(|| releases.map(made).into()).get(name).unwrap()
}

pub(super) fn wanted<'f>(producer: &str, reader: &str, bytecode: i64) -> Wanted<'f> {
    Wanted { bytecode, version: 10, producer: set(producer), reader: set(reader), functions: None }
}

fn data(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join(name)).unwrap()
}

/// The archive with its records changed.
fn edited(archive: &TorchArchive<'_>, made: Rewritten) -> Vec<u8> {
    let mut editor = Editor::new(archive).unwrap();
    for (record, content) in made.records {
        match content {
            None => editor.remove(&record).unwrap(),
            Some(content) if archive.has(&record) => editor.replace(&record, Output::of(content)).unwrap(),
            Some(content) => editor.add(&record, Output::of(content)).unwrap(),
        }
    }
    editor.finish().unwrap().to_vec()
}

fn converted(name: &str, wanted: &Wanted<'_>) -> (Vec<u8>, Vec<String>) {
    let data = data(name);
    let archive = TorchArchive::open(&data).unwrap();
    let made = convert(&archive, wanted).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let changes = made.changes.clone();
    (edited(&archive, made), changes)
}

fn program(file: &[u8]) -> Program {
    let loaded = of_archive(&TorchArchive::open(file).unwrap()).unwrap().unwrap();
    assert!(
        loaded.program.faults.is_empty() && loaded.debug_faults.is_empty(),
        "{:?}",
        loaded.program.faults
    );
    loaded.program
}

/// The lines of a listing, without places of jumps and constants.
fn listing(program: &Program) -> Vec<String> {
    let mut text = String::new();
    write_text(program, 10_000, &mut text).unwrap();
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Whether every instruction finds the values on the stack that it takes: operators take what the reader's take.
fn assert_stack(name: &str, program: &mut Program, reader: &str) {
    let counted = program.effective_version() > 5;
    for function in &mut program.functions {
        for operator in &mut function.operators {
            let schema = ours(set(reader), &operator.name, &operator.overload);
            let count = schema.filter(|schema| !schema.vararg);
            let count = count.map(|schema| i64::try_from(schema.arguments.len()).unwrap());
            if !counted {
                operator.specified = count;
            }
        }
    }
    for function in &program.functions {
        let mut returns = |name: &str, overload: &str| {
            ours(set(reader), name, overload)
                .filter(|schema| !schema.varret)
                .map(|schema| schema.returns.len() as u64)
        };
        let found = stack(program, function, &mut returns);
        assert!(found.misuses.is_empty(), "{name}, {}: {:?}", function.name, found.misuses);
    }
}

/// Programs of the corpus, with the release that wrote each.
fn programs() -> Vec<(String, &'static str)> {
    let mut all = Vec::new();
    for (release, name) in [
        ("1.5.1", "lite"),
        ("1.5.1", "lite_attributes"),
        ("1.10.2", "lite"),
        ("1.10.2", "lite_attributes"),
        ("1.13.1", "lite_attributes"),
        ("1.13.1", "lite_control"),
        ("2.15.0", "lite"),
        ("2.15.0", "lite_attributes"),
        ("2.15.0", "lite_constants"),
        ("2.15.0", "lite_control"),
        ("2.15.0", "lite_debug"),
    ] {
        all.push((format!("torch/{release}/{name}.ptl"), release));
    }
    for (release, name) in [
        ("1.6.0", "op_interpolate_nearest"),
        ("1.6.0", "strings_basic"),
        ("1.10.2", "mobile_optimised"),
        ("1.10.2", "prints"),
        ("1.13.1", "op_tensor_literal"),
    ] {
        all.push((format!("torch-verdicts/{release}-{name}.ptl"), release));
    }
    all
}

#[test]
fn what_pytorch_wrote_is_written_again() {
    for (name, _) in programs() {
        let data = data(&name);
        let archive = TorchArchive::open(&data).unwrap();
        let content = archive.content(BYTECODE).unwrap().unwrap();
        let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
        let program = program(&data);
        let functions = functions(&program, &pickle).unwrap();
        let form =
            write::Form { version: program.effective_version(), keys: &outlast_core::QuickMap::default() };
        let again = write::bytecode(&pickle.graph, &program, &functions, &form).unwrap().unwrap();
        assert_eq!(again, *content, "{name}");
        if let Some(handles) = archive.content(super::DEBUG_HANDLES).unwrap() {
            let again = write::handles(&functions, program.effective_version()).unwrap().unwrap();
            assert_eq!(again, *handles, "{name}");
        }
    }
}

#[test]
fn every_program_in_every_version() {
    let (mut written, mut refused) = (0, Vec::new());
    for (name, producer) in programs() {
        let data = data(&name);
        let archive = TorchArchive::open(&data).unwrap();
        for (reader, bytecode) in [
            ("1.6.0", 3),
            ("1.8.1", 4),
            ("1.10.2", 5),
            ("1.10.2", 6),
            ("1.10.2", 7),
            ("2.15.0", 4),
            ("2.15.0", 7),
            ("2.15.0", 8),
        ] {
            let made = match convert(&archive, &wanted(producer, reader, bytecode)) {
                Ok(made) => made,
                Err(refusal) => {
                    refused.push(format!("{name} for {reader}: {refusal}"));
                    continue;
                }
            };
            assert_eq!(convert(&archive, &wanted(producer, reader, bytecode)).unwrap(), made);
            let file = edited(&archive, made);
            let mut program = program(&file);
            assert_eq!((program.effective_version(), program.version.is_some()), (bytecode, bytecode > 3));
            let schemas =
                program.functions.iter().all(|function| function.schema.is_some() == (bytecode > 3));
            assert!(schemas, "{name}");
            assert_stack(&name, &mut program, reader);
            // Now it is what the reader's release would have written.
            let again = TorchArchive::open(&file).unwrap();
            assert_eq!(convert(&again, &wanted(reader, reader, bytecode)).unwrap(), Rewritten::default());
            written += 1;
        }
        let again =
            convert(&archive, &wanted(producer, producer, program(&data).effective_version())).unwrap();
        assert_eq!(again, Rewritten::default(), "{name}");
    }
    let types = refused.iter().filter(|why| why.contains("does not read the type")).count();
    // NamedTuples, which the lite interpreter has since 1.12.
    corpus::figures((written, refused.len(), types), (117, 11, 10));
}

#[test]
fn version_3_gets_schemas_counts_and_names() {
    let (file, changes) = converted("torch-verdicts/1.6.0-strings_basic.ptl", &wanted("1.6.0", "2.15.0", 7));
    let lines = listing(&program(&file));
    assert_eq!(
        lines[..2],
        [
            "bytecode 7",
            "__torch__.modelset.language.OldStrings.forward(self: __torch__.modelset.language.OldStrings, s: str, k: int) -> Tuple[str, str, bool, int, str] 3 registers",
        ]
    );
    assert!(lines.contains(&"5 OPN 0 3 aten::format".to_string()), "{lines:#?}");
    assert!(lines.contains(&"8 OP 1 aten::add.str (2 arguments)".to_string()));
    assert!(changes.contains(&"`aten::add` is `aten::add.str` in the reader".to_string()));
    assert_eq!(program(&file).functions[0].operators[0].specified, Some(-1));
}

#[test]
fn instructions_become_operators() {
    let (file, _) = converted("torch/2.15.0/lite_debug.ptl", &wanted("2.15.0", "1.10.2", 7));
    let (before, after) = (program(&data("torch/2.15.0/lite_debug.ptl")), program(&file));
    let names = |program: &Program| -> Vec<String> {
        let function = &program.functions[0];
        let name = |of: &Instruction| match of.op {
            Op::Known(Opcode::OP | Opcode::OPN) => {
                function.operators[usize::try_from(of.x).unwrap()].full_name()
            }
            op => program.mnemonic(op).into_owned(),
        };
        function.instructions.iter().map(name).collect()
    };
    let (before, mut after) = (names(&before), names(&after));
    // The class of an exception is not one of its arguments in 1.10.
    let raise = after.iter().position(|name| name == "prim::RaiseException").unwrap();
    assert_eq!(after.remove(raise - 1), "DROP");
    assert_eq!(before.len(), after.len());
    let changed: std::collections::BTreeSet<(&str, &str)> = before
        .iter()
        .zip(&after)
        .filter(|(one, other)| one != other)
        .map(|(one, other)| (&**one, &**other))
        .collect();
    let expected = [
        ("DICT_INDEX", "aten::__getitem__.Dict_str"),
        ("DIM", "aten::dim"),
        ("RAISE_EXCEPTION", "prim::RaiseException"),
        ("TO_LIST", "prim::tolist"),
        ("__ISNOT__", "aten::__isnot__"),
    ];
    assert_eq!(changed.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn defaults_are_pushed_and_jumps_follow() {
    // `prim::min.self_int` has no default, `aten::add.Scalar` has one: everything behind it moves.
    let (file, changes) = converted("torch/2.15.0/lite_debug.ptl", &wanted("2.15.0", "1.8.1", 4));
    let after = listing(&program(&file));
    let at = after.iter().position(|line| line.ends_with("aten::add.Scalar")).unwrap();
    assert_eq!(after[at - 1], "60 LOADC 8 1");
    assert_eq!(after[at], "61 OP 8 aten::add.Scalar");
    // Over the new instruction, and not over it.
    assert!(after.contains(&"24 LOOP 56 4 to 80".to_string()), "{after:#?}");
    assert!(after.contains(&"52 JMP 13 to 65".to_string()), "{after:#?}");
    assert!(after.contains(&"34 JF 9 to 43".to_string()), "{after:#?}");
    assert!(
        changes.iter().any(|change| change == "`aten::add.Scalar` is given 1 default argument"),
        "{changes:?}"
    );
}

/// Callers may leave an argument out, which bytecode 3 cannot say.
#[test]
fn defaults_of_functions_are_refused_for_version_3() {
    let data = data("torch/2.15.0/lite_debug.ptl");
    let refused = convert(&TorchArchive::open(&data).unwrap(), &wanted("2.15.0", "1.6.0", 3)).unwrap_err();
    assert!(refused.to_string().contains("may leave out `limit`"), "{refused}");
    let (file, _) = converted("torch/2.15.0/lite_constants.ptl", &wanted("2.15.0", "1.6.0", 3));
    assert!(program(&file).functions.iter().all(|function| function.schema.is_none()));
}

#[test]
fn tensors_go_to_their_folder() {
    let (file, _) = converted("torch/2.15.0/lite_constants.ptl", &wanted("2.15.0", "1.6.0", 3));
    let archive = TorchArchive::open(&file).unwrap();
    let moved = archive.content("bytecode/0.storage").unwrap().unwrap();
    assert_eq!(moved, archive.content("constants/0.storage").unwrap().unwrap());
    assert!(program(&file).functions[0].constants.iter().any(|constant| constant.value == Plain::Tensor));
    // Readers of today look there first: the way back moves nothing.
    let back = convert(&archive, &wanted("1.6.0", "2.15.0", 7)).unwrap();
    assert_eq!(back.records.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), [BYTECODE]);
}

#[test]
fn debug_records_fit_the_reader() {
    let (file, changes) = converted("torch/2.15.0/lite_debug.ptl", &wanted("2.15.0", "1.10.2", 7));
    let archive = TorchArchive::open(&file).unwrap();
    let names: Vec<String> = archive.records().unwrap().map(|record| record.name.into_owned()).collect();
    assert!(!names.iter().any(|name| name.contains("debug")), "{names:?}");
    assert!(
        changes
            .iter()
            .any(|change| change
                .ends_with("records of debug information are removed: 1.10.2 cannot read them"))
    );
    // A newer reader keeps them, with a number for each new instruction.
    let (file, _) = converted("torch/2.15.0/lite_debug.ptl", &wanted("2.15.0", "1.13.1", 4));
    let (before, after) = (program(&data("torch/2.15.0/lite_debug.ptl")), program(&file));
    let handles = |program: &Program| program.functions[0].debug_handles.clone().unwrap();
    let (before, after) = (handles(&before), handles(&after));
    // The default of `add.Scalar` comes at 60; seven more follow.
    assert_eq!((before[60], before[61]), (after[60], after[62]));
    assert_eq!((after[60], after.len() - before.len()), (after[61], 8));
}

#[test]
fn what_is_refused() {
    let data = data("torch/2.15.0/lite_control.ptl");
    let archive = TorchArchive::open(&data).unwrap();
    let codes = |wanted: &Wanted<'_>| -> Vec<_> {
        convert(&archive, wanted).unwrap_err().reasons.into_iter().map(|reason| reason.code).collect()
    };
    assert_eq!(codes(&wanted("2.15.0", "2.15.0", 9)), [VERSION]);
    assert_eq!(codes(&wanted("2.15.0", "2.15.0", i64::MIN)), [VERSION]);
    // 8 has instructions that 1.10 does not have.
    assert_eq!(codes(&wanted("2.15.0", "1.10.2", 8))[0], INSTRUCTION);
    let refusal = convert(&archive, &wanted("2.15.0", "1.10.2", 8)).unwrap_err();
    assert!(refusal.to_string().contains("`__ISNOT__`"), "{refusal}");
    assert!(refusal.diagnostics()[0].place.to_string().contains("bytecode.pkl"));
}

#[test]
fn versions_for_readers() {
    assert_eq!([3, 7, 8].map(|found| suitable(found, &(3..=7))), [3, 7, 7]);
    assert_eq!([3, 5, 8].map(|found| suitable(found, &(4..=9))), [7, 5, 8]);
    assert_eq!([4, 8].map(|found| suitable(found, &(3..=3))), [3, 3]);
    assert_eq!(suitable(3, &(4..=5)), 5);
}

#[test]
fn damaged_programs() {
    let data = data("torch/2.15.0/lite_debug.ptl");
    let archive = TorchArchive::open(&data).unwrap();
    let content = archive.content(BYTECODE).unwrap().unwrap();
    let (mut rng, mut converted, mut unsound) = (Rng(15), 0, 0);
    for round in 0..600 {
        let damaged = match round % 4 {
            0 => content.get(..rng.below(content.len())).unwrap().to_vec(),
            _ => flip(&content, &mut rng),
        };
        let mut editor = Editor::new(&archive).unwrap();
        editor.replace(BYTECODE, Output::of(damaged)).unwrap();
        let file = editor.finish().unwrap().to_vec();
        let archive = TorchArchive::open(&file).unwrap();
        for (reader, bytecode) in [("1.6.0", 3), ("2.15.0", 4)] {
            match convert(&archive, &wanted("2.15.0", reader, bytecode)) {
                Err(refusal) => {
                    assert!(!refusal.reasons.is_empty());
                    unsound += usize::from(refusal.reasons.iter().any(|reason| reason.code == UNSOUND));
                }
                Ok(made) => {
                    let (_, bytes) = made.records.first().unwrap();
                    let pickle = Pickle::read(Bytes::new(bytes.as_ref().unwrap(), 0), Limits::default());
                    assert!(read(&pickle).faults.is_empty());
                    converted += 1;
                }
            }
        }
    }
    assert!(converted > 10 && unsound > 300, "{converted} {unsound}");
}
