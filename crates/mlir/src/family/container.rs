//! Version, dialects, resources.

use outlast_core::Place;

use super::codes;
use super::context::{About, Finding, JudgeContext};

/// What a profile has for a number; none if it does not say.
pub(super) fn newest(case: &JudgeContext<'_>, what: &str) -> Option<u64> {
    case.profile.get("newest", what)?.parse().ok()
}

pub(super) fn findings(case: &JudgeContext<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (reader, place) = (case.reader(), Place::default());
    let version = case.facts.version;
    let newest = newest(case, "bytecode").unwrap_or(0);
    if version > newest {
        let says = format!("bytecode version {version} is newer than the current version {newest}");
        let about = About {
            subject: format!("bytecode version {version}"),
            needs: "a reader of that version".into(),
            has: format!("reads versions up to {newest}"),
            sentence: format!(
                "{reader} reads bytecode up to version {newest}; the file is version {version}"
            ),
        };
        findings.push(Finding::fails(codes::VERSION, about, Some(says), &place));
        return findings;
    }
    findings.extend(misplaced(case));
    if let Some(key) = &case.facts.empty_external {
        let says = Some("attempting to parse a byte at the end of the bytecode".to_owned());
        let about = About {
            subject: format!("the external resource `{key}` without content"),
            needs: "a reader that does without it".into(),
            has: "does without content of dialects' resources only".into(),
            sentence: format!("{reader} refuses the external resource `{key}`: its content was left out"),
        };
        findings.push(Finding::fails(codes::DIALECT, about, says, &place));
    }
    if !case.own && case.facts.external.iter().any(|owner| owner == "mlir_reproducer") {
        let about = About {
            subject: "the external resources `mlir_reproducer`".to_owned(),
            needs: "a tool with the same passes and options: it takes them from the file".into(),
            has: "passes and options that were not compared".into(),
            sentence: format!(
                "whether {reader} has the passes and options that the resource `mlir_reproducer` names is not known"
            ),
        };
        findings.push(Finding::unknown(about, &place));
    }
    for dialect in &case.facts.dialects {
        let name = &dialect.name;
        let linked = case.profile.has("linked", name);
        if dialect.versioned && dialect.uses > 0 && !case.profile.has("versioned", name) {
            let says = match linked && case.profile.has("interface", name) {
                true => "Dialect does not support versioning".to_owned(),
                false => format!(
                    "dialect '{name}' does not implement the bytecode interface, but found a version entry"
                ),
            };
            let about = About {
                subject: format!("the version of dialect `{name}`"),
                needs: "a dialect that reads its version".into(),
                has: "it cannot".into(),
                sentence: format!(
                    "{reader} cannot read a version of dialect `{name}`, and the file states one"
                ),
            };
            findings.push(Finding::fails(codes::DIALECT, about, Some(says), &place));
        }
        if dialect.resources.is_empty() {
            continue;
        }
        let key = dialect.resources.first().map_or("", String::as_str);
        let says = match (linked, case.profile.get("resources", name)) {
            (false, _) => format!("dialect '{name}' is unknown"),
            (true, None) => format!("unexpected resources for dialect '{name}'"),
            (true, Some("keys")) => format!("unknown 'resource' key '{key}' for dialect '{name}'"),
            (true, Some(_)) => continue,
        };
        let about = About {
            subject: format!("resources of dialect `{name}`"),
            needs: "a dialect that takes them".into(),
            has: "it does not".into(),
            sentence: format!("{reader} does not take the resource `{key}` of dialect `{name}`"),
        };
        findings.push(Finding::fails(codes::DIALECT, about, Some(says), &place));
    }
    findings
}

/// Files from this size on are mapped, at the start of a page; smaller ones are copied to wherever memory is.
const MAPPED: usize = 4 * PAGE;
const PAGE: usize = 4096;
/// What memory is aligned to at least.
const MEMORY: u64 = 16;

/// Sections are aligned in memory: whether they are depends on where the file is loaded.
fn misplaced(case: &JudgeContext<'_>) -> Option<Finding> {
    let (size, alignment) = (case.facts.size, case.facts.alignment);
    // A NUL byte has to follow the file: one that fills its last page is copied as well.
    let copied = size < MAPPED || size.is_multiple_of(PAGE);
    if alignment <= MEMORY || !copied && alignment <= 4096 {
        return None;
    }
    let about = About {
        subject: format!("sections aligned to {alignment} bytes"),
        needs: "a file that is loaded at such an address: by chance, as it is small".into(),
        has: "an address that is a multiple of 16".into(),
        sentence: format!(
            "whether {} loads sections aligned to {alignment} bytes depends on the address that a file of this size is loaded at",
            case.reader()
        ),
    };
    Some(Finding::unknown(about, &Place::default()))
}

/// What is wrong with the newest code of a dialect.
pub(super) fn check_newest(value: &str) -> Result<(), String> {
    match value == "any" || value.parse::<u64>().is_ok() {
        true => Ok(()),
        false => Err(format!("`{value}` is neither a number nor `any`")),
    }
}
