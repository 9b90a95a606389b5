//! Every rule over every pair: exactly the findings that are expected, and no others.

use std::collections::BTreeSet;

use outlast_lint::dialect::model::Dialects;
use outlast_lint::dialect::wire::read;
use outlast_lint::dialect::{self, RULES};
use outlast_lint::{Direction, Level, Outcome, Report};
use outlast_testkit::documents::Document;

use crate::support::{bless, expected, line, pairs, was_given_up};

fn load(pair: &Document, name: &str) -> Dialects {
    dialect::read_text(name, pair.expect(name)).unwrap_or_else(|error| panic!("{}: {error}", pair.name()))
}

/// Reads each witness again, apart from the engine that made it: the release that wrote it reads it, and the other one refuses it or reads something else.
pub(crate) fn check_report(old: &Dialects, new: &Dialects, report: &Report) {
    for finding in &report.findings {
        if finding.level == Level::Break && !was_given_up(finding) {
            for direction in finding.directions.iter() {
                assert!(finding.witness(direction).is_some(), "no witness of {direction}: {finding:?}");
            }
        }
        assert!(
            !finding.why.is_empty() && !finding.fix.is_empty() && !finding.directions.is_empty(),
            "{finding:?}"
        );
        for witness in &finding.witnesses {
            let (writer, reader) = match witness.direction {
                Direction::NewReadsOld => (old, new),
                Direction::OldReadsNew => (new, old),
            };
            let own = read(writer, &witness.bytes);
            let own =
                own.unwrap_or_else(|refusal| panic!("its own release refuses {witness:?}: {refusal:?}"));
            // What is refused or misread first, where another change hides this one.
            let outcome = witness.first.as_ref().unwrap_or(&witness.outcome);
            match (outcome, read(reader, &witness.bytes)) {
                (Outcome::Equal, _) => panic!("a witness of nothing: {witness:?}"),
                (Outcome::Rejected { path, why }, Err(refusal)) => {
                    assert_eq!((path, why), (&refusal.path, &refusal.why));
                }
                (Outcome::Rejected { .. }, Ok(other)) => panic!("not refused: {witness:?}: {other:?}"),
                (Outcome::Different { wrote, read, .. }, Ok(other)) => {
                    assert_ne!(wrote, read);
                    assert_ne!(own, other, "{witness:?}");
                }
                (Outcome::Different { .. }, Err(refusal)) => panic!("refused: {witness:?}: {refusal:?}"),
            }
        }
    }
}

#[test]
fn every_dialect_rule_over_every_pair() {
    let pairs = pairs("dialect");
    let (mut faults, mut safe, mut found_all, mut wanted_all) = (Vec::new(), 0, 0, 0);
    for pair in &pairs {
        let name = pair.name();
        let (old, new) = (load(pair, "old.txt"), load(pair, "new.txt"));
        let (table, wanted) = expected(pair);
        let report = dialect::lint(&old, &new).unwrap();
        check_report(&old, &new, &report);
        let mut found: Vec<String> = report.findings.iter().map(line).collect();
        found.sort();
        wanted_all += wanted.len();
        found_all += wanted.iter().filter(|line| found.contains(line)).count();
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
        assert!(name.starts_with("safe-") != breaks, "{name}");
    }
    println!("{} pairs, {safe} of them safe; {found_all} of {wanted_all} expected findings", pairs.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(pairs.len() >= 60 && safe >= 15);
}

#[test]
fn every_dialect_rule_has_a_pair() {
    let mut rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    for pair in pairs("dialect") {
        for line in expected(&pair).1 {
            rules.remove(line.split(' ').next().unwrap());
        }
    }
    assert!(rules.is_empty(), "no pair for {rules:?}");
}

#[test]
fn dialect_rules_are_named_once() {
    let (mut names, mut codes) = (BTreeSet::new(), BTreeSet::new());
    for rule in RULES {
        assert!(names.insert(rule.name) && codes.insert(rule.code), "{}", rule.name);
        assert!((4001..4100).contains(&rule.code.0), "{}", rule.code);
        assert!(rule.name.starts_with("dialect-") && rule.text.ends_with('.'), "{}", rule.name);
        assert!(!rule.title.ends_with('.') && !rule.title.starts_with(char::is_uppercase));
        assert_eq!(dialect::rule(rule.name), Some(*rule));
        assert_eq!(dialect::rule(&rule.code.to_string()), Some(*rule));
    }
}
