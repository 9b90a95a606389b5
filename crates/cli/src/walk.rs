//! Files of folders, patterns and lists, in an order that is always the same.
//!
//! What a user names is taken as it is, whatever it is; what is found in a folder, or by a pattern, is a regular file, or nothing. Folders called `.git` are
//! passed over, and so are file systems that hold no files, such as `/proc`, unless they are named, and what this command writes. Symbolic links to
//! folders are not followed.

mod pattern;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outlast_report::{Cause, Failure};
use walkdir::WalkDir;

use crate::{input, path_conflicts};
use pattern::Matches;

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
    left: VecDeque<PathBuf>,
    /// Paths that follow, in a text.
    list: Option<List>,
    /// What the last path turned out to be.
    within: Option<Box<dyn Iterator<Item = Found> + Send>>,
}

impl Walk {
    /// The files of these paths: files, folders, and patterns such as `models/**/*.pte`.
    pub(crate) fn new(paths: &[PathBuf]) -> anyhow::Result<Walk> {
        for path in paths {
            check(path)?;
        }
        Ok(Walk { left: paths.iter().cloned().collect(), list: None, within: None })
    }

    /// The files of these paths, and then those of the paths in a list.
    pub(crate) fn with_list(paths: &[PathBuf], list: Option<List>) -> anyhow::Result<Walk> {
        if let Some(list) = &list {
            list.names().try_for_each(|name| check(Path::new(name)))?;
        }
        Ok(Walk { list, ..Walk::new(paths)? })
    }

    fn next_path(&mut self) -> Option<PathBuf> {
        self.left.pop_front().or_else(|| self.list.as_mut()?.next_path())
    }
}

/// The pattern that a path is, if there is no file of this name.
fn pattern(path: &Path) -> Option<&str> {
    let text = path.to_str().filter(|text| text.contains(['*', '?', '[']))?;
    (!text.contains('!') && !path.exists()).then_some(text)
}

/// Refuses a pattern that is none, or that no file is like.
fn check(path: &Path) -> anyhow::Result<()> {
    let Some(pattern) = pattern(path) else { return Ok(()) };
    let mut found = Matches::parse(pattern).with_context(|| format!("the pattern {pattern}"))?;
    if found.next().is_none() {
        bail!("no file matches {pattern}");
    }
    Ok(())
}

/// Paths in a text, one a line, or each ended by a zero byte. The text is held, and no path of its own.
pub(crate) struct List {
    text: String,
    end: char,
    /// Where the next path begins.
    at: usize,
}

impl List {
    /// Reads a list from a file; `-` is standard input.
    pub(crate) fn read(list: &Path) -> anyhow::Result<List> {
        let text = super::targets::read_text(list)?;
        let end = if text.contains('\0') { '\0' } else { '\n' };
        Ok(List { text, end, at: 0 })
    }

    /// The paths.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.text.split(self.end).map(|line| line.strip_suffix('\r').unwrap_or(line));
        names.filter(|name| !name.is_empty())
    }

    fn next_path(&mut self) -> Option<PathBuf> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let line = rest.split(self.end).next().unwrap_or_default();
            self.at += line.len() + self.end.len_utf8();
            let name = line.strip_suffix('\r').unwrap_or(line);
            if !name.is_empty() {
                return Some(PathBuf::from(name));
            }
        }
        None
    }
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(within) = &mut self.within {
                match within.next() {
                    Some(found) => return Some(found),
                    None => self.within = None,
                }
            }
            let path = self.next_path()?;
            if let Some(found) = pattern(&path).and_then(|pattern| Matches::parse(pattern).ok()) {
                self.within = Some(Box::new(found.flat_map(|found| match found {
                    Ok(path) if path.is_dir() => in_folder(&path),
                    Ok(path) if is_file(&path) => Box::new(std::iter::once(Found::Within(path))),
                    Ok(_) => Box::new(std::iter::empty()),
                    Err((path, error)) => Box::new(std::iter::once(Found::Failed(Failure {
                        file: input::name(&path),
                        cause: Cause::Io(error.to_string()),
                    }))),
                })));
                continue;
            }
            self.within = Some(match path.is_dir() {
                true => in_folder(&path),
                false => Box::new(std::iter::once(Found::Named(path))),
            });
        }
    }
}

