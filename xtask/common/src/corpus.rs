//! `cargo xtask corpus`: the corpus is frozen. Every file is listed in `corpus/manifest.toml` with its hash; listed files
//! do not change; new files are taken in with `--write`, and what they are is then written by hand where it is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use toml::{Table, Value};

use crate::run::root;

/// Largest program, in bytes; larger ones are made when they are needed.
const MAX_FILE: u64 = 64 * 1024;
/// Largest table of results, in bytes.
const MAX_TABLE: u64 = 256 * 1024;
/// Largest corpus, in bytes.
const MAX_TOTAL: u64 = 16 * 1024 * 1024;

/// Fields of a folder, in the order in which they are written; none may be empty.
const SET: &[&str] = &["folder", "producer", "version", "command"];
/// Fields of a file; none may be empty.
const FILE: &[&str] = &["name", "bytes", "sha256", "what"];

const HEAD: &str = "\
# Every file of the corpus: what it is, who made it and how. Files are added, never changed: `cargo xtask corpus` checks
# them, `cargo xtask corpus --write` takes in new ones, whose empty fields are then filled in by hand. What several
# releases wrote byte for byte alike stands once: `also` has the other releases.
";

/// Folders with a folder for each release, where what several releases wrote alike stands once: `also` has the others.
const PER_RELEASE: &[&str] = &["executorch"];

/// Folder and name of a file.
type Key = (String, String);

/// Folders, each with its own fields and those of its files by name.
type Manifest = BTreeMap<String, (Table, BTreeMap<String, Table>)>;

/// A file as it is on disk.
struct Found {
    sha256: String,
    bytes: u64,
}

/// Checks the manifest, or takes in new files first.
///
/// # Errors
///
/// The manifest and the files do not agree, or cannot be read.
pub fn run(write: bool) -> anyhow::Result<()> {
    let folder = root().join("corpus");
    let path = folder.join("manifest.toml");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut manifest = parse(&text).context("corpus/manifest.toml")?;
    let mut found = BTreeMap::new();
    if folder.is_dir() {
        collect(&folder, "", &mut found)?;
    }
    if write {
        for (key, stands) in shared(&manifest, &found) {
            fs::remove_file(folder.join(&key.0).join(&key.1))?;
            found.remove(&key);
            also(&mut manifest, &stands, &key);
        }
        for ((folder_name, name), file) in &found {
            let set = manifest
                .entry(folder_name.clone())
                .or_insert_with(|| (new_set(folder_name), BTreeMap::new()));
            let what = || describe(&folder.join(folder_name), name);
            set.1.entry(name.clone()).or_insert_with(|| new_file(name, file, &what()));
        }
        fs::write(&path, print(&manifest))?;
    }
    let faults = faults(&manifest, &found);
    if !faults.is_empty() {
        let shown = faults.iter().take(40).fold(String::new(), |text, fault| text + "\n  " + fault);
        bail!("corpus: {} faults{shown}", faults.len());
    }
    let total: u64 = found.values().map(|f| f.bytes).sum();
    let written: usize =
        manifest.values().flat_map(|(_, files)| files.values()).map(|file| releases(file).len()).sum();
    println!(
        "corpus: {} files, {total} bytes, all as listed; {written} more are the same as one of them",
        found.len()
    );
    Ok(())
}

/// Lists new files of one folder: the fields of the folder, and for each file what it is.
///
/// # Errors
///
/// As [`run`].
pub fn take_in(folder: &str, fields: Table, files: &[(String, String)]) -> anyhow::Result<()> {
    let path = root().join("corpus/manifest.toml");
    let mut manifest = parse(&fs::read_to_string(&path)?).context("corpus/manifest.toml")?;
    let set = manifest.entry(folder.to_string()).or_insert_with(|| (fields, BTreeMap::new()));
    for (name, what) in files {
        let bytes = fs::read(root().join("corpus").join(folder).join(name))?;
        let file = Found { sha256: hash(&bytes), bytes: bytes.len() as u64 };
        set.1.entry(name.clone()).or_insert_with(|| new_file(name, &file, what));
    }
    fs::write(&path, print(&manifest))?;
    run(false)
}

