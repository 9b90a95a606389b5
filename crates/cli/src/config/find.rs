//! Which `outlast.toml` holds for a file: the nearest one, in the file's folder or above it, up to a folder with `.git`. It holds alone.
//!
//! One that was found may have come with files from elsewhere: what it names is a regular file of limited size, in its own folder or below.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use outlast_report::Failure;

use super::effective::{EffectiveConfig, Flags, Settings};
use super::file::{File, NAME};
use super::patterns::clean;
use crate::input::{self, Input};

/// An `outlast.toml` that was read.
#[derive(Debug)]
pub(crate) struct Config {
    /// Its name, as it is shown: from the current folder on, where it is below that.
    pub(crate) name: String,
    /// Its folder, absolute.
    pub(crate) folder: PathBuf,
    /// Its folder, as it is put before paths in it.
    prefix: PathBuf,
    /// Its folder without links, where nobody named it: what it names has to be in there.
    tree: Option<PathBuf>,
    pub(crate) file: File,
}

/// Bytes of an `outlast.toml`: what is read of one takes some twenty times as much memory.
const MOST: u64 = 1 << 20;

/// Bytes of a profile file that a configuration names.
const MOST_PROFILE: u64 = 4 << 20;

/// Bytes of a baseline that a configuration names.
const MOST_BASELINE: u64 = 32 << 20;

impl Config {
    fn open(path: &Path, here: &Path, is_named: bool) -> anyhow::Result<Config> {
        let absolute = clean(&here.join(path));
        let shown = absolute.strip_prefix(here).unwrap_or(&absolute).to_path_buf();
        let name = input::name(&shown);
        let text = input::open_text_inside(&shown, None, MOST);
        let text = text.map_err(|failure| anyhow!("{name}: {}", failure.message()))?;
        let file = File::read(&text).map_err(|fault| anyhow!("{name}:{fault}"))?;
        let folder = absolute.parent().unwrap_or(here).to_path_buf();
        let prefix = shown.parent().unwrap_or(Path::new("")).to_path_buf();
        let tree = match is_named {
            true => None,
            false => Some(std::fs::canonicalize(&folder).with_context(|| folder.display().to_string())?),
        };
        Ok(Config { name, folder, prefix, tree, file })
    }

    /// Opens a file that it names, by its path from the current folder.
    pub(super) fn open_data(&self, path: &Path) -> Result<Input, Failure> {
        input::open_inside(path, self.tree.as_deref())
    }

    /// The text of a profile file that it names.
    pub(super) fn profile(&self, path: &Path) -> Result<String, Failure> {
        input::open_text_inside(path, self.tree.as_deref(), MOST_PROFILE)
    }

    /// The text of the baseline that it names; `--baseline` takes larger ones.
    pub(super) fn baseline(&self, path: &Path) -> Result<String, Failure> {
        input::open_text_inside(path, self.tree.as_deref(), MOST_BASELINE)
    }

    /// Demands that a folder that it names may be looked into. That there is none is no fault.
    pub(super) fn demand_inside(&self, folder: &Path) -> anyhow::Result<()> {
        let Some(tree) = &self.tree else { return Ok(()) };
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match std::fs::canonicalize(shown) {
            Ok(real) if !real.starts_with(tree) => Err(anyhow!("{}: {}", shown.display(), input::outside())),
            _ => Ok(()),
        }
    }

    /// A path that is written in it.
    pub(crate) fn path(&self, written: &Path) -> PathBuf {
        self.prefix.join(written)
    }
}

/// A configuration, by its name, and the entries `[[path]]` of it that hold.
type Holding = (String, Vec<usize>);

/// The configurations of a run, each read once, and what holds by them.
pub(crate) struct Configs {
    flags: Flags,
    /// The current folder.
    here: PathBuf,
    /// The one that was named.
    named: Option<Arc<Config>>,
    /// By folder.
    found: RefCell<HashMap<PathBuf, Option<Arc<Config>>>>,
    settings: RefCell<HashMap<Holding, Arc<Settings>>>,
}

impl Configs {
    /// The configurations that options of the command line name or leave to be found.
    pub(crate) fn new(flags: Flags) -> anyhow::Result<Configs> {
        let here = std::env::current_dir().context("the current folder")?;
        let named = match &flags.config {
            Some(path) => Some(Arc::new(Config::open(path, &here, true)?)),
            None => None,
        };
        Ok(Configs { flags, here, named, found: RefCell::default(), settings: RefCell::default() })
    }

    /// The current folder.
    pub(crate) fn here(&self) -> &Path {
        &self.here
    }

    /// What holds for a file, which may be in a library: `lib.a!member.o`. Standard input is a file in the current folder that no pattern is about.
    pub(crate) fn effective(&self, path: &Path) -> anyhow::Result<EffectiveConfig> {
        if path.as_os_str() == "-" {
            return self.of_folder(Path::new(""));
        }
        let on_disk = input::on_disk(path);
        let file = clean(&self.here.join(on_disk));
        let folder = file.parent().unwrap_or(&self.here);
        let config = self.above(folder)?;
        self.holds(config, Some(&file))
    }

    /// What holds for files in a folder, whatever their names.
    pub(crate) fn of_folder(&self, path: &Path) -> anyhow::Result<EffectiveConfig> {
        let config = self.above(&clean(&self.here.join(path)))?;
        self.holds(config, None)
    }

    fn holds(&self, config: Option<Arc<Config>>, file: Option<&Path>) -> anyhow::Result<EffectiveConfig> {
        let matching: Vec<usize> = match (&config, file) {
            (Some(config), Some(file)) => {
                let paths = config.file.paths.iter().enumerate();
                let matching = paths.filter(|(_, path)| path.files.matches(&config.folder, file));
                matching.map(|(at, _)| at).collect()
            }
            _ => Vec::new(),
        };
        let key = (config.as_ref().map(|config| config.name.clone()).unwrap_or_default(), matching);
        let known = self.settings.borrow().get(&key).cloned();
        let settings = match known {
            Some(settings) => settings,
            None => {
                let settings = Arc::new(Settings::new(&self.flags, config.as_deref(), &key.1, &self.here)?);
                self.settings.borrow_mut().insert(key, settings.clone());
                settings
            }
        };
        Ok(EffectiveConfig::new(settings, config, file, (&self.here, self.flags.as_of)))
    }

    /// The configuration in a folder or above it.
    fn above(&self, folder: &Path) -> anyhow::Result<Option<Arc<Config>>> {
        if self.flags.no_config || self.named.is_some() {
            return Ok(self.named.clone());
        }
        if let Some(known) = self.found.borrow().get(folder) {
            return Ok(known.clone());
        }
        let there = folder.join(NAME);
        let found = match there.is_file() {
            true => Some(Arc::new(Config::open(&there, &self.here, false)?)),
            false if folder.join(".git").exists() => None,
            false => match folder.parent() {
                Some(parent) => self.above(parent)?,
                None => None,
            },
        };
        self.found.borrow_mut().insert(folder.to_path_buf(), found.clone());
        Ok(found)
    }
}