/// The files of a folder and of those in it.
fn in_folder(folder: &Path) -> Box<dyn Iterator<Item = Found> + Send> {
    let is_named = is_of_the_system(folder);
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(move |entry| {
        let is_passed_over = || {
            is_git(entry.path()) || entry.file_type().is_dir() && !is_named && is_of_the_system(entry.path())
        };
        entry.depth() == 0 || !is_passed_over()
    });
    Box::new(entries.filter_map(move |entry| match entry {
        Ok(entry) => {
            let is_file = match entry.path_is_symlink() {
                // It may lead anywhere.
                true => entry.path().is_file() && (is_named || !is_of_the_system(entry.path())),
                false => entry.file_type().is_file(),
            };
            (is_file && !path_conflicts::is_output(entry.path(), input::beginning))
                .then(|| Found::Within(entry.into_path()))
        }
        Err(error) => Some(Found::Failed(failure(&error))),
    }))
}

/// Whether a path that a pattern found is a file that is looked at; a link is what it leads to.
fn is_file(path: &Path) -> bool {
    path.is_file()
        && !(path.is_symlink() && is_of_the_system(path))
        && !path_conflicts::is_output(path, input::beginning)
}

fn is_git(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == ".git")
}

/// Whether a folder that nobody named is not looked into.
fn is_passed_over(folder: &Path) -> bool {
    is_git(folder) || is_of_the_system(folder)
}

/// File systems of Linux that hold no files but what the kernel says, by their numbers in `linux/magic.h`: proc, sysfs, debugfs, tracefs, securityfs,
/// cgroup and cgroup2, devpts, bpf, pstore, configfs, efivarfs, binfmt_misc, selinuxfs, smackfs, mqueue, FUSE's control, nsfs.
#[cfg(target_os = "linux")]
const OF_THE_SYSTEM: [u32; 18] = [
    0x9fa0,
    0x6265_6572,
    0x6462_6720,
    0x7472_6163,
    0x7363_6673,
    0x0027_e0eb,
    0x6367_7270,
    0x1cd1,
    0xcafe_4a11,
    0x6165_676c,
    0x6265_6570,
    0xde5e_81e4,
    0x4249_4e4d,
    0xf97c_ff8c,
    0x4341_5d53,
    0x1980_0202,
    0x6573_5543,
    0x6e73_6673,
];

/// Whether what is at a path is on a file system that holds no files, such as `/proc`.
#[cfg(target_os = "linux")]
fn is_of_the_system(path: &Path) -> bool {
    let kind = rustix::fs::statfs(path).map(|found| found.f_type);
    kind.is_ok_and(|kind| {
        OF_THE_SYSTEM.iter().any(|known| u32::try_from(kind).is_ok_and(|kind| kind == *known))
    })
}

#[cfg(not(target_os = "linux"))]
fn is_of_the_system(_: &Path) -> bool {
    false
}

fn failure(error: &walkdir::Error) -> Failure {
    let file = error.path().map_or_else(|| "a folder".into(), input::name);
    let message = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Failure { file, cause: Cause::Io(message) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Found, List, Walk};

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
        assert_eq!(walk(&["**/*.x"]), ["[1].x", "b/1.x", "b/2.x", "b/c/3.x"]);
        assert_eq!(walk(&["b/**"]), ["b/1.x", "b/2.x", "b/c/3.x"], "each once");
        assert_eq!(walk(&["**/c/*.x"]), ["b/c/3.x"]);
        assert_eq!(walk(&["?/c"]), ["b/c/3.x"]);
        #[cfg(unix)]
        {
            for link in ["b/around", "b/again", "b/c/up"] {
                std::os::unix::fs::symlink(at("b"), at(link)).unwrap();
            }
            assert_eq!(walk(&["**/*.x"]), ["[1].x", "b/1.x", "b/2.x", "b/c/3.x"], "links lead in circles");
            assert_eq!(walk(&["b/aga*/1.x"]), ["b/again/1.x"], "a link that is meant");
        }

        let list = |names: &[&str], end: &str| {
            let names = names.iter().map(|name| at(name).to_str().unwrap().to_string() + end);
            let end = if end == "\0" { '\0' } else { '\n' };
            List { text: names.collect(), end, at: 0 }
        };
        for end in ["\n", "\r\n", "\n\n", "\0"] {
            let found = Walk::with_list(&[at("a.y")], Some(list(&["b/*.x", "b/c"], end))).unwrap();
            let named = found.filter(|found| matches!(found, Found::Named(_) | Found::Within(_)));
            assert_eq!(named.count(), 4, "{end:?}");
        }
        assert!(Walk::with_list(&[], Some(list(&["a.y", "*.z"], "\n"))).is_err());
    }
}
