//! A set on disk: its files, how each was made, what was predicted, what readers did.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::ledger::Entry;
use super::rescue::RESCUED;
use crate::corpus::hash;
use crate::run::root;

/// A set of unseen programs.
pub(super) struct Set {
    pub(super) name: String,
    /// `target/unseen/FAMILY/NAME`, absolute.
    pub(super) folder: PathBuf,
}

/// One file of a set, a line of `manifest.tsv`: file, SHA-256, kind, producer, companions (`-` or names, with commas), how.
#[derive(Clone)]
pub(super) struct Made {
    /// Below `files/`.
    pub(super) file: String,
    pub(super) sha256: String,
    pub(super) kind: String,
    pub(super) producer: String,
    /// Files that are loaded together with it.
    pub(super) companions: Vec<String>,
    /// The command, or the source.
    pub(super) how: String,
}

/// What `outlast convert` gave for a cell: a line of `conversions.tsv`.
#[derive(Clone)]
pub(super) struct Conversion {
    /// `converted`, `refused` or `left-out`.
    pub(super) what: String,
    /// SHA-256 of the output, codes of reasons, or why nobody would convert it.
    pub(super) more: String,
}

/// File and target.
pub(super) type Cell = (String, String);

/// What is known of a cell, predicted or real: a line of `predictions.tsv` or `outcomes.tsv`.
#[derive(Clone)]
pub(super) struct Fate {
    /// `loads`, `upgrades`, `fails`, `misreads`; of predictions also `unknown`, `noted` (loads, and says what is dropped) and
    /// `error` (no answer); of outcomes also `excluded`.
    pub(super) outcome: String,
    /// `load`, `method`, `run` or `-`; of converted files, whether their producer `ran` the file or `never-ran` it.
    pub(super) stage: String,
    /// Predictions: codes of reasons. Outcomes: what the reader said, or why the cell does not count.
    pub(super) more: String,
}

impl Set {
    pub(super) fn new(family: &str, name: &str) -> anyhow::Result<Set> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
        if name.is_empty() || name.starts_with(['.', '-']) || !name.bytes().all(is_plain) {
            bail!("`{name}`: a set is named with lower-case letters, digits, `-` and `.`");
        }
        let folder = root().canonicalize()?.join("target/unseen").join(family).join(name);
        Ok(Set { name: name.to_string(), folder })
    }

    pub(super) fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    pub(super) fn manifest_path(&self) -> PathBuf {
        self.folder.join("manifest.tsv")
    }

    pub(super) fn predictions_path(&self) -> PathBuf {
        self.folder.join("predictions.tsv")
    }

    pub(super) fn outcomes_path(&self) -> PathBuf {
        self.folder.join("outcomes.tsv")
    }

    pub(super) fn conversions_path(&self) -> PathBuf {
        self.folder.join("conversions.tsv")
    }

    pub(super) fn rescues_path(&self) -> PathBuf {
        self.folder.join("rescues.tsv")
    }

    /// Whether a reader ran: there are outcomes, or a table of a single reader.
    pub(super) fn was_read(&self) -> bool {
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        self.outcomes_path().exists()
            || names.into_iter().any(|name| name.to_string_lossy().starts_with("runs"))
    }

    /// The files, each held to its hash.
    pub(super) fn manifest(&self) -> anyhow::Result<Vec<Made>> {
        let text = text(&self.manifest_path())?;
        let made = parse_manifest(&text).context("manifest.tsv")?;
        for file in &made {
            let bytes = fs::read(self.files().join(&file.file)).with_context(|| file.file.clone())?;
            anyhow::ensure!(
                hash(&bytes) == file.sha256,
                "{}: not the file that the manifest lists",
                file.file
            );
        }
        Ok(made)
    }

    pub(super) fn predictions(&self) -> anyhow::Result<BTreeMap<Cell, Fate>> {
        parse_fates(&text(&self.predictions_path())?, PREDICTED).context("predictions.tsv")
    }

    pub(super) fn outcomes(&self) -> anyhow::Result<BTreeMap<Cell, Fate>> {
        parse_fates(&text(&self.outcomes_path())?, OUTCOMES).context("outcomes.tsv")
    }

    pub(super) fn conversions(&self) -> anyhow::Result<BTreeMap<Cell, Conversion>> {
        parse_conversions(&text(&self.conversions_path())?).context("conversions.tsv")
    }

    pub(super) fn rescues(&self) -> anyhow::Result<BTreeMap<Cell, Fate>> {
        parse_fates(&text(&self.rescues_path())?, RESCUED).context("rescues.tsv")
    }

    /// Fails unless the converted files are those whose hashes were written down.
    pub(super) fn same_converted(&self) -> anyhow::Result<()> {
        for ((file, target), conversion) in self.conversions()? {
            if conversion.what == "converted" {
                let bytes = fs::read(self.folder.join("converted").join(&target).join(&file))
                    .with_context(|| format!("{file} for {target}"))?;
                let same = hash(&bytes) == conversion.more;
                anyhow::ensure!(same, "{file} for {target}: not the file that was converted");
            }
        }
        Ok(())
    }

    /// Whether manifest, predictions and conversions are those on record.
    pub(super) fn unchanged(&self, entry: &Entry) -> anyhow::Result<()> {
        let converted =
            entry.converted.iter().map(|converted| (self.conversions_path(), &converted.conversions));
        for (path, known) in
            [(self.manifest_path(), &entry.manifest), (self.predictions_path(), &entry.predicted.predictions)]
                .into_iter()
                .chain(converted)
        {
            let found = hash(&fs::read(&path).with_context(|| path.display().to_string())?);
            anyhow::ensure!(found == *known, "{} is not the one on record: {found}", path.display());
        }
        Ok(())
    }
}

