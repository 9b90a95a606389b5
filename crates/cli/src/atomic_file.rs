//! [`AtomicFile`]: a file that is written next to its place, under a random name, and takes its name when it is complete.
//!
//! Nobody else has the name: it has 128 random bits, and the file is created only if there is none of that name. It is
//! *armed* from then on: removed when it is dropped, and by `signals` when the process is told to end. Left-overs of a
//! process that was killed (SIGKILL, power) are never opened, removed or waited for by another one.
//!
//! Creating with arming, and renaming with disarming, happen under one lock, which the thread that answers signals takes
//! and never gives back. Whenever a signal arrives, each output is there completely or not at all.

use std::any::Any;
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, anyhow, bail};

use crate::{path_conflicts, signals};

/// Temporary files of this process that are to be removed if it ends before they are renamed.
static ARMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn armed() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    ARMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and keeps others from being made or renamed, for as long as the result lives.
fn remove_all() -> Box<dyn Any> {
    let mut armed = armed();
    for path in &*armed {
        let _ = fs::remove_file(path);
    }
    armed.clear();
    Box::new(armed)
}

/// A file next to its place.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    file: File,
    path: PathBuf,
    place: PathBuf,
    /// As the user named it.
    name: String,
}

impl AtomicFile {
    /// Creates the temporary file for a place. A link stays a link: the file that it leads to will be replaced.
    pub(crate) fn create(place: &Path) -> anyhow::Result<AtomicFile> {
        let name = place.to_string_lossy().into_owned();
        let cannot = || format!("cannot write {name}");
        signals::remove_files(remove_all);
        let place = followed(place);
        // Held until the file is armed: a signal waits for that.
        let mut armed = armed();
        // A name that is taken is somebody else's file, however unlikely that is.
        for _ in 0..16 {
            let path = random(&place).with_context(cannot)?;
            match create_new(&path) {
                Ok(file) => {
                    armed.insert(path.clone());
                    return Ok(AtomicFile { file, path, place, name });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(cannot),
            }
        }
        bail!(
            "cannot write {name}: every temporary name is taken; the source of random numbers does not work"
        )
    }

    /// The file, for writing and for reading back.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Flushes it to the device, and demands that what is to be renamed is the file that was written and that its place
    /// is no input.
    fn ready(&self) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.name);
        self.file.sync_all().with_context(cannot)?;
        let written = self.file.metadata().with_context(cannot)?;
        let found = fs::symlink_metadata(&self.path).with_context(cannot)?;
        if !path_conflicts::is_same_file(&written, &found) {
            return Err(anyhow!("the temporary file {} was replaced meanwhile", self.path.display()))
                .with_context(cannot);
        }
        path_conflicts::writes(&self.place)?;
        if let Some(former) = former(&self.place).with_context(cannot)? {
            fs::set_permissions(&self.path, former.permissions()).with_context(cannot)?;
        }
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // Only what this process created under this name, and did not rename.
        if armed().remove(&self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives files their names: all of them, or none.
///
/// One rename cannot be seen half done, two can. Before the first of several renames, what it replaces gets a second
/// name; if a later one fails, what was done is undone in reverse, and every place has what it had before. Signals wait
/// meanwhile. What remains is SIGKILL or a loss of power between two renames: then the former file is there under its
/// second name, `.outlast.` and 32 digits.
pub(crate) fn publish(all: &[AtomicFile]) -> anyhow::Result<()> {
    all.iter().try_for_each(AtomicFile::ready)?;
    rename_all(all)
}

fn rename_all(all: &[AtomicFile]) -> anyhow::Result<()> {
    let mut armed = armed();
    let mut done: Vec<Renamed<'_>> = Vec::new();
    for (n, aside) in all.iter().enumerate() {
        let is_last = n + 1 == all.len();
        let mut renamed = Renamed { place: &aside.place, kept: None, is_new: false };
        let outcome = (if is_last { Ok(None) } else { keep(&aside.place) }).and_then(|kept| {
            renamed.kept = kept;
            rename(&aside.path, &aside.place)
        });
        renamed.is_new = outcome.is_ok();
        done.push(renamed);
        match outcome {
            Ok(()) => _ = armed.remove(&aside.path),
            Err(error) => {
                let lost: Vec<String> =
                    done.iter().rev().filter_map(|renamed| renamed.undo().err()).collect();
                let also: String = lost.iter().map(|lost| format!("; {lost}")).collect();
                bail!("cannot write {}: {error}{also}", aside.name);
            }
        }
    }
    for kept in done.iter().filter_map(|renamed| renamed.kept.as_ref()) {
        let _ = fs::remove_file(kept);
    }
    Ok(())
}

/// What was done at a place.
struct Renamed<'a> {
    place: &'a Path,
    /// The second name of what was there.
    kept: Option<PathBuf>,
    /// Whether the new file is there.
    is_new: bool,
}

impl Renamed<'_> {
    /// Gives the place what it had before.
    fn undo(&self) -> Result<(), String> {
        match &self.kept {
            Some(kept) => {
                rename(kept, self.place).map_err(|error| {
                    format!("what was at {} is now {}: {error}", self.place.display(), kept.display())
                })?;
                // Two links to one file stay two when one is renamed to the other.
                let _ = fs::remove_file(kept);
                Ok(())
            }
            None if self.is_new => fs::remove_file(self.place)
                .map_err(|error| format!("{} stays behind: {error}", self.place.display())),
            None => Ok(()),
        }
    }
}

