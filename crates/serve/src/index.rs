//! [`Index`]: all that is needed to choose a variant of one model: a document, the same in the server, in its static export and in its client.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::policy::Policy;

/// The schema of the document.
pub const SCHEMA: &str = "outlast/index/1";

/// One model: its versions and variants, with the verdict of each profile on each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Index {
    /// [`SCHEMA`].
    pub schema: String,
    /// The name of the model.
    pub model: String,
    /// Goes up by every change of the model.
    pub generation: i64,
    /// The version of Outlast that judged.
    pub outlast: String,
    /// How a variant is chosen.
    pub policy: Policy,
    /// The profiles that have verdicts, by digest.
    pub profiles: BTreeMap<Digest, Named>,
    /// The versions, the oldest first.
    pub versions: Vec<Version>,
}

/// A profile by its names.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Named {
    /// Its own name.
    pub name: String,
    /// Other names that stand for it now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// What became of a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is delivered.
    Active,
    /// It is not delivered: something is wrong with it.
    Yanked,
    /// It is not delivered: it has had its time.
    Retired,
}

impl Status {
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Yanked => "yanked",
            Status::Retired => "retired",
        }
    }
}

/// A version of a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Version {
    /// Its label.
    pub label: String,
    /// When it was published, in seconds since 1970.
    pub published: i64,
    /// Whether it is delivered.
    pub status: Status,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Its files, the most wanted first.
    pub variants: Vec<Variant>,
}

/// Where a variant is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Somebody published it.
    Uploaded,
    /// The server made it from another variant of its version.
    Backport,
}

impl Origin {
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Uploaded => "uploaded",
            Origin::Backport => "backport",
        }
    }
}

/// A file of a version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variant {
    /// Its digest, by which it is stored.
    pub digest: Digest,
    /// Its length.
    pub size: u64,
    /// What kind of file it is.
    pub kind: String,
    /// Where it is from.
    pub origin: Origin,
    /// The file that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derived_from: Option<Digest>,
    /// How it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<Recipe>,
    /// The verdicts, by profile.
    pub verdicts: BTreeMap<Digest, Cell>,
}

/// How a variant was made from another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// For which profile.
    pub profile: Digest,
    /// By which version of Outlast.
    pub outlast: String,
    /// By these steps.
    pub steps: Vec<String>,
}

/// The verdict of a profile on a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// `loads`, `upgrades`, `unknown`, `fails` or `misreads`.
    pub outcome: String,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
    /// What closes the gap: conversion steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// Why the outcome is not good.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Why>,
    /// Code that reading the file runs, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<String>,
}

impl Cell {
    /// Whether the profile runs the file, through its own upgraders or without.
    pub fn is_good(&self) -> bool {
        matches!(self.outcome.as_str(), "loads" | "upgrades")
    }
}

/// One reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// Its code; none where the reason is not one of a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Index {
    /// The digest of a profile that is named by its digest, an alias or its own name, in this order.
    pub fn profile(&self, named: &str) -> Option<Digest> {
        if let Ok(digest) = named.parse::<Digest>() {
            return self.profiles.contains_key(&digest).then_some(digest);
        }
        let alias =
            self.profiles.iter().find(|(_, profile)| profile.aliases.iter().any(|alias| alias == named));
        alias
            .or_else(|| self.profiles.iter().find(|(_, profile)| profile.name == named))
            .map(|(digest, _)| *digest)
    }
}
