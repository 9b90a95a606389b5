//! [`Profile`]: the description of one reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use outlast_core::Release;
use outlast_core::table::{Row, Table};

use crate::family::FamilyDef;
use crate::verdict::Basis;

/// The description of one reader: a measured release, with what a file of the user's says otherwise.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The target's name.
    pub name: String,
    /// The name of its family.
    pub family: &'static str,
    /// The release that it is, or is built from.
    pub release: Release,
    /// Which of the release's readers it is, where one release has several: `lite`; empty for the one that has the release's own name.
    pub variant: &'static str,
    def: &'static FamilyDef,
    table: Table,
    index: u16,
    overlay: Option<Box<Overlay>>,
    linked: Box<Linked>,
}

/// A row that a profile has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<'p> {
    /// Of a profile file: its value.
    Own(&'p str),
    /// Of the table of the family: its index.
    Row(usize),
}

/// What libraries that an application links add to what its release has.
#[derive(Clone, Debug, Default)]
struct Linked {
    libraries: BTreeSet<&'static str>,
    /// Kind, then names.
    adds: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Linked {
    fn has(&self, kind: &str, name: &str) -> bool {
        self.adds.get(kind).is_some_and(|names| names.contains(name))
    }
}

/// A string of a profile file, as TOML writes it.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A list of a profile file, one name on each line.
pub fn list(names: &BTreeSet<String>) -> String {
    let lines: Vec<String> = names.iter().map(|name| format!("    {},\n", quoted(name))).collect();
    format!("[\n{}]", lines.concat())
}

/// What a selective build has instead of all that its release has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// Kinds that are replaced whole: kind, then name and value.
    pub replaced: BTreeMap<String, BTreeMap<String, String>>,
    /// Kernels by operator: keys of element types and dimension orders; an operator without keys takes all.
    pub kernels: BTreeMap<String, BTreeSet<String>>,
    /// The code that all of this was taken from, without running it.
    pub read_from: Option<String>,
}

impl Profile {
    /// The built-in profile of the release with this index in the table of its family.
    pub fn built_in(def: &'static FamilyDef, index: u16) -> Option<Profile> {
        Profile::in_table(def, def.table(), index)
    }

    fn in_table(def: &'static FamilyDef, table: Table, index: u16) -> Option<Profile> {
        let release = table.releases().nth(usize::from(index))?;
        Some(Profile {
            name: def.target_name(release, ""),
            family: def.name,
            release,
            variant: "",
            def,
            table,
            index,
            overlay: None,
            linked: Box::default(),
        })
    }

    /// Another reader of the same release.
    #[must_use]
    pub fn variant(mut self, variant: &'static str) -> Profile {
        if !variant.is_empty() {
            self.name = self.def.target_name(self.release, variant);
            self.variant = variant;
        }
        self
    }

    /// This reader with a library of its release: rows of the kind `of` name what it holds, which then counts as rows of the kind
    /// `becomes`. `None` where the release has no such library.
    #[must_use]
    pub fn link(mut self, library: &str, of: &str, becomes: &'static str) -> Option<Profile> {
        let release = self.index;
        let rows = self.table.kind(of).filter(|row| row.value == library && row.holds(release));
        let rows: Vec<_> = rows.collect();
        let name = rows.first()?.value;
        if self.linked.libraries.insert(name) {
            self.linked.adds.entry(becomes).or_default().extend(rows.iter().map(|row| row.name));
            let plain = self.name.split('+').next().unwrap_or_default();
            let libraries = self.linked.libraries.iter();
            self.name = libraries.fold(plain.to_string(), |name, library| format!("{name}+{library}"));
        }
        Some(self)
    }

