//! Files of the corpus with other functions, and as archives.

use outlast_core::{Bytes, Severity};
use outlast_opset::schema::Value as Literal;
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, flip};

use super::archive::{Unpacked, archive};
use super::graph::Values;
use super::write::{editor, written};
use super::{codes, with_extra_file};
use crate::archive::{TorchArchive, tensors};
use crate::bytecode::convert::form::{Code, Slot};
use crate::bytecode::{BYTECODE, DEBUG_HANDLES, Op, Opcode, Operator, Plain, write_text};
use crate::flatbuffer::{FlatFile, Module, ValueKind};
use crate::pickle::{Limits, Pickle};
use crate::verify;

fn files() -> Vec<(String, Vec<u8>)> {
    let all = corpus::files("torch", &["ff"]).into_iter();
    all.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

fn open(data: &[u8]) -> FlatFile<'_> {
    FlatFile::open(Bytes::new(data, 0)).unwrap()
}

fn record(unpacked: &Unpacked<'_>, name: &str) -> Option<Vec<u8>> {
    unpacked.records.iter().find(|record| record.name == name).map(|record| record.content.to_vec())
}

/// A file with functions changed by `change`, and another operator version.
fn changed(data: &[u8], version: Option<u64>, change: &dyn Fn(usize, &mut Code)) -> Option<Vec<u8>> {
    let file = open(data);
    let module = file.module();
    let values = Values::of(&file, &module).unwrap();
    let before = codes(&file, &module, &values).unwrap();
    let mut functions = before.clone();
    functions.iter_mut().enumerate().for_each(|(at, code)| change(at, code));
    let output = written(&file, &module, &values, (&before, &functions), version).unwrap();
    output.map(|output| output.to_vec())
}

/// One constant of each kind that functions of packs bring along, the list twice.
fn literals() -> Vec<Literal> {
    let list = |items: &[i64]| Literal::List(items.iter().map(|item| Literal::Int(*item)).collect());
    vec![
        Literal::None,
        Literal::Bool(true),
        Literal::Int(-(1 << 40)),
        Literal::Float(-2.5),
        Literal::Text(b"none".to_vec()),
        list(&[3, -4]),
        list(&[3, -4]),
        Literal::List(vec![Literal::Float(0.5)]),
        Literal::List(vec![Literal::Bool(false), Literal::Bool(true)]),
        Literal::List(Vec::new()),
    ]
}

fn content<'a>(file: &FlatFile<'a>, module: &Module) -> Vec<&'a [u8]> {
    module.storages.iter().map(|storage| file.bytes(&storage.data)).collect()
}

