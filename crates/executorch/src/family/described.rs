//! Verdicts on programs that are not kept: files of which a runtime was seen to end its process are described by their facts, as text
//! (`corpus/executorch/facts`), and judged by these. What the runtimes did stays on record, in the same tables as that of files.
//!
//! A line has tabs between: file, entry point (`-` for the program), kind, name, value; an operator also the count of its calls and its arguments.
//! `cargo run -p outlast-executorch --example uses -- --facts FILE…` writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::Layout;
use crate::defs::{ScalarType, ValueKind};
use crate::facts::{
    Argument, CallShape, ConstantStore, EntryPoint, ExternalTensor, OperatorUse, ProgramFacts, TensorShape,
};
use outlast_core::Place;

use super::calls::Calls;
use super::judge::ProgramJudge;
use outlast_model::program::Judge;
use outlast_model::verdict::{EntryVerdict, Outcome};

fn corpus() -> PathBuf {
    outlast_testkit::corpus::root()
}

/// Programs by the path that they had below the corpus.
fn described() -> BTreeMap<String, ProgramFacts> {
    let mut programs: BTreeMap<String, ProgramFacts> = BTreeMap::new();
    let parts = ["programs.tsv", "programs-unseen.tsv", "programs-seen.tsv"];
    let read = |part| fs::read_to_string(corpus().join("executorch/facts").join(part)).expect("the facts");
    let text = parts.map(read).concat();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, entry, kind, name, value, more @ ..] = &cells[..] else { panic!("{line}") };
        let file = file.strip_prefix("corpus/").expect("a path below the corpus");
        let program = programs.entry(file.to_string()).or_insert_with(nothing);
        match *entry {
            "-" => of_program(program, kind, name, value),
            entry => of_entry(program, entry, (*kind, *name, *value), more),
        }
    }
    programs
}

fn nothing() -> ProgramFacts {
    ProgramFacts {
        version: 0,
        constants: ConstantStore::Segment { entries: 0 },
        named_data: BTreeSet::new(),
        device: None,
        entry_points: Vec::new(),
    }
}

fn of_program(program: &mut ProgramFacts, kind: &str, name: &str, value: &str) {
    match (kind, name) {
        ("version", version) => program.version = number(version),
        ("constants", "segment") => program.constants = ConstantStore::Segment { entries: number(value) },
        ("constants", "buffer") => {
            program.constants = ConstantStore::Buffer { entries: number(value), place: Place::default() };
        }
        ("named", name) => {
            program.named_data.insert(name.to_string());
        }
        ("device", _) => program.device = Some(Place::default()),
        other => panic!("{other:?}"),
    }
}

