//! What NEW and OLD name: a file, a folder, a revision of the other side's path, a window of releases.

use std::path::{Path, PathBuf};

use outlast::Target;
use outlast::lint::layout;
use outlast_core::SortShort;
use outlast_report::{Cause, Failure};
use walkdir::WalkDir;

use super::dialects;
use super::git::Repository;
use crate::config::clean;
use crate::input;

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// FlatBuffers schemas.
    Schema,
    /// Record layouts of bitstreams.
    Layout,
    /// Operator sets.
    Operators,
    /// Dialects of MLIR.
    Dialect,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Kind; 4] = [Kind::Schema, Kind::Layout, Kind::Operators, Kind::Dialect];

    /// In JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Schema => "schema",
            Kind::Layout => "layout",
            Kind::Operators => "operators",
            Kind::Dialect => "dialect",
        }
    }

    /// In words.
    pub(super) fn title(self) -> &'static str {
        match self {
            Kind::Schema => "schemas",
            Kind::Layout => "record layouts",
            Kind::Operators => "operator sets",
            Kind::Dialect => "dialects",
        }
    }

    /// How names of witnesses end: of operator sets they are TorchScript archives, of dialects MLIR bytecode.
    pub(super) fn witness_extension(self) -> &'static str {
        match self {
            Kind::Schema | Kind::Layout => "bin",
            Kind::Operators => "pt",
            Kind::Dialect => "mlirbc",
        }
    }

    /// How names of its files end.
    pub(super) fn extensions(self) -> &'static [&'static str] {
        match self {
            Kind::Schema => &["fbs", "bfbs"],
            Kind::Layout => &["toml"],
            Kind::Operators => &[],
            Kind::Dialect => &["json"],
        }
    }
}

/// Files of a folder that are looked at.
const MOST_FILES: usize = 100_000;

/// Bytes of a TOML that is looked into to tell whether it is a layout: what is read of one takes some twenty times as much memory.
const MOST_TOML: u64 = 4 << 20;

/// What the sides are, by their names and contents.
pub(super) fn kind(new: &Path, against: &[PathBuf]) -> Kind {
    let of_new = kind_of(new);
    let of_old = || against.iter().find_map(|old| kind_of(old));
    of_new.or_else(of_old).unwrap_or_else(|| {
        // An operator set is a file: nothing says anything about folders, and revisions of what may be one.
        let is_folder = |path: &Path| match in_git(path) {
            Some(inner) => inner.extension().is_none(),
            None => path.is_dir(),
        };
        let is_place = |path: &PathBuf| path.is_dir() || is_git(path);
        match is_folder(new) && against.iter().all(is_place) {
            true => Kind::Schema,
            false => Kind::Operators,
        }
    })
}

fn is_git(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with("git:"))
}

/// The path of `git:REV:PATH`; empty where it has none.
fn in_git(path: &Path) -> Option<&Path> {
    let text = path.to_str()?.strip_prefix("git:")?;
    Some(Path::new(text.split_once(':').map_or("", |(_, path)| path)))
}

fn kind_of(path: &Path) -> Option<Kind> {
    let inner = in_git(path);
    let named = inner.unwrap_or(path);
    let has = |extension: &str| named.extension().is_some_and(|found| found == extension);
    if inner.is_some() {
        return (has("fbs") || has("bfbs")).then_some(Kind::Schema).or(has("toml").then_some(Kind::Layout));
    }
    if path.is_dir() {
        let files = files_in(path).unwrap_or_default();
        return files.into_iter().find_map(|file| kind_of(&path.join(file)));
    }
    if has("fbs") || has("bfbs") {
        return Some(Kind::Schema);
    }
    if !path.is_file() {
        return dialects::is_release(&input::name(path)).then_some(Kind::Dialect);
    }
    if has("toml") {
        return super::layouts::is_layout(&input::open_text_inside(path, None, MOST_TOML).ok()?)
            .then_some(Kind::Layout);
    }
    let head = input::beginning(path).ok()?;
    if head.get(4..8) == Some(b"BFBS") {
        return Some(Kind::Schema);
    }
    let is_layout = layout::is_listing(&String::from_utf8_lossy(&head));
    is_layout.then_some(Kind::Layout).or(dialects::is_described(path).then_some(Kind::Dialect))
}

