//! Files that a table is taken from, by their contents.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::run::root;

/// Digits of a hash that a head shows.
const DIGITS: usize = 16;

/// An input in a head: what it is, and a hash over its files. Several paths stand with blanks between them; a folder means
/// all files in it.
pub(super) fn described(what: &str, paths: &str) -> anyhow::Result<String> {
    let mut files = Vec::new();
    for path in paths.split(' ') {
        let path = root().join(path);
        // What a link leads to is what is read.
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        collect(&path, &path, &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for (name, path) in &files {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(Sha256::digest(fs::read(path)?));
    }
    let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let count = if files.len() == 1 { String::new() } else { format!("{} files, ", files.len()) };
    Ok(format!("{what} ({count}sha256 {})", hex.get(..DIGITS).unwrap_or(&hex)))
}

/// Files with their names below the path that was asked for.
fn collect(top: &Path, path: &Path, files: &mut Vec<(String, PathBuf)>) -> anyhow::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            // Links inside a folder lead to files of other packages.
            if !entry.file_type()?.is_symlink() {
                collect(top, &entry.path(), files)?;
            }
        }
    } else {
        let name = path.strip_prefix(top).unwrap_or(path).to_string_lossy().into_owned();
        files.push((name, path.to_path_buf()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn contents_make_the_hash() {
        let folder = std::env::temp_dir().join(format!("outlast-learn-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        std::fs::write(folder.join("inner/a"), "1").unwrap();
        let path = folder.display().to_string();
        let first = described("x", &path).unwrap();
        assert_eq!(first, described("x", &path).unwrap());
        std::fs::write(folder.join("b"), "").unwrap();
        let second = described("x", &path).unwrap();
        assert!(second.starts_with("x (2 files, sha256 ") && second != first);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(described("x", &path).is_err());
    }
}
