//! Every rule over every pair: exactly the findings that are expected, and no others.

use std::collections::{BTreeMap, BTreeSet};

use outlast_lint::layout::compare::troubles;
use outlast_lint::layout::content::{Token, Written};
use outlast_lint::layout::model::Layout;
use outlast_lint::layout::reader::read;
use outlast_lint::layout::{self, RULES};
use outlast_lint::{Direction, Level, Outcome, Report};
use outlast_testkit::documents::Document;

use crate::support::{bless, expected, line, pairs, was_given_up};

fn load(pair: &Document, name: &str) -> Layout {
    layout::read_toml(name, pair.expect(name)).unwrap_or_else(|error| panic!("{}: {error}", pair.name()))
}

/// Reads each witness again, apart from the engine that made it: its own reader has nothing against it, and the other one has.
pub(crate) fn check_report(old: &Layout, new: &Layout, report: &Report) {
    for finding in &report.findings {
        if finding.level == Level::Break && !was_given_up(finding) {
            for direction in finding.directions.iter() {
                assert!(finding.witness(direction).is_some(), "no witness of {direction}: {finding:?}");
            }
        }
        for witness in &finding.witnesses {
            let (writer, reader) = match witness.direction {
                Direction::NewReadsOld => (old, new),
                Direction::OldReadsNew => (new, old),
            };
            let own = read(writer, &witness.bytes, true);
            assert!(own.troubles.is_empty(), "its own reader refuses {witness:?}: {:?}", own.troubles);
            // What is refused or misread first, where another change hides this one.
            match witness.first.as_ref().unwrap_or(&witness.outcome) {
                Outcome::Equal => panic!("a witness of nothing: {witness:?}"),
                Outcome::Rejected { why, .. } => {
                    let read = read(reader, &witness.bytes, true);
                    let again = read
                        .troubles
                        .iter()
                        .any(|trouble| format!("{trouble:?}").contains(&format!("{why:?}")));
                    assert!(again, "{witness:?}: {:?}", read.troubles);
                }
                Outcome::Different { .. } => {
                    let written =
                        Written { bytes: witness.bytes.clone(), tokens: tokens(writer, &witness.bytes) };
                    assert!(!troubles(writer, reader, &written, true).is_empty(), "{witness:?}");
                }
            }
        }
    }
}

/// The tokens of a stream, as the writer's own reader reads them.
fn tokens(writer: &Layout, bytes: &[u8]) -> Vec<Token> {
    use outlast_lint::layout::content::{RecordContent, What};
    let reading = read(writer, bytes, true);
    let mut all: BTreeMap<u64, (u32, What)> = BTreeMap::new();
    for (start, id) in &reading.blocks {
        all.insert(*start, (*id, What::Enter(*id)));
    }
    for (start, record) in &reading.records {
        let content = RecordContent { code: record.code, fields: record.fields.clone() };
        all.insert(*start, (record.block, What::Record(content)));
    }
    let mut within: BTreeMap<u32, u64> = BTreeMap::new();
    let mut out = Vec::new();
    for (start, (block, what)) in all {
        match &what {
            What::Enter(id) => {
                within.insert(*id, start);
                out.push(Token { start, parent: None, within: None, what });
            }
            What::Record(_) => {
                out.push(Token { start, parent: Some(block), within: within.get(&block).copied(), what });
            }
        }
    }
    out
}

#[test]
fn every_layout_rule_over_every_pair() {
    let pairs = pairs("layout");
    let (mut faults, mut safe) = (Vec::new(), 0);
    for pair in &pairs {
        let name = pair.name();
        let (old, new) = (load(pair, "old.toml"), load(pair, "new.toml"));
        let (table, wanted) = expected(pair);
        assert!(table["about"].as_str().is_some());
        let report = layout::lint(&old, &new).unwrap();
        check_report(&old, &new, &report);
        let mut found: Vec<String> = report.findings.iter().map(line).collect();
        found.sort();
        if std::env::var_os("BLESS").is_some() {
            bless(pair, table["about"].as_str().unwrap(), &report);
        } else if found != wanted {
            faults.push(format!(
                "{name}\n  found    {}\n  expected {}",
                found.join("\n           "),
                wanted.join("\n           ")
            ));
        }
        let breaks = report.findings.iter().any(|finding| finding.level != Level::Note);
        safe += usize::from(!breaks);
    }
    println!("{} pairs, {safe} of them safe", pairs.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(pairs.len() >= 60 && safe >= 20);
}

#[test]
fn every_layout_rule_has_a_pair() {
    let mut rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    for pair in pairs("layout") {
        for line in expected(&pair).1 {
            rules.remove(line.split(' ').next().unwrap());
        }
    }
    // These are about files, and are tested with files.
    rules.retain(|rule| !rule.starts_with("layout-observed-"));
    assert!(rules.is_empty(), "no pair for {rules:?}");
}

#[test]
fn layout_rules_are_named_once() {
    let (mut names, mut codes) = (BTreeSet::new(), BTreeSet::new());
    for rule in RULES {
        assert!(names.insert(rule.name) && codes.insert(rule.code), "{}", rule.name);
        assert!((3900..4000).contains(&rule.code.0), "{}", rule.code);
        assert!(rule.name.starts_with("layout-") && rule.text.ends_with('.'), "{}", rule.name);
        assert!(
            !rule.title.ends_with('.') && !rule.title.starts_with(char::is_uppercase)
                || rule.title.starts_with("BLOCKINFO")
        );
        assert_eq!(layout::rule(rule.name), Some(*rule));
        assert_eq!(layout::rule(&rule.code.to_string()), Some(*rule));
    }
}

/// Each rule that the founding document states is a rule here, in its words.
#[test]
fn the_founding_document_is_covered() {
    let stated = [
        "can always add new blocks",
        "can always add new records",
        "if you put a new record between them",
        "can add blob data to an existing record",
        "can add new fields to an existing record",
        "expects the number of fields to match exactly",
        "will have to use a different BCRecordLayout",
        "should bump the major version number",
        "put a second record after the first",
        "can only contain one variable-sized entry",
        "includes layout information for each record",
        "doesn't interfere with what v5 is looking for",
        "the v6 tools is able to read a file generated by the v5 tools",
    ];
    for words in stated {
        let words = words.replace("will have to use", "will need to use");
        assert!(RULES.iter().any(|rule| rule.seed.is_some_and(|seed| seed.contains(&words))), "{words}");
    }
}
