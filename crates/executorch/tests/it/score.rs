//! The mutants against the verifier, and against what the real runtime 1.5.1 did with them.

use std::collections::{BTreeMap, HashMap};

use outlast_core::{Bytes, Diagnostic, Severity};
use outlast_executorch::{FlatTensorFile, Layout, verify};

use crate::mutants::{self, Mutant};

/// Names and layouts that a data file provides.
pub(crate) fn provided(data: &[u8]) -> HashMap<String, Option<Layout>> {
    let entries = FlatTensorFile::open(Bytes::new(data, 0)).and_then(|file| file.entries());
    entries.unwrap_or_default().into_iter().map(|e| (e.key.to_string(), e.layout)).collect()
}

fn corpus(name: &str) -> Vec<u8> {
    outlast_testkit::corpus::read(outlast_testkit::corpus::root().join("executorch").join(name)).unwrap()
}

/// What the verifier says about a mutant; where a program needs a data file, about both.
pub(crate) fn findings(mutant: &Mutant) -> Vec<Diagnostic> {
    let file = Bytes::new(&mutant.data, 0);
    let pair = |program: Bytes<'_>, data: &[u8]| {
        let names = provided(data);
        verify::program_with(program, verify::Options { external: Some(&names), ..Default::default() })
    };
    if mutant.base.ends_with(".bpte") {
        verify::bundled(file)
    } else if mutant.base.ends_with(".ptd") {
        let mut found = verify::flat_tensor(file);
        found.extend(pair(Bytes::new(&corpus(&mutant.base.replace(".ptd", ".pte")), 0), &mutant.data));
        found
    } else if mutant.base.ends_with("ext.pte") {
        pair(file, &corpus(&mutant.base.replace(".pte", ".ptd")))
    } else {
        // The runtime was given no data file.
        pair(file, &[])
    }
}

pub(crate) fn worst(found: &[Diagnostic]) -> Option<Severity> {
    found.iter().map(|d| d.severity).max()
}

/// Whether a finding stands at `at`; `usize::MAX` stands for any place.
pub(crate) fn touches(d: &Diagnostic, at: usize) -> bool {
    let span = &d.place.span;
    at == usize::MAX
        || (span.start_byte() <= at as u64 && (at as u64) < span.end_byte().max(span.start_byte() + 1))
}

pub(crate) fn show(found: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        format!("\n    {}[{}] {} at {} in {}", d.severity.name(), d.code, d.title, d.place.span, d.place.path)
    };
    found.iter().map(line).collect()
}

#[test]
fn every_mutant_is_found() {
    let mut faults = Vec::new();
    let all = mutants::all();
    assert_eq!(all.len(), 349);
    for mutant in &all {
        let found = findings(mutant);
        let good = match mutant.expected {
            Some((code, severity, at)) => {
                found.iter().any(|d| d.code == code && d.severity == severity && touches(d, at))
            }
            None => worst(&found).is_none_or(|s| s == Severity::Note),
        };
        if !good {
            faults.push(format!("{}: expected {:x?}{}", mutant.name, mutant.expected, show(&found)));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), all.len(), faults.join("\n"));
}

/// What the runtime did with a mutant, at one level of verification.
#[derive(Clone, Debug)]
struct Ran {
    outcome: String,
    #[expect(dead_code, reason = "shown with the others where a test fails")]
    stage: String,
}

/// The recorded runs: by name, with internal consistency checks and without.
fn recorded() -> BTreeMap<String, [Ran; 2]> {
    let text = include_str!("mutants-1.5.1.tsv");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let ran = |at: usize| Ran { outcome: cells[at].into(), stage: cells[at + 1].into() };
        (cells[0].to_string(), [ran(1), ran(5)])
    };
    text.lines().filter(|l| !l.starts_with('#')).map(row).collect()
}

/// Files that a runtime refuses although nothing in them is unsound, with the reason.
const POLICY: &[(&str, &str)] = &[
    ("version", "a newer schema is not a defect of the file: 1.5.1 refuses it, others do not"),
    ("scalar-type-8", "1.5.1 takes the type; its kernel refuses to mix it with real numbers"),
];

/// Errors in files that the runtime ran without harm, with the reason.
const LUCK: &[(&str, &str)] = &[
    (
        "xnn_mlp-named-segment-short",
        "the backend reads on behind the segment, where the right bytes still are",
    ),
    ("ext_ptd-segment-size-0", "as above, in the data file"),
    ("bundled-data-short", "as above, in the test case"),
    ("bundled-inputs-0", "reads on behind the list, where the right inputs still are"),
    ("bundled-dim-order-null", "the pointer to it is wild; nothing reads it for this input"),
];

#[test]
fn the_runtime_agrees() {
    let recorded = recorded();
    let all = mutants::all();
    let mut missed = Vec::new();
    let mut counts: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    for mutant in &all {
        let Some(runs) = recorded.get(&mutant.name) else { continue };
        let found = findings(mutant);
        let ours = worst(&found);
        let outcome = |name: &str| runs.iter().any(|r| r.outcome == name);
        let (kind, good) = if outcome("wrong") {
            ("wrong", ours >= Some(Severity::Warning))
        } else if outcome("fail") {
            ("fail", ours == Some(Severity::Error))
        } else {
            // What runs as it should is at most a warning, except for what only luck lets run.
            ("ok", ours != Some(Severity::Error) || LUCK.iter().any(|(name, _)| *name == mutant.name))
        };
        *counts.entry((kind.into(), ours.map_or("none", Severity::name))).or_default() += 1;
        let excused = POLICY.iter().any(|(part, _)| mutant.class.starts_with(part));
        if !good && !excused {
            missed.push(format!("{}: {runs:?}{}", mutant.name, show(&found)));
        }
    }
    let table: String = counts.iter().map(|((kind, ours), n)| format!("{kind} {ours}: {n}\n")).collect();
    println!("{table}");
    assert_eq!(counts.values().sum::<usize>(), recorded.len(), "each row has its mutant");
    assert!(missed.is_empty(), "{} missed of {}:\n{}\n{table}", missed.len(), all.len(), missed.join("\n"));
}
