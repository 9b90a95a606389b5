//! [`Scratch`]: a temporary folder, removed with all that is in it when it is dropped, and by `signals` when the process is told to end.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use tempfile::TempDir;

use crate::signals;

/// Folders of this process.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes all temporary folders. What still writes into one has to be stopped before.
fn remove_all() {
    for path in &*FOLDERS.lock().unwrap_or_else(PoisonError::into_inner) {
        let _ = std::fs::remove_dir_all(path);
    }
}

/// A temporary folder.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// Makes one in the system's folder for temporary files.
    pub(crate) fn new() -> anyhow::Result<Scratch> {
        signals::remove_folders(remove_all);
        let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        let place = std::env::temp_dir();
        let folder = TempDir::new_in(&place)
            .with_context(|| format!("no temporary folder can be made in {}", place.display()))?;
        folders.insert(folder.path().to_path_buf());
        Ok(Scratch { folder })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).remove(self.folder.path());
    }
}
