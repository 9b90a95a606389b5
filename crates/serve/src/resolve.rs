//! [`resolve`]: which variant a profile gets. One pure function, for the server, its static export and clients without a server.
//!
//! With the order `older-export-first` it goes through two lists: exports that the profile runs, the newest version first; then backports, the
//! newest version first. With `newest-first` it goes through versions, in each through exports and then backports. Within a version variants have
//! their own order, the most wanted first.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::index::{Cell, Index, Origin, Status, Variant, Version, Why};
use crate::policy::{Also, Order};

/// What a profile gets.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// This variant.
    Deliver(Box<Delivered>),
    /// The variant that it has is the one that it gets.
    Same(Box<Delivered>),
    /// The variant that it has is good, and of a newer version than any that it gets.
    NothingNewer,
    /// No variant can be delivered: each with its reasons.
    Refused(Vec<Refused>),
}

/// The variant that a profile gets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Delivered {
    /// The version.
    pub version: String,
    /// The digest of the file.
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
    /// The verdict.
    pub outcome: String,
    /// What the verdict rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
    /// Code that reading the file runs, which the policy allows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<String>,
}

/// Why a variant is not delivered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// The version.
    pub version: String,
    /// The file; none where the version as a whole is not delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The verdict, or what became of the version.
    pub outcome: String,
    /// Every reason.
    pub reasons: Vec<Why>,
    /// Conversion steps that would close the gap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
}

/// Chooses the variant that a profile gets, which has this file now.
pub fn resolve(index: &Index, profile: Digest, have: Option<Digest>) -> Answer {
    let choice = match Choice::make(index, profile) {
        Ok(choice) => choice,
        Err(refused) => return Answer::Refused(refused),
    };
    match choice.compare(have) {
        Held::Same => Answer::Same(Box::new(choice.delivered)),
        Held::Newer => Answer::NothingNewer,
        Held::Other => Answer::Deliver(Box::new(choice.delivered)),
    }
}

/// What a profile gets, whatever it has now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    delivered: Delivered,
    /// Variants that could be delivered, too, of newer versions than the one that is.
    newer: Vec<Digest>,
}

/// How what a device has compares with what it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It is the same.
    Same,
    /// It is good, and newer.
    Newer,
    /// It is something else, or nothing.
    Other,
}

impl Choice {
    /// Chooses the variant that a profile gets.
    ///
    /// # Errors
    ///
    /// Every variant that is not delivered, with its reasons.
    pub fn make(index: &Index, profile: Digest) -> Result<Choice, Vec<Refused>> {
        let candidates: Vec<Candidate<'_>> = index.candidates(profile);
        let exports = |candidate: &&Candidate<'_>| candidate.variant.origin == Origin::Uploaded;
        let mut deliverable = candidates.iter().filter(|candidate| candidate.refusal.is_none());
        let good = deliverable.clone();
        let chosen = match index.policy.order {
            Order::OlderExportFirst => {
                let first = deliverable.clone().find(exports);
                first.or_else(|| deliverable.next())
            }
            Order::NewestFirst => deliverable.next(),
        };
        let Some(chosen) = chosen else { return Err(refusals(index, &candidates)) };
        let newer = good.filter(|candidate| candidate.age < chosen.age);
        let newer = newer.map(|candidate| candidate.variant.digest).collect();
        Ok(Choice { delivered: chosen.delivered(), newer })
    }

    /// The variant that it gets.
    pub fn delivered(&self) -> &Delivered {
        &self.delivered
    }

    /// How what it has compares with that.
    pub fn compare(&self, have: Option<Digest>) -> Held {
        match have {
            Some(have) if have == self.delivered.digest => Held::Same,
            Some(have) if self.newer.contains(&have) => Held::Newer,
            _ => Held::Other,
        }
    }
}

/// Whether a version has a variant that the profile gets, were it the only version.
pub fn reaches(index: &Index, version: &Version, profile: Digest) -> bool {
    let old = index.is_old(version);
    version
        .variants
        .iter()
        .any(|variant| refusal(index, variant, variant.verdicts.get(&profile), old).is_none())
}

/// A variant of an active version.
struct Candidate<'i> {
    version: &'i Version,
    /// How many active versions are newer.
    age: usize,
    variant: &'i Variant,
    cell: Option<&'i Cell>,
    refusal: Option<Refusal>,
}

/// Why a variant is not delivered, beside the reasons of its verdict.
struct Refusal {
    outcome: String,
    reasons: Vec<Why>,
}

