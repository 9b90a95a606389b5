//! What cannot be compared is an error; many baselines are one answer; what a finding says.

use outlast_flatbuffers::schema::Schema;
use outlast_lint::fbs::{self, Options};
use outlast_lint::{Bump, Direction, First, Level, Outcome};

fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

#[test]
fn nothing_to_compare_is_an_error() {
    let (empty, some) = (parse("namespace a;"), parse("table T { a: int; } root_type T;"));
    assert!(fbs::lint(&empty, &some, &Options::default()).is_err());
    assert!(fbs::lint(&some, &empty, &Options::default()).is_err());
    let (a, b) =
        (parse("table A { x: int; y: [string]; }"), parse("table B { z: double; } struct C { q: long; }"));
    let error = fbs::lint(&a, &b, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("no type in common"), "{error}");
    assert!(Schema::parse_with("a.fbs", "include \"gone.fbs\"; table T {}", &mut |_| None).is_err());
    let error = fbs::lint_against_all(&some, &[("v1".into(), empty)], &Options::default()).unwrap_err();
    assert!(error.to_string().contains("v1"), "{error}");
}

#[test]
fn a_finding_names_the_baselines_that_it_holds_against() {
    let v1 = parse("table T { a: int; b: string; } root_type T;");
    let v2 = parse("table T { a: int; b: string; c: long; } root_type T;");
    let v3 = parse("table T { a: int; b: string (required); } root_type T;");
    let all = [("v1".to_string(), v1), ("v2".to_string(), v2)];
    let held = fbs::lint_against_all(&v3, &all, &Options::default()).unwrap();
    let against = |rule: &str| held.iter().find(|h| h.finding.rule.name == rule).map(|h| h.against.join(" "));
    assert_eq!(against("fbs-required-added").as_deref(), Some("v1 v2"));
    assert_eq!(against("fbs-field-removed").as_deref(), Some("v2"));
    assert_eq!(held[0].finding.level, Level::Break);
}

#[test]
fn one_name_with_two_numbers_has_them() {
    let old = parse("enum E: byte { A, B } table T { x: E = B; } root_type T;");
    let new = parse("enum E: byte { B, A } table T { x: E = B; } root_type T;");
    let report = fbs::lint(&old, &new, &Options::default()).unwrap();
    let whys = report.findings.iter().filter(|finding| finding.rule.name == "fbs-default-changed");
    let whys: Vec<&str> = whys.map(|finding| finding.why.as_str()).collect();
    assert_eq!(whys, ["The default of `x` was B (1) and is B (0)."]);
}

#[test]
fn a_finding_says_what_to_do() {
    let old = parse("table C { x: uint = 1; } table T { c: [C]; } root_type T;");
    let new = parse("table C {\n  x: uint = 2;\n} table T { c: [C]; } root_type T;");
    let report = fbs::lint(&old, &new, &Options::default()).unwrap();
    let finding = &report.findings[0];
    assert_eq!((finding.rule.name, finding.subject.as_str()), ("fbs-default-changed", "T.c.x"));
    assert_eq!((finding.first, finding.bump), (First::Neither, Bump::Identifier));
    assert_eq!(finding.why, "The default of `x` was 1 and is 2.");
    let site = finding.new.as_ref().unwrap();
    assert_eq!((site.line, site.column, site.text.as_str()), (2, 3, "x: uint = 2"));
    let witness = finding.witness(Direction::NewReadsOld).unwrap();
    assert_eq!(witness.set, 1, "a vector with one empty table: {}", witness.wrote);
    let expected = Outcome::Different { path: "T.c[0].x".into(), wrote: "1".into(), read: "2".into() };
    assert_eq!(witness.outcome, expected);
    assert_eq!(witness.outcome.to_string(), "`T.c[0].x`: wrote 1, read 2");
}

#[test]
fn versions_may_be_given() {
    let old = parse("table T { a: int; } root_type T;");
    let new = parse("table T { a: int; b: int; } root_type T;");
    let rules = |versions| -> Vec<&str> {
        let report = fbs::lint(&old, &new, &Options { versions }).unwrap();
        report.findings.iter().map(|finding| finding.rule.name).collect()
    };
    assert_eq!(rules(None), ["fbs-field-added"]);
    assert_eq!(rules(Some((1, 2))), ["fbs-field-added"]);
    assert_eq!(rules(Some((2, 2))), ["fbs-version-unchanged", "fbs-field-added"]);
}

#[test]
fn binary_schemas_have_no_places() {
    let bytes = include_bytes!("../../../flatbuffers/tests/it/sample.bfbs");
    let schema = Schema::from_bfbs(bytes).unwrap();
    let report = fbs::lint(&schema, &schema, &Options::default()).unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}
