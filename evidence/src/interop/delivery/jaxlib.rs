//! Releases of jaxlib: programs of JAX, as portable artifacts that releases wrote of them, with the outputs that JAX computed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use outlast_prove::{Described, How, Load, Runtime};
use serde_json::json;

use super::executorch::played;
use super::{Devices, Export, Job, Model, Ran, Report};
use crate::run::{read, root, run as execute};
use crate::{pins, play};

const SCRIPTS: &str = "evidence/peers/stablehlo";

/// As `cargo xtask interop stablehlo` compares them.
const TOLERANCE: f64 = 1e-5;

pub(super) struct Jaxlib;

impl Devices for Jaxlib {
    fn family(&self) -> &'static str {
        "jaxlib"
    }

    fn all(&self) -> anyhow::Result<Vec<String>> {
        let releases = pins::releases("stablehlo", "delivery")?;
        Ok(releases.iter().map(|release| format!("jaxlib-{release}")).collect())
    }

    /// Programs that run on one device, as each release writes them for itself that can write what text says.
    fn models(&self, folder: &Path) -> anyhow::Result<Vec<Model>> {
        let newest = pins::newest("stablehlo", "writers")?;
        let programs = programs(newest)?;
        let recorded = |name: &str| programs.join(name).with_extension("npz");
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(&programs)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "npz") {
                names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
            }
        }
        let writers = pins::releases("stablehlo", "writers")?;
        for release in &writers {
            let runtime = play::jaxlib(release)?;
            let version = current(&runtime, &described(&runtime)?)?.to_string();
            write(&runtime, (&version, "dialect"), &names, &folder.join(release))?;
        }
        let mut models = Vec::new();
        for name in names {
            let mut exports = Vec::new();
            for release in &writers {
                let file = folder.join(release).join(format!("{name}.mlirbc"));
                if file.exists() {
                    exports.push(Export {
                        tolerance: TOLERANCE,
                        ..Export::new(release, file, recorded(&name))?
                    });
                }
            }
            if !exports.is_empty() {
                models.push(Model { name, exports });
            }
        }
        Ok(models)
    }

    fn environment(&self, _: &str) -> anyhow::Result<Option<PathBuf>> {
        Ok(None)
    }

    fn runtime(&self, device: &str) -> anyhow::Result<Runtime> {
        play::jaxlib(device.trim_start_matches("jaxlib-"))
    }

    fn report(&self, runtime: &Runtime) -> anyhow::Result<Report> {
        let told = described(runtime)?;
        let version = current(runtime, &told)?;
        let summary = format!("StableHLO {version}, {} custom calls", told.operators.len());
        Ok(Report { fields: json!({ "stablehlo": version, "custom_calls": told.operators }), summary })
    }

    fn run(&self, runtime: &Runtime, jobs: &[Job<'_>]) -> anyhow::Result<Vec<Ran>> {
        let newest = pins::newest("stablehlo", "writers")?;
        let mut ran = played(runtime, Load::StableHlo, jobs)?;
        let delivered = |job: &Job<'_>| job.file != job.export.file;
        let wrong: Vec<usize> =
            (0..jobs.len()).filter(|at| matches!(ran[*at], Ran::Wrong(_)) && delivered(&jobs[*at])).collect();
        if wrong.is_empty() {
            return Ok(ran);
        }
        // What the newest release itself writes for this one, by XLA, which expands what older versions lack.
        let told = described(runtime)?;
        let version = current(runtime, &told)?;
        let version = format!("{}.0", version.rsplit_once('.').map_or(version, |(base, _)| base));
        let out = folder()?.join("references").join(&runtime.name);
        let names = wrong.iter().map(|at| name_of(jobs[*at].export)).collect();
        write(&play::jaxlib(newest)?, (&version, "xla"), &names, &out)?;
        for at in wrong {
            let export = jobs[at].export;
            let file = out.join(format!("{}.mlirbc", name_of(export)));
            if file.exists()
                && let [Ran::Wrong(_)] = &played(runtime, Load::StableHlo, &[Job { file, export }])?[..]
            {
                ran[at] = Ran::WrongAnyway;
            }
        }
        Ok(ran)
    }
}

/// The program that an artifact is of.
fn name_of(export: &Export) -> String {
    export.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn described(runtime: &Runtime) -> anyhow::Result<Described> {
    let told = runtime.describe(Load::StableHlo, Duration::from_secs(600));
    told.map_err(|why| anyhow!("{}: {why}", runtime.name))
}

/// The version of StableHLO that a release says it carries.
fn current<'t>(runtime: &Runtime, told: &'t Described) -> anyhow::Result<&'t str> {
    let current = told.versions.get("stablehlo current");
    let current = current.with_context(|| format!("{}: it does not say its version", runtime.name))?;
    Ok(current)
}

/// Where `cargo xtask interop stablehlo` keeps what it makes.
fn folder() -> anyhow::Result<PathBuf> {
    Ok(root().canonicalize()?.join("target/interop/stablehlo"))
}

/// The folder with programs of JAX as text, and with what it computed; made where it is not there.
fn programs(newest: &str) -> anyhow::Result<PathBuf> {
    let programs = folder()?.join("programs");
    if !programs.exists() {
        let mut command = script(&play::jaxlib(newest)?, "programs.py")?;
        command.arg(&programs);
        execute(command)?;
    }
    Ok(programs)
}

/// A script in the Python of a release.
fn script(runtime: &Runtime, name: &str) -> anyhow::Result<Command> {
    let How::Python(python) = &runtime.how else { bail!("{}: not a Python", runtime.name) };
    let mut command = Command::new(python);
    command.arg(root().canonicalize()?.join(SCRIPTS).join(name)).envs(&runtime.env);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(command)
}

/// Has a release write artifacts of programs for a version, by StableHLO's own function (`dialect`) or by XLA's. What it cannot read as text it does
/// not write.
fn write(
    runtime: &Runtime,
    (version, by): (&str, &str),
    names: &BTreeSet<String>,
    out: &Path,
) -> anyhow::Result<()> {
    let programs = programs(pins::newest("stablehlo", "writers")?)?;
    fs::create_dir_all(out)?;
    let mut jobs = String::new();
    for name in names {
        let (text, file) = (programs.join(format!("{name}.mlir")), out.join(format!("{name}.mlirbc")));
        jobs += &format!("{}\n", json!({ "text": text, "versions": [version], "by": by, "file": file }));
    }
    let path = out.join("jobs");
    fs::write(&path, jobs)?;
    let mut command = script(runtime, "peer.py")?;
    command.arg("write").arg(path);
    read(command).map(drop)
}
