//! Runtimes at hand: those that `outlast runtimes add` wrote down, and those that options name.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use outlast_prove::{How, Load, Runtime};
use serde::{Deserialize, Serialize};

use crate::input;
use crate::scratch::Scratch;

/// How long a runtime has to say what it is.
pub(crate) const ASKED: Duration = Duration::from_secs(120);

/// Bytes of the file: what is read of it takes many times as much memory.
const MOST: usize = 4 << 20;

/// The variable with the path of the file.
const VARIABLE: &str = "OUTLAST_RUNTIMES";

/// A runtime as an option names it.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    /// `torch-2.15.0=venv/bin/python`.
    Given(Runtime),
    /// One that was added.
    Added(String),
    /// A Python, or tools of a compiler.
    Path(PathBuf),
}

impl Named {
    /// Reads an option.
    pub(crate) fn parse(text: &str) -> Result<Named, String> {
        match text.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok(Named::Given(Runtime {
                name: name.to_string(),
                how: how(path.into()),
                ..Runtime::default()
            })),
            Some(_) => {
                Err("a target and its Python or tools are expected, such as torch-2.15.0=venv/bin/python or \
                            llvm-19.1.7=/usr/lib/llvm-19/bin"
                    .into())
            }
            None if text.contains('/') || Path::new(text).is_file() => Ok(Named::Path(text.into())),
            None => Ok(Named::Added(text.to_string())),
        }
    }
}

/// How what is at a path is asked: a folder has tools, and so is a file with the name of one; another is a Python.
pub(crate) fn how(path: PathBuf) -> How {
    match path.is_dir() || How::is_tool(&path) {
        true => How::Tools(path),
        false => How::Python(path),
    }
}

/// The runtimes that were added, by name. Their file is read when one of them is asked for: whoever names a path does without it.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    /// Where they are written down; none where no place for it is known.
    path: Option<PathBuf>,
    runtimes: OnceCell<BTreeMap<String, Entry>>,
}

/// A runtime that was added: a Python, tools, or a runner.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// The target that it is.
    pub(crate) target: String,
    /// Its interpreter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    python: Option<PathBuf>,
    /// The folder of its tools, or one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<PathBuf>,
    /// The command line of a runner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    command: Vec<String>,
    /// Variables of the environment that it needs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    env: BTreeMap<String, String>,
}

impl Entry {
    /// What is written down of a runtime.
    pub(crate) fn from_runtime(runtime: &Runtime) -> Entry {
        let (mut python, mut tools, mut command) = (None, None, Vec::new());
        match runtime.how.clone() {
            How::Python(path) => python = Some(path),
            How::Tools(path) => tools = Some(path),
            How::Runner(words) => command = words,
        }
        Entry { target: runtime.name.clone(), python, tools, command, env: runtime.env.clone() }
    }

    /// To be run.
    pub(crate) fn runtime(&self) -> Runtime {
        let how = match (&self.python, &self.tools) {
            (Some(python), _) => How::Python(python.clone()),
            (None, Some(tools)) => How::Tools(tools.clone()),
            (None, None) => How::Runner(self.command.clone()),
        };
        Runtime { name: self.target.clone(), how, env: self.env.clone() }
    }

    /// Whether it says how it is asked, once.
    fn is_one(&self) -> bool {
        [self.python.is_some(), self.tools.is_some(), !self.command.is_empty()]
            .iter()
            .filter(|is| **is)
            .count()
            == 1
    }
}

impl Registry {
    /// What is written down in the file that the environment names, or in the user's configuration.
    pub(crate) fn new() -> Registry {
        let home = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let path = home(VARIABLE)
            .or_else(|| home("XDG_CONFIG_HOME").map(|folder| folder.join("outlast/runtimes.toml")))
            .or_else(|| home("HOME").map(|folder| folder.join(".config/outlast/runtimes.toml")));
        Registry { path, runtimes: OnceCell::new() }
    }

    /// Reads the file.
    fn read(&self) -> anyhow::Result<BTreeMap<String, Entry>> {
        let Some(file) = self.path.as_deref().filter(|path| path.is_file()) else {
            return Ok(BTreeMap::new());
        };
        let bytes =
            input::open_found(file).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        if bytes.len() > MOST {
            bail!("{}: larger than {} MiB", file.display(), MOST >> 20);
        }
        let text = String::from_utf8_lossy(&bytes);
        let runtimes: BTreeMap<String, Entry> = toml::from_str(&text).map_err(|error| {
            let line =
                error.span().map(|span| text.get(..span.start).unwrap_or_default().lines().count().max(1));
            let line = line.map_or(String::new(), |line| format!(" (line {line})"));
            anyhow!("{}: {}{line}", file.display(), error.message())
        })?;
        if let Some((name, _)) = runtimes.iter().find(|(_, entry)| !entry.is_one()) {
            bail!("{}: [{name}]: one of `python`, `tools` and `command` is expected", file.display());
        }
        Ok(runtimes)
    }

