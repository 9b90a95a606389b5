//! Runtimes at hand: those that `outlast runtimes add` wrote down, and those that options name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use outlast_prove::{Load, Runtime};
use serde::{Deserialize, Serialize};

use crate::input;

/// How long a runtime has to say what it is.
pub(crate) const ASKED: Duration = Duration::from_secs(120);

/// The variable with the path of the file.
const VARIABLE: &str = "OUTLAST_RUNTIMES";

/// A runtime as an option names it.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    /// `torch-2.15.0=venv/bin/python`.
    Given(Runtime),
    /// One that was added.
    Added(String),
    /// A Python.
    Python(PathBuf),
}

impl Named {
    /// Reads an option.
    pub(crate) fn parse(text: &str) -> Result<Named, String> {
        match text.split_once('=') {
            Some((name, python)) if !name.is_empty() && !python.is_empty() => Ok(Named::Given(Runtime {
                name: name.to_string(),
                python: python.into(),
                ..Runtime::default()
            })),
            Some(_) => {
                Err("a target and its Python are expected, such as torch-2.15.0=venv/bin/python".into())
            }
            None if text.contains('/') || Path::new(text).is_file() => Ok(Named::Python(text.into())),
            None => Ok(Named::Added(text.to_string())),
        }
    }
}

/// The runtimes that were added, by name.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    /// Where they are written down; none where no place for it is known.
    path: Option<PathBuf>,
    runtimes: BTreeMap<String, Entry>,
}

/// A runtime that was added.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// The target that it is.
    pub(crate) target: String,
    /// Its interpreter.
    pub(crate) python: PathBuf,
    /// Variables of the environment that it needs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) env: BTreeMap<String, String>,
}

impl Entry {
    /// To be run.
    pub(crate) fn runtime(&self) -> Runtime {
        Runtime { name: self.target.clone(), python: self.python.clone(), env: self.env.clone() }
    }
}

impl Registry {
    /// Reads what is written down: in the file that the environment names, or in the user's configuration.
    pub(crate) fn load() -> anyhow::Result<Registry> {
        let home = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let path = home(VARIABLE)
            .or_else(|| home("XDG_CONFIG_HOME").map(|folder| folder.join("outlast/runtimes.toml")))
            .or_else(|| home("HOME").map(|folder| folder.join(".config/outlast/runtimes.toml")));
        let Some(file) = path.clone().filter(|path| path.is_file()) else {
            return Ok(Registry { path, runtimes: BTreeMap::new() });
        };
        let bytes = input::open_in_passing(&file)
            .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        let text = String::from_utf8_lossy(&bytes);
        let runtimes = toml::from_str(&text).map_err(|error| anyhow!("{}: {error}", file.display()))?;
        Ok(Registry { path, runtimes })
    }

    /// All of them, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.runtimes.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// One of them.
    pub(crate) fn get(&self, name: &str) -> Option<&Entry> {
        self.runtimes.get(name)
    }

    /// Adds one, or puts it in the place of another, and writes all down. Returns the file.
    pub(crate) fn add(&mut self, name: &str, entry: Entry) -> anyhow::Result<PathBuf> {
        let Some(path) = self.path.clone() else {
            bail!("no place for runtimes.toml: {VARIABLE}, XDG_CONFIG_HOME or HOME has to say it");
        };
        self.runtimes.insert(name.to_string(), entry);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let text = toml::to_string(&self.runtimes)?;
        crate::save::save(&path, &outlast::Output::of(text.into_bytes()), |_| Ok(()))?;
        Ok(path)
    }

    /// The runtime that an option names.
    pub(crate) fn runtime(&self, named: &Named) -> anyhow::Result<Runtime> {
        match named {
            Named::Given(runtime) => Ok(runtime.clone()),
            Named::Python(python) => identify(python, &BTreeMap::new()),
            Named::Added(name) => match self.get(name) {
                Some(entry) => Ok(entry.runtime()),
                None => {
                    let known: Vec<&str> = self.runtimes.keys().map(String::as_str).collect();
                    let known = match known.is_empty() {
                        true => "none was added: outlast runtimes add NAME --python PATH".to_string(),
                        false => format!("there are {}", known.join(", ")),
                    };
                    bail!("no runtime `{name}`: {known}; or give --runtime TARGET=PYTHON")
                }
            },
        }
    }
}

/// Asks a Python what it has: ExecuTorch, or else PyTorch.
pub(crate) fn identify(python: &Path, env: &BTreeMap<String, String>) -> anyhow::Result<Runtime> {
    let mut runtime = Runtime { name: String::new(), python: python.to_path_buf(), env: env.clone() };
    let mut reasons = Vec::new();
    for (family, load) in [("executorch", Load::ExecuTorch), ("torch", Load::Jit)] {
        match runtime.describe(load, ASKED) {
            Ok(described) => {
                runtime.name = format!("{family}-{}", described.version);
                return Ok(runtime);
            }
            Err(why) => reasons.push(format!("{family}: {why}")),
        }
    }
    bail!("{}: no runtime: {}", python.display(), reasons.join("; "))
}
