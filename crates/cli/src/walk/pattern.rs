//! [`Matches`]: the files and folders that a pattern such as `models/**/*.pte` means, in the order of their names.
//!
//! A part of a pattern may name a link to a folder; `**` does not go through links, which may lead in circles.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use glob::{Pattern, PatternError};
use outlast_core::SortShort;

use super::is_passed_over;

/// What a part of a pattern takes.
#[derive(Clone, Debug)]
enum Part {
    /// A name, or a root, as it is.
    Name(OsString),
    /// Names that are like this.
    Like(Pattern),
    /// Any number of folders.
    Folders,
}

/// A path that is looked at next.
enum Step {
    /// An entry of a folder, for the part with this number.
    Entry(PathBuf, usize),
    /// What is at a path, for the rest from this part on.
    Rest(PathBuf, usize),
    Failed(PathBuf, io::Error),
}

/// What a pattern means, one by one.
pub(super) struct Matches {
    parts: Vec<Part>,
    /// Whether it ends with `/`.
    only_folders: bool,
    /// The last is next.
    steps: Vec<Step>,
}

impl Matches {
    pub(super) fn parse(pattern: &str) -> Result<Matches, PatternError> {
        let mut parts = Vec::new();
        for component in Path::new(pattern).components() {
            let text = match component {
                Component::Normal(name) => name.to_str().unwrap_or_default(),
                Component::CurDir => continue,
                other => {
                    parts.push(Part::Name(other.as_os_str().to_owned()));
                    continue;
                }
            };
            parts.push(match text {
                "**" if matches!(parts.last(), Some(Part::Folders)) => continue,
                "**" => Part::Folders,
                text if text.contains(['*', '?', '[']) => Part::Like(Pattern::new(text)?),
                text => Part::Name(text.into()),
            });
        }
        let only_folders = pattern.ends_with('/');
        Ok(Matches { parts, only_folders, steps: vec![Step::Rest(PathBuf::new(), 0)] })
    }

    /// Puts the entries of a folder in front of all else.
    fn enter(&mut self, folder: &Path, part: usize) {
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match shown.read_dir().and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect()) {
            Ok(names) => {
                let mut names: Vec<OsString> = names;
                names.sort_short_by(|one, other| other.cmp(one));
                self.steps.extend(names.into_iter().map(|name| Step::Entry(folder.join(name), part)));
            }
            Err(error) => self.steps.push(Step::Failed(shown.to_path_buf(), error)),
        }
    }

    /// Goes on at a path that parts before this one have led to; the path itself where there are none left.
    fn rest(&mut self, path: PathBuf, part: usize) -> Option<PathBuf> {
        match self.parts.get(part) {
            None => Some(path),
            Some(Part::Name(name)) => {
                let path = path.join(name);
                if path.symlink_metadata().is_ok() {
                    self.steps.push(Step::Rest(path, part + 1));
                }
                None
            }
            // What is in folders below is looked at with all that is in this one.
            Some(Part::Folders) if part + 1 == self.parts.len() => {
                let path = if path.as_os_str().is_empty() { PathBuf::from(".") } else { path };
                path.is_dir().then_some(path)
            }
            Some(Part::Like(_) | Part::Folders) => {
                if path.as_os_str().is_empty() || path.is_dir() {
                    self.enter(&path, part);
                }
                None
            }
        }
    }

    /// Holds an entry of a folder against a part.
    fn entry(&mut self, path: PathBuf, mut part: usize) -> Option<PathBuf> {
        if let Some(Part::Folders) = self.parts.get(part) {
            let is_folder = path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
            if is_folder && !is_passed_over(&path) {
                self.enter(&path, part);
            }
            part += 1;
        }
        let name = path.file_name()?;
        let fits = match self.parts.get(part)? {
            Part::Name(wanted) => name == wanted,
            // Names that are no text are like `*` and nothing else.
            Part::Like(pattern) => match name.to_str() {
                Some(name) => pattern.matches(name),
                None => pattern.as_str() == "*",
            },
            Part::Folders => false,
        };
        if fits { self.rest(path, part + 1) } else { None }
    }
}

impl Iterator for Matches {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let found = match self.steps.pop()? {
                Step::Entry(path, part) => self.entry(path, part),
                Step::Rest(path, part) => self.rest(path, part),
                Step::Failed(path, error) => return Some(Err((path, error))),
            };
            if let Some(path) = found.filter(|path| !self.only_folders || path.is_dir()) {
                return Some(Ok(path));
            }
        }
    }
}