/// What a prediction can be.
pub(super) const PREDICTED: &[&str] =
    &["loads", "noted", "upgrades", "fails", "misreads", "unknown", "error"];
/// What an outcome can be.
pub(super) const OUTCOMES: &[&str] = &["loads", "fails", "misreads", "excluded"];

/// What a conversion can be.
const CONVERSIONS: &[&str] = &["converted", "refused", "left-out"];

fn text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn parse_manifest(text: &str) -> anyhow::Result<Vec<Made>> {
    let mut made = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [file, sha256, kind, producer, companions, how] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("not six columns: {line}");
        };
        let with = companions.split(',').filter(|name| *name != "-").map(str::to_string).collect();
        let [file, sha256, kind, producer, how] = [file, sha256, kind, producer, how].map(str::to_string);
        made.push(Made { file, sha256, kind, producer, companions: with, how });
    }
    Ok(made)
}

/// Lines of file, target, outcome, stage, more.
fn parse_fates(text: &str, allowed: &[&str]) -> anyhow::Result<BTreeMap<Cell, Fate>> {
    let mut fates = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [file, target, outcome, stage, more] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("not five columns: {line}");
        };
        anyhow::ensure!(allowed.contains(&outcome), "`{outcome}` is none of {}: {line}", allowed.join(", "));
        let [file, target, outcome, stage, more] = [file, target, outcome, stage, more].map(str::to_string);
        let before = fates.insert((file, target), Fate { outcome, stage, more });
        anyhow::ensure!(before.is_none(), "a cell stands twice: {line}");
    }
    Ok(fates)
}

/// Lines of file, target, what, more.
fn parse_conversions(text: &str) -> anyhow::Result<BTreeMap<Cell, Conversion>> {
    let mut conversions = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [file, target, what, more] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("not four columns: {line}");
        };
        anyhow::ensure!(
            CONVERSIONS.contains(&what),
            "`{what}` is none of {}: {line}",
            CONVERSIONS.join(", ")
        );
        let [file, target, what, more] = [file, target, what, more].map(str::to_string);
        let before = conversions.insert((file, target), Conversion { what, more });
        anyhow::ensure!(before.is_none(), "a cell stands twice: {line}");
    }
    Ok(conversions)
}

/// How many files there are of each kind.
pub(super) fn kinds(made: &[Made]) -> BTreeMap<&str, usize> {
    let mut kinds = BTreeMap::new();
    for file in made {
        *kinds.entry(file.kind.as_str()).or_default() += 1;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::{OUTCOMES, Set, parse_fates, parse_manifest};

    #[test]
    fn lines_are_read_or_refused() {
        let made = parse_manifest("# file …\na.bc\t00\tC\tclang-14\t-\tclang a.c\n").unwrap();
        assert_eq!((made[0].kind.as_str(), made[0].companions.len()), ("C", 0));
        assert_eq!(parse_manifest("a\tb\tc\td\tx,y\tf\n").unwrap()[0].companions, ["x", "y"]);
        assert!(parse_manifest("a.bc\t00\n").is_err());
        let fates = parse_fates("a\tllvm-14\tfails\tload\tInvalid record\n", OUTCOMES).unwrap();
        assert_eq!(fates[&("a".to_string(), "llvm-14".to_string())].more, "Invalid record");
        assert!(parse_fates("a\tt\tperhaps\t-\t-\n", OUTCOMES).is_err());
        assert!(parse_fates("a\tt\tfails\t-\t-\na\tt\tloads\t-\t-\n", OUTCOMES).is_err());
    }

    #[test]
    fn names_of_sets_stay_below_their_folder() {
        assert!(Set::new("llvm", "2026-11-sources").is_ok());
        assert!(["", "..", "a/b", "A", "-x"].iter().all(|name| Set::new("llvm", name).is_err()));
    }
}
