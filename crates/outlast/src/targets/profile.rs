//! [`Profile`]: the description of one reader.

use std::collections::{BTreeMap, BTreeSet};

use super::table::Table;
use super::{Family, Release};

/// The description of one reader: a measured release, with what a file of the user's says otherwise.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The target's name.
    pub name: String,
    /// The family.
    pub family: Family,
    /// The release that it is, or is built from.
    pub release: Release,
    table: Table,
    index: u16,
    overlay: Option<Overlay>,
}

/// What a selective build has instead of all that its release has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Overlay {
    /// Kinds that are replaced whole: kind, then name and value.
    pub(super) replaced: BTreeMap<String, BTreeMap<String, String>>,
    /// Kernels by operator: keys of element types and dimension orders; an operator without keys takes all.
    pub(super) kernels: BTreeMap<String, BTreeSet<String>>,
}

/// A name, resolved.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// A measured release, or a profile file.
    Exact(Profile),
    /// A release that nobody measured, between two that were.
    Between(Profile, Profile),
    /// A release outside those that were measured, and the nearest of them.
    Outside(Profile),
}

impl Resolved {
    /// The family of the target.
    pub fn family(&self) -> Family {
        match self {
            Resolved::Exact(profile) | Resolved::Between(profile, _) | Resolved::Outside(profile) => {
                profile.family
            }
        }
    }
}

impl Profile {
    /// The built-in profile of the release with this index.
    pub(super) fn built_in(family: Family, index: u16) -> Option<Profile> {
        let table = family.table();
        let release = table.releases().nth(usize::from(index))?;
        let name = format!("{}-{release}", family.name());
        Some(Profile { name, family, release, table, index, overlay: None })
    }

    /// Resolves a name such as `executorch-1.0.1` or `executorch-1.0` (its newest measured patch release). The error is
    /// a sentence, with the nearest name where there is one.
    pub fn resolve(name: &str) -> Result<Resolved, String> {
        let split = Family::ALL.iter().find_map(|family| {
            name.strip_prefix(family.name())?.strip_prefix('-').map(|rest| (*family, rest))
        });
        let unknown = || {
            let names = super::names();
            let near = nearest(name, names.iter().map(String::as_str));
            match near {
                Some(near) => format!("no target `{name}`: did you mean `{near}`?"),
                None => format!("no target `{name}`: `outlast targets` lists them"),
            }
        };
        let Some((family, rest)) = split else { return Err(unknown()) };
        let Some((wanted, parts)) = Release::parse_prefix(rest) else { return Err(unknown()) };
        let releases: Vec<Release> = family.table().releases().collect();
        let profile = |at: usize| {
            u16::try_from(at).ok().and_then(|at| Profile::built_in(family, at)).ok_or_else(unknown)
        };
        if let Some(at) = releases.iter().rposition(|r| r.same_prefix(wanted, parts)) {
            return Ok(Resolved::Exact(profile(at)?));
        }
        let after = releases.partition_point(|r| *r < wanted);
        match (after.checked_sub(1), after < releases.len()) {
            (Some(before), true) => Ok(Resolved::Between(profile(before)?, profile(after)?)),
            (Some(before), false) => Ok(Resolved::Outside(profile(before)?)),
            (None, true) => Ok(Resolved::Outside(profile(after)?)),
            (None, false) => Err(unknown()),
        }
    }

    /// This profile under another name, with what a selective build has.
    #[must_use]
    pub(super) fn with_overlay(mut self, name: String, overlay: Overlay) -> Profile {
        self.name = name;
        self.overlay = Some(overlay);
        self
    }

    /// What the reader has of that kind and name: the value, empty for plain presence.
    pub fn get(&self, kind: &str, name: &str) -> Option<&str> {
        if let Some(replaced) = self.overlay.as_ref().and_then(|o| o.replaced.get(kind)) {
            return replaced.get(name).map(String::as_str);
        }
        self.table.get(kind, name, self.index)
    }

    /// Every value of that kind and name: rows with conditions may stand beside each other.
    pub fn every(&self, kind: &str, name: &str) -> Vec<&str> {
        if let Some(replaced) = self.overlay.as_ref().and_then(|o| o.replaced.get(kind)) {
            return replaced.get(name).map(String::as_str).into_iter().collect();
        }
        let index = self.index;
        let rows = self.table.rows(kind, name);
        rows.filter(|r| r.releases.0 <= index && index <= r.releases.1).map(|r| r.value).collect()
    }

    /// Whether the reader has that.
    pub fn has(&self, kind: &str, name: &str) -> bool {
        self.get(kind, name).is_some()
    }

    /// Everything of a kind that the reader has: name and value.
    pub fn all(&self, kind: &str) -> Vec<(&str, &str)> {
        if let Some(replaced) = self.overlay.as_ref().and_then(|o| o.replaced.get(kind)) {
            return replaced.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        }
        let index = self.index;
        let rows = self.table.kind(kind);
        rows.filter(|r| r.releases.0 <= index && index <= r.releases.1).map(|r| (r.name, r.value)).collect()
    }

    /// The kinds of things that the family's releases, or this profile, have: `op`, `backend`, …
    pub fn kinds(&self) -> BTreeSet<&str> {
        let replaced = self.overlay.iter().flat_map(|o| o.replaced.keys().map(String::as_str));
        self.table.kinds().into_iter().chain(replaced).collect()
    }

    /// The releases of the family in which that appeared first, if any has it.
    pub fn first_release_with(&self, kind: &str, name: &str) -> Option<Release> {
        let since = self.table.rows(kind, name).map(|r| r.releases.0).min()?;
        self.table.releases().nth(usize::from(since))
    }

    /// The kernels of an operator by their keys, where the profile limits them.
    pub fn kernels(&self, operator: &str) -> Option<&BTreeSet<String>> {
        self.overlay.as_ref()?.kernels.get(operator)
    }

    /// Whether a profile that replaces the operators of its release does not say which things of this kind it has.
    pub fn leaves_open(&self, kind: &str) -> bool {
        let replaced = |kind: &str| self.overlay.as_ref().is_some_and(|o| o.replaced.contains_key(kind));
        replaced("op") && !replaced(kind)
    }

    /// Whether the profile is narrowed from its release by a file.
    pub fn is_narrowed(&self) -> bool {
        self.overlay.is_some()
    }
}

/// The candidate that is least different from `word`, if it is near enough to be what was meant.
pub(crate) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = candidates.map(|c| (distance(word, c), c));
    scored.min().filter(|(d, _)| *d <= 2 + word.len() / 4).map(|(_, c)| c)
}

/// Levenshtein distance in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
