//! Files of folders, patterns and lists, in an order that is always the same.
//!
//! What a user names is taken as it is, whatever it is; what is found in a folder is a file, or nothing. Folders called `.git` are passed over,
//! and symbolic links to folders are not followed.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outlast_report::{Cause, Failure};
use walkdir::WalkDir;

use crate::input;

/// A file to look at, or why there is none.
#[derive(Debug)]
pub(crate) enum Found {
    /// A file that was named.
    Named(PathBuf),
    /// A file in a folder that was named, or one that a pattern found.
    Within(PathBuf),
    /// What cannot be looked into.
    Failed(Failure),
}

/// Files, one by one: memory does not grow with their number.
pub(crate) struct Walk {
    /// Paths, and whether a user named them: what a pattern finds is as what a folder has.
    left: VecDeque<(PathBuf, bool)>,
    folder: Option<Box<dyn Iterator<Item = walkdir::Result<walkdir::DirEntry>> + Send>>,
}

impl Walk {
    /// The files of these paths: files, folders, and patterns such as `models/**/*.pte`.
    pub(crate) fn new(paths: &[PathBuf]) -> anyhow::Result<Walk> {
        let mut left = VecDeque::new();
        for path in paths {
            match pattern(path) {
                Some(pattern) => {
                    let found = glob::glob(pattern).with_context(|| format!("the pattern {pattern}"))?;
                    let before = left.len();
                    for path in found {
                        left.push_back((path?, false));
                    }
                    if left.len() == before {
                        bail!("no file is like {pattern}");
                    }
                }
                None => left.push_back((path.clone(), true)),
            }
        }
        Ok(Walk { left, folder: None })
    }
}

/// The pattern that a path is, if there is no file of this name.
fn pattern(path: &Path) -> Option<&str> {
    let text = path.to_str().filter(|text| text.contains(['*', '?', '[']))?;
    (!text.contains('!') && !path.exists()).then_some(text)
}

/// The paths in a list, one a line, or each ended by a zero byte.
pub(crate) fn listed(list: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let text = super::cmd::read_text(list)?;
    let end = if text.contains('\0') { '\0' } else { '\n' };
    let names = text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line));
    Ok(names.filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(folder) = &mut self.folder {
                match folder.next() {
                    Some(Ok(entry)) if is_file(&entry) => return Some(Found::Within(entry.into_path())),
                    Some(Ok(_)) => continue,
                    Some(Err(error)) => return Some(Found::Failed(failure(&error))),
                    None => self.folder = None,
                }
            }
            let (path, named) = self.left.pop_front()?;
            if !path.is_dir() {
                return Some(if named { Found::Named(path) } else { Found::Within(path) });
            }
            let entries = WalkDir::new(&path).sort_by_file_name().into_iter();
            self.folder = Some(Box::new(
                entries.filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git"),
            ));
        }
    }
}

/// Whether an entry of a folder is a file; a link is what it leads to.
fn is_file(entry: &walkdir::DirEntry) -> bool {
    match entry.path_is_symlink() {
        true => entry.path().metadata().is_ok_and(|metadata| metadata.is_file()),
        false => entry.file_type().is_file(),
    }
}

fn failure(error: &walkdir::Error) -> Failure {
    let file = error.path().map_or_else(|| "a folder".into(), input::name);
    let message = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Failure { file, cause: Cause::Io(message) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Found, Walk};

    #[test]
    #[expect(clippy::disallowed_methods, reason = "files of a test")]
    fn folders_patterns_and_files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["b/.git", "b/c"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        for name in ["b/2.x", "b/1.x", "b/c/3.x", "b/.git/4.x", "a.y", "[1].x"] {
            fs::write(at(name), name).unwrap();
        }
        let walk = |names: &[&str]| -> Vec<String> {
            let paths: Vec<_> = names.iter().map(|name| at(name)).collect();
            let name =
                |path: std::path::PathBuf| path.strip_prefix(folder.path()).unwrap().display().to_string();
            Walk::new(&paths)
                .unwrap()
                .map(|found| match found {
                    Found::Named(path) => format!("named {}", name(path)),
                    Found::Within(path) => name(path),
                    Found::Failed(failure) => failure.file,
                })
                .collect()
        };
        assert_eq!(walk(&["a.y", "b"]), ["named a.y", "b/1.x", "b/2.x", "b/c/3.x"]);
        assert_eq!(walk(&["b/*.x"]), ["b/1.x", "b/2.x"]);
        assert_eq!(walk(&["[1].x"]), ["named [1].x"], "a file of this name");
        assert_eq!(walk(&["missing"]), ["named missing"]);
        assert!(Walk::new(&[at("*.z")]).is_err());
    }
}
