//! What programs compute in real runtimes: one beside what was predicted, or tests of changes.
//!
//! ```text
//! net.pte in executorch-0.6.0 (0.6.0): as predicted: it loads, and 2 of 2 cases are equal
//!   case        outcome   largest error   relative
//!   forward 0   equal     0               0
//!   forward 1   equal     1.2e-7          3.1e-7
//! ```
//!
//! ```text
//! alpha (backward): v10/alpha.pt
//!   reader-25: equal, 2 cases, after operator-sets
//!   torch-2.15.0: not run: no runtime: give one with --runtime torch-2.15.0=PYTHON
//! 1 equal, 0 wrong, 1 not run
//! ```

use std::fmt::Write;

use outlast::Outcome;

use super::risk::risk;
use super::style::{Painted, Styles};
use super::table::write_table;
use crate::escape;
use crate::json::{ProveDocument, Proved};
use crate::plural;
use crate::proof::{Proof, Verdict};

/// Lines of what a runtime printed that are shown.
const SHOWN: usize = 3;

/// For people: what it comes to, and a table of the cases.
pub fn proof(styles: &Styles, proof: &Proof) -> String {
    let mut out = risk(styles, proof.converted.as_ref().unwrap_or(&proof.file), &proof.risk);
    let style = match (proof.result, proof.is_proved()) {
        (_, true) => styles.good,
        (Verdict::NotRun, _) => styles.warning,
        _ => styles.error,
    };
    let what = proof.converted.as_ref().unwrap_or(&proof.file);
    let judged = match proof.target == proof.runtime {
        true => String::new(),
        false => format!(", judged for {}", escape(&proof.target)),
    };
    let runtime = escape(&proof.runtime);
    let _ = writeln!(out, "{} in {runtime}{judged}: {}", escape(what), Painted(style, proof.sentence()));
    if let Some(original) = &proof.original_runtime {
        let _ = writeln!(out, "  expected: what {} gives in {}", escape(&proof.file), escape(original));
    }
    if let Some(message) = &proof.message {
        let _ = writeln!(out, "  {}", escape(message));
    }
    if proof.cases.is_empty() {
        return out;
    }
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3e}"));
    let rows: Vec<Vec<String>> = proof
        .cases
        .iter()
        .map(|case| {
            let (error, relative) = (number(case.largest_error), number(case.largest_relative_error));
            let what = case.message.clone().unwrap_or_default();
            vec![case.name.clone(), case.outcome.name().to_string(), error, relative, what]
        })
        .collect();
    write_table(&mut out, styles, &["case", "outcome", "largest error", "relative", ""], &rows, usize::MAX);
    if let Some(case) = proof.cases.iter().find(|case| !case.printed.is_empty()) {
        let _ = writeln!(out, "  printed by the runtime in {}:", escape(&case.name));
        let before = case.printed.len().saturating_sub(SHOWN);
        for line in case.printed.iter().skip(before) {
            let _ = writeln!(out, "    {}", escape(line));
        }
    }
    out
}

/// Every reader of every change, and how many are right.
pub fn proved(styles: &Styles, document: &ProveDocument) -> String {
    let mut out = String::new();
    for change in document.changes() {
        let _ = writeln!(out, "{} ({}): {}", escape(&change.name), change.direction, escape(&change.file));
        for reader in &change.readers {
            let _ = writeln!(out, "  {}: {}", escape(&reader.target), of_one(styles, reader));
        }
    }
    let _ = writeln!(out, "{}", document.total());
    out
}

fn of_one(styles: &Styles, reader: &Proved) -> String {
    let delivery = match reader.delivery {
        "converted" => format!("after {}", reader.steps.join(", ")),
        _ => "as it is".to_string(),
    };
    let cases = plural(reader.cases, "case");
    let message = reader.message.as_deref().map(escape).unwrap_or_default();
    match (reader.result, reader.delivery) {
        ("equal", _) => format!("{}, {cases}, {delivery}", Painted(styles.outcome(Outcome::Loads), "equal")),
        ("recorded", _) => format!("recorded, {cases}"),
        ("not-run", _) => format!("not run ({delivery}): {message}"),
        (_, "refused") => format!("{}: {message}", Painted(styles.error, "not converted")),
        _ => format!("{} ({delivery}): {message}", Painted(styles.error, "wrong")),
    }
}