/// Other releases that wrote the same bytes under the same name, which stand once.
fn releases(entry: &Table) -> Vec<&str> {
    let listed = entry.get("also").and_then(Value::as_array);
    listed.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// New files that are the same as the one of this name that another release wrote, with the place of that.
fn shared(manifest: &Manifest, found: &BTreeMap<Key, Found>) -> Vec<(Key, Key)> {
    let mut all = Vec::new();
    for (key, file) in found {
        let listed = |folder: &str| manifest.get(folder).and_then(|(_, files)| files.get(&key.1));
        let same = |entry: &Table| entry.get("sha256").and_then(Value::as_str) == Some(&file.sha256);
        let mut others = manifest.keys().filter(|folder| parent(folder) == parent(&key.0));
        if PER_RELEASE.contains(&parent(&key.0))
            && listed(&key.0).is_none()
            && let Some(stands) = others.find(|folder| listed(folder).is_some_and(same))
        {
            all.push((key.clone(), (stands.clone(), key.1.clone())));
        }
    }
    all
}

/// Says of a file that the release of another folder wrote the same.
fn also(manifest: &mut Manifest, stands: &Key, other: &Key) {
    let release = other.0.rsplit('/').next().unwrap_or_default().to_string();
    manifest.entry(other.0.clone()).or_insert_with(|| (new_set(&other.0), BTreeMap::new()));
    let Some(entry) = manifest.get_mut(&stands.0).and_then(|(_, files)| files.get_mut(&stands.1)) else {
        return;
    };
    let list = entry.entry("also").or_insert_with(|| Value::Array(Vec::new()));
    let release = Value::String(release);
    if let Value::Array(list) = list
        && !list.contains(&release)
    {
        list.push(release);
    }
}

fn parent(folder: &str) -> &str {
    folder.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn parse(text: &str) -> anyhow::Result<Manifest> {
    let mut table: Table = text.parse()?;
    let mut manifest = Manifest::new();
    let Some(Value::Array(sets)) = table.remove("set") else { return Ok(manifest) };
    for set in sets {
        let Value::Table(mut set) = set else { bail!("a `set` is not a table") };
        let folder =
            set.get("folder").and_then(Value::as_str).context("a `set` has no `folder`")?.to_string();
        let mut files = BTreeMap::new();
        if let Some(Value::Array(list)) = set.remove("files") {
            for file in list {
                let name =
                    file.get("name").and_then(Value::as_str).context("a file has no `name`")?.to_string();
                let Value::Table(file) = file else { bail!("{folder}/{name} is not a table") };
                if files.insert(name.clone(), file).is_some() {
                    bail!("{folder}/{name} is listed twice");
                }
            }
        }
        if manifest.insert(folder.clone(), (set, files)).is_some() {
            bail!("{folder} is listed twice");
        }
    }
    Ok(manifest)
}

/// Files below the corpus by folder and name, except for the manifest, notes and golden files.
fn collect(path: &Path, folder: &str, found: &mut BTreeMap<Key, Found>) -> anyhow::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_top = folder.is_empty();
        if entry.file_type()?.is_dir() {
            if !(is_top && name == "golden") {
                let inner = if is_top { name } else { format!("{folder}/{name}") };
                collect(&entry.path(), &inner, found)?;
            }
        } else if !name.ends_with(".md") && (!is_top || name != "manifest.toml") {
            let bytes = fs::read(entry.path())?;
            let file = Found { sha256: hash(&bytes), bytes: bytes.len() as u64 };
            found.insert((folder.to_string(), name), file);
        }
    }
    Ok(())
}

/// SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The fields of a new folder: `executorch/1.5.1` says most of them.
fn new_set(folder: &str) -> Table {
    let (producer, version) = folder.split_once('/').unwrap_or(("", ""));
    let (producer, version) = if producer == "bad" { ("", "") } else { (producer, version) };
    let command = if producer == "executorch" { "evidence/peers/executorch/export.py" } else { "" };
    let fields = [("folder", folder), ("producer", producer), ("version", version), ("command", command)];
    fields.into_iter().map(|(key, text)| (key.to_string(), Value::from(text))).collect()
}

