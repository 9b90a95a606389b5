//! What `outlast check` says of a set, written down before any reader runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::ledger::{self, Entry, Predicted};
use super::set::{Cell, Fate, Made, Set};
use super::{Family, today};
use crate::corpus::hash;
use crate::run::{cargo, git, read, run as execute, target};

/// The program that judges, and where it came from.
pub(super) struct Tool {
    pub(super) path: PathBuf,
    /// The commit that it was built from.
    pub(super) revision: String,
}

/// What the tool is built from.
pub(super) const TOOL: &[&str] = &["crates", "Cargo.toml", "Cargo.lock"];

/// The first predictions of a set: into `predictions.tsv`, and their hash into the ledger.
pub(super) fn first(family: &Family, set: &Set) -> anyhow::Result<()> {
    if set.was_read() {
        bail!("readers ran on `{}` already: what is said now is no prediction", set.name);
    }
    if let Some(entry) = ledger::entry(family.name, &set.name)? {
        bail!("`{}` was predicted on {}: predictions are made once", set.name, entry.predicted.on);
    }
    let manifest = set.manifest()?;
    let tool = tool()?;
    let (about, targets) = family.set(&set.name)?;
    let fates = judge(family, set, &manifest, &tool)?;
    let text = print(&fates, &tool.revision);
    fs::write(set.predictions_path(), &text)?;
    let predicted = Predicted {
        on: today()?,
        tool: tool.revision,
        predictions: hash(text.as_bytes()),
        said: tally(fates.values().map(|fate| fate.outcome.as_str())),
    };
    let entry = Entry {
        name: set.name.clone(),
        about,
        kinds: tally(manifest.iter().map(|made| made.kind.as_str())),
        manifest: hash(&fs::read(set.manifest_path())?),
        targets,
        predicted,
        converted: None,
        first: None,
        rescue: None,
        regressions: Vec::new(),
    };
    println!("{} files, {} cells: {:?}", manifest.len(), fates.len(), entry.predicted.said);
    let path = ledger::save(family.name, &entry)?;
    println!("commit {path}: `run` is refused before");
    Ok(())
}

/// Builds the tool from what is committed: so the revision says what judged.
pub(super) fn tool() -> anyhow::Result<Tool> {
    let changed = read(git(&[&["status", "--porcelain", "--"][..], TOOL].concat()))?;
    anyhow::ensure!(
        changed.is_empty(),
        "what is judged with must be committed; changed:\n{}",
        changed.trim_end()
    );
    execute(cargo(&["build", "--locked", "--package", "outlast-cli"]))?;
    let path = target().join("debug/outlast").canonicalize().context("the `outlast` program")?;
    let revision = read(git(&["rev-parse", "HEAD"]))?.trim().to_string();
    Ok(Tool { path, revision })
}

/// The program that a set's target stands for: what compiles was not a target of the first sets of LLVM, and `llvm-dis` was asked, but of LLVM 20.
fn asked(target: &str) -> String {
    match target.strip_prefix("llvm-").filter(|release| release.starts_with(|c: char| c.is_ascii_digit())) {
        Some(release) if !release.starts_with("20.") => format!("llvm-dis-{release}"),
        _ => target.to_string(),
    }
}

/// All cells of a set.
pub(super) fn judge(
    family: &Family,
    set: &Set,
    manifest: &[Made],
    tool: &Tool,
) -> anyhow::Result<BTreeMap<Cell, Fate>> {
    let (_, targets) = family.set(&set.name)?;
    let mut fates = BTreeMap::new();
    for made in manifest {
        let mut command = Command::new(&tool.path);
        command.current_dir(set.files()).args(["check", "--format", "json", "--target"]);
        command.arg(targets.iter().map(|target| asked(target)).collect::<Vec<_>>().join(","));
        for companion in &made.companions {
            command.arg("--data").arg(companion);
        }
        let output = command.arg(&made.file).output()?;
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (at, target) in targets.iter().enumerate() {
            // Answers stand in the order of the targets; a program that did not answer said nothing.
            let fate = results.get(at).map_or_else(
                || fate("error", "-", first_line(&output.stderr)),
                |result| fate_of(result, target),
            );
            fates.insert((made.file.clone(), target.to_string()), fate);
        }
    }
    Ok(fates)
}

fn fate(outcome: &str, stage: &str, more: String) -> Fate {
    Fate { outcome: outcome.to_string(), stage: stage.to_string(), more }
}

fn fate_of(result: &Value, target: &str) -> Fate {
    if result["target"].as_str() != Some(target) {
        return fate("error", "-", format!("the answer is about {}", result["target"]));
    }
    let outcome = result["outcome"].as_str().unwrap_or("error");
    let noted = result["notes"].as_array().is_some_and(|notes| !notes.is_empty());
    let mut codes = Vec::new();
    for entry in result["entry_points"].as_array().into_iter().flatten() {
        for reason in entry["reasons"].as_array().into_iter().flatten() {
            let text = |key: &str| reason[key].as_str().unwrap_or_default().to_string();
            codes.push(format!("{} {}", text("code"), text("subject")).replace(['\t', '\n', ';'], " "));
        }
    }
    codes.dedup();
    codes.truncate(6);
    let outcome = if outcome == "loads" && noted { "noted" } else { outcome };
    fate(outcome, result["stage"].as_str().unwrap_or("-"), codes.join("; "))
}

fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or("nothing").replace('\t', " ")
}

/// `predictions.tsv`.
pub(super) fn print(fates: &BTreeMap<Cell, Fate>, revision: &str) -> String {
    let mut text =
        format!("# What `outlast check` of {revision} says: file, target, outcome, stage, reasons.\n");
    for ((file, target), fate) in fates {
        let more = if fate.more.is_empty() { "-" } else { &fate.more };
        let _ = writeln!(text, "{file}\t{target}\t{}\t{}\t{more}", fate.outcome, fate.stage);
    }
    text
}

/// How often each word occurs.
pub(super) fn tally<'a>(words: impl Iterator<Item = &'a str>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word.to_string()).or_default() += 1;
    }
    counts
}