fn of_entry(program: &mut ProgramFacts, entry: &str, (kind, name, value): (&str, &str, &str), more: &[&str]) {
    if kind == "entry" {
        let inputs = value.split(',').filter(|kind| !kind.is_empty());
        return program.entry_points.push(EntryPoint {
            name: entry.to_string(),
            path: outlast_core::Path::root().named("plan", entry),
            operators: Vec::new(),
            delegates: Vec::new(),
            external: Vec::new(),
            initialised: None,
            homeless: None,
            placeless: None,
            scalar_types: BTreeMap::new(),
            instructions: BTreeMap::new(),
            inputs: inputs.map(ValueKind::from_name).collect(),
            outputs: number(name),
        });
    }
    let entry = program.entry_points.iter_mut().find(|one| one.name == entry).expect("an entry point");
    match kind {
        "jumps" => {}
        "instruction" => _ = entry.instructions.insert(number(name), number(value)),
        "type" => _ = entry.scalar_types.insert(element(name), (number(value), Place::default())),
        "initialised" => entry.initialised = Some((number(name), Place::default())),
        "homeless" => entry.homeless = Some((number(name), Place::default())),
        "placeless" => entry.placeless = Some((number(name), Place::default())),
        "external" => {
            let layout = tensor(value).layout.clone();
            entry.external.push(ExternalTensor { name: name.to_string(), layout, place: Place::default() });
        }
        "op" => {
            let [count, arguments] = more else { panic!("{name}: {more:?}") };
            entry.operators.push(OperatorUse {
                name: name.to_string(),
                shape: CallShape(
                    arguments.split(' ').filter(|word| !word.is_empty()).map(argument).collect(),
                ),
                index: entry.operators.len(),
                count: number(count),
                first: Place::default(),
            });
        }
        other => panic!("{other}"),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is no such number"))
}

fn element(name: &str) -> ScalarType {
    ScalarType::from_name(name).unwrap_or_else(|| panic!("{name} is not an element type"))
}

/// An argument as [`CallShape`] shows it; of a list of tensors with its kind.
fn argument(text: &str) -> Argument {
    let kind =
        |name: &str| ValueKind::from_name(name).unwrap_or_else(|| panic!("{name} is not a kind of value"));
    if let Some((list, first)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        return Argument::TensorList(kind(list), tensor(first));
    }
    match (text, text.split_once('=')) {
        ("?", _) => Argument::Nowhere,
        ("true" | "false", _) => Argument::Bool(text == "true"),
        (_, Some(("IntList", numbers))) => Argument::Negative(numbers.split(',').map(number).collect()),
        (_, Some((of, "1"))) => Argument::One(kind(of)),
        _ if text.contains('[') => Argument::Tensor(tensor(text)),
        _ => Argument::Other(kind(text)),
    }
}

/// A tensor as [`TensorShape`] shows it.
fn tensor(text: &str) -> Arc<TensorShape> {
    let fixed = text.trim_end_matches('~');
    let (name, rest) = fixed.split_once('[').expect("sizes");
    let (sizes, order) = rest.split_once(']').expect("the end of sizes");
    let sizes: Vec<i32> = sizes.split(',').filter(|size| !size.is_empty()).map(number).collect();
    let natural = || (0..sizes.len()).map(|at| u8::try_from(at).expect("a rank"));
    let digit = |digit: char| u8::try_from(digit.to_digit(36).expect("a digit")).expect("a dimension");
    let dim_order = match order.strip_prefix('@') {
        Some(order) => order.chars().map(digit).collect(),
        None => natural().collect(),
    };
    let layout = Layout { scalar_type: element(name), sizes, dim_order };
    Arc::new(TensorShape { layout, varies: fixed.len() < text.len() })
}

/// The verdict on each entry point of a program.
fn judged(facts: &ProgramFacts, release: &str) -> Vec<EntryVerdict> {
    let calls = facts.entry_points.iter().map(Calls::from_entry_point).collect();
    let subject = ProgramJudge::of_facts(facts.clone(), calls);
    let profile = crate::family::FAMILY.profile_named(&format!("executorch-{release}")).expect("a release");
    subject.judge(&[], &profile).entry_points
}

/// A run on record: the file, the release, the entry point, what it did.
type Run = (String, String, Option<String>, Outcome);

/// Rows of `runs/RELEASE.tsv` that `matrix.rs` would score, had it the file.
fn recorded(part: &str, out: &mut Vec<Run>) {
    for table in fs::read_dir(corpus().join(part).join("runs")).expect("runs").flatten() {
        let release = table.path().file_stem().expect("a name").to_string_lossy().into_owned();
        for line in fs::read_to_string(table.path()).expect("a table").lines() {
            let cells: Vec<&str> = line.split('\t').collect();
            let [exporter, file, "none", "-", method, outcome, stage, _, cases, "-", _] = cells[..] else {
                continue;
            };
            // Those that fail only for one of the inputs given are listed apart there.
            let cases: u32 = cases.parse().unwrap_or(0);
            let (outcome, passed) = match outcome {
                "ok" => (Outcome::Loads, 0),
                "wrong" => (Outcome::Misreads, cases.saturating_sub(1)),
                "fail" | "crash" => (Outcome::Fails, cases),
                _ => continue,
            };
            if !stage.starts_with("run") || passed == 0 {
                out.push((
                    format!("{part}/{exporter}/{file}"),
                    release.clone(),
                    Some(method.to_string()),
                    outcome,
                ));
            }
        }
    }
}

/// Rows of `outcomes.tsv`, of a release with nothing loaded by hand.
fn scored(part: &str, out: &mut Vec<Run>) {
    for line in fs::read_to_string(corpus().join(part).join("outcomes.tsv")).expect("outcomes").lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, target, outcome, ..] = cells[..] else { continue };
        let outcome = match outcome {
            "loads" => Outcome::Loads,
            "misreads" => Outcome::Misreads,
            "fails" => Outcome::Fails,
            _ => continue,
        };
        if let Some(release) = target.strip_prefix("executorch-").filter(|release| !release.contains('+')) {
            out.push((format!("{part}/{file}"), release.to_string(), None, outcome));
        }
    }
}

/// Its layer norm reads half types as float32 where rows are long enough for vectors; what was recorded comes out all the same.
const KNOWN: &[(&str, &str)] =
    &[("unseen/executorch/2026-11-markets/1.5.1-exchange_rates_bf16.pte", "1.2.0")];

