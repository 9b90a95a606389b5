//! Revisions of a repository, read by the `git` program. Nothing is checked out, and nothing is fetched.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use outlast::nearest;
use outlast_core::SortShort;
use outlast_report::and_more;

/// Bytes that are taken of an answer: schemas and lists of files are small.
const MOST: u64 = 64 << 20;

/// Tags that are looked through for a path.
const TAGS: usize = 200;

/// Tags that a message names.
const NAMED: usize = 5;

/// A folder in a repository.
#[derive(Clone, Debug)]
pub(super) struct Repository {
    folder: PathBuf,
}

impl Repository {
    /// The repository that a folder is in.
    pub(super) fn containing(folder: &Path) -> Result<Repository, String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let repository = Repository { folder: folder.to_path_buf() };
        match repository.text(&["rev-parse", "--git-dir"])? {
            Some(_) => Ok(repository),
            None => Err(format!("{} is not in a git repository, or git does not trust it", folder.display())),
        }
    }

    /// What `git` prints; none where it says no.
    fn run(&self, args: &[&str]) -> Result<Option<Vec<u8>>, String> {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.folder).args(args);
        command.env("LC_ALL", "C").env("GIT_TERMINAL_PROMPT", "0");
        // Older versions do not know the first, and fetch objects that a partial clone does not have: by no protocol.
        command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                "`git` is not installed, or not on the PATH: it reads what git: names".to_string()
            }
            _ => format!("`git` does not start: {error}"),
        })?;
        let mut bytes = Vec::new();
        let read = child.stdout.take().map(|stdout| stdout.take(MOST + 1).read_to_end(&mut bytes));
        let failed = |error: std::io::Error| format!("`git`: {error}");
        if bytes.len() as u64 > MOST {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("`git {}` gives more than {} MiB", args.join(" "), MOST >> 20));
        }
        read.transpose().map_err(failed)?;
        Ok(child.wait().map_err(failed)?.success().then_some(bytes))
    }

    fn text(&self, args: &[&str]) -> Result<Option<String>, String> {
        let printed = self.run(args)?;
        Ok(printed.map(|bytes| String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_string()))
    }

    /// The way from the root of the repository to the folder: empty, or with `/` at its end.
    pub(super) fn prefix(&self) -> Result<String, String> {
        Ok(self.text(&["rev-parse", "--show-prefix"])?.unwrap_or_default())
    }

    /// The folder of the working tree.
    pub(super) fn root(&self) -> Option<PathBuf> {
        let root = self.text(&["rev-parse", "--show-toplevel"]).ok()??;
        Some(PathBuf::from(root))
    }

    /// The commit that a revision is.
    pub(super) fn commit(&self, revision: &str) -> Result<String, String> {
        let found = match self.is_word(revision) {
            true => self.text(&["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")])?,
            false => None,
        };
        if let Some(commit) = found {
            return Ok(commit);
        }
        let tags = self.tags()?;
        Err(match nearest(revision, tags.iter().map(String::as_str)) {
            Some(near) => format!("no revision `{revision}`: did you mean `{near}`?"),
            None if tags.is_empty() => format!(
                "no revision `{revision}`, and this clone has no tags: `git fetch --tags` (in GitHub Actions, `fetch-depth: 0`)"
            ),
            None => format!("no revision `{revision}`"),
        })
    }

    /// What `git` cannot take for an option.
    fn is_word(&self, revision: &str) -> bool {
        !revision.is_empty() && !revision.starts_with('-') && !revision.contains(['\n', '\0'])
    }

    fn tags(&self) -> Result<Vec<String>, String> {
        let listed = self.text(&["tag", "--list"])?.unwrap_or_default();
        Ok(listed.lines().map(str::to_string).collect())
    }

    /// Tags of releases from one revision on, and up to another: in the order of their versions.
    pub(super) fn window(&self, from: &str, to: Option<&str>) -> Result<Vec<String>, String> {
        let tags = self.tags()?;
        let is_tag = |name: &str| tags.iter().any(|tag| tag == name);
        let first = Version::parse(from).filter(|_| is_tag(from));
        let last = match to {
            Some(to) => {
                self.commit(to)?;
                Version::parse(to).filter(|_| is_tag(to))
            }
            None => None,
        };
        let mut versions: Vec<Version<'_>> = match &first {
            Some(first) => tags
                .iter()
                .filter_map(|tag| Version::parse(tag))
                .filter(|tag| tag.prefix == first.prefix && tag.order() >= first.order())
                .filter(|tag| first.is_pre() || !tag.is_pre())
                .collect(),
            None => {
                let commit = self.commit(from)?;
                let mut args = vec!["tag", "--list", "--contains", &commit];
                let to = to.map(|to| self.commit(to)).transpose()?;
                if let Some(to) = &to {
                    args.extend(["--merged", to]);
                }
                let listed = self.text(&args)?.unwrap_or_default();
                let names: Vec<&String> =
                    tags.iter().filter(|tag| listed.lines().any(|line| line == **tag)).collect();
                names.into_iter().filter_map(|tag| Version::parse(tag)).filter(|tag| !tag.is_pre()).collect()
            }
        };
        match (&last, to) {
            (Some(last), _) => {
                versions.retain(|tag| tag.prefix != last.prefix || tag.order() <= last.order());
            }
            (None, Some(to)) => {
                let to = self.commit(to)?;
                let listed = self.text(&["tag", "--list", "--merged", &to])?.unwrap_or_default();
                versions.retain(|tag| listed.lines().any(|line| line == tag.name));
            }
            (None, None) => {}
        }
        versions.sort_short_by(|a, b| (a.prefix, a.order()).cmp(&(b.prefix, b.order())));
        if versions.is_empty() {
            let window = format!("{from}..{}", to.unwrap_or_default());
            return Err(match tags.is_empty() {
                true => format!(
                    "no release in {window}: this clone has no tags; `git fetch --tags` (in GitHub Actions, `fetch-depth: 0`)"
                ),
                false => format!("no release in {window}: no tag with a version is in it"),
            });
        }
        Ok(versions.into_iter().map(|version| version.name.to_string()).collect())
    }

    /// What is at a path: `blob`, `tree`; none where nothing is.
    pub(super) fn kind(&self, commit: &str, path: &str) -> Result<Option<String>, String> {
        self.text(&["cat-file", "-t", &format!("{commit}:{path}")])
    }

    /// The bytes of a file.
    pub(super) fn read(&self, commit: &str, path: &str) -> Result<Option<Vec<u8>>, String> {
        match self.kind(commit, path)?.as_deref() {
            Some("blob") => self.run(&["cat-file", "blob", &format!("{commit}:{path}")]),
            _ => Ok(None),
        }
    }

    /// The paths of all files in a folder, from the root of the repository.
    pub(super) fn list(&self, commit: &str, folder: &str) -> Result<Vec<String>, String> {
        let mut args = vec!["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit];
        if !folder.is_empty() {
            args.extend(["--", folder]);
        }
        let listed = self.run(&args)?.unwrap_or_default();
        let listed = String::from_utf8_lossy(&listed).into_owned();
        Ok(listed.split('\0').filter(|name| !name.is_empty()).map(str::to_string).collect())
    }

    /// Why nothing is at a path, and which tags have it.
    pub(super) fn missing(&self, revision: &str, path: &str) -> String {
        let mut have = Vec::new();
        for tag in self.tags().unwrap_or_default().into_iter().take(TAGS) {
            if self.is_word(&tag) && matches!(self.kind(&format!("refs/tags/{tag}"), path), Ok(Some(_))) {
                have.push(tag);
            }
        }
        have.sort_short_by(|a, b| {
            Version::parse(a).map(|v| v.order_owned()).cmp(&Version::parse(b).map(|v| v.order_owned()))
        });
        let have = match have.is_empty() {
            true => String::new(),
            false => format!("; these tags have it: {}", and_more(&have, NAMED)),
        };
        format!("`{path}` is not in {revision}{have}")
    }
}

