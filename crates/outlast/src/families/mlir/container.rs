//! Version, dialects, resources.

use outlast_core::Place;

use super::{Case, Finding, codes};

/// What a profile has for a number; none if it does not say.
pub(super) fn newest(case: &Case<'_>, what: &str) -> Option<u64> {
    case.profile.get("newest", what)?.parse().ok()
}

pub(super) fn findings(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let version = case.facts.version;
    let newest = newest(case, "bytecode").unwrap_or(0);
    if version > newest {
        let says = format!("bytecode version {version} is newer than the current version {newest}");
        let subject = format!("bytecode version {version}");
        let has = format!("reads versions up to {newest}");
        let needs = "a reader of that version";
        findings.push(Finding::fails(codes::VERSION, subject, needs, &has, Some(says), &Place::default()));
        return findings;
    }
    for dialect in &case.facts.dialects {
        let name = &dialect.name;
        let linked = case.profile.has("linked", name);
        if dialect.versioned && dialect.uses > 0 && !case.profile.has("versioned", name) {
            let says = match linked && case.profile.has("interface", name) {
                true => "Dialect does not support versioning".to_owned(),
                false => format!("dialect '{name}' does not implement the bytecode interface, but found a version entry"),
            };
            let subject = format!("the version of dialect `{name}`");
            let needs = "a dialect that reads its version";
            findings.push(Finding::fails(codes::DIALECT, subject, needs, "it cannot", Some(says), &Place::default()));
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
        let subject = format!("resources of dialect `{name}`");
        let needs = "a dialect that takes them";
        findings.push(Finding::fails(codes::DIALECT, subject, needs, "it does not", Some(says), &Place::default()));
    }
    findings
}
