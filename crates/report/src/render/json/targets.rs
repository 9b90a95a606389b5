//! `outlast/targets/1`: the list, one profile, or the text of an imported one.

use std::collections::BTreeMap;

use outlast::targets::Profile;
use outlast::{shipped_names, target_names, target_names_of_programs, target_names_with_libraries};
use serde::Serialize;

const SCHEMA: &str = "outlast/targets/1";

/// The names of all targets.
#[derive(Debug, Serialize)]
pub struct TargetsDocument {
    schema: &'static str,
    targets: Vec<String>,
    programs: Vec<String>,
    with_libraries: Vec<String>,
    shipped: Vec<String>,
}

impl TargetsDocument {
    /// All names of targets, by what they are.
    pub fn built_in() -> TargetsDocument {
        TargetsDocument {
            schema: SCHEMA,
            targets: target_names(),
            programs: target_names_of_programs(),
            with_libraries: target_names_with_libraries(),
            shipped: shipped_names(),
        }
    }
}

/// What targets have; more than one where a release between two measured ones was asked for.
#[derive(Debug, Serialize)]
pub struct ProfileDocument<'a> {
    schema: &'static str,
    profiles: Vec<ProfileJson<'a>>,
}

#[derive(Debug, Serialize)]
struct ProfileJson<'a> {
    name: &'a str,
    family: &'static str,
    release: String,
    libraries: Vec<&'static str>,
    narrowed: bool,
    /// The code that its lists were taken from, which was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_from: Option<&'a str>,
    has: BTreeMap<&'a str, Vec<Thing<'a>>>,
}

#[derive(Debug, Serialize)]
struct Thing<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> ProfileDocument<'a> {
    /// These profiles.
    pub fn new(profiles: &[&'a Profile]) -> ProfileDocument<'a> {
        let one = |profile: &&'a Profile| {
            let things = |kind| profile.all(kind).into_iter().map(|(name, value)| Thing { name, value });
            ProfileJson {
                name: &profile.name,
                family: profile.family,
                release: profile.release.to_string(),
                libraries: profile.libraries().collect(),
                narrowed: profile.is_narrowed(),
                read_from: profile.read_from(),
                has: profile.kinds().into_iter().map(|kind| (kind, things(kind).collect())).collect(),
            }
        };
        ProfileDocument { schema: SCHEMA, profiles: profiles.iter().map(one).collect() }
    }
}

/// An imported profile.
#[derive(Debug, Serialize)]
pub struct ImportDocument<'a> {
    schema: &'static str,
    name: &'a str,
    base: &'a str,
    profile: &'a str,
}

impl<'a> ImportDocument<'a> {
    /// The text of the profile `name`, built from `base`.
    pub fn new(name: &'a str, base: &'a str, profile: &'a str) -> ImportDocument<'a> {
        ImportDocument { schema: SCHEMA, name, base, profile }
    }
}

/// Schemas that were learned from paired samples.
#[derive(Debug, Serialize)]
pub struct LearnedDocument<'a> {
    /// The document's own name.
    pub schema: &'static str,
    /// The name of the release.
    pub name: &'a str,
    /// Who wrote the samples.
    pub producer: &'a str,
    /// How many pairs of samples there were.
    pub pairs: usize,
    /// How many operations with properties were learned.
    pub learned: usize,
    /// How many operations have none.
    pub plain: usize,
    /// Operations that were not, and why.
    pub unsolved: Vec<Unsolved<'a>>,
    /// How many properties the samples have.
    pub properties: u64,
    /// How many of them what was learned reads.
    pub proven: u64,
    /// Files without a second sample.
    pub alone: &'a [String],
    /// The text.
    pub schemas: &'a str,
}

/// An operation whose encoding was not learned.
#[derive(Debug, Serialize)]
pub struct Unsolved<'a> {
    operation: &'a str,
    why: &'a str,
}

impl<'a> Unsolved<'a> {
    /// This one, for this reason.
    pub fn new(operation: &'a str, why: &'a str) -> Unsolved<'a> {
        Unsolved { operation, why }
    }
}

impl<'a> LearnedDocument<'a> {
    /// Nothing learned yet of the release of this name.
    pub fn new(name: &'a str, producer: &'a str) -> LearnedDocument<'a> {
        LearnedDocument {
            schema: SCHEMA,
            name,
            producer,
            pairs: 0,
            learned: 0,
            plain: 0,
            unsolved: Vec::new(),
            properties: 0,
            proven: 0,
            alone: &[],
            schemas: "",
        }
    }
}
