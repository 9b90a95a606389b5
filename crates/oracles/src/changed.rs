//! What changes of a file gave: [`Changed`], and what every output must be.

use std::collections::BTreeMap;

use outlast::Program;
use outlast_core::{Code, Severity};

use crate::library;

/// What came of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// The input asks nothing that the oracle knows, of a file that it can open.
    NotAsked,
    /// It was refused, with a reason; or the file cannot be changed because it is not sound.
    Refused,
    /// It was done, and the result is as it must be.
    Done,
}

/// Errors and warnings of a file, by code. `None` if nothing reads it.
fn faults(bytes: &[u8]) -> Option<BTreeMap<Code, Severity>> {
    let [findings, ..] = library::verify(bytes).ok()?;
    let mut faults = BTreeMap::new();
    for finding in findings.into_iter().filter(|finding| finding.severity >= Severity::Warning) {
        let worst = faults.entry(finding.code).or_insert(finding.severity);
        *worst = finding.severity.max(*worst);
    }
    Some(faults)
}

/// Whether verification finds no error: commands change no other files.
pub(crate) fn sound(bytes: &[u8]) -> bool {
    faults(bytes).is_some_and(|faults| faults.values().all(|severity| *severity < Severity::Error))
}

/// Whether verification finds nothing that may be wrong, and nothing in the tables that no schema knows: such a file can be edited.
pub(crate) fn faultless(bytes: &[u8]) -> bool {
    let Ok([findings, ..]) = library::verify(bytes) else { return false };
    findings.iter().all(|finding| finding.severity < Severity::Warning && !UNKNOWN.contains(&finding.code))
}

/// Notes on fields, and on bytes of the tables, that no schema knows: they may be in the way of a change.
const UNKNOWN: [Code; 2] = [Code(1112), Code(1113)];

/// What was made of a sound file is sound, has no warning of a kind that the original does not have, except for those that the change is
/// known to cause, opens and replays.
///
/// # Panics
///
/// If it is not.
pub(crate) fn expect_as_good(what: &str, original: &[u8], made: &[u8], caused: &[Code]) {
    let before = faults(original).unwrap_or_default();
    let Some(after) = faults(made) else { panic!("{what}: the output is of no known kind") };
    for (code, severity) in after {
        assert!(severity < Severity::Error, "{what}: the output has the error {code}");
        let known = before.contains_key(&code) || caused.contains(&code);
        assert!(known, "{what}: the output has the warning {code}, the input has not");
    }
    replays(what, made);
}

/// What was made from nothing is sound, opens and replays.
///
/// # Panics
///
/// If it is not.
pub(crate) fn expect_sound(what: &str, made: &[u8]) {
    assert!(sound(made), "{what}: the output is not sound");
    replays(what, made);
}

fn replays(what: &str, made: &[u8]) {
    let program = opened(what, made);
    match library::replay(&program) {
        Ok(copy) => assert!(copy == made, "{what}: the output replays to other bytes"),
        Err(error) => panic!("{what}: the output does not replay: {error}"),
    }
}

/// Opens what was made.
///
/// # Panics
///
/// If it cannot be opened.
pub(crate) fn opened<'a>(what: &str, made: &'a [u8]) -> Program<'a> {
    match library::open(made) {
        Ok(program) => program,
        Err(error) => panic!("{what}: the output does not open: {error}"),
    }
}