/// Gives what is at a place a second name: another link, so that the place is never empty; where the file system has no
/// links, it is renamed.
#[expect(clippy::disallowed_methods, reason = "files get names here and nowhere else")]
fn keep(place: &Path) -> io::Result<Option<PathBuf>> {
    match former(place)? {
        None => return Ok(None),
        Some(former) if !former.is_file() => return Err(io::ErrorKind::IsADirectory.into()),
        Some(_) => {}
    }
    let kept = random(place)?;
    fs::hard_link(place, &kept).or_else(|_| fs::rename(place, &kept))?;
    Ok(Some(kept))
}

#[expect(clippy::disallowed_methods, reason = "files get names here and nowhere else")]
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

#[expect(clippy::disallowed_methods, reason = "files are created here and nowhere else")]
fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// What is at a place, if anything is.
fn former(place: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(place) {
        Ok(former) => Ok(Some(former)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A random name in the folder of a place. Nothing of the place's own name, which may be as long as names can be.
fn random(place: &Path) -> io::Result<PathBuf> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(io::Error::from)?;
    let name = format!("{}{:032x}", path_conflicts::TEMPORARY, u128::from_le_bytes(bits));
    Ok(place.with_file_name(name))
}

/// Where a path leads, if it is a link to something that exists.
pub(crate) fn followed(path: &Path) -> PathBuf {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests look at the files themselves")]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::path::{Path, PathBuf};

    use super::{AtomicFile, publish, rename_all};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("outlast-aside-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn aside(place: &Path, text: &str) -> AtomicFile {
        let aside = AtomicFile::create(place).unwrap();
        aside.file().write_all(text.as_bytes()).unwrap();
        aside
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn both_files_or_none() {
        let folder = folder("both");
        let (first, second) = (folder.join("first"), folder.join("second"));
        publish(&[aside(&first, "1"), aside(&second, "2")]).unwrap();
        assert_eq!(names(&folder), ["first", "second"]);
        publish(&[aside(&first, "3"), aside(&second, "4")]).unwrap();
        assert_eq!(names(&folder), ["first", "second"]);
        // A folder cannot be replaced by a file: the second rename fails, and the first is undone.
        let blocked = folder.join("blocked");
        fs::create_dir(&blocked).unwrap();
        assert!(rename_all(&[aside(&first, "5"), aside(&blocked, "6")]).is_err());
        assert_eq!(fs::read(&first).unwrap(), b"3");
        // Also where nothing was before.
        let new = folder.join("new");
        assert!(rename_all(&[aside(&new, "7"), aside(&blocked, "8")]).is_err());
        assert_eq!(names(&folder), ["blocked", "first", "second"]);
        // The first rename fails.
        assert!(rename_all(&[aside(&blocked, "9"), aside(&first, "10")]).is_err());
        assert_eq!(names(&folder), ["blocked", "first", "second"]);
        assert_eq!((fs::read(&first).unwrap(), fs::read(&second).unwrap()), (b"3".to_vec(), b"4".to_vec()));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_another_process_put_in_its_place_is_not_renamed() {
        let folder = folder("replaced");
        let place = folder.join("place");
        let written = aside(&place, "ours");
        fs::remove_file(&written.path).unwrap();
        fs::write(&written.path, "theirs").unwrap();
        let error = format!("{:#}", publish(std::slice::from_ref(&written)).unwrap_err());
        assert!(error.contains("was replaced meanwhile"), "{error}");
        assert!(!place.exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
