//! Rules on small programs: for each, programs of which it holds and of which it does not; a file for each dialect, a test for each rule.

/// An operation with attributes on one value of each given type.
macro_rules! op {
    ($name:literal, $attrs:literal, $result:literal) => {
        op!($name, $attrs, [], $result)
    };
    ($name:literal, $attrs:literal, [], $result:literal) => {
        concat!("%r = \"", $name, "\"() {", $attrs, "} : () -> ", $result)
    };
    ($name:literal, $attrs:literal, [$a:literal], $result:literal) => {
        concat!(
            "%a = \"t.v\"() : () -> ",
            $a,
            "\n%r = \"",
            $name,
            "\"(%a) {",
            $attrs,
            "} : (",
            $a,
            ") -> ",
            $result
        )
    };
    ($name:literal, $attrs:literal, [$a:literal, $b:literal], $result:literal) => {
        concat!(
            "%a = \"t.v\"() : () -> ",
            $a,
            "\n%b = \"t.v\"() : () -> ",
            $b,
            "\n%r = \"",
            $name,
            "\"(%a, %b) {",
            $attrs,
            "} : (",
            $a,
            ", ",
            $b,
            ") -> ",
            $result
        )
    };
    ($name:literal, $attrs:literal, [$a:literal, $b:literal, $c:literal], $result:literal) => {
        concat!(
            "%a = \"t.v\"() : () -> ",
            $a,
            "\n%b = \"t.v\"() : () -> ",
            $b,
            "\n%c = \"t.v\"() : () -> ",
            $c,
            "\n%r = \"",
            $name,
            "\"(%a, %b, %c) {",
            $attrs,
            "} : (",
            $a,
            ", ",
            $b,
            ", ",
            $c,
            ") -> ",
            $result
        )
    };
    ($name:literal, $attrs:literal, [$a:literal, $b:literal, $c:literal, $d:literal], $result:literal) => {
        concat!(
            "%a = \"t.v\"() : () -> ",
            $a,
            "\n%b = \"t.v\"() : () -> ",
            $b,
            "\n%c = \"t.v\"() : () -> ",
            $c,
            "\n%d = \"t.v\"() : () -> ",
            $d,
            "\n%r = \"",
            $name,
            "\"(%a, %b, %c, %d) {",
            $attrs,
            "} : (",
            $a,
            ", ",
            $b,
            ", ",
            $c,
            ", ",
            $d,
            ") -> ",
            $result
        )
    };
}

/// An operation with attributes alone.
macro_rules! no_values {
    ($name:literal, $attrs:literal) => {
        concat!("\"", $name, "\"() {", $attrs, "} : () -> ()")
    };
}

mod acc;
mod affine;
mod amdgpu;
mod amx;
mod arith;
mod async_values;
mod bufferization;
mod builtin;
mod cf;
mod complex;
mod emitc;
mod func;
mod generated;
mod gpu;
mod irdl;
mod linalg;
mod llvm;
mod llvm_constants;
mod memref;
mod ml_program;
mod nvgpu;
mod nvvm;
mod omp;
mod omp_data;
mod pdl;
mod quant;
mod scf;
mod sparse_tensor;
mod spirv;
mod tensor;
mod tosa;
mod tosa_types;
mod transform;
mod vector;
mod with_argument;
mod xegpu;

use std::collections::BTreeSet;
use std::rc::Rc;

use super::op_view::{FileView, IrView};
use super::{Check, OpView, RULES, is_known};
use crate::file::File;
use crate::module::Module;
use crate::parse::{ParseOptions, parse, schemas};
use crate::schema::FileSchemas;

/// An operation, whether a rule holds of the first such operation, and what is in the module.
type Case = (&'static str, bool, &'static str);

/// Judges every case of a rule, and demands that it holds of some and not of others.
fn check(rule: &str, cases: &[Case]) {
    for (op, expected, body) in cases {
        let found = judge(op, rule, body);
        assert_eq!(found == Some(true), *expected, "{rule} of {op}: {found:?}\n{body}");
    }
    let sides: BTreeSet<bool> = cases.iter().map(|(_, expected, _)| *expected).collect();
    assert_eq!(sides.len(), 2, "{rule}: programs of which it holds, and of which it does not");
}

