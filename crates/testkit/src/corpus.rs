//! Where the files of the corpus are.

use std::fmt::Debug;
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

/// Holds figures of a test to those that it has with the corpus as it is and with the usual number of rounds: a test that looks at less
/// than it did fails. Where `OUTLAST_FILES` or `OUTLAST_ROUNDS` ask for more, there is nothing to compare with, and that is said.
///
/// # Panics
///
/// They differ. When files were added to the corpus, the new figures are right if they are explained by these files.
#[allow(clippy::print_stdout)] // For tests.
#[track_caller]
pub fn figures<T: PartialEq + Debug>(found: T, expected: T) {
    if ["OUTLAST_FILES", "OUTLAST_ROUNDS"].into_iter().any(|name| std::env::var_os(name).is_some()) {
        println!(
            "skipped: {found:?} is not compared with {expected:?}, which is for the corpus and the usual rounds"
        );
        return;
    }
    assert_eq!(found, expected, "figures of this test");
}
