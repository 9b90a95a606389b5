//! Patterns of files, as `outlast.toml` has them.
//!
//! A pattern counts from the folder of the file that it is in: `phones/**/*.pte`, `../models/*.bc`. `*` does not cross a `/`, `**` does. A pattern
//! without `/` is about names of files in any folder, `*.ptl`; one that ends with `/`, about all files in a folder, `legacy/`.

use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};

/// Characters of a pattern: matching goes as deep as it has wildcards.
const LONGEST: usize = 1000;

const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// Patterns of which one has to match.
#[derive(Clone, Debug)]
pub(crate) struct Patterns(Vec<One>);

#[derive(Clone, Debug)]
struct One {
    written: String,
    pattern: Pattern,
    /// Folders that it goes up first.
    up: usize,
    /// Whether it is about the name alone.
    is_name: bool,
}

impl One {
    fn new(written: &str) -> Result<One, String> {
        if written.len() > LONGEST {
            return Err(format!("a pattern of {} bytes: at most {LONGEST} are expected", written.len()));
        }
        let mut rest = written;
        let mut up = 0;
        loop {
            if let Some(behind) = rest.strip_prefix("./") {
                rest = behind;
            } else if let Some(behind) = rest.strip_prefix("../") {
                (rest, up) = (behind, up + 1);
            } else {
                break;
            }
        }
        if Path::new(written).is_absolute() {
            return Err(format!("`{written}` is absolute: patterns are relative to the folder of this file"));
        }
        if rest.is_empty() || rest == "." || rest == ".." {
            return Err(format!("`{written}` names no file: write `{written}/**` for all in a folder")
                .replace("//", "/"));
        }
        if rest.split('/').any(|part| part == "..") {
            return Err(format!("`{written}` has `..` after a folder: write the path without it"));
        }
        let is_name = !rest.contains('/') && up == 0;
        let all = if rest.ends_with('/') { "**" } else { "" };
        let pattern = Pattern::new(&format!("{rest}{all}"))
            .map_err(|error| format!("`{written}` is not a pattern: {}", error.msg))?;
        Ok(One { written: written.to_string(), pattern, up, is_name })
    }

    fn matches(&self, folder: &Path, file: &Path) -> bool {
        if self.is_name {
            let name = file.file_name().map(|name| name.to_string_lossy());
            return name.is_some_and(|name| self.pattern.matches_with(&name, OPTIONS));
        }
        let Some(base) = folder.ancestors().nth(self.up) else { return false };
        let Ok(rest) = file.strip_prefix(base) else { return false };
        let parts: Vec<_> = rest.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        self.pattern.matches_with(&parts.join("/"), OPTIONS)
    }
}

impl Patterns {
    /// Reads patterns; says which one is none, and why.
    pub(crate) fn new<'p>(written: impl Iterator<Item = &'p str>) -> Result<Patterns, (usize, String)> {
        let read = |(at, written)| One::new(written).map_err(|why| (at, why));
        Ok(Patterns(written.enumerate().map(read).collect::<Result<_, _>>()?))
    }

    /// Whether one of them matches a file. Both paths are absolute, and without `.` and `..`.
    pub(crate) fn matches(&self, folder: &Path, file: &Path) -> bool {
        self.0.iter().any(|one| one.matches(folder, file))
    }

    /// As they are written.
    pub(crate) fn written(&self) -> Vec<String> {
        self.0.iter().map(|one| one.written.clone()).collect()
    }
}

/// A path without `.` and `..`, which are taken by their names: links are not followed.
pub(crate) fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            // There is nothing above the root.
            Component::ParentDir if clean.has_root() => {}
            part => clean.push(part),
        }
    }
    clean
}

/// The way from a folder to a file, with `..` where it goes up; both are absolute and clean.
pub(crate) fn relative(file: &Path, folder: &Path) -> PathBuf {
    let same = file.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(same).map(|_| Component::ParentDir);
    up.chain(file.components().skip(same)).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Patterns, clean, relative};

    #[test]
    fn patterns_count_from_their_folder() {
        let matches = |pattern: &str, file: &str| {
            let patterns = Patterns::new([pattern].into_iter()).unwrap();
            patterns.matches(Path::new("/home/project"), Path::new(file))
        };
        for (pattern, file, expected) in [
            ("phones/*.pte", "/home/project/phones/a.pte", true),
            ("phones/*.pte", "/home/project/phones/b/a.pte", false),
            ("phones/**/*.pte", "/home/project/phones/a.pte", true),
            ("phones/**/*.pte", "/home/project/phones/b/c/a.pte", true),
            ("./phones/**", "/home/project/phones/b/c/a.pte", true),
            ("phones/", "/home/project/phones/b/c/a.pte", true),
            ("phones/", "/home/project/phones", false),
            ("phones/**", "/home/project/phones2/a.pte", false),
            ("phones", "/home/project/phones/a.pte", false),
            ("*.pte", "/home/project/deep/down/a.pte", true),
            ("*.pte", "/elsewhere/a.pte", true),
            ("*.pte", "/home/project/a.ptl", false),
            ("./*.pte", "/home/project/a.pte", true),
            ("../models/*.bc", "/home/models/a.bc", true),
            ("../models/*.bc", "/home/project/models/a.bc", false),
            ("../../../x/**", "/x/a.bc", false),
            ("**/*.pte", "/home/project/a.pte", true),
            ("**/*.pte", "/home/other/a.pte", false),
            ("**", "/home/project/.hidden/a.pte", true),
            ("phones/[ab].pte", "/home/project/phones/b.pte", true),
            ("phones/A.pte", "/home/project/phones/a.pte", false),
        ] {
            assert_eq!(matches(pattern, file), expected, "{pattern} for {file}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for (pattern, why) in [
            ("/abs/*.pte", "is absolute"),
            ("a/../b", "has `..` after a folder"),
            ("", "names no file"),
            ("..", "names no file"),
            ("../", "names no file"),
            ("a***b", "is not a pattern"),
            ("[a", "is not a pattern"),
            (&"*a".repeat(600), "at most 1000"),
        ] {
            let (at, error) = Patterns::new(["*", pattern].into_iter()).unwrap_err();
            assert!(at == 1 && error.contains(why), "{pattern}: {error}");
        }
    }

    #[test]
    fn paths_are_cleaned_and_compared_by_name() {
        for (path, expected) in
            [("/a/./b/../c", "/a/c"), ("/../a", "/a"), ("a/../../b", "../b"), ("./a", "a"), ("/", "/")]
        {
            assert_eq!(clean(Path::new(path)), Path::new(expected), "{path}");
        }
        let way = |file, folder| relative(Path::new(file), Path::new(folder));
        assert_eq!(way("/a/b/c.pte", "/a/d"), Path::new("../b/c.pte"));
        assert_eq!(way("/a/b/c.pte", "/a/b"), Path::new("c.pte"));
    }
}
