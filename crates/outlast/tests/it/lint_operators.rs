//! Every rule of the lint of operator sets over every pair in `crates/lint/pairs/operators`: exactly the findings that are expected.

use std::collections::BTreeSet;
use std::path::Path;

use outlast::lint::operators::{RULES, findings};
use outlast::lint::{Direction, Finding, Level, Outcome, Report, Surface};
use outlast::opsets::lint::{Date, Mode, Request, in_history, lint};
use outlast::opsets::{OperatorSet, Pack, VersionedSet, check_functions, read_allowances, read_set};
use outlast_testkit::documents::Document;

fn pairs() -> Vec<Document> {
    Document::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../lint/pairs/operators"))
}

fn report(pair: &Document, expect: &toml::Table) -> Report {
    let set = |name: &str| -> OperatorSet { read_set(pair.expect(name).as_bytes()).unwrap() };
    let (old, new) = (set("old.txt"), set("new.txt"));
    let (table_text, allow_text) = (pair.file("table.yaml"), pair.file("allow.yaml"));
    let table = table_text.map(|text| VersionedSet::parse(text).unwrap());
    let allow = allow_text.map(|text| read_allowances(text).unwrap()).unwrap_or_default();
    let functions = match (&table, pair.file("functions.py")) {
        (Some(table), Some(text)) => {
            let mut pack = Pack::default();
            pack.add(text).unwrap();
            check_functions(&table.table, &pack, &new.inventory)
        }
        _ => Vec::new(),
    };
    let said = |key: &str| expect.get(key).and_then(toml::Value::as_str);
    let request = Request {
        new: &new.inventory,
        old: &old.inventory,
        mode: if said("mode") == Some("pytorch") { Mode::Pytorch } else { Mode::Strict },
        table: table.as_ref().map(|table| &table.table),
        functions: &functions,
        history: &in_history,
        allow: &allow,
        as_of: said("as-of").map(|day| Date::parse(day).unwrap()),
    };
    let texts = [("table.yaml", table_text), ("allow.yaml", allow_text)];
    let [table, allow] = texts.map(|(name, text)| text.map(|text| (name, text)));
    findings(&lint(&request), &request, [&old, &new], table, allow)
}

fn line(finding: &Finding) -> String {
    let shown = match finding.witnesses.first().map(|witness| &witness.outcome) {
        None => "no witness",
        Some(Outcome::Rejected { .. }) => "rejected",
        Some(Outcome::Different { .. }) => "different",
        Some(Outcome::Equal) => "equal",
    };
    let Finding { rule, level, directions, surface, subject, .. } = finding;
    format!("{} {} {directions} {} {subject}: {shown}", rule.name, level.name(), surface.name())
}

/// What a report says of a direction, in the words of the truth.
fn said(report: &Report, direction: Direction) -> &'static str {
    // What is wrong in a table is no matter of reading.
    let of_files = report.findings.iter().filter(|finding| finding.surface != Surface::Source);
    let worst = of_files.filter(|finding| finding.directions.has(direction));
    match worst.map(|finding| finding.level).max() {
        Some(Level::Break) => "yes",
        Some(Level::DependsOnData) => "depends",
        _ => "no",
    }
}

