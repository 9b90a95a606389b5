//! The control block as a compiler reads it: record after record, by its own codes.

use outlast_bitstream::swift::ControlRecord;

use super::super::codes;
use super::{JudgeContext, refused, unknown};
use outlast_model::verdict::Reason;

/// What makes the compiler give up on the control block.
enum Stop {
    Newer,
    Older,
    Malformed(String),
    Revision,
    Channel,
    Ownership,
    Crash(String),
}

/// The compiler's first refusal of the control block; none if it goes on.
pub(super) fn refusal(case: &JudgeContext<'_>) -> Option<Reason> {
    let facts = &case.subject.facts;
    if !case.subject.len.is_multiple_of(4) {
        let needs = format!("{} bytes", case.subject.len);
        return Some(stopped(case, Stop::Malformed(needs), None));
    }
    if !facts.has_module || !facts.has_control {
        let what = if facts.has_module { "no control block" } else { "no module block" };
        return Some(stopped(case, Stop::Malformed(what.to_string()), None));
    }
    let (stop, at) = read(case)?;
    Some(stopped(case, stop, at))
}

/// The refusal of a stream that is no module.
pub(super) fn no_module(case: &JudgeContext<'_>) -> Reason {
    stopped(case, Stop::Malformed("other magic bytes".to_string()), None)
}

/// Goes through the records; the last status counts, as in the compiler, and what it crashes on at once.
fn read<'c>(case: &'c JudgeContext<'_>) -> Option<(Stop, Option<&'c ControlRecord>)> {
    let facts = &case.subject.facts;
    let is = |record: &ControlRecord, name: &str| {
        case.number("control-code", name) == Some(u64::from(record.code))
    };
    let mut status = Some((Stop::Malformed("no METADATA record".to_string()), None));
    let mut seen = (false, false);
    for record in &facts.control {
        if is(record, "METADATA") {
            if seen.0 {
                status = Some((Stop::Malformed("two METADATA records".to_string()), Some(record)));
                continue;
            }
            seen.0 = true;
            match metadata(case, record) {
                Some(crash @ Stop::Crash(_)) => return Some((crash, Some(record))),
                other => status = other.map(|stop| (stop, Some(record))),
            }
            // Newer compilers look no further then.
            if status.is_some() && case.get("stops", "format").is_some() {
                return status;
            }
        } else if is(record, "REVISION") {
            seen.1 = true;
            if let Some(ours) = case.get("compiler", "revision").filter(|ours| !ours.is_empty())
                && head(&record.text()) != head(ours)
            {
                return Some((Stop::Revision, Some(record)));
            }
        } else if is(record, "CHANNEL") {
            let ours = case.get("compiler", "channel").filter(|ours| !ours.is_empty());
            if ours.is_some_and(|ours| record.text() != ours) {
                status = Some((Stop::Channel, Some(record)));
            }
        } else if is(record, "IS_OSSA") {
            match record.ops.first() {
                None => return Some((Stop::Crash("IS_OSSA without an operand".to_string()), Some(record))),
                Some(0) if case.get("compiler", "ossa") == Some("1") => {
                    status = Some((Stop::Ownership, Some(record)));
                }
                Some(_) => {}
            }
        }
    }
    if status.is_none() && !seen.1 {
        status = Some((Stop::Revision, None));
    }
    status
}

/// `METADATA [major, minor, …]`: while the major version is 0, the minor one must be the compiler's own.
fn metadata(case: &JudgeContext<'_>, record: &ControlRecord) -> Option<Stop> {
    let ours = (case.number("format", "module-major")?, case.number("format", "module-minor")?);
    let (Some(major), minor) = (record.ops.first().copied(), record.ops.get(1).copied()) else {
        return Some(Stop::Crash("METADATA without operands".to_string()));
    };
    // Versions have 16 bits.
    let (major, minor) = (major & 0xffff, minor.map(|minor| minor & 0xffff));
    if major == 0 && minor.is_none() {
        return Some(Stop::Crash("METADATA without a minor version".to_string()));
    }
    // Of the user's version there are two numbers, or four.
    if record.count == 5 {
        return Some(Stop::Crash("METADATA with half a user version".to_string()));
    }
    if record.ops.get(3).is_some_and(|len| *len != 0)
        && !is_version(case.subject.facts.compatibility_version.as_deref())
    {
        return Some(Stop::Crash("an invalid compatibility version".to_string()));
    }
    let order = if major == 0 { (major, minor.unwrap_or(0)).cmp(&ours) } else { major.cmp(&ours.0) };
    match order {
        std::cmp::Ordering::Less => Some(Stop::Older),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Stop::Newer),
    }
}

