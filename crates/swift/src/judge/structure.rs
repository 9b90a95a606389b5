//! What a compiler meets after the control block: records that it counts, places that it jumps to, names.

use outlast_bitstream::swift::blocks;

use super::super::codes;
use super::{JudgeContext, refused};
use outlast_model::verdict::Reason;

/// Blocks without which nothing of a module can be found: compilers crash, or take it for empty.
const REQUIRED: &[(u32, &str)] = &[
    (blocks::DECLS_AND_TYPES, "DECLS_AND_TYPES"),
    (blocks::IDENTIFIER_DATA, "IDENTIFIER_DATA"),
    (blocks::INDEX, "INDEX"),
];

/// Everything after the control block that the compiler refuses or crashes on.
pub(super) fn refusals(case: &JudgeContext<'_>) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = shapes(case).into_iter().collect();
    reasons.extend(damage(case));
    reasons.extend(moved(case));
    reasons.extend(identity(case));
    reasons
}

/// Records whose operands the compiler counts.
fn shapes(case: &JudgeContext<'_>) -> Vec<Reason> {
    let facts = &case.subject.facts;
    let options = facts.options.iter().map(|o| ("options", o.code, o.count, o.bits.clone()));
    let inputs = facts.input_records.iter().map(|(code, count, bits)| ("input", *code, *count, bits.clone()));
    let mut reasons = Vec::new();
    for (block, code, count, bits) in options.chain(inputs) {
        // Compilers skip records that they do not know, and do not count operands of those that have no row.
        let Some(name) = case.named(&format!("{block}-code"), code) else { continue };
        let Some(counted) = case.number(&format!("{block}-operands"), name) else { continue };
        // Records that end with a text may have more operands: the compiler takes the first ones.
        let enough = if block == "input" { count as u64 >= counted } else { count as u64 == counted };
        if enough {
            continue;
        }
        let place = case.place(Some(bits), if block == "options" { "options block" } else { "input block" });
        let needs = format!("{name} with {count} operands");
        let has =
            format!("{counted} operands there; compilers with assertions stop, others read something else");
        reasons.push(refused(case, codes::SHAPE, name, needs, has, place));
    }
    reasons
}

/// What stopped our own reading stops the compiler's, too.
fn damage(case: &JudgeContext<'_>) -> Option<Reason> {
    let facts = &case.subject.facts;
    let has = "a module that it can read to its end".to_string();
    if let Some(fault) = &facts.fault {
        let place = case.place(Some(fault.bit()..fault.bit()), "module");
        // Where the compiler notices, it calls the module malformed; mostly it crashes.
        return Some(refused(case, codes::MALFORMED, "the module", fault.to_string(), has, place));
    }
    let missing = REQUIRED.iter().find(|(id, _)| facts.blocks.iter().all(|(found, _)| found != id));
    if let Some((_, name)) = missing {
        let what = format!("no block {name}");
        return Some(refused(case, codes::MALFORMED, "the module", what, has, case.place(None, "module")));
    }
    if let Some((what, place)) = &case.subject.tables {
        return Some(refused(
            case,
            codes::MALFORMED,
            "the module's tables",
            what.clone(),
            has,
            place.clone(),
        ));
    }
    None
}

fn moved(case: &JudgeContext<'_>) -> Option<Reason> {
    let moved = case.subject.misplaced?;
    let base = case.subject.base * 8;
    let place = case.place(Some(base + moved.first..base + moved.first), "module");
    let needs = format!(
        "block {} starts at bit {}; the index says that a record starts at bit {}",
        moved.block, moved.first, moved.listed
    );
    let has = "what the index says: it reads something else there, and crashes".to_string();
    Some(refused(case, codes::MOVED, "the module's index", needs, has, place))
}

/// A module without a name or target cannot be imported by anybody.
fn identity(case: &JudgeContext<'_>) -> Vec<Reason> {
    let facts = &case.subject.facts;
    let missing = |fact: &Option<String>| fact.as_deref().is_none_or(str::is_empty);
    let mut reasons = Vec::new();
    for (is_missing, code, what, says) in [
        (missing(&facts.module_name), codes::NAME, "its name", "name"),
        (missing(&facts.target), codes::TARGET, "its target", "target"),
    ] {
        if is_missing {
            let place = case.place(None, "control block");
            let has = "a name and target of the importer's".to_string();
            let mut reason = refused(case, code, what, "none is given".to_string(), has, place);
            reason.says = case.says(says);
            reasons.push(reason);
        }
    }
    reasons
}
