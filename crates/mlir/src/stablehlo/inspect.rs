//! What a portable artifact is written for and needs, beside what `inspect` says of any MLIR bytecode.

use std::collections::BTreeMap;

use crate::File;
use crate::vhlo::defs::defs;
use crate::vhlo::{Version, VhloFacts, limit_since};

use super::judge::facts;
use super::messages;
use outlast_model::summary::Summary;

/// Adds what is particular to portable artifacts; nothing if the file is none, or damaged, which the summary of MLIR has said.
pub(crate) fn summary(file: &File<'_>, summary: &mut Summary) {
    let written_for = Version::of_producer(file.producer());
    let Ok(facts) = facts(file) else { return };
    if facts.uses.is_empty() && written_for.is_none() {
        return;
    }
    if let Some(version) = written_for {
        summary.fact("written for", format!("StableHLO {version}"));
    }
    summary.fact("needs", needs(&facts));
    if let Some(reaches) =
        facts.reaches().filter(|reaches| facts.needed().is_none_or(|needed| *reaches < needed))
    {
        summary.fact(
            "can be written for",
            format!("StableHLO {reaches} and newer, with the same operations in older versions"),
        );
    }
    let other = facts.foreign.iter().map(|one| one.name.split('.').next().unwrap_or_default());
    let mut other: Vec<&str> = other.collect();
    other.sort_unstable();
    other.dedup();
    summary.fact("other dialects", if other.is_empty() { "none".to_owned() } else { other.join(", ") });
    let features = features(&facts).into_iter().rev().map(|((version, what), (count, functions))| {
        vec![
            version.map_or_else(|| "newer".into(), |version| version.to_string()),
            what,
            count.to_string(),
            functions,
        ]
    });
    summary.list("features", &["since", "feature", "operations", "first in"], features.collect());
    let calls = facts.calls.iter().map(|call| {
        vec![call.target.clone(), call.api_version.unwrap_or("unreadable").to_owned(), call.count.to_string()]
    });
    summary.list("custom calls", &["target", "API version", "count"], calls.collect());
    let foreign = facts.foreign.iter().map(|one| vec![one.name.clone(), one.count.to_string()]);
    summary.list("operations of other dialects", &["name", "count"], foreign.collect());
}

/// The first version whose readers know all of it, and what asks for that.
fn needs(facts: &VhloFacts) -> String {
    let Some(needed) = facts.needed() else {
        let unknown = facts.uses.iter().find(|one| one.shape.since().is_none());
        let what = unknown.map_or_else(String::new, |one| format!(": {}", messages::uses(one)));
        return format!("a StableHLO newer than {}{what}", Version::newest());
    };
    let most = facts.uses.iter().find(|one| one.shape.since() == Some(needed));
    let container =
        defs().releases.iter().find(|row| row.container >= facts.container).map(|row| row.version);
    let container = container.filter(|version| *version > needed);
    match (container, most) {
        (Some(version), _) => {
            format!("StableHLO {version}: bytecode version {}; operations need {needed}", facts.container)
        }
        (None, Some(one)) if needed > Version::oldest() => {
            format!("StableHLO {needed}: {}", messages::uses(one))
        }
        _ => format!("StableHLO {needed}"),
    }
}

type Features = BTreeMap<(Option<Version>, String), (u64, String)>;

/// What came after the first version: since when, what, in how many operations.
fn features(facts: &VhloFacts) -> Features {
    let mut features = Features::new();
    for one in &facts.uses {
        let mut add = |since: Option<Version>, what: String| {
            let function = one.function.clone().unwrap_or_default();
            features.entry((since, what)).or_insert((0, function)).0 += one.count;
        };
        let window = defs().ops.get(&*one.shape.name).map(|def| def.window.first);
        if window != Some(Version::oldest()) {
            add(window, format!("vhlo.{}", one.shape.name));
        }
        for entity in &one.shape.entities {
            add(entity.since(), entity.to_string());
        }
        for limit in &one.shape.limits {
            add(
                Some(limit_since(*limit)),
                format!("vhlo.{} with {}", one.shape.name, messages::limit(*limit)),
            );
        }
    }
    features
}