/// Numbers with dots between them.
fn is_version(text: Option<&str>) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.is_some_and(|text| text.split('.').all(is_number))
}

/// A revision up to its last dot: what follows may differ.
fn head(revision: &str) -> &str {
    revision.rsplit_once('.').map_or(revision, |(head, _)| head)
}

fn stopped(case: &JudgeContext<'_>, stop: Stop, at: Option<&ControlRecord>) -> Reason {
    let facts = &case.subject.facts;
    let place = case.place(at.map(|record| record.bits.clone()), "control block");
    let (major, minor) = facts.format.unwrap_or((0, 0));
    let ours = |part: &str| case.get("format", part).unwrap_or("?").to_string();
    let format = |needs: String| {
        let has = format!("format {}.{}", ours("module-major"), ours("module-minor"));
        refused(case, codes::FORMAT, "its format", needs, has, place.clone())
    };
    // Another version of the language is named rather than the format.
    let language = facts.short_version.as_deref().filter(|short| !short.is_empty());
    let differs = language != case.get("language", "version");
    let message = |plain| if language.is_some() && differs { "language" } else { plain };
    let compiler = facts.compiler.as_deref().map(|text| format!(", written by {text}")).unwrap_or_default();
    // A module that is cut off before its control block makes compilers crash rather than speak.
    let cut = facts.fault.is_some() && !facts.has_control;
    let (mut reason, says) = match stop {
        Stop::Newer => (format(format!("format {major}.{minor}{compiler}")), message("newer")),
        Stop::Older => (format(format!("format {major}.{minor}{compiler}")), message("older")),
        Stop::Malformed(what) => {
            let has = "a module that it can read".to_string();
            (
                refused(case, codes::MALFORMED, "the module", what, has, place),
                if cut { "" } else { "malformed" },
            )
        }
        Stop::Revision => {
            let needs = match &facts.revision {
                Some(revision) if at.is_some() => format!("a compiler of revision `{revision}`"),
                _ => "a compiler that does not ask for a revision".to_string(),
            };
            let has = format!("revision `{}`", case.get("compiler", "revision").unwrap_or_default());
            (refused(case, codes::REVISION, "its revision", needs, has, place), "revision")
        }
        Stop::Channel => {
            let needs = format!("a compiler of channel `{}`", facts.channel.as_deref().unwrap_or_default());
            let has = format!("channel `{}`", case.get("compiler", "channel").unwrap_or_default());
            (refused(case, codes::REVISION, "its channel", needs, has, place), "channel")
        }
        Stop::Ownership => {
            let needs = "a compiler that takes functions without ownership".to_string();
            let has = "functions in ownership form only".to_string();
            (refused(case, codes::OWNERSHIP, "its functions", needs, has, place), "ownership")
        }
        Stop::Crash(what) => {
            let has = "a layout that it does not check: it crashes".to_string();
            (refused(case, codes::SHAPE, "the control block", what, has, place), "")
        }
    };
    reason.says = case.says(says);
    reason
}

/// Documentation and source places: a stable format, of which the major version must be the compiler's.
pub(super) fn document(case: &JudgeContext<'_>, kind: &str, says: &str) -> Vec<Reason> {
    let facts = &case.subject.facts;
    let name = format!("{kind}-major");
    let ours = case.number("format", &name);
    if ours.is_none() {
        return vec![unknown(case, format!("format {name}"))];
    }
    let found = facts.format.map(|(major, _)| major & 0xffff);
    if found.is_some() && found == ours && facts.fault.is_none() {
        return Vec::new();
    }
    let (needs, code) = match (&facts.fault, facts.format) {
        (None, Some((major, minor))) => (format!("format {major}.{minor}"), codes::FORMAT),
        (Some(fault), _) => (fault.to_string(), codes::MALFORMED),
        (None, None) => ("no METADATA record".to_string(), codes::MALFORMED),
    };
    let has = format!("format {}", ours.map_or("?".to_string(), |major| format!("{major}.x")));
    let mut reason = refused(case, code, "its format", needs, has, case.place(None, "control block"));
    reason.says = case.says(says);
    vec![reason]
}
