//! Every rule over every pair: exactly the findings that are expected, and no others; and against the truth, which says of each pair
//! whether readers break, whatever our rules find.

use std::collections::{BTreeMap, BTreeSet};

use outlast_lint::fbs::{self, Options, RULES};
use outlast_lint::{Direction, Level, Report};

use crate::support::{check_report, expected, line, pairs, schema};

/// What a report says of a direction, in the words of the truth.
fn said(report: &Report, direction: Direction) -> &'static str {
    let worst = report.findings.iter().filter(|finding| finding.directions.has(direction));
    match worst.map(|finding| finding.level).max() {
        Some(Level::Break) => "yes",
        Some(Level::DependsOnData) => "depends",
        _ => "no",
    }
}

#[test]
fn every_rule_over_every_pair() {
    let pairs = pairs("fbs");
    let mut faults = Vec::new();
    let mut safe = 0;
    for pair in &pairs {
        let name = pair.name();
        let (old, new) = (schema(pair, "old.fbs"), schema(pair, "new.fbs"));
        let (expect, wanted) = expected(pair);
        let report = fbs::lint(&old, &new, &Options::default()).unwrap();
        check_report(&old, &new, &report);
        let mut found: Vec<String> = report.findings.iter().map(line).collect();
        found.sort();
        if found != wanted {
            faults.push(format!(
                "{name}\n  found    {}\n  expected {}",
                found.join("\n           "),
                wanted.join("\n           ")
            ));
        }
        let mut breaks = false;
        for direction in Direction::ALL {
            let truth = expect["breaks"][direction.name()].as_str().unwrap();
            breaks |= truth != "no";
            if said(&report, direction) != truth {
                faults
                    .push(format!("{name}: {direction} is {truth}, and we say {}", said(&report, direction)));
            }
        }
        safe += usize::from(!breaks);
    }
    println!("{} pairs, {safe} of them safe", pairs.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(pairs.len() >= 80 && safe >= 20);
}

#[test]
fn every_rule_has_a_pair() {
    let mut rules: BTreeSet<String> = RULES.iter().map(|rule| rule.name.to_string()).collect();
    for pair in pairs("fbs") {
        for line in expected(&pair).1 {
            rules.remove(line.split(' ').next().unwrap());
        }
    }
    assert!(rules.is_empty(), "no pair for {rules:?}");
}

#[test]
fn rules_are_named_once() {
    let (mut names, mut codes) = (BTreeSet::new(), BTreeMap::new());
    for rule in RULES {
        assert!(names.insert(rule.name), "{}", rule.name);
        assert_eq!(codes.insert(rule.code, rule.name), None, "{}", rule.code);
        assert!((3800..3900).contains(&rule.code.0), "{}", rule.code);
        assert!(rule.name.starts_with("fbs-") && rule.text.ends_with('.'), "{}", rule.name);
        assert!(rule.title.starts_with(|c: char| !c.is_uppercase() || rule.title.starts_with("RPC")));
        assert_eq!(fbs::rule(rule.name), Some(*rule));
        assert_eq!(fbs::rule(&rule.code.to_string()), Some(*rule));
    }
}