/// The schemas, layouts and definitions in a folder, by their ways from it; or what cannot be looked at.
fn files_in(folder: &Path) -> Result<Vec<String>, String> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git");
    let mut ways = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| error.to_string())?;
        let Ok(way) = entry.path().strip_prefix(folder) else { continue };
        let is_one =
            way.extension().is_some_and(|end| ["fbs", "bfbs", "toml", "json"].iter().any(|one| end == *one));
        if !is_one || !entry.path().is_file() {
            continue;
        }
        if ways.len() >= MOST_FILES {
            return Err(format!("more than {MOST_FILES} files"));
        }
        let parts: Option<Vec<_>> = way.components().map(|part| part.as_os_str().to_str()).collect();
        ways.push(parts.ok_or_else(|| format!("{}: its name is not UTF-8", way.display()))?.join("/"));
    }
    Ok(ways)
}

/// One version of what is compared.
#[derive(Debug)]
pub(super) struct Version {
    /// How answers name it.
    pub(super) name: String,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Disk(PathBuf),
    /// A target or a release, by the name of the version: no file is named like it.
    Known,
    Git {
        repository: Repository,
        revision: String,
        commit: String,
        /// From the root of the repository.
        path: String,
    },
}

/// A side as it is written.
enum Written<'p> {
    Disk(&'p Path),
    Git { from: &'p str, window: Option<Option<&'p str>>, path: Option<&'p str> },
}

fn written(path: &Path) -> Result<Written<'_>, Failure> {
    let Some(text) = path.to_str().and_then(|text| text.strip_prefix("git:")) else {
        return Ok(Written::Disk(path));
    };
    let (revisions, path) = match text.split_once(':') {
        Some((revisions, path)) => (revisions, Some(path)),
        None => (text, None),
    };
    let (from, window) = match revisions.split_once("..") {
        Some((from, to)) => (from, Some((!to.is_empty()).then_some(to))),
        None => (revisions, None),
    };
    let is_wrong = from.is_empty() || window.flatten().is_some_and(|to| to.starts_with('.'));
    if is_wrong || path.is_some_and(str::is_empty) {
        let why = "expected git:REV, git:REV:PATH, git:A.. or git:A..B".to_string();
        return Err(impossible(&format!("git:{text}"), why));
    }
    Ok(Written::Git { from, window, path })
}

/// A file or folder; or a target or release, where nothing is named like it.
fn on_disk(path: &Path) -> Place {
    let name = input::name(path);
    let is_known = is_target_like(path) && (outlast::target(&name).is_ok() || dialects::is_release(&name));
    if is_known { Place::Known } else { Place::Disk(path.to_path_buf()) }
}

/// Whether a path may be the name of a target: there is no such file, and it is no way to one.
fn is_target_like(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name != "-" && !path.exists() && !name.contains(['/', '\\', '!'])
}

fn impossible(file: &str, why: String) -> Failure {
    Failure { file: file.to_string(), cause: Cause::Impossible(why) }
}

impl Version {
    /// The changed side.
    pub(super) fn new(path: &Path) -> Result<Version, Failure> {
        let name = input::name(path);
        match written(path)? {
            Written::Disk(path) => Ok(Version { name, place: on_disk(path) }),
            Written::Git { window: Some(_), .. } => {
                Err(impossible(&name, "the changed side is one version, not a window of them".into()))
            }
            Written::Git { path: None, .. } => {
                Err(impossible(&name, "the changed side needs a path: git:REV:PATH".into()))
            }
            Written::Git { from, path: Some(path), .. } => {
                let repository =
                    Repository::containing(Path::new("")).map_err(|why| impossible(&name, why))?;
                Version::at(repository, from, path).map_err(|why| impossible(&name, why))
            }
        }
    }