#[test]
fn new_constants_come_before_functions_and_the_rest_is_as_it_was() {
    let mut count = 0;
    for (name, data) in files() {
        let before = open(&data).module();
        // Every function gets the constants, and a call of an operator.
        let made = changed(&data, Some(7), &|at, code| {
            code.constants.extend(literals().into_iter().map(Slot::New));
            code.registers += 2;
            let operator = |specified| Operator {
                name: "aten::outlast".into(),
                overload: format!("number_{at}").into(),
                specified,
                at: 0,
            };
            code.operators.extend([operator(Some(3)), operator(Some(-1))]);
            code.types.push(("List[int]".into(), 0));
            code.instructions[0].n += 1;
            let last = *code.instructions.last().unwrap();
            code.instructions.push(last);
            code.handles.iter_mut().for_each(|handles| handles.push(77));
        });
        let made = made.unwrap();
        let (old, new) = (open(&data), open(&made));
        let after = new.module();
        let errors: Vec<_> =
            verify::file(&made).into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        let known: Vec<_> =
            verify::file(&data).into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        // Stacks of functions that nobody compiled are not sound; the structure is.
        assert!(
            known.is_empty() && errors.iter().all(|error| error.title.contains("stack")),
            "{name}: {errors:?}"
        );
        // 10 literals, two of them equal lists, of which each function has its own; lists are never shared.
        let lists = 5 * before.program.functions.len();
        assert_eq!(after.values.len(), before.values.len() + 5 + lists, "{name}");
        assert_eq!(after.operator_version, 7);
        let of = |module: &Module, kind: &ValueKind| match kind {
            ValueKind::Function(at) => module.program.functions[*at].name.to_string(),
            other => format!("{other:?}"),
        };
        for (function, was) in after.program.functions.iter().zip(&before.program.functions) {
            let place = after.values.iter().position(|value| value.at == function.at);
            let place = place
                .or_else(|| after.values.iter().position(|value| of(&after, &value.kind) == *function.name));
            let place = place.unwrap();
            let extra = &function.constants[was.constants.len()..];
            let plain: Vec<&Plain> = extra.iter().map(|constant| &constant.value).collect();
            let expected = [
                Plain::None,
                Plain::Bool(true),
                Plain::Int(-(1 << 40)),
                Plain::Float(-2.5),
                Plain::Text("none".into()),
                Plain::List(2),
                Plain::List(2),
                Plain::List(1),
                Plain::List(2),
                Plain::List(0),
            ];
            assert_eq!(plain, expected.iter().collect::<Vec<_>>(), "{name}");
            let values = |module: &Module, of: &[crate::bytecode::Constant]| -> Vec<String> {
                let kind = |one: &crate::bytecode::Constant| {
                    let value = module.values.iter().find(|value| value.at == one.at).unwrap();
                    format!("{:?}", one.value)
                        + if matches!(value.kind, ValueKind::Tensor(_)) { " tensor" } else { "" }
                };
                of.iter().map(kind).collect()
            };
            assert_eq!(
                values(&after, &function.constants[..was.constants.len()]),
                values(&before, &was.constants),
                "{name}"
            );
            for constant in extra {
                let at = after.values.iter().position(|value| value.at == constant.at).unwrap();
                assert!(at < place, "{name}: value {at} is made behind the function {place}");
            }
            assert_eq!(function.operators.len(), was.operators.len() + 2);
            assert_eq!(function.operators.last().unwrap().specified, Some(-1));
            assert_eq!(function.types.last().unwrap().text.as_ref(), "List[int]");
            assert_eq!(function.register_size, was.register_size.map(|size| size + 2));
            assert_eq!(function.instructions.len(), was.instructions.len() + 1);
            assert_eq!(function.instructions[0].n, was.instructions[0].n + 1);
            assert_eq!(function.instructions[1].op, was.instructions[1].op);
            assert_eq!(
                function.debug_handles.as_ref().map(|all| *all.last().unwrap()),
                was.debug_handles.as_ref().map(|_| 77)
            );
        }
        // What values refer to is what it was: the module is pickled with everything in it.
        let (one, other) = (archive(&old).unwrap(), archive(&new).unwrap());
        for part in ["data.pkl", "constants.pkl"] {
            assert_eq!(record(&one, part), record(&other, part), "{name}: {part}");
        }
        assert_eq!(content(&old, &before), content(&new, &after), "{name}");
        assert!(
            after.storages.iter().all(|storage| storage.data.is_empty() || storage.data.start % 16 == 0),
            "{name}"
        );
        let methods = |module: &Module| -> Vec<String> {
            module.methods.iter().map(|at| of(module, &module.values[*at as usize].kind)).collect()
        };
        assert_eq!(methods(&before), methods(&after), "{name}");
        count += 1;
    }
    corpus::figures(count, 18);
}

#[test]
fn a_change_in_place_leaves_everything_else() {
    for (name, data) in files() {
        assert!(changed(&data, None, &|_, _| {}).is_none(), "{name}: nothing changes");
        // Another operator version is four bytes.
        let made = changed(&data, Some(5), &|_, _| {}).unwrap();
        let version = open(&data).module().operator_version;
        assert_eq!(made.len(), data.len(), "{name}");
        let differing = data.iter().zip(&made).filter(|(one, other)| one != other).count();
        assert!(differing == usize::from(version != 5), "{name}: {differing} bytes");
        // One instruction of another kind: the vector is rewritten, the values stay where they are.
        let made = changed(&data, None, &|at, code| {
            if at == 0 {
                code.instructions.last_mut().unwrap().op = Op::Known(Opcode::WARN);
            }
        });
        let made = made.unwrap();
        let (before, after) = (open(&data).module(), open(&made).module());
        assert!(before.values.iter().zip(&after.values).all(|(one, other)| one.at == other.at), "{name}");
        assert_eq!(after.program.functions[0].instructions.last().unwrap().op, Op::Known(Opcode::WARN));
    }
}

