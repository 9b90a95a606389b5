//! [`Blobs`]: files by digest in a folder, so that what was stored is there after a crash, whole.
//!
//! A file is written to `staged`, synced, linked under its digest (never over another), and the folder is synced; only then may a row name it. What
//! a crash leaves in `staged` belongs to no row and is reclaimed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::digest::{Digest, Hasher};
use crate::error::{CONFLICT, DIGEST_MISMATCH, Problem, Result, STORAGE};

/// The folder of whole files, below that of the data.
const WHOLE: &str = "blobs";
/// The folder of what arrives.
const STAGED: &str = "staged";

/// The folders of files.
#[derive(Clone, Debug)]
pub struct Blobs {
    whole: PathBuf,
    staged: PathBuf,
}

/// A file that arrives.
#[derive(Debug)]
pub struct Staged {
    path: PathBuf,
    file: File,
    hasher: Hasher,
    size: u64,
}

impl Blobs {
    /// Opens the folders below that of the data, and makes them where there are none.
    ///
    /// # Errors
    ///
    /// Why they cannot be made.
    pub fn open(data: &Path) -> Result<Blobs> {
        let blobs = Blobs { whole: data.join(WHOLE), staged: data.join(STAGED) };
        for folder in [&blobs.whole, &blobs.staged] {
            fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        }
        sync_folder(data)?;
        Ok(blobs)
    }

    /// Where the file of this digest is, if it is stored.
    pub fn path(&self, digest: Digest) -> PathBuf {
        let hex = digest.hex();
        self.whole.join(hex.get(..2).unwrap_or_default()).join(hex)
    }

    /// Where a part of an upload is.
    pub fn part(&self, upload: &str) -> PathBuf {
        self.staged.join(format!("{upload}.part"))
    }

