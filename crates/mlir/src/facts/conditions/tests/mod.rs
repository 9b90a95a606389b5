//! Conditions on small programs: for each, programs of which it holds and of which it does not.

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

mod acc;
mod control;
mod emitc;
mod generated;
mod gpu;
mod llvm;
mod nvidia;
mod omp;
mod omp_data;
mod own;
mod rest;
mod shapes;
mod tosa;
mod tosa_types;
mod vector;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{AROUND, CONDITIONS, Check, Condition, INSIDE, SYMBOLS, Scene, View, Words, find, is_known};
use crate::file::File;
use crate::module::Module;
use crate::parse::{ParseOptions, parse, schemas};
use crate::schema::FileSchemas;

/// An operation, a condition, whether it holds of the first such operation, and what is in the module.
type Case = (&'static str, &'static str, bool, &'static str);

/// Judges every case, and demands that each condition of a subject holds of some and not of others.
fn check(conditions: &[Condition], cases: &[Case]) {
    let mut sides: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    for (name, condition, expected, body) in cases {
        assert!(conditions.iter().any(|known| known.name == *condition), "{condition}");
        let found = judge(name, condition, body);
        assert_eq!(found == Some(true), *expected, "{condition} of {name}: {found:?}\n{body}");
        sides.entry(condition).or_default().insert(*expected);
    }
    for condition in conditions {
        assert_eq!(sides.get(condition.name).map(BTreeSet::len), Some(2), "{}: both sides", condition.name);
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
    let words = Rc::new(Words::new(&module.tables, options.version, &schemas));
    let scene = Scene::new(&words, Rc::new(module.ir.clone()));
    let op = module.ir.ops().map(|op| View::new(&scene, op)).find(|op| op.name() == name);
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
        let words = Rc::new(Words::new(&module.tables, file.version(), &schemas));
        let scene = Scene::new(&words, Rc::new(module.ir.clone()));
        for op in module.ir.ops().take(500) {
            let view = View::new(&scene, op);
            for condition in CONDITIONS.iter().copied().flatten() {
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
    for condition in CONDITIONS.iter().copied().flatten() {
        assert!(names.insert(condition.name), "{} stands twice", condition.name);
    }
    for name in AROUND.iter().copied().flatten() {
        assert!(find(name).is_some(), "{name} is not a condition");
    }
    for name in INSIDE.iter().chain(SYMBOLS) {
        assert!(AROUND.iter().any(|names| names.contains(name)), "{name} looks at nothing around");
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