impl Candidate<'_> {
    fn delivered(&self) -> Delivered {
        let Variant { digest, size, kind, origin, derived_from, .. } = self.variant;
        let (outcome, basis, runs) = match self.cell {
            Some(cell) => (cell.outcome.clone(), cell.basis.clone(), cell.runs.clone()),
            None => ("unknown".into(), None, Vec::new()),
        };
        Delivered {
            version: self.version.label.clone(),
            digest: *digest,
            size: *size,
            kind: kind.clone(),
            origin: *origin,
            derived_from: *derived_from,
            outcome,
            basis,
            runs,
        }
    }
}

impl Index {
    /// Variants of active versions in the order in which they are wanted: the newest version first, exports before backports.
    fn candidates(&self, profile: Digest) -> Vec<Candidate<'_>> {
        let active = self.versions.iter().rev().filter(|version| version.status == Status::Active);
        let mut candidates = Vec::new();
        for (age, version) in active.enumerate() {
            let old = self.is_old(version);
            for origin in [Origin::Uploaded, Origin::Backport] {
                for variant in version.variants.iter().filter(|variant| variant.origin == origin) {
                    let cell = variant.verdicts.get(&profile);
                    let refusal = refusal(self, variant, cell, old);
                    candidates.push(Candidate { version, age, variant, cell, refusal });
                }
            }
        }
        candidates
    }

    /// Whether a version is older than the support window.
    fn is_old(&self, version: &Version) -> bool {
        let Some(window) = self.policy.window else { return false };
        let at = self.versions.iter().position(|other| other.label == version.label);
        let newer = self.versions.iter().skip(at.map_or(0, |at| at + 1));
        let newer: Vec<&Version> = newer.filter(|other| other.status != Status::Yanked).collect();
        let newest = newer.last().map_or(version.published, |newest| newest.published);
        let days = newest.saturating_sub(version.published).div_euclid(86_400);
        newer.len() >= usize::try_from(window.versions.max(1)).unwrap_or(usize::MAX)
            && days >= i64::from(window.days)
    }
}

/// Why a variant with this verdict is not delivered.
fn refusal(index: &Index, variant: &Variant, cell: Option<&Cell>, old: bool) -> Option<Refusal> {
    let also = |what| index.policy.deliver.contains(&what);
    let why = |message: String, help: &str| Why { code: None, message, help: Some(help.into()) };
    let Some(cell) = cell else {
        let reason =
            why("this profile has no verdict on it".into(), "Ask the server again, which judges it.");
        return Some(Refusal { outcome: "unknown".into(), reasons: vec![reason] });
    };
    let mut reasons = Vec::new();
    let named = match cell.outcome.as_str() {
        "loads" | "upgrades" => true,
        "unknown" => also(Also::Unknown),
        _ => false,
    };
    if !named {
        reasons.extend(cell.reasons.iter().cloned());
        if reasons.is_empty() {
            reasons.push(why(
                format!("the verdict is `{}`", cell.outcome),
                "See `outlast check` for this file.",
            ));
        }
    }
    if !cell.runs.is_empty() && !also(Also::RunsCode) {
        let message = format!("reading it runs code: {}", cell.runs.join(", "));
        let help = "Save it as weights, or let the policy of the model deliver `runs-code`.";
        reasons.push(Why { code: Some("runs-code".into()), message, help: Some(help.into()) });
    }
    if old && cell.outcome == "upgrades" && variant.origin == Origin::Uploaded {
        let message =
            "the version is older than the support window, in which runtimes upgrade programs themselves"
                .into();
        let help = "Export the model again with a current release, and publish it as a new version.";
        reasons.push(Why { code: Some("older-than-window".into()), message, help: Some(help.into()) });
    }
    (!reasons.is_empty()).then(|| Refusal { outcome: cell.outcome.clone(), reasons })
}

/// Every reason why nothing is delivered.
fn refusals(index: &Index, candidates: &[Candidate<'_>]) -> Vec<Refused> {
    let mut all: Vec<Refused> = candidates
        .iter()
        .filter_map(|candidate| {
            let refusal = candidate.refusal.as_ref()?;
            Some(Refused {
                version: candidate.version.label.clone(),
                digest: Some(candidate.variant.digest),
                outcome: refusal.outcome.clone(),
                reasons: refusal.reasons.clone(),
                steps: candidate.cell.map(|cell| cell.steps.clone()).unwrap_or_default(),
            })
        })
        .collect();
    for version in index.versions.iter().rev().filter(|version| version.status != Status::Active) {
        let status = version.status.name();
        let reason = version.reason.as_deref().unwrap_or("no reason was given");
        let reasons = vec![Why {
            code: Some(status.into()),
            message: format!("the version was {status}: {reason}"),
            help: Some("Publish another version.".into()),
        }];
        let (version, outcome) = (version.label.clone(), status.to_string());
        all.push(Refused { version, digest: None, outcome, reasons, steps: Vec::new() });
    }
    all
}
