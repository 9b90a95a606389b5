//! What speaks against it that a file is as its producer wrote it: for every reader the same. No verdict is good then.
//!
//! A file is taken to be what the verifier of its producer's release let pass. `outlast_mlir` looks whether its bytes are such; rows `sound` have
//! conditions that operations meet after that verifier.

use std::collections::BTreeSet;

use crate::codec::EntryKind;
use crate::facts::{ELIDED, Fault, MlirFacts, TextUse, verifier_rules};
use outlast_core::{Place, Severity, SortShort};

use super::codes;
use super::demands::sound;
use super::producers::major;
use outlast_model::targets::{Behaviour, Does, Profile};
use outlast_model::verdict::{Outcome, Reason};

/// How many are said at most.
const MOST: usize = 4;

/// The finding of `outlast verify` that its reader is known to pass over: no reason against a verdict. A rule of its own looks at what it is about.
const PASSED_OVER: u16 = 1412;

/// What speaks against a file.
pub(super) fn doubts(facts: &MlirFacts, producer: Option<&Profile>) -> Vec<Reason> {
    let counts = |fault: &&Fault| fault.code.is_none_or(|code| code.0 != PASSED_OVER);
    let mut faults: Vec<&Fault> = facts.faults.iter().filter(counts).collect();
    // What is surely wrong goes first.
    faults.sort_short_by_key(|fault| !fault.is_error);
    let mut all: Vec<Reason> = faults.into_iter().take(MOST).map(of_fault).collect();
    let Some(producer) = producer else { return all };
    for text in &facts.texts {
        let Some(what) = wrong_text(text, producer) else { continue };
        if all.len() >= MOST {
            return all;
        }
        all.push(reason(what, "a file as its producer writes it", text.first.clone()));
    }
    for op in facts.ops.iter().filter(|op| !op.unmet.is_empty()) {
        for condition in sound(producer, &op.name) {
            let Some(unmet) = op.unmet.iter().find(|unmet| unmet.condition == condition) else { continue };
            if all.len() >= MOST {
                return all;
            }
            let says = verifier_rules::says(condition);
            let why = if says.is_empty() { format!("`{condition}`") } else { says.to_owned() };
            let what = format!(
                "`{}` (operation {}) is not as mlir-{} verifies it: {why}",
                op.name,
                unmet.first.index(),
                major(producer)
            );
            all.push(reason(what, "the operations of a file that was changed", op.first.clone()));
        }
    }
    all
}

/// What is wrong with an attribute or type in assembly text, of a dialect that the producer has.
fn wrong_text(text: &TextUse, producer: &Profile) -> Option<String> {
    let name = text.name.split_once(ELIDED).map_or(text.name.as_str(), |(name, _)| name);
    let dialect = name.split('.').next().unwrap_or_default();
    if matches!(dialect, "builtin" | "test") || !producer.has("linked", dialect) {
        return None;
    }
    let (short, long) = match text.kind {
        EntryKind::Attr => ("attr", "attribute"),
        EntryKind::Type => ("type", "type"),
    };
    let row = producer.get(short, name)?;
    if Behaviour::parse(row).is_some_and(|behaviour| behaviour.does == Does::Fails) {
        return Some(format!("mlir-{} has no {long} `{name}`", major(producer)));
    }
    if let (Some((_, cases)), Some(words)) = (row.split_once(" cases:"), &text.words) {
        let known: BTreeSet<&str> = cases.split(',').collect();
        let other = words.iter().find(|word| !known.contains(word.as_str()))?;
        return Some(format!("mlir-{} has no `{other}` of {long} `{name}`", major(producer)));
    }
    None
}

fn of_fault(fault: &Fault) -> Reason {
    let what = match fault.code {
        Some(code) => {
            format!("`outlast verify` finds {} in it: {}", code_of(code, fault.is_error), fault.what)
        }
        None => fault.what.clone(),
    };
    reason(what, "a file as its producer writes it", fault.place.clone())
}

fn code_of(code: outlast_core::Code, is_error: bool) -> String {
    let severity = if is_error { Severity::Error } else { Severity::Warning };
    format!("{} ({})", code, severity.name())
}

fn reason(what: String, needs: &str, place: Place) -> Reason {
    Reason::new(codes::UNSOUND, Outcome::Unknown)
        .subject("the file".into())
        .needs(needs.into())
        .has("may refuse it".into())
        .message(Some(format!("the file is not as its producer writes it: {what}")))
        .place(place)
        .help(Some("write the file again, or get an undamaged copy".into()))
}
