//! What is asked of each file of a scan: what holds for it, with data files opened once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use outlast::{Options, Target};
use outlast_report::json::Whence;

use super::journal::{Journal, Name, State, digest};
use super::judge::Job;
use crate::config::{Configs, EffectiveConfig, Settings};
use crate::input::Input;
use crate::walk::Found;

/// What is asked of files for which the same holds.
pub(super) struct Ask {
    settings: Arc<Settings>,
    /// Files that are loaded together with each program.
    data: Arc<Vec<(String, Input)>>,
    /// SHA-256 of what a configuration says that answers hang on; empty if none says anything.
    pub(super) digest: String,
}

impl Ask {
    /// The question for one file.
    pub(super) fn job<'j>(&'j self, options: &'j Options) -> Job<'j> {
        Job {
            targets: &self.settings.targets.value,
            data: &self.data,
            folders: &self.settings.data_dir.value,
            basis: self.settings.basis.value.into(),
            options,
        }
    }
}

/// What is asked of one file.
pub(super) struct Asked {
    pub(super) ask: Arc<Ask>,
    pub(super) holds: EffectiveConfig,
}

/// A file that is to be looked at.
pub(super) struct Todo {
    pub(super) found: Found,
    pub(super) asked: Asked,
    pub(super) known: Option<Known>,
}

/// A file that the journal may know.
pub(super) struct Known {
    pub(super) name: Name<'static>,
    pub(super) state: State,
    /// The line of the journal that may be on this file.
    pub(super) line: Option<String>,
}

impl Known {
    /// What the journal may know of a file.
    pub(super) fn from_journal(found: &Found, journal: &mut Journal) -> Option<Known> {
        match found {
            Found::Named(path) | Found::Within(path) => {
                let (name, state) = (Name::from_path(path), State::of(path)?);
                let line = journal.line(&name);
                Some(Known { name, state, line })
            }
            Found::Failed(_) => None,
        }
    }
}

/// All that is asked in a scan.
pub(super) struct Asks<'c> {
    configs: &'c Configs,
    /// Data files that the command line names.
    given: Arc<Vec<(String, Input)>>,
    /// By the address of settings, which stay as long as `configs`.
    known: HashMap<*const Settings, Arc<Ask>>,
    /// All targets, in the order in which they were met.
    pub(super) order: Vec<Target>,
    /// What to say beside the answer.
    pub(super) notes: Vec<String>,
}

impl<'c> Asks<'c> {
    pub(super) fn new(configs: &'c Configs, given: Arc<Vec<(String, Input)>>) -> Asks<'c> {
        Asks { configs, given, known: HashMap::new(), order: Vec::new(), notes: Vec::new() }
    }

    /// The current folder.
    pub(super) fn here(&self) -> &Path {
        self.configs.here()
    }

    /// Targets that hold for the paths that were named; files in folders may have others.
    pub(super) fn targets_of<'p>(
        &mut self,
        paths: impl IntoIterator<Item = &'p Path>,
    ) -> anyhow::Result<Vec<Target>> {
        for path in paths {
            let holds = match path.is_dir() {
                true => self.configs.of_folder(path)?,
                false => self.configs.effective(path)?,
            };
            self.meet(&holds.settings);
        }
        Ok(self.order.clone())
    }

    fn meet(&mut self, settings: &Settings) {
        for target in &settings.targets.value {
            if self.order.iter().all(|other| other.name() != target.name()) {
                self.order.push(target.clone());
            }
        }
    }

    /// What is asked of a file.
    pub(super) fn asked(&mut self, found: &Found) -> anyhow::Result<Asked> {
        let holds = match found {
            Found::Named(path) | Found::Within(path) => self.configs.effective(path)?,
            Found::Failed(failure) => self.configs.effective(Path::new(&failure.file))?,
        };
        let key = Arc::as_ptr(&holds.settings);
        if let Some(ask) = self.known.get(&key) {
            return Ok(Asked { ask: ask.clone(), holds });
        }
        let settings = holds.settings.clone();
        self.meet(&settings);
        self.notes.extend(holds.note().filter(|note| !self.notes.contains(note)));
        let data = match settings.data.from {
            Whence::File { .. } => {
                let data = holds
                    .open_data()
                    .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
                Arc::new(data)
            }
            _ => self.given.clone(),
        };
        let digest = if holds.config.is_some() { of_settings(&holds) } else { String::new() };
        let ask = Arc::new(Ask { settings, data, digest });
        self.known.insert(key, ask.clone());
        Ok(Asked { ask, holds })
    }
}

/// All of a configuration that answers hang on: targets, profile files and data with their states, basis.
fn of_settings(holds: &EffectiveConfig) -> String {
    let settings = &holds.settings;
    let names: Vec<&str> = settings.targets.value.iter().map(Target::name).collect();
    let path = |written: &String| match (&settings.targets.from, &holds.config) {
        (Whence::File { .. }, Some(config)) => config.path(Path::new(written)),
        _ => PathBuf::from(written),
    };
    let profiles: Vec<_> = settings.written.iter().map(|written| State::of(&path(written))).collect();
    let data: Vec<_> = settings.data.value.iter().map(|path| (path, State::of(path))).collect();
    let (basis, folders) = (settings.basis.value, &settings.data_dir.value);
    digest(&format!("{names:?} {profiles:?} {data:?} {basis:?} {folders:?}"))
}