#[test]
fn verdicts_on_described_programs_agree_with_real_runs() {
    let (programs, mut runs) = (described(), Vec::new());
    for part in ["executorch", "executorch-models"] {
        recorded(part, &mut runs);
    }
    for set in fs::read_dir(corpus().join("unseen/executorch")).expect("sets").flatten() {
        scored(&format!("unseen/executorch/{}", set.file_name().to_string_lossy()), &mut runs);
    }
    let (mut cells, mut fails, mut wrong) = (0, 0, Vec::new());
    for (file, release, method, outcome) in &runs {
        let Some(facts) = programs.get(file) else { continue };
        let verdicts = judged(facts, release);
        let entry = verdicts.iter().find(|entry| Some(&entry.name) == method.as_ref()).or(verdicts.first());
        let found = entry.expect("an entry point").outcome;
        cells += 1;
        fails += usize::from(*outcome == Outcome::Fails);
        let is_known = KNOWN.contains(&(file.as_str(), release.as_str()));
        if found != *outcome && !is_known && !(found == Outcome::Upgrades && *outcome == Outcome::Loads) {
            wrong.push(format!("{file} in {release}: {}, judged {}", outcome.name(), found.name()));
        }
    }
    assert!(wrong.is_empty(), "{} of {cells}:\n{}", wrong.len(), wrong.join("\n"));
    outlast_testkit::corpus::figures((programs.len(), cells, fails), (116, 1416, 770));
}

/// What releases did with programs that 1.5.1 wrote for this test: a method of each kind on a tensor without elements, and a program of three methods,
/// of which one calls an operator that came in 0.6. The name, the release, and what became of every method.
const SEEN: &[(&str, &str, Outcome)] = &[
    ("mean", "0.3.0", Outcome::Loads),
    ("mean", "0.5.0", Outcome::Loads),
    ("mean", "0.6.0", Outcome::Fails),
    ("mean", "1.5.1", Outcome::Loads),
    ("any", "0.3.0", Outcome::Loads),
    ("any", "0.5.0", Outcome::Loads),
    ("any", "0.6.0", Outcome::Fails),
    ("any", "1.5.1", Outcome::Loads),
    ("prod", "0.3.0", Outcome::Loads),
    ("prod", "0.5.0", Outcome::Loads),
    ("prod", "0.6.0", Outcome::Fails),
    ("prod", "1.5.1", Outcome::Loads),
    ("amax", "0.3.0", Outcome::Fails),
    ("amax", "0.5.0", Outcome::Fails),
    ("amax", "0.6.0", Outcome::Fails),
    ("amax", "1.5.1", Outcome::Fails),
    ("relu", "0.3.0", Outcome::Fails),
    ("relu", "0.5.0", Outcome::Fails),
    ("relu", "0.6.0", Outcome::Fails),
    ("relu", "1.5.1", Outcome::Loads),
    ("sum", "0.3.0", Outcome::Loads),
    ("sum", "0.6.0", Outcome::Loads),
    ("sum", "1.5.1", Outcome::Loads),
    ("mm", "0.3.0", Outcome::Loads),
    ("mm", "0.6.0", Outcome::Loads),
    ("mm", "1.5.1", Outcome::Loads),
    ("three_methods", "0.3.0", Outcome::Fails),
    ("three_methods", "0.5.0", Outcome::Fails),
    ("three_methods", "0.6.0", Outcome::Loads),
    ("three_methods", "1.5.1", Outcome::Loads),
];

#[test]
fn tensors_without_elements_and_methods_that_are_loaded_together() {
    let programs = described();
    for (name, release, outcome) in SEEN {
        let facts = &programs[&format!("seen/{name}.pte")];
        for entry in judged(facts, release) {
            assert_eq!(entry.outcome, *outcome, "{name} {} in {release}: {:#?}", entry.name, entry.reasons);
        }
    }
    // The entry points that would load by themselves say which one does not.
    let code = |release: &str| {
        let entries = judged(&programs["seen/three_methods.pte"], release);
        entries
            .iter()
            .flat_map(|entry| &entry.reasons)
            .filter(|reason| reason.code == super::codes::TOGETHER)
            .count()
    };
    assert_eq!((code("0.5.0"), code("1.5.1")), (2, 0));
}

/// A program whose file is kept is described by another text only; one that is described is not kept.
#[test]
fn what_is_described_is_not_kept() {
    for file in described().keys() {
        assert!(
            !outlast_testkit::corpus::at(&corpus().join(file)).exists(),
            "{file} is both described and kept"
        );
    }
}