    fn runtimes(&self) -> anyhow::Result<&BTreeMap<String, Entry>> {
        match self.runtimes.get() {
            Some(runtimes) => Ok(runtimes),
            None => {
                let read = self.read()?;
                Ok(self.runtimes.get_or_init(|| read))
            }
        }
    }

    /// All of them, by name.
    pub(crate) fn all(&self) -> anyhow::Result<impl Iterator<Item = (&str, &Entry)>> {
        Ok(self.runtimes()?.iter().map(|(name, entry)| (name.as_str(), entry)))
    }

    /// One of them.
    pub(crate) fn get(&self, name: &str) -> anyhow::Result<Option<&Entry>> {
        Ok(self.runtimes()?.get(name))
    }

    /// Adds one, or puts it in the place of another, and writes all down. Returns the file.
    pub(crate) fn add(&self, name: &str, entry: Entry) -> anyhow::Result<PathBuf> {
        if name.is_empty() || name.contains(['=', '/']) {
            bail!("`{name}`: the name of a runtime has no `=` and no `/`, and is not empty");
        }
        let Some(path) = self.path.clone() else {
            bail!("no place for runtimes.toml: {VARIABLE}, XDG_CONFIG_HOME or HOME must be set");
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        // Another process may add one at the same time: what it wrote is read first, and it waits meanwhile.
        let lock = path.with_extension("lock");
        let _held = held(&lock).with_context(|| lock.display().to_string())?;
        let mut runtimes = self.read()?;
        runtimes.insert(name.to_string(), entry);
        let text = toml::to_string(&runtimes)?;
        crate::save::save(&path, &outlast::Output::of(text.into_bytes()), |_| Ok(()))?;
        Ok(path)
    }

    /// The runtime that an option names.
    pub(crate) fn runtime(&self, named: &Named) -> anyhow::Result<Runtime> {
        match named {
            Named::Given(runtime) => Ok(runtime.clone()),
            Named::Path(path) => identify(how(path.clone()), &BTreeMap::new()),
            Named::Added(name) => match self.get(name)? {
                Some(entry) => Ok(entry.runtime()),
                None => {
                    let known: Vec<&str> = self.runtimes()?.keys().map(String::as_str).collect();
                    let known = match known.is_empty() {
                        true => "none was added: outlast runtimes add NAME --python PATH".to_string(),
                        false => format!("there are {}", known.join(", ")),
                    };
                    bail!("no runtime `{name}`: {known}; or give --runtime TARGET=PATH")
                }
            },
        }
    }
}

/// Waits until no other process holds a file, which is made if it is not there, and holds it.
#[expect(clippy::disallowed_methods, reason = "nothing is written to it")]
fn held(lock: &Path) -> std::io::Result<std::fs::File> {
    let file = std::fs::File::create(lock)?;
    file.lock()?;
    Ok(file)
}

/// A Python, isolated and in an empty folder: neither the current folder nor variables of the environment say what `torch`, `venv` or `pip` are.
pub(crate) fn interpreter(python: &Path, scratch: &Scratch) -> anyhow::Result<Command> {
    // A name alone is looked for in the folders of PATH.
    let is_name = python.parent().is_some_and(|folder| folder.as_os_str().is_empty());
    let program = if is_name { python.to_path_buf() } else { std::path::absolute(python)? };
    let mut command = Command::new(program);
    command.arg("-I").current_dir(scratch.path());
    Ok(command)
}

/// Asks a runtime what it is: a Python, whether it has ExecuTorch, PyTorch or else jaxlib; tools, of which compiler and release they are.
pub(crate) fn identify(how: How, env: &BTreeMap<String, String>) -> anyhow::Result<Runtime> {
    let mut runtime = Runtime { name: String::new(), how, env: env.clone() };
    if let How::Tools(path) = &runtime.how {
        let shown = path.display().to_string();
        runtime.name = runtime.tools_are().map_err(|why| anyhow!("{shown}: not a runtime: {why}"))?;
        return Ok(runtime);
    }
    let mut reasons = Vec::new();
    for (family, load) in
        [("executorch", Load::ExecuTorch), ("torch", Load::Jit), ("jaxlib", Load::StableHlo)]
    {
        match runtime.describe(load, ASKED) {
            Ok(described) => {
                runtime.name = format!("{family}-{}", described.version);
                return Ok(runtime);
            }
            Err(why) => reasons.push(format!("{family}: {why}")),
        }
    }
    bail!("{}: no runtime: {}", runtime.how.path().display(), reasons.join("; "))
}
