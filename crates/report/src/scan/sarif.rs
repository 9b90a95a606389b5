//! A scan as SARIF 2.1.0: code that reading a program runs first, then one result for each program and reason, with the targets that have it.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Code, CodeInfo};

use super::text::series;
use super::{Line, Record, RecordReason};
use crate::risk::RiskRecord;
use crate::sarif::{Location, Message, SarifLog, SarifResult, Suppression};

/// All reasons of verdicts that are not good. `codes` says what their codes mean.
pub fn sarif(lines: &[Line], codes: &[CodeInfo]) -> SarifLog {
    let mut found: Vec<(&Record, &RecordReason, Vec<&str>)> = Vec::new();
    // Verdicts on one file follow one another: a reason that several targets have is one result.
    let mut of_file = 0;
    let mut led: Vec<(&str, &RiskRecord)> = Vec::new();
    for line in lines {
        let (file, risk) = match line {
            Line::Verdict(record) => (record.file.as_str(), &record.risk),
            Line::File(file) => (file.file.as_str(), &file.risk),
            Line::Skipped(_) => continue,
        };
        if led.last().is_none_or(|(last, _)| *last != file) {
            led.extend(risk.iter().map(|risk| (file, risk)));
        }
        let Line::Verdict(record) = line else { continue };
        if found.get(of_file).is_none_or(|(other, ..)| other.file != record.file) {
            of_file = found.len();
        }
        if record.is_good() {
            continue;
        }
        for reason in &record.reasons {
            let same = |(_, other, _): &&mut (&Record, &RecordReason, Vec<&str>)| {
                (&other.code, &other.subject, &other.outcome, &other.entry, other.offset)
                    == (&reason.code, &reason.subject, &reason.outcome, &reason.entry, reason.offset)
                    && (&other.ignored, other.known) == (&reason.ignored, reason.known)
            };
            match found.get_mut(of_file..).and_then(|found| found.iter_mut().find(same)) {
                Some((.., targets)) => targets.push(&record.target),
                None => found.push((record, reason, vec![&record.target])),
            }
        }
    }
    let code = |text: &str| text.trim_start_matches("OL").parse().map(Code).unwrap_or(Code(0));
    let mut used: Vec<Code> = found.iter().map(|(_, reason, _)| code(&reason.code)).collect();
    used.extend(led.iter().map(|(_, risk)| code(&risk.code)));
    used.sort_unstable();
    used.dedup();
    // All results of a run say which entries suppress them, or none does: SARIF 2.1.0, 3.27.23.
    let is_suppressed = found.iter().any(|(_, reason, _)| reason.ignored.is_some())
        || led.iter().any(|(_, risk)| risk.allowed.is_some());
    let mut identities = BTreeSet::new();
    let results = found.iter().map(|(record, reason, targets)| {
        let mut text = format!("on {}: {}", series(targets), reason.message);
        for (label, more) in [("the reader prints", &reason.says), ("help", &reason.help)] {
            if let Some(more) = more {
                text += &format!("\n{label}: {more}");
            }
        }
        // What stays the same when a file is rewritten and its offsets move: hosts follow a finding by it.
        let mut identity = format!("{} {} {} {}", record.file, reason.entry, reason.code, reason.subject);
        // The same on targets where it does not count, or counts.
        if !identities.insert(identity.clone()) {
            identity += &format!(" on {}", series(targets));
        }
        SarifResult {
            rule_id: reason.code.clone(),
            rule_index: used.binary_search(&code(&reason.code)).unwrap_or_default(),
            level: if *reason.outcome == *"unknown" { "warning" } else { "error" },
            message: Message { text },
            locations: vec![Location::bytes(&record.file, (reason.offset, reason.end), &reason.path)],
            related_locations: Vec::new(),
            suppressions: is_suppressed.then(|| reason.ignored.iter().map(Suppression::new).collect()),
            baseline_state: reason.known.map(|known| if known { "unchanged" } else { "new" }),
            partial_fingerprints: BTreeMap::from([("outlast/1", identity)]),
            properties: None,
        }
    });
    let risks = led.iter().map(|(file, risk)| crate::sarif::of_risk(file, risk, &used, is_suppressed));
    let results = risks.chain(results).collect();
    SarifLog::of(&used, codes, results)
}