    /// The versions that one `--against` names, the oldest first.
    pub(super) fn baselines(old: &Path, new: &Version) -> Result<Vec<Version>, Failure> {
        let name = input::name(old);
        let (from, window, path) = match written(old)? {
            Written::Disk(path) => {
                return Ok(vec![Version { name, place: on_disk(path) }]);
            }
            Written::Git { from, window, path } => (from, window, path),
        };
        let fail = |why: String| impossible(&name, why);
        let is_other = path.is_some();
        let (repository, path) = match path {
            Some(path) => (Repository::containing(Path::new("")).map_err(fail)?, path.to_string()),
            None => new.in_repository().map_err(fail)?,
        };
        match window {
            None => {
                let mut version = Version::at(repository, from, &path).map_err(fail)?;
                if is_other {
                    version.name = version.label(&version.path(None));
                }
                Ok(vec![version])
            }
            Some(to) => {
                let tags = repository.window(from, to).map_err(fail)?;
                let versions = tags.iter().map(|tag| Version::at(repository.clone(), tag, &path));
                versions.collect::<Result<_, _>>().map_err(fail)
            }
        }
    }

    fn at(repository: Repository, revision: &str, path: &str) -> Result<Version, String> {
        let commit = repository.commit(revision)?;
        let path = match path.strip_prefix("./") {
            Some(rest) => format!("{}{rest}", repository.prefix()?),
            None => path.to_string(),
        };
        let path = path.trim_matches('/').to_string();
        let path = if path == "." { String::new() } else { path };
        let revision = revision.to_string();
        Ok(Version { name: revision.clone(), place: Place::Git { repository, revision, commit, path } })
    }

    /// The repository that this is in, and the path in it.
    fn in_repository(&self) -> Result<(Repository, String), String> {
        match &self.place {
            Place::Known => Err("a target has no path in a repository: git:REV:PATH".into()),
            Place::Git { repository, path, .. } => Ok((repository.clone(), path.clone())),
            Place::Disk(path) if path.as_os_str() == "-" => {
                Err("standard input has no path in a repository: git:REV:PATH".into())
            }
            Place::Disk(path) if path.is_dir() => {
                let repository = Repository::containing(path)?;
                let prefix = repository.prefix()?;
                Ok((repository, prefix.trim_end_matches('/').to_string()))
            }
            Place::Disk(path) => {
                let repository = Repository::containing(path.parent().unwrap_or(Path::new("")))?;
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let name = name.ok_or("it has no name")?;
                let prefix = repository.prefix()?;
                Ok((repository, format!("{prefix}{name}")))
            }
        }
    }

    /// Whether it stands for many files.
    pub(super) fn is_folder(&self) -> bool {
        match &self.place {
            Place::Disk(path) => path.is_dir(),
            Place::Known => false,
            Place::Git { repository, commit, path, .. } => {
                matches!(repository.kind(commit, path), Ok(Some(kind)) if kind == "tree")
            }
        }
    }

    /// Whether there is something at its path.
    pub(super) fn exists(&self) -> bool {
        match &self.place {
            Place::Disk(path) => path.as_os_str() == "-" || path.exists(),
            Place::Known => true,
            Place::Git { repository, commit, path, .. } => {
                matches!(repository.kind(commit, path), Ok(Some(_)))
            }
        }
    }

    /// Whether it is a revision of a repository.
    pub(super) fn is_git(&self) -> bool {
        matches!(self.place, Place::Git { .. })
    }

    /// The target that it is called after.
    pub(super) fn target(&self) -> Option<Target> {
        matches!(self.place, Place::Known).then(|| outlast::target(&self.name).ok()).flatten()
    }

    /// The name of the release that it is called after, whose dialects are known.
    pub(super) fn release(&self) -> Option<&str> {
        matches!(self.place, Place::Known).then_some(self.name.as_str())
    }

    /// The folder or file on disk.
    pub(super) fn on_disk(&self) -> Option<&Path> {
        match &self.place {
            Place::Disk(path) => Some(path),
            Place::Known | Place::Git { .. } => None,
        }
    }

