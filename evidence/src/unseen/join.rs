//! Takes a scored set into the corpus: small files, each with what the real readers did with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::bail;
use outlast_archive::Archive;
use toml::{Table, Value};

use super::ledger;
use super::set::{Cell, Fate, Made, Set};
use crate::corpus::{self, hash};
use crate::run::root;

/// Folders for temporary files, and how names of those begin that scripts of this repository use on any machine.
const TEMPORARY: &[u8] = b"/tmp/";
const OWN: &[u8] = b"outlast";
/// Largest file, in bytes.
const MAX_FILE: u64 = 24 * 1024;
/// Records of archives are looked at up to this size, in bytes.
const MAX_RECORD: u64 = 1 << 24;
/// Largest share of the corpus that one set gets, in bytes.
const MAX_SET: u64 = 400 * 1024;

/// Copies samples to `corpus/unseen/FAMILY/NAME`, and lists them in the manifest.
pub(super) fn run(set: &Set) -> anyhow::Result<()> {
    let family = set.folder.parent().and_then(|parent| parent.file_name());
    let family = family.unwrap_or_default().to_string_lossy().into_owned();
    let Some(entry) = ledger::entry(&family, &set.name)?.filter(|entry| entry.first.is_some()) else {
        bail!("`{}` is not scored: a set joins the corpus after its first score", set.name);
    };
    set.unchanged(&entry)?;
    let (manifest, outcomes) = (set.manifest()?, set.outcomes()?);
    let mut sized = Vec::new();
    let here = around(&root().canonicalize()?);
    for made in manifest {
        let bytes = fs::read(set.files().join(&made.file))?;
        // What says where it was made stays here.
        if !names(&bytes, &here)? {
            sized.push((bytes.len() as u64, made));
        }
    }
    let chosen = chosen(sized, &outcomes);
    let name = format!("unseen/{family}/{}", set.name);
    let folder = root().join("corpus").join(&name);
    fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    let mut rows = String::from("# What the real readers did: file, target, outcome, stage, message.\n");
    for made in &chosen {
        // One folder holds all: names of files say which folder they were in.
        let flat = made.file.replace('/', "-");
        fs::copy(set.files().join(&made.file), folder.join(&flat))?;
        let what = format!("{}; by {}: {}", made.kind, made.producer, made.how);
        for companion in &made.companions {
            let beside = companion.replace('/', "-");
            fs::copy(set.files().join(companion), folder.join(&beside))?;
            files.push((beside, format!("loaded together with {flat}")));
        }
        files.push((flat.clone(), what));
        for ((_, target), fate) in outcomes.iter().filter(|(cell, _)| cell.0 == made.file) {
            let _ = writeln!(rows, "{flat}\t{target}\t{}\t{}\t{}", fate.outcome, fate.stage, fate.more);
        }
    }
    fs::write(folder.join("outcomes.tsv"), &rows)?;
    files.push(("outcomes.tsv".to_string(), "what the real readers did with these files".to_string()));
    let fields: Table = [
        ("folder", name.as_str()),
        ("producer", "each file says its own"),
        ("version", set.name.as_str()),
        ("command", &format!("cargo xtask interop {family} unseen --set {} make", set.name)),
    ]
    .map(|(key, text)| (key.to_string(), Value::from(text)))
    .into_iter()
    .collect();
    corpus::take_in(&name, fields, &files)?;
    println!("{}: {} files joined corpus/{name}", set.name, chosen.len());
    Ok(())
}

/// The folder that the repository is in, as text with a slash behind; the repository itself where that is the root of the file system.
fn around(root: &Path) -> String {
    let parent = root.parent().filter(|parent| parent.parent().is_some());
    format!("{}/", parent.unwrap_or(root).display())
}

/// Whether a file names a folder, or one for temporary files that is not by name Outlast's; of a zip archive, also whether one of its records does.
fn names(bytes: &[u8], folder: &str) -> anyhow::Result<bool> {
    let has = |bytes: &[u8]| {
        let temporary = |at: &[u8]| at.strip_prefix(TEMPORARY).is_some_and(|rest| !rest.starts_with(OWN));
        (0..bytes.len()).any(|at| bytes[at..].starts_with(folder.as_bytes()) || temporary(&bytes[at..]))
    };
    let Some(archive) = Archive::open(bytes).ok().filter(|_| bytes.starts_with(b"PK")) else {
        return Ok(has(bytes));
    };
    for entry in archive.entries()? {
        if has(&archive.member(entry)?.content(MAX_RECORD)?) {
            return Ok(true);
        }
    }
    Ok(has(bytes))
}

/// Small files, so that each kind and producer with each course of outcomes is there; the order is that of hashes of names,
/// so that nobody chooses.
fn chosen(mut sized: Vec<(u64, Made)>, outcomes: &BTreeMap<Cell, Fate>) -> Vec<Made> {
    sized.retain(|(size, _)| *size <= MAX_FILE);
    sized.sort_by_key(|(_, made)| hash(made.file.as_bytes()));
    let mut seen = BTreeSet::new();
    let (mut chosen, mut total) = (Vec::new(), 0);
    for (size, made) in sized {
        let of_file = outcomes.iter().filter(|(cell, _)| cell.0 == made.file);
        let course: Vec<&str> = of_file.map(|(_, fate)| fate.outcome.as_str()).collect();
        let key = format!("{} {} {}", made.kind, made.producer, course.join(" "));
        if total + size <= MAX_SET && seen.insert(key) {
            total += size;
            chosen.push(made);
        }
    }
    chosen.sort_by(|a, b| a.file.cmp(&b.file));
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use std::path::Path;

    use super::{MAX_FILE, around, chosen, names};
    use crate::unseen::set::{Fate, Made};

    #[test]
    fn files_that_say_where_they_were_made_stay() {
        for (text, stays) in [
            ("/build/x/set/model.py", true),
            ("/tmp/set/a.py", true),
            ("/tmp/outlast-unseen/a.c", false),
            ("a.py", false),
        ] {
            assert_eq!(names(text.as_bytes(), "/build/x/").unwrap(), stays, "{text}");
        }
        assert_eq!(around(Path::new("/build/x/outlast")), "/build/x/");
        assert_eq!(around(Path::new("/outlast")), "/outlast/");
    }

    #[test]
    fn one_file_of_each_course_joins() {
        let made = |file: &str, kind: &str| Made {
            file: file.into(),
            sha256: String::new(),
            kind: kind.into(),
            producer: "clang".into(),
            companions: Vec::new(),
            how: "clang".into(),
        };
        let fate = |outcome: &str| Fate { outcome: outcome.into(), stage: "-".into(), more: "-".into() };
        let outcomes: BTreeMap<_, _> = [("a", "loads"), ("b", "loads"), ("c", "fails"), ("d", "fails")]
            .map(|(file, outcome)| ((file.to_string(), "t".to_string()), fate(outcome)))
            .into();
        let sized = vec![
            (9, made("a", "C")),
            (9, made("b", "C")),
            (9, made("c", "C")),
            (MAX_FILE + 1, made("d", "D")),
        ];
        let names: Vec<String> = chosen(sized, &outcomes).into_iter().map(|made| made.file).collect();
        assert_eq!(names.len(), 2);
        assert!(names.contains(&"c".to_string()));
    }
}
