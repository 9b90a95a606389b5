//! What a runtime that an application ships has, taken from its code: [`Runtimes`].
//!
//! Libraries, packages of applications and Python packages are added one after the other; code that is loaded together is one
//! runtime. Nothing is run.

mod groups;
mod infer_release;
mod strings;

use outlast_core::SortShort;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use outlast_archive::{Archive, Entry};

use super::FAMILY;
use super::import::{Lists, profile_text};
pub use infer_release::Told;
use outlast_containers::images::{Unreadable, images, is_code};
use outlast_model::targets::{Release, Table};
use strings::{Found, scan, unnamed};

/// Bytes of one compressed member of a package, and of all of them: what is read is held in memory, one after the other.
const MAX_MEMBER: u64 = 2 << 30;
const MAX_MEMBERS: u64 = 16 << 30;

/// Code that is looked at in one go.
const MAX_IMAGES: usize = 10_000;

/// Operators that every runtime registers itself.
const PRIMITIVES: &str = "executorch_prim::";

/// Code for one machine, with what its strings say.
#[derive(Clone, Debug)]
struct Image {
    /// The path in what the user named; empty for a file that was named itself.
    path: String,
    what: String,
    machine: String,
    needs: Vec<String>,
    found: Found,
}

/// Runtimes, as files are added.
#[derive(Debug)]
pub struct Runtimes {
    table: Table,
    known: HashSet<&'static str>,
    telling: HashSet<&'static str>,
    images: Vec<Image>,
    notes: Vec<String>,
    inflated: u64,
}

/// A runtime: what code that is loaded together registers.
#[derive(Clone, Debug)]
pub struct Runtime {
    /// Where it is: `lib/arm64-v8a`, `ios-arm64`, or the machine where that is all.
    pub names: Vec<String>,
    /// What it is, in words: `libexecutorch.so, ELF for aarch64`.
    pub what: String,
    /// The operators that it registers.
    pub operators: BTreeSet<String>,
    /// The backends that it registers.
    pub backends: BTreeSet<String>,
    /// Keys of kernels that take some element types only; of which operators, strings do not say.
    pub kernels: BTreeSet<String>,
    /// Element types that it cannot name, and so does not have; empty where its names of types are not in its code.
    pub lacks_types: BTreeSet<&'static str>,
    /// The release that it is built from.
    pub told: Option<Told>,
}

/// Why nothing was read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RuntimeError {
    /// The file is neither code nor a package: what was expected.
    NoCode,
    /// Code, and none of ExecuTorch: how many files were looked at, and notes on those that could not be.
    NoRuntime(usize, Vec<String>),
    /// The store encrypted it.
    Encrypted,
    /// It cannot be read: why.
    Unreadable(String),
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuntimeError::NoCode => f.write_str(
                "no code and no package of code: expected a library or program (ELF, Mach-O, PE, static or universal), an .apk, .aar, .ipa or .whl, or a directory",
            ),
            RuntimeError::NoRuntime(0, notes) => write!(f, "it has no libraries and no programs{}", Noted(notes)),
            RuntimeError::NoRuntime(looked, notes) => write!(
                f,
                "no ExecuTorch runtime: {looked} file(s) of code were looked at, and none registers operators as it does (`executorch_prim::…`, `aten::add.out`){}",
                Noted(notes)
            ),
            RuntimeError::Encrypted => f.write_str(
                "encrypted by the store it was bought from, so that its strings cannot be read: import the framework or the archive that it was built from",
            ),
            RuntimeError::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for RuntimeError {}

struct Noted<'a>(&'a [String]);

impl fmt::Display for Noted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().take(3).try_for_each(|note| write!(f, "; {note}"))
    }
}

impl Default for Runtimes {
    fn default() -> Runtimes {
        Runtimes::new()
    }
}

impl Runtimes {
    /// None yet.
    pub fn new() -> Runtimes {
        let table = FAMILY.table();
        let rows = ["op", "op-library"].into_iter().flat_map(|kind| table.kind(kind));
        Runtimes {
            known: rows.map(|row| row.name).collect(),
            telling: infer_release::texts(table),
            table,
            images: Vec::new(),
            notes: Vec::new(),
            inflated: 0,
        }
    }

