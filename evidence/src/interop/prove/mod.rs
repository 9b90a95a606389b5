//! `cargo xtask interop prove`: what `outlast prove` says on real runtimes, and what runtimes say of themselves.

mod accidents;
mod bundles;
mod conversions;
mod made_up;
mod runtimes;

use std::path::PathBuf;
use std::process::{Command, Output};

use anyhow::{Context, bail};
use outlast_prove::{How, Runtime};
use serde_json::Value;

use crate::run::{outlast_binary, root};

/// Runs these parts, or all but the first, which sets up every release there is.
pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["runtimes", releases @ ..] => runtimes::run(releases),
        ["bundles", releases @ ..] => bundles::run(releases),
        ["made-up", releases @ ..] => made_up::run(releases),
        ["accidents"] => accidents::run(),
        ["conversions", families @ ..] => conversions::run(families),
        [] => {
            bundles::run(&[])?;
            made_up::run(&[])?;
            accidents::run()?;
            conversions::run(&[])
        }
        _ => bail!(
            "parts: runtimes [RELEASE …], bundles [RELEASE …], made-up [RELEASE …], accidents, conversions"
        ),
    }
}

/// Where what is made goes.
fn folder(name: &str) -> anyhow::Result<PathBuf> {
    let folder = root().join("target/interop/prove").join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder.canonicalize()?)
}

/// `outlast`, with a file of runtimes of its own.
struct Outlast {
    binary: PathBuf,
    runtimes: PathBuf,
}

impl Outlast {
    fn new() -> anyhow::Result<Outlast> {
        let runtimes = folder("")?.join("runtimes.toml");
        Ok(Outlast { binary: outlast_binary()?, runtimes })
    }

    fn output(&self, words: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new(&self.binary);
        command.args(words).env("OUTLAST_RUNTIMES", &self.runtimes).current_dir(root());
        command.output().with_context(|| words.join(" "))
    }

    /// Adds a runtime under the name of its target, or `name`.
    fn add(&self, name: &str, runtime: &Runtime) -> anyhow::Result<()> {
        let How::Python(python) = &runtime.how else { bail!("{name} is no Python") };
        let python = python.display().to_string();
        let env: Vec<String> = runtime.env.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut words = vec!["runtimes", "add", name, "--python", &python, "--target", &runtime.name];
        env.iter().for_each(|one| words.extend(["--env", one.as_str()]));
        let said = self.output(&words)?;
        if !said.status.success() {
            bail!("{name}: {}", String::from_utf8_lossy(&said.stderr));
        }
        Ok(())
    }

    /// The exit status and the JSON of a command.
    fn json(&self, words: &[&str]) -> anyhow::Result<(i32, Value)> {
        let said = self.output(&[words, &["-f", "json"]].concat())?;
        let value = serde_json::from_slice(&said.stdout)
            .with_context(|| format!("{}: {}", words.join(" "), String::from_utf8_lossy(&said.stderr)))?;
        Ok((said.status.code().unwrap_or(-1), value))
    }
}
