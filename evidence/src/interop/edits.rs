//! Edited programs in the official runtimes: what ran right before an edit runs right after it.
//!
//! A test of `outlast-executorch` writes versions of the files of two releases: renamed, packed anew, with another
//! header, with a new segment, edited through an older schema. They are run in the runtimes, compared with the recorded
//! runs of the originals, and shown to flatc and the official verifier.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;

use super::accept::accept;
use crate::pins;
use crate::play::{
    self,
    files::{self, Files},
};
use crate::run::{cargo, root, run as execute};

/// Runs everything in the runtimes of these releases.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let out = root().join("target/interop/executorch-edits");
    std::fs::create_dir_all(&out)?;
    let out = out.canonicalize()?;
    let files = out.join("files");
    if files.exists() {
        std::fs::remove_dir_all(&files)?;
    }
    let mut write = cargo(&["test", "--locked", "--package", "outlast-executorch", "--test", "it", "--"]);
    write.args(["variants", "--include-ignored", "--nocapture"]).env("OUTLAST_EDITS", &files);
    execute(write)?;
    let mut worse = Vec::new();
    let usual = pins::releases("executorch", "edits")?;
    for release in if releases.is_empty() { &usual[..] } else { releases } {
        let results = out.join(format!("{release}.jsonl"));
        // Results are added to, and these files are new.
        if results.exists() {
            std::fs::remove_file(&results)?;
        }
        files::run(&play::executorch(release)?, &Files::of(&files), &results)?;
        worse.extend(compare(release, &results)?);
    }
    worse.iter().take(20).for_each(|line| println!("  {line}"));
    if !worse.is_empty() {
        bail!("{} edited files are worse than the original", worse.len());
    }
    accept(&files)
}

/// Original, data, libraries and method of a run.
type Key = (String, String, String, String);

/// The outcomes of the originals: at the first level of verification, and at the strict one where that differs.
fn recorded(release: &str) -> anyhow::Result<HashMap<Key, String>> {
    let path = root().join(format!("corpus/executorch/runs/{release}.tsv"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut found = HashMap::new();
    for line in text.lines() {
        let [exporter, file, data, libraries, method, outcome, ..] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            bail!("{}: {line}", path.display())
        };
        let key = (format!("{exporter}/{file}"), data.into(), libraries.into(), method.into());
        found.insert(key, outcome.to_string());
    }
    Ok(found)
}

fn compare(release: &str, results: &Path) -> anyhow::Result<Vec<String>> {
    let before = recorded(release)?;
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut worse = Vec::new();
    for line in std::fs::read_to_string(results)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let text = |name: &str| row[name].as_str().unwrap_or("-").to_string();
        let libraries: Vec<&str> =
            row["libraries"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let libraries = if libraries.is_empty() { "-".to_string() } else { libraries.join(",") };
        let (file, outcome) = (text("file"), text("outcome"));
        let version = file.split("__").nth(1).unwrap_or("?").to_string();
        let mut outcomes = Vec::new();
        for data in [text("data"), "internal".to_string()] {
            // A renamed method runs what another name did: all of one file are looked at.
            let base = text("model");
            let same = before.iter().filter(|(key, _)| key.0 == base && key.1 == data && key.2 == libraries);
            outcomes.extend(same.map(|(key, outcome)| (key.3.clone(), outcome)));
        }
        let method = text("method");
        let named = outcomes.iter().any(|(name, _)| *name == method);
        let expected = outcomes.iter().filter(|(name, _)| !named || *name == method);
        let right = expected.clone().count() > 0 && expected.clone().all(|(_, outcome)| *outcome == "ok");
        let count = counts.entry(version).or_default();
        match (right, outcome == "ok") {
            (true, true) => count[0] += 1,
            (true, false) => {
                count[2] += 1;
                worse.push(format!("{release}: {file} {method}: {outcome} {}", text("log")));
            }
            (false, _) => count[1] += 1,
        }
    }
    println!("\nIn {release}:");
    for (version, [right, unknown, worse]) in &counts {
        println!(
            "  {version:<9} {right:>4} runs right as before, {worse} not; {unknown} did not run right before"
        );
    }
    if counts.values().all(|count| count[0] == 0) {
        bail!("{release} ran nothing");
    }
    Ok(worse)
}