fn new_file(name: &str, file: &Found, what: &str) -> Table {
    let bytes = Value::Integer(i64::try_from(file.bytes).unwrap_or(i64::MAX));
    let fields = [("name", name.into()), ("sha256", file.sha256.as_str().into()), ("what", what.into())];
    fields.into_iter().chain([("bytes", bytes)]).map(|(key, value)| (key.to_string(), value)).collect()
}

/// What a file is, from the `index.json` that the exporting script writes beside its files; empty where it does not say.
fn describe(folder: &Path, name: &str) -> String {
    let Some((stem, extension)) = name.rsplit_once('.') else { return String::new() };
    if name == "index.json" {
        return "what the exporter says of these files".into();
    }
    let index = fs::read_to_string(folder.join("index.json")).unwrap_or_default();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap_or_default();
    let models = index["models"].as_object().into_iter().flatten();
    let of_file = |model: &serde_json::Value| model["files"].get(name).is_some();
    let model = models.into_iter().find(|(model, entry)| *model == stem || of_file(entry));
    match (model, extension) {
        (Some((model, _)), "npz") => format!("inputs and expected outputs of `{model}`"),
        (Some((_, entry)), _) => entry["exercises"].as_str().unwrap_or_default().to_string(),
        (None, _) => String::new(),
    }
}

fn print(manifest: &Manifest) -> String {
    let mut out = HEAD.to_string();
    for (set, files) in manifest.values() {
        out.push_str("\n[[set]]\n");
        for (key, value) in in_order(set, SET) {
            let _ = writeln!(out, "{key} = {value}");
        }
        out.push_str("files = [\n");
        for file in files.values() {
            let fields: Vec<String> = in_order(file, FILE).map(|(k, v)| format!("{k} = {v}")).collect();
            let _ = writeln!(out, "  {{ {} }},", fields.join(", "));
        }
        out.push_str("]\n");
    }
    out
}

/// The fields that are known, in their order, then the others.
fn in_order<'a>(table: &'a Table, known: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let first = known.iter().filter_map(|key| table.get_key_value(*key));
    let others = table.iter().filter(|(key, _)| !known.contains(&key.as_str()));
    first.chain(others).map(|(key, value)| (key.as_str(), value))
}