    /// Adds a file, or all files of a package. `path` is its path in the directory that was named; it is empty for a file that was
    /// named itself.
    ///
    /// # Errors
    ///
    /// If the file was named itself and nothing can be read from it. What cannot be read in a directory or package is noted.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), RuntimeError> {
        let added = match bytes.starts_with(b"PK\x03\x04") {
            true => self.add_package(path, bytes),
            false => self.add_code(path, bytes),
        };
        match added {
            Err(error) if !path.is_empty() => {
                if error != RuntimeError::NoCode {
                    self.notes.push(format!("{path}: {error}"));
                }
                Ok(())
            }
            added => added,
        }
    }

    /// Whether a file that begins so is worth adding.
    pub fn takes(beginning: &[u8]) -> bool {
        is_code(beginning) || beginning.starts_with(b"PK\x03\x04")
    }

    fn add_code(&mut self, path: &str, bytes: &[u8]) -> Result<(), RuntimeError> {
        let images = images(bytes).map_err(|why| match why {
            Unreadable::Encrypted => RuntimeError::Encrypted,
            Unreadable::Thin => RuntimeError::Unreadable(
                "a thin archive: it has names of other files only; import those".into(),
            ),
            Unreadable::Damaged(why) => RuntimeError::Unreadable(format!("damaged: {why}")),
        })?;
        if images.is_empty() {
            return Err(RuntimeError::NoCode);
        }
        for image in images.into_iter().take(MAX_IMAGES.saturating_sub(self.images.len())) {
            let bytes = bytes.get(image.range).unwrap_or_default();
            let found = scan(bytes, &self.known, &self.telling);
            self.images.push(Image {
                path: path.to_string(),
                what: image.what,
                machine: image.machine,
                needs: image.needs,
                found,
            });
        }
        Ok(())
    }

    fn add_package(&mut self, path: &str, bytes: &[u8]) -> Result<(), RuntimeError> {
        let unreadable = |error: outlast_core::Error| RuntimeError::Unreadable(error.to_string());
        let archive = Archive::open(bytes).map_err(unreadable)?;
        let entries = archive.entries().map_err(unreadable)?;
        for entry in entries.iter().filter(|entry| !entry.is_folder()) {
            let name = match path {
                "" => entry.name().into_owned(),
                path => format!("{path}/{}", entry.name()),
            };
            if let Err(why) = self.add_member(&archive, entry, &name) {
                self.notes.push(format!("{name}: {why}"));
            }
        }
        Ok(())
    }

    /// A file of a package; packages in packages are not looked into.
    fn add_member<'a>(&mut self, archive: &Archive<'a>, entry: &Entry<'a>, name: &str) -> Result<(), String> {
        const BEGINNING: usize = 16;
        if entry.is_encrypted() {
            return Err("encrypted with a password".into());
        }
        let member = archive.member(entry).map_err(|error| error.to_string())?;
        let beginning = member.prefix(BEGINNING).map_err(|error| error.to_string())?;
        if !is_code(&beginning) {
            return Ok(());
        }
        if !member.is_stored() {
            self.inflated = self.inflated.saturating_add(entry.size());
            if self.inflated > MAX_MEMBERS {
                return Err("the package has more code than the limit".into());
            }
        }
        let content = member.content(MAX_MEMBER).map_err(|error| error.to_string())?;
        match self.add_code(name, &content) {
            Err(RuntimeError::NoCode) => Ok(()),
            added => added.map_err(|error| error.to_string()),
        }
    }

    /// The runtimes in what was added; those that have the same are one.
    ///
    /// # Errors
    ///
    /// [`RuntimeError::NoRuntime`]; [`RuntimeError::Encrypted`] where all that could have one is.
    pub fn read(self) -> Result<Vec<Runtime>, RuntimeError> {
        let mut same: BTreeMap<_, Runtime> = BTreeMap::new();
        for (name, images) in groups::together(&self.images) {
            let Some(runtime) = self.runtime(name, &images) else { continue };
            let key = (
                runtime.operators.clone(),
                runtime.backends.clone(),
                runtime.kernels.clone(),
                runtime.lacks_types.clone(),
            );
            match same.entry(key) {
                std::collections::btree_map::Entry::Vacant(free) => {
                    free.insert(runtime);
                }
                std::collections::btree_map::Entry::Occupied(mut taken) => {
                    let known = taken.get_mut();
                    known.names.extend(runtime.names);
                    // Where one keeps more of its messages than another, it tells more.
                    known.told = closer(known.told.take(), runtime.told);
                }
            }
        }
        if same.is_empty() {
            return Err(RuntimeError::NoRuntime(self.images.len(), self.notes));
        }
        let mut runtimes: Vec<Runtime> = same.into_values().collect();
        runtimes.sort_short_by(|a, b| a.names.cmp(&b.names));
        Ok(runtimes)
    }

    /// What images that are loaded together have; `None` if that is no runtime.
    fn runtime(&self, name: String, images: &[&Image]) -> Option<Runtime> {
        let own = |image: &&&Image| {
            let found = &image.found;
            found.is_part || found.operators.iter().any(|name| name.starts_with(PRIMITIVES))
        };
        let parts: Vec<&&Image> = images.iter().filter(own).collect();
        let mut all = Found::default();
        for part in &parts {
            all.operators.extend(part.found.operators.iter().cloned());
            all.backends.extend(part.found.backends.iter().cloned());
            all.kernels.extend(part.found.kernels.iter().cloned());
            all.telling.extend(part.found.telling.iter().cloned());
            all.types.extend(&part.found.types);
        }
        let largest = parts.iter().max_by_key(|part| part.found.operators.len())?;
        let file = largest.path.rsplit('/').next().filter(|file| !file.is_empty());
        let what = file.map_or_else(|| largest.what.clone(), |file| format!("{file}, {}", largest.what));
        (!all.operators.is_empty()).then(|| Runtime {
            told: infer_release::tell(self.table, &all.operators, &all.telling),
            names: vec![name],
            what,
            operators: all.operators,
            backends: all.backends,
            kernels: all.kernels,
            lacks_types: unnamed(&all.types),
        })
    }
}

