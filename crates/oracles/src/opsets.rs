//! Texts that people write about operator sets: [`opset_tables()`], [`opset_lints()`].

use outlast::families::torch::OwnOperators;
use outlast::lint::operators::findings;
use outlast::opsets::OperatorSet;
use outlast::opsets::lint::{Coverage, Declared, Inventory, Lint, Mode, Request, lint};
use outlast::opsets::{Pack, VersionedSet, check_functions, read_allowances, read_set};
use outlast_torchscript::upgraders::Condition;

use crate::changed::Changed;
use crate::parts::Parts;

/// Longest text: what is checked of functions grows with what they call.
const MOST_BYTES: usize = 1 << 14;

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MOST_BYTES)
}

/// Reads a version table with its functions, as `--operators DIR` does: every fault and every function.
///
/// # Panics
///
/// Where an error says nothing or is on a line that the text does not have; where what is read as a set has faults; where changes of an operator
/// are not in the order of their versions; where a function is not in the text.
pub fn opset_tables(input: &[u8]) -> Changed {
    let parts = Parts::split(input);
    let Some((table, functions)) = parts.and_then(|parts| Some((text(parts.first)?, text(parts.second)?)))
    else {
        return Changed::NotAsked;
    };
    let whole = OwnOperators::read(table, vec![functions.to_string()]);
    let set = match VersionedSet::parse(table) {
        Ok(set) => set,
        Err(error) => {
            assert!(whole.is_err(), "a set without a table");
            assert!(!error.message.is_empty() && error.line <= lines(table), "{error}");
            return Changed::Refused;
        }
    };
    let faults = set.table.faults();
    assert!(faults.iter().all(|fault| !fault.message.is_empty() && fault.line <= lines(table)), "{faults:?}");
    assert!(whole.is_err() || faults.is_empty(), "a set with faults: {faults:?}");
    for change in set.table.changes() {
        let of = set.table.operator_changes(&change.operator);
        assert!(of.contains(change), "{} is not found", change.operator);
        assert!(of.is_sorted_by_key(|change| change.version), "{}", change.operator);
        let conditions =
            change.same_if.iter().chain(change.downgrader.iter().filter_map(|back| back.condition.as_ref()));
        for text in conditions {
            match Condition::parse(text) {
                // Of nothing that is known, only what holds always or never can be told.
                Ok(condition) => drop(condition.holds(&|_| None)),
                Err(why) => assert!(!why.is_empty()),
            }
        }
    }
    let mut pack = Pack::default();
    if let Err(why) = pack.add(functions) {
        assert!(!why.is_empty());
        return Changed::Refused;
    }
    let names: Vec<&str> = pack.names().collect();
    for name in &names {
        match pack.function(name) {
            Some(Ok(function)) => {
                assert_eq!(function.name, *name);
                assert!(
                    function.calls.iter().all(|called| pack.has(called)),
                    "{name} calls what is not there"
                );
            }
            Some(Err(fault)) => assert!(!fault.message.is_empty()),
            None => panic!("{name} is there, and is not found"),
        }
    }
    assert!(pack.parsed() <= names.len());
    let schemas = set.schemas.iter().cloned().map(Declared::known).collect();
    let newest = Inventory { coverage: Coverage::Complete, schemas };
    for fault in check_functions(&set.table, &pack, &newest) {
        assert!(!fault.message.is_empty(), "{fault:?}");
    }
    if whole.is_ok() { Changed::Done } else { Changed::Refused }
}

fn lines(text: &str) -> u64 {
    u64::try_from(text.lines().count()).unwrap_or(u64::MAX).saturating_add(1)
}

/// How many operations an input of [`opset_lints()`] can ask for.
pub(crate) const OPERATIONS: usize = 2;

/// Reads two operator sets and compares them, or an operator set and an allow-list.
///
/// # Panics
///
/// Where an error says nothing; where a set differs from itself; where a change between two sets is not one in the other direction; where a finding has a place
/// that the text does not have.
pub fn opset_lints(input: &[u8]) -> Changed {
    let Some(parts) = Parts::split(input) else { return Changed::NotAsked };
    if parts.first.len().max(parts.second.len()) > MOST_BYTES {
        return Changed::NotAsked;
    }
    let set = match read_set(parts.first) {
        Ok(set) => set,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Changed::Refused;
        }
    };
    let new = &set.inventory;
    for declared in &new.schemas {
        let span = &declared.bytes;
        assert!(
            span.start <= span.end && span.end <= parts.first.len() as u64,
            "{span:?} is not in the text"
        );
    }
    let mode = if parts.variant % 2 == 0 { Mode::Strict } else { Mode::Pytorch };
    let request = |new, old| Request {
        new,
        old,
        mode,
        table: None,
        functions: &[],
        history: &|_| None,
        allow: &[],
        as_of: None,
    };
    assert!(lint(&request(new, new)).changes.is_empty(), "a set differs from itself");
    if parts.operation % OPERATIONS == 1 {
        let Some(text) = text(parts.second) else { return Changed::NotAsked };
        return match read_allowances(text) {
            Ok(allow) => {
                let request = Request { allow: &allow, ..request(new, new) };
                let found = lint(&request);
                assert!(found.changes.is_empty());
                print_findings(&found, &request, [&set, &set], Some(text));
                Changed::Done
            }
            Err(error) => {
                assert!(!error.message.is_empty() && error.line <= lines(text), "{error}");
                Changed::Refused
            }
        };
    }
    let Ok(old) = read_set(parts.second) else { return Changed::Refused };
    let (there, back) = (lint(&request(new, &old.inventory)), lint(&request(&old.inventory, new)));
    let seen = [&there, &back].map(|lint| lint.changes.len().saturating_add(lint.untold));
    assert_eq!(seen[0], seen[1], "changes are seen in one direction only");
    print_findings(&there, &request(new, &old.inventory), [&old, &set], None);
    Changed::Done
}

/// Every finding says something, and every witness can be opened.
fn print_findings(found: &Lint<'_>, request: &Request<'_>, sets: [&OperatorSet; 2], allow: Option<&str>) {
    for finding in findings(found, request, sets, None, allow.map(|text| ("allow.yaml", text))).findings {
        assert!(!finding.subject.is_empty() && !finding.why.is_empty(), "{finding:?}");
        for witness in finding.witnesses {
            assert!(outlast::open(&witness.bytes).is_ok(), "{}", witness.wrote);
        }
    }
}
