//! Where the files of the corpus are.

use std::path::{Path, PathBuf};

/// The folder `corpus/` of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// All files below `corpus/<folder>` with one of these extensions, sorted; and those below the folder that the
/// environment variable `OUTLAST_FILES` names, if it is set.
pub fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    folders.extend(std::env::var_os("OUTLAST_FILES").map(PathBuf::from));
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|e| e.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|e| extensions.contains(&e)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
