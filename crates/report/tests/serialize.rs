//! What the library serialises has the fields of the documents, and their values: those who embed it and those who read
//! the CLI's JSON read the same.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use outlast::inspect::{Listing, Summary};
use outlast::serialize::Finding;
use outlast::{Code, Place, Source, Span, Verdict};
use outlast_report::json::{self, CheckResult, DiffDocument, InspectResult, Side, VerifyResult};
use serde::Serialize;
use serde_json::{Value, to_value};

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)).unwrap()
}

/// A value without the fields that only the document has.
fn without(document: &impl Serialize, fields: &[&str]) -> Value {
    let mut value = to_value(document).unwrap();
    for field in fields {
        assert!(value.as_object_mut().unwrap().shift_remove(*field).is_some(), "{field}");
    }
    value
}

/// Compared as text, so that the order of the fields is the same, too.
fn same(library: &impl Serialize, document: &Value) {
    assert_eq!(
        serde_json::to_string_pretty(library).unwrap(),
        serde_json::to_string_pretty(document).unwrap()
    );
}

fn compare(kind: outlast::FileKind, verdict: &Verdict) {
    let document = CheckResult::new("m", kind, &[], verdict);
    same(verdict, &without(&document, &["file", "kind", "data"]));
}

#[test]
fn verdicts() {
    let bytes = corpus("executorch/1.5.1/xnn_mlp.pte");
    let target = outlast::target("executorch-0.5.0").unwrap();
    let mut verdict = outlast::check(&bytes, &target).unwrap();
    let kind = outlast::open(&bytes).unwrap().kind();
    compare(kind, &verdict);
    let value = to_value(&verdict).unwrap();
    assert_eq!((&value["verdict"], &value["stage"]), (&"misreads".into(), &"run".into()));
    assert_eq!(value["remedy"]["steps"][0], "xnnpack-inline-weights");
    let reason = &value["entry_points"][0]["reasons"][0];
    assert_eq!(reason["code"], "OL2014");
    assert!(reason.get("source").is_none(), "it is in the file itself: {reason}");
    // In a nested file.
    let place = &mut verdict.entry_points[0].reasons[0].place;
    *place = std::mem::take(place).in_source(&Source::file().section(".llvmbc"));
    compare(kind, &verdict);
    assert_eq!(to_value(&verdict).unwrap()["entry_points"][0]["reasons"][0]["source"], ".llvmbc");
}

/// Of every program and every target there, so that all outcomes, stages and remedies are among them.
#[test]
fn verdicts_of_all_kinds() {
    let mut seen = std::collections::BTreeSet::new();
    for (file, targets) in [
        ("executorch/1.5.1/op_topk.pte", &["executorch-0.5.0", "executorch-1.5.1", "executorch-9.0"][..]),
        ("executorch/1.5.1/mlp.pte", &["executorch-0.2.0", "executorch-1.0", "executorch-1.0.7"]),
    ] {
        let bytes = corpus(file);
        for target in targets {
            let verdict = outlast::check(&bytes, &outlast::target(target).unwrap()).unwrap();
            compare(outlast::families::executorch::PROGRAM, &verdict);
            seen.insert(verdict.remedy.name());
        }
    }
    assert!(seen.contains("not-needed") && seen.contains("none-known"), "{seen:?}");
}

#[test]
fn findings() {
    let bytes = corpus("executorch/1.5.1/mlp.pte");
    let (kind, mut findings) = outlast::verify(&bytes[..bytes.len() / 2]).unwrap();
    assert!(!findings.is_empty());
    let place = || Place { span: Span::at(4, 4), ..Place::default() };
    let other = outlast::Diagnostic::new(Code(101), outlast::Severity::Note, "odd", place());
    let other = other.note("n").help("h").related("there", place());
    findings.push(other.clone());
    findings.push(other.in_source(&Source::file().member("x.o")));
    let document = to_value(VerifyResult::new("m", kind, &[], &findings)).unwrap();
    same(&findings.iter().map(Finding).collect::<Vec<_>>(), &document["findings"]);
}

#[test]
fn differences() {
    let (before, after) = (corpus("executorch/1.5.1/mlp.pte"), corpus("executorch/1.5.1/xnn_mlp.pte"));
    let (before, after) = (outlast::open(&before).unwrap(), outlast::open(&after).unwrap());
    let differences = before.diff(&after).unwrap();
    assert!(!differences.is_empty());
    let side = || Side::new("m", before.kind(), 0);
    let document = to_value(DiffDocument::new(side(), side(), &differences)).unwrap();
    same(&differences, &document["differences"]);
}

#[test]
fn summaries() {
    let bytes = corpus("executorch/1.5.1/mlp.pte");
    let program = outlast::open(&bytes).unwrap();
    let mut summary: Summary = program.summary().unwrap();
    // Labels that come again.
    summary.fact("note", "a");
    summary.fact("note", "b");
    summary.fact("note 2", "c");
    summary.listings.push(Listing::new("t", &["a", "a"], vec![vec!["1".into(), "2".into()]]));
    let document = InspectResult::new("m", 0, &summary);
    same(&summary, &without(&document, &["file", "bytes"]));
    assert!(json::to_string(&summary).unwrap().contains("\"note 2 2\""));
}
