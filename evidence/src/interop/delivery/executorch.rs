//! Releases of ExecuTorch: programs of the corpus, with the outputs that were recorded when they were exported.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use outlast_prove::{Load, Runtime, Tolerance};
use outlast_testkit::corpus;
use serde_json::{Value, json};

use super::{Devices, Export, Job, Model, Ran, Report};
use crate::run::root;
use crate::{pins, play};

pub(super) struct ExecuTorch;

fn releases() -> anyhow::Result<Vec<&'static str>> {
    pins::releases("executorch", "delivery")
}

impl Devices for ExecuTorch {
    fn family(&self) -> &'static str {
        "executorch"
    }

    fn all(&self) -> anyhow::Result<Vec<String>> {
        Ok(releases()?.iter().map(|release| format!("executorch-{release}")).collect())
    }

    /// Models that the newest of these releases exported.
    fn models(&self, _: &Path) -> anyhow::Result<Vec<Model>> {
        let releases = releases()?;
        let newest = releases.last().context("no releases")?;
        let folder = corpus::root().join("executorch").canonicalize()?;
        let mut names = BTreeSet::new();
        for path in corpus::below(&format!("executorch/{newest}")) {
            if path.extension().is_some_and(|end| end == "pte") {
                names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
            }
        }
        let tolerances = tolerances(&folder.join(newest).join("index.json"))?;
        let mut models = Vec::new();
        for name in names {
            let tolerance = tolerances.get(&name).copied().unwrap_or(1e-3);
            let mut exports = Vec::new();
            for release in &releases {
                // What several releases wrote alike stands once.
                let named = folder.join(release).join(&name);
                let file = corpus::at(&named.with_extension("pte"));
                let recorded = corpus::at(&named.with_extension("npz"));
                if !file.exists() || !recorded.exists() {
                    continue;
                }
                let runs = fs::read_to_string(folder.join(format!("runs/{release}.tsv")))?;
                let own = format!("{release}\t{name}.pte\t");
                // PyTorch's results were recorded.
                let is_wrong =
                    |line: &str| line.starts_with(&own) && line.split('\t').nth(5) == Some("wrong");
                let differs_at_home = runs.lines().any(is_wrong);
                exports.push(Export { differs_at_home, tolerance, ..Export::new(release, file, recorded)? });
            }
            if !exports.is_empty() {
                models.push(Model { name, exports });
            }
        }
        Ok(models)
    }

    fn environment(&self, device: &str) -> anyhow::Result<Option<PathBuf>> {
        Ok(Some(root().join("target/interop/executorch/peers").join(device)))
    }

    fn runtime(&self, device: &str) -> anyhow::Result<Runtime> {
        play::executorch(device.trim_start_matches("executorch-"))
    }

    fn report(&self, runtime: &Runtime) -> anyhow::Result<Report> {
        let told = runtime.describe(Load::ExecuTorch, Duration::from_secs(600));
        let told = told.map_err(|why| anyhow!("{}: {why}", runtime.name))?;
        let mut fields = json!({ "operators": told.operators });
        // Some releases have no function that lists them; all have XNNPACK's.
        if !told.backends.is_empty() {
            fields["backends"] = json!(told.backends);
        }
        let summary = format!("{} operators, {} backends", told.operators.len(), told.backends.len());
        Ok(Report { fields, summary })
    }

    fn run(&self, runtime: &Runtime, jobs: &[Job<'_>]) -> anyhow::Result<Vec<Ran>> {
        let ran = played(runtime, Load::ExecuTorch, jobs)?;
        Ok(jobs.iter().zip(ran).map(|(job, ran)| job.export.ran(ran)).collect())
    }
}

/// Runs files whose cases are in archives of NumPy.
pub(super) fn played(runtime: &Runtime, load: Load, jobs: &[Job<'_>]) -> anyhow::Result<Vec<Ran>> {
    let play = |job: &Job<'_>| play::Job {
        file: job.file.clone(),
        data: None,
        cases: Some(job.export.recorded.clone()),
        tolerance: Tolerance { relative: job.export.tolerance, absolute: job.export.tolerance },
    };
    let jobs: Vec<play::Job> = jobs.iter().map(play).collect();
    let ran = |cases: &Vec<play::Played>| match cases.iter().find(|case| !case.is_good()) {
        None if cases.iter().all(|case| case.outcome == "beyond") => Ran::Uncompared,
        None => Ran::Right,
        Some(case) if case.outcome == "not-run" => Ran::Uncompared,
        Some(case) => Ran::Wrong(format!("{}: {} {}", case.case, case.outcome, case.message)),
    };
    Ok(play::play(runtime, load, &jobs)?.iter().map(ran).collect())
}

/// How far outputs may be from those that the exporter recorded, by model.
fn tolerances(index: &Path) -> anyhow::Result<BTreeMap<String, f64>> {
    let index: Value = serde_json::from_str(&fs::read_to_string(index)?)?;
    let models = index["models"].as_object().context("the index has no models")?;
    let most = |entry: &Value| entry["tolerance"].as_f64();
    Ok(models.iter().filter_map(|(name, entry)| Some((name.clone(), most(entry)?))).collect())
}
