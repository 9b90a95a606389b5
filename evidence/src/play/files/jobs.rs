//! What the folders hold that are run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

/// What is usual for recordings that say nothing.
const TOLERANCE: f64 = 1e-3;

/// A file, and what was recorded of it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) exporter: Option<String>,
    pub(super) model: String,
    pub(super) file: String,
    pub(super) path: PathBuf,
    pub(super) ptd: Option<PathBuf>,
    pub(super) npz: PathBuf,
    /// `none`, or `given`: without the data that it needs a program is not run, since that ends some runtimes.
    pub(super) data: &'static str,
    pub(super) libraries: Vec<String>,
    pub(super) tolerance: f64,
    /// Names in the file, and in the recording; none for those of the recording.
    pub(super) methods: Option<Vec<(String, String)>>,
}

/// The jobs of a folder.
pub(super) fn jobs(folder: &Path, only: &[String], takes_data: bool) -> anyhow::Result<Vec<Job>> {
    let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
    let parsed = |name: &str| -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&fs::read_to_string(folder.join(name))?)?)
    };
    if folder.join("index.json").exists() {
        return of_export(&folder, &parsed("index.json")?, only, takes_data);
    }
    let list = parsed("mutants.json")?;
    let mut jobs = Vec::new();
    for entry in list.as_array().context("mutants.json is no list")? {
        let text = |name: &str| entry[name].as_str().filter(|text| !text.is_empty()).map(str::to_string);
        let file = text("file").context("an entry without `file`")?;
        let ptd = text("ptd").map(|name| folder.join(name));
        if ptd.is_some() && !takes_data {
            continue;
        }
        let methods = entry["methods"].as_object().map(|methods| {
            let named = |(name, recorded): (&String, &Value)| {
                (name.clone(), recorded.as_str().unwrap_or(name).to_string())
            };
            methods.iter().map(named).collect()
        });
        jobs.push(Job {
            exporter: None,
            model: text("base").unwrap_or_default(),
            path: folder.join(&file),
            file,
            data: if ptd.is_some() { "given" } else { "none" },
            ptd,
            npz: folder.join(text("npz").context("an entry without `npz`")?),
            libraries: strings(&entry["libraries"]),
            tolerance: entry["tolerance"].as_f64().unwrap_or(TOLERANCE),
            methods,
        });
    }
    Ok(jobs)
}

/// What an exporter wrote: files with weights beside them where the release takes these, and those of libraries also without the libraries.
fn of_export(folder: &Path, index: &Value, only: &[String], takes_data: bool) -> anyhow::Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (model, entry) in index["models"].as_object().context("index.json without `models`")? {
        if !entry["error"].is_null() || !only.is_empty() && !only.contains(model) {
            continue;
        }
        let ptd = folder.join(format!("{model}.ptd"));
        if ptd.exists() && !takes_data {
            continue;
        }
        let data = if ptd.exists() { "given" } else { "none" };
        let libraries = strings(&entry["libraries"]);
        let sets = if libraries.is_empty() { vec![libraries] } else { vec![Vec::new(), libraries] };
        let methods: Vec<String> = match &entry["methods"] {
            Value::Object(methods) => methods.keys().cloned().collect(),
            other => strings(other),
        };
        let files = match &entry["files"] {
            Value::Object(files) => files.keys().cloned().collect(),
            other => strings(other),
        };
        for file in files.iter().filter(|file| !file.ends_with(".ptd")) {
            for libraries in &sets {
                jobs.push(Job {
                    exporter: index["exporter"].as_str().map(str::to_string),
                    model: model.clone(),
                    file: file.clone(),
                    path: folder.join(file),
                    ptd: Some(ptd.clone()),
                    npz: folder.join(format!("{model}.npz")),
                    data,
                    libraries: libraries.clone(),
                    tolerance: entry["tolerance"].as_f64().unwrap_or(TOLERANCE),
                    methods: Some(methods.iter().map(|name| (name.clone(), name.clone())).collect()),
                });
            }
        }
    }
    Ok(jobs)
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_string)).collect()
}
