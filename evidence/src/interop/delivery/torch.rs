//! The lite interpreter of releases of PyTorch: models that each of them wrote (`peers/torch/models.py`), with the outputs that they computed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outlast_prove::{Ran as Called, Runtime};
use serde_json::{Value, json};

use super::{Devices, Export, Job, Model, Ran, Report};
use crate::interop::torch;
use crate::pins;
use crate::play::{self, calls};
use crate::run::root;

/// What is called inside the runtime.
const SCRIPT: &str = "evidence/peers/delivery/torch_device.py";

/// For one file.
const SECONDS: u64 = 60;

/// What is said of cases that tell nothing about a file: Python cannot hand the inputs over, or the call raised in the release that wrote it.
const UNCOMPARED: [&str; 4] =
    ["Tracer cannot infer type", "Did you forget to import it?", "pybind_utils.cpp", "raises became"];

pub(super) struct Torch;

fn releases() -> anyhow::Result<Vec<&'static str>> {
    pins::releases("torch", "delivery")
}

/// The release of a device: `1.10.2` of `torch-1.10.2-lite`.
fn release_of(device: &str) -> &str {
    device.trim_start_matches("torch-").trim_end_matches("-lite")
}

/// Where the models of a release are, and what was recorded of them.
fn index_of(release: &str) -> anyhow::Result<PathBuf> {
    Ok(torch::folder()?.join("models").join(release).join("index.json"))
}

impl Devices for Torch {
    fn family(&self) -> &'static str {
        "torch"
    }

    fn all(&self) -> anyhow::Result<Vec<String>> {
        Ok(releases()?.iter().map(|release| format!("torch-{release}-lite")).collect())
    }

    /// All that any of these releases wrote for the lite interpreter: as an archive, and behind it as a FlatBuffer.
    fn models(&self, _: &Path) -> anyhow::Result<Vec<Model>> {
        let mut models: BTreeMap<String, Vec<Export>> = BTreeMap::new();
        for release in releases()? {
            torch::set_up(release)?;
            torch::models(release)?;
            let path = index_of(release)?;
            // Outputs, which are not looked at here, have numbers that JSON has not.
            let text = fs::read_to_string(&path)?
                .replace("-Infinity", "0")
                .replace("Infinity", "0")
                .replace("NaN", "0");
            let index: Value = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
            for form in ["lite", "flatbuffer"] {
                for (name, entry) in index["files"].as_object().context("an index without files")? {
                    if entry["form"] == form {
                        let model = entry["model"].as_str().context("a file of no model")?;
                        let differs_at_home = !entry["own_file"].is_null();
                        let export = Export::new(release, path.with_file_name(name), path.clone())?;
                        models
                            .entry(model.to_string())
                            .or_default()
                            .push(Export { differs_at_home, ..export });
                    }
                }
            }
        }
        let made = models.into_iter().map(|(name, mut exports)| {
            let place =
                |export: &Export| releases().ok()?.iter().position(|release| *release == export.version);
            exports.sort_by_key(place);
            Model { name, exports }
        });
        Ok(made.collect())
    }

    fn environment(&self, device: &str) -> anyhow::Result<Option<PathBuf>> {
        Ok(Some(torch::folder()?.join(release_of(device))))
    }

    fn runtime(&self, device: &str) -> anyhow::Result<Runtime> {
        play::torch(release_of(device))
    }

    fn report(&self, runtime: &Runtime) -> anyhow::Result<Report> {
        let called = call(runtime, "report", &["null".into()], false)?;
        let Some([fields]) = called.first().map(|ran| &*ran.results) else {
            bail!("{}: {:?}", runtime.name, called.first().and_then(|ran| ran.failure.as_ref()));
        };
        let count = |field: &str| match &fields[field] {
            Value::Object(all) => all.len(),
            Value::Array(all) => all.len(),
            _ => 0,
        };
        let summary = format!(
            "bytecode {}, operator versions {}, {} operators with numbers of arguments, {} types",
            fields["bytecode"],
            fields["operator_versions"],
            count("operators"),
            count("types")
        );
        Ok(Report { fields: fields.clone(), summary })
    }

    fn run(&self, runtime: &Runtime, jobs: &[Job<'_>]) -> anyhow::Result<Vec<Ran>> {
        let mut all = Vec::new();
        for job in jobs {
            let name = job.export.file.file_name().unwrap_or_default().to_string_lossy();
            all.push(json!({ "path": job.file, "index": job.export.recorded, "name": name }).to_string());
        }
        let mut ran: Vec<Ran> = call(runtime, "attempt", &all, false)?.iter().map(outcome).collect();
        // What did not succeed beside others is run once more, alone: no outcome is due to what ran before in the same process.
        let wrong: Vec<(&mut Ran, String)> =
            ran.iter_mut().zip(all).filter(|(ran, _)| matches!(ran, Ran::Wrong(_))).collect();
        let again: Vec<String> = wrong.iter().map(|(_, job)| job.clone()).collect();
        for ((ran, _), called) in wrong.into_iter().zip(call(runtime, "attempt", &again, true)?) {
            *ran = outcome(&called);
        }
        Ok(jobs.iter().zip(ran).map(|(job, ran)| job.export.ran(ran)).collect())
    }
}

/// Calls a function of the script in a runtime with each argument.
fn call(runtime: &Runtime, function: &str, arguments: &[String], alone: bool) -> anyhow::Result<Vec<Called>> {
    let script = root().join(SCRIPT).canonicalize()?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    calls::called(runtime, &script, function, &arguments, SECONDS, alone)
}

/// What `attempt` answered: an outcome, a stage, a message.
fn outcome(called: &Called) -> Ran {
    if let Some(failure) = &called.failure {
        return Ran::Wrong(format!("{}: {failure}", called.stage.as_deref().unwrap_or("start")));
    }
    let answer = called.results.first().map_or(&Value::Null, |answer| answer);
    let message = answer[2].as_str().unwrap_or_default();
    match answer[0].as_str() {
        Some("ok") => Ran::Right,
        Some(_) if UNCOMPARED.iter().any(|text| message.contains(text)) => Ran::Uncompared,
        Some(outcome) => Ran::Wrong(format!("{outcome}: {}", message.lines().next().unwrap_or_default())),
        None => Ran::Wrong(format!("it answers {answer}")),
    }
}