    /// Begins a file whose bytes come at once.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn stage(&self) -> Result<Staged> {
        let path = self.staged.join(format!("{}.new", random()?));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let file = file.map_err(|error| failed(&path, &error))?;
        Ok(Staged { path, file, hasher: Hasher::default(), size: 0 })
    }

    /// Begins a part whose bytes come in several requests.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn begin_part(&self, upload: &str) -> Result<()> {
        let path = self.part(upload);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        file.and_then(|file| file.sync_all()).map_err(|error| failed(&path, &error))?;
        sync_folder(&self.staged)
    }

    /// How much of a part is there; `None` if nothing is.
    pub fn part_size(&self, upload: &str) -> Option<u64> {
        Some(fs::metadata(self.part(upload)).ok()?.len())
    }

    /// Opens a part to go on at its end, which must be at this offset.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn continue_part(&self, upload: &str) -> Result<File> {
        let path = self.part(upload);
        OpenOptions::new().append(true).open(&path).map_err(|error| failed(&path, &error))
    }

    /// Makes a part that is whole the file of this digest.
    ///
    /// # Errors
    ///
    /// [`DIGEST_MISMATCH`], for which the part is dropped, or why it cannot be stored.
    pub fn finish_part(&self, upload: &str, expected: Digest) -> Result<u64> {
        let path = self.part(upload);
        let mut file = File::open(&path).map_err(|error| failed(&path, &error))?;
        let (mut hasher, mut size, mut buffer) = (Hasher::default(), 0u64, vec![0; 1 << 18]);
        loop {
            let read = file.read(&mut buffer).map_err(|error| failed(&path, &error))?;
            if read == 0 {
                break;
            }
            hasher.update(buffer.get(..read).unwrap_or_default());
            size += read as u64;
        }
        let found = hasher.finish();
        if found != expected {
            self.drop_part(upload);
            return Err(mismatch(found, expected));
        }
        file.sync_all().map_err(|error| failed(&path, &error))?;
        self.link(&path, expected, size)?;
        Ok(size)
    }

    /// Forgets a part.
    pub fn drop_part(&self, upload: &str) {
        let _ = fs::remove_file(self.part(upload));
    }

    /// Gives a synced file its name, and syncs the folder. Another that has the name already has the same bytes.
    fn link(&self, path: &Path, digest: Digest, size: u64) -> Result<()> {
        let to = self.path(digest);
        let folder = to.parent().unwrap_or(&self.whole);
        if !folder.is_dir() {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(failed(folder, &error));
                }
                _ => sync_folder(&self.whole)?,
            }
        }
        match fs::hard_link(path, &to) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let there = fs::metadata(&to).map_err(|error| failed(&to, &error))?.len();
                if there != size {
                    let what =
                        format!("the stored file of {digest} is damaged: it has {there} bytes, not {size}");
                    return Err(Problem::new(&CONFLICT, what)
                        .help("Run `outlast serve fsck`, and restore the file from a backup."));
                }
            }
            Err(error) => return Err(failed(&to, &error)),
        }
        sync_folder(folder)
    }

    /// Opens the file of a digest, with its length; `None` if it is not stored.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn read(&self, digest: Digest) -> Result<Option<(File, u64)>> {
        let path = self.path(digest);
        match File::open(&path) {
            Ok(file) => {
                let size = file.metadata().map_err(|error| failed(&path, &error))?.len();
                Ok(Some((file, size)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&path, &error)),
        }
    }

    /// Stores a file of this digest that lies elsewhere.
    ///
    /// # Errors
    ///
    /// [`DIGEST_MISMATCH`], or why it cannot be stored.
    pub fn import(&self, from: &mut dyn Read, expected: Option<Digest>) -> Result<(Digest, u64)> {
        let mut staged = self.stage()?;
        let mut buffer = vec![0; 1 << 18];
        loop {
            let read = from.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            staged.write(buffer.get(..read).unwrap_or_default())?;
        }
        self.store(staged, expected)
    }

    /// Makes a file that has arrived the file of its digest. When this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// [`DIGEST_MISMATCH`], or why it cannot be stored.
    pub fn store(&self, mut staged: Staged, expected: Option<Digest>) -> Result<(Digest, u64)> {
        let found = std::mem::take(&mut staged.hasher).finish();
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            return Err(mismatch(found, expected));
        }
        staged.file.sync_all().map_err(|error| failed(&staged.path, &error))?;
        self.link(&staged.path, found, staged.size)?;
        Ok((found, staged.size))
    }

    /// Removes the file of a digest that no row names.
    ///
    /// # Errors
    ///
    /// Why it cannot be removed.
    pub fn remove(&self, digest: Digest) -> Result<()> {
        let path = self.path(digest);
        fs::remove_file(&path).map_err(|error| failed(&path, &error))
    }

    /// Removes what arrived in part and is older than this, but parts of the uploads that are `known`. Returns how many.
    ///
    /// # Errors
    ///
    /// Why the folder cannot be read.
    pub fn reclaim(&self, older: Duration, known: impl Fn(&str) -> bool) -> Result<u64> {
        let mut removed = 0;
        let entries = fs::read_dir(&self.staged).map_err(|error| failed(&self.staged, &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let upload = name.to_str().and_then(|name| name.strip_suffix(".part"));
            if upload.is_some_and(&known) {
                continue;
            }
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age =
                modified.ok().and_then(|at| SystemTime::now().duration_since(at).ok()).unwrap_or_default();
            if age >= older && fs::remove_file(entry.path()).is_ok() {
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// What lies in `staged`, by name.
    ///
    /// # Errors
    ///
    /// Why the folder cannot be read.
    pub fn staged(&self) -> Result<Vec<String>> {
        let entries = fs::read_dir(&self.staged).map_err(|error| failed(&self.staged, &error))?;
        Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }

    /// The digests of all files that are stored, and the names of what else lies among them.
    ///
    /// # Errors
    ///
    /// Why a folder cannot be read.
    pub fn list(&self) -> Result<(Vec<Digest>, Vec<PathBuf>)> {
        let (mut found, mut strange) = (Vec::new(), Vec::new());
        for folder in fs::read_dir(&self.whole).map_err(|error| failed(&self.whole, &error))?.flatten() {
            let path = folder.path();
            if !path.is_dir() {
                strange.push(path);
                continue;
            }
            for entry in fs::read_dir(&path).map_err(|error| failed(&path, &error))?.flatten() {
                let digest = entry.file_name().to_str().and_then(Digest::from_hex);
                match digest.filter(|digest| self.path(*digest) == entry.path()) {
                    Some(digest) => found.push(digest),
                    None => strange.push(entry.path()),
                }
            }
        }
        found.sort_unstable();
        Ok((found, strange))
    }
}

impl Staged {
    /// Takes in more bytes.
    ///
    /// # Errors
    ///
    /// Why they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| failed(&self.path, &error))?;
        self.hasher.update(bytes);
        self.size += bytes.len() as u64;
        Ok(())
    }

    /// How much came in.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Where it lies, for a process that writes it; it is read by [`Staged::written`] then.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes in what another process wrote.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn written(&mut self) -> Result<()> {
        let mut file = File::open(&self.path).map_err(|error| failed(&self.path, &error))?;
        let mut buffer = vec![0; 1 << 18];
        loop {
            let read = file.read(&mut buffer).map_err(|error| failed(&self.path, &error))?;
            if read == 0 {
                return Ok(());
            }
            self.hasher.update(buffer.get(..read).unwrap_or_default());
            self.size += read as u64;
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A random name.
///
/// # Errors
///
/// Why the system gives no random bytes.
pub fn random() -> Result<String> {
    let mut bytes = [0; 16];
    let none = |error| Problem::new(&STORAGE, format!("the system gives no random bytes: {error}"));
    getrandom::fill(&mut bytes).map_err(none)?;
    Ok(crate::digest::hex(&bytes))
}

/// Syncs the entries of a folder.
///
/// # Errors
///
/// Why it cannot be synced.
pub fn sync_folder(folder: &Path) -> Result<()> {
    // Other systems have no such thing.
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

fn mismatch(found: Digest, expected: Digest) -> Problem {
    Problem::new(&DIGEST_MISMATCH, "the bytes that arrived are not those of the declared digest")
        .found(found.to_string())
        .expected(expected.to_string())
}

fn failed(path: &Path, error: &io::Error) -> Problem {
    // The name of a file of the server tells nothing to who asks.
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Problem::new(&STORAGE, format!("the file `{name}` of the data folder cannot be used: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blobs() -> (tempfile::TempDir, Blobs) {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        (folder, blobs)
    }

    #[test]
    fn a_file_is_stored_once_and_whole() {
        let (_folder, blobs) = blobs();
        let digest = Digest::of(b"program");
        for _ in 0..2 {
            assert_eq!(blobs.import(&mut &b"program"[..], Some(digest)).unwrap(), (digest, 7));
        }
        assert_eq!(blobs.list().unwrap(), (vec![digest], vec![]));
        assert_eq!(blobs.read(digest).unwrap().unwrap().1, 7);
        assert!(blobs.staged().unwrap().is_empty());
    }

    #[test]
    fn other_bytes_than_declared_are_refused_and_leave_nothing() {
        let (_folder, blobs) = blobs();
        let error = blobs.import(&mut &b"program"[..], Some(Digest::of(b"other"))).unwrap_err();
        assert_eq!(error.kind().code, "digest-mismatch");
        assert!(blobs.list().unwrap().0.is_empty() && blobs.staged().unwrap().is_empty());
    }

    #[test]
    fn parts_are_reclaimed_unless_they_are_known() {
        let (_folder, blobs) = blobs();
        blobs.begin_part("a").unwrap();
        blobs.begin_part("b").unwrap();
        assert_eq!(blobs.reclaim(Duration::from_secs(60), |_| false).unwrap(), 0);
        assert_eq!(blobs.reclaim(Duration::ZERO, |upload| upload == "a").unwrap(), 1);
        assert_eq!(blobs.staged().unwrap(), ["a.part"]);
        blobs.continue_part("a").unwrap().write_all(b"whole").unwrap();
        assert_eq!(blobs.finish_part("a", Digest::of(b"whole")).unwrap(), 5);
    }
}