/// Every rule has a test.
#[test]
fn every_rule_is_tested() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/facts/verifier_rules/tests");
    let read =
        |entry: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(entry.unwrap().path()).unwrap();
    let texts: Vec<String> = std::fs::read_dir(folder).unwrap().map(read).collect();
    for rule in RULES.iter().copied().flatten() {
        let named = format!("\"{}\",", rule.name);
        assert!(texts.iter().any(|text| text.contains(&named)), "{} has no test", rule.name);
    }
}

fn judge(name: &str, condition: &str, body: &str) -> Option<bool> {
    let text = if body.starts_with("\"builtin.module\"") {
        body.to_owned()
    } else {
        format!("\"builtin.module\"() ({{\n{body}\n}}) : () -> ()")
    };
    let options = ParseOptions::default();
    let module = parse(&text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let schemas = schemas(&module.tables, &options);
    let file_view = Rc::new(FileView::new(&module.tables, options.version, &schemas));
    let view = IrView::new(&file_view, Rc::new(module.ir.clone()));
    let op = module.ir.ops().map(|op| OpView::new(&view, op)).find(|op| op.name() == name);
    Check::parse(condition).and_then(|check| check.holds(&op.unwrap_or_else(|| panic!("no {name}\n{text}"))))
}

/// Bytecode below a folder.
fn files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if std::fs::read(&path).unwrap().starts_with(b"ML\xefR") {
            found.push(path);
        }
    }
}

/// Every condition can be asked of every operation of real files, whatever it is about; and of some of them it is told.
#[test]
fn conditions_can_be_asked_of_every_operation() {
    let mut paths = Vec::new();
    files(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/mlir"), &mut paths);
    let (mut asked, mut told) = (0_usize, BTreeSet::new());
    for path in paths {
        let data = std::fs::read(&path).unwrap();
        let Ok(file) = File::open(&data) else { continue };
        let Ok(module) = Module::read(&data) else { continue };
        let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
        let file_view = Rc::new(FileView::new(&module.tables, file.version(), &schemas));
        let view = IrView::new(&file_view, Rc::new(module.ir.clone()));
        for op in module.ir.ops().take(500) {
            let view = OpView::new(&view, op);
            for condition in RULES.iter().copied().flatten() {
                asked += 1;
                if (condition.holds)(&view).is_some() {
                    told.insert(condition.name);
                }
            }
        }
    }
    assert!(asked > 100_000, "{asked}");
    assert!(told.len() > 150, "{}", told.len());
}

#[test]
fn names_are_distinct_and_known() {
    let mut names = BTreeSet::new();
    for condition in RULES.iter().copied().flatten() {
        assert!(names.insert(condition.name), "{} stands twice", condition.name);
    }
}

/// Every condition that a reviewed row names is one.
#[test]
fn reviewed_rows_name_known_conditions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evidence/peers/mlir/reviewed");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((_, answer)) = line.split_once(" = if ") else { continue };
            let names = answer.split(" | ").next().unwrap_or_default();
            for name in names.split_whitespace() {
                assert!(is_known(name), "{}: `{name}` is not a condition: {line}", path.display());
            }
        }
    }
}

/// What an interface demands from a release on is asked of files by a row `demands`.
#[test]
fn conditions_of_interfaces_are_demanded() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(reviewed) = std::fs::read_to_string(root.join("evidence/peers/mlir/reviewed/interfaces.txt"))
    else {
        return;
    };
    let rows = std::fs::read_to_string(root.join("crates/mlir/targets/mlir-readers.txt")).unwrap();
    let demanded: BTreeSet<(&str, &str)> = rows
        .lines()
        .filter_map(|row| row.strip_prefix("demands ")?.split_once(" = "))
        .filter_map(|(of, condition)| Some((of.split_once(' ')?.1.split_once('.')?.0, condition)))
        .collect();
    let mut seen = 0;
    for line in reviewed.lines().filter(|line| !line.starts_with('#')) {
        let Some((function, conditions)) = line.split_once(" = if ") else { continue };
        let reader = function.split_once('<').expect("READER<PRODUCER").0;
        for condition in conditions.split(" | ").next().unwrap_or_default().split_whitespace() {
            assert!(
                demanded.contains(&(reader, condition)),
                "no row demands {condition} from {reader} on: {line}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0);
}
