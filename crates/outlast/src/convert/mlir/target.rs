//! MLIR bytecode for a release: rewritten until the verdict on it is good, or refused.
//!
//! Two ways are tried. The version of the container is kept where only encodings are in the way: they become text. Otherwise the file
//! becomes one of version 4, the last in which properties have names (0 for LLVM 16), and operations get the names that they have
//! there. Which way serves is for the verdict on the result to say.

use outlast_executorch::Output;
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::steps::{
    BuiltinCodes, CHANGES, Change, add_terminators, dialect_to_text, drop_terminators, lower_builtin_codes,
    rename, set_version,
};
use outlast_mlir::{File, Module, defs, verify};

use super::{Blocker, ConvertError, Converted, Taken, VERSION, changes, refused};
use crate::check::{CheckError, Subject};
use crate::convert::open;
use crate::targets::{Profile, Resolved};
use crate::verdict::{Outcome, Verdict};

/// Newer encodings of the builtin dialect become text, or an older encoding.
const CODES: &str = "builtin-codes";
/// What dialects have encoded becomes text.
const TEXT: &str = "dialect-text";
/// Operations get the names that they have in the reader's release; terminators are put in or taken out.
const OPERATIONS: &str = "operation-names";

/// Rewrites a file for a release.
pub(super) fn convert(
    file: &File<'_>,
    name: &str,
    target: &Resolved,
) -> Result<Converted<'static>, ConvertError> {
    let Resolved::Exact(profile) = target else {
        let why = format!("nobody measured `{name}`: there is nothing to convert for");
        return Err(ConvertError::Check(CheckError::Impossible(why)));
    };
    let verdict = judge(file, file.data(), name, target)?;
    if verdict.outcome.is_good() {
        let replayed = super::replay(file)?;
        return Ok(Converted {
            output: Output::of(replayed.bytes),
            steps: Vec::new(),
            verdict: Some(verdict),
            unused: 0,
        });
    }
    let newest = newest(profile, "bytecode");
    let mut last = verdict;
    let lower = if newest > 4 { 4 } else { newest };
    let kept = (file.version() <= newest).then_some(file.version());
    let ways = kept.into_iter().chain((Some(lower) != kept).then_some(lower));
    for version in ways {
        let (bytes, steps) = match rewrite(file, profile, version) {
            Ok(made) => made,
            // The last way is the one to explain.
            Err(error) if version == lower => return Err(error),
            Err(_) => continue,
        };
        let verdict = judge(file, &bytes, name, target)?;
        if !verdict.outcome.is_good() {
            last = verdict;
            continue;
        }
        if let Some(finding) = verify::verify_with(&bytes, false).into_iter().next() {
            let why = format!("what was written is not sound: {}", finding.title);
            return Err(ConvertError::Check(CheckError::Impossible(why)));
        }
        return Ok(Converted { output: Output::of(bytes), steps, verdict: Some(verdict), unused: 0 });
    }
    Err(ConvertError::Refused(blockers(&last)))
}

/// Judges bytes that were made from a file, as that file was read.
fn judge(file: &File<'_>, bytes: &[u8], name: &str, target: &Resolved) -> Result<Verdict, ConvertError> {
    let program = open(bytes)?.with_schemas(file.given());
    Ok(Subject::new(&program)?.check(&[], name, target)?)
}

fn newest(profile: &Profile, what: &str) -> u64 {
    profile.get("newest", what).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn rewrite(file: &File<'_>, profile: &Profile, version: u64) -> Result<(Vec<u8>, Vec<Taken>), ConvertError> {
    let mut module = Module::read(file.data())?;
    let schemas = FileSchemas::choose(file, &module.tables, &module.ir).schemas;
    let mut steps = Vec::new();
    let mut take = |id: &'static str, changes: Vec<String>| {
        if !changes.is_empty() {
            steps.push(Taken { id, changes });
        }
    };
    if version != file.version() {
        let changes = changes(file, &module, version);
        set_version(&mut module, version, &schemas).map_err(refused)?;
        take(VERSION, changes);
    }
    // Blobs of properties belong to the operation that they were written for.
    if version < defs::version::NATIVE_PROPERTIES_ENCODING {
        take(OPERATIONS, operations(&mut module, profile));
    }
    let release = u32::from(profile.release.parts()[0]);
    let codes = BuiltinCodes { attr: newest(profile, "attr"), ty: newest(profile, "type") };
    let count = lower_builtin_codes(&mut module, codes, release).map_err(refused)?;
    take(CODES, told(count, "builtin attributes and types are written as the reader knows them"));
    for dialect in ["llvm", "quant"] {
        let there = profile.has("linked", dialect) && !profile.has("interface", dialect);
        if there {
            let count = dialect_to_text(&mut module, dialect, release).map_err(refused)?;
            take(TEXT, told(count, &format!("attributes and types of dialect `{dialect}` are text")));
        }
    }
    let bytes = module.canonical(&schemas).unwrap_or_else(|_| module.encode());
    Ok((bytes.concat(), steps))
}

fn told(count: usize, what: &str) -> Vec<String> {
    if count == 0 { Vec::new() } else { vec![format!("{count} {what}")] }
}

fn operations(module: &mut Module<'_>, profile: &Profile) -> Vec<String> {
    let there = |op: &str| profile.has("op", op);
    let mut changes = Vec::new();
    for change in CHANGES {
        match *change {
            Change::Renamed(old, new) if there(old) && !there(new) => {
                changes.extend(told(rename(module, new, old), &format!("`{new}` became `{old}`")));
            }
            Change::Renamed(old, new) | Change::Merged(old, new) if there(new) && !there(old) => {
                changes.extend(told(rename(module, old, new), &format!("`{old}` became `{new}`")));
            }
            Change::Terminator(around, end) if there(around) && !there(end) => {
                changes.extend(told(drop_terminators(module, end), &format!("`{end}` taken out")));
            }
            Change::Terminator(around, end) if there(end) => {
                changes.extend(told(add_terminators(module, around, end), &format!("`{end}` put in")));
            }
            _ => {}
        }
    }
    changes
}

/// What still stands in the way of the best that could be made.
fn blockers(verdict: &Verdict) -> Vec<Blocker> {
    let bad = verdict.reasons().filter(|(_, reason)| !reason.outcome.is_good());
    bad.map(|(_, reason)| Blocker {
        code: Some(reason.code),
        subject: reason.subject.clone(),
        why: match (&reason.says, reason.outcome) {
            (Some(says), _) => format!("{}: the reader would still say: {says}", reason.subject),
            (None, Outcome::Misreads) => {
                format!("{}: it would be lost: the reader {}", reason.subject, reason.has)
            }
            (None, _) => format!("{}: {} ({})", reason.subject, reason.has, reason.needs),
        },
        place: reason.place.clone(),
        help: reason.help.clone(),
    })
    .collect()
}