/// Which of the two tells the release more closely.
fn closer(one: Option<Told>, other: Option<Told>) -> Option<Told> {
    let (Some(one), Some(other)) = (&one, &other) else { return one.or(other) };
    let narrower = (other.first >= one.first && other.last < one.last)
        || (other.first > one.first && other.last <= one.last);
    Some(if narrower { other.clone() } else { one.clone() })
}

impl Runtime {
    /// Whether it has what every runtime registers itself, and is not only a library of kernels.
    pub fn is_whole(&self) -> bool {
        self.operators.iter().any(|name| name.starts_with(PRIMITIVES))
    }

    /// The release, or the two between which it is, that the profile can be built on; `None` where it is not told closely enough.
    pub fn base(&self) -> Option<(Release, Option<Release>)> {
        let told = self.told.as_ref()?;
        match told.is_one() {
            true => Some((told.last, None)),
            false if told.between => Some((told.first, Some(told.last))),
            false => None,
        }
    }

    /// The text of a profile file for it: `base` and, for sources between two releases, `next` are names of targets.
    pub fn to_profile_text(&self, name: &str, base: &str, next: Option<&str>) -> String {
        // A name is not enough for a runtime to have a type: its release must have it, too.
        let types = FAMILY.profile_named(base).map(|base| {
            let all = base.all("scalar-type").into_iter().map(|(name, _)| name);
            all.filter(|name| !self.lacks_types.contains(name)).map(str::to_string).collect()
        });
        let lists = Lists {
            element_types: types,
            operators: Some(self.operators.clone()),
            backends: Some(self.backends.clone()),
            read_from: Some(self.what.clone()),
            next: next.map(str::to_string),
        };
        profile_text(name, base, lists)
    }
}

#[cfg(test)]
mod tests;
