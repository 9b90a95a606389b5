//! [`Profile`]: the description of one reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::release::Release;
use super::table::{Row, Table};

/// The description of one reader: a measured release, with what a file of the user's says otherwise.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The target's name.
    pub name: String,
    /// The name of its family.
    pub family: &'static str,
    /// The release that it is, or is built from.
    pub release: Release,
    table: Table,
    index: u16,
    overlay: Option<Overlay>,
}

/// What a selective build has instead of all that its release has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overlay {
    /// Kinds that are replaced whole: kind, then name and value.
    pub(crate) replaced: BTreeMap<String, BTreeMap<String, String>>,
    /// Kernels by operator: keys of element types and dimension orders; an operator without keys takes all.
    pub(crate) kernels: BTreeMap<String, BTreeSet<String>>,
}

impl Profile {
    /// The built-in profile of the release with this index in the table of its family.
    pub(crate) fn built_in(family: &'static str, table: Table, index: u16) -> Option<Profile> {
        let release = table.releases().nth(usize::from(index))?;
        let name = format!("{family}-{release}");
        Some(Profile { name, family, release, table, index, overlay: None })
    }

    /// This profile under another name, with what a selective build has.
    #[must_use]
    #[cfg(feature = "executorch")]
    pub(crate) fn with_overlay(mut self, name: String, overlay: Overlay) -> Profile {
        self.name = name;
        self.overlay = Some(overlay);
        self
    }

    /// The index of its release in the table of its family.
    #[cfg(feature = "llvm")]
    pub(crate) fn index(&self) -> u16 {
        self.index
    }

    /// What the reader has of that kind and name: the value, empty for plain presence.
    pub fn get(&self, kind: &str, name: &str) -> Option<&str> {
        if let Some(replaced) = self.overlay.as_ref().and_then(|o| o.replaced.get(kind)) {
            return replaced.get(name).map(String::as_str);
        }
        self.table.get(kind, name, self.index)
    }

    /// The row of the table that says what the reader has of that kind and name, with what it rests on.
    pub fn row(&self, kind: &str, name: &str) -> Option<Row> {
        self.table.find(kind, name, self.index)
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

/// Why a profile file cannot be used.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ProfileError {
    /// The text is not a profile: what is wrong with it.
    Invalid(String),
    /// Its schema is another one than `outlast/profile/1`.
    Schema(String),
    /// Its base is not a release that has a profile.
    Base(String),
    /// Its base is of a family whose releases are not built with less than they have.
    NotNarrowed(String),
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProfileError::Invalid(why) => write!(f, "not a profile file: {why}"),
            ProfileError::Schema(found) => write!(f, "schema is `{found}`, expected `{SCHEMA}`"),
            ProfileError::Base(base) => {
                write!(f, "`{base}` has no profile: `outlast targets` lists those that have")
            }
            ProfileError::NotNarrowed(base) => {
                write!(f, "`{base}`: profile files are for ExecuTorch runtimes")
            }
        }
    }
}

impl std::error::Error for ProfileError {}

/// The schema name of profile files.
pub(crate) const SCHEMA: &str = "outlast/profile/1";
