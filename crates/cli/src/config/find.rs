//! Which `outlast.toml` holds for a file: the nearest one, in the file's folder or above it, up to a folder with `.git`. It holds alone.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::file::{File, NAME};
use super::holds::{Flags, Holds, Settings};
use super::patterns::clean;
use crate::input;

/// An `outlast.toml` that was read.
#[derive(Debug)]
pub(crate) struct Config {
    /// Its name, as it is shown: from the current folder on, where it is below that.
    pub(crate) name: String,
    /// Its folder, absolute.
    pub(crate) folder: PathBuf,
    /// Its folder, as it is put before paths in it.
    prefix: PathBuf,
    pub(crate) file: File,
}

impl Config {
    fn open(path: &Path, here: &Path) -> anyhow::Result<Config> {
        let absolute = clean(&here.join(path));
        let shown = absolute.strip_prefix(here).unwrap_or(&absolute).to_path_buf();
        let name = input::name(&shown);
        let text = input::open_text(&shown).map_err(|failure| anyhow!("{name}: {}", failure.message()))?;
        let file = File::read(&text).map_err(|fault| anyhow!("{name}:{fault}"))?;
        let folder = absolute.parent().unwrap_or(here).to_path_buf();
        let prefix = shown.parent().unwrap_or(Path::new("")).to_path_buf();
        Ok(Config { name, folder, prefix, file })
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
            Some(path) => Some(Arc::new(Config::open(path, &here)?)),
            None => None,
        };
        Ok(Configs { flags, here, named, found: RefCell::default(), settings: RefCell::default() })
    }

    /// The current folder.
    pub(crate) fn here(&self) -> &Path {
        &self.here
    }

    /// What holds for a file, which may be in a library: `lib.a!member.o`. Standard input is a file in the current folder that no pattern is about.
    pub(crate) fn of(&self, path: &Path) -> anyhow::Result<Holds> {
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
    pub(crate) fn of_folder(&self, path: &Path) -> anyhow::Result<Holds> {
        let config = self.above(&clean(&self.here.join(path)))?;
        self.holds(config, None)
    }

    fn holds(&self, config: Option<Arc<Config>>, file: Option<&Path>) -> anyhow::Result<Holds> {
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
        Ok(Holds::new(settings, config, file, (&self.here, self.flags.as_of)))
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
            true => Some(Arc::new(Config::open(&there, &self.here)?)),
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