/// A tag that has a version: `v1.2.0-rc1`.
#[derive(Clone, Debug)]
struct Version<'t> {
    name: &'t str,
    /// What stands before the numbers.
    prefix: &'t str,
    numbers: Vec<u64>,
    /// What stands behind them: `-rc1`.
    rest: &'t str,
}

impl<'t> Version<'t> {
    fn parse(name: &'t str) -> Option<Version<'t>> {
        let start = name.find(|c: char| c.is_ascii_digit())?;
        let (prefix, mut rest) = name.split_at(start);
        let mut numbers = Vec::new();
        loop {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            numbers.push(rest.get(..end)?.parse().ok()?);
            rest = rest.get(end..)?;
            let behind = rest.strip_prefix(['.', '-', '_']);
            match behind.filter(|behind| behind.starts_with(|c: char| c.is_ascii_digit())) {
                Some(behind) => rest = behind,
                None => break,
            }
        }
        // `1.0` and `1.0.0` are one version.
        while numbers.len() > 1 && numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(Version { name, prefix, numbers, rest })
    }

    /// Whether it comes before the release of its numbers.
    fn is_pre(&self) -> bool {
        let word = self.rest.trim_start_matches(['.', '-', '_']);
        !word.is_empty() && !word.starts_with('+') && !word.starts_with("post")
    }

    /// What versions are sorted by.
    fn order(&self) -> (&[u64], bool, Vec<Part<'t>>) {
        (&self.numbers, !self.is_pre(), parts(self.rest))
    }

    fn order_owned(&self) -> (String, Vec<u64>, bool, String) {
        (self.prefix.to_string(), self.numbers.clone(), !self.is_pre(), self.rest.to_string())
    }
}

/// A part of a text: numbers are compared as numbers, `rc2` before `rc10`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'t> {
    Word(&'t str),
    Number(u64),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        parts.push(match part.parse() {
            Ok(number) if is_digit => Part::Number(number),
            _ => Part::Word(part),
        });
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_in_their_order() {
        let sorted =
            ["v0.9", "v1.0-rc2", "v1.0-rc10", "v1.0", "v1.0.1", "v1.0.1.post1", "v1.2", "v1.10", "v2"];
        for pair in sorted.windows(2) {
            let (a, b) = (Version::parse(pair[0]).unwrap(), Version::parse(pair[1]).unwrap());
            assert!(a.order() < b.order(), "{} before {}", pair[0], pair[1]);
        }
        let version = |name| Version::parse(name).unwrap();
        assert_eq!(version("v1.0").order(), version("v1.0.0").order());
        assert_eq!(version("release-2026-05-01").numbers, [2026, 5, 1]);
        assert!(version("v1.0-rc1").is_pre() && !version("v1.0").is_pre() && !version("v1.0+cpu").is_pre());
        assert!(Version::parse("nightly").is_none());
        assert!(Version::parse("v99999999999999999999999").is_none());
    }
}
