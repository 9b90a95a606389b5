//! `outlast targets import`: profiles of PyTorch from an installed release, or from what a device reports.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use outlast::Profile;
use outlast::families::torch::Report;

use crate::cmd::families::{Imported, base_profile, profile_name};
use crate::cmd::read_text;
use crate::input;
use crate::runtimes::interpreter;
use crate::scratch::Scratch;

/// What an installed release says of itself, as JSON.
const SCRIPT: &str = include_str!("report.py");

/// Sources of profiles.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "PyTorch")]
pub(crate) struct ImportArgs {
    /// A Python interpreter in which PyTorch is installed: it is run, and asked for its operators
    #[arg(long, value_name = "PYTHON", group = "source")]
    torch: Option<PathBuf>,
    /// What a device reports of its lite interpreter: ranges of bytecode and operator versions, operators with numbers of arguments, types (JSON)
    #[arg(long, value_name = "FILE", group = "source")]
    device_report: Option<PathBuf>,
}

impl ImportArgs {
    /// Makes a profile; `None` where no source is given.
    pub(crate) fn import(&self, base: Option<&str>, name: Option<&str>) -> anyhow::Result<Option<Imported>> {
        let (report, name, base) = match (&self.torch, &self.device_report) {
            (Some(python), _) => {
                let report = ask(python, &BTreeMap::new())?;
                let release = report.release().unwrap_or_default();
                let name = name.map_or_else(|| format!("torch-{release}-installed"), str::to_string);
                let base = match base {
                    Some(base) => base_profile(Some(base))?,
                    None => nearest(release)?,
                };
                (report, name, base)
            }
            (None, Some(path)) => {
                let report = Report::parse(&read_text(path)?);
                let report = report.map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
                let base = base_profile(base)?;
                if (base.family, base.variant) != ("torch", "lite") {
                    bail!(
                        "--base {}: a device report describes a lite interpreter of PyTorch: give one, for example --base torch-1.10.2-lite",
                        outlast_report::escape(&base.name)
                    );
                }
                (report, profile_name(name, path), base)
            }
            (None, None) => return Ok(None),
        };
        let text = report.to_profile_text(&name, &base).map_err(|error| anyhow!("{error}"))?;
        Imported::profile(&name, &base.name, text).map(Some)
    }
}

/// The profile that a release is compared with: its own, or that of its neighbour.
fn nearest(release: &str) -> anyhow::Result<Profile> {
    let target = outlast::target(&format!("torch-{release}"))?;
    match target.profiles().first() {
        Some(profile) => Ok((*profile).clone()),
        None => bail!("--base: which release is `{release}` to be compared with?"),
    }
}

/// The text of the profile file of an installed release.
pub(crate) fn installed(
    name: &str,
    base: &Profile,
    python: &Path,
    env: &BTreeMap<String, String>,
) -> anyhow::Result<String> {
    ask(python, env)?.to_profile_text(name, base).map_err(|error| anyhow!("{error}"))
}

/// Runs the interpreter with the script.
fn ask(python: &Path, env: &BTreeMap<String, String>) -> anyhow::Result<Report> {
    let name = input::name(python);
    let scratch = Scratch::new()?;
    let mut command = interpreter(python, &scratch)?;
    command.args(["-W", "ignore", "-c", SCRIPT]).envs(env);
    let output = command.output().with_context(|| format!("{name}: cannot be run"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
        bail!("{name}: PyTorch cannot be asked: {}", outlast_report::escape(last));
    }
    let text = String::from_utf8(output.stdout).with_context(|| format!("{name}: its answer is not text"))?;
    Report::parse(&text).map_err(|error| anyhow!("{name}: {error}"))
}
