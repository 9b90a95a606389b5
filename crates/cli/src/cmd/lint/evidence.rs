//! Evidence: files that are asked what they hold, and witnesses that are written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use outlast::Output;
use outlast::lint::{Answer, DataQuestion, Finding};
use outlast_report::changes::{Census, Changes};
use outlast_report::json::{WitnessIndex, to_string};
use serde::Deserialize;

use super::inputs::Kind;
use super::model::Model;
use crate::input;
use crate::save;
use crate::walk::{Found, Walk};

/// The file that says what the others are.
const INDEX: &str = "index.json";

/// Characters of a subject that the name of a file has.
const LONGEST: usize = 80;

/// Files that are asked.
pub(super) struct Corpus {
    folder: String,
    files: Vec<PathBuf>,
}

impl Corpus {
    pub(super) fn new(folder: &Path) -> anyhow::Result<Corpus> {
        let name = input::name(folder);
        if !folder.is_dir() {
            bail!("--corpus {name}: not a folder");
        }
        let mut files = Vec::new();
        for found in Walk::new(&[folder.to_path_buf()])? {
            match found {
                Found::Named(path) | Found::Within(path) => files.push(path),
                Found::Failed(failure) => bail!("--corpus {}: {}", failure.file, failure.message()),
            }
        }
        Ok(Corpus { folder: name, files })
    }

    /// Asks all files for all questions of these findings, which are about files of the old version. Each file is opened and read once.
    pub(super) fn ask(&self, old: &Model, findings: &[Finding]) -> Vec<Option<Census>> {
        let questions: Vec<Option<&DataQuestion>> =
            findings.iter().map(|finding| finding.data.as_ref()).collect();
        let census = |question: &Option<&DataQuestion>| {
            question.map(|_| Census { folder: self.folder.clone(), ..Census::default() })
        };
        let mut answers: Vec<Option<Census>> = questions.iter().map(census).collect();
        if answers.iter().all(Option::is_none) {
            return answers;
        }
        for path in &self.files {
            let file = input::open_found(path).ok();
            let said = file.and_then(|bytes| old.ask(&questions, &bytes)).unwrap_or_default();
            let said = said.into_iter().chain(std::iter::repeat_with(|| None));
            for (census, said) in answers.iter_mut().zip(said) {
                let Some(census) = census else { continue };
                match said {
                    None => census.passed += 1,
                    Some(Answer::Never) => census.without += 1,
                    Some(Answer::Seen { count, first }) => {
                        census.with += 1;
                        census.count = census.count.saturating_add(count);
                        census.first.get_or_insert_with(|| (input::name(path), first));
                    }
                }
            }
        }
        answers
    }
}

/// Writes all witnesses into a folder, and says in an index what they are.
pub(super) fn save_witnesses(folder: &Path, kind: Kind, changes: &mut Changes) -> anyhow::Result<()> {
    let own = own_files(folder)?;
    let mut taken = BTreeSet::from([INDEX.to_string()]);
    let mut staged = Vec::new();
    let extension = kind.witness_extension();
    for found in changes.comparisons.iter_mut().flat_map(|one| &mut one.findings) {
        let finding = &found.held.finding;
        let mut saved = Vec::new();
        for witness in &finding.witnesses {
            let stem = format!("{}-{}-{}", finding.rule.name, plain(&finding.subject), witness.direction);
            let mut name = format!("{stem}.{extension}");
            let mut number = 1;
            while !taken.insert(name.clone()) {
                number += 1;
                name = format!("{stem}-{number}.{extension}");
            }
            let path = folder.join(&name);
            let is_other = path.exists() && !own.contains(&name);
            if is_other {
                bail!("will not overwrite {}: it is not a witness of an earlier run", path.display());
            }
            staged.push((path, witness.bytes.clone()));
            saved.push(Some(name));
        }
        found.saved = saved;
    }
    staged.push((folder.join(INDEX), to_string(&WitnessIndex::new(changes))?.into_bytes()));
    let mut ready = Vec::new();
    for (path, bytes) in staged {
        save::check_file(&path)?;
        ready.push(save::stage(&path, &Output::of(bytes), |_| Ok(()))?.0);
    }
    save::commit(ready)?;
    // What an earlier run wrote, and this one did not, shows nothing any more.
    for stale in own.iter().filter(|name| !taken.contains(*name) && is_plain(name)) {
        let path = folder.join(stale);
        if path.is_file() {
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Whether a name is that of a file in the folder, as those of witnesses are.
fn is_plain(name: &str) -> bool {
    let ends =
        |kind: &Kind| name.strip_suffix(kind.witness_extension()).is_some_and(|stem| stem.ends_with('.'));
    name.chars().all(is_safe) && Kind::ALL.iter().any(ends)
}

#[derive(Deserialize)]
struct Index {
    schema: String,
    witnesses: Vec<Indexed>,
}

#[derive(Deserialize)]
struct Indexed {
    file: String,
}

/// The names of files that an earlier run wrote. A folder that has other things, and no index, is not taken.
fn own_files(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let name = folder.display();
    if !folder.exists() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {name}"))?;
        return Ok(BTreeSet::new());
    }
    let mut entries = std::fs::read_dir(folder).with_context(|| format!("--witness {name}"))?;
    let index = folder.join(INDEX);
    if !index.is_file() {
        if entries.next().is_some() {
            bail!(
                "--witness {name}: the folder has other files, and no {INDEX} of an earlier run; name a new or empty one"
            );
        }
        return Ok(BTreeSet::new());
    }
    // Read in passing: it is written again.
    let bytes =
        input::open_found(&index).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
    match serde_json::from_slice::<Index>(&bytes) {
        Ok(found) if found.schema == WitnessIndex::SCHEMA => {
            Ok(found.witnesses.into_iter().map(|one| one.file).collect())
        }
        _ => bail!("will not overwrite {}: it is not a list of witnesses", index.display()),
    }
}

/// A subject as a part of a file's name.
fn plain(subject: &str) -> String {
    subject.chars().map(|c| if is_safe(c) { c } else { '_' }).take(LONGEST).collect()
}

/// Whether a character is in names of witnesses.
fn is_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(super::plain("a.b/../c d\u{e9}"), "a.b_.._c_d_");
        assert_eq!(super::plain(&"x".repeat(500)).len(), 80);
    }
}