#[test]
fn every_rule_over_every_pair() {
    let (mut faults, mut rules) = (Vec::new(), BTreeSet::new());
    for pair in pairs() {
        let name = pair.name();
        let expect: toml::Table = pair.expect("expect.toml").parse().unwrap();
        let report = report(&pair, &expect);
        let found: Vec<String> = report.findings.iter().map(line).collect();
        rules.extend(report.findings.iter().map(|finding| finding.rule.name));
        for finding in &report.findings {
            assert!(!finding.why.is_empty() && !finding.subject.is_empty(), "{name}: {finding:?}");
            let is_wire = finding.level == Level::Break && finding.surface == Surface::Wire;
            assert!(!is_wire || !finding.witnesses.is_empty(), "{name}: {finding:?}");
            for witness in &finding.witnesses {
                shown(&witness.bytes, name);
            }
        }
        let wanted: Vec<&str> = expect
            .get("findings")
            .and_then(toml::Value::as_array)
            .map(|lines| lines.iter().filter_map(toml::Value::as_str).collect())
            .unwrap_or_default();
        if found != wanted {
            faults.push(format!("{name}\n  {found:#?}\n  expected {wanted:#?}"));
        }
        for direction in Direction::ALL {
            let truth = expect["breaks"][direction.name()].as_str().unwrap();
            if said(&report, direction) != truth {
                faults
                    .push(format!("{name}: {direction} is {truth}, and we say {}", said(&report, direction)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let without: Vec<&str> =
        RULES.iter().map(|rule| rule.name).filter(|name| !rules.contains(name)).collect();
    assert!(without.is_empty(), "no pair for {without:?}");
}

/// Two pairs in one set, beside each other and as overloads of one operator: each break counts as it did alone.
#[test]
fn no_break_of_an_operator_masks_another() {
    // Those that are only schemas, and whose rules are those of this project.
    let plain = |pair: &Document| {
        let names = ["table.yaml", "allow.yaml", "functions.py"];
        let expect: toml::Table = pair.expect("expect.toml").parse().unwrap();
        !names.iter().any(|name| pair.file(name).is_some()) && !expect.contains_key("mode")
    };
    let pairs: Vec<Document> = pairs().into_iter().filter(plain).collect();
    // Names of operators and their overloads: `my::scale.Tensor(`.
    let renamed = |text: &str, overload: bool| -> String {
        let line = |line: &str| {
            let Some((name, rest)) = line.split_once('(') else { return line.to_string() };
            match (overload, name.split_once('.')) {
                (false, _) => format!("zz{name}({rest}"),
                (true, Some((name, of))) => format!("{name}.zz_{of}({rest}"),
                (true, None) => format!("{name}.zz({rest}"),
            }
        };
        text.lines().map(|text| line(text) + "\n").collect()
    };
    let judged = |old: &str, new: &str| -> Report {
        let set = |text: &str| read_set(text.as_bytes()).unwrap();
        let (old, new) = (set(old), set(new));
        let request = Request {
            new: &new.inventory,
            old: &old.inventory,
            mode: Mode::Strict,
            table: None,
            functions: &[],
            history: &in_history,
            allow: &[],
            as_of: None,
        };
        findings(&lint(&request), &request, [&old, &new], None, None)
    };
    let heavy = |report: &Report| -> Vec<(&'static str, Level, outlast::lint::Directions)> {
        let all = report.findings.iter().filter(|finding| finding.level > Level::Note);
        all.map(|finding| (finding.rule.name, finding.level, finding.directions)).collect()
    };
    let (mut combinations, mut breaks, mut masked) = (0, 0, Vec::new());
    for first in &pairs {
        for second in &pairs {
            for overload in [false, true] {
                let own = ["old.txt", "new.txt"].map(|name| first.expect(name));
                let other = ["old.txt", "new.txt"].map(|name| renamed(second.expect(name), overload));
                let report = judged(&format!("{}{}", own[0], other[0]), &format!("{}{}", own[1], other[1]));
                let mut wanted = heavy(&judged(own[0], own[1]));
                wanted.extend(heavy(&judged(&other[0], &other[1])));
                wanted.sort_by_key(|one| std::cmp::Reverse(one.1));
                combinations += 1;
                breaks += wanted.len();
                let mut found = heavy(&report);
                found.sort_by_key(|one| std::cmp::Reverse(one.1));
                for one in wanted {
                    let at = found.iter().position(|(rule, level, directions)| {
                        let holds = one.2.iter().all(|direction| directions.has(direction));
                        *rule == one.0 && *level >= one.1 && holds
                    });
                    match at {
                        Some(at) => drop(found.remove(at)),
                        None => masked.push(format!("{} + {}: {one:?}", first.name(), second.name())),
                    }
                }
            }
        }
    }
    println!("{combinations} combinations, {breaks} breaks that count alone, {} masked", masked.len());
    assert!(masked.is_empty(), "{}", masked.join("\n"));
}

/// A witness is a TorchScript archive that verifies.
fn shown(bytes: &[u8], name: &str) {
    let (kind, found) = outlast::verify(bytes).unwrap();
    assert_eq!(kind.name(), "torch-archive", "{name}");
    assert!(found.iter().all(|one| one.severity < outlast::Severity::Error), "{name}: {found:?}");
}
