//! Where the files of the corpus are.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folder `corpus/` of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// Files that a release wrote byte for byte as another one: where they stand (`executorch/1.5.1/mlp.pte`), by the names
/// under which they do not (`executorch/1.4.1/mlp.pte`); from `also` in the manifest.
fn shared() -> &'static BTreeMap<PathBuf, PathBuf> {
    static SHARED: OnceLock<BTreeMap<PathBuf, PathBuf>> = OnceLock::new();
    SHARED.get_or_init(|| listed(&std::fs::read_to_string(root().join("manifest.toml")).unwrap_or_default()))
}

/// What a manifest says of files that several releases wrote, a file a line: by name, where it stands.
fn listed(manifest: &str) -> BTreeMap<PathBuf, PathBuf> {
    let mut found = BTreeMap::new();
    let mut folder = "";
    for line in manifest.lines() {
        if let Some(named) = line.strip_prefix("folder = ") {
            folder = named.trim_matches('"');
        }
        let Some((file, releases)) = line.split_once(", also = [") else { continue };
        let name = file.trim_start().trim_start_matches("{ name = \"").split('"').next().unwrap_or_default();
        let parent = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
        for release in releases.split('"').skip(1).step_by(2) {
            let called = Path::new(parent).join(release).join(name);
            found.insert(called, Path::new(folder).join(name));
        }
    }
    found
}

/// Where the bytes of a file of the corpus stand: at its path, or at that of another release that wrote the same ones.
pub fn at(path: &Path) -> PathBuf {
    let elsewhere = || {
        let folder = path.parent()?.canonicalize().ok()?;
        let name = folder.strip_prefix(root().canonicalize().ok()?).ok()?.join(path.file_name()?);
        Some(root().join(shared().get(&name)?))
    };
    elsewhere().unwrap_or_else(|| path.to_path_buf())
}

/// The bytes of a file of the corpus, wherever they stand.
///
/// # Errors
///
/// As [`std::fs::read`].
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    std::fs::read(at(path.as_ref()))
}

/// All files below `corpus/<folder>`, sorted: each release has all that it wrote, so that some stand elsewhere ([`at`]).
pub fn below(folder: &str) -> Vec<PathBuf> {
    let elsewhere = shared().keys().filter(|name| name.starts_with(folder));
    let mut found: Vec<PathBuf> = elsewhere.map(|name| root().join(name)).collect();
    walk(root().join(folder), &mut found);
    found.sort();
    found
}

/// All files below `corpus/<folder>` with one of these extensions, as [`below`]; and those below the folder that the
/// environment variable `OUTLAST_FILES` names, if it is set.
pub fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = below(folder);
    if let Some(more) = std::env::var_os("OUTLAST_FILES") {
        walk(more.into(), &mut found);
    }
    found.retain(|path| path.extension().and_then(|e| e.to_str()).is_some_and(|e| extensions.contains(&e)));
    found.sort();
    found
}

fn walk(folder: PathBuf, found: &mut Vec<PathBuf>) {
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
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

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{at, below, listed, read, root};

    #[test]
    fn files_of_several_releases_stand_once() {
        let manifest =
            "folder = \"a/2.0\"\nfiles = [\n  { name = \"x.y\", bytes = 1, also = [\"1.0\", \"1.1\"] },\n]\n";
        let found: Vec<_> = listed(manifest).into_iter().collect();
        let pair = |name: &str| (PathBuf::from(name), PathBuf::from("a/2.0/x.y"));
        assert_eq!(found, [pair("a/1.0/x.y"), pair("a/1.1/x.y")]);
    }

    #[test]
    fn every_release_has_what_it_wrote() {
        let (old, new) = (root().join("executorch/0.2.1/add.npz"), root().join("executorch/1.5.1/add.npz"));
        assert_eq!(read(&old).unwrap(), std::fs::read(&new).unwrap());
        assert_eq!(at(&new), new);
        assert_eq!(at(&old.canonicalize().unwrap_or(old)), new);
        assert_eq!(at(Path::new("elsewhere")), Path::new("elsewhere"));
        let files = below("executorch");
        let count =
            |end: &str| files.iter().filter(|path| path.extension().is_some_and(|e| e == end)).count();
        assert_eq!([count("pte"), count("npz"), count("ptd"), count("bpte")], [1128, 1128, 14, 12]);
    }
}
