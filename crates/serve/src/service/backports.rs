//! Backports: for profiles that ask, a variant is made of one that can be converted, and kept beside it with its origin.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::Service;
use crate::database::statements;
use crate::digest::Digest;
use crate::error::{Problem, QUARANTINED, Result};
use crate::index::{Recipe, Status, Version};
use crate::judge::{Answer, ENGINE, Profile, Question};
use crate::names::now;

/// Conversions that failed, by file and profile: they are not tried again by this process.
#[derive(Debug, Default)]
pub(super) struct Hopeless(Mutex<HashSet<(Digest, Digest)>>);

impl Service {
    /// Makes the backports of a model that are missing: of each active version, or of one, for each profile that asks and has no good variant of it.
    /// How many were made.
    ///
    /// # Errors
    ///
    /// Why one cannot be stored. That one cannot be made is no error: the verdict says why.
    pub fn backport(&self, name: &str, label: Option<&str>) -> Result<usize> {
        let asking = self.database.read(statements::profiles)?;
        let asking: Vec<Profile> = asking
            .into_iter()
            .filter(|registered| registered.backports)
            .map(|registered| registered.profile)
            .collect();
        let mut made = 0;
        for profile in asking {
            let of = Some(profile.digest);
            let index = match label {
                None => self.index_for(name, of)?,
                Some(_) => {
                    let model = self.model(name)?;
                    self.database.read(|from| statements::index_of(from, &model, of, label, ENGINE))?
                }
            };
            for version in index.versions.iter().filter(|version| version.status == Status::Active) {
                made += usize::from(self.backport_version(name, version, &profile)?);
            }
        }
        Ok(made)
    }

    fn backport_version(&self, name: &str, version: &Version, profile: &Profile) -> Result<bool> {
        let cell = |of: &crate::index::Variant| of.verdicts.get(&profile.digest).cloned();
        if version.variants.iter().filter_map(cell).any(|cell| cell.is_good()) {
            return Ok(false);
        }
        for variant in &version.variants {
            let convertible =
                cell(variant).is_some_and(|cell| !cell.steps.is_empty() && cell.runs.is_empty());
            let key = (variant.digest, profile.digest);
            if !convertible || self.hopeless.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&key) {
                continue;
            }
            match self.convert(variant.digest, profile)? {
                Some((digest, steps)) => {
                    let recipe = Recipe { profile: profile.digest, outlast: ENGINE.into(), steps };
                    self.keep(name, &version.label, digest, (variant.digest, &recipe))?;
                    return Ok(true);
                }
                None => {
                    self.hopeless.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
                }
            }
        }
        Ok(false)
    }

    /// Converts a file for a profile, and stores the result; `None` if that cannot be done.
    fn convert(&self, from: Digest, profile: &Profile) -> Result<Option<(Digest, Vec<String>)>> {
        let mut staged = self.blobs.stage()?;
        let question = Question::Convert(profile.clone());
        let output = staged.path().to_path_buf();
        let steps = match self.worker.ask(&self.blobs.path(from), question, Some(&output)) {
            Ok(Answer::Converted(steps)) => steps,
            Ok(_) => return Ok(None),
            Err(problem) if problem.kind() == &QUARANTINED => return Ok(None),
            Err(problem) => return Err(problem),
        };
        staged.written()?;
        let (digest, size) = self.blobs.store(staged, None)?;
        self.database.write(|to| statements::add_blob(to, digest, size, now()))?;
        match self.judge(digest) {
            Ok(()) => Ok(Some((digest, steps))),
            Err(problem) if problem.kind().status < 500 => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    fn keep(&self, name: &str, label: &str, digest: Digest, derived: (Digest, &Recipe)) -> Result<()> {
        let model = self.model(name)?;
        self.database.write(|to| {
            let Some((version, ..)) = statements::version(to, model.id, label)? else {
                return Err(Problem::new(&crate::error::NOT_FOUND, "the version is gone"));
            };
            statements::add_variant(to, version, digest, Some(derived), now())?;
            statements::touch(to, model.id)
        })?;
        self.changed_model(name);
        Ok(())
    }
}