    /// The libraries that are linked beside what the release has.
    pub fn libraries(&self) -> impl Iterator<Item = &'static str> {
        self.linked.libraries.iter().copied()
    }

    /// The libraries of its release that rows of this kind name.
    pub fn libraries_of(&self, of: &str) -> BTreeSet<&'static str> {
        let release = self.index;
        self.table.kind(of).filter(|row| row.holds(release)).map(|row| row.value).collect()
    }

    /// This profile under another name, with what a selective build has.
    #[must_use]
    pub fn with_overlay(mut self, name: String, overlay: Overlay) -> Profile {
        self.name = name;
        self.overlay = Some(Box::new(overlay));
        self
    }

    /// The family of the reader.
    pub fn definition(&self) -> &'static FamilyDef {
        self.def
    }

    /// The index of its release in the table of its family.
    pub fn index(&self) -> u16 {
        self.index
    }

    /// What the reader has of that kind and name: the value, empty for plain presence.
    pub fn get(&self, kind: &str, name: &str) -> Option<&str> {
        if let Some(replaced) = self.overlay.as_ref().and_then(|o| o.replaced.get(kind)) {
            return replaced.get(name).map(String::as_str);
        }
        self.table.get(kind, name, self.index).or_else(|| self.linked.has(kind, name).then_some(""))
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
        self.table.indices_of(kind, name, self.index).map(|at| self.table.value(at)).collect()
    }

    /// Every row of that kind and name: those of a profile file, or of the table of the family.
    pub fn cells(&self, kind: &str, name: &str) -> impl Iterator<Item = Cell<'_>> {
        let replaced = self.overlay.as_ref().and_then(|overlay| overlay.replaced.get(kind));
        let own = replaced.and_then(|values| values.get(name)).map(|value| Cell::Own(value));
        let rows = replaced.is_none().then(|| self.table.indices_of(kind, name, self.index));
        own.into_iter().chain(rows.into_iter().flatten().map(Cell::Row))
    }

    /// The value of a row.
    pub fn value<'p>(&'p self, cell: Cell<'p>) -> &'p str {
        match cell {
            Cell::Own(value) => value,
            Cell::Row(index) => self.table.value(index),
        }
    }

    /// How many rows the table of the family has.
    pub fn rows_in_table(&self) -> usize {
        self.table.len()
    }

    /// Whether the reader has that.
    pub fn has(&self, kind: &str, name: &str) -> bool {
        self.get(kind, name).is_some()
    }

    /// Whether the release that the profile is built from has that, whatever the profile says.
    pub fn is_of_release(&self, kind: &str, name: &str) -> bool {
        self.table.has(kind, name, self.index) || self.linked.has(kind, name)
    }

    /// Everything of a kind that the reader has: name and value.
    pub fn all(&self, kind: &str) -> Vec<(&str, &str)> {
        if let Some(replaced) = self.overlay.as_ref().and_then(|o| o.replaced.get(kind)) {
            return replaced.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        }
        let index = self.index;
        let rows = self.table.kind(kind);
        let own = rows.filter(|r| r.releases.0 <= index && index <= r.releases.1).map(|r| (r.name, r.value));
        let mut all: Vec<(&str, &str)> = own.collect();
        if let Some(names) = self.linked.adds.get(kind) {
            let known: BTreeSet<&str> = all.iter().map(|(name, _)| *name).collect();
            all.extend(names.iter().filter(|name| !known.contains(**name)).map(|name| (*name, "")));
            all.sort_unstable();
        }
        all
    }

    /// The kinds of things that the family's releases, or this profile, have: `op`, `backend`, …
    pub fn kinds(&self) -> BTreeSet<&str> {
        let replaced = self.overlay.iter().flat_map(|o| o.replaced.keys().map(String::as_str));
        self.table.kinds().into_iter().chain(replaced).collect()
    }

    /// What rows of that kind and name, which say what was seen in runs, show of this release: `measured` where one that
    /// `fits` is for this release, `between` where such rows are for releases before and after it, `sampled` where they are for
    /// other releases only.
    pub fn seen(&self, kind: &str, name: &str, fits: impl Fn(&str) -> bool) -> Option<Basis> {
        let (mut before, mut after) = (false, false);
        for ((since, until), _) in self.table.values(kind, name).filter(|(_, value)| fits(value)) {
            before |= until < self.index;
            after |= self.index < since;
            if since <= self.index && self.index <= until {
                return Some(Basis::Measured);
            }
        }
        if before && after { Some(Basis::Between) } else { (before || after).then_some(Basis::Sampled) }
    }

    /// The releases of the family in which that appeared first, if any has it.
    pub fn first_release_with(&self, kind: &str, name: &str) -> Option<Release> {
        let since = self.table.rows(kind, name).map(|r| r.releases.0).min()?;
        self.table.releases().nth(usize::from(since))
    }

    /// The first later release of the family whose reader, as it was released, suits.
    pub fn later(&self, suits: impl Fn(&Profile) -> bool) -> Option<(Release, Profile)> {
        let releases = u16::try_from(self.table.releases().len()).ok()?;
        (self.index.saturating_add(1)..releases).find_map(|index| self.of_release(index, &suits))
    }

    /// The last earlier release of the family whose reader, as it was released, suits.
    pub fn earlier(&self, suits: impl Fn(&Profile) -> bool) -> Option<(Release, Profile)> {
        (0..self.index).rev().find_map(|index| self.of_release(index, &suits))
    }

    fn of_release(&self, index: u16, suits: &impl Fn(&Profile) -> bool) -> Option<(Release, Profile)> {
        let profile = Profile::in_table(self.def, self.table, index)?.variant(self.variant);
        suits(&profile).then_some((profile.release, profile))
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

    /// Whether a profile file lists all things of this kind that the reader has.
    pub fn lists(&self, kind: &str) -> bool {
        self.overlay.as_ref().is_some_and(|overlay| overlay.replaced.contains_key(kind))
    }

    /// The code that the profile's lists were taken from, where it was read and not run.
    pub fn read_from(&self) -> Option<&str> {
        self.overlay.as_ref()?.read_from.as_deref()
    }

    /// This profile under another name.
    #[must_use]
    pub fn renamed(mut self, name: String) -> Profile {
        self.name = name;
        self
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
    /// What should describe a reader does not: why.
    Report(String),
    /// Its schema is another one than `outlast/profile/1`.
    Schema(String),
    /// Its base is not a release that has a profile.
    Base(String),
    /// Its base, and what it names as the release after that and is none.
    Next(String, String),
    /// Its base is of a family whose releases are not built with less than they have.
    NotNarrowed(String),
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProfileError::Report(why) => f.write_str(why),
            ProfileError::Invalid(why) => write!(f, "not a profile file: {why}"),
            ProfileError::Schema(found) => write!(f, "schema is `{found}`, expected `{SCHEMA}`"),
            ProfileError::Base(base) => {
                write!(f, "`{base}` has no profile: `outlast targets` lists those that have")
            }
            ProfileError::Next(base, next) => {
                write!(
                    f,
                    "`next` is `{next}`, expected a later release of the same family than `base`, `{base}`"
                )
            }
            ProfileError::NotNarrowed(base) => {
                write!(f, "`{base}`: profile files are for ExecuTorch runtimes")
            }
        }
    }
}