    /// Why there is nothing at its path.
    pub(super) fn missing(&self, kind: Kind) -> Failure {
        match &self.place {
            Place::Known => impossible(&self.name, "it is not there".into()),
            Place::Disk(path) if kind == Kind::Operators && is_target_like(path) => {
                let why = outlast::target(&self.name).err().map(|error| format!(", and {error}"));
                impossible(&self.name, format!("no such file{}", why.unwrap_or_default()))
            }
            Place::Git { repository, revision, path, .. } => {
                impossible(&self.label(path), repository.missing(revision, path))
            }
            Place::Disk(path) => match input::open(path) {
                Err(failure) => failure,
                Ok(_) => impossible(&input::name(path), "it is not there".into()),
            },
        }
    }

    /// The files of a folder, by their ways from it.
    pub(super) fn files(&self, kind: Kind) -> Result<Vec<String>, Failure> {
        let mut files = match &self.place {
            Place::Disk(path) => files_in(path).map_err(|why| impossible(&input::name(path), why))?,
            Place::Known => Vec::new(),
            Place::Git { repository, commit, path, .. } => {
                let listed = repository.list(commit, path);
                let listed = listed.map_err(|why| impossible(&self.label(path), why))?;
                let ways = listed.into_iter().filter_map(|file| {
                    let way = if path.is_empty() {
                        Some(&*file)
                    } else {
                        file.strip_prefix(&**path)?.strip_prefix('/')
                    };
                    way.map(str::to_string)
                });
                ways.collect()
            }
        };
        let is_one = |file: &String| {
            kind.extensions().iter().any(|end| file.rsplit_once('.').is_some_and(|(_, found)| found == *end))
        };
        files.retain(is_one);
        files.sort_short();
        Ok(files)
    }

    /// The path of a file of a folder, or its own.
    pub(super) fn path(&self, way: Option<&str>) -> String {
        let own = match &self.place {
            Place::Disk(path) => path.to_string_lossy().into_owned(),
            Place::Known => self.name.clone(),
            Place::Git { path, .. } => path.clone(),
        };
        match way {
            None => own,
            Some(way) if own.is_empty() => way.to_string(),
            Some(way) => format!("{}/{way}", own.trim_end_matches('/')),
        }
    }

    /// A path as answers show it: `v1.0:schema/program.fbs`.
    pub(super) fn label(&self, path: &str) -> String {
        match &self.place {
            Place::Disk(_) if path == "-" => "<stdin>".to_string(),
            Place::Disk(_) | Place::Known => path.to_string(),
            Place::Git { revision, .. } => format!("{revision}:{path}"),
        }
    }

    /// The bytes at a path.
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, Failure> {
        match &self.place {
            Place::Known => Err(impossible(path, "a target is not a file".into())),
            Place::Disk(own) => {
                let own = if own.to_string_lossy() == path { own.as_path() } else { Path::new(path) };
                Ok(input::open(own)?.to_vec())
            }
            Place::Git { repository, commit, revision, .. } => match repository.read(commit, path) {
                Ok(Some(bytes)) => Ok(bytes),
                Ok(None) => Err(impossible(&self.label(path), repository.missing(revision, path))),
                Err(why) => Err(impossible(&self.label(path), why)),
            },
        }
    }

    /// A file that another includes: where it is, and its text; none where it is not there.
    pub(super) fn included(&self, path: &str, folders: &[PathBuf]) -> Option<(String, String)> {
        let Place::Git { repository, commit, .. } = &self.place else {
            let near = Path::new(path);
            let all =
                std::iter::once(near.to_path_buf()).chain(folders.iter().map(|folder| folder.join(path)));
            let found = all.into_iter().find(|path| path.is_file())?;
            return Some((input::name(&found), input::open_found_text(&found).ok()?));
        };
        let here = std::env::current_dir().ok()?;
        let root = repository.root();
        let inside = folders.iter().filter_map(|folder| {
            let folder = clean(&here.join(folder));
            let way = folder.strip_prefix(root.as_ref()?).ok()?;
            Some(format!("{}/{path}", way.to_string_lossy()))
        });
        let mut all = std::iter::once(path.to_string()).chain(inside);
        all.find_map(|path| {
            let bytes = repository.read(commit, path.trim_start_matches('/')).ok().flatten()?;
            Some((path, String::from_utf8(bytes).ok()?))
        })
    }
}
