//! Files of the corpus that fuzzing starts from.

use std::path::{Path, PathBuf};

use outlast_testkit::corpus;

/// Every file below these folders of the corpus, sorted by path.
pub fn below(folders: &[&str]) -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| corpus::root().join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The bytes of files of at most so many bytes, with their paths in the corpus, smallest first.
///
/// # Panics
///
/// If a file cannot be read.
pub fn read(paths: &[PathBuf], most: u64) -> Vec<(String, Vec<u8>)> {
    let small = |path: &&PathBuf| std::fs::metadata(path).is_ok_and(|found| found.len() <= most);
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(corpus::root()).unwrap_or(Path::new("?")).display().to_string();
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, bytes)
    };
    let mut all: Vec<_> = paths.iter().filter(small).map(read).collect();
    all.sort_by(|(one, a), (other, b)| a.len().cmp(&b.len()).then_with(|| one.cmp(other)));
    all
}