impl std::error::Error for ProfileError {}

/// The schema name of profile files.
pub const SCHEMA: &str = "outlast/profile/1";

#[cfg(test)]
mod tests {
    use outlast_core::table::encode;

    use super::{Profile, Table};
    use crate::verdict::Basis;

    #[test]
    fn what_was_seen_in_runs_of_other_releases_is_weaker() {
        let text = "releases 1.0.0 1.1.0 1.2.0 1.3.0\nruns add 1.0.0,1.2.0 = f32 f16\nruns add 1.3.0 = i8\n";
        let blob = encode(text, &|_, _| Ok(())).unwrap();
        let table = Table::open(blob.leak()).unwrap();
        let seen = |release: u16, name: &str, types: &str| {
            let profile = Profile::in_table(&crate::family::NONE, table, release).unwrap();
            profile.seen("runs", name, |row| row.split(' ').any(|one| one == types))
        };
        assert_eq!(seen(0, "add", "f16"), Some(Basis::Measured));
        assert_eq!(seen(1, "add", "f32"), Some(Basis::Between));
        assert_eq!(seen(3, "add", "f32"), Some(Basis::Sampled), "only releases before it");
        assert_eq!(seen(0, "add", "i8"), Some(Basis::Sampled), "only releases after it");
        assert_eq!(seen(0, "add", "f64"), None, "only other types");
        assert_eq!(seen(0, "sub", "f32"), None);
    }
}
