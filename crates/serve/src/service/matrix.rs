//! What if: which runtimes get what, who is stranded by a version, whether a runtime can be retired.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::Service;
use crate::digest::Digest;
use crate::error::{NOT_FOUND, Problem, Result};
use crate::index::{Index, Status, Version};
use crate::names::shown;
use crate::resolve::{Answer, Delivered, reaches, resolve};

/// What is asked of the matrix, beside the matrix itself.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Can this profile be retired?
    pub retire: Option<String>,
    /// Who is stranded by this version, were it the only one?
    pub version: Option<String>,
}

impl Service {
    /// Versions and profiles of a model, with what each gets and how many devices report it, and an answer to a question.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`], or that there is no such profile.
    pub fn matrix(&self, name: &str, question: &Question) -> Result<Value> {
        let index = self.index(name)?;
        let devices = self.devices()?;
        let all: u64 = index.profiles.keys().filter_map(|profile| devices.get(profile)).sum();
        let table = Table { index: &index, devices: &devices, all };
        let mut document = Map::new();
        document.insert("schema".into(), "outlast/matrix/1".into());
        document.insert("model".into(), name.into());
        document.insert("devices".into(), all.into());
        document.insert("profiles".into(), table.profiles());
        document
            .insert("versions".into(), index.versions.iter().map(|version| table.version(version)).collect());
        if let Some(retire) = &question.retire {
            let profile = self.profile(retire)?.profile.digest;
            document.insert("retire".into(), table.retire(profile));
        }
        if let Some(label) = &question.version {
            let version = index.versions.iter().find(|version| version.label == *label);
            let none = || {
                Problem::new(&NOT_FOUND, "the model has no such version").at("version").found(shown(label))
            };
            document.insert("stranded".into(), table.stranded(version.ok_or_else(none)?));
        }
        Ok(Value::Object(document))
    }
}

struct Table<'i> {
    index: &'i Index,
    devices: &'i BTreeMap<Digest, u64>,
    all: u64,
}

impl Table<'_> {
    fn gets(&self, profile: Digest) -> Option<Box<Delivered>> {
        match resolve(self.index, profile, None) {
            Answer::Deliver(delivered) | Answer::Same(delivered) => Some(delivered),
            Answer::NothingNewer | Answer::Refused(_) => None,
        }
    }

    fn count(&self, profile: Digest) -> u64 {
        self.devices.get(&profile).copied().unwrap_or(0)
    }

    fn name(&self, profile: Digest) -> &str {
        self.index.profiles.get(&profile).map_or("", |named| named.name.as_str())
    }

    /// Part of all devices, in thousandths: no floating point, so that every machine says the same.
    fn share(&self, devices: u64) -> u64 {
        devices.saturating_mul(1000).checked_div(self.all).unwrap_or(0)
    }

    fn profiles(&self) -> Value {
        let row = |(profile, named): (&Digest, &crate::index::Named)| {
            let refused = match resolve(self.index, *profile, None) {
                Answer::Refused(refused) => Some(refused),
                _ => None,
            };
            json!({
                "digest": profile, "name": named.name, "aliases": named.aliases, "devices": self.count(*profile),
                "gets": self.gets(*profile), "refused": refused,
            })
        };
        self.index.profiles.iter().map(row).collect()
    }

    fn version(&self, version: &Version) -> Value {
        let variants = version.variants.iter().map(|variant| {
            let cells: Map<String, Value> = variant
                .verdicts
                .iter()
                .map(|(profile, cell)| (profile.to_string(), json!({ "name": self.name(*profile), "outcome": cell.outcome, "runs": cell.runs })))
                .collect();
            json!({
                "digest": variant.digest, "kind": variant.kind, "size": variant.size, "origin": variant.origin,
                "derived_from": variant.derived_from, "recipe": variant.recipe, "verdicts": cells,
            })
        });
        json!({
            "label": version.label, "status": version.status, "reason": version.reason, "published": version.published,
            "variants": variants.collect::<Vec<_>>(),
        })
    }

    /// Whether a profile can be retired: what is lost by it, and what it alone gets.
    fn retire(&self, profile: Digest) -> Value {
        let own = self.gets(profile).map(|delivered| delivered.digest);
        let others: BTreeSet<Digest> = self
            .index
            .profiles
            .keys()
            .filter(|other| **other != profile)
            .filter_map(|other| Some(self.gets(*other)?.digest))
            .collect();
        let alone: Vec<Digest> = own.into_iter().filter(|digest| !others.contains(digest)).collect();
        let devices = self.count(profile);
        json!({
            "profile": { "digest": profile, "name": self.name(profile) },
            "devices": devices,
            "permille": self.share(devices),
            "gets": own,
            "variants_for_it_alone": alone,
            "can_be_retired": devices == 0,
            "why": match devices {
                0 => "no device reports it".to_string(),
                _ => format!("{devices} devices report it and would get nothing"),
            },
        })
    }

    /// Which profiles a version does not reach, were it the only one.
    fn stranded(&self, version: &Version) -> Value {
        let alone = Index { versions: vec![version.clone()], ..self.index.clone() };
        let lost = self.index.profiles.keys().filter(|profile| !reaches(self.index, version, **profile));
        let rows: Vec<(Digest, Value)> = lost
            .map(|profile| {
                let refused = match resolve(&alone, *profile, None) {
                    Answer::Refused(refused) => refused,
                    _ => Vec::new(),
                };
                let row = json!({
                    "digest": profile, "name": self.name(*profile), "devices": self.count(*profile),
                    "gets_now": self.gets(*profile), "why": refused,
                });
                (*profile, row)
            })
            .collect();
        let devices: u64 = rows.iter().map(|(profile, _)| self.count(*profile)).sum();
        json!({
            "version": version.label,
            "active": version.status == Status::Active,
            "devices": devices,
            "permille": self.share(devices),
            "profiles": rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>(),
        })
    }
}
