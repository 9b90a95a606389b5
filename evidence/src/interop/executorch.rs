//! Real ExecuTorch releases: exports, runs, scores; the schemas of the wheels; flatc on every file.
//!
//! Everything goes to `target/interop/executorch`; what is there is not made again, so a broken run can go on.

use outlast::AsExecutorch as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use outlast::Program;
use outlast::families::executorch::BUNDLE;
use serde_json::Value;

use crate::flatc::flatc_binary;
use crate::pins;
use crate::run::{cargo, root, run as execute};

/// The releases that are run where none are named.
pub(super) fn usual() -> anyhow::Result<Vec<&'static str>> {
    pins::releases("executorch", "matrix")
}

pub(super) const SCRIPTS: &str = "evidence/peers/executorch";

/// Runs everything for these releases.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let out = root().join("target/interop/executorch");
    matrix("target/interop/executorch", None, releases)?;
    println!("\nSchemas against flatc and those of the wheels:");
    let binary = flatc_binary()?.canonicalize()?;
    let mut schemas = cargo(&["test", "--locked", "--package", "outlast-flatbuffers", "--test", "it", "--"]);
    schemas.args(["--include-ignored", "--nocapture"]).env("FLATC", binary);
    schemas.env("OUTLAST_EXECUTORCH_SCHEMAS", out.join("schemas").canonicalize()?);
    execute(schemas)?;
    println!("\nJSON against flatc:");
    flatc(&out.join("files"))
}

/// Releases that are named, without the word for all: then a part takes its own few.
pub(super) fn named<'a>(releases: &'a [&'a str]) -> &'a [&'a str] {
    if releases == ["all"] { &[] } else { releases }
}

/// Deletes the environments, unless they are to be kept.
pub(super) fn clean_up() -> anyhow::Result<()> {
    if std::env::var_os("OUTLAST_KEEP").is_none() {
        let peers = root().join("target/interop/executorch/peers");
        std::fs::remove_dir_all(&peers).with_context(|| peers.display().to_string())?;
    }
    Ok(())
}

/// Exports the second set of models, runs it and scores the verdicts.
pub(crate) fn run_models(releases: &[&str]) -> anyhow::Result<()> {
    let script = super::retired("executorch-models")?.join(SCRIPTS).join("more_models.py");
    matrix("target/interop/executorch-models", Some(&script), releases)
}

/// Exports with each release, by export.py or by this script, runs every file in every release, and scores the verdicts.
fn matrix(out: &str, script: Option<&Path>, releases: &[&str]) -> anyhow::Result<()> {
    let usual = usual()?;
    let releases = match releases {
        [] => &usual[..],
        ["all"] => &[],
        some => some,
    };
    let mut collect = Command::new("bash");
    collect.arg(format!("{SCRIPTS}/all.sh")).arg(out).args(releases);
    // The parts that come after this one use the same environments.
    collect.env("OUTLAST_KEEP", "1");
    collect.envs(script.map(|script| ("OUTLAST_EXPORT", script)));
    execute(collect)?;
    let mut record = Command::new("python3");
    record.arg(format!("{SCRIPTS}/record.py")).arg(format!("{out}/results")).arg(format!("{out}/runs"));
    execute(record)?;
    println!("\nVerdicts on the fresh files:");
    let mut test =
        cargo(&["test", "--locked", "--package", "outlast", "--test", "it", "--", "matrix", "--nocapture"]);
    test.env("OUTLAST_MATRIX", root().join(out).canonicalize()?);
    execute(test)
}

/// Compares `outlast dump` with `flatc --json` on every file.
fn flatc(files: &Path) -> anyhow::Result<()> {
    let files = walk(files)?;
    let lines = flatc_agrees(&files)?;
    println!("{} of {} files agree", files.len() - lines.len(), files.len());
    lines.iter().take(20).for_each(|line| println!("  {line}"));
    if !lines.is_empty() || files.is_empty() {
        bail!("`outlast dump` and flatc disagree");
    }
    Ok(())
}

/// Shows files to flatc; says where its JSON differs from ours, or that it refuses one.
pub(super) fn flatc_agrees(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let binary = flatc_binary()?;
    let mut lines = Vec::new();
    for file in files {
        let bytes = std::fs::read(file)?;
        let program = outlast::open(&bytes).with_context(|| file.display().to_string())?;
        let ours: Value =
            serde_json::from_str(&program.tables().unwrap_or_default()).context("our JSON does not parse")?;
        match flatc_json(&binary, file, &program) {
            Ok(theirs) => {
                let place = difference(&ours, &theirs, String::new());
                lines.extend(place.map(|place| format!("{}: {place}", file.display())));
            }
            Err(error) => lines.push(error.to_string()),
        }
    }
    Ok(lines)
}

fn flatc_json(flatc: &Path, file: &Path, program: &Program<'_>) -> anyhow::Result<Value> {
    let schema = match program.as_executorch_data().map(|data| data.layout_version.name()) {
        Some("v0a") => "flat_tensor_v0a",
        Some("v0b") => "flat_tensor_v0b",
        Some(_) => "flat_tensor",
        None if program.kind() == BUNDLE => "bundled_program",
        None => "program",
    };
    let schemas = root().join("crates/executorch/schemas");
    let out = root().join("target/interop/flatc/out");
    let mut command = Command::new(flatc);
    command.args(["--json", "--strict-json", "--raw-binary", "-o"]).arg(&out).arg("-I").arg(&schemas);
    command.arg(schemas.join(format!("{schema}.fbs"))).arg("--").arg(file);
    let status = command.output().context("flatc")?;
    if !status.status.success() {
        bail!("flatc refuses {}: {}", file.display(), String::from_utf8_lossy(&status.stdout));
    }
    let json = out.join(file.with_extension("json").file_name().unwrap_or_default());
    let text = std::fs::read_to_string(&json)?;
    // flatc writes infinities and NaN as bare words, which JSON does not have.
    let text: String = text
        .split_inclusive('\n')
        .map(|line| match line.trim_end().trim_end_matches(',').rsplit([' ', ':']).next() {
            Some(word @ ("inf" | "-inf" | "nan" | "-nan")) => line.replace(word, &format!("\"{word}\"")),
            _ => line.to_string(),
        })
        .collect();
    serde_json::from_str(&text).with_context(|| format!("flatc's JSON of {}", file.display()))
}

/// The first place where two values differ. flatc prints twelve decimals of a floating-point number.
pub(super) fn difference(ours: &Value, theirs: &Value, path: String) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            if let Some(key) =
                a.keys().find(|k| !b.contains_key(*k)).or_else(|| b.keys().find(|k| !a.contains_key(*k)))
            {
                return Some(format!("{path}/{key} on one side only"));
            }
            a.iter().find_map(|(key, value)| difference(value, &b[key], format!("{path}/{key}")))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(i, (x, y))| difference(x, y, format!("{path}[{i}]")))
        }
        (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => {
            let (a, b) = (a.as_f64()?, b.as_f64()?);
            let near = (a - b).abs() <= 1e-12 + 1e-11 * a.abs();
            (!near).then(|| format!("{path}: {a} and {b}"))
        }
        (a, b) => (a != b).then(|| format!("{path}: {a} and {b}")),
    }
}

fn walk(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(walk(&path)?);
        } else if path.extension().is_some_and(|e| matches!(e.to_str(), Some("pte" | "ptd" | "bpte"))) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