fn faults(manifest: &Manifest, found: &BTreeMap<Key, Found>) -> Vec<String> {
    let mut faults = Vec::new();
    for (folder, (set, _)) in manifest {
        faults.extend(missing(set, SET).map(|key| format!("{folder} does not say `{key}`")));
    }
    let listed =
        manifest.iter().flat_map(|(f, (_, files))| files.keys().map(|name| (f.clone(), name.clone())));
    let all: BTreeSet<(String, String)> = listed.chain(found.keys().cloned()).collect();
    for key in &all {
        let path = format!("{}/{}", key.0, key.1);
        let entry = manifest.get(&key.0).and_then(|(_, files)| files.get(&key.1));
        let (entry, file) = match (entry, found.get(key)) {
            (Some(entry), Some(file)) => (entry, file),
            (None, _) => {
                faults.push(format!("{path} is not listed: `cargo xtask corpus --write`"));
                continue;
            }
            (_, None) => {
                faults.push(format!("{path} is listed, and not there: files are never removed"));
                continue;
            }
        };
        let bytes = entry.get("bytes").and_then(Value::as_integer).and_then(|n| u64::try_from(n).ok());
        let sha256 = entry.get("sha256").and_then(Value::as_str);
        if sha256 != Some(&file.sha256) || bytes != Some(file.bytes) {
            faults.push(format!("{path} is another file than the one listed: files are never changed"));
        }
        let limit = if path.ends_with(".tsv") { MAX_TABLE } else { MAX_FILE };
        if file.bytes > limit {
            faults.push(format!("{path} has {} bytes, {limit} are allowed", file.bytes));
        }
        faults.extend(missing(entry, FILE).map(|key| format!("{path} does not say `{key}`")));
    }
    for (folder, (_, files)) in manifest {
        for (name, entry) in files {
            for release in releases(entry) {
                let other = format!("{}/{release}", parent(folder));
                let path = format!("{folder}/{name}");
                match manifest.get(&other) {
                    None => faults.push(format!("{path} names {other}, which is not listed")),
                    Some((_, files)) if files.contains_key(name) || other == *folder => {
                        faults.push(format!("{path} and {other} both have `{name}`"));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    faults.extend(shared(manifest, found).into_iter().map(|((folder, name), (stands, _))| {
        format!("{folder}/{name} is the same as in {stands}: `cargo xtask corpus --write`")
    }));
    let total: u64 = found.values().map(|file| file.bytes).sum();
    if total > MAX_TOTAL {
        faults.push(format!("{total} bytes in all, {MAX_TOTAL} are allowed"));
    }
    faults
}

/// Fields that are not there or empty.
fn missing<'a>(table: &'a Table, fields: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let is_missing = |key: &&str| table.get(*key).is_none_or(|value| value.as_str() == Some(""));
    fields.iter().copied().filter(is_missing)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Found, Key, Manifest, also, faults, new_file, new_set, parse, print, shared};

    type Files = BTreeMap<Key, Found>;

    fn found(sha256: &str) -> Files {
        let file = Found { sha256: sha256.into(), bytes: 7 };
        [(("executorch/1.5.1".to_string(), "mlp.pte".to_string()), file)].into()
    }

    fn manifest(files: &Files, what: &str) -> Manifest {
        let mut manifest = Manifest::new();
        for ((folder, name), file) in files {
            let mut entry = new_file(name, file, what);
            entry.insert("expect".into(), true.into());
            let set = manifest.entry(folder.clone()).or_insert_with(|| (new_set(folder), BTreeMap::new()));
            set.1.insert(name.clone(), entry);
        }
        manifest
    }

    #[test]
    fn fields_survive_writing() {
        let manifest = manifest(&found("00"), "a \"quoted\" thing");
        assert_eq!(manifest["executorch/1.5.1"].0["version"].as_str(), Some("1.5.1"));
        let text = print(&manifest);
        assert_eq!(parse(&text).unwrap(), manifest);
        assert!(parse(&(text.clone() + &text)).is_err());
    }

    #[test]
    fn what_does_not_agree_is_found() {
        let files = found("00");
        let good = manifest(&files, "weights");
        assert!(faults(&good, &files).is_empty());
        assert!(faults(&good, &found("01"))[0].contains("never changed"));
        assert!(faults(&good, &Files::new())[0].contains("never removed"));
        assert!(faults(&Manifest::new(), &files)[0].contains("not listed"));
        assert!(faults(&manifest(&files, ""), &files)[0].contains("`what`"));
    }

    #[test]
    fn what_several_releases_wrote_stands_once() {
        let mut files = found("00");
        let mut manifest = manifest(&files, "weights");
        let new = ("executorch/9.0.0".to_string(), "mlp.pte".to_string());
        files.insert(new.clone(), Found { sha256: "00".into(), bytes: 7 });
        let stands = ("executorch/1.5.1".to_string(), "mlp.pte".to_string());
        assert_eq!(shared(&manifest, &files), [(new.clone(), stands.clone())]);
        assert!(
            faults(&manifest, &files)
                .iter()
                .any(|fault| fault.contains("is the same as in executorch/1.5.1"))
        );
        also(&mut manifest, &stands, &new);
        files.remove(&new);
        assert!(faults(&manifest, &files).is_empty());
        let text = print(&manifest);
        assert!(text.contains("what = \"weights\", also = [\"9.0.0\"], expect = true }"), "{text}");
        also(&mut manifest, &stands, &stands.clone());
        assert!(faults(&manifest, &files)[0].contains("both have"));
    }
}
