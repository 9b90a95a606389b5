//! Real histories: the schemas of ExecuTorch by release.

use outlast_flatbuffers::schema::Schema;
use outlast_lint::fbs::{self, Options};
use outlast_lint::{Direction, Level};

use crate::support::{check_report, home, line, load};

const RELEASES: [&str; 13] = [
    "0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0", "0.7.0", "1.0.0", "1.1.0", "1.2.0", "1.3.0",
    "1.4.0", "1.5.0",
];

fn schema(name: &str) -> Schema {
    load(&home().join("../executorch/schemas").join(name))
}

fn number(release: &str) -> Vec<u32> {
    release.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

/// A schema as each release had it.
fn releases(name: &str) -> Vec<(String, Schema)> {
    let newest = schema(name);
    let as_of = |release: &str| newest.as_of(|since| number(since) <= number(release));
    RELEASES.iter().map(|release| (release.to_string(), as_of(release))).collect()
}

#[test]
fn programs_are_clean_throughout() {
    for name in ["program.fbs", "bundled_program.fbs"] {
        let releases = releases(name);
        for (at, (_, new)) in releases.iter().enumerate() {
            let held = fbs::lint_against_all(new, &releases[..=at], &Options::default()).unwrap();
            let bad: Vec<String> = held
                .iter()
                .filter(|held| held.finding.level != Level::Note)
                .map(|held| format!("{} against {:?}", line(&held.finding), held.against))
                .collect();
            assert!(bad.is_empty(), "{name} {}: {bad:#?}", releases[at].0);
        }
    }
}

#[test]
fn growth_is_held_against_all_that_lack_it() {
    let releases = releases("program.fbs");
    let (_, new) = releases.last().unwrap();
    let held = fbs::lint_against_all(new, &releases, &Options::default()).unwrap();
    let extra = held.iter().find(|held| held.finding.subject.ends_with(".extra_tensor_info")).unwrap();
    assert_eq!(extra.finding.rule.name, "fbs-field-added");
    assert_eq!(extra.against, ["0.1.0", "0.2.0", "0.3.0"]);
}

#[test]
fn tensor_data_break_where_they_broke() {
    let (a, b, c) = (schema("flat_tensor_v0a.fbs"), schema("flat_tensor_v0b.fbs"), schema("flat_tensor.fbs"));
    let lint = |old: &Schema, new: &Schema| fbs::lint(old, new, &Options::default()).unwrap();
    let grown = lint(&a, &b);
    assert!(grown.worst() == Some(Level::Note), "{:#?}", grown.findings.iter().map(line).collect::<Vec<_>>());
    let broken = lint(&b, &c);
    check_report(&b, &c, &broken);
    assert!(broken.breaks(Direction::NewReadsOld) && broken.breaks(Direction::OldReadsNew));
    let moved = broken.findings.iter().find(|f| f.rule.name == "fbs-slot-moved").unwrap();
    assert_eq!(moved.subject, "FlatTensor.segments");
    assert!(moved.why.contains("slot 3") && moved.why.contains("slot 1"), "{}", moved.why);
    assert_eq!(moved.old.as_ref().unwrap().text, "segments: [flat_tensor_flatbuffer.DataSegment]");
    assert!(moved.old.as_ref().unwrap().line > 20 && moved.old.as_ref().unwrap().column == 3);
    assert!(broken.findings.iter().any(|f| f.rule.name == "fbs-identifier-unchanged"));
}

#[test]
fn delegates_are_told_apart() {
    let releases = releases("xnnpack.fbs");
    for pair in releases.windows(2) {
        let [(_, old), (name, new)] = pair else { continue };
        let report = fbs::lint(old, new, &Options::default()).unwrap();
        let lines: Vec<String> = report.findings.iter().map(line).collect();
        assert!(report.findings.iter().all(|f| f.level == Level::Note), "{name}: {lines:#?}");
    }
}