#[test]
fn extra_files_are_added_and_replaced() {
    for (name, data) in files() {
        let once = with_extra_file(&open(&data), "note", "one\n").unwrap().to_vec();
        let twice = with_extra_file(&open(&once), "note", "another\n").unwrap().to_vec();
        let (before, file) = (open(&data).module(), open(&twice));
        let after = file.module();
        assert_eq!(after.extra_files.len(), before.extra_files.len() + 1, "{name}");
        let last = after.extra_files.last().unwrap();
        assert_eq!((last.name.as_ref(), file.bytes(&last.content)), ("note", &b"another\n"[..]));
        assert!(verify::file(&twice).iter().all(|finding| finding.severity != Severity::Error), "{name}");
    }
}

/// PyTorch wrote some models in both forms: the archive that is made of one has the program and the tensors of the other. (That two names in
/// `attributes` mean one tensor, FlatBuffers do not say: there are two in one storage.)
#[test]
fn archives_are_those_that_torch_writes() {
    let listing = |content: &[u8]| {
        let program = crate::bytecode::read(&Pickle::read(Bytes::new(content, 0), Limits::default()));
        assert!(program.faults.is_empty());
        let mut text = String::new();
        write_text(&program, 10_000, &mut text).unwrap();
        // Types are written with blanks, or without.
        text.replace(", ", ",")
    };
    let named = |content: &[u8]| {
        let pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
        assert!(pickle.error.is_none());
        let found = tensors(&pickle);
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        let all = found.tensors.into_iter();
        all.map(|of| (of.name, of.kind, of.dtype, of.offset, of.sizes, of.strides, of.requires_grad))
            .collect::<Vec<_>>()
    };
    let mut compared = 0;
    // The others have no twin of the same class.
    for (name, data) in
        files().into_iter().filter(|(name, _)| name.ends_with("flat.ff") || name.contains("attributes"))
    {
        let made = archive(&open(&data)).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let (folder, file) = name.rsplit_once('/').unwrap();
        let twin = format!("{folder}/{}", file.replace("flat", "lite").replace(".ff", ".ptl"));
        let Ok(twin) = std::fs::read(twin) else { continue };
        let theirs = TorchArchive::open(&twin).unwrap();
        let both = |part| (record(&made, part).unwrap(), theirs.content(part).unwrap().unwrap());
        let (ours, other) = both(BYTECODE);
        assert_eq!(listing(&ours), listing(&other), "{name}");
        let (ours, other) = both("data.pkl");
        let (mut ours, other) = (named(&ours), named(&other));
        ours.retain(|tensor| other.contains(tensor) || tensor.0 != "by_number.7");
        assert_eq!(ours, other, "{name}");
        assert!(record(&made, DEBUG_HANDLES).is_some());
        compared += 1;
    }
    corpus::figures(compared, 3);
}

#[test]
fn damaged_files_are_refused_or_converted() {
    let mut rng = Rng(7);
    for (_, data) in files() {
        for _ in 0..60 {
            let damaged = flip(&data, &mut rng);

            let Ok(file) = FlatFile::open(Bytes::new(&damaged, 0)) else { continue };
            let _ = archive(&file);
            let _ = with_extra_file(&file, "note", "x");
            let module = file.module();
            let Some(values) = Values::of(&file, &module) else { continue };
            let Some(before) = codes(&file, &module, &values) else { continue };
            let mut functions = before.clone();
            functions
                .iter_mut()
                .for_each(|code| code.constants.extend(literals().into_iter().map(Slot::New)));
            if let Ok(Some(output)) = written(&file, &module, &values, (&before, &functions), None) {
                assert!(editor(Bytes::new(&output.to_vec(), 0)).is_ok());
            }
        }
    }
}
